package io.pgconvoy.postgres;

/** One buffer on its way from the source to the target: a frame under construction, its header's place left free. */
final class Chunk {
    /** Measured: from here on larger frames gain nothing. Four of them are a stream's whole memory. */
    static final int BYTES = 1024 * 1024;

    final byte[] bytes = new byte[BYTES];
    int end = Reframer.HEADER_BYTES;

    void clear() {
        end = Reframer.HEADER_BYTES;
    }

    boolean isEmpty() {
        return end == Reframer.HEADER_BYTES;
    }

    int room() {
        return BYTES - end;
    }

    /** Writes the header of one CopyData frame over all that is in it. */
    void seal() {
        int length = end - 1;
        bytes[0] = 'd';
        bytes[1] = (byte) (length >>> 24);
        bytes[2] = (byte) (length >>> 16);
        bytes[3] = (byte) (length >>> 8);
        bytes[4] = (byte) length;
    }
}
