//! Payloads of one probe that nest in one method: they make one event, with the inner text.

use std::collections::{BTreeMap, BTreeSet};

use crate::matcher::Match;
use crate::model::{Action, Interception, Point, RuleSet};

/// A note for each probe of which payloads nest in the method, or around a call in it.
pub(super) fn nested(rules: &RuleSet, matched: &Match<'_>) -> BTreeSet<String> {
    let calls = matched.calls.iter().map(|(_, around)| around.as_slice());
    let references = matched.references.iter();
    let references = references.map(|(_, around)| around.as_slice());
    let inner = calls.chain(references).chain([[].as_slice()]);
    let mut notes = BTreeSet::new();
    for around in inner {
        let all = matched.interceptions.iter().chain(around);
        let payloads: Vec<&Interception> = all.copied().filter(|one| names_payload(one)).collect();
        if payloads.len() > 1 {
            notes.extend(of_one_call(rules, &payloads));
        }
    }
    notes
}

/// It gives the open payload its text when the method begins. Splits do not change an open payload.
fn names_payload(interception: &Interception) -> bool {
    let is_payload =
        matches!(&interception.action, Action::Payload(payload) if payload.split.is_none());
    is_payload && interception.on == Point::Enter
}

/// The notes on these payloads, of which each is inside of the one before.
fn of_one_call(rules: &RuleSet, payloads: &[&Interception]) -> Vec<String> {
    let mut ends: BTreeMap<&str, (&Interception, &Interception)> = BTreeMap::new();
    for &payload in payloads {
        let mut all = rules.interceptions();
        let Some((probe, _)) = all.find(|(_, one)| one.id == payload.id) else {
            continue;
        };
        let both = ends.entry(&probe.key).or_insert((payload, payload));
        both.1 = payload;
    }
    let several = ends
        .into_iter()
        .filter(|(_, (outer, inner))| outer.id != inner.id);
    several
        .map(|(probe, (outer, inner))| {
            format!(
                "one event of probe `{probe}`, with the inner text, of {}, and the time of {}",
                inner.origin, outer.origin
            )
        })
        .collect()
}
