//! Whether branches of two ARM64 runs have the same outcome.
//!
//! A branch finds a fact about the pair that was compared last: that of its condition, or of the
//! opposite condition if it is not taken. So `b.lt` and `b.ge` with swapped successors find the
//! same. Facts about order are compared by their direction: `l < r` and `l <= r` find `l` on the
//! lower side, `l > r` and `l >= r` on the upper one. So a loop that goes on while `i < n` agrees
//! with one that goes on while `i <= n` until `i` is `n`. Where one program compares the pair the
//! other way around, its direction is turned.
//!
//! Whether the pairs are the same way around shows in their values, unless all words are equal or
//! the programs compare with other constants: then the other executions of the same two branches
//! decide. If they do not either, or if one fact is about equality, only strictness is compared:
//! `<`, `>` and `!=` against `<=`, `>=` and `=`.
//!
//! Signed and unsigned conditions are not distinguished: they agree until they find different
//! orders. This is how a MIPS branch behind `slt` or `sltu` behaves.

use rustc_hash::FxHashMap;

use super::super::flow::Branch;
use crate::machine::arm64::Condition;

/// The outcome of a `b.cond`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The address of the branch.
    pub at: u64,
    /// Its condition.
    pub condition: Condition,
    /// The pair that was compared last.
    pub pair: [u64; 2],
    /// Whether the condition holds.
    pub holds: bool,
}

/// A fact about a pair of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fact {
    /// Whether it excludes equal words.
    is_strict: bool,
    /// Whether the first word is on the lower side. `None` for equality and its opposite.
    is_lower: Option<bool>,
}

impl Decision {
    fn fact(&self) -> Fact {
        let (is_strict, is_lower) = match self.condition {
            Condition::Eq => (false, None),
            Condition::Ne => (true, None),
            Condition::Lt | Condition::Lo => (true, Some(true)),
            Condition::Le | Condition::Ls => (false, Some(true)),
            Condition::Gt | Condition::Hi => (true, Some(false)),
            Condition::Ge | Condition::Hs => (false, Some(false)),
        };
        match self.holds {
            true => Fact { is_strict, is_lower },
            false => Fact { is_strict: !is_strict, is_lower: is_lower.map(|it| !it) },
        }
    }
}

/// How the compared pairs of two branches correspond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Correspondence {
    /// First to first.
    Straight,
    /// First to second.
    Crossed,
}

/// The number of equal words of two pairs: in the same order, and crossed (first to second).
fn matches([a, b]: [u64; 2], [c, d]: [u64; 2]) -> [i64; 2] {
    let count = |words: [(u64, u64); 2]| words.iter().filter(|(one, other)| one == other).count();
    [count([(a, c), (b, d)]) as i64, count([(a, d), (b, c)]) as i64]
}

/// Whether both branches decide whether the first word is less than the second one, or both whether
/// it is greater.
fn is_same_test(left: &Decision, right: &Decision) -> bool {
    let is_less = |fact: Fact| fact.is_lower.map(|is_lower| is_lower == fact.is_strict);
    is_less(left.fact()) == is_less(right.fact())
}

/// How the pairs of two branches correspond. `more` is how many more words match first to first
/// than first to second in all executions of the two branches.
fn correspondence(left: &Decision, right: &Decision, more: i64) -> Option<Correspondence> {
    match matches(left.pair, right.pair) {
        [2, 0 | 1] => Some(Correspondence::Straight),
        [0 | 1, 2] => Some(Correspondence::Crossed),
        _ if more > 0 => Some(Correspondence::Straight),
        // A single match may be a coincidence.
        _ if more < -1 || more < 0 && !is_same_test(left, right) => Some(Correspondence::Crossed),
        _ => None,
    }
}

/// How many branches agree, from the first one on.
pub(super) fn agreeing(left: &[Branch<Decision>], right: &[Branch<Decision>]) -> usize {
    let mut more: FxHashMap<[u64; 2], i64> = FxHashMap::default();
    for ((_, left), (_, right)) in left.iter().zip(right) {
        let [straight, crossed] = matches(left.pair, right.pair);
        *more.entry([left.at, right.at]).or_default() += straight - crossed;
    }
    let agree = |((_, left), (_, right)): &(&Branch<Decision>, &Branch<Decision>)| {
        let more = more[&[left.at, right.at]];
        agrees(left.fact(), right.fact(), correspondence(left, right, more))
    };
    left.iter().zip(right).take_while(agree).count()
}

fn agrees(left: Fact, right: Fact, pairs: Option<Correspondence>) -> bool {
    match (left.is_lower, right.is_lower, pairs) {
        (Some(left), Some(right), Some(Correspondence::Straight)) => left == right,
        (Some(left), Some(right), Some(Correspondence::Crossed)) => left != right,
        _ => left.is_strict == right.is_strict,
    }
}
