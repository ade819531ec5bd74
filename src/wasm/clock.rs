//! The browser's clock.

use wasm_bindgen::JsCast;
use web_sys::WorkerGlobalScope;

/// Milliseconds since a fixed moment before or at the loading of the engine. The clock is
/// monotonic.
///
/// The engine runs in a worker on the page and in Node in tests. Both have `performance` in their
/// global scope, and it is looked up by that name in any scope.
pub(super) fn now() -> f64 {
    let scope: WorkerGlobalScope = js_sys::global().unchecked_into();
    scope.performance().map_or(0.0, |performance| performance.now())
}
