//! `[[probes.KEY.interceptions]]`.

use super::Builder;
use super::model::{Action, Interception, MethodSpec, Payload, Plain, Point, Probe, ThreadState};
use super::reader::{File, Table, Text};
use super::selection;
use super::template::{self, Part, Template, Value};

const POINTS: [(&str, Point); 4] = [
    ("enter", Point::Enter),
    ("exit", Point::Exit),
    ("return", Point::Return),
    ("exception", Point::Exception),
];

const STATES: [(&str, ThreadState); 4] = [
    ("runnable", ThreadState::Runnable),
    ("waiting", ThreadState::Waiting),
    ("blocked", ThreadState::Blocked),
    ("net-io", ThreadState::NetIo),
];

/// How many characters of a text are kept.
pub(super) const MAX_LENGTH: u32 = 512;

/// Keys of an interception that are known and not built yet.
const LATER: &[&str] = &["additional", "at"];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Payload,
    Plain,
    Split,
}

/// What templates of an interception may speak of.
struct Scope {
    on: Point,
    /// How many arguments there are, where the spec says it.
    arguments: Option<usize>,
    max_length: u32,
    redact: Option<String>,
}

impl Builder<'_> {
    pub(super) fn interception(
        &mut self,
        file: &mut File<'_>,
        mut table: Table<'_>,
        probe: &Probe,
    ) -> Option<Interception> {
        let before = file.errors.len();
        let kinds = [
            ("payload", Kind::Payload),
            ("plain", Kind::Plain),
            ("split", Kind::Split),
        ];
        let kind = table.word(file, "kind", &kinds);
        if kind.is_none() && file.errors.len() == before {
            file.error(
                table.span.clone(),
                "an interception without `kind`",
                "expected kind = \"payload\" or \"plain\"",
            );
        }
        if kind == Some(Kind::Split) {
            let span = table.value("kind").map_or(0..0, toml::Spanned::span);
            file.error(span, "kind `split` is not supported by this version", "");
        }
        let on = table.word(file, "on", &POINTS);
        if on.is_none() && kind == Some(Kind::Plain) && table.value("on").is_none() {
            file.error(
                table.span.clone(),
                "a plain interception without `on`",
                "expected on = \"enter\", \"exit\", \"return\" or \"exception\"",
            );
        }
        let on = on.unwrap_or(Point::Enter);
        let reentrant = table.flag(file, "reentrant");
        let method = selection::method_spec(file, &mut table);
        Self::check_constructor(file, &mut table, on, method.as_ref());
        let scope = Scope {
            on,
            arguments: method.as_ref().and_then(|(spec, _)| {
                spec.method
                    .parameters
                    .as_ref()
                    .filter(|parameters| !parameters.open)
                    .map(|all| all.types.len())
            }),
            max_length: table.number(file, "max-length").unwrap_or(MAX_LENGTH),
            redact: redact(file, &mut table),
        };
        let action = match kind {
            Some(Kind::Payload) => payload(file, &mut table, probe, &scope).map(Action::Payload),
            Some(Kind::Plain) => Some(Action::Plain(plain(
                file, &mut table, probe, &scope, reentrant,
            ))),
            _ => None,
        };
        let key = table.path.clone();
        let start = table.span.start;
        if matches!(kind, Some(Kind::Payload | Kind::Plain)) {
            table.finish(file, LATER);
        }
        if file.errors.len() > before {
            return None;
        }
        Some(Interception {
            id: self.next_id(),
            on,
            reentrant: reentrant.unwrap_or(kind == Some(Kind::Plain)),
            method: method?.0,
            action: action?,
            origin: file.place(start, key),
        })
    }

    /// `exit` and `exception` cannot be seen in a constructor, as the object may not exist.
    fn check_constructor(
        file: &mut File<'_>,
        table: &mut Table<'_>,
        on: Point,
        method: Option<&(MethodSpec, Option<Text>)>,
    ) {
        let Some((_, Some(name))) = method else {
            return;
        };
        if name.value != "<init>" || !matches!(on, Point::Exit | Point::Exception) {
            return;
        }
        let span = table
            .value("on")
            .map_or(name.span.clone(), toml::Spanned::span);
        file.error(
            span,
            "`exit` and `exception` cannot be used for constructors",
            "use `enter` or `return`",
        );
    }
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
            format!("`{}` is no regular expression", text.value),
            "expected one between slashes: `/[0-9]{16}/`",
        );
    }
    regex.map(str::to_owned)
}

fn payload(
    file: &mut File<'_>,
    table: &mut Table<'_>,
    probe: &Probe,
    scope: &Scope,
) -> Option<Payload> {
    let text = table.text(file, "payload");
    if text.is_none() && table.value("payload").is_none() {
        file.error(
            table.span.clone(),
            "a payload interception without `payload`",
            "expected a template such as payload = \"${0}\"",
        );
    }
    let text = text.and_then(|text| template(file, &text, scope));
    let type_name = table.text(file, "type");
    if let Some(type_name) = &type_name
        && !probe
            .types
            .iter()
            .any(|known| known.name == type_name.value)
    {
        let known: Vec<&str> = probe
            .types
            .iter()
            .map(|known| known.name.as_str())
            .collect();
        let span = file.within(type_name, 0..type_name.value.len());
        let label = if known.is_empty() {
            format!("declare it: types = [\"{}\"]", type_name.value)
        } else {
            super::reader::expected(&type_name.value, &known)
        };
        file.error(
            span,
            format!("probe `{}` has no type `{}`", probe.key, type_name.value),
            &label,
        );
    }
    let control_object = object(file, table, "control-object", probe, scope);
    let exception_payloads = table.flag(file, "exception-payloads").unwrap_or(false);
    Some(Payload {
        text: text?,
        type_name: type_name.map(|name| name.value),
        control_object,
        exception_payloads,
        own_event: false,
    })
}

fn plain(
    file: &mut File<'_>,
    table: &mut Table<'_>,
    probe: &Probe,
    scope: &Scope,
    reentrant: Option<bool>,
) -> Plain {
    let before = file.errors.len();
    let mut plain = Plain::default();
    if let Some(mut open) = table.table(file, "open-control-object") {
        let value = object(file, &mut open, "object", probe, scope);
        let name = open
            .text(file, "name")
            .and_then(|name| template(file, &name, scope));
        if file.errors.len() == before && (value.is_none() || name.is_none()) {
            file.error(
                open.span.clone(),
                "a control object is opened with an `object` and a `name`",
                "",
            );
        }
        open.finish(file, &[]);
        plain.open = value.zip(name);
    }
    plain.close = object(file, table, "close-control-object", probe, scope);
    plain.thread_state = table.word(file, "thread-state", &STATES);
    plain.restart_timing = table.flag(file, "restart-timing").unwrap_or(false);
    plain.restart_timing_and_location = table
        .flag(file, "restart-timing-and-location")
        .unwrap_or(false);
    if plain.thread_state.is_some() {
        let span = table.key_span("thread-state");
        if scope.on != Point::Enter {
            file.error(
                span,
                "a thread state begins at `enter`",
                "it ends by itself however the method ends",
            );
        } else if reentrant == Some(false) {
            file.error(
                span,
                "a thread state is reentrant",
                "only the outermost state counts: leave `reentrant` out",
            );
        }
    }
    let acts = plain.open.is_some()
        || plain.close.is_some()
        || plain.thread_state.is_some()
        || plain.restart_timing
        || plain.restart_timing_and_location;
    if !acts && file.errors.len() == before {
        file.error(
            table.span.clone(),
            "a plain interception that does nothing",
            "expected `open-control-object`, `close-control-object`, `thread-state`, `restart-timing` or `restart-timing-and-location`",
        );
    }
    plain
}

/// A value that is an object: one `${…}` and nothing else.
fn object(
    file: &mut File<'_>,
    table: &mut Table<'_>,
    key: &'static str,
    probe: &Probe,
    scope: &Scope,
) -> Option<Value> {
    let text = table.text(file, key)?;
    if !probe.control_objects {
        let span = text.span.clone();
        file.error(
            span,
            format!("probe `{}` has no control objects", probe.key),
            "set control-objects = true in the probe",
        );
    }
    let parsed = template(file, &text, scope)?;
    if let [Part::Value(value @ (Value::Argument(_) | Value::This | Value::Return))] =
        parsed.parts.as_slice()
    {
        Some(*value)
    } else {
        let span = file.within(&text, 0..text.value.len());
        file.error(
            span,
            format!("`{}` is no object", text.value),
            "expected `${this}`, `${return}` or an argument such as `${0}`",
        );
        None
    }
}

/// A template whose values are there at the interception's point.
fn template(file: &mut File<'_>, text: &Text, scope: &Scope) -> Option<Template> {
    let parts = match template::parse(&text.value) {
        Ok(parts) => parts,
        Err(error) => {
            let span = file.within(text, error.span);
            file.error(span, error.title, &error.label);
            return None;
        }
    };
    let before = file.errors.len();
    for (part, span) in &parts {
        let Part::Value(value) = part else { continue };
        let wrong = match (value, scope.on) {
            (Value::Return, Point::Enter) => "there is no result at `enter`",
            (Value::Return, Point::Exception) => "there is no result at `exception`",
            (Value::Exception, Point::Enter) => "there is no exception at `enter`",
            (Value::Exception, Point::Return) => "there is no exception at `return`",
            _ => "",
        };
        if !wrong.is_empty() {
            let span = file.within(text, span.clone());
            file.error(span, wrong, "");
        }
        if let (Value::Argument(index), Some(count)) = (value, scope.arguments)
            && usize::from(*index) >= count
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
            file.error(span, format!("there is no argument {index}"), &label);
        }
    }
    (file.errors.len() == before).then(|| Template {
        parts: parts.into_iter().map(|(part, _)| part).collect(),
        max_length: scope.max_length,
        redact: scope.redact.clone(),
    })
}
