//! The correlating program of two: one that runs both, interleaved by what their texts
//! have in common.
//!
//! [`correlate`] makes an assembly program whose two halves have registers and memory of
//! their own. Instructions that a diff of the two texts pairs are executed one behind the
//! other; of those that are in one text only, that program's half goes on alone. Its
//! states are pairs of addresses, and each is compiled once, so a branch on which the
//! halves part leads to states of its own. Where both halves have ended, `$3` has the left
//! program's result and `$4` the right one's.
//!
//! What it cannot follow ends in a fault: a half that faults, a jump to a target that is
//! not known from the texts, and memory other than the upper 4 MiB, which is where the
//! stack is. So a program that prints, or reads its own text, has no such run. Where both
//! halves come to their end without that, so does it, with their results; a test holds it to
//! both by the emulator.
//!
//! Source: Partush and Yahav, Abstract Semantic Differencing for Numerical Programs (DIZY,
//! 2013), section 6, where instructions are guarded instead: this machine has no
//! conditional ones.

use std::collections::BTreeMap;
use std::fmt::Write;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::contract::SIDES;
use crate::flow::cfg::Graph;
use crate::flow::{Ways, ways};
use crate::isa::{Instruction, Op, Reg, decode};
use crate::machine::{Image, Initial};
use crate::program::Address;

/// Pairs of addresses that are compiled at most.
const STATES: usize = 20_000;
/// Bytes of memory that each half has: the upper ones of what it takes for all.
const WINDOW: u32 = 0x0040_0000;
/// Where the window of a program begins.
const WINDOW_START: u32 = 0x00c0_0000;
/// Where each half's own begins.
const BASES: [u32; 2] = [0x00c0_0000, 0x0080_0000];

/// Two programs in one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correlating {
    /// Its text.
    pub text: String,
    /// Pairs of addresses that it has code for.
    pub states: usize,
    /// Instructions that the diff pairs.
    pub paired: usize,
}

/// Why there is no such program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Uncorrelated {
    /// There are too few registers for both.
    #[error("both programs need {0} registers, and 31 are all there are")]
    Registers(usize),
    /// A jump of which no target is known.
    #[error("where the {side} program jumps at {at:#x} is not known from its text")]
    Jump {
        /// The program.
        side: &'static str,
        /// The address of the jump.
        at: u32,
    },
    /// It would be very long.
    #[error("it would have code for more than {STATES} pairs of addresses")]
    TooLong,
    /// The programs are given more than two registers.
    #[error("only programs that are given words in registers can be put together")]
    Contract,
}

/// Where a half is: at an address, or at its end.
type At = Option<u32>;

/// Where both are, and whether the right one is to take the step that the left one has
/// just taken.
type State = (At, At, bool);

/// Makes one program of two.
pub fn correlate(images: [&Image; 2]) -> Result<Correlating, Uncorrelated> {
    if images.iter().any(|image| image.setup().array.is_some() || !image.setup().stream.is_empty())
    {
        return Err(Uncorrelated::Contract);
    }
    let graphs = images.map(Graph::of);
    let (partner, paired) = pairs(images);
    let registers = Registers::of(images, &graphs)?;
    let mut compiler = Compiler {
        images,
        graphs: &graphs,
        registers: &registers,
        labels: BTreeMap::new(),
        open: Vec::new(),
        text: String::new(),
        fresh: 0,
    };
    compiler.begin();
    let start = (compiler.place(0, 0), compiler.place(1, 0), false);
    compiler.go(start);
    while let Some(state) = compiler.open.pop() {
        compiler.compile(state, &partner)?;
        if compiler.labels.len() > STATES {
            return Err(Uncorrelated::TooLong);
        }
    }
    compiler.end();
    let states = compiler.labels.len();
    Ok(Correlating { text: compiler.text, states, paired })
}

/// The right program's instruction that belongs to each of the left one's, by addresses,
/// where one does.
fn pairs(images: [&Image; 2]) -> (BTreeMap<u32, u32>, usize) {
    // Registers may have other names, and branches other distances.
    let key = |&word: &u32| {
        let decoded = decode(word).map(|instruction| {
            let distance = matches!(instruction.op, Op::Beq | Op::Bne);
            (instruction.op, if distance { 0 } else { instruction.i })
        });
        (decoded, if decoded.is_none() { word } else { 0 })
    };
    let [left, right] = images.map(|image| image.words().iter().map(key).collect::<Vec<_>>());
    let mut partner = BTreeMap::new();
    for op in capture_diff_slices(Algorithm::Myers, &left, &right) {
        if let DiffOp::Equal { old_index, new_index, len } = op {
            let pair =
                |index: usize| (4 * (old_index + index) as u32, 4 * (new_index + index) as u32);
            partner.extend((0..len).map(pair));
        }
    }
    let paired = partner.len();
    (partner, paired)
}

/// The registers of one program for those of the halves.
struct Registers {
    /// Of each half, by number.
    own: [[Reg; 32]; 2],
    /// `hi` and `lo` of each half, where it reads them.
    products: [Option<[Reg; 2]>; 2],
    /// Two for what is computed between.
    scratch: [Reg; 2],
}

impl Registers {
    fn of(images: [&Image; 2], graphs: &[Graph; 2]) -> Result<Registers, Uncorrelated> {
        let mut used = [[false; 32]; 2];
        let mut multiplies = [false; 2];
        for side in [0, 1] {
            for (index, &word) in images[side].words().iter().enumerate() {
                let at = Address(4 * index as u32);
                let Some(instruction) = decode(word).filter(|_| graphs[side].is_reached(at)) else {
                    continue;
                };
                let Instruction { op, s, t, d, .. } = instruction;
                [s, t, d].into_iter().for_each(|reg| used[side][reg.index()] = true);
                used[side][31] |= op == Op::Jalr;
                multiplies[side] |= matches!(op, Op::Mfhi | Op::Mflo);
            }
            used[side][3] = true;
            used[side][0] = false;
        }
        // `$31` is what ends the whole.
        let mut free: Vec<Reg> = Reg::all().filter(|reg| ![0, 31].contains(&reg.index())).collect();
        let count = |side: usize| {
            let own = used[side].iter().filter(|used| **used).count();
            own + if multiplies[side] { 2 } else { 0 }
        };
        let needed = count(0) + count(1) + 2;
        // The left half keeps its names, as far as that goes.
        let mut own = [[Reg::ZERO; 32]; 2];
        for reg in Reg::all().filter(|reg| used[0][reg.index()]) {
            if let Some(place) = free.iter().position(|other| *other == reg) {
                own[0][reg.index()] = free.remove(place);
            }
        }
        // What is not zero at the start is for the left half, or nobody.
        let is_zero =
            |reg: &Reg| images.iter().all(|image| matches!(image.initial(*reg), Initial::Word(0)));
        free.retain(is_zero);
        let mut take = || match free.is_empty() {
            true => Err(Uncorrelated::Registers(needed + 1)),
            // Those that come last are used least.
            false => Ok(free.remove(free.len() - 1)),
        };
        for side in [0, 1] {
            for reg in Reg::all().filter(|reg| used[side][reg.index()]) {
                if own[side][reg.index()] == Reg::ZERO {
                    own[side][reg.index()] = take()?;
                }
            }
        }
        let mut products = [None; 2];
        for side in [0, 1] {
            if multiplies[side] {
                products[side] = Some([take()?, take()?]);
            }
        }
        Ok(Registers { own, products, scratch: [take()?, take()?] })
    }
}

struct Compiler<'c> {
    images: [&'c Image; 2],
    graphs: &'c [Graph; 2],
    registers: &'c Registers,
    labels: BTreeMap<State, usize>,
    /// States that have a label and no code yet.
    open: Vec<State>,
    text: String,
    fresh: usize,
}

impl Compiler<'_> {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "    {line}");
    }

    /// Puts a number into a register.
    fn number(&mut self, reg: Reg, number: u32) {
        self.line(&format!("lis {reg}"));
        self.line(&format!(".word {number:#x}"));
    }

    fn place(&self, side: usize, address: u32) -> At {
        (address != self.images[side].return_address()).then_some(address)
    }

    /// The label of a state, which will have code.
    fn label(&mut self, state: State) -> String {
        if state.0.is_none() && state.1.is_none() {
            return "ended".to_owned();
        }
        let next = self.labels.len();
        let number = *self.labels.entry(state).or_insert_with(|| {
            self.open.push(state);
            next
        });
        format!("at{number}")
    }

    fn go(&mut self, state: State) {
        let label = self.label(state);
        self.line(&format!("beq $0, $0, {label}"));
    }

    /// What both halves have at their start: the right one's first, because the left one's
    /// may be in the very registers.
    fn begin(&mut self) {
        let _ = writeln!(
            self.text,
            "; Both programs in one; at its end $3 is the left result, $4 the right one."
        );
        for side in [1, 0] {
            for reg in Reg::all().skip(1) {
                let own = self.registers.own[side][reg.index()];
                if own == Reg::ZERO || side == 0 && own == reg && reg != Reg::RETURN_ADDRESS {
                    continue;
                }
                match self.images[side].initial(reg) {
                    Initial::Word(0) => {}
                    Initial::Word(word) => self.number(own, word),
                    Initial::Input(_) => self.line(&format!("add {own}, {reg}, $0")),
                }
            }
        }
    }

    fn end(&mut self) {
        let [a, b] = self.registers.scratch;
        let results = [0, 1].map(|side| self.registers.own[side][3]);
        self.text.push_str("ended:\n");
        self.line(&format!("add {a}, {}, $0", results[0]));
        self.line(&format!("add {b}, {}, $0", results[1]));
        self.line(&format!("add $3, {a}, $0"));
        self.line(&format!("add $4, {b}, $0"));
        self.line("jr $31");
        self.text.push_str(
            "; What cannot be followed: a fault, because 1 is no address of a word.\noutside:\n",
        );
        self.line("lw $3, 1($0)");
        self.line("jr $31");
    }

    /// The code of a state: a step of one half, and on.
    fn compile(&mut self, state: State, partner: &BTreeMap<u32, u32>) -> Result<(), Uncorrelated> {
        let (left, right, is_pending) = state;
        let number = self.labels[&state];
        let _ = writeln!(self.text, "at{number}:");
        // Pairs are taken together; what is in one text only, alone. Where both have
        // partners elsewhere, the one that is behind goes on.
        let (side, takes_both) = match (left, right) {
            (Some(_), Some(_)) if is_pending => (1, false),
            (Some(left), Some(right)) => match partner.get(&left) {
                Some(&other) if other == right => (0, true),
                Some(&other) if other > right => (1, false),
                _ => (0, false),
            },
            (None, Some(_)) => (1, false),
            _ => (0, false),
        };
        let Some(at) = [left, right][side] else { return Ok(()) };
        let then = |next: At| match side {
            0 => (next, right, takes_both && next.is_some() && right.is_some()),
            _ => (left, next, false),
        };
        self.step(side, at, then)
    }

    /// The code of an instruction of a half; `then` makes the state behind it.
    fn step(
        &mut self,
        side: usize,
        at: u32,
        then: impl Fn(At) -> State,
    ) -> Result<(), Uncorrelated> {
        let word = self.images[side].words().get(at as usize / 4).copied();
        let decoded = word.filter(|_| at.is_multiple_of(4)).and_then(decode);
        let (Some(word), Some(instruction)) = (word, decoded) else {
            self.line("beq $0, $0, outside");
            return Ok(());
        };
        let [a, b] = self.registers.scratch;
        let own = |reg: Reg| self.registers.own[side][reg.index()];
        let products = self.registers.products[side];
        let Instruction { op, s, t, d, i } = instruction;
        let (os, ot, od) = (own(s), own(t), own(d));
        let _ = writeln!(self.text, "    ; {} {at:#x}: {instruction}", SIDES[side]);
        let mut next = at.wrapping_add(4);
        match op {
            Op::Add | Op::Sub | Op::Slt | Op::Sltu => self.line(&format!("{op} {od}, {os}, {ot}")),
            Op::Mult | Op::Multu | Op::Div | Op::Divu => {
                self.line(&format!("{op} {os}, {ot}"));
                if let Some([high, low]) = products {
                    self.line(&format!("mfhi {high}"));
                    self.line(&format!("mflo {low}"));
                }
            }
            Op::Mfhi | Op::Mflo => {
                let [high, low] = products.unwrap_or([Reg::ZERO; 2]);
                let from = if op == Op::Mfhi { high } else { low };
                self.line(&format!("add {od}, {from}, $0"));
            }
            Op::Lis => {
                let value = self.images[side].words().get(next as usize / 4).copied();
                let Some(value) = value else {
                    self.line("beq $0, $0, outside");
                    return Ok(());
                };
                if od != Reg::ZERO {
                    self.number(od, value);
                }
                next = next.wrapping_add(4);
            }
            Op::Lw | Op::Sw => {
                self.number(a, i32::from(i) as u32);
                self.line(&format!("add {a}, {os}, {a}"));
                self.number(b, WINDOW_START);
                self.line(&format!("sub {a}, {a}, {b}"));
                self.number(b, WINDOW);
                self.line(&format!("sltu {b}, {a}, {b}"));
                self.line(&format!("bne {b}, $0, 1"));
                self.line("beq $0, $0, outside");
                self.number(b, BASES[side]);
                self.line(&format!("add {a}, {a}, {b}"));
                self.line(&format!("{op} {ot}, 0({a})"));
            }
            Op::Beq | Op::Bne => {
                if let Some(Ways::Branch { target, next: otherwise }) = ways(at, word) {
                    let taken = then(self.place(side, target));
                    let taken = self.label(taken);
                    // A branch reaches 32 k words; what follows is near.
                    self.fresh += 1;
                    let near = format!("near{}", self.fresh);
                    let inverse = if op == Op::Beq { Op::Bne } else { Op::Beq };
                    self.line(&format!("{inverse} {os}, {ot}, {near}"));
                    self.line(&format!("beq $0, $0, {taken}"));
                    let _ = writeln!(self.text, "{near}:");
                    next = otherwise;
                } else if let Some(Ways::One(only)) = ways(at, word) {
                    next = only;
                }
            }
            Op::Jr | Op::Jalr => {
                let targets: Vec<u32> =
                    self.graphs[side].successors(Address(at)).map(|target| target.0).collect();
                if targets.is_empty() {
                    return Err(Uncorrelated::Jump { side: SIDES[side], at });
                }
                self.line(&format!("add {b}, {os}, $0"));
                if op == Op::Jalr {
                    let link = own(Reg::RETURN_ADDRESS);
                    self.number(link, next);
                }
                for target in targets {
                    let state = then(self.place(side, target));
                    let label = self.label(state);
                    self.fresh += 1;
                    let near = format!("near{}", self.fresh);
                    self.number(a, target);
                    self.line(&format!("bne {a}, {b}, {near}"));
                    self.line(&format!("beq $0, $0, {label}"));
                    let _ = writeln!(self.text, "{near}:");
                }
                self.line("beq $0, $0, outside");
                return Ok(());
            }
        }
        let state = then(self.place(side, next));
        self.go(state);
        Ok(())
    }
}
