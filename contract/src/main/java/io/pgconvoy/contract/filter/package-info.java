/** What of a source a migration takes: the request's filters, compiled once and asked by every service alike. */
package io.pgconvoy.contract.filter;
