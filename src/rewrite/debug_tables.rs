//! Line numbers, local variables and type annotations, moved with the code.
//!
//! Inserted code takes the line of the instruction it stands before, the handler of a call that of the call, and the
//! handler of the method its first line. Variables
//! that reach past the end of the code are clipped; a table with positions that are no instructions is left out.

use crate::classfile::ClassError;
use crate::classfile::attribute::{self, RawAttribute};
use crate::classfile::code::{
    LineNumber, NewPc, OldPc, TypeTargets, read_line_numbers, read_local_variables,
    walk_type_annotations,
};

use super::Method;
use super::handlers::Rows;
use super::layout::Layout;

/// The new `info` of a debug attribute, `None` for an attribute of another kind. `handlers` take the line of an old
/// position.
///
/// # Errors
/// The name of an attribute that has to be left out, because it is invalid.
pub(super) fn moved(
    old: &RawAttribute<'_>,
    method: &Method<'_>,
    layout: &Layout,
    rows: &Rows,
    handlers: &[(NewPc, OldPc)],
) -> Result<Option<Vec<u8>>, &'static str> {
    let places = Places {
        end: method.code.end(),
        layout,
        rows,
    };
    let (name, result) = match old.name.0 {
        attribute::LINE_NUMBER_TABLE => {
            ("LineNumberTable", line_numbers(old.info, &places, handlers))
        }
        attribute::LOCAL_VARIABLE_TABLE => {
            ("LocalVariableTable", local_variables(old.info, &places))
        }
        attribute::LOCAL_VARIABLE_TYPE_TABLE => {
            ("LocalVariableTypeTable", local_variables(old.info, &places))
        }
        attribute::VISIBLE_TYPE_ANNOTATIONS => (
            "RuntimeVisibleTypeAnnotations",
            walk_type_annotations(old.info, &places),
        ),
        attribute::INVISIBLE_TYPE_ANNOTATIONS => (
            "RuntimeInvisibleTypeAnnotations",
            walk_type_annotations(old.info, &places),
        ),
        _ => return Ok(None),
    };
    result.map(Some).map_err(|_| name)
}

struct Places<'a> {
    end: OldPc,
    layout: &'a Layout,
    rows: &'a Rows,
}

const TOO_FAR: ClassError = ClassError::Malformed("a position over 65,535");

impl Places<'_> {
    /// Where an entry starts: our entry code belongs to what starts with the method.
    fn start(&self, pc: OldPc) -> Result<u16, ClassError> {
        if pc.0 == 0 {
            Ok(0)
        } else {
            short(self.layout.before(pc, "debug position")?)
        }
    }
}

fn short(pc: NewPc) -> Result<u16, ClassError> {
    u16::try_from(pc.0).map_err(|_| TOO_FAR)
}

impl TypeTargets for Places<'_> {
    fn offset(&self, pc: OldPc) -> Result<u16, ClassError> {
        short(self.layout.at(pc, "type annotation")?)
    }

    fn range(&self, start: OldPc, length: u16) -> Result<(u16, u16), ClassError> {
        let end = OldPc((start.0 + u32::from(length)).min(self.end.0));
        let from = self.start(start.min(end))?;
        let to = short(self.layout.before(end, "debug position")?)?;
        Ok((from, to.saturating_sub(from)))
    }

    fn row(&self, index: u16) -> u16 {
        self.rows.moved(index)
    }
}

fn line_numbers(
    info: &[u8],
    places: &Places<'_>,
    handlers: &[(NewPc, OldPc)],
) -> Result<Vec<u8>, ClassError> {
    let lines = read_line_numbers(info)?;
    let by_position = Lines::new(lines.clone());
    let handlers = handlers
        .iter()
        .filter_map(|&(pc, like)| Some((pc, by_position.at(like)?)));
    let handlers: Vec<(NewPc, u16)> = handlers.collect();
    let count = u16::try_from(lines.len() + handlers.len()).map_err(|_| TOO_FAR)?;
    let mut out = Vec::with_capacity(info.len() + 4 * handlers.len());
    out.extend(count.to_be_bytes());
    for line in &lines {
        out.extend(places.start(line.start_pc)?.to_be_bytes());
        out.extend(line.line_number.to_be_bytes());
    }
    for (pc, line_number) in handlers {
        out.extend(short(pc)?.to_be_bytes());
        out.extend(line_number.to_be_bytes());
    }
    Ok(out)
}

/// The entries of line number tables, by position.
pub(super) struct Lines(Vec<LineNumber>);

impl Lines {
    pub(super) fn new(mut entries: Vec<LineNumber>) -> Self {
        entries.sort_by_key(|line| line.start_pc);
        Self(entries)
    }

    /// The line at `pc`: that of the nearest entry before it, or else of the first; of two at one position the last counts.
    pub(super) fn at(&self, pc: OldPc) -> Option<u16> {
        let before = self.0.partition_point(|line| line.start_pc <= pc);
        let entry = self.0.get(before.saturating_sub(1));
        entry.map(|line| line.line_number)
    }
}

/// `LocalVariableTable` and `LocalVariableTypeTable` have the same shape.
fn local_variables(info: &[u8], places: &Places<'_>) -> Result<Vec<u8>, ClassError> {
    let variables = read_local_variables(info)?;
    let mut out = Vec::with_capacity(info.len());
    out.extend(
        u16::try_from(variables.len())
            .map_err(|_| TOO_FAR)?
            .to_be_bytes(),
    );
    for variable in &variables {
        let (start, length) = places.range(variable.start_pc, variable.length)?;
        for value in [
            start,
            length,
            variable.name_index,
            variable.type_index,
            variable.index,
        ] {
            out.extend(value.to_be_bytes());
        }
    }
    Ok(out)
}
