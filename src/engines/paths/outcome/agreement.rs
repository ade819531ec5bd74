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
use crate::machine::Output;
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
    Printed::of(left).is_the_same_as(&Printed::of(right))
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
        match Printed::of(run) {
            Printed::All(output) => output.hash(&mut hasher),
            Printed::Endless { before, cycle } => shortest(before, cycle).hash(&mut hasher),
            Printed::Beginning(_) => return None,
        }
    }
    (ending as u8).hash(&mut hasher);
    Some(hasher.finish())
}

/// The output of a run, as far as it is known.
enum Printed<'o> {
    /// Exactly this.
    All(&'o Output),
    /// A prefix.
    Beginning(&'o Output),
    /// Some bytes, then a cycle that repeats for ever.
    Endless { before: &'o [u8], cycle: &'o [u8] },
}

impl Printed<'_> {
    fn of(run: &Outcome) -> Printed<'_> {
        let output = &run.output;
        match (run.ending(), run.recurrence) {
            (Ending::Done | Ending::Fault, _) => Printed::All(output),
            (Ending::ForEver, Some(lap)) if lap.repeats_output => {
                let [first, again] = lap.written.map(|written| written as usize);
                match output.bytes.get(first..again) {
                    _ if first == again => Printed::All(output),
                    Some(cycle) => Printed::Endless { before: &output.bytes[..first], cycle },
                    // Too many bytes to keep.
                    None => Printed::Beginning(output),
                }
            }
            _ => Printed::Beginning(output),
        }
    }

    /// Whether two outputs are equal, if that is known.
    fn is_the_same_as(&self, other: &Printed<'_>) -> Option<bool> {
        use Printed::*;
        match (self, other) {
            (All(a), All(b)) => Some(a == b),
            (All(_), Endless { .. }) | (Endless { .. }, All(_)) => Some(false),
            (&Endless { before, cycle }, &Endless { before: others, cycle: other }) => {
                Some(shortest(before, cycle) == shortest(others, other))
            }
            (Beginning(begun), All(all)) | (All(all), Beginning(begun)) => {
                let parts = begun.written > all.written
                    || begun.written == all.written && begun != all
                    || part(begun.bytes.iter(), all.bytes.iter());
                parts.then_some(false)
            }
            (Beginning(begun), &Endless { before, cycle })
            | (&Endless { before, cycle }, Beginning(begun)) => {
                let endless = before.iter().chain(cycle.iter().cycle());
                part(begun.bytes.iter(), endless).then_some(false)
            }
            (Beginning(a), Beginning(b)) => part(a.bytes.iter(), b.bytes.iter()).then_some(false),
        }
    }
}

/// Whether two outputs differ within their common length.
fn part<'o>(a: impl Iterator<Item = &'o u8>, b: impl Iterator<Item = &'o u8>) -> bool {
    a.zip(b).any(|(a, b)| a != b)
}

/// The canonical form of an infinite output: the shortest cycle, with the shortest prefix before
/// it.
fn shortest(before: &[u8], cycle: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let mut cycle = cycle[..period(cycle)].to_vec();
    let mut before = before.to_vec();
    while before.last().is_some_and(|last| cycle.last() == Some(last)) {
        before.pop();
        cycle.rotate_right(1);
    }
    (before, cycle)
}

/// The length of the shortest word whose repetition gives this word, by the failure function of
/// Knuth, Morris and Pratt.
fn period(word: &[u8]) -> usize {
    let mut borders = vec![0; word.len()];
    for end in 1..word.len() {
        let mut border: usize = borders[end - 1];
        while border > 0 && word[border] != word[end] {
            border = borders[border - 1];
        }
        borders[end] = border + usize::from(word[border] == word[end]);
    }
    let shortest = word.len() - borders.last().copied().unwrap_or(0);
    if shortest > 0 && word.len().is_multiple_of(shortest) { shortest } else { word.len() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(length: usize) -> Vec<Vec<u8>> {
        (0..=length)
            .flat_map(|length| {
                (0..1_u32 << length)
                    .map(move |bits| (0..length).map(|at| (bits >> at & 1) as u8).collect())
            })
            .collect()
    }

    #[test]
    fn endless_outputs_are_the_same_where_all_their_bytes_are() {
        let mut all_forms = Vec::new();
        for before in all(3) {
            for cycle in all(4).into_iter().filter(|cycle| !cycle.is_empty()) {
                all_forms.push((before.clone(), cycle));
            }
        }
        let text = |(before, cycle): &(Vec<u8>, Vec<u8>)| -> Vec<u8> {
            // Twice the least common multiple of all lengths is more than enough.
            before.iter().chain(cycle.iter().cycle()).take(32).copied().collect()
        };
        for a in &all_forms {
            for b in &all_forms {
                let printed = [a, b].map(|(before, cycle)| Printed::Endless { before, cycle });
                let is_same = printed[0].is_the_same_as(&printed[1]);
                assert_eq!(is_same, Some(text(a) == text(b)), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn a_beginning_says_only_that_outputs_part() {
        let output = |bytes: &[u8]| {
            let mut output = Output::default();
            bytes.iter().for_each(|&byte| output.push(byte));
            output
        };
        let same = |a: &Printed<'_>, b: &Printed<'_>| {
            assert_eq!(a.is_the_same_as(b), b.is_the_same_as(a));
            a.is_the_same_as(b)
        };
        let [ab, abc, ac] = [&b"ab"[..], b"abc", b"ac"].map(output);
        assert_eq!(same(&Printed::Beginning(&ab), &Printed::All(&abc)), None);
        assert_eq!(same(&Printed::Beginning(&ab), &Printed::All(&ab)), None);
        assert_eq!(same(&Printed::Beginning(&abc), &Printed::All(&ab)), Some(false));
        assert_eq!(same(&Printed::Beginning(&ac), &Printed::All(&abc)), Some(false));
        assert_eq!(same(&Printed::Beginning(&ac), &Printed::Beginning(&ab)), Some(false));
        assert_eq!(same(&Printed::Beginning(&abc), &Printed::Beginning(&ab)), None);
        let endless = Printed::Endless { before: b"a", cycle: b"bc" };
        assert_eq!(same(&endless, &Printed::Beginning(&abc)), None);
        assert_eq!(same(&endless, &Printed::Beginning(&ac)), Some(false));
        assert_eq!(same(&endless, &Printed::All(&abc)), Some(false));
    }
}
