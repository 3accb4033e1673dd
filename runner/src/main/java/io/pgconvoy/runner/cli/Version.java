package io.pgconvoy.runner.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar. */
public final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() throws IOException {
        try (InputStream in = Version.class.getResourceAsStream("/pgconvoy-version.properties")) {
            Properties properties = new Properties();
            properties.load(in);
            return new String[] {"pgconvoy " + properties.getProperty("version")};
        }
    }
}
