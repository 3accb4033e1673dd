package io.pgconvoy.runner.cases;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** psql, createdb and pg_dumpall against one server, as its superuser. */
final class Programs {
    /** Settings of databases are part of some cases: they must not change how a result is printed. */
    private static final String FIXED =
            "-c extra_float_digits=3 -c datestyle=ISO,YMD -c intervalstyle=postgres -c timezone=UTC"
                    + " -c bytea_output=hex -c search_path=pg_catalog -c default_transaction_read_only=off"
                    + " -c standard_conforming_strings=on -c array_nulls=on -c xmloption=content -c quote_all_identifiers=off"
                    + " -c transform_null_equals=off -c statement_timeout=0 -c row_security=on";

    private final Path bin;
    private final int port;

    Programs(Path bin, int port) {
        this.bin = bin;
        this.port = port;
    }

    /** @param output standard output when it succeeded, both outputs when it failed */
    record Answer(int exitCode, String output) {
        boolean succeeded() {
            return exitCode == 0;
        }

        /** @throws CaseNotSet if it failed */
        String orFail(String what) {
            if (!succeeded()) {
                throw new CaseNotSet(what + ": " + output.strip());
            }
            return output;
        }
    }

    /** A case could not be set up: nothing is known about the product. */
    static final class CaseNotSet extends RuntimeException {
        CaseNotSet(String what) {
            super(what);
        }
    }

    void createDatabase(String name, String options) {
        List<String> words = new ArrayList<>(List.of("createdb"));
        words.addAll(
                options.isBlank()
                        ? List.of("-T", "template0")
                        : List.of(options.strip().split("\\s+")));
        words.add("--");
        words.add(name);
        run(Map.of("PGDATABASE", "postgres"), words).orFail("createdb");
    }

    /** Runs a script in autocommit, until its first error. */
    void script(String database, Path file) {
        run(
                        Map.of("PGDATABASE", database, "PGCLIENTENCODING", "UTF8"),
                        List.of("psql", "-Xq", "-v", "ON_ERROR_STOP=1", "-o", "/dev/null", "-f", file.toString()))
                .orFail(file.getFileName().toString());
    }

    /** The lines of a query's only column, printed alike whatever the database's settings are. */
    Answer query(String database, Path file) {
        return run(
                Map.of("PGDATABASE", database, "PGCLIENTENCODING", "UTF8", "PGOPTIONS", FIXED),
                List.of("psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-f", file.toString()));
    }

    /** Makes the other server's roles here; those that exist stay. */
    void copyRolesFrom(Programs other) throws IOException {
        Path file = Files.createTempFile("pgconvoy-roles-", ".sql");
        try {
            Files.writeString(
                    file,
                    other.run(Map.of("PGDATABASE", "postgres"), List.of("pg_dumpall", "--roles-only"))
                            .orFail("pg_dumpall"));
            run(
                            Map.of("PGDATABASE", "postgres", "PGCLIENTENCODING", "UTF8"),
                            List.of("psql", "-Xq", "-f", file.toString()))
                    .orFail("roles");
        } finally {
            Files.delete(file);
        }
    }

    private Answer run(Map<String, String> environment, List<String> words) {
        List<String> command = new ArrayList<>(words);
        command.set(0, bin.resolve(words.getFirst()).toString());
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
        builder.environment()
                .putAll(Map.of(
                        "PGHOST",
                        "127.0.0.1",
                        "PGPORT",
                        Integer.toString(port),
                        "PGUSER",
                        "postgres",
                        "LC_ALL",
                        "C.UTF-8"));
        builder.environment().putAll(environment);
        try {
            Path errors = Files.createTempFile("pgconvoy-case-", ".err");
            try {
                Process process = builder.redirectInput(Path.of("/dev/null").toFile())
                        .redirectError(errors.toFile())
                        .start();
                String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                int code = process.waitFor();
                return new Answer(code, code == 0 ? output : output + Files.readString(errors));
            } finally {
                Files.delete(errors);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CaseNotSet("interrupted");
        }
    }
}
