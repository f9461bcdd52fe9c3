#!/usr/bin/env bash
# Measures the memory of a run: the most that is resident, against 1.5 times the archive and 64 MiB.
#
#   tests/bounds.sh [ARCHIVE...]
#
# Without an archive: one of 60 MB that holds the classes of the fixtures and data that does not compress, and one of the classes of
# JDK 17, which has a quarter of a million methods. Each is woven with few methods and with every method (tests/corpus-all.toml). Prints
# a table; exit code 1 if a run is over the bound.
#
# Environment: WEAVE (the program; default: built here in release mode), JAVA_HOME or WEAVE_JDK_17. Needs GNU time.
set -euo pipefail
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
fail() { echo "error: $*" >&2; exit 1; }
. "$here/jdk.sh"
. "$here/program.sh"

weave=$(program)
[[ -x /usr/bin/time ]] || fail "GNU time is needed as /usr/bin/time"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat >"$work/few.toml" <<'TOML'
[probes.few]

[[probes.few.interceptions]]
kind = "payload"
method = { class = "", name = "toString" }
payload = "${class}"
TOML

archive_of_fixtures() { # prints the path of a 60 MB archive
    head -c 60000000 /dev/urandom >"$work/data"
    "$(jdk 17)/bin/jar" --create --file "$work/fixtures.jar" -C "$here/../fixtures/classes/11" . -C "$work" data
    echo "$work/fixtures.jar"
}

archive_of_the_jdk() { # prints the path of an archive with the classes of all modules
    "$(jdk 17)/bin/jimage" extract --dir "$work/modules" "$(jdk 17)/lib/modules"
    rm "$work"/modules/*/module-info.class
    local folders=() module
    for module in "$work"/modules/*; do
        folders+=(-C "$module" .)
    done
    "$(jdk 17)/bin/jar" --create --file "$work/jdk.jar" "${folders[@]}"
    rm -r "$work/modules"
    echo "$work/jdk.jar"
}

[[ $# -gt 0 ]] || set -- "$(archive_of_fixtures)" "$(archive_of_the_jdk)"
status=0
printf '%-40s %-8s %10s %10s %10s\n' archive methods "size MiB" "peak MiB" "bound MiB"
for archive in "$@"; do
    size=$(($(stat -Lc %s "$archive") / 1048576))
    bound=$((size * 3 / 2 + 64))
    for methods in few every; do
        rules=$work/few.toml
        [[ $methods = few ]] || rules=$here/corpus-all.toml
        /usr/bin/time -f %M -o "$work/peak" "$weave" "$archive" -q --strip-signatures -r "$rules" -o "$work/out.jar" \
            || fail "$archive is not woven"
        peak=$(($(tail -1 "$work/peak") / 1024))
        printf '%-40s %-8s %10s %10s %10s\n' "$(basename "$archive")" "$methods" "$size" "$peak" "$bound"
        [[ $peak -le $bound ]] || status=1
    done
done
exit $status
