//! Pairs of ARM64 programs, each with a program that differs from both.
//!
//! Each file of `prove/tests/arm64` is a test. It holds programs after the lines `== left`, `== right` and `== wrong`; `wrong`
//! differs from both on some input. Comment lines before them give the expected result (`proved` or `open`), and the
//! inputs if these are not two numbers.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use tamarin_kernel::claim::{Statement, Steps, Stopping};
use tamarin_kernel::evidence::{Exercise, Input};
use tamarin_kernel::execute::Ending;
use tamarin_kernel::{Claim, Evidence, check};
use tamarin_prove::arm64::{Division, Given, Unproved, claim, search};
use tamarin_prove::{Budget, Solved};

use crate::assembler::assemble;
use crate::interpreter::{Flags, Halt, Plain, RETURN_ADDRESS};

/// The contents of a test file.
pub struct Pair {
    pub name: String,
    expected: String,
    given: Given,
    stream: Vec<u8>,
    programs: Vec<(String, Vec<u32>)>,
}

impl Pair {
    fn read(name: &str, text: &str) -> Pair {
        let mut parts = text.split("== ");
        let head = parts.next().unwrap_or_default();
        let said = |key: &str| {
            let line = head.lines().find_map(|line| line.strip_prefix(&format!("// {key}: ")[..]));
            line.map(str::to_owned)
        };
        let capacity = said("array").map(|it| it.parse().expect("a number"));
        let bytes = said("stream").unwrap_or_default();
        let program = |part: &str| {
            let (name, text) = part.split_once('\n').expect("a program");
            (name.to_owned(), assemble(text))
        };
        Pair {
            name: name.to_owned(),
            expected: said("expect").unwrap_or_default(),
            given: capacity.map_or(Given::Numbers, |capacity| Given::Array { capacity }),
            stream: bytes.split_whitespace().map(|it| it.parse().expect("a byte")).collect(),
            programs: parts.map(program).collect(),
        }
    }

    /// The claim that the left program agrees with another one of the file.
    pub fn claim(&self, right: &str) -> Option<Claim> {
        let program = |name: &str| {
            let found = self.programs.iter().find(|(it, _)| it == name);
            found.map(|(_, words)| &words[..])
        };
        let programs = [program("left")?, program(right)?];
        let statement = Statement::Agree { steps: Steps::All, stop: Stopping::Same };
        Some(claim(programs, self.given, &self.stream, Division::Faults, statement))
    }

    /// Whether the search has the expected result; prints the result.
    fn is_as_expected(&self, claim: &Claim, expected: &str) -> bool {
        let (found, work) = searched(claim, WORK[usize::from(expected != "proved")]);
        let line = match &found {
            Ok(evidence) => format!("proved, {} nodes", evidence.nodes.len()),
            Err(open) => format!("{open:?}"),
        };
        println!("{:24} {:9} {work:>11} {line}", self.name, claim.machine);
        let outcome = match found {
            Ok(_) => "proved",
            Err(Unproved::Differ(input)) => {
                assert_differ(claim, &input);
                "differ"
            }
            Err(_) => "open",
        };
        outcome == expected
    }
}

/// The pairs of all files of a folder of tests.
pub fn pairs(folder: &str) -> Vec<Pair> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let files = fs::read_dir(&folder).expect("there is such a folder");
    let mut paths: Vec<PathBuf> = files.map(|it| it.expect("it can be read").path()).collect();
    paths.sort();
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).expect("it is text");
        Pair::read(&path.file_stem().expect("a name").to_string_lossy(), &text)
    };
    paths.iter().map(read).collect()
}

/// Work of a search: of one that is to find evidence, and of one that is to find none.
const WORK: [u64; 2] = [120_000_000, 10_000_000];

/// Evidence for a claim, without a SAT solver, which the kernel accepts; and the work that it took.
fn searched(claim: &Claim, work: u64) -> (Result<Evidence, Unproved>, u64) {
    let mut budget = Budget { work, ..Budget::default() };
    let found = search(claim, &|_, _| Solved::Open, &mut budget);
    if let Ok(evidence) = &found {
        check(claim, evidence).expect("what is returned is accepted");
    }
    (found, work - budget.work)
}

/// Refuses unless the kernel accepts that programs differ on an input.
pub fn assert_differ(claim: &Claim, input: &Input) {
    let claim = Claim { statement: Statement::Differ { input: input.clone() }, ..claim.clone() };
    let exercise = Exercise { steps: 2_000, ..Exercise::default() };
    let evidence = Evidence { work: 1 << 20, exercise, ..Evidence::default() };
    check(&claim, &evidence).expect("the programs differ");
}

#[test]
fn pairs_have_the_expected_results() {
    let mut wrong = Vec::new();
    for pair in pairs("arm64") {
        let Some(claim) = pair.claim("right") else { continue };
        if !pair.is_as_expected(&claim, &pair.expected) {
            wrong.push(format!("{} is not {}", pair.name, pair.expected));
        }
        let Some(claim) = pair.claim("wrong") else { continue };
        let (found, work) = searched(&claim, WORK[1]);
        match found {
            Ok(_) => wrong.push(format!("{}: the wrong program is proved", pair.name)),
            Err(Unproved::Differ(input)) => {
                println!("{:24} wrong  {work:>11} differ on {:?}", pair.name, input.words);
                assert_differ(&claim, &input);
            }
            Err(open) => println!("{:24} wrong  {work:>11} {open:?}", pair.name),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// How a program ends on an input in a second interpreter, with its result and output.
fn plain(program: &[u64], input: [u64; 2]) -> Option<(Ending, u64, Vec<u8>)> {
    let mut registers = [0; 32];
    registers[..2].copy_from_slice(&input);
    (registers[29], registers[30], registers[31]) = (1 << 24, RETURN_ADDRESS, 1 << 24);
    let mut state = Plain {
        pc: 0,
        registers,
        flags: Flags::compare(1, 0),
        bytes: HashMap::new(),
        output: Vec::new(),
        divides_by_zero: false,
    };
    for (index, word) in program.iter().enumerate() {
        state.set_word(4 * index as u64, *word as u32);
    }
    match state.run(3_000)? {
        Halt::Loader => None,
        Halt::Ended(Ending::Done) => Some((Ending::Done, state.registers[0], state.output)),
        Halt::Ended(Ending::Fault) => Some((Ending::Fault, 0, state.output)),
    }
}

/// An input of a few numbers on which programs end apart.
fn apart(claim: &Claim) -> Option<[u64; 2]> {
    const NUMBERS: [u64; 12] =
        [0, 1, 2, 3, 4, 7, 12, 40, (1 << 63) - 1, 1 << 63, u64::MAX - 2, u64::MAX];
    let mut pairs = NUMBERS.into_iter().flat_map(|a| NUMBERS.map(|b| [a, b]));
    pairs.find(|input| {
        let [left, right] = claim.programs.each_ref().map(|program| plain(program, *input));
        left.is_some() && right.is_some() && left != right
    })
}

/// A change of one field of an instruction.
pub fn mutated(program: &mut [u64], random: &mut oorandom::Rand64) {
    let at = random.rand_range(0..program.len() as u64) as usize;
    let shift = [0, 0, 1, 5, 5, 6, 16, 21, 30][random.rand_range(0..9) as usize];
    program[at] = (program[at] ^ (1 + random.rand_range(0..3)) << shift) & 0xffff_ffff;
}

#[test]
fn mutants_are_proved_only_if_they_agree() {
    let mut random = oorandom::Rand64::new(17);
    let (mut proved, mut false_claims, mut found) = (0, 0, 0);
    for pair in pairs("arm64").iter().filter(|it| it.given == Given::Numbers) {
        for right in ["left", "right", "right"] {
            let Some(mut claim) = pair.claim(right).filter(|_| pair.stream.is_empty()) else {
                continue;
            };
            mutated(&mut claim.programs[1], &mut random);
            let differs = apart(&claim);
            let (outcome, _) = searched(&claim, 1_000_000);
            proved += u32::from(outcome.is_ok());
            false_claims += u32::from(differs.is_some());
            found += u32::from(matches!(outcome, Err(Unproved::Differ(_))));
            assert!(outcome.is_err() || differs.is_none(), "{}: {claim:?} {differs:?}", pair.name);
        }
    }
    println!("{proved} proved, {false_claims} differ on a few numbers, {found} by a sample");
    assert!(proved > 2 && false_claims > 80 && found > 80, "{proved} {false_claims} {found}");
}
