package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import java.util.ArrayList;
import java.util.List;

/** What preflight found so far. Each finding is one line, however many objects it is about and whatever they are called. */
final class Findings {
    private static final int NAMED = 20;

    private final List<Failure> found = new ArrayList<>();

    void add(ErrorCode code, String what, String remedy) {
        found.add(finding(code, what, remedy));
    }

    static Failure finding(ErrorCode code, String what, String remedy) {
        return Failure.of(code, oneLine(what), oneLine(remedy));
    }

    void add(Failure failure) {
        found.add(failure);
    }

    List<Failure> all() {
        return List.copyOf(found);
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    /** The first names, and how many more there are. */
    static String some(List<String> names) {
        String first = String.join(", ", first(names));
        return names.size() > NAMED ? first + " and " + (names.size() - NAMED) + " more" : first;
    }

    /** As many names as fit into a statement that people read. */
    static List<String> first(List<String> names) {
        return names.stream().limit(NAMED).toList();
    }

    /** Names may hold line breaks and terminal codes. */
    private static String oneLine(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }
}
