//! From a block that is refuted to an input on which two versions differ.
//!
//! [`versions`](super::versions) finds blocks that differ, and the words before such a block on which
//! they do. These words are not an input: perhaps no run reaches the block with them. So inputs are
//! built from the words and run. A search for a witness begins with the first input that shows a
//! difference.

use std::rc::Rc;

use super::paths::outcome::{difference, ends};
use super::versions::{Comparison, suspects};
use crate::contract::Contract;
use crate::machine::{Image, Inputs};

/// Steps of a run.
const FUEL: u64 = 10_000;

/// The result of running both programs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Driven {
    /// Inputs on which they were run.
    pub tried: usize,
    /// The one on which they differ.
    pub witness: Option<Inputs>,
}

/// Runs two programs on inputs that are made of the words on which blocks of theirs part, as far as
/// the contract allows them.
pub fn drive(images: [&Rc<Image>; 2], contract: &Contract, found: &Comparison) -> Driven {
    let mut driven = Driven::default();
    let suspects = suspects(found, contract.names().len());
    let suspects = suspects.iter().map(|inputs| contract.fit(inputs));
    for inputs in suspects.filter(|inputs| contract.allows(inputs)) {
        driven.tried += 1;
        let [left, right] = ends(images, &inputs, FUEL);
        if difference(&left, &right).is_some() {
            driven.witness = Some(inputs);
            break;
        }
    }
    driven
}
