//! `--code`: a method before and after weaving.

use std::fmt::Write as _;

use serde::Serialize;

use crate::classfile::{ClassError, ClassFile};
use crate::cli::args::CodeExtra;
use crate::cli::messages::{ADDED, HELP};
use crate::print::{self, Added, Extras, Line, Listing};
use crate::weave::{BeforeAfter, ExplainedMethod, MethodOutcome};

/// What was asked for on the command line.
pub(super) fn extras(asked: &[CodeExtra]) -> Extras {
    Extras {
        stack: asked.contains(&CodeExtra::Stack),
        positions: asked.contains(&CodeExtra::Positions),
        lines: asked.contains(&CodeExtra::Lines),
    }
}

/// The listings for people.
pub(super) fn text(files: &BeforeAfter, method: &ExplainedMethod, extras: Extras) -> String {
    let mut text = String::new();
    for (title, listing) in listings(files, method, extras) {
        match listing {
            Ok(listing) => {
                let head = listing.head();
                let _ = writeln!(text, "  {HELP}{title}{HELP:#}: {head}");
                for row in listing.rows() {
                    let _ = match row.strip_prefix('+') {
                        Some(row) => writeln!(text, "  {ADDED}+{row}{ADDED:#}"),
                        None => writeln!(text, "{}", format!("  {row}").trim_end()),
                    };
                }
            }
            Err(error) => {
                let _ = writeln!(text, "  {HELP}{title}{HELP:#}: {error}");
            }
        }
    }
    text
}

/// The listings for tools: what cannot be read is not there.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct CodeObject {
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<ListingObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<ListingObject>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct ListingObject {
    bytes: u32,
    max_stack: u16,
    max_locals: u16,
    lines: Vec<LineObject>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct LineObject {
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<u32>,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    stack: Option<String>,
    added: bool,
}

impl From<Line> for LineObject {
    fn from(line: Line) -> Self {
        Self {
            label: line.label,
            position: line.position,
            text: line.text,
            stack: line.stack,
            added: line.is_added,
        }
    }
}

/// The listings as an object.
pub(super) fn object(files: &BeforeAfter, method: &ExplainedMethod, extras: Extras) -> CodeObject {
    let lines = |listing: Listing| ListingObject {
        bytes: listing.length,
        max_stack: listing.max_stack,
        max_locals: listing.max_locals,
        lines: listing.lines.into_iter().map(LineObject::from).collect(),
    };
    let mut object = CodeObject {
        before: None,
        after: None,
    };
    for (title, listing) in listings(files, method, extras) {
        let lines = listing.ok().map(lines);
        if title == BEFORE {
            object.before = lines;
        } else {
            object.after = lines;
        }
    }
    object
}

const BEFORE: &str = "before";
const AFTER: &str = "after";

/// Before, and where the method was woven, after.
fn listings(
    files: &BeforeAfter,
    method: &ExplainedMethod,
    extras: Extras,
) -> Vec<(&'static str, Result<Listing, ClassError>)> {
    let mut all = vec![(BEFORE, listing(&files.before, method, &[], extras))];
    if let (MethodOutcome::Woven(..), Some(after)) = (&method.outcome, &files.after) {
        all.push((AFTER, listing(after, method, &method.added, extras)));
    }
    all
}

fn listing(
    file: &[u8],
    method: &ExplainedMethod,
    added: &Added,
    extras: Extras,
) -> Result<Listing, ClassError> {
    let class = ClassFile::read(file)?;
    let mut members = class.methods.iter();
    let member = members.find(|one| {
        one.name.decode() == method.name && one.descriptor.decode() == method.descriptor
    });
    let gone = ClassError::Malformed("the method does not exist");
    print::method(&class, member.ok_or(gone)?, added, extras)
}
