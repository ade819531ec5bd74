//! How a comparison searches, as the page has it.

use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::{contract, to_js};
use crate::contract::Spec;
use crate::engines::paths::{self, Strategy};
use crate::machine::Inputs;
use crate::report::Names;
use crate::solver::Effort;

/// How to search.
#[derive(Clone, Copy, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum StrategyName {
    /// Every pair of paths, each decided for all its inputs.
    Product,
    /// Alternating bounded depth-first search, an input for each path.
    Paper,
}

/// Who answers queries.
#[derive(Clone, Copy, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum SolverName {
    /// Our own within a small budget, then z3 and our own by turns.
    Portfolio,
    /// As the portfolio, but the two at once where a query is hard: the first
    /// answer counts, so runs may differ.
    Race,
    /// Our own, which needs no download.
    Bitblast,
    /// z3.
    Z3,
}

/// The limits of a comparison.
#[derive(Clone, Serialize, Deserialize, Tsify)]
pub struct Options {
    /// How to search.
    pub strategy: StrategyName,
    /// Who answers queries.
    pub solver: SolverName,
    /// Steps that a run may take.
    pub fuel: u64,
    /// Path conditions of a program's run that are looked at; without a
    /// number, 50 for the strategy of the paper and all for the product.
    pub depth: Option<u32>,
    /// What is compared.
    #[serde(default)]
    pub contract: Spec,
    /// The first inputs.
    pub inputs: Inputs,
    /// Runs after which the search ends.
    pub max_runs: u32,
    /// What a query may cost: a unit is a conflict of our own solver, or 100 of
    /// z3's resource units.
    pub effort: u64,
    /// Seconds after which the search ends; without a number, never.
    pub seconds: Option<u32>,
    /// The programs' names, which sentences use: the left one's and the right one's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub names: Option<[String; 2]>,
}

impl Options {
    /// The programs' names, where they have some.
    pub(super) fn names(&self) -> Names {
        let names = self.names.as_ref();
        names.map(|[left, right]| Names::new([left, right])).unwrap_or_default()
    }

    /// For the engine, where the contract is one.
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

/// The limits where nothing else is asked.
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
