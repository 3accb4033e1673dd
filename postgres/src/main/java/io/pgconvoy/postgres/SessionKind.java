package io.pgconvoy.postgres;

/** What a session is for; decides the settings it gets beyond those that all share. */
public enum SessionKind {
    /** Reads rows or catalogs on the source; cannot write there by accident. */
    SOURCE_READ,
    /** Writes rows and receipts on the target. */
    TARGET_WRITE,
    /** DDL and everything else that changes a server on purpose. */
    ADMIN
}
