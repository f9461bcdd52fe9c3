#!/usr/bin/env bash
# Runs many threads through woven methods while a recording runs, and checks every event of it.
#
#   tests/stress.sh [EVENTS]     about so many events a run (2000000)
#
# The program is tests/java/stress. On JDK 17: 8 platform threads at a time. On JDK 25, also with 10,000 virtual threads, which
# sleep inside woven methods. Exit code 1 if an event is wrong, missing or lost, if a thread leaves anything behind, or if the heap
# grows by more than 1 MiB from the second third of the run to the last. `cargo test stress` runs a short form.
#
# Then tests/java/hot: when the first event of a loop comes that was compiled before the recording started.
#
# Environment: WEAVE (the program; default: built here in release mode), WEAVE_JDK_17 and WEAVE_JDK_25.
set -euo pipefail
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
events=${1:-2000000}

fail() { echo "error: $*" >&2; exit 1; }
. "$here/jdk.sh"
. "$here/program.sh"
[[ $events =~ ^[1-9][0-9]*$ ]] || fail "usage: tests/stress.sh [EVENTS]"

jdk17=$(jdk 17)
jdk25=$(jdk 25)
weave=$(program)
work=$(mktemp -d "${TMPDIR:-/tmp}/weave-stress.XXXXXX")
trap 'rm -rf "$work"' EXIT

program_of() { # NAME: compiles and weaves a program of tests/java into a folder of this name
    "$jdk17/bin/javac" --release 17 -d "$work/$1-classes" "$here/java/$1"/*.java
    "$weave" -q --strict "$work/$1-classes" -r "$here/java/$1/$1.toml" -o "$work/$1"
}

run() { # RELEASE PLATFORM_THREADS VIRTUAL_THREADS: both in each third of the run
    local home=jdk$1 started=$SECONDS
    echo "JDK $1:"
    "${!home}/bin/java" -Xmx1g -Djdk.virtualThreadScheduler.parallelism=4 -cp "$work/stress" Stress "$work/$1.jfr" "$events" "$2" "$3" 1000 || fail "JDK $1 does not hold"
    echo "$(stat -c %s "$work/$1.jfr") bytes of recording, $((SECONDS - started)) s"
    rm "$work/$1.jfr"
}

program_of stress
program_of hot
run 17 8 0
run 25 8 0
run 25 8 10000

# When the first event of a running, compiled loop comes, woven and with a hand-written event; where it comes never for both, see Hot.
for arguments in "woven" "written" "woven late" "written late" "woven off" "written off"; do
    for release in 17 25; do
        home=jdk$release
        "${!home}/bin/java" -cp "$work/hot" Hot $arguments | sed "s/^/JDK $release, $arguments: /"
    done
done
