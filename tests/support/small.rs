//! Random claims over the last three bits of two inputs: trying 64 models decides them.

use tamarin::term::{Model, Term, Terms};

use crate::questions::Random;

/// Terms over a few bits of two inputs.
pub struct Small {
    pub terms: Terms,
    inputs: [Term; 2],
    words: Vec<Term>,
}

impl Small {
    pub fn new(random: &mut Random) -> Small {
        let mut terms = Terms::new();
        let inputs = ["$1", "$2"].map(|name| terms.symbol(name));
        let mask = terms.word(7);
        let mut words = inputs.map(|input| terms.bit_and(input, mask)).to_vec();
        for _ in 0..8 {
            let (a, b) = (random.choose(&words), random.choose(&words));
            let constant = terms.word(1 + random.below(9) as u32);
            let b = if random.chance(2) { constant } else { b };
            words.push(match random.below(6) {
                0 => terms.add(a, b),
                1 => terms.sub(a, b),
                2 => terms.mul(a, b),
                3 => terms.udiv(a, b),
                4 => terms.urem(a, b),
                _ => terms.sdiv(a, b),
            });
        }
        Small { terms, inputs, words }
    }

    pub fn claim(&mut self, random: &mut Random) -> Term {
        let a = random.choose(&self.words);
        let b = match random.below(3) {
            0 => random.choose(&self.words),
            _ => self.terms.word(random.below(12) as u32),
        };
        let claim = match random.below(4) {
            0 => self.terms.eq(a, b),
            1 => self.terms.ult(b, a),
            2 => self.terms.slt(a, b),
            _ => self.terms.ult(a, b),
        };
        if random.chance(3) { self.terms.not(claim) } else { claim }
    }

    /// All that there is to try: a model for each value of the bits.
    pub fn models(&self) -> impl Iterator<Item = Model> {
        let symbols = self.inputs.map(|input| self.terms.members(self.terms.mentions(input))[0]);
        (0..64).map(move |bits| {
            let mut model = Model::new();
            model.set(symbols[0], bits & 7);
            model.set(symbols[1], bits >> 3);
            model
        })
    }

    /// Whether these can hold together, by trying.
    pub fn can_hold(&self, claims: &[Term]) -> bool {
        let mut evaluation = self.terms.evaluation(claims.iter().copied());
        self.models().any(|model| evaluation.all_hold(&model))
    }
}
