//! Inputs: the words that a run is given.
//!
//! What an input word means, and where it is at the start of a run, is told by
//! the [`Shape`] that a comparison's contract chooses. Everything else deals
//! in [`Inputs`], a list of words in the order of their shape, so that a new
//! shape is a new variant here and nothing in the engines.

use std::fmt;
use std::ops::{Deref, DerefMut};

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::isa::Reg;

/// The words of an input, in the order of their [`Shape`].
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "SmallVec<[u32; 2]>", into = "SmallVec<[u32; 2]>")]
pub struct Inputs(SmallVec<[u32; 2]>);

impl TryFrom<SmallVec<[u32; 2]>> for Inputs {
    type Error = String;

    /// Takes words from outside: there are to be as many as the shape has, and
    /// there is one shape yet.
    fn try_from(words: SmallVec<[u32; 2]>) -> Result<Inputs, String> {
        let shape = Shape::default();
        match words.len() == shape.len() {
            true => Ok(Inputs(words)),
            false => Err(format!("expected {shape}, not {} words", words.len())),
        }
    }
}

impl From<Inputs> for SmallVec<[u32; 2]> {
    fn from(inputs: Inputs) -> SmallVec<[u32; 2]> {
        inputs.0
    }
}

impl Deref for Inputs {
    type Target = [u32];

    fn deref(&self) -> &[u32] {
        &self.0
    }
}

impl DerefMut for Inputs {
    fn deref_mut(&mut self) -> &mut [u32] {
        &mut self.0
    }
}

impl AsRef<[u32]> for Inputs {
    fn as_ref(&self) -> &[u32] {
        &self.0
    }
}

impl From<&[u32]> for Inputs {
    fn from(words: &[u32]) -> Inputs {
        Inputs(words.into())
    }
}

impl<const N: usize> From<[u32; N]> for Inputs {
    fn from(words: [u32; N]) -> Inputs {
        Inputs(words.into_iter().collect())
    }
}

impl FromIterator<u32> for Inputs {
    fn from_iter<I: IntoIterator<Item = u32>>(words: I) -> Inputs {
        Inputs(words.into_iter().collect())
    }
}

impl<const N: usize> PartialEq<Inputs> for [u32; N] {
    fn eq(&self, other: &Inputs) -> bool {
        *self == **other
    }
}

impl<const N: usize> PartialEq<[u32; N]> for Inputs {
    fn eq(&self, other: &[u32; N]) -> bool {
        **self == *other
    }
}

impl Inputs {
    /// The same inputs with another word at an index.
    pub fn with(&self, index: usize, word: u32) -> Inputs {
        let mut inputs = self.clone();
        inputs[index] = word;
        inputs
    }
}

/// What the input words are, and where they are at the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// Two integers, in `$1` and `$2`.
    #[default]
    TwoIntegers,
}

impl Shape {
    /// How many words an input has.
    pub const fn len(self) -> usize {
        self.registers().len()
    }

    /// Whether there are no input words; so it is in no shape that there is.
    pub const fn is_empty(self) -> bool {
        self.registers().is_empty()
    }

    /// The registers that hold input words at the start, in their order.
    pub const fn registers(self) -> &'static [Reg] {
        match self {
            Shape::TwoIntegers => &[Reg::FIRST_INPUT, Reg::SECOND_INPUT],
        }
    }

    /// The index of the input word that a register holds at the start.
    pub fn index_of(self, reg: Reg) -> Option<usize> {
        self.registers().iter().position(|&input| input == reg)
    }

    /// The names of the input words for a reader, and as variables of terms.
    pub fn names(self) -> impl Iterator<Item = String> {
        self.registers().iter().map(Reg::to_string)
    }

    /// Inputs as equations, `$1 = 4, $2 = 0`, each word as `show` writes it.
    pub fn equations<W: fmt::Display>(self, inputs: &[u32], show: impl Fn(u32) -> W) -> String {
        let equations =
            self.names().zip(inputs).map(|(name, &word)| format!("{name} = {}", show(word)));
        equations.collect::<Vec<_>>().join(", ")
    }

    /// An input of zeros.
    pub fn zeros(self) -> Inputs {
        std::iter::repeat_n(0, self.len()).collect()
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shape::TwoIntegers => write!(f, "two integers in $1 and $2"),
        }
    }
}
