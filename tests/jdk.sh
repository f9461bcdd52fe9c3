# Sourced by the scripts that need a JDK; they define `fail`.

find_jdk() { # RELEASE: prints the home of a JDK of that release, or nothing
    local variable=WEAVE_JDK_$1 home
    for home in "${!variable:-}" "${JAVA_HOME:-}" /usr/lib/jvm/* /opt/java/* /opt/hostedtoolcache/Java_Temurin-Hotspot_jdk/*/x64 \
        ~/.sdkman/candidates/java/* ~/.jdks/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
        if [[ -x $home/bin/javac && -f $home/release ]] && grep -q "^JAVA_VERSION=\"$1[.\"]" "$home/release"; then
            echo "$home"
            return
        fi
    done
}

jdk() { # RELEASE: prints the home of a JDK of that release
    local home
    home=$(find_jdk "$1")
    [[ -n $home ]] || fail "no JDK $1 found; set WEAVE_JDK_$1 to its home"
    echo "$home"
}
