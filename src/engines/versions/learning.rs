//! Learns facts at the points of pairs of procedures that are open with relations alone
//! ([`conditions`](super::conditions)): they are collected at the first arrival and proved at all
//! others.

use super::conditions::Fact;
use super::equality::{Answered, Ended};
use super::pairs::{Analysis, ENTRY, Key, SyncPoint, To, Walk, Way};
use super::relation::ProgramState;
use crate::term::Term;

impl Walk<'_, '_> {
    /// Restarts pairs that are open with relations alone, to learn facts at their points; returns
    /// whether there are any.
    pub(super) fn learn_more(&mut self) -> bool {
        let mut has_begun = false;
        for (&key, procedure) in &mut self.procedures {
            if procedure.open.is_empty() || procedure.is_assumed || !self.learns.insert(key) {
                continue;
            }
            let callers = std::mem::take(&mut procedure.callers);
            *procedure = Analysis { callers, ..Analysis::new(procedure.entry.clone()) };
            self.work.insert((key, ENTRY));
            has_begun = true;
        }
        has_begun
    }

    /// Processes an arrival at a point: the first one proposes facts, later ones remove those that
    /// fail.
    pub(super) async fn meet_facts(
        &mut self,
        key: Key,
        place: SyncPoint,
        states: &[ProgramState; 2],
        given: Vec<Term>,
    ) -> Result<(), Ended> {
        let known = self.procedures.get_mut(&key).and_then(|it| it.facts.remove(&place));
        let facts = match known {
            None => {
                let terms = &mut self.decider.terms;
                self.spots.learn(terms, &self.symbols, states, &given)
            }
            Some(known) => {
                self.decider.given = given;
                let mut kept = Vec::new();
                for &fact in &known {
                    if self.shows(fact, states).await? {
                        kept.push(fact);
                    }
                }
                if kept.len() < known.len() {
                    self.work.insert((key, place));
                }
                kept
            }
        };
        self.procedures.get_mut(&key).expect("it is compared").facts.insert(place, facts);
        Ok(())
    }

    /// Whether a fact holds for two states, under the assumptions.
    async fn shows(&mut self, fact: Fact, states: &[ProgramState; 2]) -> Result<bool, Ended> {
        match self.spots.goal(&mut self.decider.terms, fact, states) {
            Some(goal) => Ok(matches!(self.decider.holds(goal).await?, Answered::Holds)),
            None => Ok(false),
        }
    }

    /// Whether a path, with its assumptions, preserves the facts of the point that it leads to.
    pub(super) async fn keeps_facts(&mut self, key: Key, way: &Way) -> Result<bool, Ended> {
        let To::Point(place) = way.to else { return Ok(true) };
        let facts = self.procedures[&key].facts.get(&place).cloned().unwrap_or_default();
        for fact in facts {
            if !self.shows(fact, &way.states).await? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The words of both programs at a synchronisation point, and the assumptions about them.
    pub(super) fn states_at(
        &mut self,
        key: Key,
        place: SyncPoint,
    ) -> ([ProgramState; 2], Vec<Term>) {
        let procedure = &self.procedures[&key];
        let said = if place == ENTRY { &procedure.entry } else { &procedure.points[&place] };
        let mut states = said.states(&mut self.decider.terms, &mut self.symbols);
        let facts = procedure.facts.get(&place).map(Vec::as_slice).unwrap_or_default();
        let terms = &mut self.decider.terms;
        let given = self.spots.assume(terms, &self.symbols, &mut states, facts);
        (states, given)
    }
}
