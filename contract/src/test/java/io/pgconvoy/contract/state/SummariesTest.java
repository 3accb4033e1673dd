package io.pgconvoy.contract.state;

import static io.pgconvoy.contract.state.Story.BUILDS;
import static io.pgconvoy.contract.state.Story.COPIES;
import static io.pgconvoy.contract.state.Story.ITEMS;
import static io.pgconvoy.contract.state.Story.ONE;
import static io.pgconvoy.contract.state.Story.ORDERS;
import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.MigrationEvent.JobSucceeded;
import io.pgconvoy.contract.MigrationEvent.StepSummary;
import io.pgconvoy.contract.MigrationEvent.Summary;
import io.pgconvoy.contract.MigrationEvent.TableSummary;
import io.pgconvoy.contract.state.MigrationState.Finalizing;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SummariesTest {
    private final Story story = new Story();

    /** Each job of these takes two seconds; two run at one time. */
    private MigrationState run(MigrationState state, List<Job> jobs) {
        MigrationState next = state.after(story.dispatched(ONE, 1, jobs));
        for (int i = 0; i < jobs.size(); i += 2) {
            List<Job> pair = jobs.subList(i, Math.min(i + 2, jobs.size()));
            for (Job job : pair) {
                next = next.after(story.started(ONE, 1, job));
            }
            for (Job job : pair) {
                next = next.after(new JobSucceeded(
                        Story.SHOP, story.tick(), ONE, job.id(), 1, "worker-1", 10, 100, Duration.ofSeconds(2), false));
            }
        }
        return next;
    }

    private Summary summary() {
        MigrationState copied = run(Story.fold(story.untilCopying()), COPIES).after(story.copyConfirmed(ONE));
        Finalizing built = (Finalizing) run(copied, BUILDS).after(story.schemaFinished());
        Instant now = story.tick();
        return Summaries.of(built, now);
    }

    @Test
    void tablesAreSummedOverTheirPartsAndIndexesLargestFirst() {
        assertThat(summary().tables())
                .containsExactly(
                        new TableSummary(ORDERS, 2, 20, 200, Duration.ofSeconds(4), Duration.ofSeconds(4)),
                        new TableSummary(ITEMS, 1, 10, 100, Duration.ofSeconds(2), Duration.ofSeconds(2)));
    }

    @Test
    void theWholeIsTheSumOfTheTablesAndTheBytesOfLargeObjects() {
        Summary summary = summary();

        assertThat(summary.rows()).isEqualTo(30);
        assertThat(summary.bytes()).isEqualTo(400);
    }

    @Test
    void stepsAreInTheOrderOfTheWorkWithWallClockSumAndConcurrency() {
        List<StepSummary> steps = summary().steps();

        assertThat(steps)
                .extracting(StepSummary::step)
                .containsExactly(
                        "preflight",
                        "schema",
                        "plan",
                        "copy",
                        "large objects",
                        "index",
                        "constraint",
                        "analyze",
                        "attach",
                        "foreign key",
                        "validate",
                        "post-data");
        StepSummary copy = steps.get(3);
        assertThat(copy.cumulative()).isEqualTo(Duration.ofSeconds(6));
        assertThat(copy.concurrency()).isEqualTo(2);
        assertThat(copy.wallClock()).isGreaterThan(Duration.ofSeconds(3)).isLessThan(Duration.ofSeconds(10));
        assertThat(steps).noneMatch(step -> step.wallClock().isNegative());
    }

    @Test
    void aWorkersWrongClockMakesNoNegativeTime() {
        MigrationState copying = Story.fold(story.untilCopying()).after(story.dispatched(ONE, 1, COPIES));
        for (Job job : COPIES) {
            copying = copying.after(story.started(ONE, 1, job))
                    .after(new JobSucceeded(
                            Story.SHOP,
                            Instant.EPOCH,
                            ONE,
                            job.id(),
                            1,
                            "worker-2",
                            1,
                            1,
                            Duration.ofSeconds(1),
                            false));
        }
        Finalizing copied = (Finalizing) copying.after(story.copyConfirmed(ONE));

        assertThat(Summaries.of(copied, Instant.EPOCH).steps())
                .noneMatch(step -> step.wallClock().isNegative());
        assertThat(Summaries.of(copied, Instant.EPOCH).took()).isEqualTo(Duration.ZERO);
    }
}
