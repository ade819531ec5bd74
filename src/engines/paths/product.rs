//! Every pair of paths, each decided for all its inputs.
//!
//! A path of the first program followed by the path that the second takes on
//! the same inputs is a leaf of one tree, whose edges are the outcomes of the
//! path conditions of both. The tree is walked depth-first, and at each leaf
//! the pair is decided for *all* inputs that take it, not just for the one
//! that got there: where a run is out of fuel nothing is concluded, where
//! only one faults or never stops the input is a witness, and where both end in the same way
//! what is observed is compared as terms: the output however they end, the results
//! where both are done. Equal terms need no question;
//! else the solver is asked whether they can differ under the conditions of
//! both paths. Where one is out of fuel, it is asked whether what they print parts before that.
//!
//! Traces say all that a run depends on, so a tree with nothing left to try
//! covers all inputs: the programs are equivalent where all runs stopped or are known to
//! run for ever, and equivalent up to the fuel where some were out of it. What was cut away, or what
//! the solver left undecided, takes that back.

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

/// Runs the strategy. The machine is deterministic: the same machine code with the same inputs
/// does the same, and no path has to be looked at.
pub(super) async fn run(mut search: Session<'_>) -> Report {
    let [left, right] = search.images;
    if left.is_same_machine_code(right) {
        let exhausted = (Verdict::Equivalent, ReasonCode::SameMachineCode);
        return search.report(End::Exhausted, exhausted, [0; 2]);
    }
    let mut explorer = Explorer::new("pair", &search.options.contract);
    let mut end = match walk(&mut search, &mut explorer).await {
        Ok(()) => End::Exhausted,
        // What a brief attempt could not show is worth a long one.
        Err(End::RunLimit) if search.brief_proof_tried && search.is_before_proof() => {
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
            // Beyond the fuel there is no tree in which to look for a smaller one.
            let [left, right] = outcome::ends(search.images, &witness.inputs, search.options.fuel);
            let is_far = outcome::difference(&left, &right).is_none();
            // Cancelled or not, there is a difference to tell of.
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

/// Ok when no pair of paths is left.
async fn walk(search: &mut Session<'_>, explorer: &mut Explorer) -> Result<(), End> {
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
    // A search that goes on has run most of them before.
    seeds.retain(|inputs| !search.known.contains(inputs));
    let mut seeds = search.known.iter().cloned().chain(seeds).collect::<Vec<_>>().into_iter();
    let mut merged = None;
    while let Some(inputs) = seeds.next() {
        let mut explored = explore(search, explorer, &inputs, None).await;
        if explored.is_ok() {
            explored = merge_if_due(search, explorer, &mut merged).await;
        }
        // A run that is out of fuel is long, and the next ones are, too.
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
        // Before a step is taken off the tree: this may end the search.
        merge_if_due(search, explorer, &mut merged).await?;
        prove_if_due(search, explorer).await?;
        match explorer.next(&mut search.terms, search.queries + 1, None) {
            Some(step) => take(search, explorer, step).await?,
            None => break,
        }
    }
    Ok(())
}

/// The same from these seeds and within limits, for a search that is after a difference only.
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

/// Asks about all paths at once where they are many or dear, or are going to be many: once a
/// run has stored into its program's text at an address that depends on the
/// inputs, each word that is executed after that is a way of its own. `merged`
/// is what was asked about already.
async fn merge_if_due(
    search: &mut Session<'_>,
    explorer: &mut Explorer,
    merged: &mut Option<Scope>,
) -> Result<(), End> {
    let after = search.options.merge_after;
    let many = explorer.paths >= after.paths || search.queries >= after.queries;
    // Where all paths are decided at once, a proof about loops is not needed.
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
    // Rare, and large: the searches that await it are moved often.
    Box::pin(merge(search, explorer, scope)).await
}

/// The lengths of the array that a program is given, each of which has a formula
/// of its own; one that is none where it is given no array.
fn lengths(image: &Image) -> Vec<Option<u32>> {
    match image.setup().array {
        Some(array) => (0..=array.capacity).map(Some).collect(),
        None => vec![None],
    }
}

/// That the array of a program has this length.
fn has_length(terms: &mut Terms, image: &Image, length: Option<u32>) -> Term {
    let Some((array, length)) = image.setup().array.zip(length) else { return terms.bool(true) };
    let inputs = path::inputs(terms, &image.setup().names);
    let length = terms.word(length);
    terms.eq(inputs[array.length], length)
}

/// Queries after which paths are dear enough to try a proof about loops, which costs as much
/// where it fails. Loops of a few rounds, one in the other, take fewer, most of them answered at once.
const MANY_QUERIES: u32 = 256;
/// Terms after which they are, however few queries: each of these is about many.
const MANY_TERMS: usize = 10_000;
/// What a solver has spent on them after which they are, however few they are: a few questions about
/// divisions may be as hard as all else.
const MUCH_SPENT: u64 = 300_000;

/// What a solver has spent on paths after which a proof may be as dear as it likes.
const SPENT_FOR_LONG: u64 = 1_200_000;

/// Tries to prove that the programs agree for every number of steps, once runs
/// are out of fuel, or paths are left undecided or dear. Where they are decided, but many, the
/// attempt is a brief one.
async fn prove_if_due(search: &mut Session<'_>, explorer: &Explorer) -> Result<(), End> {
    let Cuts { fuel, unknown, .. } = search.cuts;
    let is_long = fuel + unknown > 0 || are_long(search) || search.solver.spent() >= SPENT_FOR_LONG;
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

/// Whether paths took so much that other ways are tried.
fn are_dear(search: &Session<'_>) -> bool {
    are_long(search) || search.queries >= MANY_QUERIES || search.solver.spent() >= MUCH_SPENT
}

/// Whether paths go round loops many times.
fn are_long(search: &Session<'_>) -> bool {
    search.terms.len() - search.merging >= MANY_TERMS
}

/// Decides both programs as one formula each, where they have one.
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
            // The model satisfies the formula, so the run shows the difference.
            search.diverged(search.queries, &inputs).await
        }
        Reply::Unknown => Ok(()),
    }
}

/// Terms of merged formulas at most: a question about more would be left undecided, as each of
/// them is some dozens of gates.
const MERGED_TERMS: usize = 250_000;

/// Both programs as one formula each.
struct Merged {
    /// Whether they differ.
    differ: Term,
    /// Whether that is about all inputs.
    covers_all: bool,
}

/// Merges the paths of both programs, where these have an end.
async fn merged(search: &mut Session<'_>, scope: Scope) -> Result<Option<Merged>, End> {
    let Session { terms, images, options, stop, observer, .. } = search;
    let [left, right] = *images;
    let limits = Limits { fuel: options.fuel, terms: terms.len() + MERGED_TERMS };
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

/// Goes the way that a step asks for, if there is one.
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

/// Visits a pair of paths, and the input on which its results differ, if
/// there is one.
async fn explore(
    search: &mut Session<'_>,
    explorer: &mut Explorer,
    inputs: &Inputs,
    step: Option<(u32, Step)>,
) -> Result<(), End> {
    if let Some((query, inputs)) = visit(search, explorer, inputs, step).await? {
        visit(search, explorer, &inputs, None).await?;
        // The model satisfies the query, so the run shows the difference and
        // ends the search, but for a defect of ours; nothing is concluded then.
        search.diverged(query, &inputs).await?;
    }
    Ok(())
}

/// Runs both programs on the inputs, and decides their pair of paths where it
/// is a new one. Returns an input on which its results differ, if there is
/// one, with the query that found it.
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
    let settled = settle(search, explorer, (&run, &inserted, query), (number, &outcomes)).await;
    if settled.is_err() {
        // The pair of paths is in the tree, and nothing is known of it.
        search.leave_region(run.path.conditions.iter().map(|it| it.term));
    }
    settled
}

/// Reports a run that is in the tree, and decides its pair of paths; see [`visit`].
async fn settle(
    search: &mut Session<'_>,
    explorer: &mut Explorer,
    (run, inserted, query): (&Explored, &Inserted, Option<u32>),
    (number, outcomes): (u32, &[Outcome; 2]),
) -> Result<Option<(u32, Inputs)>, End> {
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
    // Two pairs of paths never go the same ways: once all that the sweep took are met, no other is.
    if (search.meter.swept as usize) < search.swept.len() {
        let (ways, _) = search.ways(inputs).await?;
        search.meter.swept += u32::from(search.swept.contains(&ways));
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
    // Beyond the cut there are other paths, which nothing is known of.
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
        // What becomes of this input may be told; of the others that take the
        // pair it is not, so it stays open.
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

/// What is known of a pair of paths.
enum Compared {
    /// What is observed is the same on all inputs that take it.
    Same,
    /// It differs on an input, as the query with this number found.
    Differ((u32, Inputs)),
    /// It is not known.
    Open,
}

/// Compares what is observed of a pair of paths that both end so, on all inputs that take it.
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
