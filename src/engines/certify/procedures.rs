//! Certificates by pairs of procedures.

use std::collections::BTreeSet;
#[cfg(feature = "versions")]
use std::rc::Rc;

#[cfg(feature = "versions")]
use tamarin_checker::certificate::Answer;
use tamarin_checker::certificate::{Certificate, Relation, Stopping};
use tamarin_checker::procedures::claim::{Expression, Fact, Held, Procedures, Spot, Sum, Value};
use tamarin_checker::{Refusal, check, walk};

use super::plain::{Read, read};
use super::prover::Prover;
use super::{Certified, NEEDED, Uncertified, bare};
#[cfg(feature = "versions")]
use super::{OF_TRIES, TRIED};
use crate::contract::Contract;
use crate::engines::pause::Pause;
#[cfg(feature = "versions")]
use crate::engines::versions::{self, custom::Custom};
use crate::machine::Image;
use crate::machine::mips::Reg;
use crate::machine::setup::Observable;
#[cfg(feature = "versions")]
use crate::program::Label;
#[cfg(feature = "versions")]
use crate::solver::bitblast::Bitblast;
use crate::solver::{Effort, Stop};

/// Maximum number of attempts to certify with fewer facts: each attempt proves everything.
#[cfg(feature = "versions")]
const FACT_TRIES: u32 = 24;
/// Maximum size in bytes of bit-level proofs for which that is tried: longer ones take long to
/// find.
#[cfg(feature = "versions")]
const BITS: usize = 1 << 15;
/// Maximum number of unproved facts that are dropped before an attempt fails.
#[cfg(feature = "versions")]
const UNSHOWN: u32 = 4;

/// The certificate that two programs agree, by pairs of procedures: for every number of steps, or
/// for as many as the stack has room for. Labels name procedures; user-defined patterns only help
/// to find the claims.
#[cfg(feature = "versions")]
pub async fn of_versions(
    images: [&Rc<Image>; 2],
    labels: [&[Label]; 2],
    patterns: &Rc<[Custom]>,
    contract: &Contract,
    stop: &Stop,
    pause: Pause<'_>,
) -> Result<Certified, Uncertified> {
    let mut solver = Bitblast::new();
    let claims = versions::claims(images, labels, patterns, &mut solver, stop, pause).await;
    let claims = claims.ok_or(Uncertified::Stopped)?.map_err(Uncertified::Unclaimed)?;
    let certified = concise(images, contract, claims, UNSHOWN, stop)?;
    Ok(without_needless(images, contract, certified, stop))
}

/// The certificate for claims about pairs of procedures, restricted to words that the programs
/// read, with newly found answers, for as many steps as the stack has room for.
pub fn of_procedure_claims(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    claims: Procedures,
    stop: &Stop,
) -> Result<Certified, Uncertified> {
    concise(images, contract, claims, 0, stop)
}

/// The same, without at most this many unproved facts.
fn concise(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    claims: Procedures,
    without: u32,
    stop: &Stop,
) -> Result<Certified, Uncertified> {
    let all = Procedures { steps: None, ..claims };
    let concise = about_read(&all, images);
    match with_what_is_shown(images, contract, concise, without, stop) {
        Err(Uncertified::Refused(_)) => with_what_is_shown(images, contract, all, without, stop),
        certified => certified,
    }
}

/// The certificate without unproved facts, at most this many: they may be unnecessary.
fn with_what_is_shown(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    mut claims: Procedures,
    mut without: u32,
    stop: &Stop,
) -> Result<Certified, Uncertified> {
    loop {
        match certify(images, contract, claims.clone(), NEEDED, stop) {
            Ok(certified) => return Ok(certified),
            Err(Failed {
                why: Uncertified::Refused(Refusal::Open(_)), fact: Some(fact), ..
            }) if without > 0 => {
                claims = claims.with_facts(|number| number != fact);
            }
            Err(Failed { why, .. }) => return Err(why),
        }
        without -= 1;
    }
}

/// The same without unnecessary facts, as far as a few attempts show: many at once first, then
/// fewer.
#[cfg(feature = "versions")]
fn without_needless(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    certified: Certified,
    stop: &Stop,
) -> Certified {
    let mut best = certified;
    let mut tries = FACT_TRIES;
    let count =
        |best: &Certified| best.certificate.procedures.iter().flat_map(Procedures::facts).count();
    let mut size = count(&best);
    let bits = best.certificate.answers.iter().flatten().map(|answer| match answer {
        Answer::Bits(text) | Answer::BitsOfAll(text) | Answer::BitsAfter { bits: text, .. } => {
            text.len()
        }
        Answer::Boxes(_) | Answer::Algebra { .. } => 0,
    });
    let is_large = best.checked.shown.values().sum::<usize>() > TRIED || bits.sum::<usize>() > BITS;
    if size == 0 || is_large {
        return best;
    }
    while size > 0 {
        let mut first = 0;
        while first < count(&best) {
            if tries == 0 || stop.is_due() {
                return best;
            }
            tries -= 1;
            let Some(claims) = best.certificate.procedures.clone() else { return best };
            let claims = Procedures { steps: None, ..claims };
            let claims = claims.with_facts(|number| !(first..first + size).contains(&number));
            match certify(images, contract, claims, OF_TRIES, stop) {
                Ok(fewer) => best = fewer,
                Err(_) => first += size,
            }
        }
        size /= 2;
    }
    best
}

/// Why there is no certificate, with the number of the unproved fact, if that was the reason.
struct Failed {
    why: Uncertified,
    fact: Option<usize>,
}

impl From<Uncertified> for Failed {
    fn from(why: Uncertified) -> Failed {
        Failed { why, fact: None }
    }
}

/// The certificate for claims, with this effort for each answer.
fn certify(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    claims: Procedures,
    needed: Effort,
    stop: &Stop,
) -> Result<Certified, Failed> {
    let bare = bare(images, contract, Stopping::Alike)?;
    let mut certificate = Certificate { procedures: Some(claims), ..bare };
    let mut prover = Prover::of_procedures(stop, needed);
    let steps = match walk::walk(&certificate, &mut prover) {
        Ok(_) => None,
        // Everything else was proved by then.
        Err(Refusal::Room(steps)) => Some(steps),
        Err(_) if stop.is_due() => return Err(Uncertified::Stopped.into()),
        Err(refusal) => {
            let fact = prover.last_claim();
            return Err(Failed { why: Uncertified::Refused(refusal), fact });
        }
    };
    if let Some(claims) = &mut certificate.procedures {
        claims.steps = steps;
    }
    (certificate.answers, certificate.measures) = prover.into_answers();
    let checked = check(&certificate).map_err(Uncertified::Refused)?;
    Ok(Certified { certificate, checked })
}

/// The claims that a proof may need: those about words that the programs may read, stack pointers,
/// return addresses, and observed words.
pub(super) fn about_read(claims: &Procedures, images: [&Rc<Image>; 2]) -> Procedures {
    let mut read = images.map(|image| read(image.words()));
    for (read, image) in read.iter_mut().zip(images) {
        let observed = image.setup().observation.others.iter().filter_map(|it| match *it {
            Observable::Register(reg) | Observable::Kept(reg) => Some(reg.index()),
            _ => None,
        });
        read.registers.extend(observed);
        read.registers.extend([Reg::STACK_POINTER.index(), Reg::RETURN_ADDRESS.index()]);
    }
    // Values of words that are never read are unnecessary.
    let is_about_read = |Fact(left, relation, _): &Fact| match (left, relation) {
        (Expression::Word(spot), Relation::Eq) => is_in(&read, spot),
        _ => true,
    };
    let kept: Vec<bool> = claims.facts().map(is_about_read).collect();
    let mut claims = claims.clone().with_facts(|number| kept[number]);
    // Expressions refer to the words in them.
    for part in claims.facts().flat_map(Fact::parts) {
        match *part {
            Expression::Word(Spot { side, held: Held::Register(number) }) => {
                read[side].registers.extend([usize::from(number)]);
            }
            Expression::Word(Spot { side, held: Held::High }) => read[side].high = true,
            Expression::Word(Spot { side, held: Held::Low }) => read[side].low = true,
            _ => {}
        }
    }
    let is_read = |Sum(spot, _): &Sum| is_in(&read, spot);
    for pair in &mut claims.pairs {
        let said = pair.points.iter_mut().map(|point| &mut point.says).chain(&mut pair.behind);
        for said in [&mut pair.before].into_iter().chain(said) {
            said.known.retain(is_read);
            said.values.values_mut().for_each(|sums| sums.retain(is_read));
            said.equal.iter_mut().for_each(|sums| sums.retain(is_read));
            said.values.retain(|_, sums| !sums.is_empty());
            // A word that equals no other is arbitrary.
            said.equal.retain(|sums| sums.len() > 1);
        }
        // Values without a name cannot be referred to.
        let named: BTreeSet<u32> = pair.before.values.keys().copied().collect();
        let said = pair.points.iter_mut().map(|point| &mut point.says).chain(&mut pair.behind);
        said.for_each(|said| said.values.retain(|value, _| named.contains(value)));
        let is_named = |part: &Expression| match part {
            Expression::Value(Value(value)) => named.contains(value),
            _ => true,
        };
        let of_points = pair.points.iter_mut().map(|point| &mut point.facts);
        for facts in of_points.chain([&mut pair.ensures]) {
            facts.retain(|fact| fact.parts().all(is_named));
        }
        pair.variant.take_if(|variant| !variant.of.parts().into_iter().all(is_named));
    }
    claims
}

/// Whether a word is one of those that the programs may read.
fn is_in(read: &[Read; 2], Spot { side, held }: &Spot) -> bool {
    let read = &read[*side];
    match *held {
        Held::Register(number) => read.registers.contains(&usize::from(number)),
        Held::High => read.high,
        Held::Low => read.low,
        Held::Stack(_) => true,
    }
}
