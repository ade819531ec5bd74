//! `--machine`: selects the machine of the files.

use clap::{Args, ValueEnum};
use serde::Deserialize;

use super::files::Files;
use super::trouble::Trouble;
use crate::machine::Architecture;
use crate::machine::arm64::Mode;

/// A machine, as the option and a pair of `tamarin batch` name it.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
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
    /// The requested machine.
    pub fn architecture(&self) -> Option<Architecture> {
        self.machine.map(MachineName::architecture)
    }

    /// The requested machine of two programs, or ARM64 if a file can only be for that.
    pub fn of_both(&self, files: [&Files; 2]) -> Architecture {
        self.architecture().unwrap_or_else(|| match files.into_iter().any(Files::are_for_arm64) {
            true => Architecture::Arm64,
            false => Architecture::Mips,
        })
    }
}

// A doc comment would stand in the help of each command that has these options.
#[derive(Args)]
pub struct ModeArgs {
    /// ARM64 as the processor is: division by zero gives 0.
    #[arg(long, conflicts_with = "course")]
    arm: bool,
    /// ARM64 as the course's emulator is: ldur and stur write the flags.
    #[arg(long)]
    course: bool,
}

impl ModeArgs {
    /// The selected source of the machine.
    pub fn mode(&self) -> Mode {
        match (self.arm, self.course) {
            (true, _) => Mode::Arm,
            (_, true) => Mode::Course,
            _ => Mode::Usual,
        }
    }

    /// Refuses a selection, because the programs are for MIPS.
    pub fn refuse(&self) -> Result<(), Trouble> {
        match self.mode() {
            Mode::Usual => Ok(()),
            Mode::Arm | Mode::Course => {
                Err(Trouble::argument("--arm and --course are about ARM64, and this is for MIPS"))
            }
        }
    }
}

impl MachineName {
    /// The machine with this name.
    pub fn architecture(self) -> Architecture {
        match self {
            MachineName::Mips => Architecture::Mips,
            MachineName::Arm64 => Architecture::Arm64,
        }
    }
}

/// Refuses the first of these options that is set. They have no engine for ARM64.
pub fn refuse_for_arm64<const N: usize>(options: [(&str, bool); N]) -> Result<(), Trouble> {
    match options.into_iter().find(|(_, is_set)| *is_set) {
        Some((option, _)) => Err(Trouble::argument(format!("{option} is not there for ARM64 yet"))),
        None => Ok(()),
    }
}
