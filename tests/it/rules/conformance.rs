//! `rules/selection.md`, the statements about the selection of methods: each names the tests that show it, which exist.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const TABLE: &str = include_str!("../../../rules/selection.md");

/// The rows of all tables: what is said, and the cell of the tests.
fn rows() -> Vec<(&'static str, &'static str)> {
    let rows = TABLE.lines().filter(|line| line.starts_with("| "));
    let cells = rows.map(|row| {
        let row = row.trim_matches('|').trim();
        let (said, shown) = row.rsplit_once(" | ").unwrap_or_else(|| panic!("{row}"));
        (said.trim(), shown.trim())
    });
    cells.filter(|(_, shown)| *shown != "shown by").collect()
}

/// The names of the tests of a source file.
fn tests(file: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
    let name = |part: &str| {
        part.trim_start()
            .strip_prefix("fn ")
            .map(|rest| rest.split('(').next().unwrap().to_owned())
    };
    text.split("#[test]").skip(1).filter_map(name).collect()
}

#[test]
fn every_statement_names_a_test_that_exists() {
    let mut known: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let rows = rows();
    assert!(rows.len() >= 60, "{} rows", rows.len());
    for (said, shown) in &rows {
        let named: Vec<&str> = shown.split('`').skip(1).step_by(2).collect();
        assert!(!named.is_empty(), "no test shows: {said}");
        for name in named {
            let (file, test) = name
                .split_once("::")
                .unwrap_or_else(|| panic!("{name}: FILE::TEST is expected"));
            let tests = known.entry(file).or_insert_with(|| tests(file));
            assert!(
                tests.iter().any(|one| one == test),
                "{file} has no test {test}, which shows: {said}"
            );
        }
    }
    let mut said: Vec<&str> = rows.iter().map(|(said, _)| *said).collect();
    said.sort_unstable();
    said.dedup();
    assert_eq!(said.len(), rows.len(), "a statement stands there twice");
}
