//! Terms where something is known to hold.
//!
//! On a path a condition holds, so whatever says it again is true, and a word
//! that a condition equates with a constant is that constant. Put in its
//! place, it lets rewriting settle what would be a question for a solver. So
//! do two words that are equal, whether one condition says that or two do, of
//! which each is not less than the other; and the last digits of a number,
//! once a condition says what it leaves when it is divided by 1000.

use rustc_hash::{FxHashMap, FxHashSet};

use super::division::Known;
use super::range::Ranges;
use super::{Model, Node, Sort, Term, Terms};

/// Terms below the roots at most: beyond, a solver is as fast.
const MAX_TERMS: usize = 2_000;

/// What is known to hold, and terms as they are there.
#[derive(Debug, Default)]
pub struct Assumptions {
    /// Terms whose values, or simpler forms, are known.
    known: FxHashMap<Term, Term>,
    digits: Vec<Known>,
}

impl Assumptions {
    /// Takes a boolean that holds.
    pub fn assume(&mut self, terms: &mut Terms, fact: Term) {
        let (what, holds) = match terms.node(fact) {
            Node::Not(what) => (what, false),
            _ => (fact, true),
        };
        let holds_term = terms.bool(holds);
        self.known.insert(what, holds_term);
        if holds {
            self.assume_no_other(terms, what);
        }
        if let Some((word, constant)) = terms.as_value(fact) {
            self.known.insert(word, constant);
            if let Some(digits) = terms.digits_that_are(word, constant) {
                Known::add(&mut self.digits, digits);
            }
        } else if let Node::Eq(a, b) = terms.node(fact) {
            // The one that was there first stands for both.
            let (first, second) = (a.min(b), a.max(b));
            let value = *self.known.get(&first).unwrap_or(&first);
            self.known.entry(second).or_insert(value);
        }
    }

    /// Of two words, the one is less than the other, or the other, or they are
    /// equal.
    fn assume_no_other(&mut self, terms: &mut Terms, order: Term) {
        let (a, b, greater) = match terms.node(order) {
            Node::Slt(a, b) => (a, b, terms.slt(b, a)),
            Node::Ult(a, b) => (a, b, terms.ult(b, a)),
            _ => return,
        };
        let no = terms.bool(false);
        for other in [greater, terms.eq(a, b)] {
            if terms.as_bool(other).is_none() {
                self.known.insert(other, no);
            }
        }
    }

    /// Takes it that a word is another one, which is the simpler.
    pub fn replace(&mut self, word: Term, by: Term) {
        self.known.insert(word, by);
    }

    /// A term as it is where all that was assumed holds.
    pub fn simplified(&mut self, terms: &mut Terms, root: Term) -> Term {
        // Arguments first: a term waits on the stack for those that miss.
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.known.contains_key(&term) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let missing = terms.node(term).args().filter(|arg| !self.known.contains_key(arg));
            stack.extend(missing);
            if stack.len() == before {
                let simplified = match terms.by_digits(term, &self.digits) {
                    Some(value) => terms.word(value),
                    None => terms.rebuilt(term, &self.known),
                };
                // With other arguments it may be one that is known.
                let simplified = self.known.get(&simplified).copied().unwrap_or(simplified);
                self.known.insert(term, simplified);
                stack.pop();
            }
        }
        self.known[&root]
    }
}

impl Terms {
    /// These terms as they are where all facts hold, or as they were where
    /// they are large.
    pub fn assuming<const N: usize>(&mut self, facts: &[Term], roots: [Term; N]) -> [Term; N] {
        let ranges = Ranges::new(self, facts.iter().copied());
        if let Some(values) = self.values(&ranges, roots) {
            return values.map(|value| self.word(value));
        }
        if self.reachable(roots).len() > MAX_TERMS {
            return roots;
        }
        let mut assumptions = Assumptions::default();
        for fact in self.equations(facts, &ranges).into_iter().chain(facts.iter().copied()) {
            assumptions.assume(self, fact);
        }
        roots.map(|root| assumptions.simplified(self, root))
    }

    /// The values of words all of whose variables have one value left.
    fn values<const N: usize>(&self, ranges: &Ranges, words: [Term; N]) -> Option<[u32; N]> {
        let mut model = Model::new();
        let mut set = 0;
        for (symbol, range) in ranges.variables(self) {
            if let Some(value) = range.only() {
                model.set(symbol, value);
                set |= self.mentions(range.term);
            }
        }
        // The last bit is not of one variable alone.
        let unset = !set | 1 << 63;
        let is_known =
            |&word: &Term| self.sort(word) == Sort::Word && self.mentions(word) & unset == 0;
        if set == 0 || !words.iter().all(is_known) {
            return None;
        }
        let values = self.eval(&words, &model);
        Some(std::array::from_fn(|index| values[index] as u32))
    }

    /// The equations that facts come to only together: of a word that has one
    /// value left, and of two words of which neither is the less.
    fn equations(&mut self, facts: &[Term], ranges: &Ranges) -> Vec<Term> {
        let mut equations = Vec::new();
        for range in &ranges.ranges {
            if let Some(value) = range.only() {
                let value = self.word(value);
                equations.push(self.eq(range.term, value));
            }
        }
        let held: FxHashSet<Term> = facts.iter().copied().collect();
        for &fact in facts {
            let Node::Not(less) = self.node(fact) else { continue };
            let (a, b, greater) = match self.node(less) {
                Node::Slt(a, b) => (a, b, self.slt(b, a)),
                Node::Ult(a, b) => (a, b, self.ult(b, a)),
                _ => continue,
            };
            if a < b && held.contains(&self.not(greater)) {
                equations.push(self.eq(a, b));
            }
        }
        equations
    }

    /// The word that a boolean says is a constant, and the constant.
    pub(super) fn as_value(&mut self, fact: Term) -> Option<(Term, Term)> {
        match self.node(fact) {
            Node::Eq(word, constant) => self.as_const(constant).map(|_| (word, constant)),
            // A bit that is not the one is the other.
            Node::Not(equation) => {
                let Node::Eq(bit, constant) = self.node(equation) else { return None };
                let Node::Urem(_, modulus) = self.node(bit) else { return None };
                match (self.as_const(modulus), self.as_const(constant)) {
                    (Some(2), Some(value @ 0..2)) => Some((bit, self.word(1 - value as u32))),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// A term with other arguments.
    pub(super) fn rebuilt(&mut self, term: Term, known: &FxHashMap<Term, Term>) -> Term {
        let node = self.node(term);
        if node.args().all(|arg| known[&arg] == arg) {
            return term;
        }
        let of = |arg: Term| known[&arg];
        match node {
            Node::Bool(_) | Node::Word(_) | Node::Double(_) | Node::Symbol(_) | Node::Image(_) => {
                term
            }
            Node::Not(a) => self.not(of(a)),
            Node::And(a, b) => self.and(of(a), of(b)),
            Node::Or(a, b) => self.or(of(a), of(b)),
            Node::Eq(a, b) => self.eq(of(a), of(b)),
            Node::Ult(a, b) => self.ult(of(a), of(b)),
            Node::Slt(a, b) => self.slt(of(a), of(b)),
            Node::Ite(test, a, b) => self.ite(of(test), of(a), of(b)),
            Node::Add(a, b) => self.add(of(a), of(b)),
            Node::Sub(a, b) => self.sub(of(a), of(b)),
            Node::Mul(a, b) => self.mul(of(a), of(b)),
            Node::BitAnd(a, b) => self.bit_and(of(a), of(b)),
            Node::Udiv(a, b) => self.udiv(of(a), of(b)),
            Node::Urem(a, b) => self.urem(of(a), of(b)),
            Node::Sdiv(a, b) => self.sdiv(of(a), of(b)),
            Node::Srem(a, b) => self.srem(of(a), of(b)),
            Node::SignExtend(a) => self.sign_extend(of(a)),
            Node::ZeroExtend(a) => self.zero_extend(of(a)),
            Node::Low(a) => self.low(of(a)),
            Node::High(a) => self.high(of(a)),
            Node::Select(memory, address) => self.select(of(memory), of(address)),
            Node::Store(memory, address, word) => self.store(of(memory), of(address), of(word)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fact_settles_what_depends_on_it() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.symbol(name));
        let (zero, one, two) = (terms.word(0), terms.word(1), terms.word(2));
        // x * (1 - 2 * sign), where sign is 1 if x < 0.
        let negative = terms.slt(x, zero);
        let sign = terms.ite(negative, one, zero);
        let double = terms.mul(two, sign);
        let factor = terms.sub(one, double);
        let product = terms.mul(x, factor);
        let minus = terms.sub(zero, x);
        let [known] = terms.assuming(&[negative], [product]);
        let equal = terms.eq(known, minus);
        assert_eq!(terms.as_bool(equal), Some(true));
        let positive = terms.not(negative);
        assert_eq!(terms.assuming(&[positive], [product]), [x]);
        assert_eq!(terms.assuming(&[], [product]), [product]);

        let sum = terms.add(x, y);
        let is_two = terms.eq(y, two);
        let x_plus_two = terms.add(x, two);
        assert_eq!(terms.assuming(&[is_two], [sum, x]), [x_plus_two, x]);
    }

    #[test]
    fn words_that_are_equal_are_one() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.symbol(name));
        let five = terms.word(5);
        // x + 5 * y, and the other way round.
        let [five_x, five_y] = [x, y].map(|word| terms.mul(five, word));
        let sums = [terms.add(x, five_y), terms.add(y, five_x)];
        let differ = |terms: &mut Terms, facts: &[Term]| {
            let [a, b] = terms.assuming(facts, sums);
            a != b
        };
        let equal = terms.eq(x, y);
        assert!(!differ(&mut terms, &[equal]));
        for less in [Terms::slt, Terms::ult] {
            let [one, other] = [less(&mut terms, x, y), less(&mut terms, y, x)];
            let [one, other] = [terms.not(one), terms.not(other)];
            assert!(!differ(&mut terms, &[one, other]));
            assert!(!differ(&mut terms, &[other, one]));
            assert!(differ(&mut terms, &[one]));
        }
        // One below and one above.
        let mut no_less = |a, b| {
            let less = terms.slt(a, b);
            terms.not(less)
        };
        let bounds = [no_less(x, five), no_less(five, x)];
        assert_eq!(terms.assuming(&bounds, [x]), [five]);
        assert_eq!(terms.assuming(&bounds[..1], [x]), [x]);
    }

    #[test]
    fn the_last_digits_are_known_from_a_remainder() {
        let mut terms = Terms::new();
        let x = terms.symbol("x");
        let [ten, hundred, thousand] = [10, 100, 1000].map(|n| terms.word(n));
        for (remainder, expected) in [(0, [0, 0, 0]), (123, [3, 2, 1]), (-457, [-7, -5, -4])] {
            let last_three = terms.srem(x, thousand);
            let remainder = terms.word(remainder as u32);
            let fact = terms.eq(last_three, remainder);
            let digits = [x, terms.sdiv(x, ten), terms.sdiv(x, hundred)];
            let digits = digits.map(|number| terms.srem(number, ten));
            let expected = expected.map(|digit: i32| terms.word(digit as u32));
            assert_eq!(terms.assuming(&[fact], digits), expected);
        }
        // Bits that are known one by one are known together.
        let [two, four, eight] = [2, 4, 8].map(|n| terms.word(n));
        let bits = [x, terms.udiv(x, two), terms.udiv(x, four)].map(|n| terms.urem(n, two));
        let zero = terms.word(0);
        let facts = bits.map(|bit| terms.eq(bit, zero));
        let facts = [facts[2], terms.not(facts[0]), terms.not(facts[1])];
        let last_three = terms.urem(x, eight);
        assert_eq!(terms.assuming(&facts, [last_three]), [terms.word(3)]);

        // Of the fourth it says nothing, and nothing of unsigned ones.
        let fact = {
            let last_three = terms.srem(x, thousand);
            terms.eq(last_three, ten)
        };
        let fourth = terms.sdiv(x, thousand);
        let others = [terms.srem(fourth, ten), terms.urem(x, ten)];
        assert_eq!(terms.assuming(&[fact], others), others);
    }
}
