package io.pgconvoy.contract.filter;

import java.util.Optional;

/** A set of characters (code points). */
interface CharSet {
    boolean has(int c);

    default CharSet or(CharSet other) {
        return c -> has(c) || other.has(c);
    }

    default CharSet not() {
        return c -> !has(c);
    }

    /** POSIX's classes and PostgreSQL's {@code word}; empty for another name. */
    static Optional<CharSet> named(String name) {
        return Optional.ofNullable(
                switch (name) {
                    case "alpha" -> Character::isLetter;
                    case "digit" -> c -> c >= '0' && c <= '9';
                    case "alnum" -> Character::isLetterOrDigit;
                    case "word" -> c -> Character.isLetterOrDigit(c) || c == '_';
                    case "upper" -> Character::isUpperCase;
                    case "lower" -> Character::isLowerCase;
                    case "space" -> Character::isWhitespace;
                    case "blank" -> c -> c == ' ' || c == '\t';
                    case "punct" -> c -> c > ' ' && c < 127 && !Character.isLetterOrDigit(c);
                    case "cntrl" -> Character::isISOControl;
                    case "graph" -> c -> c > ' ' && !Character.isISOControl(c) && !Character.isWhitespace(c);
                    case "print" -> c -> c >= ' ' && !Character.isISOControl(c);
                    case "xdigit" -> c -> Character.digit(c, 16) >= 0 && c < 128;
                    default -> null;
                });
    }
}
