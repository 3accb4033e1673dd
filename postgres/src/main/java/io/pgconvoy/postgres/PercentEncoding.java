package io.pgconvoy.postgres;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Percent-encoding as libpq decodes it: {@code %XX} for any byte but zero, everything else for itself ('+' too). */
final class PercentEncoding {
    private PercentEncoding() {}

    /** Messages of its exceptions never hold the text. */
    static String decode(String encoded) {
        if (encoded.indexOf('%') < 0) {
            return encoded;
        }
        byte[] bytes = encoded.getBytes(StandardCharsets.UTF_8);
        var decoded = new ByteArrayOutputStream(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] != '%') {
                decoded.write(bytes[i]);
                continue;
            }
            boolean complete = i + 2 < bytes.length;
            int high = complete ? Character.digit(bytes[i + 1], 16) : -1;
            int low = complete ? Character.digit(bytes[i + 2], 16) : -1;
            if (high < 0 || low < 0) {
                throw new IllegalArgumentException("has a '%' without two hexadecimal digits after it");
            }
            if (high == 0 && low == 0) {
                throw new IllegalArgumentException("has the forbidden value %00");
            }
            decoded.write(high << 4 | low);
            i += 2;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(decoded.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("is not UTF-8 when decoded", e);
        }
    }
}
