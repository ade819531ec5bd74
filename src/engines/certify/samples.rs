//! Inputs on which paths are tried before any query whether they can be taken.
//!
//! Proofs that a path is impossible are optional, and do not exist if an input takes it. An input
//! that satisfies its conditions shows that at once.

use std::cell::RefCell;
use std::rc::Rc;

use tamarin_checker::boxes::{self, Query};
use tamarin_checker::certificate::Name;
use tamarin_checker::terms::{Condition, Node, Terms};

use crate::contract::Contract;
use crate::engines::paths::sweep;
use crate::machine::{Image, Inputs};

/// Maximum number of inputs.
const SAMPLES: usize = 512;

/// Inputs, most recently useful ones last.
#[derive(Default)]
pub struct Samples(RefCell<Vec<Inputs>>);

impl Samples {
    /// Inputs that a contract allows.
    pub fn of(contract: &Contract, images: [&Rc<Image>; 2]) -> Samples {
        Samples(RefCell::new(sweep::spread(contract, images, SAMPLES).collect()))
    }

    /// Whether conditions hold on one of them.
    pub fn satisfy(&self, terms: &Terms, conditions: &[Condition]) -> bool {
        let mut samples = self.0.borrow_mut();
        if samples.is_empty() {
            return false;
        }
        let query = Query::new(terms, conditions);
        let Some(words) = words(terms, &query).filter(|_| query.is_closed()) else { return false };
        let satisfies = |inputs: &Inputs| {
            let of = boxes::point(words.iter().map(|&index| inputs[index]));
            !query.is_refuted(&of)
        };
        let Some(at) = samples.iter().rposition(satisfies) else { return false };
        let sample = samples.remove(at);
        samples.push(sample);
        true
    }

    /// Adds the input with these numbers for a query's words, and arbitrary values elsewhere.
    pub fn add(&self, terms: &Terms, query: &Query, numbers: &[u32]) {
        let mut samples = self.0.borrow_mut();
        let Some((mut sample, words)) = samples.last().cloned().zip(words(terms, query)) else {
            return;
        };
        for (index, &number) in words.into_iter().zip(numbers) {
            sample[index] = number;
        }
        samples.push(sample);
    }
}

/// The inputs that a query's words are, if all of them are inputs.
fn words(terms: &Terms, query: &Query) -> Option<Vec<usize>> {
    let index = |atom| match terms.node(atom) {
        Some(Node::Symbol(name)) => match name.parse() {
            Ok(Name::Input(index)) => Some(index),
            _ => None,
        },
        _ => None,
    };
    query.words().iter().map(|&atom| index(atom)).collect()
}
