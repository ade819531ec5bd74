//! Runs of both programs as numbers, and how long they are.
//!
//! Programs that fill hundreds of words of memory end soon on no input. They do about the same on each input, so they have
//! few paths, however long these are ([`of_long_paths`]).

use tamarin_kernel::evidence::{Input, Side};
use tamarin_kernel::execute::Ending;
use tamarin_kernel::numbers::{NumberState, run as run_numbers};
use tamarin_kernel::{Claim, Refusal, check as start};

use crate::samples::{samples, start_memory, with_elements};

/// The number of inputs on which runs are long if all are.
const INPUTS: usize = 8;
/// The number of instructions of a long run, at least and at most.
const LONG: [u64; 2] = [3_000, 1 << 18];

/// Runs a program on an input, for a number of instructions. Returns the state, and how the run ended, if it did.
///
/// # Errors
///
/// The program stores to, loads or executes memory that the machine reserves; its contents are not defined.
pub fn run(
    claim: &Claim,
    side: Side,
    input: &Input,
    instructions: u64,
) -> Result<(NumberState, Option<Ending>), Refusal> {
    let machine = claim.machine()?;
    let word = |name: &str| word(claim, input, name);
    let memory = start_memory(claim, machine, side, input);
    let (program, registers) =
        start::program(machine, &claim.start[side.index()], |number| number, word);
    let mut state = NumberState::new(0, registers, memory);
    let ending = run_numbers(&program, &mut state, instructions, &mut 0)?;
    Ok((state, ending))
}

/// The value that an input gives to a word of a claim.
pub fn word(claim: &Claim, input: &Input, name: &str) -> u64 {
    let index = claim.inputs.iter().position(|it| it == name);
    index.and_then(|index| input.words.get(index)).copied().unwrap_or(0)
}

/// Some allowed inputs.
///
/// # Errors
///
/// The claim is malformed.
pub fn inputs(claim: &Claim) -> Result<impl Iterator<Item = Input>, Refusal> {
    let mut prover = start::inputs(claim, None, u64::MAX)?;
    let (_, point) = start::start(&mut prover, claim);
    let samples = samples(claim, &prover.terms, &point).into_iter().enumerate();
    Ok(samples.map(|(number, sample)| with_elements(claim, sample.input, number as u64)))
}

/// A number of instructions within which paths end, if they are long on all inputs: if on none of some inputs both programs
/// end soon, and on the first one both end later.
pub fn of_long_paths(claim: &Claim) -> Option<u64> {
    let inputs: Vec<Input> = inputs(claim).ok()?.take(INPUTS).collect();
    let steps = |input: &Input, most: u64| {
        let of = |side| {
            let (state, ending) = run(claim, side, input, most).ok()?;
            ending.map(|_| state.steps)
        };
        Some(of(Side::Left)?.max(of(Side::Right)?))
    };
    let [short, long] = LONG;
    match inputs.iter().any(|input| steps(input, short).is_some()) {
        true => None,
        // Other inputs may take a little longer.
        false => steps(inputs.first()?, long).map(|steps| 2 * steps),
    }
}
