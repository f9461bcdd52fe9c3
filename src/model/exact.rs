//! Method specs that are given as names and not as patterns: those of probe classes.

use super::condition::{ClassCondition, MethodCondition, Parameters};
use super::interception::MethodSpec;
use super::pattern::{Pattern, Patterns};
use super::spelling::{class_name, method_name, type_name};

/// A method as an annotation of a probe class names it.
#[derive(Debug, Clone, Default)]
pub struct ExactMethod {
    /// Binary name of the class; empty for every class.
    pub class: String,
    /// Name of the method.
    pub name: String,
    /// The types of its parameters, as in source.
    pub parameters: Vec<String>,
    /// The type of its result.
    pub returns: String,
    /// The methods of subtypes too.
    pub subtypes: bool,
}

impl ExactMethod {
    /// True for a constructor.
    pub fn is_constructor(&self) -> bool {
        self.name == "<init>"
    }

    /// What is wrong with it: what, and what would be right.
    pub fn slips(&self) -> Vec<(String, String)> {
        let mut slips = Vec::new();
        let mut add = |what: &str, text: &str, right: &str| {
            slips.push((format!("{what} = \"{text}\""), right.to_owned()));
        };
        const NO_PATTERNS: &str = "it is one name: patterns are for rules files";
        for (what, text) in [("className", &self.class), ("methodName", &self.name)] {
            let slip = if text.contains('*') {
                Some(NO_PATTERNS)
            } else if what == "methodName" {
                method_name(text).map(|_| "expected the name alone, `<init>` for a constructor")
            } else if text.is_empty() {
                None
            } else {
                class_name(text)
            };
            if let Some(right) = slip {
                add(what, text, right);
            }
        }
        let parameters = self
            .parameters
            .iter()
            .map(|text| ("parameterTypes", text, false));
        for (what, text, is_return) in parameters.chain([("returnType", &self.returns, true)]) {
            if text.contains('*') {
                add(what, text, NO_PATTERNS);
            } else if let Some((_, right)) = type_name(text, is_return) {
                add(what, text, &right);
            }
        }
        if self.is_constructor() && self.returns != "void" {
            add("returnType", &self.returns, "constructors return `void`");
        }
        slips
    }

    /// The same as conditions of a rule.
    pub fn spec(&self) -> MethodSpec {
        let exact = |text: &String| {
            let mut patterns = Patterns::default();
            patterns.push(false, Pattern::Exact(text.clone()));
            patterns
        };
        let is_every_class = self.class.is_empty();
        MethodSpec {
            class: ClassCondition {
                name: (!is_every_class).then(|| exact(&self.class)),
                subtypes: self.subtypes && !is_every_class,
                ..ClassCondition::default()
            },
            method: MethodCondition {
                name: Some(exact(&self.name)),
                parameters: Some(Parameters {
                    types: self.parameters.iter().map(exact).collect(),
                    open: false,
                }),
                returns: Some(exact(&self.returns)),
                ..MethodCondition::default()
            },
        }
    }
}
