//! The complete answer of a comparison, with its evidence.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::run::Witness;
use super::side::Side;
use super::summary::Summary;
use crate::contract::Spec;
use crate::evidence::{Meter, Proof, Verdict};
use crate::machine::Inputs;
use crate::wire::wire;

wire! {
    /// The reason for a verdict.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum ReasonCode {
        /// Both stop on the witness, with different values in `$3`.
        ResultsDiffer,
        /// The outputs on the witness differ. Either the programs end in the same way, with the
        /// same `$3` if it is observed and both are done; or the outputs diverge before the ends of
        /// the programs are known.
        OutputsDiffer,
        /// Both stop on the witness, and another observation differs: a register, or a word of
        /// memory.
        ObservedDiffer,
        /// The left program runs for ever on the witness and the right one does not.
        OnlyLeftRunsForEver,
        /// The right program runs for ever on the witness and the left one does not.
        OnlyRightRunsForEver,
        /// The left program faults on the witness and the right one stops.
        OnlyLeftFaults,
        /// The right program faults on the witness and the left one stops.
        OnlyRightFaults,
        /// Every pair of paths was decided for all its inputs, and agrees.
        AllPathsAgree,
        /// All paths of each program were merged into one formula, and the two formulas are equal
        /// on all inputs.
        FormulasAgree,
        /// Loop invariants show that the programs agree on every input and stop on the same inputs.
        InvariantsHold,
        /// Loop invariants show that the programs agree on every input on which both stop.
        AgreeWhereBothStop,
        /// All pairs of procedures agree. If the verdict is not for all steps, deep recursion may
        /// grow the stack into a program's text.
        ProceduresAgree,
        /// Both programs are the same machine code and start in the same state, so they do the
        /// same on every input.
        SameMachineCode,
        /// Every pair of paths that ends within the fuel was decided and agrees.
        AllWithinFuel,
        /// As [`ReasonCode::AllWithinFuel`], but on some pair one program stops or faults while the
        /// other is still running, so more fuel may show a difference.
        OneSideUnfinished,
        /// Every path within the limits was tried, with one input each.
        PathsTried,
        /// A limit cut a part of the search; [`Cuts`] counts the parts.
        Cut,
        /// The contract allows no input, so there is nothing to compare.
        NoInput,
        /// No input was found that the contract allows, and it is unknown whether one exists.
        InputUnknown,
        /// The limit on the number of runs was reached.
        RunLimit,
        /// The limit on work was reached.
        WorkLimit,
        /// The limit on time was reached.
        TimeLimit,
        /// The caller stopped the comparison.
        Cancelled,
    }
}

wire! {
    /// Counts why a search was not exhaustive.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Cuts {
        /// Runs with more path conditions than the depth.
        pub depth: u32,
        /// Runs in which a program used up its fuel.
        pub fuel: u32,
        /// Queries for which the solver returned unknown.
        pub unknown: u32,
        /// Runs that did not follow the path that the solver's model predicted.
        pub diverged: u32,
        /// Branches that were still to be explored when a limit ended the search.
        pub untried: u32,
    }
}

impl Cuts {
    /// The counter for a kind of cut.
    pub fn count_mut(&mut self, cut: Cut) -> &mut u32 {
        match cut {
            Cut::Depth => &mut self.depth,
            Cut::Fuel => &mut self.fuel,
            Cut::Unknown => &mut self.unknown,
            Cut::Diverged => &mut self.diverged,
            Cut::Untried => &mut self.untried,
        }
    }
}

wire! {
    /// Why a part of the search was cut.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum Cut {
        /// A run has more path conditions than the depth.
        Depth,
        /// A program used up its fuel.
        Fuel,
        /// The solver returned unknown.
        Unknown,
        /// A run did not follow the path that the solver's model predicted.
        Diverged,
        /// A limit ended the search before this part was explored.
        Untried,
    }
}

wire! {
    /// A point at which the search was cut; nothing is known beyond it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Open {
        /// Why it was cut.
        pub cut: Cut,
        /// Inputs whose runs reach the point.
        pub inputs: Inputs,
        /// The program, if the cut concerns one of them.
        pub side: Option<Side>,
        /// The byte address of the instruction, if the cut concerns one.
        pub at: Option<u32>,
        /// The condition on the inputs to continue beyond the point, if known.
        pub condition: Option<String>,
    }
}

wire! {
    /// The reason for a verdict.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Reason {
        /// The reason as a code.
        pub code: ReasonCode,
        /// The reason as a sentence.
        pub message: String,
        /// The parts of the search that were cut, counted.
        pub cuts: Cuts,
        /// The first of the points at which the search was cut, as many as a person reads. Empty if
        /// a proof covers them.
        pub open: Vec<Open>,
    }
}

wire! {
    /// How much work was done.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Stats {
        /// Inputs on which both programs were run.
        pub runs: u32,
        /// Queries posed, including those that rewriting decided.
        pub queries: u32,
        /// Paths of the left and of the right program that were explored as the driver's.
        pub paths: [u32; 2],
        /// Wall-clock time in milliseconds; it never influences a decision.
        pub elapsed_ms: u64,
    }
}

/// The contract of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ContractReport {
    /// The spec. In JSON its parts are fields beside `inputs`.
    #[cfg_attr(target_arch = "wasm32", serde(flatten))]
    pub spec: Spec,
    /// The names of the input words, in the order of a witness's `inputs`.
    pub inputs: Vec<String>,
}

/// Written by hand, because the derived code for flattened fields makes a map, which does not
/// become a plain object on the page and adds code to what a first verdict loads.
impl Serialize for ContractReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ContractReport { spec, inputs } = self;
        let Spec { array, array_at, array_beyond, stdin, stdin_bytes, separate, .. } = spec;
        let Spec { assume, observe, return_address, .. } = spec;
        let mut fields = serializer.serialize_struct("ContractReport", 10)?;
        fields.serialize_field("array", array)?;
        match array_at {
            Some(place) => fields.serialize_field("array_at", place)?,
            None => fields.skip_field("array_at")?,
        }
        match array_beyond {
            Some(words) => fields.serialize_field("array_beyond", words)?,
            None => fields.skip_field("array_beyond")?,
        }
        fields.serialize_field("stdin", stdin)?;
        fields.serialize_field("stdin_bytes", stdin_bytes)?;
        fields.serialize_field("separate", separate)?;
        fields.serialize_field("assume", assume)?;
        fields.serialize_field("observe", observe)?;
        fields.serialize_field("return_address", return_address)?;
        fields.serialize_field("inputs", inputs)?;
        fields.end()
    }
}

wire! {
    /// The complete answer of a comparison: the object that `--json` prints.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Report {
        /// The verdict.
        pub verdict: Verdict,
        /// The answer for a person: headline, values, evidence, next steps.
        pub summary: Summary,
        /// The contract, unless it is the default of two integers.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub contract: Option<ContractReport>,
        /// Why the verdict is not another one.
        pub reason: Reason,
        /// The witness, if the programs differ.
        pub witness: Option<Witness>,
        /// The evidence, if the verdict claims agreement.
        pub proof: Option<Proof>,
        /// The outcomes of the pairs of paths, if the strategy explores pairs.
        pub meter: Option<Meter>,
        /// How much work was done.
        pub stats: Stats,
    }
}
