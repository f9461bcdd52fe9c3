#!/usr/bin/env bash
# Builds a Maven project of three modules again and again, each time woven in place with the same command.
#
#   tests/builds.sh [--short] [--keep]
#
#   --short     four builds instead of ten
#   --keep      leave the folder, and print its name
#
# Each module weaves its target/classes in place when its classes are compiled. There are builds with and without `clean`, after
# a class has changed, a class has gone and a rule has changed. After each build the program runs on JDK 17 and on JDK 25 with
# a recording: it prints how many woven calls it made by a counter of its own, and the recording must have as many events.
# A changed rule without `clean` must be refused with the remedy. Exit code 1 if anything is not so.
#
# Environment: WEAVE (the program; default: built here in release mode), WEAVE_JDK_17 and WEAVE_JDK_25. Needs mvn.
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
command -v mvn > /dev/null || fail "mvn is not on the path"
weave=$(realpath "$(program)") || exit 1
jdk17=$(jdk 17) && jdk25=$(jdk 25) || exit 1
work=$(mktemp -d)
if [[ $keep ]]; then echo "$work"; else trap 'rm -rf "$work"' EXIT; fi
cd "$work" || exit 1

# --- The project ------------------------------------------------------------------------------------------------------

modules=(model service app)

parent() {
    cat <<POM
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>shop</groupId><artifactId>shop</artifactId><version>1</version><packaging>pom</packaging>
  <modules>$(printf '<module>%s</module>' "${modules[@]}")</modules>
  <properties>
    <maven.compiler.release>17</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <build><pluginManagement><plugins><plugin>
    <artifactId>maven-compiler-plugin</artifactId><version>3.13.0</version>
  </plugin><plugin>
    <artifactId>maven-antrun-plugin</artifactId><version>3.1.0</version>
    <executions><execution>
      <phase>process-classes</phase><goals><goal>run</goal></goals>
      <configuration><target><exec executable="$weave" failonerror="true">
        <arg value="\${project.build.outputDirectory}"/>
        <arg value="-r"/><arg value="$work/rules.toml"/>
        <arg value="-o"/><arg value="\${project.build.outputDirectory}"/>
      </exec></target></configuration>
    </execution></executions>
  </plugin></plugins></pluginManagement></build>
</project>
POM
}

pom() { # MODULE DEPENDENCY...
    local module=$1
    shift
    echo '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
    echo '<parent><groupId>shop</groupId><artifactId>shop</artifactId><version>1</version></parent>'
    echo "<artifactId>$module</artifactId><dependencies>"
    [[ $# == 0 ]] || printf '<dependency><groupId>shop</groupId><artifactId>%s</artifactId><version>1</version></dependency>\n' "$@"
    echo '</dependencies><build><plugins><plugin><artifactId>maven-antrun-plugin</artifactId></plugin></plugins></build></project>'
}

worker() { # MODULE CLASS CALLS: a class whose `run` makes so many woven calls
    local body='' number
    for number in $(seq "$3"); do body+="work($number); "; done
    mkdir -p "$1/src/main/java/shop/$1"
    cat > "$1/src/main/java/shop/$1/$2.java" <<JAVA
package shop.$1;

public class $2 {
    public static int calls;

    public static int run() { calls = 0; $body return calls; }

    static void work(int number) { calls++; }
}
JAVA
}

main() { # CLASS...: a program that runs these and prints how many calls they made
    local sum=0 class
    for class; do sum+=" + $class.run()"; done
    mkdir -p app/src/main/java/shop/app
    echo "package shop.app; public class Main { public static void main(String[] none) { System.out.println($sum); } }" \
        > app/src/main/java/shop/app/Main.java
}

rules() { # TEXT
    cat > rules.toml <<RULES
[probes.shop]
default-telemetries = false

[[probes.shop.interceptions]]
kind = "payload"
method = { class = "shop.**", name = "work" }
payload = "$1"
RULES
}

mkdir -p "${modules[@]}"
parent > pom.xml
pom model > model/pom.xml
pom service model > service/pom.xml
pom app service > app/pom.xml
worker model Item 2
worker model Price 1
worker service Order 3
worker app Page 4
main shop.model.Item shop.model.Price shop.service.Order Page
# shellcheck disable=SC2016
rules '${0}'

# --- Builds -----------------------------------------------------------------------------------------------------------

builds=0 faults=0

wrong() { echo "FAIL $*"; faults=$((faults + 1)); }

maven() { JAVA_HOME=$jdk17 mvn -B -ntp "$@" > build.log 2>&1; }

build() { # WHAT CALLS GOAL...: builds, and runs the program on both JDKs
    local what=$1 calls=$2 home printed events
    shift 2
    builds=$((builds + 1))
    maven "$@" || { wrong "$builds $what: mvn $*"; tail -30 build.log; return; }
    for home in "$jdk17" "$jdk25"; do
        rm -f run.jfr
        printed=$("$home/bin/java" -Xlog:disable -Xlog:jfr+startup=error -XX:StartFlightRecording=filename=run.jfr,settings=none \
            -cp "app/target/app-1.jar:service/target/service-1.jar:model/target/model-1.jar" shop.app.Main 2> run.log | tail -n 1) # JDK 17 prints the options of the recording first
        events=$("$home/bin/jfr" summary run.jfr | awk '$1 == "weave.shop.Payload" { print $2 }')
        if [[ $printed != "$calls" || ${events:-0} != "$calls" || -s run.log ]]; then
            wrong "$builds $what (${home##*/}): $calls calls, the program counts '$printed', the recording has ${events:-0}: $(head -3 run.log)"
        else
            echo "ok   $builds $what (${home##*/}): $calls calls, $events events"
        fi
    done
}

refused() { # WHAT GOAL...: a build that must fail with the remedy, and leave the woven classes as they were
    local what=$1 before old=$faults
    shift
    before=$(find . -path '*/target/classes/*' -type f -exec sha256sum {} + | sort)
    if maven "$@"; then wrong "$what: not refused"; fi
    grep -q 'it was woven before: .* with other rules' build.log && grep -q 'as a clean build does' build.log \
        || { wrong "$what: no remedy"; tail -20 build.log; }
    [[ $(find . -path '*/target/classes/*' -type f -exec sha256sum {} + | sort) == "$before" ]] || wrong "$what: classes have changed"
    [[ $faults != "$old" ]] || echo "ok   $what is refused"
}

build "first" 10 package
build "again" 10 package
[[ $short ]] || build "a third time" 10 package
worker service Order 5
build "a class has changed" 12 package
if [[ ! $short ]]; then
    build "clean" 12 clean package
    main shop.model.Item shop.service.Order Page
    rm model/src/main/java/shop/model/Price.java
    build "a class is gone" 11 package
    build "again after that" 11 package
fi
# shellcheck disable=SC2016
rules 'item ${0}'
refused "a changed rule without clean" package
if [[ $short ]]; then
    build "a changed rule, clean" 12 clean package
else
    build "a changed rule, clean" 11 clean package
    worker app Page 1
    build "a class has changed after that" 8 package
    build "clean at the end" 8 clean package
fi
echo "$builds builds, $faults faults"
[[ $faults == 0 ]]
