//! What the commands about mutants of an ARM64 program share.

use std::rc::Rc;

use crate::cli::arm64::some_input;
use crate::cli::console::tell;
use crate::cli::contract::{ContractArgs, USUAL_LENGTH, for_arm64};
use crate::cli::files::Sources;
use crate::cli::machines::ModeArgs;
use crate::cli::trouble::Trouble;
use crate::engines::arm64::{ARRAY_AT, Options, with_room};
use crate::engines::classes::Arm64;
use crate::engines::mutation::WORK;

/// The question that the options state.
pub fn options(
    contract: &ContractArgs,
    mode: &ModeArgs,
    fuel: u64,
    sources: &Sources,
) -> Result<Options, Trouble> {
    let usual = || sources.take_array().then_some(USUAL_LENGTH);
    let options = for_arm64(&contract.spec()?, usual)?;
    let array_at = if options.array.is_some() { ARRAY_AT } else { 0 };
    Ok(Options { mode: mode.mode(), fuel, array_at, work: WORK, ..options })
}

/// A program, ready to run.
pub fn load(sources: &Sources, options: &Options) -> Result<Rc<Arm64>, Trouble> {
    let words = with_room(sources.linked(&tell)?, options).ok_or_else(|| {
        Trouble::new(format!("it is longer than {ARRAY_AT:#x} bytes, where arrays begin"))
    })?;
    some_input([&words, &words], options)?;
    Ok(Rc::new(Arm64::new(words, options)))
}
