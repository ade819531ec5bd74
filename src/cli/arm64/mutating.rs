//! What the commands about mutants of an ARM64 program share.

use std::rc::Rc;

use super::heap_behind;
use super::inputs::ARRAY_AT;
use crate::cli::console::tell;
use crate::cli::contract::{ContractArgs, USUAL_LENGTH, plain};
use crate::cli::files::Sources;
use crate::cli::machines::ModeArgs;
use crate::cli::trouble::Trouble;
use crate::engines::arm64::Options;
use crate::engines::classes::Arm64;
use crate::engines::mutation::WORK;
use crate::program::Program;

/// The question that the options state.
pub fn options(
    contract: &ContractArgs,
    mode: &ModeArgs,
    fuel: u64,
    sources: &Sources,
) -> Result<Options, Trouble> {
    let (array, stream) = plain(&contract.spec()?)?;
    let array = array.or_else(|| sources.take_array().then_some(u64::from(USUAL_LENGTH)));
    let array_at = if array.is_some() { ARRAY_AT } else { 0 };
    Ok(Options {
        mode: mode.mode(),
        fuel,
        array,
        array_at,
        stream,
        work: WORK,
        ..Options::default()
    })
}

/// The words of a linked program with room for the array. `None` if it is too long for that.
pub fn placed(mut program: Program, options: &Options) -> Option<Vec<u32>> {
    if options.array.is_some() {
        heap_behind(&mut program, ARRAY_AT);
    }
    let fits = options.array.is_none() || 4 * program.words.len() as u64 <= ARRAY_AT;
    fits.then_some(program.words)
}

/// A program, ready to run.
pub fn load(sources: &Sources, options: &Options) -> Result<Rc<Arm64>, Trouble> {
    let words = placed(sources.linked(&tell)?, options).ok_or_else(|| {
        Trouble::new(format!("it is longer than {ARRAY_AT:#x} bytes, where arrays begin"))
    })?;
    Ok(Rc::new(Arm64::new(words, options.mode)))
}
