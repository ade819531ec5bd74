//! Statements that may be missing in an ARM64 program.

use std::collections::BTreeSet;

use super::super::edits::Edit;
use super::super::language::{ARM64, loading};
use super::super::missing::{self, Here, SMALL, Step, Words};
use super::super::workshop::Workshop;
use super::Arm64;
use crate::link::File;
use crate::machine::arm64::record::Observer;
use crate::machine::arm64::{Condition, Reg, Register, Slot, Stop};
use crate::program::Program;

/// The edits, last place first, of the program to repair, which was linked from these files.
pub(super) fn missing(repaired: &Arm64<'_>, program: &Program, files: &[File<'_>]) -> Vec<Edit> {
    let constants = repaired.words().into_iter().flat_map(|words| ARM64.constants(words));
    let near = constants.flat_map(|it| [it.wrapping_sub(1), it, it.wrapping_add(1)]);
    let numbers: BTreeSet<i64> = near.chain(0..=SMALL).collect();
    let mut steps = Steps::default();
    let stop = repaired.watch(&mut steps);
    let result = bit(Register::d_or_n(Reg::RESULT));
    let given = result | result << 1;
    let observed = if stop == Stop::Done { result } else { 0 };
    let here = missing::here(repaired.words()[1].len(), &steps.0, given, observed);
    let texts = |here: &Here, labels: &BTreeSet<&str>| texts(here, &numbers, labels);
    missing::missing(ARM64, program, files, &here, texts)
}

/// The statements that may be inserted before a statement.
fn texts(here: &Here, numbers: &BTreeSet<i64>, labels: &BTreeSet<&str>) -> Vec<String> {
    // The last three registers are for the frame, the return address and the stack.
    let usable = || (0..29).filter_map(Reg::new);
    let is_in = |words: Words, reg: Reg| words & bit(Register::d_or_n(reg)) != 0;
    let known: Vec<String> =
        usable().filter(|&reg| is_in(here.known, reg)).map(|reg| reg.name(Slot::N)).collect();
    // Zero can be the last operand only.
    let last = || known.iter().map(String::as_str).chain(["xzr"]);
    let pairs = || known.iter().flat_map(|n| last().map(move |m| (n.as_str(), m)));
    let mut texts = Vec::new();
    for reg in usable().filter(|&reg| is_in(here.live, reg)) {
        let d = reg.name(Slot::D);
        // For commutative operands, one order is enough; zero copies.
        let ordered = pairs().filter(|(n, m)| n <= m);
        texts.extend(ordered.map(|(n, m)| format!("add {d}, {n}, {m}")));
        for name in ["sub", "sdiv", "udiv"] {
            let others = pairs().filter(|(n, m)| *m != "xzr" && (n != m || name == "sub"));
            texts.extend(others.map(|(n, m)| format!("{name} {d}, {n}, {m}")));
        }
        let factors = pairs().filter(|(n, m)| *m != "xzr" && n <= m);
        texts.extend(factors.map(|(n, m)| format!("mul {d}, {n}, {m}")));
        texts.extend(numbers.iter().map(|&number| loading(reg, number)));
    }
    if here.live & FLAGS != 0 {
        let others = pairs().filter(|(n, m)| n != m);
        texts.extend(others.map(|(n, m)| format!("cmp {n}, {m}")));
    }
    for label in labels {
        texts.push(format!("b {label}"));
        if here.known & FLAGS != 0 {
            let conditions = Condition::ALL.iter().map(|(_, name, _)| name);
            texts.extend(conditions.map(|name| format!("b.{name} {label}")));
        }
    }
    texts
}

/// The bit of the flags.
const FLAGS: Words = 1 << Register::COUNT;

fn bit(place: Register) -> Words {
    1 << place.index()
}

/// The executions of a run.
#[derive(Default)]
struct Steps(Vec<Step>);

impl Steps {
    fn last(&mut self) -> &mut Step {
        self.0.last_mut().expect("an instruction has begun")
    }
}

impl Observer for Steps {
    fn begin(&mut self, at: u64) {
        let word = usize::try_from(at / 4).unwrap_or(usize::MAX);
        self.0.push(Step { word, reads: 0, writes: 0 });
    }

    fn reads(&mut self, place: Register) {
        self.last().reads |= bit(place);
    }

    fn writes(&mut self, place: Register) {
        self.last().writes |= bit(place);
    }

    fn reads_flags(&mut self) {
        self.last().reads |= FLAGS;
    }

    fn writes_flags(&mut self) {
        self.last().writes |= FLAGS;
    }
}
