package io.pgconvoy.contract;

/** Names one job within its migration. Planned once and never used for other work, so a redelivered job is recognised. */
public record JobId(String value) {
    public JobId {
        if (value.isBlank() || value.length() > 200) {
            throw new IllegalArgumentException("a job id has 1 to 200 characters, not " + value.length());
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
