//! Blames procedures for a difference: those that return another result although the procedures
//! that they call agree.
//!
//! Their callers are compared as if the blamed procedures agreed, so that each reported procedure is
//! a reason of its own. That takes another pass over the programs. All procedures that can be blamed
//! are blamed in one pass. One of them may differ only because it gets what another one returns. It
//! is exonerated if its analysis depends on anything that the pass changed.

use std::collections::{BTreeMap, BTreeSet};

use super::equality::Ended;
use super::pairs::{Analysis, Compared, Key, OpenPoint, Walk};
use super::refuted::Refuted;
use super::relation::Relation;

/// Maximum number of passes over the programs. A difference that passes through more callers than
/// that is reported for some of them as well.
const PASSES: usize = 8;

/// Everything that the analysis of a pair of procedures depends on.
#[derive(PartialEq)]
struct Basis {
    entry: Relation,
    callees: BTreeMap<Key, Option<Callee>>,
}

/// What a caller uses of a pair of procedures.
#[derive(PartialEq)]
struct Callee {
    entry: Relation,
    exit: Option<Relation>,
    touched: [BTreeSet<i32>; 2],
}

impl Callee {
    fn of(procedure: &Analysis) -> Callee {
        let Analysis { entry, exit, touched, .. } = procedure;
        Callee { entry: entry.clone(), exit: exit.clone(), touched: touched.clone() }
    }
}

/// A blamed pair of procedures: where both return with different `$3`, and words for which they do.
struct Blamed {
    open: OpenPoint,
    refuted: Option<Refuted>,
}

impl Walk<'_, '_> {
    /// The results for all pairs of procedures, with the reasons for a difference; unchanged where
    /// the programs are equal.
    pub(super) async fn blame(
        &mut self,
        program: Key,
        mut compared: Vec<Compared>,
    ) -> Result<Vec<Compared>, Ended> {
        let mut blamed: BTreeMap<Key, Blamed> = BTreeMap::new();
        let mut at_once = usize::MAX;
        for _ in 0..PASSES {
            if compared.iter().all(|one| one.open.is_none()) {
                break;
            }
            let mut reasons = self.reasons(&compared, &blamed);
            reasons.truncate(at_once);
            if reasons.is_empty() {
                break;
            }
            let mut bases: Vec<(Key, Basis)> = Vec::new();
            for index in reasons {
                let one = &compared[index];
                let Some((open, refuted)) = one.differs_by_result.clone() else { continue };
                bases.push((one.key, self.basis(one)));
                blamed.insert(one.key, Blamed { open, refuted });
            }
            bases.iter().for_each(|&(key, _)| self.assume_equal(key));
            compared = self.pass(program).await?;
            // The first one is called first, so it is blamed in any case.
            let wrongly: Vec<Key> = bases
                .iter()
                .skip(1)
                .filter(|(key, basis)| {
                    let one = compared.iter().find(|one| one.key == *key);
                    one.is_none_or(|one| self.basis(one) != *basis)
                })
                .map(|&(key, _)| key)
                .collect();
            if !wrongly.is_empty() {
                at_once = bases.len() - wrongly.len();
                for key in wrongly {
                    blamed.remove(&key);
                    self.assumed.remove(&key);
                }
                compared = self.pass(program).await?;
            }
        }
        for one in &mut compared {
            if let Some(Blamed { open, refuted }) = blamed.remove(&one.key) {
                (one.open, one.refuted) = (Some(open), refuted);
                one.because = None;
            }
        }
        Ok(compared)
    }

    /// The indices of the procedures that return a different result although their callees agree;
    /// of the first one that does if there are none, as in a recursion.
    fn reasons(&self, compared: &[Compared], blamed: &BTreeMap<Key, Blamed>) -> Vec<usize> {
        let differs = |one: &Compared| {
            !one.key.is_program
                && one.differs_by_result.is_some()
                && !blamed.contains_key(&one.key)
                && !self.procedures[&one.key].is_assumed
        };
        let all: Vec<usize> = (0..compared.len()).filter(|&at| differs(&compared[at])).collect();
        let differing: BTreeSet<Key> = all.iter().map(|&at| compared[at].key).collect();
        let is_reason = |&at: &usize| {
            let Compared { key, calls, .. } = &compared[at];
            calls.iter().all(|call| call.callee == *key || !differing.contains(&call.callee))
        };
        let reasons: Vec<usize> = all.iter().copied().filter(is_reason).collect();
        if reasons.is_empty() { all.into_iter().take(1).collect() } else { reasons }
    }

    /// What the analysis of a pair depends on now.
    fn basis(&self, Compared { key, calls, .. }: &Compared) -> Basis {
        let callees = calls.iter().filter(|call| call.callee != *key);
        let callees = callees
            .map(|call| (call.callee, self.procedures.get(&call.callee).map(Callee::of)))
            .collect();
        Basis { entry: self.procedures[key].entry.clone(), callees }
    }
}
