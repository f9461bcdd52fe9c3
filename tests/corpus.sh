#!/usr/bin/env bash
# Weaves every method of the real artifacts in tests/corpus.txt and asks JVMs whether anything changed.
#
#   tests/corpus.sh [--short] [--calls] [--compile] [--only REGEX] [--jobs N]
#
#   --short     only the lines marked `short`
#   --calls     weave every call in every method instead (tests/corpus-calls.toml)
#   --compile   also compile every method with C1 and C2 and compare which HotSpot refuses (hours for the whole list)
#   --only      only artifacts whose name matches (an extended regular expression)
#   --jobs      artifacts at a time (2)
#
# For each artifact: weave it (with tests/corpus-all.toml); let `weave verify` compare the unwoven and the woven jar on JDK 17 and
# on JDK 25. Any finding is printed with the artifact and the class. Ends with a table and totals; exit code 1 if anything
# differed.
#
# Environment: WEAVE (the program; default: built here in release mode), WEAVE_CORPUS (the cache; default:
# weave-corpus in the user's cache folder), WEAVE_JDK_17 and WEAVE_JDK_25.
set -uo pipefail
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)

fail() { echo "error: $*" >&2; exit 1; }
. "$here/jdk.sh"
. "$here/artifacts.sh"
. "$here/program.sh"

# --- JDKs and tools ---------------------------------------------------------------------------------------------------

compile_tools() { # compiles tests/java into the cache, once for each state of the sources
    local key
    key=$(cat "$here"/java/*.java "$here"/java/whitebox/*/*/*.java "$here"/java/whitebox/*/*/*/*.java | sha256sum | cut -c1-16)
    tools=$cache/tools/$key
    if [[ ! -d $tools ]]; then
        rm -rf "$tools.new" && mkdir -p "$tools.new/main" "$tools.new/whitebox"
        "$jdk17/bin/javac" --release 17 -d "$tools.new/main" "$here"/java/*.java \
            && "$jdk17/bin/javac" --release 17 -d "$tools.new/whitebox" "$here"/java/whitebox/*/*/*.java "$here"/java/whitebox/*/*/*/*.java \
            || fail "the Java tools do not compile"
        mv "$tools.new" "$tools"
    fi
}

# --- The list ---------------------------------------------------------------------------------------------------------

lines() { # ROLE_REGEX: lines of the list with one of these roles, without comments
    sed -e 's/#.*//' "$here/corpus.txt" | awk -v roles="^($1)\$" 'NF >= 3 && $1 ~ roles { print $1, $2, $3 }'
}

fetch() { # ROLE_REGEX
    lines "$1" | cut -d' ' -f2,3 | fetch_all
}

processed() { # ROLE COORDINATES: prints the path of the jar that another tool makes of this one
    local out made=$cache/made name
    name=$(jar_name "$2")
    out=$made/$1-$name
    mkdir -p "$made"
    if [[ ! -f $out ]]; then
        rm -rf "$out.new" && mkdir "$out.new"
        case $1 in
        jacoco)
            "$jdk17/bin/java" -jar "$cache"/jars/org.jacoco.cli-*-nodeps.jar instrument "$cache/jars/$name" --dest "$out.new" >"$out.log" 2>&1
            ;;
        proguard)
            "$jdk17/bin/java" -cp "$(printf '%s:' "$cache"/jars/{proguard-base-7,proguard-core,kotlin-metadata,kotlin-stdlib,log4j-api,log4j-core,gson,json-}*.jar)" \
                proguard.ProGuard -injars "$cache/jars/$name(!META-INF/versions/**)" -outjars "$out.new/$name" \
                -libraryjars "<java.home>/jmods(!**.jar;!module-info.class)" -ignorewarnings -dontnote \
                -keep 'public class * { public static void main(java.lang.String[]); }' \
                -keep 'public class **Driver { public *; }' -keep 'public class com.ibm.icu.text.* { public *; }' \
                -optimizationpasses 2 -allowaccessmodification -overloadaggressively -repackageclasses p >"$out.log" 2>&1
            ;;
        esac
        [[ -s $out.new/$name ]] || { echo "error: $1 made nothing of $2, see $out.log" >&2; return 1; }
        mv "$out.new/$name" "$out" && rm -rf "$out.new"
    fi
    echo "$out"
}

# --- One artifact -----------------------------------------------------------------------------------------------------

verify() { # JDK_HOME UNWOVEN WOVEN CLASS_PATH_JAR...: one JSON object
    local home=$1 unwoven=$2 woven=$3
    shift 3
    "$weave" verify "$unwoven" "$woven" --jdk "$home" --classpath "$(IFS=:; echo "$*")" --message-format json
}

# Classes of the artifact itself, and those of them that link, of such an object.
classes() { # FILE
    sed -n 's/.*"classes":\([0-9]*\),.*"added":\([0-9]*\),.*"failed":\([0-9]*\)}.*/\1 \2 \3/p' "$1" \
        | { read -r all added failed && echo "$((all - added)) $((all - added - failed))"; }
}

compile_all() { # JDK_HOME JAR OUT CLASS_PATH_JAR...
    local home=$1 jar=$2 out=$3
    shift 3
    "$home/bin/java" -Xmx256m -cp "$tools/main" CompileAll --whitebox "$tools/whitebox" -o "$out" "$jar" "$@" 2>"$out.log" \
        || { { echo "error: CompileAll failed:"; cat "$out.log"; } >&2; return 1; }
}

# Methods, woven ones, and skipped ones by reason, from the manifest beside the output.
counts() { # MANIFEST
    "$jdk17/bin/java" -XX:TieredStopAtLevel=1 -cp "$tools/main" ManifestCounts "$1" 2>/dev/null || echo "- - -"
}

compare_compiled() { # NAME RELEASE UNWOVEN WOVEN CLASS_PATH_JAR...
    local name=$1 release=$2 in=$3 jar=$4 home=jdk$2
    local unwoven=$known/compile-$release-$name.txt woven=${jar%/*}/compile-$release.txt
    shift 4
    if [[ ! -f $unwoven ]]; then
        compile_all "${!home}" "$in" "$unwoven.$BASHPID" "$@" && mv "$unwoven.$BASHPID" "$unwoven" && rm -f "$unwoven.$BASHPID.log"
    fi
    compile_all "${!home}" "$jar" "$woven" "$@" || rm -f "$woven"
    if [[ ! -s $unwoven || ! -s $woven ]]; then
        echo "$name: JDK $release: compile gave nothing"
    else
        diff <(grep -v '^weave\.' "$unwoven") <(grep -v '^weave\.' "$woven") | sed -n 's/^</unwoven:/p; s/^>/woven:  /p'
        grep '^weave\.' "$woven" | grep -v '	ok$' | sed 's/^/woven:   /'
    fi | cut -c1-400 | sed "s/^/$name: JDK $release: compile: /" >>"$results/$name.differs"
}

one() { # ROLE COORDINATES: weaves and compares one artifact; writes its row and what differs into $results
    local role=$1 coordinates=$2 name in out=$work/$BASHPID signatures=() release home path=() what linked= before=$SECONDS
    name=$(jar_name "$coordinates")
    if [[ $role == short || $role == weave ]]; then
        in=$cache/jars/$name
    else
        in=$(processed "$role" "$coordinates") || { echo "$role-$name: could not be made" >"$results/$role-$name.differs"; return; }
        name=$role-$name
    fi
    mkdir -p "$out"
    grep -qaE 'META-INF/[^/[:cntrl:]]+\.SF' "$in" && signatures=(--strip-signatures)
    : >"$results/$name.differs"
    if ! "$weave" "$in" -r "$rules" -o "$out/$name" "${signatures[@]}" >"$results/$name.log" 2>&1; then
        { echo "$name: not woven"; sed 's/^/    /' "$results/$name.log" | tail -5; } >"$results/$name.differs"
    else
        mapfile -t path < <(grep -vxF "$in" "$work/class-path")
        for release in 17 25; do
            home=jdk$release
            verify "${!home}" "$in" "$out/$name" "${path[@]}" >"$out/verified.json" 2>"$out/verify.log"
            if [[ ! -s $out/verified.json ]]; then
                { echo "$name: JDK $release: weave verify failed"; tail -5 "$out/verify.log"; } >>"$results/$name.differs"
            fi
            grep -o '{"place":[^}]*}' "$out/verified.json" | cut -c1-600 | sed "s/^/$name: JDK $release: /" >>"$results/$name.differs"
            linked+=" $(classes "$out/verified.json")"
            $compile && compare_compiled "$name" "$release" "$in" "$out/$name" "${path[@]}"
        done
    fi
    echo "$name$linked $(counts "$out/$name.weave.json") $(wc -l <"$results/$name.differs") $((SECONDS - before))" >"$results/$name.row"
    rm -rf "$out"
    echo "done: $name, $(wc -l <"$results/$name.differs") differences" >&2
}

# --- The run ----------------------------------------------------------------------------------------------------------

if [[ ${1:-} == --one ]]; then # called by itself below
    one "$2" "$3"
    exit 0
fi
short=false compile=false only=. jobs=2 rules=$here/corpus-all.toml
while (($#)); do
    case $1 in
    --short) short=true ;;
    --calls) rules=$here/corpus-calls.toml ;;
    --compile) compile=true ;;
    --only) only=$2; shift ;;
    --jobs) jobs=$2; shift ;;
    *) fail "unknown argument $1; see the head of $0" ;;
    esac
    shift
done
jdk17=$(jdk 17) && jdk25=$(jdk 25) || exit 1
command -v mvn >/dev/null || fail "mvn is needed to fetch the artifacts"
weave=$(program) || exit 1
compile_tools
if $short; then
    roles=short fetched=short
else
    roles='short|weave|jacoco|proguard' fetched='short|weave|path|tool'
fi
fetch "$fetched"
work=$(mktemp -d) results=$work/results
trap 'rm -rf "$work"' EXIT
mkdir -p "$results"
# What others need comes first: it may be in a second version in one of the artifacts.
{ $short || lines path; lines "$($short && echo short || echo 'short|weave')"; } | while read -r role coordinates sum; do
    echo "$cache/jars/$(jar_name "$coordinates")"
done >"$work/class-path"
# What is known of compiling the unwoven jars stays valid for this class path, this tool and these JDKs.
known=$cache/known/$(cat "$here"/{corpus.txt,java/CompileAll.java} {"$jdk17","$jdk25"}/release "$work/class-path" | sha256sum | cut -c1-16)
mkdir -p "$known"
export cache weave work results known tools jdk17 jdk25 compile rules
lines "$roles" | grep -E -- "$only" | while read -r role coordinates sum; do printf '%s\0%s\0' "$role" "$coordinates"; done \
    | xargs -0 -r -n 2 -P "$jobs" "$0" --one

cat "$results"/*.row 2>/dev/null | sort | awk '
    BEGIN { printf "%-46s %7s %7s %7s %7s %8s %8s %6s %5s  %s\n", "artifact", "classes", "linked", "classes", "linked", "methods", "woven", "differ", "secs", "skipped" }
    { printf "%-46s %7s %7s %7s %7s %8s %8s %6s %5s  %s\n", substr($1, 1, 46), $2, $3, $4, $5, $6, $7, $9, $10, $8
      for (i = 2; i <= 10; i++) total[i] += $i
      n = split($8, parts, ","); for (i = 1; i <= n; i++) if (split(parts[i], pair, "=") == 2) reasons[pair[1]] += pair[2] }
    END { printf "%-46s %7d %7d %7d %7d %8d %8d %6d %5d ", NR " artifacts", total[2], total[3], total[4], total[5], total[6], total[7], total[9], total[10]
          for (r in reasons) printf " %s=%d", r, reasons[r]; print "" }'
echo "(classes and those that link: first pair JDK 17, second JDK 25)"
expected=$(lines "$roles" | grep -cE -- "$only")
found=$(find "$results" -name '*.row' | wc -l)
if [[ $found -ne $expected || $expected -eq 0 ]] || [[ -n $(find "$results" -name '*.differs' -size +0) ]]; then
    find "$results" -name '*.differs' -size +0 | sort | xargs -r head -q -n 20
    echo "error: differences, or artifacts without a result ($found of $expected)" >&2
    exit 1
fi
