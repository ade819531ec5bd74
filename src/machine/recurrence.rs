//! Detects runs that repeat a state, and so never stop.
//!
//! The continuation of a run depends on its registers, `hi`, `lo`, pc, memory and the rest of its
//! input stream. If all of them have the values of an earlier step, the run repeats for ever.
//! Brent's algorithm finds this: it compares the current state with a kept one, and keeps a new one
//! whenever the number of steps since has doubled. So a cycle is found within a few times the
//! number of steps before it and around it.
//!
//! Memories are compared by a hash that each store updates. If everything else is equal, the words
//! are compared too, so no result depends on the hash. The output is not part of the state, because
//! no program can read it: a loop that prints also runs for ever. Its output is endless: what was
//! printed before the cycle, then what each round prints, if all rounds print the same.
//!
//! Often only a part of the state must repeat. A *lap* is the part of a run from the kept state to
//! a later state with the same pc. The watch tracks from which words of the kept state each current
//! word was computed, and so which of them determine each branch, address, divisor and jump of the
//! lap. Let `R` be these words, closed under adding the words from which the words of `R` are
//! computed at the end of the lap. If every word of `R` has the same value at the end as at the
//! beginning, the next lap takes the same path, since everything that determines the path is the
//! same, and it restores `R` again. By induction the run goes on for ever, whatever other words do.
//! (`R` is the lap's dynamic slice for control; Korel and Laski, IPL 1988.) So a loop without
//! progress is found within two rounds even if it accumulates a sum. This requires that the lap
//! does not store to text, fetches only text, and touches few words of memory. Otherwise the whole
//! state must repeat.
//!
//! Each lap may print other words, as in a loop that prints a counter. If the words that determine
//! the printed ones are added to `R`, the same argument shows that each lap prints the same bytes
//! ([`Recurrence::repeats_output`]).
//!
//! A run may be steered: some of its words are replaced while it runs ([`Steering`]). Then the
//! pending replacements and their values are part of the state that must repeat.
//!
//! A lap neither begins nor ends within the routine that prints a number. Traces and terms treat
//! this routine as a single step, so they have no states within it.

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

/// A proof that a run never ends: two step counts at which it was in the same state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recurrence {
    /// The number of steps to the first state.
    pub first: u64,
    /// The number of steps to the second state.
    pub again: u64,
    /// Whether the whole state is the same. Otherwise, everything that determines how the run
    /// continues is the same.
    pub is_whole: bool,
    /// The number of bytes printed up to each of the two states.
    pub written: [u64; 2],
    /// Whether each lap from the first state on prints the same bytes. Always known if a lap prints
    /// nothing.
    pub repeats_output: bool,
}

/// How much of the state must repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    /// Everything that determines the path of the run.
    Way,
    /// Everything that determines the path and the output.
    Output,
    /// The whole state.
    Whole,
}

/// Watches a run for a repeated state.
#[derive(Debug)]
pub struct Watch {
    kept: Kept,
    /// The number of steps after which the current state replaces the kept one.
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
    /// The phase of the steering, see [`Steering::phase`].
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
    /// The whole state.
    pub fn all() -> Vec<Part> {
        let words = Reg::all().map(Part::Reg).chain([Part::Hi, Part::Lo]);
        words.chain([Part::Memory]).collect()
    }
}

/// The parts of the state at the beginning of a lap that determine the lap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice {
    /// Determines the path of the lap. If it has the same value at the end, it determines the path
    /// of all further laps.
    pub decides: Vec<Part>,
    /// Determines the path and the output of the laps.
    pub decides_output: Vec<Part>,
    /// The subset of `decides` from which addresses of loads and stores are computed. If it is
    /// constant, so are the addresses.
    pub addresses: Vec<Part>,
}

/// How a watched run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watched {
    /// It stopped. After [`Stop::OutOfFuel`] the watch can be continued.
    Stopped(Stop),
    /// It runs for ever.
    Recurs(Recurrence),
}

impl Watch {
    /// Watches the run from the machine's current state.
    pub fn new(machine: &Machine) -> Watch {
        Watch::steered(machine, &())
    }

    /// Watches a steered run from the machine's current state.
    pub fn steered(machine: &Machine, by: &impl Steering) -> Watch {
        let (kept, lap) = (Kept::of(machine, by), Lap::new(machine.image()));
        Watch { kept, power: 1, lap, extent: Extent::Way }
    }

    /// Requires that the whole state repeats. Then each further lap repeats the steps between the
    /// two states and computes the same words.
    pub fn strictly(self) -> Watch {
        Watch { extent: Extent::Whole, ..self }
    }

    /// Requires that everything repeats that determines the output. Then each lap prints the same.
    pub fn with_output(self) -> Watch {
        Watch { extent: Extent::Output, ..self }
    }

    /// Continues the run for at most `fuel` steps.
    pub fn run(&mut self, machine: &mut Machine, fuel: u64) -> Watched {
        self.run_steered(machine, fuel, &mut ())
    }

    /// Continues a steered run for at most `fuel` steps.
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
        // At the return address a program is done even without fuel.
        Watched::Stopped(machine.run(0, &mut ()))
    }

    /// The recurrence, if enough of the state has repeated.
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

    /// What determines the lap of a run that recurs. `None` if that is the whole state.
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

    /// Whether pc and the position in the input stream are the same, so that the states may be
    /// equal.
    fn may_be(&self, machine: &Machine) -> bool {
        self.state.pc == machine.state.pc && self.taken == machine.given.taken
    }

    /// Whether the whole state is the same.
    fn is(&self, machine: &Machine, lap: &Lap) -> bool {
        let (kept, now) = (&self.state, &machine.state);
        kept.regs[..32] == now.regs[..32]
            && (kept.hi, kept.lo) == (now.hi, now.lo)
            && self.holds_the_same_as(machine, lap)
    }

    fn holds_the_same_as(&self, machine: &Machine, lap: &Lap) -> bool {
        lap.hash == 0 && self.memory.holds_the_same_as(&machine.memory)
    }

    /// Whether the words that determine the path are known and have the same values.
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

/// A set of words of the state at the beginning of a lap, as a bit set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Words(u64);

impl Words {
    const NONE: Words = Words(0);
    /// The bits of `hi` and `lo`, after those of the registers.
    const HI: u32 = 32;
    const LO: u32 = 33;
    /// The bit of the first word of memory that has its own bit.
    const CELLS: u32 = 34;
    /// The bit shared by all other words of memory.
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

/// The maximal number of memory words that a lap tracks. Endless recursion touches more and more
/// words.
const CELLS_AT_MOST: usize = 512;

/// The dependences of the run since the kept state.
#[derive(Debug)]
struct Lap {
    text_end: u32,
    /// Whether the run is within the routine that prints numbers.
    printing: Printing,
    /// The hash of the stored words; zero if all have their original values.
    hash: u64,
    /// For each register, `hi` and `lo`: the words from which its current value was computed.
    made_of: [Words; Words::CELLS as usize],
    /// The same for words of memory that were loaded or stored, by address.
    cells: Vec<(Address, Words)>,
    /// The addresses of memory words with their own bits.
    own: Vec<Address>,
    /// The words that determine the path of the lap.
    decides: Words,
    /// The words from which its addresses are computed.
    addresses: Words,
    /// The words from which its printed words are computed.
    prints: Words,
    /// Whether these dependences are known: the lap fetched only text, did not store to text, and
    /// touched few words of memory.
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
        // `$0` is constant.
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

    /// The words that determine the path of this lap and, if they have the same values at its end,
    /// of all further laps.
    fn decides_at_last(&self) -> Option<Words> {
        self.with_what_makes(self.decides)
    }

    /// The same for the path and the output.
    fn decides_output_at_last(&self) -> Option<Words> {
        self.with_what_makes(self.decides.and(self.prints))
    }

    /// Closes a set of words under adding the words from which they are computed at the end of the
    /// lap.
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

    /// The index of a memory word among the tracked ones, or the index at which to insert it.
    fn place_of(&self, address: Address) -> Result<usize, usize> {
        self.cells.binary_search_by_key(&address, |cell| cell.0)
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

    /// A lap reads only the end of the input stream, which is a constant.
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

/// The contribution of a word to the hash of a memory; 0 for a zero word.
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
    /// A counter in memory, with the same registers in each round:
    /// `again: lw $3, 64($0); add $3, $3, $1; sw $3, 64($0); add $3, $0, $0; beq $0, $0, again`.
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
        // Two rounds negate twice.
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
        // The increment is zero.
        assert_eq!(is_whole(&COUNTS, [0, 0], 100), Some(true));
    }

    /// The counter determines the path:
    /// `add $1, $1, $1; again: lw $3, 64($0); add $3, $3, $1; sw $3, 64($0); bne $3, $2, again; jr $31`.
    const COUNTS_TO: [u32; 6] =
        [0x0021_0820, 0x8c03_0040, 0x0061_1820, 0xac03_0040, 0x1462_fffc, 0x03e0_0008];

    #[test]
    fn what_decides_is_compared() {
        assert_eq!(is_whole(&COUNTS_TO, [1, 40_000], 100_000), None);
        assert_eq!(is_whole(&COUNTS_TO, [1, 40_001], 100_000), None);
        // The counter is 0 again after 8 rounds.
        assert_eq!(is_whole(&COUNTS_TO, [1 << 28, 1], 100), Some(true));
    }

    /// `again: sw $1, 68($1); add $1, $1, $2; beq $0, $0, again`.
    const STORES: [u32; 3] = [0xac21_0044, 0x0022_0820, 0x1000_fffd];

    #[test]
    fn addresses_decide() {
        // It runs until its address lies in the text, or outside memory.
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
        // The printed word changes until it has wrapped around; with 2^30 it repeats after four
        // laps.
        assert_eq!(of(1 << 30, true), Some((true, true)));
    }

    /// For a run that repeats for ever, whether the whole state repeats.
    fn is_whole(words: &[u32], inputs: [u32; 2], fuel: u64) -> Option<bool> {
        match watched(words, inputs, fuel) {
            Watched::Recurs(recurrence) => Some(recurrence.is_whole),
            Watched::Stopped(_) => None,
        }
    }
}
