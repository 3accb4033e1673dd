package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Skip;
import io.pgconvoy.planner.adapter.postgres.DatabaseObjects.Identity;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What {@code clone.dropIfExists} is about to do to the target, told before: what goes, what stays, and what forbids it. */
final class DropChecks {
    private final Connection source;
    private final Connection target;
    private final Findings findings;

    DropChecks(Connection source, Connection target, Findings findings) {
        this.source = source;
        this.target = target;
        this.findings = findings;
    }

    /** @return the warnings */
    List<Failure> run(CloneSpec spec, LeftOut leftOut) throws SQLException {
        DropPlan plan = DropPlan.of(spec, leftOut, source, target);
        plan.refusal().ifPresent(findings::add);
        checkOwners(plan);
        List<String> go = names(plan.drops().keySet());
        List<String> stay = names(plan.stays().keySet());
        countLargeObjects(spec, go, stay);
        List<Failure> warnings = new ArrayList<>();
        warning("drops from the target: ", go).ifPresent(warnings::add);
        warning("leaves on the target what it had: ", stay).ifPresent(warnings::add);
        return warnings;
    }

    private static List<String> names(Set<Identity> objects) {
        return new ArrayList<>(objects.stream().map(Identity::toString).sorted().toList());
    }

    private void countLargeObjects(CloneSpec spec, List<String> go, List<String> stay) throws SQLException {
        CommonLargeObjects objects = new CommonLargeObjects(source, target);
        long going = 0;
        long staying = 0;
        CommonLargeObjects.Page page = objects.after(0);
        while (page.count() > 0) {
            int common = spec.skips(Skip.LARGE_OBJECTS) ? 0 : page.common().size();
            going += common;
            staying += page.count() - common;
            page = objects.after(page.last());
        }
        if (going > 0) {
            go.add("large objects: " + going);
        }
        if (staying > 0) {
            stay.add("large objects: " + staying);
        }
    }

    private static Optional<Failure> warning(String what, List<String> objects) {
        return objects.isEmpty()
                ? Optional.empty()
                : Optional.of(Findings.finding(
                        ErrorCode.TARGET_OBJECTS,
                        "clone.dropIfExists " + what + Findings.some(objects),
                        "leave out clone.dropIfExists and name an empty database, if that is not meant"));
    }

    /** Whoever owns an object or its schema may drop it. What has no owner on record is the first superuser's. */
    private void checkOwners(DropPlan plan) throws SQLException {
        if (RoleCopier.isSuperuser(target)) {
            return;
        }
        List<String> others = Rows.texts(
                target,
                "SELECT pg_describe_object(o.c, o.o, 0) FROM ("
                        + DropPlan.rows(plan.drops().values())
                        + ") o (c, o) WHERE o.c <> 'pg_cast'::regclass AND NOT EXISTS (SELECT FROM pg_shdepend s"
                        + " WHERE s.dbid = (SELECT oid FROM pg_database WHERE datname = current_database())"
                        + " AND s.classid = o.c AND s.objid = o.o AND s.deptype = 'o' AND pg_has_role(s.refobjid, 'USAGE'))"
                        + " AND NOT EXISTS (SELECT FROM pg_namespace n WHERE pg_has_role(n.nspowner, 'USAGE') AND"
                        + " quote_ident(n.nspname) = (pg_identify_object(o.c, o.o, 0)).schema) ORDER BY 1");
        if (!others.isEmpty()) {
            findings.add(
                    ErrorCode.PRIVILEGE,
                    "role " + Rows.text(target, "SELECT current_user") + " owns neither " + Findings.some(others)
                            + " on the target nor the schema of it, and may not drop it",
                    "name the owner or a superuser for the target, or drop it there");
        }
    }
}
