//! Inputs near another one, which distinguish conditions.

use crate::contract::Contract;
use crate::machine::Inputs;

/// Number of input words that are varied.
const WORDS: usize = 4;

/// An input and allowed inputs near it.
pub(super) fn inputs(contract: &Contract, sample: &Inputs) -> Vec<Inputs> {
    let mut pool = vec![sample.clone()];
    for index in 0..sample.len().min(WORDS) {
        for step in [1, 2, 4, u32::MAX, u32::MAX - 3, 1 << 31, 1 << 12] {
            let mut near = sample.clone();
            near[index] = near[index].wrapping_add(step);
            pool.push(near);
        }
        for other in 0..sample.len().min(WORDS) {
            for step in [0, 1, u32::MAX] {
                let mut near = sample.clone();
                near[index] = sample[other].wrapping_add(step);
                pool.push(near);
            }
        }
        for word in [0, 1, u32::MAX, 1 << 31, (1 << 31) - 1, 1000] {
            let mut near = sample.clone();
            near[index] = word;
            pool.push(near);
        }
    }
    pool.retain(|inputs| contract.allows(inputs));
    pool
}
