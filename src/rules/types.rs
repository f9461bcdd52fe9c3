//! Types as rules write them: erased, as in source, with dots and `[]`.

use crate::model::spelling::type_name;
use crate::model::{Parameters, Pattern, Patterns};

use super::components::{is_regex, pattern, positive};
use super::reader::{File, Text};

/// The types of `parameters`.
pub(super) fn parameters(file: &mut File<'_>, texts: &[Text]) -> Parameters {
    let mut parameters = Parameters {
        types: Vec::new(),
        open: false,
    };
    for (index, text) in texts.iter().enumerate() {
        if text.value == ".." {
            if index + 1 < texts.len() {
                let span = file.within(text, 0..2);
                file.error(span, "`..` means any further parameters", "write it last");
            }
            parameters.open = true;
            continue;
        }
        let (negative, text) = positive(file, text);
        if text.value == ".." {
            let span = file.within(&text, 0..2);
            file.error(
                span,
                "`..` means any further parameters",
                "it cannot be negated",
            );
            continue;
        }
        check_type(file, &text, false);
        // A star alone is any type, as it is any name where names are asked for.
        let parse = |text: &str| Pattern::parse(if text == "*" { "**" } else { text });
        if let Some(pattern) = pattern(file, &text, parse, |_| None) {
            let mut patterns = Patterns::default();
            patterns.push(negative, pattern);
            parameters.types.push(patterns);
        }
    }
    parameters
}

/// Types are erased and written as in source, with dots and `[]`.
pub(super) fn check_type(file: &mut File<'_>, text: &Text, is_return: bool) {
    let name = text.value.strip_prefix('!').unwrap_or(&text.value);
    if is_regex(name) {
        return;
    }
    if let Some((title, label)) = type_name(name, is_return) {
        let span = file.within(text, 0..text.value.len());
        file.error(span, title, &label);
    }
}
