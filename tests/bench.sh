#!/usr/bin/env bash
# Measures what weaving costs against what any program would have to pay, as ratios of CPU time (user and system).
#
#   tests/bench.sh [RUNS]        RUNS of each, interleaved; the table shows medians (7)
#
#   copy      read a file, hash it once with SHA-256, write it
#   methods   weave 20 methods, each named exactly               bar: at most 3 times `copy`
#   repack    inflate and deflate all classes, library and level as weave has them
#   all       weave every method (tests/corpus-all.toml)         bar: at most 2 times `repack`
#
# The archive, about 60 MB, is merged from artifacts that tests/corpus.sh has fetched and kept in the cache. This is no
# test: it ends with 0 whatever it finds, and with 1 only where it cannot measure.
#
# Environment: WEAVE (the program; default: built here in release mode), WEAVE_CORPUS (the cache; default:
# weave-corpus in the user's cache folder).
set -euo pipefail
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
cache=${WEAVE_CORPUS:-${XDG_CACHE_HOME:-$HOME/.cache}/weave-corpus}
runs=${1:-7}

fail() { echo "error: $*" >&2; exit 1; }
[[ $runs =~ ^[1-9][0-9]*$ ]] || fail "usage: tests/bench.sh [RUNS]"

artifacts='hibernate-core groovy bcprov-jdk18on scala-library lucene-core clojure tomcat-embed-core derby guava h2
kotlin-stdlib spring-core'

methods='com.google.common.collect.ImmutableList asList
com.google.common.base.Joiner useForNull
org.h2.jdbc.JdbcConnection nativeSQL
org.h2.engine.SessionLocal prepareLocal
org.hibernate.internal.SessionImpl getActionQueue
org.hibernate.internal.SessionFactoryImpl openSession
groovy.lang.GroovyShell generateScriptName
groovy.lang.MetaClassImpl checkInitalised
org.apache.catalina.connector.CoyoteAdapter asyncDispatch
org.apache.catalina.core.StandardWrapper allocate
org.apache.lucene.index.IndexWriter deleteAll
org.apache.lucene.search.IndexSearcher getIndexReader
clojure.lang.Compiler analyzeSeq
clojure.lang.LispReader readToken
scala.collection.immutable.Vector updated
scala.collection.immutable.Range head
org.apache.derby.impl.jdbc.EmbedConnection beginAborting
org.bouncycastle.crypto.engines.AESEngine processBlock
org.springframework.core.ResolvableType forRawClass
kotlin.text.Regex matchEntire'

# --- What is run ------------------------------------------------------------------------------------------------------

built() { # KIND NAME: builds it in release mode and prints its path; a benchmark brings the program along
    (cd "$here/.." && cargo build --release --quiet --message-format json-render-diagnostics "--$1" "$2") \
        | sed -n "s|.*\"executable\":\"\([^\"]*/$2[^/\"]*\)\".*|\1|p" | tail -n 1
}

weave=${WEAVE:-$(built bin weave)}
floor=$(built bench floor)
[[ -x $weave && -x $floor ]] || fail "the programs could not be built"

work=$(mktemp -d "${TMPDIR:-/tmp}/weave-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT

# The program may be built anew, by someone else, while this runs.
cp "$weave" "$work/weave"
weave=$work/weave

jars=()
for artifact in $artifacts; do
    version=$(sed -n "s/^\(short\|weave\) *[^: ]*:$artifact:\([^: ]*\) .*/\2/p" "$here/corpus.txt")
    jar=$cache/jars/$artifact-$version.jar
    [[ -f $jar ]] || fail "$jar is missing: run tests/corpus.sh first, it fetches all artifacts"
    jars+=("$jar")
done
merged=$cache/bench/merged-$(printf '%s\n' "${jars[@]##*/}" | sha256sum | cut -c1-12).jar
if [[ ! -f $merged ]]; then
    mkdir -p "$cache/bench"
    "$floor" merge "$merged.new" "${jars[@]}"
    mv "$merged.new" "$merged"
fi

{
    echo '[probes.bench]'
    while read -r class name; do
        printf '[[probes.bench.interceptions]]\nkind = "payload"\non = "enter"\npayload = "${class}.${method}"\n'
        printf 'method = { class = "%s", name = "%s" }\n' "$class" "$name"
    done <<<"$methods"
} >"$work/methods.toml"

weave_with() { # RULES OPTIONS...
    "$weave" "$merged" -q -r "$1" -o "$work/out.jar" "${@:2}"
}

count() { # NAME: a count of the manifest of the last run
    grep -o "\"$1\": *[0-9]*" "$work/out.jar.weave.json" | head -n 1 | grep -o '[0-9]*$'
}

# The first of each is not measured: it warms the page cache and says what the others do.
echo "archive: $merged"
echo "copy:    $("$floor" copy "$merged" "$work/copy.jar")"
echo "repack:  $("$floor" repack "$merged")"
for rules in "$work/methods.toml" "$here/corpus-all.toml"; do
    weave_with "$rules" || fail "weaving with $rules failed"
    echo "weave:   $(basename "$rules"): $(count methods-woven) methods in $(count classes-woven) classes woven"
done

# --- Measuring --------------------------------------------------------------------------------------------------------

measure() { # NAME COMMAND...: notes the CPU time of the command in milliseconds
    local TIMEFORMAT='%3U %3S' times
    times=$({ time "${@:2}" >/dev/null 2>&1; } 2>&1) || fail "$1 failed"
    awk '{ print ($1 + $2) * 1000 }' <<<"$times" >>"$work/$1"
}

for ((run = 0; run < runs; run++)); do
    measure copy "$floor" copy "$merged" "$work/copy.jar"
    measure methods-1 weave_with "$work/methods.toml" -j 1
    measure methods weave_with "$work/methods.toml"
    measure repack "$floor" repack "$merged"
    measure all-1 weave_with "$here/corpus-all.toml" -j 1
    measure all weave_with "$here/corpus-all.toml"
done

median() { sort -n | awk '{ value[NR] = $1 } END { print (value[int((NR + 1) / 2)] + value[int(NR / 2) + 1]) / 2 }'; }

row() { # TITLE NAME [FLOOR BAR]: medians; the ratio is the median of the ratios of each round
    local ratio=
    [[ $# == 2 ]] || ratio=$(paste "$work/$2" "$work/$3" | awk '{ print $1 / $2 }' | median | awk '{ printf "%.2f", $1 }')
    printf '%-34s %9.0f %7s %5s\n' "$1" "$(median <"$work/$2")" "$ratio" "${4:-}"
}

printf '\n%-34s %9s %7s %5s\n' "CPU time, median of $runs" ms ratio bar
row 'copy: read, hash, write' copy
row '20 methods, -j 1' methods-1 copy 3
row "20 methods, default ($(nproc) cores)" methods copy 3
row 'repack: inflate and deflate' repack
row 'all methods, -j 1' all-1 repack 2
row "all methods, default ($(nproc) cores)" all repack 2
