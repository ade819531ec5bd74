//! The check of a pair of procedures after the fixpoint: both are walked over once more, and every
//! obligation is decided with the final relations.

use std::collections::BTreeSet;

use super::carried::{self, Visit};
use super::changes::Changes;
use super::equality::{Answered, Ended};
use super::pairs::{Compared, ENTRY, Found, Key, OpenPoint, SyncPoint, To, Walk, Way};
use super::refuted::Refuted;
use super::relation::ProgramState;
use super::source::Suspects;
use super::walk::POINTS_PER_LOOK;
use crate::evidence::Why;
use crate::machine::mips::Reg;

/// The index of `$3`.
const RESULT: usize = Reg::RESULT.index();

/// Where both return with different `$3`, with words for which they do.
type DiffersByResult = Option<(OpenPoint, Option<Refuted>)>;

/// The second walk over a pair of procedures.
struct Verification {
    result: Compared,
    /// Points that were reached and not visited yet.
    open: Vec<SyncPoint>,
    seen: BTreeSet<SyncPoint>,
    visits: Vec<Visit>,
    /// The words on which the open question depends, and its point.
    suspects: Option<(SyncPoint, Suspects)>,
}

impl Verification {
    fn new(key: Key) -> Self {
        let result = Compared {
            key,
            open: None,
            because: None,
            refuted: None,
            differs_by_result: None,
            changes: Changes::default(),
            usage: Default::default(),
            calls: Vec::new(),
        };
        Verification {
            result,
            open: vec![ENTRY],
            seen: BTreeSet::from([ENTRY]),
            visits: Vec::new(),
            suspects: None,
        }
    }

    /// Takes what was found from a point, where the words are `start`; returns the paths to follow.
    fn take(&mut self, place: SyncPoint, start: [ProgramState; 2], found: Found) -> Vec<Way> {
        let next = found.ways.iter().filter_map(|way| match way.to {
            To::Point(to) => Some((to, way.states.clone())),
            To::Return | To::End => None,
        });
        let next = next.collect();
        self.visits.push(Visit { place, start, parts: found.parts, call: found.call, next });
        let result = &mut self.result;
        if let Some(why) = found.open {
            // The first one in the text.
            if result.open.as_ref().is_none_or(|known| why.at < known.at) {
                let is_final = !matches!(why.why, Why::Flow);
                result.open = Some(why);
                result.refuted = found.refuted.filter(|_| is_final);
                self.suspects = found.suspects.map(|suspects| (place, suspects));
            }
            return Vec::new();
        }
        for side in 0..2 {
            result.usage[side].extend(&found.usage[side]);
        }
        result.calls.extend(found.call);
        found.ways
    }
}

impl Walk<'_, '_> {
    /// The result for a pair of procedures with the final relations.
    pub(super) async fn compared(&mut self, key: Key) -> Result<Compared, Ended> {
        let mut verification = Verification::new(key);
        let mut looked = 0;
        while let Some(place) = verification.open.pop() {
            looked += 1;
            if looked % POINTS_PER_LOOK == 0 {
                self.decider.look().await?;
            }
            let found = self.look_at(key, place).await?;
            let at = found.at;
            let start = self.states_at(key, place).0;
            for way in verification.take(place, start, found) {
                if let To::Return = way.to
                    && verification.result.differs_by_result.is_none()
                {
                    let differs = self.differs_by_result(key, place, &way, at).await?;
                    verification.result.differs_by_result = differs;
                }
                self.verify(key, place, &way, &mut verification).await?;
            }
        }
        Ok(self.verified(key, verification))
    }

    /// Where a path returns with different `$3`, and words for which it does.
    async fn differs_by_result(
        &mut self,
        key: Key,
        place: SyncPoint,
        way: &Way,
        at: SyncPoint,
    ) -> Result<DiffersByResult, Ended> {
        self.decider.given.clone_from(&way.given);
        let [left, right] = way.states.each_ref().map(|state| state.words[RESULT]);
        self.decider.refuted = None;
        if matches!(self.decider.equal(left, right).await?, Answered::Holds) {
            return Ok(None);
        }
        let (states, _) = self.states_at(key, place);
        let from = if place == ENTRY { key.entries } else { place };
        let refuted = self.refuted(key, from, &states);
        Ok(Some((OpenPoint { at, why: Why::Results }, refuted)))
    }

    /// Checks that a path preserves the relation where it leads.
    async fn verify(
        &mut self,
        key: Key,
        place: SyncPoint,
        way: &Way,
        verification: &mut Verification,
    ) -> Result<(), Ended> {
        self.decider.given.clone_from(&way.given);
        let relation = self.relation_behind(way.states.clone(), &way.to);
        let procedure = &self.procedures[&key];
        let said = match way.to {
            To::End => return Ok(()),
            To::Point(to) => procedure.points.get(&to),
            To::Return => procedure.exit.as_ref(),
        };
        let is_kept = said.is_some_and(|said| said.join(&relation) == *said)
            && (0..2).all(|side| way.touched[side].is_subset(&procedure.touched[side]));
        let is_assumed = procedure.is_assumed;
        let is_kept = is_kept && self.keeps_facts(key, way).await?;
        if !is_kept && !is_assumed {
            let at = if place == ENTRY { key.entries } else { place };
            verification.result.open = Some(OpenPoint { at, why: Why::NotKept });
            verification.suspects = None;
        }
        if let To::Point(to) = way.to
            && verification.seen.insert(to)
        {
            verification.open.push(to);
        }
        Ok(())
    }

    /// The result, with the origin of the open question and the changes.
    fn verified(&mut self, key: Key, verification: Verification) -> Compared {
        let Verification { mut result, visits, suspects, .. } = verification;
        if let Some((place, suspects)) = suspects {
            result.because = self.because(key, &visits, place, &suspects);
        }
        let origins = self.origins(key);
        let all = carried::aligned(&visits, |part, related| {
            part.aligned(self.images, related, |words| self.belong(&origins, words))
        });
        for (visit, aligned) in visits.iter().zip(all) {
            for (part, aligned) in visit.parts.iter().zip(aligned) {
                result.changes.take(part, aligned);
            }
        }
        // The assumption about it was not proved, whatever is known by now.
        if result.open.is_none() && self.procedures[&key].is_assumed {
            let known = self.procedures[&key].open.values().next().cloned();
            result.open = known.or(Some(OpenPoint { at: key.entries, why: Why::NotKept }));
        }
        result
    }
}
