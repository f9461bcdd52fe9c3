//! Conditions on classes and methods, evaluated on plain facts: this module knows no class bytes.

use super::pattern::{Pattern, Patterns};

/// What conditions ask about a class.
#[derive(Debug, Clone, Copy)]
pub struct ClassFacts<'a> {
    /// Binary name with dots.
    pub name: &'a str,
    /// `access_flags`.
    pub access_flags: u16,
}

/// What conditions ask about a method.
#[derive(Debug, Clone, Copy)]
pub struct MethodFacts<'a> {
    /// The name.
    pub name: &'a str,
    /// The descriptor in the form of the class file.
    pub descriptor: &'a str,
    /// `access_flags`.
    pub access_flags: u16,
    /// Bytes of code, `None` without code.
    pub code_length: Option<u32>,
}

/// The class component of a rule: all of its conditions hold. A missing condition is any.
#[derive(Debug, Clone, Default)]
pub struct ClassCondition {
    /// `name`.
    pub name: Option<Patterns>,
    /// `package`: these and all below.
    pub packages: Packages,
    /// `modifiers`.
    pub modifiers: Modifiers,
}

/// The method component of a rule.
#[derive(Debug, Clone, Default)]
pub struct MethodCondition {
    /// `name`.
    pub name: Option<Patterns>,
    /// `parameters`.
    pub parameters: Option<Parameters>,
    /// `returns`.
    pub returns: Option<Patterns>,
    /// `modifiers`.
    pub modifiers: Modifiers,
    /// `size`.
    pub size: Option<Size>,
}

/// Packages, compared by segment.
#[derive(Debug, Clone, Default)]
pub struct Packages {
    /// The class is in one of these or below.
    pub any: Vec<String>,
    /// And in none of these.
    pub none: Vec<String>,
}

impl Packages {
    fn matches(&self, name: &str) -> bool {
        let within = |package: &String| {
            name.strip_prefix(package.as_str())
                .is_some_and(|rest| rest.starts_with('.'))
        };
        (self.any.is_empty() || self.any.iter().any(within)) && !self.none.iter().any(within)
    }
}

/// Flags that are set, and flags that are not.
#[derive(Debug, Clone, Copy, Default)]
pub struct Modifiers {
    /// All of these are set.
    pub set: u16,
    /// None of these is.
    pub clear: u16,
    /// `package-private`: none of public, protected and private, or not that.
    pub package_private: Option<bool>,
}

/// `ACC_PUBLIC`, `ACC_PRIVATE`, `ACC_PROTECTED` (JVMS §4.6).
const VISIBLE: u16 = 0x0001 | 0x0002 | 0x0004;

impl Modifiers {
    fn matches(self, flags: u16) -> bool {
        flags & self.set == self.set
            && flags & self.clear == 0
            && self
                .package_private
                .is_none_or(|wanted| (flags & VISIBLE == 0) == wanted)
    }
}

/// Parameter types by position, with `..` for the rest.
#[derive(Debug, Clone)]
pub struct Parameters {
    /// The types.
    pub types: Vec<Pattern>,
    /// Any number may follow.
    pub open: bool,
}

impl Parameters {
    fn matches(&self, types: &[String]) -> bool {
        (if self.open {
            types.len() >= self.types.len()
        } else {
            types.len() == self.types.len()
        }) && self
            .types
            .iter()
            .zip(types)
            .all(|(pattern, name)| pattern.matches(name))
    }
}

/// A comparison of the length of the code.
#[derive(Debug, Clone, Copy)]
pub struct Size {
    /// The bytes compared with.
    pub bytes: u32,
    /// Orderings of the length to `bytes` that are taken.
    pub less: bool,
    /// See `less`.
    pub equal: bool,
    /// See `less`.
    pub greater: bool,
}

impl Size {
    fn matches(self, length: Option<u32>) -> bool {
        length.is_some_and(|length| match length.cmp(&self.bytes) {
            std::cmp::Ordering::Less => self.less,
            std::cmp::Ordering::Equal => self.equal,
            std::cmp::Ordering::Greater => self.greater,
        })
    }
}

impl ClassCondition {
    /// True when the class meets all conditions.
    pub fn matches(&self, class: &ClassFacts<'_>) -> bool {
        self.may_match_name(class.name) && self.modifiers.matches(class.access_flags)
    }

    /// False only where no class of this name can match: the cheap test before a class is inflated.
    pub fn may_match_name(&self, name: &str) -> bool {
        self.name
            .as_ref()
            .is_none_or(|patterns| patterns.matches(name))
            && self.packages.matches(name)
    }
}

impl ClassCondition {
    /// The names among its positive patterns that have no wildcard.
    pub fn exact_names(&self) -> impl Iterator<Item = &str> {
        let patterns = self.name.iter().flat_map(Patterns::positive);
        patterns.filter_map(|pattern| match pattern {
            Pattern::Exact(name) => Some(name.as_str()),
            _ => None,
        })
    }

    /// True when every name is one without a wildcard.
    pub fn names_exactly(&self) -> bool {
        self.name.as_ref().is_some_and(Patterns::names_exactly)
    }
}

impl MethodCondition {
    /// True when the method meets all conditions.
    pub fn matches(&self, method: &MethodFacts<'_>) -> bool {
        if !self.modifiers.matches(method.access_flags)
            || !self
                .name
                .as_ref()
                .is_none_or(|patterns| patterns.matches(method.name))
            || !self
                .size
                .is_none_or(|size| size.matches(method.code_length))
        {
            return false;
        }
        if self.parameters.is_none() && self.returns.is_none() {
            return true;
        }
        let Some((parameters, returns)) = dotted(method.descriptor) else {
            return false;
        };
        self.parameters
            .as_ref()
            .is_none_or(|wanted| wanted.matches(&parameters))
            && self
                .returns
                .as_ref()
                .is_none_or(|wanted| wanted.matches(&returns))
    }

    /// True when the name has no wildcard: the method is asked for by its name.
    pub fn names_exactly(&self) -> bool {
        self.name.as_ref().is_some_and(Patterns::names_exactly)
    }

    /// True when synthetic methods are meant too: every name is, or compilers' names are asked for.
    pub fn takes_synthetic(&self) -> bool {
        self.name.as_ref().is_none_or(|name| {
            name.positive()
                .iter()
                .any(|pattern| pattern.matches("lambda$main$0") || pattern.matches("access$000"))
        })
    }
}

/// The types of a descriptor as they are written in rules: dotted, with `[]` behind.
fn dotted(descriptor: &str) -> Option<(Vec<String>, String)> {
    let (parameters, returns) = descriptor.strip_prefix('(')?.split_once(')')?;
    let mut rest = parameters;
    let mut types = Vec::new();
    while !rest.is_empty() {
        let (name, tail) = dotted_type(rest)?;
        types.push(name);
        rest = tail;
    }
    let returns = if returns == "V" {
        "void".to_owned()
    } else {
        dotted_type(returns)?.0
    };
    Some((types, returns))
}

fn dotted_type(text: &str) -> Option<(String, &str)> {
    let element = text.trim_start_matches('[');
    let dimensions = text.len() - element.len();
    let (mut name, rest) = match element.bytes().next()? {
        b'L' => {
            let (name, rest) = element[1..].split_once(';')?;
            (name.replace('/', "."), rest)
        }
        letter => {
            let name = PRIMITIVES.iter().find(|(code, _)| *code == letter)?.1;
            (name.to_owned(), &element[1..])
        }
    };
    for _ in 0..dimensions {
        name.push_str("[]");
    }
    Some((name, rest))
}

/// Descriptor letters and the names of primitive types.
pub(super) const PRIMITIVES: [(u8, &str); 8] = [
    (b'Z', "boolean"),
    (b'B', "byte"),
    (b'C', "char"),
    (b'S', "short"),
    (b'I', "int"),
    (b'J', "long"),
    (b'F', "float"),
    (b'D', "double"),
];

/// True for the name of a primitive type.
pub(super) fn is_primitive(name: &str) -> bool {
    PRIMITIVES.iter().any(|(_, primitive)| *primitive == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_are_shown_as_in_rules() {
        let (parameters, returns) =
            dotted("(I[[JLjava/util/Map$Entry;)[Ljava/lang/String;").unwrap();
        assert_eq!(parameters, ["int", "long[][]", "java.util.Map$Entry"]);
        assert_eq!(returns, "java.lang.String[]");
        assert_eq!(dotted("()V").unwrap(), (vec![], "void".to_owned()));
    }
}
