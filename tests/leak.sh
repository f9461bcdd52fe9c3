#!/usr/bin/env bash
# Deploys a woven web application in Tomcat, and a woven plug-in in class loaders, again and again, and looks at what is left.
#
#   tests/leak.sh [--short] [TIMES]
#
#   --short     a few times, on JDK 17
#   TIMES       how often each is deployed (100)
#
# The program is tests/java/leak; what is deployed is tests/java/loaders, with every kind of interception, unwoven with a hand-written event
# and woven. No class loader may be left, and the heap may have grown by no more than 1 MB beyond what it grows by unwoven. Ends with a
# table; exit code 1 if anything is not so.
#
# Environment: WEAVE (the program; default: built here in release mode), WEAVE_CORPUS (the cache of tests/corpus.sh),
# WEAVE_JDK_17 and WEAVE_JDK_25.
set -euo pipefail
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)

fail() { echo "error: $*" >&2; exit 1; }
. "$here/jdk.sh"
. "$here/artifacts.sh"
. "$here/program.sh"

times=100 releases=(17 25)
while (($#)); do
    case $1 in
    --short) times=10 releases=(17) ;;
    *) times=$1 ;;
    esac
    shift
done
[[ $times =~ ^[1-9][0-9]*$ ]] || fail "usage: tests/leak.sh [--short] [TIMES]"

annotations="org.apache.tomcat:tomcat-annotations-api:11.0.27 34e004c54a23b8486a8f0c1541a31594afab12f85fbc84243a3271c4ce1b420b"
core=$(sed -e 's/#.*//' "$here/corpus.txt" | awk '$2 ~ /:tomcat-embed-core:/ { print $2, $3 }')
printf '%s\n' "$core" "$annotations" | fetch_all
tomcat=$cache/jars/$(jar_name "${core% *}"):$cache/jars/$(jar_name "${annotations% *}")

jdk17=$(jdk 17)
jdk25=$(jdk 25)
weave=$(program)
work=$(mktemp -d "${TMPDIR:-/tmp}/weave-leak.XXXXXX")
trap 'rm -rf "$work"' EXIT

compile() { # FOLDER CLASS_PATH SOURCE...
    local to=$1 path=$2
    shift 2
    "$jdk17/bin/javac" --release 17 -proc:none -Xlint:-deprecation -nowarn -cp "$path" -d "$to" "$@"
}

"$weave" runtime -q --api -o "$work/api.jar"
compile "$work/plugin" "$tomcat" "$here"/java/loaders/plugin/*.java
compile "$work/probes" "$work/plugin:$work/api.jar" "$here"/java/loaders/probes/*.java
compile "$work/main" "$tomcat" "$here"/java/leak/*.java
"$jdk17/bin/jar" --create --file "$work/unwoven.jar" -C "$work/plugin" .
mkdir -p "$work/war/WEB-INF/classes"
cp -r "$work/plugin/." "$work/war/WEB-INF/classes"
compile "$work/war/WEB-INF/classes" "$work/plugin:$tomcat" "$here"/java/leak/web/*.java
"$jdk17/bin/jar" --create --file "$work/unwoven.war" -C "$work/war" .
for kind in jar war; do
    "$weave" -q --strict "$work/unwoven.$kind" -r "$here/java/loaders/loaders.toml" --probes "$work/probes" -o "$work/woven.$kind"
done

wrong=0
printf '%-5s %-4s %6s %18s %18s\n' kind JDK times "unwoven left, kB" "woven left, kB"
for release in "${releases[@]}"; do
    home=jdk$release
    for kind in jar war; do
        run() { # ARCHIVE METHOD: prints how many loaders are left, and by how much the heap has grown
            "${!home}/bin/java" -XX:+UseSerialGC -Xmx256m -Xlog:disable -cp "$work/main:$tomcat" Redeploy "$1" "$times" "$2" "$work/tomcat" 2>"$work/err"
        }
        read -r left grown < <(run "$work/unwoven.$kind" written)
        read -r woven_left woven_grown < <(run "$work/woven.$kind" run)
        printf '%-5s %-4s %6s %18s %18s\n' "$kind" "$release" "$times" "$left, $grown" "$woven_left, $woven_grown"
        if [[ $woven_left != "$left" || $woven_grown -gt $((grown + 1024)) ]]; then wrong=1; fi
        if grep -v '^weave: telemetry' "$work/err" >&2; then wrong=1; fi
    done
done
exit $wrong
