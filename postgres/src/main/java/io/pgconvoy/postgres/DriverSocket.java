package io.pgconvoy.postgres;

import java.io.IOException;
import java.lang.reflect.Field;
import java.net.Socket;
import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.core.PGStream;
import org.postgresql.core.QueryExecutorBase;
import org.postgresql.core.VisibleBufferedInputStream;
import org.postgresql.jdbc.PgConnection;

/**
 * Borrows the socket of an idle pgjdbc connection, after the driver has done address, TLS and login. The only place that knows the
 * driver's inside; whatever it does not find there it reports by name.
 */
final class DriverSocket {
    private static final Field STREAM = field(QueryExecutorBase.class, "pgStream");
    private static final Field INPUT = field(PGStream.class, "pgInput");
    private static final Field INDEX = field(VisibleBufferedInputStream.class, "index");
    private static final Field END = field(VisibleBufferedInputStream.class, "endIndex");

    private final PgConnection connection;
    private final QueryExecutorBase executor;
    private final PGStream stream;

    private DriverSocket(PgConnection connection, QueryExecutorBase executor, PGStream stream) {
        this.connection = connection;
        this.executor = executor;
        this.stream = stream;
    }

    static DriverSocket of(Connection connection) throws SQLException {
        PgConnection driver = connection.unwrap(PgConnection.class);
        if (driver.isClosed()) {
            throw new SQLException("the connection is closed", "08003");
        }
        QueryExecutorBase executor = (QueryExecutorBase) driver.getQueryExecutor();
        return new DriverSocket(driver, executor, (PGStream) value(STREAM, executor));
    }

    PgConnection connection() {
        return connection;
    }

    QueryExecutorBase executor() {
        return executor;
    }

    /** TCP, TLS or Unix domain, as the endpoint wants it. */
    Socket socket() {
        return stream.getSocket();
    }

    /** Bytes the driver has read already but not used: an asynchronous message, if any. They are the caller's now. */
    byte[] leftover() throws IOException {
        stream.flush();
        VisibleBufferedInputStream input = (VisibleBufferedInputStream) value(INPUT, stream);
        int buffered = (int) value(END, input) - (int) value(INDEX, input);
        return buffered > 0 ? stream.receive(buffered) : new byte[0];
    }

    private static Field field(Class<?> owner, String name) {
        try {
            Field field = owner.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("this pgjdbc has no " + owner.getSimpleName() + "." + name, e);
        }
    }

    private static Object value(Field field, Object owner) {
        try {
            return field.get(owner);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
