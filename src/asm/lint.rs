//! What is odd about a program that assembles.

use crate::diagnostic::Span;
use crate::isa::{Instruction, Op, Reg, Shape, decode};
use crate::program::Program;

use super::assembler::Assembled;
use super::problem::{Edit, Findings, Problem};

/// Reports every warning.
pub(super) fn lint<'a>(text: &'a str, assembled: &Assembled<'a>, findings: &mut Findings<'a>) {
    let lint = Lint { text, program: &assembled.program, is_data: &assembled.is_data };
    if assembled.program.words.is_empty() {
        findings.report(Span::default(), Problem::EmptyProgram);
    }
    // A jump to a computed address may go to any label.
    let words = assembled.program.words.iter().zip(assembled.is_data.iter());
    let computed_jump = words.filter(|(_, is_data)| !**is_data).any(|(word, _)| {
        decode(*word).is_some_and(|i| i.op == Op::Jr && i.s != Reg::RETURN_ADDRESS)
    });
    for label in assembled.unused.iter().filter(|_| !computed_jump) {
        let name = label.text;
        findings.report_with(label.span, Problem::UnusedLabel { name }, Edit::remove(label.span));
    }
    for index in 0..assembled.program.words.len() {
        lint.instruction(index, findings);
    }
    lint.flow(findings);
}

struct Lint<'a, 'l> {
    text: &'a str,
    program: &'l Program,
    is_data: &'l [bool],
}

impl<'a> Lint<'a, '_> {
    /// The statement that the word was assembled from.
    fn written(&self, index: usize) -> &'a str {
        self.program.spans[index].of(self.text)
    }

    fn instruction(&self, index: usize, findings: &mut Findings<'a>) {
        if self.is_data[index] || self.program.expanded[index] {
            return;
        }
        let Some(instruction) = decode(self.program.words[index]) else { return };
        let (span, written) = (self.program.spans[index], self.written(index));
        if writes_zero(instruction) {
            findings.report(span, Problem::ZeroDestination { written });
        }
        if instruction.op == Op::Lis && self.is_data.get(index + 1) != Some(&true) {
            let next = self.is_data.get(index + 1).map(|_| self.written(index + 1));
            findings.report(span, Problem::LisWithoutWord { lis: written, next });
        }
    }

    /// Follows the program from its first word and from every labelled
    /// instruction, which a computed jump may reach, and reports where it
    /// comes to something that is not an instruction. A labelled `.word` is
    /// taken for data: its address serves to load it.
    fn flow(&self, findings: &mut Findings<'a>) {
        let words = &self.program.words;
        let labelled = self.program.labels.iter().map(|label| label.address.word_index());
        let mut next: Vec<usize> =
            labelled.filter(|&at| self.is_data.get(at) == Some(&false)).collect();
        next.push(0);
        let mut is_reached = vec![false; words.len()];
        let mut falls_off_end = false;
        while let Some(index) = next.pop() {
            if index >= words.len() || std::mem::replace(&mut is_reached[index], true) {
                continue;
            }
            let instruction = decode(words[index]);
            if self.is_data[index] {
                let span = self.program.spans[index];
                let problem = Problem::ExecutedWord { written: self.written(index), instruction };
                // The word of an expansion has the span of its whole branch.
                let edit = instruction
                    .filter(|_| !self.program.expanded[index])
                    .map(|instruction| Edit::replace(span, instruction));
                findings.report_maybe(span, problem, edit);
            }
            let Some(instruction) = instruction else { continue };
            if let Some(following) = following(index, instruction) {
                falls_off_end |= following == words.len();
                next.push(following);
            }
            if let Some(target) = branch_target(index, instruction) {
                match usize::try_from(target) {
                    Ok(target) if target < words.len() => next.push(target),
                    _ => {
                        let branch = self.written(index);
                        let span = self.program.spans[index];
                        findings.report(span, Problem::BranchesOutside { branch });
                    }
                }
            }
        }
        if falls_off_end {
            let last = words.len() - 1;
            let (span, last) = (self.program.spans[last], self.written(last));
            let edit = Edit::insert(span.end, "\njr $31");
            findings.report_with(span, Problem::FallsOffEnd { last }, edit);
        }
    }
}

/// Whether the result is dropped. `add $0, $0, $0` is meant that way.
fn writes_zero(instruction: Instruction) -> bool {
    let Instruction { op, s, t, d, .. } = instruction;
    match op.shape() {
        Shape::Dst => d == Reg::ZERO && (op, s, t) != (Op::Add, Reg::ZERO, Reg::ZERO),
        Shape::D => d == Reg::ZERO,
        Shape::Memory => op == Op::Lw && t == Reg::ZERO,
        Shape::St | Shape::S | Shape::Branch => false,
    }
}

/// The index of the word that is executed after this one, unless a jump or a
/// branch goes elsewhere for certain.
fn following(index: usize, instruction: Instruction) -> Option<usize> {
    match instruction.op {
        Op::Jr => None,
        Op::Beq if instruction.s == instruction.t => None,
        Op::Lis => Some(index + 2),
        // A call comes back.
        _ => Some(index + 1),
    }
}

/// The index of the word that a branch goes to, unless it never does.
fn branch_target(index: usize, instruction: Instruction) -> Option<i64> {
    let target = index as i64 + 1 + i64::from(instruction.i);
    match instruction.op {
        Op::Beq => Some(target),
        Op::Bne if instruction.s != instruction.t => Some(target),
        _ => None,
    }
}
