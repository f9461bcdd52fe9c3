//! One class from start to end: read, match, plan, rewrite.

use std::collections::{BTreeMap, BTreeSet};

use crate::classfile::code::Code;
use crate::classfile::{ClassError, ClassFile, NEWEST_MAJOR, PoolBuilder, Replacement, access};
use crate::generate::Names;
use crate::hierarchy::{Hierarchy, Source};
use crate::matcher::{self, Match, Matches, Surroundings};
use crate::model::{Interception, RuleSet};
use crate::names::MethodDescriptor;
use crate::plan::{self, Adapters, MethodPlan, Target, Viewpoint};
use crate::refusal::Refusal;
use crate::rewrite::{self, Rewritten, Room};

use super::before::woven_for;
use super::bootstraps::Bootstraps;
use super::call_sites;
use super::explain;
use super::method_names::MethodNames;
use super::nested;
use super::outcome::{ClassOutcome, NearMethod, WovenMethod};
use super::question::{BeforeAfter, Question};

/// What is asked of every class.
#[derive(Debug, Clone, Copy)]
pub struct Weaving<'r> {
    /// The rules.
    pub rules: &'r RuleSet,
    /// What adapters are called in this archive.
    pub names: &'r Names,
    /// Weave methods that cross the length that `HotSpot` compiles.
    pub allow_huge: bool,
    /// The types of the run; `None` where no rule asks for them.
    pub hierarchy: Option<&'r Hierarchy>,
    /// What is to be explained.
    pub question: Option<&'r Question>,
}

/// What the woven methods of a class need besides their code.
struct Made<'m, 'c> {
    pool: &'m mut PoolBuilder<'c>,
    adapters: &'m mut Adapters,
    bootstraps: &'m mut Bootstraps<'c>,
}

impl<'r> Weaving<'r> {
    /// False for a class whose head says that no rule matches it, where rules ask for more than names; `class` is its index in
    /// `source`.
    pub fn may_match(
        &self,
        source: Option<&Source>,
        class: usize,
        name: &str,
        around: Surroundings<'_>,
    ) -> bool {
        let head = self
            .hierarchy
            .filter(|types| types.asks_heads())
            .zip(source)
            .and_then(|(types, source)| source.head_of(class, types.reads_annotations()));
        let Some(head) = head else {
            // Nothing more is asked; or the head cannot be read, and looking at the class says why.
            return true;
        };
        matcher::head_may_match(self.rules, name, &head, around) || self.is_asked(name)
    }

    /// True for a class that is to be explained, whatever the rules say of it.
    pub fn is_asked(&self, name: &str) -> bool {
        self.question
            .is_some_and(|question| question.is_about(name))
    }

    /// Weaves the class file `bytes`, which lies where `around` says. A class that was woven before is left as it is.
    ///
    /// # Errors
    /// What cannot be read as a class; the caller copies it.
    pub fn class(
        &self,
        bytes: &[u8],
        around: Surroundings<'_>,
    ) -> Result<ClassOutcome<'r>, ClassError> {
        let class = ClassFile::read(bytes)?;
        let mut outcome = ClassOutcome {
            name: class.binary_name(),
            methods: class
                .methods
                .iter()
                .filter(|method| method.code().is_some())
                .count() as u64,
            ..ClassOutcome::default()
        };
        if class.major_version > NEWEST_MAJOR {
            outcome.warnings.push(format!(
                "class file version {} is newer than {NEWEST_MAJOR}, the newest known: copied as it is",
                class.major_version
            ));
            return Ok(outcome);
        }
        let asked = self.question;
        let filter = asked.and_then(|question| question.filter(&outcome.name));
        let mut found = matcher::find(self.rules, &class, around, filter);
        let said = std::mem::take(&mut found.verdicts);
        outcome.woven_for = woven_for(&class.pool);
        if outcome.woven_for.is_empty() {
            self.weave(&class, found, &mut outcome)?;
        } else {
            outcome.matched = matched(&found);
            outcome.blocked = found.blocked;
            outcome.missed = found.missed;
        }
        if filter.is_some() {
            outcome.explained = explain::explained(&class, said, &outcome);
        }
        if self.is_asked(&outcome.name) {
            outcome.files = Some(BeforeAfter {
                before: bytes.to_vec(),
                after: outcome.bytes.clone(),
            });
        }
        Ok(outcome)
    }

    /// Weaves the calls in a class file that the weaver made.
    ///
    /// # Errors
    /// As [`Weaving::class`].
    pub fn made(&self, bytes: &[u8]) -> Result<ClassOutcome<'r>, ClassError> {
        let class = ClassFile::read(bytes)?;
        let mut outcome = ClassOutcome {
            name: class.binary_name(),
            ..ClassOutcome::default()
        };
        let found = matcher::find_calls(self.rules, &class, self.hierarchy);
        self.weave(&class, found, &mut outcome)?;
        Ok(outcome)
    }

    /// Weaves what was matched.
    fn weave(
        &self,
        class: &ClassFile<'_>,
        found: Matches<'r>,
        outcome: &mut ClassOutcome<'r>,
    ) -> Result<(), ClassError> {
        outcome.blocked = found.blocked;
        outcome.missed = found.missed;
        outcome.unresolved = found.unresolved;
        let names = &MethodNames::new(class);
        let near = found.near.iter();
        outcome.near = near
            .map(|near| NearMethod {
                interception: near.interception,
                method: names.of(near.method),
                is_renamed: near.is_renamed,
            })
            .collect();
        for refused in found.refused {
            outcome.skip(names, refused.method, refused.interception, refused.refusal);
        }
        let mut pool = PoolBuilder::new(&class.pool);
        let mut adapters = Adapters::default();
        let mut bootstraps = Bootstraps::new(class);
        let mut replaced = Vec::new();
        let room = Room::of_class(class.length());
        let mut size = 0;
        for mut matched in found.matches {
            let mark = (adapters.mark(&pool), bootstraps.mark());
            let mut made = Made {
                pool: &mut pool,
                adapters: &mut adapters,
                bootstraps: &mut bootstraps,
            };
            let written = self.method(class, names, &mut matched, &mut made, outcome);
            let written = written.and_then(|written| {
                size += written.as_ref().map_or(0, |written| written.code.len());
                room.holds(size).map(|()| written)
            });
            match written {
                Ok(None) => {}
                Ok(Some(written)) => {
                    if let Some(code) = class
                        .methods
                        .get(matched.method)
                        .and_then(|method| method.code())
                    {
                        outcome.note(names, matched.method, &written);
                        replaced.push(Replacement::of(code, written.code));
                        outcome.woven.push(WovenMethod {
                            method: names.of(matched.method),
                            calls: call_sites::counted(&matched),
                            notes: nested::nested(self.rules, &matched),
                            interceptions: matched.interceptions,
                            before: written.before,
                            after: written.after,
                            added: if self.is_asked(&outcome.name) {
                                written.added
                            } else {
                                Vec::new()
                            },
                        });
                    }
                }
                Err(refusal) => {
                    adapters.reset(mark.0, &mut pool);
                    bootstraps.reset(mark.1);
                    let whole = matched.interceptions.iter().copied();
                    let mut rules: Vec<_> = whole.chain(matched.around_calls()).collect();
                    let mut seen = BTreeSet::new();
                    rules.retain(|one| seen.insert(one.id));
                    if let Some((first, others)) = rules.split_first() {
                        outcome.skip(names, matched.method, first, refusal);
                        if let Some(skipped) = outcome.skipped.last_mut() {
                            skipped.others = others.iter().map(|one| one.id).collect();
                        }
                    }
                }
            }
        }
        outcome.adapters = adapters.into_vec();
        let (relays, replacement) = bootstraps.finish()?;
        outcome.relays = relays;
        replaced.extend(replacement);
        if !replaced.is_empty() {
            outcome.bytes = Some(class.write(&pool, &replaced));
        }
        Ok(())
    }

    /// Writes a method again; `None` when nothing of it can be woven.
    fn method(
        &self,
        class: &ClassFile<'_>,
        names: &MethodNames<'_>,
        matched: &mut Match<'r>,
        made: &mut Made<'_, '_>,
        outcome: &mut ClassOutcome<'r>,
    ) -> Result<Option<Rewritten>, Refusal> {
        let member = class.methods.get(matched.method).ok_or(Refusal::Abstract)?;
        let (name, descriptor) = (member.name.decode(), member.descriptor.decode());
        let descriptor = if member.access_flags & access::STATIC == 0 {
            MethodDescriptor::of_instance(&descriptor)?
        } else {
            MethodDescriptor::parse(&descriptor)?
        };
        let code = member.code().ok_or(Refusal::Abstract)?;
        let code = Code::read(code.info, &class.pool)?;
        let types = call_sites::types(class, member, &code, &matched.calls)?;
        for (interception, refusal) in call_sites::take_unknown(class, &mut matched.calls, &types) {
            outcome.skip(names, matched.method, interception, refusal);
        }
        let class_name = outcome.name.clone();
        let viewpoint = Viewpoint {
            types: self.hierarchy,
            class: &class_name,
            major_version: class.major_version,
            is_inside: true,
        };
        let mut refused = call_sites::take_refused(&mut matched.interceptions, |one| {
            made.adapters
                .refusal(&viewpoint, one, viewpoint.class, &descriptor)
        });
        refused.extend(call_sites::take_unfit(
            class,
            &mut matched.calls,
            viewpoint.of_calls(),
            made.adapters,
        )?);
        for (interception, refusal) in refused {
            outcome.skip(names, matched.method, interception, refusal);
        }
        if matched.is_empty() {
            return Ok(None);
        }
        let target = Target {
            viewpoint,
            name: &name,
            descriptor: &descriptor,
            access_flags: member.access_flags,
            max_locals: code.max_locals,
            framed: class.has_frames(),
        };
        let calls = call_sites::planned(class, &matched.calls, types)?;
        let references = &matched.references;
        let plan = MethodPlan {
            allow_huge: self.allow_huge,
            constants: made
                .bootstraps
                .constants(references, self.names, made.pool)?,
            ..plan::method(
                &target,
                &matched.interceptions,
                calls,
                self.names,
                made.pool,
                made.adapters,
            )?
        };
        rewrite::method(class, member, code, &plan, made.pool).map(Some)
    }
}

/// What the rules match, and how often.
fn matched<'r>(found: &Matches<'r>) -> Vec<(&'r Interception, u64)> {
    let mut counts: BTreeMap<u32, (&Interception, u64)> = BTreeMap::new();
    let of_methods = found.matches.iter().flat_map(|one| {
        let methods = one.interceptions.iter().copied();
        methods.chain(one.around_calls())
    });
    let refused = found.refused.iter().map(|refused| refused.interception);
    for interception in of_methods.chain(refused) {
        counts.entry(interception.id).or_insert((interception, 0)).1 += 1;
    }
    counts.into_values().collect()
}
