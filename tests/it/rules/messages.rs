//! What is said about rules that are wrong.
//!
//! `fixtures/rules/bad/X.toml` is said to be wrong with the words of `X.stderr` beside it. With `WEAVE_BLESS=1` in the
//! environment those files are written anew; look at the difference before it is kept.

use std::collections::BTreeSet;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use weave::rules;

use super::{file, shown, wrong};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures/rules")
        .join(name)
}

pub(super) fn files(name: &str, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder(name))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let files: BTreeSet<PathBuf> = entries
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    files.into_iter().collect()
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_str().unwrap().to_owned()
}

#[test]
fn every_bad_file_is_said_to_be_wrong_in_the_words_beside_it() {
    let bless = env::var_os("WEAVE_BLESS").is_some_and(|value| value == "1");
    let files = files("bad", "toml");
    assert!(files.len() >= 40, "only {} bad files", files.len());
    let mut different = String::new();
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        let said = match rules::load(&[file(&name(&path), &text)]) {
            Ok(_) => "nothing is wrong\n".to_owned(),
            Err(errors) => shown(&errors),
        };
        let beside = path.with_extension("stderr");
        if bless {
            fs::write(&beside, &said).unwrap();
        } else if fs::read_to_string(&beside).ok().as_deref() != Some(&said) {
            writeln!(different, "--- {} now says\n{said}", name(&path)).unwrap();
        }
        assert!(said.starts_with("error: "), "{}: {said}", name(&path));
    }
    assert!(
        different.is_empty(),
        "{different}\nif that is right: WEAVE_BLESS=1 cargo test --test it rules::"
    );
}

#[test]
fn every_expected_message_has_its_file() {
    for path in files("bad", "stderr") {
        assert!(
            path.with_extension("toml").exists(),
            "{} is left over",
            path.display()
        );
    }
}

#[test]
fn every_message_has_a_path_a_line_and_a_caret() {
    for path in files("bad", "toml") {
        let text = fs::read_to_string(&path).unwrap();
        for error in rules::load(&[file(&name(&path), &text)]).unwrap_err() {
            let said = error.render(false);
            assert!(
                said.contains(&format!("--> some/{}:", name(&path))),
                "{said}"
            );
            assert!(said.contains('^'), "{said}");
            let span = error.span.unwrap();
            assert!(
                text.is_char_boundary(span.start) && text.is_char_boundary(span.end),
                "{said}"
            );
        }
    }
}

#[test]
fn good_files_are_right() {
    let mut paths = files("good", "toml");
    assert!(paths.len() >= 4);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    paths.push(root.join("fixtures/demo/weave.toml"));
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        if let Err(errors) = rules::load(&[file(&name(&path), &text)]) {
            panic!("{}", shown(&errors));
        }
    }
}

#[test]
fn built_in_packs_are_right_and_named_by_their_files() {
    let beside: Vec<String> = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("rules"))
        .unwrap()
        .filter_map(|entry| {
            entry
                .unwrap()
                .file_name()
                .to_str()?
                .strip_suffix(".toml")
                .map(str::to_owned)
        })
        .collect::<BTreeSet<String>>()
        .into_iter()
        .collect();
    let names: Vec<&str> = rules::PACKS.iter().map(|pack| pack.name).collect();
    assert_eq!(names, beside);
    for name in names {
        let pack = rules::pack(name).unwrap();
        if let Err(errors) = rules::load(&[pack]) {
            panic!("{}", shown(&errors));
        }
    }
    assert!(rules::pack("no-such-pack").is_none());
}

/// Nothing that a file holds may make the reader or the renderer panic.
#[test]
fn files_that_are_cut_off_or_damaged_do_not_panic() {
    for path in [files("bad", "toml"), files("good", "toml")].concat() {
        let text = fs::read_to_string(&path).unwrap();
        for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
            read(&text[..end]);
        }
        for at in (0..text.len())
            .step_by(3)
            .filter(|&at| text.is_char_boundary(at) && text.is_char_boundary(at + 1))
        {
            for damage in ["\"", "é", "\r\n", "\u{0}", "]", "$"] {
                read(&format!("{}{damage}{}", &text[..at], &text[at + 1..]));
            }
        }
    }
}

fn read(text: &str) {
    if let Err(errors) = rules::parse("rules.toml", text) {
        assert!(shown(&errors).starts_with("error: "), "{text}");
    }
}

#[test]
fn a_byte_order_mark_and_line_ends_of_windows_are_taken() {
    let text = "\u{feff}[probes.jdbc]\r\nname = \"JDBC\"\r\n\r\n[[allow]]\r\nprobe = \"jdbc\"\r\nclass = { name = \"a.**\" }\r\n";
    let rules = super::right(text);
    assert_eq!(rules.probes[0].name, "JDBC");
    assert_eq!(rules.probes[0].origin.line, 1);
    assert_eq!(rules.allows[0].selection.origin.line, 4);
}

#[test]
fn errors_are_in_the_order_of_the_files_and_of_their_lines() {
    let first = file(
        "first.toml",
        "[probes.z]\nnmae = \"Z\"\n\n[probes.a]\nnmae = \"A\"\n",
    );
    let second = file("second.toml", "[probes.b]\nnmae = \"B\"\n");
    let errors = rules::load(&[first, second]).unwrap_err();
    let places: Vec<(String, usize)> = errors
        .iter()
        .map(|error| {
            (
                error.origin.as_ref().unwrap().file.clone(),
                error.span.clone().unwrap().start,
            )
        })
        .collect();
    let place = |file: &str, start| (format!("some/{file}"), start);
    assert_eq!(
        places,
        [
            place("first.toml", 11),
            place("first.toml", 34),
            place("second.toml", 11)
        ]
    );
}

#[test]
fn a_probe_is_declared_in_one_file() {
    let first = file("first.toml", "\n[probes.jdbc]\nname = \"JDBC\"\n");
    let second = file("second.toml", "[probes.jdbc]\nname = \"JDBC\"\n");
    let errors = rules::load(&[first, second]).unwrap_err();
    insta::assert_snapshot!(shown(&errors), @"
    error: probe `jdbc` is declared in first.toml:2 already
     --> some/second.toml:1:9
      |
    1 | [probes.jdbc]
      |         ^^^^ each probe is declared once
    ");
}

#[test]
fn one_run_has_one_event_prefix() {
    let first = file("first.toml", "event-prefix = \"com.acme\"\n");
    let second = file("second.toml", "event-prefix = \"org.other\"\n");
    let errors = rules::load(&[first, second]).unwrap_err();
    insta::assert_snapshot!(shown(&errors), @r#"
    error: `event-prefix` is `com.acme` in another file
     --> some/second.toml:1:17
      |
    1 | event-prefix = "org.other"
      |                 ^^^^^^^^^ one run has one prefix
    "#);
}

#[test]
fn a_message_in_colour_holds_the_same_words() {
    let errors = rules::parse("rules.toml", "schema = 2\n").unwrap_err();
    let coloured = errors[0].render(true);
    assert!(coloured.contains("\u{1b}["));
    let mut plain = String::new();
    let mut rest = coloured.as_str();
    while let Some(at) = rest.find("\u{1b}[") {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        rest = &rest[rest.find('m').unwrap() + 1..];
    }
    plain.push_str(rest);
    assert_eq!(plain, wrong("schema = 2\n"));
}
