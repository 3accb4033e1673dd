package io.pgconvoy.postgres.local;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a {@link LocalServer} is made.
 *
 * @param bin folder of initdb and postgres
 * @param parent folder to make the server's folder in; must be enterable by user postgres
 * @param settings lines of postgresql.conf beyond the defaults
 * @param hba the whole pg_hba.conf; empty for trust on loopback and socket
 */
public record LocalServerSetup(
        int major,
        Path bin,
        Path parent,
        boolean fsync,
        String encoding,
        String locale,
        Map<String, String> settings,
        List<String> hba) {
    public LocalServerSetup {
        settings = Map.copyOf(settings);
        hba = List.copyOf(hba);
    }

    /**
     * A server of a major version from Debian's place, or from the folder in system property {@code pgconvoy.postgres.<major>.bin};
     * fsync off, UTF-8, locale C.UTF-8, logical replication possible.
     */
    public static LocalServerSetup of(int major) {
        String bin = System.getProperty("pgconvoy.postgres." + major + ".bin", "/usr/lib/postgresql/" + major + "/bin");
        Path parent = Path.of(System.getProperty("java.io.tmpdir"));
        return new LocalServerSetup(major, Path.of(bin), parent, false, "UTF8", "C.UTF-8", Map.of(), List.of());
    }

    public LocalServerSetup withBin(Path other) {
        return new LocalServerSetup(major, other, parent, fsync, encoding, locale, settings, hba);
    }

    public LocalServerSetup withParent(Path other) {
        return new LocalServerSetup(major, bin, other, fsync, encoding, locale, settings, hba);
    }

    public LocalServerSetup withFsync(boolean on) {
        return new LocalServerSetup(major, bin, parent, on, encoding, locale, settings, hba);
    }

    public LocalServerSetup withEncoding(String otherEncoding, String otherLocale) {
        return new LocalServerSetup(major, bin, parent, fsync, otherEncoding, otherLocale, settings, hba);
    }

    public LocalServerSetup withSetting(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(settings);
        more.put(name, value);
        return new LocalServerSetup(major, bin, parent, fsync, encoding, locale, more, hba);
    }

    public LocalServerSetup withHba(List<String> lines) {
        return new LocalServerSetup(major, bin, parent, fsync, encoding, locale, settings, lines);
    }

    List<String> configuration(Path folder, int port) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("port", Integer.toString(port));
        all.put("listen_addresses", "127.0.0.1");
        all.put("unix_socket_directories", folder.toString());
        all.put("wal_level", "logical");
        all.put("max_prepared_transactions", "4");
        all.put("max_connections", "60");
        all.put("shared_buffers", "32MB"); // several servers share a laptop
        all.put("max_wal_size", "2GB");
        all.put("fsync", fsync ? "on" : "off");
        all.put("logging_collector", "off");
        all.putAll(settings);
        List<String> lines = new ArrayList<>();
        all.forEach((name, value) -> lines.add(name + " = '" + value.replace("'", "''") + "'"));
        return lines;
    }
}
