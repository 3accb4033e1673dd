package io.pgconvoy.postgres.testing;

import io.pgconvoy.postgres.local.LocalServer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests real servers: a parameter of type {@link TestDatabase} is a fresh database on the JVM's server of a major version
 * ({@link Major}, default 15), dropped after the test; one of type {@link LocalServer} is that server, not to be stopped.
 */
public final class PostgresExtension implements ParameterResolver {
    private static final Map<Integer, LocalServer> SERVERS = new ConcurrentHashMap<>();
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final Namespace NAMESPACE = Namespace.create(PostgresExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
        Class<?> type = parameter.getParameter().getType();
        return type == TestDatabase.class || type == LocalServer.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
        int major = parameter.findAnnotation(Major.class).map(Major::value).orElse(15);
        LocalServer server = server(major);
        if (parameter.getParameter().getType() == LocalServer.class) {
            return server;
        }
        TestDatabase database = TestDatabase.on(server, "test_" + COUNT.incrementAndGet());
        test.getStore(NAMESPACE).put(database.name(), database);
        return database;
    }

    /** The JVM's server of a major version, started at first use. */
    public static LocalServer server(int major) {
        return SERVERS.computeIfAbsent(major, LocalServer::start);
    }
}
