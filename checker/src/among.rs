//! The inputs that a certificate is for, as conditions.

use crate::certificate::Among;
use crate::refusal::{Refusal, malformed};
use crate::terms::{Condition, Fact, Terms, Word};

/// The inputs that the certificate is for, as lists of conditions, one of
/// which holds.
pub(crate) fn cases(
    among: &Among,
    terms: &mut Terms,
    inputs: &[Word],
) -> Result<Vec<Vec<Condition>>, Refusal> {
    let values = match among {
        Among::All => return Ok(vec![vec![]]),
        Among::OtherThan(values) | Among::Before(values) => values,
    };
    if values.len() != inputs.len() {
        return malformed("it is for inputs of another number");
    }
    let is = |terms: &mut Terms, input: Word, value: u32| {
        let value = terms.constant(value);
        let distance = terms.sub(input, value);
        Condition { fact: Fact::Zero(distance), holds: true }
    };
    let mut cases = Vec::new();
    if let Among::OtherThan(_) = among {
        for first in 0..values.len() {
            let mut case: Vec<Condition> =
                (0..first).map(|i| is(terms, inputs[i], values[i])).collect();
            case.push(!is(terms, inputs[first], values[first]));
            cases.push(case);
        }
        return Ok(cases);
    }
    let zeros = values.iter().filter(|value| **value == 0).count();
    for pattern in 0u32..1 << values.len() {
        let is_zero = |index: usize| pattern >> index & 1 == 1;
        let of_pattern: Vec<Condition> = (0..values.len())
            .map(|index| {
                let zero = is(terms, inputs[index], 0);
                if is_zero(index) { zero } else { !zero }
            })
            .collect();
        if pattern.count_ones() as usize > zeros {
            cases.push(of_pattern);
        } else if pattern.count_ones() as usize == zeros {
            for first in 0..values.len() {
                let Some(before) = before(terms, inputs[first], values[first]) else {
                    continue;
                };
                let same = (0..first).map(|i| is(terms, inputs[i], values[i]));
                let mut case: Vec<Condition> = same.collect();
                case.extend(&of_pattern);
                case.push(before);
                cases.push(case);
            }
        }
    }
    Ok(cases)
}

/// That a word is before another one by absolute value, a positive number before
/// its negative; none where nothing is.
fn before(terms: &mut Terms, word: Word, value: u32) -> Option<Condition> {
    let size = (value as i32).unsigned_abs();
    if value == 0 {
        return None;
    }
    if value == 1 << 31 {
        // It comes last of all.
        let value = terms.constant(value);
        let distance = terms.sub(word, value);
        return Some(Condition { fact: Fact::Zero(distance), holds: false });
    }
    // Those from 1 - size to size - 1, and size where the value is its negative.
    let offset = terms.constant(size - 1);
    let shifted = terms.add(word, offset);
    let count = terms.constant(2 * size - u32::from(value == size));
    Some(Condition { fact: Fact::Less(false, shifted, count), holds: true })
}
