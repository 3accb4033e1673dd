package io.pgconvoy.runner.watch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Whether something is a terminal, and how wide. */
public interface Terminal {
    int DEFAULT_WIDTH = 80;

    boolean isPresent();

    /** Columns now; people change their windows. */
    int width();

    static Terminal none() {
        return new OfFile(Path.of(""), false);
    }

    /** {@code System.console()} looks at standard input and output; progress goes to standard error. */
    static Terminal ofStandardError() {
        Path descriptor = Path.of("/proc/self/fd/2");
        try {
            Path device = Files.readSymbolicLink(descriptor);
            boolean present = device.startsWith("/dev/pts") || device.toString().startsWith("/dev/tty");
            return new OfFile(device, present || device.equals(Path.of("/dev/console")));
        } catch (IOException | UnsupportedOperationException e) {
            // Not Linux: the console is the best guess there is.
            boolean present = System.console().isTerminal();
            return new OfFile(Path.of("/dev/tty"), present);
        }
    }

    /** A terminal behind a device file, asked through {@code stty}. */
    record OfFile(Path device, boolean isPresent) implements Terminal {
        @Override
        public int width() {
            try {
                Process stty = new ProcessBuilder("stty", "size")
                        .redirectInput(device.toFile())
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
                String[] size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                        .strip()
                        .split(" ", 2);
                boolean answered = stty.waitFor(1, TimeUnit.SECONDS) && stty.exitValue() == 0 && size.length == 2;
                int columns = answered ? Integer.parseInt(size[1]) : 0;
                return columns > 0 ? columns : DEFAULT_WIDTH;
            } catch (IOException | NumberFormatException e) {
                return DEFAULT_WIDTH;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return DEFAULT_WIDTH;
            }
        }
    }
}
