#!/usr/bin/env bash
# Runs real libraries woven with the built-in packs of rules, and compares what is recorded with tests/packs/*.txt, to the
# last event.
#
#   tests/packs.sh [--short] [--only REGEX] [--bless]
#
#   --short     one library for most packs, on JDK 17
#   --only      only runs whose name matches (an extended regular expression)
#   --bless     write what is recorded on the first JDK to tests/packs; look at the difference before it is kept
#
# Each program of tests/java/packs runs on JDK 17 and on JDK 25, with a recording of everything that the pack records; it and
# the jars of its library are woven with the pack. Ends with a table; exit code 1 if anything is not so.
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

# LENGTH NAME PACK MAIN_CLASS WOVEN_ARTIFACT... / ARTIFACT_ON_THE_CLASS_PATH...: versions and sums are in corpus.txt or below.
# An artifact is ARTIFACT or, where there are several, ARTIFACT-VERSION.
runs() {
    cat <<'LIST'
short jdbc jdbc JdbcPack h2 hsqldb-2.7.4 HikariCP / slf4j-api
short servlet-jakarta servlet ServletTomcat tomcat-embed-core / tomcat-annotations-api
full servlet-javax servlet ServletJetty jetty-servlet javax.servlet-api / jetty-server-9.4.57.v20241219 jetty-http-9.4.57.v20241219 jetty-io-9.4.57.v20241219 jetty-util-9.4.57.v20241219 jetty-security
short http-jdk http HttpJdk /
full http-apache4 http HttpApache4 httpclient / httpcore commons-logging-1.2 commons-codec
full http-apache5 http HttpApache5 httpclient5 / httpcore5 httpcore5-h2 slf4j-api
full http-okhttp3 http HttpOkHttp okhttp-3.14.9 / okio-1.17.2
full http-okhttp4 http HttpOkHttp okhttp-4.12.0 / okio-jvm-3.6.0 kotlin-stdlib
full http-okhttp5 http HttpOkHttp okhttp-jvm / okio-jvm-3.18.1 kotlin-stdlib
full jpa-jakarta jpa JpaPack hibernate-core-7.4.15.Final / h2 jakarta.persistence-api jakarta.transaction-api hibernate-models byte-buddy-1.18.17 antlr4-runtime jboss-logging-3.6.1.Final jakarta.xml.bind-api jaxb-runtime-4.0.7 jaxb-core txw2-4.0.7 istack-commons-runtime-4.1.2 jakarta.activation-api angus-activation jakarta.inject-api
full jpa-javax jpa JpaPackJavax hibernate-core-5.6.15.Final / h2 javax.persistence-api jboss-transaction-api_1.2_spec hibernate-commons-annotations byte-buddy-1.12.18 antlr-2.7.7 jboss-logging-3.4.3.Final classmate jandex jaxb-api jaxb-runtime-2.3.1 txw2-2.3.1 istack-commons-runtime-3.0.7 javax.activation-api stax-ex FastInfoset
short kafka kafka KafkaPack kafka-clients / slf4j-api
short executors executors ExecutorsPack / guava failureaccess netty-common
short files files FilesPack /
short sockets sockets SocketsPack /
short spring spring SpringPack spring-web / spring-core spring-beans spring-context spring-aop spring-expression micrometer-commons micrometer-observation commons-logging-1.4.0 jspecify
LIST
}

known_artifacts() { # COORDINATES SUM, one a line
    sed -e 's/#.*//' "$here/corpus.txt" | awk 'NF >= 3 && $3 != "-" { print $2, $3 }'
    cat <<'LIST'
com.sun.xml.fastinfoset:FastInfoset:1.2.15 785861db11ca1bd0d1956682b974ad73eb19cd3e01a4b3fa82d62eca97210aec
org.eclipse.angus:angus-activation:2.0.3 a6bd35c538cf90fff941ad6258c40c08fca0b5c9c3f536c657114f27ce0527a7
net.bytebuddy:byte-buddy:1.12.18 39200c13a72b6a3f4ec43c7b6d2fb78ecbeb25c29e986f4efa572636b39d750e
com.fasterxml:classmate:1.5.1 aab4de3006808c09d25dd4ff4a3611cfb63c95463cfd99e73d2e1680d229a33b
commons-codec:commons-codec:1.11 e599d5318e97aa48f42136a2927e6dfa4e8881dff0e6c8e3109ddbbff51d7b7d
commons-logging:commons-logging:1.2 daddea1ea0be0f56978ab3006b8ac92834afeefbd9b7e4e6316fca57df0fa636
com.google.guava:failureaccess:1.0.3 cbfc3906b19b8f55dd7cfd6dfe0aa4532e834250d7f080bd8d211a3e246b59cb
org.hibernate.common:hibernate-commons-annotations:5.1.2.Final 1c7ce712b2679fea0a5441eb02a04144297125b768944819be0765befb996275
org.apache.tomcat:tomcat-annotations-api:11.0.27 34e004c54a23b8486a8f0c1541a31594afab12f85fbc84243a3271c4ce1b420b
org.hibernate:hibernate-core:5.6.15.Final 9b5a7e1faf094d98c9e33b6a27c4cae42e52f65b139091c08b9a0b4a9858b207
org.apache.httpcomponents:httpclient:4.5.14 c8bc7e1c51a6d4ce72f40d2ebbabf1c4b68bfe76e732104b04381b493478e9d6
org.apache.httpcomponents.client5:httpclient5:5.4.4 3f8657eab91b7533e5cf232d4e268253c4ff9f99f1e4bcd67841618bed67f2de
org.apache.httpcomponents:httpcore:4.4.16 6c9b3dd142a09dc468e23ad39aad6f75a0f2b85125104469f026e52a474e464f
org.apache.httpcomponents.core5:httpcore5:5.3.4 f2b2fd7a0164e8c3120cd8437bc9fea439239e165c17262b3e907daa7e979f80
org.apache.httpcomponents.core5:httpcore5-h2:5.3.4 1fb4f34e4b612e7c127ad693335583587850b17ce9b1c366f9de1ca49fe2c781
com.sun.istack:istack-commons-runtime:3.0.7 6443e10ba2e259fb821d9b6becf10db5316285fc30c53cec9d7b19a3877e7fdf
com.sun.istack:istack-commons-runtime:4.1.2 7fd6792361f4dd00f8c56af4a20cecc0066deea4a8f3dec38348af23fc2296ee
jakarta.activation:jakarta.activation-api:2.1.4 c9db52100ce6c8aac95cc39075f95720d2e561b11f8051b81c121ad4effd7004
jakarta.inject:jakarta.inject-api:2.0.1 f7dc98062fccf14126abb751b64fab12c312566e8cbdc8483598bffcea93af7c
org.jboss:jandex:2.4.2.Final 3f2ce55c7d71e744581488dc5105806aa8084c08e6e916a019bab8f8698994f0
javax.activation:javax.activation-api:1.2.0 43fdef0b5b6ceb31b0424b208b930c74ab58fac2ceeb7b3f6fd3aeb8b5ca4393
javax.persistence:javax.persistence-api:2.2 5578b71b37999a5eaed3fea0d14aa61c60c6ec6328256f2b63472f336318baf4
javax.servlet:javax.servlet-api:3.1.0 af456b2dd41c4e82cf54f3e743bc678973d9fe35bd4d3071fa05c7e5333b8482
javax.xml.bind:jaxb-api:2.3.1 88b955a0df57880a26a74708bc34f74dcaf8ebf4e78843a28b50eae945732b06
org.glassfish.jaxb:jaxb-core:4.0.7 f29af5c37592c3a06a912da8cdf1d16036e6ca6d4eed9be6f7670e60fa466601
org.glassfish.jaxb:jaxb-runtime:2.3.1 45fecfa5c8217ce1f3652ab95179790ec8cc0dec0384bca51cbeb94a293d9f2f
org.glassfish.jaxb:jaxb-runtime:4.0.7 61a5daf5a1987f7ed7149c5a883ddf220ca9bf714a8d8cffc85fac301e92b5f2
org.jboss.logging:jboss-logging:3.4.3.Final 0b324cca4d550060e51e70cc0045a6cce62f264278ec1f5082aafeb670fcac49
org.jboss.spec.javax.transaction:jboss-transaction-api_1.2_spec:1.1.1.Final a310a50b9bdc44aaf36362dc9bb212235a147ffa8ef72dc9544a39c329eabbc3
org.eclipse.jetty:jetty-http:9.4.57.v20241219 02c6514977f0051dfdecf8d0799acf7a88fd8008a5fd9320a92f2e5db45d297b
org.eclipse.jetty:jetty-io:9.4.57.v20241219 f6246a2cf0abcee7f0971217c0ce4cd30d8ce15a91530363457113907ab38690
org.eclipse.jetty:jetty-security:9.4.57.v20241219 af923d4f395a73bf8ddcb754f42d7617c6b7055e37e5a6b625ed894f73107ae9
org.eclipse.jetty:jetty-server:9.4.57.v20241219 ba957ae07da647023cfa52c923732aea1c67f5273a594cee1863365dfebb9a02
org.eclipse.jetty:jetty-servlet:9.4.57.v20241219 c5e9517974dec9e4606b2d810f4995ea81091b1e24bd9640cb45d8b2aefd722c
org.eclipse.jetty:jetty-util:9.4.57.v20241219 6ccbf678716778e316cc097d8aada4fe2a2e16c0bbfd8a1763204d6724b423f4
org.jspecify:jspecify:1.0.1 070d75f261fe4c5b8202508366715f7f2d4660f88c8ef7e6d3575e48c9683b66
com.squareup.okhttp3:okhttp:3.14.9 2570fab55515cbf881d7a4ceef49fc515490bc027057e666776a2832465aeca0
com.squareup.okhttp3:okhttp:4.12.0 b1050081b14bb7a3a7e55a4d3ef01b5dcfabc453b4573a4fc019767191d5f4e0
com.squareup.okio:okio:1.17.2 f80ce42d2ffac47ad4c47e1d6f980d604d247ceb1a886705cf4581ab0c9fe2b8
com.squareup.okio:okio-jvm:3.6.0 67543f0736fc422ae927ed0e504b98bc5e269fda0d3500579337cb713da28412
org.jvnet.staxex:stax-ex:1.8 95b05d9590af4154c6513b9c5dc1fb2e55b539972ba0a9ef28e9a0c01d83ad77
org.glassfish.jaxb:txw2:2.3.1 34975dde1c6920f1a39791142235689bc3cd357e24d05edd8ff93b885bd68d60
org.glassfish.jaxb:txw2:4.0.7 c725676f2550caa3f57943f2d10dfac7e14c3abb34a6a9d89ac7ebbf1bde3269
LIST
}

line_of() { # ARTIFACT[-VERSION]: its line of known_artifacts
    known_artifacts | awk -v wanted="$1" '{ split($1, c, ":") } c[2] == wanted || c[2] "-" c[3] == wanted { print; exit }'
}

jar() { # ARTIFACT[-VERSION]: the path of its jar in the cache
    local line
    line=$(line_of "$1")
    [[ -n $line ]] || fail "no version of $1 is known"
    echo "$cache/jars/$(jar_name "${line% *}")"
}

# --- One run ----------------------------------------------------------------------------------------------------------

path_of() { # FILE...: a class path
    local IFS=:
    echo "$*"
}

compile() { # MAIN_CLASS OUT JAR...: compiles a program into a jar
    local main=$1 out=$2 source=$work/source-$1 classes=$work/classes-$1
    shift 2
    mkdir -p "$source" "$classes"
    cp "$here/java/packs/Requests.java" "$source"
    # The same program for the older names of the API.
    sed -e "$([[ $main == *Javax ]] && echo 's/jakarta\./javax./; s/JpaPack/JpaPackJavax/')" "$here/java/packs/${main%Javax}.java" >"$source/$main.java"
    "$jdk17/bin/javac" --release 17 -Xlint:-options -nowarn -proc:none -cp "$(path_of "$@")" -sourcepath "$source" -d "$classes" "$source/$main.java" 2>"$source/log" >&2 \
        && "$jdk17/bin/jar" --create --file "$out" -C "$classes" . \
        || { sed 's/^/    /' "$source/log" >&2; return 1; }
}

settings_of() { # PACK: of a recording with everything that its probes record
    local probe
    echo -n settings=none
    for probe in $("$weave" rules "$1" | sed -n 's/^\[probes\.\(.*\)\]$/\1/p'); do
        echo -n ",+weave.$probe.Payload#enabled=true,+weave.$probe.Payload#threshold=0ns,+weave.$probe.ControlObject#enabled=true"
    done
}

one() { # NAME PACK MAIN_CLASS WOVEN... / PATH...: prints a row for each JDK
    local name=$1 pack=$2 main=$3 folder=$work/$1 woven=() path=() release home verdict found
    shift 3
    while [[ $1 != / ]]; do woven+=("$(jar "$1")"); shift; done
    shift
    while (($#)); do path+=("$(jar "$1")"); shift; done
    mkdir -p "$folder/woven"
    if ! compile "$main" "$folder/$name-program.jar" "${woven[@]}" "${path[@]}"; then
        echo "$name - - ,not_compiled"
        return
    fi
    if ! "$weave" --strip-signatures "$folder/$name-program.jar" "${woven[@]}" -r "$pack" -o "$folder/woven/" --jdk "$jdk17" --classpath "$(path_of "${path[@]}")" >"$folder/weave.log" 2>&1; then
        sed 's/^/    /' "$folder/weave.log" >&2
        echo "$name - - ,not_woven"
        return
    fi
    for release in "${releases[@]}"; do
        home=jdk$release verdict= found=$folder/$release
        mkdir -p "$found-work"
        timeout 120 "${!home}/bin/java" -Xlog:disable -Xlog:all=error:stderr "-XX:StartFlightRecording:filename=$found.jfr,$(settings_of "$pack")" \
            -cp "$(path_of "$folder"/woven/*.jar "${path[@]}")" "$main" "$found-work" >"$found.out" 2>"$found.err" || verdict+=,fails
        [[ -z $verdict ]] || { tail -20 "$found.out" "$found.err" | sed 's/^/    /' >&2; }
        "${!home}/bin/java" -cp "$work/tools" ListEvents "$found.jfr" "$found-work" >"$found.events" 2>>"$found.err" || verdict+=,no_recording
        if $bless && [[ $release == 17 && -z $verdict ]]; then cp "$found.events" "$here/packs/$name.txt"; fi
        diff -u "$here/packs/$name.txt" "$found.events" >"$found.diff" || { verdict+=,events_differ; sed 's/^/    /' "$found.diff" >&2; }
        [[ -s $found.events ]] || verdict+=,no_events
        echo "$name $release $(awk '{ sum += $1 } END { print sum + 0 }' "$found.events") ${verdict:-,same}"
    done
}

# --- The whole --------------------------------------------------------------------------------------------------------

short=false only=. bless=false
while (($#)); do
    case $1 in
    --short) short=true ;;
    --only) only=$2; shift ;;
    --bless) bless=true ;;
    *) fail "unknown argument $1; see the head of $0" ;;
    esac
    shift
done
jdk17=$(jdk 17) || exit 1
releases=(17)
$short || { jdk25=$(jdk 25) || exit 1; releases+=(25); }
weave=$(program) || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mapfile -t list < <(runs | grep -E "^($($short && echo short || echo '.*')) " | awk -v only="$only" '$2 ~ only { sub(/^[^ ]+ /, ""); print }')
((${#list[@]})) || fail "no run matches"
for artifact in $(printf '%s\n' "${list[@]}" | cut -d' ' -f4- | tr ' ' '\n' | grep -v '^/$' | sort -u); do
    line_of "$artifact"
done | sort -u | fetch_all
"$jdk17/bin/javac" --release 17 -d "$work/tools" "$here/java/packs/ListEvents.java" || fail "the Java tool does not compile"
for line in "${list[@]}"; do
    one $line | tee -a "$work/rows"
    echo "done: ${line%% *}" >&2
done >/dev/null
awk '
    BEGIN { printf "%-16s %3s %7s  %s\n", "run", "JDK", "events", "result" }
    { printf "%-16s %3s %7s  %s\n", $1, $2, $3, substr($4, 2) }' "$work/rows"
expected=$((${#list[@]} * ${#releases[@]}))
[[ $(grep -c ',same$' "$work/rows") -eq $expected ]] || fail "differences, or runs without a result"
