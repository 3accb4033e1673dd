package io.pgconvoy.runner.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.pgconvoy.contract.wire.RequestReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A request as a person writes it: YAML or JSON from a file, with options of the command line laid over it. */
public final class RequestDocument {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    private final Map<String, Object> document;

    private RequestDocument(Map<String, Object> document) {
        this.document = document;
    }

    /** The file is not YAML or JSON; the message says where. */
    public static final class Unreadable extends Exception {
        Unreadable(String why) {
            super(why);
        }
    }

    public static RequestDocument empty() {
        return new RequestDocument(new LinkedHashMap<>());
    }

    public static RequestDocument read(Path file) throws Unreadable {
        try {
            Map<String, Object> document =
                    YAML.readValue(Files.readAllBytes(file), new TypeReference<LinkedHashMap<String, Object>>() {});
            return new RequestDocument(document == null ? new LinkedHashMap<>() : document);
        } catch (JsonProcessingException e) {
            String place = Optional.ofNullable(e.getLocation())
                    .map(l -> " at line " + l.getLineNr() + ", column " + l.getColumnNr())
                    .orElse("");
            throw new Unreadable(file + " is not a YAML or JSON object" + place);
        } catch (NoSuchFileException e) {
            throw new Unreadable(file + " does not exist");
        } catch (IOException e) {
            throw new Unreadable(file + " cannot be read: " + e.getMessage());
        }
    }

    /** Sets {@code metadata.name} where the file has none, or where {@code name} is given. */
    public RequestDocument named(Optional<String> name, String otherwise) {
        document.putIfAbsent("apiVersion", RequestReader.API_VERSION);
        document.putIfAbsent("kind", "Migration");
        Map<String, Object> metadata = object(document, "metadata");
        name.ifPresentOrElse(n -> metadata.put("name", n), () -> metadata.putIfAbsent("name", otherwise));
        return this;
    }

    public RequestDocument endpoint(String side, Map<String, Object> endpoint) {
        object(document, "spec").put(side, endpoint);
        return this;
    }

    public RequestDocument clone(String field, Optional<?> value) {
        value.ifPresent(v -> object(object(document, "spec"), "clone").put(field, v));
        return this;
    }

    public boolean hasEndpoint(String side) {
        return document.get("spec") instanceof Map<?, ?> spec && spec.containsKey(side);
    }

    public String name() {
        return String.valueOf(object(document, "metadata").get("name"));
    }

    public Map<String, Object> content() {
        return document;
    }

    @SuppressWarnings("unchecked") // YAML objects have string keys; other values are replaced by an object
    private static Map<String, Object> object(Map<String, Object> parent, String key) {
        Object value = parent.computeIfAbsent(key, k -> new LinkedHashMap<String, Object>());
        return value instanceof Map<?, ?> ? (Map<String, Object>) value : new LinkedHashMap<>();
    }
}
