/** One process per migration: folds its facts and takes the steps that the state owes. Knows its ports only. */
package io.pgconvoy.planner.application;
