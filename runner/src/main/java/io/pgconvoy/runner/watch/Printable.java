package io.pgconvoy.runner.watch;

/** Text for a terminal. Names come from databases: they may hold anything, and must neither steer the terminal nor break a line. */
final class Printable {
    private static final String CUT = "..";

    private Printable() {}

    /** The text on one line, with '?' for what is not a visible character: controls, escapes, direction marks, line ends. */
    static String of(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().map(c -> isVisible(c) ? c : '?').forEach(out::appendCodePoint);
        return out.toString();
    }

    private static boolean isVisible(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }

    /** Columns that the text takes on a terminal. */
    static int columns(String text) {
        return text.codePoints().map(Printable::columns).sum();
    }

    private static int columns(int c) {
        int type = Character.getType(c);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
            return 0;
        }
        return isWide(c) ? 2 : 1;
    }

    /** East Asian wide characters and emoji, in the blocks where they stand. */
    private static boolean isWide(int c) {
        return c >= 0x1100
                && (c <= 0x115F
                        || (c >= 0x2E80 && c <= 0xA4CF)
                        || (c >= 0xAC00 && c <= 0xD7A3)
                        || (c >= 0xF900 && c <= 0xFAFF)
                        || (c >= 0xFE30 && c <= 0xFE6F)
                        || (c >= 0xFF00 && c <= 0xFF60)
                        || (c >= 0xFFE0 && c <= 0xFFE6)
                        || (c >= 0x1F300 && c <= 0x1FAFF)
                        || (c >= 0x20000 && c <= 0x3FFFD));
    }

    /** The text cut to so many columns, with ".." where something is missing. */
    static String cut(String text, int columns) {
        if (columns(text) <= columns) {
            return text;
        }
        StringBuilder out = new StringBuilder();
        int room = Math.max(0, columns - CUT.length());
        int used = 0;
        for (int c : text.codePoints().toArray()) {
            used += columns(c);
            if (used > room) {
                break;
            }
            out.appendCodePoint(c);
        }
        return out.append(CUT, 0, Math.min(CUT.length(), Math.max(0, columns))).toString();
    }

    /** Cut or filled with spaces on the right to exactly so many columns. */
    static String left(String text, int columns) {
        String cut = cut(text, columns);
        return cut + " ".repeat(Math.max(0, columns - columns(cut)));
    }

    /** Filled with spaces on the left to at least so many columns. */
    static String right(String text, int columns) {
        return " ".repeat(Math.max(0, columns - columns(text))) + text;
    }
}
