//! Classes and methods as conditions see them.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::classfile::code::Code;
use crate::classfile::{ClassFile, Member, annotations, exceptions, parameter_annotations};
use crate::hierarchy::{Head, Hierarchy, Lineage};
use crate::model::{ClassFacts, ClassKind, MethodCondition, MethodFacts, RuleSet, Supertypes};

/// What is known of a class besides its bytes.
#[derive(Debug, Clone, Copy, Default)]
pub struct Surroundings<'a> {
    /// The entry of the archive, or the file below the folder, with slashes.
    pub path: &'a str,
    /// The release of Java from which on it is loaded: the N of `META-INF/versions/N/`, else 0.
    pub release: u16,
    /// The types of the run; `None` where no rule asks for them.
    pub hierarchy: Option<&'a Hierarchy>,
}

/// A class, as far as its head says what it is.
pub(super) struct Subject<'a> {
    name: &'a str,
    path: &'a str,
    head: Cow<'a, Head>,
    lineage: Option<Lineage>,
}

impl<'a> Subject<'a> {
    pub(super) fn new(name: &'a str, head: Cow<'a, Head>, around: Surroundings<'a>) -> Self {
        let release = around.release;
        Self {
            name,
            path: around.path,
            lineage: around
                .hierarchy
                .filter(|types| types.asks_heads())
                .map(|types| types.lineage_of(name, &head, release)),
            head,
        }
    }

    pub(super) fn facts(&self) -> ClassFacts<'_> {
        let superclass = self.head.superclass.as_deref().unwrap_or_default();
        ClassFacts {
            name: self.name,
            access_flags: self.head.access_flags,
            kind: ClassKind::of(self.head.access_flags, superclass),
            version: self.head.major_version,
            path: self.path,
            annotations: &self.head.annotations,
            lineage: self.lineage.as_ref().map(|one| one as &dyn Supertypes),
        }
    }

    /// The types that stand in the way of knowing about the class.
    pub(super) fn unresolved(&self) -> BTreeSet<Arc<str>> {
        let lineage = self.lineage.iter();
        lineage
            .flat_map(|lineage| lineage.missing.iter().chain(&lineage.uncertain))
            .cloned()
            .collect()
    }
}

/// A method with what conditions ask about it.
pub(super) struct Candidate<'c> {
    pub(super) index: usize,
    pub(super) member: &'c Member<'c>,
    pub(super) name: Cow<'c, str>,
    pub(super) descriptor: Cow<'c, str>,
    pub(super) code_length: Option<u32>,
    annotations: Vec<String>,
    parameter_annotations: Vec<String>,
    throws: Vec<String>,
}

impl Candidate<'_> {
    pub(super) fn facts(&self) -> MethodFacts<'_> {
        MethodFacts {
            name: &self.name,
            descriptor: &self.descriptor,
            access_flags: self.member.access_flags,
            code_length: self.code_length,
            annotations: &self.annotations,
            parameter_annotations: &self.parameter_annotations,
            throws: &self.throws,
        }
    }

    pub(super) fn is(&self, flags: u16) -> bool {
        self.member.access_flags & flags != 0
    }
}

/// The methods of a class; their attributes are read where the rules ask for them.
pub(super) fn candidates<'c>(rules: &RuleSet, class: &'c ClassFile<'c>) -> Vec<Candidate<'c>> {
    let reads_attributes = rules
        .method_conditions()
        .any(MethodCondition::asks_attributes);
    let methods = class.methods.iter().enumerate();
    methods
        .map(|(index, member)| {
            // What cannot be read is not there for conditions either.
            let read = |of: fn(&_, &_) -> Result<Vec<String>, _>| {
                if reads_attributes {
                    of(&member.attributes, &class.pool).unwrap_or_default()
                } else {
                    Vec::new()
                }
            };
            Candidate {
                index,
                member,
                name: member.name.decode(),
                descriptor: member.descriptor.decode(),
                code_length: member.code().and_then(|code| Code::length(code.info).ok()),
                annotations: read(|attributes, pool| annotations(attributes, pool)),
                parameter_annotations: read(|attributes, pool| {
                    parameter_annotations(attributes, pool)
                }),
                throws: read(|attributes, pool| exceptions(attributes, pool)),
            }
        })
        .collect()
}
