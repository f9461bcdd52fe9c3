#!/usr/bin/env bash
# Measures `weave report` on a large recording: wall and processor time and the most memory that is resident, beside `jfr summary` and
# `jfr view` of the same file.
#
#   tests/report.sh [--short] [RECORDING]
#
# Without a recording: one of tests/java/recording/Busy.java on JDK 25, of 20 million events with 700,000 different texts, or with
# `--short` of 700,000 events with 30,000 texts. Checks that no event is lost and that the report has each of them; prints a table; exit
# code 1 if a number is wrong or more than 1 GiB is resident.
#
# Environment: WEAVE (the program; default: built here in release mode), WEAVE_JDK_17, WEAVE_JDK_25. Needs GNU time.
set -euo pipefail
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
fail() { echo "error: $*" >&2; exit 1; }
. "$here/jdk.sh"
. "$here/program.sh"

calls=14300000 texts=700000
if [[ ${1:-} = --short ]]; then
    calls=500000 texts=30000
    shift
fi
weave=$(program)
[[ -x /usr/bin/time ]] || fail "GNU time is needed as /usr/bin/time"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

recording=${1:-}
if [[ -z $recording ]]; then
    recording=$work/big.jfr
    "$(jdk 25)/bin/javac" --release 11 -d "$work/classes" "$here/java/recording/Busy.java"
    "$(jdk 25)/bin/jar" --create --file "$work/busy.jar" -C "$work/classes" .
    "$weave" "$work/busy.jar" -q -r "$here/java/recording/rules.toml" -o "$work/woven.jar"
    "$(jdk 25)/bin/java" -Xlog:jfr+startup=error -XX:StartFlightRecording="filename=$recording,settings=profile,maxsize=4g" \
        -cp "$work/woven.jar" Busy many "$calls" "$texts"
fi
summary=$("$(jdk 25)/bin/jfr" summary "$recording")
events=$(awk '$1 ~ /^[a-zA-Z]+\./ && $2 ~ /^[0-9]+$/ && $1 !~ /^jdk\.(Metadata|Checkpoint)/ { all += $2 } END { print all }' <<<"$summary")
printf '%s bytes, %s chunks, %s events\n\n' "$(stat -Lc %s "$recording")" "$(awk '/Chunks:/ { print $2 }' <<<"$summary")" "$events"

status=0
printf '%-28s %8s %8s %10s\n' command 'wall s' 'cpu s' 'peak MiB'
measured() { # LABEL COMMAND...: runs it, at most for a minute, and prints a row; what is resident is that of the largest process
    local label=$1 code=0
    shift
    /usr/bin/time -f '%e %U %S %M' -o "$work/time" timeout 60 "$@" >"$work/out" 2>"$work/err" || code=$?
    [[ $code = 0 || $code = 124 ]] || { cat "$work/err" >&2; fail "$label failed"; }
    tail -n 1 "$work/time" | awk -v label="$label" -v code=$code \
        '{ printf "%-28s %8s %8.1f %10d%s\n", label, $1, $2 + $3, $4 / 1024, code == 124 ? "  stopped after 60 s" : "" }'
}
for release in 25 17; do
    measured "weave report, JDK $release" "$weave" report "$recording" --jdk "$(jdk $release)" --format json
    peak=$(tail -n 1 "$work/time" | awk '{ print int($4 / 1024) }')
    ((peak <= 1024)) || { echo "more than 1024 MiB are resident" >&2; status=1; }
    read=$(grep -o '"events":[0-9]*' "$work/out" | head -n 1 | cut -d: -f2)
    [[ $read = "$events" ]] || { echo "the report has $read of $events events" >&2; status=1; }
done
measured 'jfr summary' "$(jdk 25)/bin/jfr" summary "$recording"
measured 'jfr view hot-methods' "$(jdk 25)/bin/jfr" view hot-methods "$recording"
measured 'jfr view weave.jdbc.Payload' "$(jdk 25)/bin/jfr" view weave.jdbc.Payload "$recording"
exit $status
