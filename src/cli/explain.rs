//! `tamarin explain`: why two programs differ, and a suggested fix.

pub mod arm64;
mod searching;

use std::sync::Arc;
use std::time::Instant;

use clap::Args;

use super::compare::SolverName;
use super::contract::{Compared, ContractArgs, first_inputs};
use super::files::{Files, Sources};
use super::machines::{MachineArgs, ModeArgs};
use super::trouble::Trouble;
use super::watch::{Watch, stop_after};
use crate::asm::SourceLines;
use crate::cli::console::{DIFFERENT, answer, pretty, tell};
use crate::contract::Contract;
use crate::engines::cause;
use crate::engines::difference::Difference;
use crate::engines::mend::{self, Mend};
use crate::engines::paths::{self, Options};
use crate::engines::regions::{self, Regions};
use crate::machine::{Architecture, Inputs};
use crate::report::{
    CauseReport, Explanation, MendReport, ReasonCode, RegionsReport, Report, Side, Verdict, words,
};
use crate::solver::{Solver, Stop};
use crate::views::explanation;
use searching::SearchArgs;

#[derive(Args)]
pub struct ExplainArgs {
    /// The left program: .asm, .merl or .mips, or several separated by commas.
    left: Files,
    /// The right program.
    right: Files,
    /// Find the cause: two instructions whose values, made equal, make the programs agree.
    #[arg(long)]
    cause: bool,
    /// Suggest a fix: a small edit of one program that makes the programs agree. It edits the right program, unless
    /// only the left one has a run that no program is meant to have.
    #[arg(long)]
    mend: bool,
    /// The program that is right. The suggested fix edits the other one.
    #[arg(long, value_enum, value_name = "SIDE")]
    reference: Option<Side>,
    /// Describe all inputs on which they differ, and count them.
    #[arg(long)]
    regions: bool,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    machine: MachineArgs,
    #[command(flatten)]
    mode: ModeArgs,
    /// Steps that a run may take.
    #[arg(long, value_name = "N", default_value_t = Options::default().fuel)]
    fuel: u64,
    #[command(flatten)]
    contract: ContractArgs,
    /// The solver that answers queries.
    #[arg(long, value_enum, default_value_t = SolverName::Portfolio)]
    solver: SolverName,
    /// Seconds for the comparison, and as many for each part of the explanation.
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<u64>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Compares two programs and explains their difference.
pub fn explain(args: &ExplainArgs) -> Result<u8, Trouble> {
    if args.machine.of_both([&args.left, &args.right]) == Architecture::Arm64 {
        return arm64::explain(args);
    }
    args.mode.refuse()?;
    let compared = args.contract.compared(&args.left, &args.right)?;
    let Compared { contract, images: [left, right], .. } = &compared;
    let options = Options {
        fuel: args.fuel,
        inputs: first_inputs(contract, None)?,
        contract: Arc::clone(contract),
        time_limit_ms: args.seconds.map(|seconds| seconds.saturating_mul(1000)),
        ..Options::default()
    };
    let mut solver = args.solver.solver()?;
    let mut watch = Watch::new();
    let comparison = paths::compare(left, right, &options, &mut *solver, &mut watch);
    let report = pollster::block_on(comparison);
    if let ReasonCode::NoInput = report.reason.code {
        return Err(Trouble::new(report.reason.message));
    }
    // Each part has its own time limit.
    let limit = || args.seconds.map_or(Stop::NEVER, stop_after);
    let options = Options { time_limit_ms: None, ..options };
    let reference = args.reference;
    let wants_cause = args.cause || args.search.is_given();
    let everything = !args.mend && !wants_cause && !args.regions;
    let wanted = Wanted {
        mend: everything || args.mend,
        reference,
        like: None,
        cause: (everything || wants_cause).then_some(CauseOf::Any),
        search: args.search.options()?,
        regions: everything || args.regions,
    };
    let known = Known::of(&report);
    let found = parts(&compared, &options, known, &wanted, &mut *solver, &limit);
    if let Some(ms) = found.cause_ms.filter(|_| args.search.timing) {
        tell(&format!("cause: {ms:.3} ms\n"));
    }
    let verdict = report.verdict;
    if args.json {
        let Parts { mend, cause, regions, .. } = found;
        let witness = report.witness;
        answer(&pretty(&Explanation { verdict, witness, cause, mend, regions }))?;
    } else {
        answer(&in_words(contract, &report, &wanted, &found))?;
    }
    Ok(if verdict == Verdict::Disequivalent { DIFFERENT } else { 0 })
}

/// The verdict and, of programs that differ, the wanted parts of the explanation as text.
fn in_words(contract: &Contract, report: &Report, wanted: &Wanted, found: &Parts) -> String {
    let Parts { mend, cause, regions, .. } = found;
    let mut text = words::report(report);
    if report.witness.is_none() {
        return text;
    }
    if wanted.cause.is_some() {
        text.push_str(&words::cause(contract, cause.as_ref()));
        text.push('\n');
    }
    if wanted.mend {
        text.push_str(&words::mend(mend.as_ref()));
        text.push('\n');
    }
    if let Some(regions) = regions {
        text.push_str(&words::regions(contract, regions));
        text.push('\n');
    }
    text
}

/// The differences for which a cause is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CauseOf {
    /// All differences.
    Any,
    /// Differences without a proved fix.
    Unmended,
}

/// The requested parts of an explanation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Whether to search for an edit that makes the programs agree.
    pub mend: bool,
    /// The program that is right, if known.
    pub reference: Option<Side>,
    /// The form of an edit that is likely, if known.
    pub like: Option<String>,
    /// The differences for which to search for the pair of instructions; `None` skips the search.
    pub cause: Option<CauseOf>,
    /// How to search for it.
    pub search: cause::Options,
    /// Whether to search for the inputs on which the programs differ.
    pub regions: bool,
}

/// What is known of two programs that are to be explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// They differ on this input.
    Differ(Inputs),
    /// They agree on all inputs.
    Agree,
    /// Neither.
    Open,
}

impl Known {
    /// The result of a comparison.
    pub fn of(report: &Report) -> Known {
        match &report.witness {
            Some(witness) => Known::Differ(witness.inputs.clone()),
            None if report.verdict == Verdict::Equivalent => Known::Agree,
            None => Known::Open,
        }
    }
}

/// The explanation that was found. Parts that were not requested are empty.
#[derive(Default)]
pub struct Parts {
    pub mend: Option<MendReport>,
    pub cause: Option<CauseReport>,
    /// Milliseconds that the search for it took.
    pub cause_ms: Option<f64>,
    pub regions: Option<RegionsReport>,
}

/// Explains what two programs do. `limit` gives the limit of each part.
pub fn parts(
    compared: &Compared,
    options: &Options,
    known: Known,
    wanted: &Wanted,
    solver: &mut dyn Solver,
    limit: &dyn Fn() -> Stop,
) -> Parts {
    let Compared { contract, images: [left, right], sources, programs } = compared;
    let mut watch = Watch::new();
    let is_equal = known == Known::Agree;
    let difference = match known {
        Known::Differ(inputs) => Some(Difference { images: [left, right], options, inputs }),
        Known::Agree | Known::Open => None,
    };
    let lines = [0, 1].map(|side| SourceLines::new(&sources[side].texts(), &programs[side]));
    let [left_files, files] = [0, 1].map(|side| sources[side].files());
    let both = [&left_files[..], &files[..]];
    // A fix helps to rank the causes. RootCause's Algorithm 1 does not use it.
    let needs_mend = wanted.cause.is_some() && wanted.search.strategy == cause::Strategy::Likely;
    let mend = match &difference {
        Some(difference) if wanted.mend || needs_mend => {
            let stop = limit();
            let (reference, like) = (wanted.reference, wanted.like.as_deref());
            let mend =
                mend::mend_like(difference, both, reference, like, solver, &stop, &mut watch);
            pollster::block_on(mend)
        }
        _ => None,
    };
    let is_mended = mend.as_ref().is_some_and(|mend| mend.proved);
    let wants_cause = match wanted.cause {
        Some(CauseOf::Any) => true,
        Some(CauseOf::Unmended) => !is_mended,
        None => false,
    };
    let begin = Instant::now();
    let cause = match &difference {
        Some(difference) if wants_cause => {
            let tools = (&limit(), &mut watch);
            Some(cause_of(compared, difference, wanted, mend.as_ref(), solver, tools))
        }
        _ => None,
    };
    let cause_ms = cause.as_ref().map(|_| begin.elapsed().as_secs_f64() * 1000.0);
    let names = sources.each_ref().map(Sources::names);
    let names = names.each_ref().map(Vec::as_slice);
    let mend = mend.filter(|_| wanted.mend).map(|it| explanation::mend(&it, names));
    let regions = wanted.regions.then(|| match &difference {
        Some(difference) => {
            let stop = limit();
            pollster::block_on(regions::regions(difference, solver, &stop, &mut watch))
        }
        None if is_equal => Regions::none(),
        None => Regions::unknown(contract),
    });
    let regions = regions.map(|regions| explanation::regions(&regions, &lines));
    Parts { mend, cause: cause.flatten(), cause_ms, regions }
}

/// The cause of a difference. A repair, if there is one, helps to rank causes.
fn cause_of(
    compared: &Compared,
    difference: &Difference<'_>,
    wanted: &Wanted,
    mend: Option<&Mend>,
    solver: &mut dyn Solver,
    (stop, watch): (&Stop, &mut Watch),
) -> Option<CauseReport> {
    let Compared { images: [left, right], sources, programs, .. } = compared;
    let lines = [0, 1].map(|side| SourceLines::new(&sources[side].texts(), &programs[side]));
    let [left_files, files] = [0, 1].map(|side| sources[side].files());
    let suspects = mend.map(|mend| cause::suspects(difference, mend, &files));
    let mut suspects = suspects.unwrap_or_default();
    // Without a request for the fix, the explanation must not mention it.
    suspects.mended = suspects.mended.filter(|_| wanted.mend);
    suspects.differing = mend::differing([&programs[0], &programs[1]], [&left_files, &files]);
    let of_right = mend.filter(|mend| mend.side == Side::Right);
    let mended = of_right.and_then(|mend| mend.lines(&files));
    let found = cause::cause_by(difference, &suspects, &wanted.search, solver, stop, watch);
    let found = pollster::block_on(found);
    let report = explanation::cause(&found, [left, right], &lines, &suspects, mended.as_ref());
    report
        .map(|report| CauseReport { search: explanation::search(&wanted.search, &found), ..report })
}
