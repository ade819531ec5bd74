//! `tamarin quiz`: a quiz about a program and its mutants, as a sheet with its key.

mod arm64;

use std::sync::Arc;

use clap::Args;
use serde::Serialize;

use super::contract::{Compared, ContractArgs, first_inputs};
use super::files::Files;
use super::machines::{MachineArgs, ModeArgs};
use super::mutants::NO_ASSEMBLY;
use super::trouble::Trouble;
use super::watch::Watch;
use crate::cli::console::{DIFFERENT, answer, pretty, tell};
use crate::engines::mutation::{MUTANTS, QUERY, RUNS};
use crate::engines::paths::Options;
use crate::engines::quiz::{QUESTIONS, Topic, round};
use crate::link::{Content, File};
use crate::machine::Architecture;
use crate::report::words::{self, QuizParts};
use crate::report::{QuizReport, TriedReport};
use crate::solver::Stop;
use crate::solver::bitblast::Bitblast;
use crate::views;

#[derive(Args)]
pub struct QuizArgs {
    /// The program: .asm or .s, or several separated by commas.
    program: Files,
    /// The seed of the pseudo-random choice: the same seed gives the same questions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u32,
    /// Questions at most, up to 20.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=QUESTIONS as i64))]
    questions: u32,
    /// Mutants of the text that are compared at most.
    #[arg(long, value_name = "N", default_value_t = MUTANTS)]
    mutants: usize,
    #[command(flatten)]
    contract: ContractArgs,
    #[command(flatten)]
    machine: MachineArgs,
    #[command(flatten)]
    mode: ModeArgs,
    /// Steps that a run may take.
    #[arg(long, value_name = "N", default_value_t = Options::default().fuel)]
    fuel: u64,
    /// Print the questions without their key.
    #[arg(long, conflicts_with = "json")]
    sheet: bool,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Prints a quiz about a program.
pub fn quiz(args: &QuizArgs) -> Result<u8, Trouble> {
    if args.machine.of_both([&args.program, &args.program]) == Architecture::Arm64 {
        return arm64::quiz(args);
    }
    args.mode.refuse()?;
    let compared = args.contract.compared(&args.program, &args.program)?;
    let Compared { contract, sources: [sources, _], .. } = &compared;
    // The limits are those of the page, so that both ask the same questions.
    let options = Options {
        fuel: args.fuel,
        inputs: first_inputs(contract, None)?,
        contract: Arc::clone(contract),
        max_runs: RUNS,
        effort: QUERY,
        ..Options::default()
    };
    let files = sources.files();
    has_assembly(&files)?;
    let topic = Topic::new(&files, &options, args.mutants);
    let topic = topic.ok_or_else(|| Trouble::new("the program does not fit the contract"))?;
    let (mut solver, mut watch) = (Bitblast::new(), Watch::new());
    let wanted = args.questions as usize;
    let drawing = round(&topic, args.seed, wanted, &mut solver, &Stop::NEVER, &mut watch);
    let questions = pollster::block_on(drawing).expect("nothing stops it");
    let names = names(args);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let solved = questions.iter().map(|it| views::quiz::solved(it, (&files, &names), &options));
    let report = QuizReport {
        machine: "mips",
        mode: None,
        names: Some(contract.names().to_vec()),
        seed: args.seed,
        questions: solved.collect(),
    };
    let tried = |it: &TriedReport| words::tried(contract.names(), it);
    print(args, &report, tried)
}

/// Checks that a program has an assembly text that can be edited.
fn has_assembly(files: &[File<'_>]) -> Result<(), Trouble> {
    let is_text = |file: &File<'_>| matches!(file.content, Content::Text(_));
    files.iter().any(is_text).then_some(()).ok_or_else(|| Trouble::new(NO_ASSEMBLY))
}

/// The names of the files.
fn names(args: &QuizArgs) -> Vec<String> {
    args.program.0.iter().map(|it| it.display().to_string()).collect()
}

/// Prints a quiz. `tried` says what both programs do on an input.
fn print<W: Serialize>(
    args: &QuizArgs,
    report: &QuizReport<W>,
    tried: impl Fn(&W) -> String,
) -> Result<u8, Trouble> {
    let parts = if args.sheet { QuizParts::Questions } else { QuizParts::All };
    answer(&match args.json {
        true => pretty(report),
        false => words::quiz(report, parts, tried),
    })?;
    let found = report.questions.len();
    if found < args.questions as usize {
        tell(&format!(
            "questions: {found} of {}; there are no more mutants of which either answer may be right\n",
            args.questions
        ));
        return Ok(DIFFERENT);
    }
    Ok(0)
}
