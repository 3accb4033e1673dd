package io.pgconvoy.contract;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * One side of a migration as a request names it. Credentials never travel: they are Secret references that the service which
 * connects resolves from mounted files, anew for each connection. Exactly one form is used: inline ({@code host} and
 * {@code username}), {@code uriSecretRef} (a whole libpq URI) or {@code secretRef} (its parts).
 *
 * @param host inline form: host name, address or absolute socket directory
 * @param port inline form: 1 to 65535, default 5432
 * @param database inline form: database name, taken literally; default is the user name
 * @param sslMode libpq's word: disable, allow, prefer, require, verify-ca, verify-full; default prefer
 */
public record EndpointSpec(
        Optional<String> host,
        OptionalInt port,
        Optional<String> database,
        Optional<String> username,
        Optional<SecretKeyRef> passwordSecretRef,
        Optional<String> sslMode,
        Optional<SecretKeyRef> uriSecretRef,
        Optional<PartsSecretRef> secretRef,
        Optional<Tls> tls) {

    /** The parts form: one Secret that holds user, password, database and server address under conventional or given keys. */
    public record PartsSecretRef(String name, Optional<String> endpoint, Optional<Keys> keys) {}

    /** Key names of the parts form; defaults DB, PW, URL, URL_EXTERNAL, USERNAME. */
    public record Keys(
            Optional<String> database,
            Optional<String> password,
            Optional<String> url,
            Optional<String> urlExternal,
            Optional<String> username) {}

    /** TLS material as Secret references: becomes sslrootcert, sslcert and sslkey. */
    public record Tls(Optional<SecretKeyRef> rootCA, Optional<SecretKeyRef> cert, Optional<SecretKeyRef> key) {}

    /** An endpoint whose whole URI lies in one Secret key: what the command line makes of {@code --source} and {@code --target}. */
    public static EndpointSpec ofUriSecret(SecretKeyRef ref) {
        return new EndpointSpec(
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(ref),
                Optional.empty(),
                Optional.empty());
    }
}
