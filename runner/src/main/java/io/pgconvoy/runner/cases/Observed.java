package io.pgconvoy.runner.cases;

import java.util.List;

/**
 * What was seen of one run of a case.
 *
 * @param differences of the target from the source and other changes that no run may make, one line each; for a run that
 *     moved no data, of the target from what it was before
 * @param named the messages name an object of the case: a relation, role, extension, type or constraint
 */
record Observed(End end, List<String> differences, boolean named) {
    Observed {
        differences = List.copyOf(differences);
    }

    /** How a run ended. */
    enum End {
        COMPLETED,
        /** Before any data moved. */
        REFUSED,
        FAILED,
        /** Not within its time. */
        NONE
    }

    private boolean same() {
        return differences.isEmpty();
    }

    /** The column "got". */
    String word() {
        return switch (end) {
            case COMPLETED -> same() ? "EQUAL" : "SILENT-WRONG";
            case REFUSED -> !same() ? "REFUSED-BUT-CHANGED" : named ? "REFUSED" : "REFUSED-UNNAMED";
            case FAILED -> named ? "LOUD" : "LOUD-UNNAMED";
            case NONE -> "NO-END";
        };
    }

    boolean isRight(Right right) {
        boolean equal = end == End.COMPLETED && same();
        boolean refused = end == End.REFUSED && same() && named;
        boolean loud = refused || (end == End.FAILED && named);
        return switch (right) {
            case EQUAL -> equal;
            case EQUAL_OR_LOUD -> equal || loud;
            case REFUSE_OR_EQUAL -> equal || refused;
            case REFUSE -> refused;
            case LOUD -> loud;
        };
    }
}
