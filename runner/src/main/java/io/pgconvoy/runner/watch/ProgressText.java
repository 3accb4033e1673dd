package io.pgconvoy.runner.watch;

import io.pgconvoy.status.domain.Count;
import io.pgconvoy.status.domain.MigrationStatus;
import io.pgconvoy.status.domain.MigrationStatus.CloneProgress;
import io.pgconvoy.status.domain.TableStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Progress in words and bars. Pure. */
final class ProgressText {
    static final int TABLES_SHOWN = 5;

    private ProgressText() {}

    /** One line, for logs and pipes. */
    static String line(MigrationStatus status, OptionalLong bytesPerSecond, Instant now) {
        StringBuilder line = new StringBuilder(head(status));
        status.progress().ifPresent(p -> line.append(": ")
                .append(p.bytes().percent())
                .append(" %, ")
                .append(facts(p, ", "))
                .append(rate(p, bytesPerSecond).map(r -> ", " + r).orElse("")));
        elapsed(status, now).ifPresent(e -> line.append(", ").append(Human.clock(e)));
        return line.toString();
    }

    /** What a terminal of this width shows: the whole, then the largest tables at work, then what went wrong. */
    static List<String> frame(
            MigrationStatus status, List<TableStatus> tables, OptionalLong bytesPerSecond, int width, Instant now) {
        int bar = width >= 100 ? 30 : 10;
        List<String> lines = new ArrayList<>();
        lines.add(head(status)
                + elapsed(status, now).map(e -> "  " + Human.clock(e)).orElse("")
                + status.progress()
                        .flatMap(p -> rate(p, bytesPerSecond))
                        .map(r -> "  " + r)
                        .orElse(""));
        status.progress().ifPresent(p -> lines.add(bar(p.bytes().percent(), bar) + "  " + facts(p, "  ")));
        tables.stream()
                .filter(ProgressText::isAtWork)
                .limit(TABLES_SHOWN)
                .forEach(t -> lines.add(tableLine(t, bar, width)));
        status.lastErrors().stream()
                .limit(1)
                .forEach(e -> lines.add(Printable.of("  tried again: "
                        + e.failure().code() + ": " + e.failure().what())));
        // One column stays free: a full line would wrap, and the next frame would start too low.
        return lines.stream().map(l -> Printable.cut(l, width - 1)).toList();
    }

    private static String head(MigrationStatus status) {
        return Printable.of(status.name() + ": " + status.phase()
                + status.stage().map(s -> " (" + s + ")").orElse(""));
    }

    private static Optional<Duration> elapsed(MigrationStatus status, Instant now) {
        return status.startedAt()
                .map(from -> Duration.between(from, status.completedAt().orElse(now)));
    }

    /** Of the copy: when all parts are done there is none. */
    private static Optional<String> rate(CloneProgress p, OptionalLong bytesPerSecond) {
        return p.parts().isComplete() || bytesPerSecond.isEmpty()
                ? Optional.empty()
                : Optional.of(Human.bytes(bytesPerSecond.getAsLong()) + "/s");
    }

    private static String facts(CloneProgress p, String separator) {
        List<String> facts = new ArrayList<>();
        facts.add(of(p.tables(), "tables"));
        facts.add(
                Human.bytes(p.bytes().done()) + " of ~" + Human.bytes(p.bytes().planned()));
        if (p.indexes().total() > 0) {
            facts.add(of(p.indexes(), "indexes"));
        }
        return String.join(separator, facts);
    }

    private static String of(Count count, String what) {
        return count.done() + "/" + count.total() + " " + what;
    }

    /** What has numbers of its own; small tables that share a job are seen in the total. */
    private static boolean isAtWork(TableStatus t) {
        return switch (t.state()) {
            case COPYING -> t.bytes().isPresent();
            case BUILDING -> true;
            case PLANNED, COPIED, DONE, STUCK -> false;
        };
    }

    private static String tableLine(TableStatus t, int bar, int width) {
        String name = Printable.left(Printable.of(t.table().toString()), Math.clamp(width / 4, 12, 40));
        if (t.state() == TableStatus.State.BUILDING) {
            return "  " + name + "  " + "building " + of(t.indexes(), "indexes");
        }
        long copied = t.bytes().orElse(0);
        String parts = t.partCount().total() > 1 ? "  " + of(t.partCount(), "parts") : "";
        return "  " + name + "  " + bar(percent(copied, t.plannedBytes()), bar) + "  " + Human.bytes(copied) + " of ~"
                + Human.bytes(t.plannedBytes()) + parts;
    }

    /** A table at work is never at 100. */
    private static int percent(long copied, long planned) {
        return planned == 0 ? 0 : (int) Math.min(99, copied * 100.0 / planned);
    }

    private static String bar(int percent, int width) {
        int full = percent * width / 100;
        return "[" + "#".repeat(full) + ".".repeat(width - full) + "] " + Printable.right(percent + " %", 5);
    }
}
