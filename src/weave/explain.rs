//! Why methods are woven, or are not: what the rules said of them on the way.

use std::collections::BTreeMap;

use crate::classfile::ClassFile;
use crate::matcher::{Rule, RuleVerdict, Verdict};

use super::method_names::MethodNames;
use super::outcome::{ClassOutcome, WovenMethod};
use super::question::{ExplainedMethod, MethodOutcome};

/// Puts together what was said of the methods of `class`.
pub(super) fn explained(
    class: &ClassFile<'_>,
    said: Vec<RuleVerdict>,
    outcome: &ClassOutcome<'_>,
) -> Vec<ExplainedMethod> {
    let mut of_class = Vec::new();
    let mut by_method: BTreeMap<usize, Vec<(Rule, Verdict)>> = BTreeMap::new();
    for RuleVerdict {
        rule,
        method,
        verdict,
    } in said
    {
        match method {
            Some(method) => by_method.entry(method).or_default().push((rule, verdict)),
            None => of_class.push((rule, verdict)),
        }
    }
    let is_blocked = |said: &[(Rule, Verdict)]| {
        let mut said = said.iter();
        said.any(|(rule, verdict)| matches!((rule, verdict), (Rule::Block(_), Verdict::Takes)))
    };
    let names = MethodNames::new(class);
    let methods = class
        .methods
        .iter()
        .enumerate()
        .filter_map(|(index, member)| {
            let mut said = by_method.remove(&index).unwrap_or_default();
            let blocked = is_blocked(&said);
            if !blocked {
                said.extend(of_class.iter().cloned());
            }
            // What a rule says of a method, and what it says of it by the name of a bridge, is one statement.
            said.sort_by_key(|(rule, verdict)| (*rule, !verdict.is_meant()));
            said.dedup_by_key(|(rule, _)| *rule);
            if said.is_empty() {
                return None;
            }
            let method = names.of(index);
            let woven = woven(&method, outcome);
            Some(ExplainedMethod {
                outcome: became(&method, blocked, outcome),
                name: member.name.decode().into_owned(),
                descriptor: member.descriptor.decode().into_owned(),
                added: woven.map_or_else(Vec::new, |woven| woven.added.clone()),
                notes: woven.map_or_else(Vec::new, |woven| woven.notes.iter().cloned().collect()),
                method,
                said,
            })
        });
    methods.collect()
}

fn woven<'o, 'r>(method: &str, outcome: &'o ClassOutcome<'r>) -> Option<&'o WovenMethod<'r>> {
    outcome.woven.iter().find(|woven| woven.method == method)
}

fn became(method: &str, blocked: bool, outcome: &ClassOutcome<'_>) -> MethodOutcome {
    if blocked {
        return MethodOutcome::Blocked;
    }
    if let Some(woven) = woven(method, outcome) {
        return MethodOutcome::Woven(woven.before, woven.after);
    }
    let mut skipped = outcome.skipped.iter();
    match skipped.find(|skipped| skipped.method == method) {
        Some(skipped) => {
            MethodOutcome::Skipped(skipped.refusal.word(), skipped.refusal.to_string())
        }
        None => MethodOutcome::Unmatched,
    }
}
