//! What a search has found, and the answer that is made of it.

use std::sync::Arc;

use super::answer::{ContractReport, Cuts, Open, Reason, ReasonCode, Report, Stats};
use super::run::Witness;
use super::words;
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
}

impl From<Findings> for Report {
    fn from(findings: Findings) -> Report {
        let Findings {
            verdict,
            code,
            cuts,
            open,
            witness,
            proof,
            unproved,
            pairs,
            stats,
            fuel,
            contract,
        } = findings;
        let witness = witness.map(|witness| Witness { beyond: witness.beyond(fuel), ..witness });
        let unproved = unproved
            .filter(|_| matches!(verdict, Verdict::EquivalentUpTo | Verdict::PossiblyEquivalent));
        let message = match &witness {
            Some(witness) => words::difference(&contract, code, witness, fuel),
            None => words::search(
                code,
                &cuts,
                stats.runs,
                pairs,
                (&contract, proof.as_ref(), unproved.as_ref()),
            ),
        };
        let reason = Reason { code, message, cuts, open };
        let spec = contract.spec();
        let contract = (!spec.is_default())
            .then(|| ContractReport { spec: spec.clone(), inputs: contract.names().to_vec() });
        let meter = pairs.map(|(_, meter)| meter);
        Report { verdict, contract, reason, witness, proof, meter, stats }
    }
}
