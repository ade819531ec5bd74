//! Options of `tamarin explain` that say how the cause is searched for.

use clap::{Args, ValueEnum};

use crate::cli::trouble::Trouble;
use crate::engines::cause::{Check, Filter, Options, Pruning, Strategy};

#[derive(Args)]
pub struct SearchArgs {
    /// The check that the cause has to pass. By default it is the strongest that holds of a pair.
    #[arg(long, value_enum)]
    check: Option<CheckName>,
    /// How to search for the cause.
    #[arg(long, value_enum, default_value_t = StrategyName::Likely)]
    strategy: StrategyName,
    /// Look only at these pairs: callee (the register that a jalr goes by), load, imm (constants and
    /// arithmetic), or call-wind-K (from K calls before the first ones that differ).
    #[arg(long, value_name = "FILTER")]
    filter: Option<Filter>,
    /// What the strategy paper is to do without; can be given several times.
    #[arg(long, value_enum, value_name = "PRUNING")]
    without: Vec<PruningName>,
    /// Print on the standard error how long the search for the cause took.
    #[arg(long)]
    pub timing: bool,
}

/// A check of a cause.
#[derive(Clone, Copy, ValueEnum)]
enum CheckName {
    /// The programs agree on all inputs (AllFix).
    All,
    /// On all inputs on which the reference takes the path of the witness (LeftPathFix).
    Left,
    /// On these, or up to the first point at which both should hold the same (LeftPathEarliestFix).
    Earliest,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StrategyName {
    /// The likeliest pairs first, with either program as the reference.
    Likely,
    /// Algorithm 1 of RootCause: the first pair of assignments, with the left program as the reference.
    Paper,
}

#[derive(Clone, Copy, ValueEnum)]
enum PruningName {
    /// Leave out pairs with equal values on the witness (PruneCandidatesStatic).
    Static,
    /// End where no pair can be one (ConstrainFix of all).
    ConstrainFix,
    /// Leave out the first instructions of the right program by binary search.
    BinarySearch,
    /// Leave out instructions of the left program by MaxSAT.
    Maxsat,
    /// Run each pair on inputs before it is proved.
    Runs,
}

impl SearchArgs {
    /// Whether one of them was given.
    pub fn is_given(&self) -> bool {
        self.check.is_some() || self.filter.is_some() || self.strategy == StrategyName::Paper
    }

    pub fn options(&self) -> Result<Options, Trouble> {
        if self.strategy != StrategyName::Paper && !self.without.is_empty() {
            return Err(Trouble::new("--without is for --strategy paper"));
        }
        let pruning = |name: &PruningName| match name {
            PruningName::Static => Pruning::Static,
            PruningName::ConstrainFix => Pruning::ConstrainFix,
            PruningName::BinarySearch => Pruning::BinarySearch,
            PruningName::Maxsat => Pruning::MaxSat,
            PruningName::Runs => Pruning::Runs,
        };
        Ok(Options {
            strategy: match self.strategy {
                StrategyName::Likely => Strategy::Likely,
                StrategyName::Paper => Strategy::Paper,
            },
            check: self.check.map(|check| match check {
                CheckName::All => Check::AllFix,
                CheckName::Left => Check::LeftPathFix,
                CheckName::Earliest => Check::LeftPathEarliestFix,
            }),
            filter: self.filter,
            without: self.without.iter().map(pruning).collect(),
        })
    }
}
