//! The question whether a goal can hold where assumptions do.
//!
//! A query knows nothing of inputs or programs: what a model of it means is
//! the business of the engine that asks.

use rustc_hash::FxHashMap;

use crate::term::{Evaluation, Model, SymbolSet, Term, Terms};

/// A question to a solver: can all of these hold together?
#[derive(Clone, Debug)]
pub struct Query {
    /// What is asked, as a name.
    pub name: String,
    /// What is known to hold, or to have held.
    pub assumptions: Vec<Term>,
    /// What is asked for.
    pub goal: Term,
}

impl Query {
    /// The question whether a goal can hold at all.
    pub fn new(name: impl Into<String>, goal: Term) -> Query {
        Query { name: name.into(), assumptions: Vec::new(), goal }
    }

    /// All that is to hold: the assumptions, and the goal after them.
    pub fn terms(&self) -> impl Iterator<Item = Term> {
        self.assumptions.iter().copied().chain([self.goal])
    }

    /// The positions, in [`Query::terms`], of what cannot hold together
    /// whatever the symbols are: something false, or a term with its negation.
    /// With them no solver need be asked.
    pub fn contradiction(&self, terms: &mut Terms) -> Option<Vec<usize>> {
        let mut positions: FxHashMap<Term, usize> = FxHashMap::default();
        for (position, term) in self.terms().enumerate() {
            if terms.as_bool(term) == Some(false) {
                return Some(vec![position]);
            }
            if let Some(&other) = positions.get(&terms.not(term)) {
                return Some(vec![other, position]);
            }
            positions.entry(term).or_insert(position);
        }
        None
    }

    /// The symbols that it depends on.
    pub fn mentions(&self, terms: &mut Terms) -> SymbolSet {
        self.terms().fold(SymbolSet::EMPTY, |all, term| {
            let symbols = terms.mentions(term);
            terms.union(all, symbols)
        })
    }

    /// Its evaluation under models.
    pub fn evaluation<'t>(&self, terms: &'t Terms) -> Evaluation<'t> {
        terms.evaluation(self.terms())
    }

    /// Whether a model satisfies it.
    pub fn satisfied_by(&self, terms: &Terms, model: &Model) -> bool {
        self.evaluation(terms).all_hold(model)
    }
}
