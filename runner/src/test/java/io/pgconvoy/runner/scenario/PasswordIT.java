package io.pgconvoy.runner.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.postgres.ClientTools;
import io.pgconvoy.postgres.Identifiers;
import io.pgconvoy.postgres.local.LocalServer;
import io.pgconvoy.postgres.local.LocalServerSetup;
import io.pgconvoy.postgres.testing.TestDatabase;
import io.pgconvoy.runner.scenario.Pgconvoy.Ended;
import io.pgconvoy.runner.scenario.Pgconvoy.Running;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A password of a URI is in no record, no log, no list of processes, and in no file that others can read. */
class PasswordIT {
    /** Stays as it is in every encoding: what is searched for. */
    private static final String CORE = "CanaryQ7x";

    private static final String PASSWORD = "p@" + CORE + "%:/?#[]&= \"'ü\\$(id)";
    private static final String USER = "o'dd @user";

    @TempDir
    private Path folder;

    private LocalServer server;
    private TestDatabase source;
    private TestDatabase target;
    private Pgconvoy pgconvoy;

    @BeforeEach
    void start() {
        server = LocalServer.start(LocalServerSetup.of(15)
                .withHba(List.of("host all postgres 127.0.0.1/32 trust", "host all all 127.0.0.1/32 scram-sha-256")));
        source = TestDatabase.on(server, "from");
        target = TestDatabase.on(server, "to");
        source.execute(
                "CREATE ROLE " + Identifiers.quote(USER) + " LOGIN SUPERUSER PASSWORD " + Identifiers.literal(PASSWORD),
                "CREATE TABLE public.t (id int PRIMARY KEY)",
                "INSERT INTO public.t SELECT generate_series(1, 1000)");
        Gate.install(source);
        pgconvoy = new Pgconvoy(folder);
        assertThat(pgconvoy.run("up").exitCode()).isZero();
    }

    @AfterEach
    void stop() {
        pgconvoy.run("down");
        server.close();
    }

    private String uri(TestDatabase database, String password) {
        return "postgresql://" + encoded(USER) + ":" + encoded(password) + "@127.0.0.1:" + server.port() + "/"
                + database.name();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Test
    void nobodyElseSeesIt() throws Exception {
        assertTheSearchFindsWhatIsThere();
        try (ProcessSearch search = ProcessSearch.begin()) {
            Gate gate = Gate.close(target);
            Running clone =
                    pgconvoy.start("clone", "--source", uri(source, PASSWORD), "--target", uri(target, PASSWORD));
            gate.awaitCopy();
            assertThat(filesWithIt())
                    .as("the two Secrets, while they are needed")
                    .hasSize(2)
                    .allSatisfy(file -> {
                        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                                .isEqualTo("rw-------");
                        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
                                .isEqualTo("rwx------");
                    });
            gate.open();
            Ended ended = clone.await();

            assertThat(ended.exitCode()).as("%s", ended).isZero();
            assertThat(ended.toString()).doesNotContain(CORE);
            assertThat(search.found()).isEmpty();
        }
        assertThat(Comparisons.of(source, target, ClientTools.find(Optional.empty()))
                        .differences())
                .isEmpty();
        assertThat(filesWithIt()).isEmpty();
    }

    @Test
    void neitherWhenItIsWrong() throws Exception {
        try (ProcessSearch search = ProcessSearch.begin()) {
            Ended ended =
                    pgconvoy.run("clone", "--source", uri(source, PASSWORD + "not"), "--target", uri(target, PASSWORD));

            assertThat(ended.complaints()).singleElement().asString().startsWith("AUTH_FAILED: ");
            assertThat(ended.toString()).doesNotContain(CORE);
            assertThat(search.found()).isEmpty();
        }
        assertThat(filesWithIt()).isEmpty();
    }

    private static void assertTheSearchFindsWhatIsThere() throws IOException {
        ProcessBuilder builder = new ProcessBuilder("sleep", "60");
        builder.environment().put("PLANTED", CORE);
        Process planted = builder.start();
        try (ProcessSearch search = ProcessSearch.begin()) {
            while (planted.isAlive() && search.found().isEmpty()) {
                Thread.onSpinWait();
            }
            assertThat(search.found()).singleElement().asString().contains("sleep 60");
        } finally {
            planted.destroy();
            planted.onExit().join();
        }
    }

    /** Files of the state folder, the broker's segments and all logs among them. The broker does not compress. */
    private List<Path> filesWithIt() throws IOException {
        List<Path> found = new ArrayList<>();
        List<Path> segments = new ArrayList<>();
        try (Stream<Path> all = Files.walk(pgconvoy.state())) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                String text = content(file);
                if (text.contains(CORE)) {
                    found.add(file);
                }
                if (file.getParent().getFileName().toString().startsWith("pgconvoy.events-")
                        && text.contains("MigrationAccepted")) {
                    segments.add(file);
                }
            }
        }
        assertThat(segments).as("segments whose text can be read").isNotEmpty();
        return found;
    }

    private static String content(Path file) throws IOException {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            return ""; // the services have just deleted it
        }
    }

    /** Looks at the arguments and the environment of all processes but this one, again and again. */
    private static final class ProcessSearch implements AutoCloseable {
        /** Without one it would leave the others no processor. Programs that are given a URI run for longer. */
        private static final long PAUSE_MILLIS = 20;

        private final Set<String> found = new ConcurrentSkipListSet<>();
        private final CountDownLatch ended = new CountDownLatch(1);
        private final Thread thread =
                Thread.ofPlatform().daemon().name("search").unstarted(this::search);

        static ProcessSearch begin() {
            ProcessSearch search = new ProcessSearch();
            search.thread.start();
            return search;
        }

        private void search() {
            long self = ProcessHandle.current().pid();
            while (ended.getCount() > 0) {
                ProcessHandle.allProcesses()
                        .map(ProcessHandle::pid)
                        .filter(pid -> pid != self)
                        .forEach(this::look);
                pause();
            }
        }

        private void look(long pid) {
            List<String> words = new ArrayList<>(Processes.commandLine(pid));
            String command = String.join(" ", words).strip();
            words.addAll(Processes.environment(pid));
            if (words.stream().anyMatch(word -> word.contains(CORE))) {
                found.add(command);
            }
        }

        private void pause() {
            try {
                ended.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        Set<String> found() {
            return Set.copyOf(found);
        }

        @Override
        public void close() {
            ended.countDown();
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
