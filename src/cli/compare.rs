//! `tamarin compare`: the options of a comparison; prints its events and its verdict as text or
//! JSON.

mod across;
mod arm64;
mod checked;

use std::cell::RefCell;
use std::future::ready;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::contract::{Compared, ContractArgs, first_inputs};
use super::files::{Files, Sources};
use super::machines::{MachineArgs, Machines, ModeArgs};
use super::proofs;
use super::trouble::Trouble;
use super::watch::{Watch, stop_after};
use crate::cli::console::{DIFFERENT, WEAKER, answer, parse_inputs, pretty, tell};
use crate::contract::Contract;
use crate::engines::paths::{self, Clock, Observer, Options, Signal, Signalled, Strategy};
use crate::engines::second;
use crate::evidence::Proof;
use crate::machine::{Architecture, Inputs};
use crate::program::Program;
use crate::report::{AloneReport, Event, LibrariesReport, ReasonCode, Report, Verdict, words};
use crate::solver::bitblast::Bitblast;
use crate::solver::portfolio::Portfolio;
use crate::solver::process::Process;
use crate::solver::proving::Proving;
use crate::solver::showing::Showing;
use crate::solver::{Effort, Solver, Stop};

#[derive(Args)]
pub struct CompareArgs {
    /// The left program: .asm, .wlp4, .merl, .mips or .com, or several separated by commas.
    left: Files,
    /// The right program.
    right: Files,
    /// Steps that a run may take.
    #[arg(long, value_name = "N", default_value_t = Options::default().fuel)]
    fuel: u64,
    /// Path conditions of a run that the search examines.
    #[arg(long, value_name = "N")]
    depth: Option<usize>,
    /// The first inputs, $1 and $2: decimal, negative or 0x... The default is 42,42.
    #[arg(long, value_name = "A,B", value_parser = parse_inputs, allow_hyphen_values = true)]
    inputs: Option<Inputs>,
    #[command(flatten)]
    contract: ContractArgs,
    #[command(flatten)]
    machine: MachineArgs,
    /// The machines of the left and the right program, where they are different: mips,arm64. Without this, files that can
    /// only be for different machines are compared so.
    #[arg(long, value_name = "LEFT,RIGHT", conflicts_with = "machine")]
    machines: Option<Machines>,
    #[command(flatten)]
    mode: ModeArgs,
    /// How to search.
    #[arg(long, value_enum, default_value_t = StrategyName::Product)]
    strategy: StrategyName,
    /// The solver that answers queries.
    #[arg(long, value_enum, default_value_t = SolverName::Portfolio)]
    solver: SolverName,
    /// What a query may cost: a unit is a conflict of our own solver, or 100 of
    /// z3's resource units.
    #[arg(long, value_name = "N", default_value_t = Effort::default().0)]
    effort: u64,
    /// Runs after which the search ends.
    #[arg(long, value_name = "N", default_value_t = Options::default().max_runs)]
    max_runs: u32,
    /// Work after which a search ends: terms in questions, gates made of them, what a solver does with
    /// these, and steps of runs, taken together. A proof about loops may take as much once more.
    #[arg(long, value_name = "N")]
    max_work: Option<u64>,
    /// Seconds after which the search ends; runs then differ from machine to machine.
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<u64>,
    /// Write a formula and a DRAT proof of each unsat answer into this folder,
    /// and an index.
    #[arg(long, value_name = "DIR")]
    proofs: Option<PathBuf>,
    /// Exit with 3 where the verdict is weaker than this one and no difference
    /// was found. For `checked`, evidence is searched for if the verdict came without.
    #[arg(long, value_name = "VERDICT", value_enum)]
    require: Option<RequiredVerdict>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
    /// Print each run and each query, with its SMT-LIB text, on the standard error.
    #[arg(long, short)]
    verbose: bool,
}

impl CompareArgs {
    /// The options of the search for MIPS programs, and whether each is set.
    fn for_mips(&self) -> [(&'static str, bool); 8] {
        [
            ("--depth", self.depth.is_some()),
            ("--inputs", self.inputs.is_some()),
            ("--proofs", self.proofs.is_some()),
            ("--strategy paper", self.strategy == StrategyName::Paper),
            ("--solver", self.solver != SolverName::Portfolio),
            ("--effort", self.effort != Effort::default().0),
            ("--max-runs", self.max_runs != Options::default().max_runs),
            ("--verbose", self.verbose),
        ]
    }
}

/// The least that a comparison is to claim.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum RequiredVerdict {
    /// No input shows a difference, and the kernel accepted evidence of it.
    Checked,
    /// No input shows a difference.
    Equivalent,
    /// No input on which both stop shows a difference.
    EquivalentIfBothStop,
    /// No input shows a difference within the fuel.
    EquivalentUpTo,
    /// No difference was found.
    PossiblyEquivalent,
}

impl RequiredVerdict {
    /// Whether a verdict with this proof suffices.
    fn is_met_by(self, verdict: Verdict, proof: Option<&Proof>) -> bool {
        let is_checked = || proof.is_some_and(|proof| proof.checked == Some(true));
        verdict.is_at_least(self.verdict()) && (self != RequiredVerdict::Checked || is_checked())
    }

    fn verdict(self) -> Verdict {
        match self {
            RequiredVerdict::Checked | RequiredVerdict::Equivalent => Verdict::Equivalent,
            RequiredVerdict::EquivalentIfBothStop => Verdict::EquivalentIfBothStop,
            RequiredVerdict::EquivalentUpTo => Verdict::EquivalentUpTo,
            RequiredVerdict::PossiblyEquivalent => Verdict::PossiblyEquivalent,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StrategyName {
    /// Every pair of paths, each decided for all inputs that take it.
    Product,
    /// Tamarin's search: one input for each path, the programs take turns; it proves nothing.
    Paper,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SolverName {
    /// Our own solver within a small budget, then z3 (if it is on the PATH) and our own in turn.
    Portfolio,
    /// As portfolio, but both solvers at once on a hard query: the first answer counts, so runs may
    /// differ.
    Race,
    /// Our own solver only, in this process.
    Bitblast,
    /// The z3 on the PATH only, in its own process.
    Process,
}

impl SolverName {
    /// The solver with this name.
    ///
    /// # Errors
    ///
    /// The solver is not available.
    pub fn solver(self) -> Result<Box<dyn Solver>, Trouble> {
        Ok(match self {
            SolverName::Bitblast => Box::new(Bitblast::new()),
            SolverName::Portfolio => Box::new(Portfolio::new(Some(Box::new(Process::z3())))),
            SolverName::Race => {
                let z3 = Some(Box::new(Process::z3()) as Box<dyn Solver>);
                Box::new(Portfolio::racing(z3, Box::new(|| Box::pin(ready(())))))
            }
            SolverName::Process => {
                let mut process = Process::z3();
                let found = process.probe();
                found.map_err(|why| Trouble::new(format!("no solver: {why}; install z3")))?;
                Box::new(process)
            }
        })
    }
}

/// The options of a comparison under a contract.
fn options(args: &CompareArgs, contract: &Arc<Contract>) -> Result<Options, Trouble> {
    Ok(Options {
        strategy: match args.strategy {
            StrategyName::Product => Strategy::Product,
            StrategyName::Paper => Strategy::Paper,
        },
        fuel: args.fuel,
        depth: args.depth,
        inputs: first_inputs(contract, args.inputs.as_ref())?,
        contract: Arc::clone(contract),
        max_runs: args.max_runs,
        max_work: args.max_work,
        effort: Effort(args.effort),
        time_limit_ms: args.seconds.map(|seconds| seconds.saturating_mul(1000)),
        ..Options::default()
    })
}

/// The machines of both programs.
fn machines(args: &CompareArgs) -> [Architecture; 2] {
    match args.machines {
        Some(Machines(of_each)) => of_each,
        None => args.machine.of_each([&args.left, &args.right]),
    }
}

/// Compares two programs and prints the verdict.
pub fn compare(args: &CompareArgs) -> Result<u8, Trouble> {
    match machines(args) {
        [Architecture::Mips, Architecture::Mips] => {}
        [Architecture::Arm64, Architecture::Arm64] => return arm64::compare(args),
        of_each => return across::compare(args, of_each),
    }
    args.mode.refuse()?;
    let Compared { contract, images: [left, right], programs, sources } =
        args.contract.compared(&args.left, &args.right)?;
    let options = options(args, &contract)?;
    let mut solver = args.solver.solver()?;
    let folder = args.proofs.as_deref().map(proofs::Folder::new).transpose();
    let folder = folder.map_err(Trouble::new)?.map(RefCell::new);
    let mut proving;
    let solver: &mut dyn Solver = match &folder {
        Some(folder) => {
            proving = Proving::new(&mut *solver, |unsat| folder.borrow_mut().add(unsat));
            &mut proving
        }
        None => &mut *solver,
    };
    let mut showing;
    let solver: &mut dyn Solver = match args.verbose {
        true => {
            showing = Showing::new(solver, tell);
            &mut showing
        }
        false => solver,
    };
    let mut terminal = Terminal {
        begin: Instant::now(),
        contract: Arc::clone(&contract),
        verbose: args.verbose,
        proofs: folder.as_ref(),
        query: String::new(),
    };
    let comparison = paths::compare(&left, &right, &options, solver, &mut terminal);
    let mut report = pollster::block_on(comparison);
    if args.require == Some(RequiredVerdict::Checked)
        && let Err(why) = checked::check(&mut report, [&left, &right], &contract, &time(args))
    {
        tell(&format!("not checked: {why}"));
    }
    if let Some(folder) = &folder {
        folder.borrow_mut().finish().map_err(Trouble::new)?;
    }
    // A contract that no input satisfies is an error, not a proof.
    if let ReasonCode::NoInput = report.reason.code {
        return Err(Trouble::new(report.reason.message));
    }
    let second = || second_answers(args, &report, &options, &sources, &programs);
    match args.json {
        true => answer(&pretty(&Answers { report: &report, second: second()? }))?,
        false => print(&report, second)?,
    }
    Ok(status(args, report.verdict, report.proof.as_ref()))
}

/// Prints the report in words, before the second questions are asked, and then their answers.
fn print(report: &Report, second: impl Fn() -> Result<Second, Trouble>) -> Result<(), Trouble> {
    answer(&words::report(report))?;
    if let Some(sentence) = words::checked(report) {
        answer(&format!("{sentence}\n"))?;
    }
    for sentence in second()?.sentences() {
        answer(&format!("{sentence}\n"))?;
    }
    Ok(())
}

/// The object that `--json` prints: the report, and the answers to the second questions.
#[derive(Serialize)]
struct Answers<'r> {
    #[serde(flatten)]
    report: &'r Report,
    #[serde(flatten)]
    second: Second,
}

/// The answers to the second questions; `null` where a question was not asked.
#[derive(Serialize)]
struct Second {
    alone: Option<AloneReport>,
    libraries: Option<LibrariesReport>,
}

impl Second {
    fn sentences(&self) -> impl Iterator<Item = &str> {
        let alone = self.alone.iter().map(|it| it.says.as_str());
        alone.chain(self.libraries.iter().map(|it| it.says.as_str()))
    }
}

/// Asks what follows from the report of a comparison with these options.
fn second_answers(
    args: &CompareArgs,
    report: &Report,
    asked: &Options,
    sources: &[Sources; 2],
    [left, right]: &[Program; 2],
) -> Result<Second, Trouble> {
    let mut solver = args.solver.solver()?;
    let mut watch = Watch::new();
    // The user's clock is about all comparisons.
    let rest = |watch: &Watch| {
        let spent = report.stats.elapsed_ms + watch.clock()();
        let time_limit_ms = asked.time_limit_ms.map(|limit| limit.saturating_sub(spent));
        Options { time_limit_ms, ..asked.clone() }
    };
    let options = rest(&watch);
    let alone = match report.summary.second_question() {
        None => None,
        Some(observe) => {
            let answer = second::alone(observe, &options, [left, right], &mut *solver, &mut watch);
            Some(pollster::block_on(answer).map_err(Trouble::new)?)
        }
    };
    let options = rest(&watch);
    let files = sources.each_ref().map(Sources::files);
    let files = files.each_ref().map(Vec::as_slice);
    let libraries = pollster::block_on(second::with_same_libraries(
        report.verdict,
        &options,
        files,
        &mut *solver,
        &mut Watch::new(),
    ));
    Ok(Second { alone, libraries: libraries.map_err(Trouble::new)? })
}

/// The time limit of the command line.
fn time(args: &CompareArgs) -> Stop {
    args.seconds.map_or(Stop::NEVER, stop_after)
}

/// The exit status for a verdict: whether it meets the requirement of the command line.
fn status(args: &CompareArgs, verdict: Verdict, proof: Option<&Proof>) -> u8 {
    match verdict {
        Verdict::Disequivalent => DIFFERENT,
        _ if args.require.is_none_or(|required| required.is_met_by(verdict, proof)) => 0,
        _ => WEAKER,
    }
}

/// Prints the events of the comparison, with the elapsed time.
struct Terminal<'f> {
    begin: Instant,
    contract: Arc<Contract>,
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
            tell(&words::event(&self.contract, event));
        }
        Box::pin(ready(Signal::Continue(())))
    }

    fn is_awaited(&self) -> bool {
        self.verbose
    }

    fn clock(&self) -> Clock {
        let begin = self.begin;
        Rc::new(move || begin.elapsed().as_millis() as u64)
    }
}
