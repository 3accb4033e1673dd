package io.pgconvoy.runner.cases;

/** What must become of a case. Completed with another result is wrong in every class. */
enum Right {
    /** Completed, with the same result. */
    EQUAL,
    /** Completed with the same result, or not completed and the object named. */
    EQUAL_OR_LOUD,
    /** Refused before any data moved, with the object named, or completed with the same result. */
    REFUSE_OR_EQUAL,
    /** Refused before any data moved, with the object named. */
    REFUSE,
    /** Not completed, and the object named. */
    LOUD;

    /** @throws IllegalArgumentException if there is no such class */
    static Right of(String word) {
        return valueOf(word.replace('-', '_'));
    }

    String word() {
        return name().replace('_', '-');
    }
}
