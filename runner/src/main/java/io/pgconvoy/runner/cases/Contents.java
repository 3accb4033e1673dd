package io.pgconvoy.runner.cases;

import io.pgconvoy.runner.cases.Programs.Answer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a database holds, as far as the queries of the cases tell.
 *
 * @param answers by name of the query
 */
record Contents(Map<String, Answer> answers) {
    static final String EXPECT = "expect.sql";
    private static final int SHOWN = 3;
    private static final int SHOWN_LENGTH = 160;

    Contents {
        answers = Map.copyOf(answers);
    }

    /** A query may fail on both sides alike: one value of a gigabyte cannot be printed. */
    List<String> differencesOf(Contents other) {
        List<String> differences = new ArrayList<>();
        new TreeMap<>(answers).forEach((query, mine) -> {
            Answer theirs = other.answers.get(query);
            if (theirs.succeeded() && mine.succeeded()) {
                differences.addAll(lines(query, lines(mine), lines(theirs)));
            } else if (theirs.succeeded()) {
                differences.add(query + " fails: " + mine.output().strip());
            }
        });
        return differences;
    }

    private static List<String> lines(String query, List<String> mine, List<String> theirs) {
        if (query.equals(EXPECT) && !mine.equals(theirs) && new HashSet<>(mine).equals(new HashSet<>(theirs))) {
            return List.of(query + ": other counts of the same lines");
        }
        List<String> differences = new ArrayList<>();
        differences.addAll(some(query + " lacks ", minus(theirs, mine)));
        differences.addAll(some(query + " has ", minus(mine, theirs)));
        return differences;
    }

    private static List<String> minus(List<String> these, List<String> those) {
        Set<String> known = new HashSet<>(those);
        return these.stream().filter(line -> !known.contains(line)).toList();
    }

    private static List<String> some(String word, List<String> lines) {
        List<String> some = new ArrayList<>(lines.stream()
                .limit(SHOWN)
                .map(line -> word + "[" + (line.length() > SHOWN_LENGTH ? line.substring(0, SHOWN_LENGTH) + ".." : line)
                        + "]")
                .toList());
        if (lines.size() > SHOWN) {
            some.add(word + (lines.size() - SHOWN) + " more");
        }
        return some;
    }

    private static List<String> lines(Answer answer) {
        return answer.output().lines().filter(line -> !line.isEmpty()).toList();
    }
}
