//! Queries: can a goal hold together with assumptions?
//!
//! A query does not depend on inputs or programs: the engine that poses it interprets its models.

use rustc_hash::FxHashMap;

use crate::term::{Evaluation, Model, SymbolSet, Term, Terms};

/// A query to a solver: are all of these satisfiable together?
#[derive(Clone, Debug)]
pub struct Query {
    /// The name of the query.
    pub name: String,
    /// The assumptions.
    pub assumptions: Vec<Term>,
    /// The goal.
    pub goal: Term,
}

impl Query {
    /// The query whether a goal is satisfiable without assumptions.
    pub fn new(name: impl Into<String>, goal: Term) -> Query {
        Query { name: name.into(), assumptions: Vec::new(), goal }
    }

    /// All assertions: the assumptions, then the goal.
    pub fn terms(&self) -> impl Iterator<Item = Term> {
        self.assumptions.iter().copied().chain([self.goal])
    }

    /// The positions, in [`Query::terms`], of an obvious contradiction: `false`, or a term and its
    /// negation. Such a query needs no solver.
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

    /// An evaluator of the query under many models.
    pub fn evaluation<'t>(&self, terms: &'t Terms) -> Evaluation<'t> {
        terms.evaluation(self.terms())
    }

    /// Whether a model satisfies it.
    pub fn satisfied_by(&self, terms: &Terms, model: &Model) -> bool {
        self.evaluation(terms).all_hold(model)
    }
}
