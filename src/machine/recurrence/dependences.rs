//! The dataflow of a lap, for any machine: from which words of the kept state each current word was computed, and which
//! of them determine the path, the addresses and the output.
//!
//! A machine has up to [`REGISTERS`] words besides its memory. Memory is tracked by cells, the units in which
//! the machine stores.

/// The number of words besides memory that are tracked.
pub const REGISTERS: u32 = 34;
/// The bit shared by all cells that have no bit of their own.
const REST: u32 = 63;
/// The maximal number of cells that a lap tracks. Endless recursion touches more and more cells.
const CELLS_AT_MOST: usize = 512;

/// A word of the state at the beginning of a lap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A word besides memory, by the machine's own number.
    Register(u32),
    /// A cell, by its address.
    Cell(u64),
    /// All of memory.
    Memory,
}

/// A set of words of the state at the beginning of a lap, as a bit set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words(u64);

impl Words {
    /// No word: a constant.
    pub const NONE: Words = Words(0);

    fn only(bit: u32) -> Words {
        Words(1 << bit)
    }

    /// The union of both sets.
    #[inline(always)]
    pub fn and(self, other: Words) -> Words {
        Words(self.0 | other.0)
    }

    fn bits(self) -> impl Iterator<Item = u32> {
        (0..64).filter(move |bit| self.0 >> bit & 1 == 1)
    }
}

/// The dependences of the run since the kept state.
#[derive(Debug)]
pub struct Dependences {
    /// The hash of the stored words; zero if all have their original values.
    hash: u64,
    /// For each word besides memory: the words from which its current value was computed.
    made_of: [Words; REGISTERS as usize],
    /// For each cell that was loaded or stored, by address: the words from which its current value was computed.
    cells: Vec<(u64, Words)>,
    /// The addresses of cells with their own bits.
    own: Vec<u64>,
    /// The words that determine the path of the lap.
    decides: Words,
    /// The words from which its addresses are computed.
    addresses: Words,
    /// The words from which its printed words are computed.
    prints: Words,
    /// Whether these dependences are known: the lap fetched only text, did not store to text, and
    /// touched few cells.
    is_followed: bool,
}

impl Default for Dependences {
    /// Those of a lap that begins.
    fn default() -> Dependences {
        let mut made_of = [Words::NONE; REGISTERS as usize];
        for (bit, word) in (0..).zip(&mut made_of) {
            *word = Words::only(bit);
        }
        Dependences {
            hash: 0,
            made_of,
            cells: Vec::new(),
            own: Vec::new(),
            decides: Words::NONE,
            addresses: Words::NONE,
            prints: Words::NONE,
            is_followed: true,
        }
    }
}

impl Dependences {
    /// The words from which a word besides memory was computed.
    #[inline(always)]
    pub fn get(&self, register: u32) -> Words {
        self.made_of[register as usize]
    }

    /// A word besides memory was computed from these words.
    #[inline(always)]
    pub fn set(&mut self, register: u32, made_of: Words) {
        self.made_of[register as usize] = made_of;
    }

    /// These words determine the path.
    #[inline(always)]
    pub fn depends_on(&mut self, words: Words) {
        self.decides = self.decides.and(words);
    }

    /// A printed word was computed from these words.
    pub fn print(&mut self, words: Words) {
        self.prints = self.prints.and(words);
    }

    /// An address was computed from these words.
    pub fn goes_to(&mut self, address: Words) {
        self.depends_on(address);
        self.addresses = self.addresses.and(address);
    }

    /// The lap is no longer followed unless this holds.
    #[inline(always)]
    pub fn require(&mut self, holds: bool) {
        self.is_followed &= holds;
    }

    /// The words from which the value of a cell was computed. The cell is loaded.
    pub fn load(&mut self, cell: u64) -> Words {
        match self.place_of(cell) {
            Ok(at) => self.cells[at].1,
            Err(_) if self.cells.len() == CELLS_AT_MOST => {
                self.is_followed = false;
                Words::NONE
            }
            Err(at) => {
                let bit = REGISTERS + self.own.len() as u32;
                if bit < REST {
                    self.own.push(cell);
                }
                let first = Words::only(bit.min(REST));
                self.cells.insert(at, (cell, first));
                first
            }
        }
    }

    /// A cell is stored, with its old and its new value.
    pub fn store(&mut self, cell: u64, [old, new]: [u32; 2], made_of: Words) {
        self.hash ^= mix(cell, old) ^ mix(cell, new);
        match self.place_of(cell) {
            Ok(at) => self.cells[at].1 = made_of,
            Err(_) if self.cells.len() == CELLS_AT_MOST => self.is_followed = false,
            Err(at) => self.cells.insert(at, (cell, made_of)),
        }
    }

    /// Whether all stored words may have their original values.
    pub fn may_have_the_same_memory(&self) -> bool {
        self.hash == 0
    }

    /// The words that determine the path of this lap and, if they have the same values at its end,
    /// of all further laps. `None` if the dependences are not known.
    pub fn decides_at_last(&self) -> Option<Words> {
        self.with_what_makes(self.decides)
    }

    /// The words that determine the path and the output of this lap and, if they have the same values at its
    /// end, of all further laps. `None` if the dependences are not known.
    pub fn decides_output_at_last(&self) -> Option<Words> {
        self.with_what_makes(self.decides.and(self.prints))
    }

    /// The words from which addresses were computed.
    pub fn addresses(&self) -> Words {
        self.addresses
    }

    /// The words of a set.
    pub fn places(&self, words: Words) -> impl Iterator<Item = Place> + '_ {
        words.bits().map(|bit| match bit {
            REST => Place::Memory,
            REGISTERS.. => Place::Cell(self.own[(bit - REGISTERS) as usize]),
            register => Place::Register(register),
        })
    }

    /// Closes a set of words under adding the words from which they are computed at the end of the
    /// lap.
    fn with_what_makes(&self, mut decides: Words) -> Option<Words> {
        if !self.is_followed {
            return None;
        }
        loop {
            let mut all = decides;
            let mut add = |bit: u32, made_of: Words| {
                if decides.0 >> bit & 1 == 1 {
                    all = all.and(made_of);
                }
            };
            (0..).zip(self.made_of).for_each(|(bit, made_of)| add(bit, made_of));
            for (bit, &cell) in (REGISTERS..).zip(&self.own) {
                if let Ok(at) = self.place_of(cell) {
                    add(bit, self.cells[at].1);
                }
            }
            self.cells.iter().for_each(|&(_, made_of)| add(REST, made_of));
            if all == decides {
                return Some(decides);
            }
            decides = all;
        }
    }

    /// The index of a cell among the tracked ones, or the index at which to insert it.
    fn place_of(&self, cell: u64) -> Result<usize, usize> {
        self.cells.binary_search_by_key(&cell, |it| it.0)
    }
}

/// The contribution of a word to the hash of a memory; 0 for a zero word.
fn mix(address: u64, value: u32) -> u64 {
    let key = (address << 32 | u64::from(value)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    if value == 0 { 0 } else { key ^ key >> 29 }
}
