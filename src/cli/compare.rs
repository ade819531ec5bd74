//! `tamarin compare`: the comparison's options, its events and its verdict, in
//! words or as JSON.

use std::cell::RefCell;
use std::future::ready;
use std::path::PathBuf;
use std::time::Instant;

use clap::{Args, ValueEnum};
use tamarin::compare::{self, Observer, Options, Signal, Signalled, Strategy};
use tamarin::cpu::{Image, RETURN_ADDRESS};
use tamarin::report::{AnswerKind, Event, Report, Verdict};
use tamarin::solver::bitblast::Bitblast;
use tamarin::solver::portfolio::Portfolio;
use tamarin::solver::process::Process;
use tamarin::solver::proving::Proving;
use tamarin::solver::{Limit, Solver};

use super::proofs;
use crate::{
    DIFFERENT, Trouble, answer, load, parse_inputs, parse_word, pretty, run_in_words, tell,
};

#[derive(Args)]
pub struct CompareArgs {
    /// The left program.
    left: PathBuf,
    /// The right program.
    right: PathBuf,
    /// Steps that a run may take.
    #[arg(long, value_name = "N", default_value_t = Options::default().fuel)]
    fuel: u64,
    /// Path conditions of a run that are looked at.
    #[arg(long, value_name = "N")]
    depth: Option<usize>,
    /// The first $1 and $2: decimal, negative or 0x...
    #[arg(long, value_name = "A,B", value_parser = parse_inputs, default_value = "42,42", allow_hyphen_values = true)]
    inputs: [u32; 2],
    /// How to search.
    #[arg(long, value_enum, default_value_t = StrategyName::Product)]
    strategy: StrategyName,
    /// Who answers queries.
    #[arg(long, value_enum, default_value_t = SolverName::Portfolio)]
    solver: SolverName,
    /// What a query may cost, in z3's count of resources.
    #[arg(long, value_name = "N", default_value_t = Limit::default().rlimit)]
    rlimit: u64,
    /// What a query may cost our own solver, in conflicts.
    #[arg(long, value_name = "N", default_value_t = Limit::default().conflicts)]
    conflicts: u64,
    /// Runs after which the search ends.
    #[arg(long, value_name = "N", default_value_t = Options::default().max_runs)]
    max_runs: u32,
    /// Seconds after which the search ends; runs then differ from machine to machine.
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<u64>,
    /// The address that ends a program, $31 at the start.
    #[arg(long, value_name = "ADDRESS", value_parser = parse_word, default_value_t = RETURN_ADDRESS)]
    return_address: u32,
    /// Write a formula and a DRAT proof of each unsat answer into this folder,
    /// and an index.
    #[arg(long, value_name = "DIR")]
    proofs: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// Tell of each run and query on the standard error.
    #[arg(long, short)]
    verbose: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum StrategyName {
    /// Every pair of paths, each decided for all its inputs.
    Product,
    /// Alternating bounded depth-first search, an input for each path.
    Paper,
}

#[derive(Clone, Copy, ValueEnum)]
enum SolverName {
    /// Our own within a small budget, then the z3 of the PATH where there is
    /// one, and our own by turns.
    Portfolio,
    /// As portfolio, but the two at once where a query is hard: the first
    /// answer counts, so runs may differ.
    Race,
    /// Our own, in this process.
    Bitblast,
    /// The z3 that is found on the PATH, in a process of its own.
    Process,
}

/// Compares two programs and tells the verdict.
pub fn compare(args: &CompareArgs) -> Result<u8, Trouble> {
    let programs = [&args.left, &args.right].map(|path| load(path));
    let [left, right] = programs;
    let image = |program| Image::returning_to(&program, args.return_address);
    let (left, right) = (image(left?), image(right?));
    let options = Options {
        strategy: match args.strategy {
            StrategyName::Product => Strategy::Product,
            StrategyName::Paper => Strategy::Paper,
        },
        fuel: args.fuel,
        depth: args.depth,
        inputs: args.inputs,
        max_runs: args.max_runs,
        limit: Limit { rlimit: args.rlimit, conflicts: args.conflicts },
        time_limit_ms: args.seconds.map(|seconds| seconds.saturating_mul(1000)),
    };
    let mut solver: Box<dyn Solver> = match args.solver {
        SolverName::Bitblast => Box::new(Bitblast::new()),
        SolverName::Portfolio => Box::new(Portfolio::new(z3_if_found())),
        SolverName::Race => {
            Box::new(Portfolio::racing(z3_if_found(), Box::new(|| Box::pin(ready(())))))
        }
        SolverName::Process => {
            let mut process = Process::z3();
            let found = process.probe();
            found.map_err(|why| Trouble(format!("no solver: {why}; install z3")))?;
            Box::new(process)
        }
    };
    let folder = args.proofs.as_deref().map(proofs::Folder::new).transpose();
    let folder = folder.map_err(Trouble)?.map(RefCell::new);
    let mut proving;
    let solver: &mut dyn Solver = match &folder {
        Some(folder) => {
            proving = Proving::new(&mut *solver, |unsat| folder.borrow_mut().add(unsat));
            &mut proving
        }
        None => &mut *solver,
    };
    let mut terminal = Terminal {
        begin: Instant::now(),
        verbose: args.verbose,
        proofs: folder.as_ref(),
        query: String::new(),
    };
    let comparison = compare::compare(&left, &right, &options, solver, &mut terminal);
    let report = pollster::block_on(comparison);
    if let Some(folder) = &folder {
        folder.borrow_mut().finish().map_err(Trouble)?;
    }
    answer(&if args.json { pretty(&report) } else { in_words(&report) })?;
    Ok(if report.verdict == Verdict::Disequivalent { DIFFERENT } else { 0 })
}

/// The z3 of the PATH.
fn z3_if_found() -> Option<Box<dyn Solver>> {
    let mut process = Process::z3();
    let found = process.probe().is_ok();
    found.then(|| Box::new(process) as Box<dyn Solver>)
}

fn in_words(report: &Report) -> String {
    let verdict = match report.verdict {
        Verdict::Disequivalent => "disequivalent",
        Verdict::Equivalent => "equivalent",
        Verdict::EquivalentUpTo => "equivalent within the fuel",
        Verdict::PossiblyEquivalent => "possibly equivalent",
    };
    let stats = &report.stats;
    format!(
        "{verdict}\n{}\n({} runs, {} queries, {} and {} paths, {} ms)\n",
        report.reason.message,
        stats.runs,
        stats.queries,
        stats.paths[0],
        stats.paths[1],
        stats.elapsed_ms
    )
}

/// Tells of the comparison's events, and the time.
struct Terminal<'f> {
    begin: Instant,
    verbose: bool,
    proofs: Option<&'f RefCell<proofs::Folder>>,
    /// The name of the last query.
    query: String,
}

impl Observer for Terminal<'_> {
    fn event<'a>(&'a mut self, event: &'a Event) -> Signalled<'a> {
        if let Event::Query { name, .. } = event {
            self.query.clone_from(name);
        }
        if let Some(proofs) = self.proofs {
            proofs.borrow_mut().listen(&self.query, event);
        }
        if self.verbose {
            tell(&event_in_words(event));
        }
        Box::pin(ready(Signal::Continue(())))
    }

    fn elapsed_ms(&self) -> u64 {
        self.begin.elapsed().as_millis() as u64
    }
}

fn event_in_words(event: &Event) -> String {
    match event {
        Event::Run { number, driver, inputs, left, right, path, verifier_path, .. } => format!(
            "run {number}: driver {}, $1 = {}, $2 = {}, left {}, right {}\n    path: {}\n",
            driver.name(),
            inputs[0],
            inputs[1],
            run_in_words(left),
            run_in_words(right),
            [path.as_slice(), verifier_path].concat().join(", ")
        ),
        Event::Sweep { inputs } => format!("swept {inputs} inputs\n"),
        Event::Merged { answer, by, .. } => {
            let answer = match answer {
                AnswerKind::Sat => "they can differ",
                AnswerKind::Unsat => "they cannot differ",
                AnswerKind::Unknown => "unknown",
            };
            format!("all paths merged: {answer} ({by})\n")
        }
        Event::Difference { inputs: [a, b] } => {
            format!("they differ on $1 = {a}, $2 = {b}; looking for a smaller input\n")
        }
        Event::Smaller { inputs: [a, b] } => format!("they differ on $1 = {a}, $2 = {b}, too\n"),
        Event::Query { number, side, run, condition, flip, .. } => match flip {
            Some(_) => {
                let side = side.name();
                format!("query {number}: leave the path of run {run} ({side}) by {condition}\n")
            }
            None => format!("query {number}: on the paths of run {run}, {condition}\n"),
        },
        Event::Answer { query, answer, inputs, reason, by } => {
            let answer = match (answer, inputs, reason) {
                (AnswerKind::Sat, Some([a, b]), _) => format!("$1 = {a}, $2 = {b}"),
                (AnswerKind::Unknown, _, Some(reason)) => format!("unknown: {reason}"),
                (AnswerKind::Sat, ..) => "sat".to_owned(),
                (AnswerKind::Unsat, ..) => "no such input".to_owned(),
                (AnswerKind::Unknown, ..) => "unknown".to_owned(),
            };
            format!("answer {query}: {answer} ({by})\n")
        }
        Event::Diverged { run, query } => {
            format!("run {run} left the path that query {query} predicted\n")
        }
        Event::Verdict { .. } => String::new(),
    }
}
