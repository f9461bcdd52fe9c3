# Sourced by the scripts that run weave; they define `fail` and `here`.

program() { # prints the path of the program: WEAVE, else what is built here in release mode
    local program=${WEAVE:-}
    if [[ -z $program ]]; then
        (cd "$here/.." && cargo build --release --quiet) || fail "weave does not build"
        program=$here/../target/release/weave
    fi
    [[ -x $program ]] || fail "$program cannot be run"
    echo "$program"
}
