package io.pgconvoy.runner.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.runner.cases.CaseRunner;
import io.pgconvoy.runner.cases.CasesReport;
import io.pgconvoy.runner.cases.CloneService;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders of cases, as {@code scripts/run-cases} runs them: these are our own. */
class CasesIT {
    @TempDir
    private Path folder;

    @Test
    void everyCaseHasItsRightOutcome() throws Exception {
        try (Cluster cluster = Cluster.start(folder)) {
            cluster.planner().awaitReady();
            cluster.worker(1, 4).awaitReady();
            CloneService service = new CloneService(cluster.bootstrap(), folder.resolve("secrets"));
            List<String> lines = new ArrayList<>();
            try (CaseRunner runner = CaseRunner.start(service)) {
                CasesReport report = CasesReport.of(runner, Path.of("src/test/resources/cases"), List.of(), lines::add);

                assertThat(lines).hasSize(5).allMatch(line -> line.startsWith("right"));
                assertThat(report.allRight()).as(report.table()).isTrue();
                assertThat(lines.get(2)).contains("got REFUSED").contains("public.orders");
                assertThat(lines.get(4)).contains("got LOUD").contains("child_has_parent");
            }
        }
    }
}
