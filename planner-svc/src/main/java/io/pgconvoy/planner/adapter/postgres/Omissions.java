package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.Skip;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What is left out of an archive. Comments, grants and the like have no catalog id of their own: they go with the object
 * that they depend on, as {@code pg_restore --list --verbose} tells after each entry.
 *
 * @param catalogIds {@code <catalog oid> <oid>}
 * @param disowned {@code <schema> <name>} of sequences whose owner goes
 * @param types how the descriptions of entries begin that go by their type
 */
record Omissions(Set<String> catalogIds, Set<String> disowned, Set<String> types) {
    private static final Pattern ENTRY = Pattern.compile("(\\d+); (\\d+ \\d+) (.*)");
    private static final Pattern DEPENDENCIES = Pattern.compile(";\\s+depends on:((?: \\d+)+)");

    Omissions {
        catalogIds = Set.copyOf(catalogIds);
        disowned = Set.copyOf(disowned);
        types = Set.copyOf(types);
    }

    static Omissions of(LeftOut leftOut, CloneSpec spec) {
        Set<String> types = new HashSet<>();
        if (spec.skips(Skip.EXTENSIONS)) {
            types.add("EXTENSION ");
        }
        if (spec.skips(Skip.EXTENSION_COMMENTS)) {
            types.add("COMMENT - EXTENSION ");
        }
        if (spec.skips(Skip.COLLATIONS)) {
            types.add("COLLATION ");
        }
        return new Omissions(
                leftOut.catalogIds(),
                leftOut.disowned().stream()
                        .map(s -> s.schema() + " " + s.name())
                        .collect(Collectors.toSet()),
                types);
    }

    boolean isEmpty() {
        return catalogIds.isEmpty() && disowned.isEmpty() && types.isEmpty();
    }

    /** @param lines of the whole archive's list, in its order, in which nothing comes before what it depends on */
    Predicate<String> among(List<String> lines) {
        Map<String, String> gone = new LinkedHashMap<>();
        String last = "";
        for (String line : lines) {
            Matcher entry = ENTRY.matcher(line);
            Matcher dependencies = DEPENDENCIES.matcher(line);
            if (entry.matches()) {
                last = line;
                String described = entry.group(3);
                if (catalogIds.contains(entry.group(2))
                        || isDisowned(described)
                        || types.stream().anyMatch(described::startsWith)) {
                    gone.put(entry.group(1), line);
                }
            } else if (dependencies.matches() && isSatellite(last)) {
                for (String id : dependencies.group(1).strip().split(" ", -1)) {
                    if (gone.containsKey(id)) {
                        gone.putIfAbsent(last.substring(0, last.indexOf(';')), last);
                    }
                }
            }
        }
        return new HashSet<>(gone.values())::contains;
    }

    private static boolean isSatellite(String line) {
        Matcher entry = ENTRY.matcher(line);
        return entry.matches() && entry.group(2).startsWith("0 ");
    }

    private boolean isDisowned(String entry) {
        return entry.startsWith("SEQUENCE OWNED BY ")
                && disowned.stream().anyMatch(s -> entry.startsWith("SEQUENCE OWNED BY " + bytes(s) + " "));
    }

    /** Lists are read byte by byte. */
    private static String bytes(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
}
