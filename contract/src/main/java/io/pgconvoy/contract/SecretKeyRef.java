package io.pgconvoy.contract;

/** One value of a Secret: the file {@code <secrets-dir>/<name>/<key>} where the connecting service runs. */
public record SecretKeyRef(String name, String key) {
    public SecretKeyRef {
        requireFileName(name);
        requireFileName(key);
    }

    /** Keeps a reference from leaving the secrets folder. */
    private static void requireFileName(String part) {
        if (!part.matches("[A-Za-z0-9_][-._A-Za-z0-9]{0,252}") || part.contains("..")) {
            throw new IllegalArgumentException("'" + part + "' cannot name a Secret or a key in one");
        }
    }
}
