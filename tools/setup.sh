# shellcheck shell=bash
# Sourced by ./run and ./test. Installs what they need on a fresh Debian 12 or 13 or Ubuntu 24.04.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# The packages that the build needs. `a|b` means: the first one that this system offers.
# shellcheck disable=SC2034 # used by those who source this
build_packages=(g++ cmake ninja-build pkg-config esbuild "libboost1.81-dev|libboost1.83-dev|libboost-dev" nlohmann-json3-dev
    libspdlog-dev libsqlitecpp-dev libsqlite3-dev libsodium-dev libutf8proc-dev libcli11-dev libdeflate-dev libssl-dev
    prometheus-cpp-dev libpq-dev libmimalloc-dev)

# need PACKAGE... - installs the missing packages. Without apt it prints what is needed and continues: CMake
# names what it does not find.
need() {
    if ! command -v apt-get >/dev/null; then
        command -v cmake >/dev/null && command -v ninja >/dev/null && return
        echo "This is neither Debian nor Ubuntu. Please install the equivalents of these packages, then try again:" >&2
        echo "  ${*//|*/}" >&2
        return 1
    fi
    local wanted package installed missing=() chosen=()
    # shellcheck disable=SC2048,SC2086 # one package a word; it fails when one of them is unknown here
    installed=" $({ dpkg-query -W -f '${db:Status-Status}:${Package}\n' ${*//|/ } 2>/dev/null || true; } |
        sed -n 's/^installed://p' | tr '\n' ' ') "
    for wanted; do
        for package in ${wanted//|/ }; do
            [[ $installed == *" $package "* ]] && continue 2
        done
        missing+=("$wanted")
    done
    ((${#missing[@]} == 0)) && return
    echo "Looking for missing packages ..."
    apt update || true
    for wanted in "${missing[@]}"; do chosen+=("$(first_offered "$wanted")"); done
    echo "Installing: ${chosen[*]}"
    apt install -y --no-install-recommends "${chosen[@]}" >/dev/null
}

# Waits while another apt runs; a fresh machine often updates itself.
apt() { as_root apt-get -qq -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300 "$@"; }

# first_offered 'a|b|c' - prints the first package that apt can install, or the first one.
first_offered() {
    local package
    for package in ${1//|/ }; do
        if [[ $(LC_ALL=C apt-cache policy "$package") =~ Candidate:\ [^\(] ]]; then
            echo "$package"
            return
        fi
    done
    echo "${1%%|*}"
}

# debian_sources SUITE - prints the machine's apt sources of this Debian, one per line; nothing on another system.
debian_sources() {
    # shellcheck disable=SC2016 # these are apt's
    apt-get indextargets --format '$(ORIGIN) deb $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
        sed -nE "s/^Debian (deb [^ ]+ $1(-[a-z]+)? .*)/\1/p" | sort -u
}

# unpacked PACKAGE - prints the folder of a package that is unpacked but not installed, so that none of its services starts.
unpacked() {
    local cached=${XDG_CACHE_HOME:-$HOME/.cache}/cubilete/$1 work
    if [[ ! -d $cached ]]; then
        work=$(mktemp -d)
        mkdir -p "${cached%/*}"
        (cd "$work" && { apt-get download -qq "$1" || { apt update && apt-get download -qq "$1"; }; } && dpkg -x "$1"_*.deb new) >&2 &&
            mv -T "$work/new" "$cached"
        rm -rf "$work"
    fi
    echo "$cached"
}

as_root() {
    if ((EUID == 0)); then
        env DEBIAN_FRONTEND=noninteractive "$@"
    elif command -v sudo >/dev/null; then
        sudo env DEBIAN_FRONTEND=noninteractive "$@"
    else
        echo "This needs root and there is no sudo. As root, please run: $*" >&2
        return 1
    fi
}

# build PRESET TARGET... - configures if necessary, then builds. To compile a file that includes Beast takes
# 1.5 GB, so the memory limits the number of parallel compilers.
build() {
    local preset=$1 jobs memory cache=$root/build/$1/CMakeCache.txt
    shift
    jobs=$(nproc)
    memory=$(awk '/^MemAvailable/ {print int($2 / 1500000)}' /proc/meminfo)
    ((memory < jobs)) && jobs=$((memory > 0 ? memory : 1))
    # --fresh: needed for a build folder that was moved with its source, and for one of an older preset.
    if [[ ! -f $root/build/$preset/build.ninja || $root/CMakePresets.json -nt $cache ]] ||
        ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$cache"; then
        cmake -S "$root" --preset "$preset" --fresh --log-level=WARNING >/dev/null
    fi
    cmake --build "$root/build/$preset" -j "$jobs" --target "$@"
}
