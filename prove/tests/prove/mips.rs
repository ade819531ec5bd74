//! A small assembler of MIPS programs for the tests, and the labelled pairs of a folder.

use std::collections::HashMap;
use std::path::Path;

use tamarin_kernel::Claim;
use tamarin_kernel::claim::{Array, Word};

use crate::programs;

/// Instructions of three registers, and their function codes.
const THREE: [(&str, u64); 4] = [("add", 0x20), ("sub", 0x22), ("slt", 0x2a), ("sltu", 0x2b)];
/// Instructions of two registers.
const TWO: [(&str, u64); 4] = [("mult", 0x18), ("multu", 0x19), ("div", 0x1a), ("divu", 0x1b)];
/// Instructions of one register: the function code, and the position of the register.
const ONE: [(&str, u64, u64); 5] =
    [("mfhi", 0x10, 11), ("mflo", 0x12, 11), ("lis", 0x14, 11), ("jr", 8, 21), ("jalr", 9, 21)];
/// Instructions with an offset.
const OFFSET: [(&str, u64); 4] = [("beq", 4), ("bne", 5), ("lw", 0x23), ("sw", 0x2b)];

/// The words of a program.
pub fn assemble(text: &str) -> Vec<u64> {
    let (mut labels, mut lines) = (HashMap::new(), Vec::new());
    for line in text.lines() {
        let line = line.split(';').next().unwrap_or_default();
        let mut line = line.trim();
        while let Some((label, rest)) = line.split_once(':') {
            labels.insert(label.trim(), lines.len());
            line = rest.trim();
        }
        if !line.is_empty() {
            lines.push(line);
        }
    }
    lines.iter().enumerate().map(|(at, line)| encode(at, line, &labels)).collect()
}

fn encode(at: usize, line: &str, labels: &HashMap<&str, usize>) -> u64 {
    let tokens: Vec<&str> = line
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')'))
        .filter(|token| !token.is_empty())
        .collect();
    let register = |token: &str| -> u64 {
        token.strip_prefix('$').and_then(|it| it.parse().ok()).unwrap_or_else(|| panic!("{line}"))
    };
    let number = |token: &str| match token.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16).ok(),
        None => token.parse::<i64>().ok(),
    };
    let word = |token: &str| number(token).unwrap_or_else(|| 4 * labels[token] as i64) as u32;
    let code = |table: &[(&str, u64)]| {
        table.iter().find(|(name, _)| *name == tokens[0]).map(|(_, code)| *code)
    };
    match tokens[..] {
        [".word", value] => u64::from(word(value)),
        [name, of] => {
            let row = ONE.iter().find(|(row, ..)| *row == name);
            let &(_, function, shift) = row.unwrap_or_else(|| panic!("{line}"));
            register(of) << shift | function
        }
        [_, s, t] if code(&TWO).is_some() => {
            register(s) << 21 | register(t) << 16 | code(&TWO).expect("it is there")
        }
        [_, d, s, t] if code(&THREE).is_some() => {
            let function = code(&THREE).expect("it is there");
            register(s) << 21 | register(t) << 16 | register(d) << 11 | function
        }
        [name, a, b, c] => {
            let row = code(&OFFSET).unwrap_or_else(|| panic!("{line}"));
            let (s, t, offset) = match name {
                "lw" | "sw" => (register(c), register(a), number(b).expect("an offset")),
                _ => {
                    let to = number(c).unwrap_or_else(|| labels[c] as i64 - at as i64 - 1);
                    (register(a), register(b), to)
                }
            };
            row << 26 | s << 21 | t << 16 | u64::from(offset as u16)
        }
        _ => panic!("{line}"),
    }
}

/// A labelled pair of programs.
pub struct Pair {
    /// Its name.
    pub name: String,
    /// Its family.
    pub family: String,
    /// Whether the programs agree.
    pub agrees: bool,
    /// The claim that they do.
    pub claim: Claim,
}

/// The pairs of a folder that are about two numbers, by name: those that agree and both stop, and those that differ. A
/// relative folder is one of this package, wherever the tests run.
pub fn pairs(folder: &Path) -> Vec<Pair> {
    let folder = &Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = std::fs::read_dir(folder).expect("there is such a folder");
    let mut names: Vec<String> = files
        .filter_map(|file| file.ok()?.file_name().into_string().ok())
        .filter_map(|name| name.strip_suffix(".left.asm").map(str::to_owned))
        .collect();
    names.sort_unstable();
    names.into_iter().filter_map(|name| pair(folder, name)).collect()
}

/// The pair of a folder with a name.
pub fn named(folder: &str, name: &str) -> Pair {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    pair(&folder, name.to_owned()).unwrap_or_else(|| panic!("{name} has no claim"))
}

fn pair(folder: &Path, name: String) -> Option<Pair> {
    let texts = ["left", "right"].map(|side| {
        let path = folder.join(format!("{name}.{side}.asm"));
        std::fs::read_to_string(&path).unwrap_or_else(|_| panic!("{}", path.display()))
    });
    let directive = |of: &str| {
        let lines = texts[0].lines().filter_map(|line| line.strip_prefix(";@ "));
        let mut values = lines.filter_map(|line| line.strip_prefix(of)?.strip_prefix(": "));
        values.next().map(str::to_owned)
    };
    let agrees = match &directive("claim").or_else(|| directive("verdict"))?[..] {
        "equivalent" => true,
        "differ" | "disequivalent" => false,
        _ => return None,
    };
    let contract = directive("contract")
        .map(|contract| serde_json::from_str::<serde_json::Value>(&contract).expect("it is JSON"));
    let is_other = |key: &String| !["assume", "array", "observe"].contains(&&key[..]);
    let keys = |contract: &serde_json::Value| {
        contract.as_object().is_some_and(|it| it.keys().any(is_other))
    };
    if contract.as_ref().is_some_and(keys) {
        return None;
    }
    let words = texts.each_ref().map(|text| assemble(text));
    let mut claim = programs::claim([&words[0], &words[1]]);
    if let Some(contract) = contract {
        let assume = contract["assume"].as_array().into_iter().flatten();
        let text = |fact: &serde_json::Value| {
            let fact = fact.as_str().expect("a text").replace("$1", "a").replace("$2", "b");
            fact.as_str().into()
        };
        claim.premises = assume.map(text).collect();
        if let Some(capacity) = contract["array"].as_u64() {
            given_an_array(&mut claim, capacity);
        }
        match contract["observe"].as_array().map(|all| &all[..]) {
            None => {}
            Some([array, registers @ ..]) if array == "a" => {
                let names: Vec<&str> = registers.iter().filter_map(|it| it.as_str()).collect();
                if !names.iter().all(|name| name.starts_with('$')) {
                    return None;
                }
                claim.observed.registers = names.into_iter().map(str::to_owned).collect();
                claim.observed.array = true;
            }
            Some(_) => return None,
        }
    }
    let family = directive("family").expect("a family");
    Some(Pair { name, family, agrees, claim })
}

/// Gives both programs an array of `b` elements and its address instead of two numbers.
fn given_an_array(claim: &mut Claim, capacity: u64) {
    claim.inputs.retain(|name| name == "b");
    for start in &mut claim.start {
        start.registers.insert("$1".into(), Word::Number(ARRAY));
        let (name, length) = ("e".into(), "b".into());
        start.array = Some(Array { name, address: ARRAY, length, capacity });
    }
}

/// The address of arrays.
const ARRAY: u64 = 0x0080_0000;
