//! What the maps of all machines have in common. Words are BigInts: those of 64 bits are no numbers.

use js_sys::Uint8Array;
use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::to_js_with_bigints as to_js;
use crate::report::OutcomeKind;
use crate::views::difference_map::{
    Axis, CellClass, DifferenceMap, End, Ended, Plane, Point, SAMPLES, Scale,
};

/// A range of an axis, as signed numbers, inclusive.
#[derive(Clone, Copy, Serialize, Deserialize, Tsify)]
pub struct AxisRange {
    /// The first number.
    #[tsify(type = "bigint")]
    pub from: i64,
    /// The last number.
    #[tsify(type = "bigint")]
    pub to: i64,
}

/// The part of a plane that a map shows.
#[derive(Deserialize, Tsify)]
pub struct MapView {
    /// The indices of the two inputs on the axes.
    pub axes: [usize; 2],
    /// The values of all inputs, as signed numbers; a point replaces those on the axes.
    #[tsify(type = "bigint[]")]
    pub inputs: Vec<i64>,
    /// The scale of both axes.
    pub scale: Scale,
    /// The visible ranges of both inputs.
    pub ranges: [AxisRange; 2],
    /// Points to sample first, if they are in these ranges.
    #[tsify(type = "[bigint, bigint][]")]
    pub known: Vec<Point>,
}

/// The cells of a map's axes.
#[derive(Serialize, Tsify)]
pub struct MapGrid {
    /// The first and the last number of each column, on the horizontal axis.
    #[tsify(type = "[bigint, bigint][]")]
    pub columns: Vec<[i64; 2]>,
    /// The first and the last number of each row, on the vertical axis.
    #[tsify(type = "[bigint, bigint][]")]
    pub rows: Vec<[i64; 2]>,
}

/// The number of cells of a class.
#[derive(Serialize, Tsify)]
pub struct ClassCount {
    /// The class.
    pub class: CellClass,
    /// The number of cells.
    pub cells: u32,
    /// The sample that determines the class of the first such cell.
    #[tsify(type = "[bigint, bigint] | undefined")]
    pub example: Option<Point>,
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

/// How a run on a map ended.
#[derive(Serialize, Tsify)]
pub struct MapEnd {
    /// How it ended.
    pub outcome: OutcomeKind,
    /// The result as a signed number, if it is done.
    #[tsify(type = "bigint | undefined")]
    pub result: Option<i64>,
    /// The fault, if there was one.
    pub fault: Option<String>,
}

impl From<End> for MapEnd {
    fn from(End { outcome, result, fault, .. }: End) -> MapEnd {
        MapEnd { outcome, result, fault }
    }
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
    #[tsify(type = "[bigint, bigint]")]
    pub point: Point,
    /// The runs on that sample; none if it is not allowed.
    #[tsify(type = "[MapEnd, MapEnd] | undefined")]
    pub ends: Option<[MapEnd; 2]>,
}

/// An empty map of a plane.
pub(super) fn open<P: Plane>(plane: P, view: MapView) -> DifferenceMap<P> {
    let axes = view.ranges.map(|range| Axis::new(view.scale, range.from, range.to));
    DifferenceMap::new(plane, axes, view.known)
}

/// The cells of the axes.
pub(super) fn grid<P: Plane>(map: &DifferenceMap<P>) -> Result<JsValue, JsError> {
    let [columns, rows] = map.axes().each_ref().map(|axis| axis.cells().to_vec());
    to_js(&MapGrid { columns, rows })
}

/// The class number of each cell.
pub(super) fn picture<P: Plane>(map: &DifferenceMap<P>) -> Uint8Array {
    let classes: Vec<u8> = map.cells().iter().map(|cell| cell.class as u8).collect();
    Uint8Array::from(classes.as_slice())
}

/// The progress.
pub(super) fn progress<P: Plane>(map: &DifferenceMap<P>) -> Result<JsValue, JsError> {
    let counts = CellClass::ALL.into_iter().zip(map.classes());
    let count = |(class, (cells, example))| ClassCount { class, cells: cells as u32, example };
    to_js(&MapProgress {
        classes: counts.map(count).collect(),
        samples: u32::from(map.rounds()),
        samples_wanted: u32::from(SAMPLES),
        done: map.is_done(),
    })
}

/// For each cell, the number, from 1, of the first condition that its sample satisfies; 0 if none
/// does, and 255 for a cell without a sample.
pub(super) fn regions<P: Plane>(map: &DifferenceMap<P>, conditions: &[P::Condition]) -> Uint8Array {
    let numbers = map.regions(conditions).into_iter();
    let numbers: Vec<u8> = numbers.map(|number| number.unwrap_or(u8::MAX)).collect();
    Uint8Array::from(numbers.as_slice())
}

/// A cell. Undefined if it does not exist or has no sample yet.
pub(super) fn cell<P: Plane>(
    map: &mut DifferenceMap<P>,
    column: u32,
    row: u32,
) -> Result<JsValue, JsError> {
    let (column, row) = (column as usize, row as usize);
    let Some(index) = map.index(column, row) else { return Ok(JsValue::UNDEFINED) };
    let cell = map.cells()[index];
    if cell.class == CellClass::Unseen {
        return Ok(JsValue::UNDEFINED);
    }
    let [x, y] = map.axes();
    let ranges = [x.cells()[column], y.cells()[row]].map(|[from, to]| AxisRange { from, to });
    let ends = map.plane().run(cell.point).map(|runs| runs.map(|run| run.end().into()));
    to_js(&CellView {
        class: cell.class,
        samples: u32::from(cell.samples),
        single: ranges.iter().all(|range| range.from == range.to),
        ranges,
        point: cell.point,
        ends,
    })
}
