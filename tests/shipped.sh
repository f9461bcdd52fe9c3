#!/usr/bin/env bash
# Runs woven programs in the forms in which they are shipped, and compares output and events with what the programs say themselves.
#
#   tests/shipped.sh [--short] [--only REGEX]
#
#   --short     signed libraries, modules in one run and bundles in Felix, on JDK 17
#   --only      only forms whose name matches (an extended regular expression): signed, versions, modules, images, bundles, container
#
# signed: Bouncy Castle's provider, refused, stripped, signed again, and untouched. versions: Lucene, a multi-release library.
# modules: an application of four modules, woven in one run and module by module, as named modules, as automatic ones and on the class
# path; what the tools of the JDK say of them. images: the same in jlink images with and without jdk.jfr. bundles: two bundles in Apache
# Felix and in Equinox, started, updated and uninstalled. container: an image on a read-only file system, by a user without a home,
# with no place for temporary files.
#
# Each program of tests/java/shipped prints `event: TEXT` for each call that is to be recorded. Its whole output must be the same unwoven
# and woven, and the recording must hold these events and no other. Ends with a table; exit code 1 if anything is not so.
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

known_artifacts() { # COORDINATES SUM, one a line
    sed -e 's/#.*//' "$here/corpus.txt" "$here/faithful.txt" | awk 'NF >= 3 && $3 != "-" { print $2, $3 }'
}

jar() { # ARTIFACT-VERSION: the path of its jar, which is fetched
    local line
    line=$(known_artifacts | awk -v wanted="$1" '{ split($1, c, ":") } c[2] "-" c[3] == wanted { print; exit }')
    [[ -n $line ]] || fail "no version of $1 is known"
    fetch_all <<<"$line"
    echo "$cache/jars/$(jar_name "${line% *}")"
}

# --- What is checked --------------------------------------------------------------------------------------------------

row() { # FORM CASE JDK RESULT DETAIL
    printf '%-10s %-34s %3s  %-6s %s\n' "$@" | tee -a "$work/rows"
}

holds() { # FORM CASE JDK COMMAND...: the command succeeds; its output is shown if not
    local form=$1 case=$2 release=$3
    shift 3
    if "$@" >"$work/out" 2>&1; then
        row "$form" "$case" "$release" ok ''
    else
        row "$form" "$case" "$release" FAILED "$(head -3 "$work/out" | tr '\n' ' ' | cut -c1-300)"
    fi
}

quiet=(-Xlog:disable -Xlog:all=error:stderr)

# The program is `COMMAND` with a `%` among its arguments, where options of the JVM go.
with_options() { # OPTION... -- COMMAND...: sets `command`
    local options=()
    while [[ $1 != -- ]]; do options+=("$1"); shift; done
    shift
    command=()
    local argument
    for argument; do
        if [[ $argument == % ]]; then command+=("${options[@]}"); else command+=("$argument"); fi
    done
}

unwoven() { # NAME COMMAND...: keeps what the unwoven program prints
    with_options "${quiet[@]}" -- "${@:2}"
    "${command[@]}" >"$work/$1.unwoven" 2>"$work/$1.err" || { echo "the unwoven program $1 fails:"; head -5 "$work/$1.err"; fail "$1"; } >&2
    grep -q '^event: ' "$work/$1.unwoven" || fail "the unwoven program $1 says nothing of events"
}

recorded() { # FORM CASE JDK NAME WOVEN_REGEX COMMAND...: the woven program prints the same, and records those of its events whose text matches
    local form=$1 case=$2 release=$3 name=$4 regex=$5 home=jdk$3 count
    rm -rf "$work/x.jfr"
    with_options "${quiet[@]}" "-XX:StartFlightRecording:settings=none,filename=${recording:-$work/x.jfr}" -- "${@:6}"
    "${command[@]}" >"$work/$name.woven" 2>"$work/$name.err"
    [[ -z ${recording:-} ]] || mv "$recording" "$work/x.jfr"
    if ! diff "$work/$name.unwoven" "$work/$name.woven" >"$work/differs"; then
        row "$form" "$case" "$release" FAILED "prints $(cat "$work/differs" "$work/$name.err" | head -3 | tr '\n' ' ' | cut -c1-300)"
        return
    fi
    sed -n 's/^event: //p' "$work/$name.unwoven" | grep -E "$regex" | sort >"$work/wanted"
    "${!home}/bin/jfr" print --events '*.Payload' "$work/x.jfr" | sed -n 's/^ *payload = "\(.*\)"$/\1/p' | sort >"$work/found"
    count=$(wc -l <"$work/found")
    if ! diff "$work/wanted" "$work/found" >"$work/differs"; then
        row "$form" "$case" "$release" FAILED "events $(head -3 "$work/differs" | tr '\n' ' ' | cut -c1-300) $(grep -m 1 '^weave:' "$work/$name.err")"
    elif ((count == 0)); then
        row "$form" "$case" "$release" FAILED 'nothing to record'
    else
        row "$form" "$case" "$release" ok "$count events"
    fi
}

plays() { # FORM CASE JDK NAME COMMAND...: the woven program prints the same without a recording
    with_options "${quiet[@]}" -- "${@:5}"
    "${command[@]}" >"$work/$4.woven" 2>"$work/$4.err"
    holds "$1" "$2" "$3" diff "$work/$4.unwoven" "$work/$4.woven"
}

weaves() { # ARGUMENT...
    "$weave" -q "$@" >"$work/weave.log" 2>&1 || { cat "$work/weave.log" >&2; fail "weave $*"; }
}

rules() { # FILE CLASSES METHODS: rules with an event for each call
    printf '[probes.shipped]\n\n[[allow]]\nprobe = "shipped"\nclass = { name = [%s] }\nmethod = { name = [%s] }\n' "$2" "$3" >"$1"
}

compile() { # OUT CLASS_PATH SOURCE...
    "$jdk17/bin/javac" --release 17 -d "$1" -cp "$2" "${@:3}" >&2 || fail "the programs do not compile"
}

# --- Signed libraries -------------------------------------------------------------------------------------------------

signed() {
    local library store=$work/keys.p12 release home
    library=$(jar bcprov-jdk18on-1.87) || exit 1
    local out=$work/signed options=(-storetype PKCS12 -keystore "$store" -storepass changeit)
    mkdir -p "$out"
    rules "$work/signed.toml" '"org.bouncycastle.crypto.digests.SHA256Digest"' '"doFinal"'
    rules "$work/nothing.toml" '"com.acme.Nothing"' '"never"'
    compile "$out/classes" "$library" "$here/java/shipped/Provider.java"
    holds signed 'refused, with the remedy' - refuses "$library"
    weaves "$library" -r "$work/nothing.toml" -o "$out/untouched.jar"
    holds signed 'untouched, the same bytes' - cmp "$library" "$out/untouched.jar"
    weaves --strip-signatures "$library" -r "$work/signed.toml" -o "$out/stripped.jar"
    holds signed 'nothing left of the signature' - bare "$out/stripped.jar"
    "$jdk17/bin/keytool" -genkeypair -alias acme -keyalg RSA -dname CN=acme "${options[@]}" >"$work/out" 2>&1 || fail "keytool"
    for release in "${releases[@]}"; do
        home=jdk$release
        cp "$out/stripped.jar" "$out/again.jar"
        holds signed 'untouched, jarsigner verifies' "$release" verified "${!home}" "$out/untouched.jar"
        holds signed 'signed again' "$release" "${!home}/bin/jarsigner" "${options[@]}" "$out/again.jar" acme
        holds signed 'signed again, jarsigner verifies' "$release" verified "${!home}" "$out/again.jar"
        unwoven Provider "${!home}/bin/java" % -cp "$library:$out/classes" Provider
        recorded signed 'stripped' "$release" Provider . "${!home}/bin/java" % -cp "$out/stripped.jar:$out/classes" Provider
        recorded signed 'signed again' "$release" Provider . "${!home}/bin/java" % -cp "$out/again.jar:$out/classes" Provider
    done
}

refuses() { # ARCHIVE: weave does, and says what to do
    ! "$weave" "$1" -r "$work/signed.toml" -o "$work/refused.jar" >"$work/weave.log" 2>&1 \
        && grep -q 'it is signed' "$work/weave.log" && grep -q -e --strip-signatures "$work/weave.log" && [[ ! -e $work/refused.jar ]]
}

bare() { # ARCHIVE: no signature file, no digest, and no section that had nothing else
    (cd "$work" && "$jdk17/bin/jar" --extract --file "$1" META-INF/MANIFEST.MF) && grep -q '^Multi-Release: true' "$work/META-INF/MANIFEST.MF" \
        && ! grep -iE '^(Name:|[^ ]*-Digest)' "$work/META-INF/MANIFEST.MF" \
        && ! "$jdk17/bin/jar" --list --file "$1" | grep -iE '^META-INF/([^/]*\.(SF|RSA|DSA|EC)|SIG-[^/]*)$'
}

verified() { # JDK_HOME ARCHIVE
    "$1/bin/jarsigner" -verify "$2" | grep -x 'jar verified.'
}

# --- Multi-release libraries ------------------------------------------------------------------------------------------

versions() {
    local library out=$work/versions release home
    library=$(jar lucene-core-9.12.3) || exit 1
    mkdir -p "$out"
    # The interface is one for all releases, the classes are not.
    printf '%s\n' '[probes.shipped]' '[[probes.shipped.interceptions]]' 'kind = "payload"' 'payload = "${class}.${method}"' \
        'method = { class = "org.apache.lucene.store.MMapDirectory$MMapIndexInputProvider", name = "openInput", subtypes = true }' >"$work/versions.toml"
    compile "$out/classes" "$library" "$here/java/shipped/Versions.java"
    weaves "$library" -r "$work/versions.toml" -o "$out/lucene.jar"
    for release in "${releases[@]}"; do
        home=jdk$release
        unwoven Versions "${!home}/bin/java" % -cp "$library:$out/classes" Versions "$(mktemp -d -p "$work")"
        recorded versions Lucene "$release" Versions . "${!home}/bin/java" % -cp "$out/lucene.jar:$out/classes" Versions "$(mktemp -d -p "$work")"
    done
}

# --- Modules ----------------------------------------------------------------------------------------------------------

make_modules() { # jars in modules/in, with hashes, and in modules/automatic, where one is automatic
    local sources=$here/java/shipped/modules out=$work/modules module
    [[ ! -d $out/in ]] || return 0
    mkdir -p "$out"/{in,automatic}
    "$jdk17/bin/javac" --release 17 -d "$out/classes" --module-source-path "$sources" --module shop.app,shop.store,shop.api,tally >&2 \
        || fail "the modules do not compile"
    mkdir -p "$out/classes/shop.store/META-INF/services"
    echo shop.store.internal.MemoryStore >"$out/classes/shop.store/META-INF/services/shop.api.Store" # for the class path
    local options
    for module in shop.app shop.store tally shop.api tally; do
        options=()
        [[ $module != shop.app ]] || options=(--main-class shop.app.Main --module-version 1.2)
        # Where the modules that depend on it are there.
        [[ ! -f $out/in/tally.jar || $module == shop.store ]] || options=(--module-path "$out/in" --hash-modules 'shop\..*')
        "$jdk17/bin/jar" --create --file "$out/in/$module.jar" "${options[@]}" -C "$out/classes/$module" . || fail "jar $module"
        [[ $module == tally ]] || "$jdk17/bin/jar" --create --file "$out/automatic/$module.jar" -C "$out/classes/$module" . || fail "jar $module"
    done
    rm -rf "$out/classes/tally/module-info.class"
    "$jdk17/bin/jar" --create --file "$out/automatic/tally-1.0.jar" -C "$out/classes/tally" .
    rules "$work/modules.toml" '"shop.**", "tally.Tally"' '"serve", "find", "count", "add"'
    weaves "$out/in" -r "$work/modules.toml" -o "$out/run"
    weaves "$out/automatic" -r "$work/modules.toml" -o "$out/run-automatic"
    # Without recorded hashes: woven one by one, no module knows what becomes of another one.
    for module in shop.app shop.store shop.api tally; do
        weaves --runtime beside "$out/automatic/$module"*.jar -r "$work/modules.toml" -o "$out/apart/"
    done
    # One of them alone, with the runtime inside.
    mkdir "$out/one" && cp "$out"/automatic/{shop.store,shop.api,tally-1.0}.jar "$out/one/"
    weaves "$out/automatic/shop.app.jar" -r "$work/modules.toml" -o "$out/one/"
}

modules() {
    make_modules
    local out=$work/modules release home folder jar
    for release in "${releases[@]}"; do
        home=jdk$release
        unwoven Main "${!home}/bin/java" % -p "$out/in" -m shop.app
        recorded modules 'in one run' "$release" Main . "${!home}/bin/java" % -p "$out/run" -m shop.app
        unwoven Main "${!home}/bin/java" % -p "$out/automatic" -m shop.app/shop.app.Main
        recorded modules 'one of them automatic' "$release" Main . "${!home}/bin/java" % -p "$out/run-automatic" -m shop.app/shop.app.Main
        recorded modules 'one by one, runtime beside' "$release" Main . "${!home}/bin/java" % -p "$out/apart" -m shop.app/shop.app.Main
        recorded modules 'one alone, runtime inside' "$release" Main '^shop.app' "${!home}/bin/java" % -p "$out/one" -m shop.app/shop.app.Main
        unwoven Main "${!home}/bin/java" % -cp "$out/in/*" shop.app.Main
        recorded modules 'on the class path' "$release" Main . "${!home}/bin/java" % -cp "$out/run/*" shop.app.Main
        for folder in run one; do
            for jar in "$out/$folder"/*.jar; do
                holds modules "jar --validate $folder/${jar##*/}" "$release" "${!home}/bin/jar" --validate --file "$jar"
            done
            holds modules "jdeps $folder" "$release" "${!home}/bin/jdeps" --module-path "$out/$folder" -s -m shop.app
        done
        holds modules 'the declarations' "$release" declared "${!home}"
    done
}

declared() { # JDK_HOME: the woven modules declare what they declared, and what they need
    local module out=$work/modules
    for module in shop.app shop.store shop.api tally; do
        "$1/bin/jar" --describe-module --file "$out/in/$module.jar" | sed 's/jar:file:.*//' | grep -v '^hashes ' >"$work/before"
        "$1/bin/jar" --describe-module --file "$out/run/$module.jar" | sed 's/jar:file:.*//' | grep -v 'contains weave\.gen\.h' >"$work/after"
        [[ $module == shop.api ]] || sed -i '/^requires weave.runtime$/d' "$work/after"
        diff "$work/before" "$work/after" || return 1
    done
    "$1/bin/jar" --describe-module --file "$out/one/shop.app.jar" | grep -x 'requires jdk.jfr static'
}

images() {
    make_modules
    local out=$work/modules release home image
    for release in "${releases[@]}"; do
        home=jdk$release
        unwoven Main "${!home}/bin/java" % -p "$out/in" -m shop.app
        holds images 'jlink without jdk.jfr' "$release" "${!home}/bin/jlink" -p "$out/run" --add-modules shop.app --output "$out/small-$release"
        plays images 'without jdk.jfr' "$release" Main "$out/small-$release/bin/java" % -m shop.app
        holds images 'said once' "$release" grep -c '^weave: JDK Flight Recorder cannot be used' "$work/Main.err"
        holds images 'jlink with jdk.jfr' "$release" "${!home}/bin/jlink" -p "$out/run" --add-modules shop.app,jdk.jfr --output "$out/image-$release"
        recorded images 'with jdk.jfr' "$release" Main . "$out/image-$release/bin/java" % -m shop.app
    done
}

# --- OSGi bundles -----------------------------------------------------------------------------------------------------

bundles() {
    local sources=$here/java/shipped/bundles out=$work/bundles framework release home name api=org.apache.felix.framework-7.0.5
    local frameworks=("$api")
    $short || frameworks+=(org.eclipse.osgi-3.18.600)
    mkdir -p "$out/in"
    compile "$out/api" "$(jar "$api")" "$sources"/api/desk/Desk.java
    compile "$out/use" "$out/api:$(jar "$api")" "$sources"/use/desk/use/Start.java
    compile "$out/host" "$(jar "$api")" "$sources"/host/Host.java
    printf '%s\n' 'Bundle-ManifestVersion: 2' 'Bundle-SymbolicName: desk.api' 'Bundle-Version: 1.0.0' 'Export-Package: desk;version="1.0.0"' >"$out/api.mf"
    printf '%s\n' 'Bundle-ManifestVersion: 2' 'Bundle-SymbolicName: desk.use' 'Bundle-Version: 1.0.0' 'Bundle-Activator: desk.use.Start' \
        'Import-Package: org.osgi.framework,desk;version="[1,2)"' >"$out/use.mf"
    for name in api use; do
        "$jdk17/bin/jar" --create --file "$out/in/$name.jar" --manifest "$out/$name.mf" -C "$out/$name" . || fail "jar $name"
    done
    rules "$work/bundles.toml" '"desk.**"' '"serve", "work"'
    for name in api use; do weaves "$out/in/$name.jar" -r "$work/bundles.toml" -o "$out/inside/"; done
    weaves "$out/in" -r "$work/bundles.toml" -o "$out/beside"
    for release in "${releases[@]}"; do
        home=jdk$release
        for framework in "${frameworks[@]}"; do
            local run=("${!home}/bin/java" % -cp "$(jar "$framework"):$out/host" Host) name=${framework%%-*}
            unwoven Host "${run[@]}" "$(mktemp -d -p "$work")" "$out"/in/{api,use}.jar
            grep -qx 'loaders left: 0' "$work/Host.unwoven" || row bundles "$name" "$release" FAILED "unwoven: $(tail -1 "$work/Host.unwoven")"
            recorded bundles "$name, runtime inside" "$release" Host . "${run[@]}" "$(mktemp -d -p "$work")" "$out"/inside/{api,use}.jar
            sed -i '/^desk.use is active$/a weave.runtime is active' "$work/Host.unwoven"
            recorded bundles "$name, runtime beside" "$release" Host . "${run[@]}" "$(mktemp -d -p "$work")" "$out"/beside/{api,use,weave-runtime}.jar
        done
    done
}

# --- Containers -------------------------------------------------------------------------------------------------------

contained() { # FOLDER COMMAND...: with all file systems read-only but this folder, as a user without a name, home or environment
    local folder=$1
    shift
    unshare --mount bash -c '
        set -e
        mount --make-rprivate /
        mount --bind / "$1"
        mount --bind /proc "$1/proc" && mount --rbind /dev "$1/dev"
        mount --bind "$2" "$1$2"
        mount -o remount,bind,ro "$1"
        root=$1
        shift 2
        cd / && exec chroot "$root" setpriv --reuid 65534 --regid 65534 --clear-groups env -i "$@"' - "$work/root" "$folder" "$@"
}

container() {
    local out=$work/modules release home mounted=$work/mounted
    mkdir -p "$work/root" "$mounted" && chmod 777 "$mounted" && chmod 755 "$work"
    if ! contained "$mounted" /bin/true 2>/dev/null; then
        echo 'container: not run, since this user may not make a mount namespace' | tee -a "$work/left-out"
        return
    fi
    make_modules
    for release in "${releases[@]}"; do
        home=jdk$release
        [[ -d $out/image-$release ]] || images >/dev/null
        unwoven Main "${!home}/bin/java" % -p "$out/in" -m shop.app
        holds container 'nothing can be written' "$release" contained "$mounted" /bin/sh -c "! touch /tmp/x \"$work/x\" && touch \"$mounted/x\""
        plays container 'without jdk.jfr' "$release" Main contained "$mounted" "$out/small-$release/bin/java" % -m shop.app
        plays container 'with jdk.jfr, not recorded' "$release" Main contained "$mounted" "$out/image-$release/bin/java" % -m shop.app
        recording=$mounted/x.jfr recorded container 'recorded to a mounted folder' "$release" Main . contained "$mounted" \
            "$out/image-$release/bin/java" % "-XX:FlightRecorderOptions:repository=$mounted/repository" -m shop.app
    done
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
jdk17=$(jdk 17) && jdk25=$(jdk 25) || exit 1
weave=$(program) || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
releases=(17 25) forms=(signed versions modules images bundles container)
$short && releases=(17) forms=(signed modules bundles)
: >"$work/rows"
printf '%-10s %-34s %3s  %-6s %s\n' form case JDK result ''
for form in "${forms[@]}"; do
    [[ ! $form =~ $only ]] || "$form"
done
ok=$(grep -c ' ok  *' "$work/rows")
failed=$(grep -c ' FAILED ' "$work/rows")
echo "$ok as they should be, $failed not"
((failed == 0 && ok > 0)) || exit 1
