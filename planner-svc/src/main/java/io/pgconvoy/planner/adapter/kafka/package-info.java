/** Requests and facts in, facts and jobs out. The only package here that knows Kafka. */
package io.pgconvoy.planner.adapter.kafka;
