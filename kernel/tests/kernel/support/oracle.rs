//! Runs of both programs of a claim on edge inputs, by the second interpreters: what an accepted claim must not
//! contradict.

use std::collections::{BTreeMap, HashMap, VecDeque};

use tamarin_kernel::Claim;
use tamarin_kernel::claim::{Start, Word};
use tamarin_kernel::evidence::{FactText, Input};
use tamarin_kernel::execute::Ending;
use tamarin_kernel::text::{Comparison, Expression, Sign, fact};

use super::arm64::{self, Flags, Halt};
use super::plain::Plain;

/// Maximum steps of a run.
const STEPS_PER_RUN: u64 = 200;

/// Words at which programs tend to differ.
fn edges(claim: &Claim) -> [u64; 12] {
    let width = claim.machine().expect("it is a machine").width;
    let (half, most) = (width.half(), width.most());
    [0, 1, 2, 3, 4, 5, 12, half - 1, half, most - 2, most - 1, most]
}

/// Edge inputs of a claim that its premises and arrays allow: all combinations of edges for up to two words.
pub fn edge_inputs(claim: &Claim) -> Vec<Input> {
    let edges = edges(claim);
    let mut words: Vec<Vec<u64>> = vec![Vec::new()];
    for _ in &claim.inputs {
        let longer = |words: &Vec<u64>| edges.map(|edge| [&words[..], &[edge]].concat());
        words = words.iter().flat_map(longer).collect();
    }
    words.retain(|words| claim.premises.iter().all(|premise| satisfies(claim, premise, words)));
    let is_byte = |name: &String| {
        let mut bytes = claim.start.iter().flat_map(|start| &start.stream);
        bytes.any(|byte| *byte == Word::Input(name.clone()))
    };
    let bytes: Vec<bool> = claim.inputs.iter().map(is_byte).collect();
    words.retain(|words| words.iter().zip(&bytes).all(|(word, is_byte)| !is_byte || *word <= 255));
    let array = claim.start.iter().find_map(|start| start.array.as_ref());
    let Some(array) = array else {
        let input = |words| Input { words, arrays: BTreeMap::new() };
        return words.into_iter().map(input).collect();
    };
    let [most, half] = [edges[11], edges[8]];
    let elements = [[1, 2, 3], [5, 5, 5], [0, 0, 0], [most, 1, half], [3, 0, 2], [half, most, 0]];
    let index = claim.inputs.iter().position(|name| *name == array.length).expect("an input");
    let mut inputs = Vec::new();
    for words in words {
        if words[index] > array.capacity.min(3) {
            continue;
        }
        inputs.extend(elements.map(|elements| {
            let arrays = BTreeMap::from([(array.name.clone(), elements.to_vec())]);
            Input { words: words.clone(), arrays }
        }));
    }
    inputs
}

/// An edge input on which both programs stop, and end in other ways or with other observed results.
pub fn difference(claim: &Claim) -> Option<Input> {
    edge_inputs(claim).into_iter().find(|input| {
        let [left, right] = [0, 1].map(|side| result(claim, side, input));
        left.is_some() && right.is_some() && left != right
    })
}

/// How a run ends, the printed bytes, and the observed registers if it is done. None if it does not stop soon.
pub type Outcome = Option<(Ending, Vec<u8>, Vec<u64>)>;

/// The result of one program on an input.
pub fn result(claim: &Claim, side: usize, input: &Input) -> Outcome {
    let start = &claim.start[side];
    assert!(claim.observed.words.is_empty(), "no claim here has these");
    let value = |word: &Word| match word {
        Word::Number(number) => *number,
        Word::Input(name) => {
            let index = claim.inputs.iter().position(|input| input == name);
            input.words[index.expect("it is an input")]
        }
    };
    let registers = start.registers.iter().map(|(name, word)| (&name[..], value(word))).collect();
    let length = start.array.as_ref().map(|it| value(&Word::Input(it.length.clone())));
    let elements = start.array.as_ref().map_or(&[][..], |it| &input.arrays[&it.name][..]);
    let elements = &elements[..length.unwrap_or(0) as usize];
    let program = &claim.programs[side];
    match &claim.machine[..] {
        "mips" => {
            let input = start.stream.iter().map(|byte| value(byte) as u32).collect();
            mips(claim, start, program, &registers, elements, input)
        }
        _ => arm64(claim, start, program, &registers, elements),
    }
}

fn mips(
    claim: &Claim,
    start: &Start,
    program: &[u64],
    given: &HashMap<&str, u64>,
    elements: &[u64],
    input: VecDeque<u32>,
) -> Outcome {
    let number = |name: &str| name.strip_prefix('$').and_then(|it| it.parse::<usize>().ok());
    let mut registers = [0; 32];
    for (name, value) in given {
        registers[number(name).expect("a register")] = *value as u32;
    }
    let mut memory: HashMap<u32, u32> = HashMap::new();
    memory.extend((0..).step_by(4).zip(program.iter().map(|word| *word as u32)));
    let first = start.array.as_ref().map_or(0, |array| array.address as u32);
    memory.extend((first..).step_by(4).zip(elements.iter().map(|word| *word as u32)));
    let mut state = Plain { pc: 0, registers, hi: 0, lo: 0, memory, input, output: Vec::new() };
    let ending = state.run(STEPS_PER_RUN)?;
    let observed = claim.observed.registers.iter().filter(|_| ending == Ending::Done);
    let register = |name: &String| number(name).map_or(0, |it| u64::from(state.registers[it]));
    let printed = state.output.iter().filter(|_| claim.observed.output);
    let mut observed: Vec<u64> = observed.map(register).collect();
    if claim.observed.array && ending == Ending::Done {
        let addresses = (first..).step_by(4).take(elements.len());
        observed.extend(addresses.map(|at| u64::from(state.word(at))));
    }
    Some((ending, printed.map(|word| *word as u8).collect(), observed))
}

fn arm64(
    claim: &Claim,
    start: &Start,
    program: &[u64],
    given: &HashMap<&str, u64>,
    elements: &[u64],
) -> Outcome {
    assert!(start.stream.is_empty() && !claim.observed.array, "no claim here has these");
    let number = |name: &str| match name {
        "sp" => Some(31),
        name => name.strip_prefix('x').and_then(|it| it.parse::<usize>().ok()),
    };
    let mut registers = [0; 32];
    for (name, value) in given.iter().filter(|(name, _)| !["l", "r"].contains(*name)) {
        registers[number(name).expect("a register")] = *value;
    }
    let mut state = arm64::Plain {
        pc: 0,
        registers,
        flags: Flags::compare(given["l"], given["r"]),
        bytes: HashMap::new(),
        output: Vec::new(),
        divides_by_zero: claim.machine == "arm64-arm",
    };
    for (at, word) in (0..).step_by(4).zip(program) {
        state.set_word(at, *word as u32);
    }
    let first = start.array.as_ref().map_or(0, |array| array.address);
    for (at, word) in (first..).step_by(8).zip(elements) {
        state.set_word(at, *word as u32);
        state.set_word(at + 4, (*word >> 32) as u32);
    }
    let Halt::Ended(ending) = state.run(STEPS_PER_RUN)? else { return None };
    let observed = claim.observed.registers.iter().filter(|_| ending == Ending::Done);
    let register = |name: &String| number(name).map_or(0, |it| state.registers[it]);
    let printed = state.output.iter().copied().filter(|_| claim.observed.output);
    Some((ending, printed.collect(), observed.map(register).collect()))
}

/// Whether an input satisfies a premise that compares an input with a number.
fn satisfies(claim: &Claim, premise: &FactText, words: &[u64]) -> bool {
    let FactText::Text(premise) = premise else { panic!("{premise:?}") };
    let Comparison { words: [a, b], order, is_negated } = fact(premise).expect("it is a fact");
    let value = |expression: &Expression| match expression {
        Expression::Number(number) => *number,
        Expression::Name(name) => {
            let index = claim.inputs.iter().position(|input| input == name);
            words[index.expect("it is an input")]
        }
        Expression::Apply(..) => panic!("{premise}"),
    };
    let width = claim.machine().expect("it is a machine").width;
    let (a, b) = (value(&a), value(&b));
    let holds = match order {
        None => a == b,
        Some(Sign::Unsigned) => a < b,
        Some(Sign::Signed) => width.signed(a) < width.signed(b),
    };
    holds != is_negated
}
