//! What a search has found, and the answer that is made of it.

use std::sync::Arc;

use super::answer::{ContractReport, Cuts, Open, Reason, ReasonCode, Report, Stats};
use super::names::Names;
use super::run::Witness;
use super::summary::Undecided;
use super::words::{self, summary::Compared};
use crate::contract::Contract;
use crate::evidence::{Meter, OpenClaim, Proof, Verdict};

/// What a search has found: codes, counts and inputs, and no sentence.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The verdict.
    pub verdict: Verdict,
    /// Why it is not another one.
    pub code: ReasonCode,
    /// What was left unexplored, counted.
    pub cuts: Cuts,
    /// The same place by place.
    pub open: Vec<Open>,
    /// The evidence of a difference.
    pub witness: Option<Witness>,
    /// What a claim that they agree rests on.
    pub proof: Option<Proof>,
    /// What could not be shown of every number of steps.
    pub unproved: Option<OpenClaim>,
    /// The pairs of paths, where the search looks at pairs, and how they came out.
    pub pairs: Option<(u32, Meter)>,
    /// How much was done.
    pub stats: Stats,
    /// Steps that a run might take.
    pub fuel: u64,
    /// What was compared.
    pub contract: Arc<Contract>,
    /// The names of the programs.
    pub names: Names,
    /// How the pairs of paths ended, or the runs of a strategy without pairs.
    pub meter: Meter,
    /// Whether an instruction of either program writes `$3`.
    pub writes_result: bool,
    /// Whether a run printed something.
    pub prints: bool,
    /// A condition that covers the inputs for which it is open.
    pub undecided: Option<Undecided>,
}

impl From<Findings> for Report {
    fn from(mut findings: Findings) -> Report {
        let fuel = findings.fuel;
        if let Some(witness) = &mut findings.witness {
            witness.beyond = witness.beyond(fuel);
        }
        let verdict = findings.verdict;
        findings.unproved = findings
            .unproved
            .filter(|_| matches!(verdict, Verdict::EquivalentUpTo | Verdict::PossiblyEquivalent));
        let message = findings.message();
        let summary = words::summary::summary(&findings.compared(&message));
        let Findings { code, cuts, open, witness, proof, pairs, stats, contract, .. } = findings;
        let reason = Reason { code, message, cuts, open };
        let spec = contract.spec();
        let contract = (!spec.is_default())
            .then(|| ContractReport { spec: spec.clone(), inputs: contract.names().to_vec() });
        let meter = pairs.map(|(_, meter)| meter);
        Report { verdict, summary, contract, reason, witness, proof, meter, stats }
    }
}

impl Findings {
    /// The reason as a sentence.
    fn message(&self) -> String {
        match &self.witness {
            Some(witness) => {
                let whose = (&*self.contract, &self.names);
                words::difference(whose, self.code, witness, self.fuel)
            }
            None => words::search(
                self.code,
                &self.cuts,
                self.stats.runs,
                self.pairs,
                (&self.contract, self.proof.as_ref(), self.unproved.as_ref()),
            ),
        }
    }

    /// What the summary is made of.
    fn compared<'a>(&'a self, message: &'a str) -> Compared<'a> {
        Compared {
            contract: &self.contract,
            names: &self.names,
            fuel: self.fuel,
            verdict: self.verdict,
            code: self.code,
            message,
            cuts: self.cuts,
            meter: self.meter,
            has_pairs: self.pairs.is_some(),
            writes_result: self.writes_result,
            prints: self.prints,
            undecided: self.undecided.as_ref(),
            open: &self.open,
            witness: self.witness.as_ref(),
            proof: self.proof.as_ref(),
            stats: self.stats,
        }
    }
}
