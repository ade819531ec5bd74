//! The domain of terms: a step for all inputs at once.

use crate::context::Context;
use crate::execute::{Domain, Question};
use crate::fact::Fact;
use crate::refusal::Refusal;
use crate::term::{Contents, Memory, Term, Terms};
use crate::word::Operator;

/// The domain of terms, with the facts known on a path.
pub struct Symbolic<'s> {
    /// All terms.
    pub terms: &'s mut Terms,
    /// The known facts.
    pub context: &'s Context,
    /// 0 for the left program, 1 for the right one.
    pub side: usize,
}

impl Symbolic<'_> {
    /// Whether a word is below another, as 0 or 1; a constant if it is known.
    fn order(&mut self, a: Term, b: Term) -> Result<Term, Refusal> {
        let fact = Fact::below(self.terms, a, b)?;
        match self.context.knows(&fact) {
            Some(holds) => Ok(self.terms.constant(u64::from(holds))),
            None => self.terms.apply(Operator::Less, a, b),
        }
    }

    fn order_signed(&mut self, a: Term, b: Term) -> Result<Term, Refusal> {
        let half = self.terms.constant(self.terms.width.half());
        let (a, b) = (self.terms.add(a, half)?, self.terms.add(b, half)?);
        self.order(a, b)
    }

    /// Whether a word is negative as a signed number, as 0 or 1; and its sign, as -1 or 1.
    fn sign(&mut self, a: Term) -> Result<(Term, Term), Refusal> {
        let is_negative = self.order_signed(a, Terms::ZERO)?;
        let one = self.terms.constant(1);
        Ok((is_negative, self.terms.combine(one, 1, is_negative, u64::MAX - 1)?))
    }

    /// The high word of a signed product. The signed value of a negative word is its unsigned value minus 2^width, so
    /// the other factor is subtracted from the high word.
    fn high_signed(&mut self, a: Term, b: Term) -> Result<Term, Refusal> {
        let mut high = self.terms.apply(Operator::High, a, b)?;
        for (one, other) in [(a, b), (b, a)] {
            let is_negative = self.sign(one)?.0;
            let product = self.terms.mul(is_negative, other)?;
            high = self.terms.sub(high, product)?;
        }
        Ok(high)
    }

    /// The signed quotient and remainder: those of the absolute values, with the signs that rounding
    /// towards zero gives them. The absolute value of -2^(width-1) is 2^(width-1), unsigned.
    fn divide_signed(&mut self, a: Term, b: Term) -> Result<(Term, Term), Refusal> {
        let (of_a, of_b) = (self.sign(a)?.1, self.sign(b)?.1);
        let (a, b) = (self.terms.mul(a, of_a)?, self.terms.mul(b, of_b)?);
        let quotient = self.terms.apply(Operator::Quotient, a, b)?;
        let remainder = self.terms.apply(Operator::Remainder, a, b)?;
        let sign = self.terms.mul(of_a, of_b)?;
        Ok((self.terms.mul(quotient, sign)?, self.terms.mul(remainder, of_a)?))
    }

    /// Converts a question to a fact.
    pub fn fact(&mut self, question: Question<Term>) -> Result<Fact, Refusal> {
        match question {
            Question::Zero(term) => Fact::zero(self.terms, term),
            Question::Below(a, b) => Fact::below(self.terms, a, b),
            Question::BelowSigned(a, b) => Fact::below_signed(self.terms, a, b),
        }
    }
}

impl Domain for Symbolic<'_> {
    type Word = Term;
    type Memory = Memory;

    fn constant(&mut self, value: u64) -> Term {
        self.terms.constant(value)
    }

    fn value(&self, word: Term) -> Option<u64> {
        self.terms.as_constant(word)
    }

    fn apply(&mut self, operator: Operator, a: Term, b: Term) -> Result<Term, Refusal> {
        self.terms.pay(1)?;
        match operator {
            Operator::HighSigned => self.high_signed(a, b),
            Operator::QuotientSigned => Ok(self.divide_signed(a, b)?.0),
            Operator::RemainderSigned => Ok(self.divide_signed(a, b)?.1),
            Operator::Less => self.order(a, b),
            Operator::LessSigned => self.order_signed(a, b),
            unsigned => self.terms.apply(unsigned, a, b),
        }
    }

    fn holds(&mut self, question: Question<Term>) -> Result<Option<bool>, Refusal> {
        let fact = self.fact(question)?;
        Ok(self.context.knows(&fact))
    }

    /// Protected text is never stored to, so it is read from the initial memory.
    fn load(&mut self, memory: &Memory, at: Term) -> Result<Term, Refusal> {
        let is_text = |at: &u64| *at < self.terms.layout.accesses(self.protected_end());
        let is_known = self.terms.as_constant(at).as_ref().is_some_and(is_text);
        let start = self.terms.memory(Contents::Start(self.side));
        self.terms.load(if is_known { start } else { *memory }, at)
    }

    fn store(&mut self, memory: &mut Memory, at: Term, value: Term) {
        *memory = self.terms.memory(Contents::Store { before: *memory, at, value });
    }

    fn fetch(&mut self, memory: &Memory, at: u64) -> Result<Option<u64>, Refusal> {
        if at < self.protected_end() {
            return Ok(Some(self.terms.text(self.side, at)));
        }
        let at = self.terms.constant(at);
        let word = self.terms.load(*memory, at)?;
        Ok(self.terms.as_constant(word).map(|word| word & self.terms.layout.cell_most()))
    }

    fn protected_end(&self) -> u64 {
        let whole = self.terms.text_end(self.side);
        self.terms.starts[self.side].protected.map_or(whole, |end| end.min(whole))
    }
}
