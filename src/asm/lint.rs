//! Warnings about a program that assembles.

use crate::diagnostic::Span;
use crate::flow::{self, Successors};
use crate::machine::mips::{Instruction, Op, Reg, Shape, decode};
use crate::object::Object;
use crate::program::Address;

use super::assembler::Assembled;
use super::findings::{Edit, Findings};
use super::problem::Problem;

/// Reports every warning.
pub(super) fn lint<'a>(text: &'a str, assembled: &Assembled<'a>, findings: &mut Findings<'a>) {
    let lint = Lint { text, object: &assembled.object, is_data: &assembled.is_data };
    if assembled.object.words.is_empty() {
        findings.report(Span::default(), Problem::EmptyProgram);
    }
    // A jump to a computed address may reach any label.
    let words = assembled.object.words.iter().zip(assembled.is_data.iter());
    let computed_jump = words.filter(|(_, is_data)| !**is_data).any(|(&word, _)| {
        let returns = decode(word).is_some_and(|i| i.s == Reg::RETURN_ADDRESS);
        flow::successors(0, word) == Some(Successors::Jump) && !returns
    });
    for label in assembled.unused.iter().filter(|_| !computed_jump) {
        let name = label.text;
        findings.report_with(label.span, Problem::UnusedLabel { name }, Edit::remove(label.span));
    }
    for index in 0..assembled.object.words.len() {
        lint.instruction(index, findings);
    }
    lint.flow(findings);
}

struct Lint<'a, 'l> {
    text: &'a str,
    object: &'l Object,
    is_data: &'l [bool],
}

impl<'a> Lint<'a, '_> {
    /// The text of the statement that the word was assembled from.
    fn written(&self, index: usize) -> &'a str {
        self.object.spans[index].of(self.text)
    }

    fn instruction(&self, index: usize, findings: &mut Findings<'a>) {
        if self.is_data[index] || self.object.expanded[index] {
            return;
        }
        let Some(instruction) = decode(self.object.words[index]) else { return };
        let (span, written) = (self.object.spans[index], self.written(index));
        if writes_zero(instruction) {
            findings.report(span, Problem::ZeroDestination { written });
        }
        if instruction.op == Op::Lis && self.is_data.get(index + 1) != Some(&true) {
            let next = self.is_data.get(index + 1).map(|_| self.written(index + 1));
            findings.report(span, Problem::LisWithoutWord { lis: written, next });
        }
    }

    /// Follows the control flow from the first word and from every labelled instruction, which a
    /// computed jump may reach. Reports where execution reaches a word that is not an instruction.
    /// A labelled `.word` counts as data: its address serves to load it.
    fn flow(&self, findings: &mut Findings<'a>) {
        let words = &self.object.words;
        let labelled = self.object.labels.iter().map(|label| label.address.word_index());
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
                let span = self.object.spans[index];
                let problem = Problem::ExecutedWord { written: self.written(index), instruction };
                // The word of an expansion has the span of its whole branch.
                let edit = instruction
                    .filter(|_| !self.object.expanded[index])
                    .map(|instruction| Edit::replace(span, instruction));
                findings.report_maybe(span, problem, edit);
            }
            let pc = Address::of_word(index).0;
            let is_branch = instruction.is_some_and(|i| i.op.shape() == Shape::Branch);
            let (following, target) = match flow::successors(pc, words[index]) {
                None | Some(Successors::Jump) => (None, None),
                // A call returns to the next instruction.
                Some(Successors::Call) => (Some(pc + 4), None),
                Some(Successors::Branch { target, next }) => (Some(next), Some(target)),
                // A branch that is always taken.
                Some(Successors::One(target)) if is_branch && target != pc + 4 => {
                    (None, Some(target))
                }
                Some(Successors::One(next)) => (Some(next), None),
            };
            if let Some(following) = following.map(|at| Address(at).word_index()) {
                falls_off_end |= following == words.len();
                next.push(following);
            }
            match target.map(|at| Address(at).word_index()) {
                Some(target) if target < words.len() => next.push(target),
                Some(_) => {
                    let branch = self.written(index);
                    let span = self.object.spans[index];
                    findings.report(span, Problem::BranchesOutside { branch });
                }
                None => {}
            }
        }
        if falls_off_end {
            let last = words.len() - 1;
            let (span, last) = (self.object.spans[last], self.written(last));
            let edit = Edit::insert(span.end, "\njr $31");
            findings.report_with(span, Problem::FallsOffEnd { last }, edit);
        }
    }
}

/// Whether the instruction only writes `$0`, so its result is lost. `add $0, $0, $0` is exempt as
/// the usual no-op.
fn writes_zero(instruction: Instruction) -> bool {
    let Instruction { op, s, t, .. } = instruction;
    let is_idiom = (op, s, t) == (Op::Add, Reg::ZERO, Reg::ZERO);
    instruction.destination() == Some(Reg::ZERO) && !is_idiom
}
