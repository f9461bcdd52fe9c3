//! Which methods can tell what class calls them: they look at the stack, or something that they call does.
//!
//! What a method does depends on its caller in two ways. Some methods see the class that calls them and no further: those of the JDK
//! with `@CallerSensitive`, its loggers, and whatever asks `StackWalker.getCallerClass`. For them the method itself counts alone: one
//! that it calls sees the method. Others look through the whole stack: [`WALKS`]. For them everything counts that the method calls, as
//! far as there is code in the inputs and on the class path. Calls mean the method that they name, and not what overrides it; what the
//! JDK does inside, native code and reflection are not followed.
//!
//! Each method is looked at once in a run, without recursion, so the work is linear in the code that is reached.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use crate::classfile::code::opcode::op;
use crate::classfile::code::{Code, instructions};
use crate::classfile::{
    BootstrapMethod, ClassFile, Constant, Member, attribute, read_bootstrap_methods,
};
use crate::names::binary_name;

use super::members::Place;
use super::{Hierarchy, OBJECT};

/// The methods that give the whole stack.
const WALKS: [(&str, &str); 8] = [
    ("java.lang.StackWalker", "walk"),
    ("java.lang.StackWalker", "forEach"),
    ("java.lang.SecurityManager", "getClassContext"),
    ("java.lang.Thread", "getStackTrace"),
    ("java.lang.Thread", "getAllStackTraces"),
    ("java.lang.Throwable", "getStackTrace"),
    ("sun.reflect.Reflection", "getCallerClass"),
    ("jdk.internal.reflect.Reflection", "getCallerClass"),
];
/// The one that gives the class that calls the method which asks.
const ASKS: (&str, &str) = ("java.lang.StackWalker", "getCallerClass");
/// The classes of the JDK that write in each record which class has called them, and their methods that do.
const LOGGERS: [&str; 2] = ["java.util.logging.Logger", "java.lang.System$Logger"];
const LOGS: [&str; 9] = [
    "log", "logrb", "severe", "warning", "info", "config", "fine", "finer", "finest",
];

/// A method: the class that declares it, and its name with its descriptor.
type Node = (Arc<str>, Arc<str>);

/// What the code of a method does.
#[derive(Debug, Default)]
struct Looked {
    /// It asks for its own caller.
    asks: bool,
    /// It looks through the stack.
    walks: bool,
    /// The methods that it calls and whose code can be known.
    calls: BTreeSet<Node>,
}

/// What is known of methods so far.
#[derive(Debug, Default)]
pub(super) struct Callers(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    /// Whether a method, or anything that it calls, looks through the stack.
    walks: HashMap<Node, bool>,
    classes: HashMap<Arc<str>, HashMap<Arc<str>, Looked>>,
    /// The classes of the inputs and of the class path below each type; none below `Object`.
    subtypes: Option<HashMap<Arc<str>, Vec<Arc<str>>>>,
}

impl Hierarchy {
    /// True where this method of the class that declares it can tell what calls it; with `overrides` also where one can that an
    /// input or the class path has in a subtype.
    pub fn sees_caller(
        &self,
        class: &Arc<str>,
        name: &str,
        descriptor: &str,
        overrides: bool,
    ) -> bool {
        let signature: Arc<str> = format!("{name}{descriptor}").into();
        let known = &mut *self
            .callers
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let mut methods = vec![(Arc::clone(class), Arc::clone(&signature))];
        if overrides && **class != *OBJECT {
            let subtypes = known.subtypes.get_or_insert_with(|| self.subtypes());
            let below = subtypes.get(class).into_iter().flatten();
            methods.extend(below.map(|class| (Arc::clone(class), Arc::clone(&signature))));
        }
        methods.iter().any(|method| {
            let named = (&*method.0, name);
            WALKS.contains(&named)
                || ASKS == named
                || (LOGGERS.contains(&named.0) && LOGS.contains(&name))
                || self.looked(known, method, |looked| looked.asks)
                || self.walks(known, method)
        })
    }

    /// Whether a method or anything that it calls looks through the stack. All that is reached is known then.
    fn walks(&self, known: &mut Known, method: &Node) -> bool {
        if let Some(&walks) = known.walks.get(method) {
            return walks;
        }
        let mut reached = HashSet::new();
        let mut callers: HashMap<Node, Vec<Node>> = HashMap::new();
        let mut walking = Vec::new();
        let mut left = vec![method.clone()];
        while let Some(node) = left.pop() {
            if !reached.insert(node.clone()) {
                continue;
            }
            let (mut walks, calls) = self.looked(known, &node, |looked| {
                (looked.walks, std::mem::take(&mut looked.calls))
            });
            for call in calls {
                if let Some(&known) = known.walks.get(&call) {
                    walks |= known;
                } else {
                    callers.entry(call.clone()).or_default().push(node.clone());
                    left.push(call);
                }
            }
            if walks {
                walking.push(node);
            }
        }
        known
            .walks
            .extend(reached.into_iter().map(|node| (node, false)));
        while let Some(node) = walking.pop() {
            walking.extend(callers.remove(&node).unwrap_or_default());
            known.walks.insert(node, true);
        }
        known.walks.get(method).copied().unwrap_or_default()
    }

    /// What `ask` says of the code of a method; of one without code that it does nothing.
    fn looked<T: Default>(
        &self,
        known: &mut Known,
        (class, signature): &Node,
        ask: impl FnOnce(&mut Looked) -> T,
    ) -> T {
        let methods = known.classes.entry(Arc::clone(class));
        let methods = methods.or_insert_with(|| self.look(class));
        methods.get_mut(signature).map_or_else(T::default, ask)
    }

    /// Looks through the methods of a class, of all releases that have one; those of the JDK are not followed.
    fn look(&self, class: &str) -> HashMap<Arc<str>, Looked> {
        let mut methods = HashMap::new();
        let mut seen = Vec::new();
        for &release in &self.releases {
            let Some((place, bytes)) = self.content(class, release) else {
                continue;
            };
            if place != Place::Jdk && bytes != seen {
                if let Ok(class) = ClassFile::read(&bytes) {
                    self.look_through(&class, &mut methods);
                }
                seen = bytes;
            }
        }
        methods
    }

    fn look_through(&self, class: &ClassFile<'_>, methods: &mut HashMap<Arc<str>, Looked>) {
        let mut tables = class.attributes.iter();
        let table = tables.find(|one| one.name.0 == attribute::BOOTSTRAP_METHODS);
        let rows = table.and_then(|table| read_bootstrap_methods(table.info).ok());
        let rows = rows.unwrap_or_default();
        // Each constant is resolved once.
        let mut meant: HashMap<u16, Looked> = HashMap::new();
        for member in &class.methods {
            let signature = format!("{}{}", member.name.decode(), member.descriptor.decode());
            let looked = methods.entry(signature.into()).or_default();
            for constant in called(class, member, &rows) {
                let call = meant.entry(constant).or_insert_with(|| {
                    let Ok((owner, name, descriptor)) = class.pool.member(constant) else {
                        return Looked::default();
                    };
                    self.meant(&owner.decode(), &name.decode(), &descriptor.decode())
                });
                looked.asks |= call.asks;
                looked.walks |= call.walks;
                looked.calls.extend(call.calls.iter().cloned());
            }
        }
    }

    /// What a call of this method means; `owner` is an internal name.
    fn meant(&self, owner: &str, name: &str, descriptor: &str) -> Looked {
        let mut meant = Looked::default();
        let is_asked = |name: &str| WALKS.iter().chain([&ASKS]).any(|(_, asked)| *asked == name);
        // Of the JDK these alone count.
        if owner.starts_with("java/") && !is_asked(name) {
            return meant;
        }
        let owner = binary_name(owner);
        let signature: Arc<str> = format!("{name}{descriptor}").into();
        let resolved = self.resolve_anew(&owner, name, &signature);
        let declared = resolved
            .declared
            .iter()
            .map(|method| Arc::clone(&method.class));
        // What is not found is what it is called.
        let missing = resolved.declared.is_empty().then(|| Arc::from(owner));
        for class in declared.chain(missing) {
            meant.asks |= ASKS == (&*class, name);
            meant.walks |= WALKS.contains(&(&*class, name));
            if !class.starts_with("java.") {
                meant.calls.insert((class, Arc::clone(&signature)));
            }
        }
        meant
    }

    fn subtypes(&self) -> HashMap<Arc<str>, Vec<Arc<str>>> {
        let names = self.inputs.names().chain(self.class_path.names());
        let names: BTreeSet<&str> = names.collect();
        let mut subtypes: HashMap<Arc<str>, Vec<Arc<str>>> = HashMap::new();
        for name in names {
            let name: Arc<str> = name.into();
            let lineage = self.lineage(&name).unwrap_or_default();
            let above = lineage.superclasses.iter().chain(&lineage.interfaces);
            for supertype in above.filter(|supertype| ***supertype != *OBJECT) {
                let below = subtypes.entry(Arc::clone(supertype)).or_default();
                below.push(Arc::clone(&name));
            }
        }
        subtypes
    }
}

/// The constants of the methods that the code of `member` calls, or gives to what links its `invokedynamic` instructions.
fn called(class: &ClassFile<'_>, member: &Member<'_>, rows: &[BootstrapMethod]) -> BTreeSet<u16> {
    let mut found = BTreeSet::new();
    let code = member
        .code()
        .and_then(|code| Code::read(code.info, &class.pool).ok());
    let Some(code) = code else {
        return found;
    };
    for instruction in instructions(code.bytes).unwrap_or_default() {
        if !(op::invokevirtual..=op::invokedynamic).contains(&instruction.opcode) {
            continue;
        }
        let constant = instruction.pool_index(code.bytes);
        match class.pool.get(constant) {
            Ok(Constant::InvokeDynamic(row, _)) => {
                let arguments = rows.get(usize::from(row)).map(|row| &row.arguments);
                let handles = arguments.into_iter().flatten();
                found.extend(
                    handles.filter_map(|&argument| match class.pool.get(argument) {
                        Ok(Constant::MethodHandle(kind, target)) if kind >= INVOKE_VIRTUAL => {
                            Some(target)
                        }
                        _ => None,
                    }),
                );
            }
            Ok(_) => _ = found.insert(constant),
            Err(_) => {}
        }
    }
    found
}

/// The first `reference_kind` of a method (JVMS table 5.4.3.5-A); those before are of fields.
const INVOKE_VIRTUAL: u8 = 5;
