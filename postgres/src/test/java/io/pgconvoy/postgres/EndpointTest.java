package io.pgconvoy.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pgconvoy.contract.ErrorCode;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        postgresql://u@h/d                                   | h:5432/d as u
        postgres://u@h:6543/d                                | h:6543/d as u
        postgresql://u@h                                     | h:5432/u as u
        postgresql://u:p@h/                                  | h:5432/u as u
        postgresql://u@[::1]/d                               | [::1]:5432/d as u
        postgresql://u@[2001:db8::1]:6543/d                  | [2001:db8::1]:6543/d as u
        postgresql://u@a,b,c:1/d                             | a:5432,b:5432,c:1/d as u
        postgresql://u@a:1,[::1]:2/d                         | a:1,[::1]:2/d as u
        postgresql://u@a,b/d?port=7                          | a:7,b:7/d as u
        postgresql:///d?host=/run/pg&user=u                  | /run/pg:5432/d as u
        postgresql://u@%2Frun%2Fpg:6000/d                    | /run/pg:6000/d as u
        postgresql:///d?host=a,b&port=1,2&user=u             | a:1,b:2/d as u
        postgresql://u@h/d%20e%2Ff                           | h:5432/d e/f as u
        postgresql://u%40corp@h/d                            | h:5432/d as u@corp
        postgresql://u@h/host%3Devil%20port%3D5%20dbname%3Dx | h:5432/host=evil port=5 dbname=x as u
        postgresql://u@h/a?dbname=b                          | h:5432/b as u
        postgresql://u@h?dbname=%D0%B1%D0%B0                 | h:5432/ба as u
        postgresql://%C3%BCser@h/d+e                         | h:5432/d+e as üser
        """)
    void aUriMeansWhatItMeansToLibpq(String uri, String described) {
        assertThat(Endpoint.ofUri(uri).describe()).isEqualTo(described);
    }

    @Test
    void parametersOfTheUriAreTaken() {
        Endpoint endpoint = Endpoint.ofUri("postgresql://u:p%40%3A%2F%25@h/d?sslmode=verify-full&sslrootcert=/ca.crt"
                + "&sslcert=/c&sslkey=/k&options=-c%20geqo%3Doff&connect_timeout=1&target_session_attrs=read-write"
                + "&application_name=x&keepalives=1");
        assertThat(endpoint.password()).contains(new Secret("p@:/%"));
        assertThat(endpoint.sslMode()).isEqualTo(SslMode.VERIFY_FULL);
        assertThat(endpoint.tls().rootCert().orElseThrow()).hasToString("/ca.crt");
        assertThat(endpoint.options()).contains("-c geqo=off");
        assertThat(endpoint.connectTimeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(endpoint.targetSessionAttrs()).isEqualTo(TargetSessionAttrs.READ_WRITE);
        assertThat(Endpoint.ofUri("postgresql://u@h/d?connect_timeout=0").connectTimeout())
                .isEqualTo(Duration.ZERO);
        assertThat(Endpoint.ofUri("postgresql://u@h/d?ssl=true").sslMode()).isEqualTo(SslMode.REQUIRE);
    }

    @Test
    void whatTheUriLeavesOutHasLibpqsDefaults() {
        Endpoint endpoint = Endpoint.ofUri("postgresql://");
        assertThat(endpoint.user()).isEqualTo(System.getProperty("user.name"));
        assertThat(endpoint.database()).isEqualTo(endpoint.user());
        assertThat(endpoint.hosts()).singleElement().satisfies(host -> {
            assertThat(host.isSocketFolder()).isTrue();
            assertThat(host.port()).isEqualTo(5432);
        });
        assertThat(endpoint.sslMode()).isEqualTo(SslMode.PREFER);
        assertThat(endpoint.password()).isEqualTo(Optional.empty());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        host=h user=u                     | the connection string is in key=value form, which is not accepted
        mysql://h                         | the connection string is not a libpq URI: it must begin with postgresql:// or postgres://
        postgresql://u@h/d?sslmod=require | URI parameter 'sslmod' is unknown; the nearest known one is 'sslmode'
        postgresql://u@h/d?sslmode=on     | URI parameter 'sslmode' has a value that is not allowed
        postgresql://u@h/d?sslmode        | a URI parameter has no '='
        postgresql://u@h/d?a=b=c          | a URI parameter has two '='; write the second as %3D
        postgresql://u@h/d?service=x      | URI parameter 'service' is not supported
        postgresql://u@h/d?gssencmode=require | URI parameter 'gssencmode' has a value that is not allowed
        postgresql://u@h:0/d              | the port is outside 1 to 65535
        postgresql://u@h:65536/d          | the port is outside 1 to 65535
        postgresql://u@a,b/d?port=1,2,3   | the URI has 3 ports for 2 hosts
        postgresql://u@[::1/d             | the URI has no ']' after the IPv6 address
        postgresql://u@[]/d               | the URI has an empty IPv6 address
        postgresql://u@[::1]x/d           | after ']' of the IPv6 address the URI needs ':', '/', '?' or ','
        postgresql://u@h/%                | the database in the URI has a '%' without two hexadecimal digits after it
        postgresql://u@h/%4               | the database in the URI has a '%' without two hexadecimal digits after it
        postgresql://u@h/%00              | the database in the URI has the forbidden value %00
        postgresql://u@h/%FF              | the database in the URI is not UTF-8 when decoded
        """)
    void aWrongUriIsRefusedWithAPreciseSentence(String uri, String message) {
        assertThatThrownBy(() -> Endpoint.ofUri(uri))
                .isInstanceOfSatisfying(
                        EndpointException.class,
                        e -> assertThat(e.failure().code()).isEqualTo(ErrorCode.SECRET_INVALID))
                .hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgresql://u:CANARY/x@h/d",
                "postgresql://u:1/CANARY@h/d",
                "postgresql://u:CANARY%@h/d",
                "postgresql://u:x/?CANARY=1@h/d",
                "postgresql://u:1/?CANARY=1@h/d",
                "postgresql://u:x@y:CANARY@h/d",
                "postgresql://u:CANARY@h:99999/d",
                "user=u password=CANARY",
                "CANARY"
            })
    void noRefusalEchoesThePassword(String uri) {
        assertThatThrownBy(() -> Endpoint.ofUri(uri)).isInstanceOfSatisfying(EndpointException.class, e -> assertThat(
                        e.failure().toString() + e)
                .doesNotContain("CANARY"));
    }

    @Test
    void printingAnEndpointShowsNoSecret() {
        Endpoint endpoint = Endpoint.ofUri("postgresql://u:CANARY@h/d");
        assertThat(endpoint.toString() + endpoint.describe() + endpoint.password())
                .doesNotContain("CANARY");
    }
}
