//! An in-process solver: terms are bit-blasted into clauses for a SAT solver.
//!
//! It needs no thread, no download and no process, so it runs wherever the engine does. Terms are
//! blasted once and kept. An assertion is a literal that a check assumes, so checks over growing
//! terms share all their work, including learnt clauses. The core of an unsat answer is the set of
//! assumptions that the SAT solver used. Memory needs no theory: see `memory`.
//!
//! Long chains of divisions are too hard for a SAT solver; interval splitting decides them instead
//! ([`intervals`]), if few intervals suffice.
//!
//! Before either, bounds on single words are intersected ([`range`](crate::facts::range)), and a
//! few models are tried: simple ones within the bounds, and recent answers. In a search that moves
//! from path to path this answers most queries.

mod circuit;
#[cfg(feature = "alignment")]
pub mod clauses;
mod gates;
mod memory;
pub mod proof;
mod session;

use std::future::ready;

use super::{
    Answer, AssertionId, Assertions, Capabilities, Check, Effort, Question, Solver, Stop,
    UnknownReason, intervals,
};
use crate::facts::range::Ranges;
use crate::term::{Evaluation, Model, Sort, Symbol, Term, Terms};
use gates::{Bit, Outcome};
use session::{Session, Unmade};

/// Number of recent models that are kept and tried again.
const KEPT_MODELS: usize = 8;
/// Maximum number of models that are enumerated instead of searched for.
const MAX_ENUMERATED: u64 = 64;
/// Limits in conflicts on the first attempt of interval splitting, and then on the first attempt of
/// the SAT solver.
const FIRST_BOXES: u64 = 100;
pub(super) const FIRST_CONFLICTS: u64 = 1_000;
const CANCELLED: Answer = Answer::Unknown(UnknownReason::Cancelled);

/// Number of propagations that take about as long as making one gate.
pub(super) const PROPAGATIONS_PER_GATE: u64 = 10;

/// The solver.
#[derive(Default)]
pub struct Bitblast {
    assertions: Assertions,
    session: Session,
    /// Recent answers.
    models: Vec<Model>,
    /// The last query that would have had too many gates, and its effort.
    too_large: Option<(Vec<Term>, Effort)>,
    /// The cost so far in gates, including propagations converted to gates.
    spent: u64,
}

impl Bitblast {
    /// A solver without assertions.
    pub fn new() -> Bitblast {
        Bitblast::default()
    }

    fn ask(&mut self, terms: &Terms, question: &Question<'_>) -> Answer {
        let rest = question.effort.0.saturating_sub(FIRST_CONFLICTS);
        self.begin(terms, question)
            .or_else(|| self.go_on(terms, rest, question))
            .unwrap_or(Answer::Unknown(UnknownReason::Limit))
    }

    /// The answer, if a short first attempt of each method finds it.
    pub(super) fn begin(&mut self, terms: &Terms, question: &Question<'_>) -> Option<Answer> {
        let (conflicts, stop) = (question.effort.0, &question.stop);
        let boxes = question.foreseen.unwrap_or(question.effort).0;
        let ranges = &self.ranges(terms);
        if let Some(empty) = ranges.empty() {
            return Some(unsat(empty.said_by.iter().copied()));
        }
        if let Some(model) = bounded_only(terms, ranges) {
            return Some(self.assertions.answer(terms, model));
        }
        let mut evaluation = self.assertions.evaluation(terms);
        if let Some(model) = self.guess(terms, &mut evaluation, ranges) {
            return Some(self.assertions.answer(terms, model));
        }
        // A query may be easy for one method and hard for the other, so each gets a small part of
        // the limit before interval splitting gets the rest.
        self.enumerate(terms, &mut evaluation, ranges, stop)
            .or_else(|| self.branch_and_prune(terms, ranges, conflicts.min(FIRST_BOXES), stop))
            .or_else(|| self.satisfy(terms, ranges, conflicts.min(FIRST_CONFLICTS), question))
            .or_else(|| self.branch_and_prune(terms, ranges, boxes, stop))
    }

    /// The SAT solver's answer to a query that was begun, within this many further conflicts.
    pub(super) fn go_on(
        &mut self,
        terms: &Terms,
        conflicts: u64,
        question: &Question<'_>,
    ) -> Option<Answer> {
        let ranges = self.ranges(terms);
        (conflicts > 0).then(|| self.satisfy(terms, &ranges, conflicts, question)).flatten()
    }

    fn ranges(&self, terms: &Terms) -> Ranges {
        Ranges::new(terms, self.assertions.terms())
    }

    /// The answer by [`intervals`], at about the cost of this many conflicts.
    fn branch_and_prune(
        &mut self,
        terms: &Terms,
        ranges: &Ranges,
        conflicts: u64,
        stop: &Stop,
    ) -> Option<Answer> {
        match intervals::search(terms, &self.assertions, ranges, conflicts, stop) {
            intervals::Outcome::Sat(model) => Some(self.found(terms, model)),
            intervals::Outcome::Unsat => Some(Answer::Unsat(self.assertions.ids())),
            intervals::Outcome::Open => None,
            intervals::Outcome::Stopped => Some(CANCELLED),
        }
    }

    /// The SAT solver's answer within this many conflicts.
    fn satisfy(
        &mut self,
        terms: &Terms,
        ranges: &Ranges,
        conflicts: u64,
        question: &Question<'_>,
    ) -> Option<Answer> {
        let stop = &question.stop;
        let roots: Vec<Term> = self.assertions.terms().collect();
        let is_too_large =
            |(large, effort): &(Vec<Term>, Effort)| *large == roots && question.effort <= *effort;
        if self.too_large.as_ref().is_some_and(is_too_large) {
            return None;
        }
        self.session.begin(terms, &roots, question);
        let before = self.session.gates.len();
        let propagations = self.session.gates.propagations();
        let assumed = match self.assumptions(terms, ranges, stop) {
            Ok(assumed) => assumed,
            Err(Unmade::Stopped) => return Some(CANCELLED),
            Err(Unmade::TooMany) => {
                // They take much memory and are useless for other queries.
                self.spent += (self.session.gates.len() - before) as u64;
                self.session = Session::default();
                self.too_large = Some((roots, question.effort));
                return None;
            }
        };
        let added = self.session.gates.len() - before;
        self.session.largest = self.session.largest.max(added);
        let literals: Vec<Bit> = assumed.iter().map(|&(bit, _)| bit).collect();
        let outcome = self.session.gates.solve(&literals, conflicts, question.measure, stop);
        let propagations = self.session.gates.propagations() - propagations;
        self.spent += added as u64 + propagations / PROPAGATIONS_PER_GATE;
        match outcome {
            Outcome::Sat => Some(self.found(terms, self.session.model())),
            Outcome::Unsat(used) => {
                let used = assumed.into_iter().filter(|(bit, _)| used.contains(bit));
                Some(unsat(used.flat_map(|(_, positions)| positions)))
            }
            Outcome::Limit => None,
            Outcome::Stopped => Some(CANCELLED),
        }
    }

    /// The literals of the assertions, each with the positions of the assertions that it
    /// represents.
    fn assumptions(
        &mut self,
        terms: &Terms,
        ranges: &Ranges,
        stop: &Stop,
    ) -> Result<Vec<(Bit, Vec<usize>)>, Unmade> {
        let mut assumed: Vec<(Bit, Vec<usize>)> = Vec::new();
        let mut direct = ranges.others.clone();
        for range in &ranges.ranges {
            let said_by = range.said_by.clone();
            match range.intervals[..] {
                [bounds] if said_by.len() > 1 => {
                    assumed.push((self.session.within(terms, range.term, bounds, stop)?, said_by))
                }
                _ => direct.extend(said_by),
            }
        }
        direct.sort_unstable();
        let roots: Vec<Term> = self.assertions.terms().collect();
        for position in direct {
            assumed.push((self.session.literal(terms, roots[position], stop)?, vec![position]));
        }
        self.session.settle_equalities(terms, stop)?;
        Ok(assumed)
    }

    /// Stores a model that a search found, and returns it as the answer.
    fn found(&mut self, terms: &Terms, model: Model) -> Answer {
        let answer = self.assertions.answer(terms, model);
        if let Answer::Sat(model) = &answer {
            self.keep(model.clone());
        }
        answer
    }

    /// The answer by enumeration, if few models have to be tried.
    fn enumerate(
        &self,
        terms: &Terms,
        evaluation: &mut Evaluation<'_>,
        ranges: &Ranges,
        stop: &Stop,
    ) -> Option<Answer> {
        let mut models = vec![Model::new()];
        let roots: Vec<Term> = self.assertions.terms().collect();
        let symbols = evaluation.free_symbols();
        let candidates = ranges.candidates(terms, &roots, &symbols);
        for (symbol, intervals) in symbols.into_iter().zip(candidates) {
            let size = intervals.iter().map(|&(a, b)| u64::from(b - a) + 1).sum::<u64>();
            if size * models.len() as u64 > MAX_ENUMERATED {
                return None;
            }
            let words = intervals.iter().flat_map(|&(first, last)| first..=last);
            let extended = words.flat_map(|word| {
                models.iter().map(move |model| {
                    let mut model = model.clone();
                    model.set(symbol, word);
                    model
                })
            });
            models = extended.collect();
        }
        let found = models.into_iter().find(|model| stop.is_due() || evaluation.all_hold(model));
        Some(match found {
            Some(_) if stop.is_due() => CANCELLED,
            Some(model) => self.assertions.answer(terms, model),
            None => Answer::Unsat(self.assertions.ids()),
        })
    }

    /// A satisfying model among the candidates: simple words within the ranges, recent answers, and
    /// a few common ones.
    fn guess(
        &self,
        terms: &Terms,
        evaluation: &mut Evaluation<'_>,
        ranges: &Ranges,
    ) -> Option<Model> {
        let bounded = bounded(terms, ranges)?;
        let symbols = evaluation.free_symbols().into_iter();
        let symbols: Vec<Symbol> =
            symbols.filter(|&symbol| terms.symbol_sort(symbol) == Sort::Word).collect();
        let plain = [[0, 0], [1, 0], [0, 1], [u32::MAX, 1], [1, 2], [1 << 31, u32::MAX]];
        let plain = plain.into_iter().map(|values| {
            let mut model = bounded.clone();
            for (&symbol, value) in symbols.iter().zip(values) {
                if ranges.variable(terms, symbol).is_none() {
                    model.set(symbol, value);
                }
            }
            model
        });
        let mut candidates = plain.chain(self.models.iter().rev().cloned());
        candidates.find(|model| evaluation.all_hold(model))
    }

    /// Whether another solver's model satisfies the assertions.
    pub(super) fn accepts(&self, terms: &Terms, model: &Model) -> bool {
        self.assertions.hold(terms, model)
    }

    fn keep(&mut self, model: Model) {
        if self.models.len() == KEPT_MODELS {
            self.models.remove(0);
        }
        self.models.push(model);
    }
}

/// An unsat answer whose core is the assertions at these positions.
fn unsat(positions: impl Iterator<Item = usize>) -> Answer {
    let mut core: Vec<AssertionId> = positions.map(AssertionId::at).collect();
    core.sort_unstable();
    core.dedup();
    Answer::Unsat(core)
}

/// A simple word for each variable with a range; `None` where a range is empty.
fn bounded(terms: &Terms, ranges: &Ranges) -> Option<Model> {
    let mut model = Model::new();
    for (symbol, range) in ranges.variables(terms) {
        model.set(symbol, range.plain_word()?);
    }
    Some(model)
}

/// A model, where ranges of variables are the only assertions.
fn bounded_only(terms: &Terms, ranges: &Ranges) -> Option<Model> {
    let is_all = ranges.others.is_empty() && ranges.variables(terms).count() == ranges.ranges.len();
    if is_all { bounded(terms, ranges) } else { None }
}

impl Solver for Bitblast {
    fn name(&self) -> &str {
        "bitblast"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { incremental: true, cores: true }
    }

    fn spent(&self) -> u64 {
        self.spent
    }

    fn push(&mut self) {
        self.assertions.push();
    }

    fn pop(&mut self) {
        self.assertions.pop();
    }

    fn assert(&mut self, term: Term) -> AssertionId {
        self.assertions.assert(term)
    }

    fn check<'a>(&'a mut self, terms: &'a Terms, question: Question<'a>) -> Check<'a> {
        Box::pin(ready(self.ask(terms, &question)))
    }
}

#[cfg(test)]
mod tests {
    use super::session::{FEW_GATES, MAX_QUESTIONS};
    use super::*;

    #[test]
    fn a_question_does_not_pay_for_all_before_it() {
        let mut terms = Terms::new();
        let (x, y) = (terms.symbol("$1"), terms.symbol("$2"));
        let number = terms.word(0x1234_5677);
        let mut solver = Bitblast::new();
        let (mut all, mut first) = (0, 0);
        for k in 1..40 {
            let k = terms.word(k);
            let sum = terms.add(y, k);
            let product = terms.mul(x, sum);
            let claim = terms.eq(product, number);
            solver.push();
            solver.assert(claim);
            solver.models.clear();
            let before = solver.session.gates.len();
            let answer = solver.ask(&terms, &Question::new("test"));
            assert!(matches!(answer, Answer::Sat(_)), "{answer:?}");
            solver.pop();
            let now = solver.session.gates.len();
            first = if first == 0 { now } else { first };
            all += now.checked_sub(before).unwrap_or(now);
            assert!(now <= FEW_GATES + (MAX_QUESTIONS + 2) * first, "{now} gates");
        }
        assert!(all > 10 * (FEW_GATES + first), "{all} gates are too few to show anything");
    }

    /// A path of hundreds of divisions is not blasted for a check with little effort.
    #[test]
    fn gates_are_in_proportion_to_the_effort() {
        let mut terms = Terms::new();
        let (mut x, y) = (terms.symbol("$1"), terms.symbol("$2"));
        for _ in 0..1_000 {
            let quotient = terms.udiv(x, y);
            x = terms.sub(y, quotient);
        }
        let number = terms.word(0x1234_5677);
        let claim = terms.eq(x, number);
        let mut solver = Bitblast::new();
        solver.assert(claim);
        let question = || Question::new("test").within(Effort(1));
        assert_eq!(solver.ask(&terms, &question()), Answer::Unknown(UnknownReason::Limit));
        assert!(solver.too_large.is_some());
        assert_eq!(solver.session.gates.len(), 0);
        assert_eq!(solver.ask(&terms, &question()), Answer::Unknown(UnknownReason::Limit));
        // The next query has all gates that it needs.
        solver.assertions = Assertions::default();
        let claim = terms.eq(y, number);
        let product = terms.mul(y, y);
        let other = terms.ult(product, y);
        solver.assert(claim);
        solver.assert(other);
        assert!(!matches!(solver.ask(&terms, &question()), Answer::Unknown(_)));
    }

    /// A model that was read wrongly from the SAT solver, with one bit flipped, is not returned.
    #[test]
    fn a_model_that_is_read_wrongly_does_not_leave() {
        let mut terms = Terms::new();
        let (x, y) = (terms.symbol("$1"), terms.symbol("$2"));
        let (product, number) = (terms.mul(x, y), terms.word(3 * 0x1234_5677));
        let claim = terms.eq(product, number);
        let mut solver = Bitblast::new();
        solver.assert(claim);
        let honest = solver.ask(&terms, &Question::new("test"));
        assert!(matches!(honest, Answer::Sat(_)), "{honest:?}");

        solver.models.clear();
        let mut bits = solver.session.bits[&x].to_vec();
        bits[0] = !bits[0];
        solver.session.bits.insert(x, bits.into());
        let lie = solver.ask(&terms, &Question::new("test"));
        assert_eq!(lie, Answer::Unknown(UnknownReason::WrongModel));
        assert!(solver.models.is_empty(), "it is not tried again either");
    }
}
