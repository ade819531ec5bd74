//! The strategy `product`: every pair of paths, each decided for all its inputs.
//!
//! A path of the first program followed by the path that the second takes on the same inputs is a
//! leaf of one tree, whose edges are the outcomes of the path conditions of both. The tree is
//! walked depth-first. At each leaf the pair is decided for *all* inputs that take it, not just for
//! the one that reached it. If a run is out of fuel, nothing is concluded. If only one faults or
//! never stops, the input is a witness. If both end in the same way, the observations are compared
//! as terms: the output however they end, the results if both stop. Equal terms need no query;
//! otherwise the solver decides whether they can differ under the conditions of both paths. If one
//! is out of fuel, the solver decides whether the outputs already differ.
//!
//! A trace has all conditions that its run depends on, so a tree with nothing left to try covers
//! all inputs. The programs are then equivalent if all runs stopped or are known to run for ever,
//! and equivalent up to the fuel if some ran out of it. Cuts and undecided queries weaken the
//! verdict.

use std::ops::ControlFlow;

use super::asking::{About, Posed, Reply};
use super::explore::{Explorer, Inserted, Step};
use super::ladder::Within;
use super::outcome::both;
use super::outcome::{self, Outcome};
use super::session::{End, ONE_SIDED, Session, over};
use super::sweep::{self, Swept};
use super::{beyond, growth, induction, ladder, least};
use crate::evidence::Pair;
use crate::machine::{Image, Inputs, Stop};
use crate::report::{Cut, Cuts, Event, Open, ReasonCode, Report, Side, Verdict, words};
use crate::symbolic::merge::{Limits, Scope, summarize};
use crate::symbolic::path;
use crate::symbolic::paths::{Both, Explored};
use crate::term::{Term, Terms};

/// Runs the strategy. The machine is deterministic: identical machine code needs no exploration.
pub(super) async fn run(mut search: Session<'_>) -> Report {
    let [left, right] = search.images;
    if left.is_same_machine_code(right) {
        let exhausted = (Verdict::Equivalent, ReasonCode::SameMachineCode);
        return search.report(End::Exhausted, exhausted, [0; 2]);
    }
    let mut explorer = Explorer::new("pair", &search.options.contract);
    let mut end = match walk(&mut search, &mut explorer).await {
        Ok(()) => End::Exhausted,
        // A claim that a brief attempt could not show deserves a long one.
        Err(End::RunLimit) if search.attempts.is_only_brief() && search.is_before_proof() => {
            induction::attempt_once(&mut search).await.err().unwrap_or(End::RunLimit)
        }
        Err(end) => end,
    };
    if matches!(end, End::Exhausted | End::RunLimit)
        && let Some(found) = Box::pin(beyond::difference(&mut search)).await
    {
        end = found;
    }
    search.pairs = Some(explorer.paths);
    let paths = [explorer.paths; 2];
    match &mut end {
        End::Differ(witness, reason) => {
            let found = Event::Difference { inputs: witness.inputs.clone() };
            // Beyond the fuel there is no tree in which to look for a smaller witness.
            let [left, right] = outcome::ends(search.images, &witness.inputs, search.fuel);
            let is_far = outcome::difference(&left, &right).is_none();
            // Even if cancelled, there is a difference to report.
            if !is_far && search.tell(found).await.is_ok() {
                (**witness, *reason) =
                    Box::pin(least::witness(&mut search, &mut explorer, &witness.inputs)).await;
            }
        }
        _ => search.leave_pending(&mut explorer, Side::BOTH),
    }
    let Cuts { depth, fuel, unknown, diverged, untried } = search.cuts;
    let one_side = search.meter.one_side_unfinished;
    let exhausted = match (depth + unknown + diverged + untried, fuel, one_side) {
        (0, 0, _) => (Verdict::Equivalent, ReasonCode::AllPathsAgree),
        (0, _, 0) => (Verdict::EquivalentUpTo, ReasonCode::AllWithinFuel),
        (0, ..) => (Verdict::PossiblyEquivalent, ReasonCode::OneSideUnfinished),
        _ => (Verdict::PossiblyEquivalent, ReasonCode::Cut),
    };
    search.report(end, exhausted, paths)
}

/// Walks the tree. Returns `Ok` when no pair of paths is left.
async fn walk(search: &mut Session<'_>, explorer: &mut Explorer) -> Result<(), End> {
    beyond::raise_fuel(search).await?;
    let Swept { mut seeds, is_unfinished, is_difference } = sweep::run(search).await?;
    if !is_difference {
        Box::pin(induction::compare_texts(search)).await?;
    }
    if is_unfinished
        && search.known.is_empty()
        && let Some(inputs) = Box::pin(ladder::climb(search, &seeds, walk_within)).await?
    {
        seeds.insert(0, inputs);
    }
    // A resumed search has run most of them before.
    seeds.retain(|inputs| !search.known.contains(inputs));
    let mut seeds = search.known.iter().cloned().chain(seeds).collect::<Vec<_>>().into_iter();
    let mut merged = None;
    while let Some(inputs) = seeds.next() {
        let mut explored = explore(search, explorer, &inputs, None).await;
        // Long programs may have one path.
        if explored.is_ok() && !explorer.is_open() && search.cuts == Cuts::default() {
            return Ok(());
        }
        if explored.is_ok() {
            explored = merge_if_due(search, explorer, &mut merged).await;
        }
        // A run that is out of fuel is long, and the next ones probably are, too.
        if explored.is_ok() {
            explored = prove_if_due(search, explorer).await;
        }
        if matches!(explored, Err(End::RunLimit | End::WorkLimit | End::TimeLimit | End::Cancelled))
        {
            for inputs in std::iter::once(inputs).chain(seeds.by_ref()) {
                let (side, at, condition) = (None, None, None);
                search.leave(Open { cut: Cut::Untried, inputs, side, at, condition });
            }
        }
        explored?;
        if induction::is_enough(search) {
            break;
        }
    }
    for inputs in seeds {
        let (side, at, condition) = (None, None, None);
        search.leave(Open { cut: Cut::Untried, inputs, side, at, condition });
    }
    while !induction::is_enough(search) {
        if search.is_so_far_due() {
            search.tell_so_far(explorer).await?;
        }
        // This comes before a step is removed from the tree, since it may end the search.
        merge_if_due(search, explorer, &mut merged).await?;
        prove_if_due(search, explorer).await?;
        match explorer.next(&mut search.terms, search.queries + 1, None) {
            Some(step) => take(search, explorer, step).await?,
            None => break,
        }
    }
    Ok(())
}

/// Walks the tree from these seeds and within limits, for a search that only looks for a
/// difference.
async fn walk_within(
    search: &mut Session<'_>,
    explorer: &mut Explorer,
    seeds: &[Inputs],
    within: Within,
) -> Result<(), End> {
    for inputs in seeds {
        explore(search, explorer, inputs, None).await?;
    }
    while search.cuts.unknown <= within.undecided
        && search.solver.spent() <= within.spent
        && let Some(step) = explorer.next(&mut search.terms, search.queries + 1, None)
    {
        take(search, explorer, step).await?;
    }
    Ok(())
}

/// Decides all paths at once if they are many or expensive, or are going to be many: once a run has
/// stored into its program's text at an address that depends on the inputs, each word that is
/// executed after that is a branch. `merged` is the scope already tried.
async fn merge_if_due(
    search: &mut Session<'_>,
    explorer: &mut Explorer,
    merged: &mut Option<Scope>,
) -> Result<(), End> {
    let after = search.options.merge_after;
    let many = explorer.paths >= after.paths || search.queries >= after.queries;
    // If all paths are decided at once, no proof about loops is needed.
    let many = many || search.is_before_proof() && are_dear(search);
    let scope = match (explorer.overwrites, many) {
        (true, _) => Scope::Part,
        (false, true) => Scope::All,
        (false, false) => return Ok(()),
    };
    if matches!(*merged, Some(asked) if asked == scope) || !explorer.is_open() {
        return Ok(());
    }
    *merged = Some(scope);
    // Boxed because it is rare and large, and the searches that await it are moved often.
    Box::pin(merge(search, explorer, scope)).await
}

/// The lengths of a program's array, each of which needs a formula of its own; a single `None` if
/// it has no array.
fn lengths(image: &Image) -> Vec<Option<u32>> {
    match image.setup().array {
        Some(array) => (0..=array.capacity).map(Some).collect(),
        None => vec![None],
    }
}

/// The condition that the array of a program has this length.
fn has_length(terms: &mut Terms, image: &Image, length: Option<u32>) -> Term {
    let Some((array, length)) = image.setup().array.zip(length) else { return terms.bool(true) };
    let inputs = path::inputs(terms, &image.setup().names);
    let length = terms.word(length);
    terms.eq(inputs[array.length], length)
}

/// Number of queries after which paths are expensive enough to attempt a proof about loops, which
/// costs as much if it fails. Nested loops of a few iterations take fewer, most of them answered at
/// once.
const MANY_QUERIES: u32 = 256;
/// Number of terms after which paths are expensive, however few the queries: each of these has many
/// terms.
const MANY_TERMS: usize = 10_000;
/// Solver cost after which paths are expensive, however few they are: a few queries about divisions
/// may be as hard as everything else.
const MUCH_SPENT: u64 = 300_000;

/// Solver cost of paths after which a proof may take any amount of work.
const SPENT_FOR_LONG: u64 = 1_200_000;

/// Attempts to prove that the programs agree for every number of steps, once runs are out of fuel,
/// or paths are undecided or expensive. If paths are decided but many, the attempt is brief.
async fn prove_if_due(search: &mut Session<'_>, explorer: &Explorer) -> Result<(), End> {
    let Cuts { fuel, unknown, .. } = search.cuts;
    // Where no input ends within the contract's fuel, one path is as long as many.
    let are_many = are_long(search) && search.fuel == search.options.fuel;
    let is_long = fuel + unknown > 0 || are_many || search.solver.spent() >= SPENT_FOR_LONG;
    if !is_long && !are_dear(search) {
        return Ok(());
    }
    if search.is_silent() {
        search.tell_so_far(explorer).await?;
    }
    match is_long {
        true => induction::attempt_once(search).await,
        false => induction::attempt_briefly(search).await,
    }
}

/// Whether paths have cost so much that other methods are tried.
fn are_dear(search: &Session<'_>) -> bool {
    are_long(search) || search.queries >= MANY_QUERIES || search.solver.spent() >= MUCH_SPENT
}

/// Whether paths contain many iterations of loops.
fn are_long(search: &Session<'_>) -> bool {
    search.terms.len() - search.merging >= MANY_TERMS
}

/// Decides both programs as one formula each, if both have one.
async fn merge(search: &mut Session<'_>, explorer: &mut Explorer, scope: Scope) -> Result<(), End> {
    let before = search.terms.len();
    let merged = merged(search, scope).await?;
    search.merging += search.terms.len() - before;
    search.spend(|terms| (terms.len() - before) as u64)?;
    let Some(Merged { differ, covers_all }) = merged else { return Ok(()) };
    let inputs = search.first.clone();
    match search.pose_merged(differ, covers_all, &inputs).await? {
        Reply::Refuted if covers_all => Err(End::Merged),
        Reply::Refuted => Ok(()),
        Reply::Inputs(inputs) => {
            visit(search, explorer, &inputs, None).await?;
            // The model satisfies the formula, so the run must show the difference.
            search.diverged(search.queries, &inputs).await
        }
        Reply::Unknown => Ok(()),
    }
}

/// Maximum number of terms in merged formulas: a larger query would remain undecided, as each term
/// is some dozens of gates.
const MERGED_TERMS: usize = 250_000;

/// Both programs as one formula each.
struct Merged {
    /// The condition that they differ.
    differ: Term,
    /// Whether the formulas cover all inputs.
    covers_all: bool,
}

/// Merges the paths of both programs, if all paths end.
async fn merged(search: &mut Session<'_>, scope: Scope) -> Result<Option<Merged>, End> {
    let Session { terms, images, fuel, stop, observer, .. } = search;
    let [left, right] = *images;
    let limits = Limits { fuel: *fuel, terms: terms.len() + MERGED_TERMS };
    let mut pause = async || match stop.is_due() {
        true => ControlFlow::Break(over(stop)),
        false => observer.pause().await.map_break(|()| End::Cancelled),
    };
    let mut summaries = [Vec::new(), Vec::new()];
    for (image, summaries) in [left, right].into_iter().zip(&mut summaries) {
        for length in lengths(image) {
            let summary = summarize(terms, image, limits, scope, length, &mut pause).await?;
            let Some(summary) = summary else { return Ok(None) };
            summaries.push((length, summary));
        }
    }
    let [of_left, of_right] = summaries;
    let (mut differ, mut covers_all) = (terms.bool(false), true);
    for (left_length, left_summary) in &of_left {
        for (right_length, right_summary) in &of_right {
            let here = has_length(terms, left, *left_length);
            let there = has_length(terms, right, *right_length);
            let case = terms.and(here, there);
            if terms.as_bool(case) == Some(false) {
                continue;
            }
            let Some(differs) = left_summary.differ(right_summary, terms) else {
                return Ok(None);
            };
            let differs = terms.and(case, differs);
            differ = terms.or(differ, differs);
            covers_all &= left_summary.cover_all(right_summary, terms);
        }
    }
    Ok(Some(Merged { differ, covers_all }))
}

/// Explores the branch that a step asks for, if an input takes it.
async fn take(search: &mut Session<'_>, explorer: &mut Explorer, step: Step) -> Result<(), End> {
    let about = About {
        side: Side::Left,
        run: step.run().number,
        flip: Some(step.index() as u32),
        excluded: step.excluded.clone(),
        condition: step.condition.clone(),
        place: Some((Side::BOTH[step.program()], step.at())),
    };
    let posed = search.pose(&step.query, about, &step.run().inputs).await;
    match posed {
        Ok(Posed { query, reply: Reply::Inputs(inputs) }) => {
            explore(search, explorer, &inputs, Some((query, step))).await
        }
        Ok(Posed { reply: Reply::Refuted, .. }) => {
            explorer.refute(step);
            Ok(())
        }
        Ok(Posed { reply: Reply::Unknown, .. }) => {
            explorer.leave(step);
            Ok(())
        }
        Err(end) => {
            explorer.put_back(step);
            Err(end)
        }
    }
}

/// Visits a pair of paths, then the input on which its results differ, if there is one.
async fn explore(
    search: &mut Session<'_>,
    explorer: &mut Explorer,
    inputs: &Inputs,
    step: Option<(u32, Step)>,
) -> Result<(), End> {
    if let Some((query, inputs)) = visit(search, explorer, inputs, step).await? {
        visit(search, explorer, &inputs, None).await?;
        // The model satisfies the query, so the run shows the difference and ends the search.
        // Otherwise there is a defect in this crate, and nothing is concluded.
        search.diverged(query, &inputs).await?;
    }
    Ok(())
}

/// Runs both programs on the inputs, and decides their pair of paths if it is new. Returns an input
/// on which its results differ, if there is one, with the query that found it.
async fn visit(
    search: &mut Session<'_>,
    explorer: &mut Explorer,
    inputs: &Inputs,
    step: Option<(u32, Step)>,
) -> Result<Option<(u32, Inputs)>, End> {
    let (query, step) = step.unzip();
    let traced = match search.begin_run() {
        Ok(number) => search.trace(explorer, number, inputs).await.map(|traced| (number, traced)),
        Err(end) => Err(end),
    };
    let terms = &mut search.terms;
    let (number, run, outcomes, inserted) = match (traced, step) {
        (Ok((number, (run, outcomes))), step) => {
            let inserted = match step {
                Some(step) => explorer.take(terms, step, &run),
                None => explorer.insert(terms, &run),
            };
            (number, run, outcomes, inserted)
        }
        (Err(end), step) => {
            step.into_iter().for_each(|step| explorer.put_back(step));
            return Err(end);
        }
    };
    search.leave_inconsistent(&inserted, inputs);
    let visited = Visited { number, run: &run, inserted: &inserted, query, outcomes: &outcomes };
    let settled = settle(search, explorer, &visited).await;
    if settled.is_err() {
        // The pair of paths is in the tree but undecided.
        search.leave_region(run.path.conditions.iter().map(|it| it.term));
    }
    settled
}

/// A run of both programs whose pair of paths is in the tree.
struct Visited<'v> {
    number: u32,
    run: &'v Explored,
    inserted: &'v Inserted,
    /// The query that found its inputs.
    query: Option<u32>,
    outcomes: &'v [Outcome; 2],
}

/// Reports a run, and decides its pair of paths; see [`visit`].
async fn settle(
    search: &mut Session<'_>,
    explorer: &mut Explorer,
    visited: &Visited<'_>,
) -> Result<Option<(u32, Inputs)>, End> {
    let Visited { number, run, inserted, query, outcomes } = *visited;
    let inputs = &run.inputs;
    search
        .tell(Event::Run {
            number,
            driver: Side::Left,
            inputs: inputs.clone(),
            query,
            left: outcomes[0].report(),
            right: outcomes[1].report(),
            path: run.lines[0].clone(),
            verifier_path: run.lines[1].clone(),
            growth: growth::of(&search.terms, run, inserted, &Side::BOTH),
            agreement: outcome::agreement(&outcomes[0], &outcomes[1]),
        })
        .await?;
    search.decide(inputs, &outcomes[0], &outcomes[1])?;
    if let Some(query) = query
        && !inserted.predicted
    {
        search.diverged(query, inputs).await?;
    }
    if !inserted.is_new {
        return Ok(None);
    }
    // Each new pair of paths counts once. Once all pairs that the sweep took are covered, no further
    // hash is needed.
    if (search.meter.swept as usize) < search.sweep.paths.len() {
        let (ways, _) = search.path_hashes(inputs).await?;
        search.meter.swept += u32::from(search.sweep.paths.contains(&ways));
    }
    decide(search, explorer, run, outcomes).await
}

/// Decides a pair of paths for all inputs that take it; see [`visit`].
async fn decide(
    search: &mut Session<'_>,
    explorer: &mut Explorer,
    run: &Explored,
    outcomes: &[Outcome; 2],
) -> Result<Option<(u32, Inputs)>, End> {
    let inputs = &run.inputs;
    // After the cut there are other paths, which are unexplored.
    let region = || run.path.conditions.iter().map(|it| it.term);
    if let Some(program) = run.cut {
        search.leave_region(region());
        search.leave_cut(Cut::Depth, program, inputs);
        search.meter.count(Pair::Undecided);
        return Ok(None);
    }
    let [left, right] = outcomes;
    let both = both(left, right).expect("the search ends where one of them ends otherwise");
    if both == Both::Unfinished
        && outcomes.iter().all(|outcome| outcome.output.written > 0)
        && let Compared::Differ(found) = compare(search, explorer, run, both).await?
    {
        return Ok(Some(found));
    }
    if let Some(program) = outcome::out_of_fuel(outcomes) {
        // How this input ends may be found out; that says nothing about the other inputs of the
        // pair, so it stays open.
        let ends = Box::pin(search.ends(inputs, outcomes)).await?;
        search.decide(inputs, &ends[0], &ends[1])?;
        let running = outcomes.iter().filter(|outcome| outcome.stop == Stop::OutOfFuel).count();
        search.meter.count(match running {
            1 => {
                if search.one_sided.len() < ONE_SIDED {
                    search.one_sided.push(inputs.clone());
                }
                Pair::OneSideUnfinished
            }
            _ => Pair::Unfinished,
        });
        search.leave_region(region());
        search.leave_cut(Cut::Fuel, program, inputs);
        return Ok(None);
    }
    search.meter.stops_on_both |= both == Both::Done;
    let pair = match both {
        Both::Done => Pair::SameResult,
        Both::Fault => Pair::BothFault,
        Both::RunForEver => Pair::BothRunForEver,
        Both::Unfinished => Pair::Unfinished,
    };
    let pair = match compare(search, explorer, run, both).await? {
        Compared::Same => pair,
        Compared::Differ(found) => return Ok(Some(found)),
        Compared::Open => Pair::Undecided,
    };
    search.meter.count(pair);
    Ok(None)
}

/// The result of comparing a pair of paths.
enum Compared {
    /// The observations are the same on all inputs that take it.
    Same,
    /// They differ on this input, found by the query with this number.
    Differ((u32, Inputs)),
    /// Undecided.
    Open,
}

/// Compares the observations of a pair of paths, which end as in `both`, on all inputs that take
/// it.
async fn compare(
    search: &mut Session<'_>,
    explorer: &mut Explorer,
    run: &Explored,
    both: Both,
) -> Result<Compared, End> {
    let inputs = &run.inputs;
    let stop = &search.stop;
    let differ = explorer.observations_differ(&mut search.terms, run, both, &|| stop.is_due());
    let Some(differ) = differ else {
        search.leave_region(run.path.conditions.iter().map(|it| it.term));
        let (side, at, condition) = (None, None, None);
        search.leave(Open { cut: Cut::Unknown, inputs: inputs.clone(), side, at, condition });
        return Ok(Compared::Open);
    };
    if search.terms.as_bool(differ) == Some(false) {
        return Ok(Compared::Same);
    }
    let name = format!("q{}.pair.run{}.results", search.queries + 1, run.number);
    let query = run.path.ask(&mut search.terms, name, run.path.conditions.len(), differ);
    let condition = search.terms.infix(differ, 60);
    let about = About {
        side: Side::Left,
        run: run.number,
        flip: None,
        excluded: Vec::new(),
        condition: condition.unwrap_or_else(|| words::RESULTS_DIFFER.to_owned()),
        place: None,
    };
    let posed = search.pose(&query, about, inputs).await?;
    Ok(match posed.reply {
        Reply::Inputs(inputs) => Compared::Differ((posed.query, inputs)),
        Reply::Refuted => Compared::Same,
        Reply::Unknown => Compared::Open,
    })
}
