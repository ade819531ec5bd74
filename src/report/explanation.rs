//! An explanation of a difference: the object that `tamarin explain --json` prints.

use serde::Serialize;

use super::run::Witness;
use super::side::Side;
use crate::evidence::Verdict;
use crate::machine::Inputs;
use crate::wire::wire;

wire! {
    /// An explanation of a difference. Parts that were not requested or not found are null.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Explanation {
        /// The verdict of the comparison.
        pub verdict: Verdict,
        /// The input on which the programs differ.
        pub witness: Option<Witness>,
        /// The pair of instructions such that replacing the word of one by that of the other makes
        /// the programs agree.
        pub cause: Option<CauseReport>,
        /// The edit of the right program that makes the programs agree.
        pub mend: Option<MendReport>,
        /// The inputs on which they differ.
        pub regions: Option<RegionsReport>,
    }
}

wire! {
    /// The progress of a search for an explanation.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Progress {
        /// The number of pairs of instructions, edits, or pairs of paths examined so far.
        pub tried: u32,
        /// The total number, if known.
        pub of: Option<u32>,
        /// The number of them for which a proof was attempted.
        pub proofs: u32,
    }
}

wire! {
    /// A suggested fix: an edit of one program's text.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    pub struct MendReport {
        /// The program that is edited.
        pub side: Side,
        /// The file, if the program consists of several.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub file: Option<String>,
        /// The line that changes, from 1; the first one, if two statements are swapped.
        pub line: u32,
        /// The old text: a statement, or two on separate lines.
        pub from: String,
        /// The new text; empty if the statement is removed.
        pub to: String,
        /// Further changes in the file, in order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub more: Vec<ChangeReport>,
        /// Whether it is proved that the programs then agree on all inputs.
        pub proved: bool,
    }
}

wire! {
    /// One change of an edit; see [`MendReport`].
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    pub struct ChangeReport {
        /// The line, from 1.
        pub line: u32,
        /// The old text.
        pub from: String,
        /// The new text.
        pub to: String,
    }
}

wire! {
    /// The pair of instructions such that replacing the word of one by that of the other makes the
    /// programs agree.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    pub struct CauseReport {
        /// What is proved about the pair.
        pub check: CheckKind,
        /// The program that has the right word; the word replaces that of the other program.
        pub reference: Reference,
        /// The instruction of the left program. `None` if no pair was found, or if the fixed
        /// program is the reference.
        pub left: Option<PlaceReport>,
        /// The instruction of the fixed program, if that is the reference.
        pub mended: Option<PlaceReport>,
        /// The instruction of the right program.
        pub right: Option<PlaceReport>,
        /// Whether the replaced word is the output itself: nothing before it explains the
        /// difference.
        pub trivial: bool,
        /// For a trivial pair: whether it is established that no other pair passes any check.
        /// `None` if not established.
        pub nothing_before: Option<bool>,
        /// If the pair does not make the programs agree on all inputs, or if there is none: a
        /// minimal number of further pairs that must be made equal too.
        pub more: Vec<PairReport>,
        /// What is proved about the pair together with `more`, if there are further pairs.
        pub together: Option<CheckKind>,
        /// The inputs that need the pair in addition to the others, if there are any.
        pub part: Option<PartReport>,
        /// The pairs of instructions that were ruled out.
        pub ruled_out: RuledOutReport,
        /// How it was searched for, where that was chosen.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub search: Option<SearchReport>,
    }
}

wire! {
    /// How a cause was searched for.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    pub struct SearchReport {
        /// The strategy.
        pub strategy: SearchStrategy,
        /// The only check that was asked for; nothing where all were.
        pub asked: Option<CheckKind>,
        /// The filter that pairs had to pass, as the option has it.
        pub filter: Option<String>,
        /// What became of the pairs of Algorithm 1; nothing for the other strategy.
        pub candidates: Option<CandidatesReport>,
    }
}

wire! {
    /// A strategy of the search for a cause.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    #[serde(rename_all = "kebab-case")]
    pub enum SearchStrategy {
        /// The likeliest pairs first.
        Likely,
        /// Algorithm 1 of RootCause.
        Paper,
    }
}

wire! {
    /// How many pairs of scalar assignments Algorithm 1 left out, and by what. They add up to `pairs`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    pub struct CandidatesReport {
        /// All.
        pub pairs: u64,
        /// Equal values on the witness (`PruneCandidatesStatic`).
        pub equal: u64,
        /// The filter.
        pub filtered: u64,
        /// `ConstrainFix` of all.
        pub constrain_fix: u64,
        /// Binary search.
        pub binary_search: u64,
        /// MaxSAT.
        pub maxsat: u64,
        /// Runs of the fix on inputs.
        pub runs: u64,
        /// A proof of `AssignFix` that came to an input on which the programs differ.
        pub refuted: u64,
        /// A proof of `AssignFix` that was left open.
        pub undecided: u64,
        /// A proof of `AssignFix` that succeeded.
        pub proved: u64,
        /// Not looked at: the cause goes before them, or a limit was reached.
        pub untried: u64,
    }
}

wire! {
    /// The program whose words are taken as right.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    #[serde(rename_all = "kebab-case")]
    pub enum Reference {
        /// The left one; its words replace those of the right one.
        Left,
        /// The right one; its words replace those of the left one.
        Right,
        /// The right program after the suggested fix, which is proved to agree with the left one.
        /// Its words replace those of the right one.
        Mended,
    }
}

impl From<Side> for Reference {
    fn from(side: Side) -> Reference {
        match side {
            Side::Left => Reference::Left,
            Side::Right => Reference::Right,
        }
    }
}

wire! {
    /// The number of candidate pairs of words that failed, by check, over both references. Each
    /// pair counts once, by the last check that was applied to it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    pub struct RuledOutReport {
        /// The words are equal on the witness.
        pub equal: u64,
        /// The programs still differ on the witness.
        pub witness: u64,
        /// The programs differ on another input that was run.
        pub inputs: u64,
        /// The programs differ on an input that a proof attempt returned.
        pub proof: u64,
        /// Undecided.
        pub undecided: u64,
        /// Not tried: better pairs precede them, or a limit was reached.
        pub untried: u64,
    }
}

wire! {
    /// On which inputs the programs are proved to agree if the reference's word replaces that of
    /// the other instruction.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    #[serde(rename_all = "kebab-case")]
    pub enum CheckKind {
        /// On all inputs.
        AllFix,
        /// On all inputs on which the reference takes the witness's path.
        LeftPathFix,
        /// On each of these inputs the programs agree, or the two words are equal at the first
        /// point at which, on the witness, they should be equal and are not.
        LeftPathEarliestFix,
        /// No pair passes any check.
        None,
    }
}

wire! {
    /// One of several pairs of instructions that together make the programs agree. Its values are
    /// those on its sample input, with the other pairs made equal.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    pub struct PairReport {
        /// The instruction of the left program.
        pub left: PlaceReport,
        /// The instruction of the right program.
        pub right: PlaceReport,
        /// The inputs that need this pair in addition to the others.
        pub part: PartReport,
    }
}

wire! {
    /// The inputs that need a pair.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    pub struct PartReport {
        /// One of them.
        pub sample: Inputs,
        /// Whether the conditions describe exactly these inputs.
        pub exact: bool,
        /// The number of these inputs, in decimal, if known.
        pub count: Option<String>,
        /// Conditions that hold for these inputs beside the contract, in the syntax of assumptions.
        pub conditions: Vec<String>,
    }
}

wire! {
    /// A word of an instruction of a program.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    pub struct PlaceReport {
        /// Its byte address.
        pub address: u32,
        /// The line of the program's text, from 1, if it has one.
        pub line: Option<u32>,
        /// The number of the execution, from 1. `None` means all executions.
        pub occurrence: Option<u32>,
        /// Which word of the instruction.
        pub word: WordKind,
        /// The kind of location of the word.
        pub of: WordOf,
        /// The number of the register that the word is written to, read from or held in, if it is
        /// one of a register.
        pub register: Option<u8>,
        /// The address on the witness, if it is a word of memory.
        pub memory: Option<u32>,
        /// The word on the witness. With several executions, the first word that differs from the
        /// other instruction's.
        pub value: Option<u32>,
        /// The number of that execution, from 1.
        pub execution: Option<u32>,
    }
}

wire! {
    /// Which word of an instruction.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    #[serde(rename_all = "kebab-case")]
    pub enum WordKind {
        /// The word that it writes: to a register, `hi` or `lo`, memory, or the output.
        Written,
        /// Whether it branches, as 1 or 0.
        Taken,
        /// Whether it does not branch, as 1 or 0.
        NotTaken,
        /// The address of a load or a store.
        Address,
        /// The word that it reads from its first register operand.
        FirstOperand,
        /// The word that it reads from its second register operand.
        SecondOperand,
        /// The word in a register before the instruction, whether it is read or not.
        Held,
    }
}

wire! {
    /// The kind of location of a word.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    #[serde(rename_all = "kebab-case")]
    pub enum WordOf {
        /// A register.
        Register,
        /// `hi`.
        Hi,
        /// `lo`.
        Lo,
        /// A word of memory.
        Memory,
        /// The output.
        Output,
        /// The outcome of a branch.
        Branch,
        /// The address of a load or a store.
        Address,
        /// The divisor of a division.
        Divisor,
    }
}

wire! {
    /// The known inputs on which two programs differ.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    pub struct RegionsReport {
        /// Whether the regions are complete: on all other inputs of the contract the programs
        /// agree.
        pub exact: bool,
        /// The number of inputs in decimal, if known.
        pub count: Option<String>,
        /// The least and the greatest possible number of inputs, in decimal.
        pub bounds: [String; 2],
        /// The number of inputs that the contract allows, in decimal, if known.
        #[cfg_attr(feature = "cli", serde(default))]
        pub all: Option<String>,
        /// An estimate of the number from random samples, if it is unknown.
        pub estimate: Option<EstimateReport>,
        /// The instructions whose overflow explains the difference, the best one first.
        #[cfg_attr(feature = "cli", serde(default))]
        pub overflow: Vec<OverflowReport>,
        /// The regions, the largest first.
        pub regions: Vec<RegionReport>,
        /// If the regions are not complete: conditions such that the programs are proved to agree
        /// where none of them holds.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub within: Vec<String>,
    }
}

wire! {
    /// An instruction that overflows on most inputs on which the programs differ and on few others.
    /// The other program has no such overflow.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    pub struct OverflowReport {
        /// The program.
        pub side: Side,
        /// The instruction's address.
        pub address: u32,
        /// The line of the program's text, from 1, if it has one.
        pub line: Option<u32>,
        /// Its operation as an expression over the inputs. `None` if it is not the same expression
        /// on all of them.
        pub text: Option<String>,
        /// On how many of the differing inputs it overflows.
        pub covers: Covers,
        /// The number of these inputs, in decimal.
        pub count: String,
        /// The number of other inputs on which it overflows, in decimal.
        pub elsewhere: String,
    }
}

wire! {
    /// A part of the inputs on which two programs differ.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    #[serde(rename_all = "kebab-case")]
    pub enum Covers {
        /// All of them.
        All,
        /// Some of them.
        Some,
    }
}

wire! {
    /// An estimate of the number of differing inputs from runs on random samples. It is not proved.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    pub struct EstimateReport {
        /// The confidence level of the interval, in percent.
        pub confidence: u8,
        /// The number of sampled inputs.
        pub draws: u32,
        /// The number of samples on which the programs differ.
        pub differ: u32,
        /// The number of samples for which that is unknown.
        pub unknown: u32,
        /// The lower and the upper bound at this confidence level, in decimal.
        pub interval: [String; 2],
    }
}

wire! {
    /// A set of inputs on which two programs differ in the same way.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    pub struct RegionReport {
        /// The kind of difference.
        pub kind: RegionKind,
        /// The condition for these inputs beside the contract, in the syntax of assumptions.
        pub condition: String,
        /// One of them.
        pub sample: Inputs,
        /// What the left program does on them, as a phrase.
        pub left: String,
        /// What the right program does on them, as a phrase.
        pub right: String,
        /// The lines of the right program in which a signed sum, difference or product overflows on
        /// every one of these inputs; on none of these inputs does one overflow in another line.
        /// `None` if not established.
        pub wraps: Option<Vec<u32>>,
        /// What the right program's observed word is more than the left one's on every one of these
        /// inputs, as an expression over the inputs: known where a loop gives the words themselves
        /// no short formula.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub by: Option<String>,
        /// Whether the kernel accepted evidence of how the programs differ on every one of these
        /// inputs. Absent if none was found.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub checked: Option<bool>,
        /// The number of these inputs, in decimal, if known.
        #[cfg_attr(feature = "cli", serde(default))]
        pub count: Option<String>,
    }
}

wire! {
    /// A kind of difference.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    #[serde(rename_all = "kebab-case")]
    pub enum RegionKind {
        /// Both stop, and the result or another observation differs.
        Result,
        /// Both stop with the same result, and the outputs differ.
        Output,
        /// The left program faults.
        LeftFaults,
        /// The right program faults.
        RightFaults,
        /// One program never stops.
        NeverStops,
    }
}
