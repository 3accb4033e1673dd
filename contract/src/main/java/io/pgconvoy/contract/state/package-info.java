/**
 * What the facts mean: a migration's state is the fold of its facts in the order of their partition, and what the planner owes
 * is a function of that state alone. Planner, status service and command line run this same code, so they cannot disagree.
 * Pure: times come with the facts, nothing here waits, reads a clock or talks to anyone.
 */
package io.pgconvoy.contract.state;
