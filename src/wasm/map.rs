//! The difference map for the page.

use js_sys::Uint8Array;
use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::files::{SourceFile, image};
use super::{checked, contract, from_js, to_js};
use crate::contract::Spec;
use crate::engines::paths::outcome::Outcome;
use crate::machine::Inputs;
use crate::report::RunReport;
use crate::views::difference_map::{Axis, CellClass, DifferenceMap, Plane, SAMPLES, Scale};

/// A range of an axis, as signed numbers, inclusive.
#[derive(Clone, Copy, Serialize, Deserialize, Tsify)]
pub struct AxisRange {
    /// The first number.
    pub from: i32,
    /// The last number.
    pub to: i32,
}

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
    /// The indices of the two inputs on the axes; by default the first two.
    #[serde(default)]
    pub axes: Option<[usize; 2]>,
    /// The values of the other inputs; by default those of a comparison's first input.
    #[serde(default)]
    pub inputs: Option<Inputs>,
    /// The scale of both axes.
    pub scale: Scale,
    /// The visible ranges of both inputs.
    pub ranges: [AxisRange; 2],
    /// Points to sample first, if they are in these ranges.
    pub known: Vec<[u32; 2]>,
}

/// The cells of a map's axes.
#[derive(Serialize, Tsify)]
pub struct MapGrid {
    /// The first and the last number of each column, on the horizontal axis.
    pub columns: Vec<[i32; 2]>,
    /// The first and the last number of each row, on the vertical axis.
    pub rows: Vec<[i32; 2]>,
}

/// The number of cells of a class.
#[derive(Serialize, Tsify)]
pub struct ClassCount {
    /// The class.
    pub class: CellClass,
    /// The number of cells.
    pub cells: u32,
    /// The sample that determines the class of the first such cell.
    pub example: Option<[u32; 2]>,
}

/// The progress of a map.
#[derive(Serialize, Tsify)]
pub struct MapProgress {
    /// The number of cells of each class, in the order of class numbers.
    pub classes: Vec<ClassCount>,
    /// The least number of samples in a cell.
    pub samples: u32,
    /// The intended number of samples in each cell.
    pub samples_wanted: u32,
    /// Whether the map is final.
    pub done: bool,
}

/// A cell of a map.
#[derive(Serialize, Tsify)]
pub struct CellView {
    /// What was observed.
    pub class: CellClass,
    /// The number of samples.
    pub samples: u32,
    /// Whether the cell has only this one input.
    pub single: bool,
    /// The ranges of both inputs.
    pub ranges: [AxisRange; 2],
    /// The sample that determines the class.
    pub inputs: [u32; 2],
    /// The run of the left program on that sample.
    pub left: RunReport,
    /// The run of the right program on that sample.
    pub right: RunReport,
}

/// A map under construction.
#[wasm_bindgen]
pub struct PlaneMap(DifferenceMap);

#[wasm_bindgen]
impl PlaneMap {
    /// An empty map. Throws if a program has an error.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "MapRequest")] request: JsValue,
    ) -> Result<PlaneMap, JsError> {
        let request: MapRequest = from_js(request)?;
        let contract = contract(&request.contract)?;
        let left = image(&contract, 0, &request.left)?;
        let right = image(&contract, 1, &request.right)?;
        let inputs = request.inputs.unwrap_or_else(|| contract.first_inputs());
        checked(&contract, &inputs)?;
        let axes = request.axes.unwrap_or([0, 1]);
        if axes[0] == axes[1] || axes.iter().any(|&axis| axis >= inputs.len()) {
            return Err(JsError::new("a map needs two inputs"));
        }
        let plane = Plane { contract, axes, inputs };
        let axes = request.ranges.map(|range| Axis::new(request.scale, range.from, range.to));
        Ok(PlaneMap(DifferenceMap::new([&left, &right], plane, request.fuel, axes, request.known)))
    }

    /// The cells of the axes.
    #[wasm_bindgen(unchecked_return_type = "MapGrid")]
    pub fn grid(&self) -> Result<JsValue, JsError> {
        let [columns, rows] = self.0.axes().each_ref().map(|axis| axis.cells().to_vec());
        to_js(&MapGrid { columns, rows })
    }

    /// Continues for about this many steps of the programs. Returns whether the map is done.
    pub fn advance(&mut self, steps: u32) -> bool {
        self.0.advance(u64::from(steps))
    }

    /// The class number of each cell, row by row; the row with the smallest `$2` is the first.
    pub fn picture(&self) -> Uint8Array {
        let classes: Vec<u8> = self.0.cells().iter().map(|cell| cell.class as u8).collect();
        Uint8Array::from(classes.as_slice())
    }

    /// The progress.
    #[wasm_bindgen(unchecked_return_type = "MapProgress")]
    pub fn progress(&self) -> Result<JsValue, JsError> {
        let counts = CellClass::ALL.into_iter().zip(self.0.classes());
        let count = |(class, (cells, example))| ClassCount { class, cells: cells as u32, example };
        to_js(&MapProgress {
            classes: counts.map(count).collect(),
            samples: u32::from(self.0.rounds()),
            samples_wanted: u32::from(SAMPLES),
            done: self.0.is_done(),
        })
    }

    /// A cell. Null if it does not exist or has no sample yet.
    #[wasm_bindgen(unchecked_return_type = "CellView | undefined")]
    pub fn cell(&mut self, column: u32, row: u32) -> Result<JsValue, JsError> {
        let (column, row) = (column as usize, row as usize);
        let Some(index) = self.0.index(column, row) else { return Ok(JsValue::UNDEFINED) };
        let cell = self.0.cells()[index];
        if cell.class == CellClass::Unseen {
            return Ok(JsValue::UNDEFINED);
        }
        let [x, y] = self.0.axes();
        let ranges = [x.cells()[column], y.cells()[row]].map(|[from, to]| AxisRange { from, to });
        let single = ranges.iter().all(|range| range.from == range.to);
        let [left, right] = self.0.run(cell.inputs).map(|outcome: Outcome| outcome.report());
        to_js(&CellView {
            class: cell.class,
            samples: u32::from(cell.samples),
            single,
            ranges,
            inputs: cell.inputs,
            left,
            right,
        })
    }

    /// For each cell, the number, from 1, of the first condition that its sample satisfies; 0 if
    /// none does, and 255 for a cell without a sample. Conditions after the 254th are ignored.
    /// Throws if one is not a valid assumption.
    pub fn regions(&self, conditions: Vec<String>) -> Result<Uint8Array, JsError> {
        let spec = self.0.plane().contract.spec();
        let with = |condition: String| {
            let mut assume = spec.assume.clone();
            assume.push(condition);
            contract(&Spec { assume, ..spec.clone() })
        };
        let contracts =
            conditions.into_iter().take(254).map(with).collect::<Result<Vec<_>, _>>()?;
        let numbers = self.0.allowed_by(&contracts);
        let numbers: Vec<u8> = numbers.into_iter().map(|number| number.unwrap_or(255)).collect();
        Ok(Uint8Array::from(numbers.as_slice()))
    }

    /// The cells as a table in CSV.
    pub fn csv(&mut self) -> String {
        self.0.csv()
    }
}
