//! Runs of both programs through the points of their correlating program.
//!
//! Each run is compared with the abstract states on its way: one of them contains it. Runs show
//! which abstract states are reached, and on which inputs the programs differ at a point.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::Sameness;
use super::comparing::At;
use crate::contract::Contract;
use crate::engines::alignment::domain::{Analysed, Reached};
use crate::engines::alignment::location::Location;
use crate::engines::alignment::runs::{self, STEPS_PER_RUN, cut, joined};
use crate::engines::alignment::schedule::LocationPair;
use crate::flow::{self, Successors};
use crate::machine::mips::{self, Op, Reg};
use crate::machine::{Image, Inputs, Machine, Stop};
use crate::program::Address;

/// Maximum number of points on a run.
const POINTS: usize = 400;

/// What a program does from one point to the next.
struct Moved {
    at: Location,
    steps: u64,
    output: Vec<u8>,
    /// The addresses of instructions that access memory, and of the words.
    accesses: Vec<(u32, u32)>,
}

/// Runs both programs on some inputs, and records what they show. Where all paths are followed, the
/// abstract states have to contain all runs.
pub fn run_through(
    of: &Analysed<'_>,
    images: [&Rc<Image>; 2],
    contract: &Contract,
    reached: &Reached,
    points: &mut BTreeMap<LocationPair, At>,
    is_whole: bool,
) {
    let first = contract.first_inputs();
    for inputs in runs::inputs(contract, &first) {
        let inputs = contract.fit(&inputs);
        if contract.allows(&inputs) {
            run(of, images, (reached, is_whole), points, &inputs);
        }
    }
}

fn run(
    of: &Analysed<'_>,
    images: [&Rc<Image>; 2],
    (reached, is_whole): (&Reached, bool),
    points: &mut BTreeMap<LocationPair, At>,
    inputs: &Inputs,
) {
    let mut machines = images.map(|image| Machine::new(image, inputs));
    let accessing =
        [0, 1].map(|side| points.values().flat_map(|at| at.accessing[side].clone()).collect());
    let mut so_far = SoFar { accessing, ..SoFar::default() };
    let mut node = [Location::Entry; 2];
    for _ in 0..POINTS {
        let Some(moved) = advance(of, images, &mut machines, node) else { return };
        so_far.take(&moved);
        if let Some(at) = points.get_mut(&node) {
            at.witness_moves(&moved, &so_far, inputs, is_whole);
        }
        node = moved.each_ref().map(|moved| moved.at);
        let [left, right] =
            [0, 1].map(|side| cut(&machines[side], of.words, side, node[side], inputs));
        let values = joined(of.words, &left, &right);
        let states = reached.nodes.get(&node).map_or(&[][..], |states| states);
        let within = states.iter().position(|state| state.contains(&values));
        assert!(within.is_some() || !is_whole, "abstract states contain each run: {inputs:?}");
        let Some(at) = points.get_mut(&node) else { return };
        if let Some(index) = within {
            at.states[index].seen.get_or_insert_with(|| inputs.clone());
        }
        let [a, b] = node;
        let [left, right] = machines.each_ref().map(Machine::observed);
        let has_ended = node == [Location::Done; 2];
        let differs = at.columns.pairs.iter().any(|&[a, b]| values[a] != values[b])
            || has_ended && left != right;
        if let Some(index) = within.filter(|_| is_whole && has_ended && left != right) {
            let is_equal = at.states[index].sameness() == Sameness::Equal;
            assert!(!is_equal, "equal observations: {inputs:?}");
        }
        if (a.is_final() && b.is_final() && a != b) || (a != Location::Fault && differs) {
            at.witness.get_or_insert_with(|| inputs.clone());
        }
        if node.iter().all(|at| at.is_final()) {
            return;
        }
    }
}

/// What both programs have done on a run since its start.
#[derive(Default)]
struct SoFar {
    output: [Vec<u8>; 2],
    accesses: [Vec<u32>; 2],
    /// The instructions whose accesses count.
    accessing: [BTreeSet<u32>; 2],
    have_stopped: [bool; 2],
}

impl SoFar {
    fn take(&mut self, moved: &[Moved; 2]) {
        for (side, moved) in moved.iter().enumerate() {
            self.output[side].extend(&moved.output);
            let accesses = moved.accesses.iter();
            let accesses = accesses.filter(|(at, _)| self.accessing[side].contains(at));
            self.accesses[side].extend(accesses.map(|(_, address)| address));
            self.have_stopped[side] = moved.at.is_final();
        }
    }

    /// Whether two lists are different whatever else both programs do: neither is the beginning of
    /// the other, or the program with the shorter one has stopped.
    fn differ<T: PartialEq>(&self, [left, right]: [&[T]; 2]) -> bool {
        let shorter = usize::from(right.len() < left.len());
        let parts = left.iter().zip(right).any(|(a, b)| a != b);
        parts || (left.len() != right.len() && self.have_stopped[shorter])
    }
}

impl At {
    /// Records whether what both programs did from there shows a difference. Where one did more, the
    /// other one may have done the same before, so all that they have done is compared.
    fn witness_moves(
        &mut self,
        moved: &[Moved; 2],
        so_far: &SoFar,
        inputs: &Inputs,
        is_whole: bool,
    ) {
        let [left, right] = moved;
        if let Some(output) = &mut self.output
            && left.output != right.output
        {
            assert!(output.worst != Sameness::Equal || !is_whole, "equal outputs: {inputs:?}");
            if so_far.differ(so_far.output.each_ref().map(|output| &output[..])) {
                output.witness.get_or_insert_with(|| inputs.clone());
            }
        }
        let accessed = [0, 1].map(|side| {
            let of = moved[side].accesses.iter();
            let of = of.filter(|(at, _)| self.accessing[side].contains(at));
            of.map(|&(_, address)| address).collect::<Vec<u32>>()
        });
        if let Some(accesses) = &mut self.accesses
            && accessed[0] != accessed[1]
        {
            assert!(accesses.worst != Sameness::Equal || !is_whole, "equal accesses: {inputs:?}");
            if so_far.differ(so_far.accesses.each_ref().map(|accesses| &accesses[..])) {
                accesses.witness.get_or_insert_with(|| inputs.clone());
            }
        }
    }
}

/// Moves both programs to the next node; `None` where that takes too long.
fn advance(
    of: &Analysed<'_>,
    images: [&Rc<Image>; 2],
    machines: &mut [Machine; 2],
    node: LocationPair,
) -> Option<[Moved; 2]> {
    let order = of.order;
    let first = order.first(node);
    let pieces = order.pieces(node)[first];
    let mut go = |side: usize, pieces: u32| {
        let program = (images[side], &mut machines[side]);
        moved(program, node[side], (of, side), pieces)
    };
    let of_first = go(first, pieces)?;
    let behind = order.behind(node, Some(of_first.at), of_first.steps);
    let of_second = go(1 - first, behind)?;
    let mut both = [of_first, of_second];
    both.rotate_left(first);
    Some(both)
}

fn moved(
    (image, machine): (&Rc<Image>, &mut Machine),
    from: Location,
    (of, side): (&Analysed<'_>, usize),
    mut pieces: u32,
) -> Option<Moved> {
    let (steps, printed) = (machine.steps, machine.output.bytes.len());
    let mut accesses = Vec::new();
    let mut at = from;
    while pieces > 0 && !at.is_final() {
        if machine.steps >= STEPS_PER_RUN {
            return None;
        }
        let pc = machine.state.pc;
        let printer = image.printer().filter(|printer| printer.entry.0 == pc);
        let word = image.words().get(Address(pc).word_index()).copied();
        let access = word.and_then(mips::decode).filter(|it| matches!(it.op, Op::Lw | Op::Sw));
        if let Some(access) = access.filter(|_| printer.is_none()) {
            let address = machine.state.reg(access.s).wrapping_add(i32::from(access.i) as u32);
            accesses.push((pc, address));
        }
        match machine.run(printer.map_or(1, |printer| printer.steps), &mut ()) {
            Stop::Done => at = Location::Done,
            Stop::Fault(_) => at = Location::Fault,
            Stop::OutOfFuel if printer.is_some() => {}
            Stop::OutOfFuel => {
                let ways = word.and_then(|word| flow::successors(pc, word));
                let jumps = matches!(ways, Some(Successors::Jump | Successors::Call) | None);
                let link = machine.state.reg(Reg::RETURN_ADDRESS);
                let cut = of.order.cuts(side).location(pc, machine.state.pc, jumps, link);
                if let Some(cut) = cut {
                    pieces -= 1;
                    at = cut;
                }
            }
        }
    }
    let output = machine.output.bytes[printed..].to_vec();
    Some(Moved { at, steps: machine.steps - steps, output, accesses })
}
