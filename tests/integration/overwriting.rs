//! Self-modifying programs whose store addresses depend on the inputs: claims about generated pairs are compared with
//! the emulator on their inputs, with limits on the effort.

use tamarin::engines::paths::outcome::{agreement, ends};
use tamarin::engines::paths::{Options, compare};
use tamarin::machine::Image;
use tamarin::report::{Agreement, Report, Verdict};
use tamarin::solver::Effort;
use tamarin::solver::bitblast::Bitblast;
use tamarin_testing::overwriting::Overwriting;
use tamarin_testing::{figure, many};

const PAIRS: u64 = 50;
const FUEL: u64 = 120;

/// What came of the pairs of a family.
#[derive(Default)]
struct Tally {
    proved: u32,
    open: Vec<u64>,
    differing: u32,
    /// The differences that were found, by the runs that it took.
    found: Vec<u32>,
    missed: Vec<u64>,
}

impl Tally {
    fn of(family: &str, pair: fn(u64) -> Overwriting, max_runs: u32) -> Tally {
        let mut tally = Tally::default();
        for seed in 0..PAIRS {
            tally.take(seed, &pair(seed), max_runs);
        }
        tally.found.sort_unstable();
        let Tally { proved, differing, found, .. } = &tally;
        let (median, most) = (found[found.len() / 2], found[found.len() - 1]);
        let count = found.len();
        figure(&format!(
            "{family}: {proved} of {PAIRS} proved equal; {count} of {differing} differences found, \
             half of them within {median} runs and all within {most}"
        ));
        tally
    }

    fn take(&mut self, seed: u64, Overwriting { pair, inputs, is_all }: &Overwriting, runs: u32) {
        let [left, right] = pair.each_ref().map(Image::new);
        let mut differing = inputs.iter().filter(|&&inputs| {
            let [a, b] = ends([&left, &right], &inputs.into(), FUEL);
            agreement(&a, &b) == Agreement::Differ
        });
        let options =
            Options { fuel: FUEL, max_runs: runs, effort: Effort(1_000), ..Options::default() };
        let (mut solver, mut observer) = (Bitblast::new(), ());
        let comparison = compare(&left, &right, &options, &mut solver, &mut observer);
        let Report { verdict, witness, reason, stats, .. } = pollster::block_on(comparison);
        assert_eq!(reason.cuts.diverged, 0, "{seed}: a run left its predicted path");
        let differs = differing.next();
        self.differing += u32::from(differs.is_some());
        match verdict {
            Verdict::Disequivalent => {
                let witness = witness.expect("a difference has a witness").inputs;
                let [a, b] = ends([&left, &right], &witness, FUEL);
                assert_eq!(agreement(&a, &b), Agreement::Differ, "{seed}");
                assert!(differs.is_some() || !is_all, "{seed}: {witness:?} does not matter");
                self.found.push(stats.runs);
            }
            Verdict::Equivalent | Verdict::EquivalentIfBothStop | Verdict::EquivalentUpTo => {
                assert_eq!(differs, None, "{seed} is {verdict:?}");
                self.proved += 1;
            }
            Verdict::PossiblyEquivalent if differs.is_some() => self.missed.push(seed),
            Verdict::PossiblyEquivalent => self.open.push(seed),
        }
    }
}

#[test]
fn a_store_to_one_of_a_few_words_of_text_is_decided() {
    let tally = Tally::of("overwriting one of a few words", Overwriting::reduced, 200);
    assert_eq!((tally.missed, tally.open), (vec![], vec![]));
    assert!(tally.differing >= 5 && tally.found.iter().all(|&runs| runs <= 10));
}

/// The stored word may be anything: no search completes that, but differences elsewhere are found.
#[test]
fn a_store_of_any_word_does_not_keep_the_search_from_other_ways() {
    let tally = Tally::of("overwriting any word", Overwriting::free, many(16, 40));
    assert_eq!(tally.missed, [0; 0], "differences that were not found");
    assert!(tally.differing >= many(6, 15) && tally.found.iter().all(|&runs| runs <= 5));
}
