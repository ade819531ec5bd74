//! The comparison for the page: its options, its events, and its solver.

use crate::machine::Inputs;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;

use js_sys::Promise;
use serde::Deserialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use super::clock;
use super::files::{SourceFile, image};
use super::options::{Options, SolverName};
use super::{checked, from_js, to_js};
use crate::engines::paths::{self, Attempt, Clock, Observer, Proving, Signal, Signalled};
use crate::report::{Event, words};
use crate::solver::Solver;
use crate::solver::bitblast::Bitblast;
use crate::solver::portfolio::Portfolio;
use crate::solver::z3::{Z3, Z3Host};

/// Two programs to compare.
#[derive(Deserialize, Tsify)]
pub struct CompareRequest {
    /// The files of the left program.
    pub left: Vec<SourceFile>,
    /// The files of the right program.
    pub right: Vec<SourceFile>,
    /// The options and limits.
    pub options: Options,
    /// Inputs that an earlier comparison ran, from which this one continues.
    #[serde(default)]
    pub known: Vec<Inputs>,
}

#[wasm_bindgen(typescript_custom_section)]
const HOST: &'static str = r#"
/** What a comparison asks of the page. */
export interface CompareHost {
    /** Takes an event; resolves to false to cancel the comparison. */
    event(event: SearchEvent): Promise<boolean>;
    /** Called now and then in a long run; resolves to false to cancel. */
    pause(): Promise<boolean>;
    /** Whether somebody waits for the verdict, so that interim results are reported. */
    isAwaited?: boolean;
    /** The solver. */
    z3: Z3Host;
    /** Looks for a proof about loops, in so many milliseconds and within so much work. */
    prove(first: Inputs, milliseconds?: number, work?: number): Promise<Attempt>;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// What a comparison requires of the page.
    #[wasm_bindgen(typescript_type = "CompareHost")]
    #[derive(Clone)]
    pub type CompareHost;

    #[wasm_bindgen(method)]
    fn event(this: &CompareHost, event: JsValue) -> Promise;

    #[wasm_bindgen(method)]
    fn pause(this: &CompareHost) -> Promise;

    #[wasm_bindgen(method, getter, js_name = isAwaited)]
    fn is_awaited(this: &CompareHost) -> Option<bool>;

    #[wasm_bindgen(method, getter)]
    fn z3(this: &CompareHost) -> Z3Host;

    #[wasm_bindgen(method)]
    fn prove(
        this: &CompareHost,
        first: JsValue,
        milliseconds: Option<f64>,
        work: Option<f64>,
    ) -> Promise;
}

struct Page {
    host: CompareHost,
    begin: f64,
}

impl Page {
    /// Yields so that messages can arrive. A cancellation is detected elsewhere.
    fn turn(host: &CompareHost) -> Pin<Box<dyn Future<Output = ()>>> {
        let pause = host.pause();
        Box::pin(async {
            let _ = Page::signal(pause).await;
        })
    }

    /// An exception of the host cancels the comparison.
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

    fn is_awaited(&self) -> bool {
        self.host.is_awaited() == Some(true)
    }

    fn prove<'a>(
        &'a mut self,
        first: &'a Inputs,
        milliseconds: Option<u64>,
        work: Option<u64>,
    ) -> Proving<'a> {
        Some(Box::pin(async move {
            let Ok(first) = to_js(first) else { return Attempt::default() };
            let [milliseconds, work] = [milliseconds, work].map(|limit| limit.map(|it| it as f64));
            match JsFuture::from(self.host.prove(first, milliseconds, work)).await {
                Ok(attempt) => from_js(attempt).unwrap_or_default(),
                // If that part of the engine cannot be loaded, nothing is proved.
                Err(_) => Attempt::default(),
            }
        }))
    }

    fn clock(&self) -> Clock {
        let begin = self.begin;
        Rc::new(move || (clock::now() - begin) as u64)
    }
}

/// Compares two programs. Rejects if one of them has an error.
#[wasm_bindgen(unchecked_return_type = "Report")]
pub async fn compare(
    #[wasm_bindgen(unchecked_param_type = "CompareRequest")] request: JsValue,
    host: CompareHost,
) -> Result<JsValue, JsError> {
    let request: CompareRequest = from_js(request)?;
    let options = request.options.for_engine()?;
    let left = image(&options.contract, 0, &request.left)?;
    let right = image(&options.contract, 1, &request.right)?;
    let known = &request.known;
    known.iter().try_for_each(|inputs| checked(&options.contract, inputs))?;
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
    let mut page = Page { host, begin: clock::now() };
    let (differ, stopped) = (words::differ(), words::stopped());
    // A cancellation here is repeated at the search's first event, which then reports it.
    let _ = page.event(&Event::Begin { differ, stopped }).await;
    let report = paths::resume(&left, &right, &options, known, &mut *solver, &mut page).await;
    to_js(&report)
}
