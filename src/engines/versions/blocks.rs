//! The relations at the beginning and the end of two blocks given to a solver, for reports.

use super::pairs::Walk;
use super::part::Asked;
use super::relation::Relation;
use super::run::Run;
use super::said::said;

impl Walk<'_, '_> {
    /// Blocks from where runs stopped to where other runs stopped.
    pub fn asked(&mut self, from: &[Run; 2], to: &[Run; 2]) -> Asked {
        let terms = &mut self.decider.terms;
        let symbols = &self.symbols;
        let mut given = Vec::new();
        if self.is_learning {
            let states = from.each_ref().map(|run| run.state.clone());
            let facts = self.spots.learn(terms, symbols, &states, &self.decider.given);
            given = self.spots.lines(terms, &facts);
        }
        let [before, after] = [from, to].map(|runs| {
            let states = runs.each_ref().map(|run| run.state.clone());
            let relation = Relation::of(terms, symbols, &states);
            said(&relation)
        });
        let [from, to] = [from, to].map(|runs| runs.each_ref().map(|run| run.at));
        Asked { from, to, before, given, after }
    }
}
