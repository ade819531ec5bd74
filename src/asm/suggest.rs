//! "Did you mean": the known name nearest to a misspelled one.

use strsim::osa_distance;

/// Finds similar names. The total number of comparisons is limited, so that a text full of
/// misspelled names does not take long; beyond the limit it finds nothing.
#[derive(Debug)]
pub(super) struct Suggestions {
    /// How many names may still be compared.
    left: usize,
}

impl Suggestions {
    /// The maximal number of comparisons. A real program stays far below it: it allows 50
    /// misspelled names in a program of 1,000 labels.
    const LIMIT: usize = 50_000;
    /// Longer names are skipped, because a comparison takes time in the product of the lengths.
    const LONGEST: usize = 32;

    pub(super) fn new() -> Suggestions {
        Suggestions { left: Suggestions::LIMIT }
    }

    /// The name in `known` that is most similar to `name`. Similar means one letter swapped,
    /// missing, added or changed, two in a name of five letters or more, or any number in other
    /// case. Among equally similar names, the first.
    pub(super) fn nearest<'k>(
        &mut self,
        name: &str,
        known: impl IntoIterator<Item = &'k str>,
    ) -> Option<&'k str> {
        let farthest = match name.len() {
            0 | Suggestions::LONGEST.. => return None,
            1 => 0,
            2..=4 => 1,
            _ => 2,
        };
        let mut nearest: Option<(usize, &str)> = None;
        for candidate in known {
            let Some(left) = self.left.checked_sub(1) else { break };
            self.left = left;
            if candidate.len().abs_diff(name.len()) > farthest {
                continue;
            }
            let distance = if candidate.eq_ignore_ascii_case(name) {
                0
            } else {
                osa_distance(candidate, name)
            };
            if distance <= farthest && nearest.is_none_or(|(least, _)| distance < least) {
                nearest = Some((distance, candidate));
            }
        }
        nearest.map(|(_, candidate)| candidate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        let known = ["loop", "end", "Fibonacci", "x"];
        for (name, nearest) in [
            ("lop", Some("loop")),
            ("LOOP", Some("loop")),
            ("lopo", Some("loop")),
            ("pool", None),
            ("fibbonacci", Some("Fibonacci")),
            ("en", Some("end")),
            ("y", None),
            ("X", Some("x")),
            ("", None),
        ] {
            assert_eq!(Suggestions::new().nearest(name, known), nearest, "{name}");
        }
    }

    #[test]
    fn the_search_gives_up() {
        let mut suggestions = Suggestions::new();
        for _ in 0..Suggestions::LIMIT {
            assert_eq!(suggestions.nearest("lop", ["loop"]), Some("loop"));
        }
        assert_eq!(suggestions.nearest("lop", ["loop"]), None);
    }
}
