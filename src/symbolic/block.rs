//! Transition relations of basic blocks.
//!
//! The effect of a straight piece of code on any state, as a list of transitions. Each has its
//! condition, its final state, and the address where execution continues. The conditions are
//! mutually exclusive and cover all states, so the transitions together are the relation between
//! the states before and after the block. A fault ends a transition too, so a block with memory
//! accesses has transitions for their faults.

use std::ops::Range;

use super::state::{Memory, SymbolicState};
use super::step::ways;
use crate::machine::mips::Flow;
use crate::machine::{FaultKind, Image};
use crate::program::Address;
use crate::term::{Term, Terms};

/// Maximum number of transitions of a block. Where a store may be a write to the output, every
/// store doubles their number.
const TRANSITIONS: usize = 256;

/// One path through a block.
#[derive(Clone, Debug)]
pub struct Transition<M> {
    /// The conditions of this path, in order.
    pub conditions: Vec<Term>,
    /// The state after it; on a fault, the state before the faulting instruction.
    pub state: SymbolicState<M>,
    /// The words whose low bytes were written to the output, in order.
    pub output: Vec<Term>,
    /// Instructions executed, including the faulting one.
    pub steps: u64,
    /// Where execution continues.
    pub next: Next,
}

/// Where execution continues after a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// At a known address, which may be the return address.
    At(Address),
    /// At a known address, after a store into the program's text: the code from here on may have
    /// changed.
    AtWithTextStored(Address),
    /// At a computed address.
    Jump(Term),
    /// At a computed address, with the return address in `$31`.
    Call(Term),
    /// Nowhere: the instruction at this address faults.
    Fault(Address, FaultKind<Term>),
}

/// The transitions of the block at these addresses of a program's text, from a state in which the
/// text equals the image. `None` where there are too many, or where the state's memory cannot model
/// an access.
///
/// Transitions that the assumptions exclude are omitted where no solver is needed to see that.
pub fn transitions<M: Memory>(
    terms: &mut Terms,
    image: &Image,
    state: SymbolicState<M>,
    assumptions: &[Term],
    block: Range<Address>,
) -> Option<Vec<Transition<M>>> {
    let start = Open {
        transition: Transition {
            conditions: Vec::new(),
            state,
            output: Vec::new(),
            steps: 0,
            next: Next::At(block.start),
        },
        pc: block.start.0,
    };
    let mut open = vec![start];
    let mut ended = Vec::new();
    while let Some(Open { transition, pc }) = open.pop() {
        let word = image.words().get(Address(pc).word_index()).copied();
        let inside = (block.start.0..block.end.0).contains(&pc) && pc != image.return_address();
        let (true, Some(word)) = (inside, word) else {
            ended.push(transition);
            continue;
        };
        let known = [assumptions, &transition.conditions].concat();
        for way in ways(terms, transition.state, &known[..], pc, word)? {
            let mut conditions = transition.conditions.clone();
            conditions.extend(way.decisions.iter().map(|decision| decision.term));
            let mut output = transition.output.clone();
            output.extend(way.output);
            let next = match way.end {
                Ok(Flow::To(next)) if way.stores_text => Next::AtWithTextStored(Address(next)),
                Ok(Flow::To(next)) => Next::At(Address(next)),
                Ok(Flow::Jump(target)) => Next::Jump(target),
                Ok(Flow::Call(target)) => Next::Call(target),
                Err(kind) => Next::Fault(Address(pc), kind),
            };
            let steps = transition.steps + 1;
            let way = Transition { conditions, state: way.state, output, steps, next };
            match next {
                // A jump back to the block's beginning starts another iteration.
                Next::At(Address(next)) if next > pc => {
                    open.push(Open { transition: way, pc: next });
                }
                _ => ended.push(way),
            }
        }
        if open.len() + ended.len() > TRANSITIONS {
            return None;
        }
    }
    Some(ended)
}

/// An unfinished path through a block.
struct Open<M> {
    transition: Transition<M>,
    pc: u32,
}
