#!/usr/bin/env bash
# Runs real programs with every method of every jar woven, and compares what they print with the unwoven ones.
#
#   tests/workloads.sh [--short] [--only REGEX] [--keep]
#
#   --short     only the database and the coroutines, on JDK 17
#   --only      only workloads whose name matches (an extended regular expression)
#   --keep      leave the folder with outputs and recordings, and print its name
#
# Each program of tests/java/workloads runs on JDK 17 and on JDK 25: unwoven; with every jar on its class path, its own
# included, woven with tests/corpus-all.toml; the same with a recording running; and, recorded too, woven so that each call
# makes an event of its own. All must print the same and end with 0; the recordings must hold payload events, and no class
# may have been redefined. Ends with a table; exit code 1 if
# anything is not so.
#
# Environment: WEAVE (the program; default: built here in release mode), WEAVE_CORPUS (the cache of tests/corpus.sh),
# WEAVE_JDK_17 and WEAVE_JDK_25.
set -uo pipefail
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)

fail() { echo "error: $*" >&2; exit 1; }
. "$here/jdk.sh"
. "$here/artifacts.sh"
. "$here/program.sh"

# --- What runs --------------------------------------------------------------------------------------------------------

# NAME MAIN_CLASS ARTIFACT...: versions and sums are in corpus.txt or below.
workloads() {
    cat <<'LIST'
h2 H2Sql h2
kotlin CoroutinesKt kotlin-stdlib kotlinx-coroutines-core-jvm
jetty JettyWeb jetty-server jetty-http jetty-io jetty-util slf4j-api
tomcat TomcatWeb tomcat-embed-core tomcat-annotations-api
netty NettyWeb netty-common netty-buffer netty-transport netty-codec-base netty-codec-http netty-handler netty-resolver
clojure ClojureScript clojure spec.alpha core.specs.alpha
rhino RhinoScript rhino
groovy GroovyScript groovy
LIST
}

kotlin_compiler=(kotlin-compiler-embeddable kotlin-stdlib kotlin-script-runtime kotlin-reflect kotlin-daemon-embeddable kotlinx-coroutines-core-jvm annotations)

known_artifacts() { # COORDINATES SUM, one a line
    sed -e 's/#.*//' "$here/corpus.txt" | awk 'NF >= 3 { print $2, $3 }'
    cat <<'LIST'
org.jetbrains.kotlin:kotlin-compiler-embeddable:2.4.21 ef19419c765e7ac8404465fa026ca8fc4dbb8a822de0fc79aa53c8dce29f1d02
org.jetbrains.kotlin:kotlin-daemon-embeddable:2.4.21 7b3ef24674e5bcffcadfc4e43202ea314194939ecbcdd90a4770b2f1b04e0d07
org.jetbrains.kotlin:kotlin-script-runtime:2.4.21 a658cf5902a1525a06c264a5e42b437e97a6679ddeef8ca641246f270cf6a013
org.jetbrains:annotations:13.0 ace2a10dc8e2d5fd34925ecac03e4988b2c0f851650c94b8cef49ba1bd111478
org.clojure:spec.alpha:0.5.238 94cd99b6ea639641f37af4860a643b6ed399ee5a8be5d717cff0b663c8d75077
org.clojure:core.specs.alpha:0.4.74 eb73ac08cf49ba840c88ba67beef11336ca554333d9408808d78946e0feb9ddb
io.netty:netty-resolver:4.2.20.Final cb7a6027e4f366fb28dcea7e1f7088ca16bd23c2cc38e8ddfdac77a77bd144dc
org.apache.tomcat:tomcat-annotations-api:11.0.27 34e004c54a23b8486a8f0c1541a31594afab12f85fbc84243a3271c4ce1b420b
LIST
}

jar() { # ARTIFACT: the path of its jar in the cache
    echo "$cache/jars/$1-$(known_artifacts | awk -v artifact="$1" '{ split($1, c, ":") } c[2] == artifact { print c[3]; exit }').jar"
}

fetch() { # ARTIFACT...
    known_artifacts | awk -v names=" $* " '{ split($1, c, ":") } index(names, " " c[2] " ") && !seen[c[2]]++' | fetch_all
}

# --- One workload -----------------------------------------------------------------------------------------------------

path_of() { # FILE...: a class path
    local IFS=:
    echo "$*"
}

compile() { # MAIN_CLASS OUT JAR...: compiles a program into a jar
    local main=$1 out=$2 source=$here/java/workloads classes=$work/classes-$1 artifact compiler=()
    shift 2
    mkdir -p "$classes"
    if [[ $main == *Kt ]]; then
        for artifact in "${kotlin_compiler[@]}"; do compiler+=("$(jar "$artifact")"); done
        "$jdk17/bin/javac" --release 17 -d "$classes" "$source/Output.java" \
            && "$jdk17/bin/java" -cp "$(path_of "${compiler[@]}")" org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -nowarn -no-stdlib -no-reflect \
                -jvm-target 17 -cp "$(path_of "$classes" "$@")" -d "$classes" "$source/${main%Kt}.kt" >&2 || return 1
    else
        "$jdk17/bin/javac" --release 17 -Xlint:-options -nowarn -cp "$(path_of "$@")" -sourcepath "$source" -d "$classes" "$source/$main.java" >&2 || return 1
    fi
    "$jdk17/bin/jar" --create --file "$out" -C "$classes" .
}

run() { # JDK_HOME OUT MAIN_CLASS CLASS_PATH OPTION...: runs a program; prints the seconds of CPU time it took
    local home=$1 out=$2 main=$3 path=$4 TIMEFORMAT='%U %S'
    shift 4
    {
        time timeout 300 "$home/bin/java" -Xmx1g -Xlog:disable -Xlog:all=error:stderr "$@" -cp "$path" "$main" "$work" >"$out.out" 2>"$out.err"
        echo "exit code $?" >>"$out.out"
    } 2>"$out.time"
    awk '{ printf "%.1f", $1 + $2 }' "$out.time"
}

differ() { # WHAT EXPECTED ACTUAL: says what differs
    cmp -s "$2.out" "$3.out" && return
    { echo "$1: the output differs:"; diff "$2.out" "$3.out" | head -10; head -10 "$3.err"; } | sed 's/^/    /' >&2
    return 1
}

one() { # NAME MAIN_CLASS ARTIFACT...: prints a row for each JDK
    local name=$1 main=$2 folder=$work/$1 jars=() inputs=() woven=() each=() artifact in release home verdict seconds counts events count redefined
    shift 2
    mkdir -p "$folder/woven" "$folder/each"
    for artifact; do jars+=("$(jar "$artifact")"); done
    if ! compile "$main" "$folder/$name-workload.jar" "${jars[@]}"; then
        echo "$name - - - - - - - - - - ,not_compiled"
        return
    fi
    jars+=("$folder/$name-workload.jar")
    for in in "${jars[@]}"; do
        if [[ -n $(unzip -Z1 "$in" "*.class" 2>/dev/null) ]]; then
            inputs+=("$in") woven+=("$folder/woven/${in##*/}") each+=("$folder/each/${in##*/}")
        else # only data, such as sources that a language compiles while it runs
            woven+=("$in") each+=("$in")
        fi
    done
    if ! "$weave" --strip-signatures "${inputs[@]}" -r "$here/corpus-all.toml" -o "$folder/woven" >"$folder/weave.log" 2>&1 \
        || ! "$weave" --strip-signatures "${inputs[@]}" -r "$work/each.toml" -o "$folder/each" >>"$folder/weave.log" 2>&1; then
        sed 's/^/    /' "$folder/weave.log" >&2
        echo "$name - - - - - - - - - - ,not_woven"
        return
    fi
    counts=$(for in in "${inputs[@]}"; do "$jdk17/bin/java" -XX:TieredStopAtLevel=1 -cp "$work/tools" ManifestCounts "$folder/woven/${in##*/}.weave.json"; done | awk '{ m += $1; w += $2 } END { print m, w }')
    for release in "${releases[@]}"; do
        home=jdk$release verdict= seconds=() events=()
        local to=$folder/$release how
        seconds+=("$(run "${!home}" "$to-unwoven" "$main" "$(path_of "${jars[@]}")")")
        seconds+=("$(run "${!home}" "$to-woven" "$main" "$(path_of "${woven[@]}")")")
        seconds+=("$(run "${!home}" "$to-recorded" "$main" "$(path_of "${woven[@]}")" \
            "-XX:StartFlightRecording:filename=$to-recorded.jfr,settings=none,$checked")")
        seconds+=("$(run "${!home}" "$to-each" "$main" "$(path_of "${each[@]}")" \
            "-XX:StartFlightRecording:filename=$to-each.jfr,settings=none,$checked,+weave.all.Payload#threshold=$threshold")")
        [[ $(tail -1 "$to-unwoven.out") == "exit code 0" ]] || { verdict+=,fails_unwoven; sed 's/^/    /' "$to-unwoven.err" | head -10 >&2; }
        for how in woven recorded each; do
            differ "$name, JDK $release, $how" "$to-unwoven" "$to-$how" || verdict+=,${how}_differs
        done
        for how in recorded each; do
            read -r count redefined < <("${!home}/bin/java" -cp "$work/tools" CountEvents "$to-$how.jfr" || echo "0 no_recording")
            events+=("$count")
            [[ $count -gt 0 ]] || verdict+=,no_events
            [[ $redefined == - ]] || verdict+=,$how:$redefined
            $keep || rm -f "$to-$how.jfr"
        done
        echo "$name $release $counts $(wc -l <"$to-unwoven.out") ${seconds[*]} ${events[*]} ${verdict:-,same}"
    done
}

# --- The run ----------------------------------------------------------------------------------------------------------

short=false only=. keep=false
while (($#)); do
    case $1 in
    --short) short=true ;;
    --only) only=$2; shift ;;
    --keep) keep=true ;;
    *) fail "unknown argument $1; see the head of $0" ;;
    esac
    shift
done
jdk17=$(jdk 17) || exit 1
releases=(17)
$short || { jdk25=$(jdk 25) || exit 1; releases+=(25); }
weave=$(program) || exit 1
work=$(mktemp -d)
if $keep; then echo "kept: $work" >&2; else trap 'rm -rf "$work"' EXIT; fi
mapfile -t list < <(workloads | grep -E "^($($short && echo 'h2|kotlin' || echo '.*')) " | awk -v only="$only" '$1 ~ only')
((${#list[@]})) || fail "no workload matches"
needed=$(printf '%s\n' "${list[@]}" | cut -d' ' -f3-)
[[ ${list[*]} != *CoroutinesKt* ]] || needed+=" ${kotlin_compiler[*]}"
fetch $needed
"$jdk17/bin/javac" --release 17 -d "$work/tools" "$here/java/ManifestCounts.java" "$here/java/workloads/CountEvents.java" || fail "the Java tools do not compile"
# An event for each call: those of corpus-all.toml are one for the outermost call of each thread.
cat >"$work/each.toml" <<'RULES'
[probes.all]
name = "Each call"

[[allow]]
probe = "all"
class = { name = "**" }
method = { name = "*" }
RULES
threshold=50us # keeps the recordings small: each call is measured all the same
# Recorded beside the events of weave: what would show that classes were changed at run time.
# Without the plus signs a JVM ignores settings that its file of settings lacks.
checked=+jdk.RetransformClasses#enabled=true,+jdk.RedefineClasses#enabled=true,+jdk.ClassRedefinition#enabled=true,+jdk.ActiveSetting#enabled=true
for line in "${list[@]}"; do
    one $line | tee -a "$work/rows"
    echo "done: ${line%% *}" >&2
done >/dev/null
awk '
    BEGIN { printf "%-9s %3s %8s %8s %6s %8s %8s %8s %8s %9s %9s  %s\n", "workload", "JDK", "methods", "woven", "lines", "unwoven", "woven", "recorded", "each", "events", "each", "result" }
    { printf "%-9s %3s %8s %8s %6s %7ss %7ss %7ss %7ss %9s %9s  %s\n", $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, substr($12, 2) }' "$work/rows"
echo "(recorded: one event for each outermost call of a thread; each: one for each call that takes $threshold)"
expected=$((${#list[@]} * ${#releases[@]}))
[[ $(grep -c ',same$' "$work/rows") -eq $expected ]] || fail "differences, or workloads without a result"
