//! The total order of inputs in which a least witness is sought.
//!
//! Inputs are ordered by the number of nonzero words, then by the absolute value of `$1`, then by
//! that of `$2`, a positive number before its negative ([`Key`]): a person would prefer such
//! inputs. This module also expresses the order in terms, for queries for smaller inputs, and lists
//! the inputs to try before any query.

use smallvec::SmallVec;

use crate::machine::Inputs;
use crate::term::{Term, Terms};

/// The sort key of an input.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// The number of nonzero words.
    nonzero: usize,
    /// The rank of each word.
    ranks: SmallVec<[u32; 2]>,
}

impl Key {
    /// The key of an input.
    pub fn of(inputs: impl AsRef<[u32]>) -> Key {
        let inputs = inputs.as_ref();
        let nonzero = inputs.iter().filter(|&&word| word != 0).count();
        Key { nonzero, ranks: inputs.iter().copied().map(rank).collect() }
    }
}

/// The index of a word in the sequence 0, 1, -1, 2, -2 and so on.
pub(super) fn rank(word: u32) -> u32 {
    let value = word as i32;
    match value {
        i32::MIN => u32::MAX,
        1.. => 2 * word - 1,
        _ => 2 * value.unsigned_abs(),
    }
}

/// The word with a rank other than the last.
pub(super) fn word_of(rank: u32) -> u32 {
    let size = rank.div_ceil(2);
    if rank % 2 == 1 { size } else { size.wrapping_neg() }
}

/// The condition that a word has at most this rank, as a boolean.
pub(super) fn at_most(terms: &mut Terms, word: Term, rank: u32) -> Term {
    if rank == u32::MAX {
        return terms.bool(true);
    }
    // The words of rank up to r are the r + 1 words from -(r / 2).
    let (below, count) = (terms.word(rank / 2), terms.word(rank + 1));
    let shifted = terms.add(word, below);
    terms.ult(shifted, count)
}

/// The condition that inputs are smaller than these, as a boolean.
pub(in crate::engines) fn smaller(terms: &mut Terms, inputs: &[Term], than: &[u32]) -> Term {
    let zero: Vec<Term> = inputs.iter().map(|&input| at_most(terms, input, 0)).collect();
    let zeros = than.iter().filter(|&&word| word == 0).count();
    let mut smaller = at_least(terms, &zero, zeros + 1);
    // With equally many zeros, the first differing word is nearer to 0.
    let mut before = terms.bool(true);
    let (mut known_zeros, mut others) = (0, zero.clone());
    for (index, rank) in than.iter().copied().map(rank).enumerate() {
        if rank > 0 {
            let below = at_most(terms, inputs[index], rank - 1);
            let here = terms.and(before, below);
            let enough = at_least(terms, &others, zeros.saturating_sub(known_zeros));
            let here = terms.and(here, enough);
            smaller = terms.or(smaller, here);
        } else {
            known_zeros += 1;
            others.retain(|&other| other != zero[index]);
        }
        let same = at_most(terms, inputs[index], rank);
        before = terms.and(before, same);
    }
    smaller
}

/// The condition that at least `count` of the tests hold, as a boolean.
fn at_least(terms: &mut Terms, tests: &[Term], count: usize) -> Term {
    // Entry n: at least n of the tests from the current one on hold.
    let mut rest = vec![terms.bool(true)];
    rest.resize(count + 1, terms.bool(false));
    for &first in tests.iter().rev() {
        for wanted in (1..=count).rev() {
            let with = terms.and(first, rest[wanted - 1]);
            rest[wanted] = terms.or(with, rest[wanted]);
        }
    }
    rest[count]
}

/// Inputs to try instead of these: with one word replaced, with all words nearer to 0 by the same
/// distance, and with one word nearer by the distance that the next one moves away, which keeps
/// their sum.
pub(super) fn simpler_inputs(inputs: &Inputs) -> Vec<Inputs> {
    let one = inputs.iter().enumerate().flat_map(|(index, &word)| {
        simpler(word).into_iter().map(move |word| inputs.with(index, word))
    });
    let first = inputs.first().copied().unwrap_or(0);
    let all = distances(first)
        .map(|distance| inputs.iter().map(|word| word.wrapping_sub(distance)).collect());
    let two = inputs.windows(2).enumerate().flat_map(|(index, words)| {
        let (word, next) = (words[0], words[1]);
        distances(word).map(move |distance| {
            let nearer = inputs.with(index, word.wrapping_sub(distance));
            nearer.with(index + 1, next.wrapping_add(distance))
        })
    });
    one.chain(all).chain(two).collect()
}

/// Words to try instead of one: the least two, those that halve its distance to 0 again and again,
/// and the negatives of itself and of its half.
fn simpler(word: u32) -> Vec<u32> {
    let half = (word as i32 / 2) as u32;
    let others = [0, 1, half.wrapping_neg(), word.wrapping_neg()];
    others.into_iter().chain(distances(word).map(|distance| word.wrapping_sub(distance))).collect()
}

/// Half of a word's distance to 0, half of that, and so on down to 1 or -1.
fn distances(word: u32) -> impl Iterator<Item = u32> {
    let value = word as i32;
    let half = if value.unsigned_abs() == 1 { value } else { value / 2 };
    let halves = std::iter::successors(Some(half), |half| Some(half / 2));
    halves.take_while(|&half| half != 0).map(|half| half as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Model;

    /// Words near the corners; the first ones of the order come first and in order.
    const WORDS: [u32; 10] =
        [0, 1, u32::MAX, 2, u32::MAX - 1, 3, (1 << 31) - 1, (1 << 31) + 1, 1 << 31, 1 << 30];

    #[test]
    fn words_are_ranked_by_absolute_value_the_positive_first() {
        let ranks: Vec<u32> = WORDS[..6].iter().map(|&word| rank(word)).collect();
        assert_eq!(ranks, [0, 1, 2, 3, 4, 5]);
        assert!((0..5_000).chain(u32::MAX - 9..u32::MAX).all(|r| rank(word_of(r)) == r));
        assert!(rank((1 << 31) - 1) < rank((1 << 31) + 1));
        assert!(rank((1 << 31) + 1) < rank(1 << 31));
    }

    /// For `$1 + $2 >= 2^31` the least input is found only this way.
    #[test]
    fn a_word_is_brought_nearer_at_the_cost_of_the_next() {
        let differ = |inputs: &Inputs| {
            let [a, b] = [inputs[0], inputs[1]].map(|word| i64::from(word as i32));
            a + b >= 1 << 31 && b - a < 5
        };
        let mut best: Inputs = [1 << 30, 1 << 30].into_iter().collect();
        while let Some(nearer) = simpler_inputs(&best)
            .into_iter()
            .filter(|inputs| differ(inputs) && Key::of(inputs) < Key::of(&best))
            .min_by_key(|inputs| Key::of(inputs))
        {
            best = nearer;
        }
        assert_eq!(best[..], [(1 << 30) - 2, (1 << 30) + 2]);
    }

    #[test]
    fn the_term_of_smaller_is_the_order() {
        let mut terms = Terms::new();
        let inputs = ["$1", "$2"].map(|name| terms.symbol(name));
        let symbols: Vec<_> = terms.free_symbols(inputs);
        let all = || WORDS.into_iter().flat_map(|a| WORDS.map(|b| [a, b]));
        for than in all() {
            let term = smaller(&mut terms, &inputs, &than);
            for these in all() {
                let mut model = Model::new();
                for (&symbol, value) in symbols.iter().zip(these) {
                    model.set(symbol, value);
                }
                let expected = Key::of(these) < Key::of(than);
                assert_eq!(terms.holds(term, &model), expected, "{these:?} before {than:?}");
            }
        }
    }
}
