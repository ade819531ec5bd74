//! Compares both programs in abstract states, and along pairs of paths.

use std::collections::BTreeSet;

use super::sameness::sameness;
use super::{Point, PointState, Sameness, claim_of, observed, verdict};
use crate::engines::alignment::claim::Name;
use crate::engines::alignment::domain::{Analysed, Step, SubState};
use crate::engines::alignment::invariant::StateWord;
use crate::engines::alignment::location::Location;
use crate::engines::alignment::memory::Given;
use crate::engines::alignment::schedule::LocationPair;
use crate::engines::alignment::segments::Event;
use crate::engines::alignment::{candidates, claims};
use crate::flow::liveness::Liveness;
use crate::machine::Inputs;
use crate::machine::memory::MEMORY_END;
use crate::symbolic::output::Written;
use crate::term::{Term, Terms};

/// What is known of a comparison.
#[derive(Clone, Debug)]
pub struct Compared {
    /// How the words compare in the worst abstract state.
    pub worst: Sameness,
    /// Whether a run reaches each abstract state in which they differ.
    pub all_seen: bool,
    /// An input on which they differ.
    pub witness: Option<Inputs>,
}

impl Default for Compared {
    fn default() -> Compared {
        Compared { worst: Sameness::Equal, all_seen: true, witness: None }
    }
}

impl Compared {
    fn add(&mut self, sameness: Sameness) {
        self.worst = self.worst.max(sameness);
    }
}

/// The columns of words that are compared at a node: correlated ones that both programs use from
/// there on, at the end those that are observed.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// The pairs of columns.
    pub pairs: Vec<[usize; 2]>,
    /// Whether each word is shown: it is used, or it is an input.
    shown: Vec<bool>,
}

/// A point with all that is known of it.
#[derive(Clone, Debug, Default)]
pub struct At {
    /// The compared words.
    pub columns: Columns,
    /// Its abstract states.
    pub states: Vec<PointState>,
    /// What both print from there on, if one prints.
    pub output: Option<Compared>,
    /// What both access from there on, if one accesses an array.
    pub accesses: Option<Compared>,
    /// The addresses of these accesses' instructions, of each program.
    pub accessing: [BTreeSet<u32>; 2],
    /// The first input on which a compared word differs there.
    pub witness: Option<Inputs>,
}

/// The words that are compared at a node.
pub fn compared(of: &Analysed<'_>, correlated: &[[usize; 2]], node: LocationPair) -> Columns {
    let liveness = of.images.map(Liveness::of);
    let live = candidates::live(of.words, liveness.each_ref(), node, of.images);
    let has_ended = node.map(|at| at.is_final());
    let is_compared = |&&[left, right]: &&[usize; 2]| {
        let word = of.words.all[left];
        match has_ended {
            [true, true] => observed::has_column(of.images, word),
            [false, false] => live[left] && live[right],
            _ => live[left] && live[right] && matches!(word, StateWord::Reg(..)),
        }
    };
    let is_input = |word: &StateWord| matches!(word, StateWord::Input(_));
    let shown = of.words.all.iter().zip(&live).map(|(word, &live)| live || is_input(word));
    Columns {
        pairs: correlated.iter().filter(is_compared).copied().collect(),
        shown: shown.collect(),
    }
}

/// A sub-state, with how its words compare.
pub fn state(
    terms: &mut Terms,
    of: &Analysed<'_>,
    node: LocationPair,
    state: &SubState,
    columns: &Columns,
) -> PointState {
    let &Analysed { images, given, words, .. } = of;
    let realised = state.invariant(words, |_| true).realised(terms, words, images, given);
    let premises = [&given.premises[..], &realised.premises].concat();
    let compared = columns.pairs.iter().map(|&[left, right]| {
        let values = [left, right].map(|column| realised.values[column]);
        let sameness = match sameness(terms, &premises, values) {
            Sameness::Open if [left, right].iter().all(|&it| is_of_inputs(of, state, it)) => {
                Sameness::ByInput
            }
            sameness => sameness,
        };
        (claims::name(words.all[left]), sameness)
    });
    let compared: Vec<(Name, Sameness)> = compared.collect();
    let is_open = |(_, sameness): &(Name, Sameness)| *sameness >= Sameness::ByInput;
    let is_delta = compared.iter().any(is_open)
        && !compared.iter().any(|(_, sameness)| *sameness == Sameness::Different);
    let where_equal = is_delta.then(|| {
        let mut equal = state.clone();
        for &[left, right] in &columns.pairs {
            equal.equations.meet([(left, 1), (right, u32::MAX)].into_iter().collect());
        }
        claim_of(of, node, &equal, &columns.shown)
    });
    let claim = claim_of(of, node, state, &columns.shown);
    let observed = match node {
        [Location::Done, Location::Done] => observed::at_end(terms, of, &realised, &premises),
        _ => Vec::new(),
    };
    PointState { claim, words: compared, observed, where_equal, seen: None }
}

/// Whether a word is a sum of inputs in all members of a state.
fn is_of_inputs(of: &Analysed<'_>, state: &SubState, column: usize) -> bool {
    let is_input =
        |at: usize| of.words.all.get(at).is_none_or(|it| matches!(it, StateWord::Input(_)));
    let mut equations = state.equations.clone();
    equations.project(|at| at == column || is_input(at));
    let rows = equations.echelon(&[column]);
    rows.iter().any(|row| row.pivot == column && row.coefficients[column] % 2 == 1)
}

/// How two lists compare, one by one. Of the program with the shorter list nothing is known, since
/// it may do the rest later, unless it stops now. If it had stopped before, it may have done the
/// same while the other one waited.
fn of_lists<T>(
    lists: [&[T]; 2],
    (from, to): (LocationPair, LocationPair),
    mut compare: impl FnMut([&T; 2]) -> Sameness,
) -> Sameness {
    let [left, right] = lists;
    let common: Vec<Sameness> = left.iter().zip(right).map(|(a, b)| compare([a, b])).collect();
    let shorter = usize::from(right.len() < left.len());
    match left.len() == right.len() {
        _ if common.contains(&Sameness::Different) => Sameness::Different,
        true => common.into_iter().max().unwrap_or(Sameness::Equal),
        false if to[shorter].is_final() && !from[shorter].is_final() => Sameness::Different,
        false => Sameness::Open,
    }
}

impl At {
    /// Adds what both programs do along a pair of paths from there.
    pub fn take(&mut self, terms: &mut Terms, given: &Given, from: LocationPair, step: &Step) {
        let Step { to, along, output, events, .. } = step;
        if output.iter().any(|output| !output.is_empty()) {
            let lists = output.each_ref().map(|output| &output[..]);
            let sameness = of_lists(lists, (from, *to), |parts| printed(terms, along, parts));
            self.output.get_or_insert_default().add(sameness);
        }
        let accesses = [0, 1].map(|side| accesses(terms, given, side, &events[side]));
        if accesses.iter().any(|accesses| !accesses.is_empty()) {
            for (side, accesses) in accesses.iter().enumerate() {
                self.accessing[side].extend(accesses.iter().map(|(at, _)| at));
            }
            let lists = accesses.each_ref().map(|accesses| &accesses[..]);
            let compare = |[a, b]: [&(u32, Term); 2]| sameness(terms, along, [a.1, b.1]);
            let sameness = of_lists(lists, (from, *to), compare);
            self.accesses.get_or_insert_default().add(sameness);
        }
    }

    /// The point.
    pub fn point(
        self,
        node: LocationPair,
        merged: &BTreeSet<LocationPair>,
        is_whole: bool,
    ) -> Point {
        let At { states, output, accesses, witness, .. } = self;
        let mut words = Compared { witness, ..Compared::default() };
        for state in &states {
            let worst = match node {
                [Location::Fault, Location::Fault] => Sameness::Equal,
                [a, b] if a != b && a.is_final() && b.is_final() => Sameness::Different,
                _ => state.sameness(),
            };
            words.add(worst);
            words.all_seen &= worst == Sameness::Equal || state.seen.is_some();
        }
        let of_moves = |compared: Option<Compared>| compared.map(|it| verdict(&it, is_whole));
        Point {
            at: node,
            states,
            words: verdict(&words, is_whole),
            output: of_moves(output),
            accesses: of_moves(accesses),
            is_merged: merged.contains(&node),
        }
    }
}

impl PointState {
    /// How the compared words compare together.
    pub fn sameness(&self) -> Sameness {
        let of_words = self.words.iter().map(|(_, sameness)| *sameness);
        let all: BTreeSet<Sameness> =
            of_words.chain(self.observed.iter().map(|(_, sameness)| *sameness)).collect();
        let is = |of: Sameness| all.contains(&of);
        match () {
            // One word that is different is enough.
            () if is(Sameness::Different) => Sameness::Different,
            () if is(Sameness::Open) => Sameness::Open,
            () if is(Sameness::ByInput) => Sameness::ByInput,
            () => Sameness::Equal,
        }
    }
}

/// How two printed parts compare.
fn printed(terms: &mut Terms, along: &[Term], parts: [&Written; 2]) -> Sameness {
    let words = parts.map(|part| part.word());
    match parts {
        [Written::Number(_), Written::Number(_)] => sameness(terms, along, words),
        [Written::Byte(_), Written::Byte(_)] => match sameness(terms, along, words) {
            Sameness::Equal => Sameness::Equal,
            Sameness::Different | Sameness::ByInput | Sameness::Open => {
                let mask = terms.word(0xff);
                let low = words.map(|word| terms.bit_and(word, mask));
                sameness(terms, along, low)
            }
        },
        _ => Sameness::Open,
    }
}

/// The accesses of an array, with the addresses of instruction and word: those at an address that
/// is not the same for all inputs, and those of the array that is given.
fn accesses(terms: &Terms, given: &Given, side: usize, events: &[Event]) -> Vec<(u32, Term)> {
    let access = |event: &Event| match *event {
        Event::Access { at, address } => Some((at, address)),
        Event::Branch { .. } => None,
    };
    let is_of_array = |&(_, address): &(u32, Term)| match terms.as_const(address) {
        Some(at) => (at as u32) < MEMORY_END && given.is_of_array(side, at as u32),
        None => true,
    };
    events.iter().filter_map(access).filter(is_of_array).collect()
}
