//! Interval splitting (branch and prune): a query is refuted box by box.
//!
//! A box assigns an interval to each input. Interval arithmetic bounds the query within a box. If
//! an assertion is false for the whole box, the box contains no model; otherwise it is split in
//! two. The arithmetic that costs a SAT solver most, chains of products and quotients of unknowns,
//! costs as little here as a sum, so a long chain of divisions of one input is decided in some
//! thousands of boxes. Queries about single bits or about many inputs are unsuitable. After a while
//! a few boxes are therefore split at random to estimate the number of boxes ("Estimating the
//! Efficiency of Backtrack Programs", Knuth, 1975), and a query that would need too many is left to
//! other methods.
//!
//! Counts, not the clock, decide when to stop, and the pseudo-random sequence is fixed, so runs are
//! reproducible.

mod tape;

use std::rc::Rc;

use tape::Tape;

use super::{Assertions, Stop};
use crate::facts::range::Ranges;
use crate::term::interval::Interval;
use crate::term::{Evaluation, Model, Node, Sort, Symbol, Term, Terms};

/// Operations that cost as much as one conflict of the SAT solver.
const OPERATIONS_PER_CONFLICT: u64 = 3_000;
/// Maximum number of operations: a few seconds.
const OPERATIONS_PER_QUERY: u64 = 300_000_000;
/// Operations in a unit of the work that a [`Stop`] may limit.
const OPERATIONS_PER_UNIT: u64 = 1_000;
/// Operations after which the remaining work is estimated.
const PROBED_AFTER: u64 = 30_000;
/// Random descents for the estimate.
const PROBES: u64 = 24;
/// A tape is specialised at every third split, which costs as much as this many operations per
/// operation on it.
const SPECIALISED_EVERY: u32 = 3;
const SPECIALISING: u64 = 10;

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A model, which the ground evaluator accepts.
    Sat(Model),
    /// There is none.
    Unsat,
    /// Undecided: unsuitable for this method, or beyond the limit.
    Open,
    /// The caller stopped it.
    Stopped,
}

/// Decides assertions by splitting the boxes spanned by the candidate intervals of each variable,
/// at about the cost of `conflicts` conflicts.
pub fn search(
    terms: &Terms,
    assertions: &Assertions,
    ranges: &Ranges,
    conflicts: u64,
    stop: &Stop,
) -> Outcome {
    let evaluation = assertions.evaluation(terms);
    let symbols = evaluation.free_symbols();
    let roots: Vec<_> = assertions.terms().collect();
    if has_free_memory(terms, &roots) {
        return Outcome::Open;
    }
    let Some(tape) = Tape::new(terms, &roots, &symbols) else { return Outcome::Unsat };
    if !tape.is_arithmetic() {
        return Outcome::Open;
    }
    let whole = whole(ranges.candidates(terms, &roots, &symbols), tape);
    let limit = conflicts.saturating_mul(OPERATIONS_PER_CONFLICT).min(OPERATIONS_PER_QUERY);
    let values = [Vec::new(), Vec::new()];
    let mut search = Search { symbols, evaluation, limit, stop, steps: 0, values };
    let end = search.run(whole);
    stop.spend(search.steps / OPERATIONS_PER_UNIT);
    match end {
        Ok(()) => Outcome::Unsat,
        Err(End::Model(model)) => Outcome::Sat(model),
        Err(End::Limit) => Outcome::Open,
        Err(End::Stopped) => Outcome::Stopped,
    }
}

/// Whether a memory is more than an image with stores. The words of a box's point do not determine
/// what is read from such a memory.
fn has_free_memory(terms: &Terms, roots: &[Term]) -> bool {
    terms.reachable(roots.iter().copied()).into_iter().any(|term| match terms.node(term) {
        Node::Symbol(_) | Node::Ite(..) => terms.sort(term) == Sort::Memory,
        Node::Eq(a, _) => terms.sort(a) == Sort::Memory,
        _ => false,
    })
}

/// A box with its specialised query.
#[derive(Clone)]
struct Part {
    inputs: Box<[Interval]>,
    tape: Rc<Tape>,
    /// The number of splits above it.
    depth: u32,
}

/// Why a search ends early.
enum End {
    Model(Model),
    Limit,
    Stopped,
}

struct Search<'t> {
    symbols: Vec<Symbol>,
    evaluation: Evaluation<'t>,
    limit: u64,
    stop: &'t Stop,
    /// Operations so far.
    steps: u64,
    /// The tape's values within the box, and at one point of it.
    values: [Vec<Interval>; 2],
}

impl Search<'_> {
    fn run(&mut self, whole: Vec<Part>) -> Result<(), End> {
        let mut parts = Vec::with_capacity(whole.len());
        for part in whole {
            parts.extend(self.look(part)?);
        }
        let mut open = parts.clone();
        let mut is_probed = false;
        while let Some(part) = open.pop() {
            for half in part.halves().into_iter().flatten() {
                open.extend(self.look(half)?);
            }
            if !is_probed && self.steps >= PROBED_AFTER {
                is_probed = true;
                self.probe(&parts)?;
            }
        }
        Ok(())
    }

    /// Descends at random a few times, each time into a half that is still open. Each box visited
    /// represents as many boxes as there were open branches above it (Knuth's estimate).
    fn probe(&mut self, parts: &[Part]) -> Result<(), End> {
        let affordable = (self.limit * PROBES) as f64 / parts.len() as f64;
        let mut estimate = 0.0;
        for (probe, part) in (1..=PROBES).zip(parts.iter().cycle()) {
            let mut part = part.clone();
            let mut ways = 1.0;
            // Multiples of the golden ratio are evenly distributed.
            let mut turns = probe.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            while let Some(halves) = part.halves() {
                let before = self.steps;
                let mut open = Vec::with_capacity(2);
                for half in halves {
                    open.extend(self.look(half)?);
                }
                estimate += ways * (self.steps - before) as f64;
                if estimate > affordable {
                    return Err(End::Limit);
                }
                if open.is_empty() {
                    break;
                }
                ways *= open.len() as f64;
                let side = (turns >> 63) as usize;
                part = open.swap_remove(side.min(open.len() - 1));
                turns = turns.rotate_left(1);
            }
        }
        Ok(())
    }

    /// Evaluates a box; returns it with its specialised query unless it contains no model.
    fn look(&mut self, part: Part) -> Result<Option<Part>, End> {
        let Part { inputs, mut tape, depth } = part;
        if self.steps >= self.limit {
            return Err(End::Limit);
        }
        if self.stop.is_due() {
            return Err(End::Stopped);
        }
        let [values, at_point] = &mut self.values;
        self.steps += 2 * tape.len() as u64;
        if tape.refutes(&inputs, values) {
            return Ok(None);
        }
        // Any member will do; the first one is usually a simple word.
        let point: Vec<Interval> = inputs.iter().map(|i| Interval::single(i.start)).collect();
        if !tape.refutes(&point, at_point) {
            let mut model = Model::new();
            for (&symbol, value) in self.symbols.iter().zip(&point) {
                model.set(symbol, value.start as u32);
            }
            if self.evaluation.all_hold(&model) {
                return Err(End::Model(model));
            }
        }
        if depth.is_multiple_of(SPECIALISED_EVERY) {
            self.steps += SPECIALISING * tape.len() as u64;
            match tape.specialised(values) {
                Some(special) => tape = Rc::new(special),
                None => return Ok(None),
            }
        }
        Ok(Some(Part { inputs, tape, depth }))
    }
}

impl Part {
    /// Splits the box in two; `None` if it is a single point in all relevant inputs.
    fn halves(&self) -> Option<[Part; 2]> {
        let Part { inputs, tape, depth } = self;
        let read = inputs.iter().enumerate().filter(|&(index, _)| tape.reads[index]);
        // Inputs with both signs come first: much depends on the sign, and bounds across both signs
        // are weak.
        let urgent = |&(_, input): &(usize, &Interval)| (input.has_both_signs(), input.more);
        let (chosen, input) = read.max_by_key(urgent).filter(|(_, input)| input.more > 0)?;
        Some(input.split().map(|half| {
            let mut inputs = inputs.clone();
            inputs[chosen] = half;
            Part { inputs, tape: Rc::clone(tape), depth: depth + 1 }
        }))
    }
}

/// The initial boxes: each combination of the intervals of the inputs.
fn whole(inputs: Vec<Vec<(u32, u32)>>, tape: Tape) -> Vec<Part> {
    let mut boxes: Vec<Vec<Interval>> = vec![Vec::new()];
    for intervals in inputs {
        let extended = boxes.iter().flat_map(|inputs| {
            intervals
                .iter()
                .map(|&(first, last)| [&inputs[..], &[Interval::between(first, last)]].concat())
        });
        boxes = extended.collect();
    }
    let tape = Rc::new(tape);
    let part =
        |inputs: Vec<Interval>| Part { inputs: inputs.into(), tape: Rc::clone(&tape), depth: 0 };
    boxes.into_iter().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search_all(terms: &Terms, claims: &[Term]) -> Outcome {
        let mut assertions = Assertions::default();
        for &claim in claims {
            assertions.assert(claim);
        }
        let ranges = Ranges::new(terms, claims.iter().copied());
        search(terms, &assertions, &ranges, 100_000, &Stop::NEVER)
    }

    /// The next estimate of a square root by Newton's method, `(r + x / r) / 2`.
    fn newton(
        terms: &mut Terms,
        divide: fn(&mut Terms, Term, Term) -> Term,
        x: Term,
        r: Term,
    ) -> Term {
        let two = terms.word(2);
        let quotient = divide(terms, x, r);
        let sum = terms.add(r, quotient);
        divide(terms, sum, two)
    }

    #[test]
    fn a_long_chain_of_divisions_is_refuted() {
        let mut terms = Terms::new();
        let x = terms.symbol("$1");
        let two = terms.word(2);
        let natural = terms.slt(x, two);
        let mut claims = vec![terms.not(natural)];
        let [mut signed, mut unsigned] = [terms.sdiv(x, two), terms.udiv(x, two)];
        for _ in 0..12 {
            let next = newton(&mut terms, Terms::sdiv, x, signed);
            claims.push(terms.slt(next, signed));
            signed = next;
            unsigned = newton(&mut terms, Terms::udiv, x, unsigned);
        }
        let equal = terms.eq(signed, unsigned);
        let differ = terms.not(equal);
        assert_eq!(search_all(&terms, &[&claims[..], &[differ]].concat()), Outcome::Unsat);
        // The claims alone have a model, so the unsat answer is about the last assertion.
        assert!(matches!(search_all(&terms, &claims), Outcome::Sat(_)));
    }

    #[test]
    fn an_input_that_only_memory_depends_on_is_tried_throughout() {
        let mut terms = Terms::new();
        let (x, y) = (terms.symbol("$1"), terms.symbol("$2"));
        let (four, forty) = (terms.word(4), terms.word(40));
        let memory = terms.image(&[7, 8, 9, 10]);
        let offset = terms.mul(x, four);
        let read = terms.select(memory, offset);
        let quotient = terms.udiv(forty, read);
        let claims = [terms.ult(x, four), terms.ult(y, four), terms.eq(quotient, four)];
        let Outcome::Sat(model) = search_all(&terms, &claims) else { panic!("40 / 9 and 40 / 10") };
        let Node::Symbol(symbol) = terms.node(x) else { panic!("a symbol") };
        assert!([2, 3].contains(&model.get(symbol)));
    }

    #[test]
    fn what_takes_too_many_boxes_is_left() {
        let mut terms = Terms::new();
        let (x, y) = (terms.symbol("$1"), terms.symbol("$2"));
        let (product, number) = (terms.mul(x, y), terms.word(0x1234_5677));
        let claim = terms.eq(product, number);
        assert_eq!(search_all(&terms, &[claim]), Outcome::Open);
    }
}
