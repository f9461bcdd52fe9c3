//! What is shown: text, CSV, stacks and JSON; and which part of a recording.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;

use super::{answer, recordings, report, string, weave};
use crate::support::folders::{empty, project};
use crate::support::jdk::{jdks, run};

#[test]
fn text_has_the_top_payloads_in_ten_lines() {
    for (file, jdk) in recordings().mixed.iter().zip(&jdks()) {
        let text = run(weave(jdk).arg(file));
        let lines: Vec<&str> = text.lines().collect();
        assert!((6..=12).contains(&lines.len()), "{text}");
        let name = file.file_name().unwrap().to_str().unwrap();
        assert!(lines[0].starts_with(&format!("{name}: ")), "{text}");
        assert!(lines[0].contains(&format!("JDK {}", jdk.release)), "{text}");
        assert!(lines[1].starts_with("probe"), "{text}");
        for probe in ["JDBC", "Jobs", "Sums"] {
            assert!(lines.iter().any(|line| line.starts_with(probe)), "{text}");
        }
        let more = run(weave(jdk)
            .arg(file)
            .args(["--rows", "9", "--probe", "JDBC"]));
        let rows = more.lines().filter(|line| line.starts_with("JDBC"));
        assert_eq!(rows.count(), 9, "{more}");
        assert!(
            more.chars()
                .all(|letter| letter == '\n' || !letter.is_control())
        );
    }
}

#[test]
fn csv_has_all_texts() {
    let [_, newer] = jdks();
    let file = &recordings().mixed[1];
    let csv = run(weave(&newer).arg(file).args(["--format", "csv"]));
    let report = report(&newer, &[file], &[]);
    assert!(csv.starts_with("probe,text,count,total_ns,"), "{csv}");
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for line in csv
        .lines()
        .filter(|line| line.starts_with("Jobs,") || line.starts_with("Sums,"))
    {
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!(fields.len(), 10, "{line}");
        *counts.entry(fields[0]).or_default() += fields[2].parse::<u64>().unwrap();
    }
    for label in ["Jobs", "Sums"] {
        let probe = report.probes.iter().find(|probe| probe.label == label);
        assert_eq!(counts[label], probe.unwrap().count);
    }
    assert!(csv.contains("\"select * from t1 where id in ("), "{csv}");
}

#[test]
fn folded_stacks_have_all_samples() {
    let [_, newer] = jdks();
    let file = &recordings().shares[1];
    let folded = run(weave(&newer).arg(file).args(["--format", "folded"]));
    let report = report(&newer, &[file], &[]);
    let mut all = 0;
    let mut inner = 0;
    for line in folded.lines() {
        let (stack, count) = line.rsplit_once(' ').unwrap();
        let count: u64 = count.parse().unwrap();
        all += count;
        if stack.contains(";[outer];") && stack.contains("Busy.job;[inner]") {
            inner += count;
        }
    }
    let cpu = report.cpu.as_ref().unwrap();
    assert_eq!(all, cpu.samples.count.iter().sum::<u64>());
    let at = cpu
        .splits
        .text
        .iter()
        .position(|&text| string(&report, text) == "inner");
    assert_eq!(inner, cpu.splits.count[at.unwrap()]);
}

#[test]
fn json_is_as_its_schema_says() {
    let schema = fs::read_to_string(project("rules/report.schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let [older, newer] = jdks();
    let [of_17, of_25] = &recordings().mixed;
    for (jdk, file, old) in [(&older, of_17, of_25), (&newer, of_25, of_17)] {
        let mut command = weave(jdk);
        command
            .arg(file)
            .args(["--format", "json", "--compare"])
            .arg(old);
        let json: Value = serde_json::from_str(&run(&mut command)).unwrap();
        let wrong: Vec<String> = validator
            .iter_errors(&json)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .take(5)
            .collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
        assert_eq!(json["schema"], 1);
        assert!(json["old"]["probes"].is_array());
        assert_eq!(json["old"]["jvms"].as_array().unwrap().len(), 1);
        let mut other = json.clone();
        other["probes"][0]["count"] = Value::from("many");
        assert!(!validator.is_valid(&other));
        let mut other = json.clone();
        other["surprise"] = Value::from(1);
        assert!(!validator.is_valid(&other));
    }
}

#[test]
fn texts_of_the_application_are_kept_as_they_are() {
    for (file, jdk) in recordings().mixed.iter().zip(&jdks()) {
        let report = report(jdk, &[file], &["--probe", "jdbc"]);
        for text in [
            "<script>alert(1)</script>",
            "</script><b>&amp;\"'`",
            "\u{202e}right to left\u{202c}",
            "\u{1f600} emoji",
            "tab\tline\nend\u{2028}",
            "",
        ] {
            let index = report.strings.iter().position(|one| one == text);
            let index = i64::try_from(index.unwrap()).unwrap();
            let texts = &report.probes[0].texts.text;
            assert!(texts.contains(&index), "{text:?}");
        }
        assert!(
            report
                .strings
                .iter()
                .any(|text| text.starts_with("lone ") && text.ends_with(" surrogate"))
        );
        assert!(report.strings.iter().any(|text| text.starts_with("xxxx")));
        assert!(
            report
                .strings
                .iter()
                .all(|text| text.encode_utf16().count() <= 4097)
        );
        assert!(
            !report.strings.iter().any(|text| text == "jobs"),
            "only one probe"
        );
    }
}

#[test]
fn a_part_of_the_time_one_thread_or_one_probe_is_shown() {
    let [_, newer] = jdks();
    let file = &recordings().mixed[1];
    let all = report(&newer, &[file], &["--probe", "JDBC"]);
    assert_eq!(all.probes.len(), 1);
    let all = &all.probes[0];
    let begin = report(&newer, &[file], &["--probe", "jdbc", "--to", "1s"]);
    let end = report(&newer, &[file], &["--probe", "jdbc", "--from", "1s"]);
    assert!(begin.recording.is_cut);
    let [begin, end] = [&begin.probes[0], &end.probes[0]];
    assert!(
        begin.count > 0 && end.count > 0,
        "{} {}",
        begin.count,
        end.count
    );
    assert_eq!(begin.count + end.count, all.count);
    assert_eq!(begin.duration + end.duration, all.duration);
    let threads = ["worker-0", "worker-1", "main"];
    let counts = threads.map(|thread| {
        let options = ["--probe", "jdbc", "--thread", thread];
        report(&newer, &[file], &options).probes[0].count
    });
    assert_eq!(counts[..2], [600, 600]);
    assert_eq!(counts.iter().sum::<u64>(), all.count);

    for (options, message) in [
        (["--from", "soon"], "`--from soon` is no time"),
        (["--from", "9h"], "nothing is between --from 9h and the end"),
        (["--probe", "jdbcc"], "no probe `jdbcc` is in the recording"),
    ] {
        let (code, stdout, stderr) = answer(weave(&newer).arg(file).args(options));
        assert_eq!((code, stdout.as_str()), (Some(1), ""));
        assert_eq!(stderr, format!("error: {message}\n"));
    }
}

#[test]
fn all_payloads_are_printed_one_a_line() {
    for (file, jdk) in recordings().mixed.iter().zip(&jdks()) {
        let all = run(weave(jdk).arg(file).args(["--all", "--probe", "jdbc"]));
        let lines: Vec<Value> = all
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let report = report(jdk, &[file], &["--probe", "jdbc"]);
        let jdbc = &report.probes[0];
        assert_eq!(lines.len() as u64, jdbc.count);
        let total: i64 = lines
            .iter()
            .map(|one| one["duration"].as_i64().unwrap())
            .sum();
        assert_eq!(total, jdbc.duration);
        let failed = lines.iter().filter(|one| one["exception"].is_string());
        assert_eq!(failed.count() as u64, jdbc.exceptions);
        let named = lines
            .iter()
            .filter(|one| one["controlObject"] == "connection of pool-0");
        let objects = jdbc.by_control_object.as_ref().unwrap();
        let row = super::row(&report, objects, "connection of pool-0");
        assert_eq!(named.count() as u64, objects.count[row]);
        assert!(
            lines
                .iter()
                .all(|one| one["time"].as_str().unwrap().ends_with('Z'))
        );
    }
}

#[test]
fn an_older_recording_is_compared_with() {
    let [_, newer] = jdks();
    let [of_17, of_25] = &recordings().mixed;
    let same = run(weave(&newer).arg(of_25).arg("--compare").arg(of_25));
    let rows = same.lines().filter(|line| line.starts_with(['J', 'S']));
    let rows: Vec<&str> = rows.collect();
    assert!(
        !rows.is_empty() && rows.iter().all(|row| row.contains(" +0 % ")),
        "{same}"
    );
    let other = run(weave(&newer).arg(of_25).arg("--compare").arg(of_17));
    assert!(other.contains("old mean  change"), "{other}");
    let none = run(weave(&newer)
        .arg(of_25)
        .arg("--compare")
        .arg(&recordings().shares[0]));
    let jdbc = none.lines().find(|line| line.starts_with("JDBC")).unwrap();
    assert!(jdbc.contains(" new "), "{none}");
}

#[test]
fn the_extension_of_the_output_is_the_format() {
    let [_, newer] = jdks();
    let file = &recordings().mixed[1];
    let folder = empty("recording-output");
    for (name, format) in [
        ("a.json", "json"),
        ("a.csv", "csv"),
        ("a.folded", "folded"),
        ("a.txt", "text"),
    ] {
        let path = folder.join(name);
        let said = run(weave(&newer).arg(file).arg("-o").arg(&path));
        assert_eq!(said, "");
        let printed = run(weave(&newer).arg(file).args(["--format", format]));
        assert_eq!(fs::read_to_string(path).unwrap(), printed, "{name}");
    }
    let mut over = weave(&newer);
    over.arg(file).args(["--format", "csv", "-o"]).arg(file);
    let (code, _, stderr) = answer(&mut over);
    assert_eq!(code, Some(1));
    assert!(
        stderr.contains("is read and cannot be the output"),
        "{stderr}"
    );
    for (name, message) in [
        ("a.jfr", "has no extension of a format"),
        ("none/a.csv", "cannot be written"),
    ] {
        let path = folder.join(name);
        let (code, stdout, stderr) = answer(weave(&newer).arg(file).arg("-o").arg(&path));
        assert_eq!((code, stdout.as_str()), (Some(1), ""));
        assert!(
            stderr.starts_with("error: ") && stderr.contains(message),
            "{stderr}"
        );
        assert!(!path.exists());
    }
}
