//! How a program ran on one input, and what two runs on it show.

use serde::Serialize;

use crate::contract::Given;
use crate::evidence::ProvedRun;
use crate::machine::Inputs;
use crate::wire::wire;

wire! {
    /// How a run ended.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum OutcomeKind {
        /// It reached the return address.
        Done,
        /// It did something that the machine does not allow.
        Fault,
        /// It used up its fuel.
        OutOfFuel,
    }
}

wire! {
    /// A fault, for a reader.
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
        /// The first 2,000 bytes as text; what is no UTF-8 is replaced.
        pub text: String,
        /// How many bytes there are.
        pub bytes: u64,
    }
}

wire! {
    /// Something that is observed where a program stops.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ObservedReport {
        /// What: `$4`, `[0x800000]`, `a[0]`, or `keeps $16`.
        pub name: String,
        /// The word; 1 for a register that was kept and 0 for one that was not.
        pub value: u32,
    }
}

wire! {
    /// What a program was given, as it finds it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct GivenReport {
        /// The registers that hold inputs, and the words.
        pub registers: Vec<(String, u32)>,
        /// The elements of the array, where it is given one.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub array: Option<Vec<u32>>,
        /// The input stream as text, where its bytes are free; what is no UTF-8
        /// is replaced.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub stdin: Option<String>,
        /// The same, byte by byte.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub stdin_bytes: Option<Vec<u8>>,
    }
}

impl GivenReport {
    /// In the form that leaves the engine.
    pub fn of(Given { registers, array, stdin }: Given) -> GivenReport {
        let registers = registers.into_iter().map(|(reg, word)| (reg.to_string(), word));
        let text = stdin.as_deref().map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        GivenReport { registers: registers.collect(), array, stdin: text, stdin_bytes: stdin }
    }
}

wire! {
    /// How one program ended on one input.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct RunReport {
        /// How it ended.
        pub outcome: OutcomeKind,
        /// `$3`, when done.
        pub result: Option<u32>,
        /// Whether the contract does not observe `$3`.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(target_arch = "wasm32", tsify(optional))]
        pub result_unobserved: bool,
        /// What else is observed, when done, beside what it printed.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub observed: Vec<ObservedReport>,
        /// The fault, when there was one.
        pub fault: Option<FaultReport>,
        /// What it printed.
        pub output: OutputReport,
        /// Instructions executed.
        pub steps: u64,
        /// That it runs for ever, where it was out of fuel and that is known.
        pub recurrence: Option<RecurrenceReport>,
        /// What is proved of how it ends, where it was out of fuel, no state of it is known to come
        /// again, and that is known.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub proved: Option<ProvedRun>,
    }
}

wire! {
    /// That a run goes round for ever: after two numbers of steps it was at the same place with
    /// the same input left, and in the same state: registers and memory.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct RecurrenceReport {
        /// The steps to the first time.
        pub first: u64,
        /// The steps to the second time.
        pub again: u64,
        /// Whether all of the state was the same; else all of it that decides how the run goes
        /// on: its branches, addresses, divisors and jumps.
        pub whole: bool,
    }
}

wire! {
    /// An input on which the programs differ, with what each does on it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Witness {
        /// The input words, as the contract names them; `$1` and `$2`.
        pub inputs: Inputs,
        /// What the left and the right program are given, where that is not two
        /// integers in `$1` and `$2`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub given: Option<[GivenReport; 2]>,
        /// What the left program does.
        pub left: RunReport,
        /// What the right program does.
        pub right: RunReport,
        /// Whether no smaller input is a witness, of those on which both
        /// programs stop within the fuel: fewer inputs that are not zero, then
        /// a smaller absolute value of `$1`, then of `$2`, a positive one
        /// before its negative. None where that was not decided, or where the witness is
        /// not one of these inputs.
        pub minimal: Option<bool>,
        /// Whether the programs agree on all other inputs. None where that was
        /// not decided, or where it is not known how a program ends on some of them.
        pub unique: Option<bool>,
        /// The same of the inputs on which both stop within the fuel. None where the witness is not
        /// one of them.
        pub unique_within_fuel: Option<bool>,
        /// If some, `minimal` and `unique_within_fuel` speak of inputs on which both stop within
        /// so many steps, as some do not.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub within: Option<u64>,
        /// If some, the difference shows only so many steps beyond the fuel.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub beyond: Option<u64>,
        /// What becomes of the difference where things lie elsewhere in memory.
        /// None where that was not looked at.
        #[cfg(feature = "tools")]
        pub layout: Option<LayoutReport>,
    }
}

#[cfg(feature = "tools")]
wire! {
    /// A witness with things elsewhere in memory.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct LayoutReport {
        /// Whether no part of the difference (how the runs end, `$3`, a line of
        /// the output, something else that is observed) is the same in all
        /// layouts that were tried, on these inputs.
        pub hangs: bool,
        /// The layouts that were tried, by what lies elsewhere in them.
        pub tried: Vec<MovedReport>,
    }
}

#[cfg(feature = "tools")]
wire! {
    /// A layout, and what both programs do in it on a witness.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct MovedReport {
        /// What lies elsewhere.
        pub moved: Moved,
        /// Whether the left program does otherwise there, in what differs.
        pub left: bool,
        /// Whether the right program does.
        pub right: bool,
        /// Whether the programs agree there.
        pub agree: bool,
    }
}

#[cfg(feature = "tools")]
wire! {
    /// What lies elsewhere in a layout.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum Moved {
        /// The stack: another address in `$30` at the start.
        Stack,
        /// The array, with a heap behind it.
        Array,
        /// The code, with a heap behind it; of each program by itself as well, so
        /// that both heaps begin at one address.
        Code,
        /// The stack lies below the code (below the array, where there is one)
        /// and so below the heap.
        StackBelow,
        /// The variables of the procedures in WLP4 are in another order.
        Variables,
    }
}

impl Witness {
    /// How many steps beyond the fuel the runs go that show the difference, if they do. What is
    /// proved of a run takes none.
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
    /// Whether two runs on one input agree.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum Agreement {
        /// They end in the same way (both fault, run for ever or are done), print the same, and give the
        /// same where they are done.
        Agree,
        /// Different results or outputs, or exactly one faults or runs for ever.
        Differ,
        /// It is not known: one ran out of fuel, or it is not known what one prints for ever.
        Inconclusive,
    }
}
