//! `weave explain IN [CLASS[#METHOD]]`: why methods are woven, or are not.

mod code;
mod json;
mod selector;
mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::args::ExplainArgs;
use super::exit::ExitStatus;
use super::messages::{self, Failure, Messages};
use super::progress::Bar;
use super::rules as choice;
use super::weave::failure;
use crate::manifest::Unresolved;
use crate::matcher::Rule;
use crate::model::{ClassCondition, Origin, RuleSet, RuleSource};
use crate::print::Extras;
use crate::report::rules_in_order as places;
use crate::run::{self, Job, Outcome, OutcomeKind};
use crate::weave::{Explained, Question};

use selector::Selector;

/// What was asked, and the answer.
struct Answer {
    rules: RuleSet,
    question: Question,
    outcomes: Vec<Outcome>,
    /// Code is shown too, with these extras.
    code: Option<Extras>,
}

/// Explains, to stdout.
pub(crate) fn run(args: &ExplainArgs) -> ExitStatus {
    let messages = Messages::new(&args.messages);
    match explain(args, messages) {
        Ok(answer) if messages.is_json() => messages::to_stdout(json::answer(&answer).as_bytes()),
        Ok(answer) => messages::styled_to_stdout(&text::answer(&answer)),
        Err(failures) => messages.fail(&failures),
    }
}

fn explain(args: &ExplainArgs, messages: Messages) -> Result<Answer, Vec<Failure>> {
    let selector = args.method.as_deref().map(Selector::parse).transpose();
    let selector = selector.map_err(|failure| vec![failure])?;
    let chosen = choice::choose(&args.choice.rules, &args.choice.probes)?;
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
        manifest_dir: None,
        full_manifest_inside: false,
        dry_run: true,
        question: Some(question.clone()),
    };
    let bar = Bar::new(messages.talks());
    let result = run::run(&job, &bar);
    drop(bar);
    let mut outcomes = result.map_err(|error| vec![failure(&error)])?;
    let mut before = outcomes.iter();
    if let Some(woven) = before.find(|one| one.kind == OutcomeKind::AlreadyWoven) {
        return Err(vec![Failure {
            text: format!(
                "`{}`: it is already woven with these rules",
                woven.input.display()
            ),
            help: Some("explain the original archive".to_owned()),
        }]);
    }
    if let Some(selector) = selector {
        selector
            .choose(&mut outcomes)
            .map_err(|failure| vec![failure])?;
    }
    Ok(Answer {
        rules: job.rules,
        question,
        outcomes,
        code: args.code.as_deref().map(code::extras),
    })
}

/// The rule that `FILE:LINE` lies in: the last one that begins there or above. The classes of a jar have lines of their own, so that
/// `JAR:PROBE.METHOD` names one of a probe class.
fn rule_at(rules: &RuleSet, place: &str) -> Result<Rule, Failure> {
    let wrong = |text: String| Failure {
        text,
        help: Some(format!("the rules are at {}", listed(rules))),
    };
    let parsed = place.rsplit_once(':');
    let no_place = || wrong(format!("`{place}` is not a place: write FILE:LINE"));
    let (file, at) = parsed.ok_or_else(no_place)?;
    let name = file_named(rules, file).map(|source| source.name.as_str());
    let mut there = places(rules).filter(|(_, origin)| name == Some(origin.file.as_str()));
    let Ok(line) = at.parse::<u32>() else {
        let named = there.find(|(_, origin)| origin.key == at);
        return named.map(|(rule, _)| rule).ok_or_else(no_place);
    };
    let above = there
        .filter(|(_, origin)| origin.line <= line)
        .max_by_key(|(_, origin)| origin.line);
    above
        .map(|(rule, _)| rule)
        .ok_or_else(|| wrong(format!("no rule is at `{place}`")))
}

/// The rules file that is meant: by its path, else by its name, which may be that of a built-in pack.
fn file_named<'r>(rules: &'r RuleSet, file: &str) -> Option<&'r RuleSource> {
    let identity = |path: &str| fs::canonicalize(path).ok();
    let meant = identity(file);
    let is_it = |source: &&RuleSource| {
        source.path == file || meant.is_some() && identity(&source.path) == meant
    };
    let name = Path::new(file).file_name()?.to_str()?;
    let is_named = |source: &&RuleSource| {
        source.name == name || source.name.strip_suffix(".toml") == Some(name)
    };
    let sources = || rules.sources.iter();
    sources().find(is_it).or_else(|| sources().find(is_named))
}

fn listed(rules: &RuleSet) -> String {
    let all: Vec<String> = places(rules)
        .map(|(_, origin)| format!("{}:{}", origin.file, origin.line))
        .collect();
    all.join(", ")
}

/// `rules.toml:9 probes.jdbc.interceptions[0]`.
fn shown(origin: &Origin) -> String {
    origin.to_string()
}

fn classes(outcomes: &[Outcome]) -> impl Iterator<Item = &Explained> {
    outcomes.iter().flat_map(|outcome| &outcome.explained)
}

/// The types that are not found, with the classes that rules pass over for them: of those that the question is about.
fn unresolved(answer: &Answer) -> Vec<Unresolved> {
    let mut all: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let in_question = |class: &str| match &answer.question {
        Question::Class(asked) => asked == class,
        Question::Rule(rule) => asks_hierarchy(&answer.rules, *rule),
        Question::Rules => true,
    };
    for unresolved in answer
        .outcomes
        .iter()
        .flat_map(|one| &one.manifest.unresolved)
    {
        let affects = unresolved.affects.iter().map(String::as_str);
        let mut affects = affects.filter(|class| in_question(class)).peekable();
        if affects.peek().is_some() {
            all.entry(&unresolved.name).or_default().extend(affects);
        }
    }
    let list = all.into_iter().map(|(name, affects)| Unresolved {
        name: name.to_owned(),
        affects: affects.into_iter().map(str::to_owned).collect(),
    });
    list.collect()
}

/// True for a rule that asks for supertypes.
fn asks_hierarchy(rules: &RuleSet, rule: Rule) -> bool {
    let class = match rule {
        Rule::Block(index) => rules.blocks.get(index).and_then(|one| one.class.as_ref()),
        Rule::Interception(id) => {
            let mut allows = rules.allows.iter();
            match allows.find(|one| one.interception.id == id) {
                Some(allow) => allow.selection.class.as_ref(),
                None => rules
                    .interceptions()
                    .find(|(_, one)| one.id == id)
                    .map(|(_, one)| &one.method.class),
            }
        }
    };
    class.is_some_and(ClassCondition::asks_hierarchy)
}
