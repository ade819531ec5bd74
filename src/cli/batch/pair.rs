//! Reads a pair from a line of JSON, compares it, and writes the answer as JSON.

use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use clap::ValueEnum;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value, json};

use super::limits::Limits;
use super::{BatchArgs, arm64};
use crate::cli::compare::SolverName;
use crate::cli::contract::{Compared, both, first_inputs};
use crate::cli::explain::{self, CauseOf, Known, Parts, Wanted};
use crate::cli::files::{Sources, collect};
use crate::cli::machines::{MachineName, refuse_for_arm64};
use crate::cli::trouble::Trouble;
use crate::cli::watch::{Watch, stop_after};
use crate::contract::Spec;
use crate::engines::paths::{self, Options, outcome};
use crate::machine::arm64::Mode;
use crate::machine::{Architecture, Image, Inputs};
use crate::report::{Agreement, MendReport, ReasonCode, RegionsReport, Report, Side, Verdict};
use crate::solver::{Effort, Stop};
use crate::source::is_arm64;

/// A pair, as in an input line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pair {
    /// Repeated in the answer, without other effect.
    #[serde(default)]
    id: Value,
    left: Given,
    right: Given,
    /// The machine of both programs, which replaces that of the options.
    #[serde(default)]
    machine: Option<MachineName>,
    /// The source of the ARM64 machine, which replaces that of the options.
    #[serde(default)]
    mode: Option<Mode>,
    /// For ARM64: the least address of an array.
    #[serde(default)]
    array_at: Option<u64>,
    /// The contract, which replaces that of the options.
    #[serde(default)]
    contract: Option<Object<Spec>>,
    #[serde(default)]
    limits: Object<Limits>,
    /// The first inputs, which replace the contract's default.
    #[serde(default)]
    inputs: Option<Inputs>,
    /// What to explain if the programs differ.
    #[serde(default)]
    explain: Vec<Explain>,
    /// An input on which they are known to differ. It is run, and if they do differ there, they are
    /// not compared.
    #[serde(default)]
    differ: Option<Differ>,
    /// The form of an edit that is likely to be a fix ([`form`](crate::engines::mend::form)).
    #[serde(default)]
    like: Option<String>,
    /// The program that is right; no fix edits it.
    #[serde(default)]
    reference: Option<Side>,
}

/// An input: numbers for MIPS, and texts for ARM64, whose words a JSON number does not hold.
#[derive(Deserialize)]
#[serde(untagged, expecting = "an input is a list of numbers, or of texts for ARM64")]
enum Differ {
    Numbers(Inputs),
    Texts(Vec<String>),
}

/// A part of an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Explain {
    /// A fix: an edit of one token in the right program that makes the programs agree.
    Mend,
    /// The pair of instructions that should compute the same word.
    Cause,
    /// The fix, and the cause if no fix is proved.
    Why,
    /// All inputs on which they differ.
    Regions,
}

/// The requested parts, as the `explain` command represents them.
fn wanted(explain: &[Explain], reference: Option<Side>, like: Option<String>) -> Wanted {
    let has = |part: Explain| explain.contains(&part);
    let cause = match (has(Explain::Cause), has(Explain::Why)) {
        (true, _) => Some(CauseOf::Any),
        (false, true) => Some(CauseOf::Unmended),
        (false, false) => None,
    };
    let mend = has(Explain::Mend) || has(Explain::Why);
    Wanted { mend, reference, like, cause, regions: has(Explain::Regions), ..Wanted::default() }
}

/// A JSON object. Serde would also accept an array for a structure.
#[derive(Default)]
struct Object<T>(T);

impl<'de, T: DeserializeOwned> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object<T>, D::Error> {
        let fields = Map::deserialize(deserializer)?;
        let read = serde_json::from_value(Value::Object(fields));
        read.map(Object).map_err(D::Error::custom)
    }
}

/// A program, as its files.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "a program is a path, {\"text\": ...}, {\"base64\": ...}, or a list of these"
)]
enum Given {
    One(GivenFile),
    Many(Vec<GivenFile>),
}

/// A file of a program.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a file is a path, {\"text\": ...} or {\"base64\": ...}")]
enum GivenFile {
    Path(PathBuf),
    Text(Object<GivenText>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenText {
    #[serde(default)]
    text: Option<String>,
    /// The content in base64, for a file that is not text.
    #[serde(default)]
    base64: Option<String>,
    /// The file name, whose extension determines the language; assembly by default.
    #[serde(default)]
    name: Option<String>,
}

impl Given {
    /// The files, each by name and content.
    fn read(self, side: &str) -> Result<Vec<(String, Vec<u8>)>, Trouble> {
        let files = match self {
            Given::One(file) => vec![file],
            Given::Many(files) => files,
        };
        if files.is_empty() {
            return Err(Trouble::new(format!("the {side} program has no files")));
        }
        let read = files.into_iter().map(|file| match file {
            // The standard input contains the pairs.
            GivenFile::Path(path) if path == Path::new("-") => {
                Err(Trouble::new(format!("the {side} program: `-` is no file of a pair")))
            }
            GivenFile::Path(path) => {
                crate::cli::console::read(&path).map(|it| (path.display().to_string(), it))
            }
            GivenFile::Text(Object(GivenText { text, base64, name })) => {
                let name = name.unwrap_or_else(|| format!("{side}.asm"));
                let bytes = match (text, base64) {
                    (Some(text), None) => text.into_bytes(),
                    (None, Some(base64)) => STANDARD.decode(base64).map_err(|why| {
                        Trouble::argument(format!("the {side} program: {name}: {why}"))
                    })?,
                    _ => {
                        let why = "a file has either `text` or `base64`";
                        return Err(Trouble::argument(format!(
                            "the {side} program: {name}: {why}"
                        )));
                    }
                };
                Ok((name, bytes))
            }
        });
        collect(read)
    }
}

/// The version of the program that made an answer.
#[derive(Clone, Debug, Serialize)]
pub struct Version {
    /// This program's version.
    pub engine: &'static str,
    /// The build: a hash of the sources and of the versions of the libraries (`build.rs`).
    pub build: &'static str,
    /// The solver that answers queries.
    pub solver: String,
    /// The version of z3, if it is used.
    z3: Option<String>,
}

impl Version {
    /// The version of this program with a solver.
    ///
    /// # Errors
    ///
    /// The solver is not available.
    pub fn of(solver: SolverName) -> Result<Version, Trouble> {
        let mine = solver == SolverName::Bitblast;
        if !mine {
            // Fails early, so that a missing solver is reported once.
            solver.solver()?;
        }
        let asked = (!mine).then(|| Command::new("z3").arg("--version").output().ok()).flatten();
        let z3 = asked.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
        let name = solver.to_possible_value().expect("each has a name");
        let (engine, build) = (env!("CARGO_PKG_VERSION"), env!("TAMARIN_BUILD"));
        Ok(Version { engine, build, solver: name.get_name().to_owned(), z3 })
    }
}

/// An answer.
#[derive(Debug)]
pub struct Answered {
    /// The line, without its line break.
    pub text: String,
    /// The verdict; `None` if there are errors.
    pub verdict: Option<String>,
}

/// The output line of a report; the cause has the form of its machine.
#[derive(Serialize)]
struct ReportLine<'a, R, C> {
    id: &'a Value,
    version: &'a Version,
    #[serde(flatten)]
    report: &'a R,
    #[serde(skip_serializing_if = "Option::is_none")]
    mend: Option<&'a MendReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<&'a C>,
    #[serde(skip_serializing_if = "Option::is_none")]
    regions: Option<&'a RegionsReport>,
}

impl Answered {
    /// The answer for a pair with errors.
    pub fn with_trouble(id: &Value, version: &Version, trouble: &Value) -> Answered {
        let mut object = json!({ "id": id, "version": version });
        object["errors"] = trouble["errors"].clone();
        Answered { text: object.to_string(), verdict: None }
    }

    /// The answer for a pair whose process crashed, which no input should cause (`crash`), or was
    /// killed (`limit`).
    pub fn with_end(id: &Value, version: &Version, kind: &str, message: &str) -> Answered {
        let errors = json!({"errors": [{ "kind": kind, "message": message }]});
        Answered::with_trouble(id, version, &errors)
    }
}

/// The id of a line, and its time limit in seconds.
pub fn id_and_seconds(line: &str) -> (Value, Option<u64>) {
    let object: Value = serde_json::from_str(line).unwrap_or_default();
    let part = |name: &str| object.get(name).cloned().unwrap_or_default();
    (part("id"), part("limits")["seconds"].as_u64())
}

/// Compares the pair in a line.
pub fn answer(args: &BatchArgs, version: &Version, line: &str) -> Answered {
    let pair = match serde_json::from_str::<Object<Pair>>(line) {
        Ok(Object(pair)) => pair,
        Err(why) => {
            let why = Trouble::argument(format!("this line is no pair: {why}"));
            return Answered::with_trouble(&id_and_seconds(line).0, version, &why.in_json());
        }
    };
    let id = pair.id.clone();
    match caught(|| line_of(args, version, pair)) {
        Ok(Ok(answered)) => answered,
        Ok(Err(why)) => Answered::with_trouble(&id, version, &why.in_json()),
        Err(message) => Answered::with_end(&id, version, "crash", &message),
    }
}

impl<R: Serialize, C: Serialize> ReportLine<'_, R, C> {
    fn answered(&self, verdict: Verdict) -> Answered {
        let verdict = serde_json::to_value(verdict).expect("it is a word");
        Answered {
            text: serde_json::to_string(self).expect("plain data is JSON"),
            verdict: verdict.as_str().map(str::to_owned),
        }
    }
}

/// The machine of two programs for which none is named.
fn architecture_of(files: &[Vec<(String, Vec<u8>)>; 2]) -> Architecture {
    let is_arm64 = files.iter().flatten().any(|(name, bytes)| is_arm64(name, bytes));
    if is_arm64 { Architecture::Arm64 } else { Architecture::Mips }
}

/// The output line of a pair of ARM64 programs.
fn line_of_arm64(
    id: &Value,
    version: &Version,
    asked: &arm64::Asked,
    sources: &[Sources; 2],
) -> Result<Answered, Trouble> {
    let (found, explained) = arm64::answer(asked, sources)?;
    let (mend, cause) = (explained.mend.as_ref(), explained.cause.as_ref());
    Ok(match &found {
        arm64::Found::Report(report) => {
            let report = &**report;
            ReportLine { id, version, report, mend, cause, regions: None }.answered(report.verdict)
        }
        arm64::Found::Known(differ) => {
            let verdict = Verdict::Disequivalent;
            let report = &KnownDifference { verdict, differ };
            ReportLine { id, version, report, mend, cause, regions: None }.answered(verdict)
        }
    })
}

/// Compares a pair on its machine. Returns the output line.
fn line_of(args: &BatchArgs, version: &Version, mut pair: Pair) -> Result<Answered, Trouble> {
    let id = std::mem::take(&mut pair.id);
    let given = [(pair.left, "left"), (pair.right, "right")];
    let files = both(given.map(|(given, side)| given.read(side)))?;
    let named = pair.machine.map(MachineName::architecture).or(args.machine.architecture());
    let architecture = named.unwrap_or_else(|| architecture_of(&files));
    let sources = both(
        files.map(|files| Sources::for_machine(Some(architecture), files.into_iter().map(Ok))),
    )?;
    let mode = pair.mode.unwrap_or(args.mode.mode());
    let spec = match pair.contract {
        Some(Object(spec)) => spec,
        None => args.contract.spec()?,
    };
    let limits = pair.limits.0.or(args.limits);
    let Pair { inputs, explain, differ, like, reference, array_at, .. } = pair;
    if architecture == Architecture::Arm64 {
        refuse_for_arm64([
            ("--solver", args.solver != SolverName::Bitblast),
            ("the limit max_runs", limits.max_runs.is_some()),
            ("the limit effort", limits.effort.is_some()),
            ("inputs", inputs.is_some()),
            ("explain regions", explain.contains(&Explain::Regions)),
        ])?;
        let differ = differ.map(|differ| match differ {
            Differ::Texts(texts) => texts,
            Differ::Numbers(numbers) => numbers.iter().map(ToString::to_string).collect(),
        });
        let wanted = (!explain.is_empty()).then(|| wanted(&explain, reference, like));
        let asked = arm64::Asked { mode, spec, limits, array_at, differ, wanted };
        return line_of_arm64(&id, version, &asked, &sources);
    }
    if mode != Mode::Usual || array_at.is_some() {
        return Err(Trouble::argument(
            "`mode` and `array_at` are about ARM64, and this is for MIPS",
        ));
    }
    let differ = match differ {
        None => None,
        Some(Differ::Numbers(inputs)) => Some(inputs),
        Some(Differ::Texts(_)) => {
            return Err(Trouble::argument("`differ` is a list of numbers for MIPS"));
        }
    };
    let asked = Asked { spec, limits, inputs, explain, differ, like, reference };
    let (report, Parts { mend, cause, regions, .. }) = report(args, asked, sources)?;
    let (mend, cause, regions) = (mend.as_ref(), cause.as_ref(), regions.as_ref());
    match report {
        Answer::Report(report) => {
            let line = ReportLine { id: &id, version, report: &*report, mend, cause, regions };
            Ok(line.answered(report.verdict))
        }
        Answer::Known(known) => {
            let line = ReportLine { id: &id, version, report: &known, mend, cause, regions };
            Ok(line.answered(known.verdict))
        }
    }
}

/// Runs `work`; returns its result, or the message of its panic.
fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    let said = Arc::new(Mutex::new(String::new()));
    let (hook, noted) = (panic::take_hook(), Arc::clone(&said));
    panic::set_hook(Box::new(move |info| {
        *noted.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = info.to_string();
    }));
    // No data that `work` uses is accessed after a panic.
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    panic::set_hook(hook);
    result.map_err(|_| {
        let said = said.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        said.lines().map(str::trim).collect::<Vec<_>>().join(" ")
    })
}

/// What a line asks about a pair of MIPS programs.
struct Asked {
    spec: Spec,
    limits: Limits,
    inputs: Option<Inputs>,
    explain: Vec<Explain>,
    differ: Option<Inputs>,
    like: Option<String>,
    reference: Option<Side>,
}

/// What is answered beside explanations.
enum Answer {
    /// The report of a comparison.
    Report(Box<Report>),
    /// That the programs differ on an input, as was known.
    Known(KnownDifference<Inputs>),
}

/// An input on which programs differ, without a comparison.
#[derive(Serialize)]
struct KnownDifference<I> {
    verdict: Verdict,
    differ: I,
}

/// Compares two programs, unless they are known to differ, and explains their difference.
fn report(
    args: &BatchArgs,
    asked: Asked,
    sources: [Sources; 2],
) -> Result<(Answer, Parts), Trouble> {
    let Asked { spec, limits, inputs, explain, differ, like, reference } = asked;
    let compared = Compared::new(spec, sources, &|_| {})?;
    let Compared { contract, images: [left, right], .. } = &compared;
    let usual = Options::default();
    let options = Options {
        fuel: limits.fuel.unwrap_or(usual.fuel),
        inputs: first_inputs(contract, inputs.as_ref())?,
        contract: Arc::clone(contract),
        max_runs: limits.max_runs.unwrap_or(usual.max_runs),
        max_work: limits.max_work,
        effort: limits.effort.map_or(usual.effort, Effort),
        time_limit_ms: limits.seconds.map(|seconds| seconds.saturating_mul(1000)),
        ..usual
    };
    let mut solver = args.solver.solver()?;
    let differ = differ.map(|inputs| first_inputs(contract, Some(&inputs))).transpose()?;
    let (answer, known) = match differ.filter(|inputs| do_differ([left, right], inputs, &options)) {
        Some(differ) => {
            let known = Known::Differ(differ.clone());
            (Answer::Known(KnownDifference { verdict: Verdict::Disequivalent, differ }), known)
        }
        None => {
            let mut watch = Watch::new();
            let comparison = paths::compare(left, right, &options, &mut *solver, &mut watch);
            let report = pollster::block_on(comparison);
            if report.reason.code == ReasonCode::NoInput {
                return Err(Trouble::new(report.reason.message));
            }
            let known = Known::of(&report);
            (Answer::Report(Box::new(report)), known)
        }
    };
    if explain.is_empty() {
        return Ok((answer, Parts::default()));
    }
    let limit = || {
        let stop = limits.seconds.map_or(Stop::NEVER, stop_after);
        limits.explain_work.map_or(stop.clone(), |work| stop.within(work))
    };
    let options = Options { time_limit_ms: None, ..options };
    let wanted = wanted(&explain, reference, like);
    let parts = explain::parts(&compared, &options, known, &wanted, &mut *solver, &limit);
    Ok((answer, parts))
}

/// Whether two programs differ on an input within the fuel.
fn do_differ([left, right]: [&Rc<Image>; 2], inputs: &Inputs, options: &Options) -> bool {
    let [a, b] = [left, right].map(|image| outcome::watched(image, inputs, options.fuel));
    outcome::agreement(&a, &b) == Agreement::Differ
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_of_its_line_alone() {
        assert_eq!(caught(|| 3), Ok(3));
        let why = caught(|| -> u32 { panic!("a stone\nin the way") }).expect_err("it panics");
        assert!(why.contains("a stone in the way") && why.contains("pair.rs"), "{why}");
        assert_eq!(caught(|| 4), Ok(4));
    }
}
