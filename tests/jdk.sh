# Sourced by the scripts that need a JDK; they define `fail`.

jdk() { # RELEASE: prints the home of a JDK of that release
    local wanted=$1 variable=WEAVE_JDK_$1 home
    for home in "${!variable:-}" "${JAVA_HOME:-}" /usr/lib/jvm/* /opt/java/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
        if [[ -x $home/bin/javac && -f $home/release ]] && grep -q "^JAVA_VERSION=\"$wanted[.\"]" "$home/release"; then
            echo "$home"
            return
        fi
    done
    fail "no JDK $wanted found; set $variable to its home"
}
