//! The reference of rules files, `rules/README.md`, held to what the reader does.

use weave::rules;

use super::{right, shown};

const REFERENCE: &str = include_str!("../../../rules/README.md");

fn examples() -> Vec<String> {
    REFERENCE
        .split("```toml\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap().to_owned())
        .collect()
}

#[test]
fn examples_are_right() {
    let examples = examples();
    assert!(examples.len() >= 4);
    for example in examples {
        if let Err(errors) = rules::parse("README.md", &example) {
            panic!("{example}\n{}", shown(&errors));
        }
    }
}

/// The cells of the rows of the table under this header, in order.
fn table(header: &str) -> Vec<Vec<String>> {
    let rows = REFERENCE
        .lines()
        .skip_while(|line| !line.starts_with(header))
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    let cells = |row: &str| {
        let row = row.replace("\\|", "\u{0}");
        let cells = row.trim_matches('|').split(" | ");
        cells
            .map(|cell| cell.replace('\u{0}', "|").trim().to_owned())
            .collect()
    };
    rows.map(cells).collect()
}

/// What stands in backticks.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

#[test]
fn patterns_match_what_the_table_says() {
    let rows = table("| pattern |");
    assert!(rows.len() >= 5);
    for row in rows {
        let [pattern, matched, unmatched] = row.as_slice() else {
            panic!("{row:?}")
        };
        let pattern = quoted(pattern)[0];
        let rules = right(&format!("[[block]]\nclass = {{ name = '{pattern}' }}\n"));
        let class = rules.blocks[0].class.as_ref().unwrap();
        for name in quoted(matched) {
            assert!(class.may_match_name(name), "{pattern} {name}");
        }
        for name in quoted(unmatched) {
            assert!(!class.may_match_name(name), "{pattern} {name}");
        }
    }
}

#[test]
fn every_modifier_in_the_tables_is_known_and_no_other() {
    for (component, header) in [
        ("class", "| condition of `class` |"),
        ("method", "| condition of `method` |"),
    ] {
        let rows = table(header);
        let row = rows.iter().find(|row| row[0] == "`modifiers`").unwrap();
        let mut said = quoted(&row[1]);
        for modifier in &said {
            right(&format!(
                "[[block]]\n{component} = {{ modifiers = \"{modifier}\" }}\n"
            ));
        }
        let errors = rules::parse(
            "a",
            &format!("[[block]]\n{component} = {{ modifiers = \"?\" }}\n"),
        )
        .unwrap_err();
        let label = errors[0].label.clone().unwrap();
        let mut known = quoted(&label);
        said.sort_unstable();
        known.sort_unstable();
        assert_eq!(said, known);
    }
}

/// The keys that the reader knows are those that the tables have.
#[test]
fn every_key_is_in_the_tables() {
    let known = |text: &str| {
        let errors = rules::parse("a", text).unwrap_err();
        let label = errors
            .iter()
            .find(|error| error.title == "unknown key `???`")
            .unwrap()
            .label
            .clone();
        let label = label.unwrap();
        let mut keys: Vec<String> = quoted(&label).into_iter().map(str::to_owned).collect();
        keys.sort_unstable();
        keys
    };
    let said = |headers: &[&str], more: &[&str]| {
        let rows = headers.iter().flat_map(|header| table(header));
        let mut keys: Vec<String> = rows.map(|row| quoted(&row[0])[0].to_owned()).collect();
        keys.extend(more.iter().map(|key| (*key).to_owned()));
        keys.sort_unstable();
        keys
    };
    let sections: Vec<&str> = REFERENCE.split("\n## ").collect();
    let keys_of = |section: &str, nth: usize| {
        let section = sections
            .iter()
            .find(|text| text.starts_with(section))
            .unwrap();
        let tables: Vec<Vec<String>> = section
            .split("\n\n")
            .filter(|block| block.starts_with("| key |"))
            .map(|block| {
                block
                    .lines()
                    .skip(2)
                    .map(|row| quoted(row)[0].to_owned())
                    .collect()
            })
            .collect();
        tables[nth].clone()
    };
    let sorted = |mut keys: Vec<String>| {
        keys.sort_unstable();
        keys
    };

    let mut probe = keys_of("Probes", 0);
    probe.extend(["interceptions", "telemetries"].map(str::to_owned));
    assert_eq!(known("[probes.a]\n\"???\" = 1\n"), sorted(probe));

    assert_eq!(
        known("[probes.a]\n[[probes.a.telemetries]]\n\"???\" = 1\n"),
        sorted(keys_of("Telemetries", 0))
    );

    let interception = |kind: &str| {
        format!("[probes.a]\n[[probes.a.interceptions]]\nkind = \"{kind}\"\n\"???\" = 1\n")
    };
    let payload = [keys_of("Interceptions", 0), keys_of("Interceptions", 1)].concat();
    assert_eq!(known(&interception("payload")), sorted(payload));
    let mut split = [0, 1, 2].map(|nth| keys_of("Interceptions", nth)).concat();
    split.retain(|key| key != "on" && key != "outermost");
    assert_eq!(known(&interception("split")), sorted(split));
    // Their texts may be cut and blanked too.
    let effects = [
        keys_of("Interceptions", 3),
        vec!["max-length".to_owned(), "redact".to_owned()],
    ]
    .concat();
    let plain = [keys_of("Interceptions", 0), effects.clone()].concat();
    assert_eq!(known(&interception("plain")), sorted(plain));
    let additional = "[probes.a]\n[[probes.a.interceptions]]\nkind = \"payload\"\n\
        [[probes.a.interceptions.additional]]\n\"???\" = 1\n";
    let of_additional = [effects, keys_of("Interceptions", 4)].concat();
    assert_eq!(known(additional), sorted(of_additional));

    assert_eq!(
        known("[[block]]\nclass = { \"???\" = 1 }\n"),
        said(&["| condition of `class` |"], &[])
    );
    assert_eq!(
        known("[[block]]\nmethod = { \"???\" = 1 }\n"),
        said(&["| condition of `method` |"], &[])
    );
    assert_eq!(
        known("[[allow]]\n\"???\" = 1\n"),
        [
            "class",
            "max-length",
            "method",
            "payload",
            "probe",
            "redact"
        ]
    );
    assert_eq!(
        known("\"???\" = 1\n"),
        [
            "allow",
            "block",
            "event-prefix",
            "include",
            "probe-jars",
            "probes",
            "schema"
        ]
    );
}
