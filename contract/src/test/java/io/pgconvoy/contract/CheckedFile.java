package io.pgconvoy.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file under version control that a test keeps in step with the code; {@code -Dcontract.write=true} writes it anew. */
public record CheckedFile(Path path) {
    private static final Path MODULE = Path.of("").toAbsolutePath();

    public static CheckedFile golden(String name) {
        return new CheckedFile(goldenFolder().resolve(name + ".json"));
    }

    public static Path goldenFolder() {
        return MODULE.resolve("src/test/resources/golden");
    }

    /** A page under {@code docs/} of the project. */
    public static CheckedFile page(String name) {
        return new CheckedFile(MODULE.resolveSibling("docs").resolve(name));
    }

    public void mustBe(String text) {
        try {
            if (Boolean.getBoolean("contract.write")) {
                Files.createDirectories(path.getParent());
                Files.writeString(path, text);
            }
            assertThat(Files.exists(path) ? Files.readString(path) : "")
                    .as(
                            "%s and the code differ. If the code is right: mvn -pl contract test -Dcontract.write=true",
                            MODULE.getParent().relativize(path))
                    .isEqualTo(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String text() {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
