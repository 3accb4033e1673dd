package io.pgconvoy.status.application;

import io.pgconvoy.status.domain.MigrationStatus;
import java.util.concurrent.CompletionStage;

/** Where status objects go. Does not block; the answer comes when the object is durable there, or says why it is not. */
public interface StatusSink {
    CompletionStage<Void> publish(MigrationStatus status);
}
