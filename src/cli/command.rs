//! Misspelt commands: a first word that is neither a command nor a file, and nearly a command.

use std::ffi::OsString;
use std::path::Path;

use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::args::Args;

/// The error for a first word such as `explian`. Any other word is an input, and the run says if it does not exist.
pub(super) fn misspelt(arguments: &[OsString]) -> Option<clap::Error> {
    let word = arguments.get(1)?.to_str()?;
    if word.starts_with('-') || Path::new(word).exists() {
        return None;
    }
    let mut args = Args::command();
    // `help` is a command too once these are complete.
    args.build();
    let names: Vec<&str> = args
        .get_subcommands()
        .map(clap::Command::get_name)
        .collect();
    if names.contains(&word) {
        return None;
    }
    let near = nearest(word, &names)?;
    let mut error = clap::Error::new(ErrorKind::InvalidSubcommand).with_cmd(&args);
    error.insert(
        ContextKind::InvalidSubcommand,
        ContextValue::String(word.to_owned()),
    );
    error.insert(
        ContextKind::SuggestedSubcommand,
        ContextValue::Strings(vec![near.to_owned()]),
    );
    Some(error)
}

/// The name that a word is a slip of: one letter differs, and one more for each four, or the rest of the name is missing.
fn nearest<'n>(word: &str, names: &[&'n str]) -> Option<&'n str> {
    let word = word.to_lowercase();
    let slip = |name: &&&str| {
        let is_start = word.len() > 2 && name.starts_with(&word);
        is_start || strsim::osa_distance(&word, name) <= 1 + name.len() / 4
    };
    let near = names.iter().filter(slip);
    let nearest = near.min_by_key(|name| strsim::osa_distance(&word, name));
    nearest.copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_a_command_are_found_and_inputs_are_not() {
        let names = [
            "completions",
            "check",
            "explain",
            "runtime",
            "rules",
            "help",
        ];
        for (word, expected) in [
            ("explian", Some("explain")),
            ("Explain", Some("explain")),
            ("chek", Some("check")),
            ("rule", Some("rules")),
            ("comp", Some("completions")),
            ("hlep", Some("help")),
            ("app.jar", None),
            ("target", None),
            ("lib", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, &names), expected, "{word}");
        }
    }
}
