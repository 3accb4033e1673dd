package io.pgconvoy.runner.compare;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a comparison of two databases found.
 *
 * @param differences every object that differs, by kind and name; empty means equal
 * @param tables every table of the source with its rows, by name
 * @param sequences number of sequences on the source
 * @param largeObjects number of large objects on the source
 * @param schemaObjects number of entries in the source's schema dump
 */
public record Comparison(
        List<Difference> differences,
        SortedMap<String, TableRows> tables,
        int sequences,
        int largeObjects,
        int schemaObjects) {
    public Comparison {
        differences = List.copyOf(differences);
        tables = new TreeMap<>(tables);
    }

    public boolean equal() {
        return differences.isEmpty();
    }

    /** One line for people. */
    public String summary() {
        long rows = tables.values().stream().mapToLong(TableRows::count).sum();
        String compared = "%,d tables with %,d rows, %,d sequences, %,d large objects, %,d schema objects"
                .formatted(tables.size(), rows, sequences, largeObjects, schemaObjects);
        return equal()
                ? "Source and target are equal: " + compared + "."
                : "Source and target differ in %,d places; compared: %s.".formatted(differences.size(), compared);
    }

    /** A table of all tables and their rows, then the differences, if any, then the summary. Lines end with a newline. */
    public String report() {
        return new ComparisonReport(this).text();
    }
}
