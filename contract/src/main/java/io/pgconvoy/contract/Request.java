package io.pgconvoy.contract;

/** A wish about a migration. May be refused; each gets exactly one verdict. Written by people, the CLI and the REST door. */
public sealed interface Request {
    MigrationId migration();

    /** Start this migration. */
    record SubmitMigration(MigrationId migration, MigrationSpec spec) implements Request {}

    /** End this migration now and remove what pgconvoy left on both servers; restored objects and rows stay on the target. */
    record CancelMigration(MigrationId migration, String by) implements Request {}
}
