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

use std::rc::Rc;

use super::explore::{Explorer, Step};
use super::follow::Explored;
use super::outcome::{self, Outcome};
use super::search::{About, End, Search};
use super::{growth, least, sweep};
use crate::cpu::{Stop, TraceRecorder};
use crate::report::{AnswerKind, Cut, Cuts, Event, Open, ReasonCode, Report, Side, Verdict};
use crate::summary;

/// Pairs of paths, or queries, after which all paths are merged, to see whether
/// that is enough.
const MANY_PATHS: u32 = 64;
const MANY_QUERIES: u32 = 100;
/// Whose program's path comes first.
const SIDES: [Side; 2] = [Side::Left, Side::Right];

/// Runs the strategy.
pub(super) async fn run(mut search: Search<'_>) -> Report {
    let mut explorer = Explorer::new("pair");
    let mut end = match walk(&mut search, &mut explorer).await {
        Ok(()) => End::Exhausted,
        Err(end) => end,
    };
    search.pairs = Some(explorer.paths);
    let paths = [explorer.paths; 2];
    match &mut end {
        End::Differ(_, witness) => {
            let found = Event::Difference { inputs: witness.inputs };
            // Cancelled or not, there is a difference to tell of.
            if search.tell(found).await.is_ok() {
                **witness = least::witness(&mut search, &mut explorer, witness.inputs).await;
            }
        }
        _ => search.leave_pending(&mut explorer, SIDES),
    }
    let Cuts { depth, fuel, unknown, diverged, untried } = search.cuts;
    let exhausted = match (depth + unknown + diverged + untried, fuel) {
        (0, 0) => (Verdict::Equivalent, ReasonCode::AllPathsAgree),
        (0, _) => (Verdict::EquivalentUpTo, ReasonCode::AllWithinFuel),
        _ => (Verdict::PossiblyEquivalent, ReasonCode::Cut),
    };
    search.report(end, exhausted, paths)
}

/// Ok when no pair of paths is left.
async fn walk(search: &mut Search<'_>, explorer: &mut Explorer) -> Result<(), End> {
    let seeds = sweep::run(search).await?;
    let mut seeds = search.known.iter().copied().chain(seeds).collect::<Vec<_>>().into_iter();
    while let Some(inputs) = seeds.next() {
        let explored = explore(search, explorer, inputs, None).await;
        if matches!(explored, Err(End::RunLimit | End::TimeLimit | End::Cancelled)) {
            for inputs in std::iter::once(inputs).chain(seeds.by_ref()) {
                let (side, at, condition) = (None, None, None);
                search.leave(Open { cut: Cut::Untried, inputs, side, at, condition });
            }
        }
        explored?;
    }
    let mut is_merged = false;
    while let Some(step) = explorer.next(&mut search.terms, search.queries + 1, None) {
        if !is_merged && (explorer.paths >= MANY_PATHS || search.queries >= MANY_QUERIES) {
            is_merged = true;
            merge(search, explorer).await?;
        }
        let walked = take(search, explorer, &step).await;
        if walked.is_err() {
            explorer.put_back(step);
        }
        walked?;
    }
    Ok(())
}

/// Decides both programs as one formula each, where they have one.
async fn merge(search: &mut Search<'_>, explorer: &mut Explorer) -> Result<(), End> {
    let Search { terms, images: [left, right], options, .. } = search;
    let Some(left) = summary::summarize(terms, left, options.fuel) else { return Ok(()) };
    let Some(right) = summary::summarize(terms, right, options.fuel) else { return Ok(()) };
    let differ = left.differ(right, terms);
    let inputs = search.options.inputs;
    let posed = search.pose_merged(differ, inputs).await?;
    match posed {
        (AnswerKind::Unsat, _) => Err(End::Merged),
        (AnswerKind::Sat, Some(inputs)) => {
            visit(search, explorer, inputs, None).await?;
            // The model satisfies the formula, so the run shows the difference.
            search.diverged(search.queries, inputs).await
        }
        _ => Ok(()),
    }
}

/// Goes the way that a step asks for, if there is one.
async fn take(search: &mut Search<'_>, explorer: &mut Explorer, step: &Step) -> Result<(), End> {
    let about = About {
        side: Side::Left,
        run: step.run().number,
        flip: Some(step.index() as u32),
        excluded: step.excluded.clone(),
        condition: step.condition.clone(),
        place: Some((SIDES[step.program()], step.at())),
    };
    let posed = search.pose(&step.query, about, step.run().inputs).await?;
    match posed.inputs {
        Some(inputs) => explore(search, explorer, inputs, Some((posed.query, step))).await,
        None => Ok(()),
    }
}

/// Visits a pair of paths, and the input on which its results differ, if
/// there is one.
async fn explore(
    search: &mut Search<'_>,
    explorer: &mut Explorer,
    inputs: [u32; 2],
    step: Option<(u32, &Step)>,
) -> Result<(), End> {
    if let Some((query, inputs)) = visit(search, explorer, inputs, step).await? {
        visit(search, explorer, inputs, None).await?;
        // The model satisfies the query, so the run shows the difference and
        // ends the search, but for a defect of ours; nothing is concluded then.
        search.diverged(query, inputs).await?;
    }
    Ok(())
}

/// Runs both programs on the inputs, with their paths. `number` is the run's,
/// for the names of queries.
pub(super) async fn trace(
    search: &mut Search<'_>,
    explorer: &mut Explorer,
    number: u32,
    inputs: [u32; 2],
) -> Result<(Rc<Explored>, [Outcome; 2]), End> {
    let [mut left, mut right] = search.images.map(TraceRecorder::new);
    let outcomes =
        [search.outcome(0, inputs, &mut left).await?, search.outcome(1, inputs, &mut right).await?];
    let depth = search.options.trace_depth();
    let traces = [&left.finish(), &right.finish()];
    let run = explorer.follow(&mut search.terms, number, inputs, &traces, depth);
    Ok((run, outcomes))
}

/// Runs both programs on the inputs, and decides their pair of paths where it
/// is a new one. Returns an input on which its results differ, if there is
/// one, with the query that found it.
async fn visit(
    search: &mut Search<'_>,
    explorer: &mut Explorer,
    inputs: [u32; 2],
    step: Option<(u32, &Step)>,
) -> Result<Option<(u32, [u32; 2])>, End> {
    let number = search.begin_run()?;
    let (run, outcomes) = trace(search, explorer, number, inputs).await?;
    let (query, step) = step.unzip();
    let inserted = explorer.insert(&run, step);
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
            growth: growth::of(&search.terms, &run, &inserted, &SIDES),
            agreement: outcome::agreement(&outcomes[0], &outcomes[1]),
        })
        .await?;
    search.decide(inputs, &outcomes[0], &outcomes[1])?;
    if let Some(query) = query
        && !inserted.predicted
    {
        search.diverged(query, inputs).await?;
    }
    if inserted.is_new { decide(search, &run, &outcomes).await } else { Ok(None) }
}

/// Decides a pair of paths for all inputs that take it; see [`visit`].
async fn decide(
    search: &mut Search<'_>,
    run: &Explored,
    outcomes: &[Outcome; 2],
) -> Result<Option<(u32, [u32; 2])>, End> {
    let inputs = run.inputs;
    let open = |cut, program: Option<usize>| {
        let side = program.map(|program| SIDES[program]);
        Open { cut, inputs, side, at: None, condition: None }
    };
    // Beyond the cut there are other paths, which nothing is known of.
    if let Some(program) = run.cut {
        search.leave(open(Cut::Depth, Some(program)));
        return Ok(None);
    }
    let out_of_fuel = outcomes.iter().position(|outcome| outcome.stop == Stop::OutOfFuel);
    if let Some(program) = out_of_fuel {
        search.leave(open(Cut::Fuel, Some(program)));
        return Ok(None);
    }
    if outcomes.iter().any(|outcome| outcome.stop != Stop::Done) {
        // Both fault, or the search would have ended; and so they do on every
        // input of the pair.
        return Ok(None);
    }
    let differ = run.results_differ(&mut search.terms);
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
        place: None,
    };
    let posed = search.pose(&query, about, inputs).await?;
    Ok(posed.inputs.map(|inputs| (posed.query, inputs)))
}
