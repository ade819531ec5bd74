//! The cost of a check so far, and its limits.
//!
//! A short certificate may be about runs without end, so everything counted here has a limit. Execution has two: many
//! cases of short paths are checked to the end, and a path without end is given up early.

use crate::refusal::Refusal;

/// Maximum number of obligations.
const OBLIGATIONS: usize = 1_000_000;
/// Maximum number of boxes.
const BOXES: u64 = 8_000_000;
/// Limit for all paths.
const IN_ALL: Executed = Executed { instructions: 20_000_000, passed: 200_000_000 };
/// Limit for a program's paths from one node, or for one case of inputs.
const FROM_A_NODE: Executed = Executed { instructions: 500_000, passed: 5_000_000 };
/// Maximum number of paths of a program from one node.
const PATHS: usize = 4_096;
/// Number of instructions between two queries of whether the advisor gives up.
const INSTRUCTIONS_PER_LOOK: u64 = 1_024;

/// The cost of execution.
#[derive(Clone, Copy, Debug, Default)]
struct Executed {
    instructions: u64,
    /// Number of stores that loads have passed on the way to their word.
    passed: u64,
}

impl Executed {
    fn is_within(self, before: Executed, limit: Executed) -> Result<(), Refusal> {
        if self.instructions - before.instructions > limit.instructions {
            return Err(Refusal::Limit("instructions to be executed"));
        }
        match self.passed - before.passed > limit.passed {
            true => Err(Refusal::Limit("stores to be looked through")),
            false => Ok(()),
        }
    }
}

/// The cost of a check so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Effort {
    /// Number of obligations so far.
    obligations: usize,
    boxes: u64,
    executed: Executed,
    /// The cost of execution before the current paths.
    before: Executed,
}

impl Effort {
    /// The number of obligations so far, which is the index of the next one.
    pub fn obligations(&self) -> usize {
        self.obligations
    }

    /// The number of executed instructions; it identifies the ends of recurrences.
    pub fn instructions(&self) -> u64 {
        self.executed.instructions
    }

    /// Counts an obligation. Returns its number.
    pub fn asks(&mut self) -> Result<usize, Refusal> {
        self.obligations += 1;
        match self.obligations > OBLIGATIONS {
            true => Err(Refusal::Limit("obligations")),
            false => Ok(self.obligations - 1),
        }
    }

    /// Counts the boxes that an answer states.
    pub fn splits(&mut self, boxes: u32) -> Result<(), Refusal> {
        self.boxes += u64::from(boxes);
        match self.boxes > BOXES {
            true => Err(Refusal::Limit("boxes")),
            false => Ok(()),
        }
    }

    /// Marks the beginning of a program's paths from a node.
    pub fn departs(&mut self) {
        self.before = self.executed;
    }

    /// Counts an executed instruction, and checks the numbers of paths and of passed stores against the limits. Returns
    /// whether to ask the advisor if it gives up.
    pub fn executes(&mut self, paths: usize, passed: u64) -> Result<bool, Refusal> {
        self.executed = Executed { instructions: self.executed.instructions + 1, passed };
        self.executed.is_within(Executed::default(), IN_ALL)?;
        self.executed.is_within(self.before, FROM_A_NODE)?;
        match paths > PATHS {
            true => Err(Refusal::Limit("paths")),
            false => Ok(self.executed.instructions.is_multiple_of(INSTRUCTIONS_PER_LOOK)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Executes paths with this number of instructions, each of which passes this number of stores.
    fn run(effort: &mut Effort, instructions: u64, each: u64) -> Result<(), Refusal> {
        effort.departs();
        run_on(effort, instructions, each)
    }

    fn run_on(effort: &mut Effort, instructions: u64, each: u64) -> Result<(), Refusal> {
        for _ in 0..instructions {
            let passed = effort.executed.passed + each;
            effort.executes(1, passed)?;
        }
        Ok(())
    }

    #[test]
    fn a_path_without_end_is_given_up_before_many_that_end() {
        let limit = |what| Err::<(), _>(Refusal::Limit(what));
        let (instructions, stores) = ("instructions to be executed", "stores to be looked through");
        let mut effort = Effort::default();
        assert_eq!(run(&mut effort, FROM_A_NODE.instructions, 1), Ok(()));
        assert_eq!(run_on(&mut effort, 1, 0), limit(instructions));
        let mut effort = Effort::default();
        assert_eq!(run(&mut effort, FROM_A_NODE.passed / 1_000 + 1, 1_000), limit(stores));
        // Many short ones, up to the limit for all.
        let mut effort = Effort::default();
        for _ in 0..IN_ALL.instructions / 500_000 {
            assert_eq!(run(&mut effort, 500_000, 1), Ok(()));
        }
        assert_eq!(run(&mut effort, 1, 0), limit(instructions));
        assert_eq!(effort.instructions(), IN_ALL.instructions + 1);
    }

    #[test]
    fn too_many_paths_obligations_and_boxes_are_refused() {
        let mut effort = Effort::default();
        assert_eq!(effort.executes(PATHS, 0), Ok(false));
        assert_eq!(effort.executes(PATHS + 1, 0), Err(Refusal::Limit("paths")));
        for number in 0..OBLIGATIONS {
            assert_eq!(effort.asks(), Ok(number));
        }
        assert_eq!(effort.asks(), Err(Refusal::Limit("obligations")));
        assert_eq!(effort.splits(BOXES as u32), Ok(()));
        assert_eq!(effort.splits(1), Err(Refusal::Limit("boxes")));
    }
}
