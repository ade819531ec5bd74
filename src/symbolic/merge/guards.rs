//! What holds for the inputs that get to a state: a list of tests, which shares its beginning with
//! others.
//!
//! Behind a long loop there are thousands of states whose guards are thousands of tests long, most
//! of which are the same. So a guard is a node of a tree, in which each test is said once; the same
//! tests in the same order are the same node. Each node has an edge far up besides the one to its parent, so that what
//! guards have in common is found in logarithmic time (Myers, "An applicative random-access stack",
//! 1983).

use std::iter::successors;

use rustc_hash::FxHashMap;

use crate::symbolic::step::Assumptions;
use crate::term::{Term, Terms};

/// A guard among [`Guards`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Guard(u32);

impl Guard {
    /// The guard of all inputs: no test.
    pub const ALL: Guard = Guard(0);
}

/// A guard that has a test.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The last test.
    test: Term,
    /// The tests before it.
    before: Guard,
    /// One further up.
    far: Guard,
    /// How many tests there are.
    length: u32,
}

/// The guards of a program's states.
#[derive(Clone, Debug, Default)]
pub(super) struct Guards {
    /// By number; the guard of all inputs has none.
    nodes: Vec<Node>,
    longer: FxHashMap<(Guard, Term), Guard>,
    /// The guards whose last test it is.
    ending: FxHashMap<Term, Vec<Guard>>,
}

impl Guards {
    /// The guard with one more test.
    pub fn and(&mut self, guard: Guard, test: Term) -> Guard {
        let Guards { nodes, longer, ending } = self;
        *longer.entry((guard, test)).or_insert_with(|| {
            let of = |guard: Guard| nodes.get(guard.0.wrapping_sub(1) as usize);
            // Distances up are those of the digits of a skew binary number.
            let far = |guard| of(guard).map_or(Guard::ALL, |node| node.far);
            let length = |guard| of(guard).map_or(0, |node| node.length);
            let (once, twice) = (far(guard), far(far(guard)));
            let are_alike = length(guard) - length(once) == length(once) - length(twice);
            let far = if are_alike { twice } else { guard };
            nodes.push(Node { test, before: guard, far, length: length(guard) + 1 });
            let new = Guard(nodes.len() as u32);
            ending.entry(test).or_default().push(new);
            new
        })
    }

    /// How many tests there are.
    pub fn length(&self, guard: Guard) -> u32 {
        self.node(guard).map_or(0, |node| node.length)
    }

    /// The longest list of tests with which both begin.
    pub fn common(&self, a: Guard, b: Guard) -> Guard {
        let length = self.length(a).min(self.length(b));
        let (mut a, mut b) = (self.beginning(a, length), self.beginning(b, length));
        // As they are as long, both go up by the same distances.
        while a != b
            && let (Some(one), Some(other)) = (self.node(a), self.node(b))
        {
            (a, b) = if one.far == other.far {
                (one.before, other.before)
            } else {
                (one.far, other.far)
            };
        }
        a
    }

    /// The first tests, so many at most.
    fn beginning(&self, mut guard: Guard, length: u32) -> Guard {
        while let Some(node) = self.node(guard)
            && node.length > length
        {
            guard = if self.length(node.far) >= length { node.far } else { node.before };
        }
        guard
    }

    /// The first test of a guard that another one, with which it begins, has not.
    pub fn next(&self, guard: Guard, behind: Guard) -> Option<Term> {
        let next = self.beginning(guard, self.length(behind) + 1);
        (next != behind).then(|| self.node(next).map(|node| node.test)).flatten()
    }

    /// Whether a test is among a guard's.
    ///
    /// Behind a long loop a guard is thousands of tests long and few guards end
    /// with one test; where each word of the text may be one of several, guards
    /// are short and thousands end with it. So whichever are fewer are looked
    /// through.
    pub fn contains(&self, guard: Guard, test: Term) -> bool {
        let Some(ending) = self.ending.get(&test) else { return false };
        if ending.len() < self.length(guard) as usize {
            ending.iter().any(|&end| self.beginning(guard, self.length(end)) == end)
        } else {
            self.tests(guard).any(|one| one == test)
        }
    }

    /// That the tests of a guard hold which another one, with which it begins, has not: a boolean.
    pub fn conjunction(&self, terms: &mut Terms, guard: Guard, behind: Guard) -> Term {
        let all = terms.bool(true);
        let tests = self.tests(guard).take((self.length(guard) - self.length(behind)) as usize);
        tests.fold(all, |all, test| terms.and(test, all))
    }

    /// The tests of a guard, the last one first.
    fn tests(&self, guard: Guard) -> impl Iterator<Item = Term> {
        successors(self.node(guard), |node| self.node(node.before)).map(|node| node.test)
    }

    fn node(&self, guard: Guard) -> Option<&Node> {
        self.nodes.get(guard.0.checked_sub(1)? as usize)
    }
}

/// The tests of a guard.
pub(super) struct Tests<'g>(pub &'g Guards, pub Guard);

impl Assumptions for Tests<'_> {
    fn one_of(&self, tests: [Term; 2]) -> Option<Term> {
        tests.into_iter().find(|&test| self.0.contains(self.1, test))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        /// Against lists of their own.
        #[test]
        fn guards_are_lists(steps in prop::collection::vec((any::<prop::sample::Index>(), 0..4_usize), 1..200)) {
            let mut terms = Terms::new();
            let tests: Vec<Term> = (0..4).map(|index| {
                let word = terms.symbol(&format!("x{index}"));
                let zero = terms.word(0);
                terms.eq(word, zero)
            }).collect();
            let mut guards = Guards::default();
            let mut all = vec![(Guard::ALL, Vec::new())];
            for (before, test) in steps {
                // Long ones are made, too.
                let at = if test == 0 { all.len() - 1 } else { before.index(all.len()) };
                let (guard, mut list) = all[at].clone();
                list.push(tests[test]);
                all.push((guards.and(guard, tests[test]), list));
            }
            for (guard, list) in &all {
                prop_assert_eq!(guards.length(*guard) as usize, list.len());
                for &test in &tests {
                    prop_assert_eq!(guards.contains(*guard, test), list.contains(&test));
                }
                for (other, others) in &all {
                    prop_assert_eq!(guard == other, list == others);
                    let common = list.iter().zip(others).take_while(|(a, b)| a == b).count();
                    let shared = guards.common(*guard, *other);
                    let (_, expected) = all.iter().find(|(guard, _)| *guard == shared).expect("it is one");
                    prop_assert_eq!(&expected[..], &list[..common]);
                    prop_assert_eq!(guards.next(*guard, shared), list.get(common).copied());
                    let rest = guards.conjunction(&mut terms, *guard, shared);
                    let none = terms.bool(true);
                    let by_list = list[common..].iter().rev().fold(none, |all, &test| terms.and(test, all));
                    prop_assert_eq!(rest, by_list);
                }
            }
        }
    }
}
