package io.pgconvoy.worker.application;

import io.pgconvoy.worker.domain.Tally;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One job's target transaction: claim, effect and receipt commit together or not at all. Every method throws {@link WorkFailed}
 * with what the server said; the transaction is then good for nothing but {@link #close}.
 */
public interface Work extends AutoCloseable {
    /**
     * Takes the job's receipt. Waits while another worker's transaction has it.
     *
     * @return what the job moved, if an earlier attempt has committed it: there is nothing left to do
     */
    Optional<Tally> claim();

    /**
     * Does the job. After {@link #claim} said that it is ours.
     *
     * @param snapshot asked only by jobs that read rows of the source
     */
    Tally carryOut(Supplier<String> snapshot, CopyObserver observer);

    /** Completes the receipt, checks the generation, commits. When it throws, the commit may yet have happened: the receipt tells. */
    void commit(Tally tally);

    /** Rolls back what was not committed. Never throws. */
    @Override
    void close();
}
