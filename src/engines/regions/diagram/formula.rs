//! Diagrams of a contract's formulas.

use super::{Bits, Diagram, Diagrams, Made};
use crate::contract::{Formula, Meaning, Operator, Relation};
use crate::machine::Signedness;
use crate::word::Word;

impl<W: Word> Diagrams<W> {
    /// The diagram of a formula over the input words.
    pub fn of_formula(&mut self, formula: &Formula<W>) -> Made<Diagram> {
        self.attempt(|diagrams| formula.meaning(&mut InDiagrams(diagrams)))
    }
}

/// Interprets a formula with diagrams as truth values.
struct InDiagrams<'d, W>(&'d mut Diagrams<W>);

impl<W: Word> Meaning<W> for InDiagrams<'_, W> {
    type Word = Made<Bits>;
    type Truth = Made<Diagram>;

    fn constant(&mut self, word: W) -> Made<Bits> {
        Ok(self.0.number(word))
    }

    fn input(&mut self, index: usize) -> Made<Bits> {
        self.0.word(index)
    }

    fn apply(&mut self, operator: Operator, [a, b]: [Made<Bits>; 2]) -> Made<Bits> {
        let (a, b) = (a?, b?);
        match operator {
            Operator::Add => Ok(self.0.sum(&a, &b, Diagram::FALSE)?.0),
            Operator::Subtract => self.0.difference(&a, &b),
            Operator::Multiply => {
                let is_constant = |bits: &Bits| {
                    bits.iter().all(|bit| [Diagram::FALSE, Diagram::TRUE].contains(bit))
                };
                let [a, b] = if is_constant(&a) { [b, a] } else { [a, b] };
                self.0.product(&a, &b)
            }
            Operator::Divide => self.0.signed_quotient(&a, &b),
            Operator::Remainder => self.0.signed_remainder(&a, &b),
            Operator::DivideUnsigned => Ok(self.0.divide(&a, &b)?.0),
            Operator::RemainderUnsigned => Ok(self.0.divide(&a, &b)?.1),
            Operator::MultiplyHigh => self.0.high(&a, &b, Signedness::Signed),
            Operator::MultiplyHighUnsigned => self.0.high(&a, &b, Signedness::Unsigned),
        }
    }

    fn compare(&mut self, relation: Relation, [a, b]: [Made<Bits>; 2]) -> Made<Diagram> {
        let (a, b) = (a?, b?);
        match relation {
            Relation::Equal => self.0.equal(&a, &b),
            Relation::Less => self.0.less(&a, &b),
            Relation::Below => self.0.below(&a, &b),
        }
    }

    fn all(&mut self, parts: Vec<Made<Diagram>>) -> Made<Diagram> {
        parts.into_iter().try_fold(Diagram::TRUE, |whole, part| self.0.and(whole, part?))
    }

    fn any(&mut self, parts: Vec<Made<Diagram>>) -> Made<Diagram> {
        parts.into_iter().try_fold(Diagram::FALSE, |whole, part| self.0.or(whole, part?))
    }

    fn not(&mut self, truth: Made<Diagram>) -> Made<Diagram> {
        self.0.not(truth?)
    }
}
