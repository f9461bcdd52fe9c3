//! Telemetries and names of control objects: which of the methods that are asked for them an input has, and whether these can
//! be asked.

use crate::classfile::{ClassFile, access};
use crate::generate::{self, Values};
use crate::rules::RuleSet;

use super::error::hinted;

/// The methods that an input has, and what is missing.
pub(super) struct Found {
    pub(super) values: Values,
    /// What is said of methods whose class the input has not.
    pub(super) missing: Vec<String>,
}

/// Looks up the methods of all telemetries, and those that name control objects; `content` gives the class file of a class by its
/// binary name.
///
/// # Errors
/// A method that is not there, or that cannot be asked.
pub(super) fn find(
    rules: &RuleSet,
    mut content: impl FnMut(&str) -> Option<Vec<u8>>,
) -> anyhow::Result<Found> {
    let mut found = Found {
        values: Values::new(),
        missing: Vec::new(),
    };
    for probe in &rules.probes {
        for (number, class, method) in generate::methods(probe) {
            let Some(bytes) = content(class) else {
                found.missing.push(format!(
                    "no class here has `{class}#{method}`: its telemetry has no value"
                ));
                continue;
            };
            let asked = Asked {
                class,
                method,
                by: format!("which a telemetry of probe `{}` asks", probe.key),
                is: "a value is a public static method without parameters, of a public class, that returns a number",
            };
            let descriptor = asked.value(&bytes)?;
            found.values.insert((probe.key.clone(), number), descriptor);
        }
        // What a probe class declares has been checked.
        let names = probe.object_names.iter().filter(|_| probe.class.is_none());
        for handler in names {
            let class = handler.class.replace('/', ".");
            let Some(bytes) = content(&class) else {
                found.missing.push(format!(
                    "no class here has `{class}#{}`: control objects of probe `{}` that were never opened have no name",
                    handler.method, probe.key
                ));
                continue;
            };
            let asked = Asked {
                class: &class,
                method: &handler.method,
                by: format!("which names control objects of probe `{}`,", probe.key),
                is: "a name is given by a public static method of a public class: String name(Object)",
            };
            asked.name(&bytes, &handler.descriptor)?;
        }
    }
    Ok(found)
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
                "is not there"
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
