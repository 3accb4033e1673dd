package io.pgconvoy.postgres.testing;

import io.pgconvoy.postgres.local.LocalServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Signs certificates for {@code localhost}. One of a test's own, made by openssl in a folder; nobody else trusts it. */
public record CertificateAuthority(Path folder, String name) {
    private static final String SERVER = "server";

    /** Makes a new one. */
    public static CertificateAuthority create(Path folder, String name) throws IOException, InterruptedException {
        CertificateAuthority authority = new CertificateAuthority(folder, name);
        authority.openssl(
                "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=%1$s -keyout %1$s.key -out %1$s.crt", name);
        return authority;
    }

    /** What a client that trusts it names as sslrootcert. */
    public Path certificate() {
        return folder.resolve(name + ".crt");
    }

    /** Makes a certificate, {@code subject.crt} with {@code subject.key} beside it. */
    public Path issue(String subject) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("names"), "subjectAltName=DNS:localhost");
        openssl("req -newkey rsa:2048 -nodes -subj /CN=%1$s -keyout %1$s.key -out %1$s.csr", subject);
        openssl(
                "x509 -req -in %1$s.csr -CA %2$s.crt -CAkey %2$s.key -CAcreateserial -days 2 -extfile names -out %1$s.crt",
                subject);
        return folder.resolve(subject + ".crt");
    }

    /** Turns TLS on, with a certificate of this authority; client certificates of this authority are believed. Restarts the server. */
    public void secure(LocalServer server) throws IOException, InterruptedException {
        Path certificate = issue(SERVER);
        give(server, certificate, "server.crt");
        give(server, certificate.resolveSibling(SERVER + ".key"), "server.key");
        give(server, certificate(), "ca.crt");
        Files.writeString(
                server.data().resolve("postgresql.conf"),
                "ssl = on\nssl_ca_file = 'ca.crt'\n",
                StandardOpenOption.APPEND);
        server.restart();
    }

    private static void give(LocalServer server, Path file, String as) throws IOException {
        Path copy = Files.copy(file, server.data().resolve(as), StandardCopyOption.REPLACE_EXISTING);
        Files.setOwner(copy, Files.getOwner(server.data()));
    }

    private void openssl(String arguments, String subject) throws IOException, InterruptedException {
        List<String> command = List.of(("openssl " + arguments.formatted(subject, name)).split(" ", -1));
        Path log = folder.resolve("openssl.log");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (process.waitFor() != 0) {
            throw new IOException(command + " failed: " + Files.readString(log));
        }
    }
}
