//! From what became of the classes to the manifest of an archive or folder. Makes no classes and weaves none.

mod nearest;
mod unwoven;

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::Arc;

use crate::generate;
use crate::hierarchy::{Hierarchy, Source, Types};
use crate::manifest::{
    ClassUse, Counts, Hashed, Manifest, MethodUse, MissedUse, ProbeUse, RuleUse, SCHEMA, Skipped,
    SkippedEntry, TOOL, Unresolved,
};
use crate::matcher::{Cause, Missed, Rule};
use crate::model::{Interception, Origin, Point, RuleSet};
use crate::weave::{ClassOutcome, Explained, Question, WovenMethod};

pub use unwoven::{Unwoven, reason, rules_in_order, unwoven};

use nearest::{Elsewhere, Nearest, Suggestion};

/// What the reports of all inputs of a run are about.
#[derive(Debug, Clone, Copy)]
pub struct About<'j> {
    /// The rules.
    pub rules: &'j RuleSet,
    /// The hash that stands for them.
    pub rules_hash: &'j str,
    /// What is to be explained.
    pub question: Option<&'j Question>,
    /// The types of the run.
    pub types: &'j Types<'j>,
}

/// Collects the outcomes of classes, in the order of the input.
pub struct Report<'j> {
    about: About<'j>,
    /// The manifest, as far as it is known.
    pub manifest: Manifest,
    /// How each interception is named in the lines of methods.
    labels: BTreeMap<u32, Arc<str>>,
    /// Methods matched by interception.
    matches: BTreeMap<u32, u64>,
    /// Methods blocked by block rule.
    blocked: BTreeMap<usize, u64>,
    /// Methods that meet the conditions of rules and are not woven for them.
    missed: Missed,
    /// Methods woven by interception.
    woven: BTreeMap<u32, u64>,
    /// What comes near to what interceptions name.
    nearest: Nearest,
    /// The classes that each unresolved type keeps rules from knowing.
    unresolved: BTreeMap<Arc<str>, BTreeSet<String>>,
    /// What was explained.
    pub explained: Vec<Explained>,
    /// The classes nearest to the one that is to be explained and is not there.
    pub nearest_classes: Vec<String>,
}

impl<'j> Report<'j> {
    /// A report on the input called `name`, whose runtime goes to the place `runtime`.
    pub fn new(about: About<'j>, name: String, runtime: &str) -> Self {
        let manifest = Manifest {
            schema: SCHEMA,
            tool: TOOL.to_owned(),
            rules_hash: about.rules_hash.to_owned(),
            rules_files: about
                .rules
                .sources
                .iter()
                .map(|source| Hashed {
                    name: source.name.clone(),
                    sha256: source.sha256.clone(),
                })
                .collect(),
            input: Hashed {
                name,
                sha256: String::new(),
            },
            runtime: runtime.to_owned(),
            ..Manifest::default()
        };
        Self {
            about,
            manifest,
            labels: about
                .rules
                .interceptions()
                .map(|(_, interception)| (interception.id, label(interception).into()))
                .collect(),
            matches: BTreeMap::new(),
            blocked: BTreeMap::new(),
            missed: Missed::new(),
            woven: BTreeMap::new(),
            nearest: Nearest::default(),
            unresolved: BTreeMap::new(),
            explained: Vec::new(),
            nearest_classes: Vec::new(),
        }
    }

    /// Adds a class that was read from `entry`, whose path says that it is `expected`.
    ///
    /// # Errors
    /// The temporary file for the woven methods cannot be written.
    pub fn class(
        &mut self,
        entry: &str,
        expected: &str,
        outcome: ClassOutcome<'j>,
    ) -> io::Result<()> {
        let Counts {
            classes,
            classes_woven,
            classes_woven_before,
            methods,
            methods_woven,
            methods_skipped,
            call_sites,
            over_35,
            over_325,
            ..
        } = &mut self.manifest.counts;
        *classes += 1;
        *classes_woven_before += u64::from(!outcome.woven_for.is_empty());
        *methods += outcome.methods;
        *classes_woven += u64::from(outcome.bytes.is_some());
        *methods_woven += outcome.woven.len() as u64;
        *methods_skipped += outcome.skipped.len() as u64;
        for method in &outcome.woven {
            *over_35 += u64::from(method.before <= 35 && method.after > 35);
            *over_325 += u64::from(method.before <= 325 && method.after > 325);
            let whole = method.interceptions.iter().map(|&one| (one, 1));
            for (interception, count) in whole.chain(method.calls.iter().copied()) {
                *self.matches.entry(interception.id).or_default() += count;
                *self.woven.entry(interception.id).or_default() += 1;
            }
            for (_, count) in &method.calls {
                *call_sites += count;
            }
        }
        for (interception, count) in &outcome.matched {
            *self.matches.entry(interception.id).or_default() += count;
        }
        self.nearest.methods(&outcome.name, outcome.near);
        self.unresolved(&outcome.name, outcome.unresolved);
        for block in outcome.blocked {
            *self.blocked.entry(block).or_default() += 1;
        }
        for (rule_and_cause, methods) in outcome.missed {
            *self.missed.entry(rule_and_cause).or_default() += methods;
        }
        if outcome.bytes.is_some() && outcome.name != expected {
            self.manifest
                .warnings
                .push(format!("{entry}: the class in it is `{}`", outcome.name));
        }
        self.manifest.warnings.extend(
            outcome
                .warnings
                .iter()
                .map(|warning| format!("{}: {warning}", outcome.name)),
        );
        for skipped in outcome.skipped {
            for id in [skipped.interception.id].into_iter().chain(skipped.others) {
                *self.matches.entry(id).or_default() += 1;
            }
            self.manifest.skipped.push(Skipped {
                class: outcome.name.clone(),
                method: skipped.method,
                reason: skipped.refusal.word().to_owned(),
                detail: skipped.refusal.to_string(),
                rule: rule(&skipped.interception.origin),
            });
        }
        let is_asked = |question: &Question| question.is_about(&outcome.name);
        if !outcome.explained.is_empty() || self.about.question.is_some_and(is_asked) {
            self.explained.push(Explained {
                class: outcome.name.clone(),
                entry: entry.to_owned(),
                methods: outcome.explained,
                files: outcome.files,
            });
        }
        if !outcome.woven.is_empty() {
            let methods = outcome
                .woven
                .into_iter()
                .map(|method| self.method_use(method))
                .collect();
            self.manifest.classes.push(&ClassUse {
                class: outcome.name,
                entry: entry.to_owned(),
                methods,
            })?;
        }
        Ok(())
    }

    fn method_use(&self, method: WovenMethod<'_>) -> MethodUse {
        let label = |interception: &Interception| self.labels.get(&interception.id);
        let whole = method.interceptions.iter();
        let whole = whole.filter_map(|interception| label(interception).cloned());
        let calls = method.calls.iter().filter_map(|(interception, count)| {
            let calls = if *count == 1 { "call" } else { "calls" };
            Some(format!("{}, {count} {calls}", label(interception)?).into())
        });
        MethodUse {
            method: method.method,
            bytes: [method.before, method.after],
            rules: whole.chain(calls).collect(),
            notes: method.notes.into_iter().collect(),
        }
    }

    /// Adds the types that keep rules from knowing about `class`.
    pub fn unresolved(&mut self, class: &str, types: BTreeSet<Arc<str>>) {
        for name in types {
            self.unresolved
                .entry(name)
                .or_default()
                .insert(class.to_owned());
        }
    }

    /// Adds what was read to know the supertypes, of each archive or folder in the input.
    pub fn heads<'s>(&mut self, sources: impl Iterator<Item = &'s Source>) {
        self.manifest.counts.heads_read = sources.map(Source::heads_read).sum();
        let types = self.about.types.asked();
        self.manifest.jdk = types.and_then(Hierarchy::jdk_release).map(str::to_owned);
    }

    /// Adds an entry that cannot be read and is copied.
    pub fn unreadable(&mut self, entry: &str, reason: String) {
        self.manifest.entries.push(SkippedEntry {
            entry: entry.to_owned(),
            reason,
        });
    }

    /// Adds a warning.
    pub fn warn(&mut self, warning: String) {
        self.manifest.warnings.push(warning);
    }

    /// Fills in what is known at the end; `classes` are the binary names of all classes.
    pub fn finish(&mut self, classes: impl FnOnce() -> Vec<String>) {
        let unresolved = std::mem::take(&mut self.unresolved).into_iter();
        self.manifest.unresolved = unresolved
            .map(|(name, affects)| Unresolved {
                name: name.to_string(),
                affects: affects.into_iter().collect(),
            })
            .collect();
        let places = Elsewhere::new(self.about.types, classes);
        if let Some(Question::Class(name)) = self.about.question
            && self.explained.is_empty()
        {
            self.nearest_classes = nearest::classes(name, places.classes());
        }
        let rules = self.about.rules;
        let count = |of: &BTreeMap<u32, u64>, interception: &Interception| {
            of.get(&interception.id).copied().unwrap_or_default()
        };
        let blocks = rules.blocks.iter().enumerate().map(|(index, block)| {
            let matches = self.blocked.get(&index).copied().unwrap_or_default();
            let suggestion = if matches == 0 {
                places.of_block(block)
            } else {
                Suggestion::default()
            };
            RuleUse {
                rule: rule(&block.origin),
                pack: block.origin.pack.clone(),
                matches,
                nearest: suggestion.nearest,
                hint: suggestion.hint,
                missed: Vec::new(),
            }
        });
        let interceptions = rules.interceptions().map(|(_, interception)| {
            let matches = count(&self.matches, interception);
            let mut suggestion = Suggestion::default();
            let mut missed = Vec::new();
            if matches == 0 {
                missed = self.missed_by(interception);
                if missed.is_empty() {
                    missed.extend(places.excluded(rules, interception));
                }
                if missed.is_empty() {
                    suggestion = self.nearest.of(interception, &places);
                }
            }
            RuleUse {
                rule: rule(&interception.origin),
                pack: interception.origin.pack.clone(),
                matches,
                nearest: suggestion.nearest,
                hint: suggestion.hint,
                missed,
            }
        });
        self.manifest.rules = blocks.chain(interceptions).collect();
        let mut probes: Vec<ProbeUse> = Vec::new();
        for (probe, interception) in rules.interceptions() {
            let methods = count(&self.woven, interception);
            match probes.iter_mut().find(|known| known.key == probe.key) {
                Some(known) => known.methods += methods,
                None => probes.push(ProbeUse {
                    key: probe.key.clone(),
                    name: probe.name.clone(),
                    events: generate::event_names(rules, probe),
                    methods,
                }),
            }
        }
        for probe in &rules.probes {
            let asks = generate::methods(probe).next().is_some();
            if asks && !probes.iter().any(|known| known.key == probe.key) {
                probes.push(ProbeUse {
                    key: probe.key.clone(),
                    name: probe.name.clone(),
                    events: generate::event_names(rules, probe),
                    methods: 0,
                });
            }
        }
        self.manifest.probes = probes;
    }
}

impl Report<'_> {
    /// The methods that meet the conditions of a rule which weaves nothing, by reason.
    fn missed_by(&self, interception: &Interception) -> Vec<MissedUse> {
        let rules = self.about.rules;
        let own = Rule::from(interception);
        let causes = self.missed.iter().filter(|((rule, _), _)| *rule == own);
        let block = |index: usize| rules.blocks.get(index).map(|block| &block.origin);
        let owner = |id: u32| {
            let mut all = rules.interceptions();
            let found = all.find(|(_, one)| one.id == id);
            found.map(|(_, one)| &one.origin)
        };
        causes
            .map(|((_, cause), &methods)| {
                let (reason, by, kind) = match *cause {
                    Cause::Blocked(index) => ("blocked", block(index), None),
                    Cause::Owned(id) => ("owned", owner(id), None),
                    Cause::Limit(kind) => ("limit", None, Some(kind.to_owned())),
                    Cause::NoCode => ("abstract", None, None),
                    Cause::Synthetic => ("synthetic", None, None),
                    Cause::NoOverride => ("no-override", None, None),
                    Cause::Unknown => ("unresolved", None, None),
                };
                MissedUse {
                    reason,
                    by: by.map(rule),
                    kind,
                    methods,
                }
            })
            .collect()
    }
}

/// How a rule is named: `weave.toml:12 probes.jdbc.interceptions[0]`.
fn rule(origin: &Origin) -> String {
    origin.to_string()
}

/// The rule and its point.
fn label(interception: &Interception) -> String {
    let point = match interception.on {
        Point::Enter => "enter",
        Point::Exit => "exit",
        Point::Return => "return",
        Point::Exception => "exception",
    };
    format!("{} on {point}", rule(&interception.origin))
}
