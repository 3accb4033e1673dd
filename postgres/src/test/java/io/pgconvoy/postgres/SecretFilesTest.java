package io.pgconvoy.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pgconvoy.contract.EndpointSpec;
import io.pgconvoy.contract.EndpointSpec.Keys;
import io.pgconvoy.contract.EndpointSpec.PartsSecretRef;
import io.pgconvoy.contract.EndpointSpec.Tls;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.SecretKeyRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretFilesTest {
    @TempDir
    private Path folder;

    @Test
    void aUriSecretIsReadAnewAtEachCall() throws IOException {
        write("s", "uri", "postgresql://u:one@h/d\n");
        SecretFiles files = new SecretFiles(folder);
        EndpointSpec spec = EndpointSpec.ofUriSecret(new SecretKeyRef("s", "uri"));
        assertThat(files.resolve(spec).password()).contains(new Secret("one"));
        write("s", "uri", "postgresql://u:two@h/d\n");
        assertThat(files.resolve(spec).password()).contains(new Secret("two"));
    }

    @Test
    void theInlineFormTakesItsPasswordFromASecretAndTheRestLiterally() throws IOException {
        write("s", "pw", "p w:@/");
        Endpoint endpoint = new SecretFiles(folder).resolve(inline("host=x", Optional.of(new SecretKeyRef("s", "pw"))));
        assertThat(endpoint.describe()).isEqualTo("h:5432/host=x as u");
        assertThat(endpoint.password()).contains(new Secret("p w:@/"));
        assertThat(endpoint.sslMode()).isEqualTo(SslMode.VERIFY_CA);
    }

    @Test
    void thePartsFormHasConventionalKeysAndAnExternalAddress() throws IOException {
        parts("PW", "secret", "DB", "d", "USERNAME", "u", "URL", "inner:6000", "URL_EXTERNAL", "[::1]:7000");
        assertThat(parts(Optional.empty(), Optional.empty()).describe()).isEqualTo("inner:6000/d as u");
        assertThat(parts(Optional.of("external"), Optional.empty()).describe()).isEqualTo("[::1]:7000/d as u");
    }

    @Test
    void thePartsFormTakesOtherKeyNames() throws IOException {
        parts("pass", "secret", "name", "d", "who", "u", "where", "h");
        Keys keys = new Keys(
                Optional.of("name"), Optional.of("pass"), Optional.of("where"), Optional.empty(), Optional.of("who"));
        assertThat(parts(Optional.empty(), Optional.of(keys)).describe()).isEqualTo("h:5432/d as u");
    }

    @Test
    void aDatabaseKeyThatIsAUriDecidesButForThePassword() throws IOException {
        parts("PW", "secret", "DB", "postgresql://v@there:1/e?sslmode=require");
        Endpoint endpoint = parts(Optional.empty(), Optional.empty());
        assertThat(endpoint.describe()).isEqualTo("there:1/e as v");
        assertThat(endpoint.password()).contains(new Secret("secret"));
        parts("PW", "secret", "DB", "postgresql://v:CANARY@there:1/e");
        assertThatThrownBy(() -> parts(Optional.empty(), Optional.empty()))
                .hasMessageContaining("key 'DB' of Secret 's'")
                .hasMessageNotContaining("CANARY");
    }

    @Test
    void aPlainValueThatLooksLikeAUriIsRefusedByName() throws IOException {
        parts("PW", "secret", "DB", "d", "USERNAME", "u", "URL", "postgresql://CANARY");
        assertThatThrownBy(() -> parts(Optional.empty(), Optional.empty()))
                .hasMessageContaining("key 'URL' of Secret 's'")
                .hasMessageNotContaining("CANARY");
    }

    @Test
    void aMissingFileAnEmptyOneAndAPublicOneAreEachRefusedByName() throws IOException {
        EndpointSpec spec = EndpointSpec.ofUriSecret(new SecretKeyRef("s", "uri"));
        assertRefused(spec, ErrorCode.SECRET_MISSING, "key 'uri' of Secret 's' is missing");
        write("s", "uri", "\n");
        assertRefused(spec, ErrorCode.SECRET_INVALID, "key 'uri' of Secret 's' is empty");
        write("s", "uri", "postgresql://u@h/d");
        Files.setPosixFilePermissions(folder.resolve("s/uri"), PosixFilePermissions.fromString("rw-r--r--"));
        assertRefused(spec, ErrorCode.SECRET_INVALID, "key 'uri' of Secret 's' can be read by everybody");
    }

    @Test
    void aFileBehindSymbolicLinksAsKubernetesMountsThemIsRead() throws IOException {
        write("s", "..data_1", "postgresql://u@h/d");
        Files.createSymbolicLink(folder.resolve("s/uri"), Path.of("..data_1"));
        Files.setPosixFilePermissions(folder.resolve("s/..data_1"), PosixFilePermissions.fromString("r--r-----"));
        EndpointSpec spec = EndpointSpec.ofUriSecret(new SecretKeyRef("s", "uri"));
        assertThat(new SecretFiles(folder).resolve(spec).user()).isEqualTo("u");
    }

    @Test
    void tlsMaterialBecomesPathsOfExistingFiles() throws IOException {
        write("s", "uri", "postgresql://u@h/d");
        write("tls", "ca.crt", "x");
        Tls tls = new Tls(Optional.of(new SecretKeyRef("tls", "ca.crt")), Optional.empty(), Optional.empty());
        EndpointSpec spec = withTls(tls);
        assertThat(new SecretFiles(folder).resolve(spec).tls().rootCert()).contains(folder.resolve("tls/ca.crt"));
        Tls key = new Tls(Optional.empty(), Optional.empty(), Optional.of(new SecretKeyRef("tls", "tls.key")));
        assertRefused(withTls(key), ErrorCode.SECRET_MISSING, "key 'tls.key' of Secret 'tls' is missing");
    }

    private void assertRefused(EndpointSpec spec, ErrorCode code, String message) {
        assertThatThrownBy(() -> new SecretFiles(folder).resolve(spec))
                .isInstanceOfSatisfying(
                        EndpointException.class,
                        e -> assertThat(e.failure().code()).isEqualTo(code))
                .hasMessageStartingWith(message);
    }

    private void parts(String... keysAndValues) throws IOException {
        for (int i = 0; i < keysAndValues.length; i += 2) {
            write("s", keysAndValues[i], keysAndValues[i + 1]);
        }
    }

    private Endpoint parts(Optional<String> endpoint, Optional<Keys> keys) {
        return new SecretFiles(folder)
                .resolve(new EndpointSpec(
                        Optional.empty(),
                        OptionalInt.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(new PartsSecretRef("s", endpoint, keys)),
                        Optional.empty()));
    }

    private static EndpointSpec inline(String database, Optional<SecretKeyRef> password) {
        return new EndpointSpec(
                Optional.of("h"),
                OptionalInt.empty(),
                Optional.of(database),
                Optional.of("u"),
                password,
                Optional.of("verify-ca"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static EndpointSpec withTls(Tls tls) {
        return new EndpointSpec(
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(new SecretKeyRef("s", "uri")),
                Optional.empty(),
                Optional.of(tls));
    }

    private void write(String name, String key, String value) throws IOException {
        Path file = Files.createDirectories(folder.resolve(name)).resolve(key);
        Files.writeString(file, value);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
}
