# shellcheck shell=bash
# shellcheck disable=SC2154 # variables of bench/run
# One function per arm: moves $database from source to target, whose database is empty. Sourced by bench/run.

arm_pgconvoy() { "${pgconvoy[@]}" clone --state-dir "$work/state" --name "bench-$run_id-$EPOCHSECONDS" --source "$(uri source "$database")" --target "$(uri target "$database")" --table-jobs "$jobs" --index-jobs "$jobs"; }
arm_pgconvoy_cold() { "${pgconvoy[@]}" clone --state-dir "$work/cold" --name "bench-$run_id-$EPOCHSECONDS" --source "$(uri source "$database")" --target "$(uri target "$database")" --table-jobs "$jobs" --index-jobs "$jobs"; }

# Same worker numbers everywhere; binary COPY where this version has it.
run_pgcopydb() {
    local options=(--dir "$work/pgcopydb" --source "$(uri source "$database")" --target "$(uri target "$database")"
        --table-jobs "$jobs" --index-jobs "$jobs" --fail-fast)
    for option in --use-copy-binary "--restore-jobs $jobs" "--large-objects-jobs 1"; do
        if [[ $pgcopydb_help == *"${option%% *}"* ]]; then
            read -ra words <<<"$option"
            options+=("${words[@]}")
        fi
    done
    rm -rf "$work/pgcopydb"
    PATH=$bin:$PATH "$pgcopydb" clone "${options[@]}" "$@"
}
arm_pgcopydb() { run_pgcopydb; }
arm_pgcopydb_split() { run_pgcopydb --split-tables-larger-than "$split"; }
arm_pgcopydb_bare() { run_pgcopydb --skip-vacuum; }

arm_dump_restore() {
    rm -rf "$work/dump"
    "$bin/pg_dump" -Fd -j "$jobs" --compress=0 -f "$work/dump" -d "$(uri source "$database")" &&
        "$bin/pg_restore" -j "$jobs" --exit-on-error -d "$(uri target "$database")" "$work/dump" &&
        "$bin/vacuumdb" --analyze-only -j "$jobs" -d "$(uri target "$database")"
}

# Lower bound: table definitions and rows only, through psql, no keys, no indexes, nothing after.
arm_psql_pipe() {
    "$bin/pg_dump" --section=pre-data -d "$(uri source "$database")" | on target "$database" >/dev/null || return 1
    on source "$database" -c "SELECT format('%I.%I', n.nspname, c.relname) || E'\t' || coalesce('(' || string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) || ')', '')
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
        WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema') GROUP BY c.oid, n.nspname, c.relname ORDER BY pg_table_size(c.oid) DESC" |
        xargs -d '\n' -n 1 -P "$jobs" "$bench/pipe-table" "$bin/psql" "$(uri source "$database")" "$(uri target "$database")"
}
