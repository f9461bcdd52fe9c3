//! The summary at the end of a run: one block for each input in which something is woven, then the warnings.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use super::messages::{STATUS, WARNING};
use crate::diagnostic::Diagnostic;
use crate::manifest::{Manifest, Unlisted, Unresolved, archive_of};
use crate::names::notation;
use crate::run::{Outcome, OutcomeKind};
use crate::visible::visible;

/// How many lines of a kind are printed without -v.
const FEW: usize = 3;
/// How many warnings are printed without -v.
const SOME: usize = 20;
/// How many probes the first line of a block names without -v.
const PROBES: usize = 4;

/// The text after a run.
pub(crate) struct Summary<'a> {
    pub(crate) outcomes: &'a [Outcome],
    /// A warning for each rule that weaves nothing.
    pub(crate) unwoven: &'a [Diagnostic],
    pub(crate) dry_run: bool,
    pub(crate) verbose: bool,
    pub(crate) elapsed: Duration,
}

/// The line that says which rules a run uses.
pub(crate) fn rules_line(said: &str) -> String {
    format!("{STATUS}rules{STATUS:#}   {}\n", visible(said))
}

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.elapsed.as_secs_f64();
        let is_quiet = |outcome: &&Outcome| self.outcomes.len() > 1 && is_untouched(outcome);
        let untouched = self.outcomes.iter().filter(is_quiet).count();
        for outcome in self.outcomes {
            if !self.verbose && is_quiet(&outcome) {
                continue;
            }
            self.head(f, outcome)?;
            if self.outcomes.len() == 1 {
                write!(f, ", {seconds:.2} s")?;
            }
            writeln!(f)?;
            if self.verbose {
                woven(f, &outcome.manifest)?;
            }
            if self.verbose || outcome.kind != OutcomeKind::AlreadyWoven {
                self.skipped(f, &outcome.manifest)?;
            }
            self.warnings(f, &outcome.manifest.warnings)?;
        }
        if untouched > 0 {
            writeln!(
                f,
                "nothing woven in {} of {}",
                number(untouched as u64),
                count(self.outcomes.len() as u64, "input", "inputs"),
            )?;
        }
        self.unwoven(f)?;
        if self.outcomes.len() > 1 {
            let counts = || self.outcomes.iter().map(|outcome| &outcome.manifest.counts);
            writeln!(
                f,
                "{STATUS}total{STATUS:#}   {}: {} in {}, {seconds:.2} s",
                count(self.outcomes.len() as u64, "input", "inputs"),
                count(counts().map(|c| c.methods_woven).sum(), "method", "methods"),
                count(counts().map(|c| c.classes_woven).sum(), "class", "classes"),
            )?;
        }
        Ok(())
    }
}

impl Summary<'_> {
    /// `woven   shop.jar -> out.jar: 23 methods in 9 classes, 2 probes (jdbc 12, pool 11)`.
    fn head(&self, f: &mut fmt::Formatter<'_>, outcome: &Outcome) -> fmt::Result {
        let word = match outcome.kind {
            OutcomeKind::AlreadyWoven => "copied",
            OutcomeKind::Woven if self.dry_run => "dry run",
            OutcomeKind::Woven => "woven",
        };
        write!(
            f,
            "{STATUS}{word}{STATUS:#}{:width$}{} -> {}: ",
            "",
            visible(outcome.input.display()),
            visible(outcome.output.display()),
            width = 8_usize.saturating_sub(word.len()),
        )?;
        if outcome.kind == OutcomeKind::AlreadyWoven {
            return write!(f, "already woven with these rules");
        }
        let counts = &outcome.manifest.counts;
        write!(
            f,
            "{} in {}",
            count(counts.methods_woven, "method", "methods"),
            count(counts.classes_woven, "class", "classes"),
        )?;
        let mut used: Vec<_> = outcome
            .manifest
            .probes
            .iter()
            .filter(|probe| probe.methods > 0)
            .collect();
        if used.is_empty() {
            return Ok(());
        }
        // The sort is stable: probes with equal numbers stay in the order of the rules.
        used.sort_by_key(|probe| std::cmp::Reverse(probe.methods));
        let shown = if self.verbose { used.len() } else { PROBES };
        let mut names: Vec<String> = used
            .iter()
            .take(shown)
            .map(|probe| format!("{} {}", probe.key, number(probe.methods)))
            .collect();
        if used.len() > shown {
            names.push("…".to_owned());
        }
        write!(
            f,
            ", {} ({})",
            count(used.len() as u64, "probe", "probes"),
            visible(names.join(", "))
        )
    }

    /// What was left as it was: methods by reason, then entries that could not be read.
    fn skipped(&self, f: &mut fmt::Formatter<'_>, manifest: &Manifest) -> fmt::Result {
        let mut reasons: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for skipped in &manifest.skipped {
            let method = notation::member(&skipped.class, &skipped.method);
            let lines = reasons.entry(&skipped.reason).or_default();
            let place = in_archive(skipped.archive.as_deref());
            lines.push(format!("{method}{place}: {}", skipped.detail));
        }
        for (reason, lines) in &reasons {
            let number = count(lines.len() as u64, "method", "methods");
            self.list(f, &format!("skipped {number}, {reason}"), lines)?;
        }
        let entries: Vec<String> = manifest
            .entries
            .iter()
            .map(|skipped| format!("{}: {}", skipped.entry, skipped.reason))
            .collect();
        if !entries.is_empty() {
            let number = count(entries.len() as u64, "entry", "entries");
            self.list(f, &format!("copied {number}, unreadable"), &entries)?;
        }
        self.unresolved(f, manifest)?;
        let counts = &manifest.counts;
        if self.verbose && counts.methods_woven > 0 {
            writeln!(
                f,
                "        grown beyond 35 bytes (inlined when small): {}, beyond 325 bytes (inlined when hot): {}",
                number(counts.over_35),
                number(counts.over_325)
            )?;
        }
        Ok(())
    }

    /// The supertypes that could not be read, with the classes that rules pass over for them.
    fn unresolved(&self, f: &mut fmt::Formatter<'_>, manifest: &Manifest) -> fmt::Result {
        if manifest.unresolved.is_empty() {
            return Ok(());
        }
        let shown = if self.verbose { usize::MAX } else { FEW };
        let line = |unresolved: &Unresolved| {
            let affects = &unresolved.affects;
            let mut names: Vec<&str> = affects.iter().map(String::as_str).take(shown).collect();
            if names.len() < affects.len() {
                names.push("…");
            }
            format!("{}: {}", unresolved.name, names.join(", "))
        };
        let lines: Vec<String> = manifest.unresolved.iter().map(line).collect();
        let number = count(lines.len() as u64, "type", "types");
        let heading = format!(
            "{WARNING}warning{WARNING:#}: {number} not found in the inputs, the JDK or on the class path (--classpath); without them rules do not match"
        );
        self.list(f, &heading, &lines)
    }

    /// A heading and the first few lines below it.
    fn list(&self, f: &mut fmt::Formatter<'_>, heading: &str, lines: &[String]) -> fmt::Result {
        writeln!(f, "        {heading}:")?;
        let shown = if self.verbose { lines.len() } else { FEW };
        for line in lines.iter().take(shown) {
            writeln!(f, "          {}", visible(line))?;
        }
        if let Some(more @ 1..) = lines.len().checked_sub(shown) {
            writeln!(f, "          … and {} more, see -v", number(more as u64))?;
        }
        Ok(())
    }

    fn warnings(&self, f: &mut fmt::Formatter<'_>, warnings: &[String]) -> fmt::Result {
        let shown = if self.verbose { warnings.len() } else { SOME };
        for warning in warnings.iter().take(shown) {
            writeln!(f, "{WARNING}warning{WARNING:#}: {}", visible(warning))?;
        }
        more(f, warnings.len(), shown)
    }

    /// The rules that weave nothing in any of the inputs, in their order.
    fn unwoven(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = if self.verbose {
            self.unwoven.len()
        } else {
            SOME
        };
        for warning in self.unwoven.iter().take(shown) {
            writeln!(f, "{}", warning.render(true).trim_end())?;
        }
        more(f, self.unwoven.len(), shown)
    }
}

/// How many warnings of `all` are not among the first `shown`.
fn more(f: &mut fmt::Formatter<'_>, all: usize, shown: usize) -> fmt::Result {
    match all.checked_sub(shown) {
        Some(more @ 1..) => {
            let more = count(more as u64, "more warning", "more warnings");
            writeln!(f, "{WARNING}warning{WARNING:#}: {more}, see -v")
        }
        _ => Ok(()),
    }
}

/// Nothing was woven, and there is nothing else to report.
fn is_untouched(outcome: &Outcome) -> bool {
    let manifest = &outcome.manifest;
    outcome.kind == OutcomeKind::Woven
        && manifest.counts.classes_woven == 0
        && manifest.skipped.is_empty()
        && manifest.entries.is_empty()
        && manifest.unresolved.is_empty()
        && manifest.warnings.is_empty()
}

/// ` in BOOT-INF/lib/h2.jar`, for what lies in an archive in the input.
fn in_archive(archive: Option<&str>) -> String {
    archive.map_or_else(String::new, |archive| format!(" in {archive}"))
}

/// The woven methods by class, each with its rules.
fn woven(f: &mut fmt::Formatter<'_>, manifest: &Manifest) -> fmt::Result {
    let written = manifest.classes.each(|class| {
        let number = count(class.methods.len() as u64, "method", "methods");
        let place = in_archive(archive_of(&class.entry));
        writeln!(
            f,
            "        {}{}, {number} woven:",
            visible(&class.class),
            visible(place)
        )?;
        for method in &class.methods {
            writeln!(
                f,
                "          {}: {}",
                visible(&method.method),
                visible(&method.rules.join("; "))
            )?;
            for note in &method.notes {
                writeln!(f, "            note: {}", visible(note))?;
            }
        }
        Ok(())
    });
    match written {
        Err(Unlisted::File(error)) => {
            writeln!(
                f,
                "        the list of woven methods cannot be read: {error}"
            )
        }
        Err(Unlisted::Taker(error)) => Err(error),
        Ok(()) => Ok(()),
    }
}

/// `1 class`, `9 classes`, `12,345 classes`.
pub(crate) fn count(value: u64, one: &str, many: &str) -> String {
    let noun = if value == 1 { one } else { many };
    format!("{} {noun}", number(value))
}

/// Thousands apart: `12,345`.
pub(crate) fn number(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
