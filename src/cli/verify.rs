//! `weave verify [ORIGINAL] WOVEN`: what a JVM finds.

use std::path::Path;
use std::time::Instant;

use super::args::VerifyArgs;
use super::exit::ExitStatus;
use super::json;
use super::messages::{self, Messages, STATUS, WARNING};
use super::progress::Bar;
use super::summary::{count, number};
use super::weave::failure;
use crate::verify::{self, Finding, Job, Verdict};
use crate::visible::visible;

/// Prints findings to stdout, one a line, and to stderr what was verified.
pub(crate) fn run(args: VerifyArgs) -> ExitStatus {
    let messages = Messages::new(&args.messages);
    let start = Instant::now();
    let (original, woven) = match args.woven {
        Some(woven) => (Some(args.original), woven),
        None => (None, args.original),
    };
    let job = Job {
        original,
        woven,
        class_path: args.class_path,
        jdk: args.jdk,
    };
    let bar = Bar::new(messages.talks());
    let verdict = verify::verify(job, &bar);
    drop(bar);
    let verdict = match verdict {
        Ok(verdict) => verdict,
        Err(error) => return messages.fail(&[failure(&error)]),
    };
    let printed = if messages.is_json() {
        messages::to_stdout(json::verify(&verdict).as_bytes())
    } else {
        let lines: Vec<String> = verdict
            .findings
            .iter()
            .map(|one| line(&verdict, one))
            .collect();
        messages::to_stdout(lines.concat().as_bytes())
    };
    messages.text(&summary(&verdict, start.elapsed().as_secs_f64()));
    if verdict.findings.is_empty() {
        printed
    } else {
        ExitStatus::Failure
    }
}

/// `app.jar!BOOT-INF/lib/h2.jar!org/h2/Driver.class: the field `x: int` was added`.
fn line(verdict: &Verdict, finding: &Finding) -> String {
    format!(
        "{}: {}\n",
        visible(place(&verdict.woven, finding)),
        visible(&finding.message)
    )
}

/// The place of a finding, from the input as it was given.
pub(super) fn place(woven: &Path, finding: &Finding) -> String {
    if woven.is_dir() {
        woven.join(&finding.place).display().to_string()
    } else {
        format!("{}!{}", woven.display(), finding.place)
    }
}

/// `verified out.jar against in.jar on Java 17.0.15: 1,160 classes (1,022 woven, 93 added), no findings, 1.25 s`.
fn summary(verdict: &Verdict, seconds: f64) -> String {
    let counts = &verdict.counts;
    let original = verdict.original.as_ref().map(|path| path.display());
    let against = original.map_or(String::new(), |path| format!(" against {}", visible(path)));
    let mut parts = vec![format!(
        "{} ({} woven, {} added)",
        count(counts.classes, "class", "classes"),
        number(counts.woven),
        number(counts.added)
    )];
    if counts.incomplete > 0 {
        parts.push(format!(
            "{} with missing dependencies",
            number(counts.incomplete)
        ));
    }
    if counts.failed > 0 {
        parts.push(format!("{} that do not link", number(counts.failed)));
    }
    parts.push(match verdict.findings.len() {
        0 => "no findings".to_owned(),
        some => count(some as u64, "finding", "findings"),
    });
    let warning = if counts.woven == 0 {
        format!("{WARNING}warning{WARNING:#}: no class in it is woven\n")
    } else {
        String::new()
    };
    format!(
        "{STATUS}verified{STATUS:#} {}{against} on Java {}: {}, {seconds:.2} s\n{warning}",
        visible(verdict.woven.display()),
        visible(&verdict.java),
        parts.join(", ")
    )
}
