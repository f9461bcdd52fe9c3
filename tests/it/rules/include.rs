//! `include`: which files are read, in which order, and how often.

use std::fs;

use tempfile::TempDir;
use weave::model::RuleSet;
use weave::rules;

use super::shown;

/// A folder with these files, and what comes of reading some of them.
fn read(files: &[(&str, &str)], named: &[&str]) -> Result<RuleSet, String> {
    let folder = TempDir::new().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let named: Vec<_> = named
        .iter()
        .map(|name| rules::find(Some(folder.path()), name.as_ref()).unwrap())
        .collect();
    let shown_here = |text: String| text.replace(&format!("{}/", folder.path().display()), "");
    rules::load(&named).map_err(|errors| shown_here(shown(&errors)))
}

fn keys(rules: &RuleSet) -> Vec<&str> {
    rules
        .probes
        .iter()
        .map(|probe| probe.key.as_str())
        .collect()
}

#[test]
fn what_is_included_comes_first_and_once() {
    let files = [
        (
            "a.toml",
            "include = [\"sub/b.toml\", \"c.toml\"]\n[probes.a]\n",
        ),
        ("sub/b.toml", "include = \"../c.toml\"\n[probes.b]\n"),
        ("c.toml", "[probes.c]\n"),
    ];
    let rules = read(&files, &["c.toml", "a.toml", "./sub/../c.toml"]).unwrap();
    assert_eq!(keys(&rules), ["c", "b", "a"]);
    let rules = read(&files, &["a.toml"]).unwrap();
    assert_eq!(keys(&rules), ["c", "b", "a"]);
    let mut names: Vec<&str> = rules
        .sources
        .iter()
        .map(|file| file.name.as_str())
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["a.toml", "b.toml", "c.toml"]);
}

#[test]
fn block_and_allow_rules_keep_the_order_of_reading() {
    let files = [
        (
            "a.toml",
            "include = \"b.toml\"\n[[allow]]\nprobe = \"a\"\nclass = { name = \"A\" }\n",
        ),
        (
            "b.toml",
            "[[allow]]\nprobe = \"b\"\nclass = { name = \"B\" }\n",
        ),
    ];
    let rules = read(&files, &["a.toml"]).unwrap();
    assert_eq!(keys(&rules), ["b", "a"]);
    assert_eq!(rules.allows[0].selection.origin.file, "b.toml");
}

#[test]
fn a_pack_is_included_by_name_and_a_file_wins_over_it() {
    let rules = read(&[("a.toml", "include = \"default\"\n")], &["a.toml"]).unwrap();
    assert_eq!(keys(&rules), ["methods"]);
    let files = [
        ("a.toml", "include = \"default\"\n"),
        ("default", "[probes.own]\n"),
    ];
    assert_eq!(keys(&read(&files, &["a.toml"]).unwrap()), ["own"]);
}

#[test]
fn what_is_wrong_in_an_included_file_is_shown_there() {
    let files = [
        ("a.toml", "include = \"b.toml\"\n"),
        ("b.toml", "nmae = 1\n"),
    ];
    let said = read(&files, &["a.toml"]).unwrap_err();
    assert!(said.contains("--> b.toml:1:1"), "{said}");
}

#[test]
fn a_circle_is_shown_as_a_chain() {
    let files = [
        ("start.toml", "include = \"a.toml\"\n"),
        ("a.toml", "include = \"sub/b.toml\"\n"),
        ("sub/b.toml", "include = [\"c.toml\"]\n"),
        (
            "sub/c.toml",
            "include = [\n    \"default\",\n    \"../a.toml\",\n]\n",
        ),
    ];
    insta::assert_snapshot!(read(&files, &["start.toml"]).unwrap_err());
}
