//! Finds the point at which two runs on one input diverge.
//!
//! *They diverge at the first branch with another outcome, at the first different value from which
//! the result is computed, or at the first different printed character, whichever comes first.* In
//! detail:
//!
//! - **Branches** are compared in order, the first of one run with the first of the other. Two
//!   branches agree if they find the same about their operands, whichever successor they then take:
//!   a branch on equality and one on inequality with swapped successors agree. The machine defines
//!   when two findings are the same ([`Run::agreeing`]). If the runs differ in the end, a branch
//!   without a counterpart, because the other program ends before one, counts as a disagreement.
//!   Branches of the routine that prints a number do not count.
//! - **Values** are compared from the results backwards, if both programs are done. Different
//!   values are traced to their different operands, pair by pair, through moves and memory, until
//!   two instructions compute different values from the same operands, or are different operations,
//!   or one of them uses an initial value. That is the origin of the difference. Equal values are
//!   not traced, however they were computed. If each run computes both values (between the same
//!   branches), the difference is which one is used, so the origin is the instruction that uses it.
//! - **Characters** are compared in the order in which they are printed. A character has no
//!   counterpart if the other program has ended and printed fewer.
//! - **A fault** in only one run is a divergence at the faulting step.
//!
//! For a run that is out of fuel, nothing is assumed about further steps.

use rustc_hash::FxHashSet;

use super::Alignment;
use super::flow::{DataFlow, Flow, Operation, Source};
use super::run::{Difference, Ending, Run};

/// The maximal number of pairs of values that are traced back from the results.
const PAIRS: usize = 1 << 20;

/// How two runs diverge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartingKind {
    /// A branch has another outcome, or no counterpart.
    Branch,
    /// A value from which the result is computed differs.
    Value,
    /// A printed character differs, or has no counterpart.
    Output,
    /// One program faults and the other one does not.
    Fault,
}

/// The first point where two runs diverge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parting {
    /// How they diverge.
    pub kind: PartingKind,
    /// For each run, the index of its step at this point. `None` if it has no such step.
    pub steps: [Option<usize>; 2],
    /// The position after the step.
    pub position: usize,
}

/// The data flow of a run.
type FlowOf<R> = DataFlow<<R as Run>::Word, <R as Run>::Operation, <R as Run>::Decision>;

/// The alignment of two runs, and the point where they diverge.
pub(super) fn find<R: Run>(runs: &[R; 2]) -> (Alignment, Option<Parting>) {
    let flows = runs.each_ref().map(Run::data_flow);
    let ends = runs.each_ref().map(|run| run.step_count() as u32);
    let branches = Branches::compare(&flows, runs);
    let mut anchors = branches.anchors(&flows);
    let alignment = Alignment::new(&anchors, ends);

    let value = value_parting(&flows, runs, &branches, &alignment);
    let other = branches.parting(&alignment).or_else(|| fault_parting(runs, &alignment));
    // The first candidate wins among those at the same position.
    let candidates = [other, value, output_parting(runs, &alignment)];
    let parting = candidates.into_iter().flatten().min_by_key(|parting| parting.position);
    match parting {
        Some(Parting { kind: PartingKind::Value, steps: [Some(left), Some(right)], .. })
            if flows[0].branches_before(left as u32) == flows[1].branches_before(right as u32) =>
        {
            // Both steps get the same position: the run that arrives first waits.
            let anchor = [left as u32, right as u32];
            anchors.insert(anchors.partition_point(|anchor| anchor[0] < left as u32), anchor);
            let alignment = Alignment::new(&anchors, ends);
            let position = alignment.after(0, left as u32);
            (alignment, parting.map(|parting| Parting { position, ..parting }))
        }
        parting => (alignment, parting),
    }
}

/// The agreement of two runs on their branches.
struct Branches {
    /// The number of branches that agree.
    agreeing: usize,
    /// The steps of the first pair that does not agree.
    parting: Option<[Option<u32>; 2]>,
}

impl Branches {
    fn compare<R: Run>(flows: &[FlowOf<R>; 2], runs: &[R; 2]) -> Branches {
        let [left, right] = flows.each_ref().map(|flow| flow.branches.as_slice());
        let agreeing = R::agreeing(left, right);
        let next = [left, right].map(|branches| branches.get(agreeing).map(|&(step, _)| step));
        // Runs that agree in the end may have different numbers of branches.
        let differ = R::difference(&runs[0], &runs[1]).is_some();
        let is_done = |side: usize| differ && runs[side].ending() == Ending::Done;
        let parting = match next {
            [Some(_), Some(_)] => Some(next),
            [Some(_), None] if is_done(1) => Some(next),
            [None, Some(_)] if is_done(0) => Some(next),
            _ => None,
        };
        Branches { agreeing, parting }
    }

    /// The pairs of steps that get the same position.
    fn anchors<W, O, D>(&self, flows: &[DataFlow<W, O, D>; 2]) -> Vec<[u32; 2]> {
        let [left, right] = flows.each_ref().map(|flow| &flow.branches);
        let agreeing = left.iter().zip(right).take(self.agreeing);
        let mut anchors: Vec<_> = agreeing.map(|(a, b)| [a.0, b.0]).collect();
        if let Some([Some(left), Some(right)]) = self.parting {
            anchors.push([left, right]);
        }
        anchors
    }

    fn parting(&self, alignment: &Alignment) -> Option<Parting> {
        let steps = self.parting?;
        Some(Parting::at(PartingKind::Branch, steps, alignment))
    }
}

impl Parting {
    /// The parting at these steps; its position is that of the later one.
    fn at(kind: PartingKind, steps: [Option<u32>; 2], alignment: &Alignment) -> Parting {
        let after = |side: usize| steps[side].map(|step| alignment.after(side, step));
        let position = after(0).max(after(1)).unwrap_or(0);
        Parting { kind, steps: steps.map(|step| step.map(|step| step as usize)), position }
    }
}

fn output_parting<R: Run>(runs: &[R; 2], alignment: &Alignment) -> Option<Parting> {
    let has_ended = [0, 1].map(|side| runs[side].ending() != Ending::OutOfFuel);
    if !runs[0].observes_output() {
        return None;
    }
    let printed = |run: &R| -> Vec<(u32, u8)> {
        let steps = 0..run.step_count();
        steps.filter_map(|step| Some((step as u32, run.printed(step)?))).collect()
    };
    let [left, right] = [printed(&runs[0]), printed(&runs[1])];
    let same = left.iter().zip(&right).take_while(|(left, right)| left.1 == right.1).count();
    let steps = [left, right].map(|printed| printed.get(same).map(|&(step, _)| step));
    let parts = match steps {
        [Some(_), Some(_)] => true,
        [Some(_), None] => has_ended[1],
        [None, Some(_)] => has_ended[0],
        [None, None] => false,
    };
    parts.then(|| Parting::at(PartingKind::Output, steps, alignment))
}

fn fault_parting<R: Run>(runs: &[R; 2], alignment: &Alignment) -> Option<Parting> {
    let has_faulted = |run: &R| run.ending() == Ending::Fault;
    let last = |run: &R| (run.step_count() as u32).checked_sub(1);
    let steps = match [has_faulted(&runs[0]), has_faulted(&runs[1])] {
        [true, false] => [last(&runs[0]), None],
        [false, true] => [None, last(&runs[1])],
        _ => return None,
    };
    Some(Parting::at(PartingKind::Fault, steps, alignment))
}

fn value_parting<R: Run>(
    flows: &[FlowOf<R>; 2],
    runs: &[R; 2],
    branches: &Branches,
    alignment: &Alignment,
) -> Option<Parting> {
    if R::difference(&runs[0], &runs[1]) != Some(Difference::Results) {
        return None;
    }
    let partings = origins::<R>(flows).into_iter().map(|steps| {
        // After branches that do not agree, steps have no counterparts.
        let is_aligned = |side: usize| {
            let step = steps[side];
            step.is_none_or(|step| flows[side].branches_before(step) as usize <= branches.agreeing)
        };
        let mut parting = Parting::at(PartingKind::Value, steps, alignment);
        if !(is_aligned(0) && is_aligned(1)) {
            parting.position = parting.position.max(alignment.len());
        }
        parting
    });
    partings.min_by_key(|parting| (parting.position, parting.steps))
}

/// The pairs of steps at which the difference of the results originates.
fn origins<R: Run>(flows: &[FlowOf<R>; 2]) -> Vec<[Option<u32>; 2]> {
    let (left, right) = (flows[0].result, flows[1].result);
    let (Some(a), Some(b)) = (left.from, right.from) else {
        return vec![[left.from, right.from]];
    };
    let mut origins = Vec::new();
    let mut seen = FxHashSet::default();
    let mut left_to_see = vec![[a, b]];
    while let Some(pair) = left_to_see.pop() {
        if !seen.insert(pair) || seen.len() > PAIRS {
            continue;
        }
        match cause::<R>(flows, pair) {
            Cause::Here(steps) => origins.push(steps.map(Some)),
            Cause::Operands(pairs) => left_to_see.extend(pairs.into_iter().flatten()),
        }
    }
    origins
}

/// Why two steps produce different values.
enum Cause {
    /// Because of these steps themselves.
    Here([u32; 2]),
    /// Because their operands differ, which these steps computed.
    Operands([Option<[u32; 2]>; 2]),
}

fn cause<R: Run>(flows: &[FlowOf<R>; 2], pair: [u32; 2]) -> Cause {
    let steps = match computed_by::<R>(flows, pair) {
        Some(steps) if !is_choice::<R>(flows, steps) => steps,
        _ => return Cause::Here(pair),
    };
    let flow = |side: usize| flows[side].flows[steps[side] as usize];
    let (
        Flow::Compute { op: left_op, operands: left, .. },
        Flow::Compute { op: right_op, operands: right, .. },
    ) = (flow(0), flow(1))
    else {
        return Cause::Here(steps);
    };
    if left_op != right_op {
        return Cause::Here(steps);
    }
    let differing = match_operands(left, right, left_op.is_commutative());
    let mut operands = [None; 2];
    for (operand, (left, right)) in operands.iter_mut().zip(differing.into_iter().flatten()) {
        let pair = left.from.zip(right.from).map(|(left, right)| [left, right]);
        match pair {
            Some(pair) if may_be_followed::<R>(flows, pair) => *operand = Some(pair),
            _ => return Cause::Here(steps),
        }
    }
    match operands {
        [None, None] => Cause::Here(steps),
        operands => Cause::Operands(operands),
    }
}

/// Whether a difference originates at or before these steps, rather than at the instruction that
/// uses their values.
fn may_be_followed<R: Run>(flows: &[FlowOf<R>; 2], pair: [u32; 2]) -> bool {
    let is_move = |side: usize| matches!(flows[side].flows[pair[side] as usize], Flow::Move(_));
    is_move(0) || is_move(1) || !is_choice::<R>(flows, pair)
}

/// The steps that computed the values that these two copy. `None` if one of the values is an
/// initial value.
fn computed_by<R: Run>(flows: &[FlowOf<R>; 2], pair: [u32; 2]) -> Option<[u32; 2]> {
    Some([flows[0].origin(pair[0])?, flows[1].origin(pair[1])?])
}

/// Whether each run computes both values, between the same branches.
fn is_choice<R: Run>(flows: &[FlowOf<R>; 2], steps: [u32; 2]) -> bool {
    let [left, right] = flows;
    let also = |flow: &FlowOf<R>, other: &FlowOf<R>, step: u32| {
        flow.value(step).is_some_and(|value| other.computes(flow.branches_before(step), value))
    };
    also(left, right, steps[0]) && also(right, left, steps[1])
}

type OperandPair<W> = Option<(Source<W>, Source<W>)>;

/// The operands that differ, in pairs.
fn match_operands<W: Copy + PartialEq>(
    left: [Option<Source<W>>; 2],
    right: [Option<Source<W>>; 2],
    may_swap: bool,
) -> [OperandPair<W>; 2] {
    let pair = |a: Option<Source<W>>, b: Option<Source<W>>| {
        a.zip(b).filter(|(left, right)| left.value != right.value)
    };
    let straight = [pair(left[0], right[0]), pair(left[1], right[1])];
    let crossed = [pair(left[0], right[1]), pair(left[1], right[0])];
    let differing = |pairs: &[OperandPair<W>; 2]| pairs.iter().flatten().count();
    if may_swap && differing(&crossed) < differing(&straight) { crossed } else { straight }
}
