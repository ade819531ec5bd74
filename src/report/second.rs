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
    /// The verdict if both programs are linked with the same libraries.
    #[derive(Clone, Debug)]
    pub struct LibrariesReport {
        /// The routines that one of the programs had by other words before.
        pub routines: Vec<String>,
        /// The library files that the left program had before. Empty if it had the built-in
        /// routines.
        pub left: Vec<String>,
        /// The library files that the right program had before.
        pub right: Vec<String>,
        /// The library files, of the left program, that both have now. Empty if they have the
        /// built-in routines.
        pub with: Vec<String>,
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
