package io.pgconvoy.runner.watch;

import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.MigrationEvent.CancelRequested;
import io.pgconvoy.contract.MigrationEvent.JobFailed;
import io.pgconvoy.contract.MigrationEvent.PlanCompleted;
import io.pgconvoy.contract.MigrationEvent.PlanDecision;
import io.pgconvoy.contract.MigrationEvent.PreflightPassed;
import io.pgconvoy.contract.MigrationEvent.ReceiptsMissing;
import io.pgconvoy.contract.MigrationEvent.SnapshotAdopted;
import io.pgconvoy.contract.MigrationEvent.SnapshotLost;
import io.pgconvoy.contract.MigrationEvent.SnapshotOpened;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Facts that an operator wants to have read, in one plain line each; most facts have none. Pure. */
final class Notes {
    /** A line per decision is for the plan, not for someone who watches: what is left out is counted. */
    static final int DECISIONS_SHOWN = 5;

    private static final int TABLES_NAMED = 3;

    private Notes() {}

    static List<String> of(MigrationEvent event) {
        return lines(event).stream().map(Printable::of).toList();
    }

    private static List<String> lines(MigrationEvent event) {
        return switch (event) {
            case SnapshotOpened e
            when e.generation().number() > 1 ->
                List.of("generation " + e.generation().number() + ": the copy begins again under a new snapshot");
            case SnapshotAdopted e ->
                List.of("generation " + e.generation().number() + ": the snapshot was taken over from another holder");
            case SnapshotLost e ->
                List.of("generation " + e.generation().number() + ": the snapshot is lost: " + e.why());
            case PreflightPassed e ->
                e.warnings().orElse(List.of()).stream().map(Notes::warning).toList();
            case PlanCompleted e -> decisions(e.decisions());
            case ReceiptsMissing e ->
                List.of("the target has lost the receipts of "
                        + Human.count(e.jobs().size()) + " jobs: they run again");
            case JobFailed e
            when e.failure().kind() == Failure.Kind.TRANSIENT ->
                List.of(e.job() + ", attempt " + e.attempt() + ": "
                        + e.failure().code() + ": " + e.failure().what());
            case CancelRequested e -> List.of("asked to cancel by " + e.by());
            default -> List.of();
        };
    }

    static String warning(Failure warning) {
        return "warning: " + warning.code() + ": " + warning.what();
    }

    private static List<String> decisions(List<PlanDecision> decisions) {
        Map<String, List<PlanDecision>> alike = decisions.stream()
                .collect(Collectors.groupingBy(
                        d -> words(d.decision()) + ": " + d.reason(), LinkedHashMap::new, Collectors.toList()));
        List<String> lines = new ArrayList<>();
        alike.entrySet().stream()
                .limit(DECISIONS_SHOWN)
                .forEach(e -> lines.add("plan: " + tables(e.getValue()) + ": " + e.getKey()));
        int more = alike.values().stream()
                .skip(DECISIONS_SHOWN)
                .mapToInt(List::size)
                .sum();
        if (more > 0) {
            lines.add("plan: and " + Human.count(more) + " more decisions");
        }
        return lines;
    }

    private static String tables(List<PlanDecision> decisions) {
        String named = decisions.stream()
                .limit(TABLES_NAMED)
                .map(d -> d.table().toString())
                .collect(Collectors.joining(", "));
        int more = decisions.size() - TABLES_NAMED;
        return more > 0 ? named + " and " + Human.count(more) + " more" : named;
    }

    private static String words(String decision) {
        return switch (decision) {
            case "text" -> "text instead of binary";
            case "whole" -> "not split";
            default -> decision;
        };
    }
}
