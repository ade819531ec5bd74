//! What programs are compared on, as a link to the page states it.

use serde_json::{Map, Value};

use crate::contract::Spec;

/// The question of a machine.
pub enum Question<'q> {
    /// The contract of MIPS programs.
    Contract(&'q Spec),
    /// The parts of the question about ARM64 programs that are not usual.
    Arm64(Map<String, Value>),
}
