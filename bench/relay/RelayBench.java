import io.pgconvoy.contract.CopyFormat;
import io.pgconvoy.contract.TableName;
import io.pgconvoy.postgres.CopyCounters;
import io.pgconvoy.postgres.CopyRelay;
import io.pgconvoy.postgres.CopySql;
import io.pgconvoy.postgres.Endpoint;
import io.pgconvoy.postgres.SessionKind;
import io.pgconvoy.postgres.Sessions;
import io.pgconvoy.postgres.local.LocalServer;
import io.pgconvoy.postgres.local.LocalServerSetup;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One COPY stream of pgbench_accounts between two local servers: this project's relay against `psql | psql`, both binary and with FREEZE. Each
 * run is a process of its own, so a JVM's start is counted; arms alternate. Arguments: scale (50 is five million rows), runs.
 */
public final class RelayBench {
    private static final TableName ACCOUNTS = new TableName("public", "pgbench_accounts");
    private static final List<String> COLUMNS = List.of("aid", "bid", "abalance", "filler");

    private RelayBench() {}

    public static void main(String[] args) throws Exception {
        if (args[0].equals("once")) {
            once(args[1], args[2]);
            return;
        }
        LocalServerSetup setup = LocalServerSetup.of(15)
                .withFsync(true)
                .withSetting("shared_buffers", "256MB")
                .withSetting("autovacuum", "off");
        try (LocalServer source = LocalServer.start(setup);
                LocalServer target = LocalServer.start(setup)) {
            for (LocalServer server : List.of(source, target)) {
                server.createDatabase("bench");
            }
            String scale = server(source, "pgbench -q -i -I dtg -s " + args[0]);
            time("init", scale);
            time("init", server(target, "pgbench -q -i -I dt -s " + args[0]));
            Map<String, List<double[]>> results = new TreeMap<>();
            for (int run = 0; run < Integer.parseInt(args[1]); run++) {
                for (String arm : run % 2 == 0 ? List.of("relay", "psql") : List.of("psql", "relay")) {
                    target.execute("bench", "TRUNCATE public.pgbench_accounts", "CHECKPOINT");
                    results.computeIfAbsent(arm, a -> new ArrayList<>())
                            .add(time(arm, arm.equals("relay") ? relay(source, target) : psql(source, target)));
                }
            }
            results.forEach((arm, runs) -> System.out.printf(
                    "%s: wall median %.2f s, client CPU median %.2f s, of %d runs%n",
                    arm, median(runs, 0), median(runs, 1), runs.size()));
        }
    }

    private static void once(String source, String target) throws Exception {
        CopySql sql = CopySql.of(ACCOUNTS, COLUMNS, CopyFormat.BINARY, Optional.empty(), true);
        try (Connection from = Sessions.open(Endpoint.ofUri(source), "bench", SessionKind.SOURCE_READ);
                Connection to = Sessions.open(Endpoint.ofUri(target), "bench", SessionKind.TARGET_WRITE);
                Statement statement = to.createStatement()) {
            from.setAutoCommit(false);
            to.setAutoCommit(false);
            statement.execute("TRUNCATE public.pgbench_accounts");
            long start = System.nanoTime();
            CopyRelay.Result result = new CopyRelay().copy(from, sql.out(), to, sql.in(), new CopyCounters());
            to.commit();
            System.out.printf("%d rows, %d bytes in %.2f s%n", result.rows(), result.bytes(), (System.nanoTime() - start) / 1e9);
        }
    }

    private static String relay(LocalServer source, LocalServer target) {
        return "java -cp '" + System.getProperty("java.class.path") + "' RelayBench once '" + source.uri("bench") + "' '"
                + target.uri("bench") + "'";
    }

    private static String psql(LocalServer source, LocalServer target) {
        return server(source, "psql -Xqc \"COPY public.pgbench_accounts TO STDOUT WITH (FORMAT binary)\"") + " | "
                + server(
                        target,
                        "psql -Xq -v ON_ERROR_STOP=1 -c BEGIN -c \"TRUNCATE public.pgbench_accounts\""
                                + " -c \"COPY public.pgbench_accounts FROM STDIN WITH (FORMAT binary, FREEZE)\" -c COMMIT");
    }

    private static String server(LocalServer server, String command) {
        String environment = "PGHOST=127.0.0.1 PGUSER=postgres PGDATABASE=bench PGPORT=" + server.port() + " ";
        return environment + server.bin() + "/" + command;
    }

    /** Wall and client CPU (user and system, children included) in seconds. */
    private static double[] time(String label, String command) throws Exception {
        Process process = new ProcessBuilder("bash", "-c", "TIMEFORMAT='%R %U %S'; time { " + command + "; } >&2")
                .redirectErrorStream(true)
                .start();
        List<String> lines = process.inputReader().readAllLines();
        if (process.waitFor() != 0) {
            throw new IllegalStateException(label + " failed: " + lines);
        }
        lines.subList(0, lines.size() - 1).forEach(System.out::println);
        String[] words = lines.getLast().split(" ");
        double[] seconds = {Double.parseDouble(words[0]), Double.parseDouble(words[1]) + Double.parseDouble(words[2])};
        System.out.printf("%-5s wall %.2f s, client CPU %.2f s%n", label, seconds[0], seconds[1]);
        return seconds;
    }

    private static double median(List<double[]> runs, int which) {
        return runs.stream().mapToDouble(run -> run[which]).sorted().skip(runs.size() / 2).findFirst().orElseThrow();
    }
}
