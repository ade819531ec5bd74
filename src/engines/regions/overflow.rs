//! Instructions whose overflow explains a difference.
//!
//! An instruction is one where it overflows on most inputs on which the programs differ and on few
//! on which they agree, and the other program does not overflow alike. Both shares are
//! counted leaf by leaf, by diagrams, so they are exact or not there.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::Counter;
use crate::engines::tree::{Bench, Leaf};
use crate::program::Address;
use crate::symbolic::assumption;
use crate::symbolic::concolic::Overflow;
use crate::term::Term;

/// Instructions that are counted, at most.
const INSTRUCTIONS: usize = 24;
/// Leaves at most.
const LEAVES: u32 = 128;
/// How many times rarer an overflow is where the programs agree, at least.
const RARER: u32 = 8;

/// An instruction that overflows where the programs differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// 0 for the left program.
    pub program: usize,
    /// The instruction's address.
    pub at: Address,
    /// What it computes, over the inputs; none where that is not one operation on all of them.
    pub text: Option<String>,
    /// On how many of the inputs on which the programs differ it overflows.
    pub differing: BigUint,
    /// On how many of the others.
    pub agreeing: BigUint,
}

/// Counts of overflows, leaf by leaf.
#[derive(Default)]
pub(super) struct Overflows {
    by: BTreeMap<(usize, Address), Tally>,
    leaves: u32,
    /// Whether anything was not counted.
    is_lost: bool,
}

struct Tally {
    /// The operation, or none where there are several.
    text: Option<String>,
    /// Whether the other program has the same overflow on each of its paths.
    is_shared: bool,
    counts: [BigUint; 2],
}

impl Overflows {
    /// Counts a leaf's: what holds of its inputs, and that the programs differ there.
    pub fn leaf(
        &mut self,
        bench: &mut Bench<'_>,
        counter: &mut Counter,
        leaf: &Leaf,
        (literals, differ): (&[Term], Term),
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

    /// The instructions, the one first that overflows on most inputs that differ; `of` are all
    /// inputs that differ, and all others.
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

/// The instructions of a run, each with its operation, where it is always the same, and that it
/// overflows once.
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
