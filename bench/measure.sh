# shellcheck shell=bash
# shellcheck disable=SC2154,SC2034 # variables of bench/run
# Time, CPU and memory of processes, from /proc. Sourced by bench/run.

ticks=$(getconf CLK_TCK)
readonly ticks

# Process $1 and all its descendants.
tree() {
    local pid child
    for pid in "$@"; do
        [[ -d /proc/$pid ]] || continue
        printf '%s\n' "$pid"
        for child in $(cat "/proc/$pid"/task/*/children 2>/dev/null); do
            tree "$child"
        done
    done
}

# CPU seconds of the trees under the given processes, with what they have already waited for.
cpu_of() {
    local pid line total=0 fields
    for pid in $(tree "$@"); do
        line=$(cat "/proc/$pid/stat" 2>/dev/null) || continue
        read -ra fields <<<"${line##*) }"
        # utime, stime, cutime, cstime: fields 14 to 17 of the whole line, of which two are cut off
        total=$((total + fields[11] + fields[12] + fields[13] + fields[14]))
    done
    awk -v t="$total" -v hz="$ticks" 'BEGIN { printf "%.2f", t / hz }'
}

# Samples the memory of the trees under the given processes into file $1 (kB) until it is ended. Proportional share (PSS): forked helpers
# share most of their pages, and adding up their RSS would count those once per process.
sample_memory() {
    local file=$1 peak=0 now
    shift
    echo 0 >"$file"
    while :; do
        now=$(for pid in $(tree "$@"); do cat "/proc/$pid/smaps_rollup" 2>/dev/null || true; done | awk '/^Pss:/ { s += $2 } END { print s + 0 }')
        if ((now > peak)); then
            peak=$now
            echo "$peak" >"$file"
        fi
        sleep 0.4
    done
}

# measured PIDS command…: runs the command; sets seconds, cpu (command plus processes PIDS), server_cpu and memory_mb. Returns its exit code.
measured() {
    local pids=$1 code=0 before servers_before sampler child started ended
    shift
    servers_before=$(cpu_of "$(postmaster source)" "$(postmaster target)")
    # shellcheck disable=SC2086 # a list of numbers
    before=$(cpu_of $pids)
    started=$EPOCHREALTIME
    # The inner shell prints the CPU seconds of everything that it waited for.
    (
        code=0
        "$@" >"$work/arm.out" 2>"$work/arm.err" </dev/null || code=$?
        awk -v hz="$ticks" '{ sub(/.*\) /, ""); printf "%.2f", ($14 + $15) / hz }' "/proc/$BASHPID/stat" >"$work/arm.cpu"
        exit "$code"
    ) &
    child=$!
    # shellcheck disable=SC2086
    sample_memory "$work/arm.memory" "$child" $pids &
    sampler=$!
    wait "$child" || code=$?
    ended=$EPOCHREALTIME
    kill "$sampler" 2>/dev/null || true
    wait "$sampler" 2>/dev/null || true
    seconds=$(awk -v a="$started" -v b="$ended" 'BEGIN { printf "%.2f", b - a }')
    # shellcheck disable=SC2086
    cpu=$(awk -v a="$before" -v b="$(cpu_of $pids)" -v c="$(cat "$work/arm.cpu")" 'BEGIN { printf "%.2f", b - a + c }')
    server_cpu=$(awk -v a="$servers_before" -v b="$(cpu_of "$(postmaster source)" "$(postmaster target)")" 'BEGIN { printf "%.2f", b - a }')
    memory_mb=$(($(cat "$work/arm.memory") / 1024))
    return "$code"
}

postmaster() { head -n 1 "$work/$1/postmaster.pid"; }
