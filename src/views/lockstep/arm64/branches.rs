//! Whether branches of two ARM64 runs have the same outcome.
//!
//! A branch finds a fact about the pair that was compared last: that of its condition, or of the
//! opposite condition if it is not taken. So `b.lt` and `b.ge` with swapped successors find the
//! same. Facts about order are compared by their direction: `l < r` and `l <= r` find `l` on the
//! lower side, `l > r` and `l >= r` on the upper one. So a loop that goes on while `i < n` agrees
//! with one that goes on while `i <= n` until `i` is `n`. Where one program compares the pair the
//! other way around, its direction is turned.
//!
//! Whether the pairs are the same way around shows in their values, unless both words are equal:
//! then an earlier outcome of the same two branches decides. If there is none, or if one fact is
//! about equality, only strictness is compared: `<`, `>` and `!=` against `<=`, `>=` and `=`.
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

/// How the pairs of two branches correspond, as far as their values show it.
fn correspondence(left: &Decision, right: &Decision) -> Option<Correspondence> {
    let ([a, b], [c, d]) = (left.pair, right.pair);
    let matches = |pairs: [(u64, u64); 2]| pairs.iter().filter(|(one, other)| one == other).count();
    let (straight, crossed) = (matches([(a, c), (b, d)]), matches([(a, d), (b, c)]));
    match straight.cmp(&crossed) {
        std::cmp::Ordering::Greater => Some(Correspondence::Straight),
        // A single match may be a coincidence.
        std::cmp::Ordering::Less if crossed == 2 || !is_same_test(left, right) => {
            Some(Correspondence::Crossed)
        }
        _ => None,
    }
}

/// Whether both branches decide whether the first word is less than the second one, or both whether
/// it is greater.
fn is_same_test(left: &Decision, right: &Decision) -> bool {
    let is_less = |fact: Fact| fact.is_lower.map(|is_lower| is_lower == fact.is_strict);
    is_less(left.fact()) == is_less(right.fact())
}

/// How many branches agree, from the first one on.
pub(super) fn agreeing(left: &[Branch<Decision>], right: &[Branch<Decision>]) -> usize {
    let mut known: FxHashMap<[u64; 2], Correspondence> = FxHashMap::default();
    let agree = |((_, left), (_, right)): &(&Branch<Decision>, &Branch<Decision>)| {
        let branches = [left.at, right.at];
        if let Some(now) = correspondence(left, right) {
            known.insert(branches, now);
        }
        agrees(left.fact(), right.fact(), known.get(&branches).copied())
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
