package io.pgconvoy.runner.cli;

import io.pgconvoy.runner.cases.CaseRunner;
import io.pgconvoy.runner.cases.CasesReport;
import io.pgconvoy.runner.cases.CloneService;
import io.pgconvoy.runner.instance.Instance;
import io.pgconvoy.runner.instance.StateFolder;
import io.pgconvoy.runner.instance.StateFolder.Running;
import io.pgconvoy.runner.watch.ExitCode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Runs a folder of cases against two throwaway servers. For {@code scripts/run-cases}. */
@Command(
        name = "cases",
        hidden = true,
        description = "Clones every case of a folder and compares the outcome with what is right.")
final class CasesCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "FOLDER", description = "Folder of cases.")
    private Path folder = Path.of("");

    @Parameters(index = "1..*", paramLabel = "CASE", description = "Ids of cases (default: all).")
    private List<String> wanted = List.of();

    @Mixin
    private StateOption state = new StateOption();

    @Override
    public Integer call() throws Exception {
        StateFolder place = state.folder();
        Optional<Running> running = place.running();
        if (running.isPresent()) {
            return run(new CloneService(running.get().bootstrapServers(), place.secrets()));
        }
        System.err.println("pgconvoy: starting Kafka and the services");
        try (Instance instance = Instance.startPrivate(place.temporary(), 1)) {
            return run(new CloneService(
                    instance.running().bootstrapServers(), instance.folder().secrets()));
        }
    }

    private int run(CloneService service) throws Exception {
        try (Signals signals = Signals.listen();
                CaseRunner runner = CaseRunner.start(service)) {
            signals.onSignal(runner::stop);
            CasesReport report = CasesReport.of(runner, folder, wanted, System.out::println);
            System.out.print(report.table());
            return (report.allRight() ? ExitCode.DONE : ExitCode.DIFFERENCES).code();
        } catch (IllegalArgumentException e) {
            throw new CliFailure(ExitCode.USAGE, e.getMessage());
        }
    }
}
