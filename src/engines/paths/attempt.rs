//! What an attempt at a proof comes to: a proof, an input on which one program never ends, or inputs to
//! look at. The engines make it, a worker may send it, and the search takes note of it.

use serde::{Deserialize, Serialize};

use super::outcome::Outcome;
#[cfg(feature = "alignment")]
use crate::engines::alignment::{self, Obliged, Stopping};
#[cfg(feature = "alignment")]
use crate::engines::certify::Certified;
#[cfg(feature = "alignment")]
use crate::engines::nontermination::Parting;
#[cfg(feature = "alignment")]
use crate::evidence::OpenClaimKind;
use crate::evidence::{OpenClaim, ProofKind, ProvedEnd, ProvedRun, Termination};
use crate::machine::{Inputs, Stop};
use crate::report::Side;
#[cfg(feature = "alignment")]
use crate::report::words;

/// What came of an attempt to prove that two programs agree, whoever made it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Attempt {
    /// The proof.
    pub proved: Option<Proved>,
    /// What could not be shown, where nothing was proved.
    pub open: Option<OpenClaim>,
    /// Inputs on which an obligation failed: they may show a difference.
    pub suspects: Vec<Inputs>,
    /// An input on which one program ends and the other one never does.
    pub parted: Option<Parted>,
    /// Questions that a solver was asked.
    pub questions: u32,
    /// Whether the caller ended it.
    pub was_stopped: bool,
}

/// A proof for every number of steps, as a search takes note of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Proved {
    /// How it was proved.
    pub kind: ProofKind,
    /// If some, the proof is about inputs on which one program stops within so many steps.
    pub steps: Option<u64>,
    /// What is known of whether they stop.
    pub termination: Termination,
    /// Pairs of places in the loops of both programs, or pairs of procedures.
    pub nodes: u32,
    /// Obligations of the proof.
    pub obligations: u32,
}

/// An input on which one program never ends, which is proved, and the other one does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Parted {
    /// The input.
    pub inputs: Inputs,
    /// The program that never ends.
    pub endless: Side,
    /// Why it does not.
    pub never: ProvedRun,
    /// Why the other one ends, where it takes too many steps to be run.
    pub stops: Option<ProvedRun>,
}

#[cfg(feature = "alignment")]
impl From<Parting> for Parted {
    fn from(Parting { inputs, endless, never, stops }: Parting) -> Parted {
        let obligations = |of: &Certified| of.checked.shown.values().sum::<usize>() as u32;
        Parted {
            inputs,
            endless: Side::BOTH[endless],
            never: ProvedRun {
                ends: ProvedEnd::Never,
                says: words::claims::of_one_run(&never.certificate),
                obligations: obligations(&never),
            },
            stops: stops.map(|stops| ProvedRun {
                ends: ProvedEnd::Stops,
                says: words::claims::measured_of_one_run(&stops.certificate),
                obligations: obligations(&stops),
            }),
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

/// A proof by procedures is one only with a certificate that was accepted.
#[cfg(all(feature = "alignment", feature = "versions"))]
impl From<Certified> for Proved {
    fn from(Certified { checked, .. }: Certified) -> Proved {
        Proved {
            kind: ProofKind::Procedures,
            steps: checked.steps,
            termination: Termination::Same,
            nodes: checked.procedures as u32,
            obligations: checked.shown.values().sum::<usize>() as u32,
        }
    }
}

impl Parted {
    /// What is proved of two runs on its inputs that have not shown how they end. None where one of them
    /// is left of which nothing is known.
    ///
    /// # Panics
    ///
    /// When a run has ended that was proved never to: a defect of this crate.
    pub(super) fn proved(&self, outcomes: &[Outcome; 2]) -> Option<[Option<ProvedRun>; 2]> {
        let (never, stops) = (Some(self.never.clone()), self.stops.clone());
        let mut proved = match self.endless {
            Side::Left => [never, stops],
            Side::Right => [stops, never],
        };
        // A run says how it ends, where it does.
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
