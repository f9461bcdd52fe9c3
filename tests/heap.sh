#!/usr/bin/env bash
# Measures what the heap sampler costs: nanoseconds and bytes of an allocation, the errors of estimates, and the pauses of young collections.
#
#   tests/heap.sh [FORKS]        so many JVMs of each JDK, in turn; the tables show medians (5)
#   tests/heap.sh --short        one short JVM of each: shows that it works, and its numbers mean nothing
#
# The programs are HeapCost, HeapErrors and HeapPauses in tests/java/heap, with hand-written adapters in the shape of woven ones. Each JVM measures all
# shapes, unwoven and woven in turn; differences are taken within a JVM. Times are CPU times of the thread.
#
#   tiny      16-byte objects that are kept for a while
#   removed   objects that HotSpot removes
#   bytes     byte[1008], also kept
#
# States: off (never started), started (by a recording, 512 KiB, no tracking), stopped again, tracking (started by HeapSampling), jfr (the
# unwoven program with jdk.ObjectAllocationSample, beside the unwoven one while nothing records). This is no test: it ends with 0 whatever it finds.
#
# Environment: WEAVE_JDK_17 and WEAVE_JDK_25.
set -euo pipefail
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
forks=${1:-5}
times=10000000
rounds=7
runs=50

fail() { echo "error: $*" >&2; exit 1; }
. "$here/jdk.sh"
if [[ $forks == --short ]]; then forks=1 times=2000000 rounds=3 runs=5; fi
[[ $forks =~ ^[1-9][0-9]*$ ]] || fail "usage: tests/heap.sh [FORKS | --short]"

jdk17=$(jdk 17)
jdk25=$(jdk 25)
work=$(mktemp -d "${TMPDIR:-/tmp}/weave-heap.XXXXXX")
trap 'rm -rf "$work"' EXIT

"$jdk17/bin/javac" --release 17 -proc:none -cp "$here/../src/shim/classes" -d "$work/classes" \
    "$here"/java/heap/{HeapCost,HeapPauses,HeapErrors,Things,Adapters,weave/runtime/Inside}.java
path=$work/classes:$here/../src/shim/classes

for ((fork = 0; fork < forks; fork++)); do
    for release in 17 25; do
        home=jdk$release
        "${!home}/bin/java" -Xbatch -XX:+UseSerialGC -Xms512m -Xmx512m -Xmn300m -cp "$path" HeapCost "$times" "$rounds" |
            sed "s/^/$release $fork /" >>"$work/cost"
        "${!home}/bin/java" -Xmx256m -cp "$path" HeapErrors "$runs" | sed "s/^/$release $fork /" >>"$work/errors"
        for collector in Serial Parallel G1 Z; do
            for what in none samples; do
                "${!home}/bin/java" "-XX:+Use${collector}GC" -Xms256m -Xmx256m -Xmn32m -Xlog:gc*:file="$work/log" -cp "$path" HeapPauses "$what"
                # The time of a pause is the last word of its line.
                awk -v key="$release $fork $collector $what" '/Pause (Young|Mark|Relocate)|Y: Pause|y: Pause/ && $NF ~ /^[0-9.]+ms$/ {
                    sub("ms", "", $NF); if ($NF > most) most = $NF; sum += $NF; count++ }
                    END { if (count) print key, sum / count, most, count; else print key, "nan", "nan", 0 }' "$work/log" >>"$work/pauses"
            done
        done
    done
done

median='function median(list, count,    i, j, t) {
    for (i = 2; i <= count; i++) for (j = i; j > 1 && list[j] < list[j - 1]; j--) { t = list[j]; list[j] = list[j - 1]; list[j - 1] = t }
    return count % 2 ? list[(count + 1) / 2] : (list[count / 2] + list[count / 2 + 1]) / 2 }'

awk -v forks="$forks" "$median"'
    { unwoven[$1, $2, $3, $4, $5] = $6; woven[$1, $2, $3, $4, $5] = $7; bytes[$1, $2, $3, $4, $5] = $9 - $8 }
    function line(jdk, state, shape, threads,    f, cost, more) {
        for (f = 0; f < forks; f++) {
            if (state == "jfr") cost[f + 1] = unwoven[jdk, f, state, shape, threads] - unwoven[jdk, f, "off", shape, threads]
            else cost[f + 1] = woven[jdk, f, state, shape, threads] - unwoven[jdk, f, state, shape, threads]
            more[f + 1] = bytes[jdk, f, state, shape, threads]
        }
        printf "%-3s %-9s %-8s %7d %9.2f", jdk, state, shape, threads, median(cost, forks)
        printf " [%.2f..%.2f] %9s\n", cost[1], cost[forks], state == "jfr" ? "-" : sprintf("%.2f", median(more, forks))
    }
    END {
        split("off started stopped tracking jfr", states); split("tiny removed bytes", shapes)
        print "JDK state     shape    threads  ns more [least..most]  bytes more"
        for (jdk = 17; jdk <= 25; jdk += 8) for (s = 1; s <= 5; s++) for (i = 1; i <= 3; i++) for (t = 1; t <= 2; t++)
            line(jdk, states[s], shapes[i], t)
    }' "$work/cost"
echo
awk -v runs="$runs" '
    { sum[$1, $3, $4] += $6; squares[$1, $3, $4] += $7 * $7; count[$1, $3, $4]++ }
    END {
        printf "JDK threads              rate   error of estimates in %%: mean, spread (0.3 is due with 100,000 samples; %d runs)\n", runs
        split("one eight two-in-one-cell", kinds)
        for (jdk = 17; jdk <= 25; jdk += 8) for (k = 1; k <= 3; k++) for (rate = 512; rate <= 8192; rate *= 16) {
            n = count[jdk, kinds[k], rate]
            printf "%-3s %-20s %4d %8.2f %8.2f\n", jdk, kinds[k], rate, sum[jdk, kinds[k], rate] / n, sqrt(squares[jdk, kinds[k], rate] / n)
        }
    }' "$work/errors"
echo
awk -v forks="$forks" "$median"'
    { mean[$1, $2, $3, $4] = $5; count[$1, $3, $4] += $7 }
    function value(jdk, collector, what,    f, list) { for (f = 0; f < forks; f++) list[f + 1] = mean[jdk, f, collector, what]; return median(list, forks) }
    END {
        split("Serial Parallel G1 Z", collectors)
        print "JDK collector  young pause in ms: without, with 10,000 live samples (pauses)"
        for (jdk = 17; jdk <= 25; jdk += 8) for (c = 1; c <= 4; c++)
            printf "%-3s %-9s %8.3f %8.3f (%d, %d)\n", jdk, collectors[c], value(jdk, collectors[c], "none"), value(jdk, collectors[c], "samples"),
                count[jdk, collectors[c], "none"], count[jdk, collectors[c], "samples"]
    }' "$work/pauses"
