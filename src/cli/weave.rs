//! `weave IN... -o OUT`, the main job: rules, run, summary.

use std::time::Instant;

use super::args::{ManifestSize, MessageArgs, RuleArgs, Runtime, WeaveArgs};
use super::exit::ExitStatus;
use super::json;
use super::messages::{self, Failure, Messages};
use super::progress::Bar;
use super::rules as choice;
use super::summary::Summary;
use crate::model::RuleSet;
use crate::report::{self, Unwoven};
use crate::run::{self, Hint, Job, Outcome, RuntimePlace};

/// Runs the job from the command line to the exit status.
pub(crate) fn run(args: &WeaveArgs, rule_args: &RuleArgs, messages: &MessageArgs) -> ExitStatus {
    let messages = Messages::new(messages);
    match weave(args, rule_args, messages) {
        Ok(outcomes) if messages.is_json() => {
            messages::to_stdout(json::run(&outcomes, args.dry_run).as_bytes())
        }
        Ok(_) => ExitStatus::Success,
        Err(failures) => messages.fail(&failures),
    }
}

/// Diagnostics of the rules are printed on the way; the failures that come back are not printed yet.
fn weave(
    args: &WeaveArgs,
    rule_args: &RuleArgs,
    messages: Messages,
) -> Result<Vec<Outcome>, Vec<Failure>> {
    let start = Instant::now();
    let chosen = choice::choose(&rule_args.rules, &rule_args.probes)?;
    let rules = choice::load(&chosen, messages)?;

    let bar = Bar::new(messages.talks());
    let job = job(args, rule_args, rules);
    let result = run::run(&job, &bar);
    drop(bar);
    let outcomes = result.map_err(|error| match error.downcast_ref::<Unwoven>() {
        Some(Unwoven(rules)) => {
            messages.diagnostics(rules);
            Vec::new()
        }
        None => vec![failure(&error)],
    })?;
    let manifests = outcomes.iter().map(|outcome| &outcome.manifest);
    let unwoven = report::unwoven(&job.rules, manifests);
    if messages.is_json() {
        messages.diagnostics(&unwoven);
    }
    let summary = Summary {
        outcomes: &outcomes,
        unwoven: &unwoven,
        dry_run: args.dry_run,
        verbose: args.verbose,
        elapsed: start.elapsed(),
    };
    messages.text(&summary.to_string());
    Ok(outcomes)
}

fn job(args: &WeaveArgs, rule_args: &RuleArgs, rules: RuleSet) -> Job {
    Job {
        inputs: args.inputs.clone(),
        output: args.output.clone(),
        rules,
        class_path: rule_args.class_path.clone(),
        jdk: rule_args.jdk.clone(),
        runtime: args.runtime.map(|runtime| match runtime {
            Runtime::Embed => RuntimePlace::Embed,
            Runtime::Beside => RuntimePlace::Beside,
            Runtime::None => RuntimePlace::None,
        }),
        strip_signatures: args.strip_signatures,
        allow_huge: args.allow_huge,
        strict: args.strict,
        threads: args.threads.map(Into::into),
        manifest_dir: args.manifest_dir.clone(),
        full_manifest_inside: args.manifest == ManifestSize::Full,
        dry_run: args.dry_run,
        question: None,
    }
}

/// The chain of causes on one line; a [`Hint`] in it is the help.
pub(crate) fn failure(error: &anyhow::Error) -> Failure {
    let help = error.downcast_ref::<Hint>().map(|hint| hint.0.clone());
    let links: Vec<String> = error
        .chain()
        .map(ToString::to_string)
        .filter(|link| !link.is_empty() && Some(link) != help.as_ref())
        .collect();
    Failure {
        text: links.join(": "),
        help,
    }
}
