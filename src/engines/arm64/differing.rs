//! Two ARM64 programs that differ on an input, as the engines that explain a difference take them.

use super::Options;
use crate::machine::arm64::agreement::Tried;
use crate::program::Program;

/// Two programs and an input on which they differ.
pub struct Differing<'d> {
    /// The left program and the right one, as they are compared.
    pub programs: [&'d Program; 2],
    /// How they were compared.
    pub options: &'d Options,
    /// The witness, and both runs on it.
    pub tried: &'d Tried,
    /// Prepares two linked programs for a comparison: makes room for the array behind both.
    pub place: &'d dyn Fn(&mut [Program; 2]),
}

impl<'d> Differing<'d> {
    /// The instruction words of both programs.
    pub fn words(&self) -> [&'d [u32]; 2] {
        self.programs.map(|program| &program.words[..])
    }
}
