package io.pgconvoy.contract.state;

import static io.pgconvoy.contract.state.Story.ONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.Job.CopyTables;
import io.pgconvoy.contract.Job.Stage;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.Messages;
import io.pgconvoy.contract.MigrationEvent.JobFailed;
import io.pgconvoy.contract.TableName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of the dispatcher on random plans that are run to their end, with failures on the way. */
class DispatchedPlansTest {
    private static final Instant NOON = Messages.NOON;

    private final Story story = new Story();
    private final Dispatcher dispatcher = new Dispatcher(DispatcherTest.limits(2, 3, 1, 1), 64);

    /** Runs a random plan to its end and looks at the rules after every step. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void whateverIsPlannedIsDoneInOrderAndWithinTheWindows(long seed) {
        Random random = new Random(seed);
        JobBoard board = JobBoard.EMPTY.plan(randomPlan(random));
        Set<String> sentOnce = new HashSet<>();
        int steps = 0;
        while (!board.isDone()) {
            assertThat(steps++).as("seed %d ends", seed).isLessThan(10_000);
            for (JobTrack track : dispatcher.next(board, NOON).jobs()) {
                int attempt = track.attempt() + 1;
                assertThat(sentOnce.add(track.job().id() + "/" + attempt))
                        .as("seed %d: sent once", seed)
                        .isTrue();
                assertThat(unfinishedBefore(track.job(), board))
                        .as("seed %d: %s", seed, track.job())
                        .isEmpty();
                board = board.dispatched(
                        story.dispatched(ONE, attempt, List.of(track.job())).jobs());
            }
            assertThat(outstanding(board)).as("seed %d", seed).allSatisfy((stages, count) -> assertThat(count)
                    .isLessThanOrEqualTo(limitOf(stages)));
            List<JobTrack> busy =
                    board.all().stream().filter(JobTrack::isOutstanding).toList();
            assertThat(busy).as("seed %d: something is under way", seed).isNotEmpty();
            JobTrack next = busy.get(random.nextInt(busy.size()));
            board = random.nextInt(5) == 0
                    ? board.failed(failedAt(NOON.minusSeconds(60), next.job(), next.attempt()), new Retry(1_000))
                    : board.succeeded(story.succeeded(ONE, next.attempt(), next.job()));
        }
    }

    private static JobFailed failedAt(Instant at, Job job, int attempt) {
        return new JobFailed(
                Story.SHOP, at, ONE, job.id(), attempt, "worker-1", Failure.of(ErrorCode.SERVER_BUSY, "it failed"));
    }

    private static List<Job> randomPlan(Random random) {
        List<Job> jobs = new ArrayList<>();
        for (int table = 0; table < 6; table++) {
            TableName name = new TableName("s", "t" + table);
            for (int part = random.nextInt(1, 4); part > 0; part--) {
                jobs.add(new CopyTables(
                        new JobId("copy:" + table + ":" + part), List.of(Story.copyOf(name, random.nextInt(1_000)))));
            }
            for (Stage stage : Stage.values()) {
                if (stage != Stage.COPY && random.nextBoolean()) {
                    jobs.add(Story.statements(stage + ":" + table, stage, random.nextInt(1_000), name));
                }
            }
        }
        return jobs;
    }

    /** Written again, in other words than the dispatcher's: what must be done before a job goes out. */
    private static List<Job> unfinishedBefore(Job job, JobBoard board) {
        return board.all().stream()
                .filter(t -> !t.isDone())
                .map(JobTrack::job)
                .filter(other -> switch (job.stage()) {
                    case COPY, LARGE_OBJECTS -> false;
                    case INDEX -> sameTable(job, other) && other.stage() == Stage.COPY;
                    case CONSTRAINT ->
                        sameTable(job, other) && Set.of(Stage.COPY, Stage.INDEX).contains(other.stage());
                    case ANALYZE ->
                        sameTable(job, other)
                                && Set.of(Stage.COPY, Stage.INDEX, Stage.CONSTRAINT)
                                        .contains(other.stage());
                    case ATTACH ->
                        Set.of(Stage.COPY, Stage.INDEX, Stage.CONSTRAINT, Stage.ANALYZE)
                                .contains(other.stage());
                    case FOREIGN_KEY ->
                        Set.of(Stage.COPY, Stage.INDEX, Stage.CONSTRAINT, Stage.ANALYZE, Stage.ATTACH)
                                .contains(other.stage());
                    case VALIDATE ->
                        Set.of(
                                        Stage.COPY,
                                        Stage.INDEX,
                                        Stage.CONSTRAINT,
                                        Stage.ANALYZE,
                                        Stage.ATTACH,
                                        Stage.FOREIGN_KEY)
                                .contains(other.stage());
                })
                .toList();
    }

    private static boolean sameTable(Job a, Job b) {
        return a.tables().stream().anyMatch(b.tables()::contains);
    }

    private enum Kind {
        COPY,
        LARGE_OBJECTS,
        BUILD,
        ANALYZE,
        RESTORE
    }

    private static int limitOf(Kind kind) {
        return Map.of(Kind.COPY, 2, Kind.LARGE_OBJECTS, 1, Kind.BUILD, 3, Kind.ANALYZE, 2, Kind.RESTORE, 1)
                .get(kind);
    }

    private static Map<Kind, Integer> outstanding(JobBoard board) {
        Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
        board.all().stream()
                .filter(JobTrack::isOutstanding)
                .forEach(t -> counts.merge(
                        switch (t.job().stage()) {
                            case COPY -> Kind.COPY;
                            case LARGE_OBJECTS -> Kind.LARGE_OBJECTS;
                            case INDEX, CONSTRAINT, ATTACH -> Kind.BUILD;
                            case ANALYZE -> Kind.ANALYZE;
                            case FOREIGN_KEY, VALIDATE -> Kind.RESTORE;
                        },
                        1,
                        Integer::sum));
        return counts;
    }
}
