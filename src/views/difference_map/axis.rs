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

/// Positions on a scale are multiples of 2^-8 if it is linear, of 2^-72 if it is logarithmic. So the
/// position of each word of 64 bits and the bounds of the cells are exact, which an `f64` is not.
const LINEAR: u32 = 8;
const LOGARITHMIC: u32 = 72;

impl Scale {
    /// The position of a number on this scale: an odd increasing function.
    fn position(self, number: i128) -> i128 {
        match self {
            Scale::Linear => number << LINEAR,
            Scale::Logarithmic => {
                let size = number.unsigned_abs() + 1;
                let doublings = size.ilog2();
                let part = (size - (1 << doublings)) << (LOGARITHMIC - doublings);
                let position = (i128::from(doublings) << LOGARITHMIC) + part as i128;
                if number < 0 { -position } else { position }
            }
        }
    }

    /// The greatest number whose position is at most this one.
    fn floor(self, position: i128) -> i128 {
        match self {
            Scale::Linear => position >> LINEAR,
            Scale::Logarithmic => {
                let doublings = (position.unsigned_abs() >> LOGARITHMIC) as u32;
                let part = position.unsigned_abs() - (u128::from(doublings) << LOGARITHMIC);
                let unit = LOGARITHMIC - doublings;
                let size = 1 << doublings;
                match position < 0 {
                    true => 1 - size - part.div_ceil(1 << unit) as i128,
                    false => size + (part >> unit) as i128 - 1,
                }
            }
        }
    }

    /// The smallest number whose position is at least this one.
    fn ceil(self, position: i128) -> i128 {
        -self.floor(-position)
    }
}

/// A range of words, as signed numbers, divided into cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    scale: Scale,
    /// The first and the last number of each cell.
    cells: Vec<[i64; 2]>,
}

impl Axis {
    /// The maximal number of cells.
    pub const CELLS: usize = 256;

    /// The axis of an inclusive range in 256 cells. If the range has at most 256 numbers, each has
    /// its own cell, whatever the scale. On a logarithmic axis a number near 0 may have several
    /// cells, each containing only this number.
    pub fn new(scale: Scale, from: i64, to: i64) -> Axis {
        let (from, to) = (i128::from(from.min(to)), i128::from(from.max(to)));
        let cells = Axis::CELLS as i128;
        let range = |[first, last]: [i128; 2]| {
            let word = |number: i128| number.clamp(from, to) as i64;
            [word(first), word(last)]
        };
        let cells = if to - from < cells {
            (from..=to).map(|number| range([number; 2])).collect()
        } else {
            let (start, end) = (scale.position(from), scale.position(to + 1));
            // Positions are multiples of 256 units, so this is exact.
            let room = (end - start) / cells;
            let cell = |index| {
                let (low, high) = (start + room * index, start + room * (index + 1));
                let (first, last) = (scale.ceil(low), scale.ceil(high) - 1);
                if first <= last { [first, last] } else { [scale.floor(low); 2] }
            };
            (0..cells).map(|index| range(cell(index))).collect()
        };
        Axis { scale, cells }
    }

    /// The scale.
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// The first and the last number of each cell.
    pub fn cells(&self) -> &[[i64; 2]] {
        &self.cells
    }

    /// The number of inputs in a cell. No cell has 2^64: an axis of so many has 256 cells.
    pub fn width(&self, cell: usize) -> u64 {
        let [first, last] = self.cells[cell];
        last.abs_diff(first) + 1
    }

    /// The middle one of the cells that contain a number, if it is on the axis.
    pub fn cell_of(&self, number: i64) -> Option<usize> {
        let first = self.cells.partition_point(|&[_, last]| last < number);
        let end = self.cells.partition_point(|&[first, _]| first <= number);
        (first < end).then(|| first + (end - first - 1) / 2)
    }
}
