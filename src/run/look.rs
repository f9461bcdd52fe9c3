//! Looks at every class that a rule may match, over the worker threads, and weaves those that one does match.

use std::borrow::Cow;
use std::io;

use rayon::prelude::*;

use crate::hierarchy::Source;
use crate::input::{Class, RootKind};
use crate::jar::{Inflater, Packed, Packer, Spill};
use crate::matcher::{self, Surroundings};
use crate::refusal::Refusal;
use crate::weave::{ClassOutcome, SkippedMethod};

use super::context::Run;
use super::earlier::is_ours;
use super::unit::Unit;

/// A class that a rule may match by its name.
pub(super) struct Looked<'r> {
    /// The number of its unit.
    pub(super) unit: usize,
    pub(super) class: Class,
    pub(super) found: Found<'r>,
}

/// What became of a class.
pub(super) enum Found<'r> {
    /// Its head says that no rule matches it.
    Passed,
    /// It cannot be read: the reason.
    Unreadable(String),
    /// It was read, and packed again where it changed.
    Read(Box<ClassOutcome<'r>>, Option<Packed>),
}

/// This many classes are woven and then packed together: each of the two steps finds its tables and its code in the caches.
const BATCH: usize = 32;

/// For each thread this many classes are looked at before what became of them is passed on: a run does not hold all outcomes.
const PORTION: usize = 8 * BATCH;

/// Gives `take` each class of `units` that a rule may match, in order.
///
/// # Errors
/// What `take` refuses. Packed classes do not fit into memory, and the temporary file for them cannot be written.
pub(super) fn classes<'r>(
    run: &'r Run<'_>,
    units: &'r [Unit],
    mut take: impl FnMut(Looked<'r>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let spill = Spill::default();
    let all: Vec<(usize, usize)> = units
        .iter()
        .enumerate()
        .flat_map(|(number, unit)| {
            (0..unit.input.classes().len()).map(move |class| (number, class))
        })
        .collect();
    let lookers = units.iter().enumerate().map(|(number, unit)| Looker {
        run,
        number,
        unit,
        source: run.source(&unit.input),
    });
    let lookers: Vec<Looker<'r>> = lookers.collect();
    for portion in all.chunks(PORTION * rayon::current_num_threads()) {
        let looked: Vec<Vec<Looked<'r>>> = portion
            .par_chunks(BATCH)
            .map_init(
                || (Inflater::default(), Packer::default()),
                |(inflater, packer), batch| weave_batch(&lookers, batch, inflater, packer, &spill),
            )
            .collect::<io::Result<_>>()?;
        looked.into_iter().flatten().try_for_each(&mut take)?;
    }
    Ok(())
}

/// Weaves the candidates of a batch, each the number of its unit and its index there, and packs them.
fn weave_batch<'r>(
    lookers: &[Looker<'r>],
    batch: &[(usize, usize)],
    inflater: &mut Inflater,
    packer: &mut Packer,
    spill: &Spill,
) -> io::Result<Vec<Looked<'r>>> {
    let mut looked = Vec::new();
    for &(unit, index) in batch {
        let looker = lookers[unit];
        let class = &looker.unit.input.classes()[index];
        if looker.may_match(class) {
            looked.push(looker.look(index, class, inflater));
        } else {
            looker.run.progress.tick();
        }
    }
    for one in &mut looked {
        let looker = lookers[one.unit];
        looker.pack(one, packer, spill)?;
        looker.run.progress.tick();
    }
    Ok(looked)
}

/// Looks at the classes of a unit.
#[derive(Clone, Copy)]
struct Looker<'r> {
    run: &'r Run<'r>,
    number: usize,
    unit: &'r Unit,
    source: Option<&'r Source>,
}

impl<'r> Looker<'r> {
    fn path(&self, class: &Class) -> Cow<'r, str> {
        let input = &self.unit.input;
        input.full_path(&input.files()[class.file].path)
    }

    fn may_match(&self, class: &Class) -> bool {
        let rules = &self.run.job.rules;
        let mut question = self.run.job.question.iter();
        !is_ours(&class.name)
            && (matcher::may_match(rules, &class.name, &self.path(class))
                || question.any(|question| question.is_about(&class.name)))
    }

    fn look(&self, index: usize, class: &Class, inflater: &mut Inflater) -> Looked<'r> {
        let weaving = self.run.weaving(&self.unit.names[class.root]);
        let path = self.path(class);
        let around = Surroundings {
            path: &path,
            release: class.release,
            hierarchy: self.run.types.asked(),
        };
        let may_match = weaving.may_match(self.source, index, &class.name, around);
        let read = || {
            let content = self.unit.input.content(class.file, inflater);
            let content = content.map_err(|error| error.to_string())?;
            let outcome = weaving.class(&content, around);
            outcome.map_err(|error| error.to_string())
        };
        let found = match may_match.then(read) {
            None => Found::Passed,
            Some(Err(reason)) => Found::Unreadable(reason),
            Some(Ok(outcome)) => Found::Read(Box::new(self.for_root(class, outcome)), None),
        };
        Looked {
            unit: self.number,
            class: class.clone(),
            found,
        }
    }

    /// A launcher's own class is left as it is: the loader that it has does not see what the application is given.
    fn for_root(&self, class: &Class, mut outcome: ClassOutcome<'r>) -> ClassOutcome<'r> {
        if self.unit.input.roots()[class.root].kind == RootKind::Launcher && outcome.bytes.is_some()
        {
            let skipped = outcome.woven.iter().filter_map(|woven| {
                let of_calls = woven.calls.iter().map(|(interception, _)| *interception);
                let mut rules = woven.interceptions.iter().copied().chain(of_calls);
                Some(SkippedMethod {
                    method: woven.method.clone(),
                    interception: rules.next()?,
                    others: rules.map(|one| one.id).collect(),
                    refusal: Refusal::Launcher,
                })
            });
            outcome.skipped.extend(skipped.collect::<Vec<_>>());
            outcome.bytes = None;
            outcome.woven.clear();
            outcome.adapters.clear();
            outcome.relays.clear();
        }
        outcome
    }

    /// Packs a class that changed as its file is.
    fn pack(&self, looked: &mut Looked<'r>, packer: &mut Packer, spill: &Spill) -> io::Result<()> {
        if let Found::Read(outcome, packed) = &mut looked.found
            && self.run.job.question.is_none()
            && let Some(bytes) = &mut outcome.bytes
        {
            // Packed, the bytes are not needed twice.
            let bytes = std::mem::take(bytes);
            let method = self.unit.input.method(looked.class.file);
            *packed = Some(spill.hold(packer.pack(&bytes, method))?);
        }
        Ok(())
    }
}
