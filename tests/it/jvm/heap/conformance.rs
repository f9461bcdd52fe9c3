//! The table of conformance names a test for each statement of the source, and the tests are there.

use super::PROGRAMS;
use crate::support::folders::project;
use std::collections::BTreeSet;
use std::fs;

/// The names in backquotes of the last column of a row.
fn tests(row: &str) -> Vec<&str> {
    let last = row.trim_end_matches('|').rsplit('|').next().unwrap();
    last.split('`').skip(1).step_by(2).collect()
}

#[test]
fn each_statement_of_the_source_has_its_test() {
    let table = fs::read_to_string(project("rules/heap-sampling.md")).unwrap();
    let mut known = BTreeSet::new();
    for folder in [PROGRAMS, "tests/it/jvm/heap", "tests"] {
        for entry in fs::read_dir(project(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                known.insert(path.file_name().unwrap().to_string_lossy().into_owned());
                let text = fs::read_to_string(&path).unwrap_or_default();
                let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
                known.extend(words.map(str::to_owned));
            }
        }
    }
    let rows = table.lines().filter(|line| {
        let first = line.trim_start_matches("| ").chars().next();
        line.starts_with("| ") && first.is_some_and(|c| c.is_ascii_digit())
    });
    let mut count = 0;
    for row in rows {
        count += 1;
        let tests = tests(row);
        assert!(!tests.is_empty(), "no test: {row}");
        for test in tests {
            assert!(known.contains(test), "`{test}` is no test: {row}");
        }
    }
    assert!(count >= 70, "{count} rows");
}
