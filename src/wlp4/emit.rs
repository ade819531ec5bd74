//! Writes lines of assembly, each with the part of the source that it was generated from.

use std::fmt::{self, Write};

use crate::asm::Generated;
use crate::diagnostic::Span;

/// Writes assembly.
#[derive(Default)]
pub(super) struct Writer {
    text: String,
    spans: Vec<Span>,
    /// The part of the source that is being translated.
    pub(super) span: Span,
    labels: usize,
}

impl Writer {
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
}
