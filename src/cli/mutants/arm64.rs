//! `tamarin mutants` for ARM64.

use std::rc::Rc;

use super::MutantsArgs;
use crate::cli::arm64::inputs::Rows;
use crate::cli::arm64::mutating::{load, options};
use crate::cli::compare::SolverName;
use crate::cli::console::{DIFFERENT, answer, pretty};
use crate::cli::contract::AsTests;
use crate::cli::files::{Files, Sources};
use crate::cli::machines::refuse_for_arm64;
use crate::cli::trouble::Trouble;
use crate::cli::watch::{Watch, stop_after};
use crate::engines::arm64::with_room;
use crate::engines::classes::Arm64;
use crate::engines::mutation::{self, Arm64Suite, QUERY, RUNS};
use crate::link::Content;
use crate::machine::Architecture;
use crate::program::Program;
use crate::report::words::arm64 as words;
use crate::solver::Stop;
use crate::solver::bitblast::Bitblast;
use crate::views::mutation::arm64 as views;

/// Examines the tests of an ARM64 program.
pub fn mutants(args: &MutantsArgs) -> Result<u8, Trouble> {
    refuse_what_is_for_mips(args)?;
    let read = |files: &Files| files.read_for(Some(Architecture::Arm64));
    let sources = read(&args.program)?;
    let options = options(&args.contract, &args.mode, args.fuel, &sources)?;
    let loaded = |program: Program| with_room(program, &options);
    let load = |sources: &Sources| load(sources, &options);
    let image = load(&sources)?;
    let wrong = |files: &Files| -> Result<(String, Rc<Arm64>), Trouble> {
        let name = files.0.iter().map(|path| path.display().to_string()).collect::<Vec<_>>();
        Ok((name.join(","), load(&read(files)?)?))
    };
    let others = args.wrong.iter().map(wrong).collect::<Result<Vec<_>, _>>()?;
    let as_tests = AsTests { table: args.tests.as_deref(), single: &args.test };
    let tests = Rows(&options).tests(&as_tests)?;
    let files = sources.files();
    if !files.iter().any(|file| matches!(file.content, Content::Text(_))) && others.is_empty() {
        return Err(Trouble::new(super::NO_ASSEMBLY));
    }
    let stop = args.seconds.map_or(Stop::NEVER, stop_after);
    let suite = Arm64Suite {
        files: &files,
        image,
        tests: &tests,
        others: &others,
        options: &options,
        most: args.mutants,
        place: &loaded,
        stop: &stop,
    };
    let (mut solver, mut watch) = (Bitblast::new(), Watch::new());
    let analysing = mutation::analyse(&suite, &mut solver, &stop, &mut watch);
    let analysis = pollster::block_on(analysing);
    let names: Vec<String> = args.program.0.iter().map(|it| it.display().to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let report = views::report(&suite, &analysis, &names);
    answer(&match args.json {
        true => pretty(&report),
        false => words::mutation(&report),
    })?;
    Ok(if report.survivors.is_empty() { 0 } else { DIFFERENT })
}

/// # Errors
///
/// Names the first option that only applies to MIPS.
fn refuse_what_is_for_mips(args: &MutantsArgs) -> Result<(), Trouble> {
    refuse_for_arm64([
        ("--max-runs", args.max_runs != RUNS),
        ("--effort", args.effort != QUERY.0),
        ("--solver", args.solver != SolverName::Bitblast),
    ])
}
