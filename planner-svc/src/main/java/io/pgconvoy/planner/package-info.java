/** The planner: answers requests, plans migrations and drives them. Here it is configured and wired. */
package io.pgconvoy.planner;
