//! The comparison of two programs, one pair of procedures at a time.
//!
//! This is the DiffKemp paper's Algorithm 1 over the relations of [`relation`](super::relation). A
//! synchronisation point is a pair of addresses from which both programs continue after a branch or
//! a call, with the relation of their words there. From it both are run to their next branch, call
//! or return. The effects of the two runs have to be the same, and so has the instruction where
//! they stop: branches with the same condition or the inverse one, calls of corresponding
//! procedures, returns. Otherwise a region with inner branches is sought after which they agree
//! ([`region`](super::region)).
//!
//! The relation at a point is weakened until every path to it preserves it. Both programs advance
//! from each point, so if one runs for ever the other does, too. Procedures are compared once for
//! all their callers: the relation at the entry holds at every call, and the relation at the return
//! is used by all callers. Two procedures under comparison are assumed equivalent where they call
//! themselves.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::because;
use super::equality::Ended;
use super::meeting::{Met, disagreement, observed};
use super::pairs::{
    Analysis, Compared, Departure, ENTRY, Found, Key, OpenPoint, SyncPoint, To, Walk, Way,
};
use super::part::{Close, Part};
use super::refuted::Refuted;
use super::region;
use super::relation::{ProgramState, Relation};
use super::run::{End, Run, Usage};
use super::source::Suspects;
use crate::evidence::Why;
use crate::term::Term;

/// Maximum number of consecutive regions.
const REGIONS: u32 = 16;
/// Synchronisation points between two pauses.
pub(super) const POINTS_PER_LOOK: u32 = 64;
/// Maximum number of synchronisation points of a pair of procedures, per instruction.
const POINTS: usize = 4;

/// Two runs from a synchronisation point, which may pass differing blocks.
struct Journey {
    runs: [Run; 2],
    found: Found,
}

/// Two runs from where they last agreed to where they stop next.
struct Stretch {
    /// The runs before it.
    start: [Run; 2],
    /// The terms of the effects of both.
    effects: [Vec<Term>; 2],
    /// Words for which they do not meet.
    refuted: Option<Refuted>,
    part: Part,
}

impl Journey {
    /// Continues behind a block by whose end the runs agree.
    fn pass(&mut self, next: [Run; 2], block: Part) {
        self.found.take(&next);
        self.found.parts.push(block);
        self.runs = next;
    }

    /// Ends with an open question.
    fn end(&mut self, open: OpenPoint, refuted: Option<Refuted>, suspects: Option<Suspects>) {
        self.found.open = Some(open);
        self.found.refuted = refuted;
        self.found.suspects = suspects;
    }
}

impl Walk<'_, '_> {
    /// Compares the programs; returns the results for each reachable pair of procedures, the
    /// programs' own first.
    pub async fn compare(&mut self) -> Result<Vec<Compared>, Ended> {
        let program = Key { entries: [0; 2], is_program: true };
        loop {
            self.begin(program);
            self.settle().await?;
            // Callers of unequal procedures are compared as if these were equal.
            let is_open = |(key, procedure): &(&Key, &Analysis)| {
                !key.is_program && !procedure.open.is_empty() && !procedure.is_assumed
            };
            while self.learn_more() {
                self.settle().await?;
            }
            let open: Vec<Key> =
                self.procedures.iter().filter(is_open).map(|(&key, _)| key).collect();
            if open.is_empty() {
                break;
            }
            open.into_iter().for_each(|key| self.assume_equal(key));
        }
        let compared = self.reached(program).await?;
        let mut compared = self.blame(program, compared).await?;
        compared.sort_by_key(|one| (!one.key.is_program, one.key));
        Ok(compared)
    }

    /// Compares programs that are probably equal: ends at the first pair that is not known to be equal, and
    /// returns the open question.
    pub async fn compare_if_equal(&mut self) -> Result<Result<Vec<Compared>, OpenPoint>, Ended> {
        let program = Key { entries: [0; 2], is_program: true };
        self.ends_if_open = true;
        self.begin(program);
        self.settle().await?;
        while self.learn_more() {
            self.settle().await?;
        }
        if let Some(open) = self.procedures.values().find_map(|it| it.open.values().next()) {
            return Ok(Err(open.clone()));
        }
        let mut compared = self.reached(program).await?;
        compared.sort_by_key(|one| (!one.key.is_program, one.key));
        Ok(match compared.iter().find_map(|one| one.open.clone()) {
            Some(open) => Err(open),
            None => Ok(compared),
        })
    }

    /// Compares the programs once more, with the procedures that are assumed equal by now.
    pub(super) async fn pass(&mut self, program: Key) -> Result<Vec<Compared>, Ended> {
        self.begin(program);
        self.settle().await?;
        self.reached(program).await
    }

    /// Starts with the programs.
    fn begin(&mut self, program: Key) {
        self.procedures.clear();
        self.work.clear();
        let entry = self.start();
        self.procedures.insert(program, Analysis::new(entry));
        self.work.insert((program, ENTRY));
    }

    /// Treats two procedures as an unknown function that is the same in both, from the next start
    /// on.
    pub(super) fn assume_equal(&mut self, key: Key) {
        let kept = self.procedures.get(&key).map(Analysis::kept).unwrap_or_default();
        self.assumed.insert(key, kept);
    }

    /// The results for all reachable pairs of procedures, in the order of their calls.
    async fn reached(&mut self, program: Key) -> Result<Vec<Compared>, Ended> {
        let mut compared: Vec<Compared> = Vec::new();
        let mut keys = vec![program];
        let mut seen = BTreeSet::from([program]);
        while let Some(key) = keys.pop() {
            let one = self.compared(key).await?;
            // The first call is the next one to be followed.
            for call in one.calls.iter().rev() {
                if seen.insert(call.callee) {
                    keys.push(call.callee);
                }
            }
            compared.push(one);
        }
        Ok(compared)
    }

    /// Follows all paths until nothing is weakened.
    async fn settle(&mut self) -> Result<(), Ended> {
        let mut looked = 0;
        while let Some((key, place)) = self.work.pop_first() {
            // A procedure that was restarted has not reached this point yet.
            if place != ENTRY && !self.procedures[&key].points.contains_key(&place) {
                continue;
            }
            looked += 1;
            if looked % POINTS_PER_LOOK == 0 {
                self.decider.look().await?;
            }
            let found = self.look_at(key, place).await?;
            let procedure = self.procedures.get_mut(&key).expect("it is compared");
            if let Some(open) = found.open {
                procedure.open.insert(place, open);
                if self.ends_if_open {
                    break;
                }
                continue;
            }
            procedure.open.remove(&place);
            for way in found.ways {
                self.take_way(key, way).await?;
            }
        }
        Ok(())
    }

    /// Weakens the relation where a path leads until the path preserves it.
    async fn take_way(&mut self, key: Key, way: Way) -> Result<(), Ended> {
        let Way { states, touched, given, to } = way;
        if let To::Point(place) = to
            && self.is_learning
        {
            self.meet_facts(key, place, &states, given).await?;
        }
        let relation = self.relation_behind(states, &to);
        let procedure = self.procedures.get_mut(&key).expect("it is compared");
        let before = procedure.touched.each_ref().map(BTreeSet::len);
        for (known, touched) in procedure.touched.iter_mut().zip(touched) {
            known.extend(touched);
        }
        if procedure.touched.each_ref().map(BTreeSet::len) != before {
            self.work.extend(procedure.callers.iter().copied());
        }
        match to {
            To::End => {}
            To::Point(place) => self.arrive(key, place, relation),
            To::Return => self.come_back(key, relation),
        }
        Ok(())
    }

    /// A path leads to a point with this relation.
    fn arrive(&mut self, key: Key, place: SyncPoint, relation: Relation) {
        let limit = POINTS * self.images.map(|image| image.words().len()).iter().sum::<usize>();
        let procedure = self.procedures.get_mut(&key).expect("it is compared");
        if procedure.points.len() > limit {
            procedure.open.insert(place, OpenPoint { at: place, why: Why::Limit });
            return;
        }
        let joined = match procedure.points.get(&place) {
            Some(known) => known.join(&relation),
            None => relation,
        };
        if procedure.points.get(&place) != Some(&joined) {
            procedure.points.insert(place, joined);
            self.work.insert((key, place));
        }
    }

    /// A path leads to the return with this relation.
    fn come_back(&mut self, key: Key, relation: Relation) {
        let procedure = self.procedures.get_mut(&key).expect("it is compared");
        if procedure.is_assumed {
            return;
        }
        let joined = match &procedure.exit {
            Some(known) => known.join(&relation),
            None => relation,
        };
        if procedure.exit.as_ref() != Some(&joined) {
            procedure.exit = Some(joined);
            self.work.extend(procedure.callers.iter().copied());
        }
    }

    /// The relation where a path leads.
    pub(super) fn relation_behind(&mut self, mut states: [ProgramState; 2], to: &To) -> Relation {
        if let To::Return = to {
            // Words below the entry's `$30` are dead after the procedure.
            states.iter_mut().for_each(|state| state.slots.retain(|&slot, _| slot >= 0));
        }
        Relation::of(&mut self.decider.terms, &self.symbols, &states)
    }

    /// Follows both programs from a synchronisation point.
    pub(super) async fn look_at(&mut self, key: Key, place: SyncPoint) -> Result<Found, Ended> {
        self.unknown = 0;
        let (states, given) = self.states_at(key, place);
        self.decider.given = given;
        self.is_learning = self.learns.contains(&key);
        let at = if place == ENTRY { key.entries } else { place };
        let runs = [0, 1].map(|side| Run::from(states[side].clone(), at[side]));
        let point = Departure { key, place, at, origins: self.origins(key), states };
        let mut journey = Journey { runs, found: Found::default() };
        for _ in 0..REGIONS {
            if self.follow_both(&point, &mut journey).await?.is_break() {
                return Ok(journey.found);
            }
        }
        let at = journey.runs.map(|run| run.at);
        Ok(Found { open: Some(OpenPoint { at, why: Why::Limit }), ..journey.found })
    }

    /// Follows both runs to where they stop next. It continues where they disagree, but agree by the
    /// end of a block.
    async fn follow_both(
        &mut self,
        point: &Departure,
        journey: &mut Journey,
    ) -> Result<ControlFlow<()>, Ended> {
        let questions = self.decider.questions;
        let start = journey.runs.clone();
        let inlined = self.advance(&mut journey.runs, &point.origins).await?;
        self.decider.refuted = None;
        let effects = because::effects(&journey.runs);
        if let Some(open) = self.agree(&mut journey.runs).await? {
            let refuted = self.refuted(point.key, point.at, &point.states);
            // They may still agree by the end of a block that begins here.
            if let Some((next, block)) = region::behind(self, &start, &point.origins).await? {
                journey.pass(next, block);
                return Ok(ControlFlow::Continue(()));
            }
            let suspects = self.suspects(open.why, &journey.runs, effects);
            journey.found.parts.push(Part::of(&mut journey.runs, Close::Open, None, inlined));
            journey.end(open, refuted, suspects);
            return Ok(ControlFlow::Break(()));
        }
        self.unify(&mut journey.runs).await?;
        self.decider.refuted = None;
        let met = self.meet(&journey.runs).await?;
        let refuted = self.refuted(point.key, point.at, &point.states);
        let Journey { runs, found, .. } = journey;
        let asked = (self.decider.questions > questions).then(|| self.asked(&start, runs));
        let close = match met {
            Some(Met::Same) => Close::Met,
            Some(Met::Inverse) => Close::Inverse,
            None => Close::GoesOn,
        };
        let part = Part::of(runs, close, asked, inlined);
        found.take(runs);
        found.at = runs.each_ref().map(|run| run.at);
        runs.iter_mut().for_each(|run| run.usage = Usage::default());
        let stretch = Stretch { start, effects, refuted, part };
        match met {
            Some(met) => {
                self.end_where_met(point, journey, stretch, met).await?;
                Ok(ControlFlow::Break(()))
            }
            None => self.pass_block(point, journey, stretch).await,
        }
    }

    /// Continues behind a block by whose end two runs agree that have not met. The block begins where
    /// they stopped or where the stretch began. Without one the question is open.
    async fn pass_block(
        &mut self,
        point: &Departure,
        journey: &mut Journey,
        stretch: Stretch,
    ) -> Result<ControlFlow<()>, Ended> {
        let Stretch { start, effects, refuted, mut part } = stretch;
        let from_here = region::behind(self, &journey.runs, &point.origins).await?;
        if let Some((next, mut block)) = from_here {
            // The code before the blocks differs as well, and is compared with them.
            let asked = self.asked(&start, &next);
            part.asked = Some(asked.clone());
            block.asked = Some(asked);
            journey.found.parts.push(part);
            journey.pass(next, block);
            return Ok(ControlFlow::Continue(()));
        }
        if let Some((next, block)) = region::behind(self, &start, &point.origins).await? {
            journey.pass(next, block);
            return Ok(ControlFlow::Continue(()));
        }
        (part.close, part.asked) = (Close::Open, None);
        journey.found.parts.push(part);
        let open = disagreement(&journey.runs);
        let suspects = self.suspects(open.why, &journey.runs, effects);
        journey.end(open, refuted, suspects);
        Ok(ControlFlow::Break(()))
    }

    /// Adds the paths from where two runs have met.
    async fn end_where_met(
        &mut self,
        point: &Departure,
        journey: &mut Journey,
        stretch: Stretch,
        met: Met,
    ) -> Result<(), Ended> {
        let Stretch { effects, mut part, .. } = stretch;
        let Journey { runs, found } = journey;
        self.decider.refuted = None;
        found.open = self.leave(point, runs, met, found).await?;
        if let Some(open) = &found.open {
            found.suspects = self.suspects(open.why, runs, effects);
            found.refuted = self.refuted(point.key, point.at, &point.states);
            (part.close, part.asked) = (Close::Open, None);
        }
        found.parts.push(part);
        Ok(())
    }

    /// The paths from where two runs have met; otherwise the open question.
    async fn leave(
        &mut self,
        point: &Departure,
        runs: &mut [Run; 2],
        met: Met,
        found: &mut Found,
    ) -> Result<Option<OpenPoint>, Ended> {
        let at = runs.each_ref().map(|run| run.at);
        match (runs[0].end, runs[1].end) {
            (End::Branch { equal, ways: left }, End::Branch { ways: right, .. }) => {
                for (outcome, &to_left) in left.iter().enumerate() {
                    let is_equal = outcome == 0;
                    if self.decider.terms.as_bool(equal) == Some(!is_equal) {
                        continue;
                    }
                    let other = if met == Met::Inverse { 1 - outcome } else { outcome };
                    let mut states = runs.each_ref().map(|run| run.state.clone());
                    let conditions = [equal, self.condition_of(&runs[1], met)];
                    let given = self.assume(&mut states, conditions, is_equal);
                    let to = To::Point([to_left, right[other]]);
                    let touched = runs.each_ref().map(|run| run.touched.clone());
                    found.ways.push(Way { states, touched, given, to });
                }
                Ok(None)
            }
            (End::Call { target: left }, End::Call { target: right }) => {
                Ok(self.call(point, runs, [left, right], found).err())
            }
            (End::Return, End::Return) if !point.key.is_program => {
                let touched = runs.each_ref().map(|run| run.touched.clone());
                let states = runs.each_ref().map(|run| run.state.clone());
                let given = self.decider.given.clone();
                found.ways.push(Way { states, touched, given, to: To::Return });
                Ok(None)
            }
            (End::Fault, End::Fault) => {
                let touched = Default::default();
                let states = runs.each_ref().map(|run| run.state.clone());
                found.ways.push(Way { states, touched, given: Vec::new(), to: To::End });
                Ok(None)
            }
            // The program's own return, or its end.
            _ => {
                for side in 0..2 {
                    observed(self.images[side], &mut found.usage[side]);
                }
                Ok(match self.observes_the_same(runs).await? {
                    true => None,
                    false => Some(OpenPoint { at, why: Why::Results }),
                })
            }
        }
    }

    /// The condition of a branch, or its negation for the inverse one.
    fn condition_of(&mut self, run: &Run, met: Met) -> Term {
        match (run.end, met) {
            (End::Branch { equal, .. }, Met::Same) => equal,
            (End::Branch { equal, .. }, Met::Inverse) => self.decider.terms.not(equal),
            _ => self.decider.terms.bool(true),
        }
    }

    /// Simplifies words under conditions that hold or fail; returns the assumptions there.
    fn assume(
        &mut self,
        states: &mut [ProgramState; 2],
        conditions: [Term; 2],
        hold: bool,
    ) -> Vec<Term> {
        let mut given = self.decider.given.clone();
        let terms = &mut self.decider.terms;
        for condition in conditions {
            let condition = if hold { condition } else { terms.not(condition) };
            if terms.as_bool(condition).is_none() && !given.contains(&condition) {
                given.push(condition);
            }
        }
        let (facts, terms) = self.decider.facts_of(&given);
        let mut known: FxHashMap<Term, Term> = FxHashMap::default();
        for word in states.iter_mut().flat_map(ProgramState::terms_mut) {
            *word = *known.entry(*word).or_insert_with(|| facts.simplified(terms, *word).0);
        }
        given
    }
}
