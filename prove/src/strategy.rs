//! Strategies: the facts on which a path is split besides its branches.

use tamarin_kernel::evidence::Side;
use tamarin_kernel::fact::Fact;
use tamarin_kernel::machine::{Instruction, Value};
use tamarin_kernel::scope::TermState;
use tamarin_kernel::term::Terms;
use tamarin_kernel::word::Operator;

use crate::Open;
use crate::walk::{Path, Walker};

/// Strategies in the order in which they are tried.
pub const STRATEGIES: [Strategy; 4] =
    [Strategy::AsTheyCome, Strategy::BySigns, Strategy::ByOrders, Strategy::ByValues];

/// When a path is split into cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// At each branch.
    AsTheyCome,
    /// At each branch, and on each sign that a signed product or quotient depends on.
    BySigns,
    /// At each branch, and on each sign that a signed quotient depends on.
    ByDividends,
    /// As by signs, and at each comparison, so that no term contains its result.
    ByOrders,
    /// At each branch, and on the values of addresses and small remainders, which become constants.
    ByValues,
}

impl Walker<'_> {
    /// An unknown fact that the next instruction depends on and on which the strategy splits.
    pub(crate) fn undecided(
        &mut self,
        path: &Path,
        side: Side,
        now: &TermState,
    ) -> Result<Option<Fact>, Open> {
        let pc = self.prover.terms.as_constant(now.pc);
        let Some(pc) = pc.filter(|_| self.strategy != Strategy::AsTheyCome) else {
            return Ok(None);
        };
        let Some(Instruction::Compute { sets, .. }) = self.instruction(side, pc) else {
            return Ok(None);
        };
        let terms = &mut self.prover.terms;
        for (_, value) in sets {
            let Value::Apply(operator, a, b) = value else { continue };
            let [a, b] = [a, b].map(|register| now.registers[register]);
            let facts = match (operator, self.strategy) {
                (Operator::QuotientSigned | Operator::RemainderSigned, _)
                | (Operator::HighSigned, Strategy::BySigns | Strategy::ByOrders) => vec![
                    Fact::below_signed(terms, a, Terms::ZERO)?,
                    Fact::below_signed(terms, b, Terms::ZERO)?,
                ],
                (Operator::Less, Strategy::ByOrders) => vec![Fact::below(terms, a, b)?],
                (Operator::LessSigned, Strategy::ByOrders) => {
                    vec![Fact::below_signed(terms, a, b)?]
                }
                _ => continue,
            };
            let unknown = facts.into_iter().find(|fact| path.point.context.knows(fact).is_none());
            if unknown.is_some() {
                return Ok(unknown);
            }
        }
        Ok(None)
    }
}
