//! `weave explain IN [CLASS[#METHOD]]`: why methods are woven, or are not.

mod json;
mod selector;
mod text;

use std::path::Path;

use super::args::ExplainArgs;
use super::exit::ExitStatus;
use super::messages::{self, Failure, Messages};
use super::progress::Bar;
use super::rules as choice;
use super::weave::failure;
use crate::matcher::Rule;
use crate::pipeline::{self, Explained, Job, Outcome, Question};
use crate::rules::{Origin, RuleSet};

use selector::Selector;

/// What was asked, and the answer.
struct Answer {
    rules: RuleSet,
    question: Question,
    outcomes: Vec<Outcome>,
}

/// Explains, to stdout.
pub(crate) fn run(args: &ExplainArgs) -> ExitStatus {
    let messages = Messages::new(&args.messages);
    match explain(args, messages) {
        Ok(answer) if messages.is_json() => messages::to_stdout(json::answer(&answer).as_bytes()),
        Ok(answer) => messages::to_stdout(text::answer(&answer).as_bytes()),
        Err(failures) => messages.fail(&failures),
    }
}

fn explain(args: &ExplainArgs, messages: Messages) -> Result<Answer, Vec<Failure>> {
    let selector = args.method.as_deref().map(Selector::parse).transpose();
    let selector = selector.map_err(|failure| vec![failure])?;
    let chosen = choice::choose(&args.choice.rules)?;
    let rules = choice::load(&chosen, messages)?;
    let question = match (&selector, &args.rule) {
        (Some(selector), _) => Question::Class(selector.class.clone()),
        (None, Some(place)) => {
            Question::Rule(rule_at(&rules, place).map_err(|failure| vec![failure])?)
        }
        (None, None) => Question::Rules,
    };
    let job = Job {
        inputs: vec![args.input.clone()],
        // Never written, and nothing that may be there already.
        output: Path::new("explained").join(""),
        rules,
        class_path: args.choice.class_path.clone(),
        jdk: args.choice.jdk.clone(),
        runtime: None,
        strip_signatures: true,
        allow_huge: false,
        strict: false,
        threads: None,
        full_manifest_inside: false,
        dry_run: true,
        question: Some(question.clone()),
    };
    let bar = Bar::new(messages.talks());
    let result = pipeline::run(&job, &bar);
    drop(bar);
    let mut outcomes = result.map_err(|error| vec![failure(&error)])?;
    if let Some(selector) = selector {
        selector
            .choose(&mut outcomes)
            .map_err(|failure| vec![failure])?;
    }
    Ok(Answer {
        rules: job.rules,
        question,
        outcomes,
    })
}

/// All rules with where they stand, in the order in which they are asked.
fn places(rules: &RuleSet) -> impl Iterator<Item = (Rule, &Origin)> {
    let blocks = rules.blocks.iter().enumerate();
    let blocks = blocks.map(|(index, block)| (Rule::Block(index), &block.origin));
    blocks.chain(
        rules
            .interceptions()
            .map(|(_, interception)| (interception.into(), &interception.origin)),
    )
}

/// The rule that `FILE:LINE` lies in: the last one that begins there or above.
fn rule_at(rules: &RuleSet, place: &str) -> Result<Rule, Failure> {
    let wrong = |text: String| Failure {
        text,
        help: Some(format!("rules stand at {}", listed(rules))),
    };
    let parsed = place.rsplit_once(':');
    let Some((file, Ok(line))) = parsed.map(|(file, line)| (file, line.parse::<u32>())) else {
        return Err(wrong(format!("`{place}` is no place: FILE:LINE is")));
    };
    let name = Path::new(file).file_name().unwrap_or_default();
    let above = places(rules)
        .filter(|(_, origin)| name == origin.file.as_str() && origin.line <= line)
        .max_by_key(|(_, origin)| origin.line);
    above
        .map(|(rule, _)| rule)
        .ok_or_else(|| wrong(format!("no rule stands at `{place}`")))
}

fn listed(rules: &RuleSet) -> String {
    let all: Vec<String> = places(rules)
        .map(|(_, origin)| format!("{}:{}", origin.file, origin.line))
        .collect();
    all.join(", ")
}

/// `rules.toml:9 probes.jdbc.interceptions[0]`.
fn shown(origin: &Origin) -> String {
    format!("{}:{} {}", origin.file, origin.line, origin.key)
}

fn classes(outcomes: &[Outcome]) -> impl Iterator<Item = &Explained> {
    outcomes.iter().flat_map(|outcome| &outcome.explained)
}
