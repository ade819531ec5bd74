//! `tamarin mutants` for ARM64.

use std::rc::Rc;

use super::MutantsArgs;
use crate::cli::arm64::heap_behind;
use crate::cli::arm64::inputs::{ARRAY_AT, Rows};
use crate::cli::compare::SolverName;
use crate::cli::console::{DIFFERENT, answer, pretty, tell};
use crate::cli::contract::{AsTests, USUAL_LENGTH, plain};
use crate::cli::files::{Files, Sources};
use crate::cli::machines::refuse_for_arm64;
use crate::cli::trouble::Trouble;
use crate::cli::watch::{Watch, stop_after};
use crate::engines::arm64::Options;
use crate::engines::classes::Arm64;
use crate::engines::mutation::{self, Arm64Suite, QUERY, RUNS, WORK};
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
    let options = options(args, &sources)?;
    let loaded = |program: Program| placed(program, &options);
    let load = |sources: &Sources| -> Result<Rc<Arm64>, Trouble> {
        let words = loaded(sources.linked(&tell)?).ok_or_else(|| {
            Trouble::new(format!("it is longer than {ARRAY_AT:#x} bytes, where arrays begin"))
        })?;
        Ok(Rc::new(Arm64::new(words, options.mode)))
    };
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

/// The question that the options state.
fn options(args: &MutantsArgs, sources: &Sources) -> Result<Options, Trouble> {
    let (array, stream) = plain(&args.contract.spec()?)?;
    let array = array.or_else(|| sources.take_array().then_some(u64::from(USUAL_LENGTH)));
    let array_at = if array.is_some() { ARRAY_AT } else { 0 };
    let (mode, fuel) = (args.mode.mode(), args.fuel);
    Ok(Options { mode, fuel, array, array_at, stream, work: WORK })
}

/// The words of a linked program with room for the array. `None` if it is too long for that.
fn placed(mut program: Program, options: &Options) -> Option<Vec<u32>> {
    if options.array.is_some() {
        heap_behind(&mut program, ARRAY_AT);
    }
    let fits = options.array.is_none() || 4 * program.words.len() as u64 <= ARRAY_AT;
    fits.then_some(program.words)
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
