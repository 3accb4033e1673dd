package io.pgconvoy.contract.filter;

import java.util.OptionalInt;

/** Reads a bracket expression after its opening bracket: {@code [a-z_]}, {@code [^[:digit:]]}, {@code []x]}. */
final class BracketParser {
    private static final String ALLOWED = "characters, ranges such as a-z and classes such as [:digit:], closed by ]";

    private final RegexParser in;

    BracketParser(RegexParser in) {
        this.in = in;
    }

    CharSet parse() throws BadFilter {
        int start = in.place() - 1;
        boolean negated = in.take('^');
        CharSet set = c -> false;
        boolean first = true;
        while (first || !in.is(']')) {
            if (in.isAtEnd()) {
                in.back(start);
                throw in.bad("a [ that nothing closes", ALLOWED);
            }
            set = set.or(member());
            first = false;
        }
        in.take(']');
        return negated ? set.not() : set;
    }

    private CharSet member() throws BadFilter {
        if (in.is('[') && in.isAhead(':')) {
            return namedClass();
        }
        if (in.is('\\')) {
            in.next();
            return escapedOrRange();
        }
        int from = single();
        return range(from);
    }

    /** After {@code \}: a class, or a character that may begin a range. */
    private CharSet escapedOrRange() throws BadFilter {
        int place = in.place();
        CharSet set = in.escaped();
        in.back(place);
        int c = in.next();
        return Character.isLetterOrDigit(c) ? set : range(c);
    }

    private CharSet range(int from) throws BadFilter {
        if (!in.is('-') || in.isAhead(']')) {
            return c -> c == from;
        }
        int place = in.place();
        in.next();
        if (in.isAtEnd()) {
            return c -> c == from || c == '-';
        }
        int to = in.take('\\') && !in.isAtEnd() ? in.next() : single();
        if (to < from) {
            in.back(place - 1);
            throw in.bad("a range that ends before it begins", ALLOWED);
        }
        return c -> c >= from && c <= to;
    }

    /** A character, {@code [.x.]} or {@code [=x=]}. */
    private int single() throws BadFilter {
        OptionalInt named = in.is('[') ? collating('.') : OptionalInt.empty();
        if (named.isEmpty() && in.is('[')) {
            named = collating('=');
        }
        return named.isPresent() ? named.getAsInt() : in.next();
    }

    private OptionalInt collating(char mark) throws BadFilter {
        if (!in.isAhead(mark)) {
            return OptionalInt.empty();
        }
        int start = in.place();
        in.next();
        in.next();
        int c = in.isAtEnd() ? -1 : in.next();
        if (c < 0 || !in.take(mark) || !in.take(']')) {
            in.back(start);
            throw in.bad("a collating element of more than one character", ALLOWED);
        }
        return OptionalInt.of(c);
    }

    private CharSet namedClass() throws BadFilter {
        int start = in.place();
        in.next();
        in.next();
        StringBuilder name = new StringBuilder();
        while (!in.isAtEnd() && !in.is(':')) {
            name.appendCodePoint(in.next());
        }
        boolean closed = in.take(':') && in.take(']');
        var named = CharSet.named(name.toString());
        if (!closed || named.isEmpty()) {
            in.back(start);
            throw in.bad(
                    "an unknown class of characters",
                    "[:alpha:], [:digit:], [:alnum:], [:upper:], [:lower:], [:space:], [:blank:], [:punct:], [:cntrl:],"
                            + " [:graph:], [:print:], [:xdigit:], [:word:]");
        }
        return named.get();
    }
}
