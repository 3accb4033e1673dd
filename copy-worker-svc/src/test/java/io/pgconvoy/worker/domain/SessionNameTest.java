package io.pgconvoy.worker.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.EndpointSpec;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.SecretKeyRef;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SessionNameTest {
    @Test
    void itSaysMigrationGenerationAndJob() {
        assertThat(SessionName.of(order("copy-12"))).isEqualTo("pgconvoy/shop/g2/copy-12");
    }

    @Test
    void aLongNameIsCutBetweenCharacters() {
        String name = SessionName.of(order("é".repeat(60)));

        assertThat(name.getBytes(StandardCharsets.UTF_8)).hasSizeBetween(62, SessionName.LONGEST);
        assertThat(name).endsWith("é");
    }

    private static Job.Order order(String job) {
        EndpointSpec endpoint = EndpointSpec.ofUriSecret(new SecretKeyRef("s", "uri"));
        return new Job.Order(
                new MigrationId("shop"),
                new Generation(2),
                Optional.empty(),
                1,
                endpoint,
                endpoint,
                new Job.CopyTables(new JobId(job), List.of()));
    }
}
