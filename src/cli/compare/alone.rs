//! The second question of `compare`: do the programs agree if only the output, or only `$3`, is observed?
//!
//! It is posed where the witness shows a difference in one of the two and agreement in the other: of two programs
//! that both print, a reader of the output wants to know whether they print the same on all inputs.

use std::future::ready;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use serde::Serialize;

use super::SolverName;
use crate::cli::trouble::Trouble;
use crate::contract::{Contract, Spec};
use crate::engines::paths::{self, Clock, Observer, Options, Signal, Signalled};
use crate::program::Program;
use crate::report::{Event, Reason, Report, Verdict, Witness};

/// Runs of the second comparison: enough for most programs that students write. Twice as many take up to twice as
/// long where it stays open.
const RUNS: u32 = 1_000;

/// Work of the second comparison, in units of `--max-work`. Twice as much takes up to twice as long where it stays
/// open.
const WORK: u64 = 2_000_000;

/// The object that `--json` prints: the report, and the answer to the second question.
#[derive(Serialize)]
pub struct Answers<'r> {
    #[serde(flatten)]
    pub report: &'r Report,
    /// `null` where the question was not posed.
    pub alone: Option<Alone>,
}

/// The verdict if only one observation is compared, beside how the programs end.
#[derive(Serialize)]
pub struct Alone {
    /// The observation, as an entry of `observe` in the contract.
    observe: &'static str,
    verdict: Verdict,
    reason: Reason,
    /// An input on which this observation differs.
    witness: Option<Witness>,
}

impl Alone {
    /// Compares the programs by the one observation that is the same on the report's witness. `None` where the
    /// witness has no such observation.
    ///
    /// It costs at most [`RUNS`] runs and [`WORK`], and the time that the first comparison has left.
    ///
    /// # Errors
    ///
    /// The solver is not available.
    pub fn of(
        report: &Report,
        solver: SolverName,
        asked: &Options,
        programs: &[Program; 2],
    ) -> Result<Option<Alone>, Trouble> {
        let Some(observe) = report.summary.next.iter().find_map(|step| step.observe) else {
            return Ok(None);
        };
        let observed = Some(vec![observe.to_owned()]);
        let spec = Spec { observe: observed, ..asked.contract.spec().clone() };
        let contract = Contract::new(&spec).map_err(|why| Trouble::with_contract(&spec, why))?;
        let image = |side: usize| contract.image(side, &programs[side]).map_err(Trouble::new);
        let (left, right) = (image(0)?, image(1)?);
        // The user's clock is about both comparisons.
        let spent = report.stats.elapsed_ms;
        let options = Options {
            contract: Arc::new(contract),
            time_limit_ms: asked.time_limit_ms.map(|limit| limit.saturating_sub(spent)),
            max_runs: asked.max_runs.min(RUNS),
            max_work: Some(asked.max_work.map_or(WORK, |work| work.min(WORK))),
            ..asked.clone()
        };
        let begin = Instant::now();
        let mut clocked = Clocked(Rc::new(move || begin.elapsed().as_millis() as u64));
        let mut solver = solver.solver()?;
        let comparison = paths::compare(&left, &right, &options, &mut *solver, &mut clocked);
        let Report { verdict, reason, witness, .. } = pollster::block_on(comparison);
        Ok(Some(Alone { observe, verdict, reason, witness }))
    }

    /// The answer as a line of text.
    pub fn sentence(&self) -> String {
        let what = if self.observe == "output" { "what they print" } else { self.observe };
        let verdict = match self.verdict {
            Verdict::Disequivalent => format!("differ. {}", self.reason.message),
            Verdict::Equivalent => "agree on all inputs.".to_owned(),
            Verdict::EquivalentIfBothStop => "agree on all inputs on which both stop.".to_owned(),
            Verdict::EquivalentUpTo | Verdict::PossiblyEquivalent => {
                "no difference was found, and no proof.".to_owned()
            }
        };
        format!("Compared by how they end and {what} alone: {verdict}\n")
    }
}

/// Observes nothing, and has a clock.
struct Clocked(Clock);

impl Observer for Clocked {
    fn event<'a>(&'a mut self, _: &'a Event) -> Signalled<'a> {
        Box::pin(ready(Signal::Continue(())))
    }

    fn clock(&self) -> Clock {
        Rc::clone(&self.0)
    }
}
