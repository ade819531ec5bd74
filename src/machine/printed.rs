//! The output of a run, as far as it is known, and whether two runs print the same.
//!
//! Printed bytes are final: two runs that printed different bytes differ, however they continue. A run that repeats a
//! state and prints the same in each cycle has an infinite output that is known: some bytes, then a cycle.

use std::hash::{Hash, Hasher};

use super::Output;
use super::recurrence::Recurrence;

/// The output of a run, as far as it is known.
#[derive(Clone, Copy, Debug)]
pub enum Printed<'o> {
    /// Exactly this.
    All(&'o Output),
    /// A prefix.
    Beginning(&'o Output),
    /// Some bytes, then a cycle that repeats for ever.
    Endless {
        /// The bytes before the cycle.
        before: &'o [u8],
        /// The cycle.
        cycle: &'o [u8],
    },
}

impl Printed<'_> {
    /// The output of a run that has ended, or repeats a state (`recurrence`), or of which neither is known.
    pub fn of<'o>(
        output: &'o Output,
        has_ended: bool,
        recurrence: Option<&Recurrence>,
    ) -> Printed<'o> {
        match recurrence {
            _ if has_ended => Printed::All(output),
            Some(lap) if lap.repeats_output => {
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

    /// Hashes an output that is fully known: equal outputs have equal hashes. `None` for another one.
    pub fn hash_into(&self, hasher: &mut impl Hasher) -> Option<()> {
        match self {
            Printed::All(output) => output.hash(hasher),
            Printed::Endless { before, cycle } => shortest(before, cycle).hash(hasher),
            Printed::Beginning(_) => return None,
        }
        Some(())
    }

    /// Whether two outputs are equal, if that is known.
    pub fn is_the_same_as(&self, other: &Printed<'_>) -> Option<bool> {
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
