package io.pgconvoy.postgres;

import io.pgconvoy.postgres.Endpoint.Host;
import io.pgconvoy.postgres.Endpoint.TlsFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The connection URI of libpq (manual: 34.1.1.2), read as {@code conninfo_uri_parse_options} reads it. One difference: an '@' in the
 * database part without any user part is refused, because there it is nearly always the end of a password with a bare '/'
 * in it, which would otherwise show up in messages as a database name.
 */
final class LibpqUri {
    private static final String PERCENT_REMEDY =
            "write reserved characters in user and password percent-encoded: '/' as %2F, '@' as %40, ':' as %3A, '%' as %25";

    private final Map<String, String> values = new HashMap<>();
    private final String text;
    private int at;

    private LibpqUri(String text, int at) {
        this.text = text;
        this.at = at;
    }

    static Endpoint parse(String uri) {
        for (String scheme : List.of("postgresql://", "postgres://")) {
            if (uri.startsWith(scheme)) {
                LibpqUri parsed = new LibpqUri(uri, scheme.length());
                parsed.read();
                return parsed.endpoint();
            }
        }
        if (uri.matches("(?s)\\s*\\w+\\s*=.*")) {
            throw EndpointException.invalid(
                    "the connection string is in key=value form, which is not accepted",
                    "write it as postgresql://user:password@host:port/database");
        }
        throw EndpointException.invalid(
                "the connection string is not a libpq URI: it must begin with postgresql:// or postgres://");
    }

    private void read() {
        userAndPassword();
        hostsAndPorts();
        if (peek() == '/') {
            at++;
            String database = until("?");
            if (database.contains("@") && !values.containsKey("user")) {
                throw EndpointException.invalid("the URI has an '@' after a '/' but no user part", PERCENT_REMEDY);
            }
            store("dbname", decode(database, "database"));
        }
        if (peek() == '?') {
            at++;
            parameters();
        }
    }

    private void userAndPassword() {
        int end = at;
        while (end < text.length() && text.charAt(end) != '@' && text.charAt(end) != '/') {
            end++;
        }
        if (end == text.length() || text.charAt(end) != '@') {
            return;
        }
        String credentials = text.substring(at, end);
        int colon = credentials.indexOf(':');
        store("user", decode(colon < 0 ? credentials : credentials.substring(0, colon), "user"));
        if (colon >= 0) {
            store("password", decode(credentials.substring(colon + 1), "password"));
        }
        at = end + 1;
    }

    private void hostsAndPorts() {
        List<String> hosts = new ArrayList<>();
        List<String> ports = new ArrayList<>();
        do {
            if (!hosts.isEmpty()) {
                at++;
            }
            hosts.add(peek() == '[' ? bracketed() : until(":/?,"));
            String port = "";
            if (peek() == ':') {
                at++;
                port = until("/?,");
            }
            ports.add(port);
        } while (peek() == ',');
        store("host", decode(String.join(",", hosts), "host"));
        String joined = String.join(",", ports);
        if (!joined.replace(",", "").isEmpty()) {
            store("port", decode(joined, "port"));
            split(values.get("port"))
                    .forEach(LibpqUri::port); // before anything later in the text is named in a message
        }
    }

    private String bracketed() {
        int end = text.indexOf(']', at);
        if (end < 0) {
            throw EndpointException.invalid("the URI has no ']' after the IPv6 address");
        }
        String address = text.substring(at + 1, end);
        if (address.isEmpty()) {
            throw EndpointException.invalid("the URI has an empty IPv6 address");
        }
        at = end + 1;
        if (at < text.length() && ":/?,".indexOf(text.charAt(at)) < 0) {
            throw EndpointException.invalid("after ']' of the IPv6 address the URI needs ':', '/', '?' or ','");
        }
        return address;
    }

    private void parameters() {
        while (at < text.length()) {
            String pair = until("&");
            at++;
            int equals = pair.indexOf('=');
            if (equals < 0) {
                throw EndpointException.invalid("a URI parameter has no '='");
            }
            if (pair.indexOf('=', equals + 1) >= 0) {
                throw EndpointException.invalid("a URI parameter has two '='; write the second as %3D");
            }
            String name = decode(pair.substring(0, equals), "parameter name");
            String value = decode(pair.substring(equals + 1), "value of parameter " + name);
            if (name.equals("ssl") && value.equals("true")) {
                values.put("sslmode", "require"); // libpq takes the word of JDBC URIs so
                continue;
            }
            UriParameter.of(name).orElseThrow(() -> unknown(name)).check(value);
            values.put(name, value);
        }
    }

    private EndpointException unknown(String name) {
        boolean perhapsPassword = !values.containsKey("user") && text.contains("@");
        return perhapsPassword
                ? EndpointException.invalid(
                        "the URI has an '@' after a '?', no user part and an unknown parameter", PERCENT_REMEDY)
                : UriParameter.unknown(name);
    }

    private Endpoint endpoint() {
        String user = value("user").orElseGet(() -> System.getProperty("user.name"));
        return new Endpoint(
                hosts(),
                value("dbname").orElse(user),
                user,
                value("password").map(Secret::new),
                value("sslmode").flatMap(SslMode::ofWord).orElse(SslMode.PREFER),
                new TlsFiles(
                        value("sslrootcert").map(Path::of),
                        value("sslcert").map(Path::of),
                        value("sslkey").map(Path::of)),
                value("options"),
                value("connect_timeout").map(LibpqUri::timeout).orElse(Endpoint.DEFAULT_CONNECT_TIMEOUT),
                value("target_session_attrs")
                        .flatMap(TargetSessionAttrs::ofWord)
                        .orElse(TargetSessionAttrs.ANY));
    }

    private List<Host> hosts() {
        List<String> names = split(value("host").orElse(""));
        List<String> ports = split(value("port").orElse(""));
        if (ports.size() != 1 && ports.size() != names.size()) {
            throw EndpointException.invalid("the URI has " + ports.size() + " ports for " + names.size() + " hosts");
        }
        return IntStream.range(0, names.size())
                .mapToObj(i -> new Host(hostName(names.get(i)), port(ports.get(ports.size() == 1 ? 0 : i))))
                .toList();
    }

    /** An absent host is the local socket; its folder is a choice of the packager: Debian's where that exists, else upstream's. */
    private static String hostName(String name) {
        if (name.startsWith("@")) {
            throw EndpointException.invalid("a socket in the abstract namespace is not supported; name its folder");
        }
        if (!name.isEmpty()) {
            return name;
        }
        return Files.isDirectory(Path.of("/var/run/postgresql")) ? "/var/run/postgresql" : "/tmp";
    }

    private static int port(String port) {
        if (port.isEmpty()) {
            return Endpoint.DEFAULT_PORT;
        }
        try {
            return Integer.parseInt(port.strip());
        } catch (NumberFormatException notShown) {
            // Not echoed: with a bare '/' in the password this is the password's beginning.
            throw EndpointException.invalid("the port in the URI is not a number", PERCENT_REMEDY);
        }
    }

    private static Duration timeout(String seconds) {
        int given = Integer.parseInt(seconds.strip());
        return given <= 0
                ? Duration.ZERO
                : Duration.ofSeconds(Math.max(2, given)); // libpq never waits for less than 2 s
    }

    private Optional<String> value(String name) {
        return Optional.ofNullable(values.get(name)).filter(value -> !value.isEmpty());
    }

    private void store(String name, String value) {
        if (!value.isEmpty()) {
            values.put(name, value);
        }
    }

    private static List<String> split(String joined) {
        return List.of(joined.split(",", -1));
    }

    private char peek() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private String until(String stops) {
        int start = at;
        while (at < text.length() && stops.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return text.substring(start, at);
    }

    private static String decode(String encoded, String part) {
        try {
            return PercentEncoding.decode(encoded);
        } catch (IllegalArgumentException e) {
            throw EndpointException.invalid("the " + part + " in the URI " + e.getMessage(), PERCENT_REMEDY);
        }
    }
}
