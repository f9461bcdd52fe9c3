#!/usr/bin/env bash
# Real applications in the archives that people ship, woven with one command, started, used over HTTP, and their recordings compared
# with what the applications count themselves.
#
#   tests/applications.sh [--short] [--only REGEX] [--keep] [--bless]
#   tests/applications.sh --cost [--keep]
#
#   --short     some of the runs, on JDK 17
#   --only      only runs whose name matches (an extended regular expression)
#   --cost      what weaving a Spring Boot jar of 60 MB costs, and what starting a woven one costs (tests/applications/cost.sh)
#   --keep      leave the work folder, and print its name
#   --bless     write the sums of the libraries in the Spring Boot archives, where a version has changed
#
# Each application is a shop (tests/applications). It is built with Maven once and kept in the cache. Each run starts it woven with the
# packs `servlet`, `jdbc` and `spring` and the rules of tests/applications/own.toml, uses it, and compares: its answers and what it
# prints are those of the unwoven application, and the payloads of the recording are what the application and its database count. The
# woven archive has the runtime once, and everything that is not woven as it was; woven again it stays as it is. Ends with a table; exit
# code 1 if anything is not so.
#
# Environment: WEAVE (the program; default: built here in release mode), WEAVE_CORPUS (the cache of tests/corpus.sh),
# WEAVE_JDK_17 and WEAVE_JDK_25. Needs mvn, unzip.
set -uo pipefail
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
sources=$here/applications

fail() { echo "error: $*" >&2; exit 1; }
. "$here/jdk.sh"
. "$here/artifacts.sh"
. "$here/program.sh"

# --- What runs --------------------------------------------------------------------------------------------------------

# LENGTH NAME APPLICATION FORM: the application, and how it is rearranged. `before-…` is woven and then rearranged, `after-…` rearranged
# and then woven.
runs() {
    cat <<'LIST'
full boot2 boot2 jar
full boot2-script boot2-script jar
full boot2-exploded boot2 before_exploded
full boot3 boot3 jar
full boot3-script boot3-script jar
full boot3-war boot3-war jar
full boot3-extract-before boot3 before_extract
full boot3-layers-after boot3 after_layers
full boot3-launcher-before boot3 before_launcher
full boot3-exploded-after boot3 after_exploded
short boot4 boot4 jar

full boot4-war boot4-war jar
full boot4-war-exploded boot4-war after_exploded
full boot4-extract-before boot4 before_extract
full boot4-extract-after boot4 after_extract
full boot4-layers-before boot4 before_layers
short boot4-layers-after boot4 after_layers
full boot4-launcher-before boot4 before_launcher
full boot4-launcher-after boot4 after_launcher
full boot4-exploded-before boot4 before_exploded
full boot4-exploded-after boot4 after_exploded
short tomcat tomcat jar
full tomcat-exploded-before tomcat before_exploded
full tomcat-exploded-after tomcat after_exploded
full jetty jetty jar
full jetty-exploded-before jetty before_exploded
full jetty-exploded-after jetty after_exploded
short ear ear jar
full ear-exploded ear after_exploded
full rar rar jar
full rar-exploded rar after_exploded
short jar-in-jar launcher jar
full distribution-before distribution before_exploded
full distribution-after distribution after_exploded
full repository-before repository before_exploded
full repository-after repository after_exploded
LIST
}

packs=(servlet jdbc spring)
probes=(servlet jdbc controller service repository scheduled resttemplate own part)

# --- The applications -------------------------------------------------------------------------------------------------

boot() { # APPLICATION: prints the properties that Maven builds it with
    case $1 in
    boot2*) echo -Dboot.version=2.7.18 -Dweb.starter=spring-boot-starter-web ;;
    boot3*) echo -Dboot.version=3.5.16 -Dweb.starter=spring-boot-starter-web ;;
    boot4*) echo -Dboot.version=4.1.2 -Dweb.starter=spring-boot-starter-webmvc ;;
    *) return 1 ;;
    esac
    case $1 in
    *-war) echo -Dpackaging=war ;;
    *-script) echo -Dexecutable=true ;; # up to Spring Boot 3: 4 has none
    *-large) echo -Plarge ;;
    esac
}

jars() { # ARTIFACT...: prints the paths of their jars in the cache
    local artifact
    for artifact; do
        artifact=$(awk -v wanted="$artifact" '{ split($1, c, ":") } c[2] == wanted { print $1 }' "$sources/libraries.txt")
        [[ -n $artifact ]] || fail "an artifact is not in $sources/libraries.txt"
        echo "$cache/jars/$(jar_name "$artifact")"
    done
}

class_path() { # ARTIFACT...
    jars "$@" | paste -sd:
}

compile() { # FOLDER CLASS_PATH SOURCE...
    "$jdk17/bin/javac" --release 17 -parameters -proc:none -nowarn -cp "$2" -d "$1" "${@:3}" || fail "$1 does not compile"
}

web_archive() { # FILE: builds the WAR
    local folder=$work/build-war
    compile "$folder/WEB-INF/classes" "$(class_path jakarta.servlet-api HikariCP h2)" "$sources"/war/shop/*.java "$sources/boot/src/main/java/shop/Counts.java"
    mkdir -p "$folder/WEB-INF/lib"
    cp "$sources/war/WEB-INF/web.xml" "$folder/WEB-INF"
    cp $(jars HikariCP h2 slf4j-api slf4j-nop) "$folder/WEB-INF/lib"
    "$jdk17/bin/jar" --create --file "$1" -C "$folder" .
}

part() { # NAME: builds the jar of a part of an application
    local jar=$work/parts/$1.jar folder=$work/build-$1 needed name path
    [[ ! -f $jar ]] || return 0
    mkdir -p "$work/parts"
    path=$(class_path h2)
    case $1 in
    first) needed=(shared pricing) ;;
    second) needed=(shared pricing helper) ;;
    main) needed=(shared first second) ;;
    shared) needed=() ;;
    *) needed=(shared) ;;
    esac
    for name in "${needed[@]}"; do
        part "$name"
        path+=:$work/parts/$name.jar
    done
    compile "$folder" "$path" $(find "$sources/parts/$1" -name '*.java')
    "$jdk17/bin/jar" --create --file "$jar" -C "$folder" .
}

assembled() { # APPLICATION FILE: builds an archive of all parts
    local name folder=$work/build-$1 place script
    for name in shared pricing helper first second main; do part "$name"; done
    place() { # FOLDER PART...
        mkdir -p "$folder/$1"
        for name in "${@:2}"; do cp "$work/parts/$name.jar" "$folder/$1"; done
    }
    case $1 in
    ear)
        place lib shared helper && cp $(jars h2) "$folder/lib"
        place . pricing
        for name in first second; do
            mkdir -p "$folder/$name/WEB-INF/classes" && unzip -qo "$work/parts/$name.jar" 'shop/*' -d "$folder/$name/WEB-INF/classes"
        done
        place second/WEB-INF/lib helper && rm "$folder/lib/helper.jar"
        for name in first second; do "$jdk17/bin/jar" --create --file "$folder/$name.war" -C "$folder/$name" . && rm -r "${folder:?}/$name"; done
        mkdir "$folder/META-INF"
        echo '<application version="10"><module><web><web-uri>first.war</web-uri><context-root>/first</context-root></web></module><module><web><web-uri>second.war</web-uri><context-root>/second</context-root></web></module><module><ejb>pricing.jar</ejb></module></application>' >"$folder/META-INF/application.xml"
        ;;
    rar)
        place . shared pricing && cp $(jars h2) "$folder"
        mkdir "$folder/META-INF" && echo '<connector version="2.1"/>' >"$folder/META-INF/ra.xml"
        ;;
    launcher)
        place lib shared pricing helper first second main && cp $(jars h2) "$folder/lib"
        compile "$folder" "$folder" "$sources/launcher/Launcher.java"
        "$jdk17/bin/jar" --create --no-compress --file "$2" --main-class Launcher -C "$folder" .
        return
        ;;
    distribution) # of Gradle's plugin `application`: the script names each jar
        place shop-1/lib shared pricing helper first second main && cp $(jars h2) "$folder/shop-1/lib"
        ;;
    repository) # of Maven's plugin `appassembler`: the jars lie in a repository
        for name in shared pricing helper first second main; do place "shop-1/repo/shop/$name/1" "$name"; done
        mkdir -p "$folder/shop-1/repo/com/h2database" && cp $(jars h2) "$folder/shop-1/repo/com/h2database"
        ;;
    esac
    if [[ -d $folder/shop-1 ]]; then
        mkdir -p "$folder/shop-1/bin"
        script=$folder/shop-1/bin/shop
        printf '#!/bin/sh\nAPP_HOME=$(cd "$(dirname "$0")/.." && pwd)\nCLASSPATH=%s\nexec "$JAVA_HOME/bin/java" $JAVA_OPTS -cp "$CLASSPATH" shop.main.Main\n' \
            "$(cd "$folder/shop-1" && find lib repo -name '*.jar' 2>/dev/null | sort | sed 's|^|$APP_HOME/|' | paste -sd:)" >"$script"
        chmod +x "$script"
    fi
    "$jdk17/bin/jar" --create --no-manifest --file "$2" -C "$folder" .
}

server() { # APPLICATION: sets `path` to the class path of the server that it runs in
    local main
    case $1 in
    tomcat) main=InTomcat path=$(class_path tomcat-embed-core tomcat-annotations-api) ;;
    jetty)
        main=InJetty
        path=$(class_path jetty-ee11-servlet jetty-ee11-webapp jetty-ee-webapp jetty-http jetty-io jetty-security jetty-server jetty-session jetty-util jetty-xml jakarta.servlet-api slf4j-api slf4j-nop)
        ;;
    ear | rar) main=InServer path=$work ;;
    esac
    [[ -d $work/servers-$1 ]] || compile "$work/servers-$1" "$path" "$sources/servers/$main.java"
    path=$path:$work/servers-$1
}

starts() { # APPLICATION ARCHIVE_OR_FOLDER: sets `start`, the arguments of java that start it
    local path
    case $1 in
    tomcat) server "$1"; start=(-cp "$path" InTomcat "$2" "$work" '{port}') ;;
    jetty) server "$1"; start=(-cp "$path" InJetty "$2" "$work" '{port}') ;;
    ear | rar) server "$1"; start=(-cp "$path" InServer "$2" "$work") ;;
    launcher) start=(-jar "$2") ;;
    *-script) start=("$2") ;;
    distribution | repository)
        local folder=$2
        if [[ -f $2 ]]; then folder=$work/unzipped-$1 && explode "$2" "$folder"; fi
        chmod +x "$folder/shop-1/bin/shop"
        start=("$folder/shop-1/bin/shop")
        ;;
    *)
        if [[ -f $2 ]]; then
            start=(-jar "$2")
        else
            start=(-cp "$2" "$(sed -n 's/^Main-Class: \([A-Za-z.]*\).*/\1/p' "$2/META-INF/MANIFEST.MF")")
        fi
        ;;
    esac
}

application() { # APPLICATION: prints the path of its archive, which is built if the cache does not have it
    local name=$1 properties kind=jar key folder built
    case $name in
    tomcat | jetty)
        [[ -f $work/shop.war ]] || web_archive "$work/shop.war"
        echo "$work/shop.war"
        return
        ;;
    ear | rar | launcher | distribution | repository)
        case $name in ear | rar) kind=$name ;; launcher) kind=jar ;; *) kind=zip ;; esac
        [[ -f $work/$name.$kind ]] || assembled "$name" "$work/$name.$kind"
        echo "$work/$name.$kind"
        return
        ;;
    esac
    properties=$(boot "$name") || fail "no application $name"
    [[ $name == *-war ]] && kind=war
    key=$( (cd "$sources/boot" && find . -type f -not -path './target/*' | sort | xargs cat; echo "$properties"; cat "$jdk17/release") | sha256sum | cut -c1-16)
    built=$cache/applications/$name-$key/shop.$kind
    if [[ ! -f $built ]]; then
        command -v mvn >/dev/null || fail "mvn is needed to build the applications"
        folder=$work/build-$name
        mkdir -p "$folder"
        cp -r "$sources/boot/pom.xml" "$sources/boot/src" "$folder"
        # The same program for the older names of the API.
        if [[ $name == boot2* ]]; then find "$folder/src" -name '*.java' -exec sed -i 's/jakarta\.servlet/javax.servlet/' {} +; fi
        JAVA_HOME=$jdk17 mvn -B -q -ntp -f "$folder/pom.xml" $properties package >"$folder/log" 2>&1 || { tail -30 "$folder/log" >&2; fail "$name does not build"; }
        mkdir -p "$(dirname "$built")"
        cp "$folder/target/shop.$kind" "$built.part" && mv "$built.part" "$built"
    fi
    pinned "$name" "$built" || fail "$name: its libraries are not those of $sources/boot.sha256"
    echo "$built"
}

pinned() { # APPLICATION ARCHIVE: its libraries have the expected sums
    local libraries=$work/libraries-$1
    mkdir -p "$libraries"
    unzip -qqo "$2" '*/lib*/*.jar' -d "$libraries" 2>/dev/null # a launch script in front makes it warn
    (cd "$libraries" && find . -name '*.jar' -exec sha256sum {} + | sed 's|\./.*/||' | sort -k2) >"$libraries.sums"
    if $bless; then
        { cat "$sources/boot.sha256" "$libraries.sums"; } 2>/dev/null | sort -u -k2,2 -k1,1 >"$work/sums"
        cp "$work/sums" "$sources/boot.sha256"
    fi
    [[ -s $libraries.sums && -z $(sort "$libraries.sums" | comm -23 - <(sort "$sources/boot.sha256")) ]]
}

# --- One run ----------------------------------------------------------------------------------------------------------

weave() { # INPUT OUTPUT
    local rule rules=()
    for rule in "${packs[@]}" "$sources/own.toml"; do rules+=(-r "$rule"); done
    "$weave" "$1" "${rules[@]}" -o "$2" --jdk "$jdk17" >"$work/weave.log" 2>&1 || { sed 's/^/    /' "$work/weave.log" >&2; return 1; }
}

recording() { # FILE: the option that starts a recording of everything that the probes record
    local probe
    echo -n "-XX:StartFlightRecording:filename=$1,dumponexit=true,settings=none"
    for probe in "${probes[@]}"; do echo -n ",+weave.$probe.Payload#enabled=true,+weave.$probe.Payload#threshold=0ns"; done
}

drive() { # HOME PREFIX OPTION...: uses the shop that `start` starts
    local home=$1 prefix=$2
    shift 2
    case $of in
    ear | rar | launcher)
        : >"$prefix.answers"
        timeout 400 "$home/bin/java" "$@" "${start[@]}" >"$prefix.out" 2>"$prefix.err"
        ;;
    distribution | repository)
        : >"$prefix.answers"
        JAVA_HOME=$home JAVA_OPTS="$*" timeout 400 "${start[@]}" >"$prefix.out" 2>"$prefix.err"
        ;;
    *-script) JAVA_HOME=$home JAVA_OPTS="$*" use "$prefix" "${start[@]}" --server.port={port} ;;
    *) use "$prefix" "$home/bin/java" "$@" -Dserver.port={port} "${start[@]}" ;;
    esac || { tail -n 5 "$prefix.drive" "$prefix.err" "$prefix.out" | sed 's/^/    /' >&2; return 1; }
    # Classes that are generated at run time are numbered by chance; the JDK's warnings name paths.
    grep -hv '^COUNT' "$prefix.out" "$prefix.err" | sed -e 's/\(BySpringCGLIB\$\$\)[0-9a-f]*/\1/' -e 's/ in an unnamed module (.*)$//' >"$prefix.printed"
    grep '^COUNT' "$prefix.out" | sort >"$prefix.counts"
}

use() { # PREFIX COMMAND...: starts a shop and uses it over HTTP
    timeout 400 "$jdk17/bin/java" -Xshare:auto -XX:TieredStopAtLevel=1 -cp "$work/tools" Drive "$1" "" "${@:2}" >"$1.drive" 2>&1
}

archive_faults() { # ORIGINAL WOVEN: prints a word for each
    local again=$work/again-${2##*/} faults=
    "$jdk17/bin/java" -cp "$work/tools" Archives "$1" "$2" >"$work/archive.log" 2>&1
    [[ ! -s $work/archive.log ]] || { faults+=,archive; sed 's/^/    /' "$work/archive.log" >&2; }
    if [[ -f $2 ]]; then
        "$jdk17/bin/jar" tf "$2" >/dev/null 2>&1 || faults+=,jar_tf
        unzip -tqq "$2" >/dev/null 2>&1 || [[ $? == 1 && $1 == *script* ]] || faults+=,unzip_t
    fi
    weave "$2" "$again" || faults+=,not_woven_again
    diff -rq --exclude='*.weave.json' "$2" "$again" >&2 || faults+=,woven_again_differs
    rm -rf "$again"
    echo "$faults"
}

names_runtime() { # ARCHIVE_OR_FOLDER: the index files name the jar of the runtime once; prints a word for each that does not
    local folder=$1 index
    if [[ -f $1 ]]; then
        folder=$work/indexes
        rm -rf "$folder"
        unzip -qqo "$1" '*-INF/*.idx' -d "$folder" 2>/dev/null
    fi
    for index in $(find "$folder" -name classpath.idx -o -name layers.idx 2>/dev/null); do
        # A layer may have the whole folder.
        [[ $(grep -c 'lib/\(weave-runtime\.jar\)\?"$' "$index") == 1 ]] || echo -n ",${index##*/}"
    done
}

one() { # NAME APPLICATION FORM: prints a row for each JDK
    local name=$1 of=$2 form=$3 folder=$work/$1 original release home verdict found unwoven
    mkdir -p "$folder"
    original=$(application "$of") || exit 1
    if ! "form_$form" "$original" "$folder"; then
        echo "$name - - ,not_woven"
        return
    fi
    local faults
    faults=$(archive_faults "$before" "$after")
    faults+=$(names_runtime "$after")
    for release in "${releases[@]}"; do
        home=jdk$release verdict=$faults found=$folder/$release unwoven=$work/unwoven-$of-$release
        if [[ ! -f $unwoven.done ]]; then
            local woven=("${start[@]}")
            starts "$of" "$original"
            drive "${!home}" "$unwoven" -Xlog:disable -Xlog:all=error:stderr && touch "$unwoven.done" || verdict+=,fails_unwoven
            start=("${woven[@]}")
        fi
        (cd "$folder" && drive "${!home}" "$found" -Xlog:disable -Xlog:all=error:stderr "$(recording "$found.jfr")") || verdict+=,fails
        timeout 120 "${!home}/bin/java" -cp "$work/tools" Recorded "$found.jfr" 2>>"$found.drive" | sort >"$found.events" || verdict+=,no_recording
        [[ -s $found.events ]] || verdict+=,no_events
        local what
        for what in answers printed counts; do
            diff "$unwoven.$what" "$found.$what" >&2 || verdict+=,${what}_differ
        done
        diff "$found.counts" "$found.events" >&2 || verdict+=,events_differ
        echo "$name $release $(awk -F '\t' '{ sum += $5 } END { print sum + 0 }' "$found.events") ${verdict:-,same}"
    done
}

# --- The forms: each weaves, and sets `before` and `after`, what was woven, and `start` ------------------------------------

form_jar() { # ORIGINAL FOLDER
    before=$1 after=$2/woven.${1##*.}
    weave "$before" "$after" && starts "$of" "$after"
}

weave_then() { # ORIGINAL FOLDER COMMAND...: the command gets the woven archive and the folder
    form_jar "$1" "$2" && "${@:3}" "$after" "$2/app"
}

then_weave() { # ORIGINAL FOLDER COMMAND...: the command gets the archive and a folder, which is woven
    "${@:3}" "$1" "$2/unwoven" && before=$2/unwoven after=$2/app && weave "$before" "$after"
}

extract() { # OPTION... ARCHIVE FOLDER: with the tools that are in the archive
    local folder=${*: -1} archive=${*: -2:1}
    # The archive in the folder has the name of the one that it comes from.
    mkdir -p "$work/extract" && cp "$archive" "$work/extract/shop.jar"
    "$jdk17/bin/java" -Djarmode=tools -jar "$work/extract/shop.jar" extract "${@:1:$#-2}" --destination "$folder" >"$work/extract.log" 2>&1 \
        || { cat "$work/extract.log" >&2; return 1; }
}

explode() { # ARCHIVE FOLDER
    unzip -qqo "$1" -d "$2" || [[ $? == 1 ]]
}

image() { # FOLDER: copies layers on top of each other, as the stages of a Dockerfile do
    local layer
    for layer in dependencies spring-boot-loader snapshot-dependencies application; do
        mkdir -p "$1-image" && [[ ! -d $1/$layer ]] || cp -r "$1/$layer/." "$1-image"
    done
    # Nothing of an output is anywhere else, but for the manifest of the run.
    find "$1" -mindepth 1 -maxdepth 1 | grep -v '/\(dependencies\|spring-boot-loader\|snapshot-dependencies\|application\|.*\.weave\.json\)$' >&2 && return 1
    return 0
}

form_before_extract() { weave_then "$@" extract && start=(-jar "$2/app/shop.jar"); }
form_after_extract() { then_weave "$@" extract && start=(-jar "$2/app/shop.jar"); }
form_before_layers() { weave_then "$@" extract --layers && image "$2/app" && start=(-jar "$2/app-image/shop.jar"); }
form_after_layers() { then_weave "$@" extract --layers && image "$2/app" && start=(-jar "$2/app-image/shop.jar"); }
form_before_launcher() { weave_then "$@" extract --layers --launcher && image "$2/app" && starts "$of" "$2/app-image"; }
form_after_launcher() { then_weave "$@" extract --layers --launcher && image "$2/app" && starts "$of" "$2/app-image"; }
form_before_exploded() { weave_then "$@" explode && starts "$of" "$2/app"; }
form_after_exploded() { then_weave "$@" explode && starts "$of" "$2/app"; }

# --- The whole --------------------------------------------------------------------------------------------------------

short=false only=. bless=false keep=false cost=false
while (($#)); do
    case $1 in
    --short) short=true ;;
    --only) only=$2; shift ;;
    --bless) bless=true ;;
    --keep) keep=true ;;
    --cost) cost=true ;;
    *) fail "unknown argument $1; see the head of $0" ;;
    esac
    shift
done
jdk17=$(jdk 17) || exit 1
releases=(17)
$short || { jdk25=$(jdk 25) || exit 1; releases+=(25); }
weave=$(realpath "$(program)") || exit 1
work=$(mktemp -d)
if $keep; then echo "$work" >&2; else trap 'rm -rf "$work"' EXIT; fi
mapfile -t list < <(runs | grep -E "^($($short && echo short || echo '.*')) " | awk -v only="$only" '$2 ~ only { sub(/^[^ ]+ /, ""); print }')
((${#list[@]})) || fail "no run matches"
fetch_all <"$sources/libraries.txt"
"$jdk17/bin/javac" --release 17 -d "$work/tools" "$sources"/tools/*.java || fail "the Java tools do not compile"
if $cost; then
    . "$sources/cost.sh"
    exit
fi
for line in "${list[@]}"; do
    one $line | tee -a "$work/rows"
    echo "done: ${line%% *}, $SECONDS s" >&2
done >/dev/null
awk '
    BEGIN { printf "%-24s %3s %7s  %s\n", "run", "JDK", "events", "result" }
    { printf "%-24s %3s %7s  %s\n", $1, $2, $3, substr($4, 2) }' "$work/rows"
expected=$((${#list[@]} * ${#releases[@]}))
[[ $(grep -c ',same$' "$work/rows") -eq $expected ]] || fail "differences, or runs without a result"
