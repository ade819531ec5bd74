//! Decides orders of words by chains of other orders.
//!
//! Where `a <= b` and `b < c`, also `a < c`. `a <= b` is `a < b` if they differ. A remainder is
//! below a nonzero divisor, and neither it nor a quotient exceeds the dividend. A difference does
//! not exceed the minuend if the subtrahend does not. Bit-blasting finds that too, but not for
//! divisions by words, where queries have little effort.

use std::collections::BTreeSet;

use crate::term::{Node, Sort, Term, Terms};

/// Maximum number of terms that a search for a chain visits.
const VISITED_TERMS: usize = 256;

/// Whether a fact follows from unsigned orders among the assumptions. The fact may be an order of
/// two words, their inequality, or a conjunction of these.
pub fn follows(terms: &Terms, assumptions: &[Term], goal: Term) -> bool {
    Steps { terms, assumptions }.decide(goal, true)
}

/// The words of an unsigned order among the assumptions, and whether it is strict.
pub fn orders(terms: &Terms, assumptions: &[Term]) -> Vec<(Term, Term, bool)> {
    let steps = Steps { terms, assumptions };
    let orders = assumptions.iter().filter_map(|&fact| ordered(terms, fact));
    orders.map(|(a, b, is_strict)| (a, b, is_strict || steps.are_apart(a, b))).collect()
}

/// The words of an unsigned order, and whether it is strict.
fn ordered(terms: &Terms, fact: Term) -> Option<(Term, Term, bool)> {
    let is_of_words = |a| terms.sort(a) == Sort::Word;
    match terms.node(fact) {
        Node::Ult(a, b) if is_of_words(a) => Some((a, b, true)),
        Node::Not(fact) => match terms.node(fact) {
            Node::Ult(a, b) if is_of_words(a) => Some((b, a, false)),
            _ => None,
        },
        _ => None,
    }
}

struct Steps<'t> {
    terms: &'t Terms,
    assumptions: &'t [Term],
}

impl Steps<'_> {
    /// Whether the orders imply that the truth of a fact is `holds`.
    fn decide(&self, fact: Term, holds: bool) -> bool {
        let is_of_words = |a| self.terms.sort(a) == Sort::Word;
        match (self.terms.node(fact), holds) {
            (Node::Not(fact), holds) => self.decide(fact, !holds),
            (Node::And(a, b), true) => self.decide(a, true) && self.decide(b, true),
            (Node::Or(a, b), false) => self.decide(a, false) && self.decide(b, false),
            (Node::Ult(a, b), true) if is_of_words(a) => self.lead(a, b, true),
            (Node::Ult(a, b), false) if is_of_words(a) => self.lead(b, a, false),
            (Node::Eq(a, b), false) if is_of_words(a) => {
                let is_zero = |word| self.terms.as_const(word) == Some(0);
                is_zero(a) && self.is_not_zero(b)
                    || is_zero(b) && self.is_not_zero(a)
                    || self.lead(a, b, true)
                    || self.lead(b, a, true)
            }
            _ => false,
        }
    }

    /// Whether a chain leads up from a word to another. `is_strict` is a property of the order that follows: the chain
    /// needs a strict step.
    fn lead(&self, from: Term, to: Term, is_strict: bool) -> bool {
        let mut seen = BTreeSet::new();
        let mut open = vec![(from, false)];
        while let Some((at, strictly)) = open.pop() {
            if at == to && (strictly || !is_strict) {
                return true;
            }
            if seen.len() < VISITED_TERMS && seen.insert((at, strictly)) {
                let next = self.above(at);
                open.extend(next.into_iter().map(|(next, step)| (next, strictly || step)));
            }
        }
        false
    }

    /// The words that this one does not exceed, and whether it is strictly below.
    fn above(&self, at: Term) -> Vec<(Term, bool)> {
        let mut above = Vec::new();
        for &assumption in self.assumptions {
            match ordered(self.terms, assumption) {
                Some((a, b, is_strict)) if a == at => {
                    above.push((b, is_strict || self.are_apart(a, b)));
                }
                _ => {}
            }
        }
        match self.terms.node(at) {
            Node::Urem(x, d) => {
                above.push((x, false));
                if self.is_not_zero(d) {
                    above.push((d, true));
                }
            }
            Node::Udiv(x, d) if self.is_not_zero(d) => above.push((x, false)),
            Node::Sub(x, d) => {
                let is_one = self.terms.as_const(d) == Some(1);
                let is_whole = is_one && self.is_not_zero(x) || self.is_said(d, x);
                above.extend(is_whole.then(|| (x, self.is_not_zero(d))));
            }
            Node::Add(x, d) if self.terms.as_const(d) == Some(u32::MAX.into()) => {
                above.extend(self.is_not_zero(x).then_some((x, true)));
            }
            _ => {}
        }
        above
    }

    /// Whether an assumption says that a word does not exceed another.
    fn is_said(&self, word: Term, other: Term) -> bool {
        let mut said = self.assumptions.iter().filter_map(|&fact| ordered(self.terms, fact));
        said.any(|(a, b, _)| a == word && b == other)
    }

    /// Whether an assumption says that these words differ.
    fn are_apart(&self, a: Term, b: Term) -> bool {
        let mut facts = self.assumptions.iter().filter_map(|&fact| match self.terms.node(fact) {
            Node::Not(fact) => Some(self.terms.node(fact)),
            _ => None,
        });
        facts.any(|fact| match fact {
            Node::Eq(x, y) => [x, y] == [a, b] || [y, x] == [a, b],
            _ => false,
        })
    }

    fn is_not_zero(&self, word: Term) -> bool {
        let is_zero = |term| self.terms.as_const(term) == Some(0);
        let says = |&assumption: &Term| match self.terms.node(assumption) {
            Node::Not(fact) => match self.terms.node(fact) {
                Node::Eq(a, b) => a == word && is_zero(b) || b == word && is_zero(a),
                _ => false,
            },
            Node::Ult(_, b) => b == word,
            _ => false,
        };
        self.terms.as_const(word).is_some_and(|value| value != 0)
            || self.assumptions.iter().any(says)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::alignment::draws::Draws;
    use crate::term::Model;

    /// Each conclusion holds in all models of a few values: compared with evaluation.
    #[test]
    fn what_follows_holds_wherever_the_assumptions_do() {
        let mut draws = Draws::new(5);
        let mut random = |below: u32| draws.below(below);
        let small = [0, 1, 2, 5, u32::MAX];
        let mut followed = 0;
        for round in 0..600 {
            let mut terms = Terms::new();
            let symbols = ["a", "b", "c"].map(|name| terms.symbol(name));
            let (remainder, quotient) =
                (terms.urem(symbols[0], symbols[1]), terms.udiv(symbols[2], symbols[1]));
            let (zero, one) = (terms.word(0), terms.word(1));
            let (less, rest) = (terms.sub(symbols[0], one), terms.sub(symbols[1], symbols[2]));
            let words = [symbols[0], symbols[1], symbols[2], remainder, quotient, less, rest];
            let mut fact = |terms: &mut Terms| {
                let [a, b] = [(); 2].map(|()| words[random(7) as usize]);
                let fact = match random(4) {
                    0 => terms.eq(a, zero),
                    1 => terms.eq(a, b),
                    _ => terms.ult(a, b),
                };
                if random(2) == 0 { terms.not(fact) } else { fact }
            };
            let assumptions: Vec<Term> = (0..3).map(|_| fact(&mut terms)).collect();
            let [one, other] = [(); 2].map(|()| fact(&mut terms));
            let (both, either) = (terms.and(one, other), terms.or(one, other));
            let goal = [one, both, terms.not(either)][round % 3];
            if !follows(&terms, &assumptions, goal) {
                continue;
            }
            followed += 1;
            for at in 0..125 {
                let values = [at % 5, at / 5 % 5, at / 25].map(|at| small[at]);
                let mut model = Model::new();
                for (symbol, value) in symbols.into_iter().zip(values) {
                    let Node::Symbol(symbol) = terms.node(symbol) else { unreachable!() };
                    model.set(symbol, value);
                }
                let all = [&assumptions[..], &[goal]].concat();
                let holds: Vec<bool> =
                    terms.eval(&all, &model).into_iter().map(|value| value != 0).collect();
                assert!(holds[3] || !holds[..3].iter().all(|holds| *holds), "{values:?}");
            }
        }
        assert!(followed > 10, "{followed}");
    }
}
