//! The comparison of two versions of a program: the object that `tamarin versions --json` prints.

use std::collections::BTreeMap;

use serde::Serialize;

use super::run::Witness;
use crate::asm::SourceLine;
use crate::program::Address;
use crate::wire::wire;

wire! {
    /// The verdict on two versions.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum VersionsVerdict {
        /// They are equivalent, on every input and for every number of steps.
        Equal,
        /// They are equivalent within a number of steps.
        EqualUpTo,
        /// There is an input on which they differ.
        Different,
        /// Unknown.
        Unknown,
    }
}

wire! {
    /// The engine that reached a verdict.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum VersionsEngine {
        /// The comparison by instruction.
        Versions,
        /// The search over pairs of paths.
        Paths,
        /// A proof about loops.
        Alignment,
    }
}

wire! {
    /// The comparison of two versions.
    #[derive(Clone, Debug)]
    pub struct VersionsReport {
        /// The verdict.
        pub verdict: VersionsVerdict,
        /// The number of steps within which they are equivalent. `None` if there is no bound.
        pub steps: Option<u64>,
        /// The engine that reached the verdict. `None` if it is unknown.
        pub engine: Option<VersionsEngine>,
        /// The input on which they differ.
        pub witness: Option<Witness>,
        /// What happens on that input, as a sentence.
        pub message: Option<String>,
        /// The pairs of procedures that can be reached, the programs' main code first.
        pub procedures: Vec<ProcedureReport>,
        /// Assumptions that are not verified: instructions of the old and of the new program that
        /// access memory at unknown addresses, and so might access the stack or the program's text.
        pub pointers: [Vec<PointReport>; 2],
        /// The number of solver queries.
        pub questions: u32,
    }
}

/// The comparison of two folders of programs: the object that `tamarin versions --json` prints for
/// them.
#[derive(Clone, Debug, Serialize)]
pub struct FolderReport {
    /// The programs in both folders, by name.
    pub programs: Vec<ProgramReport>,
    /// The programs only in the old folder.
    pub only_old: Vec<String>,
    /// The programs only in the new folder.
    pub only_new: Vec<String>,
    /// The pairs of procedures that are not known to be equivalent, each with the programs that it
    /// affects.
    pub impact: Vec<ImpactReport>,
}

/// A pair of procedures that is not known to be equivalent, in all programs that have it. Pairs are
/// grouped by their names and by the location at which the proof of equality failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ImpactReport {
    /// The old procedure's name. `None` for a program's main code.
    pub old: Option<String>,
    /// The new procedure's name.
    pub new: Option<String>,
    /// The programs that have them.
    pub programs: Vec<AffectedReport>,
}

/// A program with a procedure that is not known to be equivalent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AffectedReport {
    /// The program's file name.
    pub name: String,
    /// The verdict on the program.
    pub verdict: VersionsVerdict,
    /// The names of the procedures that call it, directly or indirectly.
    pub procedures: Vec<String>,
}

/// A program in both folders.
#[derive(Clone, Debug, Serialize)]
pub struct ProgramReport {
    /// The path of its file, relative to the folder.
    pub name: String,
    /// The result. `None` if one of the versions is not a program.
    pub report: Option<VersionsReport>,
    /// Why there is no report.
    pub trouble: Option<String>,
}

wire! {
    /// A pair of procedures.
    #[derive(Clone, Debug)]
    pub struct ProcedureReport {
        /// The old procedure's name. `None` if it has none, or is the program's main code.
        pub old: Option<String>,
        /// The new procedure's name.
        pub new: Option<String>,
        /// Their entry points.
        pub at: [PointReport; 2],
        /// Whether they are equivalent wherever they are called, assuming that the procedures that
        /// they call are.
        pub verdict: VersionsVerdict,
        /// How that was shown.
        pub by: ByReport,
        /// The input on which the programs differ, if this pair is the reason.
        pub witness: Option<Witness>,
        /// Where the proof of equality failed.
        pub open: Option<BlockReport>,
        /// The pairs that they call, by index.
        pub calls: Vec<usize>,
        /// If the proof of equality failed: the pairs that call them, directly or indirectly, by index.
        pub affects: Vec<usize>,
        /// The instructions that are equal, by address.
        pub pairs: Vec<[Address; 2]>,
        /// Corresponding pairs of instructions, and of constants after `lis`, that are not the same
        /// or whose words are not known to be equal.
        pub together: Vec<TogetherReport>,
        /// Instructions without a corresponding one in the other program.
        pub apart: Vec<ApartReport>,
        /// The blocks that a solver compared.
        pub blocks: Vec<ProvedReport>,
    }
}

wire! {
    /// Two corresponding instructions or constants.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct TogetherReport {
        /// Their addresses.
        pub at: [Address; 2],
        /// A stable name for their relation, in kebab-case: `same`, a pattern, `block`, `changed`.
        pub by: &'static str,
        /// The index of the block that contains them.
        pub block: Option<usize>,
        /// Whether they are known to write, store, print or branch with the same words.
        pub equal: bool,
    }
}

wire! {
    /// Instructions side by side, without individual correspondence.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ApartReport {
        /// The addresses of the old instructions.
        pub old: Vec<Address>,
        /// The addresses of the new instructions.
        pub new: Vec<Address>,
        /// A stable name for their relation, as in [`TogetherReport`].
        pub by: &'static str,
        /// The index of the block that contains them.
        pub block: Option<usize>,
        /// The name of the user-defined pattern that they match.
        pub custom: Option<String>,
    }
}

wire! {
    /// Two blocks that a solver compared: from all states that satisfy `before` they reach states
    /// that satisfy `after`, and fault alike.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ProvedReport {
        /// Where they begin.
        pub at: [PointReport; 2],
        /// Where they end.
        pub to: [PointReport; 2],
        /// The instructions of the old block, by address.
        pub old: Vec<Address>,
        /// The instructions of the new block.
        pub new: Vec<Address>,
        /// Which of the words that they mention are equal, and which are known, at the beginning.
        pub before: Vec<String>,
        /// Which of the words that they mention are equal, and which are known, at the end.
        pub after: Vec<String>,
    }
}

wire! {
    /// What two procedures have in common.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ByReport {
        /// The number of pairs of equal instructions.
        pub instructions: usize,
        /// How often each pattern matched, by name. User-defined patterns have the names that the
        /// user gave.
        pub patterns: BTreeMap<String, usize>,
        /// The number of blocks that a solver compared.
        pub blocks: usize,
        /// Whether a proof about loops was needed.
        pub alignment: bool,
    }
}

wire! {
    /// An instruction.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct PointReport {
        /// Its address.
        pub address: Address,
        /// Its line.
        pub line: Option<SourceLine>,
    }
}

wire! {
    /// The location where two procedures are not known to be equivalent.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct BlockReport {
        /// The instructions of the old and of the new procedure.
        pub at: [PointReport; 2],
        /// A stable name for the reason, in kebab-case.
        pub why: &'static str,
        /// The reason as a sentence.
        pub message: String,
        /// The word on which it depends, if one was found.
        pub because: Option<BecauseReport>,
        /// Example words with which the blocks are known not to be equal, as `$5 = 7` if both
        /// programs hold it, or `old $5 = 7`, at the points where the analysis of the blocks
        /// started. Whether a run reaches these points with such words is unknown.
        pub parts: Vec<String>,
    }
}

wire! {
    /// The word on which a failed proof of equality depends, and its origin.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct BecauseReport {
        /// A stable name for the origin, in kebab-case: `not-kept` (a procedure leaves another word
        /// there), `below-stack` (the word lies below `$30` at the call of a procedure),
        /// `open-procedure` (the versions of a called procedure are not known to be equivalent, so
        /// it may not preserve the word), `entry` (the word was there when the procedure was
        /// entered), `input`.
        pub source: &'static str,
        /// The program that holds it: `old` or `new`.
        pub program: &'static str,
        /// The register, as `$5`, or the stack word by its distance from `$30` at the caller's
        /// entry, as `stack[-8]`.
        pub word: String,
        /// The name of the called procedure, if there is one and it has a name.
        pub procedure: Option<String>,
        /// Where that procedure begins in this program.
        pub at: Option<PointReport>,
    }
}
