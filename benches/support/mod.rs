//! What benchmarks share.

use std::rc::Rc;

use tamarin::asm::assemble;
use tamarin::compare::{Options, compare};
use tamarin::cpu::Image;
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

/// The chain of `k` independent branches, which has 2^k pairs of paths.
pub fn chain(k: usize) -> [Rc<Image>; 2] {
    ["left", "right"].map(|side| {
        let text = read(&format!("benches/chain.{side}.asm"));
        let (branches, end) = text.split_once("; end\n").expect("it has an end");
        let branches: Vec<&str> = branches.split("; branch\n").take(k + 1).collect();
        image(&format!("{}{end}", branches.concat()))
    })
}

/// Compares with the default options.
pub fn comparison([left, right]: &[Rc<Image>; 2], solver: &mut dyn Solver) -> Report {
    pollster::block_on(compare(left, right, &Options::default(), solver, &mut ()))
}

fn read(path: &str) -> String {
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}
