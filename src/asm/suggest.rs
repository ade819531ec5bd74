//! "Did you mean": the known name nearest to a misspelled one.

use strsim::osa_distance;

/// Looks for near names, until it has looked at so many that a text full of
/// misspelled ones would take long. Then it finds nothing more.
#[derive(Debug)]
pub(super) struct Suggestions {
    /// How many names may still be looked at.
    left: usize,
}

impl Suggestions {
    /// Names looked at in all. A text that is meant to be a program stays far
    /// below: this is 50 misspelled names in a program of 1,000 labels.
    const LIMIT: usize = 50_000;
    /// A longer name is passed over, as a comparison takes the product of the lengths.
    const LONGEST: usize = 32;

    pub(super) fn new() -> Suggestions {
        Suggestions { left: Suggestions::LIMIT }
    }

    /// The nearest of `known` to `name`, if one is near: a letter swapped,
    /// missing, added or changed, two in a name of five letters or more, or
    /// any number in another case. Of several, the first of the nearest.
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
