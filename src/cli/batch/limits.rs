//! The limits of a comparison, from options and from a line.

use clap::Args;
use serde::{Deserialize, Serialize};

// The limits of a comparison. Not a doc comment, because clap would use it as the commands' help.
#[derive(Args, Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Steps that a run may take.
    #[arg(long, value_name = "N")]
    pub fuel: Option<u64>,
    /// Runs after which a search ends.
    #[arg(long, value_name = "N")]
    pub max_runs: Option<u32>,
    /// Work after which a search ends: terms in questions, gates made of them, what a solver does with
    /// these, and steps of runs, taken together. A proof about loops may take as much once more.
    #[arg(long, value_name = "N")]
    pub max_work: Option<u64>,
    /// What a query may cost: a unit is a conflict of our own solver, or 100 of
    /// z3's resource units.
    #[arg(long, value_name = "N")]
    pub effort: Option<u64>,
    /// Work after which each part of an explanation ends.
    #[arg(long, value_name = "N")]
    pub explain_work: Option<u64>,
    /// Seconds after which a comparison ends; verdicts then differ from machine to
    /// machine.
    #[arg(long, value_name = "SECONDS")]
    pub seconds: Option<u64>,
}

impl Limits {
    /// These limits, completed by the others where these are not set.
    pub fn or(self, others: Limits) -> Limits {
        Limits {
            fuel: self.fuel.or(others.fuel),
            max_runs: self.max_runs.or(others.max_runs),
            max_work: self.max_work.or(others.max_work),
            effort: self.effort.or(others.effort),
            explain_work: self.explain_work.or(others.explain_work),
            seconds: self.seconds.or(others.seconds),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_of_a_pair_go_before_those_of_all() {
        let all = Limits { fuel: Some(5), seconds: Some(1), ..Limits::default() };
        let mine = Limits { fuel: Some(7), effort: Some(9), ..Limits::default() };
        let both = mine.or(all);
        assert_eq!((both.fuel, both.max_runs, both.effort), (Some(7), None, Some(9)));
        assert_eq!(both.seconds, Some(1));
    }
}
