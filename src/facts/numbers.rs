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

use super::Theories;
use super::domain::{Interval, Width};
use super::linear::Sum;
use super::range::common_multiple;
use super::why::Reason;
use crate::term::{Node, Sort, Term, Terms};

/// Terms below the words and the conditions at most.
const MAX_TERMS: usize = 300;

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

/// A walk over terms, arguments first, that gives each its form in a case.
struct Walk<'a> {
    terms: &'a mut Terms,
    theories: &'a mut Theories,
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
    /// What all of it follows from.
    why: Reason,
}

impl Walk<'_> {
    fn new<'a>(
        terms: &'a mut Terms,
        theories: &'a mut Theories,
        cases: &'a [(Term, Case)],
    ) -> Walk<'a> {
        Walk {
            terms,
            theories,
            cases,
            known: FxHashMap::default(),
            sums: FxHashMap::default(),
            bounds: FxHashMap::default(),
            divided: FxHashMap::default(),
            wanted: Vec::new(),
            origins: FxHashMap::default(),
            is_empty: false,
            why: Reason::ALWAYS,
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
        let form = self.terms.rebuilt(term, |arg| self.known[&arg]);
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
    fn difference(&mut self, a: Term, b: Term) -> Option<Sum> {
        let is_ordered = self.bounds[&a].0 >= self.bounds[&b].1
            || self.is_never(Terms::ult, a, b)
            || self.is_positive(b) && self.is_never(Terms::slt, a, b);
        is_ordered.then(|| self.sums[&a].plus(&self.sums[&b], -1))?
    }

    /// Whether it is known that one word is not less than another.
    fn is_never(&mut self, less: fn(&mut Terms, Term, Term) -> Term, a: Term, b: Term) -> bool {
        let less = less(self.terms, a, b);
        let Theories { classes, reasons, .. } = &mut *self.theories;
        let (normal, why) = classes.normal(self.terms, reasons, less);
        let is_never = self.terms.as_bool(normal) == Some(false);
        if is_never {
            self.rests_on(why);
        }
        is_never
    }

    fn rests_on(&mut self, why: Reason) {
        self.why = self.theories.reasons.both(self.why, why);
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
                Some((_, wanted)) => *wanted = common_multiple(*wanted, by).unwrap_or(u32::MAX),
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
    fn bounds_of(&mut self, term: Term) -> Bounds {
        if self.terms.sort(term) != Sort::Word {
            return ALL;
        }
        let ordered = match self.terms.node(term) {
            Node::Sub(a, b) => self.difference(a, b).map(|_| (self.bounds[&a], self.bounds[&b])),
            _ => None,
        };
        let (first, last) = match ordered {
            Some((a, b)) => (a.0.saturating_sub(b.1), a.1.saturating_sub(b.0)),
            None => {
                let of = |arg| match (self.terms.sort(arg), self.bounds.get(&arg)) {
                    (Sort::Word, Some(&(first, last))) => Interval::between(first, last),
                    (sort, _) => Interval::of_sort(sort),
                };
                let values = Interval::of_term(self.terms, term, of).unsigned(Width::Word);
                (values.0 as u32, values.1 as u32)
            }
        };
        let ((low, high), why) = self.theories.natural_limits(self.terms, term);
        match (first.max(low), last.min(high)) {
            // Where the conditions contradict each other, anything may be said.
            both if both.0 <= both.1 && both != (first, last) => {
                self.rests_on(why);
                both
            }
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

impl Theories {
    /// Between what natural numbers a word lies, by what is said of it, and why.
    fn natural_limits(&self, terms: &Terms, word: Term) -> (Bounds, Reason) {
        let (range, why) = self.bounds.range(terms, word);
        match range.intervals[..] {
            [(first, _), .., (_, last)] | [(first, last)] => ((first, last), why),
            [] => (ALL, Reason::ALWAYS),
        }
    }

    /// Whether two words are equal as numbers where these conditions hold, and
    /// what that follows from, as far as so much effort tells.
    pub fn are_equal_numbers(
        &mut self,
        terms: &mut Terms,
        facts: &[(Term, Reason)],
        words: [Term; 2],
        effort: &mut usize,
    ) -> Option<Reason> {
        let order = terms.reachable(facts.iter().map(|&(fact, _)| fact).chain(words));
        if order.len() > MAX_TERMS {
            return None;
        }
        let mut is_settled = |cases: &[(Term, Case)]| {
            *effort = effort.checked_sub(order.len())?;
            let mut walk = Walk::new(terms, self, cases);
            for &term in &order {
                walk.take(term);
            }
            let no = walk.terms.bool(false);
            let broken = facts.iter().find(|(fact, _)| walk.known[fact] == no);
            let [a, b] = words.map(|word| walk.known[&word]);
            let equal = walk.terms.eq(a, b);
            let is_settled =
                walk.is_empty || broken.is_some() || walk.terms.as_bool(equal) == Some(true);
            if let Some(&(_, why)) = broken {
                walk.rests_on(why);
            }
            Some((is_settled.then_some(walk.why), walk.wanted))
        };
        let (settled, wanted) = is_settled(&[])?;
        if settled.is_some() || wanted.is_empty() {
            return settled;
        }
        let count = wanted.iter().fold(1usize, |count, &(_, by)| count.saturating_mul(by as usize));
        let mut whys = Vec::new();
        for number in 0..count {
            let mut number = number;
            let case = |&(word, by): &(Term, u32)| {
                let rest = (number % by as usize) as u32;
                number /= by as usize;
                (word, Case { by, rest })
            };
            whys.push(is_settled(&wanted.iter().map(case).collect::<Vec<_>>())?.0?);
        }
        Some(whys.into_iter().fold(Reason::ALWAYS, |all, why| self.reasons.both(all, why)))
    }
}
