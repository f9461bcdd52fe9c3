# Sourced by tests/applications.sh: the shop without Spring, in the archives that servers and launchers take.

plain_runs() { # as `runs`
    cat <<'LIST'
short war-tomcat11 war tomcat11
full war-tomcat11-exploded war tomcat11_exploded
full war-tomcat10 war tomcat10
full war-tomcat10-exploded war tomcat10_exploded
full war-jetty12 war jetty12
full war-jetty12-exploded war jetty12_exploded
short ear-before ear ear_before
full ear-after ear ear_after
full rar-before rar rar_before
full rar-after rar rar_after
short jar-in-jar nested jar
full application-plugin gradle script
full appassembler assembled script
LIST
}

libraries=(
    "com.h2database:h2:2.5.252 90b11dc413da82070ef15fc943282c1408e6ffd34fa68998335fea8603b5ff20"
    "com.zaxxer:HikariCP:7.1.0 2be45c641b841e81df87292e181f2c203500c5f0e9a1676f135927387f3cf40b"
    "org.slf4j:slf4j-api:2.0.17 7b751d952061954d5abfed7181c1f645d336091b679891591d63329c622eb832"
)

tomcat11=(
    "org.apache.tomcat.embed:tomcat-embed-core:11.0.27 b71785ff101c0df501064b3e3b8c4a02e4f9cc3047a7fa686c41fc4edc2f0cb4"
    "org.apache.tomcat:tomcat-annotations-api:11.0.27 34e004c54a23b8486a8f0c1541a31594afab12f85fbc84243a3271c4ce1b420b"
)

tomcat10=(
    "org.apache.tomcat.embed:tomcat-embed-core:10.1.55 82473f841824095e03f2c938c18707e44e388e34fb1735b2b338bb4f22fd54f0"
    "org.apache.tomcat:tomcat-annotations-api:10.1.55 f011b4438e0b949ed9a5a5782aa01e81fd831b939c13b48292bee43522dca9d7"
)

jetty12=(
    "jakarta.servlet:jakarta.servlet-api:6.1.0 8a31f465f3593bf2351531a5c952014eb839da96a605b5825b93dd54714c48c4"
    "org.eclipse.jetty.ee11:jetty-ee11-servlet:12.1.14 a4875bcf0d1a2273f91c1fff7c5acec90b36093c79cf7b4056d838e6b51b3592"
    "org.eclipse.jetty.ee11:jetty-ee11-webapp:12.1.14 570d7395fed1f7e332429282deaeb5424762a37c044c8a25f7452a3393742b8d"
    "org.eclipse.jetty.ee:jetty-ee-webapp:12.1.14 d333fb32fbbd19429ac848b4f94e8b0f688dd9748a5ab59eae707699556274b3"
    "org.eclipse.jetty:jetty-http:12.1.14 a898f3dad99c2505409047d849cac7f652eced5853f9dad711395a26cd681e13"
    "org.eclipse.jetty:jetty-io:12.1.14 9a41452f362f5bd96e017f16d6b66d19d2d60a5981eafd3729367c1d535eb5e9"
    "org.eclipse.jetty:jetty-security:12.1.14 62d4a246b978adee64d081025546466a05ee7b57b1dd6293d93953a80ba4cbe7"
    "org.eclipse.jetty:jetty-server:12.1.14 62a2c691ecb3b60178e7b1a64d498261d31bcef76dd19147b89dcb2c6f784f30"
    "org.eclipse.jetty:jetty-session:12.1.14 5b091e6132ba30a56ce872e07cdc0de263163e46f88d5dea99310d3a6d00899a"
    "org.eclipse.jetty:jetty-util:12.1.14 deb2a47bb9659c69076da1020d058c0ededba61dcd1aebccf83fce4719164adc"
    "org.eclipse.jetty:jetty-xml:12.1.14 111ee67bbd31b18081d7efbae91a804e8f5485ae5d90cd40445e2228710b0fd3"
    "org.slf4j:slf4j-api:2.0.17 7b751d952061954d5abfed7181c1f645d336091b679891591d63329c622eb832"
)

jars_of() { # LINE...: prints the paths of the jars, with colons between them
    local line path=
    printf '%s\n' "$@" | fetch_all || exit 1
    for line; do path+=:$cache/jars/$(jar_name "${line% *}"); done
    echo "${path:1}"
}

# --- The archives -----------------------------------------------------------------------------------------------------

pack() { # ARCHIVE FOLDER [MANIFEST]: with the same bytes each time
    mkdir -p "$(dirname "$1")"
    "$jdk17/bin/jar" --create --file "$1" ${3:+--manifest "$3"} --date 2020-01-01T00:00:00Z -C "$2" .
}

web_xml() { # CLASS PATTERN...
    local pattern
    echo '<web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">'
    for class in "${@:1:1}"; do
        echo "<servlet><servlet-name>$class</servlet-name><servlet-class>shop.$class</servlet-class><load-on-startup>1</load-on-startup></servlet>"
        for pattern in "${@:2}"; do echo "<servlet-mapping><servlet-name>$class</servlet-name><url-pattern>$pattern</url-pattern></servlet-mapping>"; done
    done
    echo '</web-app>'
}

compile_parts() { # compiles the parts of the shop into folders of $parts
    [[ ! -d $parts ]] || return 0
    local path part boot=$sources/boot/src/main/java/shop
    path=$(jars_of "${libraries[@]}" "${jetty12[0]}") || exit 1
    for part in shared:"$boot/Counts.java":"$sources/plain/prices/PriceList.java" store:"$sources/plain/library/Store.java" \
        web:"$sources/plain/web/OrderServlet.java" admin:"$sources/plain/admin/EndServlet.java" \
        program:"$sources/plain/program/Program.java" launcher:"$sources/plain/launcher/Launcher.java"; do
        IFS=: read -ra files <<<"$part"
        "$jdk17/bin/javac" --release 17 -cp "$path:$parts/shared:$parts/store" -d "$parts/${files[0]}" "${files[@]:1}" || fail "the shop does not compile"
    done
}

has_libraries() { # FOLDER: copies the libraries there
    mkdir -p "$1" && tr : '\n' <<<"$(jars_of "${libraries[@]}")" | xargs -I{} cp {} "$1"
}

make_war() { # FOLDER: the classes of the servlets in the application, the others in a library of it
    mkdir -p "$1/WEB-INF"
    { web_xml OrderServlet '/orders/*' | sed '$d'; web_xml EndServlet /end | sed 1d; } >"$1/WEB-INF/web.xml"
    cp -r "$parts/web" "$1/WEB-INF/classes"
    cp -r "$parts/admin/." "$1/WEB-INF/classes"
    has_libraries "$1/WEB-INF/lib"
    cp -r "$parts/store/." "$parts/shared/." "$work/both" 2>/dev/null || { mkdir -p "$work/both" && cp -r "$parts/store/." "$parts/shared/." "$work/both"; }
    pack "$1/WEB-INF/lib/store.jar" "$work/both"
}

make_ear() { # FOLDER: two WARs, a module with classes of its own, and a library folder
    mkdir -p "$1/META-INF" "$work/orders/WEB-INF" "$work/admin/WEB-INF/lib"
    echo '<application xmlns="https://jakarta.ee/xml/ns/jakartaee" version="10"><module><ejb>store.jar</ejb></module><module><web><web-uri>orders.war</web-uri><context-root>/</context-root></web></module><module><web><web-uri>admin.war</web-uri><context-root>/end</context-root></web></module></application>' >"$1/META-INF/application.xml"
    web_xml OrderServlet '/orders/*' >"$work/orders/WEB-INF/web.xml"
    web_xml EndServlet / >"$work/admin/WEB-INF/web.xml"
    cp -r "$parts/web" "$work/orders/WEB-INF/classes"
    pack "$work/admin/WEB-INF/lib/end.jar" "$parts/admin"
    pack "$1/orders.war" "$work/orders"
    pack "$1/admin.war" "$work/admin"
    pack "$1/store.jar" "$parts/store"
    has_libraries "$1/lib"
    pack "$1/lib/shared.jar" "$parts/shared"
}

make_rar() { # FOLDER: jars at the top
    mkdir -p "$1/META-INF"
    echo '<connector xmlns="https://jakarta.ee/xml/ns/jakartaee" version="2.1"><eis-type>shop</eis-type><resourceadapter/></connector>' >"$1/META-INF/ra.xml"
    has_libraries "$1"
    pack "$1/shared.jar" "$parts/shared"
    pack "$1/store.jar" "$parts/store"
    pack "$1/program.jar" "$parts/program"
}

make_nested() { # FOLDER: jars in a jar, with a launcher of its own
    has_libraries "$1/lib"
    pack "$1/lib/shared.jar" "$parts/shared"
    pack "$1/lib/store.jar" "$parts/store"
    pack "$1/main/program.jar" "$parts/program"
    cp -r "$parts/launcher/." "$1"
    printf 'Main-Class: launcher.Launcher\nStart-Class: shop.Program\n' >"$work/manifest"
}

script() { # FILE JAR...: a start script as build tools write it: the jars by their names, in the order of the class path
    mkdir -p "$(dirname "$1")"
    { echo '#!/bin/sh'
        echo 'APP_HOME=$(cd "$(dirname "$0")/.." && pwd -P)'
        echo "CLASSPATH=$(printf ':$APP_HOME/%s' "${@:2}" | cut -c2-)"
        echo 'exec "$JAVA_HOME/bin/java" $JAVA_OPTS -classpath "$CLASSPATH" shop.Program "$@"'
    } >"$1"
    chmod +x "$1"
}

make_gradle() { # FOLDER: bin and lib, as the application plugin of Gradle lays it out
    has_libraries "$1/lib"
    pack "$1/lib/program.jar" "$parts/program"
    pack "$1/lib/store.jar" "$parts/store"
    pack "$1/lib/shared.jar" "$parts/shared"
    script "$1/bin/shop" lib/program.jar lib/{store,shared,HikariCP-7.1.0,h2-2.5.252,slf4j-api-2.0.17}.jar
}

make_assembled() { # FOLDER: bin and a repository with folders, as appassembler lays it out
    mkdir -p "$1/repo/shop/program/1" "$1/repo/com/h2database/h2/2.5.252" "$1/etc"
    pack "$1/repo/shop/program/1/program-1.jar" "$parts/program"
    pack "$1/repo/shop/store/1/store-1.jar" "$parts/store"
    pack "$1/repo/shop/shared/1/shared-1.jar" "$parts/shared"
    has_libraries "$1/repo/libraries"
    mv "$1/repo/libraries/h2-2.5.252.jar" "$1/repo/com/h2database/h2/2.5.252"
    echo name=shop >"$1/etc/shop.properties"
    script "$1/bin/shop" etc repo/shop/program/1/program-1.jar repo/shop/store/1/store-1.jar repo/shop/shared/1/shared-1.jar \
        repo/libraries/{HikariCP-7.1.0,slf4j-api-2.0.17}.jar repo/com/h2database/h2/2.5.252/h2-2.5.252.jar
}

plain_application() { # APPLICATION: prints the path of its archive or folder
    local name=$1 folder=$work/made-$1
    compile_parts
    if [[ ! -d $folder ]]; then
        "make_$name" "$folder.part" || fail "$name cannot be made"
        mv "$folder.part" "$folder"
        case $name in
        war | ear | rar) pack "$work/shop.$name" "$folder" ;;
        nested) pack "$work/shop.jar" "$folder" "$work/manifest" ;;
        esac
    fi
    case $name in
    war | ear | rar) echo "$work/shop.$name" ;;
    nested) echo "$work/shop.jar" ;;
    *) echo "$folder" ;;
    esac
}

# --- The forms --------------------------------------------------------------------------------------------------------

server() { # NAME JARS MAIN_CLASS: compiles it; sets `serve`, the arguments of java but the application
    local classes=$work/server-$1
    [[ -d $classes ]] || "$jdk17/bin/javac" --release 17 -cp "$2" -d "$classes" "$sources/servers/$3.java" || fail "$3 does not compile"
    serve=(-cp "$classes:$2" "$3")
}

in_server() { # ORIGINAL FOLDER EXPLODED SERVER MAIN_CLASS
    local -n jars=$4
    server "$4" "$(jars_of "${jars[@]}")" "$5"
    if [[ $3 == exploded ]]; then then_weave "$1" "$2" explode; else form_jar "$1" "$2"; fi || return 1
    start=("${serve[@]}" "$after")
    start_unwoven=("${serve[@]}" "$before")
    unwoven_name=$4-$3
}

form_tomcat11() { in_server "$@" file tomcat11 TomcatServer; }
form_tomcat11_exploded() { in_server "$@" exploded tomcat11 TomcatServer; }
form_tomcat10() { in_server "$@" file tomcat10 TomcatServer; }
form_tomcat10_exploded() { in_server "$@" exploded tomcat10 TomcatServer; }
form_jetty12() { in_server "$@" file jetty12 JettyServer; }
form_jetty12_exploded() { in_server "$@" exploded jetty12 JettyServer; }

unpack_ear() { # EAR FOLDER: and its WARs, each into a folder of its name
    local war
    explode "$1" "$2" || return 1
    for war in "$2"/*.war; do
        mv "$war" "$war.file" && explode "$war.file" "$war" && rm "$war.file" || return 1
    done
}

of_ear() { # FOLDER
    server tomcat11 "$(jars_of "${tomcat11[@]}")" TomcatServer
    start=("${serve[@]}" "$1/app")
    [[ -d $work/ear-unwoven ]] || unpack_ear "$work/shop.ear" "$work/ear-unwoven"
    start_unwoven=("${serve[@]}" "$work/ear-unwoven")
}

form_ear_before() { weave_then "$@" unpack_ear && of_ear "$2"; }
form_ear_after() { then_weave "$@" unpack_ear && of_ear "$2"; }

of_rar() { # FOLDER
    server adapter "" AdapterServer
    start=("${serve[@]}" "$1/app" shop.Program)
    [[ -d $work/rar-unwoven ]] || explode "$work/shop.rar" "$work/rar-unwoven"
    start_unwoven=("${serve[@]}" "$work/rar-unwoven" shop.Program)
}

form_rar_before() { weave_then "$@" explode && of_rar "$2"; }
form_rar_after() { then_weave "$@" explode && of_rar "$2"; }

form_script() { # ORIGINAL FOLDER
    before=$1 after=$2/app
    weave "$before" "$after" || return 1
    start=("$after/bin/shop")
    start_unwoven=("$before/bin/shop")
}
