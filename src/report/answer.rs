//! A comparison's whole answer, and what it rests on.

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
    /// Why a comparison ended with its verdict.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum ReasonCode {
        /// Both stop on the witness, with different values in `$3`.
        ResultsDiffer,
        /// They end in the same way on the witness, with the same value in `$3` if that is observed and
        /// both are done, and print different things; or what they print parts before their
        /// ends are known.
        OutputsDiffer,
        /// Both stop on the witness, and something else that is observed differs: a
        /// register, or a word of memory.
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
        /// All paths of each program were merged into one formula, and the two
        /// formulas cannot differ.
        FormulasAgree,
        /// Invariants that every round of the loops keeps show that no input has
        /// them differ, and that they stop on the same inputs.
        InvariantsHold,
        /// The same, but for that they stop on the same inputs.
        AgreeWhereBothStop,
        /// Procedure by procedure they do the same; where the verdict is not for all steps,
        /// recursion may then take the stack into a program's text.
        ProceduresAgree,
        /// Both programs are the same machine code and start in the same state, so they do the
        /// same on every input.
        SameMachineCode,
        /// Every pair of paths that ends within the fuel was decided and agrees.
        AllWithinFuel,
        /// The same, but on some pair one program stops or faults while the
        /// other is still running, so more fuel may show a difference.
        OneSideUnfinished,
        /// Every path within the limits was tried, on one input each.
        PathsTried,
        /// Some of the search was cut; [`Cuts`] says what.
        Cut,
        /// The contract allows no input, so there is nothing to compare.
        NoInput,
        /// No input was found that the contract allows, and it is not known that
        /// there is none.
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
    /// What kept a search from being exhaustive, counted.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Cuts {
        /// Runs with more path conditions than the depth.
        pub depth: u32,
        /// Runs in which a program used up its fuel.
        pub fuel: u32,
        /// Queries that the solver left undecided.
        pub unknown: u32,
        /// Runs that left the path that the solver's model predicted.
        pub diverged: u32,
        /// Ways that were still to be tried when a limit ended the search.
        pub untried: u32,
    }
}

impl Cuts {
    /// The count of a kind of cut.
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
    /// What kept a search from looking somewhere, as [`Cuts`] counts it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum Cut {
        /// There are more path conditions than the depth.
        Depth,
        /// A program used up its fuel.
        Fuel,
        /// The solver left a query undecided.
        Unknown,
        /// The run left the path that the solver's model predicted.
        Diverged,
        /// A limit ended the search first.
        Untried,
    }
}

wire! {
    /// A place that a search left open: beyond it nothing is known.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Open {
        /// What kept the search from looking there.
        pub cut: Cut,
        /// Inputs whose runs pass the place.
        pub inputs: Inputs,
        /// The program, where it is about one of them.
        pub side: Option<Side>,
        /// The byte address of the instruction, where it is about one.
        pub at: Option<u32>,
        /// What would have to hold, over the inputs, where it is known.
        pub condition: Option<String>,
    }
}

wire! {
    /// Why the verdict is what it is.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Reason {
        /// The reason as a name.
        pub code: ReasonCode,
        /// The reason as a sentence.
        pub message: String,
        /// What was left unexplored, counted.
        pub cuts: Cuts,
        /// What was left unexplored, place by place: the first ones, as many
        /// as a reader reads; none where a proof covers them.
        pub open: Vec<Open>,
    }
}

wire! {
    /// How much was done.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Stats {
        /// Inputs on which both programs were run.
        pub runs: u32,
        /// Questions asked, those that rewriting settled included.
        pub queries: u32,
        /// Paths seen of the left and of the right program, as drivers.
        pub paths: [u32; 2],
        /// Wall-clock time in milliseconds; never part of a decision.
        pub elapsed_ms: u64,
    }
}

/// What was compared.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ContractReport {
    /// As it was asked for: its parts stand beside `inputs`.
    #[cfg_attr(target_arch = "wasm32", serde(flatten))]
    pub spec: Spec,
    /// The names of the input words, in the order of a witness's `inputs`.
    pub inputs: Vec<String>,
}

/// What is derived for flattened fields is a map, which crosses to the page as no plain object, and is
/// more code in what a first verdict loads.
impl Serialize for ContractReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ContractReport { spec, inputs } = self;
        let Spec { array, stdin, stdin_bytes, separate, assume, observe, return_address } = spec;
        let mut fields = serializer.serialize_struct("ContractReport", 8)?;
        fields.serialize_field("array", array)?;
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
    /// A comparison's whole answer: the object that `--json` prints.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Report {
        /// The answer.
        pub verdict: Verdict,
        /// The answer for a reader: headline, values, what it rests on, next steps.
        pub summary: Summary,
        /// What was compared, where it was not two integers.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub contract: Option<ContractReport>,
        /// Why it is not another one.
        pub reason: Reason,
        /// The evidence of a difference.
        pub witness: Option<Witness>,
        /// What the verdict rests on, where it claims that the programs agree.
        pub proof: Option<Proof>,
        /// How the pairs of paths came out, where the strategy looks at pairs.
        pub meter: Option<Meter>,
        /// How much was done.
        pub stats: Stats,
    }
}
