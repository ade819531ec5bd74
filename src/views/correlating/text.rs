//! Builds the text of a correlating program.

use std::fmt::Write;

use crate::machine::mips::Reg;

/// The maximal length in words for which branches reach every label, without the code that every
/// program has.
const REACH: usize = 30_000;

/// How code jumps to a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// By a branch.
    Near,
    /// By a jump to the label's address, if the program is longer than a branch reaches.
    Far,
}

/// Lines of assembly, and their number of words.
pub(super) struct Text {
    lines: String,
    words: usize,
    labels: usize,
    reach: Reach,
}

impl Text {
    pub fn new(reach: Reach) -> Text {
        Text { lines: String::new(), words: 0, labels: 0, reach }
    }

    /// Whether every branch reaches its label.
    pub fn is_within_reach(&self) -> bool {
        self.reach == Reach::Far || self.words <= REACH
    }

    /// The length in bytes.
    pub fn bytes(&self) -> usize {
        4 * self.words
    }

    pub fn into_lines(self) -> String {
        self.lines
    }

    /// Adds an instruction or a `.word`.
    pub fn line(&mut self, line: &str) {
        let _ = writeln!(self.lines, "    {line}");
        self.words += 1;
    }

    pub fn label(&mut self, name: &str) {
        let _ = writeln!(self.lines, "{name}:");
    }

    pub fn comment(&mut self, comment: &str) {
        let _ = writeln!(self.lines, "    ; {comment}");
    }

    /// Adds the lines of another text.
    pub fn append(&mut self, other: Text) {
        self.lines.push_str(&other.lines);
        self.words += other.words;
    }

    /// Adds comments that begin at the margin.
    pub fn header(&mut self, lines: &[String]) {
        for line in lines {
            let _ = writeln!(self.lines, "; {line}");
        }
    }

    /// Adds lines, which may be labels, comments and empty.
    pub fn block(&mut self, block: &str) {
        for line in block.lines().map(str::trim).filter(|line| !line.is_empty()) {
            if let Some(name) = line.strip_suffix(':') {
                self.label(name);
            } else if let Some(comment) = line.strip_prefix("; ") {
                self.comment(comment);
            } else {
                self.line(line);
            }
        }
    }

    /// Loads a number into a register.
    pub fn number(&mut self, reg: Reg, number: u32) {
        self.line(&format!("lis {reg}"));
        self.line(&format!(".word {number:#x}"));
    }

    /// Loads the address of a label into a register.
    pub fn address(&mut self, reg: Reg, label: &str) {
        self.line(&format!("lis {reg}"));
        self.line(&format!(".word {label}"));
    }

    /// A new label.
    pub fn fresh(&mut self, stem: &str) -> String {
        self.labels += 1;
        format!("{stem}{}", self.labels)
    }

    /// Jumps to a label; overwrites `via` if the program is long.
    pub fn go(&mut self, label: &str, via: Reg) {
        match self.reach {
            Reach::Near => self.line(&format!("beq $0, $0, {label}")),
            Reach::Far => {
                self.address(via, label);
                self.line(&format!("jr {via}"));
            }
        }
    }
}
