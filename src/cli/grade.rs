//! `tamarin grade`: a folder of submissions against a reference, and against each other.
//!
//! Programs with the same words are one. All are run on the same inputs; what that does not
//! tell apart is compared by workers ([`super::batch`]), as [`classes`](tamarin::engines::classes)
//! asks for it. So a submission that does what another one does is not compared with the
//! reference again.

mod report;
mod submissions;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::{Arc, Mutex, mpsc};
use std::thread;

use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use tamarin::contract::{Contract, Spec};
use tamarin::engines::classes::{Ask, Sorting, Told, inputs_to_try};
use tamarin::engines::paths::Options;
use tamarin::engines::paths::outcome::ends;
use tamarin::machine::{Image, Inputs};

use super::batch::pair::{Limits, Version};
use super::batch::worker::Worker;
use super::batch::{Line, end_with_parent, threads};
use super::compare::SolverName;
use super::contract::ContractArgs;
use super::files::{Files, Sources};
use super::trouble::Trouble;
use crate::{answer, pretty, write};
use report::{ClassReport, Counts, Difference, Grade, GradeReport, Graded, OpenEdge, Word};
use submissions::{Submission, submissions};

/// Runs after which a first comparison of two programs ends; one that is made again may
/// take as many as any other.
const FIRST_RUNS: u32 = 1_000;
/// By which a comparison that is made again may cost more a query.
const AGAIN: u64 = 4;

#[derive(Args)]
pub struct GradeArgs {
    /// The submissions: a file (.asm, .wlp4, .merl or .mips) or a folder of such files,
    /// which are linked, for each.
    folder: PathBuf,
    /// The program that they should be equal to: one file, or several with commas between.
    #[arg(long, value_name = "FILES")]
    reference: Files,
    #[command(flatten)]
    contract: ContractArgs,
    /// Tell which submissions do the same.
    #[arg(long)]
    classes: bool,
    /// Write report.json and grades.csv into this folder.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Comparisons at a time; as many as there are processors where nothing is said.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Who answers queries. With z3, what is proved depends on its version.
    #[arg(long, value_enum, default_value_t = SolverName::Bitblast)]
    solver: SolverName,
    #[command(flatten)]
    limits: Limits,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// A program, and the submissions that are it.
struct Unique {
    words: Vec<u32>,
    files: Files,
    image: Rc<Image>,
}

/// Grades all submissions of a folder.
pub fn grade(args: &GradeArgs) -> Result<u8, Trouble> {
    let version = Version::of(args.solver)?;
    let reference = args.reference.read()?;
    let spec = spec(args, reference.take_array())?;
    let contract =
        Contract::new(&spec).map_err(|problems| Trouble::with_contract(&spec, problems))?;
    let mut programs = Vec::new();
    add(&mut programs, &contract, &reference, &args.reference)?;
    let (submissions, passed_over) = submissions(&args.folder)?;
    let loaded: Vec<Result<usize, Trouble>> = submissions
        .iter()
        .map(|Submission { files, .. }| add(&mut programs, &contract, &files.read()?, files))
        .collect();
    let fuel = args.limits.fuel.unwrap_or(Options::default().fuel);
    let images: Vec<Rc<Image>> = programs.iter().map(|program| Rc::clone(&program.image)).collect();
    let inputs = inputs_to_try(&contract, &images[0]);
    let mut sorting = Sorting::new(images, inputs, fuel);
    let why = compare_all(args, &version, &spec, &programs, &mut sorting)?;
    let report =
        Graders { programs: &programs, sorting: &sorting, why: &why, contract: &contract, fuel }
            .report(version, &spec, args, &submissions, &loaded, passed_over);
    if let Some(folder) = &args.out {
        let trouble = |error| Trouble::new(format!("{}: {error}", folder.display()));
        fs::create_dir_all(folder).map_err(trouble)?;
        write(&folder.join("report.json"), pretty(&report).as_bytes())?;
        write(&folder.join("grades.csv"), report.csv().as_bytes())?;
    }
    answer(&if args.json { pretty(&report) } else { report.text(args.classes) })?;
    Ok(0)
}

/// What is compared.
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

/// Adds a program, if there is none with its words yet; returns its index.
fn add(
    programs: &mut Vec<Unique>,
    contract: &Contract,
    sources: &Sources,
    files: &Files,
) -> Result<usize, Trouble> {
    let program = sources.linked(&|_| {})?;
    if let Some(index) = programs.iter().position(|other| other.words == program.words) {
        return Ok(index);
    }
    let image = contract.image(0, &program).map_err(Trouble::new)?;
    programs.push(Unique { words: program.words.clone(), files: files.clone(), image });
    Ok(programs.len() - 1)
}

/// Why a comparison of two programs proves nothing, by their indexes.
type Why = BTreeMap<[usize; 2], String>;

/// Makes all comparisons that are wanted, by workers.
fn compare_all(
    args: &GradeArgs,
    version: &Version,
    spec: &Spec,
    programs: &[Unique],
    sorting: &mut Sorting,
) -> Result<Why, Trouble> {
    end_with_parent();
    let solver = args.solver.to_possible_value().expect("each has a name");
    let arguments: Vec<OsString> =
        ["batch", "--worker", "--solver", solver.get_name()].map(OsString::from).into();
    let (asks, to_ask) = mpsc::channel::<(Ask, Line)>();
    let to_ask = Arc::new(Mutex::new(to_ask));
    let (answers, to_read) = mpsc::channel();
    let count = threads(args.threads);
    thread::scope(|scope| {
        for _ in 0..count {
            let (to_ask, answers) = (Arc::clone(&to_ask), answers.clone());
            let mut worker = Worker::new(version, args.limits.seconds, arguments.clone());
            scope.spawn(move || {
                loop {
                    let next = to_ask.lock().expect("no holder panics").recv();
                    let Ok((ask, line)) = next else { return };
                    if answers.send((ask, worker.answer(&line))).is_err() {
                        return;
                    }
                }
            });
        }
        let result = drive(args, spec, programs, sorting, count, &asks, || {
            let (ask, answered) = to_read.recv().expect("workers outlive their questions");
            (ask, serde_json::from_str(&answered.text).unwrap_or_default())
        });
        // Without more to ask, workers end.
        drop(asks);
        result
    })
}

/// Asks and takes answers until there is nothing left.
fn drive(
    args: &GradeArgs,
    spec: &Spec,
    programs: &[Unique],
    sorting: &mut Sorting,
    at_a_time: usize,
    asks: &mpsc::Sender<(Ask, Line)>,
    mut answer: impl FnMut() -> (Ask, Value),
) -> Result<Why, Trouble> {
    let mut why = Why::new();
    let mut under_way = 0;
    loop {
        while under_way < at_a_time
            && let Some(ask) = sorting.ask()
        {
            let text = question(args, spec, programs, ask).to_string();
            let line = Line { number: u64::from(sorting.asked), text };
            asks.send((ask, line)).expect("workers are there");
            under_way += 1;
        }
        if under_way == 0 {
            return Ok(why);
        }
        let (ask, told) = answer();
        under_way -= 1;
        let pair = [ask.left.min(ask.right), ask.left.max(ask.right)];
        let told = match told["verdict"].as_str() {
            Some("equivalent") => Told::Same,
            Some("disequivalent") => match witness(&told) {
                Some(inputs) => Told::Differ(inputs),
                None => Told::Open,
            },
            verdict => {
                let message = match verdict {
                    Some(verdict) => format!(
                        "{verdict}: {}",
                        told["reason"]["message"].as_str().unwrap_or_default()
                    ),
                    None => told["errors"][0]["message"].as_str().unwrap_or_default().to_owned(),
                };
                why.insert(pair, message);
                Told::Open
            }
        };
        sorting.tell(ask, told).map_err(|contradiction| {
            let [a, b] = contradiction.programs.map(|index| &programs[index].files.0[0]);
            Trouble::new(format!(
                "{} and {} were proved to be equal, and differ on an input: this is a defect of ours",
                a.display(),
                b.display()
            ))
        })?;
    }
}

/// The pair as a worker is asked for it.
fn question(args: &GradeArgs, spec: &Spec, programs: &[Unique], ask: Ask) -> Value {
    let Limits { fuel, max_runs, effort, seconds } = args.limits;
    let usual = Options::default();
    let (max_runs, effort) = match ask.again {
        true => {
            let effort = effort.unwrap_or(usual.effort.0).saturating_mul(AGAIN);
            (max_runs.unwrap_or(usual.max_runs), effort)
        }
        false => {
            let most = max_runs.unwrap_or(FIRST_RUNS).min(FIRST_RUNS);
            (most, effort.unwrap_or(usual.effort.0))
        }
    };
    let files = |index: usize| json!(programs[index].files.0);
    json!({
        "left": files(ask.left),
        "right": files(ask.right),
        "contract": spec,
        "limits": { "fuel": fuel, "max_runs": max_runs, "effort": effort, "seconds": seconds },
    })
}

/// The inputs of a witness.
fn witness(told: &Value) -> Option<Inputs> {
    let words = told["witness"]["inputs"].as_array()?.iter();
    words.map(|word| word.as_u64().and_then(|word| u32::try_from(word).ok())).collect()
}

/// All that was found.
struct Graders<'g> {
    programs: &'g [Unique],
    sorting: &'g Sorting,
    why: &'g Why,
    contract: &'g Contract,
    fuel: u64,
}

impl Graders<'_> {
    fn report(
        &self,
        version: Version,
        spec: &Spec,
        args: &GradeArgs,
        submissions: &[Submission],
        loaded: &[Result<usize, Trouble>],
        passed_over: Vec<String>,
    ) -> GradeReport {
        let classes = self.sorting.classes();
        let class_of = |index: usize| classes.iter().position(|class| class.contains(&index));
        let mut first: BTreeMap<usize, &str> = BTreeMap::new();
        let mut graded = Vec::new();
        for (Submission { name, .. }, loaded) in submissions.iter().zip(loaded) {
            let blank = Graded {
                name: name.clone(),
                grade: Grade::NoProgram,
                class: None,
                same_words_as: None,
                difference: None,
                open: None,
                errors: None,
            };
            graded.push(match loaded {
                Err(why) => Graded { errors: Some(why.in_json()["errors"].take()), ..blank },
                Ok(index) => {
                    let same = first.get(index).map(|&name| name.to_owned());
                    first.entry(*index).or_insert(name);
                    let class = class_of(*index);
                    let difference = self.difference(*index);
                    let open = self.why_open(&classes, 0, class.unwrap_or(0));
                    let grade = match (class, &difference, &open) {
                        (Some(0), ..) => Grade::ProvedEqual,
                        (_, Some(_), None) => Grade::Differs,
                        _ => Grade::NoDifferenceFound,
                    };
                    let open = open.filter(|_| grade == Grade::NoDifferenceFound);
                    Graded { grade, class, same_words_as: same, difference, open, ..blank }
                }
            });
        }
        let members = |class: usize| {
            let of = graded.iter().filter(move |graded| graded.class == Some(class));
            of.map(|graded| graded.name.clone()).collect()
        };
        let open = self.sorting.open().into_iter().filter_map(|[a, b]| {
            let [a, b] = [class_of(a)?, class_of(b)?];
            let why = self.why_open(&classes, a, b).unwrap_or_default();
            Some(OpenEdge { classes: [a.min(b), a.max(b)], why })
        });
        GradeReport {
            version,
            reference: args.reference.0.iter().map(|path| path.display().to_string()).collect(),
            contract: serde_json::to_value(spec).expect("it is plain data"),
            classes: (0..classes.len())
                .map(|class| ClassReport { has_reference: class == 0, members: members(class) })
                .collect(),
            open: open.collect(),
            passed_over,
            counts: Counts {
                submissions: submissions.len(),
                programs: self.programs.len(),
                classes: self.sorting.bounds(),
                inputs: self.sorting.runs(),
                comparisons: self.sorting.asked,
                proofs: self.sorting.proofs,
                differences: self.sorting.differences,
            },
            submissions: graded,
        }
    }

    /// Where a program differs from the reference.
    fn difference(&self, index: usize) -> Option<Difference> {
        let inputs = self.sorting.difference(0, index)?;
        let both = [0, index].map(|index| &self.programs[index].image);
        let [reference, submission] = ends(both, inputs, self.fuel).map(|run| run.report());
        let names = self.contract.names().iter();
        let words = names.zip(inputs.iter());
        let inputs = words.map(|(name, &value)| Word { name: name.clone(), value }).collect();
        Some(Difference { inputs, reference, submission })
    }

    /// Why it is open whether two classes are one, if it is.
    fn why_open(&self, classes: &[&[usize]], a: usize, b: usize) -> Option<String> {
        let [first, second] = [classes[a][0], classes[b][0]];
        let open = self.sorting.open();
        open.contains(&[first.min(second), first.max(second)]).then(|| {
            let between = |[x, y]: &[usize; 2]| {
                let (x, y) = (x, y);
                classes[a].contains(x) && classes[b].contains(y)
                    || classes[b].contains(x) && classes[a].contains(y)
            };
            let mut found = self.why.iter().filter(|(pair, _)| between(pair));
            found.next_back().map(|(_, why)| why).cloned().unwrap_or_default()
        })
    }
}
