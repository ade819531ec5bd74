//! The least input of a diagram.
//!
//! Inputs are ordered as where the kernel checks that a witness is the least one
//! (`tamarin_kernel::claim::Statement::Least`): by the number of nonzero words, then by the absolute
//! value of the first word, a positive one before its negative, then likewise by the other words.

use super::{Diagram, Diagrams, Made};
use crate::word::Word;

/// The place of an input in the order.
pub fn rank<W: Word>(words: &[W]) -> (usize, Vec<(W, bool)>) {
    let nonzero = words.iter().filter(|word| !word.is_zero()).count();
    (nonzero, words.iter().map(|word| (word.magnitude(), word.is_negative())).collect())
}

impl<W: Word> Diagrams<W> {
    /// The least input that satisfies a diagram; `None` if there is none.
    pub fn least(&mut self, diagram: Diagram) -> Made<Option<Vec<W>>> {
        self.attempt(|diagrams| {
            let mut least: Option<Vec<W>> = None;
            for nonzero in 0..1u32 << diagrams.words {
                let found = diagrams.least_with(diagram, nonzero)?;
                let is_less =
                    |found: &Vec<W>| least.as_ref().is_none_or(|it| rank(found) < rank(it));
                least = found.filter(is_less).or(least);
            }
            Ok(least)
        })
    }

    /// The least input of which exactly these words are not zero, given as a set of bits.
    fn least_with(&mut self, mut here: Diagram, nonzero: u32) -> Made<Option<Vec<W>>> {
        let zero = self.number(W::zero());
        for index in 0..self.words {
            let word = self.word(index)?;
            let mut is_right = self.equal(&word, &zero)?;
            if nonzero >> index & 1 == 1 {
                is_right = self.not(is_right)?;
            }
            here = self.and(here, is_right)?;
        }
        if here == Diagram::FALSE {
            return Ok(None);
        }
        let mut words = Vec::new();
        for index in 0..self.words {
            let value = self.nearest_to_zero(here, index)?;
            let (word, number) = (self.word(index)?, self.number(value));
            let is_value = self.equal(&word, &number)?;
            here = self.and(here, is_value)?;
            words.push(value);
        }
        Ok(Some(words))
    }

    /// The value of a word with the least absolute value, a positive one first. There is one.
    fn nearest_to_zero(&mut self, here: Diagram, index: usize) -> Made<W> {
        let sign = self.word(index)?[W::BITS as usize - 1];
        let not_sign = self.not(sign)?;
        let [above, below] = [not_sign, sign];
        let (above, below) = (self.and(here, above)?, self.and(here, below)?);
        // The negative words with the least absolute value are the greatest ones.
        let positive = self.extreme(above, index, Diagram::FALSE)?;
        let negative = self.extreme(below, index, Diagram::TRUE)?;
        Ok(match (positive, negative) {
            (Some(positive), Some(negative)) if negative.magnitude() < positive => negative,
            (Some(value), _) | (None, Some(value)) => value,
            (None, None) => W::zero(),
        })
    }

    /// The least value of a word, or with `TRUE` as the `wanted` bits the greatest one.
    fn extreme(&mut self, mut here: Diagram, index: usize, wanted: Diagram) -> Made<Option<W>> {
        if here == Diagram::FALSE {
            return Ok(None);
        }
        let mut value = W::zero();
        for (bit, literal) in self.word(index)?.into_iter().enumerate().rev() {
            let differs = self.xor(literal, wanted)?;
            let is_wanted = self.not(differs)?;
            let with = self.and(here, is_wanted)?;
            let is_one = (with != Diagram::FALSE) == (wanted == Diagram::TRUE);
            if with != Diagram::FALSE {
                here = with;
            }
            if is_one {
                value = value | W::one() << bit;
            }
        }
        Ok(Some(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Stop;

    /// The least input is that of an enumeration of small ones, for conditions with small inputs.
    #[test]
    fn the_least_input_is_that_of_an_enumeration() {
        let small: Vec<i64> = (-6..=6).collect();
        for text in [
            "x0 + x1 == 5",
            "x0 + x1 == -5 and x0 != 0 and x1 != 0",
            "x0 < -2 or x0 > 3",
            "x0 * 3 == x1 and x0 != 0",
            "x1 == 4 or x1 == -4",
            "x0 == -3 and x1 >= 2",
            "x0 - x1 == 4 and x1 < 0 and x0 != 0",
            "true",
        ] {
            let formula = crate::contract::condition_of_numbers(text, 2, 0).expect("it is one");
            let mut diagrams = Diagrams::<u64>::new(2, &Stop::NEVER);
            let diagram = diagrams.of_formula(&formula).expect("it is small");
            let all = small.iter().flat_map(|&a| small.iter().map(move |&b| [a as u64, b as u64]));
            let expected = all.filter(|words| formula.holds(words)).min_by_key(|it| rank(it));
            let expected = expected.map(|words| words.to_vec());
            assert_eq!(diagrams.least(diagram), Ok(expected), "{text}");
        }
        let mut diagrams = Diagrams::<u64>::new(2, &Stop::NEVER);
        assert_eq!(diagrams.least(Diagram::FALSE), Ok(None));
    }
}
