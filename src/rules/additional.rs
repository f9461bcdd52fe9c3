//! `[[probes.KEY.interceptions.additional]]`: what is done at a further point of the calls of an interception.

use crate::model::{Action, Additional, MethodSpec, Point, Probe};

use super::effects::{self, acts, effects};
use super::interception::{POINTS, check_constructor};
use super::keys::{Shape, names, text, word};
use super::reader::{File, Table};
use super::scope::{Scope, TEXTS, template};

/// `[[probes.KEY.interceptions.additional]]`.
pub(super) const ADDITIONAL: Shape = Shape {
    name: "additional",
    doc: "What is done at a further point of the calls of an interception.",
    any_of: &[],
    groups: &[
        &[
            word("on", || names(&POINTS), "The point.").required(),
            text(
                "name",
                "A template that names the payload anew, where an interception names it at enter.",
            ),
        ],
        &effects::keys(&[]),
        TEXTS,
    ],
};

/// What the additional ones must know of the interception that they belong to.
pub(super) struct Main<'m> {
    pub(super) on: Point,
    pub(super) reentrant: bool,
    pub(super) constructor: bool,
    pub(super) spec: Option<&'m MethodSpec>,
    /// It records a payload that is named at `enter`: so they may name it.
    pub(super) names: bool,
    /// What is blanked in its texts.
    pub(super) redact: &'m [String],
}

/// Reads all of them. A thread state below a reentrant plain interception becomes that one's own: both have no other token.
pub(super) fn read(
    file: &mut File<'_>,
    table: &mut Table<'_>,
    probe: &Probe,
    main: &Main<'_>,
    action: &mut Option<Action>,
) -> Vec<Additional> {
    let mut all = Vec::new();
    for one in table.tables(file, "additional") {
        all.extend(additional(file, one, probe, main));
    }
    match action {
        Some(Action::Payload(payload)) if payload.text.is_none() => {
            let names = |one: &Additional| {
                one.name.is_some() && matches!(one.on, Point::Exit | Point::Return)
            };
            if !all.iter().any(names) {
                file.error(
                    table.key_span("payload"),
                    "a payload whose name is deferred and never given",
                    "expected an additional interception with a `name`, on = \"exit\" or \"return\"",
                );
            }
        }
        Some(Action::Plain(plain)) if main.reentrant => {
            for one in &mut all {
                let state = one.effects.thread_state.take();
                plain.thread_state = plain.thread_state.or(state);
            }
        }
        _ => {}
    }
    all
}

fn additional(
    file: &mut File<'_>,
    mut table: Table<'_>,
    probe: &Probe,
    main: &Main<'_>,
) -> Option<Additional> {
    let before = file.errors.len();
    let on = table.word(file, "on", &POINTS);
    if table.value("on").is_none() {
        file.error(
            table.span.clone(),
            "an additional interception without `on`",
            "expected on = \"enter\", \"exit\", \"return\" or \"exception\"",
        );
    }
    let point = on.unwrap_or(main.on);
    if main.constructor {
        check_constructor(file, &mut table, point);
    }
    let scope = Scope::new(
        file,
        &mut table,
        point,
        main.spec.map(|spec| &spec.method),
        main.redact,
    );
    let name = table
        .text(file, "name")
        .and_then(|name| template(file, &name, &scope));
    if table.has("name") && !main.names {
        file.error(
            table.key_span("name"),
            "no payload is open that this could name",
            "only a payload interception with on = \"enter\" opens one",
        );
    }
    let effects = effects(file, &mut table, probe, &scope);
    let span = table.span.clone();
    table.finish(file, &[]);
    if name.is_none() && !acts(&effects) && file.errors.len() == before {
        file.error(
            span,
            "an additional interception that does nothing",
            "expected `name`, `open-control-object`, `close-control-object`, `label`, `thread-state`, `restart-timing` or `restart-timing-and-location`",
        );
    }
    (file.errors.len() == before).then_some(Additional {
        on: on?,
        name,
        effects,
    })
}
