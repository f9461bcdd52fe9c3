//! A method line by line.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::classfile::attribute::{
    self, BOOTSTRAP_METHODS, LINE_NUMBER_TABLE, LOCAL_VARIABLE_TABLE,
};
use crate::classfile::code::opcode::{Layout, ends_flow, op, row};
use crate::classfile::code::{
    Code, FrameReader, Initial, Instruction, LineNumber, LocalVariable, Operands, Switch,
    VerificationType, each_type, instructions, read_line_numbers, read_local_variables,
};
use crate::classfile::{
    ClassError, ClassFile, Cursor, Member, Mutf8, access, read_bootstrap_methods,
};

use super::constants::Constants;
use super::labels::{Labels, end_of};
use super::names::{class_name, first, last, short, shown, slot, type_name, verification_type};
use super::{Added, Extras, Line, Listing};

/// The code of `member`. The lines of what lies in `added` are marked.
///
/// # Errors
/// A method without code, and code of which the instructions cannot be told apart.
pub fn method(
    class: &ClassFile<'_>,
    member: &Member<'_>,
    added: &Added,
    extras: Extras,
) -> Result<Listing, ClassError> {
    const NO_CODE: ClassError = ClassError::Malformed("the method has no code");
    let info = member.code().ok_or(NO_CODE)?.info;
    let code = Code::read(info, &class.pool)?;
    let instructions = instructions(code.bytes)?;
    let is_static = member.access_flags & access::STATIC != 0;
    let is_constructor = member.name.0 == b"<init>";
    let initial = Initial::new(class.name, member.descriptor, is_static, is_constructor)?;
    let variables: Vec<LocalVariable> = table(&code, LOCAL_VARIABLE_TABLE, read_local_variables);
    let bootstraps = class
        .attributes
        .iter()
        .find(|one| one.name.0 == BOOTSTRAP_METHODS)
        .and_then(|one| read_bootstrap_methods(one.info).ok());
    let mut printer = Printer {
        labels: Labels::new(&code, &instructions, &variables)?,
        constants: Constants {
            pool: &class.pool,
            bootstraps: bootstraps.unwrap_or_default(),
        },
        code: &code,
        initial: &initial,
        added,
        extras,
        lines: Vec::new(),
    };
    let framed = class.has_frames();
    let stacks = if extras.stack {
        printer.stacks(&instructions, framed)
    } else {
        BTreeMap::new()
    };
    printer.instructions(&instructions, framed, &stacks);
    printer.exception_rows();
    printer.variables(&variables);
    Ok(Listing {
        length: code.end().0,
        max_stack: code.max_stack,
        max_locals: code.max_locals,
        lines: printer.lines,
    })
}

/// What the attributes of this name hold; one that cannot be read holds nothing.
fn table<T>(
    code: &Code<'_>,
    name: &[u8],
    read: impl Fn(&[u8]) -> Result<Vec<T>, ClassError>,
) -> Vec<T> {
    let tables = code.attributes.iter().filter(|one| one.name.0 == name);
    tables
        .filter_map(|one| read(one.info).ok())
        .flatten()
        .collect()
}

struct Printer<'p, 'a> {
    labels: Labels,
    constants: Constants<'p, 'a>,
    code: &'p Code<'a>,
    initial: &'p Initial<'p>,
    added: &'p Added,
    extras: Extras,
    lines: Vec<Line>,
}

impl Printer<'_, '_> {
    /// A line that stands at no position.
    fn line(&mut self, is_added: bool, text: String) {
        self.lines.push(Line {
            is_added,
            label: None,
            position: None,
            text,
            stack: None,
        });
    }

    /// True for positions in the code that was added.
    fn is_added(&self, pc: u32) -> bool {
        let before = self.added.partition_point(|range| range.start <= pc);
        let range = before.checked_sub(1).and_then(|at| self.added.get(at));
        range.is_some_and(|range| range.contains(&pc))
    }

    /// True for positions in what was added behind all code: handlers. A frame or handler elsewhere was there before, even
    /// if added code stands at its position now.
    fn is_handler(&self, pc: u32) -> bool {
        let tail = self.added.last();
        tail.is_some_and(|tail| tail.end == self.code.end().0 && tail.contains(&pc))
    }

    /// The operand stack behind instructions, by index; an empty one is left out.
    fn stacks(&self, instructions: &[Instruction], framed: bool) -> BTreeMap<usize, String> {
        let mut stacks = BTreeMap::new();
        let (code, pool) = (self.code, self.constants.pool);
        // A table that cannot be read leaves the rest without comments.
        let _ = each_type(
            code,
            instructions,
            pool,
            self.initial,
            framed,
            |index, types| {
                let Some(before) = index.checked_sub(1) else {
                    return;
                };
                let falls_through = instructions
                    .get(before)
                    .is_some_and(|one| !ends_flow(one.plain_opcode(code.bytes)));
                if falls_through && types.depth() > 0 {
                    let top = (1..=types.depth().min(2 * super::names::MANY)).rev();
                    let names: Vec<String> = top
                        .filter_map(|below_top| types.below_top(below_top))
                        .filter_map(|one| slot(one, code.bytes, pool))
                        .collect();
                    stacks.insert(before, last(&names));
                }
            },
        );
        stacks
    }

    fn instructions(
        &mut self,
        instructions: &[Instruction],
        framed: bool,
        stacks: &BTreeMap<usize, String>,
    ) {
        let frames = self.frames(framed);
        let mut frames = frames.iter().peekable();
        let mut sources: Vec<LineNumber> = if self.extras.lines {
            table(self.code, LINE_NUMBER_TABLE, read_line_numbers)
        } else {
            Vec::new()
        };
        sources.sort_by_key(|source| source.start_pc);
        let mut sources = sources.iter().peekable();
        for (index, instruction) in instructions.iter().enumerate() {
            let pc = instruction.pc.0;
            let start = self.lines.len();
            while let Some(source) = sources.next_if(|source| source.start_pc.0 <= pc) {
                self.line(self.is_handler(pc), format!("line {}", source.line_number));
            }
            while let Some((_, text)) = frames.next_if(|(at, _)| *at <= pc) {
                self.line(self.is_handler(pc), text.clone());
            }
            let mut texts = self.instruction(instruction).into_iter();
            self.lines.push(Line {
                is_added: self.is_added(pc),
                label: None,
                position: self.extras.positions.then_some(pc),
                text: texts.next().unwrap_or_default(),
                stack: stacks.get(&index).cloned(),
            });
            for text in texts {
                self.line(self.is_added(pc), format!("  {text}"));
            }
            if let Some(line) = self.lines.get_mut(start) {
                line.label = self.labels.at(pc);
            }
        }
        if let Some(label) = self.labels.at(self.code.end().0) {
            self.line(false, String::new());
            if let Some(line) = self.lines.last_mut() {
                line.label = Some(label);
            }
        }
    }

    /// The instruction, and lines that belong to it.
    fn instruction(&self, instruction: &Instruction) -> Vec<String> {
        let bytes = self.code.bytes;
        let opcode = instruction.plain_opcode(bytes);
        let name = match opcode {
            op::return_ => "return",
            opcode => row(opcode).name,
        };
        let name = if instruction.opcode == op::wide {
            format!("wide {name}")
        } else {
            name.to_owned()
        };
        let index = instruction.pool_index(bytes);
        let first_byte = bytes.get(instruction.pc.0 as usize + 1).copied();
        let byte = first_byte.unwrap_or_default();
        let mut more = Vec::new();
        let operand = match row(opcode).layout {
            Layout::None | Layout::Undefined | Layout::Wide => String::new(),
            Layout::Local => self.local(instruction).to_string(),
            Layout::Iinc => format!(
                "{} {}",
                self.local(instruction),
                self.increment(instruction)
            ),
            Layout::U1 if opcode == op::bipush => byte.cast_signed().to_string(),
            Layout::U1 if opcode == op::newarray => array_type(byte),
            Layout::U1 => {
                more = self.constants.linkage(u16::from(byte));
                self.constants.loaded(u16::from(byte))
            }
            Layout::U2 if opcode == op::sipush => index.cast_signed().to_string(),
            Layout::U2 if matches!(opcode, op::ldc_w | op::ldc2_w) => {
                more = self.constants.linkage(index);
                self.constants.loaded(index)
            }
            Layout::U2 => self.constants.text(index),
            Layout::U3 => {
                let dimensions = bytes.get(instruction.pc.0 as usize + 3);
                let dimensions = dimensions.copied().unwrap_or_default();
                format!("{}, {dimensions} dimensions", self.constants.text(index))
            }
            Layout::U4 => {
                if opcode == op::invokedynamic {
                    more = self.constants.linkage(index);
                }
                self.constants.text(index)
            }
            Layout::Branch16 | Layout::Branch32 | Layout::TableSwitch | Layout::LookupSwitch => {
                match instruction.operands(bytes) {
                    Ok(Operands::Branch(target)) => self.labels.name(target),
                    Ok(Operands::Switch(switch)) => {
                        more = self.cases(&switch);
                        String::new()
                    }
                    _ => String::new(),
                }
            }
        };
        more.insert(
            0,
            format!("{name:MNEMONIC$} {operand}").trim_end().to_owned(),
        );
        more
    }

    fn local(&self, instruction: &Instruction) -> u16 {
        instruction.local(self.code.bytes).unwrap_or_default()
    }

    fn increment(&self, instruction: &Instruction) -> i16 {
        let at = instruction.pc.0 as usize + 2;
        if instruction.opcode == op::wide {
            Cursor::at(self.code.bytes, at + 2).i2().unwrap_or_default()
        } else {
            let amount = self.code.bytes.get(at).copied().unwrap_or_default();
            i16::from(amount.cast_signed())
        }
    }

    fn cases(&self, switch: &Switch) -> Vec<String> {
        let cases = switch.cases.iter();
        let cases = cases.map(|&(value, target)| format!("{value}: {}", self.labels.name(target)));
        let default = format!("default: {}", self.labels.name(switch.default));
        cases.chain([default]).collect()
    }

    /// The texts of the frames with their positions; those of a table that cannot be read are not shown.
    fn frames(&self, framed: bool) -> Vec<(u32, String)> {
        let mut tables = self.code.attributes.iter();
        let table = tables.find(|one| framed && one.name.0 == attribute::STACK_MAP_TABLE);
        let frames = table.map(|one| self.frames_of(one.info));
        frames.and_then(Result::ok).unwrap_or_default()
    }

    fn frames_of(&self, table: &[u8]) -> Result<Vec<(u32, String)>, ClassError> {
        let names =
            |types: &[VerificationType]| first(types.iter().map(|&one| self.type_of_frame(one)));
        let mut frames = FrameReader::new(table, &self.initial.locals)?;
        let mut texts = Vec::new();
        // Many frames may repeat many locals: their names are written again only where they changed.
        let mut locals = names(frames.locals());
        let mut count = frames.locals().len();
        while frames.advance()? {
            if frames.kept().0 != count || frames.locals().len() != count {
                count = frames.locals().len();
                locals = names(frames.locals());
            }
            let mut text = format!("frame ({locals})");
            if !frames.stack().is_empty() {
                let _ = write!(text, " stack ({})", names(frames.stack()));
            }
            texts.push((frames.pc(), text));
        }
        Ok(texts)
    }

    fn type_of_frame(&self, one: VerificationType) -> String {
        if let VerificationType::Passed(index) = one
            && let Some(class) = self.initial.classes.get(usize::from(index))
        {
            return short(&class_name(Mutf8(class)));
        }
        verification_type(one, self.code.bytes, self.constants.pool)
    }

    fn exception_rows(&mut self) {
        for row in &self.code.exception_table {
            let caught = match row.catch_type {
                0 => "any".to_owned(),
                index => self.constants.text(index),
            };
            let [start, end, handler] =
                [row.start_pc, row.end_pc, row.handler_pc].map(|pc| self.labels.name(pc));
            let text = format!("catch {caught}: {start} to {end}, handler {handler}");
            self.line(self.is_handler(row.handler_pc.0), text);
        }
    }

    fn variables(&mut self, variables: &[LocalVariable]) {
        for variable in variables {
            let pool = self.constants.pool;
            let name = match (
                pool.utf8(variable.name_index),
                pool.utf8(variable.type_index),
            ) {
                (Ok(name), Ok(descriptor)) => {
                    format!(
                        "{}: {}",
                        shown(&name.decode()),
                        type_name(&descriptor.decode())
                    )
                }
                _ => format!("#{}: #{}", variable.name_index, variable.type_index),
            };
            let start = self.labels.name(variable.start_pc);
            let end = self.labels.name(end_of(variable));
            let text = format!("local {} {name}: {start} to {end}", variable.index);
            self.line(false, text);
        }
    }
}

/// `invokeinterface` is the longest mnemonic.
const MNEMONIC: usize = 15;

/// The type that `newarray` takes (JVMS table 6.5.newarray-A).
fn array_type(code: u8) -> String {
    const TYPES: [&str; 8] = [
        "boolean", "char", "float", "double", "byte", "short", "int", "long",
    ];
    let known = code
        .checked_sub(4)
        .and_then(|at| TYPES.get(usize::from(at)));
    known.map_or_else(|| format!("#{code}"), |&name| name.to_owned())
}
