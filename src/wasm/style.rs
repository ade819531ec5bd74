//! The styles of code generated from WLP4, as the page names them.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

use crate::wlp4;

/// The style of code generated from WLP4. All styles have the same behaviour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum Style {
    /// Operands are pushed on the stack, variables are in memory.
    #[default]
    Stack,
    /// Operands and variables are in registers.
    Registers,
    /// As [`Style::Stack`], with constant expressions evaluated by the compiler.
    Folded,
}

impl From<Style> for wlp4::Style {
    fn from(style: Style) -> wlp4::Style {
        match style {
            Style::Stack => wlp4::Style::Stack,
            Style::Registers => wlp4::Style::Registers,
            Style::Folded => wlp4::Style::Folded,
        }
    }
}
