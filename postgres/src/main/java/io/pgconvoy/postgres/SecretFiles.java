package io.pgconvoy.postgres;

import io.pgconvoy.contract.EndpointSpec;
import io.pgconvoy.contract.EndpointSpec.Keys;
import io.pgconvoy.contract.EndpointSpec.PartsSecretRef;
import io.pgconvoy.contract.SecretKeyRef;
import io.pgconvoy.postgres.Endpoint.Host;
import io.pgconvoy.postgres.Endpoint.TlsFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Optional;

/**
 * Makes endpoints from requests: Secret references become the contents of mounted files {@code <folder>/<name>/<key>}. Files are read anew at
 * each call, so a rotated Secret counts from the next connection on. Thread-safe.
 */
public final class SecretFiles {
    private final Path folder;

    public SecretFiles(Path secretsDir) {
        this.folder = secretsDir;
    }

    /**
     * Reads what the specification refers to.
     *
     * @throws EndpointException naming the Secret and key that is missing (SECRET_MISSING) or unusable (SECRET_INVALID), never its value
     */
    public Endpoint resolve(EndpointSpec spec) {
        Endpoint endpoint = spec.uriSecretRef()
                .map(this::ofUri)
                .or(() -> spec.secretRef().map(this::ofParts))
                .orElseGet(() -> ofInline(spec));
        return spec.tls().map(tls -> endpoint.withTls(files(tls))).orElse(endpoint);
    }

    private Endpoint ofUri(SecretKeyRef ref) {
        String uri = secret(ref);
        try {
            return Endpoint.ofUri(uri);
        } catch (EndpointException e) {
            throw named(ref, e);
        }
    }

    private Endpoint ofInline(EndpointSpec spec) {
        String host = spec.host().orElseThrow(() -> EndpointException.invalid("the endpoint has no host"));
        String user = spec.username().orElseThrow(() -> EndpointException.invalid("the endpoint has no username"));
        return endpoint(
                        new Host(host, spec.port().orElse(Endpoint.DEFAULT_PORT)),
                        spec.database().orElse(user),
                        user)
                .withPassword(spec.passwordSecretRef().map(this::secret).map(Secret::new))
                .withSslMode(sslMode(spec).orElse(SslMode.PREFER));
    }

    private Endpoint ofParts(PartsSecretRef ref) {
        Keys keys = ref.keys()
                .orElse(new Keys(
                        Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()));
        boolean external = ref.endpoint().filter("external"::equals).isPresent();
        Secret password =
                new Secret(secret(new SecretKeyRef(ref.name(), keys.password().orElse("PW"))));
        SecretKeyRef databaseRef = new SecretKeyRef(ref.name(), keys.database().orElse("DB"));
        String database = secret(databaseRef);
        if (database.startsWith("postgresql://") || database.startsWith("postgres://")) {
            return ofPasswordFreeUri(databaseRef, database).withPassword(Optional.of(password));
        }
        SecretKeyRef addressRef = external
                ? new SecretKeyRef(ref.name(), keys.urlExternal().orElse("URL_EXTERNAL"))
                : new SecretKeyRef(ref.name(), keys.url().orElse("URL"));
        SecretKeyRef userRef = new SecretKeyRef(ref.name(), keys.username().orElse("USERNAME"));
        String user = plain(userRef, secret(userRef));
        return endpoint(host(addressRef, plain(addressRef, secret(addressRef))), plain(databaseRef, database), user)
                .withPassword(Optional.of(password));
    }

    /** The database part may be a whole URI; then it decides, except for the password, which has its own key. */
    private static Endpoint ofPasswordFreeUri(SecretKeyRef ref, String uri) {
        Endpoint endpoint;
        try {
            endpoint = Endpoint.ofUri(uri);
        } catch (EndpointException e) {
            throw named(ref, e);
        }
        if (endpoint.password().isPresent()) {
            throw EndpointException.invalid(
                    describe(ref) + " is a URI with a password in it; the password has a key of its own");
        }
        return endpoint;
    }

    private static Host host(SecretKeyRef ref, String address) {
        int colon = address.lastIndexOf(':');
        boolean bare = colon < 0 || address.endsWith("]") || address.startsWith("/");
        String name = bare ? address : address.substring(0, colon);
        if (name.startsWith("[") && name.endsWith("]")) {
            name = name.substring(1, name.length() - 1);
        }
        try {
            return new Host(name, bare ? Endpoint.DEFAULT_PORT : Integer.parseInt(address.substring(colon + 1)));
        } catch (NumberFormatException e) {
            throw EndpointException.invalid(describe(ref) + " is not host:port");
        } catch (EndpointException e) {
            throw named(ref, e);
        }
    }

    private static String plain(SecretKeyRef ref, String value) {
        if (value.contains("://")) {
            throw EndpointException.invalid(describe(ref) + " has the form of a URI where a plain value belongs");
        }
        return value;
    }

    private static Endpoint endpoint(Host host, String database, String user) {
        return new Endpoint(
                List.of(host),
                database,
                user,
                Optional.empty(),
                SslMode.PREFER,
                TlsFiles.NONE,
                Optional.empty(),
                Endpoint.DEFAULT_CONNECT_TIMEOUT,
                TargetSessionAttrs.ANY);
    }

    private static Optional<SslMode> sslMode(EndpointSpec spec) {
        return spec.sslMode().map(word -> SslMode.ofWord(word)
                .orElseThrow(() -> EndpointException.invalid("sslMode '" + word + "' is not a libpq sslmode")));
    }

    private TlsFiles files(EndpointSpec.Tls tls) {
        tls.key().ifPresent(this::secret);
        return new TlsFiles(
                tls.rootCA().map(this::file),
                tls.cert().map(this::file),
                tls.key().map(this::file));
    }

    private Path file(SecretKeyRef ref) {
        Path file = folder.resolve(ref.name()).resolve(ref.key());
        if (!Files.isRegularFile(file)) {
            throw EndpointException.missing(
                    describe(ref) + " is missing: there is no file " + file,
                    "mount the Secret at " + file.getParent() + ", or write the file there");
        }
        return file;
    }

    private String secret(SecretKeyRef ref) {
        Path file = file(ref);
        try {
            if (Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ)) {
                throw EndpointException.invalid(
                        describe(ref) + " can be read by everybody: " + file,
                        "chmod o-rwx " + file + " (Kubernetes: defaultMode 0440)");
            }
            String value = Files.readString(file, StandardCharsets.UTF_8).replaceFirst("[\r\n]+\\z", "");
            if (value.isEmpty()) {
                throw EndpointException.invalid(describe(ref) + " is empty: " + file);
            }
            return value;
        } catch (IOException e) {
            throw EndpointException.invalid(
                    describe(ref) + " cannot be read (" + e.getClass().getSimpleName() + "): " + file);
        }
    }

    private static EndpointException named(SecretKeyRef ref, EndpointException e) {
        return EndpointException.invalid(
                describe(ref) + ": " + e.getMessage(), e.failure().remedy().toArray(String[]::new));
    }

    private static String describe(SecretKeyRef ref) {
        return "key '" + ref.key() + "' of Secret '" + ref.name() + "'";
    }
}
