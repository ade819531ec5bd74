//! Assembly that was generated from a source in another language.

use serde::{Deserialize, Serialize};

use super::{Assembly, assemble};
use crate::diagnostic::{Diagnostic, Positions, Span};
use crate::object::Object;

/// Assembly, and the source that each of its lines is there for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Generated {
    /// The assembly.
    pub text: String,
    /// For each of its lines, the part of the source.
    pub spans: Vec<Span>,
}

impl Generated {
    /// The object, its spans those of the source.
    ///
    /// # Errors
    ///
    /// What is wrong with the assembly: diagnostics of [`Generated::text`].
    pub fn assemble(&self) -> Result<Object, Vec<Diagnostic>> {
        let Assembly { object, diagnostics } = assemble(&self.text);
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

    /// The part of the source that a line, from 1, is there for.
    pub fn span_of(&self, line: usize) -> Span {
        line.checked_sub(1).and_then(|index| self.spans.get(index)).copied().unwrap_or_default()
    }
}
