package io.pgconvoy.runner.cli;

import io.pgconvoy.postgres.local.LocalServer;
import io.pgconvoy.runner.client.RequestDocument;
import io.pgconvoy.runner.compare.Comparison;
import io.pgconvoy.runner.demo.DemoServers;
import io.pgconvoy.runner.watch.ExitCode;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows a whole migration: two throwaway servers, a generated database, a clone, and the proof that both sides are equal. */
@Command(
        name = "demo",
        description = "Clones a generated database between two throwaway servers and compares both sides.")
final class DemoCommand implements Callable<Integer> {
    private static final int MAJOR = 15;

    @Option(
            names = "--scale",
            paramLabel = "FACTOR",
            defaultValue = "1",
            description = "Size of the database; 1 is about 200 MB (default: 1).")
    private double scale;

    @Mixin
    private CloneOptions options = new CloneOptions();

    @Override
    public Integer call() throws Exception {
        if (!(scale >= 0.01 && scale <= 1000)) {
            throw new CliFailure(ExitCode.USAGE, "--scale is " + scale + "; allowed: 0.01 to 1000");
        }
        RequestDocument request = options.apply(RequestDocument.empty());
        try (Signals signals = Signals.listen()) {
            System.err.println("pgconvoy: starting two PostgreSQL servers on loopback");
            try (LocalServer source = signals.interruptible(() -> LocalServer.start(MAJOR));
                    LocalServer target = signals.interruptible(() -> LocalServer.start(MAJOR))) {
                return run(request, new DemoServers(source, target), signals).code();
            }
        }
    }

    private ExitCode run(RequestDocument request, DemoServers demo, Signals signals) throws Exception {
        System.err.println("pgconvoy: generating the demo database");
        signals.interruptible(() -> {
            demo.generate(scale);
            return demo;
        });
        ExitCode code = new CloneRun(options)
                .run(request, Optional.of(demo.sourceUri()), Optional.of(demo.targetUri()), signals);
        return code == ExitCode.DONE ? signals.interruptible(() -> compare(demo)) : code;
    }

    private static ExitCode compare(DemoServers demo) throws Exception {
        System.err.println("pgconvoy: comparing every row, the sequences, the large objects and the schema");
        Comparison comparison = demo.compare();
        System.out.print(comparison.report());
        return comparison.equal() ? ExitCode.DONE : ExitCode.DIFFERENCES;
    }
}
