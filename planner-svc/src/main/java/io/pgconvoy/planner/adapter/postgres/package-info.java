/** Preflight, snapshot, schema and catalog on the two servers. The only package here with SQL in it. */
package io.pgconvoy.planner.adapter.postgres;
