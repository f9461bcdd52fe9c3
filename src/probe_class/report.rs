//! How it is said that something in a probe class is wrong.

use crate::diagnostic::{Diagnostic, Level};

/// Collects what is wrong with one probe class.
pub(super) struct Report<'e> {
    /// The jar or folder.
    pub(super) source: &'e str,
    /// Binary name of the class.
    pub(super) class: &'e str,
    pub(super) errors: &'e mut Vec<Diagnostic>,
    pub(super) warnings: &'e mut Vec<Diagnostic>,
}

impl Report<'_> {
    /// An error of the class.
    pub(super) fn class_error(&mut self, what: &str, help: &str) {
        let error = self.diagnostic(Level::Error, "", what, help);
        self.errors.push(error);
    }

    /// A warning about the class.
    pub(super) fn class_warning(&mut self, what: &str, help: &str) {
        self.warning("", what, help);
    }

    /// An error of a method.
    pub(super) fn error(&mut self, method: &str, what: &str, help: &str) {
        let error = self.diagnostic(Level::Error, method, what, help);
        self.errors.push(error);
    }

    /// A warning about a method.
    pub(super) fn warning(&mut self, method: &str, what: &str, help: &str) {
        let warning = self.diagnostic(Level::Warning, method, what, help);
        self.warnings.push(warning);
    }

    fn diagnostic(&self, level: Level, method: &str, what: &str, help: &str) -> Diagnostic {
        let hash = if method.is_empty() { "" } else { "#" };
        Diagnostic {
            level,
            title: format!("`{}{hash}{method}` {what}", self.class),
            origin: None,
            span: None,
            label: None,
            notes: vec![format!("it is in {}", self.source)],
            help: vec![help.to_owned()],
        }
    }
}
