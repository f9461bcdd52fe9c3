#!/usr/bin/env bash
# Weaves real archives and compares the outputs with the inputs, record by record.
#
#   tests/faithful.sh [--short] [--only REGEX]
#
#   --short     only the artifacts marked `short` in tests/faithful.txt
#   --only      only archives whose name matches (an extended regular expression)
#
# For each artifact of tests/faithful.txt, one of them behind a launch script and one with 70,000 entries more: rules that match
# nothing give the input, byte for byte; rules that match one class change the records of that class, of the module declarations and, of
# a signed archive, of the manifest, and add the runtime. Then, for some of them with every method woven: the same bytes for any
# number of threads, from any folder, time zone, language, umask and user, and woven twice; the times of added entries. Ends with
# totals; exit code 1 if anything differed.
#
# Environment: WEAVE (the program; default: built here in release mode), WEAVE_CORPUS (the cache of tests/corpus.sh),
# WEAVE_JDK_17.
set -uo pipefail
export LC_ALL=C
unset SOURCE_DATE_EPOCH

here=$(cd "$(dirname "$0")" && pwd)

fail() { echo "error: $*" >&2; exit 1; }
. "$here/jdk.sh"
. "$here/artifacts.sh"
. "$here/program.sh"

differs() { # WHAT: counts and says what is not as it should be; more of it on stdin
    echo "$1"
    sed 's/^/    /'
    echo "$1" >>"$work/differ"
}

compare() { # CompareArchives with these arguments
    "$jdk17/bin/java" -XX:TieredStopAtLevel=1 -Xshare:auto -cp "$work/tools" CompareArchives "$@" 2>&1
}

rules_for() { # CLASS METHOD: rules with one interception
    printf '[probes.one]\n\n[[probes.one.interceptions]]\nkind = "payload"\nmethod = { class = '"'%s'"', name = "%s" }\npayload = "called"\n' "$1" "$2"
}

# --- One archive ------------------------------------------------------------------------------------------------------

unmatched() { # ARCHIVE: the output of rules that match nothing
    local name=${1##*/}
    "$weave" "$1" -r "$work/none.toml" -o "$work/none/$name" >"$work/log" 2>&1 || { differs "$name: not woven" <"$work/log"; return; }
    cmp "$1" "$work/none/$name" >"$work/log" 2>&1 || differs "$name: changed by rules that match nothing" <"$work/log"
    rm -f "$work/none/$name"*
}

one_class() { # ARCHIVE: the output of rules that match one class
    local name=${1##*/} class counts
    class=$(compare --pick "$1")
    rules_for "$class" '*' >"$work/one.toml"
    "$weave" --strip-signatures "$1" -r "$work/one.toml" -o "$work/one/$name" >"$work/log" 2>&1 || { differs "$name: not woven" <"$work/log"; return; }
    if compare "$1" "$work/one/$name" "$class" >"$work/log"; then
        counts=$(cat "$work/log")
        printf '%-60s %6s %7s %5s %8s  %s\n' "$name" $counts "$class"
        echo "$counts" >>"$work/counts"
    else
        differs "$name, $class woven" <"$work/log"
    fi
    rm -f "$work/one/$name"*
}

# --- The same bytes under other conditions ----------------------------------------------------------------------------

same_bytes() { # CONDITION ARCHIVE FOLDER: what was woven under a condition is what was woven first
    local name=${2##*/} file
    for file in "$name" "$name.weave.json"; do
        cmp "$work/first/$file" "$3/$file" >"$work/log" 2>&1 || { differs "$name: other bytes $1" <"$work/log"; return; }
    done
    echo same >>"$work/conditions"
}

under() { # CONDITION ARCHIVE COMMAND...: weaves with the command in front of the program
    local condition=$1 archive=$2 out=$work/again
    shift 2
    rm -rf "$out" && mkdir -m 777 "$out"
    "$@" "$program" "$archive" --strip-signatures -r "$rules" -o "$out/" -j "${threads:-2}" >"$work/log" 2>&1 || { differs "${archive##*/}: not woven $condition" <"$work/log"; return; }
    same_bytes "$condition" "$archive" "$out"
}

in_other_folder() { # from the folder of the archive, by its name alone, without a home
    local file
    cd "$(dirname "$2")" && file=$(basename "$2") && env -u HOME "$1" "$file" "${@:3}"
}
export -f in_other_folder

conditions() { # ARCHIVE
    local archive=$1 name=${1##*/} zone number
    "$program" --strip-signatures "$archive" -r "$rules" -o "$work/first/" -j 2 >"$work/log" 2>&1 || { differs "$name: not woven" <"$work/log"; return; }
    for number in 1 8; do threads=$number under "with $number threads" "$archive" env; done
    under 'in another time zone' "$archive" env TZ=Pacific/Kiritimati
    under 'in another language' "$archive" env LANG=tr_TR.UTF-8 LC_ALL=tr_TR.UTF-8
    under 'with another umask' "$archive" bash -c 'umask 077; exec "$@"' -
    under 'from another folder' "$archive" bash -c 'in_other_folder "$@"' -
    if [[ $EUID == 0 ]]; then
        under 'as another user' "$archive" setpriv --reuid 65534 --regid 65534 --clear-groups
    fi
    rm -rf "$work/again" && mkdir "$work/again"
    "$program" "$work/first/$name" -r "$rules" -o "$work/again/" >"$work/log" 2>&1
    cmp "$work/first/$name" "$work/again/$name" >"$work/log" 2>&1 || differs "$name: woven twice" <"$work/log"
    for zone in UTC Asia/Kathmandu; do
        rm -rf "$work/again" && mkdir "$work/again"
        SOURCE_DATE_EPOCH=1700000001 TZ=$zone "$program" --strip-signatures "$archive" -r "$rules" -o "$work/again/" >"$work/log" 2>&1
        compare --added "$archive" "$work/again/$name" | grep -v ' 2023-11-14 22:13:20$' >"$work/log"
        [[ ${PIPESTATUS[0]} == 0 && ! -s $work/log ]] || differs "$name: times of added entries in $zone" <"$work/log"
    done
    compare --added "$archive" "$work/first/$name" >"$work/added"
    grep -v ' 1980-01-01 00:00:00$' "$work/added" >"$work/log" && differs "$name: times of added entries" <"$work/log"
    [[ -s $work/added ]] || differs "$name: nothing was added" </dev/null
}

# --- The run ----------------------------------------------------------------------------------------------------------

short=false only=.
while (($#)); do
    case $1 in
    --short) short=true ;;
    --only) only=$2; shift ;;
    *) fail "unknown argument $1; see the head of $0" ;;
    esac
    shift
done
jdk17=$(jdk 17) || exit 1
weave=$(program) || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
mkdir "$work"/{tools,made,none,one,first}
: >"$work/differ"; : >"$work/counts"; : >"$work/conditions"
"$jdk17/bin/javac" --release 17 -d "$work/tools" "$here"/java/{CompareArchives,ManyEntries}.java || fail "the Java tools do not compile"
rules_for com.acme.Nothing never >"$work/none.toml"

sed 's/ *#.*//' "$here/faithful.txt" | awk -v short="$short" 'NF == 3 && (short == "false" || $1 == "short") { print $2, $3 }' >"$work/list"
fetch_all <"$work/list"
archives=()
while read -r coordinates _; do archives+=("$cache/jars/$(jar_name "$coordinates")"); done <"$work/list"
printf '#!/bin/sh\nexec java -jar "$0" "$@"\n' | cat - "$cache/jars/commons-io-2.16.1.jar" >"$work/made/behind-a-script.jar"
"$jdk17/bin/java" -cp "$work/tools" ManyEntries "$cache/jars/asm-3.3.1.jar" "$work/made/many-entries.jar" 70000 || fail "an archive could not be made"
archives+=("$work/made/behind-a-script.jar" "$work/made/many-entries.jar")

printf '%-60s %6s %7s %5s %8s  %s\n' archive equal changed added 'left out' class
expected=0
for archive in "${archives[@]}"; do
    [[ ${archive##*/} =~ $only ]] || continue
    expected=$((expected + 1))
    unmatched "$archive"
    one_class "$archive"
done
# Read by any user, as the program is.
program=$work/weave rules=$work/all.toml
cp "$weave" "$program" && cp "$here/corpus-all.toml" "$rules" && chmod 755 "$program" && chmod 644 "$rules"
[[ $EUID == 0 ]] || echo "not run as root: nothing is woven as another user"
for archive in commons-io-2.16.1 bcpkix-jdk18on-1.78.1 jna-5.14.0 graal-sdk-23.1.2; do
    [[ $archive.jar =~ $only ]] || continue
    cp "$cache/jars/$archive.jar" "$work/made/" && chmod 644 "$work/made/$archive.jar"
    conditions "$work/made/$archive.jar"
done
awk '{ equal += $1; changed += $2; added += $3; left += $4 }
    END { printf "%d archives: %d records equal, %d changed, %d added, %d left out\n", NR, equal, changed, added, left }' "$work/counts"
echo "$(wc -l <"$work/conditions") outputs of the same bytes under other conditions"
if [[ -s $work/differ || $(wc -l <"$work/counts") -ne $expected || $expected -eq 0 ]]; then
    echo "error: $(wc -l <"$work/differ") differences" >&2
    exit 1
fi
