//! The numbers are those that the JDK prints of the same recording.

use std::collections::BTreeMap;

use serde_json::Value;
use weave::recording::model::{Probe, Report};

use super::{printed, recordings, report, row, string};
use crate::support::jdk::jdks;

/// Payloads of one text, added up from what the JDK prints.
#[derive(Debug, Default)]
struct Sum {
    durations: Vec<i64>,
    exceptions: u64,
}

/// Seconds with nine digits, `PT1M2.5S`, as nanoseconds.
fn nanos(text: &str) -> i64 {
    let mut rest = text.strip_prefix("PT").unwrap();
    let mut all = 0;
    for (unit, size) in [('H', 3_600_000_000_000), ('M', 60_000_000_000)] {
        if let Some((number, after)) = rest.split_once(unit) {
            all += number.parse::<i64>().unwrap() * size;
            rest = after;
        }
    }
    let Some(seconds) = rest.strip_suffix('S') else {
        return all;
    };
    let (whole, part) = seconds.split_once('.').unwrap_or((seconds, ""));
    let part = format!("{part:0<9}");
    all + whole.parse::<i64>().unwrap() * 1_000_000_000 + part.parse::<i64>().unwrap()
}

fn text(event: &Value, field: &str) -> String {
    event["values"][field].as_str().unwrap_or("").to_owned()
}

/// What half of a letter and letters beyond the console's set become is not what is looked at here.
fn is_plain(text: &str) -> bool {
    text.starts_with("select") || text.starts_with("update") || text.starts_with("job")
}

fn sums(events: &[Value], probe: &str, key: &str) -> BTreeMap<String, Sum> {
    let mut sums: BTreeMap<String, Sum> = BTreeMap::new();
    let name = format!("weave.{probe}.Payload");
    for event in events.iter().filter(|event| event["type"] == name) {
        let sum = sums.entry(text(event, key)).or_default();
        sum.durations.push(nanos(&text(event, "duration")));
        sum.exceptions += u64::from(event["values"]["exception"].is_string());
    }
    sums
}

fn percentile(sorted: &[i64], part: usize) -> i64 {
    let rank = (part * sorted.len()).div_ceil(100).max(1);
    sorted[rank - 1]
}

#[track_caller]
fn is_near(found: Option<i64>, sorted: &[i64], part: usize) {
    let found = found.unwrap();
    let exact = percentile(sorted, part);
    let error = (found - exact).abs();
    let allowed = if sorted.len() < 9 { 0 } else { exact / 16 };
    assert!(error <= allowed, "p{part} is {exact}, found {found}");
}

#[test]
fn numbers_equal_those_that_the_jdk_prints() {
    let [older, newer] = jdks();
    for (file, printer) in recordings().mixed.iter().zip([&older, &newer]) {
        let events = printed(printer, file, "weave.jdbc.Payload,weave.jobs.Payload");
        for reader in [&older, &newer] {
            let report = report(reader, &[file], &[]);
            for key in ["jdbc", "jobs"] {
                check(&report, key, &events);
            }
        }
    }
}

fn check(report: &Report, key: &str, events: &[Value]) {
    let probe = probe(report, key);
    let sums = sums(events, key, "payload");
    let mut all: Vec<i64> = sums
        .values()
        .flat_map(|sum| sum.durations.clone())
        .collect();
    all.sort_unstable();
    let exceptions: u64 = sums.values().map(|sum| sum.exceptions).sum();
    assert!(all.len() > 1000, "{key}: {}", all.len());
    assert_eq!(probe.count, all.len() as u64);
    assert_eq!(probe.duration, all.iter().sum::<i64>());
    assert_eq!(probe.max, all.last().copied());
    assert_eq!(probe.exceptions, exceptions);
    assert_eq!(key == "jdbc", exceptions > 0, "updates fail now and then");
    assert_eq!(probe.text_count, sums.len() as u64);
    is_near(probe.p50, &all, 50);
    is_near(probe.p95, &all, 95);
    is_near(probe.p99, &all, 99);
    assert_eq!(probe.series.count.iter().sum::<u64>(), probe.count);
    assert_eq!(probe.series.duration.iter().sum::<i64>(), probe.duration);
    assert_eq!(probe.series.exceptions.iter().sum::<u64>(), exceptions);
    for grid in [&probe.heat, &probe.cells] {
        let counts = grid.chunks(3).map(|one| one[2]).sum::<i64>();
        assert_eq!(counts, i64::try_from(probe.count).unwrap());
    }
    let rows = &probe.texts;
    let mut checked = 0;
    for (text, sum) in sums.iter().filter(|(text, _)| is_plain(text)) {
        let mut sorted = sum.durations.clone();
        sorted.sort_unstable();
        let row = row(report, rows, text);
        assert_eq!(rows.count[row], sorted.len() as u64, "{text}");
        assert_eq!(rows.duration[row], sorted.iter().sum::<i64>(), "{text}");
        assert_eq!(rows.max[row], sorted.last().copied(), "{text}");
        assert_eq!(rows.exceptions[row], sum.exceptions, "{text}");
        is_near(rows.p50[row], &sorted, 50);
        is_near(rows.p95[row], &sorted, 95);
        is_near(rows.p99[row], &sorted, 99);
        let cells = rows.cells[row].chunks(4).map(|cell| cell[2]).sum::<i64>();
        assert_eq!(cells, rows.duration[row], "{text}");
        let traced = rows.traces[row].chunks(3).map(|one| one[2]).sum::<i64>();
        assert_eq!(traced, rows.duration[row], "{text}");
        checked += 1;
    }
    assert!(checked >= 3, "{checked}");
    assert!(rows.duration.is_sorted_by(|a, b| a >= b));
}

#[track_caller]
fn probe<'r>(report: &'r Report, key: &str) -> &'r Probe {
    report.probes.iter().find(|one| one.key == key).unwrap()
}

#[test]
fn types_control_objects_and_literals_are_added_up_too() {
    let [older, newer] = jdks();
    for (file, jdk) in recordings().mixed.iter().zip([&older, &newer]) {
        let events = printed(jdk, file, "weave.jdbc.Payload,weave.jdbc.ControlObject");
        let report = report(jdk, &[file], &[]);
        let jdbc = probe(&report, "jdbc");
        let by_type = sums(&events, "jdbc", "type");
        assert_eq!(by_type.len(), 2);
        for (kind, sum) in &by_type {
            let row = row(&report, &jdbc.by_type, kind);
            assert_eq!(jdbc.by_type.count[row], sum.durations.len() as u64);
            assert_eq!(
                jdbc.by_type.duration[row],
                sum.durations.iter().sum::<i64>()
            );
        }
        let colors: Vec<_> = jdbc
            .types
            .iter()
            .map(|one| (string(&report, one.name), one.color.as_deref()))
            .collect();
        assert!(colors.contains(&("Query", Some("#3B82F6"))), "{colors:?}");
        assert!(colors.contains(&("Update", Some("#D97706"))), "{colors:?}");

        let objects = jdbc.objects.as_ref().unwrap();
        let of_objects = |action: &str| {
            let is_it = |event: &&Value| event["values"]["action"] == action;
            events.iter().filter(is_it).count()
        };
        assert_eq!(objects.opened.iter().flatten().count(), of_objects("OPEN"));
        assert_eq!(objects.closed.iter().flatten().count(), of_objects("CLOSE"));
        assert!(of_objects("OPEN") > 20);
        assert_eq!(objects.count.iter().sum::<u64>(), jdbc.count);
        assert_eq!(objects.duration.iter().sum::<i64>(), jdbc.duration);
        let by_object = jdbc.by_control_object.as_ref().unwrap();
        assert_eq!(by_object.count.iter().sum::<u64>(), jdbc.count);
        row(&report, by_object, "connection of pool-0");

        let collapsed = jdbc.collapsed.as_ref().unwrap();
        assert_eq!(collapsed.count.iter().sum::<u64>(), jdbc.count);
        assert_eq!(collapsed.duration.iter().sum::<i64>(), jdbc.duration);
        row(&report, collapsed, "select * from t1 where id in (?…)");
        row(&report, collapsed, "update t1 set a = ? where name = ?");
        let links = jdbc.texts.collapsed.as_ref().unwrap();
        for (text, &link) in jdbc.texts.text.iter().zip(links) {
            let joined = string(&report, collapsed.text[usize::try_from(link).unwrap()]);
            let text = string(&report, *text);
            assert_eq!(text.starts_with("select"), joined.starts_with("select"));
        }
    }
}

#[test]
fn kept_events_are_those_of_the_recording() {
    let [older, newer] = jdks();
    for (file, jdk) in recordings().mixed.iter().zip([&older, &newer]) {
        let events = printed(jdk, file, "weave.jdbc.Payload");
        let mut by_id: BTreeMap<String, &Value> = BTreeMap::new();
        for event in &events {
            by_id.insert(event["values"]["id"].to_string(), event);
        }
        let few = report(jdk, &[file], &["--events", "100", "--probe", "jdbc"]);
        let all = report(jdk, &[file], &[]);
        for (report, most) in [(&few, 100), (&all, 20_000)] {
            let jdbc = probe(report, "jdbc");
            let kept = &jdbc.events;
            assert_eq!(kept.of, events.len() as u64);
            assert!(kept.time.len() <= most, "{}", kept.time.len());
            assert!(kept.time.len() >= 100.min(most));
            assert!(kept.time.is_sorted());
            for at in 0..kept.time.len() {
                let event = by_id[&kept.id[at]];
                assert_eq!(kept.duration[at], nanos(&text(event, "duration")));
                let thread = report.threads.name[usize::try_from(kept.thread[at]).unwrap()];
                let name = &event["values"]["eventThread"]["javaName"];
                assert_eq!(string(report, thread), name.as_str().unwrap());
                let shown = text(event, "payload");
                if is_plain(&shown) {
                    assert_eq!(string(report, kept.text[at]), shown);
                }
                assert_eq!(string(report, kept.method[at]), text(event, "method"));
                assert_eq!(
                    kept.exception[at] >= 0,
                    event["values"]["exception"].is_string()
                );
                let is_for_exception = kept.why[at] & 2 > 0;
                assert!(!is_for_exception || kept.exception[at] >= 0);
                assert_ne!(kept.why[at], 0);
                let kind = usize::try_from(kept.kind[at]).unwrap();
                assert_eq!(string(report, jdbc.types[kind].name), text(event, "type"));
            }
        }
        let all = probe(&all, "jdbc");
        assert_eq!(all.events.time.len() as u64, all.count, "all of them fit");
        let longest = few.probes[0].events.duration.iter().max().copied();
        assert_eq!(longest, all.max, "the longest is kept");
    }
}

#[test]
fn totals_states_and_telemetries_are_there() {
    let [older, newer] = jdks();
    for (file, jdk) in recordings().mixed.iter().zip([&older, &newer]) {
        let events = printed(jdk, file, "weave.sums.Totals,weave.ThreadState");
        let report = report(jdk, &[file], &[]);
        let sums = probe(&report, "sums");
        assert!(sums.totals);
        assert_eq!((sums.p50, sums.max, sums.count), (None, None, 1200));
        assert_eq!(sums.events.of, 0);
        for kind in 0..4 {
            let row = row(&report, &sums.texts, &format!("kind {kind}"));
            assert_eq!(sums.texts.count[row], 300);
            let name = format!("kind {kind}");
            let total: i64 = events
                .iter()
                .filter(|event| event["values"]["name"] == name.as_str())
                .map(|event| nanos(&text(event, "totalDuration")))
                .sum();
            assert_eq!(sums.texts.duration[row], total);
        }
        let states = report.thread_states.as_ref().unwrap();
        let waited: i64 = events
            .iter()
            .filter(|event| event["type"] == "weave.ThreadState")
            .map(|event| nanos(&text(event, "duration")))
            .sum();
        assert!(waited > 0);
        assert_eq!(states.states[1], "WAITING");
        assert_eq!(
            states.rows.iter().map(|row| row.totals[1]).sum::<i64>(),
            waited
        );
        assert_eq!(states.rows.len(), 2, "two workers");

        let level = report.telemetries.iter().find(|one| one.key == "Level");
        let level = level.unwrap();
        assert_eq!((level.label.as_str(), level.stacked), ("JDBC Level", true));
        assert_eq!(level.lines[0].unit, "percent");
        assert!(
            level.lines[0]
                .values
                .iter()
                .flatten()
                .all(|value| value.to_bits() == 0.25_f64.to_bits())
        );
        assert!(!level.time.is_empty());
        assert_eq!(level.time.len(), level.lines[0].values.len());
    }
}
