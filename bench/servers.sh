# shellcheck shell=bash
# shellcheck disable=SC2154 # variables of bench/run
# Two throwaway servers with settings as in production. Sourced by bench/run, which sets bin (programs), work (folder) and jobs.

# Runs a command as the user that servers run as: PostgreSQL refuses root.
as_server() {
    if ((EUID == 0)); then
        setpriv --reuid=postgres --regid=postgres --init-groups --inh-caps=-all env LC_ALL=C.UTF-8 "$@"
    else
        env LC_ALL=C.UTF-8 "$@"
    fi
}

free_port() {
    local port
    for port in {25400..25900}; do # below the ports that clients are given
        if ! { : <"/dev/tcp/127.0.0.1/$port"; } 2>/dev/null && [[ $port != "${source_port:-}" ]]; then
            printf '%s' "$port"
            return
        fi
    done
    die "no free port"
}

# Starts server $1 (source or target) on port $2; makes it first if it is not there.
start_server() {
    local folder=$work/$1 port=$2
    if [[ ! -f $folder/PG_VERSION ]]; then
        as_server "$bin/initdb" -D "$folder" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-instructions >/dev/null
        cat >>"$folder/postgresql.conf" <<CONF
listen_addresses = '127.0.0.1'
unix_socket_directories = '$work'
wal_level = logical
fsync = on
shared_buffers = 512MB
max_wal_size = 4GB
maintenance_work_mem = 256MB
max_connections = 100
max_worker_processes = 8
CONF
    fi
    as_server "$bin/pg_ctl" -D "$folder" -l "$work/$1.log" -o "-p $port" -w start >/dev/null || die "$1 did not start: see $work/$1.log"
}

stop_servers() {
    local side
    for side in source target; do
        if [[ -f $work/$side/postmaster.pid ]]; then
            as_server "$bin/pg_ctl" -D "$work/$side" -m fast -w stop >/dev/null || true
        fi
    done
}

# on SIDE DATABASE psql-arguments…
on() {
    local port=$source_port
    [[ $1 == source ]] || port=$target_port
    "$bin/psql" -XAtq -v ON_ERROR_STOP=1 -h 127.0.0.1 -p "$port" -U postgres -d "$2" "${@:3}"
}

uri() {
    local port=$source_port
    [[ $1 == source ]] || port=$target_port
    printf 'postgresql://postgres@127.0.0.1:%s/%s' "$port" "$2"
}

fresh_target() {
    on target postgres -c "DROP DATABASE IF EXISTS $database WITH (FORCE)" -c "CREATE DATABASE $database TEMPLATE template0" -c CHECKPOINT
    on source postgres -c CHECKPOINT
}

# Tables with their row counts, and the numbers of indexes and constraints: the cheap check that an arm did its work.
readonly COUNTS="SELECT format('%I.%I', n.nspname, c.relname) || ' ' ||
    (xpath('/row/count/text()', query_to_xml(format('SELECT count(*) FROM ONLY %I.%I', n.nspname, c.relname), false, true, '')))[1]::text
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
 WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pgconvoy', 'pgcopydb') ORDER BY n.nspname COLLATE \"C\", c.relname COLLATE \"C\""
readonly OBJECTS="SELECT 'indexes ' || count(*) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
 WHERE indisvalid AND n.nspname NOT IN ('pg_catalog', 'pg_toast', 'pgconvoy', 'pgcopydb')
UNION ALL SELECT 'constraints ' || count(*) FROM pg_constraint c JOIN pg_namespace n ON n.oid = c.connamespace
 WHERE n.nspname NOT IN ('pg_catalog', 'information_schema', 'pgconvoy', 'pgcopydb') AND c.conparentid = 0"

counts() {
    on "$1" "$database" -c "$COUNTS"
    [[ ${2:-} == rows ]] || on "$1" "$database" -c "$OBJECTS"
}

# How many tables have planner statistics: some arms leave none, which their users pay for afterwards.
analyzed() {
    on target "$database" -c "SELECT count(DISTINCT starelid) FROM pg_statistic s JOIN pg_class c ON c.oid = starelid
        JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname NOT IN ('pg_catalog', 'information_schema')"
}
