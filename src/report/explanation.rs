//! Why two programs differ: the object that `tamarin explain --json` prints.

use serde::Serialize;

use super::run::Witness;
use super::side::Side;
use crate::evidence::Verdict;
use crate::machine::Inputs;
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
        /// The pair of instructions whose words, made equal, make them agree.
        pub cause: Option<CauseReport>,
        /// The edit of the right program that makes them agree.
        pub mend: Option<MendReport>,
        /// The inputs on which they differ.
        pub regions: Option<RegionsReport>,
    }
}

wire! {
    /// How far a search for an explanation has come.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Progress {
        /// How many pairs of instructions, edits, or pairs of paths were looked at.
        pub tried: u32,
        /// How many there are, where that is known.
        pub of: Option<u32>,
        /// How many of them were put to a proof.
        pub proofs: u32,
    }
}

wire! {
    /// An edit of one program's text.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    pub struct MendReport {
        /// The program that is edited.
        pub side: Side,
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
        /// Further places of the file that change, in order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub more: Vec<ChangeReport>,
        /// Whether it is proved that the programs then agree on all inputs.
        pub proved: bool,
    }
}

wire! {
    /// A place that an edit changes, as a [`MendReport`] has it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    pub struct ChangeReport {
        /// The line, from 1.
        pub line: u32,
        /// What stands there.
        pub from: String,
        /// What is to stand there.
        pub to: String,
    }
}

wire! {
    /// The pair of instructions whose words, made equal, make the programs agree.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    pub struct CauseReport {
        /// What is proved of it.
        pub check: CheckKind,
        /// The program whose word is right; it is written in the other one.
        pub reference: Reference,
        /// The instruction of the left program; none where no pair is one, or the mended program
        /// stands in its place.
        pub left: Option<PlaceReport>,
        /// The instruction of the mended program, where that is the reference.
        pub mended: Option<PlaceReport>,
        /// The instruction of the right program.
        pub right: Option<PlaceReport>,
        /// Whether it is the output itself that would be replaced: nothing before it
        /// explains the difference.
        pub trivial: bool,
        /// For a trivial one: that no other pair will do, for any check; nothing where that
        /// was not established.
        pub nothing_before: Option<bool>,
        /// Where the pair does not make them agree on all inputs, or there is none:
        /// further pairs that are to be made equal as well, as few as there are.
        pub more: Vec<PairReport>,
        /// What is proved of the pair and these together, where there are any.
        pub together: Option<CheckKind>,
        /// The inputs on which these do not do without the pair, where there are any.
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
    /// A program whose words are right.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    #[serde(rename_all = "kebab-case")]
    pub enum Reference {
        /// The left one; they are written in the right one.
        Left,
        /// The right one; they are written in the left one.
        Right,
        /// The right one with the mend, which is proved to agree with the left one; they are
        /// written in the right one.
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
    /// Pairs of words that were looked for a cause among, as many as there are for both
    /// references: each counts once, by the last check that it was tried for.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    pub struct RuledOutReport {
        /// Equal words on the witness.
        pub equal: u64,
        /// With which the programs still differ on the witness.
        pub witness: u64,
        /// That fail on another input that was run.
        pub inputs: u64,
        /// That fail on an input that a proof came to.
        pub proof: u64,
        /// Of which it was left open.
        pub undecided: u64,
        /// That were not tried: others go before them, or a limit was reached.
        pub untried: u64,
    }
}

wire! {
    /// What is proved of a pair of instructions: that with the word of the reference
    /// in the place of the other one's the programs agree.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    #[serde(rename_all = "kebab-case")]
    pub enum CheckKind {
        /// On all inputs.
        AllFix,
        /// On all inputs on which the reference takes the path of the witness.
        LeftPathFix,
        /// On these, or they hold the same where they first should and do not.
        LeftPathEarliestFix,
        /// That there is no pair of which any of this holds.
        None,
    }
}

wire! {
    /// A pair of instructions, of several that together make the programs agree. What they
    /// write is told of the sample of its part, with the other pairs made equal.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    pub struct PairReport {
        /// Of the left program.
        pub left: PlaceReport,
        /// Of the right program.
        pub right: PlaceReport,
        /// The inputs on which the others do not do without it.
        pub part: PartReport,
    }
}

wire! {
    /// Inputs on which a pair is needed.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    pub struct PartReport {
        /// One of them.
        pub sample: Inputs,
        /// Whether the conditions are all of them.
        pub exact: bool,
        /// How many there are, in decimals, where that is known.
        pub count: Option<String>,
        /// What holds of them beside the contract, each as an assumption is written.
        pub conditions: Vec<String>,
    }
}

wire! {
    /// An instruction of a program.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    pub struct PlaceReport {
        /// Its byte address.
        pub address: u32,
        /// The line of its text, from 1, where there is one.
        pub line: Option<u32>,
        /// How-manieth execution is meant, from 1; none for all of them.
        pub occurrence: Option<u32>,
        /// Which of its words is meant.
        pub word: WordKind,
        /// What that word is of.
        pub of: WordOf,
        /// The number of the register that it is written to, read from or held in, where it is one
        /// of a register.
        pub register: Option<u8>,
        /// The address of the word of memory on the witness, where it is one of memory.
        pub memory: Option<u32>,
        /// The word on the witness; of several executions at the first at which it is not
        /// the other instruction's.
        pub value: Option<u32>,
        /// How-manieth execution that is.
        pub execution: Option<u32>,
    }
}

wire! {
    /// A word of an instruction.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    #[serde(rename_all = "kebab-case")]
    pub enum WordKind {
        /// What it writes: to a register, `hi` or `lo`, to memory, or to the output.
        Written,
        /// Whether it branches, 1 or 0.
        Taken,
        /// Whether it does not branch.
        NotTaken,
        /// The address that it loads from or stores to.
        Address,
        /// What it reads from the first register that it names as an operand.
        FirstOperand,
        /// What it reads from the second one.
        SecondOperand,
        /// What a register holds as it begins, whether it reads it or not.
        Held,
    }
}

wire! {
    /// What a word of an instruction is of.
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
        /// The address that a load or a store goes to.
        Address,
        /// The register by which a division divides.
        Divisor,
    }
}

wire! {
    /// The inputs on which two programs differ, as far as that is known.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    pub struct RegionsReport {
        /// Whether the regions are all of them: on all other inputs of the contract the
        /// programs agree.
        pub exact: bool,
        /// How many inputs there are, in decimals, where that is known.
        pub count: Option<String>,
        /// Not fewer and not more, in decimals.
        pub bounds: [String; 2],
        /// How many inputs the contract allows, in decimals, where that is known.
        #[cfg_attr(feature = "cli", serde(default))]
        pub all: Option<String>,
        /// How many there are by draws, where it is not known.
        pub estimate: Option<EstimateReport>,
        /// The instructions whose overflow explains the difference, the best one first.
        #[cfg_attr(feature = "cli", serde(default))]
        pub overflow: Vec<OverflowReport>,
        /// The regions, the largest first.
        pub regions: Vec<RegionReport>,
    }
}

wire! {
    /// An instruction that overflows on most inputs on which two programs differ, and on few
    /// others; the other program has no such overflow.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    pub struct OverflowReport {
        /// The program.
        pub side: Side,
        /// The instruction's address.
        pub address: u32,
        /// The line of the program's text, from 1, where there is one.
        pub line: Option<u32>,
        /// What it computes, over the inputs; nothing where that is not one operation on all of them.
        pub text: Option<String>,
        /// On how many of the inputs on which the programs differ it overflows.
        pub covers: Covers,
        /// How many these are, in decimals.
        pub count: String,
        /// On how many of the other inputs it overflows, in decimals.
        pub elsewhere: String,
    }
}

wire! {
    /// On how many of the inputs on which two programs differ something happens.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    #[serde(rename_all = "kebab-case")]
    pub enum Covers {
        /// On all.
        All,
        /// On some, and not on all.
        Some,
    }
}

wire! {
    /// How many inputs two programs differ on, by runs on inputs that were drawn: this is not
    /// proved.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    pub struct EstimateReport {
        /// How sure the interval is, in percent.
        pub confidence: u8,
        /// Inputs that were drawn.
        pub draws: u32,
        /// Those on which the programs differ.
        pub differ: u32,
        /// Those on which that is not known.
        pub unknown: u32,
        /// Not fewer and not more, in decimals, with that confidence.
        pub interval: [String; 2],
    }
}

wire! {
    /// Inputs on which two programs differ in one way.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    pub struct RegionReport {
        /// The way.
        pub kind: RegionKind,
        /// What holds of them beside the contract, as an assumption is written.
        pub condition: String,
        /// One of them.
        pub sample: Inputs,
        /// What the left program does on them, in words.
        pub left: String,
        /// What the right program does on them, in words.
        pub right: String,
        /// The lines of the right program where a sum, difference or product wraps around
        /// on each of them, read with a sign; on none of them one does in another line.
        /// Nothing where that was not established.
        pub wraps: Option<Vec<u32>>,
        /// How many there are, in decimals, where that is known.
        #[cfg_attr(feature = "cli", serde(default))]
        pub count: Option<String>,
    }
}

wire! {
    /// In what way two programs differ.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    #[serde(rename_all = "kebab-case")]
    pub enum RegionKind {
        /// Both stop, with another result or something else that is observed.
        Result,
        /// Both stop with the same result, and print other things.
        Output,
        /// The left program faults.
        LeftFaults,
        /// The right program faults.
        RightFaults,
        /// One program never stops.
        NeverStops,
    }
}
