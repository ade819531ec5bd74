//! Options of the search for a cause: which check, which search, and which pairs are left out before a proof.
//!
//! RootCause (section 5) measures the effect of its checks, prunings and syntactic filters by turning them
//! off one by one. So each has a name here and can be turned off.

use std::fmt;

use crate::engines::tree::LeftPath;

/// What a fix achieves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Check {
    /// Definition 1.
    AllFix,
    /// Definition 2.
    LeftPathFix,
    /// Definition 3.
    LeftPathEarliestFix,
}

impl Check {
    /// The strongest first.
    pub const ALL: [Check; 3] = [Check::AllFix, Check::LeftPathFix, Check::LeftPathEarliestFix];

    /// `HoldLeftPath`: whether only inputs count on which the reference takes the path that it takes on the
    /// witness.
    pub const fn hold_left_path(self) -> LeftPath {
        match self {
            Check::AllFix => LeftPath::Free,
            Check::LeftPathFix | Check::LeftPathEarliestFix => LeftPath::Held,
        }
    }
}

/// The order and kinds of pairs that are searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// The likeliest pairs first, of both references and of all kinds of words, ruled out by runs.
    #[default]
    Likely,
    /// Algorithm 1 of RootCause: scalar assignments, the left program as the reference, the first pair in
    /// the order of labels.
    Paper,
}

/// A way to rule out pairs before [`AssignFix`](super) is proved for them. The variants are in the order of
/// their use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pruning {
    /// `PruneCandidatesStatic` (section 4): pairs that write equal words on the witness.
    Static,
    /// Line 3 of Algorithm 1: all pairs at once, if even `ConstrainFix` of all of them is not valid.
    ConstrainFix,
    /// Lines 7 to 15: the first labels of the right program, by binary search.
    BinarySearch,
    /// Line 18: labels of the left program for one label of the right one.
    MaxSat,
    /// The emulator runs the fix on inputs. RootCause has no such step.
    Runs,
}

impl Pruning {
    /// In the order of their use.
    pub const ALL: [Pruning; 5] = [
        Pruning::Static,
        Pruning::ConstrainFix,
        Pruning::BinarySearch,
        Pruning::MaxSat,
        Pruning::Runs,
    ];
}

/// A syntactic filter (section 5.2). Pairs that do not pass it are left out, so a cause may be missed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    /// Assignments to the register with the target of an indirect call, before that call.
    Callee,
    /// Loads from memory.
    Load,
    /// Assignments of constants, and arithmetic.
    Imm,
    /// `callWind_k`: words that are written from k calls before the earliest mismatched calls until these
    /// return.
    CallWind(u32),
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Filter::Callee => f.write_str("callee"),
            Filter::Load => f.write_str("load"),
            Filter::Imm => f.write_str("imm"),
            Filter::CallWind(calls) => write!(f, "call-wind-{calls}"),
        }
    }
}

impl std::str::FromStr for Filter {
    type Err = String;

    fn from_str(text: &str) -> Result<Filter, String> {
        let calls = || text.strip_prefix("call-wind-")?.parse().ok();
        match text {
            "callee" => Ok(Filter::Callee),
            "load" => Ok(Filter::Load),
            "imm" => Ok(Filter::Imm),
            _ => calls().map(Filter::CallWind).ok_or_else(|| {
                "a filter is callee, load, imm or call-wind-K, where K is a number of calls"
                    .to_owned()
            }),
        }
    }
}

/// Options of the search for a cause. The default is what `explain` does by itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The search.
    pub strategy: Strategy,
    /// The check that a cause has to pass; `None` means the strongest that a pair passes.
    pub check: Option<Check>,
    /// The filter for pairs; `None` means all pairs.
    pub filter: Option<Filter>,
    /// The prunings that [`Strategy::Paper`] does not use.
    pub without: Vec<Pruning>,
}

impl Options {
    /// The checks that are tried, the strongest first.
    pub fn checks(&self) -> impl Iterator<Item = Check> {
        Check::ALL.into_iter().filter(|check| self.check.is_none_or(|only| only == *check))
    }

    /// Whether a pruning is used.
    pub fn uses(&self, pruning: Pruning) -> bool {
        !self.without.contains(&pruning)
    }

    /// Whether all checks are tried for all pairs.
    pub fn is_complete(&self) -> bool {
        self.check.is_none() && self.filter.is_none()
    }
}

/// The results for the candidates of Algorithm 1. Each pair of labels counts once, so the numbers add up to
/// the number of pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Candidates {
    /// Pairs of scalar assignments that occur on the witness.
    pub pairs: u64,
    /// Left out by [`Pruning::Static`].
    pub equal: u64,
    /// Left out by the [`Filter`].
    pub filtered: u64,
    /// Left out by [`Pruning::ConstrainFix`].
    pub constrain_fix: u64,
    /// Left out by [`Pruning::BinarySearch`].
    pub binary_search: u64,
    /// Left out by [`Pruning::MaxSat`].
    pub maxsat: u64,
    /// Left out by [`Pruning::Runs`].
    pub runs: u64,
    /// Refuted by the proof of `AssignFix`, which found an input on which the programs differ.
    pub refuted: u64,
    /// Undecided after a run or the proof of `AssignFix`.
    pub undecided: u64,
    /// Proved: the cause, if there is one.
    pub proved: u64,
    /// Not tried, because they come after the cause or a limit was reached.
    pub untried: u64,
}

impl Candidates {
    /// Pairs for which `AssignFix` was tried.
    pub fn assign_fix(&self) -> u64 {
        self.refuted + self.undecided + self.proved
    }
}
