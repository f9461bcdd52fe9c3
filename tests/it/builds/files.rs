//! Files of folders as they are: links and modes, and outputs that are written whole or not at all.

#![cfg(unix)]

use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::process::Command;
use std::time::{Duration, Instant};

use super::*;

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn links_are_followed() {
    let at = place()
        .with("real/demo/A.class", demo("A"))
        .with("real/text", "text")
        .with("in/demo/B.class", demo("B"));
    symlink("../../real/demo/A.class", at.path().join("in/demo/A.class")).unwrap();
    symlink("../real", at.path().join("in/linked")).unwrap();
    symlink("..", at.path().join("in/demo/circle")).unwrap();
    symlink("nowhere", at.path().join("in/dangling")).unwrap();
    let said = at.weaves(&["in", "-r", "r.toml", "-o", "out"]);
    let content = at.content();
    for name in ["demo/A.class", "demo/B.class", "linked/demo/A.class"] {
        assert!(is_woven(&content[&format!("out/{name}")]), "{name}");
    }
    assert_eq!(content["out/linked/text"], b"text");
    assert!(
        said.contains("`demo/circle` is a link to the folder itself, which contains it"),
        "{said}"
    );
    assert!(
        said.contains("`dangling` is a link to a file that does not exist"),
        "{said}"
    );
    assert!(!is_woven(&content["real/demo/A.class"]));
}

#[test]
fn a_link_that_is_woven_in_place_is_replaced_and_its_file_stays() {
    let at = place().with("real/A.class", demo("A"));
    fs::create_dir_all(at.path().join("in/demo")).unwrap();
    symlink("../../real/A.class", at.path().join("in/demo/A.class")).unwrap();
    set_mode(&at.path().join("real"), 0o555);
    at.weaves(&["in", "-r", "r.toml", "-o", "in"]);
    set_mode(&at.path().join("real"), 0o755);
    assert_eq!(fs::read(at.path().join("real/A.class")).unwrap(), demo("A"));
    let class = at.path().join("in/demo/A.class");
    assert!(!class.is_symlink());
    assert!(is_woven(&fs::read(class).unwrap()));
}

#[test]
fn modes_are_kept() {
    let at = place()
        .with("in/run.sh", "#!/bin/sh")
        .with("in/secret", "text")
        .with("in/demo/A.class", demo("A"));
    let files = [
        ("run.sh", 0o755),
        ("secret", 0o600),
        ("demo/A.class", 0o640),
    ];
    for (file, mode) in files {
        set_mode(&at.path().join("in").join(file), mode);
    }
    let script = [
        b"#!/bin/sh\nexec java -jar \"$0\"\n".to_vec(),
        jar(&[("demo/A.class", &demo("A"))]),
    ]
    .concat();
    at.put("app.jar", script);
    set_mode(&at.path().join("app.jar"), 0o750);
    at.weaves(&["in", "-r", "r.toml", "-o", "out"]);
    at.weaves(&["in", "-r", "r.toml", "-o", "in"]);
    at.weaves(&["app.jar", "-r", "r.toml", "-o", "program.jar"]);
    for (file, wanted) in files {
        assert_eq!(mode(&at.path().join("out").join(file)), wanted, "{file}");
        assert_eq!(mode(&at.path().join("in").join(file)), wanted, "{file}");
    }
    assert_eq!(mode(&at.path().join("program.jar")), 0o750);
    assert!(at.content()["program.jar"].starts_with(b"#!/bin/sh\n"));
}

#[test]
fn an_input_that_fails_leaves_all_outputs_as_they_were() {
    let at = place()
        .with("in/demo/A.class", demo("A"))
        .with("in/lib/b.jar", jar(&[("demo/B.class", &demo("B"))]));
    at.weaves(&["in", "-r", "r.toml", "-o", "out"]);
    at.put("in/demo/A.class", class("demo/A", 60));
    at.put("in/lib/z.jar", "not an archive");
    at.fails_once(&["in", "-r", "r.toml", "-o", "out"]);
    at.fails_once(&["in", "-r", "r.toml", "-o", "in"]);
    at.fails_once(&["in", "-r", "r.toml", "-o", "new/deep"]);
}

#[test]
fn a_full_disk_leaves_the_old_files() {
    let at = place()
        .with("in/demo/A.class", demo("A"))
        .with("in.jar", jar(&[("demo/A.class", &demo("A"))]))
        .with("out.jar", "an older output");
    // No file may be longer than 4 KiB: the runtime has one that is.
    let limited = "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\"";
    for (input, output) in [("in", "in"), ("in", "new/deep"), ("in.jar", "out.jar")] {
        let before = at.content();
        let run = Command::new("sh")
            .args([
                "-c",
                limited,
                env!("CARGO_BIN_EXE_weave"),
                input,
                "-r",
                "r.toml",
                "-o",
                output,
            ])
            .current_dir(at.path())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(1), "{said}");
        assert!(said.contains("cannot be written"), "{said}");
        assert!(before == at.content(), "{said}\n{:?}", at.names());
    }
}

#[test]
fn an_input_in_another_is_refused() {
    let at = place()
        .with("q/demo/A.class", demo("A"))
        .with("q/a/demo/B.class", demo("B"))
        .with("q/lib/b.jar", jar(&[("demo/C.class", &demo("C"))]));
    for (inner, said) in [
        ("q/a", "q/a"),
        ("q/lib/b.jar", "q/lib/b.jar"),
        ("q/../q/a", "q/../q/a"),
    ] {
        for inputs in [["q", inner], [inner, "q"]] {
            let text = at.fails_once(&[&inputs[..], &["-r", "r.toml", "-o", "o"]].concat());
            assert_eq!(
                text,
                format!(
                    "error: the input `{said}` lies in the input `q`\nhelp: leave it out: all that `q` holds is woven\n"
                )
            );
        }
    }
}

/// The list of files of an earlier run is a pipe that nobody writes: the run waits with everything written beside its place.
#[test]
fn an_interrupted_run_removes_what_it_has_written() {
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let at = place()
            .with("in/demo/A.class", demo("A"))
            .with("in/text", "text");
        let pipe = at.path().join("out.weave.json");
        assert!(
            Command::new("mkfifo")
                .arg(&pipe)
                .status()
                .unwrap()
                .success()
        );
        let mut run = Command::new(env!("CARGO_BIN_EXE_weave"))
            .args(["in", "-r", "r.toml", "-o", "out"])
            .current_dir(at.path())
            .spawn()
            .unwrap();
        let files = || {
            let all = WalkDir::new(at.path().join("out")).into_iter().flatten();
            all.filter(|entry| entry.file_type().is_file()).count()
        };
        let start = Instant::now();
        while files() == 0 {
            assert!(
                start.elapsed() < Duration::from_secs(60),
                "nothing is written"
            );
            std::thread::sleep(Duration::from_millis(1));
        }
        let killed = Command::new("kill")
            .args(["-s", signal, &run.id().to_string()])
            .status();
        assert!(killed.unwrap().success());
        assert_eq!(run.wait().unwrap().code(), Some(code));
        assert_eq!(files(), 0);
    }
}
