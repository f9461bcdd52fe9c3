//! The texts of templates, put together as javac would: HotSpot makes one string of such a chain, without what is in between.

use crate::model::{Part, Template, Value, ValuePath};
use crate::names::Kind;
use crate::shim;

use super::actions::Body;
use super::error::GenerateError;

const BUILDER: &str = "java/lang/StringBuilder";
/// How much more is kept of the text of a value that is to be redacted: a match may begin before the cut and end behind it.
const REDACTED_MORE: u32 = 1 << 16;

/// A part that is ready to be appended.
enum Piece<'t> {
    Literal(&'t str),
    /// A text in a local.
    Text(u16),
    /// A value of a primitive type in a local.
    Primitive(Kind, u16),
}

impl Piece<'_> {
    /// How long it can be, in characters; `None` where nobody knows.
    fn longest(&self) -> Option<usize> {
        match self {
            Self::Literal(text) => Some(text.encode_utf16().count()),
            Self::Text(_) => None,
            Self::Primitive(kind, _) => Some(match kind {
                Kind::Int(b'Z') => "false".len(),
                Kind::Int(b'C') => 1,
                Kind::Int(_) => "-2147483648".len(),
                Kind::Long => "-9223372036854775808".len(),
                // Sign, 17 digits, a point, `E-324`.
                _ => 24,
            }),
        }
    }
}

impl Body<'_, '_> {
    /// Pushes the text of a template.
    pub(super) fn text(&mut self, template: &Template) -> Result<(), GenerateError> {
        let max = i32::try_from(template.max_length).unwrap_or(i32::MAX);
        let pieces = self.pieces(template)?;
        match pieces.as_slice() {
            [Piece::Literal(only)] => self.code.string(self.pool, Some(only))?,
            [Piece::Text(only)] => self.code.load(Kind::Reference, *only),
            all => self.append(all)?,
        }
        if let [first @ .., last] = template.redact.as_slice() {
            for redact in first {
                self.redacted(i32::MAX, redact)?;
            }
            return self.redacted(max, last);
        }
        let longest: Option<usize> = pieces.iter().map(Piece::longest).sum();
        if longest.is_none_or(|longest| longest > template.max_length as usize) {
            self.code.int(self.pool, max)?;
            self.call(shim::CUT)?;
        }
        Ok(())
    }

    /// Blanks what matches in the text on the stack, and cuts it.
    fn redacted(&mut self, max: i32, redact: &str) -> Result<(), GenerateError> {
        self.code.int(self.pool, max)?;
        self.code.string(self.pool, Some(redact))?;
        self.call(shim::REDACTED)
    }

    /// Pushes the name of a control object. It is in one event with what another interception of the probe blanks.
    pub(super) fn object_name(&mut self, template: &Template) -> Result<(), GenerateError> {
        self.text(&template.redacted_by(&self.redacts))
    }

    /// The parts, in their order. What code of the application shows comes first: nothing may stand between the calls of the builder.
    fn pieces<'t>(&mut self, template: &'t Template) -> Result<Vec<Piece<'t>>, GenerateError> {
        // One character more than is shown, so that the end sees that something is missing.
        let limit = template.max_length.saturating_add(1);
        let limit = if template.redact.is_empty() {
            limit
        } else {
            limit.saturating_add(REDACTED_MORE)
        };
        let limit = i32::try_from(limit).unwrap_or(i32::MAX);
        let mut pieces = Vec::with_capacity(template.parts.len());
        for part in &template.parts {
            match part {
                Part::Literal(text) => pieces.push(Piece::Literal(text)),
                Part::Value(path) if path.root == Value::Arguments => {
                    let first = pieces.len();
                    for argument in self.arguments() {
                        if pieces.len() > first {
                            pieces.push(Piece::Literal(", "));
                        }
                        pieces.push(self.piece(&argument.into(), limit)?);
                    }
                    if pieces.len() == first {
                        pieces.push(Piece::Literal(""));
                    }
                }
                Part::Value(path) => pieces.push(self.piece(path, limit)?),
            }
        }
        Ok(pieces)
    }

    /// What a path leads to, in a local; of a text at most `limit` characters.
    fn piece<'t>(&mut self, path: &ValuePath, limit: i32) -> Result<Piece<'t>, GenerateError> {
        let kind = self.load_end(path, shim::READ)?;
        if kind == Kind::Reference {
            self.code.int(self.pool, limit)?;
            self.call(shim::SHOWN)?;
        }
        let local = self.code.fresh_local(kind);
        self.code.store(kind, local);
        Ok(match kind {
            Kind::Reference => Piece::Text(local),
            _ => Piece::Primitive(kind, local),
        })
    }

    /// Pushes all of them in one string.
    fn append(&mut self, pieces: &[Piece<'_>]) -> Result<(), GenerateError> {
        self.code.instance(self.pool, BUILDER)?;
        for piece in pieces {
            let appended = match *piece {
                Piece::Literal(text) => {
                    self.code.string(self.pool, Some(text))?;
                    "Ljava/lang/String;"
                }
                Piece::Text(local) => {
                    self.code.load(Kind::Reference, local);
                    "Ljava/lang/String;"
                }
                Piece::Primitive(kind, local) => {
                    self.code.load(kind, local);
                    appended(kind)
                }
            };
            let descriptor = format!("({appended})L{BUILDER};");
            self.code
                .invokevirtual(self.pool, BUILDER, "append", &descriptor)?;
        }
        self.code
            .invokevirtual(self.pool, BUILDER, "toString", "()Ljava/lang/String;")
    }
}

/// What a value of this kind is appended as.
fn appended(kind: Kind) -> &'static str {
    match kind {
        Kind::Int(b'Z') => "Z",
        Kind::Int(b'C') => "C",
        Kind::Int(_) => "I",
        Kind::Long => "J",
        Kind::Float => "F",
        Kind::Double => "D",
        Kind::Reference => "Ljava/lang/Object;",
    }
}
