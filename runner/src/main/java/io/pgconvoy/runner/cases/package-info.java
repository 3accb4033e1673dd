/** Runs folders of cases: databases that migrations were known to get wrong, each with the outcome that is right. */
package io.pgconvoy.runner.cases;
