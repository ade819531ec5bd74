//! Shorter words for conditions: congruences of an input, and relations of two.
//!
//! What a path says is put together from what the program computes, and is often longer than
//! what it means: `$2 + ($1 + $2) != $2 + ($1 + $1)` where `$1 != $2` would do. Conditions of
//! a small grammar are proposed, with constants from an input of the region; one that holds
//! of the same few inputs is put to a proof, beside what else is said. Nothing is told
//! shorter that is not proved to be the same.

use crate::contract::Contract;
use crate::machine::Inputs;

/// Inputs that are paired.
const WORDS: usize = 4;
/// The largest constant that is proposed.
const CONSTANT: u32 = 1 << 16;

/// Conditions that hold of an input, and some that need not, shortest first.
pub(super) fn proposed(contract: &Contract, sample: &Inputs) -> Vec<String> {
    let names = contract.names();
    let words: Vec<(&str, u32)> =
        names.iter().map(|name| &**name).zip(sample.iter().copied()).take(WORDS).collect();
    let mut proposed = Vec::new();
    for &(x, value) in &words {
        let moduli = (1..=16).map(|bits| 1 << bits).chain([3, 5, 6, 7, 9, 10, 12, 100, 400, 1000]);
        for modulus in moduli {
            proposed.push(format!("{x} %u {modulus} == {}", value % modulus));
            proposed.push(format!("{x} %u {modulus} != 0"));
        }
        for &(y, other) in &words {
            if x < y {
                for relation in ["==", "!=", "<", "<=", ">", ">=", "<u", "<=u", ">u", ">=u"] {
                    proposed.push(format!("{x} {relation} {y}"));
                }
                let between = value.wrapping_sub(other);
                if between != 0 && between < CONSTANT {
                    proposed.push(format!("{x} == {y} + {between}"));
                } else if between.wrapping_neg() < CONSTANT {
                    proposed.push(format!("{y} == {x} + {}", between.wrapping_neg()));
                }
            }
        }
    }
    proposed.sort_by_key(String::len);
    proposed
}

/// Inputs that tell conditions apart.
pub(super) fn pool(contract: &Contract, sample: &Inputs) -> Vec<Inputs> {
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
