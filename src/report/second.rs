//! The answers to the second questions of a comparison.

use serde::Serialize;

use super::{Reason, Verdict, Witness};
use crate::wire::wire;

wire! {
    /// The verdict if only one observation is compared, beside how the programs end.
    #[derive(Clone, Debug)]
    pub struct AloneReport {
        /// The observation, as an entry of `observe` in the contract.
        pub observe: String,
        /// The verdict.
        pub verdict: Verdict,
        /// Why the verdict is not another one.
        pub reason: Reason,
        /// An input on which this observation differs.
        pub witness: Option<Witness>,
        /// The answer as a sentence.
        pub says: String,
    }
}

wire! {
    /// The verdict if the right program is linked with the libraries of the left one.
    #[derive(Clone, Debug)]
    pub struct LibrariesReport {
        /// The routines that the libraries define by different words.
        pub routines: Vec<String>,
        /// The library files of the left program. Empty if it has the built-in routines.
        pub left: Vec<String>,
        /// The library files of the right program.
        pub right: Vec<String>,
        /// The verdict.
        pub verdict: Verdict,
        /// Why the verdict is not another one.
        pub reason: Reason,
        /// An input on which they still differ.
        pub witness: Option<Witness>,
        /// The answer as a sentence.
        pub says: String,
    }
}
