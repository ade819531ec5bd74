//! Chooses the first input of a comparison, which its contract has to allow.
//!
//! It is the requested input, else one from the sweep, else one that the solver finds. If there is
//! none, there is nothing to compare: an error in the contract, and no proof of anything.

use super::session::{End, Session};
use super::sweep;
use crate::report::{ReasonCode, Report, Verdict};
use crate::solver::Answer;
use crate::symbolic::query::Query;

/// Finds the input; if there is none, the report says why.
pub(super) async fn find(mut search: Session<'_>) -> Result<Session<'_>, Report> {
    let contract = &search.options.contract;
    let wanted = contract.fit(&search.options.inputs);
    if contract.allows(&wanted) {
        search.first = wanted;
        return Ok(search);
    }
    search.first = wanted;
    if let Some(inputs) = sweep::inputs(&search).next() {
        search.first = inputs;
        return Ok(search);
    }
    let goal = search.terms.bool(true);
    let query = Query { name: "contract".to_owned(), assumptions: search.premises(), goal };
    let question = search.question(&query).within(search.options.effort);
    let (answer, _) = search.answer(&query, question).await;
    let code = match answer {
        Answer::Sat(model) => {
            let near = search.first.clone();
            let inputs = search.inputs_of(&query, &model, &near);
            if search.options.contract.allows(&inputs) {
                search.first = inputs;
                return Ok(search);
            }
            ReasonCode::InputUnknown
        }
        Answer::Unsat(_) => ReasonCode::NoInput,
        Answer::Unknown(_) => ReasonCode::InputUnknown,
    };
    let exhausted = (Verdict::PossiblyEquivalent, code);
    Err(search.report(End::NoInput(code), exhausted, [0; 2]))
}
