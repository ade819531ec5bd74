//! Statements that may be missing in a MIPS program.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::super::edits::{Edit, signed};
use super::super::language::{MIPS, Mips, constants};
use super::super::missing::{self, Here, SMALL, Step, Words};
use crate::engines::difference::Difference;
use crate::link::File;
use crate::machine::mips::Reg;
use crate::machine::values::Values;
use crate::machine::{
    BinaryOp, HiLo, Image, Initial, Machine, Recorder, Signedness, Stop as End, Tagged,
};
use crate::program::{Address, Program};
use crate::report::Side;

/// The edits, last place first, of the program on that side, which was linked from these files.
pub(super) fn missing(
    difference: &Difference<'_>,
    side: Side,
    program: &Program,
    files: &[File<'_>],
) -> Vec<Edit> {
    let numbers: BTreeSet<i64> = difference
        .images
        .iter()
        .flat_map(|image| constants(image.words()))
        .map(signed)
        .flat_map(|number| [number - 1, number, number + 1])
        .chain(0..=SMALL)
        .filter(|number| i32::try_from(*number).is_ok())
        .collect();
    let here = here(difference, side);
    let texts = |here: &Here, labels: &BTreeSet<&str>| texts(here, &numbers, labels);
    missing::missing(MIPS, program, files, &here, texts)
}

/// The statements that may be inserted before a statement.
fn texts(here: &Here, numbers: &BTreeSet<i64>, labels: &BTreeSet<&str>) -> Vec<String> {
    let is_known = |reg: &Reg| reg.index() == 0 || here.known & bit(*reg) != 0;
    let known: Vec<Reg> = Reg::all().filter(|reg| is_known(reg) && !reg.is_reserved()).collect();
    // For commutative operands, one order is enough.
    let pairs = || known.iter().flat_map(|s| known.iter().map(move |t| (*s, *t)));
    let ordered = || pairs().filter(|(s, t)| s <= t);
    let mut texts = Vec::new();
    for d in Reg::all().filter(|reg| reg.index() != 0 && here.live & bit(*reg) != 0) {
        if here.known & HI_LO != 0 {
            texts.extend(["mflo", "mfhi"].map(|name| format!("{name} {d}")));
        }
        texts.extend(ordered().map(|(s, t)| format!("add {d}, {s}, {t}")));
        for name in ["sub", "slt", "sltu"] {
            let others = pairs().filter(|(s, t)| s != t);
            texts.extend(others.map(|(s, t)| format!("{name} {d}, {s}, {t}")));
        }
        texts.extend(numbers.iter().map(|number| format!("lis {d}\n.word {number}")));
    }
    if here.live & HI_LO != 0 {
        for name in ["mult", "multu"] {
            texts.extend(ordered().map(|(s, t)| format!("{name} {s}, {t}")));
        }
        for name in ["div", "divu"] {
            let others = pairs().filter(|(s, t)| s != t && t.index() != 0);
            texts.extend(others.map(|(s, t)| format!("{name} {s}, {t}")));
        }
    }
    for label in labels {
        texts.push(format!("beq $0, $0, {label}"));
        for name in ["beq", "bne"] {
            let others = pairs().filter(|(s, t)| s < t);
            texts.extend(others.map(|(s, t)| format!("{name} {s}, {t}, {label}")));
        }
    }
    texts
}

/// The bit of `hi` and `lo` together.
const HI_LO: Words = 1 << 32;

fn bit(reg: Reg) -> Words {
    1 << reg.index()
}

/// The state before each word of that program's text, in the run on the witness.
fn here(difference: &Difference<'_>, side: Side) -> Vec<Here> {
    let image: &Rc<Image> = difference.images[side.index()];
    let mut steps = Steps::default();
    let stop = Machine::new(image, &difference.inputs).run(difference.options.fuel, &mut steps);
    let bits = |regs: &mut dyn Iterator<Item = Reg>| regs.fold(0, |bits, reg| bits | bit(reg));
    let given = bits(&mut Reg::all().filter(|reg| image.initial(*reg) != Initial::Word(0)));
    let observed = match stop {
        End::Done => bits(&mut Reg::all().filter(|reg| Mips::is_observed(image, *reg))),
        _ => 0,
    };
    missing::here(image.words().len(), &steps.0, given, observed)
}

/// The executions of a run.
#[derive(Default)]
struct Steps(Vec<Step>);

impl Steps {
    fn last(&mut self) -> &mut Step {
        self.0.last_mut().expect("an instruction has begun")
    }
}

impl Values for Steps {
    type Word = ();
    type Address = ();

    fn constant(&mut self, _: u32) {}
    fn binary(&mut self, _: BinaryOp, (): (), (): ()) {}
    fn address(&mut self, (): (), _: i16) {}
}

impl Recorder for Steps {
    fn begin(&mut self, at: Address) {
        self.0.push(Step { word: at.word_index(), reads: 0, writes: 0 });
    }

    fn get(&mut self, reg: Reg) {
        self.last().reads |= bit(reg);
    }

    fn hi(&mut self) {
        self.last().reads |= HI_LO;
    }

    fn lo(&mut self) {
        self.last().reads |= HI_LO;
    }

    fn text_word(&mut self, _: u32, _: u32, _: bool) {}
    fn input(&mut self, _: usize, _: u32) {}
    fn load(&mut self, _: Tagged<()>, _: u32) {}

    fn set(&mut self, reg: Reg, _: u32, _: Tagged<()>) {
        self.last().writes |= bit(reg);
    }

    fn multiply(&mut self, _: Signedness, _: [Tagged<()>; 2], _: HiLo) {
        self.last().writes |= HI_LO;
    }

    fn divide(&mut self, _: Signedness, _: [Tagged<()>; 2], _: HiLo) {
        self.last().writes |= HI_LO;
    }
}
