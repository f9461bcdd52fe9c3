//! `--format folded`: samples of the processor by stack, as flame graph programs read them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::model::Report;
use super::table::string;

/// One line for each stack: its frames, the outermost first, and how many samples it has. Splits are frames in brackets.
pub fn folded(report: &Report) -> String {
    let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
    if let Some(cpu) = &report.cpu {
        for (&node, &count) in cpu.samples.node.iter().zip(&cpu.samples.count) {
            *counts.entry(node).or_default() += count;
        }
    }
    let mut lines: BTreeMap<String, u64> = BTreeMap::new();
    for (node, count) in counts {
        *lines.entry(stack(report, node)).or_default() += count;
    }
    let mut out = String::new();
    for (stack, count) in lines.iter().filter(|(stack, _)| !stack.is_empty()) {
        let _ = writeln!(out, "{stack} {count}");
    }
    out
}

fn stack(report: &Report, node: i64) -> String {
    let mut frames = Vec::new();
    let mut at = node;
    while at > 0 {
        let Ok(index) = usize::try_from(at) else {
            break;
        };
        let Some(&frame) = report.traces.frame.get(index) else {
            break;
        };
        frames.push(name(report, frame));
        at = report.traces.parent.get(index).copied().unwrap_or(-1);
    }
    frames.reverse();
    frames.join(";")
}

/// Semicolons and line ends tell frames and stacks apart, so no name has them.
fn name(report: &Report, frame: i64) -> String {
    let Ok(index) = usize::try_from(frame) else {
        return String::new();
    };
    let name = report.frames.name.get(index).copied().unwrap_or(-1);
    let plain = string(report, name).replace(|c: char| c == ';' || c.is_control(), " ");
    if report.frames.kind.get(index) == Some(&1) {
        format!("[{plain}]")
    } else {
        plain
    }
}
