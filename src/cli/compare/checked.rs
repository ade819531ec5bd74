//! `compare --require checked`: a verdict with evidence that the kernel accepts.
//!
//! Most proofs of the engines come without evidence for the kernel: it takes longer to find than the verdict. This
//! module searches for it afterwards, and records that the kernel accepted it.

use std::rc::Rc;

use crate::contract::Contract;
use crate::engines::alignment::Hints;
use crate::engines::evidence::{self, Unproved, Wanted};
use crate::engines::pause::Pause;
use crate::engines::statement::{Among, Statement};
use crate::evidence::Verdict;
use crate::machine::Image;
use crate::report::Report;
use crate::solver::Stop;

/// Searches for evidence of what the report claims for all inputs, or for all others than a witness, if it has none.
/// [`Proof::checked`](crate::evidence::Proof::checked) or [`Witness::checked`](crate::report::Witness::checked) is then true.
///
/// # Errors
///
/// No evidence was found: why the search from the claim alone failed.
pub fn check(
    report: &mut Report,
    images: [&Rc<Image>; 2],
    contract: &Contract,
    stop: &Stop,
) -> Result<(), Unproved> {
    let Some(statement) = Statement::of(report) else { return Ok(()) };
    let is_checked = report.proof.as_ref().is_some_and(|proof| proof.checked == Some(true));
    if statement.inputs == Among::All && (report.verdict != Verdict::Equivalent || is_checked) {
        return Ok(());
    }
    // The claim alone is the fastest source of most evidence, and nobody looks at this one.
    let wanted = Wanted { statement: &statement, kind: None, hints: &Hints::default() };
    let search = evidence::of_statement(images, contract, &wanted, stop, Pause::never());
    pollster::block_on(search)?;
    match (&statement.inputs, &mut report.witness, &mut report.proof) {
        (Among::All, _, Some(proof)) => proof.checked = Some(true),
        (_, Some(witness), _) => witness.checked = Some(true),
        _ => {}
    }
    Ok(())
}
