//! Looks at every class that a rule may match, over the worker threads, and weaves those that one does match.

use std::io;
use std::sync::Arc;

use rayon::prelude::*;

use crate::generate::Names;
use crate::input::{Class, Input, RootKind};
use crate::jar::{Inflater, Packed, Packer, Spill};
use crate::matcher::{self, Surroundings};
use crate::refusal::Refusal;
use crate::weave::{ClassOutcome, SkippedMethod};

use super::context::Run;
use super::earlier::is_ours;

/// A class that a rule may match by its name.
pub(super) struct Looked<'r> {
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

/// Gives `take` each class of `input` that a rule may match, in order. `names` has the names of adapters for each class root.
///
/// # Errors
/// What `take` refuses. Packed classes do not fit into memory, and the temporary file for them cannot be written.
pub(super) fn classes<'r>(
    run: &'r Run<'_>,
    input: &Arc<Input>,
    names: &'r [Names],
    mut take: impl FnMut(Looked<'r>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let spill = Spill::default();
    let all: Vec<(usize, &Class)> = input.classes().iter().enumerate().collect();
    let looker = Looker { run, input, names };
    for portion in all.chunks(PORTION * rayon::current_num_threads()) {
        let looked: Vec<Vec<Looked<'r>>> = portion
            .par_chunks(BATCH)
            .map_init(
                || (Inflater::default(), Packer::default()),
                |(inflater, packer), batch| looker.batch(batch, inflater, packer, &spill),
            )
            .collect::<io::Result<_>>()?;
        looked.into_iter().flatten().try_for_each(&mut take)?;
    }
    Ok(())
}

#[derive(Clone, Copy)]
struct Looker<'r, 'i> {
    run: &'r Run<'r>,
    input: &'i Arc<Input>,
    names: &'r [Names],
}

impl<'r> Looker<'r, '_> {
    /// Weaves the candidates of a batch, and packs them.
    fn batch(
        &self,
        batch: &[(usize, &Class)],
        inflater: &mut Inflater,
        packer: &mut Packer,
        spill: &Spill,
    ) -> io::Result<Vec<Looked<'r>>> {
        let mut looked = Vec::new();
        for &(index, class) in batch {
            if self.may_match(class) {
                looked.push(self.look(index, class, inflater));
            } else {
                self.run.progress.tick();
            }
        }
        for one in &mut looked {
            self.pack(one, packer, spill)?;
            self.run.progress.tick();
        }
        Ok(looked)
    }

    fn path(&self, class: &Class) -> &str {
        &self.input.files()[class.file].path
    }

    fn may_match(&self, class: &Class) -> bool {
        let rules = &self.run.job.rules;
        let mut question = self.run.job.question.iter();
        !is_ours(&class.name)
            && (matcher::may_match(rules, &class.name, self.path(class))
                || question.any(|question| question.is_about(&class.name)))
    }

    fn look(&self, index: usize, class: &Class, inflater: &mut Inflater) -> Looked<'r> {
        let weaving = self.run.weaving(&self.names[class.root]);
        let around = Surroundings {
            path: self.path(class),
            release: class.release,
            hierarchy: self.run.types.asked(),
        };
        let may_match = weaving.may_match(self.run.source(self.input), index, &class.name, around);
        let read = || {
            let content = self.input.content(class.file, inflater);
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
            class: class.clone(),
            found,
        }
    }

    /// A launcher's own class is left as it is: the loader that it has does not see what the application is given.
    fn for_root(&self, class: &Class, mut outcome: ClassOutcome<'r>) -> ClassOutcome<'r> {
        if self.input.roots()[class.root].kind == RootKind::Launcher && outcome.bytes.is_some() {
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
            let method = self.input.method(looked.class.file);
            *packed = Some(spill.hold(packer.pack(&bytes, method))?);
        }
        Ok(())
    }
}
