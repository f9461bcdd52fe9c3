# Sourced by tests/applications.sh: `--cost`, what weaving a Spring Boot application costs, and what starting the woven one costs.

grown() { # prints the path of the application of Boot 4 with more libraries in it, of about 60 MB
    local original large=$work/large.jar jar size=0 folder=$work/large
    original=$(application boot4) || exit 1
    cp "$original" "$large"
    mkdir -p "$folder/BOOT-INF/lib"
    size=$(stat -c %s "$large")
    # What other scripts have fetched, in the order of names: the libraries that applications have.
    for jar in hibernate-core scala-library kotlin-stdlib groovy lucene-core guava tomcat-jdbc postgresql mssql-jdbc bcprov-jdk18on clojure derby; do
        jar=$(awk -v wanted="$jar" '{ split($2, c, ":") } c[2] == wanted && $1 ~ /^(short|weave|path)$/ { print $2, $3; exit }' "$here/corpus.txt")
        [[ -n $jar ]] && ((size < 57000000)) || continue
        fetch_all <<<"$jar"
        jar=$cache/jars/$(jar_name "${jar% *}")
        size=$((size + $(stat -c %s "$jar")))
        cp "$jar" "$folder/BOOT-INF/lib"
    done
    "$jdk17/bin/jar" --update --no-compress --file "$large" -C "$folder" BOOT-INF || fail "the application cannot be grown"
    echo "$large"
}

cpu() { # COMMAND...: prints its CPU time in milliseconds, user and system
    local TIMEFORMAT='%3U %3S' times
    times=$({ time "$@" >/dev/null 2>"$work/cpu.err"; } 2>&1) || { tail -3 "$work/cpu.err" >&2; fail "$1 failed"; }
    awk '{ print ($1 + $2) * 1000 }' <<<"$times"
}

median() { sort -n | awk '{ value[NR] = $1 } END { print (value[int((NR + 1) / 2)] + value[int(NR / 2) + 1]) / 2 }'; }

until_ready() { # HOME ARGUMENT...: starts an application that ends when it is ready
    local home=$1
    shift
    "$home/bin/java" -Xlog:disable -Dserver.port=0 -Dshop.end-when-ready=true "$@"
}

weaving_cost() { # RUNS: weaves in turn with reading, hashing and writing the same file
    local large run ratio floor=${WEAVE_FLOOR:-}
    large=$(grown) || exit 1
    if [[ -z $floor ]]; then
        floor=$(cd "$here/.." && cargo build --release --quiet --message-format json-render-diagnostics --bench floor \
            | sed -n 's|.*"executable":"\([^"]*/floor[^/"]*\)".*|\1|p' | tail -n 1)
    fi
    [[ -x $floor ]] || fail "the program that reads, hashes and writes cannot be built"
    for ((run = 0; run <= $1; run++)); do
        cpu "$floor" copy "$large" "$work/copy.jar" >>"$work/copying"
        cpu "$weave" "$large" -q -r jdbc -r servlet --jdk "$jdk17" -o "$work/large-woven.jar" >>"$work/weaving"
        # The first warms the page cache.
        ((run)) || rm "$work/copying" "$work/weaving"
    done
    ratio=$(paste "$work/weaving" "$work/copying" | awk '{ print $1 / $2 }' | median)
    printf 'weaving %d bytes: %s ms, reading, hashing and writing them: %s ms, ratio %.2f (at most 3)\n' "$(stat -c %s "$large")" \
        "$(median <"$work/weaving")" "$(median <"$work/copying")" "$ratio"
    awk -v ratio="$ratio" 'BEGIN { exit ratio > 3 }' || wrong+=" weaving"
}

starting_cost() { # RUNS: starts the woven and the unwoven application in turn, without a recording
    local original release home run difference
    original=$(application boot4) || exit 1
    weave "$original" "$work/cost-woven.jar" || exit 1
    for release in 17 25; do
        home=jdk$release
        for ((run = 0; run <= $1; run++)); do
            cpu until_ready "${!home}" -jar "$original" >>"$work/start-unwoven-$release"
            cpu until_ready "${!home}" -jar "$work/cost-woven.jar" >>"$work/start-woven-$release"
            ((run)) || rm "$work/start-unwoven-$release" "$work/start-woven-$release"
        done
        difference=$(paste "$work/start-woven-$release" "$work/start-unwoven-$release" | awk '{ print ($1 / $2 - 1) * 100 }' | median)
        printf 'start on JDK %s: %s ms woven, %s ms unwoven, %+.1f %% (at most 3)\n' "$release" "$(median <"$work/start-woven-$release")" \
            "$(median <"$work/start-unwoven-$release")" "$difference"
        awk -v difference="$difference" 'BEGIN { exit difference > 3 }' || wrong+=" start-$release"
    done
}

from_archive() { # HOME ARCHIVE_OPTION APP_FOLDER: prints how many classes came from the archive, of how many, without hidden classes
    (cd "$3" && until_ready "$1" "$2" -Xlog:class+load:file=loaded.log -jar shop.jar >/dev/null 2>&1) || fail "$3 does not start from its archive"
    grep 'source:' "$3/loaded.log" | grep -v 'Lambda\|0x' \
        | awk '/source: shared objects file/ { shared++ } END { print shared + 0, NR }'
}

shared_classes() { # shares of the classes of the extracted application that come from an archive of them
    local original kind release home folder
    original=$(application boot4) || exit 1
    for release in 17 25; do
        home=jdk$release
        for kind in unwoven woven; do
            folder=$work/shared-$kind-$release
            if [[ $kind == woven ]]; then extract "$work/cost-woven.jar" "$folder"; else extract "$original" "$folder"; fi || exit 1
            if [[ $release == 17 ]]; then
                (cd "$folder" && until_ready "$jdk17" -XX:ArchiveClassesAtExit=app.jsa -jar shop.jar >/dev/null 2>&1) || fail "no archive"
                from_archive "$jdk17" -XX:SharedArchiveFile=app.jsa "$folder" >"$work/share-$kind-$release"
            else
                (cd "$folder" && until_ready "$jdk25" -XX:AOTCacheOutput=app.aot -jar shop.jar >/dev/null 2>&1) || fail "no cache"
                from_archive "$jdk25" -XX:AOTCache=app.aot "$folder" >"$work/share-$kind-$release"
            fi
        done
        paste "$work/share-unwoven-$release" "$work/share-woven-$release" | awk -v release="$release" '{
            printf "classes from the archive on JDK %s: %d of %d unwoven (%.2f %%), %d of %d woven (%.2f %%)\n", release, $1, $2, 100 * $1 / $2, $3, $4, 100 * $3 / $4
            exit $3 / $4 < $1 / $2 - 0.001
        }' || wrong+=" share-$release"
    done
}

cost() { # measures all; fails if a bound is not met
    local wrong=
    weaving_cost 7
    starting_cost 10
    shared_classes
    [[ -z $wrong ]] || fail "beyond the bounds:$wrong"
}
