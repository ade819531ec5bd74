//! ARM64 programs as sorting sees them.
//!
//! No run of this machine is recognised to never end, and no programs are recognised to be the same
//! in other registers: each program is of a kind of its own.

use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::Subject;
use crate::engines::paths::beyond;
use crate::machine::arm64::agreement::{Alone, Run};
use crate::machine::arm64::{Given, Mode, Stop};

/// An ARM64 program in a mode.
#[derive(Debug)]
pub struct Arm64 {
    words: Vec<u32>,
    machine: RefCell<Alone>,
}

impl Arm64 {
    /// A program, given as instruction words, loaded at address 0.
    pub fn new(words: Vec<u32>, mode: Mode) -> Arm64 {
        let machine = RefCell::new(Alone::new(&words, mode));
        Arm64 { words, machine }
    }

    /// Its words.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// A run of at most `fuel` steps. `None` if the array does not fit.
    pub fn run(&self, given: &Given, fuel: u64) -> Option<Run> {
        self.machine.borrow_mut().run(given, fuel)
    }

    /// A run of at most `fuel` steps, or of many more if it does not end within these.
    pub fn run_on(&self, given: &Given, fuel: u64) -> Option<Run> {
        let run = self.run(given, fuel)?;
        match run.stop {
            Stop::OutOfFuel => self.run(given, fuel.max(beyond::STEPS_BEYOND_FUEL)),
            Stop::Done | Stop::Fault(_) => Some(run),
        }
    }
}

/// What of a run is compared: the output, whether it faulted, and the result if it did not. All
/// faults are the same.
fn fingerprint(run: &Run) -> Option<u64> {
    let result = match run.stop {
        Stop::OutOfFuel => return None,
        Stop::Done => Some(run.result),
        Stop::Fault(_) => None,
    };
    let mut hasher = DefaultHasher::new();
    (result, &run.output).hash(&mut hasher);
    Some(hasher.finish())
}

impl Subject for Arm64 {
    type Inputs = Given;
    type Size = (usize, usize, u128);

    fn size(given: &Given) -> (usize, usize, u128) {
        crate::engines::arm64::size(given)
    }

    fn kind(&self) -> Vec<u32> {
        self.words.clone()
    }

    fn is_renaming(&self, other: &Arm64) -> bool {
        self.words == other.words
    }

    fn outcome(&self, given: &Given, fuel: u64) -> Option<u64> {
        fingerprint(&self.run(given, fuel)?)
    }

    fn watched(&self, given: &Given, fuel: u64) -> Option<u64> {
        self.outcome(given, fuel)
    }

    fn in_the_end(&self, given: &Given, fuel: u64) -> Option<u64> {
        fingerprint(&self.run_on(given, fuel)?)
    }

    fn tells_apart(&self, wrong: &Arm64, given: &Given, fuel: u64) -> bool {
        let ends = [self, wrong].map(|program| program.in_the_end(given, fuel));
        ends[0].is_some() && ends[0] != ends[1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asm::arm64::assemble;
    use crate::machine::arm64::agreement::{Both, difference};

    /// Fingerprints differ exactly where runs that ended do.
    #[test]
    fn fingerprints_differ_as_runs_do() {
        let texts = [
            "br x30",
            "add x0, x0, x1\nbr x30",
            "udiv x0, x0, x1\nbr x30",
            "udiv x0, x1, x0\nbr x30",
            "b 0",
            "cmp x0, x1\nb.eq 0\nbr x30",
            "ldr x2, 8\nb 12\n.8byte 0xc000000000010008\nstur x1, [x2, 0]\nbr x30",
        ];
        let words = texts.map(|text| assemble(text).object.expect("it has no error").words);
        let programs = words.each_ref().map(|words| Arm64::new(words.clone(), Mode::Usual));
        let numbers = [0, 1, 2, 65, u64::MAX];
        for (a, left) in programs.iter().enumerate() {
            for (b, right) in programs.iter().enumerate() {
                let mut both = Both::new([&words[a], &words[b]], Mode::Usual);
                for registers in numbers.iter().flat_map(|&x| numbers.map(|y| vec![x, y])) {
                    let given = Given { registers, ..Given::default() };
                    let tried = both.run(&given, 50).expect("there is no array");
                    let ends = [left, right].map(|program| program.outcome(&given, 50));
                    let differ = ends.iter().all(Option::is_some) && ends[0] != ends[1];
                    let [one, other] = &tried.runs;
                    assert_eq!(differ, difference(one, other).is_some(), "{a} {b} {given:?}");
                }
            }
        }
    }
}
