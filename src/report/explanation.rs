//! Why two programs differ: the object that `tamarin explain --json` prints.

use serde::Serialize;

use super::run::Witness;
use crate::evidence::Verdict;
use crate::wire::wire;

wire! {
    /// What there is to say about a difference. Parts that were not asked for, or
    /// that were not found, are null.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Explanation {
        /// The comparison's answer.
        pub verdict: Verdict,
        /// The input on which the programs differ.
        pub witness: Option<Witness>,
        /// The edit of the right program that makes them agree.
        pub mend: Option<MendReport>,
    }
}

wire! {
    /// An edit of the right program's text.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct MendReport {
        /// The file, where the program was made of several.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub file: Option<String>,
        /// The line that changes, from 1; the first one, where two statements change
        /// places.
        pub line: u32,
        /// What stands there: a statement, or two, a line each.
        pub from: String,
        /// What is to stand there; empty where the statement is to go.
        pub to: String,
        /// Whether it is proved that the programs then agree on all inputs.
        pub proved: bool,
    }
}
