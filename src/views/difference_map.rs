//! The difference map: a picture of the plane of two inputs that shows where two programs agree and
//! where they differ. The programs are of any machine that has a [`Plane`].
//!
//! A [`DifferenceMap`] has a cell for each pair of intervals of its two [`Axis`]es, and runs both
//! programs on samples of each cell. The class of a cell is the strongest observation on its
//! samples: a cell *differs* if the programs differ on one sample. This proves nothing about the
//! rest of the cell, unless the cell is a single input.
//!
//! Samples are taken in a fixed order, so equal requests give equal maps: first the inputs that the
//! caller supplies, then one sample of every 16th cell in each direction, of every 4th, of every
//! cell, then more samples of each. So a coarse picture is available at once and is refined.
//! [`DifferenceMap::advance`] works for a number of steps and returns, so that the caller can
//! display the map in between.

#[cfg(feature = "evidence")]
pub mod arm64;
mod axis;
mod csv;
pub mod mips;

use serde::Serialize;

pub use axis::{Axis, Scale};

use crate::report::OutcomeKind;

/// The number of samples of each cell, if the steps suffice.
pub const SAMPLES: u8 = 16;

/// After this many steps, the map stops at one sample for each cell.
const STEPS_OF_RUNS: u64 = 300_000_000;

/// The distances between sampled cells in the first rounds.
const STRIDES: [usize; 3] = [16, 4, 1];

/// The class of a cell. Later classes are stronger observations. Among the classes that differ, the
/// one that was observed first stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum CellClass {
    /// No sample yet.
    Unseen,
    /// The contract allows none of the samples.
    Excluded,
    /// Both are done, and agree.
    Agree,
    /// Both fault, which counts as agreement.
    BothFault,
    /// One ran out of fuel, so nothing is known.
    OutOfFuel,
    /// The left program faults and the right one is done.
    LeftFaults,
    /// The right program faults and the left one is done.
    RightFaults,
    /// Both are done, and differ.
    ResultsDiffer,
}

impl CellClass {
    /// All classes; the number of each is its index.
    pub const ALL: [CellClass; 8] = [
        CellClass::Unseen,
        CellClass::Excluded,
        CellClass::Agree,
        CellClass::BothFault,
        CellClass::OutOfFuel,
        CellClass::LeftFaults,
        CellClass::RightFaults,
        CellClass::ResultsDiffer,
    ];

    /// A stable name, in kebab-case.
    pub const fn name(self) -> &'static str {
        match self {
            CellClass::Unseen => "unseen",
            CellClass::Excluded => "excluded",
            CellClass::Agree => "agree",
            CellClass::BothFault => "both-fault",
            CellClass::OutOfFuel => "out-of-fuel",
            CellClass::LeftFaults => "left-faults",
            CellClass::RightFaults => "right-faults",
            CellClass::ResultsDiffer => "results-differ",
        }
    }

    /// Whether the programs differ.
    pub fn differs(self) -> bool {
        self >= CellClass::LeftFaults
    }
}

/// A cell of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The class.
    pub class: CellClass,
    /// The first sample with that class.
    pub point: Point,
    /// The number of samples.
    pub samples: u8,
}

/// The inputs on the horizontal and the vertical axis, as signed numbers.
pub type Point = [i64; 2];

/// How a run ended, for a reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// How it ended.
    pub outcome: OutcomeKind,
    /// The result as a signed number, if it is done.
    pub result: Option<i64>,
    /// The fault as a phrase, if there was one.
    pub fault: Option<String>,
    /// The fault as a phrase without its address, for a table.
    pub fault_kind: Option<&'static str>,
}

/// A run that was ended.
pub trait Ended {
    /// The number of its steps.
    fn steps(&self) -> u64;

    /// How it ended.
    fn end(&self) -> End;

    /// What two runs on the same input show.
    fn class(left: &Self, right: &Self) -> CellClass;
}

/// Two programs on a plane of inputs: two inputs are on the axes, the others have values.
pub trait Plane {
    /// A run of a program.
    type Run: Ended;
    /// A condition on the inputs.
    type Condition;

    /// The names of the inputs on the horizontal and the vertical axis.
    fn names(&self) -> [&str; 2];

    /// Runs both programs at a point. `None` if the inputs there are not allowed.
    fn run(&mut self, point: Point) -> Option<[Self::Run; 2]>;

    /// Whether the inputs at a point satisfy a condition.
    fn satisfies(&self, point: Point, condition: &Self::Condition) -> bool;
}

/// The number of conditions that [`DifferenceMap::regions`] can tell apart.
pub const REGIONS: usize = 254;

/// A map under construction.
#[derive(Debug)]
pub struct DifferenceMap<P> {
    plane: P,
    /// The horizontal axis, for the first input, and the vertical axis, for the second.
    axes: [Axis; 2],
    cells: Vec<Cell>,
    known: Vec<Point>,
    /// The cells in the order of sampling.
    order: Vec<u32>,
    round: u8,
    next: usize,
    steps: u64,
}

impl<P: Plane> DifferenceMap<P> {
    /// A map without samples. The `known` points are sampled first, if they are on the axes.
    pub fn new(plane: P, axes: [Axis; 2], mut known: Vec<Point>) -> DifferenceMap<P> {
        let columns = axes[0].cells().len();
        let rows = axes[1].cells().len();
        let unseen = Cell { class: CellClass::Unseen, point: [0, 0], samples: 0 };
        known.reverse();
        DifferenceMap {
            plane,
            axes,
            cells: vec![unseen; columns * rows],
            known,
            order: coarse_to_fine(columns, rows),
            round: 0,
            next: 0,
            steps: 0,
        }
    }

    /// The axes.
    pub fn axes(&self) -> &[Axis; 2] {
        &self.axes
    }

    /// The cells, row by row; the row with the smallest `$2` is the first.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The index of a cell by its column and row, if there is one.
    pub fn index(&self, column: usize, row: usize) -> Option<usize> {
        let [columns, rows] = self.axes.each_ref().map(|axis| axis.cells().len());
        (column < columns && row < rows).then(|| row * columns + column)
    }

    /// The number of complete rounds. Each takes one sample of every cell, except that a cell with
    /// a single input is sampled only once.
    pub fn rounds(&self) -> u8 {
        self.round
    }

    /// Samples left in the current round, which takes one for each cell.
    pub fn left_in_round(&self) -> usize {
        self.order.len() - self.next
    }

    /// Whether the map is final.
    pub fn is_done(&self) -> bool {
        self.known.is_empty()
            && (self.round >= SAMPLES
                || self.round >= 1 && (self.steps > STEPS_OF_RUNS || self.is_single()))
    }

    /// Takes samples for about this many steps of both programs together, at least one sample.
    /// Returns whether the map is done.
    pub fn advance(&mut self, steps: u64) -> bool {
        let limit = self.steps.saturating_add(steps);
        while !self.is_done() {
            match self.known.pop() {
                Some(point) => self.sample_known(point),
                None => self.sample_next(),
            }
            if self.steps >= limit {
                break;
            }
        }
        self.is_done()
    }

    /// The number of cells of each class, with the sample of the first one.
    pub fn classes(&self) -> [(usize, Option<Point>); CellClass::ALL.len()] {
        let mut classes = [(0, None); CellClass::ALL.len()];
        for cell in &self.cells {
            let (count, first) = &mut classes[cell.class as usize];
            *count += 1;
            if cell.class != CellClass::Unseen {
                first.get_or_insert(cell.point);
            }
        }
        classes
    }

    /// For each cell, the number, from 1, of the first of at most [`REGIONS`] conditions that its sample satisfies; 0 if
    /// none does, and `None` for a cell without a sample.
    pub fn regions(&self, conditions: &[P::Condition]) -> Vec<Option<u8>> {
        let conditions = &conditions[..conditions.len().min(REGIONS)];
        let first = |cell: &Cell| {
            let satisfies = |it: &P::Condition| self.plane.satisfies(cell.point, it);
            let first = conditions.iter().position(satisfies).map_or(0, |index| index as u8 + 1);
            (cell.class != CellClass::Unseen).then_some(first)
        };
        self.cells.iter().map(first).collect()
    }

    /// The plane of the map.
    pub fn plane(&mut self) -> &mut P {
        &mut self.plane
    }

    /// Whether each cell is one input.
    fn is_single(&self) -> bool {
        self.axes.iter().all(|axis| (0..axis.cells().len()).all(|cell| axis.width(cell) == 1))
    }

    fn sample_known(&mut self, point: Point) {
        let [column, row] = [0, 1].map(|axis| self.axes[axis].cell_of(point[axis]));
        let Some(cell) = column.zip(row).and_then(|(column, row)| self.index(column, row)) else {
            return;
        };
        self.sample(cell, point);
    }

    fn sample_next(&mut self) {
        let cell = self.order[self.next] as usize;
        let point = self.point_of(cell);
        // A cell with one input needs no further samples.
        if self.round == 0 || self.size(cell) > 1 {
            self.sample(cell, point);
        } else {
            // Skipped cells count as a step, so that a round over such cells ends.
            self.steps += 1;
        }
        self.next += 1;
        if self.next == self.order.len() {
            self.next = 0;
            self.round += 1;
        }
    }

    fn sample(&mut self, cell: usize, point: Point) {
        let (class, steps) = match self.plane.run(point) {
            Some([left, right]) => (P::Run::class(&left, &right), left.steps() + right.steps()),
            None => (CellClass::Excluded, 0),
        };
        // Some samples take no step.
        self.steps += steps + 1;
        let cell = &mut self.cells[cell];
        cell.samples = cell.samples.saturating_add(1);
        if class > cell.class && !cell.class.differs() {
            (cell.class, cell.point) = (class, point);
        }
    }

    /// The number of inputs in a cell.
    fn size(&self, cell: usize) -> u64 {
        let columns = self.axes[0].cells().len();
        let [column, row] = [cell % columns, cell / columns];
        self.axes[0].width(column).saturating_mul(self.axes[1].width(row))
    }

    /// The sample of a cell in this round. The first sample of an interval around 0 is 0. Other
    /// samples are spread pseudo-randomly, since the ends of intervals are round numbers, on which
    /// programs often behave specially. In an interval with no more numbers than there are samples,
    /// each number is sampled in turn, so that thin lines appear everywhere; likewise each input of
    /// a cell with no more inputs than samples.
    fn point_of(&self, cell: usize) -> Point {
        let columns = self.axes[0].cells().len();
        let round = u64::from(self.round);
        let is_small = self.size(cell) <= u64::from(SAMPLES);
        let mut turn = round;
        [(0, cell % columns), (1, cell / columns)].map(|(axis, index)| {
            let [first, last] = self.axes[axis].cells()[index];
            let width = self.axes[axis].width(index);
            let salt = (cell as u64) << 16 | axis as u64;
            let has_zero = first <= 0 && last >= 0;
            let start = if has_zero { first.unsigned_abs() } else { spread(salt) % width };
            let offset = if width <= u64::from(SAMPLES) {
                let offset = (start + turn) % width;
                if is_small {
                    // The other axis advances after a full turn of this one.
                    turn /= width;
                }
                offset
            } else if round == 0 {
                start
            } else {
                spread(salt | round << 1) % width
            };
            first.wrapping_add_unsigned(offset)
        })
    }
}

/// All cells of a grid; those on the coarsest grid come first.
fn coarse_to_fine(columns: usize, rows: usize) -> Vec<u32> {
    let mut order = Vec::with_capacity(columns * rows);
    let mut coarser = None;
    for stride in STRIDES {
        for row in (0..rows).step_by(stride) {
            for column in (0..columns).step_by(stride) {
                let is_there =
                    |coarser: usize| row.is_multiple_of(coarser) && column.is_multiple_of(coarser);
                if !coarser.is_some_and(is_there) {
                    order.push((row * columns + column) as u32);
                }
            }
        }
        coarser = Some(stride);
    }
    order
}

/// A pseudo-random number (the finalizer of SplitMix64).
fn spread(salt: u64) -> u64 {
    let mut z = salt.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests;
