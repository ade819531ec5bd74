//! `tamarin explain`: why two programs differ, and what would mend it.

use std::future::ready;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use tamarin::asm;
use tamarin::engines::cause;
use tamarin::engines::difference::Difference;
use tamarin::engines::mend;
use tamarin::engines::paths::{self, Clock, Observer, Options, Signal, Signalled};
use tamarin::engines::regions::{self, Regions};
use tamarin::program::{Address, Program};
use tamarin::report::{Event, Explanation, ReasonCode, Side, Verdict, words};
use tamarin::solver::Stop;
use tamarin::views::explanation;

use super::compare::SolverName;
use super::contract::{Compared, ContractArgs, first_inputs};
use super::files::{Files, Sources};
use super::trouble::Trouble;
use crate::{DIFFERENT, answer, pretty};

#[derive(Args)]
pub struct ExplainArgs {
    /// The left program: .asm, .merl or .mips, or several with commas between.
    left: Files,
    /// The right program, which is the one to be mended.
    right: Files,
    /// Look for the pair of instructions whose values, made equal, make the programs
    /// agree.
    #[arg(long)]
    cause: bool,
    /// Look for an edit of one token in the right program that makes the programs
    /// agree.
    #[arg(long)]
    mend: bool,
    /// Tell all inputs on which they differ, and how many these are.
    #[arg(long)]
    regions: bool,
    /// Steps that a run may take.
    #[arg(long, value_name = "N", default_value_t = Options::default().fuel)]
    fuel: u64,
    #[command(flatten)]
    contract: ContractArgs,
    /// Who answers queries.
    #[arg(long, value_enum, default_value_t = SolverName::Portfolio)]
    solver: SolverName,
    /// Seconds for the comparison, and as many for each part of the explanation.
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<u64>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Compares two programs and tells why they differ.
pub fn explain(args: &ExplainArgs) -> Result<u8, Trouble> {
    let Compared { contract, images: [left, right], sources, programs } =
        args.contract.compared(&args.left, &args.right)?;
    let options = Options {
        fuel: args.fuel,
        inputs: first_inputs(&contract, None)?,
        contract: Arc::clone(&contract),
        time_limit_ms: args.seconds.map(|seconds| seconds.saturating_mul(1000)),
        ..Options::default()
    };
    let mut solver = args.solver.solver()?;
    let mut watch = Watch(Instant::now());
    let comparison = paths::compare(&left, &right, &options, &mut *solver, &mut watch);
    let report = pollster::block_on(comparison);
    if let ReasonCode::NoInput = report.reason.code {
        return Err(Trouble::new(report.reason.message));
    }
    // Each part has its own time.
    let limit = || match args.seconds {
        Some(seconds) => {
            let end = Instant::now() + Duration::from_secs(seconds);
            Stop::when(move || Instant::now() >= end)
        }
        None => Stop::NEVER,
    };
    let options = Options { time_limit_ms: None, ..options };
    let difference = report.witness.as_ref().map(|witness| Difference {
        images: [&left, &right],
        options: &options,
        inputs: witness.inputs.clone(),
    });
    let everything = !args.mend && !args.cause && !args.regions;
    let lines: [Vec<Option<u32>>; 2] =
        std::array::from_fn(|side| lines(&sources[side], &programs[side]));
    let line = |side: Side, at: Address| lines[side as usize].get(at.word_index()).copied()?;
    let wants_cause = everything || args.cause;
    let cause = match &difference {
        Some(difference) if wants_cause => {
            let stop = limit();
            let found = cause::cause(difference, &mut *solver, &stop, &mut watch);
            explanation::cause(&pollster::block_on(found), &line)
        }
        _ => None,
    };
    let wants_mend = everything || args.mend;
    let mend = match &difference {
        Some(difference) if wants_mend => {
            let files = sources[1].files();
            let stop = limit();
            let mend = mend::mend(difference, &files, &mut *solver, &stop, &mut watch);
            pollster::block_on(mend).map(|mend| explanation::mend(&mend, &sources[1].names()))
        }
        _ => None,
    };
    let wants_regions = everything || args.regions;
    let regions = wants_regions.then(|| {
        let regions = match &difference {
            Some(difference) => {
                let stop = limit();
                let found = regions::regions(difference, &mut *solver, &stop, &mut watch);
                pollster::block_on(found)
            }
            None if report.verdict == Verdict::Equivalent => Regions::none(),
            None => Regions::unknown(&contract),
        };
        explanation::regions(&regions, &line)
    });
    if args.json {
        let (verdict, witness) = (report.verdict, report.witness);
        answer(&pretty(&Explanation { verdict, witness, cause, mend, regions }))?;
    } else {
        let mut text = words::report(&report);
        if difference.is_some() && wants_cause {
            text.push_str(&words::cause(cause.as_ref()));
            text.push('\n');
        }
        if difference.is_some() && wants_mend {
            text.push_str(&words::mend(mend.as_ref()));
            text.push('\n');
        }
        if let (Some(_), Some(regions)) = (&difference, &regions) {
            text.push_str(&words::regions(&contract, regions));
            text.push('\n');
        }
        answer(&text)?;
    }
    Ok(if report.verdict == Verdict::Disequivalent { DIFFERENT } else { 0 })
}

/// The line of the text that each word of a program comes from.
fn lines(sources: &Sources, program: &Program) -> Vec<Option<u32>> {
    let rows = asm::listing(&sources.texts(), program).into_iter();
    rows.filter(|row| row.word.is_some()).map(|row| row.line.map(|line| line as u32)).collect()
}

/// Keeps the time.
struct Watch(Instant);

impl Observer for Watch {
    fn event<'a>(&'a mut self, _: &'a Event) -> Signalled<'a> {
        Box::pin(ready(Signal::Continue(())))
    }

    fn clock(&self) -> Clock {
        let begin = self.0;
        Rc::new(move || begin.elapsed().as_millis() as u64)
    }
}
