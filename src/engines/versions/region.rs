//! Compares differing code blocks with inner branches: from where two runs have not met to points that
//! both programs reach in any case.
//!
//! DiffKemp with SMT encodes a block as a conjunction of clauses `res = operation(...)`, one for each
//! instruction (Section 4.2). Here the terms of [`run`](super::run) are that encoding.
//!
//! Section 4.1 of the DiffKemp paper looks for the nearest pair of instructions after which the
//! code agrees, in straight code without memory (Algorithm 2). Here a block may also load, and use
//! the stack; a store at an unknown address ends the search. A block may branch: its end is
//! a point that all paths from its beginning go through, and each word that it computes is one
//! term, an `ite` over the conditions of its paths. Several ends are tried, nearest first (Section
//! 4.1.1).

use std::collections::BTreeSet;

use super::equality::{Answered, Ended};
use super::pairs::{Origins, Walk};
use super::part::{Close, Part};
use super::relation::ProgramState;
use super::run::{Check, End, Run, Usage};
use crate::flow::{Successors, successors};
use crate::machine::Image;
use crate::machine::mips::{self, Op, Reg};
use crate::program::Address;
use crate::term::{Term, Terms};

/// Maximum number of paths through a block.
const WAYS: usize = 64;
/// Maximum number of instructions of a path.
const STEPS_PER_PATH: usize = 512;
/// Maximum number of ends of a block.
const ENDS: usize = 6;

/// The end of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BlockEnd {
    At(u32),
    /// Any return of the procedure.
    Return,
}

/// The result of a block.
struct BlockRun {
    run: Run,
    /// The condition that it faults by a division, as a boolean.
    faults: Term,
    /// The unknown addresses of its loads, which may fault, each with the condition of its path.
    loads: Vec<(Term, Term)>,
}

/// Runs after the nearest equivalent blocks that are followed by equivalent code up to the next
/// branch, call or return.
pub(super) async fn behind(
    walk: &mut Walk<'_, '_>,
    runs: &[Run; 2],
    origins: &Origins,
) -> Result<Option<([Run; 2], Part)>, Ended> {
    let ends = [0, 1].map(|side| ends(walk.image(side), &runs[side]));
    let mut pairs: Vec<[usize; 2]> = (0..ends[0].len())
        .flat_map(|left| (0..ends[1].len()).map(move |right| [left, right]))
        .filter(|&pair| pair != [0; 2])
        .collect();
    pairs.sort_by_key(|&[left, right]| (left + right, left));
    let mut ends: Vec<[BlockEnd; 2]> = pairs
        .into_iter()
        .map(|[left, right]| [ends[0][left], ends[1][right]].map(BlockEnd::At))
        .collect();
    ends.push([BlockEnd::Return; 2]);
    for [left, right] in ends {
        walk.decider.look().await?;
        let Some(a) = through(walk, 0, origins, &runs[0], left) else { continue };
        let Some(b) = through(walk, 1, origins, &runs[1], right) else { continue };
        if !matches!(walk.decider.same(a.faults, b.faults).await?, Answered::Holds)
            || !loads_alike(walk, [&a.loads, &b.loads]).await?
        {
            continue;
        }
        let mut next = [a.run, b.run];
        walk.unify(&mut next).await?;
        let asked = walk.asked(runs, &next);
        let part = Part::of(&mut next, Close::Block, Some(asked), 0);
        // The code after it has to agree, or another end is tried.
        let mut ahead = next.clone();
        walk.advance(&mut ahead, origins).await?;
        if walk.agree(&mut ahead).await?.is_some() {
            continue;
        }
        walk.unify(&mut ahead).await?;
        let does_meet = walk.meet(&ahead).await?.is_some() && same_results(walk, &ahead).await?;
        if does_meet {
            return Ok(Some((next, part)));
        }
    }
    Ok(None)
}

/// Whether two blocks load from the same unknown addresses: then one faults if the other one does.
async fn loads_alike(
    walk: &mut Walk<'_, '_>,
    [left, right]: [&[(Term, Term)]; 2],
) -> Result<bool, Ended> {
    for (loads, others) in [(left, right), (right, left)] {
        for &load in loads {
            if !is_loaded(walk, load, others).await? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Whether, where a path's condition holds, one of these loads is from the same address.
async fn is_loaded(
    walk: &mut Walk<'_, '_>,
    (condition, address): (Term, Term),
    others: &[(Term, Term)],
) -> Result<bool, Ended> {
    for &(holds, other) in others {
        if !matches!(walk.decider.equal(address, other).await?, Answered::Holds) {
            continue;
        }
        let terms = &mut walk.decider.terms;
        let fails = terms.not(condition);
        let implied = terms.or(fails, holds);
        if let Answered::Holds = walk.decider.holds(implied).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether two runs that return or end have the same result; if not, the block was probably the
/// wrong one.
async fn same_results(walk: &mut Walk<'_, '_>, runs: &[Run; 2]) -> Result<bool, Ended> {
    if !matches!(runs[0].end, End::Return | End::Done) {
        return Ok(true);
    }
    let result = Reg::RESULT.index();
    let [left, right] = runs.each_ref().map(|run| run.state.words[result]);
    Ok(matches!(walk.decider.equal(left, right).await?, Answered::Holds))
}

/// Possible ends of a block from here: here, or where diverging paths rejoin.
fn ends(image: &Image, run: &Run) -> Vec<u32> {
    let mut ends = vec![run.at];
    if !matches!(run.end, End::Branch { .. } | End::There) {
        return ends;
    }
    let mut complete: Vec<Vec<u32>> = Vec::new();
    let mut open = vec![vec![run.at]];
    while let Some(way) = open.pop() {
        let at = *way.last().expect("a way is not empty");
        let word = image.words().get(Address(at).word_index());
        let next = match word.and_then(|&word| successors(at, word)) {
            Some(Successors::One(next)) => vec![next],
            Some(Successors::Branch { target, next }) => vec![target, next],
            Some(Successors::Call) => vec![at.wrapping_add(4)],
            Some(Successors::Jump) | None => vec![],
        };
        let next: Vec<u32> = next.into_iter().filter(|next| !way.contains(next)).collect();
        if next.is_empty() || way.len() >= STEPS_PER_PATH {
            complete.push(way);
        } else {
            open.extend(next.into_iter().map(|next| [&way[..], &[next]].concat()));
        }
        if complete.len() + open.len() > WAYS {
            return ends;
        }
    }
    let Some((first, others)) = complete.split_first() else { return ends };
    let others: Vec<BTreeSet<u32>> =
        others.iter().map(|way| way.iter().copied().collect()).collect();
    let is_common = |at: &u32| others.iter().all(|way| way.contains(at));
    let meetings = first.windows(2).filter(|pair| !is_common(&pair[0]) && is_common(&pair[1]));
    ends.extend(meetings.map(|pair| pair[1]).take(ENDS));
    ends
}

/// The execution of a program from where a run has stopped to an end; `None` if it calls, prints or
/// reads, or if there are too many paths.
fn through(
    walk: &mut Walk<'_, '_>,
    side: usize,
    origins: &Origins,
    from: &Run,
    end: BlockEnd,
) -> Option<BlockRun> {
    let mut start = Run::from(from.state.clone(), from.at);
    start.touched.clone_from(&from.touched);
    start.reads = from.reads;
    start.steps = from.steps;
    let [faults, always] = [false, true].map(|value| walk.decider.terms.bool(value));
    let block = BlockRun { run: start.clone(), faults, loads: Vec::new() };
    if end == BlockEnd::At(from.at) {
        return Some(block);
    }
    let mut paths = Paths::new(block, end, (always, start));
    let until = match end {
        BlockEnd::At(at) => Some(at),
        BlockEnd::Return => None,
    };
    while let Some((condition, mut run)) = paths.open.pop() {
        walk.go(side, origins, &mut run, until);
        if !run.effects.is_empty() {
            return None;
        }
        paths.add(&mut walk.decider.terms, condition, &mut run);
        match run.end {
            End::There => paths.reach_end(condition, run),
            // Any `jr $31` is equivalent to any other.
            End::Return if end == BlockEnd::Return && returns_by_link(walk.image(side), run.at) => {
                paths.returns = Some(run.at);
                paths.reach_end(condition, run);
            }
            End::Fault => {
                let faults = &mut paths.block.faults;
                *faults = walk.decider.terms.or(*faults, condition);
            }
            End::Branch { equal, ways } => {
                paths.fork(&mut walk.decider.terms, (condition, &run), equal, ways)?;
            }
            _ => return None,
        }
    }
    let Paths { mut block, leaves, usage, executed, steps, returns, .. } = paths;
    block.run.state = chosen(walk, leaves)?;
    block.run.at = match end {
        BlockEnd::At(at) => at,
        BlockEnd::Return => returns?,
    };
    block.run.usage = usage;
    block.run.path = executed.into_iter().collect();
    block.run.steps = steps;
    Some(block)
}

/// The paths through a block while they are followed.
struct Paths {
    block: BlockRun,
    end: BlockEnd,
    /// The paths that are to be followed, each with its condition.
    open: Vec<(Term, Run)>,
    /// The states of paths that have reached the end, each with its condition.
    leaves: Vec<(Term, ProgramState)>,
    usage: Usage,
    executed: BTreeSet<u32>,
    /// The least number of steps of a path that has reached the end.
    steps: u64,
    forks: usize,
    /// The address of a return that was reached.
    returns: Option<u32>,
}

impl Paths {
    /// The paths through a block that begin with this one.
    fn new(block: BlockRun, end: BlockEnd, first: (Term, Run)) -> Paths {
        Paths {
            block,
            end,
            open: vec![first],
            leaves: Vec::new(),
            usage: Usage::default(),
            executed: BTreeSet::new(),
            steps: u64::MAX,
            forks: 0,
            returns: None,
        }
    }

    /// Adds a path's possible faults, its assumptions and its instructions.
    fn add(&mut self, terms: &mut Terms, condition: Term, run: &mut Run) {
        for placed in run.checks.drain(..) {
            match placed.check {
                Check::Load(address) => self.block.loads.push((condition, address)),
                Check::Divisor(divisor) => {
                    let zero = terms.word(0);
                    let fails = terms.eq(divisor, zero);
                    let here = terms.and(condition, fails);
                    self.block.faults = terms.or(self.block.faults, here);
                }
            }
        }
        self.usage.extend(&std::mem::take(&mut run.usage));
        self.executed.extend(run.path.drain(..));
    }

    /// Adds a path that has reached the end.
    fn reach_end(&mut self, condition: Term, run: Run) {
        self.block.run.touched.extend(&run.touched);
        self.steps = self.steps.min(run.steps);
        self.leaves.push((condition, run.state));
    }

    /// Adds the outcomes of a branch; `None` if there are too many paths.
    fn fork(
        &mut self,
        terms: &mut Terms,
        (condition, run): (Term, &Run),
        equal: Term,
        targets: [u32; 2],
    ) -> Option<()> {
        self.forks += 1;
        if self.forks > WAYS || self.executed.len() > STEPS_PER_PATH {
            return None;
        }
        self.executed.insert(run.at);
        let unequal = terms.not(equal);
        for (at, holds) in [(targets[1], unequal), (targets[0], equal)] {
            let condition = terms.and(condition, holds);
            let next = Run { at, steps: run.steps + 1, ..run.clone() };
            if terms.as_bool(condition) == Some(false) {
                continue;
            }
            match self.end == BlockEnd::At(at) {
                true => self.reach_end(condition, next),
                false => self.open.push((condition, next)),
            }
        }
        Some(())
    }
}

/// Whether an instruction is `jr $31`.
fn returns_by_link(image: &Image, at: u32) -> bool {
    let word = image.words().get(Address(at).word_index());
    let decoded = word.and_then(|&word| mips::decode(word));
    decoded.is_some_and(|it| it.op == Op::Jr && it.s == Reg::RETURN_ADDRESS)
}

/// Merges states, each with its condition.
fn chosen(walk: &mut Walk<'_, '_>, leaves: Vec<(Term, ProgramState)>) -> Option<ProgramState> {
    let mut leaves = leaves.into_iter();
    let (_, mut chosen) = leaves.next()?;
    for (condition, state) in leaves {
        let terms = &mut walk.decider.terms;
        for (word, &other) in chosen.words.iter_mut().zip(&state.words) {
            if *word != other {
                *word = terms.ite(condition, other, *word);
            }
        }
        chosen.slots.retain(|slot, word| match state.slots.get(slot) {
            Some(&other) => {
                if *word != other {
                    *word = terms.ite(condition, other, *word);
                }
                true
            }
            None => false,
        });
        if chosen.memory != state.memory {
            return None;
        }
    }
    Some(chosen)
}
