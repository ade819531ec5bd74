//! The findings of a search, and the conversion to a report.

use std::sync::Arc;

use super::answer::{ContractReport, Cuts, Open, Reason, ReasonCode, Report, Stats};
use super::names::Names;
use super::run::Witness;
use super::summary::Undecided;
use super::words::{self, summary::Compared};
use crate::contract::Contract;
use crate::evidence::{Meter, OpenClaim, Proof, Verdict};

/// The findings of a search: codes, counts and inputs, without sentences.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The verdict.
    pub verdict: Verdict,
    /// The reason for the verdict.
    pub code: ReasonCode,
    /// The parts of the search that were cut, counted.
    pub cuts: Cuts,
    /// The points at which the search was cut.
    pub open: Vec<Open>,
    /// The witness, if the programs differ.
    pub witness: Option<Witness>,
    /// The evidence, if the verdict claims agreement.
    pub proof: Option<Proof>,
    /// The claim that could not be proved for every number of steps.
    pub unproved: Option<OpenClaim>,
    /// The number of pairs of paths and their outcomes, if the search explores pairs.
    pub pairs: Option<(u32, Meter)>,
    /// How much work was done.
    pub stats: Stats,
    /// The maximal number of steps of a run.
    pub fuel: u64,
    /// The contract.
    pub contract: Arc<Contract>,
    /// The names of the programs.
    pub names: Names,
    /// The outcomes of the pairs of paths, or of the runs if the strategy has no pairs.
    pub meter: Meter,
    /// Whether an instruction of either program writes `$3`.
    pub writes_result: bool,
    /// Whether a run printed something.
    pub prints: bool,
    /// A condition that covers all undecided inputs.
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
                let Findings { contract, names, code, fuel, .. } = self;
                words::difference(contract, names, *code, witness, *fuel)
            }
            None => {
                let found = words::NoDifference {
                    code: self.code,
                    cuts: &self.cuts,
                    runs: self.stats.runs,
                    pairs: self.pairs,
                    contract: &self.contract,
                    proof: self.proof.as_ref(),
                    unproved: self.unproved.as_ref(),
                };
                found.text()
            }
        }
    }

    /// The arguments of the summary.
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
