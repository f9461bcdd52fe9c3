//! Telemetries and names of control objects: which of the methods that are asked for them an input has, and whether these can
//! be asked.
//!
//! A declaration is checked wherever its class is found, whatever is woven: among the probe classes, in the input, and else on
//! the class path or in the JDK. What another input has is checked with that.

use crate::classfile::{ClassFile, access};
use crate::generate::{self, Values};
use crate::hierarchy::Place;
use crate::model::RuleSet;
use crate::names::{binary_name, class_file_path};

use super::error::hinted;

/// The methods that an input has, and what is missing.
#[derive(Default)]
pub(super) struct Found {
    pub(super) values: Values,
    /// Those of telemetries whose class the input itself has: `Class#method`.
    pub(super) own: Vec<String>,
    /// Those of telemetries whose class goes with the output.
    pub(super) shipped: Vec<String>,
    /// What is said of methods that will not be asked, because no input has their class.
    pub(super) missing: Vec<String>,
}

/// Checks the methods of classes that go with the rules: all that can be said without an input.
///
/// # Errors
/// A method that is not there, or that cannot be asked.
pub fn check_asked(rules: &RuleSet) -> anyhow::Result<()> {
    find(rules, |_| None, |_| None).map(drop)
}

/// Looks up the methods of all telemetries, and those that name control objects. By its binary name, `here` gives the class file
/// of a class of the input, and `elsewhere` that of one that the input has not, with the place where it is.
///
/// # Errors
/// A method that is not there, or that cannot be asked.
pub(super) fn find(
    rules: &RuleSet,
    mut here: impl FnMut(&str) -> Option<Vec<u8>>,
    elsewhere: impl Fn(&str) -> Option<(Place, Vec<u8>)>,
) -> anyhow::Result<Found> {
    let mut found = Found::default();
    let mut here = |class: &str| {
        shipped(rules, class)
            .map(<[u8]>::to_vec)
            .or_else(|| here(class))
    };
    for probe in &rules.probes {
        for (number, class, method) in generate::methods(probe) {
            let asked = Asked {
                class,
                method,
                by: format!("which a telemetry of probe `{}` calls,", probe.key),
                is: "a value is a public static method without parameters, of a public class, that returns a number",
            };
            if let Some(bytes) = here(class) {
                let asked_for = match shipped(rules, class) {
                    Some(_) => &mut found.shipped,
                    None => &mut found.own,
                };
                asked_for.push(format!("{class}#{method}"));
                let descriptor = asked.value(&bytes)?;
                found.values.insert((probe.key.clone(), number), descriptor);
                continue;
            }
            match elsewhere(class) {
                // That one checks it, and asks it if something is woven there.
                Some((Place::Input, _)) => continue,
                Some((_, bytes)) => _ = asked.value(&bytes)?,
                None => {}
            }
            found.missing.push(format!(
                "no input has the class of `{class}#{method}`: its telemetry has no value"
            ));
        }
        // What a probe class declares has been checked.
        let names = probe.object_names.iter().filter(|_| probe.class.is_none());
        for handler in names {
            let class = binary_name(&handler.class);
            let asked = Asked {
                class: &class,
                method: &handler.method,
                by: format!("which names control objects of probe `{}`,", probe.key),
                is: "a name is given by a public static method of a public class: String name(Object)",
            };
            let is_here = here(&class).map(|bytes| (None, bytes));
            let there = || elsewhere(&class).map(|(place, bytes)| (Some(place), bytes));
            let bytes = match is_here.or_else(there) {
                Some((Some(Place::Input), _)) => continue,
                Some((_, bytes)) => bytes,
                None => {
                    found.missing.push(format!(
                        "no input has the class of `{class}#{}`: control objects of probe `{}` that were never opened have no name",
                        handler.method, probe.key
                    ));
                    continue;
                }
            };
            asked.name(&bytes, &handler.descriptor)?;
        }
    }
    Ok(found)
}

/// The class file of a class that goes with the output.
fn shipped<'r>(rules: &'r RuleSet, class: &str) -> Option<&'r [u8]> {
    let path = class_file_path(class);
    let mut all = rules.shipped.iter();
    let shipped = all.find(|shipped| shipped.path == path)?;
    Some(&shipped.bytes)
}

/// A method that the application is asked by.
struct Asked<'a> {
    class: &'a str,
    method: &'a str,
    /// Who asks.
    by: String,
    /// What it has to be.
    is: &'static str,
}

impl Asked<'_> {
    fn wrong(&self, what: &str) -> anyhow::Error {
        let title = format!("`{}#{}`, {} {what}", self.class, self.method, self.by);
        hinted(title, self.is)
    }

    /// The descriptor of the one method of this name that gives a number.
    fn value(&self, bytes: &[u8]) -> anyhow::Result<String> {
        let without = |descriptor: &str| descriptor.starts_with("()");
        self.check(bytes, without, "has parameters", |descriptor| {
            generate::gives_number(descriptor)
                .then_some(())
                .ok_or("does not return a number")
        })
    }

    /// Checks that there is a method with this descriptor.
    fn name(&self, bytes: &[u8], wanted: &str) -> anyhow::Result<()> {
        let takes = |descriptor: &str| descriptor.starts_with("(Ljava/lang/Object;)");
        self.check(
            bytes,
            takes,
            "does not take one `java.lang.Object`",
            |descriptor| {
                (descriptor == wanted)
                    .then_some(())
                    .ok_or("does not return a `java.lang.String`")
            },
        )
        .map(drop)
    }

    /// The descriptor of the method of this name that `takes` what it is given and `gives` what is wanted.
    fn check(
        &self,
        bytes: &[u8],
        takes: impl Fn(&str) -> bool,
        otherwise: &str,
        gives: impl Fn(&str) -> Result<(), &'static str>,
    ) -> anyhow::Result<String> {
        let read =
            ClassFile::read(bytes).map_err(|_| self.wrong("is in a class that cannot be read"))?;
        let named: Vec<_> = read
            .methods
            .iter()
            .filter(|member| member.name.decode() == self.method)
            .map(|member| (member.access_flags, member.descriptor.decode()))
            .collect();
        let mut named_so = named.iter();
        let Some((flags, descriptor)) = named_so.find(|(_, descriptor)| takes(descriptor)) else {
            return Err(self.wrong(if named.is_empty() {
                "does not exist"
            } else {
                otherwise
            }));
        };
        gives(descriptor).map_err(|what| self.wrong(what))?;
        if flags & (access::PUBLIC | access::STATIC) != access::PUBLIC | access::STATIC {
            return Err(self.wrong("is not public and static"));
        }
        if read.access_flags & access::PUBLIC == 0 || read.access_flags & access::INTERFACE != 0 {
            return Err(self.wrong("is not in a public class"));
        }
        Ok(descriptor.to_string())
    }
}
