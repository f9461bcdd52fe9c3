#!/usr/bin/env bash
# Asks JVMs which methods of real jars rules select, and compares with what `weave explain` says.
#
#   tests/selection.sh [--short] [--only REGEX]
#
#   --short     only the jars marked `short`
#   --only      only jars whose name matches (an extended regular expression)
#
# For each jar below and each set of rules in tests/selection, on JDK 17 and on JDK 25: have `weave explain` say, as JSON, which
# methods the rules take, with the types of that JDK; compute the same selection by reflection and javap
# (tests/java/Selection.java) over the classes that load; compare. Any difference is printed. Prints a line for each jar; exit
# code 1 if anything differed.
#
# Environment: WEAVE (the program; default: built here in release mode), WEAVE_CORPUS (the cache; default: weave-corpus in the
# user's cache folder), WEAVE_JDK_17 and WEAVE_JDK_25.
set -uo pipefail
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)

fail() { echo "error: $*" >&2; exit 1; }
. "$here/jdk.sh"
. "$here/artifacts.sh"
. "$here/program.sh"

# Coordinates, and the SHA-256 sum of the jar; the classes of those marked `path` are on the class path of the others only.
list='
jar   com.h2database:h2:2.5.252                  90b11dc413da82070ef15fc943282c1408e6ffd34fa68998335fea8603b5ff20
short org.hsqldb:hsqldb:2.7.4                    5fab2bb4384ac06b762638c8fa2740c944b8d080e4796c0c6c2af8b90dd4e5ad
jar   org.apache.derby:derby:10.16.1.1           ede804cb04e871d7c52d2414e952ab939f9ef243abb7bd0ce7dbeb6e1e28bd0b
short org.postgresql:postgresql:42.7.14          73914527305a40cce504b0d3d90b23caf565136912d607ae8ae7c5895512332c
jar   com.google.guava:guava:33.8.0-jre          97b79ec3f2c0a6313a0c2df51ce1abdf8907e6531803467b81efcaaf99b35161
jar   org.jetbrains.kotlin:kotlin-stdlib:2.4.21  bd8250210584cb659847dce9cda660f8e9906e5def7fbebcea93dc6dcb6a88a3
path  org.apache.derby:derbyshared:10.16.1.1     27d4be683a45f6c15940167277ce39bb7e26b9f6dc0bc05efbcf813cac5d2b8f
'

lines() { # ROLE_REGEX
    awk -v roles="^($1)\$" '$1 ~ roles { print $2, $3 }' <<<"$list"
}

one() { # RELEASE JAR: compares every set for a jar; what differs and the row go to stdout
    local home=jdk$1 name=$2 out set path differs=0 before=$SECONDS
    home=${!home}
    out=$work/$1-$name
    mkdir -p "$out"
    mapfile -t path < <(lines "$fetched" | while read -r coordinates _; do echo "$cache/jars/$(jar_name "$coordinates")"; done | grep -vxF "$cache/jars/$name")
    for set in $sets; do
        "$weave" explain "$cache/jars/$name" -r "$here/selection/$set.toml" --jdk "$home" --classpath "$(IFS=:; echo "${path[*]}")" \
            --message-format json >"$out/$set.json" 2>"$out/$set.log" || { sed "s/^/$name: JDK $1: $set: /" "$out/$set.log"; return 1; }
    done
    "$home/bin/java" -Xmx1g -cp "$work/tools" Selection "$out" "${sets// /,}" "$cache/jars/$name" "${path[@]}" >"$out/counts" || return 1
    for set in $sets; do
        diff "$out/$set.expected" "$out/$set.selected" | sed -n "s/^</$name: JDK $1: $set: missing: /p; s/^>/$name: JDK $1: $set: too much: /p" >"$out/$set.differs"
        cat "$out/$set.differs"
        differs=$((differs + $(wc -l <"$out/$set.differs")))
    done
    echo "$name: JDK $1: $(cat "$out/counts"), $differs differences, $((SECONDS - before)) s"
    ((differs == 0))
}

only=. roles='short|jar' fetched='short|jar|path'
while (($#)); do
    case $1 in
    --short) roles=short fetched=short ;;
    --only) only=$2; shift ;;
    *) fail "unknown argument $1; see the head of $0" ;;
    esac
    shift
done
jdk17=$(jdk 17) && jdk25=$(jdk 25) || exit 1
weave=$(program) || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
lines "$fetched" | fetch_all
"$jdk17/bin/javac" --release 17 -d "$work/tools" "$here/java/Selection.java" || fail "the Java tool does not compile"
sets=$(cd "$here/selection" && echo *.toml)
sets=${sets//.toml/}
status=0 compared=0
while read -r coordinates _; do
    name=$(jar_name "$coordinates")
    [[ $name =~ $only ]] || continue
    for release in 17 25; do
        one "$release" "$name" || status=1
        compared=$((compared + 1))
    done
done < <(lines "$roles")
((compared)) || fail "no jar was compared"
echo "$compared runs of $(wc -w <<<"$sets") sets of rules, $SECONDS s"
((status == 0)) || echo "error: differences" >&2
exit $status
