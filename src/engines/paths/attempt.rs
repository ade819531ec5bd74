//! The result of an attempt at a proof: a proof, an input on which one program never ends, or
//! inputs worth running. The engines make the attempt, a worker may send it, and the search records
//! it.

use serde::{Deserialize, Serialize};

use super::outcome::Outcome;
#[cfg(feature = "alignment")]
use crate::engines::alignment::{self, Obliged, Stopping};
#[cfg(feature = "alignment")]
use crate::engines::nontermination::Parting;
#[cfg(all(feature = "alignment", feature = "versions"))]
use crate::engines::versions::Equality;
#[cfg(feature = "alignment")]
use crate::evidence::OpenClaimKind;
use crate::evidence::{OpenClaim, ProofKind, Termination};
use crate::machine::{Inputs, ProvedEnd, ProvedRun, Stop};
use crate::report::Side;

/// The result of an attempt to prove that two programs agree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Attempt {
    /// The proof.
    pub proved: Option<Proved>,
    /// The claim that could not be shown, if nothing was proved.
    pub open: Option<OpenClaim>,
    /// Inputs on which an obligation failed: they may show a difference.
    pub suspects: Vec<Inputs>,
    /// An input on which one program ends and the other never does.
    pub parted: Option<Parted>,
    /// Number of solver queries.
    pub questions: u32,
    /// Whether the caller stopped it.
    pub was_stopped: bool,
}

/// A proof for every number of steps, as a search records it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Proved {
    /// The kind of proof.
    pub kind: ProofKind,
    /// If set, the proof covers the inputs on which one program stops within this many steps.
    pub steps: Option<u64>,
    /// What is proved about termination.
    pub termination: Termination,
    /// Number of location pairs in the loops of both programs, or of pairs of procedures.
    pub nodes: u32,
    /// Number of obligations of the proof.
    pub obligations: u32,
}

/// An input on which one program is proved never to end, while the other one ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Parted {
    /// The input.
    pub inputs: Inputs,
    /// The program that never ends.
    pub endless: Side,
    /// The proof that it does not.
    pub never: ProvedRun,
    /// The proof that the other one ends, if it takes too many steps to be run.
    pub stops: Option<ProvedRun>,
}

#[cfg(feature = "alignment")]
impl From<Parting> for Parted {
    fn from(Parting { inputs, endless, never, stops }: Parting) -> Parted {
        Parted {
            inputs,
            endless: Side::BOTH[endless],
            never: never.proved(ProvedEnd::Never),
            stops: stops.map(|stops| stops.proved(ProvedEnd::Stops)),
        }
    }
}

#[cfg(feature = "alignment")]
impl From<alignment::Attempt> for Attempt {
    fn from(attempt: alignment::Attempt) -> Attempt {
        let alignment::Attempt { proved, suspects, open, questions, was_stopped } = attempt;
        let open = open.filter(|_| proved.is_none()).map(|unproved| OpenClaim {
            claim: match unproved.what {
                Obliged::Followed => OpenClaimKind::Followed,
                Obliged::Faults => OpenClaimKind::Faults,
                Obliged::Output => OpenClaimKind::Output,
                Obliged::Ends => OpenClaimKind::Result,
            },
            at: Some(unproved.from.map(|location| location.pc())),
            inputs: unproved.suspect,
        });
        let proved = proved.map(|proved| Proved {
            kind: ProofKind::Invariants,
            steps: None,
            termination: match proved.stopping {
                Stopping::Always => Termination::Proved,
                Stopping::Alike => Termination::Same,
                Stopping::Open => Termination::Open,
            },
            nodes: proved.nodes,
            obligations: proved.obligations,
        });
        Attempt { proved, open, suspects, parted: None, questions, was_stopped }
    }
}

#[cfg(all(feature = "alignment", feature = "versions"))]
impl From<Equality> for Proved {
    fn from(Equality { steps, procedures, obligations }: Equality) -> Proved {
        Proved {
            kind: ProofKind::Procedures,
            steps,
            termination: Termination::Same,
            nodes: procedures as u32,
            obligations: obligations as u32,
        }
    }
}

impl Parted {
    /// The proofs for those of two runs on its inputs that have not shown how they end. `None` if
    /// the end of a run remains unknown.
    ///
    /// # Panics
    ///
    /// Panics if a run that was proved never to end has ended: a defect of this crate.
    pub(super) fn proved(&self, outcomes: &[Outcome; 2]) -> Option<[Option<ProvedRun>; 2]> {
        let (never, stops) = (Some(self.never.clone()), self.stops.clone());
        let mut proved = match self.endless {
            Side::Left => [never, stops],
            Side::Right => [stops, never],
        };
        // A run that ended shows how it ends.
        for (outcome, proved) in outcomes.iter().zip(&mut proved) {
            assert!(
                proved.as_ref().is_none_or(|it| it.ends == ProvedEnd::Stops)
                    || outcome.stop == Stop::OutOfFuel,
                "a run that is proved never to end on {:?} has ended: {outcome:?}",
                self.inputs
            );
            proved.take_if(|_| outcome.stop != Stop::OutOfFuel);
        }
        let is_known = |(outcome, proved): (&Outcome, &Option<ProvedRun>)| {
            outcome.stop != Stop::OutOfFuel || proved.is_some()
        };
        outcomes.iter().zip(&proved).all(is_known).then_some(proved)
    }
}
