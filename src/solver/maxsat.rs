//! Weighted MaxSAT: satisfy soft assertions of the greatest total weight.
//!
//! The search is core-guided with lazily built totalizers ("OLL", Morgado, Dodaro and
//! Marques-Silva, 2014). All soft assertions are assumed at once. If they are unsatisfiable, at
//! least one in the core has to be violated, which costs at least the least weight among them. They
//! are then replaced by the assertion that at most one of them is violated; if that appears in a
//! core itself, by at most two, and so on. The cost paid so far is a lower bound, the best model so
//! far an upper one; the optimum is reached where they meet. Heavy assertions are assumed first
//! ("stratification"), which gives good models early.
//!
//! It works over any solver with cores. `bitblast` holds assertions as assumptions, so it keeps
//! what it learns from check to check.

use super::{Answer, AssertionId, Question, Solver, UnknownReason};
use crate::term::{Model, Term, Terms};

/// Maximum number of checks.
const MAX_CHECKS: u32 = 2_000;

/// Soft assertions, in addition to the solver's own.
#[derive(Clone, Debug, Default)]
pub struct SoftAssertions {
    soft: Vec<(Term, u64)>,
}

/// The answer to an optimization.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Optimum {
    /// The solver's assertions are satisfiable, and this is the best model found.
    Best(Best),
    /// The solver's assertions are unsatisfiable even without the soft ones.
    Unsat(Vec<AssertionId>),
    /// Not even satisfiability is known.
    Unknown(UnknownReason),
}

/// A model and its quality.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// The model.
    pub model: Model,
    /// The weight of the soft assertions that it violates.
    pub cost: u64,
    /// A lower bound on the cost of every model.
    pub bound: u64,
    /// Why cost and bound may differ: a check was left undecided.
    pub unknown: Option<UnknownReason>,
}

impl Best {
    /// Whether the model is optimal.
    pub fn is_optimum(&self) -> bool {
        self.cost == self.bound
    }
}

impl SoftAssertions {
    /// No soft assertions.
    pub fn new() -> SoftAssertions {
        SoftAssertions::default()
    }

    /// Adds a soft assertion that costs its weight if it is violated.
    pub fn assert_soft(&mut self, term: Term, weight: u64) {
        self.soft.push((term, weight));
    }

    /// The total weight of the soft assertions that a model violates.
    pub fn cost(&self, terms: &Terms, model: &Model) -> u64 {
        let roots: Vec<Term> = self.soft.iter().map(|&(term, _)| term).collect();
        let values = terms.eval(&roots, model);
        let violated = self.soft.iter().zip(values).filter(|(_, value)| *value == 0);
        violated.map(|((_, weight), _)| weight).sum()
    }

    /// Satisfies the solver's assertions while violating as little weight as possible. The
    /// question's effort applies to each check.
    pub async fn check(
        &self,
        solver: &mut dyn Solver,
        terms: &mut Terms,
        question: &Question<'_>,
    ) -> Optimum {
        let first = solver.check(terms, question.clone().with_core()).await;
        let model = match first {
            Answer::Sat(model) => model,
            Answer::Unsat(core) => return Optimum::Unsat(core),
            Answer::Unknown(why) => return Optimum::Unknown(why),
        };
        let cost = self.cost(terms, &model);
        let mut search =
            Search { best: Best { model, cost, bound: 0, unknown: None }, wishes: Vec::new() };
        for &(term, weight) in &self.soft {
            search.want(terms, Wish { term, weight, count: None });
        }
        let ended = search.run(self, solver, terms, question).await;
        search.best.unknown = ended.err();
        Optimum::Best(search.best)
    }
}

/// The state of a search.
struct Search {
    best: Best,
    /// The current soft constraints, in order of creation.
    wishes: Vec<Wish>,
}

/// A soft constraint of the search.
#[derive(Clone, Copy)]
struct Wish {
    term: Term,
    /// Its cost, beyond the bound, if it is violated.
    weight: u64,
    /// The cardinality constraint that it is, if any. (A soft assertion may be the same term and is
    /// still a separate constraint with its own weight.)
    count: Option<Count>,
}

/// The constraint that at most `at_most` of some soft constraints are violated.
#[derive(Clone, Copy)]
struct Count {
    /// The number of violated ones, a word.
    violated: Term,
    /// The maximum.
    at_most: u32,
    /// The number of soft constraints counted.
    of: u32,
}

impl Search {
    /// Adds a soft constraint.
    fn want(&mut self, terms: &Terms, wish: Wish) {
        match terms.as_bool(wish.term) {
            Some(true) => {}
            // Violated in every model, so its weight is paid.
            Some(false) => self.best.bound += wish.weight,
            None => self.wishes.push(wish),
        }
    }

    /// Runs until the bound is met; an error says why it was not.
    async fn run(
        &mut self,
        soft: &SoftAssertions,
        solver: &mut dyn Solver,
        terms: &mut Terms,
        question: &Question<'_>,
    ) -> Result<(), UnknownReason> {
        let mut stratum = self.wishes.iter().map(|wish| wish.weight).max().unwrap_or(0);
        for _ in 0..MAX_CHECKS {
            if self.best.is_optimum() {
                return Ok(());
            }
            self.wishes.retain(|wish| wish.weight > 0);
            solver.push();
            let heavy = self.wishes.iter().enumerate().filter(|(_, wish)| wish.weight >= stratum);
            let asserted: Vec<(AssertionId, usize)> =
                heavy.map(|(index, wish)| (solver.assert(wish.term), index)).collect();
            let answer = solver.check(terms, question.clone().with_core()).await;
            solver.pop();
            match answer {
                Answer::Sat(model) => {
                    let cost = soft.cost(terms, &model);
                    if cost < self.best.cost {
                        self.best = Best { model, cost, ..self.best.clone() };
                    }
                    let weights = self.wishes.iter().map(|wish| wish.weight);
                    match weights.filter(|&weight| weight < stratum).max() {
                        Some(next) => stratum = next,
                        // All soft constraints hold, so the cost equals the bound.
                        None => {
                            debug_assert!(self.best.is_optimum());
                            return Ok(());
                        }
                    }
                }
                Answer::Unsat(core) => {
                    let core = asserted.iter().filter(|(id, _)| core.contains(id));
                    let core: Vec<usize> = core.map(|&(_, index)| index).collect();
                    self.relax(terms, &core);
                }
                Answer::Unknown(why) => return Err(why),
            }
        }
        Err(UnknownReason::Limit)
    }

    /// Processes a core: one of these constraints has to be violated.
    fn relax(&mut self, terms: &mut Terms, core: &[usize]) {
        let least = core.iter().map(|&index| self.wishes[index].weight).min();
        let least = least.expect("what is hard can hold, so a core has something soft");
        self.best.bound += least;
        let (zero, one) = (terms.word(0), terms.word(1));
        let mut flags = Vec::with_capacity(core.len());
        for &index in core {
            let wish = &mut self.wishes[index];
            wish.weight -= least;
            flags.push(terms.ite(wish.term, zero, one));
            if let Some(count) = wish.count {
                self.want_count(terms, Count { at_most: count.at_most + 1, ..count }, least);
            }
        }
        let count = Count { violated: sum(terms, flags), at_most: 1, of: core.len() as u32 };
        self.want_count(terms, count, least);
    }

    fn want_count(&mut self, terms: &mut Terms, count: Count, weight: u64) {
        if count.at_most >= count.of {
            return;
        }
        let bound = terms.word(count.at_most + 1);
        let term = terms.ult(count.violated, bound);
        self.want(terms, Wish { term, weight, count: Some(count) });
    }
}

/// The sum of words, as a balanced tree, so that sums of flags stay narrow.
fn sum(terms: &mut Terms, mut words: Vec<Term>) -> Term {
    while words.len() > 1 {
        let pairs = words.chunks(2).map(|pair| match *pair {
            [a, b] => terms.add(a, b),
            _ => pair[0],
        });
        words = pairs.collect();
    }
    words[0]
}
