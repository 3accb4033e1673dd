package io.pgconvoy.runner.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.wire.Topic;
import io.pgconvoy.postgres.ClientTools;
import io.pgconvoy.postgres.Identifiers;
import io.pgconvoy.postgres.local.LocalServer;
import io.pgconvoy.postgres.local.LocalServerSetup;
import io.pgconvoy.postgres.testing.CertificateAuthority;
import io.pgconvoy.postgres.testing.TestDatabase;
import io.pgconvoy.runner.compare.Comparison;
import io.pgconvoy.runner.scenario.Pgconvoy.Ended;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clones by an instance that {@code up} keeps running: whatever way a libpq URI leads to a database, and many tables. */
class RunningInstanceIT {
    private static final int PREFLIGHT_FAILED = 4;
    /** A few times what is needed, and far below one record per table. */
    private static final long MOST_RECORDS = 500;

    @TempDir
    private static Path folder;

    private static CertificateAuthority trusted;
    private static CertificateAuthority foreign;
    private static LocalServer sourceServer;
    private static LocalServer targetServer;
    private static Pgconvoy pgconvoy;

    @BeforeAll
    static void start() throws Exception {
        trusted = CertificateAuthority.create(folder, "trusted");
        foreign = CertificateAuthority.create(folder, "foreign");
        sourceServer = server();
        targetServer = server();
        pgconvoy = new Pgconvoy(folder);
        assertThat(pgconvoy.run("up").exitCode()).isZero();
    }

    /** Which way in is open depends on the role. */
    private static LocalServer server() throws Exception {
        LocalServer server = LocalServer.start(LocalServerSetup.of(15)
                .withHba(List.of(
                        "local all all trust",
                        "host all,replication postgres,keeper 127.0.0.1/32 trust",
                        "hostssl all by_tls 127.0.0.1/32 trust",
                        "host all by_tls,by_socket 127.0.0.1/32 reject",
                        "host all all 127.0.0.1/32 scram-sha-256")));
        trusted.secure(server);
        server.execute("postgres", "CREATE ROLE by_tls LOGIN SUPERUSER", "CREATE ROLE by_socket LOGIN SUPERUSER");
        return server;
    }

    @AfterAll
    static void stop() {
        pgconvoy.run("down");
        sourceServer.close();
        targetServer.close();
    }

    /** A source with rows and an empty target. */
    private record Sides(TestDatabase source, TestDatabase target) {
        static Sides of(String database) {
            TestDatabase source = TestDatabase.on(sourceServer, database);
            source.execute(
                    "CREATE TABLE public.t (id int PRIMARY KEY, note text)",
                    "INSERT INTO public.t SELECT g, md5(g::text) FROM generate_series(1, 5000) g");
            return new Sides(source, TestDatabase.on(targetServer, database));
        }

        void execute(String sql) {
            source.execute(sql);
            target.execute(sql);
        }

        void assertClonedBy(String sourceUri, String targetUri) throws Exception {
            Ended ended = RunningInstanceIT.clone(sourceUri, targetUri);
            assertThat(ended.exitCode()).as("%s", ended).isZero();
            assertThat(ended.complaints()).isEmpty();
            Comparison comparison = Comparisons.of(source, target, ClientTools.find(Optional.empty()));
            assertThat(comparison.differences()).isEmpty();
            assertThat(comparison.tables()).isNotEmpty();
        }
    }

    private static Ended clone(String sourceUri, String targetUri) {
        return pgconvoy.run("clone", "--source", sourceUri, "--target", targetUri);
    }

    private static void assertRefused(Ended ended, String line) {
        assertThat(ended.complaints()).as("%s", ended).containsExactly(line);
        assertThat(ended.exitCode()).isEqualTo(PREFLIGHT_FAILED);
    }

    @Test
    void userPasswordAndDatabaseArePercentEncoded() throws Exception {
        Sides sides = Sides.of("d/b %41?x=1&\"ü\"");
        sides.execute("CREATE ROLE " + Identifiers.quote("ü@b:c/d?e%f g") + " LOGIN SUPERUSER PASSWORD "
                + Identifiers.literal("p:w/@?#[]&=%+'\\ é"));
        String uri = "postgresql://%C3%BC%40b%3Ac%2Fd%3Fe%25f%20g:p%3Aw%2F%40%3F%23%5B%5D%26%3D%25+'%5C%20%C3%A9"
                + "@127.0.0.1:PORT/d%2Fb%20%2541%3Fx%3D1%26%22%C3%BC%22";

        sides.assertClonedBy(
                uri.replace("PORT", "" + sourceServer.port()), uri.replace("PORT", "" + targetServer.port()));
    }

    @Test
    void ofSeveralHostsTheOneThatIsThereAndOfTheWantedKindIsTaken() throws Exception {
        Sides sides = Sides.of("hosts");
        String source = "postgresql://postgres@127.0.0.1:1,127.0.0.1:" + sourceServer.port() + "/hosts";
        try (LocalServer standby = LocalServer.startStandbyOf(targetServer)) {
            standby.awaitReplayOf(targetServer);
            String hosts = "127.0.0.1:" + standby.port() + ",127.0.0.1:" + targetServer.port();
            String target = "postgresql://postgres@" + hosts + "/hosts?target_session_attrs=";

            assertRefused(
                    clone(source, target + "any"),
                    "TARGET_READ_ONLY: the target server is a standby, which nobody can write to;"
                            + " name its primary; to several hosts in a URI belongs target_session_attrs=read-write");
            sides.assertClonedBy(source, target + "read-write");
        }
    }

    @Test
    void noHostOfTheWantedKindIsRefused() {
        Sides sides = Sides.of("primaries");
        assertRefused(
                clone(sides.source.uri() + "?target_session_attrs=standby", sides.target.uri()),
                "SOURCE_UNREACHABLE: connecting to 127.0.0.1:" + sourceServer.port()
                        + "/primaries as postgres: 127.0.0.1:" + sourceServer.port()
                        + " is not standby as target_session_attrs asks;"
                        + " name a server of that kind, or leave target_session_attrs out");
    }

    @Test
    void theFolderOfASocketIsAHost() throws Exception {
        Sides sides = Sides.of("socketed");
        String folderAsHost = URLEncoder.encode(sourceServer.socketFolder().toString(), StandardCharsets.UTF_8);

        sides.assertClonedBy(
                "postgresql://by_socket@" + folderAsHost + ":" + sourceServer.port() + "/socketed",
                "postgresql:///socketed?user=by_socket&host=" + targetServer.socketFolder() + "&port="
                        + targetServer.port());
    }

    @Test
    void optionsHoldForEverySession() throws Exception {
        Sides sides = Sides.of("optioned");
        sides.execute("CREATE ROLE shop");
        sides.execute("CREATE ROLE keeper LOGIN NOINHERIT IN ROLE shop");
        sides.source.execute("ALTER TABLE public.t OWNER TO shop");
        sides.target.execute("ALTER DATABASE optioned OWNER TO shop");
        String source = sides.source.uri().replace("postgres@", "keeper@");
        String target = sides.target.uri().replace("postgres@", "keeper@");

        Ended without = clone(source, target);
        assertThat(without.complaints())
                .anyMatch(line -> line.startsWith("PRIVILEGE: role keeper may not read public.t on the source;"))
                .anyMatch(line -> line.startsWith("PRIVILEGE: role keeper may not create schemas"));

        String options = "?options=-c%20role%3Dshop";
        sides.assertClonedBy(source + options, target + options);
        assertThat(sides.target.value("SELECT tableowner FROM pg_tables WHERE tablename = 't'"))
                .isEqualTo("shop");
    }

    @Test
    void aCertificateIsVerifiedOnBothLegs() throws Exception {
        Sides sides = Sides.of("secured");
        sides.assertClonedBy(
                verifying(sides.source, "localhost", trusted), verifying(sides.target, "localhost", trusted));
    }

    @Test
    void aCertificateOfSomebodyElsesAuthorityIsRefused() {
        Sides sides = Sides.of("distrusted");
        String source = verifying(sides.source, "localhost", trusted);
        String target = verifying(sides.target, "localhost", trusted);
        String why = "/distrusted as by_tls: the TLS handshake failed: %s;"
                + " check sslmode, sslrootcert and that the certificate names the host";
        String untrusted = why.formatted("unable to find valid certification path to requested target");

        assertRefused(
                clone(verifying(sides.source, "localhost", foreign), target),
                "TLS_FAILED: connecting to localhost:" + sourceServer.port() + untrusted);
        assertRefused(
                clone(source, verifying(sides.target, "localhost", foreign)),
                "TLS_FAILED: connecting to localhost:" + targetServer.port() + untrusted);
        assertRefused(
                clone(source, verifying(sides.target, "127.0.0.1", trusted)),
                "TLS_FAILED: connecting to 127.0.0.1:" + targetServer.port()
                        + why.formatted("The hostname 127.0.0.1 could not be verified"));
    }

    private static String verifying(TestDatabase database, String host, CertificateAuthority authority) {
        return database.uri().replace("postgres@127.0.0.1", "by_tls@" + host) + "?sslmode=verify-full&sslrootcert="
                + authority.certificate();
    }

    @Test
    void twoThousandTablesNeedFarFewerRecordsThanTables() throws Exception {
        Sides sides = Sides.of("many");
        sides.source.execute("DO $$ BEGIN FOR i IN 1..2000 LOOP"
                + " EXECUTE format('CREATE TABLE public.t%s (id int PRIMARY KEY, note text)', i);"
                + " EXECUTE format('INSERT INTO public.t%s VALUES (%s, %L)', i, i, md5(i::text));"
                + " END LOOP; END $$");
        long jobs = records(Topic.JOBS);
        long events = records(Topic.EVENTS);

        sides.assertClonedBy(sides.source.uri(), sides.target.uri());

        assertThat(records(Topic.JOBS) - jobs).isBetween(1L, MOST_RECORDS);
        assertThat(records(Topic.EVENTS) - events).isBetween(1L, MOST_RECORDS);
    }

    /** All that were ever written to a topic. */
    private static long records(Topic topic) {
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", pgconvoy.bootstrap()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic.topicName()).stream()
                    .map(p -> new TopicPartition(p.topic(), p.partition()))
                    .toList();
            return consumer.endOffsets(partitions).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
        }
    }
}
