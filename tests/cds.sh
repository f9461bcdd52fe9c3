#!/usr/bin/env bash
# Measures how many classes of a woven program come from an archive of class data sharing (AppCDS, JDK 17) and from an AOT cache
# (JDK 25), and compares that with the unwoven program.
#
#   tests/cds.sh [--short]
#
#   --short     the program woven with its own rules only, not with every method woven
#
# The program is fixtures/demo/shop.jar with --self-test. Every class of it that an unwoven run takes from the archive must come from
# the archive in a woven run too, and so must the adapters and the runtime. With a recording, started from the archive, the events must
# be those of fixtures/demo/expected-events.txt. Ends with a table; exit code 1 if anything is not so.
#
# Environment: WEAVE (the program; default: built here in release mode), WEAVE_JDK_17 and WEAVE_JDK_25.
set -uo pipefail
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)

fail() { echo "error: $*" >&2; exit 1; }
. "$here/jdk.sh"
. "$here/program.sh"

# The options with which an archive is made, and used.
dump_17=-XX:ArchiveClassesAtExit= use_17=-XX:SharedArchiveFile=
dump_25=-XX:AOTCacheOutput= use_25=-XX:AOTCache=

loaded() { # JDK JAR ARCHIVE: makes an archive, and lists what a run with it loads: class, tab, source
    local home=jdk$1 dump=dump_$1 use=use_$1
    "${!home}/bin/java" "${!dump}$3" -jar "$2" --self-test >"$work/log" 2>&1 && [[ -s $3 ]] || { cat "$work/log" >&2; fail "no archive of $2 on JDK $1"; }
    "${!home}/bin/java" "${!use}$3" "-Xlog:class+load:file=$work/loads" -jar "$2" --self-test >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "$2 does not run on JDK $1"; }
    sed -nE 's/^.*\[class,load\] ([^ ]+) source: (.*)$/\1\t\2/p' "$work/loads"
}

count() { # FILE CLASSES: how many of these classes a run loads, and how many of them from the archive
    awk -F '\t' 'NR == FNR { wanted[$1]; next } $1 in wanted { all++; shared += $2 ~ /^shared objects file/ } END { print all + 0, shared + 0 }' "$2" "$1"
}

not_shared() { # FILE CLASSES: those that do not come from the archive
    awk -F '\t' 'NR == FNR { wanted[$1]; next } $1 in wanted && $2 !~ /^shared objects file/ { print $1 }' "$2" "$1" | sort
}

faults=0

fault() {
    echo "error: $*" >&2
    faults=$((faults + 1))
}

one() { # JDK NAME RULES
    local release=$1 name=$2 jar=$work/$2.jar own ours
    "$weave" -q "$shop" -r "$3" -o "$jar" >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "weave"; }
    loaded "$release" "$jar" "$work/$name-$release.archive" >"$work/woven"
    grep -E '^weave\.' "$work/woven" >"$work/ours"
    own=$(count "$work/woven" "$work/classes")
    ours=$(count "$work/woven" "$work/ours")
    printf '%-8s %3s %10s %12s %10s %12s\n' "$name" "$release" $own $ours
    diff <(not_shared "$work/unwoven" "$work/classes") <(not_shared "$work/woven" "$work/classes") >"$work/differ" \
        || fault "$name, JDK $release: other classes come from the archive: $(head -3 "$work/differ" | tr '\n' ' ')"
    [[ ${own#* } -gt 0 ]] || fault "$name, JDK $release: nothing comes from the archive"
    [[ ${ours% *} -gt 0 && ${ours% *} -eq ${ours#* } ]] \
        || fault "$name, JDK $release: $(not_shared "$work/woven" "$work/ours" | head -3 | tr '\n' ' ')"
}

events() { # JDK: the woven program, from its archive and recorded
    local home=jdk$1 use=use_$1
    "${!home}/bin/java" "${!use}$work/rules-$1.archive" -XX:StartFlightRecording:filename="$work/x.jfr" -jar "$work/rules.jar" --self-test >"$work/log" 2>&1 \
        || { cat "$work/log" >&2; fail "the recorded program does not run on JDK $1"; }
    grep -v '^#' "$here/../fixtures/demo/expected-events.txt" | cut -f1 | sort | uniq -c >"$work/wanted"
    "${!home}/bin/jfr" print --events 'weave.*' "$work/x.jfr" | grep -o '^weave\.[A-Za-z.]*' | grep -v '\.Telemetry\.\|\.Type$' | sort | uniq -c >"$work/found"
    diff "$work/wanted" "$work/found" >&2 || fault "JDK $1: other events, from the archive"
    rm -f "$work/x.jfr"
}

short=false
case ${1:-} in
'') ;;
--short) short=true ;;
*) fail "unknown argument $1; see the head of $0" ;;
esac
jdk17=$(jdk 17) && jdk25=$(jdk 25) || exit 1
weave=$(program) || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
shop=$here/../fixtures/demo/shop.jar
"$jdk17/bin/jar" --list --file "$shop" | sed -n 's/\.class$//; t name; d; :name s,/,.,g; p' >"$work/classes"
printf '%-8s %3s %10s %12s %10s %12s\n' program JDK 'its own' 'from archive' "weave's" 'from archive'
for release in 17 25; do
    loaded $release "$shop" "$work/unwoven-$release.archive" >"$work/unwoven"
    printf '%-8s %3s %10s %12s\n' unwoven $release $(count "$work/unwoven" "$work/classes")
    one $release rules "$here/../fixtures/demo/weave.toml"
    events $release
    $short || one $release all "$here/corpus-all.toml"
done
((faults == 0))
