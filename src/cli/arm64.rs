//! What the commands for ARM64 share: reading programs, the question and numbers.

use super::contract::{ContractArgs, both};
use super::files::{Files, Sources};
use super::machines::ModeArgs;
use super::trouble::Trouble;
use crate::asm::SourceLines;
use crate::engines::arm64::Options;
use crate::machine::Architecture;
use crate::program::Program;

/// Two programs that were read and linked.
pub struct Pair {
    pub programs: [Program; 2],
    /// The source lines of both programs.
    pub lines: [SourceLines; 2],
}

impl Pair {
    /// Reads two programs. Warnings go to the standard error.
    pub fn read(files: [&Files; 2]) -> Result<Pair, Trouble> {
        let sources = both(files.map(|it| it.read_for(Some(Architecture::Arm64))))?;
        let programs = both(sources.each_ref().map(Sources::program))?;
        let of = |side: usize| SourceLines::new(&sources[side].texts(), &programs[side]);
        Ok(Pair { lines: [of(0), of(1)], programs })
    }

    /// The instruction words of both programs.
    pub fn words(&self) -> [&[u32]; 2] {
        self.programs.each_ref().map(|program| &program.words[..])
    }
}

/// The question that the options state, with the usual limits.
pub fn options(contract: &ContractArgs, mode: &ModeArgs) -> Result<Options, Trouble> {
    let (array, stream) = contract.array_and_stream()?;
    Ok(Options { mode: mode.mode(), array, stream, ..Options::default() })
}

/// Parses words separated by commas: decimal, negative or `0x...`.
pub fn words(text: &str) -> Result<Vec<u64>, String> {
    match text.trim() {
        "" => Ok(Vec::new()),
        text => text.split(',').map(word).collect(),
    }
}

fn word(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let value = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16).map(i128::from),
        None => text.parse(),
    };
    let value: i128 = value.map_err(|_| format!("`{text}` is not a number of 64 bits"))?;
    let fits = (i128::from(i64::MIN)..=i128::from(u64::MAX)).contains(&value);
    fits.then_some(value as u64).ok_or_else(|| format!("`{text}` does not fit in 64 bits"))
}
