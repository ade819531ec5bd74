//! The words of two programs in a model that refutes a goal.

use super::spot::Spot;

use super::pairs::{Key, SyncPoint, Walk};
use super::refuted::Refuted;
use super::relation::ProgramState;
use crate::machine::Initial;
use crate::machine::mips::Reg;
use crate::program::Address;
use crate::term::{Term, Terms};

impl Walk<'_, '_> {
    /// The words at a pair of places for which a later goal was refuted; `None` where none was.
    pub(super) fn refuted(
        &mut self,
        key: Key,
        at: SyncPoint,
        states: &[ProgramState; 2],
    ) -> Option<Refuted> {
        let (goal, model) = self.decider.refuted.take()?;
        let terms = &mut self.decider.terms;
        let about = terms.mentions(goal);
        let is_about = |terms: &Terms, term: Term| terms.meet(terms.mentions(term), about);
        let mut held = Vec::new();
        for (side, state) in states.iter().enumerate() {
            for (place, term) in state.all_held() {
                if is_about(terms, term) {
                    held.push((Spot { side, held: place }, terms.eval(&[term], &model)[0] as u32));
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
