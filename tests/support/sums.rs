//! Quotients and remainders of sums, and terms that depend on comparisons, each written in two ways that are equal for
//! some constants and under some facts.

use crate::draft::{Draft, Drafts};
use crate::questions::Random;

/// Two words, and facts about the inputs.
pub struct Sums {
    pub random: Random,
    pub drafts: Drafts,
    pub inputs: [Draft; 2],
    signed: bool,
}

impl Sums {
    pub fn new(seed: u64) -> Sums {
        let (mut random, mut drafts) = (Random(seed), Drafts::default());
        let inputs = ["$1", "$2"].map(|name| drafts.symbol(name));
        let signed = random.chance(2);
        Sums { random, drafts, inputs, signed }
    }

    fn divisor(&mut self) -> u32 {
        self.random.choose(&[2, 2, 2, 3, 3, 4, 5, 7, 8, 9, 10, 12])
    }

    fn quotient(&mut self, word: Draft, by: u32) -> Draft {
        let by = self.drafts.word(by);
        let divide = if self.signed { Drafts::sdiv } else { Drafts::udiv };
        divide(&mut self.drafts, word, by)
    }

    fn remainder(&mut self, word: Draft, by: u32) -> Draft {
        let by = self.drafts.word(by);
        let divide = if self.signed { Drafts::srem } else { Drafts::urem };
        divide(&mut self.drafts, word, by)
    }

    fn plus(&mut self, word: Draft, constant: u32) -> Draft {
        let constant = self.drafts.word(constant);
        self.drafts.add(word, constant)
    }

    fn times(&mut self, word: Draft, constant: u32) -> Draft {
        let constant = self.drafts.word(constant);
        self.drafts.mul(word, constant)
    }

    /// Facts, which may contradict each other.
    pub fn facts(&mut self) -> Vec<Draft> {
        let [x, y] = self.inputs;
        let mut facts = Vec::new();
        for input in [x, y] {
            if self.random.chance(6) {
                continue;
            }
            let bound = self.random.choose(&[5, 100, 1 << 16, 1 << 30, (1 << 31) - 1, !12, !1]);
            let bound = bound - u32::from(self.random.chance(2));
            let end = self.drafts.word(bound);
            let compare = if self.random.chance(3) { Drafts::slt } else { Drafts::ult };
            facts.push(compare(&mut self.drafts, input, end));
            if self.random.chance(2) {
                let least = self.random.below(20) as u32;
                let least = self.drafts.word(least);
                let below = self.drafts.slt(input, least);
                facts.push(self.drafts.not(below));
            }
        }
        let order = match self.random.below(5) {
            0 => Some(self.drafts.ult(x, y)),
            1 => Some(self.drafts.ult(y, x)),
            2 => Some(self.drafts.slt(x, y)),
            3 => Some(self.drafts.slt(y, x)),
            _ => None,
        };
        let negated = order.map(|order| self.drafts.not(order));
        facts.extend(if self.random.chance(2) { order } else { negated });
        if self.random.chance(2) {
            let by = self.divisor();
            let (remainder, rest) = (self.remainder(x, by), self.random.below(by as usize) as u32);
            let rest = self.drafts.word(rest);
            let fact = self.drafts.eq(remainder, rest);
            facts.push(if self.random.chance(2) { fact } else { self.drafts.not(fact) });
        }
        facts
    }

    /// Two words that are equal for some constants and under some facts.
    pub fn sides(&mut self) -> [Draft; 2] {
        let [x, y] = match self.random.chance(2) {
            true => self.inputs,
            false => [self.inputs[1], self.inputs[0]],
        };
        let by = self.divisor();
        let near = by * self.random.below(4) as u32 + self.random.below(3) as u32;
        let constant = near.wrapping_sub(self.random.choose(&[0, 0, 1, 1, 2 * by]));
        let sides = match self.random.below(10) {
            // (x + c) / d = x / d + k
            0 => {
                let sum = self.plus(x, constant);
                let (sum, quotient) = (self.quotient(sum, by), self.quotient(x, by));
                let more = (constant as i32).div_euclid(by as i32) as u32;
                let more = more.wrapping_add(self.random.below(2) as u32);
                [sum, self.plus(quotient, more)]
            }
            // (x + c) mod d = x mod d + c mod d - d
            1 => {
                let sum = self.plus(x, constant);
                let (sum, rest) = (self.remainder(sum, by), self.remainder(x, by));
                let taken = if self.random.chance(2) { by } else { 0 };
                let more = (constant % by).wrapping_sub(taken);
                [sum, self.plus(rest, more)]
            }
            // (x + y) / d = x / d + y / d + (x mod d + y mod d) / d
            2 => {
                let sum = self.drafts.add(x, y);
                let sum = self.quotient(sum, by);
                let quotients = [x, y].map(|word| self.quotient(word, by));
                let rests = [x, y].map(|word| self.remainder(word, by));
                let rest = self.drafts.add(rests[0], rests[1]);
                let carry = self.quotient(rest, by);
                let both = self.drafts.add(quotients[0], quotients[1]);
                [sum, self.drafts.add(both, carry)]
            }
            // y + (x - y) / 2 = x / 2 + y / 2 + (x mod 2) * (y mod 2)
            3 => {
                let distance = self.drafts.sub(x, y);
                let half = self.quotient(distance, 2);
                let mean = self.drafts.add(y, half);
                let halves = [x, y].map(|word| self.quotient(word, 2));
                let bits = [x, y].map(|word| self.remainder(word, 2));
                let both = self.drafts.mul(bits[0], bits[1]);
                let halves = self.drafts.add(halves[0], halves[1]);
                [mean, self.drafts.add(halves, both)]
            }
            // (x - y) mod d = (x mod d - y mod d) mod d
            4 => {
                let distance = self.drafts.sub(x, y);
                let rests = [x, y].map(|word| self.remainder(word, by));
                let rest = self.drafts.sub(rests[0], rests[1]);
                let rest = self.plus(rest, by);
                [distance, rest].map(|word| self.remainder(word, by))
            }
            // x mod 100 mod 9, and the sum of the digits
            5 => {
                let base = self.random.choose(&[10, 10, 4, 7]);
                let last = self.remainder(x, base * base);
                let ten = self.quotient(x, base);
                let digits = [x, ten].map(|word| self.remainder(word, base));
                let sum = self.drafts.add(digits[0], digits[1]);
                let by = base - 1 + self.random.chance(5) as u32;
                [last, sum].map(|word| self.remainder(word, by))
            }
            // (d * x + c) / d = x + c / d
            6 => {
                let multiple = self.times(x, by);
                let sum = self.plus(multiple, constant);
                [self.quotient(sum, by), self.plus(x, constant / by)]
            }
            // The larger one, and y + (y < x) * (x - y)
            7 => {
                let compare = |sums: &mut Sums| match sums.random.chance(4) {
                    false if sums.signed => Drafts::slt,
                    false => Drafts::ult,
                    true => Drafts::eq,
                };
                let [of_choice, of_bit] = [compare(self), compare(self)];
                let test = of_choice(&mut self.drafts, x, y);
                let choice = self.drafts.ite(test, y, x);
                let [zero, one] = [0, 1].map(|value| self.drafts.word(value));
                let test = of_bit(&mut self.drafts, y, x);
                let bit = self.drafts.ite(test, one, zero);
                let distance = self.drafts.sub(x, y);
                let more = self.drafts.mul(bit, distance);
                let larger = self.drafts.add(y, more);
                [self.random.choose(&[x, y, choice, choice]), larger]
            }
            // Choices between quotients, added up or chosen together
            8 => {
                let test = self.drafts.slt(x, y);
                let quotients = [x, y].map(|word| self.quotient(word, by));
                let more = quotients.map(|word| self.plus(word, constant));
                let choices = [[quotients[0], more[1]], [more[0], quotients[1]]]
                    .map(|[a, b]| self.drafts.ite(test, a, b));
                let sum = self.drafts.add(choices[0], choices[1]);
                let [a, b] = [x, y].map(|word| self.plus(word, by * 2));
                let [a, b] = [a, b].map(|word| self.quotient(word, by));
                let sums =
                    [[a, quotients[0]], [quotients[1], b]].map(|[a, b]| self.drafts.add(a, b));
                [sum, self.drafts.ite(test, sums[0], sums[1])]
            }
            // (x - y) / d = (x - y - d) / d + 1
            _ => {
                let distance = self.drafts.sub(x, y);
                let less = self.drafts.add(y, y);
                let less = if self.random.chance(2) { less } else { self.plus(y, by) };
                let less = self.drafts.sub(x, less);
                let [a, b] = [distance, less].map(|word| self.quotient(word, by));
                [a, self.plus(b, 1)]
            }
        };
        // Both may go on from there.
        match self.random.below(4) {
            0 => sides.map(|side| self.quotient(side, 2)),
            1 => sides.map(|side| self.drafts.add(side, x)),
            _ => sides,
        }
    }
}
