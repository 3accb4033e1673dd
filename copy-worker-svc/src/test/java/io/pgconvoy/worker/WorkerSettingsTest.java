package io.pgconvoy.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerSettingsTest {
    private static final Duration LOCK = Duration.ofSeconds(15);

    @TempDir
    Path secrets;

    @Test
    void aWorkerWithoutAnIdIsNamedAfterItsHostAndProcess() {
        WorkerSettings settings = settings(Optional.empty(), 8, LOCK, secrets);

        assertThat(settings.id()).endsWith("-" + ProcessHandle.current().pid());
    }

    @Test
    void aWrongValueIsRefusedByItsName() {
        assertThatThrownBy(() -> settings(Optional.empty(), 0, LOCK, secrets))
                .hasMessage("pgconvoy.worker.lanes is '0'; allowed is 1 to 64");
        assertThatThrownBy(() -> settings(Optional.of("a/b"), 8, LOCK, secrets))
                .hasMessageStartingWith("pgconvoy.worker.id is 'a/b'");
        assertThatThrownBy(() -> settings(Optional.empty(), 8, Duration.ofSeconds(1), secrets))
                .hasMessage("pgconvoy.worker.lock is 'PT1S'; allowed is 5s to 60m");
        assertThatThrownBy(() -> settings(Optional.empty(), 8, LOCK, secrets.resolve("none")))
                .hasMessageStartingWith("pgconvoy.secrets-dir is ");
    }

    private static WorkerSettings settings(Optional<String> id, int lanes, Duration lock, Path secretsDir) {
        WorkerConfig config = new WorkerConfig() {
            @Override
            public Optional<String> id() {
                return id;
            }

            @Override
            public int lanes() {
                return lanes;
            }

            @Override
            public Duration lock() {
                return lock;
            }
        };
        return WorkerSettings.of(config, secretsDir.toString());
    }
}
