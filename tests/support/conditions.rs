//! Path conditions as loops produce them, all satisfied by one model.

use tamarin::machine::setup::Setup;
use tamarin::symbolic::path;
use tamarin::term::{Model, Node, Terms};

use crate::draft::{Draft, Drafts};
use crate::questions::Random;

/// A model of the inputs.
pub fn model(terms: &mut Terms, random: &mut Random) -> Model {
    let mut model = Model::new();
    for &input in &*path::inputs(terms, &Setup::default().names) {
        let Node::Symbol(symbol) = terms.node(input) else { panic!("an input is a symbol") };
        model.set(symbol, random.word());
    }
    model
}

/// The claim, or its negation, whichever holds.
pub fn oriented(drafts: &mut Drafts, claim: Draft, model: &Model) -> Draft {
    match drafts.terms.holds(claim.term, model) {
        true => claim,
        false => drafts.not(claim),
    }
}

/// Makes conditions that hold for one model.
pub trait Conditions {
    fn condition(&mut self) -> Draft;
    fn random(&mut self) -> &mut Random;
    fn drafts(&mut self) -> &mut Drafts;

    /// Paths, each of which parts from the previous one somewhere.
    fn paths(&mut self) -> Vec<Vec<Draft>> {
        let mut path: Vec<Draft> = Vec::new();
        let mut paths = Vec::new();
        for _ in 0..3 {
            path.truncate(self.random().below(path.len() + 1));
            for _ in 0..2 + self.random().below(10) {
                path.push(self.condition());
            }
            paths.push(path.clone());
        }
        paths
    }
}

/// Bounds on words, as loops leave them.
pub struct Bounds {
    pub random: Random,
    pub drafts: Drafts,
    inputs: [Draft; 2],
    /// Words of which operators leave less than all words, and a sum.
    others: Vec<Draft>,
    model: Model,
}

impl Bounds {
    pub fn new(seed: u64) -> Bounds {
        let (mut random, mut drafts) = (Random(seed), Drafts::default());
        let inputs = ["$1", "$2"].map(|name| drafts.symbol(name));
        let model = model(&mut drafts.terms, &mut random);
        let [a, b] = inputs;
        let constant = drafts.word(random.word());
        let operations =
            [Drafts::urem, Drafts::udiv, Drafts::srem, Drafts::sdiv, Drafts::bit_and, Drafts::add];
        let mut others: Vec<Draft> =
            operations.iter().map(|operation| operation(&mut drafts, a, constant)).collect();
        let (test, other) = (drafts.ult(a, b), drafts.word(random.word()));
        others.extend([drafts.ite(test, constant, other), drafts.add(a, b)]);
        Bounds { random, drafts, inputs, others, model }
    }
}

impl Conditions for Bounds {
    fn condition(&mut self) -> Draft {
        let Bounds { random, drafts, inputs: [a, b], others, model } = self;
        let x = match random.below(8) {
            0 => *b,
            1 | 2 => random.choose(others),
            _ => *a,
        };
        let offset = drafts.word(random.word());
        let x = if random.chance(2) { drafts.add(x, offset) } else { x };
        let y = match random.chance(8) {
            true => *b,
            // Near the value that it is compared with, or anywhere.
            false => {
                let near = drafts.terms.eval(&[x.term], model)[0] as u32;
                let near = near.wrapping_add(random.below(12) as u32).wrapping_sub(6);
                drafts.word(if random.chance(3) { random.word() } else { near })
            }
        };
        let claim = match random.below(5) {
            0 => drafts.ult(x, y),
            1 => drafts.ult(y, x),
            2 => drafts.slt(x, y),
            3 => drafts.slt(y, x),
            _ => drafts.eq(x, y),
        };
        oriented(drafts, claim, model)
    }

    fn random(&mut self) -> &mut Random {
        &mut self.random
    }

    fn drafts(&mut self) -> &mut Drafts {
        &mut self.drafts
    }
}

/// Comparisons of sums of words that are mostly small, so that few of the sums
/// wrap around.
pub struct Inequalities {
    pub random: Random,
    pub drafts: Drafts,
    words: Vec<Draft>,
    /// A number that others are taken away from, and one that is.
    rest: Draft,
    step: Draft,
    model: Model,
}

impl Inequalities {
    pub fn new(seed: u64) -> Inequalities {
        let (mut random, mut drafts) = (Random(seed), Drafts::default());
        let inputs = ["$1", "$2"].map(|name| drafts.symbol(name));
        let mut model = model(&mut drafts.terms, &mut random);
        let mut words = Vec::new();
        for input in inputs {
            let small = 2 + random.below(10) as u32;
            let [small, large] = [small, u32::MAX / small].map(|word| drafts.word(word));
            words.push(match random.below(6) {
                0 => drafts.srem(input, small),
                1 => drafts.udiv(input, large),
                2 => drafts.sdiv(input, large),
                3 => drafts.bit_and(input, small),
                4 if random.chance(4) => input,
                _ => drafts.urem(input, small),
            });
        }
        if random.chance(4) {
            let [zero, one] = [0, 1].map(|value| drafts.word(value));
            let test = drafts.slt(inputs[0], inputs[1]);
            words.push(drafts.ite(test, one, zero));
        }
        let [rest, step] = [words[0], words[1]];
        // A loop that never ends shows what a step of 0 says.
        if random.chance(4) {
            let Node::Symbol(symbol) = drafts.terms.node(inputs[1].term) else { panic!() };
            model.set(symbol, 0);
        }
        Inequalities { random, drafts, words, rest, step, model }
    }

    /// A sum of a few of the words, and a constant.
    fn sum(&mut self) -> Draft {
        let Inequalities { random, drafts, words, .. } = self;
        let mut sum = drafts.word((random.below(7) as u32).wrapping_sub(3));
        for _ in 0..random.below(4) {
            let word = random.choose(words);
            let factor =
                drafts.word(random.choose(&[1, 1, 2, 3, 5, u32::MAX, 1 << 31, 1 << 29, 1 << 28]));
            let multiple = drafts.mul(word, factor);
            sum = match random.chance(2) {
                true => drafts.sub(sum, multiple),
                false => drafts.add(sum, multiple),
            };
        }
        sum
    }
}

impl Conditions for Inequalities {
    fn condition(&mut self) -> Draft {
        let [a, b] = match self.random.below(3) {
            0 => {
                self.rest = self.drafts.sub(self.rest, self.step);
                [self.rest, self.step]
            }
            1 => [self.random.choose(&self.words), self.sum()],
            _ => [self.sum(), self.sum()],
        };
        // Both are near each other, mostly.
        let is_near = !self.random.chance(3);
        let near = self.random.choose(&[0, 0, 0, 1, 2, u32::MAX]);
        let Inequalities { drafts, model, .. } = self;
        let values = drafts.terms.eval(&[a.term, b.term], model);
        let distance = (values[0] as u32).wrapping_sub(values[1] as u32).wrapping_add(near);
        let distance = drafts.word(distance);
        let b = if is_near { drafts.add(b, distance) } else { b };
        let [a, b] = if self.random.chance(2) { [a, b] } else { [b, a] };
        let claim = match self.random.below(5) {
            0 | 1 => drafts.slt(a, b),
            2 | 3 => drafts.ult(a, b),
            _ => drafts.eq(a, b),
        };
        oriented(drafts, claim, model)
    }

    fn random(&mut self) -> &mut Random {
        &mut self.random
    }

    fn drafts(&mut self) -> &mut Drafts {
        &mut self.drafts
    }
}
