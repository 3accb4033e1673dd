package io.pgconvoy.contract.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.MigrationEvent.JobFailed;
import io.pgconvoy.contract.MigrationEvent.JobStarted;
import io.pgconvoy.contract.MigrationEvent.JobSucceeded;
import io.pgconvoy.contract.MigrationEvent.SnapshotShared;
import io.pgconvoy.contract.Progress;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Contract records to topic records and back. Thread-safe. */
public final class Codec {
    private static final String PREFIX = "io.pgconvoy.";
    private static final String SUFFIX = ".v1";
    private static final Map<String, Class<?>> EVENTS = leavesOf(MigrationEvent.class);

    private final String source;

    /** @param source {@code ce_source} of what this process writes, for example {@code pgconvoy/planner} */
    public Codec(String source) {
        this.source = source;
    }

    /** A record that is not what its topic promises. The message never holds record content. */
    public static final class UnreadableRecord extends Exception {
        public UnreadableRecord(String why, Throwable cause) {
            super(why, cause);
        }
    }

    public Envelope event(MigrationEvent event) {
        byte[] value = write(event);
        return envelope(Topic.EVENTS, event.migration().value(), idOf(event, value), event.at(), event, value);
    }

    public Envelope order(Job.Order order, Instant at) {
        String id =
                order.migration() + "/" + order.generation() + "/" + order.job().id() + "/" + order.attempt();
        return envelope(Topic.JOBS, order.migration() + "/" + order.job().id(), id, at, order);
    }

    public Envelope progress(Progress progress) {
        String id = progress.migration() + "/" + progress.job() + "/"
                + progress.at().toEpochMilli();
        return envelope(Topic.PROGRESS, progress.migration().value(), id, progress.at(), progress);
    }

    /** The status object or another plain value under its own type name. */
    public Envelope value(Topic topic, String key, Instant at, Object value) {
        return envelope(topic, key, key + "/" + at.toEpochMilli(), at, value);
    }

    /** Empty for a type that this version does not know: readers of facts skip those. */
    public Optional<MigrationEvent> readEvent(Optional<String> type, byte[] value) throws UnreadableRecord {
        Class<?> leaf = EVENTS.get(type.map(Codec::simpleName).orElse(""));
        return leaf == null ? Optional.empty() : Optional.of((MigrationEvent) read(value, leaf));
    }

    public Job.Order readOrder(byte[] value) throws UnreadableRecord {
        return read(value, Job.Order.class);
    }

    public Progress readProgress(byte[] value) throws UnreadableRecord {
        return read(value, Progress.class);
    }

    public <T> T read(byte[] value, Class<T> type) throws UnreadableRecord {
        String unreadable = "not a readable " + type.getSimpleName();
        try {
            T message = value == null ? null : Json.MAPPER.readValue(value, type);
            return Optional.ofNullable(message)
                    .orElseThrow(() -> new UnreadableRecord(unreadable, new IOException("the record is empty")));
        } catch (IOException e) {
            throw new UnreadableRecord(unreadable, e);
        }
    }

    public byte[] write(Object value) {
        try {
            return Json.MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write " + value.getClass().getSimpleName(), e);
        }
    }

    public String writePretty(Object value) {
        try {
            return Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write " + value.getClass().getSimpleName(), e);
        }
    }

    private Envelope envelope(Topic topic, String key, String id, Instant at, Object message) {
        return envelope(topic, key, id, at, message, write(message));
    }

    private Envelope envelope(Topic topic, String key, String id, Instant at, Object message, byte[] value) {
        Map<String, String> headers = new HashMap<>();
        headers.put("ce_specversion", "1.0");
        headers.put("ce_id", id);
        headers.put("ce_source", source);
        headers.put(Envelope.TYPE, PREFIX + message.getClass().getSimpleName() + SUFFIX);
        headers.put("ce_subject", key);
        headers.put("ce_time", at.toString());
        headers.put("content-type", "application/json");
        return new Envelope(topic, key, headers, value);
    }

    /** The same fact has the same id, so that a repeat is recognised without a store. */
    private static String idOf(MigrationEvent event, byte[] value) {
        String prefix = event.migration() + "/" + event.getClass().getSimpleName() + "/";
        return prefix
                + switch (event) {
                    case JobStarted e -> e.generation() + "/" + e.job() + "/" + e.attempt() + "/" + e.worker();
                    case JobSucceeded e -> e.generation() + "/" + e.job() + "/" + e.attempt() + "/" + e.worker();
                    case JobFailed e -> e.generation() + "/" + e.job() + "/" + e.attempt() + "/" + e.worker();
                    case SnapshotShared e -> e.generation() + "/" + e.worker() + "/" + e.snapshot();
                    case MigrationEvent.PlannerEvent e -> Digest.of(value);
                };
    }

    private static String simpleName(String type) {
        boolean ours = type.startsWith(PREFIX) && type.endsWith(SUFFIX);
        return ours ? type.substring(PREFIX.length(), type.length() - SUFFIX.length()) : "";
    }

    private static Map<String, Class<?>> leavesOf(Class<?> family) {
        Map<String, Class<?>> leaves = new HashMap<>();
        leaves(family).forEach(c -> leaves.put(c.getSimpleName(), c));
        return Map.copyOf(leaves);
    }

    private static Stream<Class<?>> leaves(Class<?> type) {
        return type.isSealed()
                ? List.of(type.getPermittedSubclasses()).stream().flatMap(Codec::leaves)
                : Stream.of(type);
    }
}
