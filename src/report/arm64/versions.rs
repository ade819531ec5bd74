//! Two versions of an ARM64 program: the object that `tamarin versions --json` prints.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Arm64Run, Report};
use crate::report::{PointReport, VersionsVerdict};

/// The comparison of two versions.
#[derive(Clone, Debug, Serialize)]
pub struct Arm64Versions {
    /// The verdict.
    pub verdict: VersionsVerdict,
    /// The comparison of the programs, as `tamarin compare --json` prints it.
    pub comparison: Report,
    /// The pairs of procedures that can be reached, the programs' own code first.
    pub procedures: Vec<Arm64Procedure>,
    /// The procedures of the old program without a counterpart.
    pub only_old: Vec<Arm64Only>,
    /// The procedures of the new program without a counterpart.
    pub only_new: Vec<Arm64Only>,
}

/// A procedure without a counterpart.
#[derive(Clone, Debug, Serialize)]
pub struct Arm64Only {
    /// Its name.
    pub name: Option<String>,
    /// Where it begins.
    pub at: PointReport,
}

/// A pair of procedures.
#[derive(Clone, Debug, Serialize)]
pub struct Arm64Procedure {
    /// The old procedure's name. `None` if it has none, or is the program's main code.
    pub old: Option<String>,
    /// The new procedure's name.
    pub new: Option<String>,
    /// Where they begin.
    pub at: [PointReport; 2],
    /// What is known about them.
    pub verdict: VersionsVerdict,
    /// The basis of the verdict: `text`, `contract`, or `program`. `None` if it is unknown.
    pub by: Option<&'static str>,
    /// The contract under which they were compared.
    pub contract: Option<Arm64Contract>,
    /// An input on which they differ under the contract, with both runs.
    pub witness: Option<Arm64Shown>,
    /// Why the verdict is unknown.
    pub open: Option<Arm64Open>,
    /// The pairs that they call, by index.
    pub calls: Vec<usize>,
    /// If they are not known to be the same: the pairs that call them, directly or not, by index.
    pub affects: Vec<usize>,
    /// The number of instructions that are the same.
    pub same: usize,
    /// The other instructions of each.
    pub apart: [Vec<Arm64Apart>; 2],
}

/// An instruction without a counterpart.
#[derive(Clone, Debug, Serialize)]
pub struct Arm64Apart {
    /// Where it is.
    #[serde(flatten)]
    pub at: PointReport,
    /// The instruction.
    pub text: String,
}

/// The contract of two procedures.
#[derive(Clone, Debug, Serialize)]
pub struct Arm64Contract {
    /// The registers that are compared.
    pub observed: Vec<String>,
    /// The numbers that registers hold at each call, of the old and of the new program.
    pub constants: BTreeMap<String, [String; 2]>,
    /// The number of words on the stack that may be anything, from `sp` up.
    pub stack: usize,
}

/// An input on which two procedures differ.
#[derive(Clone, Debug, Serialize)]
pub struct Arm64Shown {
    /// The register that differs. `None` if only one of them faults, or the output differs.
    pub register: Option<String>,
    /// The registers that are not 0.
    pub registers: BTreeMap<String, String>,
    /// The words on the stack, from `sp` up.
    pub stack: Vec<String>,
    /// The run of the old procedure. The result is that register's word.
    pub old: Arm64Run,
    /// The run of the new procedure.
    pub new: Arm64Run,
}

/// Why nothing is known about two procedures.
#[derive(Clone, Debug, Serialize)]
pub struct Arm64Open {
    /// A stable name, in kebab-case.
    pub why: &'static str,
    /// The reason as a sentence.
    pub message: String,
}
