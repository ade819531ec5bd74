//! Inputs near another one, which distinguish conditions.

use crate::contract::Contract;
use crate::machine::Inputs;
use crate::word::Word;

/// Number of input words that are varied.
const WORDS: usize = 4;

/// An input and allowed inputs near it.
pub(super) fn inputs(contract: &Contract, sample: &Inputs) -> Vec<Inputs> {
    let near = words(sample).into_iter().map(|words| words.into_iter().collect::<Inputs>());
    near.filter(|inputs| contract.allows(inputs)).collect()
}

/// An input and inputs near it, by their words.
pub(super) fn words<W: Word>(sample: &[W]) -> Vec<Vec<W>> {
    let word = W::truncated;
    let minus = |number: u64| word(number).wrapping_neg();
    let half = W::sign_bit();
    let mut pool = vec![sample.to_vec()];
    let mut add = |index: usize, value: W| {
        let mut near = sample.to_vec();
        near[index] = value;
        pool.push(near);
    };
    for index in 0..sample.len().min(WORDS) {
        for step in [word(1), word(2), word(4), minus(1), minus(4), half, word(1 << 12)] {
            add(index, sample[index].wrapping_add(&step));
        }
        for other in sample.iter().take(WORDS) {
            for step in [word(0), word(1), minus(1)] {
                add(index, other.wrapping_add(&step));
            }
        }
        for value in [word(0), word(1), minus(1), half, half - W::one(), word(1000)] {
            add(index, value);
        }
    }
    pool
}
