//! Prints everything: as text or JSON, coloured or not, quiet or not.
//!
//! Errors, warnings and status lines go to stderr, results to stdout. Nothing here fails or panics when the other end of a
//! pipe is closed.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::args::{ColorWhen, MessageArgs, MessageFormat};
use super::exit::ExitStatus;
use super::json;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::Level;
use crate::visible::visible;

pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default().bold();
pub(crate) const HELP: Style = AnsiColor::Cyan.on_default().bold();
pub(crate) const ADDED: Style = AnsiColor::Green.on_default();
pub(crate) const STATUS: Style = AnsiColor::Green.on_default().bold();

/// An error that stops the run: one line, and perhaps help.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) text: String,
    pub(crate) help: Option<String>,
}

/// How this run prints messages.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Messages {
    format: MessageFormat,
    quiet: bool,
}

impl Messages {
    /// Sets the colours of the whole program too.
    pub(crate) fn new(args: &MessageArgs) -> Self {
        match args.color {
            ColorWhen::Auto => anstream::ColorChoice::Auto,
            ColorWhen::Always => anstream::ColorChoice::Always,
            ColorWhen::Never => anstream::ColorChoice::Never,
        }
        .write_global();
        Self {
            format: args.message_format,
            quiet: args.quiet,
        }
    }

    /// Text, with colours on a terminal.
    pub(crate) fn plain() -> Self {
        Self {
            format: MessageFormat::Human,
            quiet: false,
        }
    }

    /// Whether to print more than errors.
    pub(crate) fn talks(self) -> bool {
        self.format == MessageFormat::Human && !self.quiet
    }

    /// `error: …`, and `help: …` where there is help.
    pub(crate) fn error(self, failure: &Failure) {
        match self.format {
            MessageFormat::Human => {
                let text = visible(&failure.text);
                to_stderr(&format!("{ERROR}error{ERROR:#}: {text}\n"));
                if let Some(help) = failure.help.as_ref().map(visible) {
                    to_stderr(&format!("{HELP}help{HELP:#}: {help}\n"));
                }
            }
            MessageFormat::Json => to_stderr(&json::failure(failure)),
        }
    }

    /// The errors that end a run.
    pub(crate) fn fail(self, failures: &[Failure]) -> ExitStatus {
        for failure in failures {
            self.error(failure);
        }
        ExitStatus::Failure
    }

    /// Findings in the rules files; `quiet` leaves out all but errors.
    pub(crate) fn diagnostics(self, diagnostics: &[Diagnostic]) {
        for diagnostic in diagnostics {
            if self.quiet && diagnostic.level != Level::Error {
                continue;
            }
            match self.format {
                MessageFormat::Human => {
                    to_stderr(&format!("{}\n", diagnostic.render(true).trim_end()));
                }
                MessageFormat::Json => to_stderr(&json::diagnostic(diagnostic)),
            }
        }
    }

    /// Whether results are objects.
    pub(crate) fn is_json(self) -> bool {
        self.format == MessageFormat::Json
    }

    /// Text for people, already complete with its line ends.
    pub(crate) fn text(self, text: &str) {
        if self.talks() {
            to_stderr(text);
        }
    }
}

/// Writes a result to stdout. A closed pipe is not an error.
pub(crate) fn to_stdout(bytes: &[u8]) -> ExitStatus {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            to_stderr(&format!(
                "{ERROR}error{ERROR:#}: cannot write to stdout: {error}\n"
            ));
            ExitStatus::Failure
        }
        _ => ExitStatus::Success,
    }
}

/// Writes text with colours as [`to_stdout`]: they are left out where stdout is no terminal, unless asked for.
pub(crate) fn styled_to_stdout(text: &str) -> ExitStatus {
    let choice = anstream::AutoStream::choice(&io::stdout());
    let mut stripped = anstream::AutoStream::new(Vec::new(), choice);
    match stripped.write_all(text.as_bytes()) {
        Ok(()) => to_stdout(&stripped.into_inner()),
        Err(_) => to_stdout(text.as_bytes()),
    }
}

/// A message that cannot be written is lost: there is no other place to report that.
fn to_stderr(text: &str) {
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
}
