package io.pgconvoy.contract.filter;

import io.pgconvoy.contract.filter.RegexNode.Alternatives;
import io.pgconvoy.contract.filter.RegexNode.Begin;
import io.pgconvoy.contract.filter.RegexNode.Chars;
import io.pgconvoy.contract.filter.RegexNode.End;
import io.pgconvoy.contract.filter.RegexNode.Repeat;
import io.pgconvoy.contract.filter.RegexNode.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Reads POSIX extended regular expressions as PostgreSQL's {@code ~} does, without back references: what a backslash means in
 * brackets, {@code \d \s \w}, {@code (?:...)} and non-greedy repetition are PostgreSQL's.
 */
final class RegexParser {
    /** POSIX's RE_DUP_MAX. */
    private static final int MOST_REPETITIONS = 255;

    private final int[] text;
    private int at;

    private RegexParser(String text) {
        this.text = text.codePoints().toArray();
    }

    static RegexNode parse(String text) throws BadFilter {
        RegexParser parser = new RegexParser(text);
        RegexNode node = parser.alternatives();
        if (parser.at < parser.text.length) {
            throw parser.bad("a ) that nothing opens", "a group as (...), or \\) for the character");
        }
        return node;
    }

    private RegexNode alternatives() throws BadFilter {
        List<RegexNode> nodes = new ArrayList<>(List.of(sequence()));
        while (take('|')) {
            nodes.add(sequence());
        }
        return new Alternatives(nodes);
    }

    private RegexNode sequence() throws BadFilter {
        List<RegexNode> nodes = new ArrayList<>();
        while (at < text.length && text[at] != '|' && text[at] != ')') {
            nodes.add(quantified());
        }
        return new Sequence(nodes);
    }

    private RegexNode quantified() throws BadFilter {
        if (isQuantifier()) {
            throw bad("a repetition of nothing", "a repetition after a character, a bracket or a group");
        }
        RegexNode node = atom();
        if (!isQuantifier()) {
            return node;
        }
        RegexNode repeated = quantifier(node);
        if (isQuantifier()) {
            throw bad("a repetition of a repetition", "one repetition; a group repeats again: (a*)*");
        }
        return repeated;
    }

    private boolean isQuantifier() {
        return is('*') || is('+') || is('?') || isBound();
    }

    /** A brace that no digit follows stands for itself. */
    private boolean isBound() {
        return is('{') && at + 1 < text.length && isDigit(text[at + 1]);
    }

    private RegexNode quantifier(RegexNode node) throws BadFilter {
        int start = at;
        RegexNode repeated =
                switch (text[at++]) {
                    case '*' -> new Repeat(node, 0, OptionalInt.empty());
                    case '+' -> new Repeat(node, 1, OptionalInt.empty());
                    case '?' -> new Repeat(node, 0, OptionalInt.of(1));
                    default -> bound(node, start);
                };
        // Non-greedy: finds other text, but matches the same names.
        take('?');
        return repeated;
    }

    private RegexNode bound(RegexNode node, int start) throws BadFilter {
        int least = number();
        OptionalInt most = OptionalInt.of(least);
        if (take(',')) {
            most = is('}') ? OptionalInt.empty() : OptionalInt.of(number());
        }
        boolean closed = take('}');
        if (!closed || least > most.orElse(least) || Math.max(least, most.orElse(0)) > MOST_REPETITIONS) {
            at = start;
            throw bad("a bad bound", "{n}, {n,} or {n,m} with n at most m and both at most " + MOST_REPETITIONS);
        }
        return new Repeat(node, least, most);
    }

    /** @return more than {@link #MOST_REPETITIONS} for whatever is no such number */
    private int number() {
        int number = at < text.length && isDigit(text[at]) ? 0 : MOST_REPETITIONS + 1;
        while (at < text.length && isDigit(text[at])) {
            number = Math.min(MOST_REPETITIONS + 1, number * 10 + text[at++] - '0');
        }
        return number;
    }

    private RegexNode atom() throws BadFilter {
        int c = text[at++];
        return switch (c) {
            case '^' -> new Begin();
            case '$' -> new End();
            case '.' -> new Chars(any -> true);
            case '[' -> new Chars(new BracketParser(this).parse());
            case '(' -> group();
            case '\\' -> new Chars(escaped());
            default -> new Chars(x -> x == c);
        };
    }

    private RegexNode group() throws BadFilter {
        int start = at - 1;
        if (take('?') && !take(':')) {
            at = start;
            throw bad("(?", "a group as (...) or (?:...)");
        }
        RegexNode node = alternatives();
        if (!take(')')) {
            at = start;
            throw bad("a ( that nothing closes", "a group as (...), or \\( for the character");
        }
        return node;
    }

    /** What a backslash makes of the next character, which is consumed. */
    CharSet escaped() throws BadFilter {
        int start = at - 1;
        if (at == text.length) {
            at = start;
            throw bad("a \\ at the end", "a \\ before the character that it takes literally");
        }
        int c = text[at++];
        return switch (c) {
            case 'd' -> CharSet.named("digit").orElseThrow();
            case 'D' -> CharSet.named("digit").orElseThrow().not();
            case 's' -> CharSet.named("space").orElseThrow();
            case 'S' -> CharSet.named("space").orElseThrow().not();
            case 'w' -> CharSet.named("word").orElseThrow();
            case 'W' -> CharSet.named("word").orElseThrow().not();
            default -> {
                if (Character.isLetterOrDigit(c)) {
                    at = start;
                    throw bad("\\" + Character.toString(c), "\\d \\s \\w \\D \\S \\W, or a \\ before punctuation");
                }
                yield x -> x == c;
            }
        };
    }

    boolean isAtEnd() {
        return at == text.length;
    }

    boolean is(int c) {
        return at < text.length && text[at] == c;
    }

    boolean isAhead(int c) {
        return at + 1 < text.length && text[at + 1] == c;
    }

    boolean take(int c) {
        boolean taken = is(c);
        at += taken ? 1 : 0;
        return taken;
    }

    int next() {
        return text[at++];
    }

    int place() {
        return at;
    }

    void back(int place) {
        at = place;
    }

    BadFilter bad(String found, String allowed) {
        return BadFilter.regex(found + " at character " + (at + 1) + " of the expression", allowed);
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }
}
