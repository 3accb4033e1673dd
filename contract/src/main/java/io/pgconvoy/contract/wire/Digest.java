package io.pgconvoy.contract.wire;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Recognises the same bytes again: the first half of their SHA-256, in hexadecimal. */
final class Digest {
    private static final int CHARACTERS = 32;

    private Digest() {}

    static String of(byte[] bytes) {
        try {
            byte[] sha256 = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(sha256).substring(0, CHARACTERS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
