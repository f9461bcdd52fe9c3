//! Paths: what the fields and getters of a value lead to.

use std::fmt;

use crate::diagnostic::words::expected;
use crate::names::is_identifier;

use super::value::Value;

/// A value of the woven call, or what its fields and getters lead to.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ValuePath {
    /// Where it begins.
    pub root: Value,
    /// What is read from there on, one of the other.
    pub steps: Vec<Step>,
}

impl ValuePath {
    /// It leads somewhere else than to the value itself.
    pub fn has_steps(&self) -> bool {
        !self.steps.is_empty()
    }
}

/// One step of a path.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step {
    /// The name of a field or method.
    pub name: String,
    /// `name()`: a method; else a field, or its getter.
    pub is_call: bool,
}

impl From<Value> for ValuePath {
    fn from(root: Value) -> Self {
        Self {
            root,
            steps: Vec::new(),
        }
    }
}

impl fmt::Display for ValuePath {
    /// `${this.getConnection().url}`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${{{}", self.root)?;
        for step in &self.steps {
            write!(f, ".{step}")?;
        }
        f.write_str("}")
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.name, if self.is_call { "()" } else { "" })
    }
}

/// Parses the text between `${` and `}`.
///
/// # Errors
/// Everything that is wrong with it: what, and what would be right.
pub(super) fn parse(text: &str) -> Result<ValuePath, Vec<(String, String)>> {
    let (root, steps) = match text.split_once('.') {
        Some((root, steps)) => (root, steps.split('.').map(step).collect()),
        None => (text, Ok(Vec::new())),
    };
    let root = value(root).map_err(|label| {
        let title = match root.parse::<u64>() {
            Ok(index) => format!("argument `${{{index}}}` does not exist"),
            Err(_) => format!("`${{{text}}}` is not a value"),
        };
        (title, label)
    });
    let steps: Result<Vec<Step>, _> =
        steps.map_err(|label| (format!("`${{{text}}}` is not a path"), label.to_owned()));
    let (root, steps) = match (root, steps) {
        (Ok(root), Ok(steps)) => (root, steps),
        (root, steps) => return Err(root.err().into_iter().chain(steps.err()).collect()),
    };
    if !steps.is_empty()
        && matches!(
            root,
            Value::Arguments | Value::Class | Value::Method | Value::Label
        )
    {
        let title = format!("`${{{root}}}` is a text: it has no fields or getters");
        return Err(vec![(title, format!("expected `${{{root}}}`"))]);
    }
    Ok(ValuePath { root, steps })
}

fn step(text: &str) -> Result<Step, &'static str> {
    let name = text.strip_suffix("()");
    let step = Step {
        name: name.unwrap_or(text).to_owned(),
        is_call: name.is_some(),
    };
    if is_identifier(&step.name) {
        Ok(step)
    } else if text.contains('(') {
        Err("a getter has no parameters: `name()`")
    } else {
        Err("expected a field `name` or a getter `name()` behind each dot")
    }
}

fn value(name: &str) -> Result<Value, String> {
    let is_number = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    Ok(match (name, name.parse()) {
        ("this", _) => Value::This,
        ("return", _) => Value::Return,
        ("exception", _) => Value::Exception,
        ("class", _) => Value::Class,
        ("method", _) => Value::Method,
        ("label", _) => Value::Label,
        ("args", _) => Value::Arguments,
        // JVMS §4.3.3: at most 255 parameters, so the last index is 254.
        (_, Ok(index)) if is_number && index < u8::MAX => Value::Argument(index),
        _ if is_number => {
            return Err("a method has at most 255 arguments, the first of them `${0}`".to_owned());
        }
        _ => {
            let words = [
                "this",
                "return",
                "exception",
                "class",
                "method",
                "label",
                "args",
            ];
            let near = expected(name.trim(), &words);
            return Err(if near.starts_with("did") {
                near
            } else {
                let index = "expected an argument's index such as `${0}`,";
                near.replacen("expected", index, 1)
            });
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_taken_apart_and_shown_as_they_are_written() {
        for text in [
            "0",
            "this.name",
            "return.a().b.c()",
            "exception.getMessage()",
        ] {
            assert_eq!(parse(text).unwrap().to_string(), format!("${{{text}}}"));
        }
        let path = parse("3.getName().length").unwrap();
        assert_eq!(path.root, Value::Argument(3));
        let calls: Vec<bool> = path.steps.iter().map(|step| step.is_call).collect();
        assert_eq!(calls, [true, false]);
    }

    #[test]
    fn wrong_paths_are_refused() {
        for text in [
            "0.",
            "0..a",
            "0.a b",
            "0.get(1)",
            "class.name",
            "0[1]",
            "255",
            "",
            "this.1",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
