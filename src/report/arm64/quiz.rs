//! A quiz about an ARM64 program: marked answers.

use serde::Serialize;

use super::Arm64Witness;
use crate::report::MarkKind;
use crate::wire::wire;

wire! {
    /// A marked answer.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Arm64JudgedReport {
        /// The mark.
        pub mark: MarkKind,
        /// The points. `None` if the question is still open.
        pub points: Option<u32>,
        /// The input of the answer, with both runs. `None` if the answer is that there is no
        /// difference, or if the question does not allow the input.
        pub tried: Option<Arm64Witness>,
        /// Whether the programs agree on all inputs. `None` while the question is still open.
        pub same: Option<bool>,
        /// Why they agree, if they do.
        pub proof: Option<String>,
        /// An input on which they differ, with both runs, if they do.
        pub witness: Option<Arm64Witness>,
        /// Whether no smaller input shows a difference. `None` if unknown.
        pub minimal: Option<bool>,
    }
}
