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
    private static final Map<String, String> URIS =
            new TreeMap<>(Map.of("source", "postgresql://a/x", "target", "postgresql://b/y"));

    @TempDir
    private Path folder;

    private GivenSecrets put(Map<String, String> uris) {
        return GivenSecrets.put(new SecretStore(folder), "shop", new TreeMap<>(uris));
    }

    private String uri(String side) throws IOException {
        return Files.readString(folder.resolve("shop-" + side).resolve("uri"));
    }

    @Test
    void nothingIsLeftOfAMigrationThatHasEnded() {
        put(URIS).after(ExitCode.FAILED);

        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aMigrationThatGoesOnWithoutTheCommandKeepsThem() throws IOException {
        put(URIS).after(ExitCode.INTERRUPTED);

        assertThat(uri("source")).isEqualTo("postgresql://a/x");
        assertThat(uri("target")).isEqualTo("postgresql://b/y");
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

        assertThat(uri("source")).isEqualTo("postgresql://a/x");
    }

    @Test
    void aRunningMigrationIsNeverPointedAtAnotherDatabase() throws IOException {
        put(Map.of("target", "postgresql://b/y"));

        assertThatThrownBy(() -> put(Map.of("source", "postgresql://c/z", "target", "postgresql://c/z")))
                .isInstanceOf(CliFailure.class)
                .hasMessageContaining("NAME_IN_USE")
                .hasMessageNotContaining("postgresql://");
        assertThat(uri("target")).isEqualTo("postgresql://b/y");
        assertThat(folder.resolve("shop-source")).doesNotExist();
    }
}
