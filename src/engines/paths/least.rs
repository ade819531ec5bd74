//! Search for the least witness.
//!
//! A search stops at the first difference, whose input is an arbitrary model of the solver. This
//! module looks for a smaller one: first with the emulator, which is cheap, then with the solver,
//! which can prove that there is none. The order of inputs is defined in [`order`](super::order).
//!
//! The walk of the search tree continues where the search stopped, with one more condition: the
//! input is smaller than the best known one (or, while only one is known, different). Everything
//! that the search refuted or decided before remains valid, since the set of inputs in question
//! only shrinks. A tree with nothing left to try proves the witness the least, or the only one.
//!
//! All of this has a budget of queries and of steps: a difference has been found, and nobody wants
//! to wait long for a smaller one.

use std::rc::Rc;

use super::asking::Reply;
use super::before::Before;
use super::explore::Explorer;
use super::order::{Key, at_most, rank, simpler_inputs, smaller, word_of};
use super::outcome::both;
use super::outcome::{self, Outcome};
use super::session::{End, Session};
use super::sweep;
use crate::machine::{Inputs, Stop};
use crate::report::{Agreement, Cut, Cuts, Event, ReasonCode, Witness};
use crate::solver::Effort;
use crate::symbolic::paths::Explored;
use crate::symbolic::query::Query;
use crate::term::{Term, Terms};

/// Maximum number of queries.
const QUERIES: u32 = 400;
/// Maximum number of steps of both programs in runs whose paths are translated.
const STEPS_OF_TRACED_RUNS: u64 = 1_000_000;
/// Maximum number of steps of both programs in other runs.
const STEPS_OF_RUNS: u64 = 10_000_000;
/// Maximum cost of all queries together: a quotient has thousands of gates, and a path may have
/// hundreds of quotients.
const SPENT: u64 = 3_000_000;
/// Maximum effort of a query.
const EFFORT_PER_QUERY: Effort = Effort(5_000);
/// Maximum effort of a query after an undecided one: nothing can be proved any more, and a smaller witness
/// can only be found by chance.
const EFFORT_AFTER_UNDECIDED: Effort = Effort(250);
/// Maximum number of queries after an undecided one.
const QUERIES_UNDECIDED: u32 = 20;

/// The known inputs on which the programs differ.
struct Best {
    /// The least known one.
    inputs: Inputs,
    /// The one that was reported last.
    reported: Inputs,
    /// Whether another one is known.
    others: bool,
    /// Up to two inputs on which the programs differ and both stop or fault within the fuel.
    within_fuel: Vec<Inputs>,
    /// Remaining number of queries.
    queries: u32,
    /// The effort of each.
    effort: Effort,
    traced_steps: u64,
    steps: u64,
    /// The cost of queries before this module began.
    spent_before: u64,
    /// Whether the first witness takes more than the fuel: similar inputs do, too.
    is_late: bool,
    /// Whether all queries were decided.
    decided: bool,
}

/// The end of the search for a smaller one: the budget is used up, or the caller stopped it.
struct Enough;

impl From<End> for Enough {
    fn from(_: End) -> Enough {
        Enough
    }
}

/// The least witness found, starting from a first one, and what is known about it. `explorer` has
/// the pairs of paths explored so far, including that of the first witness.
///
/// Never fails: if the caller cancels, returns the best so far.
pub(super) async fn witness(
    search: &mut Session<'_>,
    explorer: &mut Explorer,
    first: &Inputs,
) -> (Witness, ReasonCode) {
    // The first one may have taken more than the fuel.
    let [left, right] = search.images;
    let outcomes = [left, right].map(|image| outcome::outcome(image, first, search.fuel));
    let within_fuel = outcome::difference(&outcomes[0], &outcomes[1]).is_some()
        && outcome::out_of_fuel(&outcomes).is_none();
    let mut best = Best {
        inputs: first.clone(),
        reported: first.clone(),
        others: false,
        within_fuel: Vec::new(),
        queries: QUERIES,
        effort: EFFORT_PER_QUERY,
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
        // Neither a smaller witness nor uniqueness is possible: nothing is left to ask.
        Ok(true) if best.others => Ok(()),
        Ok(_) => by_solver(search, explorer, &mut best, first).await,
        Err(Enough) => Err(Enough),
    };
    // If the search left something out, it may contain a smaller witness.
    let Cuts { depth, unknown, diverged, untried, .. } = search.cuts;
    let cut = depth + unknown + diverged + untried + explorer.lost();
    let is_exhausted = ended.is_ok() && best.decided && cut == 0;
    let is_least = least_of_runs.as_ref() == Some(&best.inputs);
    best.witness(search, is_exhausted, is_least)
}

impl Best {
    /// The witness, with what is known about it: whether the search has tried all inputs that may be
    /// smaller, and whether runs have shown that it is least.
    fn witness(
        self,
        search: &Session<'_>,
        is_exhausted: bool,
        is_least: bool,
    ) -> (Witness, ReasonCode) {
        let contract = &search.options.contract;
        let (mut witness, reason) =
            outcome::replay(search.images, contract, &self.inputs, search.fuel);
        let limit = search.claimed_fuel();
        let is_zero = self.inputs.iter().all(|&word| word == 0);
        // If runs were out of fuel, claims cover only the inputs on which both programs end within the
        // fuel. A witness that is not such an input has no claim, except that nothing is smaller than
        // zeros.
        let fuel = search.cuts.fuel;
        let is_meant = fuel == 0 || outcome::end_within(search.images, &self.inputs, limit);
        witness.minimal = (is_zero || is_meant && (is_exhausted || is_least)).then_some(true);
        let known = match self.within_fuel.iter().any(|it| *it != self.inputs) {
            true => Some(false),
            false => (is_exhausted && !self.others).then_some(true),
        };
        // Another one may take more than the contract's fuel.
        let is_near = search.fuel == search.options.fuel;
        witness.unique_within_fuel = known.filter(|only| is_meant && (*only || is_near));
        witness.within = (fuel > 0 && is_meant).then_some(limit);
        // A program that is still running may yet give another result.
        witness.unique = match self.others {
            true => Some(false),
            false => (is_exhausted && fuel == 0).then_some(true),
        };
        (witness, reason)
    }
}

/// The result of trying an input.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tried {
    Differ,
    Agree,
    /// This program was out of fuel.
    OutOfFuel(usize),
}

impl Best {
    /// Records an input if the programs differ on it; returns whether they do.
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

    /// Whether a difference on this input would add to what is known.
    fn may_learn_from(&self, inputs: &Inputs) -> bool {
        let knows_others = self.others && self.within_fuel.len() == 2;
        !knows_others || Key::of(inputs) < Key::of(&self.inputs)
    }

    /// Reports the best witness, if it has changed since the last report.
    async fn tell(&mut self, search: &mut Session<'_>) -> Result<(), Enough> {
        let inputs = self.inputs.clone();
        if std::mem::replace(&mut self.reported, inputs.clone()) != inputs {
            search.tell(Event::Smaller { inputs }).await?;
        }
        Ok(())
    }

    /// Runs the programs and records a difference.
    async fn try_input(
        &mut self,
        search: &mut Session<'_>,
        inputs: &Inputs,
    ) -> Result<Tried, Enough> {
        if self.steps > STEPS_OF_RUNS {
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
            // For two programs that never stop, it may be unknown whether they print the same.
            _ => Tried::OutOfFuel(outcome::out_of_fuel(&outcomes).unwrap_or(0)),
        })
    }

    /// The condition on further inputs of interest.
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

    /// Poses a query for inputs.
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
        // A smaller witness does not justify starting another solver.
        let question = search.question(query).within(effort).in_process();
        let (answer, _) = search.answer(query, question).await;
        let (reply, _) = search.reply(query, answer, inputs);
        if reply == Reply::Unknown {
            self.decided = false;
            self.effort = EFFORT_AFTER_UNDECIDED;
            self.queries = self.queries.min(QUERIES_UNDECIDED);
        }
        Ok(reply)
    }
}

/// Tries the inputs of the sweep, then descends from the best.
async fn by_emulator(search: &mut Session<'_>, best: &mut Best) -> Result<(), Enough> {
    // The sweep made no runs beyond the fuel.
    let agreeing = if best.is_late { 0 } else { search.sweep.agreeing };
    for inputs in sweep::inputs(search).skip(agreeing) {
        if best.steps > STEPS_OF_RUNS / 2 {
            break;
        }
        if best.may_learn_from(&inputs) {
            best.try_input(search, &inputs).await?;
        }
    }
    descend(search, best).await
}

/// Moves from the best input to smaller ones near it, as long as they are witnesses too. The least
/// of them is reported.
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

/// Runs the programs on all inputs smaller than the best, if these are few, up to the first one on
/// which they differ, which becomes the best. Returns false if there are too many.
async fn by_runs(search: &mut Session<'_>, best: &mut Best) -> Result<bool, Enough> {
    let Some(before) = Before::of(search, &best.inputs, rank).await? else { return Ok(false) };
    for inputs in before.inputs(word_of) {
        // The remaining budget is for the search.
        if best.steps > STEPS_OF_RUNS / 4 * 3 {
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

/// Continues the walk of the tree, restricted to inputs of interest.
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

/// Runs both programs, translates their paths, and records a difference.
async fn look(
    search: &mut Session<'_>,
    explorer: &mut Explorer,
    best: &mut Best,
    inputs: &Inputs,
) -> Result<(Rc<Explored>, [Outcome; 2]), Enough> {
    if best.traced_steps > STEPS_OF_TRACED_RUNS {
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
    // Bisection makes it fast; the final check that nothing smaller exists makes it correct.
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

/// A pair of paths with the condition that the programs differ on it.
struct Leaf<'r> {
    run: &'r Explored,
    differ: Term,
}

impl Leaf<'_> {
    /// Looks for an input of interest in this leaf with a property.
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
                // A model that does not show a difference is a defect of this crate.
                best.decided &= found;
                Ok(found)
            }
        }
    }
}
