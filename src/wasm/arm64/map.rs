//! The difference map of ARM64 programs for the page.

use js_sys::Uint8Array;
use serde::Deserialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::comparison::Question;
use super::files::{self, SourceFile};
use crate::contract::condition_of_numbers;
use crate::engines::arm64;
use crate::views::difference_map::arm64::{Arm64Plane, Ground, Inputs};
use crate::views::difference_map::{DifferenceMap, REGIONS};
use crate::wasm::from_js;
use crate::wasm::plane::{self, MapView};

/// The registers that conditions of an explanation mention: explanations of programs that are given an
/// array have none.
const NUMBERS: usize = 2;

/// A request for a map.
#[derive(Deserialize, Tsify)]
pub struct Arm64MapRequest {
    /// The files of the left program.
    pub left: Vec<SourceFile>,
    /// The files of the right program.
    pub right: Vec<SourceFile>,
    /// What they are compared on.
    pub question: Question,
    /// What to show of the plane.
    pub view: MapView,
}

/// A map under construction.
#[wasm_bindgen]
pub struct PlaneMap(DifferenceMap<Arm64Plane>);

#[wasm_bindgen]
impl PlaneMap {
    /// An empty map. Throws if a program has an error, or the longest array does not fit.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "Arm64MapRequest")] request: JsValue,
    ) -> Result<PlaneMap, JsError> {
        let Arm64MapRequest { left, right, question, view } = from_js(request)?;
        let programs = files::both(&left, &right, question.array.is_some())?;
        let words = programs.each_ref().map(|program| program.words.as_slice());
        let inputs = question.array.map_or(Inputs::Numbers, |most| Inputs::Array {
            address: arm64::array_address(words),
            most: most as usize,
        });
        let values = view.inputs.iter().map(|&word| word as u64).collect();
        let ground = Ground { options: question.options()?, inputs, axes: view.axes, values };
        let plane = Arm64Plane::new(words, ground);
        let plane = plane.ok_or_else(|| JsError::new("there is no such plane of inputs"))?;
        Ok(PlaneMap(plane::open(plane, view)))
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

    /// The class number of each cell, row by row; the row with the smallest `x1` is the first.
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
    /// Throws if one is not a condition on numbers in registers.
    pub fn regions(&self, conditions: Vec<String>) -> Result<Uint8Array, JsError> {
        let parsed = |condition: String| {
            let parsed = condition_of_numbers(&condition, NUMBERS, 0);
            parsed.map_err(|problem| JsError::new(&problem.message))
        };
        let conditions =
            conditions.into_iter().take(REGIONS).map(parsed).collect::<Result<Vec<_>, _>>()?;
        Ok(plane::regions(&self.0, &conditions))
    }

    /// The cells as a table in CSV.
    pub fn csv(&mut self) -> String {
        self.0.csv()
    }
}
