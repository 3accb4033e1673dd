package io.pgconvoy.status.domain;

import java.util.List;

/** Every migration, by name: what REST answers to a question about all of them. */
public record MigrationList(String apiVersion, List<MigrationStatus> items) {
    public MigrationList {
        items = List.copyOf(items);
    }

    public static MigrationList of(List<Projection> projections) {
        return new MigrationList(
                MigrationStatus.API_VERSION,
                projections.stream().map(Projection::status).toList());
    }
}
