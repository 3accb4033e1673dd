package io.pgconvoy.planner.application;

import io.pgconvoy.contract.Job;
import java.util.ArrayList;
import java.util.List;

/** Cuts a plan into pieces that each fit into one Kafka record. */
final class PlanRecords {
    /** Brokers refuse records of more than 1 MiB; the estimate may be wrong by a factor of two. */
    private static final int MOST_TEXT = 400_000;

    private static final int MOST_JOBS = 200;

    private PlanRecords() {}

    static List<List<Job>> of(List<Job> jobs) {
        List<List<Job>> records = new ArrayList<>();
        List<Job> record = new ArrayList<>();
        int text = 0;
        for (Job job : jobs) {
            int more = textOf(job);
            if (!record.isEmpty() && (record.size() == MOST_JOBS || text + more > MOST_TEXT)) {
                records.add(List.copyOf(record));
                record.clear();
                text = 0;
            }
            record.add(job);
            text += more;
        }
        if (!record.isEmpty()) {
            records.add(List.copyOf(record));
        }
        return records;
    }

    /** Characters of its JSON, about: a record's own text has the same names with less punctuation. */
    private static int textOf(Job job) {
        return job.toString().length() * 3 / 2;
    }
}
