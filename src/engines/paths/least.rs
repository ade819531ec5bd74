//! The witness that a person would choose.
//!
//! A search stops at the first difference, whose input is whatever the solver
//! happened to say. This module looks for a smaller one: first with the
//! emulator, which is cheap, then with the solver, which can tell that there
//! is none. What is smaller is a matter of their [`order`](super::order).
//!
//! The tree of the search is walked on from where the search stopped, with one
//! more condition: the input is smaller than the best one known (or, while
//! only one is known, another). What the search refuted or decided before
//! stays so, since all that shrinks is the set of inputs in question. A tree
//! with nothing left to try proves the witness the least, or the only one.
//!
//! All of this is within a budget of questions and of steps: a difference has
//! been found, and nobody wants to wait long for a nicer one.

use std::rc::Rc;

use super::asking::Reply;
use super::before::Before;
use super::explore::Explorer;
use super::order::{Key, at_most, rank, simpler_inputs, smaller, word_of};
use super::outcome::both;
use super::outcome::{self, Outcome};
use super::session::{End, Session};
use super::{Options, sweep};
use crate::machine::{Inputs, Stop};
use crate::report::{Agreement, Cut, Cuts, Event, ReasonCode, Witness};
use crate::solver::Effort;
use crate::symbolic::paths::Explored;
use crate::symbolic::query::Query;
use crate::term::{Term, Terms};

/// Questions at most.
const QUERIES: u32 = 400;
/// Steps of both programs in runs that are looked at as paths, at most.
const TRACED_STEPS: u64 = 1_000_000;
/// Steps of both programs in other runs, at most.
const STEPS: u64 = 10_000_000;
/// What questions may cost together: a quotient is thousands of gates, and a path may have hundreds.
const SPENT: u64 = 3_000_000;
/// What a question may cost at most.
const EFFORT: Effort = Effort(5_000);
/// The same once one was left undecided: nothing can be proved any more, and
/// what is left is to come across a smaller one.
const EFFORT_UNDECIDED: Effort = Effort(250);
/// Questions at most after one was left undecided.
const QUERIES_UNDECIDED: u32 = 20;

/// What is known of the inputs on which the programs differ.
struct Best {
    /// The least known one.
    inputs: Inputs,
    /// The one that was told of last.
    told: Inputs,
    /// Whether another one is known.
    others: bool,
    /// Up to two of those on which both stop within the fuel, or fault.
    within_fuel: Vec<Inputs>,
    /// Questions that may be asked.
    queries: u32,
    /// What each may cost.
    effort: Effort,
    traced_steps: u64,
    steps: u64,
    /// What questions had cost before.
    spent_before: u64,
    /// Whether the first one takes more than the fuel: others like it do, too.
    is_late: bool,
    /// Whether all questions were answered.
    decided: bool,
}

/// No more is looked for: the budget is used up, or the caller has enough.
struct Enough;

impl From<End> for Enough {
    fn from(_: End) -> Enough {
        Enough
    }
}

/// The least witness that could be found, from a first one, and what is known
/// of it. `explorer` holds the pairs of paths that were looked at, that of the
/// first witness among them.
///
/// Never fails: a caller that cancels gets the best so far.
pub(super) async fn witness(
    search: &mut Session<'_>,
    explorer: &mut Explorer,
    first: &Inputs,
) -> (Witness, ReasonCode) {
    // The first one may have taken more than the fuel.
    let [left, right] = search.images;
    let outcomes = [left, right].map(|image| outcome::outcome(image, first, search.options.fuel));
    let within_fuel = outcome::difference(&outcomes[0], &outcomes[1]).is_some()
        && outcome::out_of_fuel(&outcomes).is_none();
    let mut best = Best {
        inputs: first.clone(),
        told: first.clone(),
        others: false,
        within_fuel: Vec::new(),
        queries: QUERIES,
        effort: EFFORT,
        traced_steps: 0,
        steps: 0,
        spent_before: search.solver.spent(),
        is_late: !within_fuel,
        decided: true,
    };
    if within_fuel {
        best.within_fuel.push(first.clone());
    }
    let by_runs = match by_emulator(search, &mut best).await {
        Ok(()) => by_runs(search, &mut best).await,
        Err(enough) => Err(enough),
    };
    let least_of_runs = matches!(by_runs, Ok(true)).then(|| best.inputs.clone());
    let ended = match by_runs {
        // Neither a smaller one nor the only one: there is nothing left to ask.
        Ok(true) if best.others => Ok(()),
        Ok(_) => by_solver(search, explorer, &mut best, first).await,
        Err(Enough) => Err(Enough),
    };
    // Where the search left something out, a smaller one may be there.
    let Cuts { depth, fuel, unknown, diverged, untried } = search.cuts;
    let cut = depth + unknown + diverged + untried + explorer.lost();
    let exhausted = ended.is_ok() && best.decided && cut == 0;
    let [left, right] = search.images;
    let Options { contract, fuel: limit, .. } = search.options;
    let (mut witness, reason) = outcome::replay([left, right], contract, &best.inputs, *limit);
    let is_least = least_of_runs.as_ref() == Some(&best.inputs);
    let is_zero = best.inputs.iter().all(|&word| word == 0);
    // Where runs were out of fuel, claims are about the inputs on which both programs end within the fuel:
    // there is none about a witness that is not such an input, but that nothing is smaller than zeros.
    let is_meant = fuel == 0 || outcome::end_within([left, right], &best.inputs, *limit);
    witness.minimal = (is_zero || is_meant && (exhausted || is_least)).then_some(true);
    let known = match best.within_fuel.iter().any(|it| *it != best.inputs) {
        true => Some(false),
        false => (exhausted && !best.others).then_some(true),
    };
    witness.unique_within_fuel = known.filter(|_| is_meant);
    witness.within = (fuel > 0 && is_meant).then_some(*limit);
    // What runs on may yet give something else.
    witness.unique = match best.others {
        true => Some(false),
        false => (exhausted && fuel == 0).then_some(true),
    };
    (witness, reason)
}

/// What came of an input that was tried.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tried {
    Differ,
    Agree,
    /// This program was out of fuel.
    OutOfFuel(usize),
}

impl Best {
    /// Takes note of an input if the programs differ on it; returns whether they do.
    fn note(&mut self, inputs: &Inputs, outcomes: &[Outcome; 2]) -> bool {
        if outcome::difference(&outcomes[0], &outcomes[1]).is_none() {
            return false;
        }
        self.others |= *inputs != self.inputs;
        let is_within_fuel = outcomes.iter().all(|outcome| outcome.stop != Stop::OutOfFuel);
        if is_within_fuel && self.within_fuel.len() < 2 && !self.within_fuel.contains(inputs) {
            self.within_fuel.push(inputs.clone());
        }
        if Key::of(inputs) < Key::of(&self.inputs) {
            self.inputs = inputs.clone();
        }
        true
    }

    /// Whether it would make a difference if the programs differed on an input.
    fn may_learn_from(&self, inputs: &Inputs) -> bool {
        let knows_others = self.others && self.within_fuel.len() == 2;
        !knows_others || Key::of(inputs) < Key::of(&self.inputs)
    }

    /// Tells of the best, where that is another one than the last time.
    async fn tell(&mut self, search: &mut Session<'_>) -> Result<(), Enough> {
        let inputs = self.inputs.clone();
        if std::mem::replace(&mut self.told, inputs.clone()) != inputs {
            search.tell(Event::Smaller { inputs }).await?;
        }
        Ok(())
    }

    /// Runs the programs, and takes note where they differ.
    async fn try_input(
        &mut self,
        search: &mut Session<'_>,
        inputs: &Inputs,
    ) -> Result<Tried, Enough> {
        if self.steps > STEPS {
            return Err(Enough);
        }
        let stops = search.stops(inputs).await?;
        let mut outcomes = search.ended(stops);
        self.steps += outcomes.iter().map(|outcome| outcome.steps).sum::<u64>();
        if self.is_late && outcome::out_of_fuel(&outcomes).is_some() {
            outcomes = Box::pin(search.ends(inputs, &outcomes)).await?;
        }
        if self.note(inputs, &outcomes) {
            return Ok(Tried::Differ);
        }
        Ok(match outcome::agreement(&outcomes[0], &outcomes[1]) {
            Agreement::Agree => Tried::Agree,
            // Of two that never stop it may be open whether they print the same.
            _ => Tried::OutOfFuel(outcome::out_of_fuel(&outcomes).unwrap_or(0)),
        })
    }

    /// What further inputs must satisfy to be of interest.
    fn wanted(&self, terms: &mut Terms, inputs: &[Term]) -> Term {
        if self.others {
            return smaller(terms, inputs, &self.inputs);
        }
        let mut same = terms.bool(true);
        for (&input, &word) in inputs.iter().zip(&*self.inputs) {
            let word = terms.word(word);
            let equal = terms.eq(input, word);
            same = terms.and(same, equal);
        }
        terms.not(same)
    }

    /// Asks for inputs that satisfy a query.
    async fn ask(
        &mut self,
        search: &mut Session<'_>,
        query: &Query,
        inputs: &Inputs,
    ) -> Result<Reply, Enough> {
        self.queries = self.queries.checked_sub(1).ok_or(Enough)?;
        if search.solver.spent() - self.spent_before
            > SPENT.min(search.options.max_work.unwrap_or(SPENT))
        {
            return Err(Enough);
        }
        let effort = self.effort.min(search.options.effort);
        search.pause().await?;
        // A smaller witness is not worth the start of another solver.
        let question = search.question(query).within(effort).in_process();
        let (answer, _) = search.answer(query, question).await;
        let (reply, _) = search.reply(query, answer, inputs);
        if reply == Reply::Unknown {
            self.decided = false;
            self.effort = EFFORT_UNDECIDED;
            self.queries = self.queries.min(QUERIES_UNDECIDED);
        }
        Ok(reply)
    }
}

/// Tries the inputs of the sweep, then goes down from the best.
async fn by_emulator(search: &mut Session<'_>, best: &mut Best) -> Result<(), Enough> {
    // Of runs beyond the fuel the sweep said nothing.
    let in_vain = if best.is_late { 0 } else { search.in_vain };
    for inputs in sweep::inputs(search).skip(in_vain) {
        if best.steps > STEPS / 2 {
            break;
        }
        if best.may_learn_from(&inputs) {
            best.try_input(search, &inputs).await?;
        }
    }
    descend(search, best).await
}

/// Goes from the best input to smaller ones near it, as long as they are
/// witnesses too. The least of them is told of.
async fn descend(search: &mut Session<'_>, best: &mut Best) -> Result<(), Enough> {
    loop {
        let contract = &search.options.contract;
        let mut candidates = simpler_inputs(&best.inputs);
        candidates.iter_mut().for_each(|inputs| *inputs = contract.fit(inputs));
        candidates
            .retain(|inputs| Key::of(inputs) < Key::of(&best.inputs) && contract.allows(inputs));
        candidates.sort_by_cached_key(|inputs| Key::of(inputs));
        let mut found = Ok(false);
        for inputs in candidates {
            found = best.try_input(search, &inputs).await.map(|tried| tried == Tried::Differ);
            if !matches!(found, Ok(false)) {
                break;
            }
        }
        if !matches!(found, Ok(true)) {
            best.tell(search).await?;
            return found.map(|_| ());
        }
    }
}

/// Runs the programs on all inputs before the best, where these are few: up to the first one
/// on which they differ, which is the best then. Returns whether that was done.
async fn by_runs(search: &mut Session<'_>, best: &mut Best) -> Result<bool, Enough> {
    let Some(before) = Before::of(search, &best.inputs, rank).await? else { return Ok(false) };
    for inputs in before.inputs(word_of) {
        // What is left is for the search.
        if best.steps > STEPS / 4 * 3 {
            return Ok(false);
        }
        if !search.options.contract.allows(&inputs) {
            continue;
        }
        match best.try_input(search, &inputs).await? {
            Tried::Differ => {
                best.tell(search).await?;
                break;
            }
            Tried::OutOfFuel(program) => search.leave_cut(Cut::Fuel, program, &inputs),
            Tried::Agree => {}
        }
    }
    Ok(true)
}

/// Walks the tree on, among inputs that are wanted.
async fn by_solver(
    search: &mut Session<'_>,
    explorer: &mut Explorer,
    best: &mut Best,
    first: &Inputs,
) -> Result<(), Enough> {
    // The search ended before it decided the first witness's pair of paths.
    let (mut run, outcomes) = look(search, explorer, best, first).await?;
    leaf(search, explorer, best, &run, &outcomes).await?;
    if best.inputs != *first {
        let inputs = best.inputs.clone();
        let (nearer, outcomes) = look(search, explorer, best, &inputs).await?;
        let inserted = explorer.insert(&mut search.terms, &nearer);
        best.decided &= inserted.consistent;
        if inserted.is_new {
            leaf(search, explorer, best, &nearer, &outcomes).await?;
        }
        run = nearer;
    }
    loop {
        let wanted = best.wanted(&mut search.terms, &run.path.inputs);
        if search.terms.as_bool(wanted) == Some(false) {
            return Ok(());
        }
        let Some(step) = explorer.next(&mut search.terms, search.queries + 1, Some(wanted)) else {
            return Ok(());
        };
        let looked = match best.ask(search, &step.query, &step.run().inputs).await {
            Ok(Reply::Inputs(inputs)) => look(search, explorer, best, &inputs).await,
            Ok(Reply::Refuted) => {
                explorer.refute(step);
                continue;
            }
            Ok(Reply::Unknown) => {
                explorer.leave(step);
                continue;
            }
            Err(enough) => Err(enough),
        };
        let (run, outcomes) = match looked {
            Ok(looked) => looked,
            Err(enough) => {
                explorer.put_back(step);
                return Err(enough);
            }
        };
        let inserted = explorer.take(&mut search.terms, step, &run);
        best.decided &= inserted.predicted && inserted.consistent;
        if inserted.is_new {
            leaf(search, explorer, best, &run, &outcomes).await?;
        }
    }
}

/// Runs both programs with their paths, and takes note where they differ.
async fn look(
    search: &mut Session<'_>,
    explorer: &mut Explorer,
    best: &mut Best,
    inputs: &Inputs,
) -> Result<(Rc<Explored>, [Outcome; 2]), Enough> {
    if best.traced_steps > TRACED_STEPS {
        return Err(Enough);
    }
    let (run, outcomes) = search.trace(explorer, 0, inputs).await?;
    best.traced_steps += outcomes.iter().map(|outcome| outcome.steps).sum::<u64>();
    if best.note(inputs, &outcomes) {
        descend(search, best).await?;
    }
    Ok((run, outcomes))
}

/// Finds the least input of a pair of paths on which the programs differ.
async fn leaf(
    search: &mut Session<'_>,
    explorer: &mut Explorer,
    best: &mut Best,
    run: &Explored,
    outcomes: &[Outcome; 2],
) -> Result<(), Enough> {
    if run.cut.is_some() {
        best.decided = false;
        return Ok(());
    }
    if let Some(program) = outcome::out_of_fuel(outcomes) {
        search.leave_cut(Cut::Fuel, program, &run.inputs);
        return Ok(());
    }
    let (terms, stop) = (&mut search.terms, &search.stop);
    let differ = match both(&outcomes[0], &outcomes[1]) {
        Some(both) => explorer.observations_differ(terms, run, both, &|| stop.is_due()),
        None => Some(terms.bool(true)),
    };
    let Some(differ) = differ else {
        best.decided = false;
        return Ok(());
    };
    if terms.as_bool(differ) == Some(false) {
        return Ok(());
    }
    let leaf = Leaf { run, differ };
    // Bisection makes it fast; that nothing smaller is left makes it right.
    while leaf.improve(search, best, |terms| terms.bool(true)).await? {
        for &input in &*run.path.inputs {
            leaf.improve(search, best, |terms| at_most(terms, input, 0)).await?;
        }
        for i in 0..run.path.inputs.len() {
            let mut low = 0;
            while low < rank(best.inputs[i]) {
                let middle = low + (rank(best.inputs[i]) - low) / 2;
                let bound = |terms: &mut Terms| at_most(terms, run.path.inputs[i], middle);
                if !leaf.improve(search, best, bound).await? {
                    low = middle + 1;
                }
            }
        }
    }
    Ok(())
}

/// A pair of paths with the question whether the programs differ on it.
struct Leaf<'r> {
    run: &'r Explored,
    differ: Term,
}

impl Leaf<'_> {
    /// Looks for a wanted input of this leaf with a property.
    async fn improve(
        &self,
        search: &mut Session<'_>,
        best: &mut Best,
        property: impl FnOnce(&mut Terms) -> Term,
    ) -> Result<bool, Enough> {
        let path = &self.run.path;
        let terms = &mut search.terms;
        let wanted = best.wanted(terms, &path.inputs);
        let property = property(terms);
        let goal = terms.and(self.differ, wanted);
        let goal = terms.and(goal, property);
        if terms.as_bool(goal) == Some(false) {
            return Ok(false);
        }
        let name = format!("least{}", best.queries + 1);
        let query = path.ask(terms, name, path.conditions.len(), goal);
        match best.ask(search, &query, &self.run.inputs).await? {
            Reply::Refuted | Reply::Unknown => Ok(false),
            Reply::Inputs(inputs) => {
                let found = best.try_input(search, &inputs).await? == Tried::Differ;
                best.tell(search).await?;
                // A model that does not show a difference is a defect of ours.
                best.decided &= found;
                Ok(found)
            }
        }
    }
}
