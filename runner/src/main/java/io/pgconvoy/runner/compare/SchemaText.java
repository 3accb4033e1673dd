package io.pgconvoy.runner.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes the plain text of {@code pg_dump --schema-only} apart into its entries, so that two dumps can be compared object by object. What differs
 * between dumps of the same schema (restrict keys, versions, the order of entries) and our own schema on the target are left out.
 */
final class SchemaText {
    private static final Pattern HEADER =
            Pattern.compile("-- Name: (?<name>.*); Type: (?<type>[A-Z ]+); Schema: (?<schema>.*); Owner: (?<owner>.*)");
    private static final Pattern SETTING =
            Pattern.compile("SET (default_tablespace|default_table_access_method) = .*;");
    /** These take their place and method from a setting that stands somewhere before them, not from their own text. */
    private static final Set<String> PLACED = Set.of("TABLE", "MATERIALIZED VIEW", "INDEX");

    /** Of rights only the sum counts, not the order in which they were granted. */
    private static final Set<String> UNORDERED = Set.of("ACL", "DEFAULT ACL");

    private static final String OWN_SCHEMA = "pgconvoy";

    private final SortedMap<String, List<String>> entries = new TreeMap<>();
    private final SortedMap<String, String> settings = new TreeMap<>();

    private SchemaText() {}

    /** @return for each entry (type, schema and name) its texts: more than one only if pg_dump gives several objects the same title */
    static SortedMap<String, List<String>> entriesOf(String dump) {
        SchemaText text = new SchemaText();
        text.read(dump.lines().toList());
        text.entries.values().forEach(bodies -> bodies.sort(null));
        return text.entries;
    }

    private void read(List<String> lines) {
        Matcher title = null;
        List<String> body = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            Matcher header = HEADER.matcher(lines.get(i));
            if (header.matches() && i > 0 && lines.get(i - 1).equals("--")) {
                close(title, body);
                title = header;
                body = new ArrayList<>();
                i++; // the "--" that ends the header
            } else {
                body.add(lines.get(i));
            }
        }
        close(title, body);
    }

    private void close(Matcher title, List<String> body) {
        String method = settings.values().toString();
        takeTrailingSettings(body);
        if (title == null) {
            body.removeIf(line -> !line.startsWith("SET client_encoding"));
            entries.computeIfAbsent("DATABASE", key -> new ArrayList<>()).add(String.join("\n", body));
            return;
        }
        String schema = title.group("schema");
        String name = title.group("name");
        if (isOurs(schema, name)) {
            return;
        }
        String type = title.group("type");
        if (UNORDERED.contains(type)) {
            body.sort(null);
        }
        String place = PLACED.contains(type) ? " with " + method : "";
        String key = type + " " + (schema.equals("-") ? "" : schema + ".") + name;
        entries.computeIfAbsent(key, any -> new ArrayList<>())
                .add("owner " + title.group("owner") + place + "\n" + String.join("\n", body));
    }

    /** Settings for the next entry are printed before its title: at the end of this one, where no function body can be. */
    private void takeTrailingSettings(List<String> body) {
        while (!body.isEmpty()) {
            String last = body.getLast();
            Matcher setting = SETTING.matcher(last);
            if (setting.matches()) {
                settings.put(setting.group(1), last);
            } else if (!isNoise(last)) {
                return;
            }
            body.removeLast();
        }
    }

    private static boolean isNoise(String line) {
        return line.isBlank()
                || line.equals("--")
                || line.equals("-- PostgreSQL database dump complete")
                || line.startsWith("\\restrict ")
                || line.startsWith("\\unrestrict ");
    }

    private static boolean isOurs(String schema, String name) {
        return schema.equals(OWN_SCHEMA)
                || (schema.equals("-") && (name.equals(OWN_SCHEMA) || name.equals("SCHEMA " + OWN_SCHEMA)));
    }
}
