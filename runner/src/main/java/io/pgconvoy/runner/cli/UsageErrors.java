package io.pgconvoy.runner.cli;

import io.pgconvoy.runner.watch.ExitCode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What a wrong command line is answered with: one line. An argument may be a URI with a password in it: none is repeated. */
final class UsageErrors {
    private static final String URI = "://";

    private UsageErrors() {}

    static int handle(ParameterException e, String[] arguments) {
        CommandLine command = e.getCommandLine();
        String line = String.join(" ", withoutUris(e.getMessage(), arguments).split("\\R"));
        String printable = (line + suggestion(e)).replaceAll("[\\p{Cc}\\p{Cf}]", "?");
        command.getErr()
                .println("pgconvoy: " + printable + "; see "
                        + command.getCommandSpec().qualifiedName() + " --help");
        return ExitCode.USAGE.code();
    }

    /** Picocli quotes arguments, or what follows their '=', as they were given. */
    private static String withoutUris(String message, String[] arguments) {
        List<String> secret = new ArrayList<>();
        for (String argument : arguments) {
            if (argument.contains(URI)) {
                secret.add(argument);
                secret.add(argument.substring(argument.indexOf('=') + 1));
            }
        }
        secret.sort(Comparator.comparing(String::length).reversed());
        String text = message;
        for (String each : secret) {
            text = text.replace(each, each.substring(0, Math.max(0, each.indexOf(URI))) + URI + "...");
        }
        return text;
    }

    private static String suggestion(ParameterException e) {
        if (!(e instanceof UnmatchedArgumentException unmatched)) {
            return "";
        }
        List<String> near = unmatched.getSuggestions();
        return near.isEmpty() ? "" : "; did you mean " + near.getFirst() + "?";
    }
}
