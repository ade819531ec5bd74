//! Quotients and remainders of sums that do not wrap around.
//!
//! Modulo 2^32 little is known of a sum's quotient by 12 from the quotients of
//! what is summed up. But where the facts of a path say that the sum does not
//! wrap around, it is one of natural numbers, and whatever in it is a multiple
//! of 12 can be taken out: with `x = 12 * q + r`, `(x + 11) / 12` is
//! `q + (r + 11) / 12`. Two things come of that:
//!
//! - Two sums that leave the same, when the multiples of a divisor are taken
//!   out, have the same remainder, and their quotients differ by what was
//!   taken out.
//! - Where few remainders are possible, each is a case in which all these
//!   quotients are sums. Words that are equal polynomials in each case are
//!   equal.
//!
//! A SAT solver has to find both out bit by bit.

use rustc_hash::FxHashMap;

use super::range::Ranges;
use super::sum::Sum;
use super::{Node, Sort, Term, Terms};

/// Terms below the words and the facts at most.
const MAX_TERMS: usize = 300;
/// Terms that are walked over at most, all cases together.
const MAX_STEPS: usize = 5_000;
/// The same in vain, in all that one [`Terms`] is asked: a search has thousands
/// of paths, each a little longer than the last.
const MAX_STEPS_IN_VAIN: usize = 200_000;

/// Some of the values of a word: those that leave `rest` when they are divided
/// by `by`.
#[derive(Clone, Copy, Debug)]
struct Case {
    by: u32,
    rest: u32,
}

/// Bounds on a natural number, both included.
type Bounds = (u32, u32);
const ALL: Bounds = (0, u32::MAX);

/// What is said of words on a path.
struct Facts {
    bounds: FxHashMap<Term, Bounds>,
    /// Pairs of words of which the first is not less than the second, and
    /// whether that is said of numbers with a sign.
    ordered: Vec<(Term, Term, bool)>,
}

impl Facts {
    fn new(terms: &Terms, facts: &[Term]) -> Facts {
        let ranges = Ranges::new(terms, facts.iter().copied()).ranges;
        let bounds = ranges.into_iter().filter_map(|range| {
            Some((range.term, (range.intervals.first()?.0, range.intervals.last()?.1)))
        });
        let ordered = facts.iter().filter_map(|&fact| {
            let (less, holds) = match terms.node(fact) {
                Node::Not(less) => (less, false),
                _ => (fact, true),
            };
            let (a, b, is_signed) = match terms.node(less) {
                Node::Ult(a, b) => (a, b, false),
                Node::Slt(a, b) => (a, b, true),
                _ => return None,
            };
            Some(if holds { (b, a, is_signed) } else { (a, b, is_signed) })
        });
        Facts { bounds: bounds.collect(), ordered: ordered.collect() }
    }
}

/// A walk over terms, arguments first, that gives each its form in a case.
struct Walk<'a> {
    terms: &'a mut Terms,
    facts: &'a Facts,
    cases: &'a [(Term, Case)],
    /// The forms.
    known: FxHashMap<Term, Term>,
    /// Words as sums that are equal to them as numbers.
    sums: FxHashMap<Term, Sum>,
    /// Bounds on words and on what stands in their places.
    bounds: FxHashMap<Term, Bounds>,
    /// By divisor and by what is left of a sum when multiples are taken out:
    /// the quotient of that, and the remainder.
    divided: FxHashMap<(u32, Sum), (Sum, Term)>,
    /// The words of whose remainders quotients depend, by divisor.
    wanted: Vec<(Term, u32)>,
    /// The terms in whose places words of sums are.
    origins: FxHashMap<Term, Term>,
    /// Whether no number is in the case.
    is_empty: bool,
}

impl Walk<'_> {
    fn new<'a>(terms: &'a mut Terms, facts: &'a Facts, cases: &'a [(Term, Case)]) -> Walk<'a> {
        Walk {
            terms,
            facts,
            cases,
            known: FxHashMap::default(),
            sums: FxHashMap::default(),
            bounds: FxHashMap::default(),
            divided: FxHashMap::default(),
            wanted: Vec::new(),
            origins: FxHashMap::default(),
            is_empty: false,
        }
    }

    /// Takes the next term.
    fn take(&mut self, term: Term) {
        let (form, sum) = self.form(term);
        let bounds = self.bounds_of(term);
        self.bounds.insert(term, bounds);
        self.bounds.entry(form).or_insert(bounds);
        self.known.insert(term, form);
        let sum = sum.unwrap_or_else(|| match self.terms.node(form) {
            Node::Word(value) => Sum::constant(value),
            _ => {
                self.origins.insert(form, term);
                Sum::word(form)
            }
        });
        self.sums.insert(term, sum);
    }

    /// A term's form, and the sum that it is where that is no single word.
    fn form(&mut self, term: Term) -> (Term, Option<Sum>) {
        let form = self.terms.rebuilt(term, &self.known);
        if self.terms.sort(term) != Sort::Word {
            return (form, None);
        }
        if let Some(&(_, Case { by, rest })) = self.cases.iter().find(|&&(of, _)| of == term) {
            let by_term = self.terms.word(by);
            let quotient = self.terms.udiv(form, by_term);
            let (first, last) = self.bounds_of(term);
            let next = u64::from(first) + u64::from((by + rest - first % by) % by);
            self.is_empty |= next > last.into();
            self.bounds.insert(quotient, (first / by, last / by));
            let sum = Sum::constant(rest).plus(&Sum::word(quotient), by.into());
            return (sum.as_ref().map_or(form, |sum| self.built(sum)), sum);
        }
        let sum = match self.terms.node(term) {
            Node::Word(value) => Some(Sum::constant(value)),
            Node::Add(a, b) => self.sum(a, b),
            Node::Sub(a, b) => self.difference(a, b),
            Node::Mul(a, b) => self.multiple(a, b),
            Node::Udiv(a, b) | Node::Urem(a, b) => return self.division(term, form, a, b),
            Node::Sdiv(a, b) | Node::Srem(a, b) if self.is_positive(a) => {
                return self.division(term, form, a, b);
            }
            _ => None,
        };
        (form, sum)
    }

    /// `a + b`, where it does not wrap around.
    fn sum(&self, a: Term, b: Term) -> Option<Sum> {
        let (least, most) = self.bounds[&a];
        match self.terms.as_const(b) {
            _ if most.checked_add(self.bounds[&b].1).is_some() => {
                self.sums[&a].plus(&self.sums[&b], 1)
            }
            // x - c
            Some(c) => {
                let taken = (c as u32).wrapping_neg();
                (least >= taken).then(|| self.sums[&a].plus(&Sum::constant(taken), -1))?
            }
            None => None,
        }
    }

    /// `a - b`, where it does not wrap around.
    fn difference(&self, a: Term, b: Term) -> Option<Sum> {
        let ordered = &self.facts.ordered;
        let is_ordered = self.bounds[&a].0 >= self.bounds[&b].1
            || ordered.contains(&(a, b, false))
            || self.is_positive(b) && ordered.contains(&(a, b, true));
        is_ordered.then(|| self.sums[&a].plus(&self.sums[&b], -1))?
    }

    /// Whether a word is the same number with a sign and without.
    fn is_positive(&self, word: Term) -> bool {
        self.bounds[&word].1 <= i32::MAX as u32
    }

    /// `a * b`, for a constant `b`, where it does not wrap around.
    fn multiple(&self, a: Term, b: Term) -> Option<Sum> {
        let factor = self.terms.as_const(b)? as u32;
        self.bounds[&a].1.checked_mul(factor)?;
        Sum::default().plus(&self.sums[&a], factor.into())
    }

    /// The form of a quotient or a remainder of natural numbers.
    fn division(&mut self, term: Term, form: Term, a: Term, b: Term) -> (Term, Option<Sum>) {
        let is_quotient = matches!(self.terms.node(term), Node::Udiv(..) | Node::Sdiv(..));
        match self.divide(a, b) {
            Some((quotient, rest, remainder)) => match is_quotient {
                true => (self.built(&quotient), Some(quotient)),
                false => (remainder.unwrap_or_else(|| self.built(&rest)), Some(rest)),
            },
            None => (form, None),
        }
    }

    /// The quotient and the remainder of natural numbers, and the term that
    /// stands for the remainder where it is not just the sum.
    fn divide(&mut self, a: Term, b: Term) -> Option<(Sum, Sum, Option<Term>)> {
        let by = self.terms.as_const(b)? as u32;
        if by < 2 || by > i32::MAX as u32 {
            return None;
        }
        let divisor = i64::from(by);
        let sum = self.sums[&a].clone();
        let multiples = sum.map(|coefficient| coefficient.div_euclid(divisor));
        let rest = sum.map(|coefficient| coefficient.rem_euclid(divisor));
        let (least, most) = self.extent(&rest);
        let number = i128::from(by);
        let quotient_of_rest = least.div_euclid(number);
        if quotient_of_rest == most.div_euclid(number) {
            let more = Sum { constant: quotient_of_rest.try_into().ok()?, ..Sum::default() };
            let quotient = multiples.plus(&more, 1)?;
            return Some((quotient, rest.plus(&more, -divisor)?, None));
        }
        for (word, _) in &rest.words {
            let Some(&origin) = self.origins.get(word) else { continue };
            match self.wanted.iter_mut().find(|(known, _)| *known == origin) {
                Some((_, wanted)) => *wanted = lcm(*wanted, by),
                None => self.wanted.push((origin, by)),
            }
        }
        let (of_rest, remainder) = match self.divided.get(&(by, rest.clone())) {
            Some(known) => known.clone(),
            None => {
                let a_form = self.known[&a];
                let quotient = self.terms.udiv(a_form, b);
                let remainder = self.terms.urem(a_form, b);
                let (first, last) = self.bounds[&a];
                self.bounds.entry(quotient).or_insert((first / by, last / by));
                let known = (Sum::word(quotient).plus(&multiples, -1)?, remainder);
                self.divided.insert((by, rest), known.clone());
                known
            }
        };
        let quotient = multiples.plus(&of_rest, 1)?;
        let remains = sum.plus(&quotient, -divisor)?;
        Some((quotient, remains, Some(remainder)))
    }

    /// The least and the largest value that a sum may have.
    fn extent(&self, sum: &Sum) -> (i128, i128) {
        let ends = |(least, most): (i128, i128), &(word, coefficient): &(Term, i64)| {
            let (first, last) = self.bounds.get(&word).copied().unwrap_or(ALL);
            let [a, b] = [first, last].map(|end| i128::from(coefficient) * i128::from(end));
            (least + a.min(b), most + a.max(b))
        };
        let constant = i128::from(sum.constant);
        sum.words.iter().fold((constant, constant), ends)
    }

    /// Where a word lies, whose arguments have their bounds.
    fn bounds_of(&self, term: Term) -> Bounds {
        if self.terms.sort(term) != Sort::Word {
            return ALL;
        }
        let of = |term: Term| self.bounds[&term];
        let (first, last) = match self.terms.node(term) {
            Node::Word(value) => (value, value),
            Node::Add(a, b) => match of(a).1.checked_add(of(b).1) {
                Some(last) => (of(a).0 + of(b).0, last),
                None if self.sum(a, b).is_some() => {
                    (of(a).0.wrapping_add(of(b).0), of(a).1.wrapping_add(of(b).1))
                }
                None => ALL,
            },
            Node::Sub(a, b) if self.difference(a, b).is_some() => {
                (of(a).0.saturating_sub(of(b).1), of(a).1.saturating_sub(of(b).0))
            }
            Node::Mul(a, b) => match of(a).1.checked_mul(of(b).1) {
                Some(last) => (of(a).0 * of(b).0, last),
                None => ALL,
            },
            Node::Udiv(a, b) => match self.terms.as_const(b) {
                Some(by @ 1..) => (of(a).0 / by as u32, of(a).1 / by as u32),
                _ => ALL,
            },
            Node::Urem(a, b) => match self.terms.as_const(b) {
                Some(by @ 1..) => (0, of(a).1.min(by as u32 - 1)),
                _ => ALL,
            },
            Node::BitAnd(a, b) => (0, of(a).1.min(of(b).1)),
            Node::Ite(_, a, b) => (of(a).0.min(of(b).0), of(a).1.max(of(b).1)),
            _ => ALL,
        };
        let (low, high) = self.facts.bounds.get(&term).copied().unwrap_or(ALL);
        match (first.max(low), last.min(high)) {
            both if both.0 <= both.1 => both,
            // The facts contradict each other, so anything may be said.
            _ => (first, last),
        }
    }

    /// A sum as a term.
    fn built(&mut self, sum: &Sum) -> Term {
        let mut built = self.terms.word(sum.constant as u32);
        for &(word, coefficient) in &sum.words {
            let factor = self.terms.word(coefficient as u32);
            let product = self.terms.mul(word, factor);
            built = self.terms.add(built, product);
        }
        built
    }
}

fn lcm(a: u32, b: u32) -> u32 {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    (a / x).saturating_mul(b)
}

impl Terms {
    /// Whether two words are equal where all facts hold, as far as this can
    /// tell.
    pub fn are_equal_numbers(&mut self, facts: &[Term], words: [Term; 2]) -> bool {
        let order = self.reachable(facts.iter().copied().chain(words));
        if order.len() > MAX_TERMS || !self.spend(0) {
            return false;
        }
        let known = Facts::new(self, facts);
        let mut steps = 0;
        let mut is_settled = |cases: &[(Term, Case)]| {
            steps += order.len();
            let mut walk = Walk::new(self, &known, cases);
            for &term in &order {
                walk.take(term);
            }
            let no = walk.terms.bool(false);
            let [a, b] = words.map(|word| walk.known[&word]);
            let is_no_case = walk.is_empty || facts.iter().any(|fact| walk.known[fact] == no);
            let equal = walk.terms.eq(a, b);
            (is_no_case || walk.terms.as_bool(equal) == Some(true), walk.wanted)
        };
        let (mut is_equal, wanted) = is_settled(&[]);
        let count = wanted.iter().fold(1u32, |count, &(_, by)| count.saturating_mul(by));
        let is_short = order.len().saturating_mul(count as usize) <= MAX_STEPS;
        if !is_equal && !wanted.is_empty() && is_short {
            is_equal = (0..count).all(|mut number| {
                let case = |&(word, by): &(Term, u32)| {
                    let rest = number % by;
                    number /= by;
                    (word, Case { by, rest })
                };
                is_settled(&wanted.iter().map(case).collect::<Vec<_>>()).0
            });
        }
        if !is_equal {
            self.spend(steps);
        }
        is_equal
    }

    /// Takes note of so many terms that were walked over in vain. Returns
    /// whether more may be.
    pub(super) fn spend(&mut self, steps: usize) -> bool {
        self.steps_in_vain += steps;
        self.steps_in_vain <= MAX_STEPS_IN_VAIN
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A term of two inputs.
    type Build = fn(&mut Terms, [Term; 2]) -> Term;

    fn are_equal(facts: &[Build], words: [Build; 2]) -> bool {
        let mut terms = Terms::new();
        let inputs = ["x", "y"].map(|name| terms.symbol(name));
        let facts: Vec<Term> = facts.iter().map(|fact| fact(&mut terms, inputs)).collect();
        let words = words.map(|word| word(&mut terms, inputs));
        terms.are_equal_numbers(&facts, words)
    }

    fn is_positive(terms: &mut Terms, [x, _]: [Term; 2]) -> Term {
        let zero = terms.word(0);
        let negative = terms.slt(x, zero);
        terms.not(negative)
    }

    fn twelfth_rounded_up(terms: &mut Terms, [x, _]: [Term; 2]) -> Term {
        let (eleven, twelve) = (terms.word(11), terms.word(12));
        let sum = terms.add(x, eleven);
        terms.udiv(sum, twelve)
    }

    #[test]
    fn a_quotient_is_rounded_up() {
        fn leaves_none(terms: &mut Terms, [x, _]: [Term; 2]) -> Term {
            let (zero, twelve) = (terms.word(0), terms.word(12));
            let remainder = terms.srem(x, twelve);
            terms.eq(remainder, zero)
        }
        let leaves_some: Build = |terms, inputs| {
            let none = leaves_none(terms, inputs);
            terms.not(none)
        };
        fn twelfth(terms: &mut Terms, [x, _]: [Term; 2]) -> Term {
            let twelve = terms.word(12);
            terms.sdiv(x, twelve)
        }
        let and_one: Build = |terms, inputs| {
            let (one, quotient) = (terms.word(1), twelfth(terms, inputs));
            terms.add(quotient, one)
        };
        let up: Build = twelfth_rounded_up;
        assert!(are_equal(&[is_positive, leaves_none], [up, twelfth]));
        assert!(are_equal(&[is_positive, leaves_some], [up, and_one]));
        assert!(!are_equal(&[is_positive, leaves_some], [up, twelfth]));
        assert!(!are_equal(&[leaves_none], [up, twelfth]), "it may be negative");
        assert!(!are_equal(&[is_positive], [up, and_one]), "it may leave nothing");
    }

    #[test]
    fn the_mean_by_halves_and_by_the_distance() {
        let no_less: Build = |terms, [x, y]| {
            let less = terms.ult(x, y);
            terms.not(less)
        };
        let by_distance: Build = |terms, [x, y]| {
            let (two, distance) = (terms.word(2), terms.sub(x, y));
            let half = terms.udiv(distance, two);
            terms.add(y, half)
        };
        let by_halves: Build = |terms, inputs| {
            let two = terms.word(2);
            let [x, y] = inputs.map(|input| terms.udiv(input, two));
            let [a, b] = inputs.map(|input| terms.urem(input, two));
            let (halves, both) = (terms.add(x, y), terms.mul(a, b));
            terms.add(halves, both)
        };
        assert!(are_equal(&[no_less], [by_distance, by_halves]));
        assert!(!are_equal(&[], [by_distance, by_halves]));
    }

    /// What the last two digits leave.
    fn left_by_number<const BY: u32>(terms: &mut Terms, [x, _]: [Term; 2]) -> Term {
        let (by, hundred) = (terms.word(BY), terms.word(100));
        let last = terms.urem(x, hundred);
        terms.urem(last, by)
    }

    /// What their sum leaves.
    fn left_by_digits<const BY: u32>(terms: &mut Terms, [x, _]: [Term; 2]) -> Term {
        let (by, ten) = (terms.word(BY), terms.word(10));
        let tens = terms.udiv(x, ten);
        let [low, high] = [x, tens].map(|word| terms.urem(word, ten));
        let sum = terms.add(low, high);
        terms.urem(sum, by)
    }

    #[test]
    fn a_number_leaves_what_its_digits_leave() {
        assert!(are_equal(&[], [left_by_number::<9>, left_by_digits::<9>]));
        assert!(!are_equal(&[], [left_by_number::<8>, left_by_digits::<8>]));
    }
}
