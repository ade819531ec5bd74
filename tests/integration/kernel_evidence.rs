//! Evidence for the kernel: for pairs without loops from the claim alone, for pairs with loops from the
//! invariants of the alignment engine. The kernel has accepted all returned evidence; no pair that differs has any.
//!
//! The long test prints a table over all pairs that agree: `cargo test --profile long --test integration -- --ignored
//! kernel_evidence --nocapture`.

use std::fs;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Instant;

use tamarin::contract::{Contract, Spec};
use tamarin::engines::alignment::Proved;
use tamarin::engines::evidence::{Unproved, of_loops, search};
use tamarin::engines::statement::Statement;
use tamarin::machine::Image;
use tamarin::solver::Stop;
use tamarin_kernel::{Claim, Evidence, check};
use tamarin_prove::Budget;
use tamarin_testing::examples::program;
use tamarin_testing::pairs::{Label, Pair};
use tamarin_testing::{files, proved_under};

/// The work limit for a pair.
fn budget() -> Budget {
    Budget { work: 10_000_000, ..Budget::default() }
}

/// Evidence from the claim alone, within so much work.
fn searched(images: &[Rc<Image>; 2], work: u64) -> Result<(Claim, Evidence), Unproved> {
    search(images.each_ref(), &Contract::default(), &Statement::EQUIVALENT, work, &Stop::NEVER)
}

#[test]
fn pairs_without_loops_have_evidence() {
    let wanted = [
        "abs-branch-product",
        "clock-next-minute",
        "days-table-thirteen",
        "max-median",
        "odd-sum",
        "power-squaring",
        "clamp_reordered",
        "difference_of_squares",
        "leap_order",
        "times_seven",
    ];
    let pairs = Pair::all().into_iter().filter(|pair| wanted.contains(&&pair.labels.name[..]));
    let mut count = 0;
    for pair in pairs.filter(|pair| pair.labels.label() == Label::Eq) {
        let name = &pair.labels.name;
        let (claim, evidence) =
            searched(&pair.images(), budget().work).unwrap_or_else(|why| panic!("{name}: {why:?}"));
        check(&claim, &evidence).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
        count += 1;
    }
    assert!(count >= 7, "{count}");
}

#[test]
fn pairs_that_differ_have_none() {
    for pair in Pair::all().iter().filter(|pair| pair.labels.label() == Label::Neq).step_by(5) {
        assert!(searched(&pair.images(), 300_000).is_err(), "{}", pair.labels.name);
    }
}

/// A pair of `tests/corpus/loops` that agrees.
struct Loops {
    name: String,
    contract: Contract,
    texts: [String; 2],
}

impl Loops {
    fn all() -> Vec<Loops> {
        let left = |path: &PathBuf| path.to_string_lossy().ends_with(".left.asm");
        files("tests/corpus/loops", "asm")
            .into_iter()
            .filter(left)
            .filter_map(Loops::read)
            .collect()
    }

    fn read(path: PathBuf) -> Option<Loops> {
        let left = fs::read_to_string(&path).expect("it is there");
        let claim = left.lines().any(|line| line == ";@ claim: equivalent");
        let contract = left.lines().find_map(|line| line.strip_prefix(";@ contract: "));
        let spec: Spec = contract.map_or_else(Spec::default, |text| {
            serde_json::from_str(text).expect("it is a contract")
        });
        let path = path.to_string_lossy().into_owned();
        let name = path.rsplit('/').next()?.strip_suffix(".left.asm")?.to_owned();
        let right = fs::read_to_string(path.replace(".left.", ".right.")).expect("it is there");
        let contract = Contract::new(&spec).expect("it is a contract");
        claim.then_some(Loops { name, contract, texts: [left, right] })
    }

    fn images(&self) -> [Rc<Image>; 2] {
        [0, 1].map(|side| {
            let image = self.contract.image(side, &program(&self.texts[side]));
            image.expect("it is short")
        })
    }

    fn proved(&self) -> Option<Proved> {
        let [left, right] = &self.images();
        proved_under(&self.contract, [left, right])
    }

    fn evidence(&self, proved: &Proved, budget: &Budget) -> Result<(Claim, Evidence), Unproved> {
        let [left, right] = &self.images();
        of_loops([left, right], &self.contract, proved, budget, &Stop::NEVER)
    }
}

#[test]
fn loops_have_evidence_from_their_invariants() {
    let wanted = ["call-in-loop", "peeled", "strength-reduced", "two-rounds"];
    for pair in Loops::all().into_iter().filter(|pair| wanted.contains(&&pair.name[..])) {
        let name = &pair.name;
        let proved = pair.proved().expect(name);
        let found = pair.evidence(&proved, &budget());
        let (claim, evidence) = found.unwrap_or_else(|why| panic!("{name}: {why:?}"));
        check(&claim, &evidence).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
        assert!(!evidence.nodes.is_empty(), "{name}");
        // The invariants of the right program prove nothing about a wrong one.
        let wrong = format!("tests/corpus/loops/{name}-wrong.right.asm");
        let wrong = fs::read_to_string(tamarin_testing::root().join(wrong)).expect(name);
        let wrong = Loops { texts: [pair.texts[0].clone(), wrong], ..pair };
        let little = Budget { work: 2_000_000, conflicts: 500, ..Budget::default() };
        wrong.evidence(&proved, &little).expect_err("a wrong program");
    }
}

/// Prints accepted pairs, with seconds and bytes, and why the others are open.
#[test]
#[ignore = "long"]
fn the_table_of_all_pairs_that_agree() {
    let (mut accepted, mut all) = (0, 0);
    let mut row = |name: &str, found: Result<(Claim, Evidence), Unproved>, begin: Instant| {
        let seconds = begin.elapsed().as_secs_f64();
        all += 1;
        match found {
            Ok((claim, evidence)) => {
                check(&claim, &evidence).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
                accepted += 1;
                let size = serde_json::to_string(&evidence).expect("it is data").len();
                println!("{name:34} accepted {seconds:7.2} s {size:9} bytes");
            }
            Err(Unproved::Unsaid(what)) => println!("{name:34} unsaid   {}", what.0),
            Err(Unproved::Open(open)) => println!("{name:34} open     {seconds:7.2} s {open}"),
        }
    };
    for pair in Pair::all().iter().filter(|pair| pair.labels.label() == Label::Eq) {
        let begin = Instant::now();
        row(&pair.labels.name, searched(&pair.images(), budget().work), begin);
    }
    for pair in Loops::all() {
        let Some(proved) = pair.proved() else { continue };
        let begin = Instant::now();
        row(&pair.name, pair.evidence(&proved, &Budget::default()), begin);
    }
    println!("{accepted} of {all}");
}
