//! `tamarin grade`: compares a folder of submissions with a reference, and with each other.
//!
//! Programs with the same words count as one. All programs run on the same inputs. Workers
//! ([`desk`]) compare those that the runs do not distinguish, as
//! [`classes`](crate::engines::classes) requests. So a submission that is equivalent to another one
//! is not compared with the reference again. For each program that differs from the reference, the
//! cause is searched ([`causes`]).
//!
//! The questions depend only on the answers: a question is posed when all earlier ones except the
//! last [`AHEAD`] are answered, no matter which of these arrive first. So the report depends
//! neither on the number of threads nor on which answers were in the journal.

mod archive;
mod blind_spots;
mod causes;
mod collect;
mod contents;
mod desk;
mod difference;
mod gradescope;
mod html;
mod journal;
mod link;
mod publish;
mod receipts;
mod report;
mod results;
mod submissions;
mod text;

use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use clap::Args;
use serde_json::{Value, json};

use super::batch::pair::{Limits, Version};
use super::batch::progress::Ticker;
use super::batch::threads;
use super::compare::SolverName;
use super::contract::{ContractArgs, tests};
use super::files::Files;
use super::trouble::Trouble;
use crate::cli::console::{answer, pretty};
use crate::contract::{Contract, Spec};
use crate::engines::classes::{Ask, Cost, Sorting, Told, inputs_to_try};
use crate::engines::paths::Options;
use crate::machine::{Image, Inputs};
use crate::report::{CauseReport, MendReport, ReasonCode, RegionsReport};
use causes::Reason;
use contents::Contents;
use desk::{Desk, Question, Staff, from_journal, with_desk};
use journal::Journal;
use publish::{Publisher, Rhythm, make_folder};
use results::{Format, Points};
use submissions::{Submission, Wanted, submission, submissions};

/// The maximal number of runs in the first comparison of two programs. A repeated comparison may
/// make as many as usual.
const FIRST_RUNS: u32 = 1_000;
/// The maximal work of a first comparison: some seconds for paths of thousands of steps. Programs
/// that have lost the exit of a loop have such paths, and a class has many such programs.
const FIRST_WORK: u64 = 500_000;
/// The maximal work of a first comparison that will probably fail.
const LITTLE_WORK: u64 = 100_000;
/// The factor by which a repeated comparison may take more work, for each query and in total.
const AGAIN: u64 = 4;
/// The number of questions that may be open at once. More would pose questions that answers make
/// superfluous; fewer would leave threads idle.
const AHEAD: usize = 16;

#[derive(Args)]
pub struct GradeArgs {
    /// The submissions: a file (.asm, .wlp4, .merl or .mips), a folder of such files,
    /// which are linked, or a zip of them, for each.
    #[arg(required_unless_present = "gradescope")]
    folder: Option<PathBuf>,
    /// The program that they should agree with: one file, or several separated by commas.
    #[arg(long, value_name = "FILES")]
    reference: Files,
    #[command(flatten)]
    contract: ContractArgs,
    /// Group the submissions that do the same.
    #[arg(long)]
    classes: bool,
    /// Explain why submissions differ, and group those with the same reason.
    #[arg(long)]
    causes: bool,
    /// List the wrong submissions that these tests of the reference miss: a table with commas
    /// (CSV), an input in each row. Its first row may name the words of an input ($1, $2).
    #[arg(long, value_name = "FILE", conflicts_with = "single")]
    tests: Option<PathBuf>,
    /// One more test; can be given several times.
    #[arg(long, value_name = "A,B", allow_hyphen_values = true, conflicts_with = "single")]
    test: Vec<String>,
    /// Write report.json, report.html, grades.csv and junit.xml into this folder, and with tests
    /// better-tests.csv.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The submissions are receipts of an exercise (.json), each alone or in a folder: grade the
    /// programs in them, and check their claims.
    #[arg(long, conflicts_with_all = ["single", "gradescope"])]
    receipts: bool,
    /// Only receipts of this exercise: SHA-256, in hexadecimal, of its link from `x1.` on.
    #[arg(long, value_name = "HASH", requires = "receipts", value_parser = hash)]
    exercise: Option<String>,
    /// Only receipts of this task of a worksheet, from 1.
    #[arg(long, value_name = "N", requires = "receipts")]
    task: Option<u32>,
    /// Keep answers in this file, and go on from those that are in it; by default journal.sqlite in
    /// the folder of --out.
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Where the page is served: classes in the report get a link to it, with what was found.
    #[arg(long, value_name = "URL", value_parser = address)]
    playground: Option<String>,
    /// FOLDER is one submission; print its result as this system takes it.
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with_all = ["json", "out"])]
    single: Option<Format>,
    /// Points for what is proved equal.
    #[arg(long, value_name = "P", value_parser = points, default_value = "1")]
    points: f64,
    /// Points for what is neither proved equal nor found to differ; by default the same as
    /// --points.
    #[arg(long, value_name = "P", value_parser = points)]
    open_points: Option<f64>,
    /// Write an autograder for Gradescope into this folder, and as DIR.zip, which is to be
    /// uploaded.
    #[arg(long, value_name = "DIR")]
    gradescope: Option<PathBuf>,
    /// Comparisons at a time; by default one for each processor.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The solver that answers queries. With z3, what is proved depends on its version.
    #[arg(long, value_enum, default_value_t = SolverName::Bitblast)]
    solver: SolverName,
    #[command(flatten)]
    limits: Limits,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
    /// Print no progress.
    #[arg(long, short)]
    quiet: bool,
}

/// A program, with the submissions that contain it.
struct Unique {
    /// Its name in messages.
    name: String,
    words: Vec<u32>,
    contents: Contents,
    image: Rc<Image>,
    /// Everything that verdicts about it depend on: its words, and where it prints numbers. The
    /// latter is known only of a linked routine, and not from the words alone.
    identity: Value,
}

/// Grades all submissions in a folder.
pub fn grade(args: &GradeArgs) -> Result<u8, Trouble> {
    let version = Version::of(args.solver)?;
    let reference = Contents::of(&args.reference)?;
    let spec = spec(args, reference.sources()?.take_array())?;
    let contract =
        Contract::new(&spec).map_err(|problems| Trouble::with_contract(&spec, problems))?;
    let contract = Arc::new(contract);
    let tests = tests(&contract, args.tests.as_deref(), &args.test)?;
    let mut programs = Vec::new();
    add(&mut programs, &contract, "the reference", &reference)?;
    if let Some(folder) = &args.gradescope {
        let spec = serde_json::to_value(&spec).expect("it is plain data");
        gradescope::write(folder, args, &reference, &spec)?;
    }
    let Some(folder) = &args.folder else { return Ok(0) };
    let (submissions, passed_over) = match args.single {
        Some(_) => (vec![alone(folder)?], Vec::new()),
        None => {
            let wanted = Wanted { exercise: args.exercise.clone(), task: args.task };
            submissions(folder, args.receipts.then_some(&wanted))?
        }
    };
    let mut loaded = Vec::new();
    for Submission { name, contents, .. } in &submissions {
        let contents = contents.as_ref().map_err(Trouble::in_json);
        let index = contents.and_then(|contents| {
            add(&mut programs, &contract, name, contents).map_err(|why| why.in_json())
        });
        loaded.push(index);
    }
    let fuel = args.limits.fuel.unwrap_or(Options::default().fuel);
    let images: Vec<Rc<Image>> = programs.iter().map(|program| Rc::clone(&program.image)).collect();
    let mut inputs = inputs_to_try(&contract, &images[0]);
    // Inputs that the tests distinguish must not stay undecided.
    for test in &tests {
        if !inputs.contains(test) {
            inputs.push(test.clone());
        }
    }
    if let Some(folder) = &args.out {
        make_folder(folder)?;
    }
    let beside = args.out.as_ref().map(|folder| folder.join("journal.sqlite"));
    let journal = args.journal.clone().or(beside);
    let journal = journal.map(|path| Journal::open(&path)).transpose()?;
    let threads = threads(args.threads);
    let staff =
        Staff { version: &version, solver: args.solver, seconds: args.limits.seconds, threads };
    let mut ticker = Ticker::new(args.quiet);
    let mut sorting = Sorting::new(images, inputs, fuel);
    let publisher = Publisher {
        version: version.clone(),
        args,
        submissions: &submissions,
        loaded: &loaded,
        passed_over: &passed_over,
        tests: &tests,
        programs: &programs,
        contract: &contract,
        fuel,
        spec: &spec,
        reference: &reference,
    };
    let (report, (found, made)) = with_desk(&staff, journal.as_ref(), &mut ticker, |desk| {
        let questions = Questions { args, spec: &spec, programs: &programs };
        let why = questions.sort(&mut sorting, desk)?;
        let sorting = &sorting;
        let mut explained = Explained::default();
        if args.causes {
            let mut rhythm = Rhythm::default();
            let mut publish = |so_far: &Explained| match rhythm.is_due() {
                true => {
                    publisher.write(&publisher.report(&publisher.collected(sorting, &why, so_far)))
                }
                false => Ok(()),
            };
            explained = questions.explain(sorting, desk, &mut publish)?;
        }
        let report = publisher.whole_report(&publisher.collected(sorting, &why, &explained));
        Ok((report, (desk.found, desk.made)))
    })?;
    publisher.write(&report)?;
    ticker.finish(|seconds| {
        format!("{} answers{} in {seconds:.1} s", found + made, from_journal(found))
    });
    answer(&match args.single {
        Some(format) => {
            let points = Points { all: args.points, open: args.open_points.unwrap_or(args.points) };
            pretty(&results::result(format, &report.submissions[0], points))
        }
        None if args.json => pretty(&report),
        None => report.text(args.classes),
    })?;
    Ok(0)
}

/// A folder, a file or a zip as the only submission.
fn alone(path: &Path) -> Result<Submission, Trouble> {
    let contents = submission(path)?.unwrap_or_else(|| {
        let why =
            "nothing that was handed in is a program (.asm, .wlp4, .merl, .mips, or a zip of them)";
        Err(Trouble::new(why))
    });
    Ok(Submission { name: "submission".to_owned(), contents, receipt: None })
}

/// Parses a number of points, which must not be negative.
fn points(text: &str) -> Result<f64, String> {
    let points: f64 = text.parse().map_err(|_| format!("`{text}` is not a number"))?;
    match points.is_finite() && points >= 0.0 {
        true => Ok(points),
        false => Err(format!("`{text}` is no number of points")),
    }
}

/// Parses a hash of 64 hexadecimal digits.
fn hash(text: &str) -> Result<String, String> {
    match text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        true => Ok(text.to_owned()),
        false => Err(format!("`{text}` is no SHA-256 in hexadecimal")),
    }
}

/// Parses an address for links, without a fragment.
fn address(text: &str) -> Result<String, String> {
    let is_address = ["https://", "http://", "file:///"].iter().any(|it| text.starts_with(it));
    match is_address && !text.contains(['#', ' ', '"', '<']) {
        true => Ok(text.to_owned()),
        false => Err(format!("`{text}` is no address of a page (https://...)")),
    }
}

/// The contract.
fn spec(args: &GradeArgs, takes_array: bool) -> Result<Spec, Trouble> {
    let mut spec = args.contract.spec()?;
    if !spec.separate.is_empty() {
        let why = "--separate: programs with inputs of their own have no classes";
        return Err(Trouble::argument(why));
    }
    if takes_array && spec.array.is_none() {
        spec.array = Some(super::contract::USUAL_LENGTH);
    }
    Ok(spec)
}

/// Adds a program unless one with the same words exists; returns its index.
fn add(
    programs: &mut Vec<Unique>,
    contract: &Contract,
    name: &str,
    contents: &Contents,
) -> Result<usize, Trouble> {
    let sources = contents.sources()?;
    // A comparison would give it an array, which is another question than the contract's.
    if sources.take_array() && contract.spec().array.is_none() {
        let why = "its `wain` takes an array, and the others are given none (--array N)";
        return Err(Trouble::new(format!("{name}: {why}")));
    }
    let program = sources.linked(&|_| {})?;
    if let Some(index) = programs.iter().position(|other| other.words == program.words) {
        return Ok(index);
    }
    let image = contract.image(0, &program).map_err(Trouble::new)?;
    let (name, contents) = (name.to_owned(), contents.clone());
    let words: String = program.words.iter().map(|word| format!("{word:08x}")).collect();
    let identity = json!({ "words": words, "printer": format!("{:?}", program.printer) });
    programs.push(Unique { name, words: program.words.clone(), contents, image, identity });
    Ok(programs.len() - 1)
}

/// Why a comparison proves nothing, by the indices of the two programs.
type Why = BTreeMap<[usize; 2], String>;

/// Why programs differ from the reference and on which inputs, by the indices of the programs.
#[derive(Default)]
struct Explained {
    /// The number of programs whose cause was not yet searched.
    pending: usize,
    reasons: BTreeMap<usize, Reason>,
    /// The inputs on which a class differs, by the index of one of its programs.
    regions: BTreeMap<usize, RegionsReport>,
}

/// The questions about these programs.
struct Questions<'q> {
    args: &'q GradeArgs,
    spec: &'q Spec,
    programs: &'q [Unique],
}

impl Questions<'_> {
    /// Makes all comparisons that the sorting requests.
    fn sort(&self, sorting: &mut Sorting, desk: &mut Desk<'_>) -> Result<Why, Trouble> {
        let mut why = Why::new();
        let mut under_way = VecDeque::new();
        loop {
            while under_way.len() < AHEAD
                && let Some(ask) = sorting.ask()
            {
                under_way.push_back((ask, desk.put(&self.comparison(ask))?));
            }
            let Some((ask, ticket)) = under_way.pop_front() else { return Ok(why) };
            let answer = desk.take(ticket)?;
            let told = told(&answer).unwrap_or_else(|message| {
                why.insert([ask.left.min(ask.right), ask.left.max(ask.right)], message);
                Told::Open { by_limit: is_by_limit(&answer) }
            });
            sorting.tell(ask, told).map_err(|contradiction| {
                let [a, b] = contradiction.programs.map(|index| &self.programs[index].name);
                Trouble::new(format!(
                    "{a} and {b} were proved to be equal, and differ on an input: this is a defect of ours"
                ))
            })?;
        }
    }

    /// The question for a worker that compares a pair.
    fn comparison(&self, ask: Ask) -> Question {
        let usual = Options::default();
        let mut limits = self.first_limits();
        limits.effort = limits.effort.or(Some(usual.effort.0));
        match ask.cost {
            Cost::Little => limits.max_work = limits.max_work.map(|work| work.min(LITTLE_WORK)),
            Cost::Usual => {}
            Cost::More => {
                limits.max_runs = self.args.limits.max_runs.or(Some(usual.max_runs));
                for limit in [&mut limits.effort, &mut limits.max_work].into_iter().flatten() {
                    *limit = limit.saturating_mul(AGAIN);
                }
            }
        }
        let question = |of: fn(&Unique) -> Value| {
            let [left, right] = [ask.left, ask.right].map(|index| of(&self.programs[index]));
            json!({ "left": left, "right": right, "contract": self.spec, "limits": limits })
        };
        Question {
            line: question(|program| program.contents.in_json()),
            about: question(|program| program.identity.clone()),
        }
    }

    /// The limits of a first comparison.
    fn first_limits(&self) -> Limits {
        let Limits { max_runs, max_work, .. } = self.args.limits;
        Limits {
            max_runs: Some(max_runs.unwrap_or(FIRST_RUNS).min(FIRST_RUNS)),
            max_work: Some(max_work.unwrap_or(FIRST_WORK)),
            ..self.args.limits
        }
    }

    /// Searches the cause for each program that differs from the reference, and the inputs on which
    /// it differs for one program of each class. `publish` gets the intermediate results before the
    /// first answer and after each one.
    fn explain(
        &self,
        sorting: &Sorting,
        desk: &mut Desk<'_>,
        publish: &mut dyn FnMut(&Explained) -> Result<(), Trouble>,
    ) -> Result<Explained, Trouble> {
        let mut asked = Vec::new();
        for class in sorting.classes() {
            for (place, &program) in class.iter().enumerate() {
                let Some(inputs) = sorting.difference(0, program) else { continue };
                let parts: &[&str] = if place == 0 { &["why", "regions"] } else { &["why"] };
                let line = json!({
                    "left": self.programs[0].contents.in_json(),
                    "right": self.programs[program].contents.in_json(),
                    "contract": self.spec,
                    "limits": self.first_limits(),
                    // The programs are known to differ on these inputs, so the comparison ends
                    // soon.
                    "inputs": inputs,
                    "explain": parts,
                    "reference": "left",
                });
                // A fix names lines of the texts, so the answer depends on the texts.
                let about = line.clone();
                asked.push((program, desk.put(&Question { line, about })?));
            }
        }
        let mut explained = Explained { pending: asked.len(), ..Explained::default() };
        publish(&explained)?;
        for (program, ticket) in asked {
            let told = desk.take(ticket)?;
            explained.pending -= 1;
            if let Some(regions) = part::<RegionsReport>(&told, "regions") {
                explained.regions.insert(program, regions);
            }
            let words = [0, program].map(|index| &self.programs[index].words[..]);
            let mend = part::<MendReport>(&told, "mend").filter(|mend| mend.proved);
            let mend = mend.as_ref().map(Reason::of_mend);
            let pair = || Reason::of_pair(&part::<CauseReport>(&told, "cause")?, words);
            let reason = mend.or_else(pair).unwrap_or_else(|| {
                Reason::of_signature(&sorting.differing(0, program), sorting.runs())
            });
            explained.reasons.insert(program, reason);
            publish(&explained)?;
        }
        Ok(explained)
    }
}

/// A part of an answer, if it is present.
fn part<T: serde::de::DeserializeOwned>(told: &Value, name: &str) -> Option<T> {
    serde_json::from_value(told.get(name)?.clone()).ok()
}

/// The result for two programs in an answer, or why there is none.
fn told(answer: &Value) -> Result<Told, String> {
    match answer["verdict"].as_str() {
        Some("equivalent") => Ok(Told::Same),
        Some("disequivalent") => {
            witness(answer).map(Told::Differ).ok_or("an input that cannot be read".to_owned())
        }
        Some(verdict) => {
            let reason = answer["reason"]["message"].as_str().unwrap_or_default();
            Err(format!("{verdict}: {reason}"))
        }
        None => Err(answer["errors"][0]["message"].as_str().unwrap_or_default().to_owned()),
    }
}

/// Whether higher limits could decide what an answer left open. They cannot if a proof by
/// procedures ended the comparison; its bound is the stack space for recursion.
fn is_by_limit(answer: &Value) -> bool {
    answer["reason"]["code"] != json!(ReasonCode::ProceduresAgree)
}

/// The inputs of a witness.
fn witness(told: &Value) -> Option<Inputs> {
    let words = told["witness"]["inputs"].as_array()?.iter();
    words.map(|word| word.as_u64().and_then(|word| u32::try_from(word).ok())).collect()
}
