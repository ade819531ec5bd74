//! The explanation of a difference of ARM64 programs: the object that `tamarin explain --json`
//! prints.

use serde::Serialize;

use super::{Arm64Witness, Report};
use crate::evidence::{Proof, Verdict};
use crate::report::{
    CheckKind, EstimateReport, MendReport, ReasonCode, RegionKind, Side, WordKind, WordOf,
};
use crate::wire::wire;

wire! {
    /// An explanation of a difference. Parts that were not requested or not found are null.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Arm64Explanation {
        /// `arm64`
        pub machine: &'static str,
        /// The source that the machine follows: `usual`, `arm` or `course`.
        pub mode: &'static str,
        /// The verdict of the comparison.
        pub verdict: Verdict,
        /// The reason of the verdict, as a code.
        pub code: ReasonCode,
        /// The reason, as a sentence.
        pub message: String,
        /// The input on which the programs differ.
        pub witness: Option<Arm64Witness>,
        /// Where the runs on the witness part.
        pub parting: Option<Arm64Parting>,
        /// The instructions that cause the difference.
        pub cause: Option<Arm64Cause>,
        /// The edit of one program that makes the programs agree. `proved` is `true` if the kernel
        /// accepted evidence.
        pub mend: Option<MendReport>,
        /// The evidence that the programs then agree.
        pub proof: Option<Proof>,
        /// The inputs on which they differ.
        pub regions: Option<Arm64RegionsReport>,
    }
}

wire! {
    /// The known pairs of numbers on which two programs differ.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Arm64RegionsReport {
        /// Whether the regions are complete: on all other inputs the programs agree.
        pub exact: bool,
        /// The number of inputs in decimal, if known.
        pub count: Option<String>,
        /// The least and the greatest possible number of inputs, in decimal.
        pub bounds: [String; 2],
        /// The number of inputs that the conditions allow, in decimal: 2^128 without any.
        pub all: Option<String>,
        /// An estimate of the number from random samples, if it is unknown.
        pub estimate: Option<EstimateReport>,
        /// The regions, the largest first.
        pub regions: Vec<Arm64RegionReport>,
    }
}

wire! {
    /// A set of inputs on which two programs differ in the same way.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Arm64RegionReport {
        /// The kind of difference.
        pub kind: RegionKind,
        /// The condition for these inputs: `x0 < x1`.
        pub condition: String,
        /// One of them: `x0` and `x1` in decimal, without a sign.
        pub inputs: Vec<String>,
        /// What the left program does on them, as a phrase.
        pub left: String,
        /// What the right program does on them, as a phrase.
        pub right: String,
        /// The right program's result without the left one's on every one of these inputs, as an
        /// expression over the inputs, if one of the results has no short formula.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub by: Option<String>,
        /// The number of these inputs, in decimal, if known.
        pub count: Option<String>,
    }
}

wire! {
    /// The first point at which two runs on one input part.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Arm64Parting {
        /// How they part.
        pub kind: Arm64PartingKind,
        /// The step of the left program, if it has one there.
        pub left: Option<Arm64Step>,
        /// The step of the right program.
        pub right: Option<Arm64Step>,
    }
}

wire! {
    /// How two runs part.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum Arm64PartingKind {
        /// A branch has another outcome, or no counterpart.
        Branch,
        /// A value from which the result is computed differs.
        Value,
        /// A printed character differs, or has no counterpart.
        Output,
        /// One program faults and the other one does not.
        Fault,
    }
}

wire! {
    /// A step of a run.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Arm64Step {
        /// The address of the instruction.
        pub address: u32,
        /// Its line. `None` for a routine.
        pub line: Option<u32>,
        /// The instruction.
        pub text: String,
        /// The word that it wrote to a register or to memory, in decimal, without a sign.
        pub value: Option<String>,
        /// Whether it branched, if it is a conditional branch.
        pub taken: Option<bool>,
        /// The character that it printed.
        pub printed: Option<u8>,
    }
}

wire! {
    /// Instructions of two programs such that replacing the words of those of one program by the
    /// words of the others makes the programs agree on the inputs that were run.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    pub struct Arm64Cause {
        /// On which inputs: all, or those on which the reference takes the witness's path.
        pub check: CheckKind,
        /// The program whose words are right.
        pub reference: Side,
        /// The pairs of instructions. Without any of them the programs differ on some input.
        pub pairs: Vec<Arm64Pair>,
        /// Whether a replaced word is the output itself.
        pub trivial: bool,
        /// The number of such inputs that were run with the words replaced.
        pub tried: u64,
        /// The number of those inputs on which the unchanged programs differ.
        pub differing: u64,
        /// The number of those inputs on which it is not known whether they differ, because the unchanged program has
        /// not ended.
        #[cfg_attr(feature = "cli", serde(default))]
        pub unfinished: u64,
        /// Whether it is proved for all inputs. `None` means not established.
        pub proved: Option<bool>,
    }
}

wire! {
    /// A pair of instructions, and the input on which the other pairs alone do not do.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    pub struct Arm64Pair {
        /// The instruction of the left program.
        pub left: Arm64Place,
        /// The instruction of the right program.
        pub right: Arm64Place,
        /// The numbers in `x0` and `x1`. `None` if the input is an array.
        pub inputs: Option<Vec<String>>,
        /// The array's elements.
        pub elements: Option<Vec<String>>,
    }
}

wire! {
    /// An instruction, and its word on the input of the pair.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "cli", derive(serde::Deserialize))]
    pub struct Arm64Place {
        /// The address of the instruction.
        pub address: u32,
        /// Its line. `None` for a routine.
        pub line: Option<u32>,
        /// The instruction.
        pub text: String,
        /// The execution that is meant, from 1. `None` means each one.
        pub occurrence: Option<u32>,
        /// Which word.
        pub word: WordKind,
        /// Where the word is.
        pub of: WordOf,
        /// The register that the word is in.
        pub register: Option<String>,
        /// The address of the word in memory.
        pub memory: Option<String>,
        /// The word, in decimal, without a sign.
        pub value: String,
        /// The execution that has this word, from 1.
        pub execution: u32,
    }
}

impl Arm64Explanation {
    /// An explanation that has no parts yet.
    pub fn new(report: Report) -> Arm64Explanation {
        let Report { machine, mode, verdict, code, message, witness, .. } = report;
        let (parting, cause, mend, proof, regions) = (None, None, None, None, None);
        Arm64Explanation {
            machine,
            mode,
            verdict,
            code,
            message,
            witness,
            parting,
            cause,
            mend,
            proof,
            regions,
        }
    }
}
