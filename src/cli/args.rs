//! The command line as it is typed: clap types only, no logic. Help texts, completions and errors all come from here.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;

const RULES: &str = "Rules";
const WEAVING: &str = "Weaving";
const OUTPUT: &str = "Output";
const MESSAGES: &str = "Messages";

const AFTER_HELP: &str = "\
Exit status: 0 done or nothing to do, 1 something is wrong with an input, the rules or the output, \
2 the command line is wrong.
See `weave --help` for more.";

const AFTER_LONG_HELP: &str = "\
Examples:
  weave app.jar -o app-woven.jar
      Weave with `weave.toml` of this folder, or with the built-in pack `default`.
  weave app.jar -r jdbc.toml -r web.toml -o app-woven.jar
      Weave with two rules files; they are read in this order.
  weave lib/*.jar -r rules.toml -o woven/
      Weave many jars into a folder, with one runtime jar beside them.
  weave app.jar -r rules.toml -o app-woven.jar --dry-run -v
      Show what would be woven and what skipped; write nothing.

Exit status:
  0  done, or nothing to do
  1  something is wrong with an input, the rules or the output, or --strict found something;
     no output is written, and an old one stays as it was
  2  the command line is wrong

To weave a file or folder that has the name of a command, write its path: `./completions`.";

const VERIFY_HELP: &str = "\
Examples:
  weave verify app.jar app-woven.jar
      Compare a jar, a Spring Boot jar, a WAR or an EAR with what `weave` made of it.
  weave verify lib/ woven/ --jdk /usr/lib/jvm/java-17
      Compare a folder of jars, on this JVM.
  weave verify app-woven.jar
      Link every class, and check that woven classes reach the runtime.

Exit status:
  0  no findings
  1  findings, printed on stdout, one a line; or an input cannot be read, or there is no JVM
  2  the command line is wrong";

const REPORT_HELP: &str = "\
Examples:
  weave report shop.jfr
      Show the payloads of each probe that took the most time.
  weave report shop.jfr -o shop.csv
      All of them, for a spreadsheet.
  weave report chunks/ --from 14:00:00 --to 14:05:00 --probe jdbc
      Five minutes of one probe, from a folder of chunks.
  weave report new.jfr --compare old.jfr
      How the means have changed.

Exit status:
  0  done; what could not be read of a recording is said in the report
  1  nothing of a recording can be read, or there is no JVM with the recorder
  2  the command line is wrong";

/// Weave probes into the classes of a jar, offline: TOML rules in, JDK Flight Recorder events out
///
/// `weave` reads rules, rewrites the bytecode of the methods they name so that they call a small runtime, and writes an
/// instrumented copy of the jar with a manifest of everything that was done. The woven program needs no agent; its probes
/// are JDK Flight Recorder events.
#[derive(Debug, Parser)]
#[command(
    name = "weave",
    version = env!("WEAVE_VERSION"),
    max_term_width = 100,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    arg_required_else_help = true,
    override_usage = "weave [OPTIONS] <IN>... -o <OUT>\n       weave <COMMAND>",
    after_help = AFTER_HELP,
    after_long_help = AFTER_LONG_HELP
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    // Not within `WeaveArgs`: clap does not see whether arguments are there that hold others.
    #[command(flatten)]
    pub(crate) choice: RuleArgs,

    #[command(flatten)]
    pub(crate) weave: Option<WeaveArgs>,

    // As `choice`.
    #[command(flatten)]
    pub(crate) messages: MessageArgs,
}

/// The commands. The first word of the command line may be one of them.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Print the completion script of a shell
    ///
    /// Bash: weave completions bash > ~/.local/share/bash-completion/completions/weave
    ///
    /// Zsh: weave completions zsh > _weave, in a folder of `$fpath`
    ///
    /// Fish: weave completions fish > ~/.config/fish/completions/weave.fish
    #[command(arg_required_else_help = true)]
    Completions {
        /// The shell that will read the script
        shell: Shell,
    },

    /// Check rules without weaving anything
    ///
    /// Every error is shown with its place, as when weaving. To see what the rules match, weave without writing:
    /// `weave IN... -o OUT --dry-run -v`.
    Check(CheckArgs),

    /// Say why a method is, or is not, woven
    ///
    /// Without a class: the number of methods that each rule matches. With a class or method: whether each rule matches it, and
    /// if not, the condition that it does not meet. With --rule: the methods that the rule matches, and those that miss one
    /// condition. Nothing is written.
    Explain(ExplainArgs),

    /// Write the jar with the runtime, or the one that probe classes are compiled against
    ///
    /// To compile probe classes, write the API: `weave runtime --api -o weave-api.jar`. Woven jars contain the runtime and the
    /// event types of their rules; the jar without `--api` contains the runtime alone.
    Runtime(RuntimeArgs),

    /// Let a JVM link every class of a woven jar, and compare with the original
    ///
    /// Nested archives are verified too, with the class loaders that the packaging has. Findings are differences from the original: a class
    /// that links no longer, a member or attribute that changed, a class that linking loads now; and classes of weave that
    /// a woven class does not reach. Errors that the original has as well are counted, but are not findings. No code of the application
    /// runs.
    #[command(
        override_usage = "weave verify [OPTIONS] [ORIGINAL] <WOVEN>",
        after_long_help = VERIFY_HELP
    )]
    Verify(VerifyArgs),

    /// Show where the time went: the payloads of each probe in recordings
    ///
    /// Reads recordings of the JDK Flight Recorder, of Java 17 or newer, whole ones, single chunks, or what a JVM that was killed left behind. Several
    /// files make one report. What the recorder lost, and what cannot be read, is said.
    #[command(
        override_usage = "weave report [OPTIONS] <RECORDING>...",
        after_long_help = REPORT_HELP
    )]
    Report(ReportArgs),

    /// List the built-in packs of rules, or print one
    ///
    /// Use a pack by its name, `--rules NAME`, or in a rules file by `include = ["NAME"]`. To change a pack, print it
    /// into a file and use the file: `weave rules jdbc > jdbc.toml`.
    Rules(RulesArgs),
}

/// `weave check [RULES]...`.
#[derive(Debug, clap::Args)]
pub(crate) struct CheckArgs {
    /// Rules: TOML files, or names of built-in packs; they are one set of rules, read in this order
    ///
    /// Without any: `weave.toml` of the current folder, or else the built-in pack `default`.
    #[arg(value_name = "RULES", value_hint = ValueHint::FilePath)]
    pub(crate) rules: Vec<PathBuf>,

    /// A jar, or a folder of classes, with probe classes; may be repeated
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) probes: Vec<PathBuf>,

    /// Fail when there are warnings
    #[arg(long)]
    pub(crate) strict: bool,

    #[command(flatten)]
    pub(crate) messages: MessageArgs,
}

/// `weave explain IN [CLASS[#METHOD]]`.
#[derive(Debug, clap::Args)]
pub(crate) struct ExplainArgs {
    /// The jar, or the folder of classes or jars
    #[arg(value_name = "IN", value_hint = ValueHint::AnyPath)]
    pub(crate) input: PathBuf,

    /// A class, or one of its methods: `com.acme.Dao`, `com.acme.Dao#find`, `com.acme.Dao#find(int)`
    #[arg(value_name = "CLASS[#METHOD]", conflicts_with = "rule")]
    pub(crate) method: Option<String>,

    /// Show the code of the method too, before and after weaving
    ///
    /// Lines that weaving adds begin with `+`. Labels stand for the positions that branches, exception rows and variables
    /// refer to; a frame has the types that a JVM expects there. What else is shown: `--code=stack,lines`.
    #[arg(
        long,
        value_name = "EXTRAS",
        value_enum,
        num_args = 0..,
        require_equals = true,
        value_delimiter = ',',
        requires = "method"
    )]
    pub(crate) code: Option<Vec<CodeExtra>>,

    /// A rule by its place: `FILE:LINE`
    #[arg(long, value_name = "FILE:LINE")]
    pub(crate) rule: Option<String>,

    #[command(flatten)]
    pub(crate) choice: RuleArgs,

    #[command(flatten)]
    pub(crate) messages: MessageArgs,
}

/// `weave runtime -o FILE`.
#[derive(Debug, clap::Args)]
pub(crate) struct RuntimeArgs {
    /// The jar that is written
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: PathBuf,

    /// Only what probe classes are compiled against: the package `weave.probe` and those below
    #[arg(long)]
    pub(crate) api: bool,

    #[command(flatten)]
    pub(crate) messages: MessageArgs,
}

/// `weave verify [ORIGINAL] WOVEN`.
#[derive(Debug, clap::Args)]
pub(crate) struct VerifyArgs {
    /// The jar before weaving, if there are two; else the woven jar
    ///
    /// A jar, a folder of jars, or a folder of classes, such as an application that was unpacked.
    #[arg(value_name = "ORIGINAL", required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) original: PathBuf,

    /// The woven jar, or the folder that it was written to
    #[arg(value_name = "WOVEN", value_hint = ValueHint::AnyPath)]
    pub(crate) woven: Option<PathBuf>,

    /// Where to find the classes that the inputs need, in the syntax of `java`; may be repeated
    ///
    /// The libraries that a server brings, and `weave-runtime.jar` where it was not written into the woven jars. A class that is not found is made
    /// up, so that the rest can be verified.
    #[arg(long = "classpath", visible_alias = "class-path", value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) class_path: Vec<OsString>,

    /// The JVM that links, a JDK or a JRE, 11 or newer [default: `JAVA_HOME`, else of `java` on the path]
    #[arg(long, value_name = "HOME", value_hint = ValueHint::DirPath)]
    pub(crate) jdk: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) messages: MessageArgs,
}

/// `weave report RECORDING...`.
#[derive(Debug, clap::Args)]
pub(crate) struct ReportArgs {
    /// Recordings, or folders of them; together they make one report
    #[arg(value_name = "RECORDING", required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) recordings: Vec<PathBuf>,

    /// The file to write the report to [default: it is printed]
    ///
    /// Its extension says the format: `.json`, `.csv`, `.folded` or `.txt`.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    /// How to show it [default: as the output's extension says, else text]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<ReportFormat>,

    /// An older recording, or a folder, to compare with; may be repeated
    #[arg(long, value_name = "OLD", value_hint = ValueHint::AnyPath)]
    pub(crate) compare: Vec<PathBuf>,

    /// Leave out what began before: `14:00:00`, `2026-12-01T14:00:00Z`, or `90s` after the start
    #[arg(long, value_name = "TIME")]
    pub(crate) from: Option<String>,

    /// Leave out what began then or later
    #[arg(long, value_name = "TIME")]
    pub(crate) to: Option<String>,

    /// The probe to show, by key or name; may be repeated
    #[arg(long = "probe", value_name = "PROBE")]
    pub(crate) probes: Vec<String>,

    /// The thread to show, by name; may be repeated
    #[arg(long = "thread", value_name = "THREAD")]
    pub(crate) threads: Vec<String>,

    /// How many payloads to keep as they are: the longest of each text, those with exceptions, and an even sample
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(..=20_000))]
    pub(crate) events: u32,

    /// Print every payload as a JSON object, one a line, in place of a report
    #[arg(long, conflicts_with_all = ["output", "format", "compare", "events", "rows"])]
    pub(crate) all: bool,

    /// How many payloads to show of each probe [default: about ten lines in all]
    #[arg(long, value_name = "N", value_parser = parse_rows)]
    pub(crate) rows: Option<usize>,

    /// The JVM that reads, a JDK or a JRE with the module jdk.jfr, 17 or newer [default: `JAVA_HOME`, else of `java` on the path]
    #[arg(long, value_name = "HOME", value_hint = ValueHint::DirPath)]
    pub(crate) jdk: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) messages: MessageArgs,
}

/// At least one.
fn parse_rows(text: &str) -> Result<usize, std::num::ParseIntError> {
    text.parse::<NonZeroUsize>().map(NonZeroUsize::get)
}

/// How a report is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// The payloads with the most time, for a terminal
    Text,
    /// All, as `rules/report.schema.json` describes it
    Json,
    /// The payloads of each probe, one a line
    Csv,
    /// Samples of the processor by stack, for flame graph programs
    Folded,
}

/// `weave rules [NAME]`.
#[derive(Debug, clap::Args)]
pub(crate) struct RulesArgs {
    /// Print the rules of this pack
    pub(crate) name: Option<String>,

    /// Print the JSON Schema of rules files, for editors
    #[arg(long, conflicts_with = "name")]
    pub(crate) schema: bool,
}

/// The main job: `weave IN... -o OUT`.
#[derive(Debug, clap::Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
pub(crate) struct WeaveArgs {
    /// Jars, or folders of classes or jars, to weave
    #[arg(value_name = "IN", required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) inputs: Vec<PathBuf>,

    /// The woven jar, or a folder for it; for several inputs or a folder: a folder
    ///
    /// `weave` writes a temporary file beside it and renames that at the end, so a failed run changes nothing. OUT may be the
    /// input itself. The manifest is written beside it: `OUT.weave.json`.
    #[arg(short, long, value_name = "OUT", required = true, value_hint = ValueHint::AnyPath, help_heading = OUTPUT)]
    pub(crate) output: PathBuf,

    /// Where the runtime classes go [default: embed for one jar, beside for several]
    #[arg(long, value_name = "PLACE", value_enum, help_heading = OUTPUT)]
    pub(crate) runtime: Option<Runtime>,

    /// How much of the manifest goes into the jar as well; the file beside it is always full
    #[arg(long, value_name = "SIZE", value_enum, default_value_t = ManifestSize::Short, help_heading = OUTPUT)]
    pub(crate) manifest: ManifestSize,

    /// Write the manifests into this folder, not beside the outputs
    ///
    /// The manifest of `OUT/lib/a.jar` is `DIR/lib/a.jar.weave.json`; `DIR/weave.json` sums up the whole run.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = OUTPUT)]
    pub(crate) manifest_dir: Option<PathBuf>,

    /// Do everything but write
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) dry_run: bool,

    /// Weave a signed jar, and leave its signature out
    ///
    /// Changed classes no longer match the digests of a signature, so a signed jar is refused without this option.
    #[arg(long, help_heading = WEAVING)]
    pub(crate) strip_signatures: bool,

    /// Weave methods that grow beyond 8,000 bytes too, which HotSpot then never compiles
    #[arg(long, help_heading = WEAVING)]
    pub(crate) allow_huge: bool,

    /// Fail when a method is skipped, a class cannot be read or a rule weaves nothing
    #[arg(long, help_heading = WEAVING)]
    pub(crate) strict: bool,

    /// Number of threads [default: one per processor]
    ///
    /// The output is the same for any number.
    #[arg(short = 'j', long, value_name = "N", help_heading = WEAVING)]
    pub(crate) threads: Option<NonZeroUsize>,

    /// Name every woven and every skipped method, every input, and print all warnings
    #[arg(short, long, conflicts_with = "quiet", help_heading = MESSAGES)]
    pub(crate) verbose: bool,
}

/// The rules, and where to find the types that they name.
#[derive(Debug, clap::Args)]
pub(crate) struct RuleArgs {
    /// Rules: a TOML file, or the name of a built-in pack; may be repeated
    ///
    /// A file wins over a pack of the same name. Files are read in the given order. Without this option the
    /// rules are `weave.toml` of the current folder, or else the built-in pack `default`: public methods of at least 40
    /// bytes of code, recorded from 10 ms on, without stack traces.
    #[arg(short, long, value_name = "RULES", value_hint = ValueHint::FilePath, help_heading = RULES)]
    pub(crate) rules: Vec<PathBuf>,

    /// A jar, or a folder of classes, with probe classes; may be repeated
    ///
    /// Classes annotated with @Probe are probes. They are woven in addition to the probes of the rules, and added to the output.
    /// `weave runtime --api` writes the jar to compile them against. Without --rules, and without `weave.toml` in this folder,
    /// they are the only probes.
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath, help_heading = RULES)]
    pub(crate) probes: Vec<PathBuf>,

    /// Where to find the types that the inputs extend and implement, in the syntax of `java`; may be repeated
    ///
    /// Jars and folders of classes, separated by colons (semicolons on Windows); `lib/*` for the jars of a folder; `@FILE` for a
    /// file with class paths. It is read only if a rule needs types: for supertypes, annotations, calls, paths or telemetries.
    #[arg(long = "classpath", visible_alias = "class-path", value_name = "PATH", value_hint = ValueHint::AnyPath, help_heading = RULES)]
    pub(crate) class_path: Vec<OsString>,

    /// The JDK whose types they extend and implement [default: `JAVA_HOME`, else of `java` on the path]
    #[arg(long, value_name = "HOME", value_hint = ValueHint::DirPath, help_heading = RULES)]
    pub(crate) jdk: Option<PathBuf>,
}

/// How the program prints messages.
#[derive(Debug, clap::Args)]
pub(crate) struct MessageArgs {
    /// Print errors only
    #[arg(short, long, help_heading = MESSAGES)]
    pub(crate) quiet: bool,

    /// When to use colours
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColorWhen::Auto, help_heading = MESSAGES)]
    pub(crate) color: ColorWhen,

    /// How to report
    ///
    /// `json` prints one JSON object on stdout at the end of a good run, and one JSON object per line on stderr for each
    /// error and warning. All carry `"schema": 1`. Errors of the command line itself stay text.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = MessageFormat::Human, help_heading = MESSAGES)]
    pub(crate) message_format: MessageFormat,
}

/// `--runtime`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Runtime {
    /// Into the woven jar
    Embed,
    /// Into one `weave-runtime.jar` beside the woven jars
    Beside,
    /// Nowhere: they are on the class path of the program already
    None,
}

/// `--manifest`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ManifestSize {
    /// Tool, rules, probes and counts
    Short,
    /// Everything
    Full,
}

/// What `--code` shows besides the instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CodeExtra {
    /// The operand stack behind each instruction
    Stack,
    /// The position of each instruction
    Positions,
    /// Where source lines begin
    Lines,
}

/// `--color`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorWhen {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Everywhere
    Always,
    /// Nowhere
    Never,
}

/// `--message-format`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MessageFormat {
    /// Text on stderr
    Human,
    /// JSON objects, for tools
    Json,
}
