//! The calls of a method between matching and planning: what is on the stack there, and what cannot be woven.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use crate::classfile::code::opcode::op;
use crate::classfile::code::{
    Code, Initial, OldPc, Type, Types, VerificationType, instructions, types_before,
};
use crate::classfile::{ClassError, ClassFile, Member, access};
use crate::matcher::{Match, WovenCall};
use crate::model::Interception;
use crate::names::{MethodDescriptor, binary_name, method_slots};
use crate::plan::{Adapters, Call, Viewpoint};
use crate::refusal::Refusal;

/// The types before a call, by its position.
pub(super) type TypesByCall<'a> = BTreeMap<OldPc, Types<'a>>;

/// The types before each of `calls`, where they can be known.
pub(super) fn types<'a>(
    class: &ClassFile<'a>,
    member: &Member<'a>,
    code: &Code<'a>,
    calls: &[WovenCall<'_>],
) -> Result<TypesByCall<'a>, ClassError> {
    if calls.is_empty() {
        return Ok(TypesByCall::new());
    }
    let all = instructions(code.bytes)?;
    let wanted: Vec<usize> = calls
        .iter()
        .filter_map(|(site, _)| all.binary_search_by_key(&site.pc, |one| one.pc).ok())
        .collect();
    let initial = Initial::new(
        class.name,
        member.descriptor,
        member.access_flags & access::STATIC != 0,
        member.name.0 == b"<init>",
    )?;
    let found = types_before(
        code,
        &all,
        &class.pool,
        &initial,
        class.has_frames(),
        &wanted,
    )?;
    let with_pc = found
        .into_iter()
        .filter_map(|(index, types)| Some((all.get(index)?.pc, types)));
    Ok(with_pc.collect())
}

/// Takes out the calls whose handler could have no frame; each with its first interception and the reason.
pub(super) fn take_unknown<'r>(
    class: &ClassFile<'_>,
    calls: &mut Vec<WovenCall<'r>>,
    types: &TypesByCall<'_>,
) -> Vec<(&'r Interception, Refusal)> {
    let mut refused = Vec::new();
    if class.has_frames() {
        calls.retain(|(site, around)| {
            let refusal = match types.get(&site.pc) {
                None => Some(Refusal::UnknownTypes(site.pc.0)),
                Some(types) => types.loses_this().then_some(Refusal::ThisMoved),
            };
            refused.extend(around.first().copied().zip(refusal.clone()));
            refusal.is_none()
        });
    }
    refused
}

/// Takes out the interceptions that cannot be given what they take, each with the reason.
pub(super) fn take_unfit<'r>(
    class: &ClassFile<'_>,
    calls: &mut Vec<WovenCall<'r>>,
    viewpoint: Viewpoint<'_>,
    adapters: &mut Adapters,
) -> Result<Vec<(&'r Interception, Refusal)>, ClassError> {
    let mut refused = Vec::new();
    for (site, around) in calls.iter_mut() {
        let (owner, _, descriptor) = class.pool.member(site.constant)?;
        let (owner, descriptor) = (binary_name(&owner.decode()), descriptor.decode());
        let descriptor = MethodDescriptor::parse(&descriptor)?;
        refused.extend(take_refused(around, |one| {
            adapters.refusal(&viewpoint, one, &owner, &descriptor)
        }));
    }
    calls.retain(|(_, around)| !around.is_empty());
    Ok(refused)
}

/// Takes out the interceptions for which there is a `refusal`.
pub(super) fn take_refused<'r>(
    interceptions: &mut Vec<&'r Interception>,
    mut refusal: impl FnMut(&'r Interception) -> Option<Refusal>,
) -> Vec<(&'r Interception, Refusal)> {
    let mut refused = Vec::new();
    interceptions.retain(|one| {
        let refusal = refusal(one);
        let fits = refusal.is_none();
        refused.extend(refusal.map(|refusal| (*one, refusal)));
        fits
    });
    refused
}

/// The calls for the planner.
pub(super) fn planned<'c, 'a>(
    class: &ClassFile<'a>,
    calls: &'c [WovenCall<'_>],
    mut types: TypesByCall<'a>,
) -> Result<Vec<Call<'c, 'a>>, ClassError> {
    // Thousands of calls may name a class whose name has 65,535 bytes.
    let mut classes: HashMap<*const u8, Rc<str>> = HashMap::new();
    let planned = calls.iter().map(|(site, around)| {
        let (owner, name, descriptor) = class.pool.member(site.constant)?;
        let descriptor = descriptor.decode();
        let class = classes
            .entry(owner.0.as_ptr())
            .or_insert_with(|| binary_name(&owner.decode()).into());
        let types = types.remove(&site.pc);
        let slots = usize::from(method_slots(&descriptor, 0)?.0);
        Ok(Call {
            pc: site.pc,
            class: Rc::clone(class),
            name: name.decode(),
            is_static: site.opcode == op::invokestatic,
            leaves_object: name.0 == b"<init>"
                && types.as_ref().is_some_and(|types| has_copy(types, slots)),
            descriptor,
            interceptions: around,
            types,
        })
    });
    planned.collect()
}

/// Below `arguments` slots lies a new object, and below that the same once more.
fn has_copy(types: &Types<'_>, arguments: usize) -> bool {
    let object = types.below_top(arguments + 1);
    let is_new = matches!(
        object,
        Some(Type::Plain(VerificationType::Uninitialized(_)))
    );
    is_new && types.below_top(arguments + 2) == object
}

/// How many calls each interception is woven around, in the order of the rules. The target of a method reference is called.
pub(super) fn counted<'r>(matched: &Match<'r>) -> Vec<(&'r Interception, u64)> {
    let mut counts: BTreeMap<u32, (&Interception, u64)> = BTreeMap::new();
    for interception in matched.around_calls() {
        counts.entry(interception.id).or_insert((interception, 0)).1 += 1;
    }
    counts.into_values().collect()
}
