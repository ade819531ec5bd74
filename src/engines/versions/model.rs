//! What a model that refutes a goal says of the words of two programs.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::pairs::{Key, Place, Walk};
use super::refuted::Refuted;
use super::relation::{HI, LO, State, indices, split};
use super::snippet::Held;
use crate::isa::Reg;
use crate::machine::Initial;
use crate::program::Address;
use crate::term::{Node, Term, Terms};

impl<P: AsyncFnMut() -> ControlFlow<()>> Walk<'_, '_, P> {
    /// The words at a pair of places with which a goal behind them was found not to hold; none where
    /// none was.
    pub(super) fn refuted(&mut self, key: Key, at: Place, states: &[State; 2]) -> Option<Refuted> {
        let (goal, model) = self.decider.refuted.take()?;
        let terms = &mut self.decider.terms;
        let symbols: BTreeSet<_> = terms.free_symbols([goal]).into_iter().collect();
        let is_about = |terms: &mut Terms, term: Term| {
            let (base, _) = split(terms, term);
            matches!(terms.node(base), Node::Symbol(symbol) if symbols.contains(&symbol))
        };
        let mut held = Vec::new();
        for (side, state) in states.iter().enumerate() {
            for index in indices() {
                let term = state.words[index];
                if is_about(terms, term) {
                    let place = match index {
                        HI => Held::High,
                        LO => Held::Low,
                        number => Held::Register(Reg::new(number as u32)?),
                    };
                    held.push((side, place, terms.eval(&[term], &model)[0] as u32));
                }
            }
        }
        let entry = self.procedures[&key].entry.clone();
        let mut inputs = Vec::new();
        if key.is_program {
            let entry = entry.states(&mut self.decider.terms, &mut self.symbols);
            for (side, state) in entry.iter().enumerate() {
                for reg in Reg::all() {
                    let Initial::Input(input) = self.images[side].initial(reg) else { continue };
                    let term = state.words[reg.index()];
                    let terms = &mut self.decider.terms;
                    if is_about(terms, term) {
                        inputs.push((input, terms.eval(&[term], &model)[0] as u32));
                    }
                }
            }
        }
        Some(Refuted { at: at.map(Address), held, inputs })
    }
}
