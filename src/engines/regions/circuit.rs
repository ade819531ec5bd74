//! Forms of the prover as decision diagrams: facts and words over the bits of the inputs.
//!
//! A machine's words may be wider than the inputs: then an input is sign-extended.

use rustc_hash::FxHashMap;
use tamarin_kernel::word::Operator;
use tamarin_prove::refute::forms::{Atom, AtomId, Fact, Form, Forms};

use super::diagram::{Bits, Diagram, Diagrams, Made, constant, extended};
use crate::machine::Signedness;
use crate::word::Word;

/// The bits of atoms, which are made once.
pub(in crate::engines) type Known = FxHashMap<AtomId, Bits>;

/// Makes the bits of forms.
pub(in crate::engines) struct Circuit<'c, W> {
    pub diagrams: &'c mut Diagrams<W>,
    pub forms: &'c Forms,
    pub known: &'c mut Known,
}

impl<W: Word> Circuit<'_, W> {
    /// Where a fact holds.
    pub fn fact(&mut self, fact: Fact) -> Made<Diagram> {
        match fact {
            Fact::Zero(form) => {
                let [above, below] = self.sides(form)?;
                self.diagrams.equal(&above, &below)
            }
            Fact::Below(a, b) => {
                let (a, b) = (self.form(a)?, self.form(b)?);
                self.diagrams.below(&a, &b)
            }
        }
    }

    /// The bits of a form.
    pub fn form(&mut self, form: Form) -> Made<Bits> {
        let [above, below] = self.sides(form)?;
        self.diagrams.difference(&above, &below)
    }

    fn width(&self) -> u32 {
        self.forms.width.bits()
    }

    fn number(&self, number: u64) -> Bits {
        constant(number, self.width())
    }

    /// Two words whose difference is the form. They are chosen so that factors are small.
    fn sides(&mut self, form: Form) -> Made<[Bits; 2]> {
        let sum = self.forms.sum(form);
        let mut sides = [0, 1].map(|_| self.number(0));
        let unused = u64::BITS - self.width();
        let mut add = |circuit: &mut Self, word: &[Diagram], factor: u64| {
            let factor = (factor << unused) as i64 >> unused;
            let side = usize::from(factor < 0);
            let factor = circuit.number(factor.unsigned_abs());
            let product = circuit.diagrams.product(word, &factor)?;
            sides[side] = circuit.diagrams.sum(&sides[side], &product, Diagram::FALSE)?.0;
            Ok(())
        };
        let one = self.number(1);
        add(self, &one, sum.constant)?;
        for &(atom, factor) in &sum.parts {
            let word = self.atom(atom)?;
            add(self, &word, factor)?;
        }
        Ok(sides)
    }

    fn atom(&mut self, atom: AtomId) -> Made<Bits> {
        if let Some(bits) = self.known.get(&atom) {
            return Ok(bits.clone());
        }
        let bits = match self.forms.atom(atom) {
            Atom::Input(input) => {
                let word = self.diagrams.word(input as usize)?;
                extended(&word, self.width() as usize, Signedness::Signed)
            }
            Atom::Apply(operator, a, b) => {
                let (a, b) = (self.form(a)?, self.form(b)?);
                self.apply(operator, &a, &b)?
            }
        };
        self.known.insert(atom, bits.clone());
        Ok(bits)
    }

    /// An operator of the kernel. On a path a divisor is not zero.
    fn apply(&mut self, operator: Operator, a: &[Diagram], b: &[Diagram]) -> Made<Bits> {
        let width = self.width();
        let diagrams = &mut *self.diagrams;
        let flag = |bit: Diagram| {
            let mut bits = constant(0, width);
            bits[0] = bit;
            bits
        };
        match operator {
            Operator::Add => Ok(diagrams.sum(a, b, Diagram::FALSE)?.0),
            Operator::Sub => diagrams.difference(a, b),
            Operator::Mul => diagrams.product(a, b),
            Operator::High => diagrams.high(a, b, Signedness::Unsigned),
            Operator::HighSigned => diagrams.high(a, b, Signedness::Signed),
            Operator::Quotient => Ok(diagrams.divide(a, b)?.0),
            Operator::Remainder => Ok(diagrams.divide(a, b)?.1),
            Operator::QuotientSigned => diagrams.signed_quotient(a, b),
            Operator::RemainderSigned => diagrams.signed_remainder(a, b),
            Operator::Less => diagrams.below(a, b).map(flag),
            Operator::LessSigned => diagrams.less(a, b).map(flag),
        }
    }
}
