#!/usr/bin/env bash
# Measures what a woven call costs, in nanoseconds of CPU time of its thread, beside what one would write by hand.
#
#   tests/cost.sh [FORKS]        so many JVMs of each JDK, in turn; the table shows medians (5)
#
# The program is tests/java/cost: each JVM measures all shapes in turn, round by round, with what is measured and what it is compared
# with in one run.
#
#   unwoven      the method alone: a little arithmetic on a field
#   written      with a hand-written event: the fields of a payload, the same text
#   calling      with a hand-written call of the handler of the plain interceptions
#   payload      a TOML payload
#   telemetries  the same with default-telemetries = true
#   split        a TOML split without a payload
#   class        a payload whose text a probe class gives
#   plain        a plain interception of a probe class
#   once         the same, not reentrant: it needs the stack of its thread
#
# States: no recording so far; a recording with these events off; with a threshold that they do not reach; with all of them
# committed, without stack traces; no recording any more. This is no test: it ends with 0 whatever it finds.
#
# Environment: WEAVE (the program; default: built here in release mode), WEAVE_JDK_17 and WEAVE_JDK_25.
set -euo pipefail
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
forks=${1:-5}

fail() { echo "error: $*" >&2; exit 1; }
. "$here/jdk.sh"
. "$here/program.sh"
[[ $forks =~ ^[1-9][0-9]*$ ]] || fail "usage: tests/cost.sh [FORKS]"

jdk17=$(jdk 17)
jdk25=$(jdk 25)
weave=$(program)
work=$(mktemp -d "${TMPDIR:-/tmp}/weave-cost.XXXXXX")
trap 'rm -rf "$work"' EXIT

"$weave" runtime --api -o "$work/api.jar"
"$jdk17/bin/javac" --release 17 -d "$work/classes" "$here"/java/cost/*.java
"$jdk17/bin/javac" --release 17 -proc:none -cp "$work/classes:$work/api.jar" -d "$work/probes" "$here"/java/cost/probes/*.java
"$weave" -q --strict "$work/classes" -r "$here/java/cost/cost.toml" --probes "$work/probes" -o "$work/woven"

for ((fork = 0; fork < forks; fork++)); do
    for release in 17 25; do
        home=jdk$release
        "${!home}/bin/java" -Xbatch -XX:+UseSerialGC -Xmx512m -cp "$work/woven" Cost | sed "s/^/$release $fork /" >>"$work/all"
    done
done

# Differences and ratios are taken within each JVM, and their medians shown.
awk -v forks="$forks" '
    function median(list, count,    i, j, t) {
        for (i = 2; i <= count; i++) for (j = i; j > 1 && list[j] < list[j - 1]; j--) { t = list[j]; list[j] = list[j - 1]; list[j - 1] = t }
        return count % 2 ? list[(count + 1) / 2] : (list[count / 2] + list[count / 2 + 1]) / 2
    }
    function value(jdk, state, shape, base, ratio,    f, list) {
        for (f = 0; f < forks; f++) {
            list[f + 1] = cost[jdk, f, state, shape]
            if (base != "") list[f + 1] = ratio ? list[f + 1] / cost[jdk, f, state, base] : list[f + 1] - cost[jdk, f, state, base]
        }
        return median(list, forks)
    }
    function line(jdk, title, shape, base, ratio,    s) {
        printf "%-3s %-34s", jdk, title
        for (s = 1; s <= 5; s++) printf " %10.2f", value(jdk, states[s], shape, base, ratio)
        print ""
    }
    { cost[$1, $2, $3, $4] = $5 }
    END {
        split("none disabled threshold committed again", states)
        count = split("unwoven written calling payload telemetries split class plain once", shapes)
        printf "%-3s %-34s %10s %10s %10s %10s %10s\n", "JDK", "ns a call", "none", "off", "threshold", "committed", "none again"
        for (jdk = 17; jdk <= 25; jdk += 8) {
            for (i = 1; i <= count; i++) line(jdk, shapes[i], shapes[i])
            line(jdk, "payload - unwoven", "payload", "unwoven")
            line(jdk, "split - unwoven", "split", "unwoven")
            line(jdk, "class - unwoven", "class", "unwoven")
            line(jdk, "plain - calling", "plain", "calling")
            line(jdk, "once - plain (the stack)", "once", "plain")
            line(jdk, "payload - written", "payload", "written")
            line(jdk, "payload : written", "payload", "written", 1)
            line(jdk, "split : written", "split", "written", 1)
            line(jdk, "class : written", "class", "written", 1)
            line(jdk, "telemetries - payload", "telemetries", "payload")
        }
    }' "$work/all"
