//! The options of a comparison on the page.

use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::{contract, to_js};
use crate::contract::Spec;
use crate::engines::paths::{self, Strategy};
use crate::machine::Inputs;
use crate::report::Names;
use crate::solver::Effort;

/// The search strategy.
#[derive(Clone, Copy, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum StrategyName {
    /// Every pair of paths, each decided for all its inputs.
    Product,
    /// Alternating bounded depth-first search (Tamarin), one input for each path.
    Paper,
}

/// The solver that answers queries.
#[derive(Clone, Copy, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum SolverName {
    /// The built-in solver within a small budget, then z3 and the built-in solver by turns.
    Portfolio,
    /// As the portfolio, but both solvers at once for a hard query. The first answer counts, so
    /// runs are not deterministic.
    Race,
    /// The built-in solver, which needs no download.
    Bitblast,
    /// z3.
    Z3,
}

/// The limits of a comparison.
#[derive(Clone, Serialize, Deserialize, Tsify)]
pub struct Options {
    /// The search strategy.
    pub strategy: StrategyName,
    /// The solver that answers queries.
    pub solver: SolverName,
    /// The maximal number of steps of a run.
    pub fuel: u64,
    /// The maximal number of path conditions of a run that are explored. By default 50 for the
    /// strategy `paper` and unlimited for the product.
    pub depth: Option<u32>,
    /// The contract.
    #[serde(default)]
    pub contract: Spec,
    /// The first inputs.
    pub inputs: Inputs,
    /// The maximal number of runs.
    pub max_runs: u32,
    /// The maximal cost of a query. A unit is a conflict of the built-in solver, or 100 of z3's
    /// resource units.
    pub effort: u64,
    /// The time limit of the search in seconds; by default none.
    pub seconds: Option<u32>,
    /// The names of the left and of the right program for sentences.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub names: Option<[String; 2]>,
}

impl Options {
    /// The programs' names, if given.
    pub(super) fn names(&self) -> Names {
        let names = self.names.as_ref();
        names.map(|[left, right]| Names::new([left, right])).unwrap_or_default()
    }

    /// Converts to the engine's options. Fails if the contract has errors.
    pub(super) fn for_engine(&self) -> Result<paths::Options, JsError> {
        Ok(paths::Options {
            contract: contract(&self.contract)?,
            names: self.names(),
            strategy: match self.strategy {
                StrategyName::Product => Strategy::Product,
                StrategyName::Paper => Strategy::Paper,
            },
            fuel: self.fuel,
            depth: self.depth.map(|depth| depth as usize),
            inputs: self.inputs.clone(),
            max_runs: self.max_runs,
            effort: Effort(self.effort),
            time_limit_ms: self.seconds.map(|seconds| u64::from(seconds) * 1000),
            ..paths::Options::default()
        })
    }
}

/// The default options.
#[cfg_attr(feature = "search", wasm_bindgen(unchecked_return_type = "Options"))]
pub fn default_options() -> Result<JsValue, JsError> {
    let options = paths::Options::default();
    to_js(&Options {
        strategy: StrategyName::Product,
        solver: SolverName::Portfolio,
        fuel: options.fuel,
        depth: None,
        contract: Spec::default(),
        inputs: options.inputs,
        max_runs: options.max_runs,
        effort: options.effort.0,
        seconds: None,
        names: None,
    })
}
