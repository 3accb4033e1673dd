/** What to copy and to build, in which pieces: the source's catalog in, jobs out. Pure. */
package io.pgconvoy.planner.domain;
