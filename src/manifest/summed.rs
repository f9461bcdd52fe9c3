//! The manifest of a whole run: what it wrote, and how often each rule matched in all inputs together.

use std::io::{self, Write};

use serde::Serialize;

use super::{Counts, Hashed, Manifest, SCHEMA, TOOL};

/// A run, in the folder of `--manifest-dir`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct RunManifest {
    /// [`SCHEMA`].
    pub schema: u32,
    /// [`TOOL`].
    pub tool: &'static str,
    /// Hash over all rules files, in order.
    pub rules_hash: String,
    /// The rules files.
    pub rules_files: Vec<Hashed>,
    /// The outputs, in the order of the inputs.
    pub outputs: Vec<OutputUse>,
    /// How often each rule matched.
    pub rules: Vec<SummedRule>,
}

/// An output.
#[derive(Debug, Serialize)]
pub struct OutputUse {
    /// The path of its manifest in the folder.
    pub manifest: String,
    /// The input.
    pub input: Hashed,
    /// The output; of a folder, and of an input that was left as it was, it is not hashed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<Hashed>,
    /// Numbers.
    pub counts: Counts,
}

/// A rule and what it matched in all inputs.
#[derive(Debug, Serialize)]
pub struct SummedRule {
    /// `file:line key`.
    pub rule: String,
    /// Methods matched, woven or not; of a rule `at = "call"` the calls.
    pub matches: u64,
}

impl RunManifest {
    /// Over the manifests of all outputs, each with its path.
    pub fn of(outputs: Vec<(String, &Manifest)>) -> Self {
        let first = outputs.first().map(|(_, first)| *first);
        let mut rules: Vec<SummedRule> = Vec::new();
        for (_, manifest) in &outputs {
            for (index, rule) in manifest.rules.iter().enumerate() {
                // All have the same rules in the same order.
                match rules.get_mut(index) {
                    Some(known) => known.matches += rule.matches,
                    None => rules.push(SummedRule {
                        rule: rule.rule.clone(),
                        matches: rule.matches,
                    }),
                }
            }
        }
        Self {
            schema: SCHEMA,
            tool: TOOL,
            rules_hash: first
                .map(|first| first.rules_hash.clone())
                .unwrap_or_default(),
            rules_files: first
                .map(|first| first.rules_files.clone())
                .unwrap_or_default(),
            rules,
            outputs: outputs
                .into_iter()
                .map(|(manifest, of)| OutputUse {
                    manifest,
                    input: of.input.clone(),
                    output: of.output.clone(),
                    counts: of.counts.clone(),
                })
                .collect(),
        }
    }

    /// Writes it as JSON.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut *out, self)?;
        out.write_all(b"\n")
    }
}
