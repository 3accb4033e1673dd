package io.pgconvoy.postgres;

import io.pgconvoy.contract.CopyFormat;
import io.pgconvoy.contract.PartRange;
import io.pgconvoy.contract.TableName;
import io.pgconvoy.postgres.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** A source and a target connection with one relay between them, as a lane of a worker has. */
final class Relayed implements AutoCloseable {
    final Connection source;
    final Connection target;
    final CopyRelay relay;
    final CopyCounters counters = new CopyCounters();

    Relayed(TestDatabase source, TestDatabase target) throws SQLException {
        this(source.endpoint(), target.endpoint(), new CopyRelay());
    }

    Relayed(Endpoint source, Endpoint target, CopyRelay relay) throws SQLException {
        this.source = Sessions.open(source, "relay source", SessionKind.SOURCE_READ);
        this.target = Sessions.open(target, "relay target", SessionKind.TARGET_WRITE);
        this.source.setAutoCommit(false);
        this.target.setAutoCommit(false);
        this.relay = relay;
    }

    CopyRelay.Result whole(TableName table, List<String> columns, CopyFormat format) throws SQLException {
        return commit(CopySql.of(table, columns, format, Optional.empty(), false));
    }

    CopyRelay.Result part(TableName table, List<String> columns, PartRange part) throws SQLException {
        return commit(CopySql.of(table, columns, CopyFormat.BINARY, Optional.of(part), false));
    }

    private CopyRelay.Result commit(CopySql sql) throws SQLException {
        CopyRelay.Result result = copy(sql.out(), sql.in());
        source.rollback();
        target.commit();
        return result;
    }

    CopyRelay.Result copy(String out, String in) throws SQLException {
        return relay.copy(source, out, target, in, counters);
    }

    @Override
    public void close() throws SQLException {
        source.close();
        target.close();
    }
}
