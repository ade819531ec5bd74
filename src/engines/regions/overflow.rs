//! Finds instructions whose overflow explains a difference.
//!
//! Such an instruction overflows on most inputs on which the programs differ and on few on which
//! they agree, and the other program does not overflow in the same way. Both fractions are counted
//! leaf by leaf, by decision diagrams, so they are exact or absent.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::counter::Counter;
use crate::engines::tree::{Bench, Leaf};
use crate::program::Address;
use crate::symbolic::assumption;
use crate::symbolic::concolic::Overflow;
use crate::term::Term;

/// Maximum number of instructions that are counted.
const INSTRUCTIONS: usize = 24;
/// Maximum number of leaves.
const LEAVES: u32 = 128;
/// Minimum factor by which an overflow is rarer where the programs agree.
const RARER: u32 = 8;

/// An instruction that overflows where the programs differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// 0 for the left program.
    pub program: usize,
    /// The instruction's address.
    pub at: Address,
    /// Its operation over the inputs; `None` if it is not one operation on all of them.
    pub text: Option<String>,
    /// The number of inputs on which the programs differ and it overflows.
    pub differing: BigUint,
    /// The number of other inputs on which it overflows.
    pub agreeing: BigUint,
}

/// Counts of overflows, leaf by leaf.
#[derive(Default)]
pub(super) struct Overflows {
    by: BTreeMap<(usize, Address), Tally>,
    leaves: u32,
    /// Whether anything could not be counted.
    is_lost: bool,
}

struct Tally {
    /// The operation; `None` if there are several.
    text: Option<String>,
    /// Whether the other program has the same overflow on each of its paths.
    is_shared: bool,
    counts: [BigUint; 2],
}

impl Overflows {
    /// Counts a leaf, given the conditions on its inputs and the condition that the programs
    /// differ.
    pub fn leaf(
        &mut self,
        bench: &mut Bench<'_>,
        counter: &mut Counter,
        leaf: &Leaf,
        literals: &[Term],
        differ: Term,
    ) {
        self.leaves += 1;
        let [Some(left), Some(right)] = &leaf.overflows else {
            self.is_lost = true;
            return;
        };
        if self.is_lost || self.leaves > LEAVES {
            self.is_lost = true;
            return;
        }
        let same = bench.terms.not(differ);
        for (program, [own, others]) in [[left, right], [right, left]].into_iter().enumerate() {
            for (at, (operation, holds)) in instructions(bench, own) {
                let text = operation.and_then(|Overflow { op, words, .. }| {
                    assumption::operation(&bench.terms, op, words)
                });
                let is_shared = others.iter().any(|other| other.holds == holds);
                let counts = [differ, same].map(|ends| {
                    counter.count(bench, literals.iter().copied().chain([ends, holds]))
                });
                let [Some(differing), Some(agreeing)] = counts else {
                    self.is_lost = true;
                    return;
                };
                let zero = || [BigUint::ZERO, BigUint::ZERO];
                let new = || Tally { text: text.clone(), is_shared, counts: zero() };
                let tally = self.by.entry((program, at)).or_insert_with(new);
                tally.is_shared &= is_shared;
                if tally.text != text {
                    tally.text = None;
                }
                let [of_differing, of_agreeing] = &mut tally.counts;
                (*of_differing, *of_agreeing) =
                    (&*of_differing + differing, &*of_agreeing + agreeing);
            }
        }
        self.is_lost |= self.by.len() > INSTRUCTIONS;
    }

    /// The instructions, the one with most overflows on differing inputs first; `of` are the
    /// numbers of inputs that differ, and of all others.
    pub fn reasons(self, of: [&BigUint; 2]) -> Vec<Reason> {
        if self.is_lost {
            return Vec::new();
        }
        let [differ, agree] = of;
        let mut reasons = Vec::new();
        for ((program, at), Tally { text, is_shared, counts }) in self.by {
            let [differing, agreeing] = counts;
            let is_most = &differing * 2u8 >= *differ;
            let is_rare = &agreeing * RARER * differ <= &differing * agree;
            if !is_shared && is_most && is_rare && differing != BigUint::ZERO {
                reasons.push(Reason { program, at, text, differing, agreeing });
            }
        }
        reasons.sort_by(|a, b| (&b.differing, &a.agreeing).cmp(&(&a.differing, &b.agreeing)));
        reasons
    }
}

/// The instructions of a run, each with its operation, if it is always the same, and the condition
/// that it overflows at least once.
fn instructions(
    bench: &mut Bench<'_>,
    overflows: &[Overflow],
) -> BTreeMap<Address, (Option<Overflow>, Term)> {
    let mut by: BTreeMap<Address, (Option<Overflow>, Term)> = BTreeMap::new();
    for overflow in overflows {
        let (operation, holds) = by.entry(overflow.at).or_insert((Some(*overflow), overflow.holds));
        if operation.is_some_and(|it| it.words != overflow.words) {
            *operation = None;
        }
        *holds = bench.terms.or(*holds, overflow.holds);
    }
    by
}
