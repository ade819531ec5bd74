//! Runs that come back to a state that they were in, and so never stop.
//!
//! What a machine does next follows from its registers, `hi`, `lo`, pc, memory,
//! and what is left of its input stream. Where all of them are what they were at an earlier step, the run
//! goes round for ever. That is found by Brent's algorithm: the state is
//! compared with one that is kept, and another is kept each time the number of
//! steps since has doubled, so a run that goes round is found out within a few
//! times the steps before and around its circle.
//!
//! Memory is told apart by a hash that a store updates; where all else is the
//! same, words are compared, so nothing rests on the hash. What was written to
//! the output device is no part of the state, since no program can read it: a
//! loop that prints goes round for ever, too.

use super::memory::Memory;
use super::semantics::Values;
use super::word::BinaryOp;
use super::{Machine, Recorder, State, Stop, Tagged};
use crate::isa::Reg;

/// That a run was in the same state after two numbers of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recurrence {
    /// The steps to the first of them.
    pub first: u64,
    /// The steps to the second.
    pub again: u64,
}

/// Watches a run for a state that comes again.
#[derive(Debug)]
pub struct Watch {
    kept: Kept,
    /// Steps from the state that is kept until another one is.
    power: u64,
    stores: Stores,
}

/// The hash of all words that were stored.
#[derive(Debug, Default)]
struct Stores {
    hash: u64,
}

#[derive(Debug)]
struct Kept {
    state: State,
    memory: Memory,
    hash: u64,
    /// Bytes of the input stream that were read.
    taken: usize,
    steps: u64,
}

/// How a run that was watched ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watched {
    /// As runs do; out of fuel, it can be watched on.
    Stopped(Stop),
    /// It goes round for ever.
    Recurs(Recurrence),
}

impl Watch {
    /// Watches from here on.
    pub fn new(machine: &Machine) -> Watch {
        Watch { kept: Kept::of(machine, 0), power: 1, stores: Stores::default() }
    }

    /// Runs the machine on for at most `fuel` steps.
    pub fn run(&mut self, machine: &mut Machine, fuel: u64) -> Watched {
        for _ in 0..fuel {
            let stop = machine.run(1, &mut self.stores);
            if stop != Stop::OutOfFuel {
                return Watched::Stopped(stop);
            }
            let Stores { hash } = self.stores;
            if self.kept.is(machine, hash) {
                let (first, again) = (self.kept.steps, machine.steps);
                return Watched::Recurs(Recurrence { first, again });
            }
            if machine.steps - self.kept.steps == self.power {
                self.kept = Kept::of(machine, hash);
                self.power *= 2;
            }
        }
        // At the return address a program is done without fuel.
        Watched::Stopped(machine.run(0, &mut ()))
    }
}

impl Kept {
    fn of(machine: &Machine, hash: u64) -> Kept {
        let (state, memory) = (machine.state.clone(), machine.memory.clone());
        Kept { state, memory, hash, taken: machine.given.taken, steps: machine.steps }
    }

    fn is(&self, machine: &Machine, hash: u64) -> bool {
        let (kept, now) = (&self.state, &machine.state);
        kept.pc == now.pc
            && hash == self.hash
            && self.taken == machine.given.taken
            && kept.regs[..32] == now.regs[..32]
            && (kept.hi, kept.lo) == (now.hi, now.lo)
            && self.memory.holds_the_same_as(&machine.memory)
    }
}

impl Recorder for Stores {
    fn store(&mut self, at: Tagged<()>, old: u32, new: Tagged<()>) {
        self.hash ^= mix(at.value, old) ^ mix(at.value, new.value);
    }

    fn get(&mut self, _: Reg) {}

    fn hi(&mut self) {}

    fn lo(&mut self) {}

    fn text_word(&mut self, _: u32, _: u32, _: bool) {}

    fn input(&mut self, _: usize, _: u32) {}

    fn load(&mut self, _: Tagged<()>, _: u32) {}
}

impl Values for Stores {
    type Word = ();
    type Address = ();

    fn constant(&mut self, _: u32) {}

    fn binary(&mut self, _: BinaryOp, (): (), (): ()) {}

    fn address(&mut self, (): (), _: i16) {}
}

/// A word's part in the hash of a memory: none for a zero.
fn mix(address: u32, value: u32) -> u64 {
    let key = (u64::from(address) << 32 | u64::from(value)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    if value == 0 { 0 } else { key ^ key >> 29 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Image;
    use crate::program::{Address, Program};

    fn watched(words: &[u32], inputs: [u32; 2], fuel: u64) -> Watched {
        let image = Image::new(&Program::from_words(words.to_vec()));
        let mut machine = Machine::new(&image, inputs);
        Watch::new(&machine).run(&mut machine, fuel)
    }

    /// `add $3, $1, $2; jr $31`
    const STOPS: [u32; 2] = [0x0022_1820, 0x03e0_0008];
    /// `again: sub $1, $0, $1; sw $1, 64($0); beq $0, $0, again`
    const TURNS: [u32; 3] = [0x0001_0822, 0xac01_0040, 0x1000_fffd];
    /// `again: lw $3, 64($0); add $3, $3, $1; sw $3, 64($0); add $3, $0, $0;
    /// beq $0, $0, again`: a counter in memory, and the same registers each time.
    const COUNTS: [u32; 5] = [0x8c03_0040, 0x0061_1820, 0xac03_0040, 0x0000_1820, 0x1000_fffb];

    #[test]
    fn a_run_that_stops_does_not_recur() {
        assert_eq!(watched(&STOPS, [1, 2], 2), Watched::Stopped(Stop::Done));
        assert_eq!(watched(&STOPS, [1, 2], 1), Watched::Stopped(Stop::OutOfFuel));
    }

    #[test]
    fn a_state_that_comes_again_is_found_and_is_the_same() {
        let Watched::Recurs(Recurrence { first, again }) = watched(&TURNS, [5, 0], 100) else {
            panic!("it goes round");
        };
        // Two rounds turn the sign twice.
        assert_eq!((again - first) % 6, 0);
        let image = Image::new(&Program::from_words(TURNS.to_vec()));
        let states = [first, again].map(|steps| {
            let mut machine = Machine::new(&image, [5, 0]);
            machine.run(steps, &mut ());
            (machine.state.regs[..32].to_vec(), machine.state.pc, machine.memory.load(Address(64)))
        });
        assert_eq!(states[0], states[1]);
    }

    #[test]
    fn memory_is_part_of_the_state() {
        assert_eq!(watched(&COUNTS, [1, 0], 10_000), Watched::Stopped(Stop::OutOfFuel));
        // It counts by nothing.
        assert!(matches!(watched(&COUNTS, [0, 0], 100), Watched::Recurs(_)));
        // After 8 rounds it is at 0 again.
        assert!(matches!(watched(&COUNTS, [1 << 29, 0], 1000), Watched::Recurs(_)));
    }
}
