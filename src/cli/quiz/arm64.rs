//! `tamarin quiz` for ARM64.

use super::{QuizArgs, has_assembly, names, print};
use crate::cli::arm64::mutating::{load, options};
use crate::cli::trouble::Trouble;
use crate::cli::watch::Watch;
use crate::engines::arm64::with_room;
use crate::engines::mutation::Arm64Suite;
use crate::engines::quiz::{Arm64Topic, round};
use crate::machine::Architecture;
use crate::program::Program;
use crate::report::QuizReport;
use crate::report::words::arm64 as words;
use crate::solver::Stop;
use crate::solver::bitblast::Bitblast;
use crate::views::quiz::arm64 as views;

/// Prints a quiz about an ARM64 program.
pub fn quiz(args: &QuizArgs) -> Result<u8, Trouble> {
    let sources = args.program.read_for(Some(Architecture::Arm64))?;
    let options = options(&args.contract, &args.mode, args.fuel, &sources)?;
    let files = sources.files();
    has_assembly(&files)?;
    let suite = Arm64Suite {
        files: &files,
        image: load(&sources, &options)?,
        tests: &[],
        others: &[],
        options: &options,
        most: args.mutants,
        place: &|program: Program| with_room(program, &options),
        stop: &Stop::NEVER,
    };
    let (mut solver, mut watch) = (Bitblast::new(), Watch::new());
    let (topic, wanted) = (Arm64Topic(&suite), args.questions as usize);
    let drawing = round(&topic, args.seed, wanted, &mut solver, &Stop::NEVER, &mut watch);
    let questions = pollster::block_on(drawing).expect("nothing stops it");
    let names = names(args);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let report = QuizReport {
        machine: "arm64",
        mode: Some(words::mode(options.mode)),
        names: options.array.is_none().then(|| options.input_names()),
        seed: args.seed,
        questions: questions
            .iter()
            .map(|it| views::solved(it, (&files, &names), &options))
            .collect(),
    };
    print(args, &report, words::tried)
}
