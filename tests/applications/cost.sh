# Sourced by tests/applications.sh --cost. Needs a quiet machine: times are CPU time, user and system, of processes that run in turn.
#
# 1. `weave` with the packs `jdbc` and `servlet` on a Spring Boot jar of 60 MB, beside reading it, hashing it with SHA-256 and writing it:
#    at most 3 times as much.
# 2. Starting the woven application, without a recording, beside the unwoven one: at most 3 % more.
# 3. The share of classes that come from an AppCDS archive (JDK 17) and an AOT cache (JDK 25) of the extracted application, woven and
#    unwoven: the same.

rounds=${WEAVE_ROUNDS:-10}
wrong=0

floor=${WEAVE_FLOOR:-$( (cd "$here/.." && cargo build --release --quiet --message-format json-render-diagnostics --bench floor) \
    | sed -n 's|.*"executable":"\([^"]*/floor[^/"]*\)".*|\1|p' | tail -n 1)}
[[ -x $floor ]] || fail "the benchmark could not be built"

measure() { # NAME COMMAND...: notes the CPU time of the command in milliseconds
    local TIMEFORMAT='%3U %3S' times
    times=$({ time "${@:2}" >"$work/$1.log" 2>&1; } 2>&1) || { tail "$work/$1.log" >&2; fail "$1 failed"; }
    awk '{ print ($1 + $2) * 1000 }' <<<"$times" >>"$work/$1.ms"
}

median() { sort -n | awk '{ value[NR] = $1 } END { print (value[int((NR + 1) / 2)] + value[int(NR / 2) + 1]) / 2 }'; }

compare() { # TITLE NAME FLOOR BAR: medians, and the median of the ratios of each round
    local ratio
    ratio=$(paste "$work/$2.ms" "$work/$3.ms" | awk '{ print $1 / $2 }' | median)
    printf '%-44s %8.0f %8.0f %6.3f %6s\n' "$1" "$(median <"$work/$2.ms")" "$(median <"$work/$3.ms")" "$ratio" "$4"
    awk -v ratio="$ratio" -v bar="$4" 'BEGIN { exit !(ratio > bar) }' && wrong=1
    return 0
}

# --- Weaving ----------------------------------------------------------------------------------------------------------

large=$(application boot4-large) || exit 1
for ((round = 0; round < rounds; round++)); do
    measure copy "$floor" copy "$large" "$work/copy.jar"
    measure weave "$weave" "$large" -q -r jdbc -r servlet -o "$work/large.jar" --jdk "$jdk17"
done

# --- Starting ---------------------------------------------------------------------------------------------------------

starting() { # HOME ARGUMENT...: starts the shop and ends it at once
    "$1/bin/java" -Xlog:disable -Dserver.port=0 "${@:2}" --shop.end=true
}

unwoven=$(application boot4) || exit 1
weave "$unwoven" "$work/woven.jar" || fail "boot4 cannot be woven"
for release in 17 25; do
    home=jdk$release
    for ((round = 0; round < rounds; round++)); do
        measure "unwoven-$release" starting "${!home}" -jar "$unwoven"
        measure "woven-$release" starting "${!home}" -jar "$work/woven.jar"
    done
done

printf '%-44s %8s %8s %6s %6s\n' "CPU time, ms, median of $rounds" here floor ratio bar
compare "weave, $(($(stat -c %s "$large") / 1000000)) MB, beside read, hash, write" weave copy 3
for release in 17 25; do compare "start, JDK $release, woven beside unwoven" "woven-$release" "unwoven-$release" 1.03; done

# --- Archives of classes ----------------------------------------------------------------------------------------------

from_archive() { # HOME JAR ARCHIVE_OPTIONS: prints how many classes are loaded, and how many of them from the archive
    "$1/bin/java" "${@:3}" -Xlog:disable -Xlog:class+load:file="$work/loads" -Dserver.port=0 -jar "$2" --shop.end=true >/dev/null 2>&1 || fail "it does not start"
    awk '/source:/ { all++ } /source: shared objects file/ { shared++ } END { print all, shared + 0 }' "$work/loads"
}

printf '\n%-32s %8s %8s %7s\n' 'classes from the archive' loaded shared share
for kind in unwoven woven; do
    archive=$unwoven
    [[ $kind == unwoven ]] || archive=$work/woven.jar
    extract "$archive" "$work/$kind-extracted" || fail "$archive cannot be extracted"
    jar=$work/$kind-extracted/shop.jar
    starting "$jdk17" "-XX:ArchiveClassesAtExit=$work/$kind.jsa" -jar "$jar" >/dev/null 2>&1 || fail "no AppCDS archive"
    starting "$jdk25" "-XX:AOTCacheOutput=$work/$kind.aot" -jar "$jar" >/dev/null 2>&1 || fail "no AOT cache"
    for release in 17 25; do
        [[ $release == 17 ]] && option=-XX:SharedArchiveFile=$work/$kind.jsa || option=-XX:AOTCache=$work/$kind.aot
        home=jdk$release
        read -r loaded shared < <(from_archive "${!home}" "$jar" "$option")
        share=$(awk -v a="$shared" -v b="$loaded" 'BEGIN { printf "%.2f", 100 * a / b }')
        printf '%-32s %8s %8s %6s%%\n' "JDK $release, $kind" "$loaded" "$shared" "$share"
        echo "$share" >"$work/share-$kind-$release"
    done
done
for release in 17 25; do
    # Which classes a start loads differs by a few from run to run.
    paste "$work/share-unwoven-$release" "$work/share-woven-$release" | awk '{ exit !($1 - $2 > 0.3) }' && wrong=1
done
((!wrong)) || fail "a bar is missed"
