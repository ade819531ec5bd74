//! Exports a map as CSV, one cell per line.

use std::fmt::Write;

use super::{CellClass, DifferenceMap, End, Ended, Plane};

impl<P: Plane> DifferenceMap<P> {
    /// The cells with samples, in CSV (RFC 4180): the first and the last number of the cell on each
    /// axis, as signed numbers, the class, the number of samples, the sample that determines the
    /// class, and how each program ends on it: the result, the kind of fault, or `out-of-fuel`.
    pub fn csv(&mut self) -> String {
        let [x, y] = self.plane.names();
        let mut out = format!(
            "{x} from,{x} to,{y} from,{y} to,class,samples,sample {x},sample {y},left,right\r\n"
        );
        let columns = self.axes[0].cells().len();
        for index in 0..self.cells.len() {
            let cell = self.cells[index];
            if matches!(cell.class, CellClass::Unseen | CellClass::Excluded) {
                continue;
            }
            let [x_from, x_to] = self.axes[0].cells()[index % columns];
            let [y_from, y_to] = self.axes[1].cells()[index / columns];
            let [a, b] = cell.point;
            let (class, samples) = (cell.class.name(), cell.samples);
            let runs = self.plane.run(cell.point).expect("the sample was run");
            let [left, right] = runs.map(|run| text(&run.end()));
            let _ = write!(
                out,
                "{x_from},{x_to},{y_from},{y_to},{class},{samples},{a},{b},{left},{right}\r\n"
            );
        }
        out
    }
}

fn text(end: &End) -> String {
    match (end.result, end.fault_kind) {
        (Some(result), _) => result.to_string(),
        (None, Some(kind)) => kind.to_owned(),
        (None, None) => "out-of-fuel".to_owned(),
    }
}
