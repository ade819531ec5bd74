//! Symbolic paths from a location to the next ones.
//!
//! A load at an unknown address splits a path by the regions in which the address may be
//! ([`Space::test`]). Each outcome is checked immediately, as there are many loads and most have
//! only one possible region.

use std::rc::Rc;

use super::decider::{Decided, Decider, Ended};
use super::location::{Cuts, Location};
use super::memory::Space;
use super::states;
use crate::machine::Image;
use crate::machine::memory::MEMORY_END;
use crate::machine::mips::Flow;
use crate::machine::mips::{self, Op, Reg};
use crate::program::Address;
use crate::symbolic::SymbolicState;
use crate::symbolic::output::Written;
use crate::symbolic::step::{address, ways};
use crate::term::{Model, Term, Terms};

/// Maximum number of steps of a path.
const STEPS_PER_PATH: u64 = 4_096;
/// Maximum number of paths from a location.
const PATHS: usize = 128;
/// Maximum number of paths from a location that comparisons are split for.
const GUARDED: usize = 32;
/// Maximum number of instructions executed for the paths from a location.
const INSTRUCTIONS: u64 = 20_000;

/// Why the continuation of a path is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// It is too long.
    TooLong,
    /// It stores into the program's text, or continues outside of it.
    OtherCode,
    /// It jumps to an unknown address.
    UnknownTarget,
    /// It branches back with an unknown address in `$31`.
    UnknownLink,
}

/// What a path did at an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// It branched, or compared two words.
    Branch {
        /// The address of the branch or comparison.
        at: u32,
        /// The address of the next instruction, or the outcome of the comparison.
        to: u32,
    },
    /// It accessed a word of memory, or a device.
    Access {
        /// The address of the instruction.
        at: u32,
        /// The address of the word.
        address: Term,
    },
}

/// One path of a program.
#[derive(Clone, Debug)]
pub struct PathSegment<'i> {
    /// The conditions of this path, in order.
    pub conditions: Vec<Term>,
    /// The final state.
    pub state: SymbolicState<Space<'i>>,
    /// Its output.
    pub output: Vec<Written>,
    /// Its branches and accesses, in order.
    pub events: Vec<Event>,
    /// Number of steps.
    pub steps: u64,
    /// The location at its end.
    pub end: Result<Location, Stuck>,
}

/// An unfinished path.
#[derive(Clone)]
struct Open<'i> {
    conditions: Vec<Term>,
    state: SymbolicState<Space<'i>>,
    output: Vec<Written>,
    events: Vec<Event>,
    pc: u32,
    steps: u64,
    pieces: u32,
}

/// All paths of this many segments from a location, fewer where the program ends; `None` where
/// there are too many. The conditions of the paths are mutually exclusive, and wherever the
/// assumptions hold they cover all states.
///
/// To decide where a load may be, cached states that satisfy the assumptions are tried, and states
/// that a solver finds are added to the cache.
///
/// With zero segments, or after the end of a run, there is one path without steps.
pub async fn paths<'i>(
    decider: &mut Decider<'_>,
    image: &'i Image,
    (from, state): (Location, SymbolicState<Space<'i>>),
    assumptions: &[Term],
    (pieces, cuts): (u32, Cuts<'_>),
    known: &mut Vec<Rc<Model>>,
) -> Result<Option<Vec<PathSegment<'i>>>, Ended> {
    let (Some(pc), 1..) = (from.pc(), pieces) else {
        return Ok(Some(vec![PathSegment {
            conditions: vec![],
            state,
            output: vec![],
            events: vec![],
            steps: 0,
            end: Ok(from),
        }]));
    };
    let start =
        Open { conditions: vec![], state, output: vec![], events: vec![], pc, steps: 0, pieces };
    let (mut open, mut ended) = (vec![start], Vec::new());
    let mut instructions = 0;
    while let Some(path) = open.pop() {
        instructions += 1;
        if instructions > INSTRUCTIONS || open.len() + ended.len() > PATHS {
            return Ok(None);
        }
        let path = match load_test(&mut decider.terms, image, &path) {
            Some(test) => part(decider, assumptions, path, (test, &mut *known), &mut open).await?,
            None => Some(path),
        };
        let Some(path) = path else { continue };
        let terms = &mut decider.terms;
        if advance(terms, (image, cuts), assumptions, path, &mut open, &mut ended).is_none() {
            return Ok(None);
        }
    }
    Ok(Some(ended))
}

/// A path that has just compared two words at this address, split by the outcome, if that is open.
fn guarded<'i>(terms: &mut Terms, (at, to): (u32, Reg), mut path: Open<'i>) -> Vec<Open<'i>> {
    let [zero, one] = [0, 1].map(|number| terms.word(number));
    let holds = terms.eq(path.state.reg(to), one);
    if terms.as_bool(holds).is_some() {
        return vec![path];
    }
    let mut other = path.clone();
    let fails = terms.not(holds);
    for (way, condition, outcome) in [(&mut path, holds, 1), (&mut other, fails, 0)] {
        way.conditions.push(condition);
        way.state.set(to, if outcome == 1 { one } else { zero });
        way.events.push(Event::Branch { at, to: outcome });
    }
    vec![path, other]
}

/// The test that the next instruction of a path depends on, if it is a load.
fn load_test(terms: &mut Terms, image: &Image, path: &Open) -> Option<Term> {
    let word =
        image.words().get(Address(path.pc).word_index()).filter(|_| path.pc.is_multiple_of(4))?;
    let load = mips::decode(*word).filter(|instruction| instruction.op == Op::Lw)?;
    let at = address(terms, path.state.reg(load.s), load.i);
    path.state.memory.test(terms, at)
}

/// Splits a path by a test; keeps it whole if only one outcome is possible.
async fn part<'i>(
    decider: &mut Decider<'_>,
    assumptions: &[Term],
    mut path: Open<'i>,
    (test, known): (Term, &mut Vec<Rc<Model>>),
    open: &mut Vec<Open<'i>>,
) -> Result<Option<Open<'i>>, Ended> {
    let mut possible = Vec::new();
    for holds in [true, false] {
        let terms = &mut decider.terms;
        let condition = if holds { test } else { terms.not(test) };
        let never = terms.bool(false);
        let of_path = [&path.conditions[..], &[condition]].concat();
        if !states::is_taken(terms, known, &of_path) {
            let all = [assumptions, &of_path].concat();
            match decider.decide(&all, never).await? {
                Decided::Holds => continue,
                Decided::Fails(state) => known.push(state),
                Decided::Open => {}
            }
        }
        possible.push((holds, condition));
    }
    if let [(holds, _)] = possible[..] {
        path.state.memory.decide(test, holds);
        return Ok(Some(path));
    }
    for (holds, condition) in possible {
        let mut way = path.clone();
        way.state.memory.decide(test, holds);
        way.conditions.push(condition);
        open.push(way);
    }
    Ok(None)
}

/// Executes the next instruction of a path.
fn advance<'i>(
    terms: &mut Terms,
    (image, cuts): (&'i Image, Cuts<'_>),
    assumptions: &[Term],
    mut path: Open<'i>,
    open: &mut Vec<Open<'i>>,
    ended: &mut Vec<PathSegment<'i>>,
) -> Option<()> {
    let (pc, count) = (path.pc, ended.len());
    let mut end = |path: Open<'i>, end| {
        let Open { conditions, state, output, events, steps, .. } = path;
        ended.push(PathSegment { conditions, state, output, events, steps, end });
    };
    if pc == image.return_address() {
        end(path, Ok(Location::Done));
        return Some(());
    }
    if path.steps >= STEPS_PER_PATH {
        end(path, Err(Stuck::TooLong));
        return Some(());
    }
    if !pc.is_multiple_of(4) || pc >= MEMORY_END {
        end(path, Ok(Location::Fault));
        return Some(());
    }
    if let Some(printer) = image.printer()
        && pc == printer.entry.0
    {
        path.steps += printer.steps;
        path.output.push(Written::Number(path.state.reg(Reg::FIRST_INPUT)));
        path.pc = printer.exit.0;
        open.push(path);
        return Some(());
    }
    let word = match image.words().get(Address(pc).word_index()) {
        Some(&word) => word,
        None => {
            // A word stored by the program, or zero.
            let address = terms.word(pc);
            let word = path.state.memory.word(terms, address);
            let Some(word) = terms.as_const(word) else {
                end(path, Err(Stuck::OtherCode));
                return Some(());
            };
            word as u32
        }
    };
    let known = [assumptions, &path.conditions].concat();
    let decoded = mips::decode(word);
    if let Some(access) = decoded.filter(|it| matches!(it.op, Op::Lw | Op::Sw)) {
        let address = address(terms, path.state.reg(access.s), access.i);
        path.events.push(Event::Access { at: pc, address });
    }
    let branches = decoded.is_some_and(|it| matches!(it.op, Op::Beq | Op::Bne));
    let Open { conditions, state, output, events, steps, pieces, .. } = path;
    for way in ways(terms, state, &known[..], pc, word)? {
        let mut conditions = conditions.clone();
        conditions.extend(way.decisions.iter().map(|decision| decision.term));
        let mut output = output.clone();
        output.extend(way.output.map(Written::Byte));
        let (state, events, steps) = (way.state, events.clone(), steps + 1);
        let mut next = Open { conditions, state, output, events, pc, steps, pieces };
        let flow = match way.end {
            Ok(flow) => flow,
            Err(_) => {
                end(next, Ok(Location::Fault));
                continue;
            }
        };
        if way.stores_text {
            end(next, Err(Stuck::OtherCode));
            continue;
        }
        let jumps = matches!(flow, Flow::Jump(_) | Flow::Call(_));
        next.pc = match flow {
            Flow::To(to) => to,
            Flow::Jump(to) | Flow::Call(to) => match terms.as_const(to) {
                Some(to) => to as u32,
                None => {
                    end(next, Err(Stuck::UnknownTarget));
                    continue;
                }
            },
        };
        if branches {
            next.events.push(Event::Branch { at: pc, to: next.pc });
        }
        let is_guard = matches!(cuts, Cuts::BackAndBefore(_)) && open.len() + count < GUARDED;
        let compared = decoded.filter(|it| is_guard && matches!(it.op, Op::Slt | Op::Sltu));
        let parts = match compared {
            Some(compared) if compared.d.index() != 0 => guarded(terms, (pc, compared.d), next),
            _ => vec![next],
        };
        for mut next in parts {
            // The value of `$31` only matters where there is a cut.
            if cuts.location(pc, next.pc, jumps, 0).is_some() {
                let Some(link) = terms.as_const(next.state.reg(Reg::RETURN_ADDRESS)) else {
                    end(next, Err(Stuck::UnknownLink));
                    continue;
                };
                next.pieces -= 1;
                if next.pieces == 0 {
                    let at = cuts.location(pc, next.pc, jumps, link as u32);
                    end(next, Ok(at.expect("it is a cut with any link")));
                    continue;
                }
            }
            open.push(next);
        }
    }
    Some(())
}
