//! The answer for tools: one object.

use std::collections::BTreeMap;

use serde::Serialize;

use super::code::{self, CodeObject};
use super::{Answer, places, shown, unresolved};
use crate::cli::json::{SCHEMA, line};
use crate::manifest::Unresolved;
use crate::matcher::{Rule, Verdict};
use crate::model::Unmet;
use crate::weave::{ExplainedMethod, MethodOutcome};

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct AnswerObject<'a> {
    schema: u32,
    rules: Vec<RuleObject>,
    methods: Vec<MethodObject<'a>>,
    /// The types that are not found, where that makes a difference.
    unresolved: Vec<Unresolved>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct RuleObject {
    rule: String,
    kind: &'static str,
    /// Methods that it means.
    matches: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct MethodObject<'a> {
    input: String,
    entry: &'a str,
    class: &'a str,
    /// `find(int)`, as it is written on the command line.
    method: &'a str,
    /// As in the class file.
    descriptor: &'a str,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<[u32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    said: Vec<SaidObject<'a>>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    code: Option<CodeObject>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    notes: &'a [String],
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct SaidObject<'a> {
    rule: &'a str,
    verdict: &'static str,
    /// The condition that is not met.
    #[serde(skip_serializing_if = "Option::is_none")]
    condition: Option<&'static str>,
    text: String,
}

/// The object.
pub(super) fn answer(answer: &Answer) -> String {
    let names: BTreeMap<Rule, String> = places(&answer.rules)
        .map(|(rule, origin)| (rule, shown(origin)))
        .collect();
    let methods = || {
        answer.outcomes.iter().flat_map(|outcome| {
            let classes = outcome.explained.iter();
            classes
                .flat_map(move |class| class.methods.iter().map(move |one| (outcome, class, one)))
        })
    };
    let matches = |rule: Rule| {
        let takes = |method: &&ExplainedMethod| {
            let mut said = method.said.iter();
            said.any(|(one, verdict)| *one == rule && verdict.is_meant())
        };
        methods().map(|(.., method)| method).filter(takes).count()
    };
    line(&AnswerObject {
        schema: SCHEMA,
        rules: places(&answer.rules)
            .map(|(rule, origin)| RuleObject {
                rule: shown(origin),
                kind: match rule {
                    Rule::Block(_) => "block",
                    Rule::Interception(_) if origin.key.starts_with("allow") => "allow",
                    Rule::Interception(_) => "interception",
                },
                matches: matches(rule),
            })
            .collect(),
        methods: methods()
            .map(|(outcome, class, method)| {
                let (word, bytes, reason) = match &method.outcome {
                    MethodOutcome::Woven(before, after) => ("woven", Some([*before, *after]), None),
                    MethodOutcome::Blocked => ("blocked", None, None),
                    MethodOutcome::Skipped(word, _) => ("skipped", None, Some(*word)),
                    MethodOutcome::Unmatched => ("unmatched", None, None),
                };
                MethodObject {
                    input: outcome.input.to_string_lossy().into_owned(),
                    entry: &class.entry,
                    class: &class.class,
                    method: &method.method,
                    descriptor: &method.descriptor,
                    outcome: word,
                    bytes,
                    reason,
                    said: method
                        .said
                        .iter()
                        .map(|(rule, verdict)| said(names.get(rule), verdict))
                        .collect(),
                    code: answer
                        .code
                        .zip(class.files.as_ref())
                        .map(|(extras, files)| code::object(files, method, extras)),
                    notes: &method.notes,
                }
            })
            .collect(),
        unresolved: unresolved(answer),
    })
}

fn said<'a>(rule: Option<&'a String>, verdict: &Verdict) -> SaidObject<'a> {
    SaidObject {
        rule: rule.map_or("", String::as_str),
        verdict: verdict.word(),
        condition: match verdict {
            Verdict::Class(Unmet::Not(key) | Unmet::Unknown(key)) | Verdict::Method(key) => {
                Some(key)
            }
            _ => None,
        },
        text: verdict.to_string(),
    }
}
