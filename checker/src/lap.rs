//! Recurrences: paths that run forever.
//!
//! A path that returns to an earlier program location has completed a *lap*. If certain words of the state have the
//! same values at the end of the lap as at its beginning, every input of the path loops forever, and the path ends at
//! [`Location::ForEver`](crate::certificate::Location::ForEver). The equalities are proved under the conditions of the
//! path, so the following holds for each of its inputs.
//!
//! Either the whole state is the same: registers, `hi`, `lo`, memory, and the number of input bytes read. The state
//! determines the next step, so the machine repeats the lap forever.
//!
//! Or a set `R` of words is the same, and memory is accessed only at constant addresses. The lap tracks which words of
//! the initial state each word depends on. `R` contains the words that branch operands, divisors, jump targets and
//! addresses depend on, and for each word of `R` the words that its final value depends on. If all of `R` is the same
//! at the end, each of these decisions has the same outcome in the next lap. So the next lap executes the same
//! instructions at the same addresses, and leaves `R` unchanged again, since the final values of `R` depend only on
//! `R`. By induction over the laps the run never ends, whatever happens to other words. The text is unchanged, since
//! paths that store into it are excluded; and the same number of input bytes was read, so the lap reads none.
//!
//! If the output is observed, `R` also contains the words that printed words depend on. Then each lap prints the same.
//! So the path prints its output before the lap, and then the output of the lap over and over.

use crate::certificate::Observed;
use crate::decode::{Access, Instruction, Triple, decode};
use crate::execute::{MEMORY_END, Path, State};
use crate::obligation::{Goal, Kind, Obligation, Scene};
use crate::refusal::Refusal;
use crate::terms::{Condition, Fact, Terms, Word};
use crate::walk::{Departure, Walk};

/// A set of words of the state at the beginning of a lap, as a bit mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Words(u64);

impl Words {
    const NONE: Words = Words(0);
    const HIGH: usize = 32;
    const LOW: usize = 33;
    /// The index of the first word of memory.
    const CELLS: usize = 34;
    const END: usize = 64;

    /// `$0` is constant.
    fn only(place: usize) -> Words {
        if place == 0 { Words::NONE } else { Words(1 << place) }
    }

    fn and(self, others: Words) -> Words {
        Words(self.0 | others.0)
    }

    fn places(self) -> impl Iterator<Item = usize> {
        (0..Words::END).filter(move |place| self.0 >> place & 1 == 1)
    }
}

/// The data flow of a path since a lap began.
#[derive(Clone, Debug)]
pub struct Lap {
    /// When it began, in instructions executed by the walk.
    pub begin: u64,
    /// Steps of the path at that time.
    steps: u64,
    /// Number of words printed at that time.
    printed: usize,
    pc: u32,
    state: State,
    /// The words that registers, `hi` and `lo` depend on.
    made_of: [Words; Words::CELLS],
    /// The same for words of memory, by address.
    cells: Vec<(u32, Words)>,
    /// The words that the control flow depends on.
    decides: Words,
    /// The words that the output depends on.
    prints: Words,
    /// Whether this is complete: all accesses so far were at constant addresses.
    is_followed: bool,
}

impl Lap {
    /// Begins a lap at the current state of a path.
    pub(crate) fn begin(path: &Path, begin: u64) -> Lap {
        Lap {
            begin,
            steps: path.steps,
            printed: path.output.len(),
            pc: path.pc,
            state: path.state.clone(),
            made_of: std::array::from_fn(Words::only),
            cells: Vec::new(),
            decides: Words::NONE,
            prints: Words::NONE,
            is_followed: true,
        }
    }

    /// Whether a path has returned to the lap's beginning, after at least one step.
    pub(crate) fn is_closed_by(&self, path: &Path) -> bool {
        path.pc == self.pc && path.steps > self.steps
    }

    /// The lap after the path's next instruction, if the path continues.
    pub(crate) fn followed(&self, scene: &mut Scene, side: usize, path: &Path) -> Lap {
        let mut lap = self.clone();
        let text = scene.memories.image(side);
        let next_is_text = path.pc as usize / 4 + 1 < text.len();
        match text.get(path.pc as usize / 4).and_then(|&word| decode(word)) {
            Some(instruction) => {
                lap.follow(&mut scene.terms, &path.state, instruction, next_is_text)
            }
            None => lap.is_followed = false,
        }
        lap
    }

    fn follow(&mut self, terms: &mut Terms, state: &State, of: Instruction, next_is_text: bool) {
        use Instruction::*;
        let both = |lap: &Lap, s: usize, t: usize| lap.made_of[s].and(lap.made_of[t]);
        match of {
            Add(Triple { d, s, t })
            | Sub(Triple { d, s, t })
            | Less { of: Triple { d, s, t }, .. } => {
                self.set(d, both(self, s, t));
            }
            Multiply { s, t, .. } => {
                let words = both(self, s, t);
                (self.made_of[Words::HIGH], self.made_of[Words::LOW]) = (words, words);
            }
            Divide { s, t, .. } => {
                self.hangs_on(self.made_of[t]);
                let words = both(self, s, t);
                (self.made_of[Words::HIGH], self.made_of[Words::LOW]) = (words, words);
            }
            MoveHigh(d) => self.set(d, self.made_of[Words::HIGH]),
            MoveLow(d) => self.set(d, self.made_of[Words::LOW]),
            LoadNext(d) => {
                self.is_followed &= next_is_text;
                self.set(d, Words::NONE);
            }
            Load(access) => {
                // A read of the input depends on the number of bytes read before.
                let made_of = match self.accessed(terms, state, access) {
                    Some(address) if address < MEMORY_END => self.cell(address).map(|cell| cell.1),
                    _ => Some(Words::NONE),
                };
                match made_of {
                    Some(made_of) => self.set(access.t, made_of),
                    None => self.is_followed = false,
                }
            }
            Store(access) => {
                let made_of = self.made_of[access.t];
                match self.accessed(terms, state, access) {
                    Some(address) if address < MEMORY_END => match self.cell(address) {
                        Some(cell) => cell.1 = made_of,
                        None => self.is_followed = false,
                    },
                    _ => self.prints = self.prints.and(made_of),
                }
            }
            Branch { s, t, .. } => self.hangs_on(both(self, s, t)),
            Jump { s, links } => {
                self.hangs_on(self.made_of[s]);
                if links {
                    self.set(31, Words::NONE);
                }
            }
        }
    }

    fn set(&mut self, register: usize, made_of: Words) {
        if register != 0 {
            self.made_of[register] = made_of;
        }
    }

    fn hangs_on(&mut self, words: Words) {
        self.decides = self.decides.and(words);
    }

    /// The accessed address, if it is constant.
    fn accessed(&mut self, terms: &mut Terms, state: &State, access: Access) -> Option<u32> {
        self.hangs_on(self.made_of[access.s]);
        let offset = terms.constant(access.offset as u32);
        let address = terms.add(state.registers[access.s], offset);
        let address = terms.as_constant(address);
        self.is_followed &= address.is_some();
        address
    }

    /// The entry of the memory word at an address, which initially depends on itself; none if there are too many.
    fn cell(&mut self, address: u32) -> Option<&mut (u32, Words)> {
        let at = match self.cells.iter().position(|(at, _)| *at == address) {
            Some(at) => at,
            None => {
                let place = Words::CELLS + self.cells.len();
                if place == Words::END {
                    return None;
                }
                self.cells.push((address, Words::only(place)));
                self.cells.len() - 1
            }
        };
        self.cells.get_mut(at)
    }

    /// The set `R`: the words that determine this lap, and transitively the words that their final values depend on;
    /// with those of the output, if that is observed.
    fn decides_all(&self, observed: &Observed) -> Words {
        let mut all = match observed.output {
            true => self.decides.and(self.prints),
            false => self.decides,
        };
        loop {
            let before = all;
            for place in before.places() {
                all = all.and(match place.checked_sub(Words::CELLS) {
                    None => self.made_of[place],
                    Some(cell) => self.cells[cell].1,
                });
            }
            if all == before {
                return all;
            }
        }
    }

    /// Pairs of words, at the beginning and at the path's current state, that must be equal; none if this cannot be a
    /// lap.
    fn words(&self, scene: &mut Scene, path: &Path, observed: &Observed) -> Option<Vec<[Word; 2]>> {
        let [before, now] = [&self.state, &path.state];
        if before.taken != now.taken || before.frame.is_some() || now.frame.is_some() {
            return None;
        }
        let mut pairs = Vec::new();
        let all: Vec<usize> = match self.is_followed && !path.wrote_text {
            true => self.decides_all(observed).places().collect(),
            false if before.memory == now.memory => (1..Words::CELLS).collect(),
            false => return None,
        };
        for place in all {
            pairs.push(match place {
                Words::HIGH => [before.high, now.high],
                Words::LOW => [before.low, now.low],
                register @ ..Words::HIGH => [before.registers[register], now.registers[register]],
                cell => {
                    let (address, _) = self.cells[cell - Words::CELLS];
                    let address = scene.terms.constant(address);
                    [before.memory, now.memory].map(|memory| {
                        scene.memories.load(&mut scene.terms, memory, address, &|_| None)
                    })
                }
            });
        }
        pairs.retain(|[before, now]| before != now);
        Some(pairs)
    }
}

impl Walk<'_> {
    /// Whether a path is at the end of a lap, and so runs forever ([this module](self)).
    pub(crate) fn comes_again(
        &mut self,
        start: &Departure,
        premises: &[Condition],
        path: &mut Path,
    ) -> Result<bool, Refusal> {
        if let Some(lap) = path.lap.take() {
            let observed = &self.certificate.observed;
            let words = lap.is_closed_by(path).then(|| lap.words(&mut self.scene, path, observed));
            let closed = words.flatten();
            if let Some(pairs) = closed
                && self.are_same(
                    start,
                    &[premises, &path.conditions].concat(),
                    &pairs,
                    lap.begin,
                )?
            {
                path.cycle = Some(lap.printed);
                return Ok(true);
            }
            path.lap = Some(lap);
        }
        if self.advisor.begins_lap(self.effort.instructions(), path.steps) {
            path.lap = Some(Box::new(Lap::begin(path, self.effort.instructions())));
        }
        Ok(false)
    }

    /// Whether words are equal at the beginning and the end of a lap. Nothing is asked if some cannot be.
    fn are_same(
        &mut self,
        start: &Departure,
        conditions: &[Condition],
        pairs: &[[Word; 2]],
        begin: u64,
    ) -> Result<bool, Refusal> {
        let mut open = Vec::new();
        for &[before, now] in pairs {
            let difference = self.scene.terms.sub(before, now);
            match self.scene.terms.folded(Fact::Zero(difference)) {
                Some(true) => continue,
                Some(false) => return Ok(false),
                None => {}
            }
            open.push(Obligation {
                kind: Kind::Lap,
                node: start.node,
                conditions,
                zeros: &start.zeros,
                goal: Goal::Zero(difference),
                claim: None,
            });
        }
        let Walk { advisor, scene, effort, .. } = self;
        if !advisor.closes_lap(scene, [begin, effort.instructions()], &open) {
            return Ok(false);
        }
        for obligation in &open {
            self.must(obligation)?;
        }
        Ok(true)
    }
}
