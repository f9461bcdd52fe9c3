//! The values that the texts and objects of an interception may use.

use std::ops::Range;

use crate::diagnostic::words::quoted;
use crate::model::{
    MethodCondition, ParsedTemplate, Part, Pattern, Patterns, Point, Probe, Template, Value,
    ValuePath, parse_template,
};
use crate::names::is_primitive;

use super::keys::{Key, number, text};
use super::reader::{File, Table, Text};

/// How many characters of a text are kept.
const MAX_LENGTH: u32 = 512;

/// The keys that all texts of an interception share.
pub(super) const TEXTS: &[Key] = &[
    number(
        "max-length",
        1,
        "Longer texts are cut; 512 characters where it is left out.",
    ),
    text(
        "redact",
        "\"/regex/\" in the syntax of java.util.regex: what matches is blanked.",
    )
    .like("^/.+/$"),
];

/// The values that the templates of an interception may use.
pub(super) struct Scope {
    pub(super) on: Point,
    /// The types of the arguments, where the spec says how many there are: exact ones.
    arguments: Option<Vec<Option<String>>>,
    /// The type of the result, where the spec says it.
    result: Option<String>,
    max_length: u32,
    /// Its own pattern, and those of the interception that it belongs to.
    pub(super) redact: Vec<String>,
}

impl Scope {
    /// Reads [`TEXTS`]. What the interception that it belongs to, if there is one, blanks, is blanked here too.
    pub(super) fn new(
        file: &mut File<'_>,
        table: &mut Table<'_>,
        on: Point,
        method: Option<&MethodCondition>,
        main: &[String],
    ) -> Self {
        let own = redact(file, table);
        Self {
            on,
            arguments: method.and_then(arguments),
            result: method.and_then(result),
            max_length: max_length(file, table),
            redact: main.iter().cloned().chain(own).collect(),
        }
    }
}

/// The types of the arguments, if the spec says how many there are.
fn arguments(method: &MethodCondition) -> Option<Vec<Option<String>>> {
    let parameters = method
        .parameters
        .as_ref()
        .filter(|parameters| !parameters.open)?;
    Some(parameters.types.iter().map(exact).collect())
}
/// The type of the result, if the spec says it.
fn result(method: &MethodCondition) -> Option<String> {
    exact(method.returns.as_ref()?)
}

fn exact(patterns: &Patterns) -> Option<String> {
    match patterns.positive() {
        [Pattern::Exact(name)] => Some(name.clone()),
        _ => None,
    }
}

fn max_length(file: &mut File<'_>, table: &mut Table<'_>) -> u32 {
    let length = table.number(file, "max-length");
    if let (Some(0), Some(value)) = (length, table.value("max-length")) {
        file.error(
            value.span(),
            "`max-length` is 0",
            "expected 1 or more characters",
        );
    }
    length.unwrap_or(MAX_LENGTH)
}

fn redact(file: &mut File<'_>, table: &mut Table<'_>) -> Option<String> {
    let text = table.text(file, "redact")?;
    let regex = text
        .value
        .strip_prefix('/')
        .and_then(|rest| rest.strip_suffix('/'));
    if regex.is_none_or(str::is_empty) {
        let span = file.within(&text, 0..text.value.len());
        file.error(
            span,
            format!("{} is not a regular expression", quoted(&text.value)),
            "expected one between slashes: `/[0-9]{16}/`",
        );
    }
    if let Some((at, label)) = regex.and_then(mistake) {
        let span = file.within(&text, at + 1..at + 2);
        file.error(
            span,
            format!("{} is not a regular expression", quoted(&text.value)),
            label,
        );
    }
    regex.map(str::to_owned)
}

/// What is wrong in a regular expression in any dialect, and where. This one is Java's, which knows more than the
/// expressions of names do, so it is not compiled here.
fn mistake(regex: &str) -> Option<(usize, &'static str)> {
    let mut groups = Vec::new();
    let mut classes = Vec::new();
    let mut bytes = regex.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\\' => match bytes.next() {
                None => return Some((at, "nothing is escaped")),
                // Quoted up to `\E`: no syntax in there.
                Some((_, b'Q')) => return None,
                Some(_) => {}
            },
            b'[' => classes.push(at),
            b']' => _ = classes.pop(),
            _ if !classes.is_empty() => {}
            b'(' => groups.push(at),
            b')' if groups.pop().is_none() => return Some((at, "opened nowhere")),
            b'*' | b'+' | b'?' if at == 0 => return Some((at, "nothing is repeated")),
            _ => {}
        }
    }
    let unclosed = classes.first().or(groups.first());
    unclosed.map(|&at| (at, "not closed"))
}

/// Says that the probe has no control objects.
pub(super) fn no_control_objects(file: &mut File<'_>, span: Range<usize>, probe: &Probe) {
    let title = format!("probe `{}` has no control objects", probe.key);
    file.error(span, title, "set control-objects = true in the probe");
}

/// A value that is an object: one `${…}` and nothing else.
pub(super) fn object(
    file: &mut File<'_>,
    table: &mut Table<'_>,
    key: &'static str,
    probe: &Probe,
    scope: &Scope,
) -> Option<ValuePath> {
    let text = table.text(file, key)?;
    if !probe.control_objects && key != "object" {
        let span = table.key_span(key);
        no_control_objects(file, span, probe);
    }
    let parsed = template(file, &text, scope)?;
    let span = file.within(&text, 0..text.value.len());
    let [Part::Value(path)] = parsed.parts.as_slice() else {
        not_an_object(file, span, &text);
        return None;
    };
    let known = match path.root {
        _ if !path.steps.is_empty() => None,
        Value::Argument(index) => {
            let types = scope.arguments.as_ref();
            types.and_then(|types| types.get(usize::from(index))?.as_deref())
        }
        Value::Return => scope.result.as_deref(),
        Value::This => None,
        Value::OptionalArgument(_)
        | Value::Arguments
        | Value::Exception
        | Value::Class
        | Value::Method
        | Value::Label => {
            not_an_object(file, span, &text);
            return None;
        }
    };
    if let Some(known) = known.filter(|known| is_primitive(known) || *known == "void") {
        file.error(
            span,
            format!("`{}` is not an object", text.value),
            &format!("its type is `{known}`"),
        );
        return None;
    }
    Some(path.clone())
}

fn not_an_object(file: &mut File<'_>, span: Range<usize>, text: &Text) {
    let label =
        "expected `${this}`, `${return}`, an argument such as `${0}`, or a path from one of them";
    file.error(
        span,
        format!("{} is not an object", quoted(&text.value)),
        label,
    );
}

/// A template whose values are there at the interception's point.
pub(super) fn template(file: &mut File<'_>, text: &Text, scope: &Scope) -> Option<Template> {
    if text.value.trim().is_empty() {
        let label = "expected a template such as `${0}`";
        file.error(text.span.clone(), "the text is empty", label);
        return None;
    }
    let before = file.errors.len();
    let ParsedTemplate { parts, errors } = parse_template(&text.value);
    for error in errors {
        let span = file.within(text, error.span);
        file.error(span, error.title, &error.label);
    }
    for (part, span) in &parts {
        let Part::Value(path) = part else { continue };
        let wrong = match (path.root, scope.on) {
            (Value::Return, Point::Enter) => "`${return}` does not exist at `enter`",
            (Value::Return, Point::Exception) => "`${return}` does not exist at `exception`",
            (Value::Exception, Point::Enter) => "`${exception}` does not exist at `enter`",
            (Value::Exception, Point::Return) => "`${exception}` does not exist at `return`",
            (Value::Return, _) if scope.result.as_deref() == Some("void") => {
                "`${return}` does not exist: the method returns `void`"
            }
            (Value::Return, _) if !path.steps.is_empty() && returns_primitive(scope) => {
                "a result of a primitive type has no fields or getters"
            }
            _ => "",
        };
        if !wrong.is_empty() {
            let span = file.within(text, span.clone());
            file.error(span, wrong, "");
        }
        if let (Value::Argument(index), Some(count)) =
            (path.root, scope.arguments.as_ref().map(Vec::len))
            && usize::from(index) >= count
        {
            let span = file.within(text, span.clone());
            let label = match count {
                0 => "the method has no parameters".to_owned(),
                1 => "the method has 1 parameter: `${0}`".to_owned(),
                _ => format!(
                    "the method has {count} parameters: `${{0}}` to `${{{}}}`",
                    count - 1
                ),
            };
            file.error(
                span,
                format!("argument `${{{index}}}` does not exist"),
                &label,
            );
        }
    }
    (file.errors.len() == before).then(|| Template {
        parts: parts.into_iter().map(|(part, _)| part).collect(),
        max_length: scope.max_length,
        redact: scope.redact.clone(),
    })
}

fn returns_primitive(scope: &Scope) -> bool {
    scope.result.as_deref().is_some_and(is_primitive)
}

#[cfg(test)]
mod tests {
    use super::mistake;

    #[test]
    fn expressions_of_java_are_taken_and_what_is_never_one_is_not() {
        for good in [
            "[0-9]{12}",
            r"(?<=card )\d+",
            "a[(]b",
            r"[\]]+",
            r"\Q(\E",
            "a++(?>b)",
            "[a-z&&[^b]]",
        ] {
            assert_eq!(mistake(good), None, "{good}");
        }
        for (bad, at) in [
            ("a(", 1),
            ("a)", 1),
            ("(]a", 0),
            ("[a", 0),
            (r"a\", 1),
            ("*a", 0),
        ] {
            assert_eq!(mistake(bad).map(|(at, _)| at), Some(at), "{bad}");
        }
    }
}
