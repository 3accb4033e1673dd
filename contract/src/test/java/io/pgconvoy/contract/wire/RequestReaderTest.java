package io.pgconvoy.contract.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.ByteSize;
import io.pgconvoy.contract.CheckedFile;
import io.pgconvoy.contract.Messages;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.Request;
import io.pgconvoy.contract.Request.CancelMigration;
import io.pgconvoy.contract.Request.SubmitMigration;
import io.pgconvoy.contract.wire.RequestReader.Reading.Read;
import io.pgconvoy.contract.wire.RequestReader.Reading.Refused;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Good requests are read; bad ones are answered with everything that is wrong: B3 to B8 of the operations page. */
class RequestReaderTest {
    private static final String ONE_FORM = "exactly one of host with username, uriSecretRef, secretRef";

    @Test
    void aShortRequestIsRead() {
        assertThat(request(Requests.SHORT)).isEqualTo(new SubmitMigration(Messages.SHOP, Messages.plainSpec()));
    }

    @Test
    void aRequestWithEveryFieldIsRead() {
        assertThat(request(CheckedFile.golden("SubmitMigration").text()))
                .isEqualTo(new SubmitMigration(Messages.SHOP, Messages.spec()));
    }

    @Test
    void aCancellationIsRead() {
        assertThat(request(CheckedFile.golden("CancelMigration").text()))
                .isEqualTo(new CancelMigration(Messages.SHOP, "an operator"));
        assertThat(request(
                        Requests.SHORT.replaceAll(",\"spec\".*", "}").replace("\"Migration\"", "\"CancelMigration\"")))
                .isEqualTo(new CancelMigration(Messages.SHOP, "unknown"));
    }

    @ParameterizedTest
    @CsvSource({
        "'\"512Mi\"',536870912",
        "'\"10GB\"',10737418240",
        "'\"0\"',0",
        "0,0",
        "1048576,1048576",
        "'\"16Ti\"',17592186044416"
    })
    void aSplitSizeIsReadAsTextOrAsANumberOfBytes(String written, long bytes) {
        SubmitMigration submit = (SubmitMigration) request(Requests.withClone("\"splitTablesLargerThan\":" + written));

        assertThat(submit.spec().cloning().splitTablesLargerThan()).contains(new ByteSize(bytes));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`\"tableJobs\":0`          | FIELD_RANGE at /spec/clone/tableJobs: found 0; allowed: an integer from 1 to 1024; write a value in that range",
                "`\"tableJobs\":1025`       | FIELD_RANGE at /spec/clone/tableJobs: found 1025; allowed: an integer from 1 to 1024; write a value in that range",
                "`\"tableJobs\":\"4\"`      | FIELD_TYPE at /spec/clone/tableJobs: found \"4\"; allowed: an integer from 1 to 1024; write 4 without quotes",
                "`\"tableJobs\":2.5`        | FIELD_TYPE at /spec/clone/tableJobs: found 2.5; allowed: an integer from 1 to 1024; write a value of that type",
                "`\"tableJobs\":null`       | FIELD_TYPE at /spec/clone/tableJobs: found null; allowed: an integer from 1 to 1024; write a value of that type",
                "`\"tableJobs\":[4]`        | FIELD_TYPE at /spec/clone/tableJobs: found an array; allowed: an integer from 1 to 1024; write a value of that type",
                "`\"splitMaxParts\":99999999999999999999` | FIELD_RANGE at /spec/clone/splitMaxParts: found 99999999999999999999; allowed: an integer from 1 to 10000; write a value in that range",
                "`\"noOwner\":\"true\"`     | FIELD_TYPE at /spec/clone/noOwner: found \"true\"; allowed: true or false; write true without quotes",
                "`\"splitTablesLargerThan\":\"17Ti\"` | FIELD_RANGE at /spec/clone/splitTablesLargerThan: found \"17Ti\"; allowed: 0 to 16Ti; write 0 to copy every table in one piece",
                "`\"splitTablesLargerThan\":\"999999999999999999PB\"` | FIELD_RANGE at /spec/clone/splitTablesLargerThan: found \"999999999999999999PB\"; allowed: 0 to 16Ti; write 0 to copy every table in one piece",
                "`\"splitTablesLargerThan\":-1` | FIELD_RANGE at /spec/clone/splitTablesLargerThan: found -1; allowed: a size from 0 (off) to 16Ti, such as 512Mi or 10GB; write a value in that range",
                "`\"splitTablesLargerThan\":\"lots\"` | FIELD_VALUE at /spec/clone/splitTablesLargerThan: found \"lots\"; allowed: a size from 0 (off) to 16Ti, such as 512Mi or 10GB; write a value of that form",
                "`\"onSnapshotLoss\":\"restrt\"` | FIELD_VALUE at /spec/clone/onSnapshotLoss: found \"restrt\"; allowed: restart, fail; did you mean restart?",
                "`\"skip\":\"largeObjects\"` | FIELD_TYPE at /spec/clone/skip: found \"largeObjects\"; allowed: a list of what is left undone; write a value of that type",
                "`\"skip\":[\"analyze\",\"largeObject\"]` | FIELD_VALUE at /spec/clone/skip/1: found \"largeObject\"; allowed: largeObjects, extensions, extensionComments, collations, vacuum, analyze, dbProperties, ctidSplit; did you mean largeObjects?",
                "`\"skip\":[\"extensions\"],\"filters\":{\"includeOnlyExtensions\":[\"hstore\"]}` | FILTER_CONFLICT at /spec/clone/filters/includeOnlyExtensions: found includeOnlyExtensions beside skip extensions; allowed: one of the two; remove includeOnlyExtensions, or extensions from skip",
                "`\"tableJob\":3`           | FIELD_UNKNOWN at /spec/clone/tableJob: found 'tableJob'; allowed: dropIfExists, estimateTableSizes, filters, indexJobs, largeObjectsJobs, noACL, noComments, noOwner, noRolePasswords, noTablespaces, onSnapshotLoss, restoreJobs, roles, skip, splitMaxParts, splitTablesLargerThan, tableJobs, useCopyBinary; did you mean tableJobs?",
                "`\"zzzzzzzzzzzz\":3`       | FIELD_UNKNOWN at /spec/clone/zzzzzzzzzzzz: found 'zzzzzzzzzzzz'; allowed: dropIfExists, estimateTableSizes, filters, indexJobs, largeObjectsJobs, noACL, noComments, noOwner, noRolePasswords, noTablespaces, onSnapshotLoss, restoreJobs, roles, skip, splitMaxParts, splitTablesLargerThan, tableJobs, useCopyBinary; remove the field",
                "`\"maxBytesPerSecond\":1`     | NOT_SUPPORTED_YET at /spec/clone/maxBytesPerSecond: found maxBytesPerSecond; allowed: a request without maxBytesPerSecond; leave out maxBytesPerSecond: this version clones a whole database and does nothing else yet",
                "`\"allDatabases\":true`    | NOT_SUPPORTED_YET at /spec/clone/allDatabases: found allDatabases; allowed: a request without allDatabases; leave out allDatabases: this version clones a whole database and does nothing else yet"
            })
    void aWrongCloneOptionIsAnsweredInOneLine(String field, String answer) {
        assertThat(Requests.answer(Requests.withClone(field))).containsExactly(answer);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                        | FIELD_REQUIRED at /spec/source: found no address; allowed: %s; name the server in one form",
                "{\"sslMode\":\"require\"} | FIELD_REQUIRED at /spec/source: found no address; allowed: %s; name the server in one form",
                "{\"host\":\"h\"}          | FIELD_REQUIRED at /spec/source/username: found nothing; add the field username",
                "{\"port\":5432,\"username\":\"u\"} | FIELD_REQUIRED at /spec/source/host: found nothing; add the field host",
                "{\"uriSecretRef\":{\"name\":\"a\",\"key\":\"b\"},\"secretRef\":{\"name\":\"a\"}} | FIELD_VALUE at /spec/source: found uriSecretRef, secretRef; allowed: %s; name the server in one form and leave out the fields of the other",
                "{\"uriSecretRef\":{\"name\":\"a\",\"key\":\"b\"},\"database\":\"d\"} | FIELD_VALUE at /spec/source: found database, uriSecretRef; allowed: %s; name the server in one form and leave out the fields of the other",
                "{\"host\":\"h\",\"username\":\"u\",\"secretRef\":{\"name\":\"a\"}} | FIELD_VALUE at /spec/source: found host, username, secretRef; allowed: %s; name the server in one form and leave out the fields of the other",
                "{\"host\":\"h\",\"username\":\"u\",\"port\":0} | FIELD_RANGE at /spec/source/port: found 0; allowed: an integer from 1 to 65535; write a value in that range",
                "{\"host\":\"h\",\"username\":\"u\",\"sslMode\":\"verify\"} | FIELD_VALUE at /spec/source/sslMode: found \"verify\"; allowed: disable, allow, prefer, require, verify-ca, verify-full; write one of the allowed values",
                "{\"host\":\"h\\u0000\",\"username\":\"u\"} | FIELD_VALUE at /spec/source/host: found \"h\\u0000\"; allowed: a host name, an address or an absolute socket folder: 1 to 1000 characters without control characters; write a value of that form",
                "{\"host\":\"h\",\"username\":\"äääääääääääääääääääääääääääääääää\"} | FIELD_RANGE at /spec/source/username: found 66 bytes; allowed: 1 to 63 bytes; write the name as the server spells it",
                "{\"uriSecretRef\":{\"name\":\"../s\",\"key\":\"b\"}} | FIELD_VALUE at /spec/source/uriSecretRef/name: found text; allowed: a file name: letters, digits, '.', '_' and '-', without '..'; write a value of that form",
                "{\"uriSecretRef\":\"hunter2\"} | FIELD_TYPE at /spec/source/uriSecretRef: found text; allowed: an object with name, key; write a value of that type",
                "\"postgres://h/d\"        | FIELD_TYPE at /spec/source: found \"postgres://h/d\"; allowed: an object with host, port, database, username, passwordSecretRef, sslMode, uriSecretRef, secretRef, tls; write a value of that type"
            })
    void aWrongEndpointIsAnsweredInOneLine(String endpoint, String answer) {
        assertThat(Requests.answer(Requests.withSource(endpoint))).containsExactly(answer.formatted(ONE_FORM));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"host\":\"/var/run/postgresql\",\"username\":\"u\"}",
                "{\"host\":\"::1\",\"username\":\"größe\",\"database\":\"host=evil port=5 dbname=x\"}",
                "{\"host\":\"h\",\"username\":\"u\",\"database\":\"postgres://h/d\"}",
                "{\"secretRef\":{\"name\":\"a\",\"keys\":{\"password\":\"PW\"}},\"sslMode\":\"require\"}"
            })
    void anUnusualEndpointIsRead(String endpoint) {
        assertThat(Requests.answer(Requests.withSource(endpoint))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"host\":\"h\",\"username\":\"u\",\"password\":\"hunter2\"}",
                "{\"host\":\"h\",\"username\":\"u\",\"password\":22222222}",
                "{\"host\":\"h\",\"username\":\"u\",\"dbPassword\":\"hunter2\"}",
                "{\"host\":\"h\",\"username\":\"u\",\"client_secret\":\"hunter2\"}",
                "{\"host\":\"h\",\"username\":\"u\",\"token\":\"hunter2\"}",
                "{\"host\":\"postgres://u:hunter2@h/d\",\"username\":\"u\"}",
                "{\"host\":\"h user=u password = hunter2\",\"username\":\"u\"}",
                "{\"host\":\"jdbc:postgresql://h/d?user=u&password=hunter2\",\"username\":\"u\"}",
                "{\"uriSecretRef\":{\"name\":\"postgresql://u:hun/ter2@h/d\",\"key\":\"b\"}}",
                "[{\"uri\":[\"postgres://u:hunter2@h\"]}]",
                "[[{\"password\":\"hunter2\"}]]",
                "\"postgres://u:hunter2@h/d\"",
                "{\"extra\":{\"deep\":{\"PGPASSWORD\":\"hunter2\"}}}"
            })
    void credentialsAreRefusedAndNeverRepeated(String endpoint) {
        List<String> answer = Requests.answer(Requests.withSource(endpoint));

        assertThat(answer).anyMatch(line -> line.startsWith("CREDENTIALS_IN_REQUEST at /spec/source"));
        assertThat(answer)
                .noneMatch(line -> line.contains("hunter2") || line.contains("ter2@") || line.contains("22222222"));
    }

    @Test
    void aRequestForFollowIsNotSupportedYet() {
        assertThat(Requests.answer(Requests.withSpecField("\"follow\":{\"enabled\":true}")))
                .containsExactly("NOT_SUPPORTED_YET at /spec/follow: found follow; allowed: a request without follow; "
                        + "leave out follow: this version clones a whole database and does nothing else yet");
        assertThat(Requests.answer(Requests.SHORT.replace("\"Migration\"", "\"ApproveCutover\"")))
                .containsExactly(
                        "NOT_SUPPORTED_YET at /kind: found \"ApproveCutover\"; allowed: Migration, CancelMigration; "
                                + "this version clones a whole database and does nothing else yet");
    }

    @Test
    void anotherVersionOrKindIsRefused() {
        assertThat(Requests.answer(Requests.SHORT.replace("pgconvoy.io/v1", "pgcopydb-operator.io/v1beta1")))
                .containsExactly("VERSION_UNSUPPORTED at /apiVersion: found \"pgcopydb-operator.io/v1beta1\"; "
                        + "allowed: pgconvoy.io/v1; write apiVersion: pgconvoy.io/v1");
        assertThat(Requests.answer(Requests.SHORT.replace("\"Migration\"", "\"migration\"")))
                .containsExactly("FIELD_VALUE at /kind: found \"migration\"; allowed: Migration, CancelMigration; "
                        + "did you mean Migration?");
    }

    @Test
    void aFieldOfTheOtherKindIsRefused() {
        assertThat(Requests.answer(Requests.SHORT.replace("\"Migration\"", "\"CancelMigration\"")))
                .containsExactly("FIELD_UNKNOWN at /spec: found 'spec'; allowed: spec in kind Migration only; "
                        + "remove the field or correct the kind");
        assertThat(Requests.answer(Requests.SHORT.replace("\"spec\"", "\"by\":\"me\",\"spec\"")))
                .containsExactly("FIELD_UNKNOWN at /by: found 'by'; allowed: by in kind CancelMigration only; "
                        + "remove the field or correct the kind");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Shop",
                "-shop",
                "shop-",
                "sh op",
                "shop\\n",
                "größe",
                "a2345678901234567890123456789012345678901",
                "../x"
            })
    void aBadNameIsRefused(String name) {
        Refused refused = (Refused) Requests.read(
                Requests.SHORT.replace("\"name\":\"shop\"},\"spec\"", "\"name\":\"" + name + "\"},\"spec\""));

        assertThat(Requests.answer(refused))
                .containsExactly("NAME_INVALID at /metadata/name: found \"" + name
                        + "\"; allowed: 1 to 40 of a-z, 0-9 and inner '-'; write a value of that form");
        assertThat(refused.migration()).isEmpty();
    }

    @Test
    void everythingThatIsWrongIsSaidAtOnceWithTheMigrationsName() {
        Refused refused = (Refused) Requests.read("""
                {"apiVersion":"v0","metadata":{"name":"shop","label":"x"},"kind":"Migration",
                 "spec":{"sorce":{},"target":{},"clone":{"tableJobs":0,"indexJobs":"x"},"backoffLimit":101}}""");

        assertThat(refused.migration()).contains(new MigrationId("shop"));
        assertThat(Requests.answer(refused))
                .extracting(line -> line.replaceAll(":.*", ""))
                .containsExactlyInAnyOrder(
                        "VERSION_UNSUPPORTED at /apiVersion",
                        "FIELD_UNKNOWN at /metadata/label",
                        "FIELD_REQUIRED at /spec/source",
                        "FIELD_UNKNOWN at /spec/sorce",
                        "FIELD_REQUIRED at /spec/target",
                        "FIELD_RANGE at /spec/clone/tableJobs",
                        "FIELD_TYPE at /spec/clone/indexJobs",
                        "FIELD_RANGE at /spec/backoffLimit");
    }

    @Test
    void anEmptyObjectLacksEverything() {
        assertThat(Requests.answer("{}"))
                .containsExactlyInAnyOrder(
                        "FIELD_REQUIRED at /apiVersion: found nothing; add the field apiVersion",
                        "FIELD_REQUIRED at /kind: found nothing; add the field kind",
                        "FIELD_REQUIRED at /metadata: found nothing; add the field metadata",
                        "FIELD_REQUIRED at /spec: found nothing; add the field spec");
    }

    @Test
    void theMostSimilarNameIsSuggested() {
        assertThat(Requests.answer(Requests.SHORT.replace("\"source\":{", "\"sorce\":{")))
                .contains("FIELD_UNKNOWN at /spec/sorce: found 'sorce'; allowed: backoffLimit, clone, source, target; "
                        + "did you mean source?");
    }

    @Test
    void anAnswerIsShortWhateverWasSent() {
        StringBuilder fields = new StringBuilder();
        for (int i = 0; i < 5_000; i++) {
            fields.append("\"field\\n%d\":1,".formatted(i));
        }
        fields.append("\"%s\":1".formatted("y".repeat(100_000)));

        List<String> answer = Requests.answer(Requests.withClone(fields.toString()));

        assertThat(answer).hasSize(101).allMatch(line -> line.length() < 600 && !line.contains("\n"));
        assertThat(answer.getLast()).startsWith("REQUEST_SHAPE at /: found 5001 errors");
    }

    @Test
    void theHashIsThatOfTheContentWhateverItsOrderAndSpacing() {
        String reordered = """
                {"spec": {"target": {"uriSecretRef": {"key": "target", "name": "shop"}},
                          "source": {"uriSecretRef": {"key": "source", "name": "shop"}}},
                 "metadata": {"name": "shop"}, "kind": "Migration", "apiVersion": "pgconvoy.io/v1"}""";

        assertThat(hash(reordered)).isEqualTo(hash(Requests.SHORT)).hasSize(32);
        assertThat(hash(Requests.withClone("\"tableJobs\":4"))).isNotEqualTo(hash(Requests.SHORT));
    }

    private static String hash(String text) {
        return ((Read) Requests.read(text)).hash();
    }

    private static Request request(String text) {
        RequestReader.Reading reading = Requests.read(text);
        assertThat(Requests.answer(reading)).isEmpty();
        return ((Read) reading).request();
    }
}
