//! A small assembler of ARM64 programs for the tests: one instruction per line, labels before it, and `mov d, number`
//! for the three lines that load a constant.

use std::collections::HashMap;

/// Three registers: the first eleven bits, and the six bits between the operands.
const THREE: [(&str, u32, u32); 8] = [
    ("add", 0b10001011001, 0b011000),
    ("sub", 0b11001011001, 0b011000),
    ("mul", 0b10011011000, 0b011111),
    ("smulh", 0b10011011010, 0b011111),
    ("umulh", 0b10011011110, 0b011111),
    ("sdiv", 0b10011010110, 0b000011),
    ("udiv", 0b10011010110, 0b000010),
    ("cmp", 0b11101011001, 0b011000),
];
const CONDITIONS: [(&str, u32); 10] = [
    ("b.eq", 0),
    ("b.ne", 1),
    ("b.hs", 2),
    ("b.lo", 3),
    ("b.hi", 8),
    ("b.ls", 9),
    ("b.ge", 10),
    ("b.lt", 11),
    ("b.gt", 12),
    ("b.le", 13),
];

/// The words of a program.
pub fn assemble(text: &str) -> Vec<u32> {
    let lines: Vec<Vec<&str>> = text.lines().flat_map(expanded).collect();
    let (mut labels, mut at, mut all) = (HashMap::new(), 0, Vec::new());
    for mut line in lines {
        while let Some(label) = line.first().and_then(|token| token.strip_suffix(':')) {
            labels.insert(label, at);
            line.remove(0);
        }
        if let Some(&operation) = line.first() {
            all.push((at, line));
            at += if operation == ".8byte" { 8 } else { 4 };
        }
    }
    let words = |(at, line): &(i64, Vec<&str>)| encode(*at, line, &labels);
    all.iter().flat_map(words).collect()
}

/// The tokens of a line, or of those that it is short for.
fn expanded(line: &str) -> Vec<Vec<&str>> {
    let code = line.split("//").next().unwrap_or_default();
    let separates = |c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']');
    let tokens: Vec<&str> = code.split(separates).filter(|token| !token.is_empty()).collect();
    match tokens[..] {
        [ref labels @ .., "mov", d, number] => {
            let load = [labels, &["ldr", d, "8"]].concat();
            vec![load, vec!["b", "12"], vec![".8byte", number]]
        }
        _ => vec![tokens],
    }
}

fn register(text: &str) -> u32 {
    match text {
        "sp" | "xzr" => 31,
        _ => text.strip_prefix('x').and_then(|it| it.parse().ok()).expect("a register"),
    }
}

fn number(text: &str) -> Option<i64> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok().map(|it| it as i64),
        None => text.parse().ok().or_else(|| text.parse::<u64>().ok().map(|it| it as i64)),
    }
}

fn encode(at: i64, line: &[&str], labels: &HashMap<&str, i64>) -> Vec<u32> {
    // An offset in instructions, from this one on.
    let target = |text: &str, bits: u32| {
        let offset = number(text).unwrap_or_else(|| labels[text] - at);
        (offset / 4) as u32 & ((1 << bits) - 1)
    };
    let access = |base: &str, offset: &str| {
        let offset = number(offset).expect("an offset") as u32 & 0x1ff;
        offset << 12 | register(base) << 5
    };
    vec![match *line {
        [".8byte", value] => {
            let value = number(value).unwrap_or_else(|| labels[value]) as u64;
            return vec![value as u32, (value >> 32) as u32];
        }
        ["cmp", n, m] => encode(at, &["cmp", "sp", n, m], labels)[0],
        ["br", n] => 0xd61f_0000 | register(n) << 5,
        ["blr", n] => 0xd63f_0000 | register(n) << 5,
        ["ldur", d, n, i] => 0xf840_0000 | access(n, i) | register(d),
        ["stur", d, n, i] => 0xf800_0000 | access(n, i) | register(d),
        ["ldr", d, i] => 0x5800_0000 | target(i, 19) << 5 | register(d),
        ["b", to] => 0x1400_0000 | target(to, 26),
        [branch, to] => {
            let condition = CONDITIONS.iter().find(|(name, _)| *name == branch);
            0x5400_0000 | target(to, 19) << 5 | condition.expect("a condition").1
        }
        [name, d, n, m] => {
            let row = THREE.iter().find(|(row, ..)| *row == name);
            let &(_, operation, function) = row.unwrap_or_else(|| panic!("{line:?}"));
            let [d, n, m] = [d, n, m].map(register);
            operation << 21 | m << 16 | function << 10 | n << 5 | d
        }
        _ => panic!("{line:?}"),
    }]
}

#[test]
fn words_are_those_of_the_course() {
    let text = "
        add x3, sp, xzr
        umulh x0, x1, x2
        cmp x30, x0
        blr x15
        ldur x2, [sp, -8]
        stur x0, [x1, 8]
        ldr x30, 8
        b.eq 8
        b.ge -12
        b -8
        here: b.ne here
        .8byte -1";
    let words = [
        0x8b3f_63e3,
        0x9bc2_7c20,
        0xeb20_63df,
        0xd63f_01e0,
        0xf85f_83e2,
        0xf800_8020,
        0x5800_005e,
        0x5400_0040,
        0x54ff_ffaa,
        0x17ff_fffe,
        0x5400_0001,
        0xffff_ffff,
        0xffff_ffff,
    ];
    assert_eq!(assemble(text), words);
}
