//! Proves pairs of programs by their functions: `functions FOLDER NAME...`, where the folder holds `NAME.left.asm`,
//! whose first comments say what is claimed, and the words of both programs, `NAME.left.bin` and `NAME.right.bin`.

use std::collections::HashMap;
use std::time::Instant;
use std::{env, fs};

use tamarin_kernel::Claim;
use tamarin_kernel::check::{program, registers};
use tamarin_kernel::claim::{Statement, Steps, Stopping};
use tamarin_kernel::evidence::{FactText, Side};
use tamarin_kernel::execute::State;
use tamarin_kernel::numbers::run;
use tamarin_prove::functions::functions;
use tamarin_prove::samples::{Random, samples};
use tamarin_prove::{Budget, Solved};

fn words(path: &str) -> Vec<u64> {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let word = |four: &[u8]| four.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
    bytes.chunks(4).map(word).collect()
}

/// The claim of a pair, by the comments at its beginning.
fn claim(folder: &str, name: &str) -> (Claim, bool) {
    let text = fs::read_to_string(format!("{folder}/{name}.left.asm")).expect("the left program");
    let said = |key: &str| -> Vec<String> {
        let line = |line: &str| Some(line.strip_prefix("; ")?.strip_prefix(key)?.trim().to_owned());
        text.lines()
            .map_while(|line| line.starts_with(';').then_some(line))
            .filter_map(line)
            .collect()
    };
    let claim: Claim =
        serde_json::from_str(include_str!("../../kernel/src/two-numbers.json")).expect("a claim");
    let steps = match said("stack:").first() {
        Some(depth) => Steps::StackDepth(depth.parse().expect("a number")),
        None => Steps::All,
    };
    let premises = said("premise:").into_iter().map(FactText::Text).collect();
    let programs = ["left", "right"].map(|side| words(&format!("{folder}/{name}.{side}.bin")));
    let statement = Statement::Agree { steps, stop: Stopping::Same };
    (Claim { programs, premises, statement, ..claim }, !said("equal:").is_empty())
}

/// An allowed input on which both programs stop and differ, if one is found.
fn difference(claim: &Claim) -> Option<Vec<u64>> {
    let machine = claim.machine().expect("there is such a machine");
    let mut prover = tamarin_kernel::check::inputs(claim, None, u64::MAX).expect("it is a claim");
    let point = tamarin_kernel::check::point(&mut prover, claim);
    let mut random = Random(7);
    let mut inputs: Vec<Vec<u64>> =
        samples(claim, &prover.terms, &point).into_iter().map(|it| it.input).collect();
    for _ in 0..600 {
        inputs.push(vec![random.word() % 130, random.word() % 130]);
    }
    let of: Vec<_> = claim.inputs.iter().map(|name| point.context.names[name]).collect();
    inputs.into_iter().find(|input| {
        let sample = tamarin_prove::samples::Sample::new(0, input.clone(), &prover.terms, &of);
        if !point.context.facts().iter().all(|fact| sample.holds(&prover.terms, fact)) {
            return false;
        }
        let ends = Side::BOTH.map(|side| {
            let given = &claim.start[side.index()];
            let value = |name: &str| {
                claim.inputs.iter().position(|it| it == name).map_or(0, |at| input[at])
            };
            let registers = registers(machine, given, |it| it, value);
            let text = claim.programs[side.index()].iter().enumerate();
            let memory: HashMap<u64, u64> = text.map(|(at, it)| (4 * at as u64, *it)).collect();
            let mut state = State::new(0, registers, memory);
            let program = program(claim, machine, side);
            let ending = run(&program, &mut state, 8_000, &mut u64::MAX.clone()).ok()?;
            Some((ending?, state.registers[3]))
        });
        matches!(ends, [Some(a), Some(b)] if a != b)
    })
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (folder, names) = arguments.split_first().expect("a folder");
    for name in names {
        let (claim, is_equal) = claim(folder, name);
        let differs = difference(&claim);
        let label = if is_equal { "equal" } else { "differs" };
        if differs.is_some() == is_equal {
            println!("{name}: the label `{label}` is wrong or not shown: {differs:?}");
        }
        let work = env::var("WORK").ok().and_then(|it| it.parse().ok()).unwrap_or(400_000_000);
        let mut budget = Budget { work, ..Budget::default() };
        let begin = Instant::now();
        let found = functions(&claim, &|_, _| Solved::Open, &mut budget);
        let seconds = begin.elapsed().as_secs_f64();
        let verdict = match &found {
            Ok(_) => "proved".to_owned(),
            Err(open) => open.to_string(),
        };
        println!("{label} {name} {seconds:.2} {verdict}");
        if found.is_ok() && (!is_equal || differs.is_some()) {
            println!("WRONG: {name} is accepted");
        }
    }
}
