package io.pgconvoy.postgres;

/** A value that must not be shown. Prints as {@code ***}; only {@link #reveal()} gives it away, to a driver or a passfile. */
public final class Secret {
    private final String value;

    public Secret(String value) {
        this.value = value;
    }

    public String reveal() {
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret secret && secret.value.equals(value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    @Override
    public String toString() {
        return "***";
    }
}
