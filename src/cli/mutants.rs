//! `tamarin mutants`: finds what the tests of a program miss.

mod arm64;

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use clap::Args;

use super::compare::SolverName;
use super::contract::{Compared, ContractArgs, first_inputs, tests};
use super::files::Files;
use super::machines::{MachineArgs, ModeArgs};
use super::trouble::Trouble;
use super::watch::{Watch, stop_after};
use crate::cli::console::{DIFFERENT, answer, pretty};
use crate::engines::mutation::{self, MUTANTS, QUERY, RUNS, Suite};
use crate::engines::paths::Options;
use crate::link::{Content, File};
use crate::machine::{Architecture, Image};
use crate::report::words;
use crate::solver::{Effort, Stop};
use crate::views;

#[derive(Args)]
pub struct MutantsArgs {
    /// The program: .asm, or several separated by commas.
    program: Files,
    /// The tests: a table with commas (CSV), an input in each row. Its first row may name the
    /// words of an input ($1, $2).
    #[arg(long, value_name = "FILE", required_unless_present = "test")]
    tests: Option<PathBuf>,
    /// One more test; can be given several times.
    #[arg(long, value_name = "A,B", allow_hyphen_values = true)]
    test: Vec<String>,
    /// Programs that are wrong in other ways; can be given several times.
    #[arg(long, value_name = "FILES")]
    wrong: Vec<Files>,
    /// Mutants of the text at most.
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
    /// Runs of a comparison with a mutant, at most.
    #[arg(long, value_name = "N", default_value_t = RUNS)]
    max_runs: u32,
    /// What a query of a comparison may cost.
    #[arg(long, value_name = "N", default_value_t = QUERY.0)]
    effort: u64,
    /// The solver that answers queries.
    #[arg(long, value_enum, default_value_t = SolverName::Bitblast)]
    solver: SolverName,
    /// Seconds after which it ends with the answers so far.
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<u64>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Why there are no mutants of a program.
pub(super) const NO_ASSEMBLY: &str = "mutants are made of assembly, and there is none; of WLP4 it is made by \
     `tamarin asm --emit stack FILE.wlp4 > FILE.asm`";

/// Examines the tests of a program.
pub fn mutants(args: &MutantsArgs) -> Result<u8, Trouble> {
    if args.machine.of_both([&args.program, &args.program]) == Architecture::Arm64 {
        return arm64::mutants(args);
    }
    args.mode.refuse()?;
    let compared = args.contract.compared(&args.program, &args.program)?;
    let Compared { contract, images: [image, _], sources: [sources, _], .. } = &compared;
    let wrong = |files: &Files| -> Result<(String, Rc<Image>), Trouble> {
        let name = files.0.iter().map(|path| path.display().to_string()).collect::<Vec<_>>();
        let image = contract.image(1, &files.load()?).map_err(Trouble::new)?;
        Ok((name.join(","), image))
    };
    let others = args.wrong.iter().map(wrong).collect::<Result<Vec<_>, _>>()?;
    let options = Options {
        fuel: args.fuel,
        inputs: first_inputs(contract, None)?,
        contract: Arc::clone(contract),
        max_runs: args.max_runs,
        effort: Effort(args.effort),
        ..Options::default()
    };
    let tests = tests(contract, args.tests.as_deref(), &args.test)?;
    let files = sources.files();
    let is_text = |file: &File<'_>| matches!(file.content, Content::Text(_));
    if !files.iter().any(is_text) && others.is_empty() {
        return Err(Trouble::new(NO_ASSEMBLY));
    }
    let suite = Suite {
        files: &files,
        image,
        tests: &tests,
        others: &others,
        options: &options,
        most: args.mutants,
    };
    let mut solver = args.solver.solver()?;
    let stop = args.seconds.map_or(Stop::NEVER, stop_after);
    let mut watch = Watch::new();
    let analysing = mutation::analyse(&suite, &mut *solver, &stop, &mut watch);
    let analysis = pollster::block_on(analysing);
    let names: Vec<String> = args.program.0.iter().map(|it| it.display().to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let report = views::mutation::report(&suite, &analysis, &names);
    answer(&match args.json {
        true => pretty(&report),
        false => words::mutation(&report),
    })?;
    Ok(if report.survivors.is_empty() { 0 } else { DIFFERENT })
}
