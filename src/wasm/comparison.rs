//! The comparison as the page asks for it: its options, its events, and who
//! answers its queries.

use std::future::Future;
use std::pin::Pin;

use js_sys::Promise;
use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use super::{from_js, image, to_js};
use crate::compare::{self, Observer, Signal, Signalled, Strategy};
use crate::report::Event;
use crate::solver::bitblast::Bitblast;
use crate::solver::portfolio::Portfolio;
use crate::solver::z3::{Z3, Z3Host};
use crate::solver::{Limit, Solver};

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
    /// The first `$1` and `$2`.
    pub inputs: [u32; 2],
    /// Runs after which the search ends.
    pub max_runs: u32,
    /// What a query may cost z3, its resource limit.
    pub rlimit: u64,
    /// What a query may cost our own solver, in conflicts.
    pub conflicts: u64,
    /// Seconds after which the search ends; without a number, never.
    pub seconds: Option<u32>,
}

impl Options {
    pub(super) fn for_engine(&self) -> compare::Options {
        compare::Options {
            strategy: match self.strategy {
                StrategyName::Product => Strategy::Product,
                StrategyName::Paper => Strategy::Paper,
            },
            fuel: self.fuel,
            depth: self.depth.map(|depth| depth as usize),
            inputs: self.inputs,
            max_runs: self.max_runs,
            limit: Limit { rlimit: self.rlimit, conflicts: self.conflicts },
            time_limit_ms: self.seconds.map(|seconds| u64::from(seconds) * 1000),
        }
    }
}

/// The limits where nothing else is asked.
#[wasm_bindgen(unchecked_return_type = "Options")]
pub fn default_options() -> Result<JsValue, JsError> {
    let options = compare::Options::default();
    to_js(&Options {
        strategy: StrategyName::Product,
        solver: SolverName::Portfolio,
        fuel: options.fuel,
        depth: None,
        inputs: options.inputs,
        max_runs: options.max_runs,
        rlimit: options.limit.rlimit,
        conflicts: options.limit.conflicts,
        seconds: None,
    })
}

/// Two programs to compare.
#[derive(Deserialize, Tsify)]
pub struct CompareRequest {
    /// The text of the left program.
    pub left: String,
    /// The text of the right program.
    pub right: String,
    /// The limits.
    pub options: Options,
    /// Inputs that an earlier comparison ran, to go on from.
    #[serde(default)]
    pub known: Vec<[u32; 2]>,
}

#[wasm_bindgen(typescript_custom_section)]
const HOST: &'static str = r#"
/** What a comparison asks of the page. */
export interface CompareHost {
    /** Takes an event; resolves to false to cancel the comparison. */
    event(event: Event): Promise<boolean>;
    /** Called now and then in a long run; resolves to false to cancel. */
    pause(): Promise<boolean>;
    /** The solver. */
    z3: Z3Host;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// What a comparison asks of the page.
    #[wasm_bindgen(typescript_type = "CompareHost")]
    #[derive(Clone)]
    pub type CompareHost;

    #[wasm_bindgen(method)]
    fn event(this: &CompareHost, event: JsValue) -> Promise;

    #[wasm_bindgen(method)]
    fn pause(this: &CompareHost) -> Promise;

    #[wasm_bindgen(method, getter)]
    fn z3(this: &CompareHost) -> Z3Host;
}

struct Page {
    host: CompareHost,
    begin: f64,
}

impl Page {
    /// Lets messages arrive. Whoever cancels is heard elsewhere.
    fn turn(host: &CompareHost) -> Pin<Box<dyn Future<Output = ()>>> {
        let pause = host.pause();
        Box::pin(async {
            let _ = Page::signal(pause).await;
        })
    }

    /// A host that fails cancels the comparison.
    async fn signal(promise: Promise) -> Signal {
        match JsFuture::from(promise).await {
            Ok(go_on) if go_on.is_truthy() => Signal::Continue(()),
            _ => Signal::Break(()),
        }
    }
}

impl Observer for Page {
    fn event<'a>(&'a mut self, event: &'a Event) -> Signalled<'a> {
        Box::pin(async move {
            match to_js(event) {
                Ok(event) => Page::signal(self.host.event(event)).await,
                Err(_) => Signal::Break(()),
            }
        })
    }

    fn pause(&mut self) -> Signalled<'_> {
        Box::pin(Page::signal(self.host.pause()))
    }

    fn elapsed_ms(&self) -> u64 {
        (js_sys::Date::now() - self.begin).max(0.0) as u64
    }
}

/// Compares two programs. Rejects when one of them has an error.
#[wasm_bindgen(unchecked_return_type = "Report")]
pub async fn compare(
    #[wasm_bindgen(unchecked_param_type = "CompareRequest")] request: JsValue,
    host: CompareHost,
) -> Result<JsValue, JsError> {
    let request: CompareRequest = from_js(request)?;
    let left = image("left", &request.left)?;
    let right = image("right", &request.right)?;
    let z3 = Z3::new(host.z3());
    let mut solver: Box<dyn Solver> = match request.options.solver {
        SolverName::Portfolio => Box::new(Portfolio::new(Some(Box::new(z3)))),
        SolverName::Race => {
            let pauses = host.clone();
            let turn = Box::new(move || Page::turn(&pauses));
            Box::new(Portfolio::racing(Some(Box::new(z3)), turn))
        }
        SolverName::Bitblast => Box::new(Bitblast::new()),
        SolverName::Z3 => Box::new(z3),
    };
    let mut page = Page { host, begin: js_sys::Date::now() };
    let options = request.options.for_engine();
    let known = &request.known;
    let report = compare::resume(&left, &right, &options, known, &mut *solver, &mut page).await;
    to_js(&report)
}
