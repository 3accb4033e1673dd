package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Skip;
import io.pgconvoy.contract.filter.Filter;
import io.pgconvoy.planner.adapter.postgres.LeftOutReader.Reading;
import io.pgconvoy.postgres.ClientTools;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Looks for whatever would stop the migration later, on two open sessions, and changes nothing. Finds everything at once. */
final class Preflight {
    private static final int OLDEST_SOURCE = 13;

    private final Connection source;
    private final Connection target;
    private final Findings findings;

    Preflight(Connection source, Connection target, Findings findings) {
        this.source = source;
        this.target = target;
        this.findings = findings;
    }

    /**
     * @param tools empty where they were not found, which is a finding already
     * @return what does not stop the migration, but should be read
     */
    List<Failure> run(CloneSpec spec, Optional<ClientTools> tools) throws SQLException {
        if (checkNotSame()) {
            return List.of();
        }
        Filter filter = Filter.of(spec.filtersOrDefault());
        Optional<Reading> reading = LeftOutReader.read(filter, source);
        LeftOut leftOut = reading.map(Reading::leftOut).orElse(LeftOut.NOTHING);
        checkVersions(tools);
        checkEncoding();
        checkUnlogged(leftOut);
        checkTargetIsPrimary();
        checkTargetEmpty(spec);
        if (!spec.skips(Skip.EXTENSIONS)) {
            checkExtensions(leftOut);
        }
        new RoleChecks(source, target, findings).run(spec, leftOut);
        new PrivilegeChecks(source, target, findings).run(spec, leftOut);
        List<Failure> warnings = new ArrayList<>();
        if (reading.isPresent()) {
            LeftOutFindings ofFilters = new LeftOutFindings(source, filter, reading.get());
            ofFilters.findings().forEach(findings::add);
            warnings.addAll(ofFilters.warnings());
        }
        if (CloneSpec.isOn(spec.dropIfExists())) {
            warnings.addAll(new DropChecks(source, target, findings).run(spec, leftOut));
        }
        warnings.addAll(new SkipChecks(source, target, findings).run(spec, leftOut));
        return warnings;
    }

    /** The same cluster and database, whatever the two endpoints are called. */
    private boolean checkNotSame() throws SQLException {
        String sql = "SELECT (SELECT system_identifier FROM pg_control_system()) || '/' || oid FROM pg_database"
                + " WHERE datname = current_database()";
        boolean same = Rows.text(source, sql).equals(Rows.text(target, sql));
        if (same) {
            findings.add(
                    ErrorCode.SAME_DATABASE,
                    "source and target are the same database (system identifier/oid " + Rows.text(source, sql) + ")",
                    "name another target database");
        }
        return same;
    }

    private void checkVersions(Optional<ClientTools> tools) throws SQLException {
        int from = source.getMetaData().getDatabaseMajorVersion();
        int to = target.getMetaData().getDatabaseMajorVersion();
        if (from < OLDEST_SOURCE) {
            findings.add(
                    ErrorCode.VERSION_PAIR,
                    "the source is PostgreSQL " + from + ", older than " + OLDEST_SOURCE,
                    "upgrade it first, or use pg_dump");
        }
        if (to < from) {
            findings.add(
                    ErrorCode.VERSION_PAIR,
                    "the target is PostgreSQL " + to + ", older than the source's " + from,
                    "choose a target of major version " + from + " or newer");
        }
        if (tools.isPresent() && tools.get().major() < from) {
            findings.add(
                    ErrorCode.CLIENT_TOOLS,
                    "pg_dump is of major version " + tools.get().major() + ", too old for the source's " + from,
                    "install postgresql-client-" + from + " or newer where the planner runs");
        }
    }

    private void checkEncoding() throws SQLException {
        String sql = "SELECT pg_encoding_to_char(encoding) FROM pg_database WHERE datname = current_database()";
        String from = Rows.text(source, sql);
        String to = Rows.text(target, sql);
        if (!from.equals(to) && (from.equals("SQL_ASCII") || to.equals("SQL_ASCII"))) {
            findings.add(
                    ErrorCode.ENCODING_MISMATCH,
                    "the source database is in " + from + ", the target in " + to
                            + ": the bytes of SQL_ASCII cannot be converted" + textColumns(),
                    "create the target database with ENCODING '" + from + "' TEMPLATE template0");
        }
    }

    /** Only the primary has what is in them. */
    private void checkUnlogged(LeftOut leftOut) throws SQLException {
        List<String> unreadable = Rows.texts(
                source,
                "SELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname) FROM pg_class c JOIN pg_namespace n"
                        + " ON n.oid = c.relnamespace WHERE pg_is_in_recovery() AND c.relpersistence = 'u'"
                        + " AND c.relkind IN ('r', 'S') AND " + CatalogReader.OF_USERS + " AND "
                        + CatalogReader.notOfExtension("pg_class", "c.oid") + " AND "
                        + leftOut.keepsRelation("c.oid") + " ORDER BY 1");
        if (!unreadable.isEmpty()) {
            findings.add(
                    ErrorCode.UNLOGGED_ON_STANDBY,
                    "the source is a standby, which cannot read unlogged tables and sequences: "
                            + Findings.some(unreadable),
                    "name the primary as source, or make them logged there: ALTER TABLE ... SET LOGGED");
        }
    }

    /** Which of them hold more than ASCII is not looked for: every row would have to be read. */
    private String textColumns() throws SQLException {
        List<String> columns = Rows.texts(
                source,
                "SELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname) || '.' || quote_ident(a.attname)"
                        + " FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace"
                        + " WHERE c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped AND a.attcollation <> 0 AND "
                        + CatalogReader.OF_USERS + " AND " + CatalogReader.notOfExtension("pg_class", "c.oid")
                        + " ORDER BY c.oid, a.attnum");
        return columns.isEmpty() ? "" : "; its columns of text are " + Findings.some(columns);
    }

    private void checkTargetIsPrimary() throws SQLException {
        if (Rows.text(target, "SELECT pg_is_in_recovery()").equals("t")) {
            findings.add(
                    ErrorCode.TARGET_READ_ONLY,
                    "the target server is a standby, which nobody can write to",
                    "name its primary; to several hosts in a URI belongs target_session_attrs=read-write");
        }
    }

    private void checkTargetEmpty(CloneSpec spec) throws SQLException {
        TargetContents.of(spec).notEmpty(target).ifPresent(findings::add);
        List<String> busy = Rows.texts(target, "SELECT nspname FROM pg_namespace WHERE nspname = 'pgconvoy'");
        if (!busy.isEmpty()) {
            findings.add(
                    ErrorCode.TARGET_BUSY,
                    "the target database has a schema pgconvoy: another migration uses it, or left it behind",
                    "wait for that migration or cancel it; if none is left: DROP SCHEMA pgconvoy CASCADE");
        }
    }

    private void checkExtensions(LeftOut leftOut) throws SQLException {
        List<String> wanted = Rows.texts(
                source,
                "SELECT extname FROM pg_extension WHERE extname <> 'plpgsql' AND "
                        + leftOut.keeps(LeftOut.EXTENSION, "oid"));
        List<String> there = Rows.texts(target, "SELECT name FROM pg_available_extensions");
        wanted.stream()
                .filter(e -> !there.contains(e))
                .forEach(e -> findings.add(
                        ErrorCode.EXTENSION_MISSING,
                        "extension " + e + " of the source cannot be installed on the target",
                        "install the package of " + e + " on the target's server"));
    }
}
