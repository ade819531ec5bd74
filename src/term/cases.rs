//! Words that are equal in each case.
//!
//! Many a word depends on how a comparison comes out: `y + (y < x) * (x - y)`
//! is `x` where `y < x` and `y` where it is not. With the one and with the
//! other among the facts of a path, rewriting settles either, where a solver
//! would have to find out bit by bit.

use super::{Node, Term, Terms};

/// Comparisons at most that are taken to come out both ways, one in the case
/// of the other.
const MAX_TESTS: usize = 4;
/// Terms below the words at most.
const MAX_TERMS: usize = 300;

impl Terms {
    /// Whether two words are equal where all facts hold, as far as rewriting
    /// can tell case by case.
    pub fn are_equal_where(&mut self, facts: &[Term], words: [Term; 2]) -> bool {
        let below = self.reachable(words);
        let size = below.len();
        let mut tests = Vec::new();
        if size <= MAX_TERMS && self.spend(0) {
            // The oldest first: it has no other in it.
            for term in below {
                if let Node::Ite(test, ..) = self.node(term)
                    && !tests.contains(&test)
                    && tests.len() < MAX_TESTS
                {
                    tests.push(test);
                }
            }
        }
        let is_equal = self.are_equal_in_cases(&mut facts.to_vec(), words, &tests);
        if !is_equal {
            self.spend(size << tests.len());
        }
        is_equal
    }

    fn are_equal_in_cases(
        &mut self,
        facts: &mut Vec<Term>,
        words: [Term; 2],
        tests: &[Term],
    ) -> bool {
        let [a, b] = self.assuming(facts, words);
        let equal = self.eq(a, b);
        if let Some(equal) = self.as_bool(equal) {
            return equal;
        }
        if self.are_equal_numbers(facts, [a, b]) {
            return true;
        }
        let Some((&test, tests)) = tests.split_first() else { return false };
        let [outcome] = self.assuming(facts, [test]);
        if self.as_bool(outcome).is_some() {
            return self.are_equal_in_cases(facts, words, tests);
        }
        [test, self.not(test)].into_iter().all(|case| {
            facts.push(case);
            let is_equal = self.are_equal_in_cases(facts, words, tests);
            facts.pop();
            is_equal
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The larger of `x` and `y`, as `y + (y < x) * (x - y)`.
    fn larger(terms: &mut Terms, x: Term, y: Term) -> Term {
        let (zero, one) = (terms.word(0), terms.word(1));
        let less = terms.slt(y, x);
        let (bit, distance) = (terms.ite(less, one, zero), terms.sub(x, y));
        let more = terms.mul(bit, distance);
        terms.add(y, more)
    }

    #[test]
    fn the_larger_one_without_a_branch() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.symbol(name));
        let larger = larger(&mut terms, x, y);
        let [less, greater] = [terms.slt(x, y), terms.slt(y, x)];
        let no_less = terms.not(less);
        assert!(terms.are_equal_where(&[no_less], [larger, x]));
        assert!(terms.are_equal_where(&[less], [larger, y]));
        assert!(terms.are_equal_where(&[greater], [larger, x]));
        assert!(!terms.are_equal_where(&[], [larger, x]));
        assert!(!terms.are_equal_where(&[greater], [larger, y]));
        let by_choice = terms.ite(less, y, x);
        assert!(terms.are_equal_where(&[], [larger, by_choice]));
        let smaller = terms.ite(less, x, y);
        assert!(!terms.are_equal_where(&[], [larger, smaller]));
    }

    #[test]
    fn one_comparison_in_the_case_of_another() {
        let mut terms = Terms::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| terms.symbol(name));
        let pairs = [[x, y], [y, z]];
        let larger = pairs.map(|[a, b]| larger(&mut terms, a, b));
        let choices = pairs.map(|[a, b]| {
            let less = terms.slt(a, b);
            terms.ite(less, b, a)
        });
        let [sum, of_choices] = [larger, choices].map(|[a, b]| terms.add(a, b));
        assert!(terms.are_equal_where(&[], [sum, of_choices]));
        assert!(!terms.are_equal_where(&[], [sum, larger[0]]));
    }
}
