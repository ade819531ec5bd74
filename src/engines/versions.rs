//! Compares two versions of a program instruction by instruction.
//!
//! [`compare`] does not explore paths. It walks over both texts side by side, from one pair of
//! synchronisation points to the next, and records which words are equal there. So it takes time
//! proportional to the texts, whatever they compute, and its results hold for any number of steps:
//!
//! - Procedures are compared in pairs, each under the relation that holds at its calls (`walk`,
//!   `relation`).
//! - Between two points both are executed symbolically (`run`). This handles renamed registers,
//!   other frame layouts, constants built in other ways, and arithmetic. The remaining goals go to
//!   a solver (`equality`), and branches that do not correspond are compared as blocks (`region`).
//! - Assumptions about the stack are checked at the end (`stack`).
//!
//! A user may add patterns of two snippets (`custom`), which are proved before they are used.
//!
//! It never concludes that programs differ: a difference is an input, which the other engines
//! search for. It reports where and why equality could not be shown.
//!
//! Source: Malík and Vojnar, Automatically Checking Semantic Equivalence between Versions of
//! Large-Scale C Projects (DiffKemp, ICST 2021), and its extension by an SMT solver: Sections 2.2,
//! 2.3 and 4. Patterns are not rules here, but names for what was found ([`Pattern`]).

mod because;
mod blame;
mod blocks;
mod calls;
mod carried;
mod changes;
mod conditions;
pub mod custom;
mod equality;
mod learning;
mod meeting;
mod model;
mod pairs;
mod part;
mod refuted;
mod region;
mod relation;
mod run;
mod said;
mod snippet;
mod source;
mod spot;
mod stack;
mod verify;
mod walk;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

pub use crate::evidence::{Apart, Match, Pattern, Together, Untracked, Why};
use changes::Status;
pub use conditions::name;
use custom::Custom;
use equality::Decider;
use pairs::Walk;
use part::Asked;
pub use refuted::{Refuted, suspects};
pub use said::{Said, Sum};
pub use source::{Because, Source};
pub use spot::{Held, Spot};
use stack::Stack;

use crate::engines::pause::Pause;
use crate::machine::Image;
use crate::program::{Address, Label};
use crate::solver::{Solver, Stop};

/// The result for two programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// On every input both end in the same way with the same observations, or neither ends.
    Equal,
    /// On every input on which a run takes at most this many steps, both end in the same way with the same
    /// observations.
    EqualFor(u64),
    /// Not decided.
    Unknown,
}

/// An open question: why equality could not be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open {
    /// The addresses, in the left program and in the right one.
    pub at: [Address; 2],
    /// The reason.
    pub why: Why,
    /// The origin of a word on which it depends, if it is known.
    pub because: Option<Because>,
}

/// Two blocks that a solver compared.
#[derive(Clone, Debug)]
pub struct Block {
    /// Their first addresses.
    pub from: [Address; 2],
    /// Their end addresses.
    pub to: [Address; 2],
    /// Their instructions.
    pub instructions: [Vec<Address>; 2],
    /// The relation at the beginning, assuming that called procedures are equivalent.
    pub before: Said,
    /// Further facts there: conditions, and words that are terms over others, in infix notation.
    pub given: Vec<String>,
    /// The relation shown for the end.
    pub after: Said,
}

/// The result for a pair of procedures, or for a procedure without a counterpart.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// Their entry addresses.
    pub entries: [Address; 2],
    /// Whether they are the programs themselves.
    pub is_program: bool,
    /// Why they are not known to be equivalent wherever they are called; `None` if they are,
    /// assuming that the procedures that they call are.
    pub open: Option<Open>,
    /// Words that show that the open question has a negative answer. Whether a run reaches it with
    /// these words is unknown.
    pub refuted: Option<Refuted>,
    /// Number of instructions that are the same in both.
    pub instructions: usize,
    /// The numbers of other instructions, by pattern.
    pub patterns: BTreeMap<Pattern, usize>,
    /// Blocks that a solver compared, in the order of the left program.
    pub blocks: Vec<Block>,
    /// Pairs of instructions that are the same, in the order of the left program.
    pub pairs: Vec<[Address; 2]>,
    /// Pairs of instructions, and of constants after `lis`, that correspond but differ, or are not
    /// known to operate on the same words.
    pub together: Vec<Together>,
    /// Instructions without a counterpart.
    pub apart: Vec<Apart>,
    /// The indices of the procedures that they call.
    pub calls: Vec<usize>,
}

/// The result of a comparison.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The verdict.
    pub verdict: Verdict,
    /// The reachable pairs of procedures, the programs themselves first.
    pub procedures: Vec<Procedure>,
    /// Instructions of each program that access memory at an unknown address. Equality then holds
    /// only if none of them accesses the stack or a program's text, which is not checked.
    pub pointers: [Vec<Address>; 2],
    /// Whether all assumptions about the stack hold.
    pub stack_holds: bool,
    /// Number of solver queries.
    pub questions: u32,
    /// The names of the user's patterns.
    pub customs: Vec<String>,
}

/// Compares two versions of a program under their contract. Labels name the procedures; the
/// patterns are the user's. `None` if the caller ended it.
pub async fn compare(
    images: [&Rc<Image>; 2],
    labels: [&[Label]; 2],
    patterns: &Rc<[Custom]>,
    solver: &mut dyn Solver,
    stop: &Stop,
    pause: Pause<'_>,
) -> Option<Comparison> {
    let images = images.map(|image| &**image);
    let decider = Decider::new(solver, stop, pause);
    let mut walk = Walk::new(images, labels, decider).with(patterns);
    let compared = walk.compare().await.ok()?;
    let (verdict, stack) = judge(images, &compared);
    let is_same = images[0].is_same_machine_code(images[1]);
    let verdict = if is_same { Verdict::Equal } else { verdict };
    let pointers = [0, 1].map(|side| {
        let all = compared.iter().flat_map(|one| &one.usage[side].pointers);
        let mut all: Vec<Address> = all.map(|&at| Address(at)).collect();
        all.sort_unstable();
        all.dedup();
        all
    });
    let indices: BTreeMap<pairs::Key, usize> =
        compared.iter().enumerate().map(|(index, one)| (one.key, index)).collect();
    let procedures = compared.iter().map(|one| {
        let mut calls: Vec<usize> =
            one.calls.iter().filter_map(|call| indices.get(&call.callee).copied()).collect();
        calls.sort_unstable();
        calls.dedup();
        let status = if one.open.is_some() { Status::Open } else { Status::Equal };
        Procedure {
            entries: one.key.entries.map(Address),
            is_program: one.key.is_program,
            open: one.open.as_ref().map(|it| Open { because: one.because, ..open(it) }),
            refuted: one.refuted.clone().filter(|_| one.open.is_some()),
            instructions: one.changes.same().count(),
            patterns: one.changes.patterns(status),
            blocks: one.changes.blocks().map(block).collect(),
            pairs: one.changes.same().map(|pair| pair.map(Address)).collect(),
            together: one.changes.together(status).collect(),
            apart: one.changes.apart(status).collect(),
            calls,
        }
    });
    Some(Comparison {
        verdict,
        procedures: procedures.collect(),
        pointers,
        stack_holds: stack != Stack::Fails,
        questions: walk.decider.questions,
        customs: patterns.iter().map(|it| it.name().to_owned()).collect(),
    })
}

fn block((asked, executed): (&Asked, &[BTreeSet<u32>; 2])) -> Block {
    Block {
        from: asked.from.map(Address),
        to: asked.to.map(Address),
        instructions: executed.each_ref().map(|at| at.iter().copied().map(Address).collect()),
        before: asked.before.clone(),
        given: asked.given.clone(),
        after: asked.after.clone(),
    }
}

/// The equality of two programs, pair of procedures by pair of procedures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Equality {
    /// If set, it covers the inputs on which one program stops within this many steps.
    pub steps: Option<u64>,
    /// Number of pairs of procedures.
    pub procedures: usize,
    /// Number of instructions that are the same in both, and of blocks that a solver compared.
    pub obligations: usize,
}

/// Whether a call of the linked routine that prints a number is one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Printing {
    /// It is.
    AtOnce,
    /// It is compared like any other code.
    AsWritten,
}

/// Whether two programs are equal: `Some(None)` at the first open question, `None` if the caller ended it.
pub async fn equality(
    images: [&Rc<Image>; 2],
    printing: Printing,
    solver: &mut dyn Solver,
    stop: &Stop,
    pause: Pause<'_>,
) -> Option<Option<Equality>> {
    let images = images.map(|image| &**image);
    let decider = Decider::new(solver, stop, pause);
    let mut walk = Walk::new(images, [&[]; 2], decider);
    walk.prints_at_once = printing == Printing::AtOnce;
    let Ok(compared) = walk.compare_if_equal().await.ok()? else { return Some(None) };
    let steps = match judge(images, &compared).0 {
        Verdict::Equal => None,
        Verdict::EqualFor(steps) => Some(steps),
        Verdict::Unknown => return Some(None),
    };
    let obligations =
        compared.iter().map(|one| one.changes.same().count() + one.changes.blocks().count());
    Some(Some(Equality { steps, procedures: compared.len(), obligations: obligations.sum() }))
}

fn open(open: &pairs::OpenPoint) -> Open {
    Open { at: open.at.map(Address), why: open.why, because: None }
}

/// The verdict that follows from all pairs of procedures and from the check of the stack.
fn judge(images: [&Image; 2], compared: &[pairs::Compared]) -> (Verdict, Stack) {
    let stack = stack::check(images, compared);
    let has_pointers =
        |one: &pairs::Compared| one.usage.iter().any(|usage| !usage.pointers.is_empty());
    // Both must have the same input stream; otherwise equality would concern different inputs.
    let is_given_the_same = images[0].setup().stream == images[1].setup().stream;
    let is_equal =
        is_given_the_same && compared.iter().all(|one| one.open.is_none() && !has_pointers(one));
    let verdict = match stack {
        Stack::Holds if is_equal => Verdict::Equal,
        Stack::HoldsFor(steps) if is_equal => Verdict::EqualFor(steps),
        _ => Verdict::Unknown,
    };
    (verdict, stack)
}
