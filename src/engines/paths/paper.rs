//! The strategy of the Tamarin paper: alternation and bounded depth-first search.
//!
//! The *driver* is the program whose paths are explored at the moment; the *verifier* is the other one,
//! which runs on the driver's inputs (Tamarin 4.4).
//!
//! Fig. 4 swaps the roles only after a run, so as printed it would loop for ever once only the
//! driver has no unexplored path; here the roles are swapped then too. A run that leaves the path
//! that its query predicted is treated like any other: it is compared, its path enters the tree,
//! and the search continues.

use std::rc::Rc;

use super::asking::{About, Posed, Reply};
use super::explore::{Explorer, Step};
use super::growth;
use super::outcome::{self, Outcome};
use super::session::{End, Session, over};
use crate::machine::{Inputs, Stop};
use crate::report::{Cut, Cuts, Event, Open, ReasonCode, Report, Side, Verdict};
use crate::symbolic::paths::Explored;
use crate::trace::TraceRecorder;

/// Default maximum number of path conditions of a run.
pub(super) const DEPTH: usize = 50;

/// The driver's next inputs.
enum Proposal {
    /// Inputs with the query that found them; the first inputs have none.
    Inputs(Inputs, Option<(u32, Step)>),
    /// The driver has no unexplored path.
    Nothing,
}

/// Runs the strategy.
pub(super) async fn run(mut search: Session<'_>) -> Report {
    let mut explorers =
        [Side::Left, Side::Right].map(|side| Explorer::new(side.name(), &search.options.contract));
    let end = match alternate(&mut search, &mut explorers).await {
        Ok(()) => End::Exhausted,
        Err(end) => end,
    };
    let paths = explorers.each_ref().map(|explorer| explorer.paths);
    if !matches!(end, End::Differ(..)) {
        for (side, explorer) in [Side::Left, Side::Right].into_iter().zip(&mut explorers) {
            search.leave_pending(explorer, [side; 2]);
        }
    }
    let code =
        if search.cuts == Cuts::default() { ReasonCode::PathsTried } else { ReasonCode::Cut };
    search.report(end, (Verdict::PossiblyEquivalent, code), paths)
}

/// The loop of Fig. 4. Returns `Ok` when neither program has an unexplored path.
async fn alternate(search: &mut Session<'_>, explorers: &mut [Explorer; 2]) -> Result<(), End> {
    let mut driver = Side::Left;
    let mut exhausted = [false; 2];
    while exhausted != [true; 2] {
        let explorer = &mut explorers[driver as usize];
        match propose(search, explorer, driver).await? {
            Proposal::Inputs(inputs, step) => {
                run_both(search, explorer, driver, &inputs, step).await?;
            }
            Proposal::Nothing => exhausted[driver as usize] = true,
        }
        driver = driver.other();
    }
    Ok(())
}

/// Finds inputs that take the driver along an unexplored path.
async fn propose(
    search: &mut Session<'_>,
    explorer: &mut Explorer,
    driver: Side,
) -> Result<Proposal, End> {
    if explorer.paths == 0 {
        return Ok(Proposal::Inputs(search.first.clone(), None));
    }
    while let Some(step) = explorer.next(&mut search.terms, search.queries + 1, None) {
        let about = About {
            side: driver,
            run: step.run().number,
            flip: Some(step.index() as u32),
            excluded: step.excluded.clone(),
            condition: step.condition.clone(),
            place: Some((driver, step.at())),
        };
        match search.pose(&step.query, about, &step.run().inputs).await {
            Ok(Posed { query, reply: Reply::Inputs(inputs) }) => {
                return Ok(Proposal::Inputs(inputs, Some((query, step))));
            }
            Ok(Posed { reply: Reply::Refuted, .. }) => explorer.refute(step),
            Ok(Posed { reply: Reply::Unknown, .. }) => explorer.leave(step),
            Err(end) => {
                explorer.put_back(step);
                return Err(end);
            }
        }
    }
    Ok(Proposal::Nothing)
}

/// Runs both programs on the inputs and compares them.
async fn run_both(
    search: &mut Session<'_>,
    explorer: &mut Explorer,
    driver: Side,
    inputs: &Inputs,
    step: Option<(u32, Step)>,
) -> Result<(), End> {
    let (query, step) = step.unzip();
    let driven = drive(search, explorer, driver, inputs).await;
    let Driven { number, run, outcomes: [left, right] } = match driven {
        Ok(driven) => driven,
        Err(end) => {
            step.into_iter().for_each(|step| explorer.put_back(step));
            return Err(end);
        }
    };
    let inserted = match step {
        Some(step) => explorer.take(&mut search.terms, step, &run),
        None => explorer.insert(&mut search.terms, &run),
    };
    search.leave_inconsistent(&inserted, inputs);
    let open = |cut, side| Open {
        cut,
        inputs: inputs.clone(),
        side: Some(side),
        at: None,
        condition: None,
    };
    if run.cut.is_some() {
        search.leave(open(Cut::Depth, driver));
    }
    let out_of_fuel = [(Side::Left, &left), (Side::Right, &right)]
        .into_iter()
        .find(|(_, run)| run.stop == Stop::OutOfFuel);
    if let Some((side, _)) = out_of_fuel {
        search.leave(open(Cut::Fuel, side));
    }
    search
        .tell(Event::Run {
            number,
            driver,
            inputs: inputs.clone(),
            query,
            left: left.report(),
            right: right.report(),
            path: run.lines[0].clone(),
            verifier_path: Vec::new(),
            growth: growth::of(&search.terms, &run, &inserted, &[driver]),
            agreement: outcome::agreement(&left, &right),
        })
        .await?;
    search.decide(inputs, &left, &right)?;
    search.count_run(&left, &right);
    if let Some(query) = query
        && !inserted.predicted
    {
        search.diverged(query, inputs).await?;
    }
    Ok(())
}

/// A run of both programs.
struct Driven {
    number: u32,
    /// The driver's path.
    run: Rc<Explored>,
    outcomes: [Outcome; 2],
}

/// Runs both programs on the inputs, and translates the driver's path.
async fn drive(
    search: &mut Session<'_>,
    explorer: &mut Explorer,
    driver: Side,
    inputs: &Inputs,
) -> Result<Driven, End> {
    let number = search.begin_run()?;
    let mut recorder = TraceRecorder::new(search.images[driver as usize]);
    let driven = search.outcome(driver as usize, inputs, &mut recorder).await?;
    let verified = search.outcome(driver.other() as usize, inputs, &mut ()).await?;
    let outcomes = match driver {
        Side::Left => [driven, verified],
        Side::Right => [verified, driven],
    };
    let (trace, depth) = (recorder.finish(), search.options.trace_depth());
    let Session { terms, stop, .. } = search;
    let run = explorer.follow(terms, number, inputs, &[&trace], depth, &|| stop.is_due());
    let run = Rc::new(run.ok_or_else(|| over(stop))?);
    Ok(Driven { number, run, outcomes })
}
