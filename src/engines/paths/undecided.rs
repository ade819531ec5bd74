//! Describes the inputs that a search leaves open as a condition in the contract's language.
//!
//! A search leaves regions open: a pair of paths that is out of fuel, a branch that was not tried.
//! Each region is a conjunction over the inputs. The conjuncts that depend on one input alone give
//! an exact set of its words, so the union of these sets over all regions contains every open
//! input. The condition is printed only if every region was recorded this way.

use rustc_hash::FxHashMap;

use crate::contract::{Contract, Spec};
use crate::report::{OpenInput, Undecided, words};
use crate::symbolic::intervals::in_words;
use crate::symbolic::path;
use crate::symbolic::word_set::{WordSet, satisfying};
use crate::term::{Node, Symbol, Term, Terms};

/// Maximum number of inputs with sets: the first ones.
const INPUTS: usize = 4;
/// Maximum number of regions; a condition for more would not help a reader.
pub(super) const REGIONS: usize = 1_000;
/// Maximum size in words of a gap that is closed.
const GAP: u32 = 64;
/// Maximum number of intervals of an input in a condition.
const INTERVALS: usize = 2;

/// The regions that a search leaves open.
#[derive(Clone, Debug, Default)]
pub(super) struct Regions {
    /// The words of each input in some region; `None` before the first region.
    words: Option<Vec<WordSet>>,
    /// The number of regions.
    count: usize,
    /// Whether an open region could not be described.
    is_unknown: bool,
    sets: FxHashMap<Term, Option<(usize, WordSet)>>,
}

impl Regions {
    /// Records that an unknown set of inputs is open.
    pub fn add_unknown(&mut self) {
        self.is_unknown = true;
    }

    /// Records that the inputs that satisfy these conditions may be open.
    pub fn add(
        &mut self,
        terms: &mut Terms,
        contract: &Contract,
        conditions: impl IntoIterator<Item = Term>,
    ) {
        self.count += 1;
        if self.is_unknown || self.count > REGIONS {
            return self.add_unknown();
        }
        let symbols = symbols(terms, contract);
        let mut region = vec![WordSet::all(); symbols.len()];
        for condition in conditions {
            let known = self.sets.entry(condition).or_insert_with(|| {
                let (place, symbol) = only(terms, condition, &symbols)?;
                Some((place, satisfying(terms, condition, symbol)?))
            });
            if let Some((place, set)) = known {
                region[*place] = region[*place].and(set);
            }
        }
        // No input satisfies conditions that contradict each other.
        if region.iter().any(WordSet::is_empty) {
            return;
        }
        let words = self.words.get_or_insert_with(|| vec![WordSet::none(); symbols.len()]);
        words.iter_mut().zip(&region).for_each(|(all, one)| *all = all.or(one));
    }

    /// The condition that covers all regions, if it is stronger than the contract.
    pub fn condition(
        &self,
        terms: &mut Terms,
        contract: &Contract,
        premises: &[Term],
    ) -> Option<Undecided> {
        let words = self.words.as_ref().filter(|_| !self.is_unknown)?;
        let symbols = symbols(terms, contract);
        let names = contract.names();
        let mut parts = Vec::new();
        for (place, (&symbol, set)) in symbols.iter().zip(words).enumerate() {
            let allowed = premises
                .iter()
                .filter(|&&it| only(terms, it, &symbols).is_some_and(|(at, _)| at == place))
                .filter_map(|&it| satisfying(terms, it, symbol))
                .fold(WordSet::all(), |all, one| all.and(&one));
            let exact = set.and(&allowed);
            let rest_of = |set: &WordSet| set.complement().and(&allowed);
            // Single inputs that a search happened to try are not worth listing.
            let simple = [exact.without_gaps(GAP), exact].map(|set| set.widened(INTERVALS));
            let set = simple.iter().find(|set| !rest_of(set).is_empty()).unwrap_or(&simple[1]);
            let rest = rest_of(set);
            if !rest.is_empty() {
                parts.push(part(&names[place], set, &rest));
            }
        }
        let undecided = words::undecided(&parts)?;
        let mut spec: Spec = contract.spec().clone();
        spec.assume.push(undecided.condition.clone());
        spec.assume.push(undecided.assume.clone());
        Contract::new(&spec).is_ok().then_some(undecided)
    }
}

/// The open words of one input.
fn part(name: &str, open: &WordSet, rest: &WordSet) -> OpenInput {
    let halves = [[i32::MIN as u32, u32::MAX], [0, i32::MAX as u32]];
    let signed = halves.iter().flat_map(|&[first, last]| {
        let half = open.and(&WordSet::between(first, last));
        half.intervals().iter().map(|it| it.map(|word| word as i32)).collect::<Vec<_>>()
    });
    let mut joined: Vec<[i32; 2]> = Vec::new();
    for [first, last] in signed {
        match joined.last_mut() {
            Some([_, end]) if *end == -1 && first == 0 => *end = last,
            _ => joined.push([first, last]),
        }
    }
    let [open, rest] = [open, rest].map(|set| in_words(name, set.intervals()));
    OpenInput { name: name.to_owned(), signed: joined, open, rest }
}

/// The first inputs.
fn symbols(terms: &mut Terms, contract: &Contract) -> Vec<Symbol> {
    let inputs = path::inputs(terms, contract.names());
    let symbol = |&term: &Term| match terms.node(term) {
        Node::Symbol(symbol) => Some(symbol),
        _ => None,
    };
    inputs.iter().take(INPUTS).filter_map(symbol).collect()
}

/// The only input that a condition depends on.
fn only(terms: &Terms, condition: Term, symbols: &[Symbol]) -> Option<(usize, Symbol)> {
    let [symbol] = *terms.members(terms.mentions(condition)) else { return None };
    let place = symbols.iter().position(|&it| it == symbol)?;
    Some((place, symbol))
}
