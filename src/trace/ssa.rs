//! Single-assignment form (Tamarin, Fig. 11).
//!
//! An assignment such as `$1 := $1 - $2` is not an equation over `$1`. So each location starts at
//! version 1, an assignment makes the next version, and later reads name that version. Two reads of
//! the same register that are separated by a write are therefore different variables. A trace has
//! no joins and needs no phi functions, so one pass over it suffices.

use super::{BaseOffset, Condition, Entry, Operand, Step, Storage, Test, Trace, Var};

/// The pass.
pub fn run(trace: &Trace) -> Trace {
    let mut versions = Versions::default();
    let entries = trace.entries.iter().map(|&entry| versions.rename_entry(entry));
    trace.with_entries(entries.collect())
}

/// The last version of each place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Versions {
    last: [u32; Storage::COUNT],
}

impl Default for Versions {
    fn default() -> Versions {
        Versions { last: [1; Storage::COUNT] }
    }
}

impl Versions {
    /// Renames the next step.
    pub fn rename_entry(&mut self, Entry { at, step }: Entry) -> Entry {
        Entry { at, step: self.rename(step) }
    }

    fn read(&self, var: Var) -> Var {
        var.with_version(self.last[var.place().index()])
    }

    fn operand(&self, operand: Operand) -> Operand {
        match operand {
            Operand::Var(var) => Operand::Var(self.read(var)),
            constant => constant,
        }
    }

    fn sum(&self, sum: BaseOffset) -> BaseOffset {
        BaseOffset { base: self.operand(sum.base), ..sum }
    }

    fn write(&mut self, var: Var) -> Var {
        self.last[var.place().index()] += 1;
        self.read(var)
    }

    /// Renames the reads of a step before its writes.
    fn rename(&mut self, step: Step) -> Step {
        match step {
            Step::Binary(op, d, s, t) => {
                let (s, t) = (self.operand(s), self.operand(t));
                Step::Binary(op, self.write(d), s, t)
            }
            Step::Half(half, d, s) => {
                let s = self.read(s);
                Step::Half(half, self.write(d), s)
            }
            Step::Load { d, memory, address } => {
                let (memory, address) = (self.read(memory), self.sum(address));
                Step::Load { d: self.write(d), memory, address }
            }
            Step::Store { to, from, address, value } => {
                let (from, address) = (self.read(from), self.sum(address));
                let value = self.operand(value);
                Step::Store { to: self.write(to), from, address, value }
            }
            Step::Condition(condition) => {
                let test = match condition.test {
                    Test::Equal(a, b) => Test::Equal(self.operand(a), self.operand(b)),
                    Test::Aligned(sum) => Test::Aligned(self.sum(sum)),
                    Test::Below(sum, bound) => Test::Below(self.sum(sum), bound),
                    Test::At(sum, address) => Test::At(self.sum(sum), address),
                    Test::Word { memory, address, value } => {
                        let (memory, address) = (self.read(memory), self.operand(address));
                        Test::Word { memory, address, value }
                    }
                };
                Step::Condition(Condition { test, ..condition })
            }
            Step::Output(value) => Step::Output(self.operand(value)),
            Step::Print(value) => Step::Print(self.operand(value)),
            Step::Mult(..)
            | Step::Div(..)
            | Step::Mfhi(_)
            | Step::Mflo(_)
            | Step::Lis(..)
            | Step::Jalr(_) => unreachable!("desugared before"),
        }
    }
}

/// Checks that the versions of each place are assigned in order from 2 on, and that a read names
/// the latest version.
pub fn validate(trace: &Trace) -> Result<(), String> {
    let mut last = [1; Storage::COUNT];
    for Entry { at, step } in &trace.entries {
        let reads = step.reads();
        if let Some(var) = reads.iter().find(|var| var.version() != last[var.place().index()]) {
            return Err(format!("the step at {at} reads {var}, which is not the last version"));
        }
        if let Some(var) = step.write() {
            last[var.place().index()] += 1;
            if var.version() != last[var.place().index()] {
                return Err(format!(
                    "the step at {at} writes {var}, which is not the next version"
                ));
            }
        }
    }
    Ok(())
}

impl Step {
    /// The variables that a desugared step reads.
    fn reads(&self) -> Vec<Var> {
        let var = |operand: Operand| match operand {
            Operand::Var(var) => Some(var),
            Operand::Const(_) | Operand::Input(_) => None,
        };
        let reads: [Option<Var>; 3] = match *self {
            Step::Binary(_, _, s, t) => [var(s), var(t), None],
            Step::Half(_, _, s) => [Some(s), None, None],
            Step::Load { memory, address, .. } => [Some(memory), var(address.base), None],
            Step::Store { from, address, value, .. } => [Some(from), var(address.base), var(value)],
            Step::Output(value) | Step::Print(value) => [var(value), None, None],
            Step::Condition(Condition { test, .. }) => match test {
                Test::Equal(a, b) => [var(a), var(b), None],
                Test::Aligned(sum) | Test::Below(sum, _) | Test::At(sum, _) => {
                    [var(sum.base), None, None]
                }
                Test::Word { memory, address, .. } => [Some(memory), var(address), None],
            },
            _ => [None; 3],
        };
        reads.into_iter().flatten().collect()
    }

    /// The variable that a desugared step assigns.
    fn write(&self) -> Option<Var> {
        match *self {
            Step::Binary(_, d, ..) | Step::Half(_, d, _) | Step::Load { d, .. } => Some(d),
            Step::Store { to, .. } => Some(to),
            _ => None,
        }
    }
}
