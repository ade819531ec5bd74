//! Transition relations of basic blocks.
//!
//! What a straight piece of a program does from any state: a list of
//! transitions, each with its condition, the state behind it and where
//! execution goes on. The conditions exclude each other and cover all states,
//! so the transitions together are the relation between a state before the
//! block and the one after it. A fault ends a transition like any other way
//! out, so a block with accesses has transitions for their faults, too.

use std::ops::Range;

use super::state::{Memory, State};
use super::step::ways;
use crate::machine::mips::Flow;
use crate::machine::{FaultKind, Image};
use crate::program::Address;
use crate::term::{Term, Terms};

/// Transitions of a block at most: where a store may be a write to the
/// output, every store doubles their number.
const TRANSITIONS: usize = 256;

/// One way through a block.
#[derive(Clone, Debug)]
pub struct Transition<M> {
    /// What all hold on this way, in order.
    pub conditions: Vec<Term>,
    /// The state behind it; on a fault, that before the faulting instruction.
    pub state: State<M>,
    /// The words whose low bytes were written to the output, in order.
    pub output: Vec<Term>,
    /// Instructions that were executed, the faulting one included.
    pub steps: u64,
    /// Where execution goes on.
    pub next: Next,
}

/// Where execution goes on behind a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// At a known address, which may be the return address.
    At(Address),
    /// At a known address, with the program's text stored to: what is executed
    /// from here on may be something else.
    AtWithTextStored(Address),
    /// At a computed address.
    Jump(Term),
    /// At a computed address, with the address behind the call in `$31`.
    Call(Term),
    /// Nowhere: the instruction at this address faults.
    Fault(Address, FaultKind<Term>),
}

/// The transitions of the block at these addresses of a program's text, from
/// a state in which the text is as in the image; or `None` where there are too
/// many, or the state's memory cannot say what an access does.
///
/// Ways that the assumptions exclude are left out where that can be seen
/// without a solver.
pub fn transitions<M: Memory>(
    terms: &mut Terms,
    image: &Image,
    state: State<M>,
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
                // Back to the block's beginning is another round.
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

/// A way through a block that goes on.
struct Open<M> {
    transition: Transition<M>,
    pc: u32,
}
