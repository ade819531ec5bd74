//! How many inputs: numbers of any size, of which few things are asked.

use std::fmt;

/// A number that is not negative.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Digits of 32 bits, the least first, without zeros at the end.
    digits: Vec<u32>,
}

impl Count {
    /// 2 to this power.
    pub fn power(exponent: u32) -> Count {
        let mut digits = vec![0; (exponent / 32) as usize];
        digits.push(1 << (exponent % 32));
        Count { digits }
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    /// The sum.
    pub fn plus(&self, other: &Count) -> Count {
        let digit =
            |count: &Count, at: usize| u64::from(count.digits.get(at).copied().unwrap_or(0));
        let mut digits = Vec::new();
        let mut carry = 0;
        for at in 0..self.digits.len().max(other.digits.len()) {
            let sum = digit(self, at) + digit(other, at) + carry;
            digits.push(sum as u32);
            carry = sum >> 32;
        }
        digits.push(carry as u32);
        Count::of(digits)
    }

    /// The difference; none where the other one is greater.
    pub fn minus(&self, other: &Count) -> Option<Count> {
        let mut digits = self.digits.clone();
        let mut borrow = 0;
        for (at, digit) in digits.iter_mut().enumerate() {
            let taken = i64::from(other.digits.get(at).copied().unwrap_or(0)) + borrow;
            let left = i64::from(*digit) - taken;
            borrow = i64::from(left < 0);
            *digit = left as u32;
        }
        (borrow == 0 && other.digits.len() <= self.digits.len()).then(|| Count::of(digits))
    }

    /// This times 2 to a power.
    pub fn shifted(&self, by: u32) -> Count {
        let mut digits = vec![0; (by / 32) as usize];
        let mut carry = 0;
        for &digit in &self.digits {
            let wide = u64::from(digit) << (by % 32) | carry;
            digits.push(wide as u32);
            carry = wide >> 32;
        }
        digits.push(carry as u32);
        Count::of(digits)
    }

    /// The exponent, where this is a power of 2.
    pub fn exponent(&self) -> Option<u32> {
        let (last, rest) = self.digits.split_last()?;
        let is_power = last.is_power_of_two() && rest.iter().all(|&digit| digit == 0);
        is_power.then(|| rest.len() as u32 * 32 + last.trailing_zeros())
    }

    fn of(mut digits: Vec<u32>) -> Count {
        while digits.last() == Some(&0) {
            digits.pop();
        }
        Count { digits }
    }
}

/// In decimals.
impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const GROUP: u64 = 1_000_000_000;
        let mut digits = self.digits.clone();
        let mut groups = Vec::new();
        while !digits.is_empty() {
            let mut rest = 0;
            for digit in digits.iter_mut().rev() {
                let wide = rest << 32 | u64::from(*digit);
                *digit = (wide / GROUP) as u32;
                rest = wide % GROUP;
            }
            groups.push(rest);
            digits = Count::of(digits).digits;
        }
        write!(f, "{}", groups.pop().unwrap_or(0))?;
        groups.iter().rev().try_for_each(|group| write!(f, "{group:09}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_numbers() {
        assert_eq!(Count::default().to_string(), "0");
        assert_eq!(Count::power(64).to_string(), "18446744073709551616");
        let one = Count::power(0);
        let all = Count::power(64).minus(&one).expect("it is greater");
        assert_eq!(all.to_string(), u64::MAX.to_string());
        assert_eq!(all.plus(&one), Count::power(64));
        assert_eq!(all.shifted(33).minus(&all.shifted(33)), Some(Count::default()));
        assert_eq!(one.minus(&all), None);
        assert_eq!(one.shifted(95), Count::power(95));
        assert_eq!((Count::power(95).exponent(), all.exponent()), (Some(95), None));
        let small = 123_456_789u128 * 987_654_321;
        let mut count = Count::default();
        for bit in (0..128).filter(|bit| small >> bit & 1 == 1) {
            count = count.plus(&Count::power(bit));
        }
        assert_eq!(count.to_string(), small.to_string());
    }
}
