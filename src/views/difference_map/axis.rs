//! An axis of the map: maps inputs to cells.

use serde::{Deserialize, Serialize};

/// The scale of an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// Equal differences have equal width.
    #[default]
    Linear,
    /// Each doubling has the same width, on both sides of 0. Between two powers of two the scale is
    /// linear, so no rounding depends on a logarithm.
    Logarithmic,
}

impl Scale {
    /// The position of a number on this scale: an odd increasing function.
    fn position(self, number: i64) -> f64 {
        match self {
            Scale::Linear => number as f64,
            Scale::Logarithmic => {
                let size = number.unsigned_abs() + 1;
                let doublings = size.ilog2();
                let power = (1u64 << doublings) as f64;
                let position = f64::from(doublings) + (size as f64 - power) / power;
                if number < 0 { -position } else { position }
            }
        }
    }

    /// The greatest number whose position is at most this one.
    fn floor(self, position: f64) -> i64 {
        match self {
            Scale::Linear => position.floor() as i64,
            Scale::Logarithmic => {
                let doublings = position.abs().floor();
                let power = (1u64 << doublings as u32) as f64;
                let size = power + (position.abs() - doublings) * power;
                if position < 0.0 { 1 - size.ceil() as i64 } else { size.floor() as i64 - 1 }
            }
        }
    }

    /// The smallest number whose position is at least this one.
    fn ceil(self, position: f64) -> i64 {
        -self.floor(-position)
    }
}

/// A range of words, as signed numbers, divided into cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    scale: Scale,
    /// The first and the last number of each cell.
    cells: Vec<[i32; 2]>,
}

impl Axis {
    /// The maximal number of cells.
    pub const CELLS: usize = 256;

    /// The axis of all words.
    pub fn whole(scale: Scale) -> Axis {
        Axis::new(scale, i32::MIN, i32::MAX)
    }

    /// The axis of an inclusive range in 256 cells. If the range has at most 256 numbers, each has
    /// its own cell, whatever the scale. On a logarithmic axis a number near 0 may have several
    /// cells, each containing only this number.
    pub fn new(scale: Scale, from: i32, to: i32) -> Axis {
        let (from, to) = (i64::from(from.min(to)), i64::from(from.max(to)));
        let cells = if to - from < Axis::CELLS as i64 {
            (from..=to).map(|number| [number as i32; 2]).collect()
        } else {
            let (start, end) = (scale.position(from), scale.position(to + 1));
            let room = (end - start) / Axis::CELLS as f64;
            let bound = |cell: usize| start + room * cell as f64;
            let cell = |index| {
                let first = scale.ceil(bound(index));
                let last = scale.ceil(bound(index + 1)) - 1;
                if first <= last { [first, last] } else { [scale.floor(bound(index)); 2] }
            };
            let clamp = |[first, last]: [i64; 2]| {
                [first.clamp(from, to) as i32, last.clamp(from, to) as i32]
            };
            (0..Axis::CELLS).map(|index| clamp(cell(index))).collect()
        };
        Axis { scale, cells }
    }

    /// The scale.
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// The first and the last number of each cell.
    pub fn cells(&self) -> &[[i32; 2]] {
        &self.cells
    }

    /// The number of inputs in a cell.
    pub fn width(&self, cell: usize) -> u64 {
        let [first, last] = self.cells[cell].map(i64::from);
        (last - first + 1) as u64
    }

    /// The middle one of the cells that contain a number, if it is on the axis.
    pub fn cell_of(&self, number: i32) -> Option<usize> {
        let first = self.cells.partition_point(|&[_, last]| last < number);
        let end = self.cells.partition_point(|&[first, _]| first <= number);
        (first < end).then(|| first + (end - first - 1) / 2)
    }
}
