# shellcheck shell=bash
# What the scripts of this project share. Sourced, never run; the caller has set -euo pipefail.

readonly JAVA_MINIMUM=25

say() { printf 'pgconvoy: %s\n' "$*" >&2; }

die() {
    say "$*"
    exit 1
}

# Major version of the JDK in folder $1, or 0. Read from its release file: starting a JVM to ask costs more than our whole start may.
jdk_major() {
    local line
    if [[ -x $1/bin/javac && -r $1/release ]]; then
        while IFS= read -r line; do
            if [[ $line =~ ^JAVA_VERSION=\"([0-9]+) ]]; then
                printf '%s' "${BASH_REMATCH[1]}"
                return
            fi
        done <"$1/release"
    fi
    printf 0
}

# Sets JAVA_HOME to a JDK that is new enough, or ends with what to install.
find_jdk() {
    local home major seen=''
    for home in "${JAVA_HOME:-}" /usr/lib/jvm/* /opt/*; do
        [[ -n $home && -d $home/bin ]] || continue
        major=$(jdk_major "$home")
        if ((major >= JAVA_MINIMUM)); then
            export JAVA_HOME=$home
            return
        fi
        if ((major > 0)); then
            seen+=" $home (version $major)"
        fi
    done
    die "needs a JDK of version $JAVA_MINIMUM or later, found${seen:- none}." \
        "Install Eclipse Temurin $JAVA_MINIMUM (package temurin-$JAVA_MINIMUM-jdk) or set JAVA_HOME to such a JDK."
}

# Installs the Debian packages that are missing. No database cluster is created and no server started by it.
install_packages() {
    local package missing=()
    for package in "$@"; do
        if [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true) != installed ]]; then
            missing+=("$package")
        fi
    done
    if ((${#missing[@]} == 0)); then
        return
    fi
    if ! command -v apt-get >/dev/null || ((EUID != 0)); then
        die "these packages are missing: ${missing[*]}. Run as root: apt-get install ${missing[*]}"
    fi
    say "installing Debian packages: ${missing[*]}"
    local cluster_settings=/etc/postgresql-common/createcluster.d/pgconvoy.conf log
    log=$(mktemp)
    mkdir -p "${cluster_settings%/*}"
    echo 'create_main_cluster = false' >"$cluster_settings"
    if ! { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"; } \
        >"$log" 2>&1 </dev/null; then
        rm -f "$cluster_settings"
        tail -n 20 "$log" >&2
        die "could not install ${missing[*]}; the whole output is in $log"
    fi
    rm -f "$cluster_settings" "$log"
}

# True when some installed PostgreSQL has program $1.
has_postgres_program() {
    compgen -G "/usr/lib/postgresql/*/bin/$1" >/dev/null || command -v "$1" >/dev/null
}

# Folder for fetched programs that are the same for every checkout. Servers run as user postgres, who may not enter root's home.
cache_folder() {
    if ((EUID == 0)); then
        printf '%s' "${XDG_CACHE_HOME:-/var/cache}/pgconvoy"
    else
        printf '%s' "${XDG_CACHE_HOME:-$HOME/.cache}/pgconvoy"
    fi
}

# Makes folder $1 by running the rest of the arguments with a new folder to fill. Once, also when several ask at the same time.
make_folder_once() {
    local folder=$1 fresh
    shift
    [[ ! -d $folder ]] || return 0
    mkdir -p "${folder%/*}"
    exec 7>"$folder.lock"
    flock 7
    if [[ ! -d $folder ]]; then
        fresh=$folder.new
        rm -rf "$fresh"
        mkdir "$fresh"
        "$@" "$fresh" 7>&-
        mv "$fresh" "$folder"
    fi
    exec 7>&-
}
