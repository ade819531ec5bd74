//! Every pair of paths, each decided for all its inputs.
//!
//! A path of the first program followed by the path that the second takes on
//! the same inputs is a leaf of one tree, whose edges are the outcomes of the
//! path conditions of both. The tree is walked depth-first, and at each leaf
//! the pair is decided for *all* inputs that take it, not just for the one
//! that got there: where a run is out of fuel nothing is concluded, where
//! both fault they agree, where one faults the input is a witness, and where
//! both stop the results are compared as terms. Equal terms need no question;
//! else the solver is asked whether they can differ under the conditions of
//! both paths.
//!
//! Traces say all that a run depends on, so a tree with nothing left to try
//! covers all inputs: the programs are equivalent where all runs stopped, and
//! equivalent up to the fuel where some did not. What was cut away, or what
//! the solver left undecided, takes that back.

use super::explore::{Explorer, Step};
use super::follow::Explored;
use super::outcome::{self, Outcome};
use super::search::{About, End, Search};
use super::sweep;
use crate::cpu::{Stop, TraceRecorder};
use crate::report::{Cuts, Event, ReasonCode, Report, Side, Verdict};

/// Runs the strategy.
pub(super) async fn run(mut search: Search<'_>) -> Report {
    let mut explorer = Explorer::new("pair");
    let end = match walk(&mut search, &mut explorer).await {
        Ok(()) => End::Exhausted,
        Err(end) => end,
    };
    let Cuts { depth, fuel, unknown, diverged } = search.cuts;
    let exhausted = match (depth + unknown + diverged, fuel) {
        (0, 0) => (Verdict::Equivalent, ReasonCode::AllPathsAgree),
        (0, _) => (Verdict::EquivalentUpTo, ReasonCode::AllWithinFuel),
        _ => (Verdict::PossiblyEquivalent, ReasonCode::Cut),
    };
    search.pairs = Some(explorer.paths);
    search.report(end, exhausted, [explorer.paths; 2])
}

/// Ok when no pair of paths is left.
async fn walk(search: &mut Search<'_>, explorer: &mut Explorer) -> Result<(), End> {
    let seeds = sweep::run(search).await?;
    for inputs in seeds {
        explore(search, explorer, inputs, None).await?;
    }
    while let Some(step) = explorer.next(&mut search.terms, search.queries + 1) {
        let about = About {
            side: Side::Left,
            run: step.run().number,
            flip: Some(step.index() as u32),
            excluded: step.excluded.clone(),
            condition: step.condition.clone(),
        };
        let posed = search.pose(&step.query, about, step.run().inputs).await?;
        if let Some(inputs) = posed.inputs {
            explore(search, explorer, inputs, Some((posed.query, step))).await?;
        }
    }
    Ok(())
}

/// Visits a pair of paths, and the input on which its results differ, if
/// there is one.
async fn explore(
    search: &mut Search<'_>,
    explorer: &mut Explorer,
    inputs: [u32; 2],
    step: Option<(u32, Step)>,
) -> Result<(), End> {
    if let Some((query, inputs)) = visit(search, explorer, inputs, step).await? {
        visit(search, explorer, inputs, None).await?;
        // The model satisfies the query, so the run shows the difference and
        // ends the search, but for a defect of ours; nothing is concluded then.
        search.cuts.diverged += 1;
        search.tell(Event::Diverged { run: search.runs, query }).await?;
    }
    Ok(())
}

/// Runs both programs on the inputs, and decides their pair of paths where it
/// is a new one. Returns an input on which its results differ, if there is
/// one, with the query that found it.
async fn visit(
    search: &mut Search<'_>,
    explorer: &mut Explorer,
    inputs: [u32; 2],
    step: Option<(u32, Step)>,
) -> Result<Option<(u32, [u32; 2])>, End> {
    let number = search.begin_run()?;
    let mut outcomes = Vec::with_capacity(2);
    let mut traces = Vec::with_capacity(2);
    for image in search.images {
        let mut recorder = TraceRecorder::new(image);
        let fuel = search.options.fuel;
        let outcome = outcome::run(image, inputs, fuel, &mut recorder, search.observer).await;
        outcomes.push(outcome.ok_or(End::Cancelled)?);
        traces.push(recorder.finish());
    }
    let depth = search.options.trace_depth();
    let traces = [&traces[0], &traces[1]];
    let run = explorer.follow(&mut search.terms, number, inputs, &traces, depth);
    let (query, step) = step.unzip();
    let inserted = explorer.insert(&run, step.as_ref());
    search
        .tell(Event::Run {
            number,
            driver: Side::Left,
            inputs,
            query,
            left: outcomes[0].report(),
            right: outcomes[1].report(),
            path: run.lines[0].clone(),
            verifier_path: run.lines[1].clone(),
            agreement: outcome::agreement(&outcomes[0], &outcomes[1]),
        })
        .await?;
    search.decide(inputs, &outcomes[0], &outcomes[1])?;
    if let Some(query) = query
        && !inserted.predicted
    {
        search.cuts.diverged += 1;
        search.tell(Event::Diverged { run: number, query }).await?;
    }
    if inserted.is_new { decide(search, &run, &outcomes).await } else { Ok(None) }
}

/// Decides a pair of paths for all inputs that take it; see [`visit`].
async fn decide(
    search: &mut Search<'_>,
    run: &Explored,
    outcomes: &[Outcome],
) -> Result<Option<(u32, [u32; 2])>, End> {
    // Beyond the cut there are other paths, which nothing is known of.
    if run.cut {
        search.cuts.depth += 1;
        return Ok(None);
    }
    if outcomes.iter().any(|outcome| outcome.stop == Stop::OutOfFuel) {
        search.cuts.fuel += 1;
        return Ok(None);
    }
    if outcomes.iter().any(|outcome| outcome.stop != Stop::Done) {
        // Both fault, or the search would have ended; and so they do on every
        // input of the pair.
        return Ok(None);
    }
    let [left, right] = run.results[..] else { unreachable!("a pair has two results") };
    let equal = search.terms.eq(left, right);
    let differ = search.terms.not(equal);
    if search.terms.as_bool(differ) == Some(false) {
        return Ok(None);
    }
    let name = format!("q{}.pair.run{}.results", search.queries + 1, run.number);
    let query = run.path.ask(&mut search.terms, name, run.path.conditions.len(), differ);
    let condition = search.terms.infix(differ, 60);
    let about = About {
        side: Side::Left,
        run: run.number,
        flip: None,
        excluded: Vec::new(),
        condition: condition.unwrap_or_else(|| "the results differ".to_owned()),
    };
    let posed = search.pose(&query, about, run.inputs).await?;
    Ok(posed.inputs.map(|inputs| (posed.query, inputs)))
}
