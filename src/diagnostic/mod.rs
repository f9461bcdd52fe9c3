//! What is wrong with a text that a user wrote, and where: rendered like a compiler's messages.

pub mod words;

use std::ops::Range;
use std::sync::Arc;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level as Shown, Renderer, Snippet};

use crate::visible::{same_length, visible};

/// How much it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Nothing is done.
    Error,
    /// Something may not be meant.
    Warning,
    /// Good to know.
    Note,
}

/// The text that a diagnostic is about.
#[derive(Debug, Clone)]
pub struct Origin {
    /// The path as the user gave it.
    pub file: String,
    /// The whole text.
    pub source: Arc<str>,
}

/// One message.
#[derive(Debug, Clone)]
pub struct Diagnostic {
    /// How much it matters.
    pub level: Level,
    /// What is wrong: lower case, without a period, the offending value in backticks.
    pub title: String,
    /// The text it is about; without one the title stands alone.
    pub origin: Option<Origin>,
    /// The bytes of the text it is about.
    pub span: Option<Range<usize>>,
    /// What stands beside the caret.
    pub label: Option<String>,
    /// Facts.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Vec<String>,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(title: impl Into<String>, origin: Origin, span: Range<usize>) -> Self {
        Self::new(Level::Error, title, origin, span)
    }

    /// A warning at a place.
    pub fn warning(title: impl Into<String>, origin: Origin, span: Range<usize>) -> Self {
        Self::new(Level::Warning, title, origin, span)
    }

    fn new(level: Level, title: impl Into<String>, origin: Origin, span: Range<usize>) -> Self {
        Self {
            level,
            title: title.into(),
            origin: Some(origin),
            span: Some(span),
            label: None,
            notes: Vec::new(),
            help: Vec::new(),
        }
    }

    /// With text beside the caret.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// With advice below.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    /// The message as text, with a newline at the end.
    pub fn render(&self, coloured: bool) -> String {
        let level = match self.level {
            Level::Error => Shown::ERROR,
            Level::Warning => Shown::WARNING,
            Level::Note => Shown::NOTE,
        };
        let texts = |all: &[String]| -> Vec<String> {
            let shown = all.iter().map(|one| visible(one).to_string());
            shown.collect()
        };
        let (notes, help) = (texts(&self.notes), texts(&self.help));
        let title = level.primary_title(visible(&self.title).to_string());
        let mut group = match (&self.origin, &self.span) {
            (Some(origin), Some(span)) => {
                let mut annotation =
                    AnnotationKind::Primary.span(clamped(span, origin.source.len()));
                if let Some(label) = &self.label {
                    annotation = annotation.label(visible(label).to_string());
                }
                let snippet = Snippet::source(same_length(&origin.source))
                    .path(visible(&origin.file).to_string())
                    .annotation(annotation);
                title.element(snippet)
            }
            _ => Group::with_title(title),
        };
        group = group.elements(notes.iter().map(|note| Shown::NOTE.message(note.as_str())));
        group = group.elements(help.iter().map(|help| Shown::HELP.message(help.as_str())));
        let renderer = if coloured {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        let mut text = renderer.decor_style(DecorStyle::Ascii).render(&[group]);
        text.push('\n');
        text
    }
}

/// A span that lies within the text and is not empty where it can be avoided.
fn clamped(span: &Range<usize>, length: usize) -> Range<usize> {
    let start = span.start.min(length);
    start..span.end.clamp(start, length)
}
