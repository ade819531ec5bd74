//! Evidence for the kernel on the command line: checking it against a claim, and describing it.

use std::path::Path;

use serde_json::{Value, json};
use tamarin_export::Export;
use tamarin_kernel::evidence::Input;
use tamarin_kernel::{Claim, Evidence, Refusal, check};

use super::count;
use crate::cli::trouble::Trouble;
use crate::engines::statement::{Among, Extent, Statement};

/// The kernel's decision.
pub(super) enum Judged {
    /// It shows the claim. The input satisfies the claim's assumptions, so it is not vacuous.
    Accepted(Input),
    /// It does not show the claim. The statement is a weaker claim that it does show, if one is
    /// known.
    Refused(Refusal, Option<Statement>),
}

/// Checks evidence with the kernel. `claim` makes the reader's claim from a statement.
///
/// # Errors
///
/// The kernel's language of claims cannot express the claim.
pub(super) fn judge(
    evidence: &Evidence,
    statement: &Statement,
    claim: &dyn Fn(&Statement) -> Result<Claim, Trouble>,
) -> Result<Judged, Trouble> {
    let shows = |statement: &Statement| claim(statement).map(|claim| check(&claim, evidence));
    let refusal = match shows(statement)? {
        Ok(input) => return Ok(Judged::Accepted(input)),
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
pub(super) fn export(evidence: &Evidence, claim: &Claim, folder: &Path) -> Result<Export, Trouble> {
    let exported = tamarin_export::export(claim, evidence);
    let exported = exported.map_err(|refusal| Trouble::new(refusal.to_string()))?;
    let written = exported.write(folder);
    written.map_err(|error| Trouble::new(format!("{}: {error}", folder.display())))?;
    Ok(exported)
}

impl Judged {
    pub(super) fn is_accepted(&self) -> bool {
        matches!(self, Judged::Accepted(_))
    }

    /// The decision as text. `every` names all inputs; `describe` describes the example, if it is one.
    pub(super) fn in_words(
        &self,
        claim: &Statement,
        evidence: &Evidence,
        every: &str,
        describe: &dyn Fn(&Input) -> Option<String>,
    ) -> String {
        match self {
            Judged::Accepted(input) => {
                let example = describe(input).map(|input| format!("for instance {input}\n"));
                format!(
                    "accepted: `{claim}` holds for {every}\n{}\n{}",
                    parts(evidence),
                    example.unwrap_or_default(),
                )
            }
            Judged::Refused(why, None) => format!("refused: {why}\n"),
            Judged::Refused(why, Some(shown)) => format!(
                "refused: {why}\nThe strongest claim that it supports is `{shown}`: --claim '{shown}'\n"
            ),
        }
    }

    pub(in crate::cli) fn in_json(
        &self,
        claim: &Statement,
        evidence: &Evidence,
        describe: &dyn Fn(&Input) -> Value,
    ) -> Value {
        match self {
            Judged::Accepted(input) => json!({
                "accepted": true,
                "claim": claim.to_string(),
                "shows": in_json(claim, evidence),
                "exercised": describe(input),
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
pub(in crate::cli) fn in_json(shown: &Statement, evidence: &Evidence) -> Value {
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
pub(in crate::cli) fn parts(evidence: &Evidence) -> String {
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
