//! What the page calls of the engine, and nothing else.
//!
//! Values cross as plain objects whose TypeScript types are derived from the
//! Rust ones. Places in a text are given as an editor counts them, in UTF-16
//! units.
//!
//! The page loads it in two parts, each a wasm of its own with what it needs of
//! the crate: `search` is what a first verdict takes, `tools` is what is opened
//! later.

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

pub mod files;
pub mod options;

#[cfg(feature = "search")]
pub mod contracts;

use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::contract::{Contract, Spec};
use crate::diagnostic::{Diagnostic, Severity};
use crate::machine::Inputs;

/// The words of an input, in the order of the contract.
#[wasm_bindgen(typescript_custom_section)]
const INPUTS: &str = "export type Inputs = number[];";

/// Sends a panic's message to the console; the page shows it.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// Places of a text in UTF-16 units, by byte.
struct Utf16(Vec<u32>);

impl Utf16 {
    fn new(text: &str) -> Utf16 {
        let mut offsets = Vec::with_capacity(text.len() + 1);
        let mut units = 0;
        for c in text.chars() {
            offsets.resize(offsets.len() + c.len_utf8(), units);
            units += c.len_utf16() as u32;
        }
        offsets.push(units);
        Utf16(offsets)
    }
}

fn contract(spec: &Spec) -> Result<Arc<Contract>, JsError> {
    let contract = Contract::new(spec).map_err(|problems| {
        let messages = problems.into_iter().map(|problem| problem.message);
        JsError::new(&messages.collect::<Vec<_>>().join("; "))
    });
    contract.map(Arc::new)
}

/// Inputs of the contract's kind, or an error.
fn checked(contract: &Contract, inputs: &Inputs) -> Result<(), JsError> {
    match inputs.len() == contract.names().len() {
        true => Ok(()),
        false => Err(JsError::new("these inputs are not those of the contract")),
    }
}

/// A replacement in an editor.
#[derive(Serialize, Tsify)]
pub struct EditorFix {
    /// What it does.
    pub title: String,
    /// Where it begins.
    pub from: u32,
    /// Where it ends.
    pub to: u32,
    /// What to put there.
    pub replacement: String,
}

/// A diagnostic in an editor.
#[derive(Serialize, Tsify)]
pub struct EditorDiagnostic {
    /// `error` or `warning`.
    pub severity: Severity,
    /// Its stable name.
    pub code: String,
    /// What is wrong.
    pub message: String,
    /// More that helps.
    pub help: Option<String>,
    /// Where it begins.
    pub from: u32,
    /// Where it ends.
    pub to: u32,
    /// Its line, from 1.
    pub line: u32,
    /// Its column, from 1, in characters.
    pub column: u32,
    /// A replacement that answers it.
    pub fix: Option<EditorFix>,
}

impl Utf16 {
    fn diagnostics(&self, said: Vec<Diagnostic>) -> Vec<EditorDiagnostic> {
        said.into_iter().map(|diagnostic| self.diagnostic(diagnostic)).collect()
    }

    fn diagnostic(&self, diagnostic: Diagnostic) -> EditorDiagnostic {
        EditorDiagnostic {
            severity: diagnostic.severity,
            code: diagnostic.code.name().to_owned(),
            from: self.0[diagnostic.span.start],
            to: self.0[diagnostic.span.end],
            line: diagnostic.line as u32,
            column: diagnostic.column as u32,
            message: diagnostic.message,
            help: diagnostic.help,
            fix: diagnostic.fix.map(|fix| EditorFix {
                from: self.0[fix.span.start],
                to: self.0[fix.span.end],
                title: fix.title,
                replacement: fix.replacement,
            }),
        }
    }
}

fn to_js<T: Serialize>(value: &T) -> Result<JsValue, JsError> {
    let serializer = serde_wasm_bindgen::Serializer::new();
    value.serialize(&serializer).map_err(|error| JsError::new(&error.to_string()))
}

fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsError> {
    serde_wasm_bindgen::from_value(value).map_err(|error| JsError::new(&error.to_string()))
}
