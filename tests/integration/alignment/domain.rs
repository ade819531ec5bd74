//! Proofs that use the correlating abstract domain alone: the loops of the paper that introduced it (Partush and Yahav,
//! Abstract Semantic Differencing for Numerical Programs).

use tamarin::contract::{Contract, Spec};
use tamarin::engines::alignment::Origin;
use tamarin::engines::evidence::of_loops;
use tamarin::link::assemble;
use tamarin::solver::Stop;
use tamarin_prove::Budget;

use super::{attempt_under, image, proved, rounds};

const FOLDER: &str = "tests/corpus/regions";

fn read(name: &str) -> String {
    let path = format!("{}/{FOLDER}/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("it is there")
}

/// That no region of a pair holds.
fn outside(name: &str) -> Vec<String> {
    let expected = read(&format!("{name}.expected"));
    let regions = expected.lines().filter_map(|line| line.strip_prefix("Result: "));
    let condition =
        |region: &str| region.split_once(": ").expect("it has a condition").0.to_owned();
    regions.map(|region| format!("not ({})", condition(region))).collect()
}

/// Two texts agree on all inputs of their contract that satisfy this, and the invariants of the
/// proof are of the domain. Returns whether evidence is made of them.
fn assert_by_domain(texts: [&str; 2], assume: Vec<String>) -> bool {
    let spec = texts[0].lines().find_map(|line| line.strip_prefix(";@ contract: "));
    let spec: Spec = serde_json::from_str(spec.unwrap_or("{}")).expect("it is a spec");
    let contract = Contract::new(&Spec { assume, ..spec }).expect("it is a contract");
    let [left, right] = [0, 1].map(|side| {
        let program = assemble(texts[side]).program.expect("it is a program");
        contract.image(side, &program).expect("it is short")
    });
    let proved = attempt_under(&contract, [&left, &right]).proved.expect("they agree");
    assert!(proved.stops_alike());
    assert_eq!(proved.origin, Origin::Domain);
    let budget = Budget { work: 4_000_000, ..Budget::default() };
    of_loops([&left, &right], &contract, &proved, &budget, &Stop::NEVER).is_ok()
}

/// Fig. 10: the sum by itself, and wherever the patched one does not return at once.
#[test]
fn sums_of_an_array() {
    let [left, right] = ["left", "right"].map(|side| read(&format!("patched-sum.{side}.asm")));
    assert!(assert_by_domain([&left, &left], vec![]));
    assert!(assert_by_domain([&left, &right], vec!["len <u 4".to_owned()]));
}

/// Figs. 8, 15 and 16: pairs that no region covers. They have no evidence.
#[test]
fn loops_where_no_region_holds() {
    for name in ["twice", "logical-value-loop", "split", "split-long"] {
        let [left, right] = ["left", "right"].map(|side| read(&format!("{name}.{side}.asm")));
        let outside = outside(name);
        assert!(!outside.is_empty(), "{name}");
        assert_by_domain([&left, &right], outside);
    }
}

/// A sum in steps of twice the size, against one in half the steps.
#[test]
fn a_doubled_word() {
    let once = rounds("", "add $5, $5, $4", "add $3, $5, $5");
    let twice = rounds("", "add $3, $3, $4\nadd $3, $3, $4", "");
    let [left, right] = [&once, &twice].map(|text| image(text));
    let proved = attempt_under(&Contract::default(), [&left, &right]).proved;
    assert_eq!(
        proved.map(|proved| (proved.origin, proved.stops_alike())),
        Some((Origin::Domain, true))
    );
}

/// Facts that equalities and intervals do not express are found from runs, as for other loops.
#[test]
fn where_the_domain_does_not_suffice_there_are_runs() {
    // The one looks whether it is there, the other one whether it is not below.
    let counting = |test: &str| {
        format!(
            "lis $4\n.word 1\nslt $6, $0, $1\nbeq $6, $0, done\nloop: {test}\n\
             add $3, $3, $2\nadd $5, $5, $4\nbeq $0, $0, loop\ndone: jr $31\n"
        )
    };
    let is_there = counting("beq $5, $1, done");
    let is_not_below = counting("slt $6, $5, $1\nbeq $6, $0, done");
    let proved = proved(&is_there, &is_not_below).expect("they agree");
    assert_eq!((proved.origin, proved.stops_alike()), (Origin::Runs, true));
}
