//! Warnings about a program that assembles.
//!
//! A data-flow analysis follows the program from its first word, from every label whose address is
//! stored as data (a computed jump may reach it), and from every export. It assumes that a call
//! returns, with unknown flags.

use crate::asm::findings::Edit;
use crate::diagnostic::Span;
use crate::machine::arm64::{Instruction, Op, Reg, Shape, Slot, decode};
use crate::object::Object;
use crate::program::Address;

use super::Findings;
use super::assembler::Assembled;
use super::problem::Problem;

/// Reports every warning.
pub(super) fn lint<'a>(text: &'a str, assembled: &Assembled<'a>, findings: &mut Findings<'a>) {
    let object = &assembled.object;
    if object.words.is_empty() {
        findings.report(Span::default(), Problem::EmptyProgram);
    }
    for label in &assembled.unused {
        let name = label.text;
        findings.report_with(label.span, Problem::UnusedLabel { name }, Edit::remove(label.span));
    }
    for (index, &word) in object.words.iter().enumerate() {
        let instruction = decode(word).filter(|_| !assembled.is_data[index]);
        if let Some(instruction) = instruction.filter(|&it| differs_on_a_processor(it)) {
            findings.report(object.spans[index], Problem::SpAsZero { instruction });
        }
    }
    let states = vec![Flags::default(); object.words.len()];
    let mut lint = Lint { text, object, is_data: &assembled.is_data, states, work: Vec::new() };
    lint.follow();
    lint.report(findings);
}

/// Whether a processor uses the zero register where this machine uses `sp`.
fn differs_on_a_processor(instruction: Instruction) -> bool {
    let Instruction { op, d, n, .. } = instruction;
    let is_sp = |reg: Reg, slot| op.shape().has(slot) && reg == Reg::SP_OR_ZERO;
    let (d, n) = (is_sp(d, Slot::D), is_sp(n, Slot::N));
    match op {
        Op::Add | Op::Sub | Op::Cmp => false,
        Op::Ldur | Op::Stur | Op::Ldr => d,
        _ => d || n,
    }
}

/// What may have happened to the flags on some path to an instruction. Empty if no path reaches the
/// instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Flags(u8);

impl Flags {
    /// Some path reaches the instruction. On it, a comparison may have set the flags.
    const REACHED: Flags = Flags(1);
    /// On some path nothing has been compared yet.
    const START: Flags = Flags(1 | 2);
    /// On some path memory was accessed since the last comparison.
    const MEMORY: Flags = Flags(1 | 4);

    fn and(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }
}

struct Lint<'a, 'l> {
    text: &'a str,
    object: &'l Object,
    is_data: &'l [bool],
    /// The state before each word.
    states: Vec<Flags>,
    /// The work list: words whose state has changed.
    work: Vec<usize>,
}

impl<'a> Lint<'a, '_> {
    /// The text of the statement that the word was assembled from.
    fn written(&self, index: usize) -> &'a str {
        self.object.spans[index].of(self.text)
    }

    fn reach(&mut self, index: usize, flags: Flags) {
        let Some(state) = self.states.get_mut(index) else { return };
        let joined = state.and(flags);
        if joined != *state {
            *state = joined;
            self.work.push(index);
        }
    }

    fn follow(&mut self) {
        self.reach(0, Flags::START);
        let relocations = self.object.relocations.iter();
        let addresses = relocations.map(|&word| Address(self.object.words[word]));
        let exports = self.object.exports.iter().map(|export| export.address);
        // Data is not called; a label before data serves to load it.
        let entries = addresses.chain(exports).map(Address::word_index);
        for index in entries.filter(|&at| self.is_data.get(at) == Some(&false)).collect::<Vec<_>>()
        {
            self.reach(index, Flags::REACHED);
        }
        while let Some(index) = self.work.pop() {
            let Some(instruction) = self.instruction(index) else { continue };
            let flags = match instruction.op {
                Op::Cmp | Op::Blr => Flags::REACHED,
                Op::Ldur | Op::Stur => self.states[index].and(Flags::MEMORY),
                _ => self.states[index],
            };
            for next in self.next(index, instruction).into_iter().flatten() {
                self.reach(next, flags);
            }
        }
    }

    fn instruction(&self, index: usize) -> Option<Instruction> {
        decode(self.object.words[index]).filter(|_| !self.is_data[index])
    }

    /// The indices of the words that may be executed next. A target before the program's start
    /// becomes an index beyond its end.
    fn next(&self, index: usize, instruction: Instruction) -> [Option<usize>; 2] {
        let target = index.checked_add_signed(instruction.i as isize / 4).unwrap_or(usize::MAX);
        match instruction.op {
            Op::Br => [None, None],
            Op::B => [Some(target), None],
            Op::BCond => [Some(index + 1), Some(target)],
            _ => [Some(index + 1), None],
        }
    }

    fn report(&self, findings: &mut Findings<'a>) {
        let end = self.states.len();
        for (index, &state) in self.states.iter().enumerate() {
            if state == Flags::default() {
                continue;
            }
            let (span, written) = (self.object.spans[index], self.written(index));
            let Some(instruction) = self.instruction(index) else {
                if self.is_first_half(index) {
                    findings.report(span, Problem::ExecutedWord { written });
                }
                continue;
            };
            if instruction.op == Op::BCond && state.has(Flags::START) {
                findings.report(span, Problem::FlagsAtStart { branch: written });
            }
            if instruction.op == Op::BCond && state.has(Flags::MEMORY) {
                findings.report(span, Problem::FlagsAfterMemory { branch: written });
            }
            let is_branch = matches!(instruction.op.shape(), Shape::Jump | Shape::Conditional);
            for next in self.next(index, instruction).into_iter().flatten() {
                if next == end && next == index + 1 {
                    let edit = Edit::insert(span.end, "\nbr x30");
                    findings.report_with(span, Problem::FallsOffEnd { last: written }, edit);
                } else if next >= end && is_branch {
                    findings.report(span, Problem::BranchesOutside { branch: written });
                }
            }
        }
    }

    /// Whether this word is the lower word of an `.8byte`, or is an upper word whose lower word is
    /// not reached.
    fn is_first_half(&self, index: usize) -> bool {
        let before = index.checked_sub(1);
        before.is_none_or(|before| {
            self.object.spans[before] != self.object.spans[index]
                || self.states[before] == Flags::default()
        })
    }
}
