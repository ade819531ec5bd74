//! `tamarin grade`: compares a folder of submissions with a reference, and with each other.
//!
//! Programs with the same words count as one. All programs run on the same inputs. Workers
//! ([`desk`]) compare those that the runs do not distinguish, as
//! [`classes`](crate::engines::classes) requests. So a submission that is equivalent to another one
//! is not compared with the reference again. For each program that differs from the reference, the
//! cause is searched ([`explaining`], [`causes`]).
//!
//! All this is the same for every machine ([`target`]).
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
mod explaining;
mod gradescope;
mod html;
mod journal;
mod libraries;
mod link;
mod publish;
mod question;
mod receipts;
mod report;
mod results;
mod submissions;
mod target;
mod text;

use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use super::batch::limits::Limits;
use super::batch::pair::Version;
use super::batch::progress::Ticker;
use super::batch::threads;
use super::compare::SolverName;
use super::contract::{AsTests, ContractArgs};
use super::files::Files;
use super::machines::{MachineArgs, ModeArgs};
use super::trouble::Trouble;
use crate::cli::console::{answer, pretty};
use crate::engines::classes::{Ask, Compared, Cost, Sorting};
use crate::engines::paths::Options;
use crate::machine::Architecture;
use contents::Contents;
use desk::{Desk, Question, Staff, from_journal, with_desk};
use explaining::Explained;
use journal::Journal;
use publish::{Publisher, Rhythm, make_folder};
use report::GradeReport;
use results::{Format, Points};
use submissions::{Submission, Wanted, submission, submissions};
use target::{Arm64, InputsOf, Loaded, Mips, Target, architecture};

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
    #[command(flatten)]
    machine: MachineArgs,
    #[command(flatten)]
    mode: ModeArgs,
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
struct Unique<P> {
    /// Its name in messages.
    name: String,
    contents: Contents,
    loaded: Loaded<P>,
}

/// Grades all submissions in a folder.
pub fn grade(args: &GradeArgs) -> Result<u8, Trouble> {
    let reference = Contents::of(&args.reference)?;
    match architecture(args) {
        Architecture::Mips => graded(args, &reference, &Mips::new(args, &reference)?),
        Architecture::Arm64 => graded(args, &reference, &Arm64::new(args, &reference)?),
    }
}

/// Grades programs of a machine.
fn graded<T: Target>(args: &GradeArgs, reference: &Contents, target: &T) -> Result<u8, Trouble> {
    let version = Version::of(args.solver)?;
    let tests = target.tests(&AsTests { table: args.tests.as_deref(), single: &args.test })?;
    let mut programs = Vec::new();
    add(&mut programs, target, "the reference", reference)?;
    if let Some(folder) = &args.gradescope {
        gradescope::write(folder, args, reference, target)?;
    }
    let Some(folder) = &args.folder else { return Ok(0) };
    let (submissions, passed_over) = handed_in::<T>(args, folder)?;
    let mut load = |Submission { name, contents, .. }: &Submission| {
        let contents = contents.as_ref().map_err(Trouble::in_json)?;
        add(&mut programs, target, name, contents).map_err(|why| why.in_json())
    };
    let loaded: Vec<Result<usize, Value>> = submissions.iter().map(&mut load).collect();
    let fuel = args.limits.fuel.unwrap_or(Options::default().fuel);
    let mut inputs = target.inputs_to_try(&programs[0].loaded.program);
    // Inputs that the tests distinguish must not stay undecided.
    let further: Vec<_> = tests.iter().filter(|test| !inputs.contains(test)).cloned().collect();
    inputs.extend(further);
    if let Some(folder) = &args.out {
        make_folder(folder)?;
    }
    let journal = journal(args)?;
    let (solver, seconds, threads) = (args.solver, args.limits.seconds, threads(args.threads));
    let staff = Staff { version: &version, solver, seconds, threads };
    let mut ticker = Ticker::new(args.quiet);
    let publisher = Publisher {
        target,
        version: version.clone(),
        args,
        submissions: &submissions,
        loaded: &loaded,
        passed_over: &passed_over,
        tests: &tests,
        programs: &programs,
        fuel,
        reference,
    };
    let subjects = programs.iter().map(|program| &program.loaded.program).collect();
    let mut sorting = Sorting::new(subjects, inputs, fuel);
    let (report, (found, made)) = with_desk(&staff, journal.as_ref(), &mut ticker, |desk| {
        Ok((asked(&publisher, &mut sorting, desk)?, (desk.found, desk.made)))
    })?;
    publisher.write(&report)?;
    ticker.finish(|seconds| {
        format!("{} answers{} in {seconds:.1} s", found + made, from_journal(found))
    });
    answer(&printed(args, &report))?;
    Ok(0)
}

/// Asks all questions about the programs; returns the report.
fn asked<T: Target>(
    publisher: &Publisher<'_, T>,
    sorting: &mut Sorting<&T::Program>,
    desk: &mut Desk<'_>,
) -> Result<GradeReport, Trouble> {
    let Publisher { args, target, programs, submissions, loaded, .. } = *publisher;
    let questions = Questions { args, target, programs };
    let why = questions.sort(sorting, desk)?;
    let libraries = questions.libraries(sorting, submissions, loaded, desk)?;
    let mut rhythm = Rhythm::default();
    let mut publish = |so_far: &Explained| match rhythm.is_due() {
        true => {
            let collected = publisher.collected(sorting, &why, &libraries, so_far);
            publisher.write(&publisher.report(&collected))
        }
        false => Ok(()),
    };
    let explained = match args.causes {
        true => questions.explain(sorting, desk, &mut publish)?,
        false => Explained::default(),
    };
    Ok(publisher.whole_report(&publisher.collected(sorting, &why, &libraries, &explained)))
}

/// The submissions of a folder, and the names of what is not a submission there.
fn handed_in<T: Target>(
    args: &GradeArgs,
    folder: &Path,
) -> Result<(Vec<Submission>, Vec<String>), Trouble> {
    match args.single {
        Some(_) => Ok((vec![alone(folder)?], Vec::new())),
        None => {
            let wanted = Wanted::of(args, T::ARCHITECTURE);
            submissions(folder, args.receipts.then_some(&wanted))
        }
    }
}

/// The journal of answers, if one is kept: the requested one, or one beside the report.
fn journal(args: &GradeArgs) -> Result<Option<Journal>, Trouble> {
    let beside = args.out.as_ref().map(|folder| folder.join("journal.sqlite"));
    let path = args.journal.clone().or(beside);
    path.map(|path| Journal::open(&path)).transpose()
}

/// The report as it is printed.
fn printed(args: &GradeArgs, report: &GradeReport) -> String {
    match args.single {
        Some(format) => {
            let points = Points { all: args.points, open: args.open_points.unwrap_or(args.points) };
            pretty(&results::result(format, &report.submissions[0], points))
        }
        None if args.json => pretty(report),
        None => report.text(args.classes),
    }
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

/// Adds a program unless one with the same words exists; returns its index.
fn add<T: Target>(
    programs: &mut Vec<Unique<T::Program>>,
    target: &T,
    name: &str,
    contents: &Contents,
) -> Result<usize, Trouble> {
    let loaded = target.load(name, &contents.sources(T::ARCHITECTURE)?)?;
    let same = programs.iter().position(|other| other.loaded.words == loaded.words);
    Ok(same.unwrap_or_else(|| {
        let (name, contents) = (name.to_owned(), contents.clone());
        programs.push(Unique { name, contents, loaded });
        programs.len() - 1
    }))
}

/// Why a comparison proves nothing, by the indices of the two programs.
type Why = BTreeMap<[usize; 2], String>;

/// The files of a program, and the program.
type Of<'p, T> = (&'p Contents, &'p Loaded<<T as Target>::Program>);

/// The questions about these programs.
struct Questions<'q, T: Target> {
    args: &'q GradeArgs,
    target: &'q T,
    programs: &'q [Unique<T::Program>],
}

impl<T: Target> Questions<'_, T> {
    /// Makes all comparisons that the sorting requests.
    fn sort(
        &self,
        sorting: &mut Sorting<&T::Program>,
        desk: &mut Desk<'_>,
    ) -> Result<Why, Trouble> {
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
            let result = self.compared(&answer).unwrap_or_else(|message| {
                why.insert([ask.left.min(ask.right), ask.left.max(ask.right)], message);
                Compared::Open { by_limit: self.target.is_by_limit(&answer) }
            });
            sorting.tell(ask, result).map_err(|contradiction| {
                let [a, b] = contradiction.programs.map(|index| &self.programs[index].name);
                Trouble::new(format!(
                    "{a} and {b} were proved to be equal, and differ on an input: this is a defect of ours"
                ))
            })?;
        }
    }

    /// The question for a worker that compares a pair.
    fn comparison(&self, ask: Ask) -> Question {
        let pair = [ask.left, ask.right].map(|index| {
            let Unique { contents, loaded, .. } = &self.programs[index];
            (contents, loaded)
        });
        self.comparison_of(pair, ask.cost)
    }

    /// The question for a worker that compares two programs.
    fn comparison_of(&self, pair: [Of<'_, T>; 2], cost: Cost) -> Question {
        let limits = self.target.limits(&self.args.limits, cost);
        let question = |of: fn(Of<'_, T>) -> Value| {
            let [left, right] = pair.map(of);
            let mut question = self.target.question();
            let fields = [("left", left), ("right", right), ("limits", json!(limits))];
            question.extend(fields.map(|(name, value)| (name.to_owned(), value)));
            Value::Object(question)
        };
        Question {
            line: question(|(contents, _)| contents.in_json()),
            about: question(|(_, loaded)| loaded.identity.clone()),
        }
    }

    /// The result for two programs in an answer, or why there is none.
    fn compared(&self, answer: &Value) -> Result<Compared<InputsOf<T>>, String> {
        match answer["verdict"].as_str() {
            Some("equivalent") => Ok(Compared::Same),
            Some("disequivalent") => {
                let witness = self.target.witness(answer).map(Compared::Differ);
                witness.ok_or("an input that cannot be read".to_owned())
            }
            Some(verdict) => Err(format!("{verdict}: {}", self.target.reason(answer))),
            None => Err(answer["errors"][0]["message"].as_str().unwrap_or_default().to_owned()),
        }
    }
}
