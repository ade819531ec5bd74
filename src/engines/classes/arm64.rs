//! ARM64 programs as sorting sees them.
//!
//! No programs are recognised to be the same in other registers: each program is of a kind of its own.

use std::cell::RefCell;

use super::Subject;
use crate::engines::arm64::Options;
use crate::engines::paths::beyond;
use crate::machine::arm64::Given;
use crate::machine::arm64::agreement::{Alone, Run};

/// An ARM64 program, ready to run.
#[derive(Debug)]
pub struct Arm64 {
    words: Vec<u32>,
    machine: RefCell<Alone>,
}

impl Arm64 {
    /// A program, given as instruction words, loaded at address 0. The options have its mode, and what is observed.
    pub fn new(words: Vec<u32>, options: &Options) -> Arm64 {
        let machine = RefCell::new(Alone::of(&options.image(&words)));
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

    /// A run of at most `fuel` steps. If it is out of fuel, it is watched for a repeated state.
    pub fn watch(&self, given: &Given, fuel: u64) -> Option<Run> {
        self.machine.borrow_mut().watch(given, fuel)
    }

    /// A run of at most `fuel` steps, or of many more if it is not known how it ends within these.
    pub fn run_on(&self, given: &Given, fuel: u64) -> Option<Run> {
        self.run_further(given, fuel, fuel.max(beyond::STEPS_BEYOND_FUEL))
    }

    /// A run of at most `fuel` steps, or of at most `most` if it is not known how it ends within these.
    pub fn run_further(&self, given: &Given, fuel: u64, most: u64) -> Option<Run> {
        let run = self.watch(given, fuel)?;
        if run.ends().is_some() { Some(run) } else { self.run(given, most) }
    }
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
        self.run(given, fuel)?.fingerprint()
    }

    fn watched(&self, given: &Given, fuel: u64) -> Option<u64> {
        self.watch(given, fuel)?.fingerprint()
    }

    fn in_the_end(&self, given: &Given, fuel: u64) -> Option<u64> {
        self.run_on(given, fuel)?.fingerprint()
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
    use crate::machine::arm64::Mode;
    use crate::machine::arm64::agreement::{Both, agree, difference};

    /// Two fingerprints differ if and only if the runs differ and both ends are known. The end of each endless run here is
    /// known, since it repeats a state.
    #[test]
    fn fingerprints_differ_as_runs_do() {
        let texts = [
            "br x30",
            "add x0, x0, x1\nbr x30",
            "udiv x0, x0, x1\nbr x30",
            "udiv x0, x1, x0\nbr x30",
            "b 0",
            "cmp x0, x1\nb.eq 0\nbr x30",
            "add x0, x0, x1\ncmp x1, xzr\nb.ne -8\nbr x30",
            "ldr x2, 8\nb 12\n.8byte 0xc000000000010008\nstur x1, [x2, 0]\nb -4",
            "ldr x2, 8\nb 12\n.8byte 0xc000000000010008\nstur x1, [x2, 0]\nbr x30",
        ];
        let words = texts.map(|text| assemble(text).object.expect("it has no error").words);
        let programs = words.each_ref().map(|words| Arm64::new(words.clone(), &Options::default()));
        let numbers = [0, 1, 2, 65, u64::MAX];
        for (a, left) in programs.iter().enumerate() {
            for (b, right) in programs.iter().enumerate() {
                let mut both = Both::new([&words[a], &words[b]], Mode::Usual);
                for registers in numbers.iter().flat_map(|&x| numbers.map(|y| vec![x, y])) {
                    let given = Given { registers, ..Given::default() };
                    let tried = both.run(&given, 50).expect("there is no array");
                    let ends = [left, right].map(|program| program.outcome(&given, 50));
                    let [one, other] = &tried.runs;
                    if ends.iter().all(Option::is_some) {
                        let differ = difference(one, other).is_some();
                        assert_eq!(ends[0] != ends[1], differ, "{a} {b} {given:?}");
                    }
                    let tried = both.watch(&given, 50).expect("there is no array");
                    let ends = [left, right].map(|program| program.watched(&given, 50));
                    let known = ends.iter().all(Option::is_some).then(|| ends[0] == ends[1]);
                    let [one, other] = &tried.runs;
                    assert_eq!(known, agree(one, other), "{a} {b} {given:?}");
                }
            }
        }
    }
}
