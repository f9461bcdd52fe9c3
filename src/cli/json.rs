//! What `--message-format json` prints: one object a line, each with the number of its schema.

use std::path::Path;

use serde::Serialize;

use super::messages::Failure;
use super::verify::place;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::Level;
use crate::manifest::{Counts, ProbeUse, RuleUse, Skipped, SkippedEntry, Unresolved};
use crate::model::RuleSet;
use crate::run::{Outcome, OutcomeKind};
use crate::verify::Verdict;
use crate::visible;

/// The number of the schema of all objects.
pub(super) const SCHEMA: u32 = 1;

/// What a good run prints on stdout.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct RunObject<'a> {
    schema: u32,
    dry_run: bool,
    archives: Vec<OutcomeObject<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct OutcomeObject<'a> {
    input: String,
    output: String,
    outcome: &'static str,
    counts: &'a Counts,
    probes: &'a [ProbeUse],
    skipped: &'a [Skipped],
    entries: &'a [SkippedEntry],
    rules: &'a [RuleUse],
    unresolved: &'a [Unresolved],
    warnings: &'a [String],
}

/// What a good check prints on stdout.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct CheckObject<'a> {
    schema: u32,
    files: Vec<FileObject<'a>>,
    probes: Vec<ProbeObject<'a>>,
    blocks: usize,
    allows: usize,
    warnings: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct FileObject<'a> {
    path: &'a str,
    sha256: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct ProbeObject<'a> {
    key: &'a str,
    name: &'a str,
    interceptions: usize,
}

/// What a verification prints on stdout, with and without findings.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct VerifyObject<'a> {
    schema: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    original: Option<String>,
    woven: String,
    java: &'a str,
    counts: VerifyCounts,
    findings: Vec<VerifyFinding<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct VerifyCounts {
    classes: u64,
    woven: u64,
    added: u64,
    linked: u64,
    incomplete: u64,
    failed: u64,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct VerifyFinding<'a> {
    place: String,
    kind: &'a str,
    message: &'a str,
}

/// An error or warning, on stderr.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct FindingObject<'a> {
    schema: u32,
    level: &'static str,
    message: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    help: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<Place<'a>>,
}

/// Where in a rules file; line and column count from 1, the column in characters.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Place<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'a str>,
}

/// The object for a good run.
pub(crate) fn run(outcomes: &[Outcome], dry_run: bool) -> String {
    line(&RunObject {
        schema: SCHEMA,
        dry_run,
        archives: outcomes.iter().map(outcome).collect(),
    })
}

/// The object for rules that are right.
pub(crate) fn check(rules: &RuleSet) -> String {
    line(&CheckObject {
        schema: SCHEMA,
        files: (rules.sources.iter())
            .map(|source| FileObject {
                path: &source.path,
                sha256: &source.sha256,
            })
            .collect(),
        probes: (rules.probes.iter())
            .map(|probe| ProbeObject {
                key: &probe.key,
                name: &probe.name,
                interceptions: probe.interceptions.len(),
            })
            .collect(),
        blocks: rules.blocks.len(),
        allows: rules.allows.len(),
        warnings: rules.warnings.len(),
    })
}

/// The object for a verification.
pub(crate) fn verify(verdict: &Verdict) -> String {
    let counts = &verdict.counts;
    line(&VerifyObject {
        schema: SCHEMA,
        original: verdict.original.as_deref().map(shown),
        woven: shown(&verdict.woven),
        java: &verdict.java,
        counts: VerifyCounts {
            classes: counts.classes,
            woven: counts.woven,
            added: counts.added,
            linked: counts.linked,
            incomplete: counts.incomplete,
            failed: counts.failed,
        },
        findings: (verdict.findings.iter())
            .map(|finding| VerifyFinding {
                place: place(&verdict.woven, finding),
                kind: &finding.kind,
                message: &finding.message,
            })
            .collect(),
    })
}

/// The object for what stopped the run.
pub(crate) fn failure(failure: &Failure) -> String {
    line(&FindingObject {
        schema: SCHEMA,
        level: "error",
        message: &failure.text,
        help: failure.help.as_deref().into_iter().collect(),
        place: None,
    })
}

/// The object for a finding in the rules.
pub(crate) fn diagnostic(diagnostic: &Diagnostic) -> String {
    let place = diagnostic.origin.as_ref().map(|origin| {
        let at = diagnostic.span.as_ref().map_or(0, |span| span.start);
        let before = origin.source.get(..at).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Place {
            file: &origin.file,
            line: before.matches('\n').count() + 1,
            column: before.get(line_start..).unwrap_or_default().chars().count() + 1,
            label: diagnostic.label.as_deref(),
        }
    });
    line(&FindingObject {
        schema: SCHEMA,
        level: match diagnostic.level {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note => "note",
        },
        message: &diagnostic.title,
        help: diagnostic.help.iter().map(String::as_str).collect(),
        place,
    })
}

fn outcome(outcome: &Outcome) -> OutcomeObject<'_> {
    OutcomeObject {
        input: shown(&outcome.input),
        output: shown(&outcome.output),
        outcome: match outcome.kind {
            OutcomeKind::Woven => "woven",
            OutcomeKind::AlreadyWoven => "already-woven",
        },
        counts: &outcome.manifest.counts,
        probes: &outcome.manifest.probes,
        skipped: &outcome.manifest.skipped,
        entries: &outcome.manifest.entries,
        rules: &outcome.manifest.rules,
        unresolved: &outcome.manifest.unresolved,
        warnings: &outcome.manifest.warnings,
    }
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

pub(super) fn line(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string(value)
        .expect("these types have string keys only and no serializer of their own that fails");
    text.push('\n');
    visible::json(&text)
}
