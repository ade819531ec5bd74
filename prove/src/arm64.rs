//! ARM64 programs: claims about two of them, evidence for these, and runs.
//!
//! Programs are lists of instruction words, loaded at address 0, and start as the course's machine does. [`Given`] says
//! what they are given: two numbers in `x0` and `x1`, or an array. What is observed is `x0` where they are done, and what
//! they print.

use std::collections::BTreeMap;

use tamarin_kernel::claim::{Array, Observed, Start, Statement, Word};
use tamarin_kernel::evidence::{Input, Side};
use tamarin_kernel::execute::{Ending, Program};
use tamarin_kernel::machine::arm64::{ARM64, ARM64_ARM, RETURN_ADDRESS, START};
use tamarin_kernel::machine::{Instruction, Machine};
use tamarin_kernel::numbers::{NumberState, run as run_numbers};
use tamarin_kernel::{Claim, Evidence, Refusal, check};

use crate::align::align;
use crate::recursion::recursion;
use crate::samples::{samples, start_memory, with_elements};
use crate::{Budget, Open, Proposal, Solver, prove};

/// What a division by zero does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Division {
    /// The program faults, as on the course's machine.
    #[default]
    Faults,
    /// It gives zero, as on real processors.
    GivesZero,
}

impl Division {
    /// The machine on which it does so.
    pub fn machine(self) -> &'static Machine {
        match self {
            Division::Faults => &ARM64,
            Division::GivesZero => &ARM64_ARM,
        }
    }
}

/// What programs are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Given {
    /// Any two numbers, named `a` and `b`, in `x0` and `x1`.
    #[default]
    Numbers,
    /// The address of an array in `x0` and the number of its elements, named `n`, in `x1`. The array begins behind
    /// the longer program, and has so many elements at most.
    Array {
        /// Elements at most.
        capacity: u64,
    },
}

/// The name of an array in a claim.
const ARRAY: &str = "elements";

/// The claim that a statement holds of two programs, which print the input stream's bytes no more than once.
pub fn claim(
    programs: [&[u32]; 2],
    given: Given,
    stream: &[u8],
    division: Division,
    statement: Statement,
) -> Claim {
    let address = array_address(programs);
    let start = || {
        let numbers = START.iter().map(|(name, number)| (*name, Word::Number(*number)));
        let input = |name: &str| Word::Input(name.to_owned());
        let (inputs, array) = match given {
            Given::Numbers => ([input("a"), input("b")], None),
            Given::Array { capacity } => {
                let (name, length) = (ARRAY.to_owned(), "n".to_owned());
                let array = Array { name, address, length, capacity };
                ([Word::Number(address), input("n")], Some(array))
            }
        };
        let registers = ["x0", "x1"].into_iter().zip(inputs).chain(numbers);
        let registers: BTreeMap<String, Word> =
            registers.map(|(name, word)| (name.to_owned(), word)).collect();
        Start { registers, return_address: RETURN_ADDRESS, array, stream: stream.to_vec() }
    };
    let inputs: &[&str] = match given {
        Given::Numbers => &["a", "b"],
        Given::Array { .. } => &["n"],
    };
    Claim {
        machine: division.machine().name.to_owned(),
        programs: programs.map(|words| words.iter().map(|word| u64::from(*word)).collect()),
        inputs: inputs.iter().map(|name| (*name).to_owned()).collect(),
        start: [start(), start()],
        premises: Vec::new(),
        observed: Observed { registers: vec!["x0".into()], words: Vec::new(), output: true },
        statement,
    }
}

/// Where an array begins: behind the longer program.
fn array_address(programs: [&[u32]; 2]) -> u64 {
    4 * programs.into_iter().map(<[u32]>::len).max().unwrap_or(0) as u64
}

/// Why there is no evidence.
#[derive(Clone, Debug, PartialEq)]
pub enum Unproved {
    /// Both programs end on this allowed input, and differ.
    Differ(Input),
    /// It is open.
    Open(Open),
}

impl From<Open> for Unproved {
    fn from(open: Open) -> Unproved {
        Unproved::Open(open)
    }
}

/// The part of the work that following all paths to their ends may take: without branches back, and with some.
const TREE: [u64; 2] = [2, 32];
/// Paths and instructions of a path that are followed so at most. Programs with loops of few rounds are in reach.
const PATHS: u32 = 300;
const STEPS: u64 = 3_000;
/// The part of the work that alignment leaves for recursive functions.
const REST: u64 = 4;

/// Evidence for a claim, which the kernel has accepted: by all paths to their ends, then by alignment, then by recursive
/// functions.
///
/// # Errors
///
/// [`Unproved::Differ`] if a sample shows it; else what was open in the alignment.
pub fn search(
    claim: &Claim,
    solver: &Solver<'_>,
    budget: &mut Budget,
) -> Result<Evidence, Unproved> {
    if let Some(input) = difference(claim)? {
        return Err(Unproved::Differ(input));
    }
    let share = budget.work / TREE[usize::from(branches_back(claim))];
    let mut tree = Budget { work: share, paths: PATHS, steps: STEPS, ..budget.clone() };
    let found = prove(claim, &Proposal::default(), solver, &mut tree);
    budget.work -= share - tree.work;
    if let Ok(evidence) = found {
        return Ok(evidence);
    }
    let rest = budget.work / REST;
    budget.work -= rest;
    let found = align(claim, solver, budget);
    budget.work += rest;
    match found {
        Ok(evidence) => Ok(evidence),
        Err(open) => recursion(claim, solver, budget).map_err(|_| open.into()),
    }
}

/// Whether a program has a branch back.
fn branches_back(claim: &Claim) -> bool {
    let is_back = |word: &u64| match (ARM64.decode)(*word) {
        Some(Instruction::Branch { offset, .. }) => ARM64.width.signed(offset) < 0,
        _ => false,
    };
    claim.programs.iter().flatten().any(is_back)
}

/// Instructions of a run that looks for a difference, at most.
const RUN: u64 = 1_000;

/// An allowed input on which both programs end and differ, if a sample shows one.
///
/// # Errors
///
/// The claim makes no sense.
pub fn difference(claim: &Claim) -> Result<Option<Input>, Open> {
    claim.validate()?;
    let mut prover = check::inputs(claim, None, u64::MAX)?;
    let point = check::point(&mut prover, claim);
    for (number, sample) in samples(claim, &prover.terms, &point).into_iter().enumerate() {
        let input = with_elements(claim, sample.input, number as u64);
        let [left, right] = Side::BOTH.map(|side| run(claim, side, &input, RUN));
        // What the machine keeps for itself is not known, so such runs say nothing.
        let (Ok(left), Ok(right)) = (left, right) else { continue };
        if left.differs(&right) {
            return Ok(Some(input));
        }
    }
    Ok(None)
}

/// The run of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// How it has ended, if it has.
    pub ending: Option<Ending>,
    /// `x0`.
    pub result: u64,
    /// What it has printed.
    pub output: Vec<u8>,
    /// Instructions.
    pub steps: u64,
}

impl Run {
    /// Whether both runs have ended and something observed is different.
    pub fn differs(&self, other: &Run) -> bool {
        let both_end = self.ending.is_some() && other.ending.is_some();
        let results = self.ending == Some(Ending::Done) && self.result != other.result;
        both_end && (self.ending != other.ending || self.output != other.output || results)
    }
}

/// Runs a program of a claim on an input for so many steps at most.
///
/// # Errors
///
/// The program stores to, loads or executes what the machine keeps for itself, which is not known.
pub fn run(claim: &Claim, side: Side, input: &Input, steps: u64) -> Result<Run, Refusal> {
    let machine = claim.machine()?;
    let start = &claim.start[side.index()];
    let word = |name: &str| {
        let index = claim.inputs.iter().position(|it| it == name);
        index.and_then(|index| input.words.get(index)).copied().unwrap_or(0)
    };
    let memory = start_memory(claim, machine, side, input);
    let registers = check::registers(machine, start, |number| number, word);
    let mut state = NumberState::new(0, registers, memory);
    let program: Program<'_> = check::program(claim, machine, side);
    let ending = run_numbers(&program, &mut state, steps, &mut 0)?;
    let output = state.output.iter().map(|word| *word as u8).collect();
    Ok(Run { ending, result: state.registers[0], output, steps: state.steps })
}
