//! `rules/selection.md` and `rules/model.md`, the statements about the selection of methods and about probes: each names the tests
//! that show it, which exist and are run.
//!
//! A test is one of Rust, `FILE::TEST`; a method of a class of checks that such a test runs in a JVM, `FILE::METHOD`; or rules
//! that are wrong, with the message that is expected beside them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// What the first cell of a head of a table is.
const HEADS: [&str; 2] = ["behaviour", "class of checks"];

fn project(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(file)
}

fn read(file: &str) -> String {
    fs::read_to_string(project(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The rows of the tables whose heads begin with this, as cells.
fn rows<'a>(table: &'a str, head: &str) -> Vec<Vec<&'a str>> {
    let mut rows = Vec::new();
    let mut is_wanted = false;
    for line in table.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        if HEADS.contains(&cells[0]) {
            is_wanted = cells[0] == head;
        } else if is_wanted {
            rows.push(cells);
        }
    }
    rows
}

/// What stands between backticks.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// The tests of a source file, each with its text.
fn tests(file: &str) -> BTreeMap<String, String> {
    let text = read(file);
    let test = |part: &str| {
        let name = part.trim_start().strip_prefix("fn ")?.split('(').next()?;
        Some((name.to_owned(), part.to_owned()))
    };
    text.split("#[test]").skip(1).filter_map(test).collect()
}

/// What is known of the tests that tables name.
#[derive(Default)]
struct Known<'a> {
    /// Of Rust, by file.
    tests: BTreeMap<&'a str, BTreeMap<String, String>>,
    /// The test that runs a class of checks, by file.
    runners: BTreeMap<&'a str, &'a str>,
}

impl<'a> Known<'a> {
    /// The text of a test.
    fn test(&mut self, name: &'a str) -> Option<&str> {
        let (file, test) = name.split_once("::")?;
        let tests = self.tests.entry(file).or_insert_with(|| tests(file));
        tests.get(test).map(String::as_str)
    }

    /// Takes a row of the table of classes: the test runs the class, or all of its folder.
    fn add_runner(&mut self, class: &'a str, test: &'a str) {
        let path = Path::new(class);
        let name = path.file_stem().unwrap().to_str().unwrap();
        let folder = path
            .parent()
            .unwrap()
            .file_name()
            .unwrap()
            .to_str()
            .unwrap();
        let text = self.test(test).unwrap_or_else(|| panic!("no test {test}"));
        let runs = [name, folder].map(|one| text.contains(&format!("\"{one}\"")));
        assert!(runs.contains(&true), "{test} does not run {class}");
        self.runners.insert(class, test);
    }

    /// Whether there is such a test.
    fn is_there(&mut self, name: &'a str) -> bool {
        if name.starts_with("fixtures/rules/bad/") {
            return project(name).is_file() && project(name).with_extension("stderr").is_file();
        }
        let Some((file, method)) = name.split_once("::") else {
            return false;
        };
        if Path::new(file).extension().is_some_and(|is| is == "rs") {
            return self.test(name).is_some();
        }
        let Some(runner) = self.runners.get(file) else {
            return false;
        };
        read(file).contains(&format!("    static void {method}()")) || is_said(runner, file, method)
    }
}

/// Whether the snapshot of a test has a message about a member of a class.
fn is_said(runner: &str, file: &str, member: &str) -> bool {
    let (source, test) = runner.split_once("::").unwrap();
    let modules = source
        .trim_start_matches("tests/it/")
        .trim_end_matches(".rs");
    let folder = Path::new(source).parent().unwrap().join("snapshots");
    let snapshot = format!("it__{}__{test}.snap", modules.replace('/', "__"));
    let class = file
        .trim_start_matches("tests/java/probes/")
        .trim_end_matches(".java");
    let class = class.replace('/', ".");
    let text = fs::read_to_string(project(folder.join(snapshot).to_str().unwrap()));
    text.is_ok_and(|text| {
        ['#', '$']
            .iter()
            .any(|separator| text.contains(&format!("`{class}{separator}{member}`")))
    })
}

/// Holds a table to its tests. A cell without any says why, behind a dash; one cell of each row has one.
#[track_caller]
fn check(table: &str, at_least: usize) {
    let mut known = Known::default();
    for row in rows(table, "class of checks") {
        known.add_runner(quoted(row[0])[0], quoted(row[1])[0]);
    }
    let rows = rows(table, "behaviour");
    assert!(rows.len() >= at_least, "{} rows", rows.len());
    for row in &rows {
        let said = row[0];
        assert!(
            row[1..].iter().any(|cell| !quoted(cell).is_empty()),
            "no test shows: {said}"
        );
        for cell in &row[1..] {
            let named = quoted(cell);
            assert!(
                !named.is_empty() || cell.starts_with("— "),
                "no reason why: {said}"
            );
            for name in named {
                assert!(
                    known.is_there(name),
                    "there is no {name}, which shows: {said}"
                );
            }
        }
    }
    let mut said: Vec<&str> = rows.iter().map(|row| row[0]).collect();
    said.sort_unstable();
    let twice = said.windows(2).find(|two| two[0] == two[1]);
    assert_eq!(twice, None, "a statement stands there twice");
}

#[test]
fn every_statement_about_selection_names_a_test_that_exists() {
    check(include_str!("../../../rules/selection.md"), 60);
}

#[test]
fn every_statement_about_probes_names_a_test_that_exists() {
    check(include_str!("../../../rules/model.md"), 310);
}
