//! Runs that go round, and so never stop.
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
//! loop that prints goes round for ever, too. What such a run prints is endless: what it printed
//! before the lap, then what the lap prints, again and again, where each lap prints the same.
//!
//! Nor does all of the state have to be the same. Between the state that is kept and one with the
//! same pc, the run has gone a *lap*, and along with it goes of which words of the kept state each
//! word is made, and so on which of them each branch, address, divisor and jump of the lap
//! hangs. Let `R` be these words, and with each word of `R` those that it is made of at the end of
//! the lap. If all of `R` is at the end what it was at the beginning, the next lap takes the
//! same way, since all that it hangs on is the same, and leaves `R` as it was, too: by induction the
//! run goes on for ever, whatever becomes of other words (`R` is the lap's dynamic slice by control;
//! Korel and Laski, IPL 1988). So a loop that has lost its step is found out within two rounds though
//! it adds up sums. That holds of laps that store to no text, fetch no other words and touch few words
//! of memory; of others the whole state has to be the same.
//!
//! The words that are printed may be other ones in each lap, as in a loop that prints a counter. If the
//! words of which the printed ones are made are added to `R`, the same argument shows that each lap
//! prints the same bytes ([`Recurrence::repeats_output`]).
//!
//! A run may be steered: words of it are replaced by others as it goes ([`Steering`]). What is yet
//! to be replaced, and by what, is then a part of the state that has to come again.
//!
//! A lap neither begins nor ends within the routine that prints a number: to traces and terms the
//! routine is one step, so they do not know the state in its middle.

mod steered;

use super::memory::Memory;
use super::record::{HiLo, Printing};
use super::values::{Cause, Test, Values};
use super::word::{BinaryOp, Signedness};
use super::{Image, Machine, Recorder, State, Stop, Tagged};
use crate::machine::mips::Reg;
use crate::program::Address;
use steered::Steered;
pub use steered::Steering;

/// That a run goes round: it was in the same state after two numbers of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recurrence {
    /// The steps to the first of them.
    pub first: u64,
    /// The steps to the second.
    pub again: u64,
    /// Whether all of the state is the same; else all that decides how the run goes on is.
    pub is_whole: bool,
    /// How many bytes were printed to each of them.
    pub written: [u64; 2],
    /// Whether each lap from the first state on prints the same bytes; known where a lap prints
    /// nothing.
    pub repeats_output: bool,
}

/// What has to come again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    /// What decides how the run goes on.
    Way,
    /// That, and what decides what it prints.
    Output,
    /// All of the state.
    Whole,
}

/// Watches a run for a state that comes again.
#[derive(Debug)]
pub struct Watch {
    kept: Kept,
    /// Steps from the state that is kept until another one is.
    power: u64,
    lap: Lap,
    extent: Extent,
}

#[derive(Debug)]
struct Kept {
    state: State,
    memory: Memory,
    /// Bytes of the input stream that were read.
    taken: usize,
    steps: u64,
    /// Bytes that were printed.
    written: u64,
    /// How the run is steered on.
    phase: Vec<u32>,
}

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
    /// All of the state.
    pub fn all() -> Vec<Part> {
        let words = Reg::all().map(Part::Reg).chain([Part::Hi, Part::Lo]);
        words.chain([Part::Memory]).collect()
    }
}

/// What a lap hangs on, of the state at its beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice {
    /// What decides the way of the lap and, if it is the same at the end, of all others.
    pub decides: Vec<Part>,
    /// The same of the way and of what laps print.
    pub decides_output: Vec<Part>,
    /// Of the first, what addresses of loads and stores are made of. Where all of it is constant, so
    /// are they.
    pub addresses: Vec<Part>,
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
        Watch::steered(machine, &())
    }

    /// Watches a run that is steered from here on.
    pub fn steered(machine: &Machine, by: &impl Steering) -> Watch {
        let (kept, lap) = (Kept::of(machine, by), Lap::new(machine.image()));
        Watch { kept, power: 1, lap, extent: Extent::Way }
    }

    /// The same for all of the state: between the two states that are found then, and in each lap
    /// from there on, the run does the same, with the same words.
    pub fn strictly(self) -> Watch {
        Watch { extent: Extent::Whole, ..self }
    }

    /// The same for what decides the output, too: each lap that is found prints the same.
    pub fn with_output(self) -> Watch {
        Watch { extent: Extent::Output, ..self }
    }

    /// Runs the machine on for at most `fuel` steps.
    pub fn run(&mut self, machine: &mut Machine, fuel: u64) -> Watched {
        self.run_steered(machine, fuel, &mut ())
    }

    /// The same of a run that is steered.
    pub fn run_steered(
        &mut self,
        machine: &mut Machine,
        fuel: u64,
        by: &mut impl Steering,
    ) -> Watched {
        for _ in 0..fuel {
            let stop = machine.run(1, &mut Steered { lap: &mut self.lap, by });
            if stop != Stop::OutOfFuel {
                return Watched::Stopped(stop);
            }
            if self.kept.may_be(machine)
                && self.kept.phase == by.phase()
                && let Some(recurrence) = self.recurrence(machine)
            {
                return Watched::Recurs(recurrence);
            }
            if machine.steps - self.kept.steps >= self.power && !self.lap.printing.is_on() {
                self.kept = Kept::of(machine, by);
                self.lap.restart();
                self.power *= 2;
            }
        }
        // At the return address a program is done without fuel.
        Watched::Stopped(machine.run(0, &mut ()))
    }

    /// That as much of the state has come again as has to, if it has.
    fn recurrence(&self, machine: &Machine) -> Option<Recurrence> {
        let Watch { kept, lap, extent, .. } = self;
        let is_whole = kept.is(machine, lap);
        let written = [kept.written, machine.output.written];
        let prints = written[0] != written[1];
        let comes_again = is_whole
            || *extent != Extent::Whole && kept.decides_as(machine, lap, lap.decides_at_last());
        if !comes_again {
            return None;
        }
        let repeats_output =
            !prints || is_whole || kept.decides_as(machine, lap, lap.decides_output_at_last());
        let (first, again) = (kept.steps, machine.steps);
        (repeats_output || *extent == Extent::Way).then_some(Recurrence {
            first,
            again,
            is_whole,
            written,
            repeats_output,
        })
    }

    /// What the lap of a run that recurs hangs on; none where that is all of the state.
    pub fn slice(&self) -> Option<Slice> {
        let decides = self.lap.parts(self.lap.decides_at_last()?);
        let decides_output = self.lap.parts(self.lap.decides_output_at_last()?);
        Some(Slice { decides, decides_output, addresses: self.lap.parts(self.lap.addresses) })
    }
}

impl Kept {
    fn of(machine: &Machine, by: &impl Steering) -> Kept {
        let (state, memory) = (machine.state.clone(), machine.memory.clone());
        let (taken, steps) = (machine.given.taken, machine.steps);
        Kept { state, memory, taken, steps, written: machine.output.written, phase: by.phase() }
    }

    /// Whether a machine goes on at the same place with the same input.
    fn may_be(&self, machine: &Machine) -> bool {
        self.state.pc == machine.state.pc && self.taken == machine.given.taken
    }

    /// Whether all of its state is the same.
    fn is(&self, machine: &Machine, lap: &Lap) -> bool {
        let (kept, now) = (&self.state, &machine.state);
        kept.regs[..32] == now.regs[..32]
            && (kept.hi, kept.lo) == (now.hi, now.lo)
            && self.holds_the_same_as(machine, lap)
    }

    fn holds_the_same_as(&self, machine: &Machine, lap: &Lap) -> bool {
        lap.hash == 0 && self.memory.holds_the_same_as(&machine.memory)
    }

    /// Whether words that decide how it goes on are the same, where they are known.
    fn decides_as(&self, machine: &Machine, lap: &Lap, decides: Option<Words>) -> bool {
        let Some(decides) = decides else { return false };
        let (kept, now) = (&self.state, &machine.state);
        decides.places().all(|place| match lap.part(place) {
            Part::Hi => kept.hi == now.hi,
            Part::Lo => kept.lo == now.lo,
            Part::Memory => self.holds_the_same_as(machine, lap),
            Part::Cell(address) => self.memory.load(address) == machine.memory.load(address),
            Part::Reg(reg) => kept.reg(reg) == now.reg(reg),
        })
    }
}

/// Words of the state at the beginning of a lap, a bit for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Words(u64);

impl Words {
    const NONE: Words = Words(0);
    /// The places of `hi` and `lo` behind those of the registers.
    const HI: u32 = 32;
    const LO: u32 = 33;
    /// That of the first word of memory that has its own.
    const CELLS: u32 = 34;
    /// That of all others together.
    const REST: u32 = 63;

    fn only(place: u32) -> Words {
        Words(1 << place)
    }

    fn and(self, other: Words) -> Words {
        Words(self.0 | other.0)
    }

    fn places(self) -> impl Iterator<Item = u32> {
        (0..64).filter(move |place| self.0 >> place & 1 == 1)
    }
}

/// Words of memory of a lap that are told apart: recursion without an end touches ever more.
const CELLS_AT_MOST: usize = 512;

/// What the run since the state that is kept hangs on, and what it made.
#[derive(Debug)]
struct Lap {
    text_end: u32,
    /// Whether the run is within the routine that prints.
    printing: Printing,
    /// By the words that were stored; zero where all are what they were.
    hash: u64,
    /// What registers, `hi` and `lo` are made of by now.
    made_of: [Words; Words::CELLS as usize],
    /// The same of words of memory that were loaded or stored, by address.
    cells: Vec<(Address, Words)>,
    /// The addresses of words of memory with places of their own.
    own: Vec<Address>,
    /// What the way of the lap hangs on.
    decides: Words,
    /// What its addresses are made of.
    addresses: Words,
    /// What the words that it printed are made of.
    prints: Words,
    /// Whether it is known what the lap hangs on: all that it fetched is text that it did not store
    /// to, and few words of memory were touched.
    is_followed: bool,
}

impl Lap {
    fn new(image: &Image) -> Lap {
        let mut lap = Lap {
            text_end: image.text_end(),
            printing: Printing::of(image),
            hash: 0,
            made_of: [Words::NONE; Words::CELLS as usize],
            cells: Vec::new(),
            own: Vec::new(),
            decides: Words::NONE,
            addresses: Words::NONE,
            prints: Words::NONE,
            is_followed: true,
        };
        lap.restart();
        lap
    }

    fn restart(&mut self) {
        self.hash = 0;
        for (place, word) in (0..).zip(&mut self.made_of) {
            *word = Words::only(place);
        }
        // It is a number.
        self.made_of[0] = Words::NONE;
        self.cells.clear();
        self.own.clear();
        (self.decides, self.addresses) = (Words::NONE, Words::NONE);
        self.prints = Words::NONE;
        self.is_followed = true;
    }

    fn part(&self, place: u32) -> Part {
        match place {
            Words::HI => Part::Hi,
            Words::LO => Part::Lo,
            Words::REST => Part::Memory,
            cell @ Words::CELLS.. => Part::Cell(self.own[(cell - Words::CELLS) as usize]),
            reg => Part::Reg(Reg::new(reg).expect("the first places are those of registers")),
        }
    }

    fn parts(&self, words: Words) -> Vec<Part> {
        words.places().map(|place| self.part(place)).collect()
    }

    /// The words that decide this lap and, if they are at its end what they were, all others.
    fn decides_at_last(&self) -> Option<Words> {
        self.with_what_makes(self.decides)
    }

    /// The same for what laps print, too.
    fn decides_output_at_last(&self) -> Option<Words> {
        self.with_what_makes(self.decides.and(self.prints))
    }

    /// Words, those that they are made of at the end of the lap, those that these are made of, and so on.
    fn with_what_makes(&self, mut decides: Words) -> Option<Words> {
        if !self.is_followed {
            return None;
        }
        loop {
            let mut all = decides;
            let mut add = |place: u32, made_of: Words| {
                if decides.0 >> place & 1 == 1 {
                    all = all.and(made_of);
                }
            };
            (0..).zip(self.made_of).for_each(|(place, made_of)| add(place, made_of));
            for (place, address) in (Words::CELLS..).zip(&self.own) {
                if let Ok(at) = self.place_of(*address) {
                    add(place, self.cells[at].1);
                }
            }
            self.cells.iter().for_each(|&(_, made_of)| add(Words::REST, made_of));
            if all == decides {
                return Some(decides);
            }
            decides = all;
        }
    }

    fn hangs_on(&mut self, words: Words) {
        self.decides = self.decides.and(words);
    }

    fn goes_to(&mut self, address: Words) {
        self.hangs_on(address);
        self.addresses = self.addresses.and(address);
    }

    /// Where a word of memory is among those that were touched, or would be.
    fn place_of(&self, address: Address) -> Result<usize, usize> {
        self.cells.binary_search_by_key(&address, |cell| cell.0)
    }
}

impl Recorder for Lap {
    #[inline(always)]
    fn begin(&mut self, at: Address) {
        self.printing.begin(at);
    }

    // Asked for at many places of the emulator's loop, and small code counts on the page.
    #[inline(never)]
    fn test(&mut self, _: Cause, test: Test<Words, Words>, _: bool) {
        match test {
            Test::Equal(s, t) => self.hangs_on(s.and(t)),
            Test::Is(word, _) => self.hangs_on(word),
            Test::Aligned(address) | Test::Below(address, _) | Test::At(address, _) => {
                self.hangs_on(address);
            }
        }
    }

    fn test_memory(&mut self, _: Cause, _: Words, _: u32, _: bool) {
        self.is_followed = false;
    }

    fn get(&mut self, reg: Reg) -> Words {
        self.made_of[reg.index()]
    }

    fn hi(&mut self) -> Words {
        self.made_of[Words::HI as usize]
    }

    fn lo(&mut self) -> Words {
        self.made_of[Words::LO as usize]
    }

    fn text_word(&mut self, address: u32, _: u32, _: bool) -> Words {
        self.is_followed &= address < self.text_end;
        Words::NONE
    }

    /// Nothing is read in a lap but the end of the stream, which is a number.
    fn input(&mut self, _: usize, _: u32) -> Words {
        Words::NONE
    }

    #[inline(never)]
    fn load(&mut self, address: Tagged<Words>, _: u32) -> Words {
        self.goes_to(address.tag);
        let address = Address(address.value);
        match self.place_of(address) {
            Ok(at) => self.cells[at].1,
            Err(_) if self.cells.len() == CELLS_AT_MOST => {
                self.is_followed = false;
                Words::NONE
            }
            Err(at) => {
                let place = Words::CELLS + self.own.len() as u32;
                if place < Words::REST {
                    self.own.push(address);
                }
                let first = Words::only(place.min(Words::REST));
                self.cells.insert(at, (address, first));
                first
            }
        }
    }

    fn set(&mut self, reg: Reg, _: u32, new: Tagged<Words>) {
        self.made_of[reg.index()] = new.tag;
    }

    fn multiply(&mut self, _: Signedness, [s, t]: [Tagged<Words>; 2], _: HiLo) {
        let both = s.tag.and(t.tag);
        self.made_of[Words::HI as usize] = both;
        self.made_of[Words::LO as usize] = both;
    }

    fn divide(&mut self, signedness: Signedness, operands: [Tagged<Words>; 2], words: HiLo) {
        self.multiply(signedness, operands, words);
    }

    #[inline(never)]
    fn store(&mut self, at: Tagged<Words>, old: u32, new: Tagged<Words>) {
        self.printing.store(at.value);
        self.goes_to(at.tag);
        self.is_followed &= at.value >= self.text_end;
        self.hash ^= mix(at.value, old) ^ mix(at.value, new.value);
        match self.place_of(Address(at.value)) {
            Ok(at) => self.cells[at].1 = new.tag,
            Err(_) if self.cells.len() == CELLS_AT_MOST => self.is_followed = false,
            Err(place) => self.cells.insert(place, (Address(at.value), new.tag)),
        }
    }

    fn output(&mut self, value: Tagged<Words>) {
        self.prints = self.prints.and(value.tag);
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
    /// `again: sub $1, $0, $1; sw $1, 64($0); bne $1, $0, again`
    const TURNS: [u32; 3] = [0x0001_0822, 0xac01_0040, 0x1420_fffd];
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
        let Watched::Recurs(Recurrence { first, again, is_whole: true, .. }) =
            watched(&TURNS, [5, 0], 100)
        else {
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
        assert_eq!(is_whole(&COUNTS, [1, 0], 100), Some(false));
        // It counts by nothing.
        assert_eq!(is_whole(&COUNTS, [0, 0], 100), Some(true));
    }

    /// `add $1, $1, $1; again: lw $3, 64($0); add $3, $3, $1; sw $3, 64($0); bne $3, $2, again;
    /// jr $31`: the counter decides.
    const COUNTS_TO: [u32; 6] =
        [0x0021_0820, 0x8c03_0040, 0x0061_1820, 0xac03_0040, 0x1462_fffc, 0x03e0_0008];

    #[test]
    fn what_decides_is_compared() {
        assert_eq!(is_whole(&COUNTS_TO, [1, 40_000], 100_000), None);
        assert_eq!(is_whole(&COUNTS_TO, [1, 40_001], 100_000), None);
        // It is at 0 again after 8 rounds.
        assert_eq!(is_whole(&COUNTS_TO, [1 << 28, 1], 100), Some(true));
    }

    /// `again: sw $1, 68($1); add $1, $1, $2; beq $0, $0, again`.
    const STORES: [u32; 3] = [0xac21_0044, 0x0022_0820, 0x1000_fffd];

    #[test]
    fn addresses_decide() {
        // It goes on until its address is in the text, or out of memory.
        assert_eq!(is_whole(&STORES, [0, 4], 1_000), None);
        assert_eq!(is_whole(&STORES, [0, 0], 100), Some(true));
    }

    /// `lis $4; .word 0xffff000c; again: sw $1, 0($4); add $1, $1, $2; beq $0, $0, again`.
    const PRINTS: [u32; 5] = [0x0000_2014, 0xffff_000c, 0xac81_0000, 0x0022_0820, 0x1000_fffd];

    #[test]
    fn a_lap_says_whether_others_print_the_same() {
        let image = Image::new(&Program::from_words(PRINTS.to_vec()));
        let of = |step: u32, wants_output: bool| {
            let mut machine = Machine::new(&image, [65, step]);
            let watch = Watch::new(&machine);
            let mut watch = if wants_output { watch.with_output() } else { watch };
            match watch.run(&mut machine, 1_000) {
                Watched::Recurs(it) => Some((it.repeats_output, it.written[1] > it.written[0])),
                Watched::Stopped(_) => None,
            }
        };
        assert_eq!(of(0, false), Some((true, true)));
        assert_eq!(of(0, true), Some((true, true)));
        assert_eq!(of(1, false), Some((false, true)));
        assert_eq!(of(1, true), None);
        // The word is another one until it has wrapped around; 2^30 comes again after four laps.
        assert_eq!(of(1 << 30, true), Some((true, true)));
    }

    /// Whether a run that goes round for ever is in the same state in all.
    fn is_whole(words: &[u32], inputs: [u32; 2], fuel: u64) -> Option<bool> {
        match watched(words, inputs, fuel) {
            Watched::Recurs(recurrence) => Some(recurrence.is_whole),
            Watched::Stopped(_) => None,
        }
    }
}
