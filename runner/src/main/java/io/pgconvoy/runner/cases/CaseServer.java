package io.pgconvoy.runner.cases;

import io.pgconvoy.postgres.SessionKind;
import io.pgconvoy.postgres.Sessions;
import io.pgconvoy.postgres.local.LocalServer;
import io.pgconvoy.postgres.local.LocalServerSetup;
import io.pgconvoy.runner.cases.WritableInstallation.Added;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** One of the two throwaway servers, with the programs that act on it as the superuser. Gone on close. */
final class CaseServer implements AutoCloseable {
    private static final String MAINTENANCE = "postgres";
    private static final List<String> CLUSTER_WIDE = List.of(
            "SELECT 'ROLE ' || quote_ident(rolname) FROM pg_roles WHERE rolname !~ '^pg_'",
            "SELECT 'TABLESPACE ' || quote_ident(spcname) FROM pg_tablespace");

    private final LocalServer server;
    private final WritableInstallation installation;
    private final Programs programs;
    private final Set<String> own;

    private CaseServer(LocalServer server, WritableInstallation installation, Programs programs, Set<String> own) {
        this.server = server;
        this.installation = installation;
        this.programs = programs;
        this.own = own;
    }

    static CaseServer start(int major) throws IOException, SQLException {
        LocalServerSetup setup = LocalServerSetup.of(major);
        WritableInstallation installation = WritableInstallation.of(setup.bin());
        LocalServer server =
                LocalServer.start(setup.withBin(installation.bin()).withSetting("autovacuum_naptime", "600"));
        Programs programs = new Programs(setup.bin(), server.port());
        Set<String> own = new TreeSet<>();
        for (String what : CLUSTER_WIDE) {
            own.addAll(column(server, MAINTENANCE, what));
        }
        return new CaseServer(server, installation, programs, own);
    }

    Programs programs() {
        return programs;
    }

    Added addExtension(List<Path> files) throws IOException {
        return installation.add(files);
    }

    /** Lets a role in by its password only, until the result is closed. */
    AutoCloseable askPasswordOf(String role) throws IOException {
        Path hba = server.data().resolve("pg_hba.conf");
        String before = Files.readString(hba);
        String line = "host all \"" + role + "\" all scram-sha-256\n";
        write(hba, line + before);
        return () -> write(hba, before);
    }

    private void write(Path hba, String content) throws IOException {
        Files.writeString(hba, content, StandardOpenOption.TRUNCATE_EXISTING); // stays the server user's
        server.execute(MAINTENANCE, "SELECT pg_reload_conf()");
    }

    String uri(String database, Optional<Steps.Login> login) {
        String who = login.map(l -> encoded(l.role())
                        + l.password().map(p -> ":" + encoded(p)).orElse(""))
                .orElse("postgres");
        return "postgresql://" + who + "@127.0.0.1:" + server.port() + "/" + encoded(database);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    Connection open(String database) throws SQLException {
        return Sessions.open(server.endpoint(database), "cases", SessionKind.ADMIN);
    }

    void execute(String database, String... statements) {
        server.execute(database, statements);
    }

    List<String> column(String database, String sql) throws SQLException {
        return column(server, database, sql);
    }

    private static List<String> column(LocalServer server, String database, String sql) throws SQLException {
        try (Connection connection = Sessions.open(server.endpoint(database), "cases", SessionKind.ADMIN);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> values = new ArrayList<>();
            while (rows.next()) {
                values.add(rows.getString(1));
            }
            return values;
        }
    }

    void drop(String database) {
        server.dropDatabase(database);
    }

    /** Removes roles and tablespaces that a case has made, as far as nothing holds them. */
    void forget() throws SQLException {
        for (String what : CLUSTER_WIDE.reversed()) {
            for (String each : column(MAINTENANCE, what)) {
                if (!own.contains(each)) {
                    if (each.startsWith("ROLE ")) {
                        server.execute(MAINTENANCE, "DROP OWNED BY " + each.substring("ROLE ".length()));
                    }
                    server.execute(MAINTENANCE, "DROP " + each);
                }
            }
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        installation.close();
    }
}
