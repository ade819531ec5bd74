//! ARM64 programs: claims about two programs, and evidence for the claims.
//!
//! Programs are lists of instruction words, loaded at address 0, in the start state of the course's machine. [`Given`]
//! defines their inputs: two numbers in `x0` and `x1`, or an array. By default `x0` when they are done and the bytes that they
//! print are observed.

use std::collections::BTreeMap;

use tamarin_kernel::claim::{Array, Observed, Start, Statement, Word};
use tamarin_kernel::evidence::{Input, Side};
use tamarin_kernel::execute::{Domain, Ending};
use tamarin_kernel::machine::arm64::{ARM64, ARM64_ARM, RETURN_ADDRESS, START};
use tamarin_kernel::machine::{Instruction, Machine};
use tamarin_kernel::numbers::Numbers;
use tamarin_kernel::{Claim, Evidence, Refusal};

use crate::align::{at_joins, at_loops};
use crate::recursion::recursion;
use crate::{Budget, Open, Proposal, Solver, length, prove};

/// The result of a division by zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Division {
    /// The program faults, as on the course's machine.
    #[default]
    Faults,
    /// It gives zero, as on real processors.
    GivesZero,
}

impl Division {
    /// The machine with this behaviour.
    pub fn machine(self) -> &'static Machine {
        match self {
            Division::Faults => &ARM64,
            Division::GivesZero => &ARM64_ARM,
        }
    }
}

/// The inputs of the programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Given {
    /// Any two numbers, named `a` and `b`, in `x0` and `x1`.
    #[default]
    Numbers,
    /// The address of an array in `x0` and the number of its elements, named `n`, in `x1`. The array begins after the
    /// longer program.
    Array {
        /// Maximum number of elements.
        capacity: u64,
    },
}

/// The name of an array in a claim.
const ARRAY: &str = "elements";

/// The claim that a statement holds for two programs. They may read each byte of the input stream once.
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
        let stream = stream.iter().map(|byte| Word::Number(u64::from(*byte))).collect();
        Start { registers, return_address: RETURN_ADDRESS, array, stream }
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
        observed: Observed { registers: vec!["x0".into()], output: true, ..Observed::default() },
        statement,
    }
}

/// The address of the array: after the longer program.
fn array_address(programs: [&[u32]; 2]) -> u64 {
    4 * programs.into_iter().map(<[u32]>::len).max().unwrap_or(0) as u64
}

/// Why there is no evidence.
#[derive(Clone, Debug, PartialEq)]
pub enum Unproved {
    /// On this allowed input both programs end with different results.
    Differ(Input),
    /// No proof was found.
    Open(Open),
}

impl From<Open> for Unproved {
    fn from(open: Open) -> Unproved {
        Unproved::Open(open)
    }
}

/// The share of the work for following all paths to their ends, as a divisor: without backward branches, and with some.
const TREE: [u64; 2] = [2, 32];
/// The share if all paths are long, as a divisor.
const LONG: u64 = 2;
/// Limits on paths, and on instructions of one path, for that. Loops with few iterations are within reach.
const PATHS: u32 = 300;
const STEPS_PER_PATH: u64 = 3_000;
/// Alignment leaves 1/`REST` of the work for recursive functions.
const REST: u64 = 4;

/// Evidence for a claim, accepted by the kernel. Tries an alignment at joins where there are many, all paths to their ends,
/// alignment at loops, then recursive functions. Long paths come first: to align runs of thousands of rounds takes longer.
///
/// # Errors
///
/// [`Unproved::Differ`] if a sample shows a difference; otherwise the reason why alignment failed.
pub fn search(
    claim: &Claim,
    solver: &Solver<'_>,
    budget: &mut Budget,
) -> Result<Evidence, Unproved> {
    if let Some(input) = difference(claim)? {
        return Err(Unproved::Differ(input));
    }
    let long = length::of_long_paths(claim);
    let (part, steps) = match long {
        Some(steps) => (LONG, steps),
        None => (TREE[usize::from(branches_back(claim))], STEPS_PER_PATH),
    };
    let tree = |budget: &mut Budget| {
        let share = budget.work / part;
        let mut within = Budget { work: share, paths: PATHS, steps, ..budget.clone() };
        let found = prove(claim, &Proposal::default(), solver, &mut within);
        budget.work -= share - within.work;
        found.ok()
    };
    if long.is_some()
        && let Some(evidence) = tree(budget)
    {
        return Ok(evidence);
    }
    if let Some(evidence) = at_joins(claim, solver, budget)? {
        return Ok(evidence);
    }
    if long.is_none()
        && let Some(evidence) = tree(budget)
    {
        return Ok(evidence);
    }
    let rest = budget.work / REST;
    budget.work -= rest;
    let found = at_loops(claim, solver, budget);
    budget.work += rest;
    match found {
        Ok(evidence) => Ok(evidence),
        Err(open) => recursion(claim, solver, budget).map_err(|_| open.into()),
    }
}

/// Whether a program has a backward branch.
fn branches_back(claim: &Claim) -> bool {
    let is_back = |word: &u64| match (ARM64.decode)(*word) {
        Some(Instruction::Branch { offset, .. }) => ARM64.width.signed(offset) < 0,
        _ => false,
    };
    claim.programs.iter().flatten().any(is_back)
}

/// Maximum number of instructions of a run that looks for a difference.
const RUN: u64 = 1_000;

/// An allowed input on which both programs end with different results, if a sample shows one.
///
/// # Errors
///
/// The claim is malformed.
pub fn difference(claim: &Claim) -> Result<Option<Input>, Open> {
    claim.validate()?;
    for input in length::inputs(claim)? {
        let [left, right] = Side::BOTH.map(|side| observed(claim, side, &input));
        // Memory that the machine reserves has no defined contents, so such runs are skipped.
        let (Ok(Some(left)), Ok(Some(right))) = (left, right) else { continue };
        if left != right {
            return Ok(Some(input));
        }
    }
    Ok(None)
}

/// How a run ends, with the observed words and the observed output.
type Seen = (Ending, Vec<u64>, Vec<u8>);

/// What is observed of a program on an input. `None` if its run has not ended after [`RUN`] instructions.
///
/// # Errors
///
/// The program stores to, loads or executes memory that the machine reserves; its contents are not defined.
fn observed(claim: &Claim, side: Side, input: &Input) -> Result<Option<Seen>, Refusal> {
    let machine = claim.machine()?;
    let start = &claim.start[side.index()];
    let (state, ending) = length::run(claim, side, input, RUN)?;
    let Some(ending) = ending else { return Ok(None) };
    let (observed, mut words) = (&claim.observed, Vec::new());
    if ending == Ending::Done {
        let registers = observed.registers.iter().filter_map(|name| machine.register(name));
        words.extend(registers.map(|number| state.registers[number]));
        let array = start.array.as_ref().filter(|_| observed.array);
        let elements = array.into_iter().flat_map(|array| {
            (0..length::word(claim, input, &array.length))
                .map(|index| array.address + machine.layout.word * index)
        });
        for at in observed.words.iter().copied().chain(elements) {
            words.push(Numbers { machine }.load(&state.memory, at)?);
        }
    }
    // What is printed is the low byte of a word.
    let bytes = || state.output.iter().map(|word| *word as u8).collect();
    let output = if observed.output { bytes() } else { Vec::new() };
    Ok(Some((ending, words, output)))
}
