//! The plane of a map of MIPS programs: two inputs of a contract.

use std::rc::Rc;
use std::sync::Arc;

use super::{CellClass, End, Ended, Plane, Point};
use crate::contract::Contract;
use crate::engines::paths::outcome::{self, Outcome};
use crate::machine::{Image, Inputs, Machine, Stop};
use crate::report::ReasonCode;

/// The inputs of a map: those on the axes, and the values of the others.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The contract.
    pub contract: Arc<Contract>,
    /// The indices of the inputs on the horizontal and the vertical axis.
    pub axes: [usize; 2],
    /// The values of the other inputs.
    pub inputs: Inputs,
}

impl Default for Ground {
    /// The plane of two integer inputs.
    fn default() -> Ground {
        Ground { contract: Arc::default(), axes: [0, 1], inputs: [0, 0].into() }
    }
}

/// Two MIPS programs on the plane of two inputs.
#[derive(Debug)]
pub struct MipsPlane {
    ground: Ground,
    machines: [Machine; 2],
    fuel: u64,
}

impl MipsPlane {
    /// The plane of two programs.
    pub fn new(images: [&Rc<Image>; 2], ground: Ground, fuel: u64) -> MipsPlane {
        let machines = images.map(|image| Machine::new(image, &ground.inputs));
        MipsPlane { ground, machines, fuel }
    }

    /// The contract.
    pub fn contract(&self) -> &Arc<Contract> {
        &self.ground.contract
    }

    /// The inputs at a point.
    pub fn at(&self, point: Point) -> Inputs {
        let Ground { axes, inputs, .. } = &self.ground;
        let [x, y] = point.map(|number| number as u32);
        inputs.with(axes[0], x).with(axes[1], y)
    }
}

impl Plane for MipsPlane {
    type Run = Outcome;
    /// The contract of the map with further assumptions.
    type Condition = Arc<Contract>;

    fn names(&self) -> [&str; 2] {
        let Ground { contract, axes, .. } = &self.ground;
        axes.map(|index| contract.names()[index].as_str())
    }

    fn run(&mut self, point: Point) -> Option<[Outcome; 2]> {
        let inputs = self.at(point);
        let fuel = self.fuel;
        self.contract().allows(&inputs).then(|| {
            self.machines.each_mut().map(|machine| {
                machine.restart(&inputs);
                let stop = machine.run(fuel, &mut ());
                Outcome::of(machine, stop)
            })
        })
    }

    fn satisfies(&self, point: Point, condition: &Arc<Contract>) -> bool {
        condition.allows(&self.at(point))
    }
}

impl Ended for Outcome {
    fn steps(&self) -> u64 {
        self.steps
    }

    fn end(&self) -> End {
        let report = self.report();
        let (fault, fault_kind) = report.fault.map(|fault| (fault.message, fault.kind)).unzip();
        let result = report.result.map(|word| i64::from(word as i32));
        End { outcome: report.outcome, result, fault, fault_kind }
    }

    fn class(left: &Outcome, right: &Outcome) -> CellClass {
        match outcome::difference(left, right) {
            Some(ReasonCode::OnlyLeftFaults) => CellClass::LeftFaults,
            Some(ReasonCode::OnlyRightFaults) => CellClass::RightFaults,
            Some(_) => CellClass::ResultsDiffer,
            None if [left, right].iter().any(|run| run.stop == Stop::OutOfFuel) => {
                CellClass::OutOfFuel
            }
            None if left.stop == Stop::Done => CellClass::Agree,
            None => CellClass::BothFault,
        }
    }
}
