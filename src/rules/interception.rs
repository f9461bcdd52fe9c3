//! `[[probes.KEY.interceptions]]`.

use std::ops::Range;

use super::Builder;
use super::model::{Action, At, Interception, Payload, Plain, Point, Probe, ThreadState};
use super::reader::{self, File, Table};
use super::scope::{self, Scope, object, template};
use super::selection;

const POINTS: [(&str, Point); 4] = [
    ("enter", Point::Enter),
    ("exit", Point::Exit),
    ("return", Point::Return),
    ("exception", Point::Exception),
];

const PLACES: [(&str, At); 2] = [("method", At::Method), ("call", At::Call)];

const STATES: [(&str, ThreadState); 4] = [
    ("runnable", ThreadState::Runnable),
    ("waiting", ThreadState::Waiting),
    ("blocked", ThreadState::Blocked),
    ("net-io", ThreadState::NetIo),
];

/// Keys of an interception that are known and not built yet.
const LATER: &[&str] = &["additional", "payloads"];

/// Keys that only payload interceptions have.
const OF_PAYLOADS: &[&str] = &[
    "payload",
    "type",
    "control-object",
    "exception-payloads",
    "max-length",
    "redact",
];

/// Keys that only plain interceptions have.
const OF_PLAIN: &[&str] = &[
    "open-control-object",
    "close-control-object",
    "thread-state",
    "restart-timing",
    "restart-timing-and-location",
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Payload,
    Plain,
    Split,
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
            let span = table
                .value("kind")
                .map_or(0..0, |value| inside(value.span()));
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
        let at = table.word(file, "at", &PLACES).unwrap_or_default();
        let method = selection::method_spec(file, &mut table, at);
        let constructor = method
            .as_ref()
            .is_some_and(|(_, names)| names.iter().any(|name| name.value == "<init>"));
        if constructor {
            check_constructor(file, &mut table, on);
        }
        let scope = Scope::new(file, &mut table, on, method.as_ref().map(|(spec, _)| spec));
        let action = match kind {
            Some(Kind::Payload) => payload(file, &mut table, probe, &scope).map(Action::Payload),
            Some(Kind::Plain) => Some(Action::Plain(plain(
                file, &mut table, probe, &scope, reentrant,
            ))),
            _ => None,
        };
        let key = table.path.clone();
        let start = table.span.start;
        match kind {
            Some(Kind::Payload) => {
                table.finish_beside(file, LATER, OF_PLAIN, "a plain interception does this");
            }
            Some(Kind::Plain) => {
                table.finish_beside(file, LATER, OF_PAYLOADS, "a payload interception has this");
            }
            Some(Kind::Split) => {}
            None => {
                table.ask(OF_PAYLOADS);
                table.ask(OF_PLAIN);
                table.finish(file, LATER);
            }
        }
        if file.errors.len() > before {
            return None;
        }
        Some(Interception {
            id: self.next_id(),
            at,
            on,
            reentrant: reentrant.unwrap_or(kind == Some(Kind::Plain)),
            method: method?.0,
            action: action?,
            origin: file.place(start, key),
        })
    }
}

/// What cannot be done in a constructor, where the object may not exist when an exception leaves it.
fn check_constructor(file: &mut File<'_>, table: &mut Table<'_>, on: Point) {
    if let (Point::Exit | Point::Exception, Some(value)) = (on, table.value("on")) {
        let span = inside(value.span());
        file.error(
            span,
            "`exit` and `exception` cannot be used for constructors",
            "expected `enter` or `return`",
        );
    }
    if table.has("thread-state") {
        let span = table.key_span("thread-state");
        file.error(
            span,
            "`thread-state` cannot be used for constructors",
            "a constructor that fails would not end it",
        );
    }
}

/// Behind and before the quotes of a word.
fn inside(span: Range<usize>) -> Range<usize> {
    span.start + 1..span.end.max(span.start + 2) - 1
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
    let text = text.and_then(|text| {
        if text.value == "deferred" {
            let span = file.within(&text, 0..text.value.len());
            let title = "payload `deferred` is not supported by this version";
            file.error(span, title, "expected a template such as `${0}`");
            return None;
        }
        template(file, &text, scope)
    });
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
            reader::expected(&type_name.value, &known)
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
        if !probe.control_objects {
            let span = table.key_span("open-control-object");
            scope::no_control_objects(file, span, probe);
        }
        let value = object(file, &mut open, "object", probe, scope);
        let name = open
            .text(file, "name")
            .and_then(|name| template(file, &name, scope));
        if !open.has("object") || !open.has("name") {
            let span = table.key_span("open-control-object");
            file.error(
                span,
                "a control object is opened with an `object` and a `name`",
                "expected { object = \"${return}\", name = \"…\" }",
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
