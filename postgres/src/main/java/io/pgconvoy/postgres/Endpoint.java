package io.pgconvoy.postgres;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Where a database is and how to enter it. Printing one never shows the password.
 *
 * @param hosts tried in order, as libpq does
 * @param database taken literally, whatever it looks like
 * @param options startup options in libpq's form ({@code -c name=value}); the session settings of this project win over them
 * @param connectTimeout for each host; zero means without bound
 */
public record Endpoint(
        List<Host> hosts,
        String database,
        String user,
        Optional<Secret> password,
        SslMode sslMode,
        TlsFiles tls,
        Optional<String> options,
        Duration connectTimeout,
        TargetSessionAttrs targetSessionAttrs) {
    /** PostgreSQL's own. */
    public static final int DEFAULT_PORT = 5432;
    /** Long enough for a lost SYN or two, short enough for a person who waits. */
    public static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(10);

    public Endpoint {
        hosts = List.copyOf(hosts);
        if (hosts.isEmpty() || database.isEmpty() || user.isEmpty()) {
            throw EndpointException.invalid("an endpoint has a host, a database and a user");
        }
    }

    /** A server's address: a host name or address, or an absolute folder that holds its socket. */
    public record Host(String name, int port) {
        public Host {
            if (port < 1 || port > 65535) {
                throw EndpointException.invalid("the port is outside 1 to 65535");
            }
        }

        public boolean isSocketFolder() {
            return name.startsWith("/");
        }

        /** The socket's file; only for a socket folder. */
        public Path socketFile() {
            return Path.of(name, ".s.PGSQL." + port);
        }

        @Override
        public String toString() {
            return (name.contains(":") ? "[" + name + "]" : name) + ":" + port;
        }
    }

    /** Paths of TLS material: libpq's sslrootcert, sslcert and sslkey. */
    public record TlsFiles(Optional<Path> rootCert, Optional<Path> cert, Optional<Path> key) {
        public static final TlsFiles NONE = new TlsFiles(Optional.empty(), Optional.empty(), Optional.empty());
    }

    /**
     * Reads a libpq URI as libpq does. libpq's environment variables and service files are not consulted: what a service connects
     * to must not depend on where it was started.
     *
     * @throws EndpointException naming what is wrong, never echoing user or password
     */
    public static Endpoint ofUri(String uri) {
        return LibpqUri.parse(uri);
    }

    public Endpoint withTls(TlsFiles files) {
        return new Endpoint(
                hosts, database, user, password, sslMode, files, options, connectTimeout, targetSessionAttrs);
    }

    public Endpoint withPassword(Optional<Secret> other) {
        return new Endpoint(hosts, database, user, other, sslMode, tls, options, connectTimeout, targetSessionAttrs);
    }

    public Endpoint withSslMode(SslMode other) {
        return new Endpoint(hosts, database, user, password, other, tls, options, connectTimeout, targetSessionAttrs);
    }

    public Endpoint withDatabase(String other) {
        return new Endpoint(hosts, other, user, password, sslMode, tls, options, connectTimeout, targetSessionAttrs);
    }

    /** For messages: {@code host:port/database as user}. */
    public String describe() {
        return String.join(",", hosts.stream().map(Host::toString).toList()) + "/" + database + " as " + user;
    }

    @Override
    public String toString() {
        return describe();
    }
}
