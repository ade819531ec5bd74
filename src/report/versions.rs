//! What was found of two versions of a program: the object that `tamarin versions --json`
//! prints.

use std::collections::BTreeMap;

use serde::Serialize;

use super::run::Witness;
use crate::asm::SourceLine;
use crate::program::Address;
use crate::wire::wire;

wire! {
    /// What is known of two versions.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum VersionsVerdict {
        /// They do the same, on every input and for every number of steps.
        Equal,
        /// They do the same within a number of steps.
        EqualUpTo,
        /// There is an input on which they differ.
        Different,
        /// It is not known.
        Unknown,
    }
}

wire! {
    /// The engine that came to a verdict.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum VersionsEngine {
        /// The comparison instruction by instruction.
        Versions,
        /// The search of pairs of paths.
        Paths,
        /// A proof about loops.
        Alignment,
    }
}

wire! {
    /// Two versions of a program.
    #[derive(Clone, Debug)]
    pub struct VersionsReport {
        /// What is known of the programs.
        pub verdict: VersionsVerdict,
        /// The steps within which they do the same, where that is not for all.
        pub steps: Option<u64>,
        /// Who found that out; nothing where it is not known.
        pub engine: Option<VersionsEngine>,
        /// The input on which they differ.
        pub witness: Option<Witness>,
        /// What happens there, in a sentence.
        pub message: Option<String>,
        /// The pairs of procedures that are reached, the programs' own code first.
        pub procedures: Vec<ProcedureReport>,
        /// What was taken for granted and is not known: instructions of the old and of the
        /// new program that access memory at addresses that are not known, and so may get to
        /// the stack or to the program's text.
        pub pointers: [Vec<PointReport>; 2],
        /// Questions that a solver was asked.
        pub questions: u32,
    }
}

/// Two folders of programs: the object that `tamarin versions --json` prints of them.
#[derive(Clone, Debug, Serialize)]
pub struct FolderReport {
    /// Programs that both have, by their names.
    pub programs: Vec<ProgramReport>,
    /// Those that only the old folder has.
    pub only_old: Vec<String>,
    /// Those that only the new one has.
    pub only_new: Vec<String>,
    /// The procedures that are not known to do the same, each with what it may change.
    pub impact: Vec<ImpactReport>,
}

/// Two procedures that are not known to do the same, in all programs that have them: those in
/// which they have the same names and something stands in the way in the same place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ImpactReport {
    /// The old one's name; none of a program's own code.
    pub old: Option<String>,
    /// The new one's name.
    pub new: Option<String>,
    /// The programs that have them.
    pub programs: Vec<AffectedReport>,
}

/// A program with a procedure that is not known to do the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AffectedReport {
    /// The program, by its file.
    pub name: String,
    /// What is known of the program.
    pub verdict: VersionsVerdict,
    /// The names of the procedures that call it, directly or not.
    pub procedures: Vec<String>,
}

/// A program of two folders.
#[derive(Clone, Debug, Serialize)]
pub struct ProgramReport {
    /// Its file, from the folder on.
    pub name: String,
    /// What was found; nothing where one of them is no program.
    pub report: Option<VersionsReport>,
    /// Why there is no report.
    pub trouble: Option<String>,
}

wire! {
    /// A pair of procedures.
    #[derive(Clone, Debug)]
    pub struct ProcedureReport {
        /// The old one's name; none where it has none, or is the program's own code.
        pub old: Option<String>,
        /// The new one's name.
        pub new: Option<String>,
        /// Where they begin.
        pub at: [PointReport; 2],
        /// Whether they do the same wherever they are called, provided that the procedures
        /// that they call do.
        pub verdict: VersionsVerdict,
        /// How that is known.
        pub by: ByReport,
        /// The input of the programs on which they differ, where they are the reason for it.
        pub witness: Option<Witness>,
        /// What stands in the way.
        pub open: Option<BlockReport>,
        /// The pairs that they call, by their index.
        pub calls: Vec<usize>,
        /// Where something stands in the way: the pairs that call them, directly or not, by
        /// their index.
        pub affects: Vec<usize>,
        /// The instructions that are the same, by their addresses.
        pub pairs: Vec<[Address; 2]>,
        /// Pairs of instructions, and of constants behind `lis`, that belong together and are
        /// not the same, or are not known to be about the same words.
        pub together: Vec<TogetherReport>,
        /// Instructions that belong to none of the other program.
        pub apart: Vec<ApartReport>,
        /// The blocks that a solver has compared.
        pub blocks: Vec<ProvedReport>,
    }
}

wire! {
    /// Two instructions, or constants, that belong together.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct TogetherReport {
        /// Their addresses.
        pub at: [Address; 2],
        /// A stable name for what is known of them, in kebab-case: `same`, a pattern, `block`, `changed`.
        pub by: &'static str,
        /// The block that they are in, by its index.
        pub block: Option<usize>,
        /// Whether it is known that they write, store, print or branch by the same words.
        pub equal: bool,
    }
}

wire! {
    /// Instructions beside each other, none of which belongs to a certain one.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ApartReport {
        /// The old ones, by their addresses.
        pub old: Vec<Address>,
        /// The new ones.
        pub new: Vec<Address>,
        /// What is known of them, as of those that belong together.
        pub by: &'static str,
        /// The block that they are in, by its index.
        pub block: Option<usize>,
        /// The user's own pattern that they are, by its name.
        pub custom: Option<String>,
    }
}

wire! {
    /// Two blocks that a solver has compared: on whatever words what holds before allows, they
    /// come to what holds after, and fault alike.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ProvedReport {
        /// Where they begin.
        pub at: [PointReport; 2],
        /// Where they end.
        pub to: [PointReport; 2],
        /// The instructions of the old one, by their addresses.
        pub old: Vec<Address>,
        /// Those of the new one.
        pub new: Vec<Address>,
        /// Which of the words that they mention are equal, and which are known, at the beginning.
        pub before: Vec<String>,
        /// The same at the end.
        pub after: Vec<String>,
    }
}

wire! {
    /// What two procedures have in common.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ByReport {
        /// Pairs of instructions that are the same.
        pub instructions: usize,
        /// What became of others, by the names of patterns, and how often. A user's own have the
        /// names that they were given.
        pub patterns: BTreeMap<String, usize>,
        /// Blocks that a solver has compared.
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
    /// Where two procedures are not known to do the same.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct BlockReport {
        /// The instructions of the old one and of the new one.
        pub at: [PointReport; 2],
        /// A stable name for what it is, in kebab-case.
        pub why: &'static str,
        /// The same in a sentence.
        pub message: String,
        /// The word on which it depends and that is not known; nothing where none was found.
        pub because: Option<BecauseReport>,
        /// Words with which it is known not to be the same, as `$5 = 7` where both programs hold
        /// it, or `old $5 = 7`, at the points from which they were followed to there. Whether a
        /// run gets to these with such words is not known.
        pub parts: Vec<String>,
    }
}

wire! {
    /// A word on which it depends what stands in the way, and where it comes from.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct BecauseReport {
        /// A stable name for where it comes from, in kebab-case: `not-kept` (a procedure leaves another
        /// word there), `below-stack` (the word lies below `$30` at the call of a procedure),
        /// `open-procedure` (the versions of a procedure that is called are not known to do the same, so
        /// it is not known whether it keeps the word), `entry` (it was there when the procedure was entered), `input`.
        pub source: &'static str,
        /// The program that holds it: `old` or `new`.
        pub program: &'static str,
        /// The register, or the word of the stack by its distance from `$30` at the entry of the
        /// caller, as `$5` or `stack[-8]`.
        pub word: String,
        /// The name of the procedure that is called, where there is one and it has a name.
        pub procedure: Option<String>,
        /// Where that begins in this program.
        pub at: Option<PointReport>,
    }
}
