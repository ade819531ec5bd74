//! Expressions that rewriting has rules for: both sides of laws of arithmetic, sums that differ by a constant, choices
//! between constants, memory at nearby addresses. Some laws are false for some constants, so not all sides are equal.

use crate::draft::Draft;
use crate::questions::Soup;

/// Laws of words, of double words and of claims.
const WORDS: usize = 26;
const DOUBLES: usize = 7;
const CLAIMS: usize = 4;
/// How many laws there are.
pub const LAWS: usize = WORDS + DOUBLES + CLAIMS;

impl Soup {
    /// An expression of any sort but memory that some rule may simplify, by
    /// the law of this number.
    pub fn law(&mut self, law: usize) -> Draft {
        let sides = match law.checked_sub(WORDS) {
            None => self.words_alike(law),
            Some(law) if law < DOUBLES => self.doubles_alike(law),
            Some(law) => return self.claim_of_claims(law - DOUBLES),
        };
        self.relation(sides)
    }

    /// A constant, often at an end of the numbers.
    fn extreme(&mut self) -> u32 {
        match self.random.chance(3) {
            true => self.random.word(),
            false => self.random.choose(&[0, 1, 2, 3, 4, 8, 1 << 31, (1 << 31) - 1, !0, !1, !3]),
        }
    }

    fn extreme_word(&mut self) -> Draft {
        let value = self.extreme();
        self.drafts.word(value)
    }

    /// A word that may be any, as often as not.
    fn operand(&mut self) -> Draft {
        match self.random.chance(2) {
            true => {
                let input = self.random.choose(&["$1", "$2"]);
                self.drafts.symbol(input)
            }
            false => self.word(),
        }
    }

    /// What can be asked of two, the one less the other, or the one.
    fn relation(&mut self, [a, b]: [Draft; 2]) -> Draft {
        let [a, b] = if self.random.chance(2) { [a, b] } else { [b, a] };
        match self.random.below(10) {
            0..=3 => self.drafts.eq(a, b),
            4 | 5 => self.drafts.ult(a, b),
            6 | 7 => self.drafts.slt(a, b),
            8 => self.drafts.sub(a, b),
            _ => a,
        }
    }

    fn words_alike(&mut self, law: usize) -> [Draft; 2] {
        let [a, b, c] = [(); 3].map(|()| self.operand());
        let [k, l] = [(); 2].map(|()| self.extreme_word());
        let other = self.extreme_word();
        let m = self.random.choose(&[k, l, other]);
        let copies = self.random.below(6);
        let (flag, test) = (self.flag(), self.claim());
        let memory = self.random.choose(&self.memories);
        let d = &mut self.drafts;
        match law {
            // a (b + c) = a b + a c
            0 => {
                let (sum, ab, ac) = (d.add(b, c), d.mul(a, b), d.mul(c, a));
                [d.mul(a, sum), d.add(ab, ac)]
            }
            // 3 a = a + a + a
            1 => {
                let factor = d.word(copies as u32 + 1);
                [d.mul(factor, a), (0..copies).fold(a, |sum, _| d.add(sum, a))]
            }
            // (a + k) (a - k) = a a - k k
            2 => {
                let (plus, minus, aa, kk) = (d.add(a, k), d.sub(a, k), d.mul(a, a), d.mul(k, k));
                [d.mul(plus, minus), d.sub(aa, kk)]
            }
            // a mod b = a - a / b * b
            3 => {
                let quotient = d.sdiv(a, b);
                let multiple = d.mul(quotient, b);
                [d.srem(a, b), d.sub(a, multiple)]
            }
            4 => {
                let quotient = d.udiv(a, k);
                let multiple = d.mul(k, quotient);
                [d.urem(a, k), d.sub(a, multiple)]
            }
            // k a + l b = m, which has no solution for some constants
            5 => {
                let (ka, lb) = (d.mul(k, a), d.mul(b, l));
                [d.add(ka, lb), m]
            }
            // k a + l = m, which has one for an odd k
            6 => {
                let ka = d.mul(a, k);
                [d.add(ka, l), m]
            }
            7 => [d.add(a, k), d.add(l, a)],
            // (a + k) + (b + l) = (b + a) + (k + l)
            8 => {
                let (ak, bl, ab, kl) = (d.add(a, k), d.add(b, l), d.add(b, a), d.add(k, l));
                [d.add(ak, bl), d.add(ab, kl)]
            }
            9 => {
                let sum = d.add(a, b);
                [d.sub(sum, b), a]
            }
            10 => {
                let difference = d.sub(a, b);
                [d.add(difference, b), a]
            }
            11 => [d.ite(test, k, l), m],
            // ite(not t, a, b) = ite(t, b, a)
            12 => {
                let not = d.not(test);
                [d.ite(not, a, b), d.ite(test, b, a)]
            }
            13 => {
                let inner = d.ite(test, k, flag);
                let sum = d.add(inner, l);
                [sum, m]
            }
            14 => [d.sub(k, flag), l],
            // (a + k) & l = a & l, for some constants
            15 => {
                let sum = d.add(a, k);
                let mask = if copies < 4 { d.word(3) } else { l };
                [d.bit_and(mask, sum), d.bit_and(a, mask)]
            }
            16 => [d.sdiv(a, k), a],
            17 => [d.srem(k, a), l],
            // The lower half of a product is the product of words.
            18 => {
                let (x, y) = (d.sign_extend(a), d.zero_extend(b));
                let product = d.mul(x, y);
                [d.low(product), d.mul(a, b)]
            }
            19 => {
                let (x, y) = (d.zero_extend(a), d.sign_extend(k));
                let product = d.mul(y, x);
                [d.high(product), d.high(x)]
            }
            // Whatever is taken away twice is there again, wherever it stands.
            20..=23 => {
                let from = if copies < 3 { d.word(0) } else { c };
                let less = d.sub(from, a);
                let again = d.sub(from, less);
                let minus = d.word(u32::MAX);
                let chain = match copies.is_multiple_of(2) {
                    true => {
                        let negated = d.mul(again, minus);
                        d.mul(negated, minus)
                    }
                    false => {
                        let negated = d.sub(k, again);
                        d.sub(k, negated)
                    }
                };
                match law {
                    20 => [chain, a],
                    21 => [d.sdiv(chain, b), d.sdiv(a, b)],
                    22 => [d.urem(b, chain), d.urem(b, a)],
                    _ => [chain, a].map(|word| {
                        let (x, y) = (d.sign_extend(word), d.sign_extend(b));
                        let product = d.mul(x, y);
                        d.high(product)
                    }),
                }
            }
            // (b + k) - (a + l), and sums and differences one after the other
            24 => {
                let (bk, al, ba) = (d.add(b, k), d.add(a, l), d.sub(b, a));
                let (kl, less) = (d.sub(k, l), d.sub(ba, c));
                let (sum, more) = (d.add(ba, kl), d.add(less, c));
                if copies < 3 { [d.sub(bk, al), sum] } else { [d.sub(more, b), d.sub(sum, b)] }
            }
            // What was stored is read again, unless it was stored over.
            _ => {
                let at = [k, l, m].map(|offset| match copies {
                    0 => offset,
                    _ => d.add(a, offset),
                });
                let memory = d.store(memory, at[0], b);
                let memory = d.store(memory, at[1], c);
                let memory = if copies > 3 { d.store(memory, at[2], a) } else { memory };
                [d.select(memory, at[copies % 3]), b]
            }
        }
    }

    fn doubles_alike(&mut self, law: usize) -> [Draft; 2] {
        let (a, b) = (self.double(), self.double());
        let [k, l] = [(); 2].map(|()| {
            let (high, low) = (self.extreme(), self.extreme());
            self.drafts.double(u64::from(high) << 32 | u64::from(low))
        });
        let word = self.operand();
        let d = &mut self.drafts;
        match law {
            0 => [d.add(a, k), d.add(a, l)],
            1 => {
                let (ak, bl, ab, kl) = (d.add(k, a), d.add(b, l), d.add(a, b), d.add(l, k));
                [d.add(ak, bl), d.add(ab, kl)]
            }
            2 => {
                let sum = d.add(a, b);
                [d.sub(sum, a), b]
            }
            3 => [d.bit_and(a, k), d.bit_and(l, a)],
            4 => [d.mul(a, k), a],
            5 => [d.sign_extend(word), d.zero_extend(word)],
            _ => [a, k],
        }
    }

    /// A flag: 1 where a comparison holds, else 0; or two other constants.
    fn flag(&mut self) -> Draft {
        let test = self.claim();
        let [one, zero] = match self.random.chance(4) {
            true => [self.extreme_word(), self.extreme_word()],
            false => [1, 0].map(|bit| self.drafts.word(bit)),
        };
        self.drafts.ite(test, one, zero)
    }

    /// Connectives over a claim and its negation.
    fn claim_of_claims(&mut self, law: usize) -> Draft {
        let (a, b, value) = (self.claim(), self.claim(), self.random.chance(2));
        let d = &mut self.drafts;
        let not = d.not(a);
        let other = match law {
            0 => not,
            1 => d.bool(value),
            2 => a,
            _ => b,
        };
        let both = d.and(a, other);
        let either = d.or(other, not);
        match law {
            0 | 1 => d.and(either, both),
            _ => d.or(both, either),
        }
    }
}
