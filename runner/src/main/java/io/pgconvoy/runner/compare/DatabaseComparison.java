package io.pgconvoy.runner.compare;

import io.pgconvoy.runner.compare.Difference.Kind;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;

/**
 * Compares two databases: every row of every table, sequences, large objects, and the schema as pg_dump prints it. Nothing is written on either
 * side. Both sides are read at the same time, each by one thread of its own. Our own schema {@code pgconvoy} is not compared.
 */
public final class DatabaseComparison {
    private final ComparedDatabase source;
    private final ComparedDatabase target;

    public DatabaseComparison(ComparedDatabase source, ComparedDatabase target) {
        this.source = source;
        this.target = target;
    }

    /**
     * Takes as long as reading every row of the larger side once.
     *
     * @throws SQLException if one side could not be read; reading of the other is then given up and its session may be closed
     * @throws IOException if a schema dump failed
     */
    public Comparison compare() throws SQLException, IOException, InterruptedException {
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            CompletionService<DatabaseFacts> sides = new ExecutorCompletionService<>(executor);
            Future<DatabaseFacts> first = sides.submit(new FactsReader(source)::read);
            Future<DatabaseFacts> second = sides.submit(new FactsReader(target)::read);
            try {
                resultOf(sides.take());
                resultOf(sides.take());
                return compared(first.resultNow(), second.resultNow());
            } finally {
                // Nothing to cancel when both are done; otherwise do not wait hours for the side that still reads.
                executor.shutdownNow();
            }
        }
    }

    static Comparison compared(DatabaseFacts source, DatabaseFacts target) {
        List<Difference> differences = new ArrayList<>();
        differences.addAll(
                differences(Kind.SCHEMA, source.schema(), target.schema(), DatabaseComparison::firstDifference));
        differences.addAll(differences(Kind.ROWS, source.tables(), target.tables(), TableRows::differenceTo));
        differences.addAll(
                differences(Kind.SEQUENCE, source.sequences(), target.sequences(), DatabaseComparison::both));
        differences.addAll(
                differences(Kind.LARGE_OBJECT, source.largeObjects(), target.largeObjects(), DatabaseComparison::both));
        target.invalidIndexes()
                .forEach(index -> differences.add(new Difference(Kind.INDEX, index, "invalid on the target")));
        return new Comparison(
                differences,
                source.tables(),
                source.sequences().size(),
                source.largeObjects().size(),
                source.schema().size());
    }

    private static <T> List<Difference> differences(
            Kind kind, SortedMap<String, T> source, SortedMap<String, T> target, BiFunction<T, T, String> words) {
        TreeSet<String> names = new TreeSet<>(source.keySet());
        names.addAll(target.keySet());
        List<Difference> differences = new ArrayList<>();
        for (String name : names) {
            if (!target.containsKey(name)) {
                differences.add(new Difference(kind, name, "missing on the target"));
            } else if (!source.containsKey(name)) {
                differences.add(new Difference(kind, name, "on the target only"));
            } else if (!source.get(name).equals(target.get(name))) {
                differences.add(new Difference(kind, name, words.apply(source.get(name), target.get(name))));
            }
        }
        return differences;
    }

    private static String both(String source, String target) {
        return source + " on the source; " + target + " on the target";
    }

    private static String firstDifference(List<String> source, List<String> target) {
        List<String> left = String.join("\n", source).lines().toList();
        List<String> right = String.join("\n", target).lines().toList();
        for (int line = 0; line < Math.min(left.size(), right.size()); line++) {
            if (!left.get(line).equals(right.get(line))) {
                return both(
                        "\"" + left.get(line).strip() + "\"",
                        "\"" + right.get(line).strip() + "\"");
            }
        }
        return left.size() > right.size()
                ? "\"" + left.get(right.size()).strip() + "\" on the source only"
                : "\"" + right.get(left.size()).strip() + "\" on the target only";
    }

    private static void resultOf(Future<DatabaseFacts> side) throws SQLException, IOException, InterruptedException {
        try {
            side.get();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case SQLException cause -> throw cause;
                case IOException cause -> throw cause;
                case InterruptedException cause -> throw cause;
                case RuntimeException cause -> throw cause;
                case null, default -> throw new IllegalStateException(e.getCause());
            }
        }
    }
}
