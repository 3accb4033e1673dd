package io.pgconvoy.contract.wire;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The word that was probably meant. */
public final class Nearest {
    private Nearest() {}

    /** The candidate with the smallest edit distance, when that is small enough to be a slip of the pen. */
    public static Optional<String> to(String word, Collection<String> candidates) {
        return candidates.stream()
                .min(Comparator.comparingInt(c -> distance(word, c)))
                .filter(c -> distance(word, c) <= Math.max(2, word.length() / 3));
    }

    /** Levenshtein distance, letter case aside. */
    private static int distance(String left, String right) {
        String a = left.toLowerCase(Locale.ROOT);
        String b = right.toLowerCase(Locale.ROOT);
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
