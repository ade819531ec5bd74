//! Families of loops and recursions, proved from their words alone.
//!
//! `cargo test --profile long -p tamarin-prove --test prove -- --ignored the_table_of_families --nocapture` prints, for
//! each pair, its seconds, the work in millions, whether it was proved or refuted, and where each method stopped that
//! proved nothing; then for each family how many equal pairs were proved, how many wrong ones were refuted (an input was
//! found) or proved (a mistake), and the median of the seconds. `PAIRS=gcd,lcm` restricts it to names that contain one
//! of these texts, and `FOLDER` to one folder. No SAT solver takes part, so a comparison proves somewhat more.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

use tamarin_kernel::check;
use tamarin_kernel::claim::{Statement, Steps, Stopping};
use tamarin_prove::words::{Found, from_words};
use tamarin_prove::{Budget, Open, Solved};

use crate::mips::{Pair, named, pairs};
use crate::refute::searched;

const FOLDER: &str = "../tests/corpus/families";

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

/// The pairs of `tests/corpus/families` with these names.
fn of_corpus(names: &[&str]) -> Vec<Pair> {
    let mut all = pairs(&PathBuf::from(FOLDER));
    all.retain(|pair| names.iter().any(|name| pair.name.starts_with(name)));
    all
}

/// Recursion beside a loop, beside another recursion, with a base case more, with another step, and by halves.
#[test]
fn recursions_with_frames_are_functions() {
    let names =
        ["factorial-3", "fibonacci-1", "fibonacci-3", "gcd-recursive-3", "parity-1", "sum-5"];
    let found = of_corpus(&names);
    assert_eq!(found.len(), 2 * names.len());
    let others = ["power-4-registers", "power-recursive-6-stack"];
    for pair in found.iter().chain(&of_corpus(&others)) {
        let found = prove(pair);
        assert!(found.evidence.is_ok(), "{}: {:?}", pair.name, found.open);
        let evidence = found.evidence.expect("it was found");
        assert!(!evidence.functions.is_empty() && !evidence.contracts.is_empty(), "{}", pair.name);
    }
    // Of these, neither program is recursive.
    for pair in of_corpus(&["times-7"]) {
        let found = prove(&pair);
        assert!(found.evidence.is_ok(), "{}: {:?}", pair.name, found.open);
    }
}

/// Recursions as a person writes them, with frames for what has to be kept.
#[test]
fn recursions_written_by_hand_are_functions() {
    for pair in pairs(&PathBuf::from("tests/recursions")) {
        let found = prove(&pair);
        assert_eq!(found.evidence.is_ok(), pair.agrees, "{}: {:?}", pair.name, found.open);
    }
}

#[test]
fn recursions_that_differ_are_never_proved() {
    let families = ["factorial", "fibonacci", "gcd", "lcm", "parity", "power", "sum", "times"];
    let mut wrong = of_corpus(&families);
    wrong.retain(|pair| !pair.agrees);
    assert_eq!(wrong.len(), 60);
    for pair in wrong {
        assert!(prove(&pair).evidence.is_err(), "{}: it is false", pair.name);
    }
}

/// Accumulators, remainders against differences, and counters, in pairs beside those of the corpus.
#[test]
fn other_pairs_of_the_families_are_proved() {
    let mut found = pairs(&PathBuf::from("tests/families"));
    let names = ["accumulators-1", "accumulators-3", "accumulators-5", "gcd-more-3"];
    found.retain(|pair| names.iter().any(|name| pair.name == format!("{name}-registers")));
    assert_eq!(found.len(), names.len());
    for pair in found {
        let proved = prove(&pair);
        assert!(proved.evidence.is_ok(), "{}: {:?}", pair.name, proved.open);
    }
}

/// Loops that count up: by closed forms (5, 11, 12), by steps of a function that halves (2, 14), by twos (`counted-up-1`), and
/// up to a limit that the contract bounds (16).
#[test]
fn loops_that_count_are_functions() {
    let mut found = pairs(&PathBuf::from("tests/families"));
    found.retain(|pair| pair.name.starts_with("count") && pair.name.ends_with("registers"));
    for pair in found.iter().filter(|pair| !pair.agrees) {
        assert!(prove(pair).evidence.is_err(), "{}: it is false", pair.name);
    }
    let names =
        ["counted-up-1", "counting-2", "counting-5", "counting-11", "counting-12", "counting-14"];
    found.retain(|pair| names.iter().any(|name| pair.name == format!("{name}-registers")));
    assert_eq!(found.len(), names.len());
    found.push(named("tests/families-unseen", "counting-16-registers"));
    for pair in found {
        let proved = prove(&pair);
        assert!(proved.evidence.is_ok(), "{}: {:?}", pair.name, proved.open);
    }
}

/// Quotients and remainders by constants, beside the upper half of a product. Some of the wrong ones differ on few words.
#[test]
fn reciprocals_are_proved() {
    let mut found = pairs(&PathBuf::from("tests/families"));
    found.retain(|pair| pair.name.starts_with("reciprocals"));
    assert_eq!(found.len(), 24);
    for pair in found {
        let proved = prove(&pair);
        assert_eq!(proved.evidence.is_ok(), pair.agrees, "{}: {:?}", pair.name, proved.open);
    }
}

/// Products by halving one factor and doubling the other: the sum so far is a product less another one.
#[test]
fn products_by_halves_are_proved() {
    let mut found = pairs(&PathBuf::from("tests/families"));
    found.retain(|pair| pair.name.starts_with("quadratic"));
    assert_eq!(found.len(), 24);
    for pair in found {
        let proved = prove(&pair);
        assert_eq!(proved.evidence.is_ok(), pair.agrees, "{}: {:?}", pair.name, proved.open);
    }
}

/// Loops that compare or count unsigned words, and programs that store into their text.
#[test]
fn unsigned_loops_and_changed_text_are_proved() {
    let names = ["rotated", "sum-directions", "peasant"].map(|name| ("loops", name));
    let changed = ["patched-constant", "patched-instruction", "array-sum-directions"];
    for (folder, name) in names.into_iter().chain(changed.map(|name| ("pairs", name))) {
        let pair = named(&format!("../tests/corpus/{folder}"), name);
        let found = prove(&pair);
        let evidence = found.evidence.unwrap_or_else(|_| panic!("{name}: {:?}", found.open));
        assert_eq!(evidence.protected.is_empty(), folder == "loops", "{name}");
    }
}

/// Arrays of at most four elements are observed, by all paths.
#[test]
fn arrays_of_few_elements_are_proved() {
    for name in ["array-shift", "array-reverse-wrong"] {
        let mut pair = named("../tests/corpus/loops", name);
        for array in pair.claim.start.iter_mut().filter_map(|start| start.array.as_mut()) {
            array.capacity = 4;
        }
        let found = prove(&pair);
        assert!(pair.claim.observed.array);
        assert_eq!(found.evidence.is_ok(), pair.agrees, "{}: {:?}", pair.name, found.open);
    }
}

/// Tables in the text, computed jumps, remainders by small numbers: words of few values become constants.
#[test]
fn words_of_few_values_are_proved() {
    let mut found = pairs(&PathBuf::from("tests/families"));
    found.retain(|pair| pair.family == "values" && pair.name.ends_with("registers"));
    assert_eq!(found.len(), 12);
    let corpus = ["call-table", "days-table-branches", "digits-of-remainder", "prime-odd-divisors"];
    found.extend(corpus.map(|name| named("../tests/corpus/pairs", name)));
    for pair in found {
        let proved = prove(&pair);
        assert_eq!(proved.evidence.is_ok(), pair.agrees, "{}: {:?}", pair.name, proved.open);
    }
}

/// Programs that store into an array of up to 64 elements, or into other memory, agree on it in each round.
#[test]
fn memory_of_any_length_is_proved() {
    let mut found: Vec<Pair> =
        ["array-reverse", "array-reverse-wrong", "array-shift", "array-shift-wrong", "memory-fill"]
            .map(|name| named("../tests/corpus/loops", name))
            .into();
    let families = pairs(&PathBuf::from("tests/families")).into_iter();
    let is_here = |pair: &Pair| ["-1-", "-9-"].iter().any(|number| pair.name.contains(number));
    found.extend(families.filter(|pair| pair.family == "regions" && is_here(pair)));
    assert_eq!(found.len(), 13);
    for pair in found {
        let proved = prove(&pair);
        assert_eq!(proved.evidence.is_ok(), pair.agrees, "{}: {:?}", pair.name, proved.open);
        if let Ok(evidence) = proved.evidence {
            assert!(evidence.nodes.values().any(|node| !node.holds.regions.is_empty()));
        }
    }
}

/// Loops that keep a remainder: Euclid's algorithm by differences, sums of digits, numbers that are folded.
#[test]
fn loops_that_keep_a_remainder_are_proved() {
    let corpus = ["casting-out", "digital-root", "folding", "gcd-subtraction", "gcd-swaps"];
    let mut found: Vec<Pair> =
        corpus.map(|name| named("../tests/corpus/loops", name)).into_iter().collect();
    let families = pairs(&PathBuf::from("tests/families")).into_iter();
    let is_here = |pair: &Pair| ["-3-", "-7-", "-9-"].iter().any(|it| pair.name.contains(it));
    found.extend(families.filter(|pair| pair.family == "congruence" && is_here(pair)));
    assert_eq!(found.len(), 5 + 12);
    for pair in found {
        let proved = prove(&pair);
        assert_eq!(proved.evidence.is_ok(), pair.agrees, "{}: {:?}", pair.name, proved.open);
        // One is proved as a function.
        if let Some(evidence) = proved.evidence.ok().filter(|it| it.functions.is_empty()) {
            let facts = || evidence.nodes.values().flat_map(|node| node.holds.facts.keys());
            assert!(facts().any(|label| label.starts_with("congruence")), "{}", pair.name);
        }
    }
}

/// Quotients and remainders of inputs that a program keeps, or a multiple of a counter below one.
#[test]
fn quotients_that_are_kept_are_proved() {
    let corpus = ["induction-variable", "invariant-moved"];
    let mut found: Vec<Pair> =
        corpus.map(|name| named("../tests/corpus/loops", name)).into_iter().collect();
    let families = pairs(&PathBuf::from("tests/families")).into_iter();
    found.extend(families.filter(|pair| pair.name.starts_with("kept")));
    assert_eq!(found.len(), 2 + 20);
    for pair in found {
        let proved = prove(&pair);
        assert_eq!(proved.evidence.is_ok(), pair.agrees, "{}: {:?}", pair.name, proved.open);
    }
}

/// Loops that are left at once beside loops with a flag, programs that wait for ever, and a limit that no run meets.
#[test]
fn loops_with_a_flag_are_proved() {
    let corpus = ["both-endless", "collatz-limit", "collatz-limit-wrong", "early-exit"];
    let mut found: Vec<Pair> =
        corpus.map(|name| named("../tests/corpus/loops", name)).into_iter().collect();
    let families = pairs(&PathBuf::from("tests/families")).into_iter();
    let is_here = |pair: &Pair| {
        ["flags-2-", "flags-wrong-2-", "flags-4-", "flags-5-"]
            .iter()
            .any(|name| pair.name.starts_with(name))
    };
    found.extend(families.filter(is_here));
    assert_eq!(found.len(), 4 + 8);
    for pair in found {
        let proved = prove(&pair);
        assert_eq!(proved.evidence.is_ok(), pair.agrees, "{}: {:?}", pair.name, proved.open);
    }
}

/// A square root by odd numbers beside squares: neither wraps before the other one does.
#[test]
fn squares_that_do_not_wrap_are_proved() {
    for name in ["square-root", "square-root-wrong", "square-sums", "square-sums-wrong"] {
        let pair = named("../tests/corpus/loops", name);
        let proved = prove(&pair);
        assert_eq!(proved.evidence.is_ok(), pair.agrees, "{name}: {:?}", proved.open);
    }
}

/// Loops in loops whose tests are the same, and a loop that ends so late that no run shows its end.
#[test]
fn loops_in_loops_and_late_ends_are_proved() {
    let loops = ["nested", "long-count"];
    let mut found = Vec::from(loops.map(|name| named("../tests/corpus/loops", name)));
    let names = ["nested-1-registers", "nested-1-stack"];
    found.extend(names.map(|name| named("tests/families", name)));
    for pair in found {
        let found = prove(&pair);
        assert!(found.evidence.is_ok(), "{}: {:?}", pair.name, found.open);
        assert!(found.work < WORK / 10, "{}: {}", pair.name, found.work);
    }
}

/// A program agrees with itself, even if nobody can follow where it jumps to.
#[test]
fn a_program_agrees_with_itself() {
    let mut pair = named("../tests/corpus/pairs", "call-table");
    // jr $1
    pair.claim.programs = [vec![0x0020_0008], vec![0x0020_0008]];
    assert!(prove(&pair).evidence.is_ok());
    pair.claim.programs[1].push(0);
    assert!(prove(&pair).evidence.is_err());
    // That both stop is shown in another way: jr $31
    pair.claim.programs = [vec![0x03e0_0008], vec![0x03e0_0008]];
    pair.claim.statement = Statement::Agree { steps: Steps::All, stop: Stopping::Both };
    assert!(prove(&pair).evidence.is_ok());
    // Nobody can show it of a loop without an end: beq $0, $0, -1
    pair.claim.programs = [vec![0x1000_ffff], vec![0x1000_ffff]];
    assert!(prove(&pair).evidence.is_err());
}

/// The folders of the table. The pairs of `families-unseen` were not looked at while the theories were written for those of
/// `families`, except those of counting and of regions.
const FOLDERS: [&str; 5] = [
    FOLDER,
    "../tests/corpus/loops",
    "tests/recursions",
    "tests/families",
    "tests/families-unseen",
];

/// What the table says of a family.
#[derive(Default)]
struct Row {
    /// Equal pairs that were proved, and all of them.
    proved: [u32; 2],
    /// Wrong pairs that were refuted, and all of them.
    refuted: [u32; 2],
    /// Wrong pairs that were proved.
    mistakes: u32,
    seconds: Vec<f32>,
}

impl Row {
    fn add(&mut self, pair: &Pair, found: &Found, seconds: f32) {
        let is_proved = found.evidence.is_ok();
        self.seconds.push(seconds);
        if pair.agrees {
            self.proved[0] += u32::from(is_proved);
            self.proved[1] += 1;
        } else {
            self.refuted[0] += u32::from(!is_proved && is_refuted(pair, found));
            self.refuted[1] += 1;
            self.mistakes += u32::from(is_proved);
        }
    }

    fn print(mut self, family: &str) {
        self.seconds.sort_by(f32::total_cmp);
        let median = self.seconds[self.seconds.len() / 2];
        let Row { proved: [proved, equal], refuted: [refuted, wrong], mistakes, .. } = self;
        println!(
            "{family:<22} {proved:3} of {equal:3} equal proved, {refuted:3} of {wrong:3} wrong refuted, \
             {mistakes} proved wrongly, median {median:.1} s"
        );
    }
}

/// Whether an input is known on which the programs differ.
fn is_refuted(pair: &Pair, found: &Found) -> bool {
    let differs = |(_, open): &(_, Open)| matches!(open, Open::Differ(_));
    found.open.iter().any(differs) || searched(&pair.claim, WORK / 8).0.is_some()
}

#[test]
#[ignore = "it takes minutes"]
fn the_table_of_families() {
    let folder = std::env::var("FOLDER");
    let folders = folder.as_ref().map_or(FOLDERS.to_vec(), |folder| vec![&folder[..]]);
    let only = std::env::var("PAIRS").unwrap_or_default();
    let is_in = |name: &str| only.split(',').any(|it| name.contains(it));
    let mut families: BTreeMap<String, Row> = BTreeMap::new();
    for folder in folders {
        for pair in pairs(&PathBuf::from(folder)).iter().filter(|pair| is_in(&pair.name)) {
            let begin = Instant::now();
            let found = prove(pair);
            let seconds = begin.elapsed().as_secs_f32();
            print(pair, &found, seconds);
            families.entry(pair.family.clone()).or_default().add(pair, &found, seconds);
        }
    }
    let mistakes: u32 = families.values().map(|row| row.mistakes).sum();
    families.into_iter().for_each(|(family, row)| row.print(&family));
    assert_eq!(mistakes, 0, "wrong pairs were proved");
}

fn print(pair: &Pair, found: &Found, seconds: f32) {
    let open = found.open.iter().map(|(method, open)| format!("{method:?}: {open}"));
    let open = open.collect::<Vec<_>>().join("; ");
    let text = if found.evidence.is_ok() { "proved" } else { "open" };
    let label = if pair.agrees { "=" } else { "#" };
    let work = found.work / 1_000_000;
    println!("{:<28} {label} {seconds:5.1} s {work:4} {text:<6} {open}", pair.name);
}
