package io.pgconvoy.runner.watch;

import static io.pgconvoy.status.domain.Facts.ORDERS_1;
import static io.pgconvoy.status.domain.Facts.ORDERS_2;
import static io.pgconvoy.status.domain.Facts.SMALL;
import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.CopyFormat;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.Job.CopyTables;
import io.pgconvoy.contract.Job.TableCopy;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.TableName;
import io.pgconvoy.status.domain.Facts;
import io.pgconvoy.status.domain.Projection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProgressTextTest {
    private static final Instant NOW = Facts.START.plusSeconds(75);

    private final Facts facts = new Facts("shop");

    private Projection copying() {
        List<MigrationEvent> events = new ArrayList<>(facts.untilPlanned());
        events.add(facts.dispatched(1, ORDERS_1, ORDERS_2, SMALL));
        events.add(facts.started(ORDERS_1, 1, "w1"));
        events.add(facts.started(ORDERS_2, 1, "w2"));
        events.add(facts.succeeded(ORDERS_2, 1, "w2", 12, 480));
        return facts.fold(events).after(facts.sample(ORDERS_1, 1, "w1", 4, 200));
    }

    private static String frame(Projection p, int width) {
        return String.join("\n", ProgressText.frame(p.status(), p.tables(), OptionalLong.of(45L << 20), width, NOW));
    }

    @Test
    void aLineSaysHowFarItIs() {
        Golden.check("line.txt", ProgressText.line(copying().status(), OptionalLong.of(45L << 20), NOW) + "\n");
    }

    @Test
    void aFrameShowsTheWholeAndTheTablesAtWork() {
        Projection copying = copying();

        Golden.check("frame-80.txt", frame(copying, 80) + "\n");
        Golden.check("frame-120.txt", frame(copying, 120) + "\n");
    }

    @Test
    void aFailureThatIsTriedAgainIsSeen() {
        List<MigrationEvent> events = new ArrayList<>(facts.untilPlanned());
        events.add(facts.dispatched(1, ORDERS_1));
        events.add(facts.started(ORDERS_1, 1, "w1"));
        events.add(facts.jobFailed(
                ORDERS_1, 1, "w1", Failure.of(ErrorCode.CONNECTION_LOST, "the source closed the connection")));

        assertThat(frame(facts.fold(events), 80))
                .contains("tried again: CONNECTION_LOST: the source closed the connection");
    }

    @Test
    void noLineIsWiderThanTheTerminalLessOneColumn() {
        for (int width = 20; width < 200; width++) {
            for (String line : frame(copying(), width).lines().toList()) {
                assertThat(Printable.columns(line)).isLessThan(width);
            }
        }
    }

    @Test
    void ofManyRunningTablesTheFiveLargestAreShown() {
        List<Job> jobs = IntStream.rangeClosed(1, 9)
                .mapToObj(n -> job("t" + n, n * 1000L))
                .toList();

        List<String> lines = frame(running(jobs), 100).lines().skip(2).toList();

        assertThat(lines).hasSize(ProgressText.TABLES_SHOWN);
        assertThat(lines.getFirst()).contains("s.t9 ");
        assertThat(lines.getLast()).contains("s.t5 ");
    }

    @Test
    void controlCharactersInNamesDoNotReachTheTerminal() {
        String frame = frame(running(List.of(job("evil\033[2J\nname", 1000))), 100);

        assertThat(frame).contains("s.evil?[2J?name").doesNotContain("\033");
    }

    private static Job job(String table, long bytes) {
        TableCopy copy = new TableCopy(new TableName("s", table), List.of("id"), CopyFormat.TEXT, false, bytes);
        return new CopyTables(new JobId("copy-" + bytes), List.of(copy));
    }

    private Projection running(List<Job> jobs) {
        List<MigrationEvent> events = new ArrayList<>(List.of(
                facts.accepted(),
                facts.preflightPassed(),
                facts.snapshotOpened(),
                facts.schemaRestored(),
                facts.planned(jobs),
                facts.planCompleted(jobs.size()),
                facts.dispatched(1, jobs.toArray(Job[]::new))));
        jobs.forEach(j -> events.add(facts.started(j, 1, "w1")));
        return facts.fold(events);
    }
}
