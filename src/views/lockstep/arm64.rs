//! ARM64 runs to step through.

mod branches;
mod effects;
mod recorder;
mod timeline;

use std::ops::Range;

use super::flow::{Branch, DataFlow};
use super::run::{Difference, Ending, Run, StepText};
use crate::machine::arm64::agreement::{self, difference};
use crate::machine::arm64::{Machine, Register, Stop};
use crate::program::{PartKind, Program};
use crate::report::words::arm64 as words;
pub use branches::Decision;
pub use effects::{Effect, TimelineStep};
pub use recorder::Operation;
pub use timeline::{Registers, Timeline, TouchedWord};

/// The addresses of the routine that prints a number, if it is linked to a program. Its branches are
/// excluded from the comparison of two runs, because they depend only on the printed digits.
pub fn printer(program: &Program) -> Option<Range<u64>> {
    let is_printer = |part: usize| {
        let part = &program.parts[part];
        part.kind == PartKind::Routine && part.name == "print"
    };
    let part = (0..program.parts.len()).find(|&part| is_printer(part))?;
    let next = program.parts.get(part + 1).map(|next| next.start);
    let end = next.unwrap_or_else(|| program.end());
    Some(program.parts[part].start.0.into()..end.0.into())
}

impl Run for Timeline {
    type Address = u64;
    type Word = u64;
    type Operation = Operation;
    type Decision = Decision;

    fn step_count(&self) -> usize {
        self.len()
    }

    fn pc(&self, steps: usize) -> u64 {
        Timeline::pc(self, steps)
    }

    fn word_index(address: u64) -> Option<usize> {
        address.is_multiple_of(4).then(|| usize::try_from(address / 4).ok())?
    }

    fn printed(&self, step: usize) -> Option<u8> {
        match self.steps()[step].effect {
            Effect::Output(byte) => Some(byte),
            _ => None,
        }
    }

    fn ending(&self) -> Ending {
        match self.run().stop {
            Stop::Done => Ending::Done,
            Stop::OutOfFuel => Ending::OutOfFuel,
            Stop::Fault(_) => Ending::Fault,
        }
    }

    fn observes_output(&self) -> bool {
        true
    }

    fn difference(left: &Timeline, right: &Timeline) -> Option<Difference> {
        Some(match difference(left.run(), right.run())? {
            agreement::Difference::Results => Difference::Results,
            agreement::Difference::Observed
            | agreement::Difference::Outputs
            | agreement::Difference::Faults
            | agreement::Difference::Ends => Difference::Others,
        })
    }

    fn data_flow(&self) -> DataFlow<u64, Operation, Decision> {
        let start = Machine::new(self.image(), self.given()).expect("the array fitted before");
        recorder::data_flow(start, self.given(), self.printer().cloned(), self.len())
    }

    fn agreeing(left: &[Branch<Decision>], right: &[Branch<Decision>]) -> usize {
        branches::agreeing(left, right)
    }

    fn step_text(&self, step: usize) -> StepText {
        let step = &self.steps()[step];
        let address = format!("{:#04x}", step.pc);
        StepText { address, instruction: step.text(), change: change(step) }
    }

    fn ending_text(&self) -> String {
        match self.run().stop {
            Stop::Done => format!("done, x0 = {}", self.run().result),
            Stop::OutOfFuel => "out of fuel".to_owned(),
            Stop::Fault(fault) => format!("fault: {}", words::fault(fault)),
        }
    }
}

/// The name of a register by its index in [`Registers::general`].
pub fn register_name(index: usize) -> String {
    if index == Register::SP.index() { "sp".to_owned() } else { format!("x{index}") }
}

fn change(step: &TimelineStep) -> String {
    let name = |place: Register| register_name(place.index());
    let change = match step.effect {
        Effect::None => String::new(),
        Effect::Register { place, new, .. } => format!("{} = {new}", name(place)),
        Effect::Load { place, new, address, .. } => {
            format!("{} = {new} from {address:#04x}", name(place))
        }
        Effect::Read { place, new, .. } => format!("{} = {new} from input", name(place)),
        Effect::Store { address, new, .. } => format!("{address:#04x} := {new}"),
        Effect::Output(byte) => format!("output {byte}"),
    };
    let Some([left, right]) = step.compared else { return change };
    let separator = if change.is_empty() { "" } else { "; " };
    format!("{change}{separator}compared {left}, {right}")
}

#[cfg(test)]
mod tests;
