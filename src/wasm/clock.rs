//! The browser's clock.

use wasm_bindgen::JsCast;
use web_sys::WorkerGlobalScope;

#[cfg(any(feature = "proofs", feature = "arm64"))]
use crate::solver::Stop;

/// Milliseconds since a fixed moment before or at the loading of the engine. The clock is
/// monotonic.
///
/// The engine runs in a worker on the page and in Node in tests. Both have `performance` in their
/// global scope, and it is looked up by that name in any scope.
pub(super) fn now() -> f64 {
    let scope: WorkerGlobalScope = js_sys::global().unchecked_into();
    scope.performance().map_or(0.0, |performance| performance.now())
}

/// Stops work this many milliseconds from now.
#[cfg(any(feature = "proofs", feature = "arm64"))]
pub(super) fn stop_after(milliseconds: Option<f64>) -> Stop {
    match milliseconds {
        Some(milliseconds) => {
            let end = now() + milliseconds;
            Stop::when(move || now() >= end)
        }
        None => Stop::NEVER,
    }
}
