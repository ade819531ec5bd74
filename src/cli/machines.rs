//! `--machine`: selects the machine of the files.

use std::str::FromStr;

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

    /// The machine of each of two programs: the requested one, or their own where both are certain, or else
    /// [that of both](MachineArgs::of_both).
    pub fn of_each(&self, files: [&Files; 2]) -> [Architecture; 2] {
        let is_mips = |it: &Files| it.architecture() == Some(Architecture::Mips);
        match files.map(Files::are_for_arm64) {
            _ if self.machine.is_some() => [self.of_both(files); 2],
            [true, false] if is_mips(files[1]) => [Architecture::Arm64, Architecture::Mips],
            [false, true] if is_mips(files[0]) => [Architecture::Mips, Architecture::Arm64],
            [false, false] => [Architecture::Mips; 2],
            _ => [Architecture::Arm64; 2],
        }
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

/// The machines of two programs, as `--machines` names them.
#[derive(Clone, Copy)]
pub struct Machines(pub [Architecture; 2]);

impl FromStr for Machines {
    type Err = String;

    fn from_str(text: &str) -> Result<Machines, String> {
        let named = |name: &str| MachineName::from_str(name.trim(), false);
        match text.split_once(',') {
            Some((left, right)) => {
                Ok(Machines([named(left)?, named(right)?].map(MachineName::architecture)))
            }
            None => Err("two machines with a comma between: mips,arm64".to_owned()),
        }
    }
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
