package io.pgconvoy.runner.compare;

/**
 * One object that is not the same on both sides.
 *
 * @param kind what kind of object
 * @param object its name; of a schema object also its type as pg_dump says it
 * @param what what differs; never a row value
 */
public record Difference(Kind kind, String object, String what) {

    /** Declared in the order in which differences are listed. */
    public enum Kind {
        SCHEMA("schema"),
        ROWS("rows"),
        SEQUENCE("sequence"),
        LARGE_OBJECT("large object"),
        INDEX("index");

        private final String words;

        Kind(String words) {
            this.words = words;
        }
    }

    @Override
    public String toString() {
        return kind.words + " " + object + ": " + what;
    }
}
