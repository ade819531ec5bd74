//! The summary of a comparison for a person: headline, reasons, values, next steps.
//!
//! Each part has an id, arguments and an English text. [`words`](super::words) makes them; the
//! page, the command line, exercises, embeds and receipts display them.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::wire::wire;

/// The arguments of a text, by name: `count`, `inputs`.
pub type Arguments = BTreeMap<&'static str, String>;

wire! {
    /// The summary of a comparison.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Summary {
        /// The answer in a line.
        pub headline: Headline,
        /// Sentences that explain the answer and its evidence.
        pub notes: Vec<Note>,
        /// The witness and both runs, formatted.
        pub values: Option<Values>,
        /// The undecided inputs, if a condition covers them all.
        pub undecided: Option<Undecided>,
        /// Possible next steps, the most useful first.
        pub next: Vec<NextStep>,
    }
}

impl Summary {
    /// The observation that is worth comparing alone, as an entry of `observe` in the contract: on the witness it is
    /// the same, and another one differs.
    pub fn second_question(&self) -> Option<&'static str> {
        self.next.iter().find_map(|step| step.observe)
    }
}

wire! {
    /// The answer in a line.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Headline {
        /// Its kind.
        pub id: HeadlineId,
        /// Whether it claims agreement, a difference, or neither.
        pub tone: Tone,
        /// A symbol: `=`, `≠`, `≈`, `≤`, `?` or `!`.
        pub sign: &'static str,
        /// Its arguments.
        pub args: Arguments,
        /// The text.
        pub text: String,
    }
}

wire! {
    /// The kind of a headline.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum HeadlineId {
        /// The programs differ on an input.
        Differ,
        /// They agree on every input of the contract.
        Proved,
        /// They agree on every input on which both stop.
        AgreeWhereBothStop,
        /// They agree within the fuel.
        AgreeWithinFuel,
        /// They agree as long as their stacks have room.
        AgreeWithinStack,
        /// No instruction of either program writes `$3`.
        NeitherWritesResult,
        /// Both programs fault.
        BothFault,
        /// Both programs run for ever.
        BothRunForEver,
        /// No input is known on which both programs stop.
        NoStopKnown,
        /// No difference was found, and a condition covers the undecided inputs.
        OpenFor,
        /// No difference was found, and some inputs are undecided.
        Open,
        /// No difference was found on the inputs that were tried.
        Tried,
        /// The reader stopped the comparison before it had an answer.
        Stopped,
        /// No input satisfies the contract.
        NoInput,
        /// No input was found that satisfies the contract.
        InputUnknown,
    }
}

wire! {
    /// The kind of claim that a verdict makes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum Tone {
        /// Agreement on every input of the contract.
        Same,
        /// A difference.
        Differ,
        /// Neither.
        Open,
    }
}

wire! {
    /// A sentence under the headline.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Note {
        /// Its topic.
        pub id: NoteId,
        /// Its arguments.
        pub args: Arguments,
        /// The text.
        pub text: String,
    }
}

wire! {
    /// The topic of a sentence.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum NoteId {
        /// What each program does on the witness.
        Difference,
        /// Whether the witness is the smallest, and what "smallest" means.
        Least,
        /// That only one of output and `$3` differs.
        Observed,
        /// Whether the difference depends on the memory layout.
        Layout,
        /// That the verdict depends on a choice between descriptions of the machine.
        Mode,
        /// What the verdict means.
        Meaning,
        /// Why the verdict is open, for an example input.
        Open,
        /// The evidence of a proof.
        Basis,
        /// What was tried, and why the search ended.
        Search,
        /// An instruction whose overflow explains the difference.
        Overflow,
        /// What the programs do on the inputs on which they differ.
        Region,
    }
}

wire! {
    /// A witness as a row of a table, with formatted values.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Values {
        /// The inputs.
        pub inputs: Vec<InputValue>,
        /// The observations in which the programs differ.
        pub observed: Vec<ObservedValue>,
        /// The headings of the programs' columns, the left one's first.
        pub programs: [String; 2],
    }
}

wire! {
    /// An input with its value.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct InputValue {
        /// Its name: `$1`, `a`, `left $2`.
        pub name: String,
        /// Its value.
        pub text: String,
    }
}

wire! {
    /// An observation, with its value in each program.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ObservedValue {
        /// Its kind.
        pub kind: ObservedKind,
        /// Its name: `$3`, `[0x800000]`, `keeps $16`, `prints`, `ends`.
        pub name: String,
        /// Its value in the left program.
        pub left: String,
        /// Its value in the right program.
        pub right: String,
    }
}

wire! {
    /// The kind of an observation.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum ObservedKind {
        /// A word.
        Word,
        /// Whether a register keeps its initial value.
        Kept,
        /// The output.
        Output,
        /// How the run ends.
        End,
    }
}

wire! {
    /// Undecided inputs: it is unknown whether the programs agree on them.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Undecided {
        /// A condition in the contract's language that holds for all of them, and possibly for
        /// more.
        pub condition: String,
        /// The negation of the condition, which excludes them.
        pub assume: String,
        /// The condition as a noun phrase: `negative $1`.
        pub text: String,
    }
}

/// One input word, with the values for which it is unknown whether the programs agree.
#[derive(Clone, Debug)]
pub struct OpenInput {
    /// The name of the input word.
    pub name: String,
    /// These values, as signed intervals.
    pub signed: Vec<[i32; 2]>,
    /// The same as assumptions; a value satisfies one of them.
    pub open: Vec<String>,
    /// The other values as assumptions; a value satisfies one of them.
    pub rest: Vec<String>,
}

wire! {
    /// A possible next step.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct NextStep {
        /// What it does.
        pub id: StepId,
        /// The assumption that it adds to the contract, if any.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub assume: Option<String>,
        /// The only thing that it observes, if it changes that: an entry of `observe` in the
        /// contract.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub observe: Option<&'static str>,
        /// The text of its button.
        pub text: String,
    }
}

wire! {
    /// What a next step does.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum StepId {
        /// Steps through both programs on the witness.
        StepThrough,
        /// Shows all inputs on which the programs differ.
        AllInputs,
        /// Explains the difference.
        Explain,
        /// Adds the assumption to exclude inputs.
        LeaveOut,
        /// Compares under the assumption.
        Assume,
        /// Compares only one of two observations.
        Observe,
        /// Continues with higher limits.
        Continue,
        /// Continues with the same limits, after the reader stopped.
        Resume,
        /// Decides for all inputs, after Tamarin's search (`paper`) tried some.
        Decide,
        /// Finds wrong programs that the reader's tests would miss.
        Mutants,
    }
}
