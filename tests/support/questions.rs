//! Random queries for solvers, over terms that share subterms.
//!
//! [`Soup`] grows terms of all sorts from two inputs by applying operators to existing terms, in shapes that occur in
//! programs: comparisons of comparisons, products, divisions by constants and by other words, halves of 64-bit
//! products, stores and loads at addresses that depend on the inputs. Operands of products and divisions are mostly
//! narrow: no solver handles two free words of 32 bits.

use tamarin::term::Sort;

use crate::draft::{Draft, Drafts};

/// A generator of numbers (SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn double_word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.double_word() % bound as u64) as usize
    }

    pub fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    pub fn choose<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A word that programs are likely to go wrong on.
    pub fn word(&mut self) -> u32 {
        match self.below(6) {
            0 | 1 => self.below(20) as u32,
            2 => 4 * self.below(40) as u32,
            3 => (self.below(20) as u32).wrapping_neg(),
            4 => self.choose(&[1 << 31, (1 << 31) - 1, 0xffff, 0x10000, 0x00ff_fffc, 100, 400]),
            _ => self.double_word() as u32,
        }
    }
}

/// Terms to make questions of.
pub struct Soup {
    pub(super) random: Random,
    pub drafts: Drafts,
    words: Vec<Draft>,
    doubles: Vec<Draft>,
    pub(super) memories: Vec<Draft>,
    claims: Vec<Draft>,
}

impl Soup {
    /// The terms of this number.
    pub fn new(seed: u64) -> Soup {
        let mut random = Random(seed);
        let mut drafts = Drafts::default();
        let words = vec![drafts.symbol("$1"), drafts.symbol("$2")];
        let image: Vec<u32> = (0..random.below(6)).map(|_| random.word()).collect();
        let memories = vec![drafts.image(&image)];
        let mut soup =
            Soup { random, drafts, words, doubles: Vec::new(), memories, claims: Vec::new() };
        for _ in 0..14 + soup.random.below(16) {
            soup.grow();
        }
        soup
    }

    /// Assertions that are to hold together.
    pub fn question(&mut self) -> Vec<Draft> {
        let mut assertions = Vec::new();
        for _ in 0..1 + self.random.below(4) {
            let claim = self.claim();
            let claim = if self.random.chance(3) { self.drafts.not(claim) } else { claim };
            // A claim that is settled already is worth a question now and then.
            if self.drafts.terms.as_bool(claim.term).is_none() || self.random.chance(40) {
                assertions.push(claim);
            }
        }
        assertions
    }

    fn grow(&mut self) {
        match self.random.below(10) {
            0..=4 => {
                let word = self.new_word();
                self.words.push(word);
            }
            5 | 6 => {
                let double = self.new_double();
                self.doubles.push(double);
            }
            7 => {
                let (memory, at, value) = (self.memory(), self.address(), self.word());
                let memory = self.drafts.store(memory, at, value);
                self.memories.push(memory);
            }
            _ => {
                let claim = self.claim();
                self.claims.push(claim);
            }
        }
    }

    /// One of the words; a late one rather than an early one.
    pub fn word(&mut self) -> Draft {
        if self.random.chance(5) {
            let value = self.random.word();
            return self.drafts.word(value);
        }
        let late = self.random.below(self.words.len()).max(self.random.below(self.words.len()));
        self.words[late]
    }

    fn memory(&mut self) -> Draft {
        self.random.choose(&self.memories)
    }

    /// A word of few bits, signed now and then.
    fn narrow(&mut self) -> Draft {
        let word = self.word();
        let mask = self.random.choose(&[0xf, 0x3f, 0x7e, 0xff]);
        let mask = self.drafts.word(mask);
        let narrow = self.drafts.bit_and(word, mask);
        match self.random.chance(3) {
            true => {
                let shift = self.drafts.word(20);
                self.drafts.sub(narrow, shift)
            }
            false => narrow,
        }
    }

    fn constant(&mut self) -> Draft {
        let value = self.random.word();
        self.drafts.word(value)
    }

    /// An operand that leaves a product or a division within reach.
    fn factor(&mut self) -> Draft {
        match self.random.below(30) {
            0 => self.word(),
            1..=15 => self.constant(),
            _ => self.narrow(),
        }
    }

    /// Mostly a multiple of 4 in a small memory, so that addresses meet.
    fn address(&mut self) -> Draft {
        let word = self.word();
        let mask = match self.random.chance(6) {
            true => !3,
            false => self.random.choose(&[0xc, 0x1c, 0x7c]),
        };
        let mask = self.drafts.word(mask);
        self.drafts.bit_and(word, mask)
    }

    fn new_word(&mut self) -> Draft {
        match self.random.below(13) {
            0 | 1 => {
                let (a, b) = (self.word(), self.word());
                self.drafts.add(a, b)
            }
            2 => {
                let (a, b) = (self.word(), self.word());
                self.drafts.sub(a, b)
            }
            3 => {
                let (a, b) = (self.factor(), self.factor());
                self.drafts.mul(a, b)
            }
            4 => {
                let (a, b) = (self.word(), self.word());
                self.drafts.bit_and(a, b)
            }
            5 | 6 => self.division(),
            7 | 8 => {
                // slt and sltu: chains of them compare what they gave.
                let test = self.claim();
                let (one, zero) = (self.drafts.word(1), self.drafts.word(0));
                self.drafts.ite(test, one, zero)
            }
            9 => {
                let (test, a, b) = (self.claim(), self.word(), self.word());
                self.drafts.ite(test, a, b)
            }
            10 if !self.doubles.is_empty() => {
                let double = self.random.choose(&self.doubles);
                match self.random.chance(2) {
                    true => self.drafts.low(double),
                    false => self.drafts.high(double),
                }
            }
            _ => {
                let (memory, at) = (self.memory(), self.address());
                self.drafts.select(memory, at)
            }
        }
    }

    fn division(&mut self) -> Draft {
        let a = if self.random.chance(3) { self.word() } else { self.narrow() };
        // By constants mostly, as in programs.
        let b = if self.random.chance(3) { self.factor() } else { self.constant() };
        match self.random.below(4) {
            0 => self.drafts.udiv(a, b),
            1 => self.drafts.urem(a, b),
            2 => self.drafts.sdiv(a, b),
            _ => self.drafts.srem(a, b),
        }
    }

    fn new_double(&mut self) -> Draft {
        let (a, b) = (self.factor(), self.factor());
        match self.random.below(8) {
            0 | 1 => {
                let (a, b) = (self.drafts.sign_extend(a), self.drafts.sign_extend(b));
                self.drafts.mul(a, b)
            }
            2 | 3 => {
                let (a, b) = (self.drafts.zero_extend(a), self.drafts.zero_extend(b));
                self.drafts.mul(a, b)
            }
            4 => {
                let (a, b) = (self.double(), self.double());
                self.drafts.add(a, b)
            }
            5 => {
                let (a, b) = (self.double(), self.double());
                self.drafts.sub(a, b)
            }
            6 => {
                let (a, b) = (self.double(), self.double());
                self.drafts.bit_and(a, b)
            }
            // No program has it: both extended, each in its way.
            _ => {
                let (a, b) = (self.drafts.sign_extend(a), self.drafts.zero_extend(b));
                self.drafts.mul(a, b)
            }
        }
    }

    pub fn double(&mut self) -> Draft {
        match self.random.below(5) {
            0 => {
                let value = u64::from(self.random.word()) * u64::from(self.random.word());
                self.drafts.double(value)
            }
            1 => {
                let word = self.word();
                self.drafts.sign_extend(word)
            }
            2 => {
                let word = self.word();
                self.drafts.zero_extend(word)
            }
            _ if self.doubles.is_empty() => {
                let word = self.narrow();
                self.drafts.zero_extend(word)
            }
            _ => self.random.choose(&self.doubles),
        }
    }

    /// Something that may hold.
    pub fn claim(&mut self) -> Draft {
        if !self.claims.is_empty() && self.random.chance(3) {
            let (a, b) = (self.random.choose(&self.claims), self.random.choose(&self.claims));
            return match self.random.below(4) {
                0 => self.drafts.and(a, b),
                1 => self.drafts.or(a, b),
                2 => self.drafts.not(a),
                _ => a,
            };
        }
        let wide = self.random.chance(6);
        let (a, b) = match wide {
            true => (self.double(), self.double()),
            false => (self.word(), self.word()),
        };
        debug_assert!(wide == (self.drafts.terms.sort(a.term) == Sort::Double));
        match self.random.below(3) {
            0 => self.drafts.eq(a, b),
            1 => self.drafts.ult(a, b),
            _ => self.drafts.slt(a, b),
        }
    }
}
