/**
 * How messages look on a topic: names and settings of the topics, CloudEvents headers, JSON values, and the reading of
 * requests, which people write and which therefore may be anything. The only package that knows JSON; Kafka's classes are not
 * known here either, an {@link io.pgconvoy.contract.wire.Envelope} is handed to whoever produces it.
 */
package io.pgconvoy.contract.wire;
