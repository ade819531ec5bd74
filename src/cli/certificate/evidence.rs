//! Evidence for the kernel on the command line: checking it against a claim, and describing it.

use std::path::Path;
use std::rc::Rc;

use serde_json::{Value, json};
use tamarin_checker::certificate::Among;
use tamarin_export::Export;
use tamarin_kernel::{Evidence, Refusal, check};

use super::count;
use crate::cli::trouble::Trouble;
use crate::contract::Contract;
use crate::engines::certify::{Extent, Statement};
use crate::engines::evidence::claim;
use crate::machine::{Image, Inputs};
use crate::report::words::{self, Value as Word};

/// The kernel's decision.
pub(super) enum Judged {
    /// It shows the claim. The inputs satisfy the claim's assumptions, so it is not vacuous.
    Accepted(Inputs),
    /// It does not show the claim. The statement is a weaker claim that it does show, if one is
    /// known.
    Refused(Refusal, Option<Statement>),
}

/// Checks evidence for a claim with the kernel.
///
/// # Errors
///
/// The kernel's language of claims cannot express the claim.
pub(super) fn evidence_for(
    evidence: &Evidence,
    statement: &Statement,
    images: [&Rc<Image>; 2],
    contract: &Contract,
) -> Result<Judged, Trouble> {
    let shows = |statement: &Statement| {
        let claim = claim::of_statement(images, contract, statement);
        claim.map(|claim| check(&claim, evidence)).map_err(|why| Trouble::new(why.to_string()))
    };
    let refusal = match shows(statement)? {
        Ok(input) => {
            let words: Vec<u32> = input.words.iter().map(|&word| word as u32).collect();
            return Ok(Judged::Accepted(Inputs::from(&words[..])));
        }
        Err(refusal) => refusal,
    };
    // A weaker claim that the evidence may show. The file does not contain bounds on steps or
    // inputs, so no other weaker claims can be tried.
    let weaker = Statement { extent: Extent::IfBothStop, inputs: Among::All };
    let is_weaker = statement.implies(&weaker) && *statement != weaker;
    let shown = is_weaker && matches!(shows(&weaker), Ok(Ok(_)));
    Ok(Judged::Refused(refusal, shown.then_some(weaker)))
}

/// Writes what the kernel checks for a claim that it has accepted into a folder.
///
/// # Errors
///
/// A file cannot be written.
pub(super) fn export(
    evidence: &Evidence,
    statement: &Statement,
    images: [&Rc<Image>; 2],
    contract: &Contract,
    folder: &Path,
) -> Result<Export, Trouble> {
    let claim = claim::of_statement(images, contract, statement);
    let claim = claim.map_err(|why| Trouble::new(why.to_string()))?;
    let exported = tamarin_export::export(&claim, evidence);
    let exported = exported.map_err(|refusal| Trouble::new(refusal.to_string()))?;
    let written = exported.write(folder);
    written.map_err(|error| Trouble::new(format!("{}: {error}", folder.display())))?;
    Ok(exported)
}

impl Judged {
    pub(super) fn is_accepted(&self) -> bool {
        matches!(self, Judged::Accepted(_))
    }

    pub(super) fn in_words(
        &self,
        claim: &Statement,
        evidence: &Evidence,
        contract: &Contract,
    ) -> String {
        match self {
            Judged::Accepted(inputs) => {
                let inputs = contract.describe(inputs, Word);
                format!(
                    "accepted: `{claim}` holds for {}\n{}\nfor instance {inputs}\n",
                    words::every(contract),
                    parts(evidence),
                )
            }
            Judged::Refused(why, None) => format!("refused: {why}\n"),
            Judged::Refused(why, Some(shown)) => format!(
                "refused: {why}\nThe strongest claim that it supports is `{shown}`: --claim '{shown}'\n"
            ),
        }
    }

    pub(super) fn in_json(
        &self,
        claim: &Statement,
        evidence: &Evidence,
        contract: &Contract,
    ) -> Value {
        match self {
            Judged::Accepted(inputs) => json!({
                "accepted": true,
                "claim": claim.to_string(),
                "shows": in_json(claim, evidence),
                "exercised": contract.fit(inputs),
            }),
            Judged::Refused(why, shown) => json!({
                "accepted": false,
                "claim": claim.to_string(),
                "why": why.to_string(),
                "supports": shown.as_ref().map(Statement::to_string),
            }),
        }
    }
}

/// What evidence shows, and its size, as JSON.
pub(super) fn in_json(shown: &Statement, evidence: &Evidence) -> Value {
    json!({
        "supports": shown.to_string(),
        "kernel": true,
        "nodes": evidence.nodes.len(),
        "contracts": evidence.contracts.len(),
        "functions": evidence.functions.len(),
        "lemmas": evidence.lemmas.len(),
        "work": evidence.work,
    })
}

/// `3 places in loops, 2 lemmas, 40,000 units of work at most`
pub(super) fn parts(evidence: &Evidence) -> String {
    let counts = [
        (evidence.nodes.len(), ["pair of places", "pairs of places"]),
        (evidence.contracts.len(), ["contract", "contracts"]),
        (evidence.functions.len(), ["function", "functions"]),
        (evidence.lemmas.len(), ["lemma", "lemmas"]),
    ];
    let mut parts: Vec<String> = counts
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, names)| count(number as u64, names))
        .collect();
    parts.push(format!("{} units of work at most", evidence.work));
    parts.join(", ")
}
