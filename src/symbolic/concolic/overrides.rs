//! Words of a run that are replaced by others.

use rustc_hash::FxHashMap;

use super::Instance;
use crate::machine::mips::Reg;
use crate::machine::{Slot, Tagged};
use crate::program::Address;

/// The number of executions of each instruction.
pub type Counts = FxHashMap<Address, u32>;

/// How a recorded run continues after its known part.
#[derive(Clone, Debug)]
pub enum Rest {
    /// It ends.
    Ended,
    /// It cycles for ever: the part between these two counts repeats with the same words.
    Again([Counts; 2]),
    /// Unknown; these executions are known.
    Unknown(Counts),
}

/// How the executions of one instruction continue, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Further {
    /// There are no more.
    None,
    /// After execution `after`, each execution has the words of the one `period` earlier.
    Again { after: u32, period: u32 },
    /// The words of executions after `known` are unknown.
    Unknown { known: u32 },
}

impl Further {
    /// The first execution with the same words as this one and the same continuation.
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

/// Replacements for words of a run.
#[derive(Clone, Debug)]
pub struct Overrides<W> {
    /// A short list.
    places: Vec<Replaced<W>>,
}

/// The replacements for one word of an instruction, by the number of the execution.
#[derive(Clone, Debug)]
struct Replaced<W> {
    at: Address,
    slot: Slot,
    words: FxHashMap<u32, Tagged<W>>,
    /// The number of the last execution in `words`.
    last: u32,
    further: Further,
}

impl<W: Copy> Replaced<W> {
    /// The number of an execution with the same replacement and the same continuation.
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

    /// Replaces a word in all executions of an instruction by the words of a run. `words` are the
    /// known words of the executions of `from`, by their numbers; the n-th one replaces the word of
    /// the n-th execution.
    pub fn insert_all(
        &mut self,
        (at, slot): (Address, Slot),
        from: Address,
        words: impl Iterator<Item = (u32, Tagged<W>)>,
        rest: &Rest,
    ) {
        self.push(at, slot, words.collect(), rest.of(from));
    }

    /// Replaces the word of one instance by the word of one execution of `from`; `words` are the
    /// known ones.
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

    /// The replacement for a word, if any.
    pub(super) fn get(&self, Instance { at, occurrence, slot }: Instance) -> Option<Tagged<W>> {
        let here = self.places.iter().filter(|place| (place.at, place.slot) == (at, slot));
        here.filter_map(|place| place.words.get(&place.phase(occurrence)).copied()).next()
    }

    /// The registers to overwrite before an execution of an instruction.
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

    /// Given these execution counts, the state on which all later replacements depend.
    pub(super) fn phase(&self, counts: &Counts) -> Vec<u32> {
        let of = |place: &Replaced<W>| place.phase(counts.get(&place.at).copied().unwrap_or(0));
        self.places.iter().map(of).collect()
    }

    /// Whether, by these execution counts, an execution was reached whose replacement is unknown.
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

    /// The same replacements without their terms.
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
