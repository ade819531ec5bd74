//! Words of a run that are replaced by others.

use rustc_hash::FxHashMap;

use super::Instance;
use crate::machine::mips::Reg;
use crate::machine::{Slot, Tagged};
use crate::program::Address;

/// How often each instruction was executed.
pub type Counts = FxHashMap<Address, u32>;

/// How a run goes on behind what is known of it.
#[derive(Clone, Debug)]
pub enum Rest {
    /// It does not.
    Ended,
    /// It goes round for ever: what it did between the two, it does again and again, with the same
    /// words.
    Again([Counts; 2]),
    /// That is not known; so much is.
    Unknown(Counts),
}

/// The same of executions of an instruction, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Further {
    /// There are no others.
    None,
    /// Behind the first `after` each has the words of the one `period` before.
    Again { after: u32, period: u32 },
    /// The words of those behind the first `known` are not known.
    Unknown { known: u32 },
}

impl Further {
    /// The first execution that has the same words as this one and goes on the same.
    fn first_like(self, number: u32) -> u32 {
        match self {
            Further::Again { after, period } if number > after => {
                after + 1 + (number - after - 1) % period
            }
            _ => number,
        }
    }
}

impl Rest {
    fn of(&self, at: Address) -> Further {
        let count = |counts: &Counts| counts.get(&at).copied().unwrap_or(0);
        match self {
            Rest::Ended => Further::None,
            Rest::Again([first, again]) => match (count(first), count(again)) {
                (first, again) if first == again => Further::None,
                (after, again) => Further::Again { after, period: again - after },
            },
            Rest::Unknown(counts) => Further::Unknown { known: count(counts) },
        }
    }
}

/// Words that stand in place of others.
#[derive(Clone, Debug)]
pub struct Overrides<W> {
    /// Few.
    places: Vec<Replaced<W>>,
}

/// What is put in place of a word of an instruction, by the numbers of its executions.
#[derive(Clone, Debug)]
struct Replaced<W> {
    at: Address,
    slot: Slot,
    words: FxHashMap<u32, Tagged<W>>,
    /// The number of the last of them.
    last: u32,
    further: Further,
}

impl<W: Copy> Replaced<W> {
    /// The number of an execution that has the same word, and with which it goes on the same.
    fn phase(&self, number: u32) -> u32 {
        match self.further {
            Further::None => number.min(self.last + 1),
            further => further.first_like(number),
        }
    }
}

impl<W> Default for Overrides<W> {
    fn default() -> Overrides<W> {
        Overrides { places: Vec::new() }
    }
}

impl<W: Copy> Overrides<W> {
    /// Whether nothing is replaced.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Puts the words of a run in place of those of all executions of an instruction, by their
    /// numbers: `words` are those that are known, of executions of `from`.
    pub fn insert_all(
        &mut self,
        (at, slot): (Address, Slot),
        from: Address,
        words: impl Iterator<Item = (u32, Tagged<W>)>,
        rest: &Rest,
    ) {
        self.push(at, slot, words.collect(), rest.of(from));
    }

    /// Puts the word of one execution of `from`, of those that are known, in place of that of an
    /// instance.
    pub fn insert_one(
        &mut self,
        Instance { at, occurrence, slot }: Instance,
        (from, number): (Address, u32),
        words: impl Iterator<Item = (u32, Tagged<W>)>,
        rest: &Rest,
    ) {
        let number = match rest.of(from) {
            Further::Unknown { known } if number > known => {
                let further = Further::Unknown { known: occurrence - 1 };
                return self.push(at, slot, FxHashMap::default(), further);
            }
            further => further.first_like(number),
        };
        let mut words = words.filter(|(known, _)| *known == number);
        if let Some((_, word)) = words.next() {
            self.push(at, slot, FxHashMap::from_iter([(occurrence, word)]), Further::None);
        }
    }

    fn push(
        &mut self,
        at: Address,
        slot: Slot,
        words: FxHashMap<u32, Tagged<W>>,
        further: Further,
    ) {
        if words.is_empty() && further == Further::None {
            return;
        }
        let last = words.keys().copied().max().unwrap_or(0);
        self.places.push(Replaced { at, slot, words, last, further });
    }

    /// What is put in place of a word.
    pub(super) fn get(&self, Instance { at, occurrence, slot }: Instance) -> Option<Tagged<W>> {
        let here = self.places.iter().filter(|place| (place.at, place.slot) == (at, slot));
        here.filter_map(|place| place.words.get(&place.phase(occurrence)).copied()).next()
    }

    /// What registers are to hold as an execution of an instruction begins.
    pub(super) fn held(
        &self,
        at: Address,
        occurrence: u32,
    ) -> impl Iterator<Item = (Reg, Tagged<W>)> {
        let here = self.places.iter().filter(move |place| place.at == at);
        here.filter_map(move |place| match place.slot {
            Slot::Held(reg) => place.words.get(&place.phase(occurrence)).map(|word| (reg, *word)),
            _ => None,
        })
    }

    /// What decides, after so many executions, which words will be replaced and by what.
    pub(super) fn phase(&self, counts: &Counts) -> Vec<u32> {
        let of = |place: &Replaced<W>| place.phase(counts.get(&place.at).copied().unwrap_or(0));
        self.places.iter().map(of).collect()
    }

    /// Whether, after so many executions, one was of those of which it is not known by what
    /// their words are replaced.
    pub(super) fn is_beyond(&self, counts: &Counts) -> bool {
        self.places.iter().any(|place| match place.further {
            Further::Unknown { known } => counts.get(&place.at).is_some_and(|&it| it > known),
            _ => false,
        })
    }

    /// Whether a word of this instruction is replaced.
    pub(super) fn is_about(&self, at: Address) -> bool {
        self.places.iter().any(|place| place.at == at)
    }

    /// The same by numbers alone.
    pub fn values(&self) -> Overrides<()> {
        let untagged =
            |(&number, word): (&u32, &Tagged<W>)| (number, Tagged { value: word.value, tag: () });
        let places = self.places.iter().map(|place| Replaced {
            at: place.at,
            slot: place.slot,
            words: place.words.iter().map(untagged).collect(),
            last: place.last,
            further: place.further,
        });
        Overrides { places: places.collect() }
    }
}
