//! The syntactic filters of RootCause (section 5.2): `callee`, `load`, `imm` and `callWind_k`.
//!
//! These are domain-specific heuristics that prune the search space. They consider an instruction, or where
//! on the witness it is executed, but no values. They may miss causes, so none is used unless the caller
//! asks for it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::rc::Rc;

use super::options::Filter;
use super::samples::Run;
use crate::engines::tree::{Fix, Site};
use crate::machine::mips::{Instruction, Op, Reg, decode};
use crate::machine::{Image, Slot};
use crate::symbolic::concolic::{Instance, Written};

/// The labels of both programs that pass a filter.
pub(super) struct Passing([BTreeSet<Instance>; 2]);

impl Passing {
    /// The instances that pass, among the words that both runs write on the witness.
    pub fn new(filter: Filter, images: [&Rc<Image>; 2], runs: [&Run; 2]) -> Passing {
        if let Filter::CallWind(calls) = filter {
            let windows = call_windows(runs, calls as usize);
            let within = |side: usize| {
                let written = &runs[side].written[windows[side].clone()];
                written.iter().map(|one| one.instance).collect()
            };
            return Passing([within(0), within(1)]);
        }
        Passing([0, 1].map(|side| match filter {
            Filter::Callee => callees(images[side], runs[side]),
            Filter::Load => of_op(images[side], runs[side], |it| it.op == Op::Lw),
            _ => of_op(images[side], runs[side], is_arithmetic),
        }))
    }

    /// Whether some execution of both labels passes.
    pub fn contains(&self, fix: Fix) -> bool {
        let Passing([from, to]) = self;
        let passes = |place: Site, all: &BTreeSet<Instance>| {
            let Site { at, slot, occurrence } = place;
            match occurrence {
                Some(occurrence) => all.contains(&Instance { at, occurrence, slot }),
                None => all.iter().any(|one| (one.at, one.slot) == (at, slot)),
            }
        };
        passes(fix.from, from) && passes(fix.to, to)
    }
}

fn instruction(image: &Image, one: &Written<()>) -> Option<Instruction> {
    decode(*image.words().get(one.instance.at.word_index())?)
}

fn of_op(image: &Image, run: &Run, is_meant: impl Fn(Instruction) -> bool) -> BTreeSet<Instance> {
    let meant = run.written.iter().filter(|one| instruction(image, one).is_some_and(&is_meant));
    meant.map(|one| one.instance).collect()
}

/// Whether an instruction assigns a constant or computes; a sum with `$0` is a copy.
fn is_arithmetic(Instruction { op, s, t, .. }: Instruction) -> bool {
    match op {
        Op::Add => s != Reg::ZERO && t != Reg::ZERO,
        Op::Sub => t != Reg::ZERO,
        Op::Lis | Op::Slt | Op::Sltu => true,
        Op::Mult | Op::Multu | Op::Div | Op::Divu => true,
        _ => false,
    }
}

/// The last instruction before a `jalr` that wrote the register with its target.
fn callees(image: &Image, run: &Run) -> BTreeSet<Instance> {
    let mut writers: BTreeMap<Reg, Instance> = BTreeMap::new();
    let mut callees = BTreeSet::new();
    for one in &run.written {
        let Some(reg) = one.reg else { continue };
        match one.instance.slot {
            Slot::Register => _ = writers.insert(reg, one.instance),
            Slot::FirstOperand if instruction(image, one).is_some_and(|it| it.op == Op::Jalr) => {
                callees.extend(writers.get(&reg));
            }
            _ => {}
        }
    }
    callees
}

/// A call of a run, by the positions of the words that are written.
struct Call {
    begin: usize,
    /// Where it returns.
    end: usize,
}

/// Whether a word is a return address: it is written as the call begins.
fn is_return(one: &Written<()>) -> bool {
    (one.instance.slot, one.reg) == (Slot::Register, Some(Reg::RETURN_ADDRESS))
        && one.word.value == one.instance.at.0.wrapping_add(4)
}

/// The calls of a run. A call that does not return lasts until the end. The program's end counts as its last
/// call, so a program without calls has one, too.
fn calls(run: &Run) -> Vec<Call> {
    let end = run.written.len();
    let begins = run.written.iter().enumerate().filter(|(_, one)| is_return(one));
    let calls = begins.zip(&run.calls);
    let calls = calls.map(|((begin, _), end_of)| Call { begin, end: end_of.unwrap_or(end) });
    calls.chain([Call { begin: 0, end }]).collect()
}

/// The results of a call: `$3`, and the words that it stores and prints, with their addresses. Two programs
/// have no return addresses in common, so these are left out.
fn returned(run: &Run, call: &Call) -> (Option<u32>, Vec<(Option<u32>, u32)>) {
    let is_result =
        |one: &&Written<()>| (one.instance.slot, one.reg) == (Slot::Register, Some(Reg::RESULT));
    let result = run.written[..call.end].iter().rfind(is_result);
    let returns: BTreeSet<u32> =
        run.written.iter().filter(|one| is_return(one)).map(|one| one.word.value).collect();
    let is_effect = |one: &&Written<()>| {
        matches!(one.instance.slot, Slot::Memory | Slot::Output)
            && !returns.contains(&one.word.value)
    };
    let effects = run.written[call.begin..call.end].iter().filter(is_effect);
    let effects = effects.map(|one| (one.to, one.word.value)).collect();
    (result.map(|one| one.word.value), effects)
}

/// For each run, the positions from the k-th call before the earliest mismatched call until that one returns.
fn call_windows(runs: [&Run; 2], before: usize) -> [Range<usize>; 2] {
    let all = runs.map(calls);
    let pairs = all[0].iter().zip(&all[1]);
    let mismatched =
        pairs.clone().position(|(one, other)| returned(runs[0], one) != returned(runs[1], other));
    let mismatched = mismatched.unwrap_or(pairs.count() - 1);
    [0, 1].map(|side| {
        let first = mismatched.saturating_sub(before);
        // From the return of the call before the first one of the window: the code before that call counts.
        let begin = first.checked_sub(1).map_or(0, |call| all[side][call].end);
        begin..all[side][mismatched].end.max(begin)
    })
}
