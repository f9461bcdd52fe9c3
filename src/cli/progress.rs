//! The progress bar: on stderr when that is a terminal, nothing elsewhere. It leaves no trace when it ends.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::run::Progress;
use crate::visible::visible;

const TEMPLATE: &str = "{msg:.bold} [{bar:30}] {pos}/{len} entries";

/// A bar for one input at a time.
pub(crate) struct Bar(ProgressBar);

impl Bar {
    /// A bar that shows itself if `wanted` and stderr is a terminal.
    pub(crate) fn new(wanted: bool) -> Self {
        if !wanted || !io::stderr().is_terminal() {
            return Self(ProgressBar::hidden());
        }
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr_with_hz(10));
        if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
            bar.set_style(style.progress_chars("=> "));
        }
        Self(bar)
    }
}

impl Progress for Bar {
    fn begin(&self, input: &Path, entries: usize) {
        let name = input.file_name().unwrap_or(input.as_os_str());
        self.0.reset();
        let name = visible(name.to_string_lossy());
        self.0.set_message(name.to_string());
        self.0.set_length(entries as u64);
        self.0.enable_steady_tick(Duration::from_millis(200));
    }

    fn tick(&self) {
        self.0.inc(1);
    }

    fn end(&self) {
        self.0.finish_and_clear();
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
