//! The plane of a map of ARM64 programs: `x0` and `x1`, or two words of an array.

use super::{CellClass, End, Ended, Plane, Point};
use crate::contract::Formula;
use crate::engines::arm64::Options;
use crate::machine::arm64::agreement::{Both, Difference, Run, difference};
use crate::machine::arm64::{Given, Stop};
use crate::report::OutcomeKind;
use crate::report::words::arm64 as words;

/// The words that programs get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inputs {
    /// `x0` and `x1`.
    Numbers,
    /// The length and the elements of an array at an address.
    Array {
        /// Its address.
        address: u64,
        /// The maximal number of elements.
        most: usize,
    },
}

/// The conditions under which both programs of a map run.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The question about the programs.
    pub options: Options,
    /// The inputs.
    pub inputs: Inputs,
    /// The indices of the inputs on the horizontal and the vertical axis.
    pub axes: [usize; 2],
    /// The values of all inputs; a point replaces those on the axes.
    pub values: Vec<u64>,
}

impl Ground {
    /// The names of the inputs.
    pub fn names(&self) -> Vec<String> {
        match self.inputs {
            Inputs::Numbers => self.options.input_names(),
            Inputs::Array { most, .. } => {
                let elements = (0..most).map(|index| format!("a[{index}]"));
                std::iter::once("len".to_owned()).chain(elements).collect()
            }
        }
    }
}

/// Two ARM64 programs on the plane of two inputs.
#[derive(Debug)]
pub struct Arm64Plane {
    both: Both,
    ground: Ground,
    names: Vec<String>,
}

impl Arm64Plane {
    /// The plane of two programs. `None` if the axes or the values are not those of the inputs, if the inputs are not those
    /// of the question, or if the longest array does not fit into memory.
    pub fn new(programs: [&[u32]; 2], ground: Ground) -> Option<Arm64Plane> {
        let names = ground.names();
        let [x, y] = ground.axes;
        if ground.options.array.is_some() != matches!(ground.inputs, Inputs::Array { .. }) {
            return None;
        }
        let is_plane = x != y && x.max(y) < names.len() && ground.values.len() == names.len();
        let both = ground.options.both(programs);
        let mut plane = Arm64Plane { both, ground, names };
        let longest = match plane.ground.inputs {
            Inputs::Numbers => vec![0; plane.names.len()],
            Inputs::Array { most, .. } => {
                let mut values = vec![0; most + 1];
                values[0] = most as u64;
                values
            }
        };
        let given = plane.given(longest).expect("no array is longer");
        let fits = plane.both.run(&given, 0).is_some();
        (is_plane && fits).then_some(plane)
    }

    /// The values of all inputs at a point.
    fn at(&self, point: Point) -> Vec<u64> {
        let mut values = self.ground.values.clone();
        for (axis, number) in self.ground.axes.into_iter().zip(point) {
            values[axis] = number as u64;
        }
        values
    }

    /// What the programs get. `None` for an array that is longer than the longest, and for a byte that is none.
    fn given(&self, values: Vec<u64>) -> Option<Given> {
        let options = &self.ground.options;
        match self.ground.inputs {
            Inputs::Numbers => {
                options.check_words(&values).ok()?;
                Some(options.given(values, 0))
            }
            Inputs::Array { address, .. } => {
                let length = usize::try_from(values[0]).ok()?;
                Some(options.given(values[1..].get(..length)?.to_vec(), address))
            }
        }
    }
}

impl Plane for Arm64Plane {
    type Run = Run;
    /// A condition on the inputs, in their order.
    type Condition = Formula<u64>;

    fn names(&self) -> [&str; 2] {
        self.ground.axes.map(|index| self.names[index].as_str())
    }

    fn run(&mut self, point: Point) -> Option<[Run; 2]> {
        let options = &self.ground.options;
        let given = self.given(self.at(point)).filter(|it| options.assumed.allows(it))?;
        Some(self.both.run(&given, options.fuel).expect("the longest array fits").runs)
    }

    fn satisfies(&self, point: Point, condition: &Formula<u64>) -> bool {
        condition.holds(&self.at(point))
    }
}

impl Ended for Run {
    fn steps(&self) -> u64 {
        self.steps
    }

    fn end(&self) -> End {
        let (outcome, fault) = match self.stop {
            Stop::Done => (OutcomeKind::Done, None),
            Stop::OutOfFuel => (OutcomeKind::OutOfFuel, None),
            Stop::Fault(fault) => (OutcomeKind::Fault, Some(fault)),
        };
        End {
            outcome,
            result: (outcome == OutcomeKind::Done).then_some(self.result as i64),
            fault: fault.map(words::fault),
            fault_kind: fault.map(|fault| fault.kind.name()),
        }
    }

    fn class(left: &Run, right: &Run) -> CellClass {
        match difference(left, right) {
            Some(Difference::Faults) if left.stop == Stop::Done => CellClass::RightFaults,
            Some(Difference::Faults) => CellClass::LeftFaults,
            Some(
                Difference::Results | Difference::Observed | Difference::Outputs | Difference::Ends,
            ) => CellClass::ResultsDiffer,
            None if [left, right].iter().any(|run| run.stop == Stop::OutOfFuel) => {
                CellClass::OutOfFuel
            }
            None if left.stop == Stop::Done => CellClass::Agree,
            None => CellClass::BothFault,
        }
    }
}
