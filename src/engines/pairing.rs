//! Pairs the procedures of two versions of a program, for any machine.
//!
//! Procedures are compared in pairs (DiffKemp, Section 2.2): the programs' own code first, then the procedures that both
//! call. [`pairs`] walks over both texts from the entries, in step. Instructions are the same if they do the same
//! whatever their addresses: a branch leads to a corresponding instruction, a call to a corresponding procedure, and a
//! loaded address is that of a corresponding instruction. So where code and constants lie is no difference, and neither
//! are jumps. Procedures that are the same in this sense are eliminated.
//!
//! Elsewhere calls correspond by the names of what they call, or else by their order. [`diff`] aligns the instructions of
//! a pair for display.
//!
//! A machine is an implementation of [`Code`].

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::hash::Hash;

use similar::{Algorithm, DiffOp, capture_diff_slices};

pub mod arm64;

/// Where execution continues behind an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// At an address.
    To(u64),
    /// At the first address if a condition holds, else at the second.
    Either(u64, u64),
    /// In a procedure, which returns to `back`. `to` is `None` if it is unknown.
    Call {
        /// Where the procedure begins.
        to: Option<u64>,
        /// The return address.
        back: u64,
    },
    /// At a computed address that is no constant: a return.
    Return,
    /// Nowhere: the program ends, or there is no instruction.
    End,
}

/// An instruction, as pairing sees it.
#[derive(Clone, Copy, Debug)]
pub struct Step<I> {
    /// What it does, without addresses of code.
    pub does: I,
    /// The address of code that it loads.
    pub address: Option<u64>,
    /// Where execution continues.
    pub next: Next,
    /// Whether it only jumps to a known address.
    pub is_jump: bool,
}

/// The code of a program.
pub trait Code {
    /// What an instruction does.
    type Does: Copy + Eq + Hash + Ord;

    /// The instruction at an address.
    fn step(&self, at: u64) -> Step<Self::Does>;

    /// The name of a procedure.
    fn name(&self, entry: u64) -> Option<&str>;

    /// The entry of the program.
    fn entry(&self) -> u64;
}

/// A procedure of a program.
#[derive(Clone, Debug, Default)]
pub struct Procedure {
    /// The addresses of its instructions.
    pub instructions: BTreeSet<u64>,
    /// The procedures that it calls, by the address of the call. `None` if unknown.
    pub calls: BTreeMap<u64, Option<u64>>,
}

/// The instructions that are reached from an entry without following calls.
pub fn procedure<C: Code>(code: &C, entry: u64) -> Procedure {
    let (mut found, mut open) = (Procedure::default(), vec![entry]);
    while let Some(at) = open.pop() {
        if !found.instructions.insert(at) {
            continue;
        }
        match code.step(at).next {
            Next::To(next) => open.push(next),
            Next::Either(one, other) => open.extend([one, other]),
            Next::Call { to, back } => {
                found.calls.insert(at, to);
                open.push(back);
            }
            Next::Return | Next::End => {}
        }
    }
    found
}

/// All procedures of a program that can be reached, by entry.
pub fn procedures<C: Code>(code: &C) -> BTreeMap<u64, Procedure> {
    let (mut found, mut open) = (BTreeMap::new(), vec![code.entry()]);
    while let Some(entry) = open.pop() {
        if found.contains_key(&entry) {
            continue;
        }
        let one = procedure(code, entry);
        open.extend(one.calls.values().flatten());
        found.insert(entry, one);
    }
    found
}

/// Two procedures that correspond.
#[derive(Clone, Debug)]
pub struct Pair {
    /// Their entries.
    pub entries: [u64; 2],
    /// Whether all their instructions are the same.
    pub is_same: bool,
    /// The pairs that they call, by entries.
    pub calls: BTreeSet<[u64; 2]>,
}

/// The pairs of procedures of two versions, the programs' own code first.
pub fn pairs<C: Code>(codes: [&C; 2], procedures: &[BTreeMap<u64, Procedure>; 2]) -> Vec<Pair> {
    let first = codes.map(Code::entry);
    let (mut found, mut open) = (Vec::new(), VecDeque::from([first]));
    let mut seen = BTreeSet::from([first]);
    while let Some(entries) = open.pop_front() {
        let walked = walk(codes, entries);
        let (is_same, calls) = match walked {
            Some(calls) => (true, calls),
            None => {
                let both = [0, 1].map(|side| &procedures[side][&entries[side]]);
                (false, corresponding(codes, both))
            }
        };
        open.extend(calls.iter().filter(|&&call| seen.insert(call)));
        found.push(Pair { entries, is_same, calls });
    }
    // A loaded address may be that of a procedure, and a procedure may be paired with two.
    let one_to_one = |pair: &Pair| {
        let others = seen.iter().filter(|it| **it != pair.entries);
        others.filter(|it| it[0] == pair.entries[0] || it[1] == pair.entries[1]).count() == 0
    };
    let doubtful: BTreeSet<[u64; 2]> =
        found.iter().filter(|pair| !one_to_one(pair)).map(|pair| pair.entries).collect();
    for pair in &mut found {
        pair.is_same &= pair.calls.is_disjoint(&doubtful);
    }
    found
}

/// Walks over two procedures in step. Returns the pairs that they call if all instructions are the same.
fn walk<C: Code>(codes: [&C; 2], entries: [u64; 2]) -> Option<BTreeSet<[u64; 2]>> {
    let (mut calls, mut seen, mut open) = (BTreeSet::new(), BTreeSet::new(), vec![entries]);
    let mut loaded = BTreeSet::new();
    while let Some(at) = open.pop() {
        let at = [0, 1].map(|side| behind_jumps(codes[side], at[side]));
        if !seen.insert(at) {
            continue;
        }
        let [left, right] = [0, 1].map(|side| codes[side].step(at[side]));
        if left.does != right.does || left.address.is_some() != right.address.is_some() {
            return None;
        }
        loaded.extend(left.address.zip(right.address).map(|(left, right)| [left, right]));
        match (left.next, right.next) {
            (Next::To(left), Next::To(right)) => open.push([left, right]),
            (Next::Either(a, b), Next::Either(c, d)) => open.extend([[a, c], [b, d]]),
            (Next::Call { to: a, back: b }, Next::Call { to: c, back: d }) => {
                calls.insert([a?, c?]);
                open.push([b, d]);
            }
            (Next::Return, Next::Return) | (Next::End, Next::End) => {}
            _ => return None,
        }
    }
    // Each pair of loaded addresses must be a call that was found, or lead into the procedures.
    let is_known = |pair: &[u64; 2]| {
        let behind = [0, 1].map(|side| behind_jumps(codes[side], pair[side]));
        calls.contains(pair) || seen.contains(&behind)
    };
    loaded.iter().all(is_known).then_some(calls)
}

/// The first address behind jumps. Stays at a jump if they are a loop.
fn behind_jumps<C: Code>(code: &C, from: u64) -> u64 {
    let (mut at, mut seen) = (from, BTreeSet::new());
    loop {
        let step = code.step(at);
        match step.next {
            Next::To(next) if step.is_jump && seen.insert(at) => at = next,
            _ => return at,
        }
    }
}

/// The procedures that correspond because two others call them: those of one name, and then the rest in their order.
fn corresponding<C: Code>(codes: [&C; 2], procedures: [&Procedure; 2]) -> BTreeSet<[u64; 2]> {
    let mut rest = procedures.map(|it| {
        let mut seen = BTreeSet::new();
        let called = it.calls.values().flatten().copied();
        called.filter(|&entry| seen.insert(entry)).collect::<Vec<u64>>()
    });
    let mut found = BTreeSet::new();
    let names = |left: &u64, right: &u64| {
        let [left, right] = [codes[0].name(*left), codes[1].name(*right)];
        left.is_some() && left == right
    };
    for left in rest[0].clone() {
        if let Some(at) = rest[1].iter().position(|right| names(&left, right)) {
            found.insert([left, rest[1].remove(at)]);
            rest[0].retain(|it| *it != left);
        }
    }
    let [left, right] = rest;
    found.extend(left.into_iter().zip(right).map(|(left, right)| [left, right]));
    found
}

/// The instructions of two procedures beside each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Aligned {
    /// Pairs of addresses of instructions that do the same.
    pub pairs: Vec<[u64; 2]>,
    /// The addresses of all others of each procedure.
    pub apart: [Vec<u64>; 2],
}

/// Aligns the instructions of two procedures, without jumps, in the order of their addresses.
pub fn diff<C: Code>(codes: [&C; 2], procedures: [&Procedure; 2]) -> Aligned {
    let lists = [0, 1].map(|side| {
        let all = procedures[side].instructions.iter().copied();
        all.filter(|&at| !codes[side].step(at).is_jump).collect::<Vec<u64>>()
    });
    let does =
        |side: usize| lists[side].iter().map(|&at| codes[side].step(at).does).collect::<Vec<_>>();
    let mut aligned = Aligned::default();
    for op in capture_diff_slices(Algorithm::Myers, &does(0), &does(1)) {
        let (_, left, right) = op.as_tag_tuple();
        let (left, right) = (&lists[0][left], &lists[1][right]);
        if let DiffOp::Equal { .. } = op {
            aligned.pairs.extend(left.iter().zip(right).map(|(&left, &right)| [left, right]));
        } else {
            aligned.apart[0].extend(left);
            aligned.apart[1].extend(right);
        }
    }
    aligned
}
