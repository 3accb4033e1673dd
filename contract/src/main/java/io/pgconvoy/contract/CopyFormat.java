package io.pgconvoy.contract;

/** The format of COPY on both sides of one table. */
public enum CopyFormat {
    BINARY,
    TEXT
}
