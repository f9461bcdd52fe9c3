//! The completion scripts under `completions/`: as the program prints them today, and accepted by the shell.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use super::{run, weave};

/// Shell, and the name that its users expect the file to have.
const SCRIPTS: &[(&str, &str)] = &[
    ("bash", "weave.bash"),
    ("elvish", "weave.elv"),
    ("fish", "weave.fish"),
    ("powershell", "_weave.ps1"),
    ("zsh", "_weave"),
];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("completions")
}

#[test]
fn committed_scripts_are_current() {
    let mut stale = Vec::new();
    for (shell, file) in SCRIPTS {
        let printed = run(weave().args(["completions", shell]));
        assert_eq!((printed.code, printed.stderr.as_str()), (Some(0), ""));
        let committed = fs::read_to_string(folder().join(file)).unwrap_or_default();
        if committed != printed.stdout {
            stale.push(format!(
                "cargo run -- completions {shell} > completions/{file}"
            ));
        }
    }
    assert!(
        stale.is_empty(),
        "completions/ is out of date; run\n{}",
        stale.join("\n")
    );
}

#[test]
fn nothing_else_lies_with_the_scripts() {
    let mut names: Vec<String> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let mut expected: Vec<&str> = SCRIPTS.iter().map(|(_, file)| *file).collect();
    expected.sort_unstable();
    assert_eq!(names, expected);
}

/// What Bash offers for the last of these words.
#[track_caller]
fn bash_offers(words: &[&str]) -> Vec<String> {
    let script = r#"
        source completions/weave.bash
        [[ $(complete -p weave) == *"-F _weave "* ]] || exit 3
        COMP_WORDS=("$@")
        COMP_CWORD=$(($# - 1))
        _weave weave "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\n' "${COMPREPLY[@]}"
    "#;
    let offered = run(Command::new("bash")
        .args(["--norc", "--noprofile", "-c", script, "bash"])
        .args(words)
        .current_dir(env!("CARGO_MANIFEST_DIR")));
    assert_eq!((offered.code, offered.stderr.as_str()), (Some(0), ""));
    offered.stdout.lines().map(str::to_owned).collect()
}

#[test]
fn bash_completes_options_values_and_commands() {
    assert_eq!(bash_offers(&["weave", "--run"]), ["--runtime"]);
    assert_eq!(
        bash_offers(&["weave", "in.jar", "--runtime", ""]),
        ["embed", "beside", "none"]
    );
    assert!(bash_offers(&["weave", ""]).contains(&"completions".to_owned()));
    assert!(bash_offers(&["weave", "completions", ""]).contains(&"zsh".to_owned()));
}
