package io.pgconvoy.contract.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.EndpointSpec;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.MigrationSpec;
import io.pgconvoy.contract.Request.CancelMigration;
import io.pgconvoy.contract.Request.SubmitMigration;
import io.pgconvoy.contract.SecretKeyRef;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class RequestReaderTest {
    private final RequestReader reader = new RequestReader();

    @Test
    void aShortRequestIsRead() {
        assertThat(request("""
                        {"apiVersion": "pgconvoy.io/v1", "kind": "Migration", "metadata": {"name": "shop"},
                         "spec": {"source": {"uriSecretRef": {"name": "shop", "key": "source"}},
                                  "target": {"uriSecretRef": {"name": "shop", "key": "target"}}}}
                        """))
                .isEqualTo(new SubmitMigration(
                        new MigrationId("shop"),
                        new MigrationSpec(
                                EndpointSpec.ofUriSecret(new SecretKeyRef("shop", "source")),
                                EndpointSpec.ofUriSecret(new SecretKeyRef("shop", "target")),
                                CloneSpec.DEFAULTS,
                                OptionalInt.empty())));
    }

    @Test
    void aCancellationIsRead() {
        assertThat(request("""
                        {"apiVersion": "pgconvoy.io/v1", "kind": "CancelMigration", "metadata": {"name": "shop"}, "by": "me"}
                        """)).isEqualTo(new CancelMigration(new MigrationId("shop"), "me"));
    }

    private Object request(String json) {
        RequestReader.Reading reading = reader.read(json.getBytes(StandardCharsets.UTF_8));
        assertThat(reading).isInstanceOf(RequestReader.Reading.Read.class);
        return ((RequestReader.Reading.Read) reading).request();
    }
}
