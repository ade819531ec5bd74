//! Assembly that was generated from a source in another language.

use serde::{Deserialize, Serialize};

use super::{Assembly, assemble, assemble_for};
use crate::diagnostic::{Diagnostic, Positions, Span};
use crate::machine::Architecture;
use crate::object::Object;

/// Assembly, with the part of the source that each line was generated from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Generated {
    /// The assembly.
    pub text: String,
    /// For each line of the assembly, its part of the source.
    pub spans: Vec<Span>,
}

impl Generated {
    /// Assembles the text for MIPS. The spans of the object refer to the source.
    ///
    /// # Errors
    ///
    /// The diagnostics of [`Generated::text`].
    pub fn assemble(&self) -> Result<Object, Vec<Diagnostic>> {
        self.with_spans(assemble(&self.text))
    }

    /// As [`Generated::assemble`], for one of the machines.
    ///
    /// # Errors
    ///
    /// The diagnostics of [`Generated::text`].
    pub fn assemble_for(&self, architecture: Architecture) -> Result<Object, Vec<Diagnostic>> {
        self.with_spans(assemble_for(architecture, &self.text))
    }

    fn with_spans(&self, assembly: Assembly) -> Result<Object, Vec<Diagnostic>> {
        let Assembly { object, diagnostics } = assembly;
        let Some(mut object) = object else { return Err(diagnostics) };
        let mut positions = Positions::new(&self.text);
        for span in &mut object.spans {
            *span = self.span_of(positions.at(span.start).line);
        }
        for import in &mut object.imports {
            import.span = None;
        }
        Ok(object)
    }

    /// The part of the source that a line was generated from. Lines count from 1.
    pub fn span_of(&self, line: usize) -> Span {
        line.checked_sub(1).and_then(|index| self.spans.get(index)).copied().unwrap_or_default()
    }
}
