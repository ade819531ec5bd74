//! Interim reports of a search.
//!
//! A reader who waits for a verdict gets a partial answer that already holds: the inputs that are
//! still open, or the number tried. It is reported before the attempts at a proof, which take
//! longest, and each time the number of queries has doubled. The events of a comparison therefore
//! do not depend on a clock.

use std::future::Future;
use std::pin::Pin;

use super::explore::Explorer;
use super::session::{End, Session, SoFar};
use super::undecided;
use crate::report::{Event, Undecided, words};

/// Number of queries before the first interim report.
const FIRST_SO_FAR: u32 = 8;

/// A pending report. It is boxed behind a pointer because most comparisons end before they need it,
/// so its code is not in what the page loads first.
type Telling<'s> = Pin<Box<dyn Future<Output = Result<(), End>> + 's>>;

impl Session<'_> {
    /// Reports what is known so far.
    pub fn tell_so_far<'s>(&'s mut self, explorer: &'s Explorer) -> Telling<'s> {
        Box::pin(async {
            let undecided = self.open_so_far(explorer);
            self.tell_open(undecided).await
        })
    }

    /// Reports the inputs that are open so far; without such a condition, reports only if nothing
    /// was reported yet.
    pub fn tell_open(&mut self, undecided: Option<Undecided>) -> Telling<'_> {
        Box::pin(async move {
            if self.is_violated() {
                return Ok(());
            }
            let was_reported = match self.so_far {
                SoFar::Never => return Ok(()),
                SoFar::NotYet => false,
                SoFar::Reported(_) => true,
            };
            self.so_far = SoFar::Reported(2 * self.queries.max(FIRST_SO_FAR));
            if was_reported && undecided.is_none() {
                return Ok(());
            }
            let tried = self.sweep.agreeing as u64 + u64::from(self.runs);
            self.tell(words::so_far(undecided.as_ref(), tried)).await
        })
    }

    /// Reports that a proof is being attempted, which may take long, and what is known before it.
    pub fn tell_of_proof(&mut self) -> Telling<'_> {
        Box::pin(async {
            if self.is_silent() {
                self.tell_open(None).await?;
            }
            match self.so_far {
                SoFar::Never => Ok(()),
                SoFar::NotYet | SoFar::Reported(_) => self.tell(Event::Proof {}).await,
            }
        })
    }

    /// Whether nothing was reported yet and somebody waits.
    pub fn is_silent(&self) -> bool {
        matches!(self.so_far, SoFar::NotYet)
    }

    /// Whether an interim report is due.
    pub fn is_so_far_due(&self) -> bool {
        match self.so_far {
            SoFar::Never => false,
            SoFar::NotYet => self.queries >= FIRST_SO_FAR,
            SoFar::Reported(queries) => self.queries >= queries,
        }
    }

    /// A condition that covers what is open if nothing more is tried; `None` if there is none, or
    /// if very much is open.
    pub fn open_so_far(&mut self, explorer: &Explorer) -> Option<Undecided> {
        if explorer.paths == 0 || explorer.lost() > 0 {
            return None;
        }
        let untried = explorer.untried(&mut self.terms, undecided::REGIONS)?;
        let mut regions = self.undecided.clone();
        for conditions in untried {
            regions.add(&mut self.terms, &self.options.contract, conditions);
        }
        let premises = self.premises();
        regions.condition(&mut self.terms, &self.options.contract, &premises)
    }
}
