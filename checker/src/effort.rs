//! What a check has cost so far, and how much it may cost.
//!
//! A certificate can be a page of text and be about runs that have no end, so all that is
//! counted here has a limit. Of what is executed there are two: many cases of short paths
//! are checked to the end, and a path that goes on without end is given up early.

use crate::refusal::Refusal;

/// Obligations at most.
const OBLIGATIONS: usize = 1_000_000;
/// Boxes that are looked at at most.
const BOXES: u64 = 8_000_000;
/// On all paths, at most.
const IN_ALL: Executed = Executed { instructions: 20_000_000, passed: 200_000_000 };
/// On a program's paths from one node, or one case of inputs, at most.
const FROM_A_NODE: Executed = Executed { instructions: 500_000, passed: 5_000_000 };
/// Paths of a program from a node at most.
const PATHS: usize = 4_096;
/// Instructions between two looks at whether the advisor gives up.
const INSTRUCTIONS_PER_LOOK: u64 = 1_024;

/// What executing has cost.
#[derive(Clone, Copy, Debug, Default)]
struct Executed {
    instructions: u64,
    /// Stores that loads have passed on their way to the word.
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

/// What a check has cost so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Effort {
    /// Obligations that were asked for.
    obligations: usize,
    boxes: u64,
    executed: Executed,
    /// What executing had cost before the paths that are executed now.
    before: Executed,
}

impl Effort {
    /// Which obligation comes next: how many there were.
    pub fn obligations(&self) -> usize {
        self.obligations
    }

    /// How many instructions were executed: what a lap's ends are told by.
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

    /// Counts boxes that an answer says are looked at.
    pub fn splits(&mut self, boxes: u32) -> Result<(), Refusal> {
        self.boxes += u64::from(boxes);
        match self.boxes > BOXES {
            true => Err(Refusal::Limit("boxes")),
            false => Ok(()),
        }
    }

    /// A program's paths from a node begin.
    pub fn departs(&mut self) {
        self.before = self.executed;
    }

    /// Counts an instruction that is executed, where there are so many paths and loads have
    /// passed so many stores in all. Returns whether it is time to ask the advisor whether it
    /// gives up.
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

    /// Executes paths of so many instructions, each of which passes so many stores.
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
        // Many that are short, up to what all may cost.
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
