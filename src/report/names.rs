//! The names of the two programs in sentences.

use super::side::Side;

/// Longer names are truncated in sentences, in characters.
const LONGEST: usize = 40;

/// The names that people gave the programs: "Anna", "Model solution".
///
/// A program without a name is "the left program" or "the right program". Two programs with the
/// same name are treated as unnamed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names([Option<String>; 2]);

impl Names {
    /// Makes names, the left program's first; an empty string means no name.
    pub fn new(names: [&str; 2]) -> Names {
        let names = names.map(|name| {
            let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
            match name.char_indices().nth(LONGEST) {
                Some((end, _)) => format!("{}…", name[..end].trim_end()),
                None => name,
            }
        });
        match names[0] == names[1] {
            true => Names::default(),
            false => Names(names.map(|name| (!name.is_empty()).then_some(name))),
        }
    }

    /// The name that the user gave a program.
    pub fn given(&self, side: Side) -> Option<&str> {
        self.0[side as usize].as_deref()
    }

    /// A program as the subject of a sentence: `the left program`, or its name.
    pub fn subject(&self, side: Side) -> String {
        match self.given(side) {
            Some(name) => name.to_owned(),
            None => format!("the {} program", side.name()),
        }
    }

    /// The side as a phrase behind a line number: `on the left`, or `of Anna`.
    pub fn place(&self, side: Side) -> String {
        match self.given(side) {
            Some(name) => format!("of {name}"),
            None => format!("on the {}", side.name()),
        }
    }

    /// A column heading: `Left`, or the name.
    pub fn label(&self, side: Side) -> String {
        let mut letters = self.given(side).unwrap_or(side.name()).chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        first.chain(letters.clone()).collect()
    }
}
