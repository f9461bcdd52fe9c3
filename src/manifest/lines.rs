//! The layout of the manifest: upper levels are indented, each element of the innermost lists is on one line.

use std::io::{self, Write};

use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter};

/// `{ "classes": [ { "methods": [`: deeper levels stay on one line.
const DEEPEST: usize = 4;

/// Indents the upper levels and writes the others without a break.
#[derive(Default)]
pub(super) struct Lines {
    indented: PrettyFormatter<'static>,
    depth: usize,
}

/// Passes a call on to the formatter for the present depth.
macro_rules! by_depth {
    ($self:ident, $call:ident($($argument:expr),*)) => {
        if $self.depth > DEEPEST {
            CompactFormatter.$call($($argument),*)
        } else {
            $self.indented.$call($($argument),*)
        }
    };
}

impl Formatter for Lines {
    fn begin_array<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.depth += 1;
        by_depth!(self, begin_array(to))
    }

    fn end_array<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        let end = by_depth!(self, end_array(to));
        self.depth -= 1;
        end
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, to: &mut W, first: bool) -> io::Result<()> {
        by_depth!(self, begin_array_value(to, first))
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        by_depth!(self, end_array_value(to))
    }

    fn begin_object<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.depth += 1;
        by_depth!(self, begin_object(to))
    }

    fn end_object<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        let end = by_depth!(self, end_object(to));
        self.depth -= 1;
        end
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, to: &mut W, first: bool) -> io::Result<()> {
        by_depth!(self, begin_object_key(to, first))
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        by_depth!(self, begin_object_value(to))
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        by_depth!(self, end_object_value(to))
    }
}
