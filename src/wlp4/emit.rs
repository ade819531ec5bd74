//! Writes lines of assembly, each with the part of the source that it was generated from.

use std::fmt::{self, Write};

use super::target::{Constant, Step, Target};
use crate::asm::Generated;
use crate::diagnostic::Span;

/// Writes assembly for a machine.
pub(super) struct Writer {
    pub(super) target: &'static Target,
    text: String,
    spans: Vec<Span>,
    /// The part of the source that is being translated.
    pub(super) span: Span,
    labels: usize,
}

impl Writer {
    pub(super) fn new(target: &'static Target) -> Writer {
        Writer { target, text: String::new(), spans: Vec::new(), span: Span::default(), labels: 0 }
    }

    pub(super) fn finish(self) -> Generated {
        Generated { text: self.text, spans: self.spans }
    }

    fn line(&mut self, line: fmt::Arguments) {
        self.text.write_fmt(line).expect("a string takes it");
        self.text.push('\n');
        self.spans.push(self.span);
    }

    pub(super) fn directive(&mut self, name: &str, operand: &str) {
        self.line(format_args!(".{name} {operand}"));
    }

    pub(super) fn code(&mut self, instruction: fmt::Arguments) {
        self.line(format_args!("    {instruction}"));
    }

    pub(super) fn label(&mut self, name: &str) {
        self.line(format_args!("{name}:"));
    }

    /// Makes a new label.
    pub(super) fn fresh(&mut self, what: &str) -> String {
        self.labels += 1;
        format!("{what}{}", self.labels)
    }

    /// Writes a step as the machine's instructions.
    pub(super) fn step(&mut self, step: Step) {
        (self.target.write)(self, step);
    }

    pub(super) fn number(&mut self, register: u8, value: impl Into<i64>) {
        self.step(Step::Constant(register, Constant::Number(value.into())));
    }

    pub(super) fn copy(&mut self, to: u8, from: u8) {
        if to != from {
            self.step(Step::Add([to, from, self.target.registers.zero]));
        }
    }

    pub(super) fn push(&mut self, register: u8) {
        let registers = &self.target.registers;
        let (base, offset) = (registers.stack, -self.target.word());
        self.step(Step::Store { from: register, base, offset });
        self.step(Step::Subtract([base, base, registers.word]));
    }

    pub(super) fn pop(&mut self, register: u8) {
        let registers = &self.target.registers;
        let (base, offset) = (registers.stack, -self.target.word());
        self.step(Step::Add([base, base, registers.word]));
        self.step(Step::Load { to: register, base, offset });
    }
}
