package io.pgconvoy.postgres.local;

import io.pgconvoy.postgres.Endpoint;
import io.pgconvoy.postgres.Identifiers;
import io.pgconvoy.postgres.SessionKind;
import io.pgconvoy.postgres.Sessions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A throwaway PostgreSQL server on loopback: superuser {@code postgres}, trust authentication, its own folder, gone with this JVM
 * even when that is killed. For the demo and for tests. Methods may be called from any thread, one at a time.
 */
public final class LocalServer implements AutoCloseable {
    /** For start and stop on a machine that is busy with other things. */
    private static final int PATIENCE_SECONDS = 60;

    private final LocalServerSetup setup;
    private final Path folder;
    private final int port;
    private Process watchdog;

    private LocalServer(LocalServerSetup setup, Path folder, int port) {
        this.setup = setup;
        this.folder = folder;
        this.port = port;
    }

    public static LocalServer start(int major) {
        return start(LocalServerSetup.of(major));
    }

    /**
     * Makes a new data folder and starts a server in it.
     *
     * @throws UncheckedIOException with the end of the server's log if it does not come up
     */
    public static LocalServer start(LocalServerSetup setup) {
        return start(setup, DataFolder::initialize);
    }

    /** Starts a read-only copy that follows {@code primary}, which must run as long as it does. */
    public static LocalServer startStandbyOf(LocalServer primary) {
        return start(primary.setup, data -> data.copyOf(primary));
    }

    private interface Filling {
        void of(DataFolder data) throws IOException;
    }

    private static LocalServer start(LocalServerSetup setup, Filling filling) {
        try {
            Path folder = ServerFiles.create(setup);
            LocalServer server = new LocalServer(setup, folder, freePort());
            DataFolder data = new DataFolder(setup, folder, server.port);
            // From its launch on the server's watchdog sees to it that nothing is left.
            Thread hook = new Thread(data::abandon, "delete-local-postgres");
            Runtime.getRuntime().addShutdownHook(hook);
            try {
                filling.of(data);
                server.launch();
                return server;
            } catch (IOException e) {
                data.abandon();
                throw e;
            } finally {
                forget(hook);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // It runs: the JVM is on its way out.
        }
    }

    /**
     * The server is the child of a small shell that reads from us: told to stop, it stops the server; at the end of the pipe, which
     * comes however our process ends, it removes the folder too.
     */
    private void launch() throws IOException {
        String script =
                "\"$1\" -D \"$2\" </dev/null >>\"$3\" 2>&1 & server=$!; read -r word; kill -INT $server; wait $server;"
                        + " [ \"$word\" = stop ] || rm -rf \"$4\"";
        Files.deleteIfExists(data().resolve("postmaster.pid"));
        watchdog = ServerFiles.asServerUser(List.of(
                        "/bin/sh",
                        "-c",
                        script,
                        "watchdog",
                        setup.bin().resolve("postgres").toString(),
                        data().toString(),
                        log().toString(),
                        folder.toString()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .directory(folder.toFile())
                .start();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!ServerFiles.isReady(data())) {
            if (!watchdog.isAlive() || ServerFiles.saysFatal(log()) || System.nanoTime() > deadline) {
                stop();
                throw new IOException("the server did not start: " + ServerFiles.lastLines(log()));
            }
            pause();
        }
    }

    /** Fast shutdown: open transactions are rolled back, everything committed is on disk. Harmless when stopped. */
    public synchronized void stop() {
        if (watchdog == null) {
            return;
        }
        try {
            watchdog.getOutputStream().write("stop\n".getBytes(StandardCharsets.US_ASCII));
            watchdog.getOutputStream().close();
        } catch (IOException e) {
            // The shell is gone already, and with it the server.
        }
        if (!finished(watchdog)) {
            signal("KILL");
            watchdog.destroyForcibly();
        }
        watchdog = null;
    }

    /** Ends the server at once and uncleanly, as {@code pg_ctl stop -m immediate} does; it recovers at the next start. */
    public synchronized void kill() {
        signal("QUIT");
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (Files.exists(data().resolve("postmaster.pid")) && System.nanoTime() < deadline) {
            pause();
        }
        stop();
    }

    /** Starts a stopped or killed server again, same folder and port; a running one is stopped first. */
    public synchronized void restart() {
        stop();
        try {
            launch();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stops the server and deletes its folder. */
    @Override
    public void close() {
        stop();
        ServerFiles.delete(folder);
    }

    private void signal(String name) {
        ServerFiles.postmasterPid(data()).ifPresent(pid -> {
            try {
                finished(new ProcessBuilder("kill", "-" + name, pid).start());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    public int major() {
        return setup.major();
    }

    public int port() {
        return port;
    }

    /** Where its socket lies. */
    public Path socketFolder() {
        return folder;
    }

    /** The server's log file. */
    public Path log() {
        return folder.resolve("server.log");
    }

    /** The data folder. */
    public Path data() {
        return folder.resolve("data");
    }

    /** Where the server's programs are. */
    public Path bin() {
        return setup.bin();
    }

    /** A libpq URI over loopback TCP. */
    public String uri(String database) {
        String encoded = URLEncoder.encode(database, StandardCharsets.UTF_8).replace("+", "%20");
        return "postgresql://postgres@127.0.0.1:" + port + "/" + encoded;
    }

    public Endpoint endpoint(String database) {
        return Endpoint.ofUri(uri(database));
    }

    /** An empty database, whatever its name looks like. */
    public void createDatabase(String name) {
        execute("postgres", "CREATE DATABASE " + Identifiers.quote(name) + " TEMPLATE template0");
    }

    /** Drops it, ending sessions in it. */
    public void dropDatabase(String name) {
        execute("postgres", "DROP DATABASE IF EXISTS " + Identifiers.quote(name) + " WITH (FORCE)");
    }

    /** Runs statements outside a transaction block, as superuser. */
    public void execute(String database, String... statements) {
        try (Connection connection = Sessions.open(endpoint(database), "local server", SessionKind.ADMIN);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /** Waits until this standby shows everything that was committed on {@code primary} before the call. */
    public void awaitReplayOf(LocalServer primary) {
        String written = primary.value("SELECT pg_current_wal_insert_lsn()");
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!value("SELECT pg_last_wal_replay_lsn() >= '" + written + "'").equals("t")) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("the standby did not catch up: " + ServerFiles.lastLines(log()));
            }
            pause();
        }
    }

    private String value(String sql) {
        try (Connection connection = Sessions.open(endpoint("postgres"), "local server", SessionKind.ADMIN);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return String.valueOf(row.getString(1));
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    private static boolean finished(Process process) {
        try {
            return process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return !process.isAlive();
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(20);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
