package io.pgconvoy.worker.application;

import java.time.Duration;
import java.util.Optional;

/**
 * Gives one lane its jobs, one at a time: the next only after the last was ended. Used by the lane's thread alone, but for
 * {@link #interrupt}. Methods throw {@link Broken} when this feed will not work again and a new one is needed.
 */
public interface JobFeed extends AutoCloseable {
    /** Waits half a second or so for the next job. */
    Optional<Delivery> next();

    /** How often {@link #renew} must be called while a job runs. */
    Duration renewEvery();

    /** @return false when the job is not ours any more: another lane has it or will have it */
    boolean renew();

    /** @return false when the job was not ours any more, so that another lane has it or will have it */
    boolean end(Ending how);

    /** Makes {@link #next} return soon. From any thread. */
    void interrupt();

    /** Gives back what is not ended. Never throws. */
    @Override
    void close();

    /** How a delivery ends. */
    enum Ending {
        /** Answered. */
        ACCEPT,
        /** Somebody else shall have it, now. */
        RELEASE,
        /** Nobody shall have it again. */
        REJECT
    }

    /** The feed cannot go on. */
    final class Broken extends RuntimeException {
        public Broken(String why, Throwable cause) {
            super(why, cause);
        }
    }

    /** Opens feeds. A share group today; a classic consumer group can stand behind it for brokers that have no share groups. */
    interface Opening {
        /** Waits until the broker is reachable and fit, or the thread is interrupted. */
        JobFeed open(int lane) throws InterruptedException;
    }
}
