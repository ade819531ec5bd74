//! Checks that a verdict by proof has a certificate: "proved, but no certificate" is a failure.

use std::rc::Rc;

use tamarin::contract::Contract;
use tamarin::engines::alignment::Hints;
use tamarin::engines::certify::{Claimed, Statement, Uncertified, of_claim, of_procedures};
use tamarin::engines::paths::{Options, compare};
use tamarin::engines::pause::Pause;
use tamarin::evidence::ProofKind;
use tamarin::machine::Image;
use tamarin::program::Program;
use tamarin::report::{Report, Verdict};
use tamarin::solver::Stop;
use tamarin::solver::bitblast::Bitblast;

/// That `equivalent` by invariants or procedures has a certificate of as much. Returns whether it is
/// such a verdict.
///
/// # Panics
///
/// When it has none.
pub fn is_certified(
    name: &str,
    images: [&Rc<Image>; 2],
    contract: &Contract,
    report: &Report,
) -> bool {
    let kind = report.proof.as_ref().map(|proof| proof.kind);
    let is_by_proof = matches!(kind, Some(ProofKind::Invariants | ProofKind::Procedures));
    if report.verdict != Verdict::Equivalent || !is_by_proof {
        return false;
    }
    let shown = shown(images, contract, report);
    let shown = shown.unwrap_or_else(|why| panic!("{name} is proved, but no certificate: {why}"));
    assert!(shown.implies(&Statement::EQUIVALENT), "{name}: its certificate shows `{shown}`");
    true
}

/// What the certificate of a comparison's claim shows.
fn shown(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    report: &Report,
) -> Result<Statement, Uncertified> {
    let claimed = Claimed::of(report).ok_or(Uncertified::NothingClaimed)?;
    let (first, hints) = (contract.first_inputs(), Hints::default());
    let begin = (&first, &hints);
    let found = of_claim(images, contract, &claimed, begin, &Stop::NEVER, Pause::never());
    Ok(Statement::of(&pollster::block_on(found)?.checked))
}

/// That two versions that are equal have a certificate: by procedures, or as a comparison has one.
///
/// # Panics
///
/// When they have none.
pub fn assert_equal_has_certificate(name: &str, programs: [&Program; 2]) {
    let images = programs.map(Image::new);
    let (both, contract) = (images.each_ref(), Contract::default());
    let labels = programs.map(|program| &program.labels[..]);
    let (none, pause) = (Rc::default(), Pause::never());
    let certifying = of_procedures(both, labels, &none, &contract, &Stop::NEVER, pause);
    let Err(by_procedures) = pollster::block_on(certifying) else { return };
    let (options, mut solver, mut observer) = (Options::default(), Bitblast::new(), ());
    let comparing = compare(both[0], both[1], &options, &mut solver, &mut observer);
    let report = pollster::block_on(comparing);
    if let Err(why) = shown(both, &contract, &report) {
        panic!("{name}: equal, but no certificate: {by_procedures}; {why}");
    }
}
