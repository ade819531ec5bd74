//! `--machine`: which machine files are for.

use clap::{Args, ValueEnum};

use super::trouble::Trouble;
use crate::machine::Architecture;

/// A machine, as the option names it.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MachineName {
    /// The MIPS subset of CS241.
    Mips,
    /// The ARM64 subset of CS241.
    Arm64,
}

#[derive(Args)]
pub struct MachineArgs {
    /// The machine. Without this, files that can only be for one machine are for that
    /// machine, and others for MIPS.
    #[arg(long, value_enum, value_name = "MACHINE")]
    machine: Option<MachineName>,
}

impl MachineArgs {
    /// The machine that was asked for.
    pub fn architecture(&self) -> Option<Architecture> {
        self.machine.map(MachineName::architecture)
    }
}

impl MachineName {
    /// What it names.
    fn architecture(self) -> Architecture {
        match self {
            MachineName::Mips => Architecture::Mips,
            MachineName::Arm64 => Architecture::Arm64,
        }
    }

    /// # Errors
    ///
    /// That programs for this machine are not compared yet.
    pub fn can_be_compared(self) -> Result<(), Trouble> {
        match self.architecture() {
            Architecture::Mips => Ok(()),
            Architecture::Arm64 => Err(not_compared("--machine arm64")),
        }
    }
}

/// That programs for ARM64 are not compared yet; with what says that they are for it.
pub fn not_compared(what: &str) -> Trouble {
    Trouble::new(format!(
        "{what}: programs for ARM64 cannot be compared, proved or explained yet; `run`, `asm`, \
         `link`, `disasm` and `fmt` are there for them"
    ))
}
