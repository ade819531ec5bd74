//! Prints a trace, one step per line.
//!
//! ```text
//! mult64 tmp, $1, $2
//! $2 != 0                         ; divisor
//! M_2 = M_1[$30_1 - 4 <- $31_1]
//! ```

use std::fmt::{self, Display, Formatter, Write};

use super::{
    BaseOffset, BinaryOp, Cause, Condition, Entry, Half, Operand, Signedness, Step, Storage, Test,
    Trace, Var,
};

/// The column of the remarks.
const REMARK: usize = 36;

impl Display for Trace {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(usize::MAX))
    }
}

impl Trace {
    /// The first `lines` lines of the trace's text.
    pub fn text(&self, lines: usize) -> String {
        let mut text = String::new();
        for entry in self.entries.iter().take(lines) {
            writeln!(text, "{entry}").expect("a string takes it");
        }
        if !self.complete && self.entries.len() <= lines {
            text.push_str("; cut here\n");
        }
        text
    }
}

impl Display for Entry {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Entry { at, step } = self;
        let line = step.to_string();
        write!(f, "{line:REMARK$}; {at}")?;
        match step {
            Step::Condition(condition) => write!(f, " {}", condition.cause),
            _ => Ok(()),
        }
    }
}

impl Display for Step {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let unsigned = |signedness| match signedness {
            Signedness::Signed => "",
            Signedness::Unsigned => "u",
        };
        match self {
            Step::Mult(signedness, s, t) => write!(f, "mult{} {s}, {t}", unsigned(*signedness)),
            Step::Div(signedness, s, t) => write!(f, "div{} {s}, {t}", unsigned(*signedness)),
            Step::Mfhi(d) => write!(f, "mfhi {d}"),
            Step::Mflo(d) => write!(f, "mflo {d}"),
            Step::Lis(d, word) => write!(f, "lis {d}, {}", ShownWord(*word)),
            Step::Jalr(link) => write!(f, "jalr {link}"),
            Step::Binary(op, d, s, t) => write!(f, "{op} {d}, {s}, {t}"),
            Step::Half(Half::Low, d, s) => write!(f, "low32 {d}, {s}"),
            Step::Half(Half::High, d, s) => write!(f, "high32 {d}, {s}"),
            Step::Load { d, memory, address } => write!(f, "{d} = {memory}[{address}]"),
            Step::Store { to, from, address, value } => {
                write!(f, "{to} = {from}[{address} <- {value}]")
            }
            Step::Output(value) => write!(f, "output {value}"),
            Step::Print(value) => write!(f, "print {value}"),
            Step::Condition(condition) => condition.fmt(f),
        }
    }
}

impl Display for Condition {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let equal = if self.holds { "==" } else { "!=" };
        match &self.test {
            Test::Equal(a, b) => write!(f, "{a} {equal} {b}"),
            Test::Aligned(sum) if sum.offset == 0 => write!(f, "{sum} %u 4 {equal} 0"),
            Test::Aligned(sum) => write!(f, "({sum}) %u 4 {equal} 0"),
            Test::Below(sum, bound) => {
                let below = if self.holds { "<u" } else { ">=u" };
                write!(f, "{sum} {below} {bound:#x}")
            }
            Test::At(sum, address) => write!(f, "{sum} {equal} {address:#010x}"),
            Test::Word { memory, address, value } => {
                write!(f, "{memory}[{address}] {equal} {value:#010x}")
            }
        }
    }
}

impl Display for Var {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.place() {
            Storage::HI => f.write_str("hi")?,
            Storage::LO => f.write_str("lo")?,
            Storage::PRODUCT => f.write_str("tmp")?,
            Storage::MEMORY => f.write_str("M")?,
            Storage(register) => write!(f, "${register}")?,
        }
        match self.version() {
            0 => Ok(()),
            version => write!(f, "_{version}"),
        }
    }
}

impl Display for Operand {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Var(var) => var.fmt(f),
            Operand::Const(value) => ShownWord(*value).fmt(f),
            Operand::Input(index) => write!(f, "input {index}"),
        }
    }
}

impl Display for BaseOffset {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.base.fmt(f)?;
        match self.offset {
            0 => Ok(()),
            offset if offset < 0 => write!(f, " - {}", -i32::from(offset)),
            offset => write!(f, " + {offset}"),
        }
    }
}

/// Displays a word in decimal if its absolute value is small, otherwise in hexadecimal.
pub(crate) struct ShownWord(pub u32);

impl Display for ShownWord {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let signed = self.0 as i32;
        if signed.unsigned_abs() < 1_000_000 {
            write!(f, "{signed}")
        } else {
            write!(f, "{:#010x}", self.0)
        }
    }
}

impl Display for BinaryOp {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BinaryOp::Add => "add",
            BinaryOp::Sub => "sub",
            BinaryOp::Slt => "slt",
            BinaryOp::Sltu => "sltu",
            BinaryOp::Mult64 => "mult64",
            BinaryOp::Multu64 => "multu64",
            BinaryOp::Quot => "quot",
            BinaryOp::Quotu => "quotu",
            BinaryOp::Rem => "rem",
            BinaryOp::Remu => "remu",
        })
    }
}

impl Display for Cause {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Cause::Branch => "branch",
            Cause::Divisor => "divisor",
            Cause::Alignment => "alignment",
            Cause::Range => "range",
            Cause::Output => "output device",
            Cause::TextStore => "store into the program",
            Cause::Return => "return",
            Cause::JumpRange => "jump range",
            Cause::JumpTarget => "jump target",
            Cause::Input => "input device",
            Cause::Address => "address",
            Cause::Fetch => "fetch",
            Cause::Length => "length of the array",
            Cause::Contract => "contract",
        })
    }
}
