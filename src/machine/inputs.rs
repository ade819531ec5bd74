//! Inputs: the words that are given to a run.
//!
//! The [`Contract`](crate::contract::Contract) of a comparison defines the meaning of each word.
//! The [`Setup`](super::Setup) of a machine defines where the program finds it. Everything else
//! uses [`Inputs`], a list of words in the order of the contract.

use std::ops::{Deref, DerefMut};

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The words of an input, in the order of their contract.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Inputs(SmallVec<[u32; 2]>);

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
        Inputs(SmallVec::from_slice(words))
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
    /// The same inputs, with the word at one index replaced.
    pub fn with(&self, index: usize, word: u32) -> Inputs {
        let mut inputs = self.clone();
        inputs[index] = word;
        inputs
    }
}
