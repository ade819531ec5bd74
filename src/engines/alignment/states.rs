//! A cache of states of both programs at nodes, found by a solver, and their neighbours.
//!
//! They are stored with a value for each word, so that they apply to other invariants as well, in
//! which other words may be free.

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use super::draws::Draws;
use super::schedule::LocationPair;
use crate::term::{self, Contents, Model, Sort, Symbol, Term, Terms};

/// Number of states that are kept per node, latest first.
const KEPT: usize = 24;
/// Maximum number of free words that are changed.
const CHANGED: usize = 64;
/// Maximum number of words of a free memory that are changed.
const CONTENTS: usize = 16;

/// Cached states of both programs at nodes.
#[derive(Default)]
pub struct States {
    of_nodes: BTreeMap<LocationPair, VecDeque<Rc<Model>>>,
}

impl States {
    /// The states at a node, latest first.
    pub fn at(&self, node: LocationPair) -> Vec<Rc<Model>> {
        self.of_nodes.get(&node).into_iter().flatten().rev().cloned().collect()
    }

    /// Stores a model as a state at a node where the words have these values; each word gets its
    /// symbol.
    pub fn keep(
        &mut self,
        terms: &Terms,
        node: LocationPair,
        (symbols, values): (&[Term], &[Term]),
        model: &Model,
    ) {
        let mut state = model.clone();
        for (&symbol, value) in symbols.iter().zip(terms.eval(values, model)) {
            if let term::Node::Symbol(symbol) = terms.node(symbol) {
                state.set(symbol, value as u32);
            }
        }
        let states = self.of_nodes.entry(node).or_default();
        let state = Rc::new(state);
        if !states.contains(&state) {
            if states.len() >= KEPT {
                states.pop_front();
            }
            states.push_back(state);
        }
    }
}

/// Whether all these conditions hold in some of the states.
pub fn is_taken(terms: &Terms, states: &[Rc<Model>], conditions: &[Term]) -> bool {
    if states.is_empty() {
        return false;
    }
    let mut evaluation = terms.evaluation(conditions.iter().copied());
    states.iter().any(|state| evaluation.all_hold(state))
}

/// The states in which these conditions hold and these words are zero.
pub fn taking(
    terms: &Terms,
    states: &[Rc<Model>],
    conditions: &[Term],
    zeros: &[Term],
) -> Vec<Rc<Model>> {
    if states.is_empty() {
        return Vec::new();
    }
    let mut evaluation = terms.evaluation(conditions.iter().chain(zeros).copied());
    let mut are_so = |state: &&Rc<Model>| {
        let values = evaluation.values(state);
        let (facts, words) = values.split_at(conditions.len());
        facts.iter().all(|&holds| holds == 1) && words.iter().all(|&word| word == 0)
    };
    states.iter().filter(|state| are_so(state)).cloned().collect()
}

/// The neighbours of a state: a free word is increased or decreased by one or replaced by an
/// arbitrary one, or a word of a free memory is.
pub fn beside(terms: &Terms, state: &Model, symbols: Vec<Symbol>) -> Vec<Model> {
    let mut draws = Draws::new(1);
    let mut any = || draws.below(1 << 16) << 16 | draws.below(1 << 16);
    let mut others = |word: u32| [word.wrapping_add(1), word.wrapping_sub(1), any()];
    let mut all = Vec::new();
    for symbol in symbols.into_iter().take(CHANGED) {
        if terms.symbol_sort(symbol) == Sort::Word {
            for other in others(state.get(symbol)) {
                let mut beside = state.clone();
                beside.set(symbol, other);
                all.push(beside);
            }
            continue;
        }
        let contents = state.memory(symbol).cloned().unwrap_or_default();
        for (address, word) in contents.words().take(CONTENTS) {
            for other in others(word) {
                let (mut beside, mut changed) = (state.clone(), contents.clone());
                changed.set(address, other);
                beside.set_memory(symbol, changed);
                all.push(beside);
            }
        }
        // All words that were not read.
        for elsewhere in others(0) {
            let (mut beside, mut filled) = (state.clone(), Contents::filled(elsewhere));
            contents.words().for_each(|(address, word)| filled.set(address, word));
            beside.set_memory(symbol, filled);
            all.push(beside);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::alignment::location::Location;

    /// A state that was found where an equation determined a word also applies where none does.
    #[test]
    fn states_are_known_of_other_invariants() {
        let mut terms = Terms::new();
        let symbols = ["x", "y"].map(|name| terms.symbol(name));
        let [x, y] = symbols;
        let [three, ten, eleven] = [3, 10, 11].map(|number| terms.word(number));
        let solved = [x, terms.add(x, three)];
        let mut model = Model::new();
        let term::Node::Symbol(symbol) = terms.node(x) else { unreachable!() };
        model.set(symbol, 7);
        let (is_ten, is_eleven) = (terms.eq(y, ten), terms.eq(y, eleven));
        let rest = terms.sub(y, ten);
        let (node, other) = ([Location::Done, Location::Entry], [Location::Entry; 2]);
        let mut states = States::default();
        for _ in 0..2 * KEPT {
            states.keep(&terms, node, (&symbols, &solved), &model);
        }
        assert_eq!((states.at(node).len(), states.at(other).len()), (1, 0));
        let states = states.at(node);
        assert_eq!(taking(&terms, &states, &[is_ten], &[rest]).len(), 1);
        assert_eq!(taking(&terms, &states, &[is_eleven], &[]).len(), 0);
        assert_eq!(taking(&terms, &states, &[], &[y]).len(), 0);
        assert!(is_taken(&terms, &states, &[is_ten]));
        assert!(!is_taken(&terms, &states, &[is_eleven]) && !is_taken(&terms, &[], &[]));
    }

    /// The latest are kept.
    #[test]
    fn no_more_states_are_kept_than_looked_at() {
        let mut terms = Terms::new();
        let x = terms.symbol("x");
        let node = [Location::Entry; 2];
        let mut states = States::default();
        for number in 0..2 * KEPT as u32 {
            let value = terms.word(number);
            states.keep(&terms, node, (&[x], &[value]), &Model::new());
        }
        let values: Vec<u64> =
            states.at(node).iter().map(|state| terms.eval(&[x], state)[0]).collect();
        let latest: Vec<u64> = (KEPT as u64..2 * KEPT as u64).rev().collect();
        assert_eq!(values, latest);
    }

    /// Each neighbour of a state differs from it in one word, or in one word of a memory.
    #[test]
    fn states_beside_one_are_others() {
        let mut terms = Terms::new();
        let (x, memory) = (terms.symbol("x"), terms.memory_symbol("m"));
        let symbol = |term| match terms.node(term) {
            term::Node::Symbol(symbol) => symbol,
            _ => unreachable!(),
        };
        let symbols = vec![symbol(x), symbol(memory)];
        let mut state = Model::new();
        state.set(symbols[0], 5);
        let mut contents = Contents::filled(0);
        contents.set(8, 6);
        state.set_memory(symbols[1], contents);
        let all = beside(&terms, &state, symbols.clone());
        assert_eq!(all.len(), 9);
        for other in &all {
            let contents = other.memory(symbols[1]).expect("it is kept");
            let of_memory = [contents.get(8), contents.get(12)];
            let changed = [other.get(symbols[0]) != 5, of_memory[0] != 6, of_memory[1] != 0];
            assert_eq!(changed.into_iter().filter(|is| *is).count(), 1, "{other:?}");
        }
    }
}
