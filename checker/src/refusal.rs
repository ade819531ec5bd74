//! Why a certificate is refused, as data and in words.

use std::fmt;

use crate::certificate::{Location, VERSION};
use crate::obligation::Kind;

/// Why a certificate is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It has another version of the format.
    Version(u32),
    /// It is malformed.
    Malformed(String),
    /// An answer does not prove its obligation.
    Wrong(Place),
    /// An answer is missing.
    Open(Place),
    /// A measure is missing, or does not prove termination.
    NoMeasure([Location; 2]),
    /// There are more answers than obligations.
    LeftOver,
    /// It claims more steps than the stack has room for; this many fit.
    Room(u64),
    /// It is too large to be checked.
    Limit(&'static str),
}

/// Identifies an obligation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its index among those that were answered, from 0.
    pub number: usize,
    /// Its purpose.
    pub kind: Kind,
    /// The node where its transition begins.
    pub node: [Location; 2],
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [left, right] = self.node;
        write!(f, "answer {}, that {} (left at {left}, right at {right})", self.number, self.kind)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Version(version) => {
                write!(f, "its format has version {version}, and this checker reads {VERSION}")
            }
            Refusal::Malformed(why) => write!(f, "it does not make sense: {why}"),
            Refusal::Wrong(place) => write!(f, "{place}: it does not show it"),
            Refusal::Open(place) => write!(f, "{place}: there is none"),
            Refusal::NoMeasure([left, right]) => {
                write!(f, "nothing shows that a cycle ends (left at {left}, right at {right})")
            }
            Refusal::LeftOver => write!(f, "it has more answers than there are obligations"),
            Refusal::Room(steps) => {
                write!(f, "there is room on the stack for {steps} steps, and more is claimed")
            }
            Refusal::Limit(what) => write!(f, "it is too large: {what}"),
        }
    }
}

impl std::error::Error for Refusal {}

/// A refusal because a certificate is malformed.
pub(crate) fn malformed<T>(why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::Malformed(why.into()))
}
