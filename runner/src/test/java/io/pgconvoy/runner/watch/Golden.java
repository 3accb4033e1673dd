package io.pgconvoy.runner.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Text that people see, kept in files. {@code -Dgolden.write=true} writes them anew: look at the difference before committing. */
final class Golden {
    private static final Path FOLDER = Path.of("src/test/resources/watch");

    private Golden() {}

    static void check(String name, String text) {
        Path file = FOLDER.resolve(name);
        try {
            if (Boolean.getBoolean("golden.write")) {
                Files.createDirectories(FOLDER);
                Files.writeString(file, text, StandardCharsets.UTF_8);
            }
            assertThat(text).isEqualTo(Files.readString(file, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
