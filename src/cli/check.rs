//! `weave check [RULES]...`: rules without an input.

use super::args::CheckArgs;
use super::exit::ExitStatus;
use super::json;
use super::messages::{self, Failure, Messages};
use super::rules as choice;
use super::summary::count;
use super::weave::failure;
use crate::model::RuleSet;
use crate::run;

/// Reads the rules, prints what is wrong with them to stderr and what they are to stdout.
pub(crate) fn run(args: &CheckArgs) -> ExitStatus {
    let messages = Messages::new(&args.messages);
    match check(args, messages) {
        Ok(rules) if messages.is_json() => messages::to_stdout(json::check(&rules).as_bytes()),
        Ok(rules) if messages.talks() => messages::to_stdout(summary(&rules).as_bytes()),
        Ok(_) => ExitStatus::Success,
        Err(failures) => messages.fail(&failures),
    }
}

fn check(args: &CheckArgs, messages: Messages) -> Result<RuleSet, Vec<Failure>> {
    let chosen = choice::choose(&args.rules, &args.probes)?;
    let rules = choice::load(&chosen, messages)?;
    run::check_asked(&rules).map_err(|error| vec![failure(&error)])?;
    if args.strict && !rules.warnings.is_empty() {
        return Err(vec![Failure {
            text: format!(
                "{}, which --strict does not allow",
                number(rules.warnings.len(), "warning", "warnings")
            ),
            help: args
                .messages
                .quiet
                .then(|| "run it without --quiet to see them".to_owned()),
        }]);
    }
    Ok(rules)
}

/// `1 file: 2 probes, 5 interceptions, 1 block rule, 2 allow rules`, and how many warnings there are.
fn summary(rules: &RuleSet) -> String {
    let interceptions = rules
        .probes
        .iter()
        .map(|probe| probe.interceptions.len())
        .sum();
    let mut counts = vec![
        number(rules.probes.len(), "probe", "probes"),
        number(interceptions, "interception", "interceptions"),
        number(rules.blocks.len(), "block rule", "block rules"),
        number(rules.allows.len(), "allow rule", "allow rules"),
    ];
    if !rules.warnings.is_empty() {
        counts.push(number(rules.warnings.len(), "warning", "warnings"));
    }
    let files = number(rules.sources.len(), "file", "files");
    format!("{files}: {}\n", counts.join(", "))
}

fn number(value: usize, one: &str, many: &str) -> String {
    count(value as u64, one, many)
}
