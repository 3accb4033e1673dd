package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.postgres.FailureException;
import io.pgconvoy.postgres.Identifiers;
import io.pgconvoy.postgres.Receipts;
import io.pgconvoy.postgres.Receipts.Claim;
import io.pgconvoy.postgres.SqlStates;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Makes {@link Roles} on the target, in one transaction with its receipt. They belong to the server: nothing takes them back. */
final class RoleCopier {
    private static final JobId RECEIPT = new JobId("schema/roles");

    private final Connection source;
    private final Connection target;

    RoleCopier(Connection source, Connection target) {
        this.source = source;
        this.target = target;
    }

    /** Commits on the target; auto-commit is on again after it. */
    void copy(CloneSpec spec, LeftOut leftOut, MigrationId migration, Generation generation) throws SQLException {
        target.setAutoCommit(false);
        Receipts.Key key = new Receipts.Key(migration, RECEIPT, generation);
        if (Receipts.claim(target, key, new Receipts.Subject("Schema", Optional.empty(), OptionalInt.empty()))
                == Claim.CLAIMED) {
            run(statements(spec, leftOut));
            Receipts.confirm(target, key, 0, 0);
        }
        target.commit();
        target.setAutoCommit(true);
    }

    private List<String> statements(CloneSpec spec, LeftOut leftOut) throws SQLException {
        Roles roles = Roles.missing(spec, source, target);
        List<String> statements = new ArrayList<>();
        if (isSuperuser(target)) {
            // The server must not write passwords to its log, whatever it logs otherwise.
            statements.add("SET LOCAL log_statement = 'none'");
            statements.add("SET LOCAL log_min_duration_statement = -1");
            statements.add("SET LOCAL log_min_error_statement = 'panic'");
        }
        statements.addAll(roles.statements(spec, source, target));
        if (!isSuperuser(target)) {
            new RoleQueries(spec, leftOut)
                    .owners(source).stream()
                            .filter(roles.made()::containsKey)
                            .forEach(owner -> statements.add("GRANT " + Identifiers.quote(owner) + " TO CURRENT_USER"));
        }
        return statements;
    }

    private void run(List<String> statements) throws SQLException {
        try (Statement statement = target.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new FailureException(SqlStates.failureOf(e, "making the source's roles on the target"), e);
        }
    }

    static boolean isSuperuser(Connection session) throws SQLException {
        return Rows.text(session, "SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
                .equals("t");
    }
}
