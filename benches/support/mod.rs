//! What benchmarks share.

use std::rc::Rc;

use tamarin::engines::paths::{Options, compare};
use tamarin::link::assemble;
use tamarin::machine::Image;
use tamarin::report::Report;
use tamarin::solver::Solver;

/// A program that is to have no errors.
pub fn image(text: &str) -> Rc<Image> {
    Image::new(&assemble(text).program.expect("it has no errors"))
}

/// The two programs of a pair, by the path of its files below the project
/// without `.left.asm` and `.right.asm`.
pub fn pair(path: &str) -> [Rc<Image>; 2] {
    ["left", "right"].map(|side| image(&read(&format!("{path}.{side}.asm"))))
}

/// Compares with the default options.
pub fn comparison([left, right]: &[Rc<Image>; 2], solver: &mut dyn Solver) -> Report {
    pollster::block_on(compare(left, right, &Options::default(), solver, &mut ()))
}

/// A file of the project.
pub fn read(path: &str) -> String {
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}
