//! Checks [notes](Note) at the ends of both programs.

use super::decider::Decided;
use super::goal::{Ends, Equation, Note};
use super::product::{Behind, Builder, Failure, Obliged};
use crate::machine::setup::Observable;
use crate::term::Term;

impl<'b> Builder<'b, '_> {
    /// Drops the notes that fail at a pair of ends.
    ///
    /// # Errors
    ///
    /// None that suffices is left.
    pub(super) async fn notes_hold(
        &mut self,
        ends: Ends,
        behind: &Behind<'_, 'b>,
    ) -> Result<(), Failure> {
        let mut suspect = None;
        let mut notes = std::mem::take(&mut self.notes);
        let mut index = 0;
        while index < notes.len() {
            let holds = match (&notes[index], ends) {
                (Note::Faults(side), Ends::Faults(faulted)) => match *side == faulted {
                    true => Decided::Holds,
                    false => Decided::Open,
                },
                (Note::Equation(equation), Ends::Stop) => self.is_true(equation, behind).await?,
                (Note::Apart(of), Ends::Stop) => {
                    let is_apart = |note: &Note| matches!(note, Note::Equation(it) if it.of == *of && it.is_apart());
                    match notes.iter().any(is_apart) {
                        true => Decided::Holds,
                        false => self.are_apart(*of, behind).await?,
                    }
                }
                _ => Decided::Open,
            };
            match holds {
                Decided::Holds => index += 1,
                Decided::Fails(_) | Decided::Open => {
                    if let Decided::Fails(model) = holds {
                        suspect = Some(model);
                    }
                    notes.remove(index);
                    self.changed = true;
                    // Another one may have followed from it.
                    index = 0;
                }
            }
        }
        self.notes = notes;
        match self.notes.iter().any(|note| self.goal.is_reached_by(note)) {
            true => Ok(()),
            false => Err(self.open(behind.from, Obliged::Ends, suspect.as_deref())),
        }
    }

    async fn is_true(
        &mut self,
        equation: &Equation,
        behind: &Behind<'_, 'b>,
    ) -> Result<Decided, Failure> {
        let words = self.both_observed(equation.of, behind)?;
        let factors = equation.programs.into_iter().chain(equation.inputs.iter().copied());
        let words = words.into_iter().chain(behind.inputs.iter().copied());
        let terms = &mut self.prover.decider.terms;
        let mut sum = terms.word(equation.constant);
        for (factor, word) in factors.zip(words).filter(|(factor, _)| *factor != 0) {
            sum = match factor {
                1 => terms.add(sum, word),
                u32::MAX => terms.sub(sum, word),
                _ => {
                    let factor = terms.word(factor);
                    let product = terms.mul(factor, word);
                    terms.add(sum, product)
                }
            };
        }
        self.obligations += 1;
        Ok(self.prover.decide_zero(behind.assumptions, behind.zeros, sum).await?.0)
    }

    async fn are_apart(
        &mut self,
        of: Observable,
        behind: &Behind<'_, 'b>,
    ) -> Result<Decided, Failure> {
        let [left, right] = self.both_observed(of, behind)?;
        let terms = &mut self.prover.decider.terms;
        let equal = terms.eq(left, right);
        let apart = terms.not(equal);
        self.obligations += 1;
        // Equations that the solver does not know may contradict this state.
        let assumptions = [behind.assumptions, &self.zeros_hold(behind)].concat();
        Ok(self.prover.decide_where_zero(&assumptions, behind.zeros, apart).await?)
    }

    /// The equations of the invariant, as assumptions for the solver.
    fn zeros_hold(&mut self, behind: &Behind<'_, 'b>) -> Vec<Term> {
        let decider = &mut self.prover.decider;
        let mut all = Vec::new();
        for &word in behind.zeros {
            if !decider.has_product(word) {
                let zero = decider.terms.word(0);
                all.push(decider.terms.eq(word, zero));
            }
        }
        all
    }

    fn both_observed(
        &mut self,
        of: Observable,
        behind: &Behind<'_, 'b>,
    ) -> Result<[Term; 2], Failure> {
        let [left, right] = [0, 1].map(|side| self.observed(behind, side, of));
        match (left, right) {
            (Some(left), Some(right)) => Ok([left, right]),
            _ => Err(Failure::Limit),
        }
    }
}
