#!/usr/bin/env bash
# The example builds of fixtures/builds: green from a clean state, nothing woven on a second run, right after a changed rule, and a wrong
# rule fails the build with its message.
#
#   tests/examples.sh [--short] [--keep]
#
#   --short     one build with Maven, and the one with Gradle
#   --keep      leave the folder, and print its name
#
# Each program takes three orders, and the rules record each of them: after each build it runs on JDK 17 and on JDK 25 with a
# recording, which must have the texts of all three. Exit code 1 if anything is not so.
#
# Environment: WEAVE (the program; default: built here in release mode), WEAVE_JDK_17 and WEAVE_JDK_25. Needs mvn and gradle.
set -uo pipefail
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)

fail() { echo "error: $*" >&2; exit 1; }
. "$here/jdk.sh"
. "$here/program.sh"

short='' keep=''
for argument; do
    case $argument in
        --short) short=1 ;;
        --keep) keep=1 ;;
        *) fail "unknown argument: $argument" ;;
    esac
done
for needed in mvn gradle; do
    command -v "$needed" > /dev/null || fail "$needed is not on the path: install it"
done
weave=$(realpath "$(program)") || exit 1
jdk17=$(jdk 17) && jdk25=$(jdk 25) || exit 1
work=$(mktemp -d)
if [[ $keep ]]; then echo "$work"; else trap 'gradle --stop >/dev/null 2>&1; rm -rf "$work"' EXIT; fi

# LENGTH EXAMPLE JAR: what the build makes
examples() {
    cat <<'LIST'
full maven-boot target/shop.jar
short maven-classes target/shop.jar
full maven-distribution target/shop/lib/shop.jar
short gradle build/woven/shop.jar
LIST
}

build() { # EXAMPLE LOG: in its folder
    case $1 in
        gradle) JAVA_HOME=$jdk17 gradle build --console=plain -PweaveProgram="$weave" ;;
        *) JAVA_HOME=$jdk17 mvn -B -ntp package -Dweave="$weave" ;;
    esac </dev/null >"$2" 2>&1
}

ran() { grep -q 'woven   .*1 method in 1 class' "$1"; } # LOG: weave wove something

records() { # JAR UNIT: the recordings have the texts of all orders
    local home
    for home in "$jdk17" "$jdk25"; do
        "$home/bin/java" "-XX:StartFlightRecording:filename=$work/shop.jfr" -jar "$1" >"$work/out" 2>&1 || return 1
        diff <(printf '  payload = "%s"\n' "anna: 4 $2" "bob: 3 $2" "carla: 5 $2") \
            <("$home/bin/jfr" print --events weave.orders.Payload "$work/shop.jfr" | grep 'payload =') || return 1
    done
}

check() { # EXAMPLE JAR: prints what is wrong
    local log=$work/$1.log rules=weave.toml
    cd "$work/$1" || return
    build "$1" "$log" || { echo fails; tail -n 30 "$log" >&2; return; }
    ran "$log" || echo weaves_nothing
    records "$2" pieces || echo events
    build "$1" "$log" || echo fails_again
    ran "$log" && echo weaves_again
    records "$2" pieces || echo events_again
    sleep 1 # file systems and builds see whole seconds
    sed -i 's/pieces"/p"/' "$rules"
    build "$1" "$log" || { echo fails_with_a_changed_rule; tail -n 30 "$log" >&2; }
    ran "$log" || echo ignores_a_changed_rule
    records "$2" p || echo events_of_a_changed_rule
    sleep 1
    sed -i 's/^kind/kund/' "$rules"
    build "$1" "$log" && echo passes_with_a_wrong_rule
    grep -q 'did you mean `kind`?' "$log" || echo no_message
}

wrong='' count=0
while read -r length example jar; do
    [[ ! $short || $length == short ]] || continue
    cp -r "$here/../fixtures/builds/$example" "$work" || exit 1
    faults=$(check "$example" "$jar" | paste -sd,)
    printf '%-20s %s\n' "$example" "${faults:-same}"
    [[ ! $faults ]] || wrong=1
    count=$((count + 1))
done < <(examples)
((count > 0)) || fail "no example was built"
[[ ! $wrong ]] || fail "the example builds do not do what they should"
