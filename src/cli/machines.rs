//! `--machine`: selects the machine of the files.

use clap::{Args, ValueEnum};

use super::trouble::Trouble;
use crate::machine::Architecture;
use crate::machine::arm64::Mode;

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
    /// The requested machine.
    pub fn architecture(&self) -> Option<Architecture> {
        self.machine.map(MachineName::architecture)
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
}

impl MachineName {
    /// The machine with this name.
    fn architecture(self) -> Architecture {
        match self {
            MachineName::Mips => Architecture::Mips,
            MachineName::Arm64 => Architecture::Arm64,
        }
    }
}

/// The error that this command does not support ARM64 yet; `what` says why the programs are for
/// ARM64.
pub fn not_there_yet(what: &str) -> Trouble {
    Trouble::new(format!(
        "{what}: this command does not take programs for ARM64 yet; `compare`, `run`, `asm`, `link`, \
         `disasm` and `fmt` do"
    ))
}
