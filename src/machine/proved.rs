//! What is proved about the end of a run that was not followed to its end.

use serde::{Deserialize, Serialize};

use crate::wire::wire;

wire! {
    /// How a run ends eventually.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum ProvedEnd {
        /// It never stops.
        Never,
        /// It stops or faults.
        Stops,
    }
}

wire! {
    /// A proof about the end of a run that was not followed to its end.
    #[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
    pub struct ProvedRun {
        /// How it ends.
        pub ends: ProvedEnd,
        /// The reason, in sentences. For a run that never stops, the invariant at a loop: no exit
        /// can be taken, and the invariant holds again after each iteration. Otherwise, the measure
        /// that decreases in each iteration.
        pub says: Vec<String>,
        /// The number of obligations of the proof.
        pub obligations: u32,
    }
}
