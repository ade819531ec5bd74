//! The functions that the page calls, and nothing else.
//!
//! Values are passed as plain objects whose TypeScript types are generated from the Rust types.
//! Positions in a text are in UTF-16 units, as editors count them.
//!
//! The page loads the engine in parts, each a wasm module with the code that it needs. `search`
//! contains what a first verdict needs, `tools` what is opened later, and `proofs` contains loop
//! proofs and evidence, explanations of differences, mutants, and versions. `arm64` contains
//! everything for ARM64 programs.

#[cfg(feature = "search")]
pub mod comparison;
#[cfg(feature = "search")]
pub mod programs;

#[cfg(feature = "tools")]
pub mod debug;
#[cfg(feature = "tools")]
pub mod editor;
#[cfg(feature = "tools")]
pub mod layout;
#[cfg(feature = "tools")]
pub mod map;
#[cfg(feature = "tools")]
pub mod passes;
#[cfg(feature = "tools")]
pub mod query;

#[cfg(feature = "proofs")]
pub mod explanation;
#[cfg(feature = "proofs")]
pub mod mutation;
#[cfg(feature = "proofs")]
pub mod proof;
#[cfg(feature = "proofs")]
pub mod quiz;
#[cfg(feature = "proofs")]
pub mod versions;

#[cfg(any(feature = "proofs", feature = "arm64"))]
mod mutating;
#[cfg(any(feature = "proofs", feature = "arm64"))]
mod watching;

#[cfg(feature = "arm64")]
pub mod arm64;

#[cfg(any(feature = "search", feature = "proofs", feature = "arm64"))]
mod clock;

#[cfg(any(feature = "search", feature = "tools", feature = "arm64"))]
pub mod diagnostics;
#[cfg(any(feature = "search", feature = "tools", feature = "proofs"))]
pub mod files;
#[cfg(any(feature = "search", feature = "tools", feature = "proofs"))]
mod given;
#[cfg(any(feature = "search", feature = "tools"))]
pub mod options;
#[cfg(any(feature = "tools", feature = "arm64"))]
pub mod plane;
#[cfg(any(feature = "search", feature = "proofs"))]
pub mod replay;
#[cfg(any(feature = "search", feature = "tools", feature = "arm64"))]
pub mod replies;
#[cfg(any(feature = "tools", feature = "arm64"))]
pub mod stepping;

#[cfg(any(feature = "tools", feature = "arm64"))]
pub mod style;

#[cfg(feature = "search")]
pub mod contracts;

use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

#[cfg(any(feature = "search", feature = "tools", feature = "proofs"))]
use given::{checked, contract};

/// Sends a panic's message to the console; the page shows it.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// Serializes maps as objects, because serde represents a structure with flattened fields as a map.
fn to_js<T: Serialize>(value: &T) -> Result<JsValue, JsError> {
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_maps_as_objects(true);
    value.serialize(&serializer).map_err(|error| JsError::new(&error.to_string()))
}

/// Serializes as [`to_js`] does, but numbers of 64 bits become BigInts.
#[cfg(any(feature = "tools", feature = "arm64"))]
fn to_js_with_bigints<T: Serialize>(value: &T) -> Result<JsValue, JsError> {
    let serializer =
        serde_wasm_bindgen::Serializer::new().serialize_large_number_types_as_bigints(true);
    value.serialize(&serializer).map_err(|error| JsError::new(&error.to_string()))
}

fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsError> {
    serde_wasm_bindgen::from_value(value).map_err(|error| JsError::new(&error.to_string()))
}
