//! Where two runs on one input part.
//!
//! *They part at the first branch that goes another way, at the first value on
//! its way to the result that is another one, or at the first character that is
//! printed and another one, whichever comes first.* In full:
//!
//! - **Branches** (`beq` and `bne`) are compared in order, the first of one
//!   run with the first of the other. Two agree if both find their operands
//!   equal or both find them unequal, so a `beq` and a `bne` with the other
//!   layout behind it agree. Where the runs differ in the end, a branch that
//!   has no counterpart, because the other program is done without it, is one
//!   that they do not agree on. Printing a number is no matter of branches,
//!   as both take the same way through the routine that does.
//! - **Values** are compared from the results backwards, where both programs
//!   are done. Two values that differ are followed to the operands that
//!   differ, pair by pair, through moves and memory, until two instructions
//!   give different values from the same operands, or are different
//!   operations, or one of them uses what no instruction computed. That is
//!   where the difference comes from; values that are equal are not looked
//!   into, however they were computed. Where each run computes both values
//!   (between the same branches), the difference is not in them but in which
//!   one is used, and so at the instruction that uses it.
//! - **Characters** are compared in the order in which they are printed. A
//!   character has no counterpart where the other program has ended and
//!   printed all of its own.
//! - **A fault** in one run only ends the agreement where it happens.
//!
//! Nothing is said of what a run would do that is out of fuel.

use rustc_hash::FxHashSet;

use super::Alignment;
use super::flow::{DataFlow, Flow, Source};
use super::timeline::{Effect, Timeline};
use crate::engines::paths::outcome;
use crate::machine::Stop;
use crate::report::ReasonCode;

/// Pairs of values that are looked at on the way back from the results.
const PAIRS: usize = 1 << 20;

/// In what two runs stop agreeing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartingKind {
    /// A branch goes another way, or has no counterpart.
    Branch,
    /// A value on the way to the result is another one.
    Value,
    /// A character that is printed is another one, or has no counterpart.
    Output,
    /// One program faults and the other one does not.
    Fault,
}

/// The first point where two runs stop agreeing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parting {
    /// In what.
    pub kind: PartingKind,
    /// The index of the step of each run where it is; none for a run that
    /// has no such step.
    pub steps: [Option<usize>; 2],
    /// The position after it.
    pub position: usize,
}

/// How two runs go together, and where they part.
pub(super) fn find(runs: &[Timeline; 2]) -> (Alignment, Option<Parting>) {
    let flows = [DataFlow::of(&runs[0]), DataFlow::of(&runs[1])];
    let ends = [runs[0].len() as u32, runs[1].len() as u32];
    let branches = Branches::compare(&flows, runs);
    let mut anchors = branches.anchors(&flows);
    let alignment = Alignment::new(&anchors, ends);

    let value = value_parting(&flows, runs, &branches, &alignment);
    let other = branches.parting(&alignment).or_else(|| fault_parting(runs, &alignment));
    // Of those at the same place the first.
    let candidates = [other, value, output_parting(runs, &alignment)];
    let parting = candidates.into_iter().flatten().min_by_key(|parting| parting.position);
    match parting {
        Some(Parting { kind: PartingKind::Value, steps: [Some(left), Some(right)], .. })
            if flows[0].branches_before(left as u32) == flows[1].branches_before(right as u32) =>
        {
            // Both are shown at the same moment: whoever comes first waits.
            let anchor = [left as u32, right as u32];
            anchors.insert(anchors.partition_point(|anchor| anchor[0] < left as u32), anchor);
            let alignment = Alignment::new(&anchors, ends);
            let position = alignment.after(0, left as u32);
            (alignment, parting.map(|parting| Parting { position, ..parting }))
        }
        parting => (alignment, parting),
    }
}

/// How far the branches of two runs agree.
struct Branches {
    /// How many of them do.
    agreeing: usize,
    /// The steps of the first two that do not.
    parting: Option<[Option<u32>; 2]>,
}

impl Branches {
    fn compare(flows: &[DataFlow; 2], runs: &[Timeline; 2]) -> Branches {
        let [left, right] = flows.each_ref().map(|flow| flow.branches.as_slice());
        let agreeing = left.iter().zip(right).take_while(|(a, b)| a.1 == b.1).count();
        let next = [left, right].map(|branches| branches.get(agreeing).map(|&(step, _)| step));
        // Of runs that agree in the end, one may well test more than the other.
        let [left, right] = runs.each_ref().map(Timeline::outcome);
        let differ = outcome::difference(&left, &right).is_some();
        let is_done = |side: usize| differ && runs[side].outcome().stop == Stop::Done;
        let parting = match next {
            [Some(_), Some(_)] => Some(next),
            [Some(_), None] if is_done(1) => Some(next),
            [None, Some(_)] if is_done(0) => Some(next),
            _ => None,
        };
        Branches { agreeing, parting }
    }

    /// The pairs of steps that the runs take together.
    fn anchors(&self, flows: &[DataFlow; 2]) -> Vec<[u32; 2]> {
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
    /// The parting behind these steps: where the later one was taken.
    fn at(kind: PartingKind, steps: [Option<u32>; 2], alignment: &Alignment) -> Parting {
        let after = |side: usize| steps[side].map(|step| alignment.after(side, step));
        let position = after(0).max(after(1)).unwrap_or(0);
        Parting { kind, steps: steps.map(|step| step.map(|step| step as usize)), position }
    }
}

fn output_parting(runs: &[Timeline; 2], alignment: &Alignment) -> Option<Parting> {
    let has_ended = [0, 1].map(|side| runs[side].outcome().stop != Stop::OutOfFuel);
    if !runs[0].outcome().observes_output() {
        return None;
    }
    let printed = |run: &Timeline| -> Vec<(u32, u8)> {
        let steps = run.steps().iter().enumerate();
        let printed = steps.filter_map(|(index, step)| match step.effect {
            Effect::Output(byte) => Some((index as u32, byte)),
            _ => None,
        });
        printed.collect()
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

fn fault_parting(runs: &[Timeline; 2], alignment: &Alignment) -> Option<Parting> {
    let has_faulted = |run: &Timeline| matches!(run.outcome().stop, Stop::Fault(_));
    let steps = match [has_faulted(&runs[0]), has_faulted(&runs[1])] {
        [true, false] => [(runs[0].len() as u32).checked_sub(1), None],
        [false, true] => [None, (runs[1].len() as u32).checked_sub(1)],
        _ => return None,
    };
    Some(Parting::at(PartingKind::Fault, steps, alignment))
}

fn value_parting(
    flows: &[DataFlow; 2],
    runs: &[Timeline; 2],
    branches: &Branches,
    alignment: &Alignment,
) -> Option<Parting> {
    let [left, right] = [runs[0].outcome(), runs[1].outcome()];
    if outcome::difference(&left, &right) != Some(ReasonCode::ResultsDiffer) {
        return None;
    }
    let partings = origins(flows).into_iter().map(|steps| {
        // Behind branches that do not agree, steps have no counterparts.
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

/// The pairs of steps at which the difference of the results comes about.
fn origins(flows: &[DataFlow; 2]) -> Vec<[Option<u32>; 2]> {
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
        match cause(flows, pair) {
            Cause::Here(steps) => origins.push(steps.map(Some)),
            Cause::Operands(pairs) => left_to_see.extend(pairs.into_iter().flatten()),
        }
    }
    origins
}

/// Why two steps leave different values.
enum Cause {
    /// Because of what these steps do.
    Here([u32; 2]),
    /// Because the values differ that these steps have left before.
    Operands([Option<[u32; 2]>; 2]),
}

fn cause(flows: &[DataFlow; 2], pair: [u32; 2]) -> Cause {
    let steps = match computed_by(flows, pair) {
        Some(steps) if !is_choice(flows, steps) => steps,
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
            Some(pair) if may_be_followed(flows, pair) => *operand = Some(pair),
            _ => return Cause::Here(steps),
        }
    }
    match operands {
        [None, None] => Cause::Here(steps),
        operands => Cause::Operands(operands),
    }
}

/// Whether a difference comes from these steps or from before them, and not
/// from the instruction that uses what they leave.
fn may_be_followed(flows: &[DataFlow; 2], pair: [u32; 2]) -> bool {
    let is_move = |side: usize| matches!(flows[side].flows[pair[side] as usize], Flow::Move(_));
    is_move(0) || is_move(1) || !is_choice(flows, pair)
}

/// The steps that computed what these two leave; none where one of the values
/// has been there since the start.
fn computed_by(flows: &[DataFlow; 2], pair: [u32; 2]) -> Option<[u32; 2]> {
    Some([flows[0].origin(pair[0])?, flows[1].origin(pair[1])?])
}

/// Whether each run computes both values, between the same branches.
fn is_choice(flows: &[DataFlow; 2], steps: [u32; 2]) -> bool {
    let [left, right] = flows;
    let also = |flow: &DataFlow, other: &DataFlow, step: u32| {
        flow.value(step).is_some_and(|value| other.computes(flow.branches_before(step), value))
    };
    also(left, right, steps[0]) && also(right, left, steps[1])
}

type OperandPair = Option<(Source, Source)>;

/// The operands that differ, in pairs.
fn match_operands(
    left: [Option<Source>; 2],
    right: [Option<Source>; 2],
    may_swap: bool,
) -> [OperandPair; 2] {
    let pair = |a: Option<Source>, b: Option<Source>| {
        a.zip(b).filter(|(left, right)| left.value != right.value)
    };
    let straight = [pair(left[0], right[0]), pair(left[1], right[1])];
    let crossed = [pair(left[0], right[1]), pair(left[1], right[0])];
    let differing = |pairs: &[OperandPair; 2]| pairs.iter().flatten().count();
    if may_swap && differing(&crossed) < differing(&straight) { crossed } else { straight }
}
