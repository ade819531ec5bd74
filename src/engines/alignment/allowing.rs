//! Weakens candidates by cached counterexamples.
//!
//! If a state at a node satisfies the assumptions of a transition, the invariant after it has to
//! hold for the state's successor, wherever the state came from. Before a solver is asked for such
//! a state, cached ones are therefore tried, also those found for other invariants, and their
//! neighbours, in which one free word has another value ([`states`]). Evaluating them takes
//! microseconds, and each model of a solver is worth many. The final invariants are the same as
//! with models alone, because only reachable successors weaken them (King and Søndergaard, CAV
//! 2008).

use super::invariant::Invariant;
use super::product::{Behind, Builder};
use super::schedule::LocationPair;
use super::states;
use crate::term::{Model, Term};

impl<'b> Builder<'b, '_> {
    /// Caches a state at a node that a solver has found; `before` are the words there.
    pub(super) fn keep_state(&mut self, node: LocationPair, before: &[Term], model: &Model) {
        let terms = &mut self.prover.decider.terms;
        let symbols = self.words.symbols(terms, &self.given.inputs);
        self.prover.states.keep(terms, node, (&symbols, before), model);
    }

    /// Weakens an invariant by the successors of the cached states, and of their neighbours where
    /// that adds something new.
    pub(super) fn allow_for_known(
        &mut self,
        invariant: &mut Invariant,
        words: &[Term],
        behind: &Behind<'_, 'b>,
    ) {
        if behind.known.is_empty() {
            return;
        }
        let mut weaker = Vec::new();
        {
            let mut evaluation = self.prover.decider.terms.evaluation(words.iter().copied());
            for state in behind.known {
                let sample: Vec<u32> =
                    evaluation.values(state).into_iter().map(|value| value as u32).collect();
                if invariant.add(&sample) {
                    weaker.push(state);
                }
            }
        }
        for state in weaker {
            self.changed = true;
            self.allow_for_beside(invariant, words, behind, state);
        }
    }

    /// Weakens an invariant by the successors of the neighbours of a state that takes the
    /// transition.
    pub(super) fn allow_for_beside(
        &mut self,
        invariant: &mut Invariant,
        words: &[Term],
        behind: &Behind<'_, 'b>,
        state: &Model,
    ) {
        let terms = &self.prover.decider.terms;
        let &Behind { assumptions, zeros, .. } = behind;
        let roots = assumptions.iter().chain(zeros).chain(words).copied();
        let mut evaluation = terms.evaluation(roots);
        let symbols = evaluation.free_symbols();
        for beside in states::beside(terms, state, symbols) {
            let values = evaluation.values(&beside);
            let (facts, others) = values.split_at(assumptions.len());
            let (of_zeros, after) = others.split_at(zeros.len());
            if facts.iter().all(|&holds| holds == 1) && of_zeros.iter().all(|&word| word == 0) {
                let sample: Vec<u32> = after.iter().map(|&value| value as u32).collect();
                self.changed |= invariant.add(&sample);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};
    use std::rc::Rc;

    use super::*;
    use crate::contract::Contract;
    use crate::engines::alignment::Goal;
    use crate::engines::alignment::decider::Decider;
    use crate::engines::alignment::draws::Draws;
    use crate::engines::alignment::invariant::Words;
    use crate::engines::alignment::location::Location;
    use crate::engines::alignment::memory::{Base, Given, Space};
    use crate::engines::alignment::obligations::Prover;
    use crate::engines::alignment::schedule::Schedule;
    use crate::engines::alignment::segments::PathSegment;
    use crate::engines::pause::Pause;
    use crate::machine::Image;
    use crate::program::Program;
    use crate::solver::Stop;
    use crate::solver::bitblast::Bitblast;
    use crate::symbolic::SymbolicState;
    use crate::term::{Node, Terms};

    const EDGES: [u32; 6] = [0, 1, 2, (1 << 31) - 1, 1 << 31, u32::MAX];

    /// After random transitions from three words to these, their sum and an odd number, all that is
    /// added is the successor of some state. So equations that hold for all successors remain, and
    /// if the transition is always taken, no others do.
    #[test]
    fn states_beside_one_take_the_same_transition() {
        let image = Image::new(&Program::from_words(vec![0x03e0_0008]));
        let images = [&image; 2];
        let (mut solver, stop) = (Bitblast::new(), Stop::NEVER);
        let pause = Pause::never();
        let mut prover = Prover::new(Decider::new(&mut solver, &stop, pause));
        let plain = images.map(|image| &**image);
        let given = Rc::new(Given::new(&mut prover.decider.terms, plain, &Contract::default()));
        let words = Words::new(plain, [vec![], vec![]]);
        let mut draws = Draws::new(5);
        let (mut allowed, mut tried) = (0, 0);
        for round in 0..60 {
            let terms = &mut prover.decider.terms;
            let symbols = ["a", "b", "c"].map(|name| terms.symbol(name));
            let [zero, one, two] = [0, 1, 2].map(|number| terms.word(number));
            let mut assumptions: Vec<Term> = Vec::new();
            for _ in 0..round % 3 {
                let [x, y] = [(); 2].map(|()| symbols[draws.below(3) as usize]);
                let less = terms.ult(x, y);
                assumptions.push(if draws.below(3) == 0 { terms.not(less) } else { less });
            }
            let [a, b, c] = symbols;
            let twice = terms.mul(two, c);
            let after = [a, b, c, terms.add(a, b), terms.add(twice, one)];
            let mut of_all = vec![zero; words.all.len()];
            of_all[..5].copy_from_slice(&after);
            let model = |values: [u32; 3], terms: &Terms| {
                let mut model = Model::new();
                for (word, value) in symbols.into_iter().zip(values) {
                    let Node::Symbol(symbol) = terms.node(word) else { unreachable!() };
                    model.set(symbol, value);
                }
                model
            };
            let three = EDGES
                .iter()
                .flat_map(|&a| EDGES.iter().flat_map(move |&b| EDGES.map(|c| [a, b, c])));
            let states: Vec<Model> = three
                .map(|values| model(values, terms))
                .filter(|state| terms.evaluation(assumptions.iter().copied()).all_hold(state))
                .collect();
            if states.is_empty() {
                continue;
            }
            let first = &states[draws.below(states.len() as u32) as usize];
            let paths = [0, 1].map(|side| {
                let memory = Space::new(&image, &given, side, Base::Start, zero);
                let state = SymbolicState::at_start(terms, &image, &given.inputs, None, memory);
                let end = Ok(Location::Done);
                PathSegment {
                    conditions: vec![],
                    state,
                    output: vec![],
                    events: vec![],
                    steps: 1,
                    end,
                }
            });
            let mut found = [BTreeSet::new(), BTreeSet::new()];
            let schedule = Schedule::plain([1, 1], [1, 1]);
            let (of, none) = ((images, &given), BTreeMap::new());
            let mut builder =
                Builder::new(&mut prover, of, &words, &mut found, &schedule, none, &Goal::Agree);
            let known = [Rc::new(first.clone())];
            let behind = Behind {
                from: [Location::Entry; 2],
                assumptions: &assumptions,
                zeros: &[],
                inputs: &given.inputs,
                paths: [&paths[0], &paths[1]],
                before: &[],
                known: &known,
            };
            let mut invariant = Invariant::of_nothing(&words, Vec::new());
            builder.allow_for_known(&mut invariant, &of_all, &behind);
            assert!(builder.changed);
            let one = words.all.len();
            let solutions = invariant.equations.solutions();
            for it in &solutions {
                assert_eq!(it[3], it[0].wrapping_add(it[1]), "{assumptions:?}");
                assert_eq!(it[4], it[2].wrapping_mul(2).wrapping_add(it[one]), "{assumptions:?}");
                assert!((5..one).all(|column| it[column] == 0));
            }
            allowed += solutions.len();
            tried += 1;
            if assumptions.is_empty() {
                for state in &states {
                    let sample = builder.sample(&of_all, state);
                    assert!(!invariant.add(&sample), "{sample:?}");
                }
            }
        }
        assert!(tried > 40 && allowed > 3 * tried, "{allowed} {tried}");
    }
}
