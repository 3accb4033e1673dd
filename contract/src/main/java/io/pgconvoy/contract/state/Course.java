package io.pgconvoy.contract.state;

import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.MigrationEvent.PlannerEvent;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.MigrationSpec;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.pcollections.PVector;
import org.pcollections.TreePVector;

/**
 * What stays the same through a migration's states: what was asked for, what preflight warned of, and when each step was
 * reached.
 */
public record Course(
        MigrationId migration,
        MigrationSpec spec,
        String requestHash,
        Optional<List<Failure>> warnings,
        PVector<Mark> marks) {
    /** A fact's name and time. */
    public record Mark(String fact, Instant at) {}

    static Course begin(MigrationEvent.MigrationAccepted e) {
        return new Course(e.migration(), e.spec(), e.requestHash(), Optional.empty(), TreePVector.<Mark>empty())
                .mark(e);
    }

    /** The same fact read again leaves no second mark. */
    Course mark(PlannerEvent event) {
        Mark mark = new Mark(event.getClass().getSimpleName(), event.at());
        return marks.contains(mark) ? this : new Course(migration, spec, requestHash, warnings, marks.plus(mark));
    }

    Course passed(MigrationEvent.PreflightPassed e) {
        return new Course(migration, spec, requestHash, e.warnings(), marks).mark(e);
    }

    /** Whether a plan was ever whole: then every build job is planned, whatever became of that plan's copies. */
    boolean hasWholePlan() {
        return last(MigrationEvent.PlanCompleted.class).isPresent();
    }

    public Instant acceptedAt() {
        return marks.getFirst().at();
    }

    /** The last time this fact was recorded. */
    public Optional<Instant> last(Class<? extends PlannerEvent> fact) {
        return marks.stream()
                .filter(m -> m.fact().equals(fact.getSimpleName()))
                .map(Mark::at)
                .reduce((earlier, later) -> later);
    }
}
