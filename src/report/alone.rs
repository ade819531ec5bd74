//! The answer to the second question of a comparison.

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
