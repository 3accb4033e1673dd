package io.pgconvoy.status.domain;

/**
 * Where a fact lies on the events topic. A migration's facts all lie on one partition, in order.
 *
 * @param topicPartition topic, hyphen, partition number: as Kafka's own tools print it
 */
public record Position(String topicPartition, long offset) {
    public static Position of(String topic, int partition, long offset) {
        return new Position(topic + "-" + partition, offset);
    }

    boolean isAfter(Position other) {
        return offset > other.offset || !topicPartition.equals(other.topicPartition);
    }
}
