package io.pgconvoy.postgres;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import org.postgresql.core.TransactionState;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/**
 * Speaks the simple query protocol (manual: 55.2.3, 55.2.6) on a connection that pgjdbc opened and that is idle now. From {@link #query} until
 * ready again the connection belongs to the wire. One thread reads, one writes.
 */
final class Wire {
    /** Messages that are kept: errors and notices. The server cuts their parts shorter than this. */
    private static final int BODY_LIMIT = 64 * 1024;

    private final String side;
    private final DriverSocket driver;
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private byte[] pending;
    private int at;
    private int end;
    private volatile boolean ready = true;
    private OptionalLong copied = OptionalLong.empty();
    private volatile Optional<PSQLException> error = Optional.empty();

    private Wire(String side, DriverSocket driver, InputStream in, OutputStream out, byte[] leftover) {
        this.side = side;
        this.driver = driver;
        this.socket = driver.socket();
        this.in = in;
        this.out = out;
        this.pending = Arrays.copyOf(leftover, Math.max(leftover.length, 8192));
        this.end = leftover.length;
    }

    /** @param side "source" or "target", for messages */
    static Wire of(String side, Connection connection) throws SQLException, IOException {
        DriverSocket driver = DriverSocket.of(connection);
        byte[] leftover = driver.leftover();
        return new Wire(
                side, driver, driver.socket().getInputStream(), driver.socket().getOutputStream(), leftover);
    }

    /** The start of a message: its type, and the length of what follows. */
    record Header(char type, int length) {}

    /** Sends statements, and BEGIN before them if the connection is one that pgjdbc would send it on. */
    void query(String sql) throws SQLException, IOException {
        boolean begin = !driver.connection().getAutoCommit()
                && driver.executor().getTransactionState() == TransactionState.IDLE;
        if (begin) {
            send("BEGIN");
            readUntilReady();
            if (error.isPresent()) {
                throw error.get();
            }
        }
        send(sql);
    }

    private void send(String sql) throws IOException {
        byte[] text = sql.getBytes(StandardCharsets.UTF_8);
        ready = false;
        copied = OptionalLong.empty();
        error = Optional.empty();
        byte[] message = ByteBuffer.allocate(6 + text.length)
                .put((byte) 'Q')
                .putInt(5 + text.length)
                .put(text)
                .put((byte) 0)
                .array();
        write(message, message.length);
    }

    /**
     * Reads until the server has entered COPY mode.
     *
     * @param response 'H' for copy out, 'G' for copy in
     * @return whether the format is binary
     * @throws SQLException if the server refused; the wire is ready then
     */
    boolean awaitCopy(char response) throws SQLException, IOException {
        while (true) {
            Header header = header();
            if (header.type() == response) {
                return body(header)[0] == 1;
            }
            handle(header);
            if (ready) {
                throw error.orElseThrow(() -> new PSQLException(
                        new ServerErrorMessage("SERROR\0C08P01\0Mthe server did not enter COPY mode\0")));
            }
        }
    }

    /** Reads on to ReadyForQuery; data of a copy that nobody wants any more is dropped. */
    void readUntilReady() throws IOException {
        while (!ready) {
            handle(header());
        }
        while (at < end) {
            handle(header()); // an asynchronous message behind it would confuse the driver
        }
    }

    /** Takes in any message that is not the data of a copy. */
    void handle(Header header) throws IOException {
        switch (header.type()) {
            case 'E' -> {
                String fields = new String(body(header), StandardCharsets.UTF_8);
                if (error.isEmpty()) {
                    error = Optional.of(new PSQLException(new ServerErrorMessage(fields), false));
                }
            }
            case 'C' -> {
                String tag = new String(body(header), StandardCharsets.US_ASCII).replace("\0", "");
                if (tag.startsWith("COPY ")) {
                    copied = OptionalLong.of(Long.parseLong(tag.substring(5)));
                }
            }
            case 'Z' -> {
                driver.executor()
                        .setTransactionState(
                                switch (body(header)[0]) {
                                    case 'I' -> TransactionState.IDLE;
                                    case 'T' -> TransactionState.OPEN;
                                    default -> TransactionState.FAILED;
                                });
                ready = true;
            }
            default -> skip(header.length());
        }
    }

    Header header() throws IOException {
        byte[] five = new byte[5];
        readFully(five);
        return new Header((char) five[0], ByteBuffer.wrap(five).getInt(1) - 4);
    }

    private byte[] body(Header header) throws IOException {
        byte[] body = new byte[Math.clamp(header.length(), 0, BODY_LIMIT)];
        readFully(body);
        skip(header.length() - body.length);
        return body;
    }

    private void readFully(byte[] into) throws IOException {
        int done = 0;
        while (done < into.length) {
            if (at == end) {
                at = 0;
                end = 0;
                end = readSome(pending, 0, pending.length);
            }
            int count = Math.min(end - at, into.length - done);
            System.arraycopy(pending, at, into, done, count);
            at += count;
            done += count;
        }
    }

    private void skip(int length) throws IOException {
        byte[] dropped = new byte[Math.min(length, 8192)];
        for (int rest = length; rest > 0; ) {
            rest -= read(dropped, 0, Math.min(rest, dropped.length));
        }
    }

    /** Reads what there is, at least one byte. */
    int read(byte[] into, int offset, int length) throws IOException {
        if (at == end) {
            return readSome(into, offset, length);
        }
        int count = Math.min(end - at, length);
        System.arraycopy(pending, at, into, offset, count);
        at += count;
        return count;
    }

    private int readSome(byte[] into, int offset, int length) throws IOException {
        int count;
        try {
            count = in.read(into, offset, length);
        } catch (IOException e) {
            throw broken(e);
        }
        if (count < 0) {
            throw broken(new EOFException("the server closed it"));
        }
        return count;
    }

    /** Puts back what was read too far. */
    void unread(byte[] from, int offset, int length) {
        byte[] both = new byte[Math.max(8192, length + end - at)];
        System.arraycopy(from, offset, both, 0, length);
        System.arraycopy(pending, at, both, length, end - at);
        end = length + end - at;
        at = 0;
        pending = both;
    }

    void write(byte[] from, int length) throws IOException {
        try {
            out.write(from, 0, length);
            out.flush();
        } catch (IOException e) {
            throw broken(e);
        }
    }

    private IOException broken(IOException e) {
        return new IOException("the connection to the " + side + " broke: " + e.getMessage(), e);
    }

    /** No statement is under way: pgjdbc may use the connection. */
    boolean isReady() {
        return ready;
    }

    /** What the server answered with instead of, or after, doing what it was asked. */
    Optional<PSQLException> error() {
        return error;
    }

    /** The row count of COPY's command tag. */
    OptionalLong copied() {
        return copied;
    }

    void readTimeout(int millis) throws SocketException {
        socket.setSoTimeout(millis);
    }

    String parameter(String name) {
        return driver.connection().getParameterStatus(name);
    }

    boolean isAutoCommit() throws SQLException {
        return driver.connection().getAutoCommit();
    }

    /** Asks the server, over a connection of its own, to give up the running statement. A request that is lost changes nothing. */
    void requestCancel() {
        try {
            driver.connection().cancelQuery();
        } catch (SQLException e) {
            // The connection is closed: there is nothing left to cancel.
        }
    }

    /** Closes the socket under whoever reads or writes. */
    void abort() {
        try {
            socket.setSoLinger(true, 0); // without it, closing TLS waits for a blocked writer
            driver.connection().abort(Runnable::run);
            socket.close();
        } catch (SQLException | IOException e) {
            // Closed is what it is now, one way or another.
        }
    }
}
