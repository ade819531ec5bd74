//! What the commands for ARM64 share: reading programs, the question and numbers.

pub mod inputs;
pub mod mutating;

use super::contract::{ContractArgs, both, for_arm64, usual_array};
use super::files::{Files, Sources};
use super::machines::ModeArgs;
use super::trouble::Trouble;
use crate::asm::SourceLines;
use crate::cli::console::tell;
use crate::contract::Spec;
use crate::engines::arm64::{Differing, Options, heap_behind, is_about_inputs};
use crate::engines::regions::arm64::{Found, Standing, standing};
use crate::link::routines;
use crate::machine::Architecture;
use crate::machine::arm64::Mode;
use crate::machine::arm64::agreement::Tried;
use crate::program::Program;
use crate::report::arm64::Report;
use crate::solver::Stop;

/// Two programs, and the question about them.
pub struct Asked {
    pub programs: [Program; 2],
    /// The source lines of both programs.
    pub lines: [SourceLines; 2],
    /// The question, with the usual limits.
    pub options: Options,
}

impl Asked {
    /// Reads two programs. Warnings go to the standard error.
    pub fn read(
        files: [&Files; 2],
        contract: &ContractArgs,
        mode: &ModeArgs,
    ) -> Result<Asked, Trouble> {
        let sources = both(files.map(|it| it.read_for(Some(Architecture::Arm64))))?;
        Asked::new(&sources, &contract.spec()?, mode.mode(), 0, &tell)
    }

    /// Links two programs. Arrays begin behind both, and at `array_at` or later. Warnings are passed
    /// to `tell`.
    pub fn new(
        sources: &[Sources; 2],
        spec: &Spec,
        mode: Mode,
        array_at: u64,
        tell: &dyn Fn(&str),
    ) -> Result<Asked, Trouble> {
        let options = for_arm64(spec, || usual_array(sources, tell))?;
        let options = Options { mode, array_at, ..options };
        let mut programs = both(sources.each_ref().map(|sources| sources.linked(tell)))?;
        let of = |side: usize| SourceLines::new(&sources[side].texts(), &programs[side]);
        let lines = [of(0), of(1)];
        place(&mut programs, &options);
        let words = programs.each_ref().map(|program| &program.words[..]);
        some_input(words, &options)?;
        Ok(Asked { programs, lines, options })
    }

    /// The instruction words of both programs.
    pub fn words(&self) -> [&[u32]; 2] {
        self.programs.each_ref().map(|program| &program.words[..])
    }

    /// Completes the report of a difference: whether the witness is the least, or the only one. `found` are the
    /// regions, if they are known.
    pub fn claim(
        &self,
        report: &mut Report,
        options: &Options,
        tried: &Tried,
        found: Option<&Found>,
        stop: &Stop,
    ) {
        let Some(witness) = &mut report.witness else { return };
        let programs = self.programs.each_ref();
        let place = |programs: &mut [Program; 2]| place(programs, options);
        let differing = Differing { programs, options, tried, place: &place };
        let Standing { is_least, is_only } = standing(&differing, found, stop);
        (witness.minimal, witness.unique) = (is_least, is_only);
    }
}

/// # Errors
///
/// No input was found that satisfies what is assumed.
pub fn some_input(words: [&[u32]; 2], options: &Options) -> Result<(), Trouble> {
    is_about_inputs(words, options, &Stop::NEVER).map_err(Trouble::argument)
}

/// Makes room behind two linked programs for the array, if they are given one.
pub fn place(programs: &mut [Program; 2], options: &Options) {
    match (options.array, options.array_at) {
        (None, _) => {}
        (Some(_), 0) => routines::pad_alike(programs),
        (Some(_), at) => programs.iter_mut().for_each(|program| heap_behind(program, at)),
    }
}
