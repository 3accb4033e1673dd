package io.pgconvoy.planner.application;

import io.pgconvoy.contract.Job;
import java.util.List;

/** Where jobs are sent. */
public interface Orders {
    /**
     * Sends jobs and waits until all are durable on the topic.
     *
     * @throws PublicationFailed when it is unknown whether all were written; sending them again is harmless
     */
    void send(List<Job.Order> orders);
}
