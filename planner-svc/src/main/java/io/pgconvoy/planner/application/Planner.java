package io.pgconvoy.planner.application;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.MigrationEvent.CancelRequested;
import io.pgconvoy.contract.MigrationEvent.MigrationAccepted;
import io.pgconvoy.contract.MigrationEvent.MigrationRejected;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.Request.CancelMigration;
import io.pgconvoy.contract.Request.SubmitMigration;
import io.pgconvoy.contract.RequestError;
import io.pgconvoy.contract.state.MigrationState;
import io.pgconvoy.contract.state.MigrationState.Accepted;
import io.pgconvoy.contract.wire.RequestReader.Reading;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The process manager: answers requests and runs one {@link MigrationProcess} per migration. Every planner folds every
 * migration's facts; it acts only for those whose partition of the requests topic it owns. Thread-safe.
 */
public final class Planner implements AutoCloseable {
    private static final long SNAPSHOT_CHECK_SECONDS = 2;

    private final Facts facts;
    private final Orders orders;
    private final Steps steps;
    private final Databases databases;
    private final Clock clock;
    private final Executor workers;
    private final ScheduledExecutorService timer;
    private final Map<MigrationId, Entry> entries = new HashMap<>();
    private final Set<Integer> owned = new HashSet<>();
    private final Set<Integer> live = new HashSet<>();

    private record Entry(MigrationProcess process, Mailbox mailbox, int partition) {}

    /** Ports that reach Kafka. */
    public record Outlets(Facts facts, Orders orders) {}

    public Planner(
            Outlets outlets, Databases databases, Clock clock, Executor workers, ScheduledExecutorService timer) {
        this.facts = outlets.facts();
        this.orders = outlets.orders();
        this.databases = databases;
        this.steps = new Steps(databases, clock);
        this.clock = clock;
        this.workers = workers;
        this.timer = timer;
        var unusedCheck = timer.scheduleWithFixedDelay(
                this::checkSnapshots, SNAPSHOT_CHECK_SECONDS, SNAPSHOT_CHECK_SECONDS, TimeUnit.SECONDS);
    }

    /** A fact from the events topic, in its partition's order. */
    public void fold(MigrationEvent event, int partition, long offset) {
        Entry entry = entry(event.migration(), partition);
        entry.mailbox().execute(() -> {
            entry.process().fold(event, offset);
            entry.process().consider();
        });
    }

    /** Every fact that was in this partition when the planner started has been folded. */
    public void partitionIsLive(int partition) {
        synchronized (this) {
            live.add(partition);
        }
        wake();
    }

    /** The partitions of the requests topic, and so the migrations, that this planner acts for. */
    public void own(Set<Integer> partitions) {
        synchronized (this) {
            owned.clear();
            owned.addAll(partitions);
        }
        wake();
    }

    /**
     * Answers one request with exactly one verdict and waits until that is durable.
     *
     * @param partition of the requests topic; events have as many, so the same key lies in the same one
     */
    public void answer(Reading reading, int partition) {
        switch (reading) {
            case Reading.Refused refused ->
                refused.migration()
                        .ifPresent(id -> inMailbox(id, partition, () -> reject(id, refused.errors(), refused.hash())));
            case Reading.Read(SubmitMigration submit, String hash) ->
                inMailbox(submit.migration(), partition, () -> submit(submit, hash, partition));
            case Reading.Read(CancelMigration cancel, String hash) ->
                inMailbox(cancel.migration(), partition, () -> cancel(cancel, hash, partition));
        }
    }

    private void submit(SubmitMigration submit, String hash, int partition) {
        MigrationId id = submit.migration();
        MigrationState state = entry(id, partition).process().state();
        if (state instanceof Accepted accepted) {
            if (!accepted.course().requestHash().equals(hash)) {
                reject(
                        id,
                        List.of(new RequestError(
                                ErrorCode.NAME_IN_USE,
                                "/metadata/name",
                                Optional.of(id.value()),
                                Optional.empty(),
                                "another migration has this name (it is " + state.phase() + "); choose another")),
                        hash);
            }
            return; // the same request again: its verdict stands in the events already
        }
        facts.append(new MigrationAccepted(id, clock.instant(), submit.spec(), hash));
    }

    private void cancel(CancelMigration cancel, String hash, int partition) {
        MigrationId id = cancel.migration();
        MigrationState state = entry(id, partition).process().state();
        Instant now = clock.instant();
        if (state instanceof Accepted && !state.isTerminal()) {
            facts.append(new CancelRequested(id, now, cancel.by()));
        } else {
            reject(
                    id,
                    List.of(new RequestError(
                            ErrorCode.FIELD_VALUE,
                            "/metadata/name",
                            Optional.of(id.value()),
                            Optional.of("a migration that is under way"),
                            state.isTerminal() ? "it is " + state.phase() + " already" : "there is no such migration")),
                    hash);
        }
    }

    private void reject(MigrationId id, List<RequestError> errors, String hash) {
        facts.append(new MigrationRejected(id, clock.instant(), errors, hash));
    }

    /** Runs in the migration's mailbox, behind everything folded so far, and waits for it. */
    private void inMailbox(MigrationId id, int partition, Runnable task) {
        entry(id, partition).mailbox().run(task);
    }

    private synchronized Entry entry(MigrationId id, int partition) {
        return entries.computeIfAbsent(id, i -> {
            Mailbox mailbox = new Mailbox(workers);
            MigrationProcess.Tools tools = new MigrationProcess.Tools(
                    facts, orders, steps, databases, clock, mailbox, workers, (at, task) -> later(mailbox, at, task));
            MigrationProcess process = new MigrationProcess(i, tools);
            if (acts(partition)) {
                mailbox.execute(process::act);
            }
            return new Entry(process, mailbox, partition);
        });
    }

    private boolean acts(int partition) {
        return owned.contains(partition) && live.contains(partition);
    }

    private synchronized void wake() {
        for (Entry entry : entries.values()) {
            MigrationProcess process = entry.process();
            entry.mailbox().execute(acts(entry.partition()) ? process::act : process::rest);
        }
    }

    private void later(Mailbox mailbox, Instant at, Runnable task) {
        long millis = Math.max(1, at.toEpochMilli() - clock.millis());
        var unusedTask = timer.schedule(() -> mailbox.execute(task), millis, TimeUnit.MILLISECONDS);
    }

    private synchronized void checkSnapshots() {
        for (Entry entry : entries.values()) {
            entry.mailbox().execute(entry.process()::checkSnapshot);
        }
    }

    @Override
    public synchronized void close() {
        timer.shutdownNow();
        entries.values().forEach(e -> e.process().stop());
    }
}
