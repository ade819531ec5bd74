//! Where two runs meet: the moments at which both are at a place of the proof, and whether its
//! invariant holds there.
//!
//! A proof shows that the invariant holds on every input; this module evaluates it on one, with the
//! emulator's values.

use serde::Serialize;
use tamarin_checker::certificate::{
    Certificate, Division, Footprint, Location, Name, NodeClaim, Operand, Order, Product, Relation,
};

use super::words::reading_order;
use crate::machine::Stop;
use crate::machine::memory::INPUT_ADDRESS;
use crate::machine::mips::Op;
use crate::program::Address;
use crate::views::lockstep::mips::Timeline;
use crate::wire::wire;

/// The maximal number of reported meetings.
const MEETINGS: usize = 10_000;

wire! {
    /// A moment at which both runs are at a place of the proof.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Meeting {
        /// The index of the place in [`ProofView`](super::ProofView).
        pub place: u32,
        /// The steps that the left and the right program have taken.
        pub steps: [u32; 2],
        /// For each sentence of the place's invariant, whether the two states satisfy it.
        pub holds: Vec<bool>,
    }
}

/// The meetings of two runs, in order, with the index of each in `places`. The start and the ends
/// are excluded. The list stops where the continuation of a run is unknown.
pub fn meetings(
    certificate: &Certificate,
    places: &[[Location; 2]],
    runs: [&Timeline; 2],
) -> Vec<Meeting> {
    let mut meetings = Vec::new();
    let (mut at, mut steps) = ([Location::Entry; 2], [0, 0]);
    let (mut pieces, mut lead) = (certificate.entry, certificate.lead.as_ref());
    while meetings.len() < MEETINGS {
        let first = lead.map_or(0, |lead| lead.side);
        for side in [first, 1 - first] {
            if at[side].is_final() || pieces[side] == Some(0) {
                continue;
            }
            let before = steps[side];
            match advance(runs[side], steps[side], pieces[side]) {
                Some(next) => (at[side], steps[side]) = next,
                None => return meetings,
            }
            if side == first
                && let taken = (steps[side] - before) as u64
                && let Some(led) = lead.and_then(|lead| lead.pieces(Some(at[side]), taken))
            {
                pieces[1 - first] = Some(led);
            }
        }
        let Some(claim) = certificate.nodes.iter().find(|claim| claim.at == at) else { break };
        let place = places.iter().position(|place| *place == at);
        let Some(place) = place.filter(|_| !at.iter().all(|location| location.is_final())) else {
            break;
        };
        let holds = holds(certificate, claim, runs, steps);
        let taken = steps.map(|steps| steps as u32);
        meetings.push(Meeting { place: place as u32, steps: taken, holds });
        (pieces, lead) = (claim.pieces, claim.lead.as_ref());
    }
    meetings
}

/// The location of a run after a number of path segments, each of which ends with a back edge, or
/// at its end. `None` if the run is not recorded that far.
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

/// The number of bytes of the input stream that a run has read.
fn taken(run: &Timeline, steps: usize) -> u32 {
    let reads = (0..steps).filter(|&step| {
        let load = run.steps()[step].instruction().filter(|load| load.op == Op::Lw);
        load.is_some_and(|load| {
            let base = run.registers(step).general[load.s.index()];
            base.wrapping_add_signed(load.i.into()) == INPUT_ADDRESS
        })
    });
    reads.count().min(run.image().setup().stream.len()) as u32
}

/// Whether both memories agree on a footprint, except for the words of either that are tracked
/// separately.
fn agree(
    certificate: &Certificate,
    footprint: Footprint,
    runs: [&Timeline; 2],
    steps: [usize; 2],
) -> bool {
    let end = |side: usize| 4 * certificate.programs[side].words.len() as u32;
    let is_on = |address: u32| match (footprint, certificate.programs[0].array) {
        (Footprint::Everywhere, _) => address >= end(0).max(end(1)),
        (Footprint::Array, None) => false,
        (Footprint::Array, Some(array)) => {
            let length = runs[0].inputs().get(array.length).copied().unwrap_or(0);
            address.wrapping_sub(array.address) / 4 < length
        }
    };
    // Words that neither run has accessed have their initial values.
    let touched = [0, 1].into_iter().flat_map(|side| runs[side].touched(steps[side]));
    let mut looked_at = touched
        .map(|word| word.address)
        .filter(|at| is_on(at.0) && !certificate.tracked.iter().any(|cells| cells.contains(&at.0)));
    looked_at.all(|at| runs[0].word(at, steps[0]) == runs[1].word(at, steps[1]))
}

fn holds(
    certificate: &Certificate,
    claim: &NodeClaim,
    runs: [&Timeline; 2],
    steps: [usize; 2],
) -> Vec<bool> {
    let registers = [0, 1].map(|side| runs[side].registers(steps[side]));
    let word = |name: Name| match name {
        Name::Input(index) => runs[0].inputs().get(index).copied().unwrap_or(0),
        Name::Register(side, number) => registers[side].general[usize::from(number)],
        Name::High(side) => registers[side].hi,
        Name::Low(side) => registers[side].lo,
        Name::Cell(side, at) => runs[side].word(Address(at), steps[side]),
        Name::Taken(side) => taken(runs[side], steps[side]),
        Name::Sum(_) | Name::Quotient(_) | Name::Remainder(_) => 0,
    };
    let summed = |sum: &[Product], value: &dyn Fn(Name) -> u32| {
        let summand = |Product(factor, names): &Product| {
            names.iter().fold(*factor, |product, &name| product.wrapping_mul(value(name)))
        };
        sum.iter().map(summand).fold(0u32, u32::wrapping_add)
    };
    let word_or_sum = |name: Name| match name {
        Name::Sum(index) => summed(&claim.sums[index], &word),
        name => word(name),
    };
    let divided = |index: usize| {
        let Division { dividend, divisor } = claim.divisions[index];
        (word_or_sum(dividend), word_or_sum(divisor))
    };
    // An equation with a division by zero makes no claim about numbers.
    let is_by_zero = |name: &Name| match *name {
        Name::Quotient(index) | Name::Remainder(index) => divided(index).1 == 0,
        _ => false,
    };
    let value = |name: Name| match name {
        Name::Quotient(index) => {
            let (dividend, divisor) = divided(index);
            dividend.checked_div(divisor).unwrap_or(0)
        }
        Name::Remainder(index) => {
            let (dividend, divisor) = divided(index);
            dividend.checked_rem(divisor).unwrap_or(0)
        }
        name => word_or_sum(name),
    };
    let is_zero = |sum: &Vec<Product>| {
        sum.iter().flat_map(|Product(_, names)| names).any(is_by_zero) || summed(sum, &value) == 0
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
            Relation::Eq => a == b,
        }
    };
    let equations = claim.equations.iter().map(is_zero);
    let agreement = claim.agreement.map(|footprint| agree(certificate, footprint, runs, steps));
    let orders = claim.orders.iter().map(is_ordered);
    let all: Vec<bool> = equations.chain(orders).chain(agreement).collect();
    reading_order(claim).into_iter().map(|index| all[index]).collect()
}
