//! Certificates: the proof of a verdict in a form that is checked without this crate.
//!
//! [`certify`] follows the checker's walk over the obligations ([`tamarin_checker::walk`]), finds
//! the answers ([`prover`]) and records them. The certificate is then checked by the public
//! checker; one that is not accepted is discarded. A certificate does not depend on how the engine
//! came to its verdict, except that invariants of loops ([`alignment`](super::alignment)) become
//! the claims at the nodes.
//!
//! A certificate without nodes is a tree of all paths of both programs. It is possible for pairs
//! with few paths whose obligations can be proved at the bit level. Each path ends, or repeats a
//! state and runs for ever.

mod boxes;
mod cofactors;
mod contract;
mod divisions;
#[cfg(feature = "explanations")]
mod exercised;
mod hints;
mod lemmas;
mod plain;
mod procedures;
mod products;
mod prover;
mod reasons;
pub mod refutation;
mod samples;
mod statement;

use std::ops::ControlFlow;
use std::rc::Rc;

use tamarin_checker::certificate::{self, Among, Certificate, Program, Start, Stopping, VERSION};
use tamarin_checker::{Checked, Refusal, check, walk};

use super::alignment::{self, Claims, Hints, Proved};
#[cfg(feature = "versions")]
use super::versions::{Unclaimed, custom::Custom};
use crate::contract::Contract;
use crate::engines::pause::Pause;
use crate::evidence::{Proof, ProofKind};
use crate::machine::mips::Reg;
use crate::machine::{Image, Initial, Inputs};
#[cfg(feature = "versions")]
use crate::program::Label;
use crate::report::{Report, Verdict};
use crate::solver::bitblast::Bitblast;
use crate::solver::{Effort, Solver, Stop};
pub use contract::{observed, premises};
#[cfg(feature = "explanations")]
pub use exercised::{exercise, exercised};
pub use procedures::of_procedure_claims;
use prover::Prover;
use samples::Samples;
pub use statement::{Exercise, Extent, Statement};

/// Maximum number of conflicts for a required obligation.
const NEEDED: Effort = Effort(25_000);
/// The same while trying a certificate with fewer claims.
const OF_TRIES: Effort = Effort(200);
/// Maximum number of failed attempts at certificates with fewer claims.
const TRIES: u32 = 24;
/// Maximum number of claims for which that is tried: each attempt proves all of them.
const TRIED: usize = 250;

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Uncertified {
    /// There is no claim that a certificate could show.
    #[error("the comparison claims nothing that one could show")]
    NothingClaimed,
    /// Certificates state that memory behind an array is zero.
    #[error(
        "a certificate states that memory behind the array is zero, and the contract leaves it free"
    )]
    Beyond,
    /// There are no claims about procedures.
    #[cfg(feature = "versions")]
    #[error("{}", reasons::unclaimed(.0))]
    Unclaimed(Unclaimed),
    /// The checker would refuse.
    #[error("{}", reasons::refused(.0))]
    Refused(Refusal),
    /// No input is known for which it would claim anything.
    #[cfg(feature = "explanations")]
    #[error("{0}")]
    Vacuous(String),
    /// The caller stopped it.
    #[error("the time is up")]
    Stopped,
}

/// A certificate that the checker has accepted.
#[derive(Clone, Debug)]
pub struct Certified {
    /// The certificate.
    pub certificate: Certificate,
    /// The checker's result for it.
    pub checked: Checked,
}

/// The inputs that a certificate covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The set of inputs.
    pub among: Among,
    /// If set, only those of them on which both programs stop or fault within this many steps.
    pub within: Option<u64>,
}

impl From<Among> for Scope {
    fn from(among: Among) -> Scope {
        Scope { among, within: None }
    }
}

/// The claims of a comparison that a certificate could show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claimed {
    /// The inputs on which the programs agree.
    pub scope: Scope,
    /// How the comparison proved it, if known.
    pub kind: Option<ProofKind>,
}

impl Claimed {
    /// The statement about the inputs other than a witness, or smaller than it, if it is one.
    pub fn about_witness(&self) -> Option<Statement> {
        let Scope { among, within } = &self.scope;
        let extent = within.map_or(Extent::Always, Extent::UpTo);
        (*among != Among::All).then(|| Statement { extent, inputs: among.clone() })
    }

    /// The claims of a report; `None` if it has none of this kind.
    pub fn of(report: &Report) -> Option<Claimed> {
        match report.verdict {
            Verdict::Equivalent | Verdict::EquivalentIfBothStop => {
                let kind = report.proof.as_ref()?.kind;
                // A proof that only the kernel accepted has no certificate in this form.
                if kind == ProofKind::Evidence {
                    return None;
                }
                Some(Claimed { scope: Among::All.into(), kind: Some(kind) })
            }
            Verdict::Disequivalent => {
                let witness = report.witness.as_ref()?;
                let inputs = witness.inputs.to_vec();
                let is_only = [witness.unique, witness.unique_within_fuel].contains(&Some(true));
                let among = match witness.minimal {
                    _ if is_only => Among::OtherThan(inputs),
                    // Nothing is smaller than the input of zeros.
                    Some(true) if inputs.iter().any(|&word| word != 0) => Among::Before(inputs),
                    _ => return None,
                };
                let scope = Scope { among, within: witness.within };
                Some(Claimed { scope, kind: Some(ProofKind::Paths) })
            }
            Verdict::EquivalentUpTo => {
                let kind = report.proof.as_ref().map(|Proof { kind, .. }| *kind);
                let kind = kind.filter(|kind| *kind == ProofKind::Procedures)?;
                Some(Claimed { scope: Among::All.into(), kind: Some(kind) })
            }
            Verdict::PossiblyEquivalent => None,
        }
    }
}

/// The certificate for the claim of a comparison: by all paths or, if these are too many, by a new
/// proof about loops. `first` is an input to begin with, and hints are tried first.
pub async fn of_claim(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    Claimed { scope, kind }: &Claimed,
    (first, hints): (&Inputs, &Hints),
    stop: &Stop,
    pause: Pause<'_>,
) -> Result<Certified, Uncertified> {
    if *kind == Some(ProofKind::Identity) {
        return of_one_program(images, contract);
    }
    #[cfg(feature = "versions")]
    if *kind == Some(ProofKind::Procedures) {
        return of_procedures(images, [&[]; 2], &Rc::default(), contract, stop, pause).await;
    }
    // A loop over an array has as many paths as the array has lengths, and they are long; merged
    // paths are many.
    let has_array = images.iter().any(|image| image.setup().array.is_some());
    let are_many = has_array || *kind == Some(ProofKind::Formulas);
    let is_by_paths = *kind != Some(ProofKind::Invariants);
    let is_for_all = scope.among == Among::All;
    let paths_first = is_by_paths && !(are_many && is_for_all);
    let mut refused = Uncertified::NothingClaimed;
    if paths_first {
        match of_paths(images, contract, scope.clone(), stop) {
            Err(why) if kind.is_some() && is_for_all => refused = why,
            of_paths => return of_paths,
        }
    }
    let mut solver = Bitblast::new();
    let solver: (&mut dyn Solver, &Stop) = (&mut solver, stop);
    let attempt = alignment::prove_with(hints, images, contract, first, solver, pause).await;
    match attempt.proved {
        Some(proved) => of_loops(images, contract, &proved, stop),
        None if is_by_paths && !paths_first && !attempt.was_stopped => {
            of_paths(images, contract, Among::All, stop)
        }
        None if attempt.was_stopped => Err(Uncertified::Stopped),
        None => Err(refused),
    }
}

/// The certificate that two programs agree, by pairs of procedures, or by pairing a loop of one
/// with recursion of the other: for every number of steps, or for as many as the stack has room
/// for. Labels name procedures; user-defined patterns only help to find the claims.
#[cfg(feature = "versions")]
pub async fn of_procedures(
    images: [&Rc<Image>; 2],
    labels: [&[Label]; 2],
    patterns: &Rc<[Custom]>,
    contract: &Contract,
    stop: &Stop,
    pause: Pause<'_>,
) -> Result<Certified, Uncertified> {
    procedures::of_versions(images, labels, patterns, contract, stop, pause).await
}

/// The certificate that two programs agree for every number of steps, from invariants of their
/// loops.
pub fn of_loops(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    proved: &Proved,
    stop: &Stop,
) -> Result<Certified, Uncertified> {
    of_loops_within(TRIES, (images, contract), proved, stop)
}

/// The form of a certificate.
impl From<alignment::Stopping> for Stopping {
    fn from(stopping: alignment::Stopping) -> Stopping {
        match stopping {
            alignment::Stopping::Open => Stopping::Open,
            alignment::Stopping::Alike => Stopping::Alike,
            alignment::Stopping::Always => Stopping::Always,
        }
    }
}

/// The same with this many attempts to reduce the claims, if there are few.
pub fn of_loops_within(
    mut tries: u32,
    (images, contract): ([&Rc<Image>; 2], &Contract),
    proved: &Proved,
    stop: &Stop,
) -> Result<Certified, Uncertified> {
    let stopping = proved.stopping.into();
    let certify = |claims: &Claims, needed: Effort| {
        certify((images, contract), Among::All.into(), stopping, claims.clone(), stop, needed)
    };
    let plain = plain::reduced(&proved.claims);
    let programs = programs(images)?;
    let mut claims = plain::about_read(&plain, &programs);
    let mut certified = match certify(&claims, NEEDED) {
        Ok(certified) => certified,
        Err(Uncertified::Stopped) => return Err(Uncertified::Stopped),
        Err(_) => {
            claims = plain;
            certify(&claims, NEEDED)?
        }
    };
    let said: usize =
        claims.nodes.iter().map(|node| node.equations.len() + node.orders.len()).sum();
    if said > TRIED {
        return Ok(certified);
    }
    plain::without_needless(&mut claims, |fewer| {
        tries -= 1;
        let better = certify(fewer, OF_TRIES);
        let is_enough = better.is_ok();
        if let Ok(better) = better {
            certified = better;
        }
        match tries == 0 || stop.is_due() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(is_enough),
        }
    });
    Ok(certified)
}

/// The certificate for claims from elsewhere, with newly found answers.
pub fn of_claims(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    among: Among,
    stopping: Stopping,
    claims: Claims,
    stop: &Stop,
) -> Result<Certified, Uncertified> {
    certify((images, contract), among.into(), stopping, claims, stop, NEEDED)
}

/// The certificate that a program agrees with itself, which needs no evidence.
pub fn of_one_program(
    images: [&Rc<Image>; 2],
    contract: &Contract,
) -> Result<Certified, Uncertified> {
    let certificate = bare(images, contract, Stopping::Alike)?;
    match certificate.is_of_one_program() {
        true => match check(&certificate) {
            Ok(checked) => Ok(Certified { certificate, checked }),
            Err(refusal) => Err(Uncertified::Refused(refusal)),
        },
        false => Err(Uncertified::NothingClaimed),
    }
}

/// The certificate that two programs agree on some inputs, by all their paths.
pub fn of_paths(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    scope: impl Into<Scope>,
    stop: &Stop,
) -> Result<Certified, Uncertified> {
    let claims = Claims { entry: [None; 2], lead: None, tracked: [vec![], vec![]], nodes: vec![] };
    let scope = scope.into();
    let stopping = if scope.within.is_some() { Stopping::Open } else { Stopping::Alike };
    certify((images, contract), scope, stopping, claims, stop, NEEDED)
}

fn certify(
    (images, contract): ([&Rc<Image>; 2], &Contract),
    Scope { among, within }: Scope,
    stopping: Stopping,
    claims: Claims,
    stop: &Stop,
    needed: Effort,
) -> Result<Certified, Uncertified> {
    let Claims { entry, lead, tracked, nodes } = claims;
    let bare = bare(images, contract, stopping)?;
    let mut certificate = Certificate { among, within, entry, lead, tracked, nodes, ..bare };
    let mut prover = match certificate.nodes.is_empty() {
        true => Prover::of_paths(stop, needed, Samples::of(contract, images)),
        false => Prover::new(stop, needed),
    };
    let refused = |refusal| match stop.is_due() {
        true => Uncertified::Stopped,
        false => Uncertified::Refused(refusal),
    };
    walk::walk(&certificate, &mut prover).map_err(refused)?;
    certificate.laps = prover.laps().to_vec();
    // All paths end if none runs for ever and none is left out.
    let all_end = certificate.laps.is_empty() && certificate.within.is_none();
    if certificate.nodes.is_empty() && all_end {
        certificate.stopping = Stopping::Always;
    }
    (certificate.answers, certificate.measures) = prover.into_answers();
    let checked = check(&certificate).map_err(Uncertified::Refused)?;
    Ok(Certified { certificate, checked })
}

/// A certificate of two programs without any claims.
///
/// # Errors
///
/// The contract leaves memory behind an array free, which certificates cannot state.
pub fn bare(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    stopping: Stopping,
) -> Result<Certificate, Uncertified> {
    Ok(Certificate {
        version: VERSION,
        inputs: images[0].setup().names.to_vec(),
        premises: premises(contract),
        programs: programs(images)?,
        observed: observed(images[0]),
        among: Among::All,
        within: None,
        stopping,
        entry: [None; 2],
        lead: None,
        tracked: [vec![], vec![]],
        nodes: Vec::new(),
        procedures: None,
        laps: Vec::new(),
        measures: Vec::new(),
        answers: Vec::new(),
    })
}

/// Two programs in the form of a certificate.
///
/// # Errors
///
/// Memory behind the array of a program is free, which certificates cannot state.
pub fn programs(images: [&Rc<Image>; 2]) -> Result<[Program; 2], Uncertified> {
    let is_free = |image: &&Rc<Image>| image.setup().array.is_some_and(|it| it.beyond.count > 0);
    match images.iter().any(is_free) {
        true => Err(Uncertified::Beyond),
        false => Ok(images.map(|image| program(image))),
    }
}

fn program(image: &Image) -> Program {
    let start = |initial: Initial| match initial {
        Initial::Word(word) => Start::Word(word),
        Initial::Input(index) => Start::Input(index),
    };
    let is_set = |reg: &Reg| image.initial(*reg) != Initial::Word(0);
    let registers = Reg::all().filter(is_set).map(|reg| (reg.number(), start(image.initial(reg))));
    let setup = image.setup();
    Program {
        words: image.words().to_vec(),
        registers: registers.collect(),
        return_address: image.return_address(),
        array: setup.array.map(|array| certificate::Array {
            address: array.address.0,
            length: array.length,
            first: array.first,
            capacity: array.capacity,
        }),
        stream: setup.stream.iter().map(|&byte| start(byte)).collect(),
    }
}
