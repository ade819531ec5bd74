//! The browser's clock.

use wasm_bindgen::JsCast;
use web_sys::WorkerGlobalScope;

/// Milliseconds since the engine was loaded or a while before; the clock never goes back.
///
/// The engine runs in a worker on the page and in Node in tests. Both have `performance` in their
/// global scope, and it is looked up by that name, whatever the scope is.
pub(super) fn now() -> f64 {
    let scope: WorkerGlobalScope = js_sys::global().unchecked_into();
    scope.performance().map_or(0.0, |performance| performance.now())
}
