/**
 * What travels between the services: requests (wishes, may be refused), facts about a migration (past tense, durable), jobs
 * (orders that carry all a worker needs) and progress (lossy), made of values that check themselves. Everything here is
 * immutable and thread-safe, knows the JDK only, and holds neither row values nor credentials.
 */
package io.pgconvoy.contract;
