//! Certificates by pairs of procedures.

use std::collections::BTreeSet;
#[cfg(feature = "versions")]
use std::ops::ControlFlow;
use std::rc::Rc;

use tamarin_checker::certificate::{Certificate, Stopping};
use tamarin_checker::procedures::claim::{Held, Procedures, Spot, Sum};
use tamarin_checker::{Refusal, check, walk};

use super::plain::read;
use super::prover::Prover;
use super::{Certified, NEEDED, Uncertified, bare};
use crate::contract::Contract;
#[cfg(feature = "versions")]
use crate::engines::versions::{self, custom::Custom};
use crate::isa::Reg;
use crate::machine::Image;
use crate::machine::setup::Observable;
#[cfg(feature = "versions")]
use crate::program::Label;
use crate::solver::Stop;
#[cfg(feature = "versions")]
use crate::solver::bitblast::Bitblast;

/// The certificate that two programs agree, procedure by procedure: for every number of steps, or
/// for as many as the stack has room for. Labels give procedures their names; patterns of a user's
/// own are only used to find what is claimed.
#[cfg(feature = "versions")]
pub async fn of_procedures(
    images: [&Rc<Image>; 2],
    labels: [&[Label]; 2],
    patterns: &Rc<[Custom]>,
    contract: &Contract,
    stop: &Stop,
    pause: impl AsyncFnMut() -> ControlFlow<()>,
) -> Result<Certified, Uncertified> {
    let mut solver = Bitblast::new();
    let claims = versions::claims(images, labels, patterns, &mut solver, stop, pause).await;
    let claims = claims.ok_or(Uncertified::Stopped)?.ok_or(Uncertified::NothingClaimed)?;
    of_procedure_claims(images, contract, claims, stop)
}

/// The certificate that what is claimed of pairs of procedures is true, with answers of our own,
/// for as many steps as the stack has room for.
pub fn of_procedure_claims(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    claims: Procedures,
    stop: &Stop,
) -> Result<Certified, Uncertified> {
    let all = Procedures { steps: None, ..claims };
    let concise = about_read(&all, images);
    match certify(images, contract, concise, stop) {
        Err(Uncertified::Refused(_)) => certify(images, contract, all, stop),
        certified => certified,
    }
}

fn certify(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    claims: Procedures,
    stop: &Stop,
) -> Result<Certified, Uncertified> {
    let bare = bare(images, contract, Stopping::Alike);
    let mut certificate = Certificate { procedures: Some(claims), ..bare };
    let mut prover = Prover::new(stop, NEEDED);
    let steps = match walk::walk(&certificate, &mut prover) {
        Ok(_) => None,
        // All else was shown by then.
        Err(Refusal::Room(steps)) => Some(steps),
        Err(_) if stop.is_due() => return Err(Uncertified::Stopped),
        Err(refusal) => return Err(Uncertified::Refused(refusal)),
    };
    if let Some(claims) = &mut certificate.procedures {
        claims.steps = steps;
    }
    (certificate.answers, certificate.measures) = prover.into_answers();
    let checked = check(&certificate).map_err(Uncertified::Refused)?;
    Ok(Certified { certificate, checked })
}

/// The claims that are about words which the programs may read, stack pointers and return
/// addresses, and what is observed: nothing has to be known of others.
fn about_read(claims: &Procedures, images: [&Rc<Image>; 2]) -> Procedures {
    let mut read = images.map(|image| read(image.words()));
    for (read, image) in read.iter_mut().zip(images) {
        let observed = image.setup().observation.others.iter().filter_map(|it| match *it {
            Observable::Register(reg) | Observable::Kept(reg) => Some(reg.index()),
            _ => None,
        });
        read.registers.extend(observed);
        read.registers.extend([Reg::STACK_POINTER.index(), Reg::RETURN_ADDRESS.index()]);
    }
    let is_read = |Sum(Spot { side, held }, _): &Sum| match *held {
        Held::Register(number) => read[*side].registers.contains(&usize::from(number)),
        Held::High => read[*side].high,
        Held::Low => read[*side].low,
        Held::Stack(_) => true,
    };
    let mut claims = claims.clone();
    for pair in &mut claims.pairs {
        let said = pair.points.iter_mut().map(|point| &mut point.says).chain(&mut pair.behind);
        for said in [&mut pair.before].into_iter().chain(said) {
            said.known.retain(is_read);
            said.values.values_mut().for_each(|sums| sums.retain(is_read));
            said.equal.iter_mut().for_each(|sums| sums.retain(is_read));
            said.values.retain(|_, sums| !sums.is_empty());
            // A word that is equal to no other is any.
            said.equal.retain(|sums| sums.len() > 1);
        }
        // Of values that have no name any more, nothing can be said.
        let named: BTreeSet<u32> = pair.before.values.keys().copied().collect();
        let said = pair.points.iter_mut().map(|point| &mut point.says).chain(&mut pair.behind);
        said.for_each(|said| said.values.retain(|value, _| named.contains(value)));
    }
    claims
}
