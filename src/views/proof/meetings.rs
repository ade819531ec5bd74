//! Where two runs meet: the moments at which both are at a place of the proof, and
//! whether what is said there holds of them.
//!
//! A proof says that it does on every input; here it is looked at on one, with the
//! emulator's numbers.

use serde::Serialize;
use tamarin_checker::certificate::{
    Certificate, Location, Name, NodeClaim, Operand, Order, Product, Relation,
};

use super::words::reading_order;
use crate::isa::Op;
use crate::machine::Stop;
use crate::program::Address;
use crate::views::lockstep::Timeline;
use crate::wire::wire;

/// Meetings that are told at most.
const MOST: usize = 10_000;

wire! {
    /// A moment at which both runs are at a place of the proof.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Meeting {
        /// Where, as [`ProofView`](super::ProofView) has it: left and right.
        pub place: u32,
        /// Steps that the left and the right program have taken by then.
        pub steps: [u32; 2],
        /// Which of the sentences of the place hold of the two states.
        pub holds: Vec<bool>,
    }
}

/// The meetings of two runs, in order, with the index of each in `places`; those of
/// the start and of the ends are none. They end where a run is not known to go on.
pub fn meetings(
    certificate: &Certificate,
    places: &[[Location; 2]],
    runs: [&Timeline; 2],
) -> Vec<Meeting> {
    let mut meetings = Vec::new();
    let (mut at, mut steps) = ([Location::Entry; 2], [0, 0]);
    let mut pieces = certificate.entry;
    while meetings.len() < MOST {
        for side in [0, 1] {
            if at[side].is_final() || pieces[side] == Some(0) {
                continue;
            }
            match advance(runs[side], steps[side], pieces[side]) {
                Some(next) => (at[side], steps[side]) = next,
                None => return meetings,
            }
        }
        let Some(claim) = certificate.nodes.iter().find(|claim| claim.at == at) else { break };
        let place = places.iter().position(|place| *place == at);
        let Some(place) = place.filter(|_| !at.iter().all(|location| location.is_final())) else {
            break;
        };
        let holds = holds(claim, runs, steps);
        let taken = steps.map(|steps| steps as u32);
        meetings.push(Meeting { place: place as u32, steps: taken, holds });
        pieces = claim.pieces;
    }
    meetings
}

/// Where a run is behind so many more pieces, each of which ends with a branch back, or
/// at its end; none where the run is not known so far.
fn advance(run: &Timeline, from: usize, pieces: Option<u32>) -> Option<(Location, usize)> {
    let mut left = pieces;
    for step in from..run.len() {
        let (pc, next) = (run.pc(step), run.pc(step + 1));
        if step + 1 == run.len() {
            break;
        }
        let instruction = run.steps()[step].instruction();
        let is_jump =
            instruction.is_some_and(|instruction| matches!(instruction.op, Op::Jr | Op::Jalr));
        if next > pc || is_jump {
            continue;
        }
        if let Some(left) = &mut left {
            *left = left.saturating_sub(1);
            if *left == 0 {
                let link = run.registers(step + 1).general[31];
                let cut = Location::Cut { from: pc.0, at: next.0, link };
                return Some((cut, step + 1));
            }
        }
    }
    match run.outcome().stop {
        _ if run.is_cut() => None,
        Stop::Done => Some((Location::Done, run.len())),
        Stop::Fault(_) => Some((Location::Fault, run.len())),
        Stop::OutOfFuel => None,
    }
}

fn holds(claim: &NodeClaim, runs: [&Timeline; 2], steps: [usize; 2]) -> Vec<bool> {
    let registers = [0, 1].map(|side| runs[side].registers(steps[side]));
    let value = |name: Name| match name {
        Name::Input(index) => runs[0].inputs().get(index).copied().unwrap_or(0),
        Name::Register(side, number) => registers[side].general[usize::from(number)],
        Name::High(side) => registers[side].hi,
        Name::Low(side) => registers[side].lo,
        Name::Cell(side, at) => runs[side].word(Address(at), steps[side]),
    };
    let is_zero = |sum: &Vec<Product>| {
        let summand = |Product(factor, names): &Product| {
            names.iter().fold(*factor, |product, &name| product.wrapping_mul(value(name)))
        };
        sum.iter().map(summand).fold(0u32, u32::wrapping_add) == 0
    };
    let operand = |operand: Operand| match operand {
        Operand::Number(number) => number,
        Operand::Word(name) => value(name),
    };
    let is_ordered = |&Order(a, relation, b): &Order| {
        let (a, b) = (operand(a), operand(b));
        match relation {
            Relation::Ult => a < b,
            Relation::Ule => a <= b,
            Relation::Slt => (a as i32) < b as i32,
            Relation::Sle => a as i32 <= b as i32,
            Relation::Ne => a != b,
        }
    };
    let equations = claim.equations.iter().map(is_zero);
    let all: Vec<bool> = equations.chain(claim.orders.iter().map(is_ordered)).collect();
    reading_order(claim).into_iter().map(|index| all[index]).collect()
}
