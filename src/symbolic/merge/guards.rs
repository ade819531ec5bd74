//! Guards: the conditions on the inputs that reach a state, as lists of tests with shared prefixes.
//!
//! After a long loop there are thousands of states whose guards have thousands of tests, most of
//! them the same. A guard is therefore a node of a tree in which each test is stored once; the same
//! tests in the same order are the same node. Besides the edge to its parent, each node has a jump
//! edge far up, so the common prefix of two guards is found in logarithmic time (Myers, "An
//! applicative random-access stack", 1983).

use std::iter::successors;

use rustc_hash::FxHashMap;

use crate::symbolic::step::Assumptions;
use crate::term::{Term, Terms};

/// A reference to a guard in [`Guards`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Guard(u32);

impl Guard {
    /// The guard without tests, which all inputs satisfy.
    pub const ALL: Guard = Guard(0);
}

/// A guard with at least one test.
#[derive(Clone, Copy, Debug)]
struct GuardNode {
    /// The last test.
    test: Term,
    /// The tests before it.
    before: Guard,
    /// An ancestor further up.
    far: Guard,
    /// The number of tests.
    length: u32,
}

/// The guards of a program's states.
#[derive(Clone, Debug, Default)]
pub(super) struct Guards {
    /// By number; the empty guard has no node.
    nodes: Vec<GuardNode>,
    longer: FxHashMap<(Guard, Term), Guard>,
    /// The guards that end with each test.
    ending: FxHashMap<Term, Vec<Guard>>,
}

impl Guards {
    /// Appends a test to a guard.
    pub fn and(&mut self, guard: Guard, test: Term) -> Guard {
        let Guards { nodes, longer, ending } = self;
        *longer.entry((guard, test)).or_insert_with(|| {
            let of = |guard: Guard| nodes.get(guard.0.wrapping_sub(1) as usize);
            // The lengths of jump edges are the digits of a skew binary number.
            let far = |guard| of(guard).map_or(Guard::ALL, |node| node.far);
            let length = |guard| of(guard).map_or(0, |node| node.length);
            let (once, twice) = (far(guard), far(far(guard)));
            let are_alike = length(guard) - length(once) == length(once) - length(twice);
            let far = if are_alike { twice } else { guard };
            nodes.push(GuardNode { test, before: guard, far, length: length(guard) + 1 });
            let new = Guard(nodes.len() as u32);
            ending.entry(test).or_default().push(new);
            new
        })
    }

    /// The number of tests.
    pub fn length(&self, guard: Guard) -> u32 {
        self.node(guard).map_or(0, |node| node.length)
    }

    /// The longest common prefix of two guards.
    pub fn common(&self, a: Guard, b: Guard) -> Guard {
        let length = self.length(a).min(self.length(b));
        let (mut a, mut b) = (self.beginning(a, length), self.beginning(b, length));
        // Both have the same length, so their jump edges have the same lengths.
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

    /// The prefix with at most this many tests.
    fn beginning(&self, mut guard: Guard, length: u32) -> Guard {
        while let Some(node) = self.node(guard)
            && node.length > length
        {
            guard = if self.length(node.far) >= length { node.far } else { node.before };
        }
        guard
    }

    /// The first test of a guard after its prefix `behind`.
    pub fn next(&self, guard: Guard, behind: Guard) -> Option<Term> {
        let next = self.beginning(guard, self.length(behind) + 1);
        (next != behind).then(|| self.node(next).map(|node| node.test)).flatten()
    }

    /// Whether a guard contains a test.
    ///
    /// After a long loop, guards have thousands of tests and few guards end with any one test.
    /// Where each word of the text may be one of several, guards are short and thousands end with
    /// the same test. The search goes through whichever list is shorter.
    pub fn contains(&self, guard: Guard, test: Term) -> bool {
        let Some(ending) = self.ending.get(&test) else { return false };
        if ending.len() < self.length(guard) as usize {
            ending.iter().any(|&end| self.beginning(guard, self.length(end)) == end)
        } else {
            self.tests(guard).any(|one| one == test)
        }
    }

    /// The conjunction of a guard's tests after its prefix `behind`, as a boolean.
    pub fn conjunction(&self, terms: &mut Terms, guard: Guard, behind: Guard) -> Term {
        let all = terms.bool(true);
        let tests = self.tests(guard).take((self.length(guard) - self.length(behind)) as usize);
        tests.fold(all, |all, test| terms.and(test, all))
    }

    /// The tests of a guard, last one first.
    fn tests(&self, guard: Guard) -> impl Iterator<Item = Term> {
        successors(self.node(guard), |node| self.node(node.before)).map(|node| node.test)
    }

    fn node(&self, guard: Guard) -> Option<&GuardNode> {
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

        /// Compares guards with plain lists.
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
                // Extending the newest guard makes long ones.
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
