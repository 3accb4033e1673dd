package io.pgconvoy.postgres;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last lines a process wrote to its standard error. */
final class LastLines {
    private final int limit;
    private final Deque<String> lines = new ArrayDeque<>();

    LastLines(int limit) {
        this.limit = limit;
    }

    void readAll(Process process) {
        try (BufferedReader reader = process.errorReader()) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                add(line);
            }
        } catch (IOException e) {
            // The process was killed: what it said before is kept.
        }
    }

    private synchronized void add(String line) {
        if (lines.size() == limit) {
            lines.removeFirst();
        }
        lines.addLast(line);
    }

    synchronized List<String> lines() {
        return List.copyOf(lines);
    }
}
