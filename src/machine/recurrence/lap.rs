//! Laps of MIPS runs: what each instruction adds to the dependences of a lap.

use super::Recurring;
use super::dependences::{Dependences, Place, Words};
use crate::machine::memory::Memory;
use crate::machine::mips::Reg;
use crate::machine::record::{HiLo, Printing};
use crate::machine::values::{Cause, Test, Values};
use crate::machine::word::{BinaryOp, Signedness};
use crate::machine::{Image, Machine, Recorder, State, Stop, Tagged};
use crate::program::Address;

/// A part of the state of a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A register.
    Reg(Reg),
    /// The high word of the last product, or the last remainder.
    Hi,
    /// The low word of the last product, or the last quotient.
    Lo,
    /// A word of memory.
    Cell(Address),
    /// All of memory.
    Memory,
}

impl Part {
    /// The whole state.
    pub fn all() -> Vec<Part> {
        let words = Reg::all().map(Part::Reg).chain([Part::Hi, Part::Lo]);
        words.chain([Part::Memory]).collect()
    }
}

/// The number of `hi` and of `lo` among the words besides memory, behind the registers.
const HI: u32 = 32;
const LO: u32 = 33;

/// The dependences of the run since the kept state.
#[derive(Debug)]
pub struct Lap {
    text_end: u32,
    /// Whether the run is within the routine that prints numbers.
    printing: Printing,
    words: Dependences,
}

impl Lap {
    fn new(image: &Image) -> Lap {
        Lap { text_end: image.text_end(), printing: Printing::of(image), words: words() }
    }

    fn part(place: Place) -> Part {
        match place {
            Place::Register(HI) => Part::Hi,
            Place::Register(LO) => Part::Lo,
            Place::Register(reg) => {
                Part::Reg(Reg::new(reg).expect("the first words are those of registers"))
            }
            Place::Cell(address) => Part::Cell(Address(address as u32)),
            Place::Memory => Part::Memory,
        }
    }

    pub(super) fn parts(&self, words: Words) -> Vec<Part> {
        self.words.places(words).map(Lap::part).collect()
    }
}

/// The dependences of a lap that begins.
fn words() -> Dependences {
    let mut words = Dependences::default();
    // `$0` is constant.
    words.set(0, Words::NONE);
    words
}

impl super::Lap for Lap {
    fn words(&self) -> &Dependences {
        &self.words
    }

    fn restart(&mut self) {
        self.words = words();
    }

    /// No lap begins within the routine that prints a number.
    fn may_begin(&self) -> bool {
        !self.printing.is_on()
    }
}

/// The parts of the machine's state at one moment.
#[derive(Debug)]
pub struct Kept {
    state: State,
    memory: Memory,
    /// Bytes of the input stream that were read.
    taken: usize,
}

impl Recurring for Machine {
    type Stop = Stop;
    type State = Kept;
    type Lap = Lap;

    fn lap(&self) -> Lap {
        Lap::new(self.image())
    }

    fn state(&self) -> Kept {
        let (state, memory) = (self.state.clone(), self.memory.clone());
        Kept { state, memory, taken: self.given.taken }
    }

    fn steps(&self) -> u64 {
        self.steps
    }

    fn written(&self) -> u64 {
        self.output.written
    }

    fn may_be(&self, kept: &Kept) -> bool {
        kept.state.pc == self.state.pc && kept.taken == self.given.taken
    }

    fn has_register(&self, kept: &Kept, register: u32) -> bool {
        let (kept, now) = (&kept.state, &self.state);
        match register {
            HI => kept.hi == now.hi,
            LO => kept.lo == now.lo,
            reg => kept.regs[reg as usize] == now.regs[reg as usize],
        }
    }

    fn has_cell(&self, kept: &Kept, address: u64) -> bool {
        let address = Address(address as u32);
        kept.memory.load(address) == self.memory.load(address)
    }

    fn has_memory(&self, kept: &Kept) -> bool {
        kept.memory.holds_the_same_as(&self.memory)
    }
}

impl Recorder for Lap {
    #[inline(always)]
    fn begin(&mut self, at: Address) {
        self.printing.begin(at);
    }

    // Inlined in many parts of the emulator's loop; small code matters for the page.
    #[inline(never)]
    fn test(&mut self, _: Cause, test: Test<Words, Words>, _: bool) {
        match test {
            Test::Equal(s, t) => self.words.depends_on(s.and(t)),
            Test::Is(word, _) => self.words.depends_on(word),
            Test::Aligned(address) | Test::Below(address, _) | Test::At(address, _) => {
                self.words.depends_on(address);
            }
        }
    }

    fn test_memory(&mut self, _: Cause, _: Words, _: u32, _: bool) {
        self.words.require(false);
    }

    fn get(&mut self, reg: Reg) -> Words {
        self.words.get(reg.number().into())
    }

    fn hi(&mut self) -> Words {
        self.words.get(HI)
    }

    fn lo(&mut self) -> Words {
        self.words.get(LO)
    }

    fn text_word(&mut self, address: u32, _: u32, _: bool) -> Words {
        self.words.require(address < self.text_end);
        Words::NONE
    }

    /// A lap reads only the end of the input stream, which is a constant.
    fn input(&mut self, _: usize, _: u32) -> Words {
        Words::NONE
    }

    #[inline(never)]
    fn load(&mut self, address: Tagged<Words>, _: u32) -> Words {
        self.words.goes_to(address.tag);
        self.words.load(address.value.into())
    }

    fn set(&mut self, reg: Reg, _: u32, new: Tagged<Words>) {
        self.words.set(reg.number().into(), new.tag);
    }

    fn multiply(&mut self, _: Signedness, [s, t]: [Tagged<Words>; 2], _: HiLo) {
        let both = s.tag.and(t.tag);
        self.words.set(HI, both);
        self.words.set(LO, both);
    }

    fn divide(&mut self, signedness: Signedness, operands: [Tagged<Words>; 2], words: HiLo) {
        self.multiply(signedness, operands, words);
    }

    #[inline(never)]
    fn store(&mut self, at: Tagged<Words>, old: u32, new: Tagged<Words>) {
        self.printing.store(at.value);
        self.words.goes_to(at.tag);
        self.words.require(at.value >= self.text_end);
        self.words.store(at.value.into(), [old, new.value], new.tag);
    }

    fn output(&mut self, value: Tagged<Words>) {
        self.words.print(value.tag);
    }
}

impl Values for Lap {
    type Word = Words;
    type Address = Words;

    fn constant(&mut self, _: u32) -> Words {
        Words::NONE
    }

    fn binary(&mut self, _: BinaryOp, s: Words, t: Words) -> Words {
        s.and(t)
    }

    fn address(&mut self, base: Words, _: i16) -> Words {
        base
    }
}
