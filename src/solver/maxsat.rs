//! Soft assertions: as many as can be are to hold, by weight (MaxSAT).
//!
//! The search is guided by cores, and counts violations lazily ("OLL", Morgado,
//! Dodaro and Marques-Silva, 2014). All soft assertions are asked for at once.
//! Where they cannot hold together, one in the core has to give way, which
//! costs at least the least weight among them. In their place then stands that
//! no more than one of them gives way, and once that is in a core itself, no
//! more than two, and so on. What is paid so far is a lower bound; the best
//! model so far is an upper one; where they meet is the optimum. Heavy ones are
//! asked for first ("stratification"), which gives good models early.
//!
//! It works over any solver with cores. `bitblast` holds assertions as
//! assumptions, so what it learns is kept from check to check.

use super::{Answer, AssertionId, Question, Solver, UnknownReason};
use crate::term::{Model, Term, Terms};

/// Checks at most.
const MAX_CHECKS: u32 = 2_000;

/// What is wanted to hold beside what a solver holds.
#[derive(Clone, Debug, Default)]
pub struct SoftAssertions {
    soft: Vec<(Term, u64)>,
}

/// The answer to a check that maximises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Optimum {
    /// What the solver holds can hold together, and this is the best way that
    /// was found.
    Best(Best),
    /// What the solver holds cannot hold together, whatever is soft.
    Unsat(Vec<AssertionId>),
    /// Not even that is known.
    Unknown(UnknownReason),
}

/// A model, and how good it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// The model.
    pub model: Model,
    /// The weight of the soft assertions that it violates.
    pub cost: u64,
    /// No model costs less than this.
    pub bound: u64,
    /// Why the two may differ: a check was left undecided.
    pub unknown: Option<UnknownReason>,
}

impl Best {
    /// Whether no model is better.
    pub fn is_optimum(&self) -> bool {
        self.cost == self.bound
    }
}

impl SoftAssertions {
    /// None yet.
    pub fn new() -> SoftAssertions {
        SoftAssertions::default()
    }

    /// Adds one that costs its weight where it does not hold.
    pub fn assert_soft(&mut self, term: Term, weight: u64) {
        self.soft.push((term, weight));
    }

    /// The weight of those that a model violates.
    pub fn cost(&self, terms: &Terms, model: &Model) -> u64 {
        let roots: Vec<Term> = self.soft.iter().map(|&(term, _)| term).collect();
        let values = terms.eval(&roots, model);
        let violated = self.soft.iter().zip(values).filter(|(_, value)| *value == 0);
        violated.map(|((_, weight), _)| weight).sum()
    }

    /// Satisfies what the solver holds, and violates as little weight of these
    /// as can be. The question's effort is that of each check.
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
    /// What is asked for, in the order of its making.
    wishes: Vec<Wish>,
}

/// Something that is asked for.
#[derive(Clone, Copy)]
struct Wish {
    term: Term,
    /// What it costs beyond the bound where it is violated.
    weight: u64,
    /// Where it is that few others are violated. (Something soft may be the same
    /// term, and is another wish all the same: it costs its weight once.)
    count: Option<Count>,
}

/// That at most so many of some wishes are violated.
#[derive(Clone, Copy)]
struct Count {
    /// How many are, a word.
    violated: Term,
    /// How many may be.
    at_most: u32,
    /// How many there are.
    of: u32,
}

impl Search {
    /// Asks for something from now on.
    fn want(&mut self, terms: &Terms, wish: Wish) {
        match terms.as_bool(wish.term) {
            Some(true) => {}
            // Paid in any case.
            Some(false) => self.best.bound += wish.weight,
            None => self.wishes.push(wish),
        }
    }

    /// Goes on until the bound is met; an error says why it was not.
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
                        // All that is asked for holds, so nothing but the bound is paid.
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

    /// Pays for a core: one of these wishes has to give way.
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

/// The sum of words, as a tree, so that the sums of flags stay narrow.
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
