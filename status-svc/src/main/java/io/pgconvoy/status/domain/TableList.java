package io.pgconvoy.status.domain;

import io.pgconvoy.contract.MigrationId;
import java.util.List;

/** The tables of one migration, largest first; none before it has a plan. */
public record TableList(String apiVersion, MigrationId migration, List<TableStatus> items) {
    public TableList {
        items = List.copyOf(items);
    }

    public static TableList of(Projection projection) {
        return new TableList(MigrationStatus.API_VERSION, projection.migration(), projection.tables());
    }
}
