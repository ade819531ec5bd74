//! Raw traces as SMT-LIB text, written from the meaning of their steps: no pass has changed them, and no terms are
//! involved.

use std::fmt::Write;

use tamarin::machine::mips::Reg;
use tamarin::trace::{
    BaseOffset, BinaryOp, Condition, Entry, Half, Operand, Signedness, Step, Storage, Test, Trace,
    Var,
};

use crate::draft::{MEMORY, image};

const WORD: &str = "(_ BitVec 32)";
const DOUBLE: &str = "(_ BitVec 64)";

/// A run as text.
pub struct Raw {
    /// Definitions.
    pub text: String,
    /// What the run depended on, in order: booleans.
    pub conditions: Vec<String>,
    /// `$3` at the end: a word.
    pub result: String,
}

/// The text of a run over the inputs `r1` and `r2`; what it defines has names
/// that begin with `prefix`.
pub fn raw(trace: &Trace, prefix: &str) -> Raw {
    let mut writer = Writer::new(trace, prefix);
    let mut conditions = Vec::new();
    for Entry { step, .. } in &trace.entries {
        match step {
            Step::Condition(condition) => conditions.push(writer.condition(condition)),
            assignment => writer.assign(assignment),
        }
    }
    let result = writer.values[Storage::reg(Reg::RESULT).index()].clone();
    Raw { text: writer.text, conditions, result }
}

struct Writer<'p> {
    prefix: &'p str,
    text: String,
    count: usize,
    /// The text of each place's value now: a name or a literal.
    values: Vec<String>,
}

fn word(value: u32) -> String {
    format!("#x{value:08x}")
}

impl Writer<'_> {
    fn new<'p>(trace: &Trace, prefix: &'p str) -> Writer<'p> {
        let mut values = vec![word(0); Storage::COUNT];
        for (reg, value) in [(1, "r1"), (2, "r2"), (30, "#x01000000")] {
            values[reg] = value.to_owned();
        }
        values[31] = word(trace.image.return_address());
        let mut writer = Writer { prefix, text: String::new(), count: 0, values };
        let memory = image(trace.image.words());
        writer.set(Var::of(Storage::MEMORY), MEMORY, &memory);
        writer
    }

    /// Defines a value, and keeps it in a place.
    fn set(&mut self, d: Var, sort: &str, expression: &str) {
        let name = format!("{}{}", self.prefix, self.count);
        self.count += 1;
        writeln!(self.text, "(define-fun {name} () {sort} {expression})")
            .expect("a string takes it");
        self.values[d.place().index()] = name;
    }

    fn var(&self, var: Var) -> &str {
        &self.values[var.place().index()]
    }

    fn operand(&self, operand: Operand) -> String {
        match operand {
            Operand::Const(value) => word(value),
            Operand::Input(_) => unreachable!("two integers are in registers"),
            Operand::Var(var) => self.var(var).to_owned(),
        }
    }

    fn sum(&self, BaseOffset { base, offset }: BaseOffset) -> String {
        format!("(bvadd {} {})", self.operand(base), word(i32::from(offset) as u32))
    }

    fn binary(&mut self, op: BinaryOp, d: Var, s: Operand, t: Operand) {
        let (s, t) = (self.operand(s), self.operand(t));
        let (sort, expression) = match op {
            BinaryOp::Add => (WORD, format!("(bvadd {s} {t})")),
            BinaryOp::Sub => (WORD, format!("(bvsub {s} {t})")),
            BinaryOp::Slt => (WORD, format!("(ite (bvslt {s} {t}) #x00000001 #x00000000)")),
            BinaryOp::Sltu => (WORD, format!("(ite (bvult {s} {t}) #x00000001 #x00000000)")),
            BinaryOp::Mult64 => (DOUBLE, product("sign_extend", &s, &t)),
            BinaryOp::Multu64 => (DOUBLE, product("zero_extend", &s, &t)),
            BinaryOp::Quot => (WORD, format!("(bvsdiv {s} {t})")),
            BinaryOp::Rem => (WORD, format!("(bvsrem {s} {t})")),
            BinaryOp::Quotu => (WORD, format!("(bvudiv {s} {t})")),
            BinaryOp::Remu => (WORD, format!("(bvurem {s} {t})")),
        };
        self.set(d, sort, &expression);
    }

    fn half(&mut self, half: Half, d: Var, s: Var) {
        let bits = match half {
            Half::Low => "31 0",
            Half::High => "63 32",
        };
        let expression = format!("((_ extract {bits}) {})", self.var(s));
        self.set(d, WORD, &expression);
    }

    fn assign(&mut self, step: &Step) {
        let [hi, lo, wide] = [Storage::HI, Storage::LO, Storage::PRODUCT].map(Var::of);
        match *step {
            Step::Mult(signedness, s, t) => {
                let op = match signedness {
                    Signedness::Signed => BinaryOp::Mult64,
                    Signedness::Unsigned => BinaryOp::Multu64,
                };
                self.binary(op, wide, s, t);
                self.half(Half::Low, lo, wide);
                self.half(Half::High, hi, wide);
            }
            Step::Div(signedness, s, t) => {
                let (quotient, remainder) = match signedness {
                    Signedness::Signed => (BinaryOp::Quot, BinaryOp::Rem),
                    Signedness::Unsigned => (BinaryOp::Quotu, BinaryOp::Remu),
                };
                self.binary(quotient, lo, s, t);
                self.binary(remainder, hi, s, t);
            }
            Step::Mfhi(d) => self.copy(d, self.var(hi).to_owned()),
            Step::Mflo(d) => self.copy(d, self.var(lo).to_owned()),
            Step::Lis(d, value) => self.copy(d, word(value)),
            Step::Jalr(link) => self.copy(Var::reg(Reg::RETURN_ADDRESS), word(link.0)),
            Step::Load { d, memory, address } => {
                let load = format!("(select {} {})", self.var(memory), self.sum(address));
                self.set(d, WORD, &load);
            }
            Step::Store { to, from, address, value } => {
                let (address, value) = (self.sum(address), self.operand(value));
                let store = format!("(store {} {address} {value})", self.var(from));
                self.set(to, MEMORY, &store);
            }
            Step::Binary(op, d, s, t) => self.binary(op, d, s, t),
            Step::Half(half, d, s) => self.half(half, d, s),
            Step::Output(_) | Step::Print(_) => {}
            Step::Condition(_) => unreachable!("a condition assigns nothing"),
        }
    }

    fn copy(&mut self, d: Var, value: String) {
        self.values[d.place().index()] = value;
    }

    fn condition(&self, condition: &Condition) -> String {
        let test = match condition.test {
            Test::Equal(a, b) => format!("(= {} {})", self.operand(a), self.operand(b)),
            Test::Aligned(sum) => format!("(= ((_ extract 1 0) {}) #b00)", self.sum(sum)),
            Test::Below(sum, bound) => format!("(bvult {} {})", self.sum(sum), word(bound)),
            Test::At(sum, address) => format!("(= {} {})", self.sum(sum), word(address)),
            Test::Word { memory, address, value } => {
                let load = format!("(select {} {})", self.var(memory), self.operand(address));
                format!("(= {load} {})", word(value))
            }
        };
        if condition.holds { test } else { format!("(not {test})") }
    }
}

/// The product of two words as a double word.
fn product(extend: &str, s: &str, t: &str) -> String {
    format!("(bvmul ((_ {extend} 32) {s}) ((_ {extend} 32) {t}))")
}
