//! What a reader is shown of a comparison: headline, reasons, values, next steps.
//!
//! Each part is an id with arguments and the English text. [`words`](super::words) makes them, and
//! the page, the command line, exercises, embeds and receipts render them.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::wire::wire;

/// What a text is about, by name: `count`, `inputs`.
pub type Arguments = BTreeMap<&'static str, String>;

wire! {
    /// What a comparison found, for a reader.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Summary {
        /// The answer in a line.
        pub headline: Headline,
        /// What the answer means and what it rests on, in sentences.
        pub notes: Vec<Note>,
        /// The witness and what each program does on it, ready to be shown.
        pub values: Option<Values>,
        /// The inputs for which the answer is open, where a condition covers them all.
        pub undecided: Option<Undecided>,
        /// What the reader can do next, the most useful step first.
        pub next: Vec<NextStep>,
    }
}

wire! {
    /// The answer in a line.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Headline {
        /// What it says.
        pub id: HeadlineId,
        /// Whether it claims agreement, claims a difference, or leaves the question open.
        pub tone: Tone,
        /// A character for it: `=`, `≠`, `≈`, `≤`, `?` or `!`.
        pub sign: &'static str,
        /// Its arguments.
        pub args: Arguments,
        /// The text.
        pub text: String,
    }
}

wire! {
    /// What a headline says.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum HeadlineId {
        /// The programs differ on an input.
        Differ,
        /// They do the same on every input of the contract.
        Proved,
        /// They do the same on every input on which both stop.
        AgreeWhereBothStop,
        /// They do the same within the fuel.
        AgreeWithinFuel,
        /// They do the same as long as their stacks have room.
        AgreeWithinStack,
        /// No instruction of either program writes `$3`.
        NeitherWritesResult,
        /// Both programs fault.
        BothFault,
        /// Both programs run for ever.
        BothRunForEver,
        /// No input is known on which both programs stop.
        NoStopKnown,
        /// No difference was found; it is open for inputs that a condition covers.
        OpenFor,
        /// No difference was found; it is open for some inputs.
        Open,
        /// No difference was found on the inputs that were tried.
        Tried,
        /// The reader stopped the comparison before it had an answer.
        Stopped,
        /// No input meets the contract.
        NoInput,
        /// No input was found that meets the contract.
        InputUnknown,
    }
}

wire! {
    /// What a verdict claims.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum Tone {
        /// Agreement on every input of the contract.
        Same,
        /// A difference.
        Differ,
        /// Less than either.
        Open,
    }
}

wire! {
    /// A sentence under the headline.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Note {
        /// What it is about.
        pub id: NoteId,
        /// Its arguments.
        pub args: Arguments,
        /// The text.
        pub text: String,
    }
}

wire! {
    /// What a sentence is about.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum NoteId {
        /// What each program does on the witness.
        Difference,
        /// Whether the witness is the smallest, and what "smallest" means.
        Least,
        /// That only one of output and `$3` differs.
        Observed,
        /// Whether the difference depends on where things are in memory.
        Layout,
        /// What the verdict means.
        Meaning,
        /// Why the verdict is open, on an input.
        Open,
        /// What a proof rests on.
        Basis,
        /// What was tried, and why the search ended.
        Search,
        /// An instruction whose overflow explains the difference.
        Overflow,
        /// What the programs do where they differ.
        Region,
    }
}

wire! {
    /// A witness as a row of a table: each value is ready to be shown.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Values {
        /// The inputs.
        pub inputs: Vec<InputValue>,
        /// What is observed of each program, where they differ.
        pub observed: Vec<ObservedValue>,
        /// The heads of the programs' columns, the left one's first.
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
    /// Something that is observed, with its value in each program.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ObservedValue {
        /// What kind of thing it is.
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
    /// What kind of thing is observed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum ObservedKind {
        /// A word.
        Word,
        /// Whether a register keeps its value.
        Kept,
        /// The output.
        Output,
        /// How the run ends.
        End,
    }
}

wire! {
    /// Inputs for which it is open whether the programs agree.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Undecided {
        /// A condition in the contract's language that holds on all of them, and perhaps on more.
        pub condition: String,
        /// Its negation, which leaves them out.
        pub assume: String,
        /// The condition as a noun phrase: `negative $1`.
        pub text: String,
    }
}

/// What is open of one input: the words of it for which it is open whether the programs agree.
#[derive(Clone, Debug)]
pub struct OpenInput {
    /// Its name.
    pub name: String,
    /// These words, as signed intervals.
    pub signed: Vec<[i32; 2]>,
    /// The same as assumptions, any of which holds.
    pub open: Vec<String>,
    /// The other words as assumptions, any of which holds.
    pub rest: Vec<String>,
}

wire! {
    /// What a reader can do next.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct NextStep {
        /// What it does.
        pub id: StepId,
        /// The assumption that it adds to the contract, where it adds one.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub assume: Option<String>,
        /// What alone it compares, where it changes that: an entry of `observe` in the contract.
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
        /// Leaves inputs out: adds the assumption.
        LeaveOut,
        /// Compares under the assumption.
        Assume,
        /// Compares only one of two things that were observed.
        Observe,
        /// Goes on with higher limits.
        Continue,
        /// Goes on with the same limits, where the reader stopped.
        Resume,
        /// Decides for all inputs, where the paper's search tried some.
        Decide,
        /// Asks which wrong programs the reader's tests would miss.
        Mutants,
    }
}
