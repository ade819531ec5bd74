//! Runs of a program with their cut points, from which invariants are guessed.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::draws::Draws;
use super::invariant::{StateWord, Words};
use super::location::{self, Location};
use crate::contract::{Contract, Meaning, Operator, Relation};
use crate::machine::mips::Reg;
use crate::machine::{Image, Inputs, Machine, Stop};
use crate::program::Address;

/// Maximum number of steps of a run.
pub const STEPS_PER_RUN: u64 = 3_000;
/// Maximum number of segments of a run.
const PIECES: usize = 48;
/// Maximum number of runs.
const RUNS: usize = 240;
/// Maximum number of steps of a run that should show a difference.
const STEPS_PER_SUSPECT: u64 = 100_000;
/// Number of inputs that are tried for a contract.
const ATTEMPTS: usize = 4_000;

/// The state of a program at a cut point.
#[derive(Clone, Debug)]
pub struct Cut {
    /// The location.
    pub at: Location,
    /// Steps since the start.
    pub steps: u64,
    /// The values of all words; the other program's words are zero.
    pub values: Vec<u32>,
}

/// A run of a program.
#[derive(Clone, Debug)]
pub struct Run {
    /// The cut points, from its entry on.
    pub cuts: Vec<Cut>,
}

/// The runs of both programs on an input.
pub type Pair = [Run; 2];

/// The first set of runs from which invariants are guessed.
pub fn training(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    words: &Words,
    first: &Inputs,
) -> Vec<Pair> {
    let mut machines = images.map(|image| Machine::new(image, first));
    inputs(contract, first)
        .iter()
        .map(|inputs| {
            [0, 1].map(|side| run(&mut machines[side], images[side], words, side, inputs))
        })
        .collect()
}

/// Whether both programs stop on an input within some steps, with different observations.
pub fn differ(images: [&Rc<Image>; 2], inputs: &Inputs) -> bool {
    let mut machines = images.map(|image| Machine::new(image, inputs));
    let stops = machines.each_mut().map(|machine| machine.run(STEPS_PER_SUSPECT, &mut ()));
    let observation = &images[0].setup().observation;
    match stops {
        [Stop::OutOfFuel, _] | [_, Stop::OutOfFuel] | [Stop::Fault(_), Stop::Fault(_)] => false,
        [Stop::Done, Stop::Fault(_)] | [Stop::Fault(_), Stop::Done] => true,
        [Stop::Done, Stop::Done] => {
            let [left, right] = &machines;
            observation.result && left.state.result() != right.state.result()
                || observation.output && left.output != right.output
                || left.observed() != right.observed()
        }
    }
}

/// Inputs of mostly small numbers.
pub fn inputs(contract: &Contract, first: &Inputs) -> Vec<Inputs> {
    let small = (0..8).chain([u32::MAX, 10, 13, 9, 24, u32::MAX - 2, 17, 12, 31, 41]);
    let large = [1 << 31, (1 << 31) - 1, 1000, 99, 0x1234_5678, u32::MAX - 50];
    let words: Vec<u32> = small.chain(large).collect();
    let length = contract.names().len();
    let mut all = vec![first.clone()];
    // Along diagonals, so that small numbers are combined early.
    for sum in 0..2 * words.len() {
        for (i, &a) in words.iter().enumerate() {
            let Some(&b) = sum.checked_sub(i).and_then(|j| words.get(j)) else { continue };
            all.push((0..length).map(|n| if n % 2 == 0 { a } else { b }).collect());
        }
    }
    if contract.premises().is_empty() {
        all.truncate(RUNS);
        return all;
    }
    fitted(contract, all, words)
}

/// Inputs that a contract allows: first ones like these, then arbitrary ones that include the
/// constants of the contract. An array is tried unchanged and sorted.
fn fitted(contract: &Contract, like: Vec<Inputs>, mut words: Vec<u32>) -> Vec<Inputs> {
    let mut constants = Constants::default();
    contract.premises().iter().for_each(|premise| premise.formula.meaning(&mut constants));
    words.extend(constants.0.iter().flat_map(|&word| [word, word.wrapping_add(4)]));
    let mut draws = Draws::new(1);
    let elements = |side: usize, inputs: &[u32]| match contract.setup(side).array {
        Some(array) => array.first..array.first + inputs[array.length] as usize,
        None => 0..0,
    };
    let mut seen = BTreeSet::new();
    let mut kept = Vec::new();
    for attempt in 0..ATTEMPTS {
        let mut inputs = match like.get(attempt) {
            Some(inputs) => inputs.clone(),
            None => {
                let any = |_| words[draws.below(words.len() as u32) as usize];
                (0..contract.names().len()).map(any).collect()
            }
        };
        inputs = contract.fit(&inputs);
        let mut ordered = inputs.clone();
        for side in [0, 1] {
            for at in elements(side, &inputs) {
                let word = draws.below(1 << 16);
                inputs[at] =
                    if word.is_multiple_of(2) { word % 16 } else { word.wrapping_mul(0x3_0001) };
            }
            let elements = elements(side, &inputs);
            ordered[elements.clone()].copy_from_slice(&inputs[elements.clone()]);
            ordered[elements].sort_unstable_by_key(|&word| word as i32);
        }
        for inputs in [inputs, ordered] {
            if contract.allows(&inputs) && seen.insert(inputs.clone()) {
                kept.push(inputs);
            }
        }
        if kept.len() >= RUNS {
            break;
        }
    }
    kept
}

/// The constants in formulas.
#[derive(Default)]
struct Constants(BTreeSet<u32>);

impl Meaning for Constants {
    type Word = ();
    type Truth = ();

    fn constant(&mut self, word: u32) {
        self.0.insert(word);
    }

    fn input(&mut self, _: usize) {}

    fn apply(&mut self, _: Operator, _: [(); 2]) {}

    fn compare(&mut self, _: Relation, _: [(); 2]) {}

    fn all(&mut self, _: Vec<()>) {}

    fn any(&mut self, _: Vec<()>) {}

    fn not(&mut self, (): ()) {}
}

fn run(machine: &mut Machine, image: &Image, words: &Words, side: usize, inputs: &Inputs) -> Run {
    machine.restart(inputs);
    let mut cuts = vec![cut(machine, words, side, Location::Entry, inputs)];
    while machine.steps < STEPS_PER_RUN && cuts.len() < PIECES {
        let from = machine.state.pc;
        let printer = image.printer().filter(|printer| printer.entry.0 == from);
        let stop = machine.run(printer.map_or(1, |printer| printer.steps), &mut ());
        let at = match stop {
            Stop::Done => Location::Done,
            Stop::Fault(_) => Location::Fault,
            Stop::OutOfFuel if printer.is_none() && location::went_back(image, from, machine) => {
                let link = machine.state.reg(Reg::RETURN_ADDRESS);
                Location::Cut { from, at: machine.state.pc, link }
            }
            Stop::OutOfFuel => continue,
        };
        cuts.push(cut(machine, words, side, at, inputs));
        if at.is_final() {
            break;
        }
    }
    Run { cuts }
}

/// The state of a program at a cut point.
pub fn cut(machine: &Machine, words: &Words, side: usize, at: Location, inputs: &Inputs) -> Cut {
    let value = |&word: &StateWord| match word {
        StateWord::Input(index) => inputs[index],
        StateWord::Reg(of, reg) if of == side => machine.state.reg(reg),
        StateWord::Hi(of) if of == side => machine.state.hi,
        StateWord::Lo(of) if of == side => machine.state.lo,
        StateWord::Cell(of, at) if of == side => machine.memory.load(Address(at)),
        StateWord::Taken(of) if of == side => machine.taken() as u32,
        StateWord::Reg(..)
        | StateWord::Hi(_)
        | StateWord::Lo(_)
        | StateWord::Cell(..)
        | StateWord::Taken(_) => 0,
    };
    Cut { at, steps: machine.steps, values: words.all.iter().map(value).collect() }
}

/// The values of all words for both programs.
pub fn joined(words: &Words, left: &Cut, right: &Cut) -> Vec<u32> {
    let side = |word: &StateWord| match *word {
        StateWord::Input(_) => 0,
        StateWord::Reg(side, _)
        | StateWord::Hi(side)
        | StateWord::Lo(side)
        | StateWord::Cell(side, _)
        | StateWord::Taken(side) => side,
    };
    let values = left.values.iter().zip(&right.values).zip(&words.all);
    values.map(|((&a, &b), word)| if side(word) == 0 { a } else { b }).collect()
}
