//! Aligns pairs of programs, given as files of words: `align DIRECTORY NAME...`.

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

/// Seconds of the processor.
fn seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> =
        text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    fields.get(11).and_then(|it| it.parse::<f64>().ok()).unwrap_or(0.0) / 100.0
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
        let before = seconds();
        let mut budget = Budget { work: 3_000_000_000, ..Budget::default() };
        let found = align(&claim, &|_, _| Solved::Open, &mut budget);
        let _ = begin;
        let seconds = seconds() - before;
        match found {
            Ok(evidence) => {
                check(&claim, &evidence).expect("the kernel accepts it");
                println!(
                    "{name}: proved {seconds:.2} s, {} nodes, {} lemmas, {} work",
                    evidence.nodes.len(),
                    evidence.lemmas.len(),
                    evidence.work
                );
            }
            Err(open) => println!("{name}: open {seconds:.2} s, {open}"),
        }
    }
}
