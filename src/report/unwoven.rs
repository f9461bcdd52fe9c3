//! The rules that weave nothing, each with the reason, as warnings at the place of the rule.

use std::error::Error;
use std::fmt;

use crate::diagnostic::{self, Diagnostic, Level};
use crate::manifest::{Manifest, MissedUse, RuleUse};
use crate::matcher::Rule;
use crate::model::{Origin, RuleSet};

/// So many causes are named for a rule.
const SHOWN: usize = 3;

/// All rules with their places, in the order in which they are asked and in which manifests list them.
pub fn rules_in_order(rules: &RuleSet) -> impl Iterator<Item = (Rule, &Origin)> {
    let blocks = rules.blocks.iter().enumerate();
    let blocks = blocks.map(|(index, block)| (Rule::Block(index), &block.origin));
    let interceptions = rules.interceptions();
    blocks.chain(interceptions.map(|(_, interception)| (interception.into(), &interception.origin)))
}

/// A warning for each rule that weaves (or blocks) nothing in any of these manifests of one run, in the order of the rules.
///
/// A built-in pack has rules for more libraries than one program uses: it gets one warning if none of its rules weaves anything.
pub fn unwoven<'m>(
    rules: &RuleSet,
    manifests: impl IntoIterator<Item = &'m Manifest>,
) -> Vec<Diagnostic> {
    let mut uses: Vec<RuleUse> = Vec::new();
    for manifest in manifests {
        if uses.is_empty() {
            uses.clone_from(&manifest.rules);
        } else {
            let pairs = uses.iter_mut().zip(&manifest.rules);
            pairs.for_each(|(known, used)| known.merge(used));
        }
    }
    let mut warnings = Vec::new();
    let mut packs: Vec<&str> = Vec::new();
    for (used, (rule, origin)) in uses.iter().zip(rules_in_order(rules)) {
        if used.matches > 0 {
            continue;
        }
        let Some(pack) = origin.pack.as_deref() else {
            warnings.push(warning(rules, rule, origin, used));
            continue;
        };
        let of_pack = |other: &&RuleUse| other.pack == used.pack;
        if !packs.contains(&pack) && uses.iter().filter(of_pack).all(|other| other.matches == 0) {
            let mut whole = RuleUse::default();
            uses.iter().filter(of_pack).for_each(|one| whole.merge(one));
            let verb = if whole.missed.is_empty() {
                "matches"
            } else {
                "weaves"
            };
            let title = format!("no rule of the pack `{pack}` {verb} a method");
            warnings.push(Diagnostic {
                level: Level::Warning,
                title,
                origin: None,
                span: None,
                label: None,
                notes: if whole.missed.is_empty() {
                    Vec::new()
                } else {
                    vec![causes(&whole.missed)]
                },
                help: Vec::new(),
            });
        }
        packs.push(pack);
    }
    warnings
}

/// The warning for one rule.
fn warning(rules: &RuleSet, rule: Rule, origin: &Origin, used: &RuleUse) -> Diagnostic {
    let mut sources = rules.sources.iter();
    // A probe class has no line of text.
    let source = sources.find(|source| source.name == origin.file && !origin.span.is_empty());
    let name = match source {
        Some(_) => format!("`{}`", origin.key),
        None => origin.to_string(),
    };
    let verb = match rule {
        Rule::Block(_) => "blocks",
        Rule::Interception(_) if used.missed.is_empty() => "matches",
        Rule::Interception(_) => "weaves",
    };
    let label = (!used.missed.is_empty()).then(|| causes(&used.missed));
    Diagnostic {
        level: Level::Warning,
        title: format!("the rule {name} {verb} no method"),
        origin: source.map(|source| diagnostic::Origin {
            file: source.path.clone(),
            source: source.text.clone(),
        }),
        span: source.map(|_| origin.span.clone()),
        notes: label
            .clone()
            .filter(|_| source.is_none())
            .into_iter()
            .collect(),
        label,
        help: suggestion(used).into_iter().collect(),
    }
}

/// Why a rule weaves nothing, on one line; `None` where nothing is known about it.
pub fn reason(used: &RuleUse) -> Option<String> {
    if used.missed.is_empty() {
        suggestion(used)
    } else {
        Some(causes(&used.missed))
    }
}

/// What comes near, or what to do instead.
fn suggestion(used: &RuleUse) -> Option<String> {
    let near: Vec<String> = used.nearest.iter().map(|one| format!("`{one}`")).collect();
    match near.as_slice() {
        [] => used.hint.clone(),
        near => Some(format!("the nearest: {}", near.join(", "))),
    }
}

/// `weave.toml:1 block[0]` blocks 3 methods; allow rules never weave constructors (2 methods).
fn causes(missed: &[MissedUse]) -> String {
    let mut texts: Vec<String> = missed.iter().take(SHOWN).map(ToString::to_string).collect();
    if missed.len() > texts.len() {
        texts.push(format!("and {} more", missed.len() - texts.len()));
    }
    texts.join("; ")
}

/// With `--strict`: rules that weave nothing.
#[derive(Debug)]
pub struct Unwoven(pub Vec<Diagnostic>);

impl fmt::Display for Unwoven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let titles: Vec<&str> = self.0.iter().map(|one| one.title.as_str()).collect();
        f.write_str(&titles.join("; "))
    }
}

impl Error for Unwoven {}
