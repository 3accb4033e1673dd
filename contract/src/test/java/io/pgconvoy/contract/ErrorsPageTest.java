package io.pgconvoy.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ErrorsPageTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([A-Z_]+)` \\| ([A-Z_]+) \\| \\S.*\\|$");

    @Test
    void thePageHasEveryWordWithItsKindInTheOrderOfTheCode() {
        String page = CheckedFile.page("reference/errors.md").text();

        List<String> rows = ROW.matcher(page)
                .results()
                .map(row -> row.group(1) + " " + row.group(2))
                .toList();

        assertThat(rows)
                .as("docs/reference/errors.md: one row for each ErrorCode")
                .containsExactlyElementsOf(Arrays.stream(ErrorCode.values())
                        .map(code -> code + " " + code.kind())
                        .toList());
    }

    @Test
    void thePageExplainsEveryKind() {
        String page = CheckedFile.page("reference/errors.md").text();

        assertThat(Failure.Kind.values()).allMatch(kind -> page.contains("| " + kind + " | "));
    }
}
