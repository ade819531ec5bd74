//! Inputs of a claim as numbered words: its named inputs, then the elements of its arrays.

use std::collections::BTreeMap;

use tamarin_kernel::claim::{Claim, Word};
use tamarin_kernel::evidence::Input;

use super::forms::{Fact, Forms, InputId};

/// The names of a claim's inputs and arrays.
pub struct Inputs {
    words: Vec<String>,
    /// The arrays: name, the input that is the length, and the greatest length that is searched.
    arrays: Vec<(String, InputId, u64)>,
    /// The inputs that are bytes of the input stream.
    bytes: Vec<InputId>,
}

/// Values of inputs; those without a value are 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Assignment(BTreeMap<InputId, u64>);

/// Arrays of more elements are not searched.
const LENGTH: u64 = 64;

impl Inputs {
    /// The inputs of a claim.
    pub fn new(claim: &Claim) -> Inputs {
        let (words, arrays) = (claim.inputs.clone(), Vec::new());
        let mut inputs = Inputs { words, arrays, bytes: Vec::new() };
        for word in claim.start.iter().flat_map(|start| &start.stream) {
            let Word::Input(name) = word else { continue };
            inputs.bytes.extend(inputs.word(name));
        }
        for array in claim.start.iter().filter_map(|start| start.array.as_ref()) {
            let (most, length) = (array.capacity.min(LENGTH), inputs.word(&array.length));
            match inputs.arrays.iter_mut().find(|(name, ..)| *name == array.name) {
                Some(known) => known.2 = known.2.min(most),
                None => inputs.arrays.push((array.name.clone(), length.unwrap_or(0), most)),
            }
        }
        inputs
    }

    /// The number of an input.
    pub fn word(&self, name: &str) -> Option<InputId> {
        let number = self.words.iter().position(|it| it == name)?;
        Some(number as InputId)
    }

    /// The number of an element of an array.
    pub fn element(&self, name: &str, index: u64) -> InputId {
        let array = self.arrays.iter().position(|(it, ..)| it == name).unwrap_or(0) as u64;
        (self.words.len() as u64 + index * self.arrays.len() as u64 + array) as InputId
    }

    /// The value of an input.
    pub fn value(&self, of: &Assignment, number: InputId) -> u64 {
        of.0.get(&number).copied().unwrap_or(0)
    }

    /// Words with their greatest values: the lengths of arrays, and bytes.
    fn bounds(&self) -> impl Iterator<Item = (InputId, u64)> {
        let lengths = self.arrays.iter().map(|(_, length, most)| (*length, *most));
        lengths.chain(self.bytes.iter().map(|byte| (*byte, 255)))
    }

    /// Facts that restrict the search: the bounds of words.
    pub fn limits(&self, forms: &mut Forms) -> Vec<Fact> {
        let fact = |(word, most): (InputId, u64)| {
            let (word, above) = (forms.input(word), forms.constant(most + 1));
            Fact::Below(word, above)
        };
        self.bounds().map(fact).collect()
    }

    /// Whether an input is within these limits.
    pub fn allows(&self, of: &Assignment) -> bool {
        self.bounds().all(|(word, most)| self.value(of, word) <= most)
    }

    /// The inputs with which the search begins: all words 0, or one of the first lengths.
    pub fn first(&self) -> Vec<Assignment> {
        let most = self.arrays.iter().map(|(.., most)| *most).max().unwrap_or(0).min(FIRST);
        let of = |length: u64| {
            let lengths = self.arrays.iter().map(|(_, at, most)| (*at, length.min(*most)));
            Assignment(lengths.collect())
        };
        (0..=most).map(of).collect()
    }

    /// The values that an input of the claim gives.
    pub fn assignment(&self, input: &Input) -> Assignment {
        let words = input.words.iter().enumerate().map(|(at, word)| (at as InputId, *word));
        let elements = input.arrays.iter().flat_map(|(name, elements)| {
            let at = |index: usize| self.element(name, index as u64);
            elements.iter().enumerate().map(move |(index, word)| (at(index), *word))
        });
        Assignment(words.chain(elements).filter(|(_, word)| *word != 0).collect())
    }

    /// The greatest length of each array that is searched.
    pub fn lengths(&self) -> impl Iterator<Item = u64> {
        self.arrays.iter().map(|(.., most)| *most)
    }

    /// The input as the claim names it.
    pub fn input(&self, of: &Assignment) -> Input {
        let words = (0..self.words.len()).map(|number| self.value(of, number as InputId));
        let elements = |(name, length, _): &(String, InputId, u64)| {
            let elements =
                (0..self.value(of, *length)).map(|at| self.value(of, self.element(name, at)));
            (name.clone(), elements.collect())
        };
        Input { words: words.collect(), arrays: self.arrays.iter().map(elements).collect() }
    }
}

/// The greatest length with which the search begins.
const FIRST: u64 = 4;

impl Assignment {
    /// A copy with some values replaced.
    pub fn with(&self, values: impl IntoIterator<Item = (InputId, u64)>) -> Assignment {
        let mut changed = self.clone();
        changed.0.extend(values);
        changed
    }
}
