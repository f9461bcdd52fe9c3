//! The answer for people.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::code;
use super::{Answer, classes, places, shown, unresolved};
use crate::cli::summary::count;
use crate::manifest::{RuleUse, Unresolved};
use crate::matcher::{Rule, Verdict};
use crate::model::Origin;
use crate::names::notation;
use crate::report;
use crate::visible::visible;
use crate::weave::{Explained, ExplainedMethod, MethodOutcome, Question};

/// How many elements of a list are shown.
const FEW: usize = 10;

/// The text.
pub(super) fn answer(answer: &Answer) -> String {
    let mut text = match &answer.question {
        Question::Rules => rules(answer),
        Question::Rule(rule) => of_rule(answer, *rule),
        Question::Class(_) => of_class(answer),
    };
    let unresolved = unresolved(answer);
    if !unresolved.is_empty() {
        text.push_str(
            "types not found in the input, the JDK or on --classpath, and the classes of which rules need them:\n",
        );
        let lines = unresolved
            .iter()
            .map(|Unresolved { name, affects }| format!("{name}: {}", few(affects).join(", ")));
        for line in few(&lines.collect::<Vec<_>>()) {
            let _ = writeln!(text, "  {}", visible(line));
        }
    }
    text
}

/// A table of the rules: how many methods each one matches.
fn rules(answer: &Answer) -> String {
    let mut counted: BTreeMap<Rule, [u64; 3]> = BTreeMap::new();
    for method in classes(&answer.outcomes).flat_map(|class| &class.methods) {
        for (rule, verdict) in &method.said {
            if !verdict.is_meant() {
                continue;
            }
            let [taken, woven, calls] = counted.entry(*rule).or_default();
            let is_woven = matches!(method.outcome, MethodOutcome::Woven(..));
            *taken += 1;
            *woven += u64::from(verdict.takes() && is_woven);
            if let Verdict::TakesCalls(sites) = verdict {
                *calls += *sites as u64;
            }
        }
    }
    let rows: Vec<(String, String)> = places(&answer.rules)
        .map(|(rule, origin)| {
            let [taken, woven, calls] = counted.get(&rule).copied().unwrap_or_default();
            let said = match rule {
                _ if taken == 0 => nothing(answer, origin),
                Rule::Block(_) => format!("{} blocked", count(taken, "method", "methods")),
                Rule::Interception(_) => {
                    let calls = match calls {
                        0 => String::new(),
                        calls => format!("{} in ", count(calls, "call", "calls")),
                    };
                    let skipped = match taken - woven {
                        0 => String::new(),
                        skipped => format!(", {skipped} skipped"),
                    };
                    format!(
                        "{calls}{} woven{skipped}",
                        count(woven, "method", "methods")
                    )
                }
            };
            (shown(origin), said)
        })
        .collect();
    let width = rows.iter().map(|(rule, _)| rule.len()).max().unwrap_or(0);
    rows.iter().fold(String::new(), |mut text, (rule, said)| {
        let (rule, said) = (visible(rule).to_string(), visible(said));
        let _ = writeln!(text, "{rule:width$}  {said}");
        text
    })
}

/// The first of a list, and how many more there are.
fn few(all: &[String]) -> Vec<String> {
    let mut shown: Vec<String> = all.iter().take(FEW).cloned().collect();
    if all.len() > shown.len() {
        shown.push(format!("and {} more", all.len() - shown.len()));
    }
    shown
}

/// The answer for a rule that weaves nothing: the reason.
fn nothing(answer: &Answer, origin: &Origin) -> String {
    let name = shown(origin);
    let uses = answer.outcomes.iter().flat_map(|one| &one.manifest.rules);
    let uses: Vec<_> = uses.filter(|one| one.rule == name).collect();
    let mut whole = RuleUse::default();
    uses.into_iter().for_each(|one| whole.merge(one));
    match report::reason(&whole) {
        Some(reason) => format!("nothing; {reason}"),
        None => "nothing".to_owned(),
    }
}

/// The methods that a rule matches, and those that miss one condition.
fn of_rule(answer: &Answer, rule: Rule) -> String {
    let mut text = String::new();
    let mut near: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for class in classes(&answer.outcomes) {
        for method in &class.methods {
            let name = visible_name(class, method);
            for (_, verdict) in method.said.iter().filter(|(one, _)| *one == rule) {
                if verdict.is_meant() {
                    let _ = writeln!(text, "{name}: {}", became(method));
                } else if let Verdict::Method(key) = verdict {
                    near.entry(key).or_default().push(name.clone());
                }
            }
        }
    }
    if text.is_empty() {
        let origin = places(&answer.rules).find(|(one, _)| *one == rule);
        let said = origin.map_or_else(String::new, |(_, origin)| nothing(answer, origin));
        let _ = writeln!(text, "{}", visible(said));
    }
    // Methods of another name are not near. The other conditions are tested after the name.
    near.remove("name");
    for (key, methods) in near {
        let _ = writeln!(
            text,
            "but for `{key}`: {}",
            count(methods.len() as u64, "method", "methods")
        );
        for method in few(&methods) {
            let _ = writeln!(text, "  {method}");
        }
    }
    text
}

/// Each method with the verdict of every rule.
fn of_class(answer: &Answer) -> String {
    let places: BTreeMap<Rule, String> = places(&answer.rules)
        .map(|(rule, origin)| (rule, shown(origin)))
        .collect();
    let width = places.values().map(String::len).max().unwrap_or(0);
    let mut text = String::new();
    let several = classes(&answer.outcomes).count() > 1;
    for class in classes(&answer.outcomes) {
        if class.methods.is_empty() {
            let _ = writeln!(
                text,
                "{}: no rule is asked about its methods",
                visible(&class.class)
            );
        }
        for method in &class.methods {
            let name = visible_name(class, method);
            // The copies of a multi-release archive are told apart.
            let entry = if several {
                format!(" ({})", visible(&class.entry))
            } else {
                String::new()
            };
            let _ = writeln!(text, "{name}{entry}: {}", became(method));
            for (rule, verdict) in &method.said {
                let place = places.get(rule).map_or("", String::as_str);
                let verdict = match (rule, verdict) {
                    (Rule::Block(_), Verdict::Takes) => "blocks it".to_owned(),
                    (_, verdict) => verdict.to_string(),
                };
                let (place, verdict) = (visible(place).to_string(), visible(verdict));
                let _ = writeln!(text, "  {place:width$}  {verdict}");
            }
            for note in &method.notes {
                let _ = writeln!(text, "  note: {}", visible(note));
            }
            if let (Some(extras), Some(files)) = (answer.code, &class.files) {
                text.push_str(&code::text(files, method, extras));
            }
        }
    }
    text
}

fn visible_name(class: &Explained, method: &ExplainedMethod) -> String {
    visible(notation::member(&class.class, &method.method)).to_string()
}

fn became(method: &ExplainedMethod) -> String {
    match &method.outcome {
        MethodOutcome::Woven(before, after) => format!("woven, {before} to {after} bytes of code"),
        MethodOutcome::Blocked => "blocked".to_owned(),
        MethodOutcome::Skipped(_, reason) => format!("skipped, {}", visible(reason)),
        MethodOutcome::Unmatched => "not woven".to_owned(),
    }
}
