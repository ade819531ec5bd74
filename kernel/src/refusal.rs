//! Why evidence is refused.

use std::fmt;

/// Why the kernel refuses evidence for a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The claim is malformed, for example it names a register that the machine does not have.
    Claim(String),
    /// The claim is vacuous, as far as the evidence shows.
    Vacuous(String),
    /// The evidence needs more work than it states.
    Cost,
    /// The evidence is wrong at a location.
    Evidence {
        /// The path through the evidence, outermost first.
        at: Vec<String>,
        /// What is wrong.
        what: String,
    },
}

impl Refusal {
    /// Adds the enclosing location in the evidence.
    #[must_use]
    pub fn within(mut self, place: impl FnOnce() -> String) -> Refusal {
        if let Refusal::Evidence { at, .. } = &mut self {
            at.insert(0, place());
        }
        self
    }
}

/// A refusal because the evidence is wrong.
pub(crate) fn wrong(what: impl Into<String>) -> Refusal {
    Refusal::Evidence { at: Vec::new(), what: what.into() }
}

/// Refuses the evidence unless this holds.
pub(crate) fn ensure(holds: bool, what: impl Into<String>) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(wrong(what)) }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Claim(what) => write!(f, "the claim makes no sense: {what}"),
            Refusal::Vacuous(what) => write!(f, "the claim may be about nothing: {what}"),
            Refusal::Cost => write!(f, "the evidence needs more work than it states"),
            Refusal::Evidence { at, what } if at.is_empty() => write!(f, "{what}"),
            Refusal::Evidence { at, what } => write!(f, "{}: {what}", at.join(", ")),
        }
    }
}

impl std::error::Error for Refusal {}
