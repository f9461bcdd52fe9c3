//! Samples of the processor with the splits that they were taken in, against what the program has measured itself.

use weave::recording::model::{Report, Samples};

use super::{recordings, report, string};
use crate::support::jdk::jdks;

/// The processor's time that the program measured, by name.
fn spent(said: &str, name: &str) -> f64 {
    let mut lines = said.lines().filter_map(|line| line.split_once(' '));
    let (_, number) = lines.find(|(one, _)| *one == name).unwrap();
    number.parse().unwrap()
}

fn split(report: &Report, cpu: &Samples, name: &str) -> (u64, u64) {
    let mut texts = cpu.splits.text.iter();
    let at = texts.position(|&one| string(report, one) == name).unwrap();
    (cpu.splits.count[at], cpu.splits.own[at])
}

#[expect(clippy::cast_precision_loss, reason = "thousands of samples at most")]
#[test]
fn shares_of_splits_are_those_of_the_processor() {
    let [older, newer] = jdks();
    let all = recordings();
    let cases = all.shares.iter().zip(&all.spent).zip([&older, &newer]);
    for ((file, said), jdk) in cases {
        let report = report(jdk, &[file], &["--thread", "main"]);
        let cpu = report.cpu.as_ref().unwrap();
        assert!(cpu.n >= 100, "{} samples", cpu.n);
        let n = cpu.n as f64;
        let whole = spent(said, "outer") + spent(said, "other") + spent(said, "none");
        let allowed = 3.0 / n.sqrt() + if jdk.release == 25 { 0.01 } else { 0.03 };
        for name in ["outer", "inner", "other"] {
            let found = split(&report, cpu, name).0 as f64 / n;
            let truth = spent(said, name) / whole;
            assert!(
                (found - truth).abs() <= allowed,
                "{name} on {}: {found} of {n} samples, {truth} of the time",
                jdk.release
            );
        }
        let (outer, own) = split(&report, cpu, "outer");
        let (inner, of_inner) = split(&report, cpu, "inner");
        assert_eq!(inner, of_inner, "nothing is in it");
        assert_eq!(outer, own + inner, "the inner one is in the outer one");
        let (other, _) = split(&report, cpu, "other");
        assert_eq!(cpu.in_splits, outer + other);
        frames(&report, cpu, inner);
    }
}

/// Each split is a frame inside of its method, the inner one inside of the outer one.
fn frames(report: &Report, cpu: &Samples, inner: u64) {
    let mut found = 0;
    for (&node, &count) in cpu.samples.node.iter().zip(&cpu.samples.count) {
        let path = path(report, node);
        if !path.contains(&"[inner]".to_owned()) {
            continue;
        }
        found += count;
        let at = |name: &str| path.iter().position(|one| one == name).unwrap();
        assert_eq!(path[at("[outer]") - 1], "Busy.job", "{path:?}");
        assert_eq!(path[at("[inner]") - 1], "Busy.job", "{path:?}");
        assert!(at("[outer]") < at("[inner]"), "{path:?}");
        assert!(
            path.iter().all(|one| !one.starts_with("weave.")),
            "{path:?}"
        );
    }
    assert_eq!(found, inner);
}

fn path(report: &Report, node: i64) -> Vec<String> {
    let mut path = Vec::new();
    let mut at = node;
    while at > 0 {
        let index = usize::try_from(at).unwrap();
        let frame = usize::try_from(report.traces.frame[index]).unwrap();
        let name = string(report, report.frames.name[frame]);
        path.push(if report.frames.kind[frame] == 1 {
            format!("[{name}]")
        } else {
            name.to_owned()
        });
        at = report.traces.parent[index];
        assert!(at < i64::try_from(index).unwrap());
    }
    path.reverse();
    path
}

#[test]
fn allocations_have_their_splits_too() {
    let [_, newer] = jdks();
    let report = report(&newer, &[&recordings().mixed[1]], &[]);
    let allocations = &report.allocations;
    let one = allocations
        .iter()
        .find(|one| one.event == "jdk.ObjectAllocationSample");
    let one = one.unwrap();
    assert!(one.n > 0 && one.weight > 0);
    let weights = one.samples.weight.as_ref().unwrap();
    assert_eq!(weights.iter().sum::<i64>(), one.weight);
    assert_eq!(one.samples.count.iter().sum::<u64>(), one.n);
}
