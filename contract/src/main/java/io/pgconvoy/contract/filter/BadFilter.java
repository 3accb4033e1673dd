package io.pgconvoy.contract.filter;

import io.pgconvoy.contract.ErrorCode;

/** Says why an entry of a filter cannot be read, and where: {@code found} tells the character's place, counted from 1. */
public final class BadFilter extends Exception {
    private final ErrorCode code;
    private final String found;
    private final String allowed;
    private final String remedy;

    private BadFilter(ErrorCode code, String found, String allowed, String remedy) {
        super(found + "; allowed: " + allowed);
        this.code = code;
        this.found = found;
        this.allowed = allowed;
        this.remedy = remedy;
    }

    static BadFilter name(String found, String allowed, String remedy) {
        return new BadFilter(ErrorCode.FIELD_VALUE, found, allowed, remedy);
    }

    static BadFilter regex(String found, String allowed) {
        return new BadFilter(ErrorCode.FILTER_REGEX, found, allowed, "mend the regular expression");
    }

    public ErrorCode code() {
        return code;
    }

    public String found() {
        return found;
    }

    public String allowed() {
        return allowed;
    }

    public String remedy() {
        return remedy;
    }
}
