//! The pairs of `tests/corpus/families`, proved from their words alone.
//!
//! `cargo test -p tamarin-prove --test prove -- --ignored the_table_of_families --nocapture` prints, for each pair,
//! its seconds, the work in millions, whether it was proved, and where each method stopped that proved nothing.
//! `PAIRS=gcd,lcm` restricts it to names that contain one of these texts, and `FOLDER` names another folder.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

use tamarin_kernel::check;
use tamarin_prove::words::{Found, from_words};
use tamarin_prove::{Budget, Solved};

use crate::mips::{Pair, pairs};

/// The work of a comparison.
const WORK: u64 = 40_000_000;

fn prove(pair: &Pair) -> Found {
    let budget = Budget { work: WORK, ..Budget::default() };
    let found = from_words(&pair.claim, &|_, _| Solved::Open, &budget, u64::MAX);
    if let Ok(evidence) = &found.evidence {
        check(&pair.claim, evidence).expect("what is returned is accepted");
    }
    found
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
        let is_proved = found.evidence.is_ok();
        match pair.agrees {
            true => (*right, *all) = (*right + u32::from(is_proved), *all + 1),
            false => (*wrong, *wrongs) = (*wrong + u32::from(is_proved), *wrongs + 1),
        }
        let open = found.open.iter().map(|(method, open)| format!("{method:?}: {open}"));
        let open = open.collect::<Vec<_>>().join("; ");
        let (text, work) = (if is_proved { "proved" } else { "open" }, found.work / 1_000_000);
        let seconds = begin.elapsed().as_secs_f32();
        let label = if pair.agrees { "=" } else { "#" };
        println!("{:<28} {label} {seconds:5.1} s {work:4} {text:<6} {open}", pair.name);
        assert!(pair.agrees || !is_proved, "{}: it is false", pair.name);
    }
    for (family, [right, all, wrong, wrongs]) in families {
        println!("{family:<20} right {right}/{all} proved, wrong {wrong}/{wrongs} proved");
    }
}
