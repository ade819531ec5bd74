//! Arithmetic circuits. Words are slices of bits, least significant first.

use super::gates::{Bit, Gates};

/// The bits of a constant.
pub(super) fn constant(value: u64, width: usize) -> Vec<Bit> {
    (0..width).map(|index| Bit::constant(value >> index & 1 == 1)).collect()
}

/// The value of bits that are all constant.
fn value(bits: &[Bit]) -> Option<u64> {
    bits.iter().rev().try_fold(0, |value, bit| Some(value << 1 | u64::from(bit.as_constant()?)))
}

fn negated(bits: &[Bit]) -> Vec<Bit> {
    bits.iter().map(|&bit| !bit).collect()
}

impl Gates {
    /// `a + b + carry`, with the width of `a` and `b`.
    pub fn add(&mut self, a: &[Bit], b: &[Bit], carry: Bit) -> Vec<Bit> {
        let mut carry = carry;
        let mut sum = Vec::with_capacity(a.len());
        for (&a, &b) in a.iter().zip(b) {
            let half = self.xor(a, b);
            sum.push(self.xor(half, carry));
            carry = self.majority(a, b, carry);
        }
        sum
    }

    /// `a - b`
    pub fn subtract(&mut self, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
        self.add(a, &negated(b), Bit::TRUE)
    }

    /// `-a` if `test` holds, else `a`.
    fn negate_if(&mut self, test: Bit, a: &[Bit]) -> Vec<Bit> {
        let flipped: Vec<Bit> = a.iter().map(|&bit| self.xor(bit, test)).collect();
        let zeros = vec![Bit::FALSE; a.len()];
        self.add(&flipped, &zeros, test)
    }

    pub fn equal(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        let same: Vec<Bit> = a.iter().zip(b).map(|(&a, &b)| !self.xor(a, b)).collect();
        self.all(same)
    }

    /// `a < b`, unsigned: the borrow of `a - b`.
    pub fn less(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        a.iter().zip(b).fold(Bit::FALSE, |borrow, (&a, &b)| self.majority(!a, b, borrow))
    }

    /// `a < b`, signed: the unsigned comparison with inverted sign bits.
    pub fn less_signed(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        let shift = |bits: &[Bit]| {
            let mut bits = bits.to_vec();
            if let Some(sign) = bits.last_mut() {
                *sign = !*sign;
            }
            bits
        };
        self.less(&shift(a), &shift(b))
    }

    /// `if test then a else b`
    pub fn choose(&mut self, test: Bit, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
        a.iter().zip(b).map(|(&a, &b)| self.mux(test, a, b)).collect()
    }

    /// `a * b`, with the width of both.
    pub fn multiply(&mut self, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
        if let Some(factor) = value(b) {
            return self.multiply_constant(a, factor);
        }
        if let Some(factor) = value(a) {
            return self.multiply_constant(b, factor);
        }
        let width = a.len();
        let mut sum = vec![Bit::FALSE; width];
        for (shift, &digit) in b.iter().enumerate() {
            let row: Vec<Bit> =
                a[..width - shift].iter().map(|&bit| self.and(bit, digit)).collect();
            let high = self.add(&sum[shift..], &row, Bit::FALSE);
            sum.truncate(shift);
            sum.extend(high);
        }
        sum
    }

    /// `a * factor`: a sum of shifts, over digits -1, 0 and 1 without adjacent nonzero digits,
    /// which keeps the sum short.
    fn multiply_constant(&mut self, a: &[Bit], factor: u64) -> Vec<Bit> {
        let width = a.len();
        let mut sum = vec![Bit::FALSE; width];
        let mut rest = u128::from(factor);
        for shift in 0..width {
            if rest & 1 == 1 {
                let row = &a[..width - shift];
                // 3 in the last two digits is -1 and a carry.
                let minus = rest & 3 == 3;
                let high = match minus {
                    true => self.subtract(&sum[shift..], row),
                    false => self.add(&sum[shift..], row, Bit::FALSE),
                };
                rest = if minus { rest + 1 } else { rest - 1 };
                sum.truncate(shift);
                sum.extend(high);
            }
            rest >>= 1;
        }
        sum
    }

    /// `a * b`, with twice their width.
    pub fn multiply_wide(&mut self, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
        let width = a.len();
        let widened = |bits: &[Bit]| {
            let mut wide = bits.to_vec();
            wide.resize(2 * width, Bit::FALSE);
            wide
        };
        if value(a).is_some() || value(b).is_some() {
            return self.multiply(&widened(a), &widened(b));
        }
        let mut product = Vec::with_capacity(2 * width);
        // The sum of the rows so far, without its final digits.
        let mut sum = vec![Bit::FALSE; width];
        for &digit in b {
            let mut row: Vec<Bit> = a.iter().map(|&bit| self.and(bit, digit)).collect();
            row.push(Bit::FALSE);
            sum.push(Bit::FALSE);
            sum = self.add(&sum, &row, Bit::FALSE);
            product.push(sum.remove(0));
        }
        product.extend(sum);
        product
    }

    /// Quotient and remainder, unsigned; a zero divisor gives all ones and `a`.
    ///
    /// They are fresh bits with the constraints `quotient * b + remainder = a`, without overflow,
    /// and `remainder < b`. Exactly one pair satisfies these for each `a` and each nonzero `b`.
    pub fn divide(&mut self, a: &[Bit], b: &[Bit]) -> (Vec<Bit>, Vec<Bit>) {
        let width = a.len();
        match value(b) {
            Some(0) => return (vec![Bit::TRUE; width], a.to_vec()),
            Some(divisor) if divisor.is_power_of_two() => {
                let shift = divisor.trailing_zeros() as usize;
                let (low, high) = a.split_at(shift);
                let widened = |bits: &[Bit]| {
                    let mut wide = bits.to_vec();
                    wide.resize(width, Bit::FALSE);
                    wide
                };
                return (widened(high), widened(low));
            }
            _ => {}
        }
        let key = [a.to_vec(), b.to_vec()];
        if let Some([quotient, remainder]) = self.divisions.get(&key) {
            return (quotient.clone(), remainder.clone());
        }
        let related = value(b).and_then(|divisor| self.divide_further(a, divisor));
        let (quotient, remainder) = match related {
            Some(known) => known,
            None => self.new_division(a, b),
        };
        self.divisions.insert(key, [quotient.clone(), remainder.clone()]);
        (quotient, remainder)
    }

    /// A division by a constant, derived from a division of the same dividend by a multiple or a
    /// divisor of the constant. A SAT solver has difficulty finding that they are related (a
    /// multiple of 400 is one of 100).
    fn divide_further(&mut self, a: &[Bit], divisor: u64) -> Option<(Vec<Bit>, Vec<Bit>)> {
        let width = a.len();
        let of_a = self.divisions.iter().filter(|([dividend, _], _)| dividend == a);
        let by_constants = of_a.filter_map(|([_, by], parts)| Some((value(by)?, parts)));
        // The nearest constant, independent of the map's order.
        let (other, [quotient, remainder]) = by_constants
            .filter(|&(other, _)| other.is_multiple_of(divisor) || divisor.is_multiple_of(other))
            .min_by_key(|&(other, _)| (other.max(divisor) / other.min(divisor), other))?;
        let (quotient, remainder) = (quotient.clone(), remainder.clone());
        if other > divisor {
            // x = other * q + r and r = divisor * q' + r'
            let (further, rest) = self.divide(&remainder, &constant(divisor, width));
            let whole = self.multiply(&quotient, &constant(other / divisor, width));
            Some((self.add(&whole, &further, Bit::FALSE), rest))
        } else {
            // x = other * q + r and q = (divisor / other) * q' + r'
            let (whole, further) = self.divide(&quotient, &constant(divisor / other, width));
            let rest = self.multiply(&further, &constant(other, width));
            Some((whole, self.add(&rest, &remainder, Bit::FALSE)))
        }
    }

    fn new_division(&mut self, a: &[Bit], b: &[Bit]) -> (Vec<Bit>, Vec<Bit>) {
        let width = a.len();
        // The number of significant bits, as far as constant bits show.
        let size =
            |bits: &[Bit]| width - bits.iter().rev().take_while(|&&bit| bit == Bit::FALSE).count();
        let largest = |bits: &[Bit]| u64::MAX.checked_shr(64 - size(bits) as u32).unwrap_or(0);
        let (quotient_size, remainder_size) = match value(b) {
            Some(divisor) => {
                let digits = |value: u64| (64 - value.leading_zeros()) as usize;
                (digits(largest(a) / divisor), digits(divisor - 1).min(size(a)))
            }
            None => (size(a), size(a)),
        };
        let mut part = |size: usize| -> Vec<Bit> {
            let bits = (0..width).map(|index| if index < size { self.fresh() } else { Bit::FALSE });
            bits.collect()
        };
        let (quotient, remainder) = (part(quotient_size), part(remainder_size));
        let product = self.multiply_wide(b, &quotient);
        let (low, high) = product.split_at(width);
        for &bit in high {
            self.clause(&[!bit]);
        }
        // No carry out: the sum is not less than its summand.
        let sum = self.add(low, &remainder, Bit::FALSE);
        let wraps = self.less(&sum, low);
        self.clause(&[!wraps]);
        for (&sum, &a) in sum.iter().zip(a) {
            self.clause(&[!sum, a]);
            self.clause(&[sum, !a]);
        }
        let by_zero = self.all(negated(b));
        let small = self.less(&remainder, b);
        self.clause(&[small, by_zero]);
        // For a zero divisor the quotient is all ones, whatever the product allows.
        let quotient = quotient.into_iter().map(|bit| !self.and(!bit, !by_zero)).collect();
        (quotient, remainder)
    }

    /// Quotient and remainder, signed, truncated towards zero, as SMT-LIB's `bvsdiv` and `bvsrem`.
    pub fn divide_signed(&mut self, a: &[Bit], b: &[Bit]) -> (Vec<Bit>, Vec<Bit>) {
        let width = a.len();
        let (a_sign, b_sign) = (a[width - 1], b[width - 1]);
        let (a_size, b_size) = (self.negate_if(a_sign, a), self.negate_if(b_sign, b));
        let (quotient, remainder) = self.divide(&a_size, &b_size);
        let differ = self.xor(a_sign, b_sign);
        (self.negate_if(differ, &quotient), self.negate_if(a_sign, &remainder))
    }

    /// The word of a table at a byte address; zero beyond its end, and for addresses that are not
    /// multiples of 4.
    pub fn table(&mut self, words: &[u32], address: &[Bit]) -> Vec<Bit> {
        let index_bits = words.len().next_power_of_two().trailing_zeros() as usize;
        let (index, beyond) = address[2..].split_at(index_bits);
        let inside = negated(&address[..2]).into_iter().chain(negated(beyond));
        let inside = self.all(inside);
        let word = self.entry(words, index);
        word.into_iter().map(|bit| self.and(inside, bit)).collect()
    }

    /// The word of a table at an index; zero beyond its end. An abandoned circuit may have any
    /// value.
    fn entry(&mut self, words: &[u32], index: &[Bit]) -> Vec<Bit> {
        match index.split_last() {
            _ if words.is_empty() || self.stop.is_due() => vec![Bit::FALSE; 32],
            None => constant(words[0].into(), 32),
            Some((&bit, rest)) => {
                let (low, high) = words.split_at(words.len().min(1 << rest.len()));
                let [low, high] = [low, high].map(|words| self.entry(words, rest));
                self.choose(bit, &high, &low)
            }
        }
    }
}
