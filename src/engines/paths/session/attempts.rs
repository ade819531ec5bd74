//! The attempts at a proof that a search has made, and what they showed.
//!
//! A failed attempt costs as much as a successful one, so each kind is made once. Whoever makes an
//! attempt asks here first.

use std::mem;

use crate::evidence::{OpenClaim, Proof, Termination};

/// The attempts of a search.
#[derive(Debug, Default)]
pub struct Attempts {
    /// Whether a comparison of the texts as versions failed.
    #[cfg(feature = "alignment")]
    have_texts_failed: bool,
    /// Whether the full attempt has begun.
    is_full_begun: bool,
    /// Whether the brief attempt has begun.
    is_brief_begun: bool,
    /// The strongest proof for every number of steps.
    proof: Option<Proof>,
    /// The claim about every number of steps that the last attempt left open.
    unproved: Option<OpenClaim>,
    /// The number of runs and queries when it was proved that the results agree where both programs
    /// stop, if nothing more was proved.
    agreed_at: Option<u32>,
}

impl Attempts {
    /// For a search that makes no attempt: it is a part of another search, or its strategy has none.
    pub fn none_left() -> Attempts {
        Attempts { is_full_begun: true, is_brief_begun: true, ..Attempts::default() }
    }

    /// Begins the full attempt; false if it has begun before.
    pub fn begin(&mut self) -> bool {
        !mem::replace(&mut self.is_full_begun, true)
    }

    /// Begins the brief attempt; false if it has begun before, or the full one has.
    pub fn begin_briefly(&mut self) -> bool {
        !self.is_full_begun && !mem::replace(&mut self.is_brief_begun, true)
    }

    /// Whether the full attempt is still to come.
    pub fn is_full_left(&self) -> bool {
        !self.is_full_begun
    }

    /// Whether only the brief attempt was made.
    pub fn is_only_brief(&self) -> bool {
        self.is_brief_begun && !self.is_full_begun
    }

    /// Records that the comparison of the texts as versions failed, so later attempts leave it out.
    #[cfg(all(feature = "alignment", feature = "versions"))]
    pub fn fail_texts(&mut self) {
        self.have_texts_failed = true;
    }

    /// Whether the comparison of the texts as versions failed.
    #[cfg(feature = "alignment")]
    pub fn have_texts_failed(&self) -> bool {
        self.have_texts_failed
    }

    /// Records a proof, after this many runs and queries.
    pub fn accept(&mut self, proof: Proof, done: u32) {
        if proof.claim.termination == Termination::Open {
            self.agreed_at = Some(done);
        }
        self.proof = Some(proof);
    }

    /// Records what the last attempt left open.
    pub fn leave(&mut self, open: Option<OpenClaim>) {
        self.unproved = open;
    }

    /// The strongest proof for every number of steps.
    pub fn proof(&self) -> Option<&Proof> {
        self.proof.as_ref()
    }

    /// The claim about every number of steps that could not be shown.
    pub fn unproved(&self) -> Option<&OpenClaim> {
        self.unproved.as_ref()
    }

    /// The runs and queries since it was proved that the results agree where both programs stop;
    /// `done` is their number now.
    pub fn done_since(&self, done: u32) -> Option<u32> {
        self.agreed_at.map(|before| done - before)
    }
}
