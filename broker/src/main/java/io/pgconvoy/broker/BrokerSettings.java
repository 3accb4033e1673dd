package io.pgconvoy.broker;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Properties;

/** What is the same for every local broker ({@code broker.properties}), and the addresses and folder of this one. */
final class BrokerSettings {
    private BrokerSettings() {}

    static Properties of(Path dataDir, int port, int controllerPort) throws IOException {
        Properties settings = new Properties();
        try (InputStream fixed = BrokerSettings.class.getResourceAsStream("/broker.properties")) {
            settings.load(fixed);
        }
        String controller = "127.0.0.1:" + controllerPort;
        settings.setProperty("controller.quorum.voters", settings.getProperty("node.id") + "@" + controller);
        settings.setProperty("listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://" + controller);
        settings.setProperty("log.dirs", dataDir.toString());
        return settings;
    }
}
