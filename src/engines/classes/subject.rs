//! Programs as sorting sees them: what they do on an input, for any machine.

use std::rc::Rc;

use super::is_renaming;
use super::kinds::canonical;
use crate::engines::mutation::is_killed;
use crate::engines::paths::beyond;
use crate::engines::paths::order::Key;
use crate::engines::paths::outcome::{Outcome, outcome, watched};
use crate::machine::{Image, Inputs};

/// A program of some machine, under a contract.
///
/// Runs are compared by fingerprints: two programs differ on an input if both have one there and
/// these are not equal. A run that did not end has none.
pub trait Subject {
    /// What the program is given.
    type Inputs: Clone + PartialEq;
    /// The sort key of an input: a person prefers small ones.
    type Size: Ord;

    /// The sort key of an input.
    fn size(inputs: &Self::Inputs) -> Self::Size;

    /// A key that is equal for programs that differ only in the names of registers.
    fn kind(&self) -> Vec<u32>;

    /// Whether two programs differ only by a renaming of registers with which they are proved
    /// equivalent.
    fn is_renaming(&self, other: &Self) -> bool;

    /// The outcome of a run of at most `fuel` steps.
    fn outcome(&self, inputs: &Self::Inputs, fuel: u64) -> Option<u64>;

    /// The outcome of a run of at most `fuel` steps. A run that is recognised to never end has an outcome,
    /// too.
    fn watched(&self, inputs: &Self::Inputs, fuel: u64) -> Option<u64>;

    /// The outcome of a run of many times `fuel` steps.
    fn in_the_end(&self, inputs: &Self::Inputs, fuel: u64) -> Option<u64>;

    /// Whether an input distinguishes a wrong program from this one: their outcomes differ, or this
    /// one stops and the wrong one is still running after many times the fuel.
    fn tells_apart(&self, wrong: &Self, inputs: &Self::Inputs, fuel: u64) -> bool;
}

impl<S: Subject> Subject for &S {
    type Inputs = S::Inputs;
    type Size = S::Size;

    fn size(inputs: &S::Inputs) -> S::Size {
        S::size(inputs)
    }

    fn kind(&self) -> Vec<u32> {
        (**self).kind()
    }

    fn is_renaming(&self, other: &&S) -> bool {
        (**self).is_renaming(other)
    }

    fn outcome(&self, inputs: &S::Inputs, fuel: u64) -> Option<u64> {
        (**self).outcome(inputs, fuel)
    }

    fn watched(&self, inputs: &S::Inputs, fuel: u64) -> Option<u64> {
        (**self).watched(inputs, fuel)
    }

    fn in_the_end(&self, inputs: &S::Inputs, fuel: u64) -> Option<u64> {
        (**self).in_the_end(inputs, fuel)
    }

    fn tells_apart(&self, wrong: &&S, inputs: &S::Inputs, fuel: u64) -> bool {
        (**self).tells_apart(wrong, inputs, fuel)
    }
}

impl Subject for Rc<Image> {
    type Inputs = Inputs;
    type Size = Key;

    fn size(inputs: &Inputs) -> Key {
        Key::of(inputs)
    }

    fn kind(&self) -> Vec<u32> {
        canonical(self.words())
    }

    fn is_renaming(&self, other: &Rc<Image>) -> bool {
        is_renaming(self, other)
    }

    fn outcome(&self, inputs: &Inputs, fuel: u64) -> Option<u64> {
        outcome(self, inputs, fuel).fingerprint()
    }

    fn watched(&self, inputs: &Inputs, fuel: u64) -> Option<u64> {
        watched(self, inputs, fuel).fingerprint()
    }

    fn in_the_end(&self, inputs: &Inputs, fuel: u64) -> Option<u64> {
        in_the_end(self, inputs, fuel).fingerprint()
    }

    fn tells_apart(&self, wrong: &Rc<Image>, inputs: &Inputs, fuel: u64) -> bool {
        is_killed([self, wrong], inputs, fuel)
    }
}

/// How a program finally ends, if that can be found out soon.
pub fn in_the_end(image: &Rc<Image>, inputs: &Inputs, fuel: u64) -> Outcome {
    let first = watched(image, inputs, fuel);
    match first.fingerprint() {
        Some(_) => first,
        None if first.is_for_ever() => first,
        None => {
            let long = outcome(image, inputs, beyond::STEPS_BEYOND_FUEL);
            if long.fingerprint().is_some() { long } else { first }
        }
    }
}
