package io.pgconvoy.runner.watch;

public enum ExitCode {
    DONE(0),
    INTERNAL(1),
    USAGE(2),
    REJECTED(3),
    PREFLIGHT_FAILED(4),
    DIFFERENCES(6),
    FAILED(7),
    UNREACHABLE(9),
    CANCELLED(12);
    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }
}
