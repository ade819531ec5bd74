//! A contract's premises and the observed words of a program, as terms.

use crate::contract::{Contract, Meaning, Operator, Relation};
use crate::machine::mips::Reg;
use crate::machine::setup::{Observable, Setup};
use crate::machine::{BinaryOp, Initial};
use crate::program::Address;
use crate::symbolic::step;
use crate::term::{Term, Terms};

/// The premises that all inputs of a contract satisfy, over the input words.
pub fn premises(terms: &mut Terms, contract: &Contract, inputs: &[Term]) -> Vec<Term> {
    let premises = contract.premises().iter();
    premises.map(|premise| premise.formula.meaning(&mut Symbols { terms, inputs })).collect()
}

/// Interprets a contract with terms as words.
struct Symbols<'t> {
    terms: &'t mut Terms,
    inputs: &'t [Term],
}

impl Symbols<'_> {
    /// The upper half of a product.
    fn high(&mut self, op: BinaryOp, [a, b]: [Term; 2]) -> Term {
        let product = step::binary(self.terms, op, a, b);
        self.terms.high(product)
    }
}

impl Meaning for Symbols<'_> {
    type Word = Term;
    type Truth = Term;

    fn constant(&mut self, word: u32) -> Term {
        self.terms.word(word)
    }

    fn input(&mut self, index: usize) -> Term {
        self.inputs[index]
    }

    fn apply(&mut self, operator: Operator, [a, b]: [Term; 2]) -> Term {
        match operator {
            Operator::Add => self.terms.add(a, b),
            Operator::Subtract => self.terms.sub(a, b),
            Operator::Multiply => self.terms.mul(a, b),
            Operator::Divide => self.terms.sdiv(a, b),
            Operator::Remainder => self.terms.srem(a, b),
            Operator::DivideUnsigned => self.terms.udiv(a, b),
            Operator::RemainderUnsigned => self.terms.urem(a, b),
            Operator::MultiplyHigh => self.high(BinaryOp::Mult64, [a, b]),
            Operator::MultiplyHighUnsigned => self.high(BinaryOp::Multu64, [a, b]),
        }
    }

    fn compare(&mut self, relation: Relation, [a, b]: [Term; 2]) -> Term {
        match relation {
            Relation::Equal => self.terms.eq(a, b),
            Relation::Less => self.terms.slt(a, b),
            Relation::Below => self.terms.ult(a, b),
        }
    }

    fn all(&mut self, parts: Vec<Term>) -> Term {
        let start = self.terms.bool(true);
        parts.into_iter().fold(start, |whole, part| self.terms.and(whole, part))
    }

    fn any(&mut self, parts: Vec<Term>) -> Term {
        let start = self.terms.bool(false);
        parts.into_iter().fold(start, |whole, part| self.terms.or(whole, part))
    }

    fn not(&mut self, truth: Term) -> Term {
        self.terms.not(truth)
    }
}

/// The state of a program when it is observed.
pub trait Scene {
    /// The value of a register.
    fn reg(&self, reg: Reg) -> Term;

    /// The word at an aligned address in memory; `None` where it is unknown.
    fn load(&self, terms: &mut Terms, address: Address) -> Option<Term>;
}

/// The observed words of a program with this setup and an array of this length, except `$3` and the
/// output. `None` where one of them is unknown.
pub fn observed(
    terms: &mut Terms,
    setup: &Setup,
    inputs: &[Term],
    length: Option<u32>,
    scene: &impl Scene,
) -> Option<Vec<Term>> {
    let mut words = Vec::new();
    for &observable in &setup.observation.others {
        match observable {
            Observable::Register(reg) => words.push(scene.reg(reg)),
            Observable::Kept(reg) => {
                let before = match setup.initial(reg) {
                    Initial::Word(word) => terms.word(word),
                    Initial::Input(index) => inputs[index],
                };
                let (kept, one, zero) =
                    (terms.eq(scene.reg(reg), before), terms.word(1), terms.word(0));
                words.push(terms.ite(kept, one, zero));
            }
            Observable::Word(address) => words.push(scene.load(terms, address)?),
            Observable::Element(index) => {
                words.push(scene.load(terms, setup.array?.element(index))?)
            }
            Observable::Array => {
                for (address, _) in setup.array?.first_elements(length?) {
                    words.push(scene.load(terms, address)?);
                }
            }
        }
    }
    Some(words)
}
