//! `${…}` templates.

use std::ops::Range;

use super::path::{self, ValuePath};

/// A part of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// As it stands.
    Literal(String),
    /// The text of a value, or of what is reached from it.
    Value(ValuePath),
}

/// A text with values in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    /// The parts in order.
    pub parts: Vec<Part>,
    /// The longest text, in characters.
    pub max_length: u32,
    /// `java.util.regex` patterns whose matches are blanked, one after the other.
    pub redact: Vec<String>,
}

impl Template {
    /// The same with the patterns of others behind its own.
    #[must_use]
    pub fn redacted_by(&self, others: &[&str]) -> Self {
        let mut template = self.clone();
        for other in others {
            if !template.redact.iter().any(|known| known == other) {
                template.redact.push((*other).to_owned());
            }
        }
        template
    }

    /// Every value in it.
    pub(super) fn each_path(&self, see: &mut impl FnMut(&ValuePath)) {
        for part in &self.parts {
            if let Part::Value(path) = part {
                see(path);
            }
        }
    }
}

/// What is wrong with a template, and where in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateError {
    /// Bytes of the template.
    pub span: Range<usize>,
    /// What is wrong.
    pub title: String,
    /// What would be right.
    pub label: String,
}

/// The parts of a template, with their places in it; `$$` is a dollar sign.
///
/// # Errors
/// What is wrong, and where.
pub fn parse_template(text: &str) -> Result<Vec<(Part, Range<usize>)>, TemplateError> {
    let mut parts = Vec::new();
    let mut literal = String::new();
    let mut at = 0;
    while let Some(found) = text[at..].find('$') {
        literal.push_str(&text[at..at + found]);
        let dollar = at + found;
        let rest = &text[dollar + 1..];
        if rest.starts_with('$') {
            literal.push('$');
            at = dollar + 2;
            continue;
        }
        let error = |span, title: String, label: &str| TemplateError {
            span,
            title,
            label: label.to_owned(),
        };
        let Some(inner) = rest.strip_prefix('{') else {
            let label = "write `$$` for a dollar sign, `${0}` for the first argument";
            return Err(error(
                dollar..dollar + 1,
                "a `$` that starts no value".to_owned(),
                label,
            ));
        };
        let Some(length) = inner.find('}') else {
            return Err(error(
                dollar..text.len(),
                "a value without `}` at its end".to_owned(),
                "expected `}`",
            ));
        };
        let span = dollar..dollar + length + 3;
        let name = &inner[..length];
        let value =
            path::parse(name).map_err(|(title, label)| error(span.clone(), title, &label))?;
        if !literal.is_empty() {
            parts.push((Part::Literal(std::mem::take(&mut literal)), at..dollar));
        }
        parts.push((Part::Value(value), span.clone()));
        at = span.end;
    }
    literal.push_str(&text[at..]);
    if !literal.is_empty() || parts.is_empty() {
        parts.push((Part::Literal(literal), at..text.len()));
    }
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::super::value::Value;
    use super::*;

    fn parts(text: &str) -> Vec<Part> {
        parse_template(text)
            .unwrap()
            .into_iter()
            .map(|(part, _)| part)
            .collect()
    }

    #[test]
    fn templates_are_taken_apart() {
        let literal = |text: &str| Part::Literal(text.to_owned());
        assert_eq!(parts("${0}"), [Part::Value(Value::Argument(0).into())]);
        assert_eq!(
            parts("a ${this} $$5 ${12}"),
            [
                literal("a "),
                Part::Value(Value::This.into()),
                literal(" $5 "),
                Part::Value(Value::Argument(12).into())
            ]
        );
        assert_eq!(parts(""), [literal("")]);
        assert_eq!(
            parts("${class}.${method}"),
            [
                Part::Value(Value::Class.into()),
                literal("."),
                Part::Value(Value::Method.into())
            ]
        );
    }

    #[test]
    fn wrong_templates_say_where() {
        for (text, span) in [
            ("a $x", 2..3),
            ("${0", 0..3),
            ("b${foo}", 1..7),
            ("${0.na me}", 0..10),
            ("${256}", 0..6),
            ("${}", 0..3),
        ] {
            assert_eq!(parse_template(text).unwrap_err().span, span, "{text}");
        }
    }
}
