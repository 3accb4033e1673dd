package io.pgconvoy.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.postgres.testing.PostgresExtension;
import io.pgconvoy.postgres.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class SnapshotHolderIT {
    @Test
    void anAdoptedSnapshotOutlivesTheHolderItCameFrom(TestDatabase database) throws Exception {
        database.execute("CREATE TABLE public.t AS SELECT 1 AS a");
        SnapshotHolder first = SnapshotHolder.open(database.endpoint(), "first");
        database.execute("INSERT INTO public.t VALUES (2)");
        SnapshotHolder second = SnapshotHolder.adopt(database.endpoint(), "second", first.id());
        assertThat(second.id()).isNotEqualTo(first.id());
        assertThat(second.visible()).isEqualTo(first.visible());
        first.close();
        database.execute("INSERT INTO public.t VALUES (3)");
        try (SnapshotHolder third = SnapshotHolder.adopt(database.endpoint(), "third", second.id())) {
            second.close();
            assertThat(rowsSeenThrough(database, third.id())).isEqualTo(1);
            assertThat(third.isAlive()).isTrue();
        }
    }

    @Test
    void aSnapshotWithoutHolderIsGone(TestDatabase database) throws Exception {
        SnapshotHolder holder = SnapshotHolder.open(database.endpoint(), "holder");
        holder.close();
        assertThat(holder.isAlive()).isFalse();
        assertGone(database, holder.id());
        assertGone(database, "00000003-0000001B-1");
        assertGone(database, "nonsense");
        assertGone(database, "../../etc/passwd");
    }

    @Test
    void aHolderWhoseSessionWasTerminatedIsNotAlive(TestDatabase database) throws Exception {
        try (SnapshotHolder holder = SnapshotHolder.open(database.endpoint(), "doomed")) {
            assertThat(holder.isAlive()).isTrue();
            database.value("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                    + " WHERE application_name = 'doomed' AND datname = current_database()");
            assertThat(holder.isAlive()).isFalse();
        }
    }

    private static long rowsSeenThrough(TestDatabase database, String snapshot) throws Exception {
        try (Connection connection = database.connect(SessionKind.SOURCE_READ)) {
            Snapshots.importInto(connection, snapshot);
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT count(*) FROM public.t")) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private static void assertGone(TestDatabase database, String snapshot) {
        assertThatThrownBy(() -> SnapshotHolder.adopt(database.endpoint(), "late", snapshot))
                .satisfies(e -> assertThat(SqlStates.failureOf(e, "adopting").code())
                        .as(e.getMessage())
                        .isEqualTo(ErrorCode.SNAPSHOT_GONE));
    }
}
