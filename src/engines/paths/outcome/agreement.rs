//! Agreement of two runs on one input; no other module decides it.
//!
//! Programs are semantically equal if on each input both terminate with the same output, or neither
//! terminates (DiffKemp 2.2). Faults and output that is printed on the way refine this here.
//!
//! If the output is observed, two runs agree only if they print the same, however they end. In
//! addition both have to fault, or both never stop, or both stop with the same observations. Runs
//! that never stop print the same if their infinite outputs are equal. Such an output is known if a
//! run repeats a state and prints the same in each cycle
//! ([`recurrence`](crate::machine::recurrence)): some bytes, then a cycle.
//!
//! For a run that is out of fuel, only the bytes printed so far are known. Printed bytes are final,
//! so two outputs that differ there stay different, however the runs continue. Nothing else
//! follows.
//!
//! The strategy `paper` observes `$3` alone ([`Outcome::by_the_paper`]).

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::{Ending, Outcome};
use crate::machine::printed::Printed;
use crate::report::{Agreement, ReasonCode};
use crate::symbolic::paths::Both;

/// Whether two programs agree on an input.
pub fn agreement(left: &Outcome, right: &Outcome) -> Agreement {
    if difference(left, right).is_some() {
        return Agreement::Differ;
    }
    let is_known = match both(left, right) {
        Some(Both::Done | Both::Fault) => true,
        Some(Both::RunForEver) => print_the_same(left, right).is_some(),
        Some(Both::Unfinished) | None => false,
    };
    if is_known { Agreement::Agree } else { Agreement::Inconclusive }
}

/// How two programs differ on an input, if they do.
pub fn difference(left: &Outcome, right: &Outcome) -> Option<ReasonCode> {
    let are_done = [left, right].iter().all(|run| run.ending() == Ending::Done);
    match (left.ending(), right.ending()) {
        (Ending::ForEver, Ending::Done | Ending::Fault) => {
            return Some(ReasonCode::OnlyLeftRunsForEver);
        }
        (Ending::Done | Ending::Fault, Ending::ForEver) => {
            return Some(ReasonCode::OnlyRightRunsForEver);
        }
        (Ending::Fault, Ending::Done) => return Some(ReasonCode::OnlyLeftFaults),
        (Ending::Done, Ending::Fault) => return Some(ReasonCode::OnlyRightFaults),
        _ => {}
    }
    if are_done && left.observes.result && left.result != right.result {
        return Some(ReasonCode::ResultsDiffer);
    }
    if print_the_same(left, right) == Some(false) {
        return Some(ReasonCode::OutputsDiffer);
    }
    (are_done && left.others != right.others).then_some(ReasonCode::ObservedDiffer)
}

/// The common end of two runs, if they end in the same way or one of them is unfinished.
pub(in crate::engines) fn both(left: &Outcome, right: &Outcome) -> Option<Both> {
    match (left.ending(), right.ending()) {
        (Ending::Unknown, _) | (_, Ending::Unknown) => Some(Both::Unfinished),
        (Ending::Done, Ending::Done) => Some(Both::Done),
        (Ending::Fault, Ending::Fault) => Some(Both::Fault),
        (Ending::ForEver, Ending::ForEver) => Some(Both::RunForEver),
        _ => None,
    }
}

/// Whether two runs print the same, if that is known; true if the output is not observed.
fn print_the_same(left: &Outcome, right: &Outcome) -> Option<bool> {
    if !left.observes.output {
        return Some(true);
    }
    printed(left).is_the_same_as(&printed(right))
}

fn printed(run: &Outcome) -> Printed<'_> {
    let has_ended = matches!(run.ending(), Ending::Done | Ending::Fault);
    Printed::of(&run.output, has_ended, run.recurrence.as_ref())
}

/// A hash of a run's observations: different hashes mean different observations. `None` where they
/// are not fully known.
pub(super) fn fingerprint(run: &Outcome) -> Option<u64> {
    let mut hasher = FxHasher::default();
    let ending = run.ending();
    if ending == Ending::Unknown {
        return None;
    }
    if ending == Ending::Done {
        run.others.iter().for_each(|(_, value)| value.hash(&mut hasher));
        if run.observes.result {
            run.result.hash(&mut hasher);
        }
    }
    if run.observes.output {
        printed(run).hash_into(&mut hasher)?;
    }
    (ending as u8).hash(&mut hasher);
    Some(hasher.finish())
}
