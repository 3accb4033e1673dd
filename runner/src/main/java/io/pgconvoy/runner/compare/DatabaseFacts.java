package io.pgconvoy.runner.compare;

import java.util.List;
import java.util.SortedMap;

/**
 * What is compared of one database: each map goes from an object's name to what must be the same on the other side, in words.
 *
 * @param tables rows and checksum of every table and materialized view
 * @param sequences position of every sequence
 * @param largeObjects length, checksum, owner, rights and comment of every large object, by OID
 * @param schema every object of the schema dump
 * @param invalidIndexes names of indexes that an interrupted build left behind: wrong on a target, whatever the source has
 */
record DatabaseFacts(
        SortedMap<String, TableRows> tables,
        SortedMap<String, String> sequences,
        SortedMap<String, String> largeObjects,
        SortedMap<String, List<String>> schema,
        List<String> invalidIndexes) {}
