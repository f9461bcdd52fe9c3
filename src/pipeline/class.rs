//! One class from start to end: read, match, plan, rewrite.

use crate::classfile::code::Code;
use crate::classfile::{
    ClassError, ClassFile, MethodDescriptor, NEWEST_MAJOR, PoolBuilder, Replacement,
};
use crate::generate::Names;
use crate::matcher::{self, Match};
use crate::plan::{self, Adapter, MethodPlan, Target};
use crate::refusal::Refusal;
use crate::rewrite::{self, Rewritten};
use crate::rules::{Interception, RuleSet};

use super::calls;

/// What is asked of every class.
#[derive(Debug, Clone, Copy)]
pub struct Weaving<'r> {
    /// The rules.
    pub rules: &'r RuleSet,
    /// What adapters are called in this archive.
    pub names: &'r Names,
    /// Weave methods that cross the length that `HotSpot` compiles.
    pub allow_huge: bool,
}

/// A woven method.
#[derive(Debug, Clone)]
pub struct WovenMethod<'r> {
    /// Name and descriptor as in the class file: `run(I)V`.
    pub method: String,
    /// What was woven into it, in nesting order.
    pub interceptions: Vec<&'r Interception>,
    /// What was woven around calls in it, and around how many; in the order of the rules.
    pub calls: Vec<(&'r Interception, u64)>,
    /// Bytes of code before and after.
    pub before: u32,
    /// Bytes of code after.
    pub after: u32,
}

/// A method that a rule matches, or in which it matches calls, and that was left alone.
#[derive(Debug, Clone)]
pub struct SkippedMethod<'r> {
    /// Name and descriptor.
    pub method: String,
    /// The first rule concerned.
    pub interception: &'r Interception,
    /// Why.
    pub refusal: Refusal,
}

/// What became of a class.
#[derive(Debug, Clone, Default)]
pub struct ClassOutcome<'r> {
    /// Binary name with dots.
    pub name: String,
    /// The new class file; `None` when nothing was woven.
    pub bytes: Option<Vec<u8>>,
    /// Methods with code.
    pub methods: u64,
    /// The woven ones.
    pub woven: Vec<WovenMethod<'r>>,
    /// The ones that were left alone.
    pub skipped: Vec<SkippedMethod<'r>>,
    /// For each blocked method the index of the block rule.
    pub blocked: Vec<usize>,
    /// The adapters that the woven code calls.
    pub adapters: Vec<Adapter>,
    /// What the user should know.
    pub warnings: Vec<String>,
}

impl<'r> Weaving<'r> {
    /// Weaves the class file `bytes`.
    ///
    /// # Errors
    /// What cannot be read as a class; the caller copies it.
    pub fn class(&self, bytes: &[u8]) -> Result<ClassOutcome<'r>, ClassError> {
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
        let found = matcher::find(self.rules, &class);
        outcome.blocked = found.blocked;
        for refused in found.refused {
            outcome.skip(
                &class,
                refused.method,
                refused.interception,
                refused.refusal,
            );
        }
        let mut pool = PoolBuilder::new(&class.pool);
        let mut replaced = Vec::new();
        for mut matched in found.matches {
            let mark = pool.mark();
            let known_adapters = outcome.adapters.len();
            let written = self.method(&class, &mut matched, &mut pool, &mut outcome);
            match written {
                Ok(None) => {}
                Ok(Some(written)) => {
                    if let Some(code) = class
                        .methods
                        .get(matched.method)
                        .and_then(|method| method.code())
                    {
                        outcome.note(&class, matched.method, &written);
                        replaced.push(Replacement::of(code, written.code));
                        outcome.woven.push(WovenMethod {
                            method: member_name(&class, matched.method),
                            calls: calls::counted(&matched.calls),
                            interceptions: matched.interceptions,
                            before: written.before,
                            after: written.after,
                        });
                    }
                }
                Err(refusal) => {
                    pool.reset(mark);
                    outcome.adapters.truncate(known_adapters);
                    let mut around = matched.calls.iter().flat_map(|(_, around)| around);
                    let first = matched.interceptions.first().or_else(|| around.next());
                    if let Some(interception) = first {
                        outcome.skip(&class, matched.method, interception, refusal);
                    }
                }
            }
        }
        if !replaced.is_empty() {
            outcome.bytes = Some(class.write(&pool, &replaced));
        }
        Ok(outcome)
    }

    /// Writes a method again; `None` when nothing of it can be woven.
    fn method(
        &self,
        class: &ClassFile<'_>,
        matched: &mut Match<'r>,
        pool: &mut PoolBuilder<'_>,
        outcome: &mut ClassOutcome<'r>,
    ) -> Result<Option<Rewritten>, Refusal> {
        let member = class.methods.get(matched.method).ok_or(Refusal::Abstract)?;
        let (name, descriptor) = (member.name.decode(), member.descriptor.decode());
        let descriptor = MethodDescriptor::parse(&descriptor)?;
        let code = member.code().ok_or(Refusal::Abstract)?;
        let code = Code::read(code.info, &class.pool)?;
        let types = calls::types(class, member, &code, &descriptor, &matched.calls)?;
        for (interception, refusal) in calls::take_unknown(class, &mut matched.calls, &types) {
            outcome.skip(class, matched.method, interception, refusal);
        }
        if matched.interceptions.is_empty() && matched.calls.is_empty() {
            return Ok(None);
        }
        let target = Target {
            class: &outcome.name,
            name: &name,
            descriptor: &descriptor,
            access_flags: member.access_flags,
            max_locals: code.max_locals,
            framed: class.has_frames(),
        };
        let calls = calls::planned(class, &matched.calls, types)?;
        let plan = MethodPlan {
            allow_huge: self.allow_huge,
            ..plan::method(
                &target,
                &matched.interceptions,
                calls,
                self.names,
                pool,
                &mut outcome.adapters,
            )?
        };
        rewrite::method(class, member, code, &plan, pool).map(Some)
    }
}

impl<'r> ClassOutcome<'r> {
    fn skip(
        &mut self,
        class: &ClassFile<'_>,
        index: usize,
        interception: &'r Interception,
        refusal: Refusal,
    ) {
        self.skipped.push(SkippedMethod {
            method: member_name(class, index),
            interception,
            refusal,
        });
    }

    fn note(&mut self, class: &ClassFile<'_>, index: usize, written: &Rewritten) {
        for name in &written.unknown {
            self.warnings.push(format!(
                "{}: the unknown attribute `{name}` of Code was copied as it is",
                member_name(class, index)
            ));
        }
        for name in &written.dropped {
            self.warnings.push(format!(
                "{}: the invalid `{name}` was left out",
                member_name(class, index)
            ));
        }
    }
}

/// `name(descriptor)` of a method.
fn member_name(class: &ClassFile<'_>, index: usize) -> String {
    class.methods.get(index).map_or_else(String::new, |method| {
        format!("{}{}", method.name.decode(), method.descriptor.decode())
    })
}
