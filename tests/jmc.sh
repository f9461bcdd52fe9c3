#!/usr/bin/env bash
# Shows what JDK Mission Control makes of a recording with every kind of event: its parser reads one from JDK 17 and one from JDK 25,
# and the event types and fields, their names, kinds of values and units are compared with tests/jmc.txt.
#
#   tests/jmc.sh [--update]      the second writes tests/jmc.txt anew
#
# Exit code 1 if they differ. The program is tests/java/jmc. Needs mvn for the parser, which is kept in the cache of tests/corpus.sh.
#
# Environment: WEAVE (the program; default: built here in release mode), WEAVE_JDK_17 and WEAVE_JDK_25, WEAVE_CORPUS (the cache).
set -euo pipefail
export LC_ALL=C TZ=UTC

here=$(cd "$(dirname "$0")" && pwd)

fail() { echo "error: $*" >&2; exit 1; }
. "$here/jdk.sh"
. "$here/program.sh"
. "$here/artifacts.sh"
[[ $# == 0 || $* == --update ]] || fail "usage: tests/jmc.sh [--update]"

parser='org.openjdk.jmc:flightrecorder:9.1.1 43f3fdfb64605f2217d1a60cc442ed9507e4c4f5bc31cf8b4ffedc68d1be2b84
org.openjdk.jmc:common:9.1.1 0bb5224383e09321ff0304e2c40a9b5ec818cfe46c0d49fa5ee80e4c351f9fab
org.owasp.encoder:encoder:1.2.3 b09e2cd5c36a7127e091df9be628278b1166b40bc08b9de8196ccddb0cccd67f
org.lz4:lz4-java:1.8.0 d74a3334fb35195009b338a951f918203d6bbca3d1d359033dc33edd1cadc9ef'

jdk17=$(jdk 17)
jdk25=$(jdk 25)
weave=$(program)
fetch_all <<<"$parser"
class_path=$(while read -r coordinates _; do printf '%s:' "$cache/jars/$(jar_name "$coordinates")"; done <<<"$parser")
work=$(mktemp -d "${TMPDIR:-/tmp}/weave-jmc.XXXXXX")
trap 'rm -rf "$work"' EXIT

"$jdk17/bin/javac" --release 17 -d "$work/classes" "$here/java/jmc/Pool.java"
"$weave" -q --strict "$work/classes" -r "$here/java/jmc/jmc.toml" -o "$work/woven"
for release in 17 25; do
    home=jdk$release
    "${!home}/bin/java" -cp "$work/woven" Pool "$work/$release.jfr"
    "$jdk17/bin/java" -cp "$class_path" "$here/java/jmc/InJmc.java" "$work/$release.jfr" weave. >"$work/$release.txt"
done
[[ ${1:-} != --update ]] || cp "$work/17.txt" "$here/jmc.txt"
for release in 17 25; do
    diff -u "$here/jmc.txt" "$work/$release.txt" || fail "JDK Mission Control shows a recording of JDK $release otherwise than tests/jmc.txt says"
done
grep -c '^weave' "$here/jmc.txt" | sed 's/$/ event types, the same from JDK 17 and 25/'
