//! Insertions of statements of any form.
//!
//! A missing statement often leaves no similar one in the text. So if no other edit works,
//! statements over all registers that hold a value are tried before each statement that the run on
//! the witness reaches. There are many of them. But one that writes a register, or `hi` and `lo`,
//! changes the run only if this run, which is the same until then, reads that word before it is
//! written again. That is a word's *liveness* along one run (Korel and Laski, "Dynamic program
//! slicing", IPL 1988), and leaves a few words at each place.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::edits::{self, Edit, signed};
use super::language::{MIPS, Mips, constants};
use crate::engines::difference::Difference;
use crate::evidence::EditKind;
use crate::link::File;
use crate::machine::mips::Reg;
use crate::machine::values::Values;
use crate::machine::{
    BinaryOp, HiLo, Image, Initial, Machine, Recorder, Signedness, Stop as End, Tagged,
};
use crate::program::{Address, Program};
use crate::report::Side;

/// Maximum number of such edits.
const MISSING: usize = 30_000;
/// Largest number that is tried although no program contains it.
const SMALL: i64 = 16;

/// The edits, last place first, of the program on that side, which was linked from these files.
pub(super) fn missing(
    difference: &Difference<'_>,
    side: Side,
    program: &Program,
    files: &[File<'_>],
) -> Vec<Edit> {
    let words = words(difference, side);
    let numbers: BTreeSet<i64> = difference
        .images
        .iter()
        .flat_map(|image| constants(image.words()))
        .map(signed)
        .flat_map(|number| [number - 1, number, number + 1])
        .chain(0..=SMALL)
        .filter(|number| i32::try_from(*number).is_ok())
        .collect();
    let labels: Vec<BTreeSet<&str>> =
        (0..files.len()).map(|file| edits::labels(program, file)).collect();
    let mut missing = Vec::new();
    for at in edits::statements(MIPS, program, files).iter().rev() {
        let Some(here) = words.get(at.words.start) else { continue };
        let texts = texts(here, &numbers, &labels[at.file]);
        let to = texts.into_iter().map(|text| format!("{text}\n{}", at.text));
        missing.extend(to.map(|to| at.replaced(EditKind::Inserted, to)));
        if missing.len() >= MISSING {
            break;
        }
    }
    missing.truncate(MISSING);
    missing
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

/// A bit set of the registers, with one bit for `hi` and `lo` together.
type Words = u64;

const HI_LO: Words = 1 << 32;

fn bit(reg: Reg) -> Words {
    1 << reg.index()
}

/// The state before an instruction, over all of its executions.
#[derive(Clone, Copy, Default)]
struct Here {
    /// Inputs, or words written earlier.
    known: Words,
    /// Words that are read or observed before they are written again.
    live: Words,
}

/// These sets for each word of that program's text, in the run on the witness.
fn words(difference: &Difference<'_>, side: Side) -> Vec<Here> {
    let image: &Rc<Image> = difference.images[side.index()];
    let mut steps = Steps::default();
    let stop = Machine::new(image, &difference.inputs).run(difference.options.fuel, &mut steps);
    let mut all = vec![Here::default(); image.words().len()];
    let given = Reg::all().filter(|reg| image.initial(*reg) != Initial::Word(0));
    let mut known = given.fold(0, |known, reg| known | bit(reg));
    for step in &steps.0 {
        if let Some(here) = all.get_mut(step.at.word_index()) {
            here.known |= known;
        }
        known |= step.writes;
    }
    let observed = Reg::all().filter(|reg| Mips::is_observed(image, *reg));
    let mut live = match stop {
        End::Done => observed.fold(0, |live, reg| live | bit(reg)),
        _ => 0,
    };
    for step in steps.0.iter().rev() {
        live = live & !step.writes | step.reads;
        if let Some(here) = all.get_mut(step.at.word_index()) {
            here.live |= live;
        }
    }
    all
}

/// An execution of an instruction.
struct Step {
    at: Address,
    reads: Words,
    writes: Words,
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
        self.0.push(Step { at, reads: 0, writes: 0 });
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
