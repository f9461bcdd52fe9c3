//! Methods as text: instructions with their operands resolved, frames, exception rows and variables.
//!
//! A position that something refers to has a label, so two methods that differ in their offsets alone read the same. Code
//! that no JVM would accept is shown as far as it can be read.

#![cfg_attr(not(test), warn(clippy::indexing_slicing))]

mod constants;
mod labels;
mod listing;
mod names;

pub use listing::method;

use std::fmt::Write as _;
use std::ops::Range;

/// What is shown besides the instructions.
#[derive(Debug, Clone, Copy, Default)]
pub struct Extras {
    /// The operand stack behind each instruction.
    pub stack: bool,
    /// The position of each instruction.
    pub positions: bool,
    /// Where source lines begin.
    pub lines: bool,
}

/// One line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// It stands for what was added to the method.
    pub is_added: bool,
    /// The label of its position.
    pub label: Option<String>,
    /// Its position, where these are asked for.
    pub position: Option<u32>,
    /// An instruction, a frame, a row of a table.
    pub text: String,
    /// The types on the operand stack behind the instruction, the top last; `None` where it is empty or not known.
    pub stack: Option<String>,
}

/// A method as lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    /// The length of the code in bytes.
    pub length: u32,
    /// `max_stack`.
    pub max_stack: u16,
    /// `max_locals`.
    pub max_locals: u16,
    /// The lines, in the order of the code.
    pub lines: Vec<Line>,
}

/// Comments begin in one column, unless what stands before them is longer than this.
const WIDEST: usize = 72;

impl Listing {
    /// What is said of the whole method.
    pub fn head(&self) -> String {
        let Self {
            length,
            max_stack,
            max_locals,
            ..
        } = self;
        format!("{length} bytes, max_stack {max_stack}, max_locals {max_locals}")
    }

    /// The lines with columns aligned; those that were added begin with `+`.
    pub fn rows(&self) -> Vec<String> {
        let width = |text: &dyn Fn(&Line) -> usize| self.lines.iter().map(text).max().unwrap_or(0);
        let labels = width(&|line| line.label.as_ref().map_or(0, String::len));
        let positions = width(&|line| line.position.map_or(0, |at| at.to_string().len()));
        let texts = width(&|line| match (&line.stack, line.text.chars().count()) {
            (Some(_), width @ ..=WIDEST) => width,
            _ => 0,
        });
        let row = |line: &Line| {
            let mut row = String::from(if line.is_added { "+ " } else { "  " });
            let label = line.label.as_deref().unwrap_or_default();
            let _ = write!(row, "{label:labels$}  ");
            if positions > 0 {
                let position = line.position.map(|at| at.to_string()).unwrap_or_default();
                let _ = write!(row, "{position:>positions$}  ");
            }
            match &line.stack {
                Some(stack) => {
                    let _ = write!(row, "{:texts$}  // {stack}", line.text);
                }
                None => row.push_str(&line.text),
            }
            row.truncate(row.trim_end().len());
            row
        };
        self.lines.iter().map(row).collect()
    }
}

/// Positions of the code that were added, sorted.
pub type Added = [Range<u32>];
