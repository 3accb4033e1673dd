package io.pgconvoy.planner.application;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.MigrationEvent.JobFailed;
import io.pgconvoy.contract.MigrationEvent.JobStarted;
import io.pgconvoy.contract.MigrationEvent.JobSucceeded;
import io.pgconvoy.contract.MigrationEvent.JobsDispatched;
import io.pgconvoy.contract.MigrationEvent.MigrationAccepted;
import io.pgconvoy.contract.MigrationEvent.SnapshotShared;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.MigrationSpec;
import io.pgconvoy.contract.state.JobBoard;
import io.pgconvoy.contract.state.MigrationState;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.Consumer;

/**
 * One thread that plays everything around {@link MigrationProcess}: the events topic, the jobs topic, copy workers, time. What
 * happens next is drawn from a seed, so that one seed is one history.
 */
final class SimulatedWorld {
    static final MigrationId ID = new MigrationId("shop");
    private static final int MOST_STEPS = 20_000;

    final List<MigrationEvent> log = new ArrayList<>();
    final ScriptedDatabases databases = new ScriptedDatabases();
    final Deque<Job.Order> jobsTopic = new ArrayDeque<>();
    final List<Planning> planners = new ArrayList<>();
    /** How often a written fact is not confirmed, and an unwritten one neither. */
    double unconfirmed;

    double lostFacts;
    boolean workersRest;
    boolean workersShareSnapshot = true;
    Consumer<MigrationEvent> onFact = fact -> {};
    private final Random random;
    private Instant now = Instant.EPOCH;

    private record Timer(Instant at, Runnable task) {}

    SimulatedWorld(long seed) {
        random = new Random(seed);
    }

    /** A planner process: dies without a word when it is removed from the world. */
    final class Planning {
        final Deque<Runnable> mailbox = new ArrayDeque<>();
        final List<Runnable> working = new ArrayList<>();
        final PriorityQueue<Timer> timers = new PriorityQueue<>(Comparator.comparing(Timer::at));
        final MigrationProcess process;
        private int delivered;

        Planning() {
            Clock clock = new WorldClock();
            process = new MigrationProcess(
                    ID,
                    new MigrationProcess.Tools(
                            this::append,
                            this::send,
                            new Steps(databases, clock),
                            clock,
                            mailbox::add,
                            working::add,
                            (at, task) -> timers.add(new Timer(at, task))));
        }

        private long append(MigrationEvent fact) {
            if (random.nextDouble() < lostFacts) {
                throw new PublicationFailed("not written", null);
            }
            write(fact);
            if (random.nextDouble() < unconfirmed) {
                throw new PublicationFailed("written, not confirmed", null);
            }
            return log.size() - 1L;
        }

        private void send(List<Job.Order> orders) {
            jobsTopic.addAll(orders);
        }

        private void deliver() {
            int offset = delivered++;
            MigrationEvent fact = log.get(offset);
            mailbox.add(() -> process.fold(fact, offset));
        }
    }

    private final class WorldClock extends Clock {
        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }

    void accept(MigrationSpec spec) {
        write(new MigrationAccepted(ID, now, spec, "hash"));
    }

    void write(MigrationEvent fact) {
        log.add(fact);
        onFact.accept(fact);
    }

    Planning startPlanner() {
        Planning planner = new Planning();
        planners.add(planner);
        planner.mailbox.add(planner.process::act);
        return planner;
    }

    /** All planners die; their sessions end with them. Jobs without a result are still on their topic. */
    void killPlanners(List<String> sessions) {
        planners.clear();
        databases.importable.removeAll(sessions);
    }

    /** Lets things happen until nothing can happen any more. */
    MigrationState run() {
        for (int i = 0; i < MOST_STEPS; i++) {
            List<Runnable> possible = possible();
            if (!possible.isEmpty()) {
                possible.get(random.nextInt(possible.size())).run();
                now = now.plusMillis(1);
            } else if (!waitForTimer()) {
                return state();
            }
        }
        throw new AssertionError("no end after " + MOST_STEPS + " steps, in state " + state());
    }

    /** The fold of everything that was written. */
    MigrationState state() {
        MigrationState state = MigrationState.initial();
        for (MigrationEvent fact : log) {
            state = state.after(fact);
        }
        return state;
    }

    private List<Runnable> possible() {
        List<Runnable> possible = new ArrayList<>();
        for (Planning planner : planners) {
            if (!planner.mailbox.isEmpty()) {
                possible.add(() -> planner.mailbox.poll().run());
            }
            if (!planner.working.isEmpty()) {
                possible.add(() -> planner.working.remove(0).run());
            }
            if (planner.delivered < log.size()) {
                possible.add(planner::deliver);
            }
        }
        if (!jobsTopic.isEmpty() && !workersRest) {
            possible.add(this::work);
        }
        return possible;
    }

    private boolean waitForTimer() {
        Optional<Planning> next = planners.stream()
                .filter(p -> !p.timers.isEmpty())
                .min(Comparator.comparing(p -> p.timers.peek().at()));
        if (next.isEmpty()) {
            return false;
        }
        Timer timer = next.get().timers.poll();
        now = timer.at().isAfter(now) ? timer.at() : now;
        next.get().mailbox.add(timer.task());
        return true;
    }

    /** A worker takes an order and does it, under the rules that the target enforces. */
    private void work() {
        Job.Order order = jobsTopic.poll();
        JobId job = order.job().id();
        write(new JobStarted(ID, now, order.generation(), job, order.attempt(), "w"));
        if (databases.receipts.containsKey(job)) {
            write(succeeded(order, true));
            return;
        }
        boolean copy = JobBoard.dependsOnSnapshot(order.job().stage());
        if (!order.generation().equals(databases.generation)) {
            write(failed(order, ErrorCode.STALE_GENERATION));
        } else if (copy && !databases.importable.contains(order.snapshot().orElseThrow())) {
            write(failed(order, ErrorCode.SNAPSHOT_GONE));
        } else {
            int view = copy ? databases.viewBySnapshot.get(order.snapshot().orElseThrow()) : 0;
            if (copy && workersShareSnapshot) {
                String own = databases.share(order.snapshot().orElseThrow());
                write(new SnapshotShared(ID, now, order.generation(), "w", own, OptionalInt.empty()));
            }
            databases.receipts.put(job, view);
            write(succeeded(order, false));
        }
    }

    private MigrationEvent succeeded(Job.Order order, boolean alreadyDone) {
        return new JobSucceeded(
                ID, now, order.generation(), order.job().id(), order.attempt(), "w", 1, 10, Duration.ZERO, alreadyDone);
    }

    private MigrationEvent failed(Job.Order order, ErrorCode code) {
        Failure failure = Failure.of(code, "the worker met " + code);
        return new JobFailed(ID, now, order.generation(), order.job().id(), order.attempt(), "w", failure);
    }

    /** The facts of type {@code type} so far. */
    <T extends MigrationEvent> List<T> facts(Class<T> type) {
        return log.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** The world as it was after the first {@code facts} facts of a history, all planners dead. */
    static SimulatedWorld after(SimulatedWorld history, int facts, long seed) {
        SimulatedWorld world = new SimulatedWorld(seed);
        world.now = history.now;
        world.databases.continueFrom(history.databases);
        world.log.addAll(history.log.subList(0, facts));
        MigrationSpec spec = ((MigrationAccepted) history.log.getFirst()).spec();
        for (MigrationEvent fact : world.log) {
            switch (fact) {
                case MigrationEvent.SnapshotOpened e -> world.known(e.generation(), e.snapshot(), history);
                case MigrationEvent.SnapshotAdopted e -> world.known(e.generation(), e.snapshot(), history);
                case SnapshotShared e -> {
                    world.known(e.generation(), e.snapshot(), history);
                    world.databases.importable.add(e.snapshot());
                }
                case JobSucceeded e -> world.databases.receipts.put(e.job(), history.databases.receipts.get(e.job()));
                case MigrationEvent.SchemaFinished e -> world.databases.schemaFinished = true;
                case JobsDispatched e -> world.redeliver(e, spec);
                default -> {}
            }
        }
        world.jobsTopic.removeIf(
                o -> world.databases.receipts.containsKey(o.job().id()));
        return world;
    }

    private void known(Generation generation, String snapshot, SimulatedWorld history) {
        databases.generation = generation;
        databases.viewBySnapshot.put(snapshot, history.databases.viewBySnapshot.get(snapshot));
    }

    private void redeliver(JobsDispatched fact, MigrationSpec spec) {
        List<Job> all = new ArrayList<>(Jobs.copies(fact.generation()));
        all.addAll(Jobs.builds());
        Optional<String> snapshot = databases.viewBySnapshot.keySet().stream().findFirst();
        for (MigrationEvent.Dispatch d : fact.jobs()) {
            all.stream()
                    .filter(j -> j.id().equals(d.job()))
                    .forEach(j -> jobsTopic.add(new Job.Order(
                            ID, fact.generation(), snapshot, d.attempt(), spec.source(), spec.target(), j)));
        }
    }
}
