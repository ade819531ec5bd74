//! The difference map of MIPS programs for the page.

use js_sys::Uint8Array;
use serde::Deserialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::files::{SourceFile, image};
use super::plane::{self, MapView};
use super::{checked, contract, from_js};
use crate::contract::Spec;
use crate::machine::Inputs;
use crate::views::difference_map::mips::{Ground, MipsPlane};
use crate::views::difference_map::{DifferenceMap, REGIONS};

/// A request for a map.
#[derive(Deserialize, Tsify)]
pub struct MapRequest {
    /// The files of the left program.
    pub left: Vec<SourceFile>,
    /// The files of the right program.
    pub right: Vec<SourceFile>,
    /// The maximal number of steps of each program on an input.
    pub fuel: u64,
    /// The contract.
    #[serde(default)]
    pub contract: Spec,
    /// What to show of the plane.
    pub view: MapView,
}

/// A map under construction.
#[wasm_bindgen]
pub struct PlaneMap(DifferenceMap<MipsPlane>);

#[wasm_bindgen]
impl PlaneMap {
    /// An empty map. Throws if a program has an error.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "MapRequest")] request: JsValue,
    ) -> Result<PlaneMap, JsError> {
        let MapRequest { left, right, fuel, contract: spec, view } = from_js(request)?;
        let contract = contract(&spec)?;
        let left = image(&contract, 0, &left)?;
        let right = image(&contract, 1, &right)?;
        let words: Vec<u32> = view.inputs.iter().map(|&word| word as u32).collect();
        let inputs = Inputs::from(words.as_slice());
        checked(&contract, &inputs)?;
        let axes = view.axes;
        if axes[0] == axes[1] || axes.iter().any(|&axis| axis >= inputs.len()) {
            return Err(JsError::new("a map needs two inputs"));
        }
        let ground = Ground { contract, axes, inputs };
        Ok(PlaneMap(plane::open(MipsPlane::new([&left, &right], ground, fuel), view)))
    }

    /// The cells of the axes.
    #[wasm_bindgen(unchecked_return_type = "MapGrid")]
    pub fn grid(&self) -> Result<JsValue, JsError> {
        plane::grid(&self.0)
    }

    /// Continues for about this many steps of the programs. Returns whether the map is done.
    pub fn advance(&mut self, steps: u32) -> bool {
        self.0.advance(u64::from(steps))
    }

    /// The class number of each cell, row by row; the row with the smallest `$2` is the first.
    pub fn picture(&self) -> Uint8Array {
        plane::picture(&self.0)
    }

    /// The progress.
    #[wasm_bindgen(unchecked_return_type = "MapProgress")]
    pub fn progress(&self) -> Result<JsValue, JsError> {
        plane::progress(&self.0)
    }

    /// A cell. Undefined if it does not exist or has no sample yet.
    #[wasm_bindgen(unchecked_return_type = "CellView | undefined")]
    pub fn cell(&mut self, column: u32, row: u32) -> Result<JsValue, JsError> {
        plane::cell(&mut self.0, column, row)
    }

    /// For each cell, the number, from 1, of the first condition that its sample satisfies; 0 if
    /// none does, and 255 for a cell without a sample. Conditions after the 254th are ignored.
    /// Throws if one is not a valid assumption.
    pub fn regions(&mut self, conditions: Vec<String>) -> Result<Uint8Array, JsError> {
        let spec = self.0.plane().contract().spec().clone();
        let with = |condition: String| {
            let mut assume = spec.assume.clone();
            assume.push(condition);
            contract(&Spec { assume, ..spec.clone() })
        };
        let contracts =
            conditions.into_iter().take(REGIONS).map(with).collect::<Result<Vec<_>, _>>()?;
        Ok(plane::regions(&self.0, &contracts))
    }

    /// The cells as a table in CSV.
    pub fn csv(&mut self) -> String {
        self.0.csv()
    }
}
