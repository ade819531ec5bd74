//! The run of a program on one input, and the comparison of two runs.

use serde::Serialize;

use crate::contract::Given;
use crate::machine::recurrence::Recurrence;
use crate::machine::{Inputs, ProvedRun};
use crate::wire::wire;

wire! {
    /// How a run ended.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum OutcomeKind {
        /// It reached the return address.
        Done,
        /// It faulted.
        Fault,
        /// It used up its fuel.
        OutOfFuel,
    }
}

wire! {
    /// A fault, as a report.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct FaultReport {
        /// The kind as a name: `division-by-zero`, `bad-pc`, `invalid-instruction`,
        /// `misaligned-address` or `address-out-of-range`.
        pub kind: &'static str,
        /// The byte address of the instruction that faulted.
        pub at: u32,
        /// What happened, as a sentence.
        pub message: String,
    }
}

wire! {
    /// What a run wrote to the output device.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct OutputReport {
        /// The first 2,000 bytes as text; invalid UTF-8 is replaced.
        pub text: String,
        /// The number of bytes.
        pub bytes: u64,
    }
}

wire! {
    /// An observation at the end of a program.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ObservedReport {
        /// Its name: `$4`, `[0x800000]`, `a[0]`, or `keeps $16`.
        pub name: String,
        /// The word; for `keeps`, 1 if the register has its initial value and 0 otherwise.
        pub value: u32,
    }
}

wire! {
    /// The inputs of a program, by where it finds them.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct GivenReport {
        /// The registers that hold inputs, with their values.
        pub registers: Vec<(String, u32)>,
        /// The elements of the array, if there is one.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub array: Option<Vec<u32>>,
        /// The words behind its last element, if they are free.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub beyond: Option<Vec<u32>>,
        /// The input stream as text, if its bytes are free; invalid UTF-8 is replaced.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub stdin: Option<String>,
        /// The input stream as bytes.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub stdin_bytes: Option<Vec<u8>>,
    }
}

impl GivenReport {
    /// Converts the inputs to a report.
    pub fn of(Given { registers, array, beyond, stdin }: Given) -> GivenReport {
        let registers = registers.into_iter().map(|(reg, word)| (reg.to_string(), word));
        let text = stdin.as_deref().map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        let registers = registers.collect();
        GivenReport { registers, array, beyond, stdin: text, stdin_bytes: stdin }
    }
}

wire! {
    /// The run of one program on one input.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct RunReport {
        /// How it ended.
        pub outcome: OutcomeKind,
        /// `$3`, if done.
        pub result: Option<u32>,
        /// Whether the contract does not observe `$3`.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(target_arch = "wasm32", tsify(optional))]
        pub result_unobserved: bool,
        /// The other observations beside the output, if done.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub observed: Vec<ObservedReport>,
        /// The fault, when there was one.
        pub fault: Option<FaultReport>,
        /// The output.
        pub output: OutputReport,
        /// Instructions executed.
        pub steps: u64,
        /// A proof that it runs for ever, if it ran out of fuel and its state is known to repeat.
        pub recurrence: Option<RecurrenceReport>,
        /// A proof about how it ends, if it ran out of fuel and no repeated state is known.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub proved: Option<ProvedRun>,
    }
}

wire! {
    /// A recurrence: at two step counts the run was at the same instruction with the same remaining
    /// input, registers and memory, so it never stops.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct RecurrenceReport {
        /// The number of steps to the first state.
        pub first: u64,
        /// The number of steps to the second state.
        pub again: u64,
        /// Whether the whole state was the same. Otherwise the part was the same that determines
        /// how the run continues: its branches, addresses, divisors and jumps.
        pub whole: bool,
    }
}

wire! {
    /// An input on which the programs differ, with both runs.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Witness {
        /// The input words in the order of the contract, by default `$1` and `$2`.
        pub inputs: Inputs,
        /// The inputs of the left and of the right program, unless they are two integers in `$1`
        /// and `$2`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub given: Option<[GivenReport; 2]>,
        /// The run of the left program.
        pub left: RunReport,
        /// The run of the right program.
        pub right: RunReport,
        /// Whether no smaller input is a witness, among the inputs on which both programs stop
        /// within the fuel. Inputs are ordered by the number of words that are not zero, then by
        /// the absolute value of `$1`, then of `$2`, with a positive number before its negative.
        /// `None` if undecided, or if the witness is not one of these inputs.
        pub minimal: Option<bool>,
        /// Whether the programs agree on all other inputs. `None` if undecided, or if it is unknown
        /// how a program ends on some of them.
        pub unique: Option<bool>,
        /// Whether the programs agree on all other inputs on which both stop within the fuel.
        /// `None` if the witness is not one of them.
        pub unique_within_fuel: Option<bool>,
        /// If present, `minimal` and `unique_within_fuel` refer to inputs on which both stop within
        /// this number of steps, because on some inputs a program does not.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub within: Option<u64>,
        /// Whether the kernel accepted evidence that the witness is the only one, or else that no
        /// smaller input is one. Absent if no evidence was made.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub checked: Option<bool>,
        /// If present, the difference appears only this number of steps beyond the fuel.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub beyond: Option<u64>,
        /// How the difference depends on the memory layout. `None` if that was not examined.
        #[cfg(feature = "tools")]
        pub layout: Option<LayoutReport>,
    }
}

#[cfg(feature = "tools")]
wire! {
    /// The runs on a witness in other memory layouts.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct LayoutReport {
        /// Whether the difference depends on the layout: no part of it (how the runs end, `$3`, a
        /// line of the output, another observation) is the same in all layouts that were tried.
        pub hangs: bool,
        /// The layouts that were tried, by what they move.
        pub tried: Vec<MovedReport>,
    }
}

#[cfg(feature = "tools")]
wire! {
    /// The runs of both programs on a witness in one layout.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct MovedReport {
        /// What the layout moves.
        pub moved: Moved,
        /// Whether the layout changes, for the left program, the observation in which both differ.
        pub left: bool,
        /// Whether it changes that observation for the right program.
        pub right: bool,
        /// Whether the programs agree in this layout.
        pub agree: bool,
    }
}

#[cfg(feature = "tools")]
wire! {
    /// What a layout moves.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum Moved {
        /// The stack: `$30` has another initial value.
        Stack,
        /// The array, and a heap behind it.
        Array,
        /// The code, and a heap behind it. Each program is moved separately too, so that both heaps
        /// begin at the same address.
        Code,
        /// The stack lies below the code (below the array, if there is one) and so below the heap.
        StackBelow,
        /// The variables of WLP4 procedures are in another order.
        Variables,
    }
}

impl RecurrenceReport {
    /// Converts a recurrence to a report.
    pub fn of(Recurrence { first, again, is_whole, .. }: Recurrence) -> RecurrenceReport {
        RecurrenceReport { first, again, whole: is_whole }
    }
}

impl Agreement {
    /// From whether they agree, if that is known.
    pub fn of(agree: Option<bool>) -> Agreement {
        match agree {
            Some(true) => Agreement::Agree,
            Some(false) => Agreement::Differ,
            None => Agreement::Inconclusive,
        }
    }
}

impl Witness {
    /// How many steps beyond the fuel the runs must go to show the difference, if any. A proof
    /// about a run counts as no steps.
    pub(super) fn beyond(&self, fuel: u64) -> Option<u64> {
        let taken = |run: &RunReport| match (&run.proved, run.recurrence) {
            (Some(_), _) => 0,
            (None, Some(recurrence)) => recurrence.again,
            (None, None) => run.steps,
        };
        let steps = taken(&self.left).max(taken(&self.right));
        steps.checked_sub(fuel).filter(|&beyond| beyond > 0)
    }
}

wire! {
    /// Whether two runs on the same input agree.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum Agreement {
        /// They end in the same way (both fault, run for ever or are done), print the same, and
        /// have the same observations if they are done.
        Agree,
        /// The observations or outputs differ, or exactly one faults or runs for ever.
        Differ,
        /// Unknown: one ran out of fuel, or what one prints for ever is unknown.
        Inconclusive,
    }
}
