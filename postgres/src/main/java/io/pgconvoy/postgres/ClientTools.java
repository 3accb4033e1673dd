package io.pgconvoy.postgres;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * PostgreSQL's client programs, run against an endpoint. Neither their arguments nor their environment hold a secret, and the database's name
 * is never taken for a connection string.
 */
public final class ClientTools {
    private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
    private static final Pattern VERSION = Pattern.compile("\\(PostgreSQL\\) (\\d+)");
    private static final Map<ProgramFile, Integer> MAJORS = new ConcurrentHashMap<>();
    /** Enough for a person; a restore can complain once per object. */
    private static final int STDERR_LINES = 500;

    private final Path bin;
    private final int major;

    private ClientTools(Path bin, int major) {
        this.bin = bin;
        this.major = major;
    }

    /** A client program. */
    public enum Tool {
        PG_DUMP("pg_dump"),
        PG_RESTORE("pg_restore"),
        PSQL("psql");

        private final String program;

        Tool(String program) {
            this.program = program;
        }
    }

    /** Files for standard input and output; empty for nothing to read, and for output thrown away. */
    public record Redirect(Optional<Path> stdin, Optional<Path> stdout) {
        public static final Redirect NONE = new Redirect(Optional.empty(), Optional.empty());

        public static Redirect from(Path stdin) {
            return new Redirect(Optional.of(stdin), Optional.empty());
        }

        public static Redirect to(Path stdout) {
            return new Redirect(Optional.empty(), Optional.of(stdout));
        }
    }

    /**
     * How a run ended.
     *
     * @param stderr its last lines
     */
    public record Outcome(int exitCode, List<String> stderr) {
        public Outcome {
            stderr = List.copyOf(stderr);
        }

        public boolean succeeded() {
            return exitCode == 0;
        }
    }

    /**
     * Finds the programs: in {@code configured} if given, else the newest of Debian's folders, else on PATH.
     *
     * @throws FailureException CLIENT_TOOLS if one is missing
     */
    public static ClientTools find(Optional<Path> configured) {
        if (configured.isPresent()) {
            return in(configured.get()).orElseThrow(() -> missing("in " + configured.get()));
        }
        return debianFolders()
                .or(() -> Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                        .filter(entry -> !entry.isEmpty())
                        .map(Path::of)
                        .map(ClientTools::in)
                        .flatMap(Optional::stream)
                        .findFirst())
                .orElseThrow(() -> missing("in " + DEBIAN + "/*/bin or on PATH"));
    }

    private static Optional<ClientTools> debianFolders() {
        if (!Files.isDirectory(DEBIAN)) {
            return Optional.empty();
        }
        try (Stream<Path> versions = Files.list(DEBIAN)) {
            return versions.map(version -> in(version.resolve("bin")))
                    .flatMap(Optional::stream)
                    .max(Comparator.comparingInt(ClientTools::major));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<ClientTools> in(Path bin) {
        boolean complete = Stream.of(Tool.values()).allMatch(tool -> Files.isExecutable(bin.resolve(tool.program)));
        return complete ? majorOf(bin).map(major -> new ClientTools(bin, major)) : Optional.empty();
    }

    /** Asked once of every file: an upgrade replaces it. */
    private static Optional<Integer> majorOf(Path bin) {
        Path program = bin.resolve(Tool.PG_DUMP.program);
        try {
            ProgramFile file = new ProgramFile(program, Files.getLastModifiedTime(program));
            Optional<Integer> major = Optional.ofNullable(MAJORS.get(file)).or(() -> askMajor(program));
            major.ifPresent(m -> MAJORS.put(file, m));
            return major;
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Optional<Integer> askMajor(Path program) {
        try {
            Process process = new ProcessBuilder(program.toString(), "--version")
                    .redirectErrorStream(true)
                    .start();
            String line = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            Matcher version = VERSION.matcher(line);
            return version.find() ? Optional.of(Integer.valueOf(version.group(1))) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static FailureException missing(String where) {
        return new FailureException(Failure.of(
                ErrorCode.CLIENT_TOOLS,
                "pg_dump, pg_restore and psql are not all " + where,
                "install them: on Debian, apt-get install postgresql-client"));
    }

    private record ProgramFile(Path path, FileTime changed) {}

    /** Their major version: dumps servers up to it. */
    public int major() {
        return major;
    }

    public Path bin() {
        return bin;
    }

    /**
     * Runs one program to its end. It is killed when {@code bound} passes or the calling thread is interrupted.
     *
     * @param args without connection arguments; pg_restore gets its empty {@code --dbname} here
     * @throws FailureException CLIENT_TOOLS if it could not be started or did not end within {@code bound}
     */
    public Outcome run(Tool tool, Endpoint endpoint, List<String> args, Redirect redirect, Duration bound)
            throws InterruptedException {
        try (ToolEnvironment environment = ToolEnvironment.of(endpoint)) {
            Path stdin = redirect.stdin().orElse(Path.of("/dev/null"));
            ProcessBuilder builder = new ProcessBuilder(Leash.on(stdin, command(tool, args)));
            environment.applyTo(builder.environment());
            builder.redirectOutput(redirect.stdout()
                    .map(path -> ProcessBuilder.Redirect.to(path.toFile()))
                    .orElse(ProcessBuilder.Redirect.DISCARD));
            return await(builder.start(), tool, bound);
        } catch (IOException e) {
            throw new FailureException(
                    Failure.of(ErrorCode.CLIENT_TOOLS, tool.program + " could not be run: " + e.getMessage()), e);
        }
    }

    private List<String> command(Tool tool, List<String> args) {
        List<String> command = new ArrayList<>();
        command.add(bin.resolve(tool.program).toString());
        boolean toServer = args.stream()
                .noneMatch(arg ->
                        arg.equals("-l") || arg.equals("--list") || arg.startsWith("-f") || arg.startsWith("--file"));
        if (tool == Tool.PG_RESTORE && toServer) {
            command.add("--dbname="); // restore into a server, which one the environment says
        }
        command.addAll(args);
        return command;
    }

    private static Outcome await(Process process, Tool tool, Duration bound) throws InterruptedException {
        LastLines stderr = new LastLines(STDERR_LINES);
        Thread reader = Thread.ofVirtual().name("stderr of " + tool.program).start(() -> stderr.readAll(process));
        try {
            if (!process.waitFor(bound.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new FailureException(Failure.of(
                        ErrorCode.CLIENT_TOOLS, tool.program + " did not end within " + bound.toSeconds() + " s"));
            }
            reader.join();
            return new Outcome(process.exitValue(), stderr.lines());
        } finally {
            if (process.isAlive()) {
                process.descendants().forEach(ProcessHandle::destroyForcibly); // workers of --jobs
                process.destroyForcibly();
            }
        }
    }
}
