//! Small claims about MIPS programs: programs as words, evidence as JSON. Three of them are about what programs are given
//! and what is observed: the bytes of the input stream, the elements of an array, and text that is stored to.

use serde_json::{Value, json};
use tamarin_kernel::claim::{Array, Statement, Steps, Stopping, Word};
use tamarin_kernel::evidence::Input;
use tamarin_kernel::{Claim, Evidence, check};

use super::two_numbers;

pub fn agree(steps: Steps, stop: Stopping) -> Statement {
    Statement::Agree { steps, stop }
}

/// A claim about two programs that are given as words.
pub fn about(left: &[u64], right: &[u64], statement: Statement) -> Claim {
    two_numbers([left.to_vec(), right.to_vec()], statement)
}

pub fn read(value: Value) -> Evidence {
    serde_json::from_value(value).expect("it is evidence")
}

pub fn refusal(claim: &Claim, evidence: &Evidence) -> String {
    check(claim, evidence).expect_err("it is refused").to_string()
}

// add $3, $1, $2; add $3, $1, $1; jr $31; beq $0, $0, -1; sw $1, 0($2); div $1, $2
pub const SUM: u64 = 0x0022_1820;
pub const TWICE: u64 = 0x0021_1820;
pub const RETURN: u64 = 0x03e0_0008;
pub const LOOP: u64 = 0x1000_ffff;
pub const STORE: u64 = 0xac41_0000;
pub const DIVIDE: u64 = 0x0022_001a;

pub fn input(words: &[u64]) -> Input {
    Input { words: words.to_vec(), ..Input::default() }
}

// lis $4; .word 0xffff0004; lw $3, 0($4)
const READ: [u64; 3] = [0x2014, 0xffff_0004, 0x8c83_0000];

/// Both programs return the second of these bytes of their input streams.
pub fn reading(bytes: [[&str; 2]; 2]) -> Claim {
    let program = [READ[0], READ[1], READ[2], READ[2], RETURN];
    let mut claim = about(&program, &program, agree(Steps::All, Stopping::Both));
    for (start, bytes) in claim.start.iter_mut().zip(bytes) {
        start.registers.clear();
        start.registers.insert("$31".into(), Word::Number(start.return_address));
        start.stream = bytes.map(|byte| Word::Input(byte.into())).to_vec();
    }
    claim
}

/// Evidence for [`reading`] that runs both programs to their ends, and names an input.
pub fn read_to_the_end(words: [u64; 2]) -> Value {
    json!({
        "work": 10_000,
        "exercise": { "input": { "words": words }, "steps": 9 },
        "start": [{ "run": ["left", 4] }, { "run": ["right", 4] }, { "end": "both" }]
    })
}

// sw $0, 0($1); sw $0, 4($1)
pub const FIRST: u64 = 0xac20_0000;
pub const SECOND: u64 = 0xac20_0004;

/// Programs that store words into an array at address 400 of at most four elements, which is observed.
pub fn storing(programs: [&[u64]; 2]) -> Claim {
    let mut claim = about(programs[0], programs[1], agree(Steps::All, Stopping::Both));
    claim.inputs = vec!["n".into()];
    for start in &mut claim.start {
        let (array, number) = (400, Word::Number(start.return_address));
        let registers =
            [("$1", Word::Number(array)), ("$2", Word::Input("n".into())), ("$31", number)];
        start.registers = registers.map(|(name, word)| (name.to_owned(), word)).into();
        let (name, length, capacity) = ("e".into(), "n".into(), 4);
        start.array = Some(Array { name, address: array, length, capacity });
    }
    claim.observed.array = true;
    claim
}

/// Evidence that one store of a word leaves the same array as two stores of it.
pub fn stored_once_or_twice() -> Value {
    let at = "400 + 4*index";
    let stores = |side: &str, label: &str, cases: Value| {
        let name = "memory.store";
        json!({ "rule": name, "name": side, "terms": [at], "as": label, "cases": cases })
    };
    let element = |side: &str, label: &str| {
        let name = format!("start.{side}");
        json!({ "rule": "memory.array", "name": name, "terms": [at], "as": label })
    };
    json!({
        "work": 100_000,
        "exercise": { "input": { "words": [2], "arrays": { "e": [5, 6] } }, "steps": 9 },
        "start": [
            { "run": ["left", 2] }, { "run": ["right", 3] },
            { "end": "both", "by": { "array": [
                { "rule": "linear", "on": ["inside", "length.left"], "times": [1, 1], "as": "small" },
                { "rule": "carry", "sum": [[4, "n"]], "on": ["length.left"], "as": "size" },
                { "rule": "carry", "sum": [[4, "index"]], "on": ["small"], "as": "offset" },
                { "rule": "cut", "fact": "4*index <u 4*n", "as": "below", "cases": [[
                    { "rule": "linear", "on": ["below", "size.1", "offset", "inside"], "times": [1, 1, 1, 4] }
                ]] },
                stores("left", "l", json!([[
                    stores("right", "r", json!([])),
                    { "rule": "ring", "on": ["l", "r"], "factors": ["1", "-1"] }
                ]])),
                stores("right", "r", json!([])),
                element("left", "x"), element("right", "y"),
                { "rule": "ring", "on": ["l", "x", "r", "y"], "factors": ["1", "1", "-1", "-1"] }
            ] } }
        ]
    })
}

/// The left program replaces its next instruction by `add $3, $1, $1`; the right one is the given instruction.
pub fn patching(right: u64) -> Claim {
    // lis $4; .word (add $3, $1, $1); sw $4, 12($0); add $3, $1, $2; jr $31
    let left = [0x2014, TWICE, 0xac04_000c, SUM, RETURN];
    about(&left, &[right, RETURN], agree(Steps::All, Stopping::Both))
}

/// Evidence for [`patching`] with these ends of the protected texts.
pub fn patched(protected: Value) -> Value {
    json!({
        "work": 10_000,
        "exercise": { "input": { "words": [1, 2] }, "steps": 9 },
        "protected": protected,
        "start": [{ "run": ["left", 4] }, { "run": ["right", 2] }, { "end": "both" }]
    })
}

/// Names, true claims, false claims, and evidence for the true ones.
pub fn cases() -> [(&'static str, Claim, Claim, Value); 3] {
    [
        (
            "bytes",
            reading([["a", "b"], ["b", "b"]]),
            reading([["a", "b"], ["b", "a"]]),
            read_to_the_end([200, 255]),
        ),
        (
            "elements",
            storing([&[FIRST, RETURN], &[FIRST, FIRST, RETURN]]),
            storing([&[FIRST, RETURN], &[FIRST, SECOND, RETURN]]),
            stored_once_or_twice(),
        ),
        ("patched", patching(TWICE), patching(SUM), patched(json!({ "left": 12 }))),
    ]
}
