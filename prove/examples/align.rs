//! Aligns pairs of programs, given as files of words: `align DIRECTORY NAME...` reads `NAME.left.mips` and
//! `NAME.right.mips` of the directory for each name.

use std::time::Instant;

use tamarin_kernel::claim::{Statement, Steps, Stopping};
use tamarin_kernel::{Claim, check};
use tamarin_prove::align::align;
use tamarin_prove::{Budget, Solved};

fn words(path: &str) -> Vec<u64> {
    let bytes = std::fs::read(path).expect("the file can be read");
    let word = |it: &[u8; 4]| u64::from(u32::from_be_bytes(*it));
    bytes.as_chunks::<4>().0.iter().map(word).collect()
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let directory = arguments.next().expect("a directory is given");
    for name in arguments {
        let programs =
            ["left", "right"].map(|side| words(&format!("{directory}/{name}.{side}.mips")));
        let text = include_str!("../../kernel/src/two-numbers.json");
        let claim: Claim = serde_json::from_str(text).expect("it is a claim");
        let statement = Statement::Agree { steps: Steps::All, stop: Stopping::Same };
        let claim = Claim { programs, statement, ..claim };
        let begin = Instant::now();
        let mut budget = Budget { work: 3_000_000_000, ..Budget::default() };
        let found = align(&claim, &|_, _| Solved::Open, &mut budget);
        let seconds = begin.elapsed().as_secs_f64();
        match found {
            Ok(evidence) => {
                check(&claim, &evidence).expect("the kernel accepts it");
                let (nodes, lemmas) = (evidence.nodes.len(), evidence.lemmas.len());
                println!("{name}: proved in {seconds:.2} s, {nodes} nodes, {lemmas} lemmas");
            }
            Err(open) => println!("{name}: open after {seconds:.2} s, {open}"),
        }
    }
}
