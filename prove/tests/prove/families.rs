//! The pairs of `tests/corpus/families`, proved from their words alone.
//!
//! `cargo test -p tamarin-prove --test prove -- --ignored the_table_of_families --nocapture` prints, for each pair,
//! whether it was proved, by what, or where the proof stopped. `PAIRS=gcd,lcm` restricts it to names that contain one of
//! these texts, and `FOLDER` names another folder.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

use tamarin_kernel::check;
use tamarin_prove::align::align;
use tamarin_prove::recursion::{is_recursive, recursion};
use tamarin_prove::{Budget, Open, Solved};

use crate::mips::{Pair, pairs};

/// The work of a comparison, and the part that alignment leaves.
const WORK: u64 = 40_000_000;
const REST: u64 = 10_000_000;

/// How far the proof of a pair came.
enum Found {
    By(&'static str),
    Open([Open; 2]),
}

fn prove(pair: &Pair) -> Found {
    let mut budget = Budget { work: WORK - REST, ..Budget::default() };
    let solver = |_: &[Vec<i32>], _: u64| Solved::Open;
    let attempt = |by: &'static str, budget: &mut Budget| {
        let found = match by {
            "align" => align(&pair.claim, &solver, budget),
            _ => recursion(&pair.claim, &solver, budget),
        };
        found.map(|evidence| {
            check(&pair.claim, &evidence).expect("what is returned is accepted");
            by
        })
    };
    let mut order = ["align", "functions"];
    if is_recursive(&pair.claim, &solver, &mut budget) {
        order.reverse();
    }
    let first = match attempt(order[0], &mut budget) {
        Ok(by) => return Found::By(by),
        Err(open) => open,
    };
    budget.work += REST;
    if matches!(first, Open::Differ(_)) {
        return Found::Open([first.clone(), first]);
    }
    match attempt(order[1], &mut budget) {
        Ok(by) => Found::By(by),
        Err(open) => Found::Open([first, open]),
    }
}

#[test]
#[ignore = "it takes minutes"]
fn the_table_of_families() {
    let folder = std::env::var("FOLDER").unwrap_or_else(|_| "../tests/corpus/families".into());
    let only = std::env::var("PAIRS").unwrap_or_default();
    let is_in = |name: &str| only.split(',').any(|it| name.contains(it));
    let mut families: BTreeMap<String, [u32; 4]> = BTreeMap::new();
    for pair in pairs(&PathBuf::from(folder)).iter().filter(|pair| is_in(&pair.name)) {
        let begin = Instant::now();
        let found = prove(pair);
        let [right, all, wrong, wrongs] = families.entry(pair.family.clone()).or_default();
        let is_proved = matches!(found, Found::By(_));
        match pair.agrees {
            true => (*right, *all) = (*right + u32::from(is_proved), *all + 1),
            false => (*wrong, *wrongs) = (*wrong + u32::from(is_proved), *wrongs + 1),
        }
        let text = match found {
            Found::By(by) => format!("proved by {by}"),
            Found::Open([first, second]) => format!("open: {first}; {second}"),
        };
        let seconds = begin.elapsed().as_secs_f32();
        println!(
            "{:<28} {} {seconds:6.1} s  {text}",
            pair.name,
            if pair.agrees { "=" } else { "#" }
        );
        assert!(pair.agrees || !is_proved, "{}: it is false", pair.name);
    }
    for (family, [right, all, wrong, wrongs]) in families {
        println!("{family:<20} right {right}/{all} proved, wrong {wrong}/{wrongs} proved");
    }
}
