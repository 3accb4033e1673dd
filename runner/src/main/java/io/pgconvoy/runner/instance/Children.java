package io.pgconvoy.runner.instance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Command lines of the processes that make up an instance. The launcher says through system properties where their files are. */
final class Children {
    private Children() {}

    /** {@code pgconvoy serve} as a process of its own; its standard input is the leash: it ends when that closes. */
    static ProcessBuilder services(StateFolder folder, Map<String, String> settings, List<String> arguments) {
        List<String> command = java();
        optional("pgconvoy.services.aot").ifPresent(aot -> command.add("-XX:AOTCache=" + aot));
        command.add("-Xmx512m");
        launcherProperties().forEach((name, value) -> command.add("-D" + name + "=" + value));
        settings.forEach((name, value) -> command.add("-D" + name + "=" + value));
        command.add("-jar");
        command.add(System.getProperty("java.class.path"));
        command.add("serve");
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectError(
                        ProcessBuilder.Redirect.appendTo(folder.log("services").toFile()));
    }

    /** The private Kafka broker on the given port of loopback. */
    static Process broker(StateFolder folder, int port) {
        List<String> command = new ArrayList<>();
        command.add(javaProgram());
        optional("pgconvoy.broker.options").ifPresent(file -> command.add("@" + file));
        optional("pgconvoy.broker.aot").ifPresent(aot -> command.add("-XX:AOTCache=" + aot));
        command.add("-cp");
        command.add(optional("pgconvoy.broker.classpath")
                .orElseThrow(() -> new IllegalStateException("start this through the launcher ./pgconvoy")));
        command.add("io.pgconvoy.broker.LocalBroker");
        command.add(folder.kafka().toString());
        command.add(Integer.toString(port));
        try {
            return new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.appendTo(
                            folder.log("broker").toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("the Kafka broker could not be started", e);
        }
    }

    /** The same settings as in the launcher, which made the AOT caches with them. */
    private static List<String> java() {
        List<String> command = new ArrayList<>();
        command.add(javaProgram());
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("--sun-misc-unsafe-memory-access=allow");
        command.add("-XX:+UseSerialGC");
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-Xlog:disable");
        command.add("-Xlog:all=error:stderr");
        return command;
    }

    private static String javaProgram() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** Handed on, so that a child can start children of its own. */
    private static Map<String, String> launcherProperties() {
        Map<String, String> properties = new TreeMap<>();
        for (String name : List.of(
                "pgconvoy.home",
                "pgconvoy.broker.options",
                "pgconvoy.broker.classpath",
                "pgconvoy.broker.aot",
                "pgconvoy.copy-worker.jar",
                "pgconvoy.services.aot")) {
            optional(name).ifPresent(value -> properties.put(name, value));
        }
        return properties;
    }

    private static java.util.Optional<String> optional(String property) {
        return java.util.Optional.ofNullable(System.getProperty(property));
    }
}
