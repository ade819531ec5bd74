//! MIPS runs to step through.

mod flow;
mod timeline;

use std::rc::Rc;

use super::Lockstep;
use super::flow::{Branch, DataFlow};
use super::run::{Difference, Ending, Run, StepText};
use crate::engines::paths::outcome;
use crate::machine::{Image, Stop};
use crate::program::Address;
use crate::report::{ReasonCode, words};
pub use flow::Operation;
pub use timeline::{Effect, Registers, Timeline, TimelineStep, TouchedWord};

impl Lockstep<Timeline> {
    /// Runs two programs on an input. As in [`Timeline::record`], at most [`Timeline::LIMIT`] steps
    /// of each are recorded.
    pub fn record(
        images: [&Rc<Image>; 2],
        inputs: impl AsRef<[u32]>,
        fuel: u64,
    ) -> Lockstep<Timeline> {
        Lockstep::of(images.map(|image| Timeline::record(image, &inputs, fuel)))
    }
}

impl Run for Timeline {
    type Address = Address;
    type Word = u32;
    type Operation = Operation;
    /// Whether the operands are equal.
    type Decision = bool;

    fn step_count(&self) -> usize {
        self.len()
    }

    fn pc(&self, steps: usize) -> Address {
        Timeline::pc(self, steps)
    }

    fn word_index(address: Address) -> Option<usize> {
        address.0.is_multiple_of(4).then(|| address.word_index())
    }

    fn printed(&self, step: usize) -> Option<u8> {
        match self.steps()[step].effect {
            Effect::Output(byte) => Some(byte),
            _ => None,
        }
    }

    fn ending(&self) -> Ending {
        match self.outcome().stop {
            Stop::Done => Ending::Done,
            Stop::OutOfFuel => Ending::OutOfFuel,
            Stop::Fault(_) => Ending::Fault,
        }
    }

    fn observes_output(&self) -> bool {
        self.outcome().observes_output()
    }

    fn difference(left: &Timeline, right: &Timeline) -> Option<Difference> {
        let difference = outcome::difference(&left.outcome(), &right.outcome())?;
        Some(match difference {
            ReasonCode::ResultsDiffer => Difference::Results,
            _ => Difference::Others,
        })
    }

    fn data_flow(&self) -> DataFlow<u32, Operation, bool> {
        flow::data_flow(self)
    }

    fn agreeing(left: &[Branch<bool>], right: &[Branch<bool>]) -> usize {
        left.iter().zip(right).take_while(|(left, right)| left.1 == right.1).count()
    }

    fn step_text(&self, step: usize) -> StepText {
        let step = self.steps()[step];
        let (address, instruction) = (step.pc.to_string(), step.text());
        StepText { address, instruction, change: change(step.effect) }
    }

    fn ending_text(&self) -> String {
        let outcome = self.outcome();
        match outcome.stop {
            Stop::Done => format!("done, $3 = {}", outcome.result),
            Stop::OutOfFuel => "out of fuel".to_owned(),
            Stop::Fault(fault) => format!("fault: {}", words::fault(fault.kind)),
        }
    }
}

fn change(effect: Effect) -> String {
    match effect {
        Effect::None => String::new(),
        Effect::Register { reg, new, .. } => format!("{reg} = {new}"),
        Effect::Load { reg, new, address, .. } => format!("{reg} = {new} from {address}"),
        Effect::Product { new: [hi, lo], .. } => format!("hi = {hi}, lo = {lo}"),
        Effect::Store { address, new, .. } => format!("{address} := {new}"),
        Effect::Output(byte) => format!("output {byte}"),
    }
}

#[cfg(test)]
mod tests;
