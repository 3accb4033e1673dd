package io.pgconvoy.planner.domain;

import io.pgconvoy.planner.domain.ColumnType.Kind;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Knows which columns COPY may move in binary: those whose binary form means the same on source and target, of whatever majors.
 * What is not known to be so is not. Pure.
 */
public final class BinaryForms {
    /** Values that no catalog, setting or version has a part in, or that carry a version of their own. */
    private static final Set<String> SAFE = Set.of(
            "bool",
            "bytea",
            "char",
            "name",
            "int8",
            "int2",
            "int4",
            "text",
            "oid",
            "tid",
            "xid",
            "xid8",
            "cid",
            "json",
            "jsonb",
            "jsonpath",
            "point",
            "lseg",
            "path",
            "box",
            "polygon",
            "line",
            "circle",
            "float4",
            "float8",
            "money",
            "macaddr",
            "macaddr8",
            "inet",
            "cidr",
            "bpchar",
            "varchar",
            "date",
            "time",
            "timetz",
            "timestamp",
            "timestamptz",
            "interval",
            "bit",
            "varbit",
            "numeric",
            "uuid",
            "pg_lsn",
            "pg_snapshot",
            "txid_snapshot",
            "tsquery");

    private final Map<Long, ColumnType> types;

    /** @param types every type that columns have, and every type that those are made of */
    public BinaryForms(Collection<ColumnType> types) {
        this.types = types.stream().collect(Collectors.toUnmodifiableMap(ColumnType::oid, Function.identity()));
    }

    /** Why a column of this type must travel as text; empty where binary is safe. */
    public Optional<String> unsafe(long oid) {
        ColumnType type = types.get(oid);
        return switch (type.kind()) {
            case BASE -> unsafeBase(type);
            // Sent as its label.
            case ENUM -> Optional.empty();
            // Sent as what it is based on.
            case DOMAIN -> unsafe(type.madeOf().getFirst());
            case ARRAY, COMPOSITE, RANGE, MULTIRANGE -> unsafeContainer(type);
            case OTHER -> Optional.of(type.name() + " is not known to mean the same on every server in binary");
        };
    }

    private static Optional<String> unsafeBase(ColumnType type) {
        if (!type.isBuiltIn()) {
            return Optional.of(type.name() + " is not built in, so its binary form may differ between servers");
        }
        if (SAFE.contains(type.bareName())) {
            return Optional.empty();
        }
        if (type.bareName().startsWith("reg")) {
            return Optional.of(type.name() + " is an OID in binary, which means something else on the target");
        }
        return Optional.of(type.name() + " is not known to mean the same on every server in binary");
    }

    /** Arrays and rows carry the OIDs of what is in them, and only built-in types have the same everywhere. */
    private Optional<String> unsafeContainer(ColumnType type) {
        if (type.kind() == Kind.COMPOSITE && type.isBuiltIn()) {
            return Optional.of(type.name() + " is a row of a system catalog, which differs between versions");
        }
        for (long oid : type.madeOf()) {
            ColumnType inside = types.get(oid);
            if (!inside.isBuiltIn()) {
                return Optional.of(type.name() + " holds " + inside.name() + ", which is not built in");
            }
            Optional<String> why = unsafe(oid);
            if (why.isPresent()) {
                return why;
            }
        }
        return Optional.empty();
    }
}
