# Sourced by the scripts that work on real artifacts: the cache of their jars. They define `fail`.

cache=${WEAVE_CORPUS:-${XDG_CACHE_HOME:-$HOME/.cache}/weave-corpus}
maven_plugin=org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy

jar_name() { # COORDINATES: the file name that dependency:copy gives it
    local group artifact version classifier
    IFS=: read -r group artifact version classifier <<<"$1"
    echo "$artifact-$version${classifier:+-$classifier}.jar"
}

sum_is_right() { # FILE SUM
    [[ -f $1 && $(sha256sum <"$1" | cut -d' ' -f1) == "$2" ]]
}

fetch_all() { # `COORDINATES SUM` lines on stdin: gets what is missing with one call of Maven, and checks every sum
    local wanted coordinates sum items= group artifact version classifier
    wanted=$(cat)
    mkdir -p "$cache/jars"
    while read -r coordinates sum; do
        sum_is_right "$cache/jars/$(jar_name "$coordinates")" "$sum" && continue
        IFS=: read -r group artifact version classifier <<<"$coordinates"
        items+="<artifactItem><groupId>$group</groupId><artifactId>$artifact</artifactId><version>$version</version>${classifier:+<classifier>$classifier</classifier>}</artifactItem>"
    done <<<"$wanted"
    if [[ -n $items ]]; then
        command -v mvn >/dev/null || fail "mvn is needed to fetch the artifacts"
        cat >"$cache/pom.xml" <<POM
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>weave</groupId><artifactId>corpus</artifactId><version>1</version><packaging>pom</packaging>
<build><plugins><plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-dependency-plugin</artifactId>
<configuration><outputDirectory>$cache/jars</outputDirectory><overWriteReleases>true</overWriteReleases>
<artifactItems>$items</artifactItems></configuration></plugin></plugins></build></project>
POM
        mvn -B -q -f "$cache/pom.xml" "$maven_plugin" >&2 || fail "Maven could not fetch the artifacts"
    fi
    while read -r coordinates sum; do
        sum_is_right "$cache/jars/$(jar_name "$coordinates")" "$sum" || fail "$coordinates: the SHA-256 is not the expected one"
    done <<<"$wanted"
}
