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

/// A template taken apart.
#[derive(Debug, Default)]
pub struct ParsedTemplate {
    /// The parts that are right, with their places.
    pub parts: Vec<(Part, Range<usize>)>,
    /// Everything that is wrong, in the order of the text.
    pub errors: Vec<TemplateError>,
}

/// The parts of a template, with their places in it; `$$` is a dollar sign. Parsing goes on behind an error.
pub fn parse_template(text: &str) -> ParsedTemplate {
    let mut parsed = ParsedTemplate::default();
    let mut literal = String::new();
    let mut at = 0;
    while let Some(found) = text[at..].find('$') {
        literal.push_str(&text[at..at + found]);
        let dollar = at + found;
        let rest = &text[dollar + 1..];
        let mut error = |span, title: String, label: &str| {
            parsed.errors.push(TemplateError {
                span,
                title,
                label: label.to_owned(),
            });
        };
        if rest.starts_with('$') {
            literal.push('$');
            at = dollar + 2;
            continue;
        }
        let Some(inner) = rest.strip_prefix('{') else {
            let label = "write `$$` for a dollar sign, `${0}` for the first argument";
            error(
                dollar..dollar + 1,
                "a `$` that starts no value".to_owned(),
                label,
            );
            at = dollar + 1;
            continue;
        };
        // The next value begins before this one ends: its brace is missing.
        let next = inner.find("${").unwrap_or(inner.len());
        let Some(length) = inner[..next].find('}') else {
            at = dollar + 2 + next;
            let end = dollar + text[dollar..at].trim_end().len();
            error(
                dollar..end,
                "a value without `}` at its end".to_owned(),
                "expected `}`",
            );
            continue;
        };
        let span = dollar..dollar + length + 3;
        match path::parse(&inner[..length]) {
            Ok(value) => {
                if !literal.is_empty() {
                    let part = Part::Literal(std::mem::take(&mut literal));
                    parsed.parts.push((part, at..dollar));
                }
                parsed.parts.push((Part::Value(value), span.clone()));
            }
            Err(wrong) => {
                for (title, label) in wrong {
                    error(span.clone(), title, &label);
                }
            }
        }
        at = span.end;
    }
    literal.push_str(&text[at..]);
    if !literal.is_empty() || parsed.parts.is_empty() {
        let part = Part::Literal(literal);
        parsed.parts.push((part, at..text.len()));
    }
    parsed
}

#[cfg(test)]
mod tests {
    use super::super::value::Value;
    use super::*;

    fn parts(text: &str) -> Vec<Part> {
        let parsed = parse_template(text);
        assert_eq!(parsed.errors, [], "{text}");
        parsed.parts.into_iter().map(|(part, _)| part).collect()
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
    fn every_mistake_has_its_place() {
        let cases: [(&str, &[(usize, usize)]); 11] = [
            ("a $x", &[(2, 3)]),
            ("${0", &[(0, 3)]),
            ("b${foo}", &[(1, 7)]),
            ("${0.na me}", &[(0, 10)]),
            ("${256}", &[(0, 6)]),
            ("${}", &[(0, 3)]),
            ("${foo} ${0} ${bar}", &[(0, 6), (12, 18)]),
            ("${foo} and ${0", &[(0, 6), (11, 14)]),
            ("${0 and ${bar}", &[(0, 7), (8, 14)]),
            ("$ ${foo.a b} $", &[(0, 1), (2, 12), (2, 12), (13, 14)]),
            ("${0 ${1 ${2", &[(0, 3), (4, 7), (8, 11)]),
        ];
        for (text, places) in cases {
            let errors = parse_template(text).errors.into_iter();
            let spans: Vec<_> = errors
                .map(|error| (error.span.start, error.span.end))
                .collect();
            assert_eq!(spans, places, "{text}");
        }
    }
}
