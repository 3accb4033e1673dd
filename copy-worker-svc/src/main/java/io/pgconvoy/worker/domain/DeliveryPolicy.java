package io.pgconvoy.worker.domain;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.JobId;
import java.util.Optional;

/** When a job that keeps coming back is given up: whatever it does to its workers, it never reported a failure. */
public final class DeliveryPolicy {
    /** The broker drops a record silently after 5 deliveries, so the fourth must still be answered by us. */
    public static final int LIMIT = 4;

    private DeliveryPolicy() {}

    /** Empty while the job may be tried. */
    public static Optional<Failure> refusal(JobId job, int deliveryCount) {
        if (deliveryCount < LIMIT) {
            return Optional.empty();
        }
        return Optional.of(Failure.of(
                ErrorCode.DELIVERY_LIMIT,
                "job " + job + " was delivered " + deliveryCount + " times and no worker lived to answer it",
                "look for workers that were killed while they ran this job (out of memory, node loss), then start the"
                        + " migration again"));
    }
}
