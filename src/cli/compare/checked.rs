//! `compare --require checked`: a verdict with evidence that the kernel accepts.
//!
//! Most proofs of the engines come without evidence for the kernel: it takes longer to find than the verdict. This
//! module searches for it afterwards, and records that the kernel accepted it. For equivalence it tries, in this order:
//! the claim alone, all paths without a cut point, and the invariants that the alignment engine finds. For an input that is
//! the only one, or the least one, on which the programs differ, it tries the claim alone.

use std::rc::Rc;

use tamarin_checker::Among;
use tamarin_kernel::{Claim, Evidence};
use tamarin_prove::Budget;

use crate::contract::Contract;
use crate::engines::alignment::Hints;
use crate::engines::certify::{self, Claimed, Statement};
use crate::engines::evidence::{self, Unproved};
use crate::engines::pause::Pause;
use crate::evidence::{ProofKind, Verdict};
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
    if let Some(statement) = Claimed::of(report).and_then(|claimed| claimed.about_witness()) {
        evidence::search(images, contract, &statement, evidence::WORK, stop)?;
        if let Some(witness) = &mut report.witness {
            witness.checked = Some(true);
        }
        return Ok(());
    }
    let Some(proof) = &mut report.proof else { return Ok(()) };
    if report.verdict != Verdict::Equivalent || proof.checked == Some(true) {
        return Ok(());
    }
    let equivalent = &Statement::EQUIVALENT;
    let claim = evidence::claim::of_statement(images, contract, equivalent);
    let claim = claim.map_err(Unproved::Unsaid)?;
    let alone = evidence::search(images, contract, equivalent, evidence::WORK, stop);
    let others = || {
        let mut sources = [of_paths, of_invariants].into_iter();
        sources.any(|source| source(images, contract, stop).is_some_and(|it| accepts(&claim, &it)))
    };
    match alone {
        Err(why) if !others() => return Err(why),
        _ => proof.checked = Some(true),
    }
    Ok(())
}

/// Whether the kernel accepts evidence of the reader's claim; the search may have had another.
fn accepts(claim: &Claim, evidence: &Evidence) -> bool {
    tamarin_kernel::check(claim, evidence).is_ok()
}

fn budget(stop: &Stop) -> Budget {
    let stop = stop.clone();
    Budget { is_due: Some(Rc::new(move || stop.is_due())), ..Budget::default() }
}

fn of_paths(images: [&Rc<Image>; 2], contract: &Contract, stop: &Stop) -> Option<Evidence> {
    Some(evidence::of_paths(images, contract, &budget(stop), stop).ok()?.1)
}

fn of_invariants(images: [&Rc<Image>; 2], contract: &Contract, stop: &Stop) -> Option<Evidence> {
    let claimed = Claimed { scope: Among::All.into(), kind: Some(ProofKind::Invariants) };
    let (first, hints) = (contract.first_inputs(), Hints::default());
    let found =
        certify::of_claim(images, contract, &claimed, (&first, &hints), stop, Pause::never());
    let certificate = pollster::block_on(found).ok()?.certificate;
    Some(evidence::of_certificate(&certificate, &budget(stop), stop).ok()?.1)
}
