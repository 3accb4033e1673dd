package io.pgconvoy.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pgconvoy.runner.client.SecretStore;
import io.pgconvoy.runner.watch.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GivenSecretsTest {
    private static final String SOURCE = "postgresql://anna:one@a/x";
    private static final String TARGET = "postgresql://anna:two@b/y";
    private static final Map<String, String> URIS = Map.of("source", SOURCE, "target", TARGET);

    @TempDir
    private Path folder;

    private GivenSecrets put(Map<String, String> uris) {
        return GivenSecrets.put(new SecretStore(folder), "shop", new TreeMap<>(uris));
    }

    private String uri(String side) throws IOException {
        String name = GivenSecrets.name("shop", side, URIS.get(side));
        return Files.readString(folder.resolve(name).resolve("uri"));
    }

    @Test
    void nothingIsLeftOfAMigrationThatHasEnded() {
        put(URIS).after(ExitCode.FAILED);

        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aMigrationThatGoesOnWithoutTheCommandKeepsThem() throws IOException {
        put(URIS).after(ExitCode.INTERRUPTED);

        assertThat(uri("source")).isEqualTo(SOURCE);
        assertThat(uri("target")).isEqualTo(TARGET);
    }

    @Test
    void nothingIsLeftOfARequestThatWasNeverSent() {
        put(URIS).close();

        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aRequestThatMayHaveArrivedKeepsThem() throws IOException {
        GivenSecrets secrets = put(URIS);
        secrets.requestSent();
        secrets.close();

        assertThat(uri("source")).isEqualTo(SOURCE);
    }

    @Test
    void theSameCommandAgainTakesThemAwayAtTheEnd() {
        put(URIS).after(ExitCode.INTERRUPTED);
        put(URIS).after(ExitCode.DONE);

        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aRefusedRequestLeavesThoseOfTheMigrationThatHasItsName() throws IOException {
        put(URIS);
        put(URIS).after(ExitCode.REJECTED);

        assertThat(uri("source")).isEqualTo(SOURCE);
    }

    @Test
    void aRunningMigrationKeepsThePasswordThatItBeganWith() throws IOException {
        put(Map.of("target", TARGET));
        String other = TARGET.replace("two", "three");

        assertThatThrownBy(() -> put(Map.of("source", SOURCE, "target", other)))
                .isInstanceOf(CliFailure.class)
                .hasMessageContaining("NAME_IN_USE")
                .hasMessageNotContaining("three");
        assertThat(uri("target")).isEqualTo(TARGET);
        assertThat(folder).isDirectoryNotContaining("glob:**shop-source*");
    }

    @Test
    void anotherDatabaseIsAnotherSecretAndSoAnotherRequest() {
        String name = GivenSecrets.name("shop", "target", TARGET);

        assertThat(GivenSecrets.name("shop", "target", TARGET.replace("/y", "/z")))
                .isNotEqualTo(name);
        assertThat(GivenSecrets.name("shop", "target", TARGET.replace("@b", "@c")))
                .isNotEqualTo(name);
        assertThat(GivenSecrets.name("shop", "target", TARGET.replace("anna", "ben")))
                .isNotEqualTo(name);
    }

    @Test
    void theNameOfASecretTellsNothingOfThePassword() {
        assertThat(GivenSecrets.name("shop", "target", TARGET.replace("two", "three")))
                .isEqualTo(GivenSecrets.name("shop", "target", TARGET));
    }
}
