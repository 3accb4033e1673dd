package io.pgconvoy.planner.adapter.postgres;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The table of contents of a pg_dump archive, as {@code pg_restore --list} prints it, cut into pieces that are each restored
 * in one transaction. Pure. A line is {@code <dump id>; <catalog oid> <oid> <TYPE> <schema> <name> <owner>}.
 */
final class ArchiveList {
    /** Bounds the locks of one transaction: an object takes a few of the server's lock table. */
    static final int MOST_ENTRIES_IN_A_PIECE = 400;

    private static final Pattern ENTRY = Pattern.compile("(\\d+); (\\d+ \\d+) (.*)");

    private final List<String> preData;
    private final List<String> postData;

    private ArchiveList(List<String> preData, List<String> postData) {
        this.preData = List.copyOf(preData);
        this.postData = List.copyOf(postData);
    }

    /**
     * @param preDataList lines of {@code pg_restore --list --section=pre-data}
     * @param postDataList the same of post-data
     * @param madeByJobs catalog ids of what jobs build: left out of the post-data
     */
    static ArchiveList of(List<String> preDataList, List<String> postDataList, Set<String> madeByJobs) {
        List<String> pre = new ArrayList<>(entries(preDataList));
        List<String> post = entries(postDataList);
        // Extended statistics need their table only, and ANALYZE must find them.
        post.stream().filter(ofType("STATISTICS ")).forEach(pre::add);
        List<String> rest = post.stream()
                .filter(ofType("STATISTICS ").negate())
                .filter(ofType("INDEX ATTACH ").negate())
                .filter(line -> !madeByJobs.contains(catalogId(line)))
                .toList();
        return new ArchiveList(pre, rest);
    }

    /** Pieces of the pre-data part, grants last. */
    List<List<String>> preDataPieces() {
        return pieces(preData);
    }

    /** Pieces of the post-data part: grants after objects, then what must see everything else in place. */
    List<List<String>> postDataPieces() {
        return pieces(postData);
    }

    private static List<List<String>> pieces(List<String> lines) {
        Predicate<String> grants = ofType("ACL ").or(ofType("DEFAULT ACL "));
        Predicate<String> last = ofType("MATERIALIZED VIEW DATA ").or(ofType("EVENT TRIGGER "));
        List<List<String>> pieces = new ArrayList<>();
        addPieces(pieces, lines.stream().filter(grants.or(last).negate()).toList());
        addPieces(pieces, lines.stream().filter(grants).toList());
        addPieces(pieces, lines.stream().filter(last).toList());
        return mergeSmall(pieces);
    }

    private static void addPieces(List<List<String>> pieces, List<String> lines) {
        for (int i = 0; i < lines.size(); i += MOST_ENTRIES_IN_A_PIECE) {
            pieces.add(lines.subList(i, Math.min(lines.size(), i + MOST_ENTRIES_IN_A_PIECE)));
        }
    }

    /** pg_restore orders grants and refreshes within one run by itself, so a small schema is one run. */
    private static List<List<String>> mergeSmall(List<List<String>> pieces) {
        int entries = pieces.stream().mapToInt(List::size).sum();
        return entries == 0 || entries > MOST_ENTRIES_IN_A_PIECE
                ? pieces
                : List.of(pieces.stream().flatMap(List::stream).toList());
    }

    private static List<String> entries(List<String> lines) {
        return lines.stream().filter(line -> ENTRY.matcher(line).matches()).toList();
    }

    private static Predicate<String> ofType(String type) {
        return line -> {
            Matcher matcher = ENTRY.matcher(line);
            return matcher.matches() && matcher.group(3).startsWith(type);
        };
    }

    private static String catalogId(String line) {
        Matcher matcher = ENTRY.matcher(line);
        return matcher.matches() ? matcher.group(2) : "";
    }
}
