//! Two versions of a program, compared instruction by instruction.
//!
//! [`compare`] does not explore paths: it goes over both texts side by side, from one pair of
//! synchronisation points to the next, and keeps which words are equal there. So it takes
//! time in proportion to the texts, whatever they compute, and what it finds holds for any number of
//! steps:
//!
//! - Procedures are compared in pairs, each under what holds at its calls
//!   (`walk`, `relation`).
//! - Between two points both are executed over terms (`run`), which settles renamed
//!   registers, other frames, constants that are built otherwise and arithmetic. What is left
//!   goes to a solver (`equality`), and branches that do not correspond are looked at as
//!   blocks (`region`).
//! - What was taken for granted of the stack is settled in the end (`stack`).
//!
//! A user may add patterns of two snippets (`custom`), which are proved before they are used.
//!
//! It never says that programs differ: a difference is an input, and finding one is what the
//! other engines are for. What stands in the way of equality is told by its place. What it finds
//! equal it can say as a certificate does ([`claims`]), for another program to check.
//!
//! Source: Malík and Vojnar, Automatically Checking Semantic Equivalence between Versions of
//! Large-Scale C Projects (DiffKemp, ICST 2021), and its extension by an SMT solver: Sections
//! 2.2, 2.3 and 4. Patterns are no rules here, but names for what was found ([`Pattern`]).

mod because;
mod blocks;
mod calls;
mod carried;
mod changes;
mod claims;
mod conditions;
pub mod custom;
mod equality;
mod expressions;
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
mod stack;
mod walk;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use tamarin_checker::procedures::claim::{Procedures, Said};

pub use crate::evidence::{Apart, Match, Pattern, Together, Untracked, Why};
pub use conditions::{name, word};
use custom::Custom;
use equality::Decider;
use expressions::Translation;
use pairs::Walk;
use part::Asked;
pub use refuted::{Refuted, suspects};
pub use source::{Because, Source};
use stack::Stack;

use crate::engines::pause::Pause;
use crate::machine::Image;
use crate::program::{Address, Label};
use crate::solver::{Solver, Stop};

/// What is known of two programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// On every input both end the same way, with the same observations, or neither ends.
    Equal,
    /// The same, as long as a run takes no more than this many steps.
    EqualFor(u64),
    /// It is not known.
    Unknown,
}

/// What stands in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open {
    /// Where, in the left program and in the right one.
    pub at: [Address; 2],
    /// What it is.
    pub why: Why,
    /// Where a word comes from on which it depends, where that is known.
    pub because: Option<Because>,
}

/// Two blocks that a solver has compared.
#[derive(Clone, Debug)]
pub struct Block {
    /// Where they begin.
    pub from: [Address; 2],
    /// Where they end.
    pub to: [Address; 2],
    /// Their instructions.
    pub instructions: [Vec<Address>; 2],
    /// What holds at the beginning, provided that the procedures that are called do the same.
    pub before: Said,
    /// What else holds there: conditions, and words that are terms over others, in infix notation.
    pub given: Vec<String>,
    /// What was shown for the end.
    pub after: Said,
}

/// What was found of a pair of procedures, or of what belongs to no procedure.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// Where they begin.
    pub entries: [Address; 2],
    /// Whether they are the programs themselves.
    pub is_program: bool,
    /// Why they are not known to do the same wherever they are called; none where they are,
    /// provided that those which they call do.
    pub open: Option<Open>,
    /// Words with which what stands in the way is known not to be the same. Whether a run gets there
    /// with them is not known.
    pub refuted: Option<Refuted>,
    /// Instructions that are the same in both.
    pub instructions: usize,
    /// What became of others.
    pub patterns: BTreeMap<Pattern, usize>,
    /// Blocks that a solver has compared, in the order of the left program.
    pub blocks: Vec<Block>,
    /// Pairs of instructions that are the same, in the order of the left program.
    pub pairs: Vec<[Address; 2]>,
    /// Pairs of instructions, and of constants behind `lis`, that belong together and are not
    /// the same, or are not known to be about the same words.
    pub together: Vec<Together>,
    /// Instructions that belong to none of the other program.
    pub apart: Vec<Apart>,
    /// The procedures that they call, by their index.
    pub calls: Vec<usize>,
}

/// What was found of two programs.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// What is known.
    pub verdict: Verdict,
    /// The pairs of procedures that are reached, the programs themselves first.
    pub procedures: Vec<Procedure>,
    /// Instructions of each program that access memory at an address that is not known.
    /// Equality holds if none of them gets to the stack or to a program's text, which is not known
    /// where there are any.
    pub pointers: [Vec<Address>; 2],
    /// Whether all that was taken for granted of the stack holds.
    pub stack_holds: bool,
    /// Questions that a solver was asked.
    pub questions: u32,
    /// The names of the user's patterns.
    pub customs: Vec<String>,
}

/// Compares two versions of a program under their contract. Labels give procedures their
/// names; the patterns are the user's own. None where the caller has ended it.
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
        Procedure {
            entries: one.key.entries.map(Address),
            is_program: one.key.is_program,
            open: one.open.as_ref().map(|it| Open { because: one.because, ..open(it) }),
            refuted: one.refuted.clone().filter(|_| one.open.is_some()),
            instructions: one.changes.same().count(),
            patterns: one.changes.patterns(one.open.is_some()),
            blocks: one.changes.blocks().map(block).collect(),
            pairs: one.changes.same().map(|pair| pair.map(Address)).collect(),
            together: one.changes.together(one.open.is_some()).collect(),
            apart: one.changes.apart(one.open.is_some()).collect(),
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

/// Why nothing is claimed of two programs procedure by procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unclaimed {
    /// They are not known to do the same.
    Open(Open),
    /// A program, the left one (0) or the right one (1), accesses memory at an address that is not
    /// known, here.
    Pointer(usize, Address),
    /// The words of a stack may be others that are accessed, or not in memory.
    Stack,
    /// The programs are given other streams.
    Streams,
}

/// What is claimed of two versions of a program that are found equal, as certificates have it;
/// why nothing is, else. None where the
/// caller has ended it. Nothing is known of the linked routine that prints numbers but its text.
/// Patterns are found in both, and no part of what is claimed.
pub async fn claims(
    images: [&Rc<Image>; 2],
    labels: [&[Label]; 2],
    patterns: &Rc<[Custom]>,
    solver: &mut dyn Solver,
    stop: &Stop,
    pause: Pause<'_>,
) -> Option<Result<Procedures, Unclaimed>> {
    let images = images.map(|image| &**image);
    let decider = Decider::new(solver, stop, pause);
    let mut walk = Walk::new(images, labels, decider).with(patterns);
    walk.prints_at_once = false;
    let compared = match walk.compare_if_equal().await.ok()? {
        Ok(compared) => compared,
        Err(open) => return Some(Err(Unclaimed::Open(self::open(&open)))),
    };
    Some(match judge(images, &compared).0 {
        Verdict::Unknown => Err(unclaimed(images, &compared)),
        Verdict::Equal | Verdict::EqualFor(_) => {
            let Walk { procedures, decider, symbols, spots, .. } = &walk;
            let translation = Translation { terms: &decider.terms, symbols, spots };
            Ok(claims::of(&compared, procedures, &translation))
        }
    })
}

fn open(open: &pairs::Open) -> Open {
    Open { at: open.at.map(Address), why: open.why, because: None }
}

/// What is missing where all pairs of procedures are equal.
fn unclaimed(images: [&Image; 2], compared: &[pairs::Compared]) -> Unclaimed {
    let pointer = |side: usize| {
        let mut all = compared.iter().flat_map(|one| &one.usage[side].pointers);
        all.next().map(|&at| Unclaimed::Pointer(side, Address(at)))
    };
    if images[0].setup().stream != images[1].setup().stream {
        return Unclaimed::Streams;
    }
    pointer(0).or_else(|| pointer(1)).unwrap_or(Unclaimed::Stack)
}

/// What follows from what was found of all pairs of procedures, and what is known of the stack.
fn judge(images: [&Image; 2], compared: &[pairs::Compared]) -> (Verdict, Stack) {
    let stack = stack::check(images, compared);
    let has_pointers =
        |one: &pairs::Compared| one.usage.iter().any(|usage| !usage.pointers.is_empty());
    // What is given is the same, or equality would be of other inputs.
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
