//! A lap: from which words of the kept state each current word was computed, and which of them
//! determine the path, the addresses and the output.

use crate::machine::mips::Reg;
use crate::machine::record::{HiLo, Printing};
use crate::machine::values::{Cause, Test, Values};
use crate::machine::word::{BinaryOp, Signedness};
use crate::machine::{Image, Recorder, Tagged};
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

/// A set of words of the state at the beginning of a lap, as a bit set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Words(u64);

impl Words {
    pub const NONE: Words = Words(0);
    /// The bits of `hi` and `lo`, after those of the registers.
    pub const HI: u32 = 32;
    pub const LO: u32 = 33;
    /// The bit of the first word of memory that has its own bit.
    pub const CELLS: u32 = 34;
    /// The bit shared by all other words of memory.
    pub const REST: u32 = 63;

    pub fn only(place: u32) -> Words {
        Words(1 << place)
    }

    pub fn and(self, other: Words) -> Words {
        Words(self.0 | other.0)
    }

    pub fn places(self) -> impl Iterator<Item = u32> {
        (0..64).filter(move |place| self.0 >> place & 1 == 1)
    }
}

/// The maximal number of memory words that a lap tracks. Endless recursion touches more and more
/// words.
const CELLS_AT_MOST: usize = 512;

/// The dependences of the run since the kept state.
#[derive(Debug)]
pub(super) struct Lap {
    text_end: u32,
    /// Whether the run is within the routine that prints numbers.
    pub printing: Printing,
    /// The hash of the stored words; zero if all have their original values.
    pub hash: u64,
    /// For each register, `hi` and `lo`: the words from which its current value was computed.
    made_of: [Words; Words::CELLS as usize],
    /// For each word of memory that was loaded or stored, by address: the words from which its current value
    /// was computed.
    cells: Vec<(Address, Words)>,
    /// The addresses of memory words with their own bits.
    own: Vec<Address>,
    /// The words that determine the path of the lap.
    decides: Words,
    /// The words from which its addresses are computed.
    pub addresses: Words,
    /// The words from which its printed words are computed.
    prints: Words,
    /// Whether these dependences are known: the lap fetched only text, did not store to text, and
    /// touched few words of memory.
    is_followed: bool,
}

impl Lap {
    pub fn new(image: &Image) -> Lap {
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

    pub fn restart(&mut self) {
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

    pub fn part(&self, place: u32) -> Part {
        match place {
            Words::HI => Part::Hi,
            Words::LO => Part::Lo,
            Words::REST => Part::Memory,
            cell @ Words::CELLS.. => Part::Cell(self.own[(cell - Words::CELLS) as usize]),
            reg => Part::Reg(Reg::new(reg).expect("the first places are those of registers")),
        }
    }

    pub fn parts(&self, words: Words) -> Vec<Part> {
        words.places().map(|place| self.part(place)).collect()
    }

    /// The words that determine the path of this lap and, if they have the same values at its end,
    /// of all further laps.
    pub fn decides_at_last(&self) -> Option<Words> {
        self.with_what_makes(self.decides)
    }

    /// The words that determine the path and the output of this lap and, if they have the same values at its
    /// end, of all further laps.
    pub fn decides_output_at_last(&self) -> Option<Words> {
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

    fn depends_on(&mut self, words: Words) {
        self.decides = self.decides.and(words);
    }

    fn goes_to(&mut self, address: Words) {
        self.depends_on(address);
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
            Test::Equal(s, t) => self.depends_on(s.and(t)),
            Test::Is(word, _) => self.depends_on(word),
            Test::Aligned(address) | Test::Below(address, _) | Test::At(address, _) => {
                self.depends_on(address);
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
