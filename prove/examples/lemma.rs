//! Tries tactics on a lemma: `lemma WORDS ASSUMPTION... SHOW`.

use tamarin_kernel::machine::mips::MIPS;
use tamarin_prove::lemma::Statement;
use tamarin_prove::tactics::{Effort, Library, Tools};
use tamarin_prove::{Budget, Solved};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let any = arguments[0].split(',').map(str::to_owned).collect();
    let (show, assume) = arguments[1..].split_last().expect("a fact is to be shown");
    let assume = assume.iter().map(|it| it.as_str().into()).collect();
    let statement = Statement { any, assume, show: Some(show.as_str().into()) };
    let mut budget = Budget::default();
    let solver = |_: &[Vec<i32>], _: u64| Solved::Open;
    let mut tools =
        Tools { machine: &MIPS, solver: &solver, budget: &mut budget, effort: Effort::Full };
    let mut library = Library::default();
    println!("{show}: {:?} {:?}", library.prove(&statement, &mut tools).is_some(), library.by);
}
