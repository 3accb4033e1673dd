package io.pgconvoy.runner.watch;

import java.time.Duration;
import java.util.Locale;

/** Numbers as people read them. */
final class Human {
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};

    private Human() {}

    /** In powers of 1024, one decimal from 1 KiB on. */
    static String bytes(long bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= 1024 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        return unit == 0 ? bytes + " B" : String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
    }

    static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Milliseconds below 10 s, tenths below a minute, then minutes or hours. */
    static String duration(Duration duration) {
        long millis = Math.max(0, duration.toMillis());
        long seconds = millis / 1000;
        if (seconds < 10) {
            return String.format(Locale.ROOT, "%.3f s", millis / 1000.0);
        }
        if (seconds < 60) {
            return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
        }
        return seconds < 3600
                ? String.format(Locale.ROOT, "%d min %02d s", seconds / 60, seconds % 60)
                : String.format(Locale.ROOT, "%d h %02d min", seconds / 3600, seconds / 60 % 60);
    }

    /** Whole seconds, for what changes while one looks at it. */
    static String clock(Duration duration) {
        long seconds = Math.max(0, duration.toSeconds());
        return seconds < 3600
                ? String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
    }
}
