//! Arithmetic as circuits over diagrams. The bits of a word are least significant first.

use super::{Diagram, Diagrams, Made};
use crate::machine::Signedness;
use crate::word::Word;

/// The bits of a word.
pub type Bits = Vec<Diagram>;

impl<W: Word> Diagrams<W> {
    /// The input word with this index.
    pub fn word(&mut self, index: usize) -> Made<Bits> {
        let (words, most) = (self.words as u32, W::BITS - 1);
        let bits = (0..W::BITS).map(|bit| {
            let at = (most - bit) * words + index as u32;
            self.make(at, [Diagram::FALSE, Diagram::TRUE])
        });
        bits.collect()
    }

    /// A constant.
    pub fn number(&self, number: W) -> Bits {
        constant(number.as_(), W::BITS)
    }

    pub(super) fn choose_bits(
        &mut self,
        test: Diagram,
        a: &[Diagram],
        b: &[Diagram],
    ) -> Made<Bits> {
        std::iter::zip(a, b).map(|(&a, &b)| self.choose(test, a, b)).collect()
    }

    pub(super) fn complement(&mut self, a: &[Diagram]) -> Made<Bits> {
        a.iter().map(|&bit| self.not(bit)).collect()
    }

    /// The sum and the carry.
    pub fn sum(&mut self, a: &[Diagram], b: &[Diagram], carry: Diagram) -> Made<(Bits, Diagram)> {
        let mut bits = Vec::with_capacity(a.len());
        let mut carry = carry;
        for (&a, &b) in a.iter().zip(b) {
            let half = self.xor(a, b)?;
            bits.push(self.xor(half, carry)?);
            carry = self.choose(half, carry, a)?;
        }
        Ok((bits, carry))
    }

    /// The difference.
    pub fn difference(&mut self, a: &[Diagram], b: &[Diagram]) -> Made<Bits> {
        let b = self.complement(b)?;
        Ok(self.sum(a, &b, Diagram::TRUE)?.0)
    }

    /// The product. Constants are best second.
    pub fn product(&mut self, a: &[Diagram], b: &[Diagram]) -> Made<Bits> {
        let mut sum = vec![Diagram::FALSE; a.len()];
        for (shift, &bit) in b.iter().enumerate() {
            let mut shifted = vec![Diagram::FALSE; shift];
            for &other in &a[..a.len() - shift] {
                shifted.push(self.and(other, bit)?);
            }
            if bit != Diagram::FALSE {
                sum = self.sum(&sum, &shifted, Diagram::FALSE)?.0;
            }
        }
        Ok(sum)
    }

    /// Equality.
    pub fn equal(&mut self, a: &[Diagram], b: &[Diagram]) -> Made<Diagram> {
        let mut all = Diagram::TRUE;
        for (&a, &b) in a.iter().zip(b) {
            let differ = self.xor(a, b)?;
            let same = self.not(differ)?;
            all = self.and(all, same)?;
        }
        Ok(all)
    }

    /// Unsigned less-than.
    pub fn below(&mut self, a: &[Diagram], b: &[Diagram]) -> Made<Diagram> {
        let mut below = Diagram::FALSE;
        for (&a, &b) in a.iter().zip(b) {
            let differ = self.xor(a, b)?;
            below = self.choose(differ, b, below)?;
        }
        Ok(below)
    }

    /// Signed less-than.
    pub fn less(&mut self, a: &[Diagram], b: &[Diagram]) -> Made<Diagram> {
        let (mut a, mut b) = (a.to_vec(), b.to_vec());
        // Sign bits have the opposite order.
        let last = a.len() - 1;
        (a[last], b[last]) = (b[last], a[last]);
        self.below(&a, &b)
    }

    fn negate_if(&mut self, test: Diagram, a: &[Diagram]) -> Made<Bits> {
        let zero = vec![Diagram::FALSE; a.len()];
        let other = self.complement(a)?;
        let negative = self.sum(&other, &zero, Diagram::TRUE)?.0;
        self.choose_bits(test, &negative, a)
    }

    fn magnitude(&mut self, a: &[Diagram]) -> Made<Bits> {
        self.negate_if(a[a.len() - 1], a)
    }

    /// Quotient and remainder, unsigned; a zero divisor gives all ones and the dividend.
    pub fn divide(&mut self, a: &[Diagram], b: &[Diagram]) -> Made<(Bits, Bits)> {
        let width = a.len();
        let mut quotient = vec![Diagram::FALSE; width];
        // One bit more, which the partial remainder may need before the divisor is subtracted.
        let mut rest = vec![Diagram::FALSE; width + 1];
        let mut divisor = b.to_vec();
        divisor.push(Diagram::FALSE);
        let complement = self.complement(&divisor)?;
        for at in (0..width).rev() {
            rest.pop();
            rest.insert(0, a[at]);
            let (less, fits) = self.sum(&rest, &complement, Diagram::TRUE)?;
            quotient[at] = fits;
            rest = self.choose_bits(fits, &less, &rest)?;
        }
        rest.pop();
        Ok((quotient, rest))
    }

    /// The signed quotient, rounded towards 0; by zero it is -1, or 1 for a negative dividend.
    pub fn signed_quotient(&mut self, a: &[Diagram], b: &[Diagram]) -> Made<Bits> {
        let signs = [a[a.len() - 1], b[b.len() - 1]];
        let (a, b) = (self.magnitude(a)?, self.magnitude(b)?);
        let quotient = self.divide(&a, &b)?.0;
        let negative = self.xor(signs[0], signs[1])?;
        self.negate_if(negative, &quotient)
    }

    /// The remainder of [`Diagrams::signed_quotient`]; by zero it is the dividend.
    pub fn signed_remainder(&mut self, a: &[Diagram], b: &[Diagram]) -> Made<Bits> {
        let negative = a[a.len() - 1];
        let (a, b) = (self.magnitude(a)?, self.magnitude(b)?);
        let rest = self.divide(&a, &b)?.1;
        self.negate_if(negative, &rest)
    }

    /// The upper half of a product.
    pub fn high(&mut self, a: &[Diagram], b: &[Diagram], operands: Signedness) -> Made<Bits> {
        let width = a.len();
        let [a, b] = [a, b].map(|word| extended(word, 2 * width, operands));
        Ok(self.product(&a, &b)?[width..].to_vec())
    }
}

/// The bits of a constant.
pub(in crate::engines) fn constant(number: u64, width: u32) -> Bits {
    (0..width).map(|bit| Diagram((number >> bit & 1) as u32)).collect()
}

/// A longer word with the same value.
pub(in crate::engines) fn extended(word: &[Diagram], width: usize, value: Signedness) -> Bits {
    let mut bits = word.to_vec();
    let fill = match value {
        Signedness::Signed => word[word.len() - 1],
        Signedness::Unsigned => Diagram::FALSE,
    };
    bits.resize(width, fill);
    bits
}
