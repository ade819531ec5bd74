//! Decides whether two runs agree: their effects, their possible faults, and where they stop.

use std::collections::{BTreeMap, BTreeSet};

use super::spot::Held;

use super::equality::{Answered, Ended};
use super::pairs::{OpenPoint, Walk};
use super::relation::split;
use super::run::{Check, Effect, End, Placed, Run, Usage};
use crate::evidence::Why;
use crate::machine::Image;
use crate::machine::mips::Reg;
use crate::machine::setup::Observable;
use crate::symbolic::output::Written;
use crate::term::{Node, Term};

/// How two runs have met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Met {
    /// At corresponding instructions, at branches with the same condition.
    Same,
    /// At branches on inverse conditions.
    Inverse,
}

impl Walk<'_, '_> {
    /// Whether the effects of two runs are the same; otherwise the difference. The compared effects
    /// are removed from the runs.
    pub(super) async fn agree(&mut self, runs: &mut [Run; 2]) -> Result<Option<OpenPoint>, Ended> {
        let at = runs.each_ref().map(|run| run.at);
        let effects = runs.each_mut().map(|run| std::mem::take(&mut run.effects));
        let checks = runs.each_mut().map(|run| std::mem::take(&mut run.checks));
        let observes_output = self.images[0].setup().observation.output;
        let prints = effects.iter().flatten().any(|effect| matches!(effect, Effect::Output(_)));
        // Only the output before a fault is observed.
        if runs.iter().all(|run| run.end == End::Fault) && !(prints && observes_output) {
            return Ok(None);
        }
        for run in runs.iter() {
            if let End::Unknown(why) = run.end {
                return Ok(Some(OpenPoint { at, why: Why::Untracked(why) }));
            }
        }
        let [left, right] = &effects;
        if left.len() != right.len() {
            return Ok(Some(OpenPoint { at, why: Why::Effects }));
        }
        for (&left, &right) in left.iter().zip(right) {
            if !self.same_effect(left, right).await? {
                return Ok(Some(OpenPoint { at, why: Why::Effects }));
            }
        }
        for side in 0..2 {
            for &check in &checks[side] {
                if !self.is_checked(check, &checks[1 - side]).await? {
                    let is_same = self.fault_alike(&checks).await?;
                    return Ok((!is_same).then_some(OpenPoint { at, why: Why::Faults }));
                }
            }
        }
        Ok(None)
    }

    async fn same_effect(&mut self, left: Effect, right: Effect) -> Result<bool, Ended> {
        let pairs = match (left, right) {
            (Effect::Read, Effect::Read) => return Ok(true),
            (Effect::Store(a, v), Effect::Store(b, w)) => vec![(a, b), (v, w)],
            (Effect::Output(Written::Number(a)), Effect::Output(Written::Number(b))) => {
                vec![(a, b)]
            }
            (Effect::Output(Written::Byte(a)), Effect::Output(Written::Byte(b))) => {
                let mask = self.decider.terms.word(0xff);
                let [a, b] = [a, b].map(|word| self.decider.terms.bit_and(word, mask));
                vec![(a, b)]
            }
            _ => return Ok(false),
        };
        for (a, b) in pairs {
            if !matches!(self.decider.equal(a, b).await?, Answered::Holds) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the other program has the same check, or the check cannot fail.
    async fn is_checked(&mut self, placed: Placed, others: &[Placed]) -> Result<bool, Ended> {
        let Placed { check, .. } = placed;
        let is_alike = |other: &&Placed| {
            let is_of_kind = std::mem::discriminant(&other.check) == std::mem::discriminant(&check);
            is_of_kind && self.is_behind_as_much(placed, **other)
        };
        let alike: Vec<Check> = others.iter().filter(is_alike).map(|it| it.check).collect();
        for other in alike {
            if let Answered::Holds = self.decider.equal(check.word(), other.word()).await? {
                return Ok(true);
            }
        }
        if let Check::Divisor(divisor) = check {
            let zero = self.decider.terms.word(0);
            let fails = self.decider.terms.eq(divisor, zero);
            let holds = self.decider.terms.not(fails);
            return Ok(matches!(self.decider.holds(holds).await?, Answered::Holds));
        }
        Ok(false)
    }

    /// Whether the same amount was printed before two checks, if the output is observed: a fault
    /// ends the output.
    fn is_behind_as_much(&self, one: Placed, other: Placed) -> bool {
        one.printed == other.printed || !self.images[0].setup().observation.output
    }

    /// Whether both fault on the same words, judged by all their divisors together, if both have
    /// the same loads that may fault.
    async fn fault_alike(&mut self, checks: &[Vec<Placed>; 2]) -> Result<bool, Ended> {
        let mut all = checks.iter().flatten();
        // Which of the divisors is the first zero is unknown.
        if let Some(first) = all.next()
            && !all.all(|other| self.is_behind_as_much(*first, *other))
        {
            return Ok(false);
        }
        let mut has_loads = false;
        for side in 0..2 {
            for &placed in &checks[side] {
                if let Check::Load(_) = placed.check {
                    has_loads = true;
                    if !self.is_checked(placed, &checks[1 - side]).await? {
                        self.decider.refuted = None;
                        return Ok(false);
                    }
                }
            }
        }
        self.decider.refuted = None;
        let terms = &mut self.decider.terms;
        let zero = terms.word(0);
        let faults = checks.each_ref().map(|checks| {
            let divisors =
                checks.iter().map(|it| it.check).filter(|it| matches!(it, Check::Divisor(_)));
            let mut fails = terms.bool(false);
            for check in divisors {
                let is_zero = terms.eq(check.word(), zero);
                fails = terms.or(fails, is_zero);
            }
            fails
        });
        let answered = self.decider.same(faults[0], faults[1]).await?;
        // With the same words, an earlier load may end both.
        if has_loads {
            self.decider.refuted = None;
        }
        Ok(matches!(answered, Answered::Holds))
    }

    /// Replaces words of the right program by equal words of the left one.
    pub(super) async fn unify(&mut self, runs: &mut [Run; 2]) -> Result<(), Ended> {
        self.unify_memories(runs).await?;
        let terms = &mut self.decider.terms;
        let mut known = [BTreeSet::new(), BTreeSet::new()];
        let mut words: [Vec<(Held, Term)>; 2] = Default::default();
        for side in 0..2 {
            for (held, term) in runs[side].state.all_held() {
                let (base, _) = split(terms, term);
                known[side].insert(base);
                words[side].push((held, term));
            }
        }
        for side in 0..2 {
            let other = &known[1 - side];
            words[side].retain(|&(_, term)| {
                let (base, _) = split(terms, term);
                let is_word = matches!(terms.node(base), Node::Symbol(_) | Node::Word(_));
                !is_word && !other.contains(&base)
            });
        }
        if words.iter().any(Vec::is_empty) {
            return Ok(());
        }
        let all: Vec<Term> = words.iter().flatten().map(|&(_, term)| term).collect();
        let prints = self.decider.fingerprints(&all);
        let (left, right) = prints.split_at(words[0].len());
        let mut settled: BTreeMap<Term, Term> = BTreeMap::new();
        for (number, &(held, term)) in words[1].iter().enumerate() {
            if let Some(&equal) = settled.get(&term) {
                runs[1].state.put(held, equal);
                continue;
            }
            let alike = words[0].iter().zip(left).filter(|(_, print)| **print == right[number]);
            let mut alike: Vec<(Held, Term)> = alike.map(|(&word, _)| word).collect();
            // Most words stay in the same place.
            alike.sort_by_key(|&(at, _)| at != held);
            alike.dedup_by_key(|&mut (_, term)| term);
            for (_, candidate) in alike.into_iter().take(2) {
                if let Answered::Holds = self.decider.equal(candidate, term).await? {
                    runs[1].state.put(held, candidate);
                    settled.insert(term, candidate);
                    break;
                }
            }
        }
        Ok(())
    }

    async fn unify_memories(&mut self, runs: &mut [Run; 2]) -> Result<(), Ended> {
        let [left, right] = runs.each_ref().map(|run| &run.state.memory);
        if left == right || left.base != right.base {
            return Ok(());
        }
        let [left, right] = [left.clone(), right.clone()];
        let terms = &mut self.decider.terms;
        let address = terms.symbol("address");
        let [a, b] = [left.load(terms, address), right.load(terms, address)];
        if let Answered::Holds = self.decider.equal(a, b).await? {
            runs[1].state.memory = left;
        }
        Ok(())
    }

    /// Whether two runs stop at a place from which both can continue together.
    pub(super) async fn meet(&mut self, runs: &[Run; 2]) -> Result<Option<Met>, Ended> {
        Ok(match (runs[0].end, runs[1].end) {
            (End::Branch { equal: a, .. }, End::Branch { equal: b, .. }) => {
                if let Answered::Holds = self.decider.same(a, b).await? {
                    return Ok(Some(Met::Same));
                }
                let inverse = self.decider.terms.not(b);
                match self.decider.same(a, inverse).await? {
                    Answered::Holds => Some(Met::Inverse),
                    _ => None,
                }
            }
            (End::Call { .. }, End::Call { .. })
            | (End::Return, End::Return)
            | (End::Done, End::Done)
            | (End::Fault, End::Fault) => Some(Met::Same),
            _ => None,
        })
    }

    /// Whether the contract's observations are equal where both programs stop.
    pub(super) async fn observes_the_same(&mut self, runs: &[Run; 2]) -> Result<bool, Ended> {
        let observation = &self.images[0].setup().observation;
        if *observation != self.images[1].setup().observation {
            return Ok(false);
        }
        let start = self.start();
        let mut pairs = Vec::new();
        let states = runs.each_ref().map(|run| &run.state);
        let words = |index: usize| (states[0].words[index], states[1].words[index]);
        if observation.result {
            pairs.push(words(Reg::RESULT.index()));
        }
        for observable in &observation.others {
            match *observable {
                Observable::Register(reg) => pairs.push(words(reg.index())),
                // The initial value is the same for both.
                Observable::Kept(reg) => {
                    let [left, right] = [0, 1].map(|side| start.words[side][reg.index()]);
                    if left != right {
                        return Ok(false);
                    }
                    pairs.push(words(reg.index()));
                }
                Observable::Word(_) | Observable::Element(_) | Observable::Array => {
                    let is_outside = |image: &&Image| match *observable {
                        Observable::Word(at) => at.0 >= image.text_end(),
                        _ => true,
                    };
                    if states[0].memory != states[1].memory || !self.images.iter().all(is_outside) {
                        return Ok(false);
                    }
                }
            }
        }
        for (a, b) in pairs {
            if !matches!(self.decider.equal(a, b).await?, Answered::Holds) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The indices of the registers that are observed where a program stops.
pub(super) fn observed_registers(image: &Image) -> Vec<usize> {
    let observation = &image.setup().observation;
    let result = observation.result.then_some(Reg::RESULT.index());
    let others = observation.others.iter().filter_map(|observable| match *observable {
        Observable::Register(reg) | Observable::Kept(reg) => Some(reg.index()),
        Observable::Word(_) | Observable::Element(_) | Observable::Array => None,
    });
    result.into_iter().chain(others).collect()
}

/// How two runs that have not met differ.
pub(super) fn disagreement(runs: &[Run; 2]) -> OpenPoint {
    let are_branches = runs.iter().all(|run| matches!(run.end, End::Branch { .. }));
    let why = if are_branches { Why::Branches } else { Why::Flow };
    OpenPoint { at: runs.each_ref().map(|run| run.at), why }
}

/// Assumes that observed memory does not contain stack words.
pub(super) fn observed(image: &Image, usage: &mut Usage) {
    for observable in &image.setup().observation.others {
        let words = match (*observable, image.setup().array) {
            (Observable::Word(at), _) => [at.0; 2],
            (Observable::Element(index), Some(array)) => [array.element(index).0; 2],
            (Observable::Array, Some(array)) => {
                [array.address.0, array.element(array.capacity.saturating_sub(1)).0]
            }
            _ => continue,
        };
        Usage::include(&mut usage.fixed, words);
    }
}
