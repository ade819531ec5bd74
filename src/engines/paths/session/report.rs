//! The final report of a search: its verdict, the proof behind it, and the witness.

use std::sync::Arc;

use super::{End, Session};
use crate::engines::paths::Strategy;
#[cfg(feature = "tools")]
use crate::engines::paths::{Options, layout};
use crate::evidence::{Claim, Proof, ProofKind, Termination};
use crate::machine::Image;
use crate::machine::mips::{Reg, decode};
use crate::report::{Findings, ReasonCode, Report, Stats, Undecided, Verdict, Witness};

impl Session<'_> {
    /// The proof behind a verdict that claims agreement.
    fn proof(&self, verdict: Verdict, code: ReasonCode) -> Option<Proof> {
        let (kind, steps, termination) = match (verdict, code) {
            (Verdict::Equivalent, ReasonCode::SameMachineCode) => {
                let claim = Claim { steps: None, termination: Termination::Same };
                let (kind, open) = (ProofKind::Identity, Vec::new());
                return Some(Proof { kind, claim, nodes: 0, obligations: 0, open, checked: None });
            }
            (Verdict::Equivalent, ReasonCode::AllPathsAgree) => {
                let termination = match self.meter.both_run_for_ever {
                    0 => Termination::Proved,
                    _ => Termination::Same,
                };
                (ProofKind::Paths, None, termination)
            }
            (Verdict::Equivalent, ReasonCode::FormulasAgree) => {
                (ProofKind::Formulas, None, Termination::Proved)
            }
            (_, ReasonCode::ProceduresAgree) => return self.attempts.proof().cloned(),
            (Verdict::EquivalentUpTo, _) => {
                (ProofKind::Paths, Some(self.claimed_fuel()), Termination::Open)
            }
            (Verdict::Equivalent | Verdict::EquivalentIfBothStop, _) => return self.unfinished(),
            (Verdict::Disequivalent | Verdict::PossiblyEquivalent, _) => return None,
        };
        let nodes = match kind {
            ProofKind::Formulas => 1,
            _ => self.pairs.unwrap_or(0),
        };
        let claim = Claim { steps, termination };
        let open = match termination {
            Termination::Open => self.attempts.unproved().cloned().into_iter().collect(),
            Termination::Proved | Termination::Same => vec![],
        };
        Some(Proof { kind, claim, nodes, obligations: self.queries.max(1), open, checked: None })
    }

    /// A witness with its results in other layouts. The Tamarin paper has none.
    #[cfg(feature = "tools")]
    fn with_layout(&self, witness: Witness) -> Witness {
        if self.options.strategy != Strategy::Product {
            return witness;
        }
        let Options { contract, fuel, .. } = self.options;
        let fuel = witness.left.steps.max(witness.right.steps).max(*fuel);
        let layout = layout::examine(self.images, contract, &witness.inputs, fuel);
        Witness { layout, ..witness }
    }

    /// The module for a first verdict examines no other layouts.
    #[cfg(not(feature = "tools"))]
    fn with_layout(&self, witness: Witness) -> Witness {
        witness
    }

    /// The proof by invariants, with the inputs to check for what is open.
    fn unfinished(&self) -> Option<Proof> {
        let mut proof = self.attempts.proof().cloned()?;
        for open in &mut proof.open {
            open.inputs = self.one_sided.first().cloned();
        }
        Some(proof)
    }

    /// The condition that covers the open inputs, if one is known.
    fn undecided_inputs(&mut self) -> Option<Undecided> {
        if self.options.strategy != Strategy::Product {
            return None;
        }
        let premises = self.premises();
        self.undecided.condition(&mut self.terms, &self.options.contract, &premises)
    }

    /// The verdict of a search that ended so, with its reason. `exhausted` is the verdict of a search
    /// that has nothing left to try.
    fn verdict(&self, end: &End, exhausted: (Verdict, ReasonCode)) -> (Verdict, ReasonCode) {
        let found = match end {
            End::Differ(_, reason) => return (Verdict::Disequivalent, *reason),
            End::NoInput(code) => (Verdict::PossiblyEquivalent, *code),
            End::Exhausted => exhausted,
            End::Merged => (Verdict::Equivalent, ReasonCode::FormulasAgree),
            End::Proved => match self.attempts.proof() {
                Some(Proof { kind: ProofKind::Procedures, claim, .. }) => {
                    let is_bounded = claim.steps.is_some();
                    let verdict =
                        if is_bounded { Verdict::EquivalentUpTo } else { Verdict::Equivalent };
                    (verdict, ReasonCode::ProceduresAgree)
                }
                _ => (Verdict::Equivalent, ReasonCode::InvariantsHold),
            },
            End::TimeLimit => (Verdict::PossiblyEquivalent, ReasonCode::TimeLimit),
            End::WorkLimit => (Verdict::PossiblyEquivalent, ReasonCode::WorkLimit),
            End::RunLimit => (Verdict::PossiblyEquivalent, ReasonCode::RunLimit),
            End::Cancelled => (Verdict::PossiblyEquivalent, ReasonCode::Cancelled),
        };
        let is_weaker = found.0 != Verdict::Equivalent && found.1 != ReasonCode::ProceduresAgree;
        match is_weaker && self.attempts.proof().is_some() {
            true => (Verdict::EquivalentIfBothStop, ReasonCode::AgreeWhereBothStop),
            false => found,
        }
    }

    /// The final report. `exhausted` is the verdict of a search that has nothing left to try.
    pub fn report(mut self, end: End, exhausted: (Verdict, ReasonCode), paths: [u32; 2]) -> Report {
        let (verdict, code) = self.verdict(&end, exhausted);
        let witness = match end {
            End::Differ(witness, _) => Some(self.with_layout(*witness)),
            _ => None,
        };
        let proof = self.proof(verdict, code);
        let undecided = match verdict {
            Verdict::PossiblyEquivalent | Verdict::EquivalentUpTo
                if code != ReasonCode::ProceduresAgree =>
            {
                self.undecided_inputs()
            }
            _ => None,
        };
        let fuel = self.claimed_fuel();
        // A proof that ended the search covers the paths that it had not reached.
        let open = match (verdict, code) {
            (Verdict::Equivalent, _) | (_, ReasonCode::ProceduresAgree) => Vec::new(),
            _ => self.open,
        };
        let queries = self.queries + self.side_queries;
        let stats = Stats { runs: self.runs, queries, paths, elapsed_ms: (self.clock)() };
        Report::from(Findings {
            verdict,
            code,
            cuts: self.cuts,
            open,
            witness,
            proof,
            unproved: self.attempts.unproved().cloned(),
            pairs: self.pairs.map(|pairs| (pairs, self.meter)),
            stats,
            fuel,
            contract: Arc::clone(&self.options.contract),
            names: self.options.names.clone(),
            meter: self.meter,
            writes_result: self.images.iter().any(|image| writes_result(image)),
            prints: self.prints,
            undecided,
        })
    }
}

/// Whether some word of a program is an instruction that writes the result register.
fn writes_result(image: &Image) -> bool {
    let writes = |&word: &u32| decode(word)?.destination();
    image.words().iter().filter_map(writes).any(|reg| reg == Reg::RESULT)
}
