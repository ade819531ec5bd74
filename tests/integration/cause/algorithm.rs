//! RootCause's Algorithm 1, `ConstrainFix` and `CheckMAXSAT`, held against their definitions by trying all
//! inputs of small programs; and its figures and filters.

use std::rc::Rc;

use proptest::prelude::*;
use tamarin::asm::listing;
use tamarin::engines::cause::{
    Candidates, Cause, Check, Filter, Found, Options as How, Pruning, Search, Strategy as Way,
    Suspects, cause_by, check_maxsat, constrain_fix,
};
use tamarin::engines::difference::Difference;
use tamarin::engines::paths::Options;
use tamarin::engines::paths::outcome::{difference, outcome};
use tamarin::engines::tree::{Fix, Site};
use tamarin::machine::mips::Reg;
use tamarin::machine::{Image, Inputs, Slot, Stop as End};
use tamarin::program::Program;
use tamarin::report::{Agreement, Side};
use tamarin::solver::Stop;
use tamarin::solver::bitblast::Bitblast;
use tamarin::symbolic::concolic::Written;
use tamarin_testing::differing::Differing;
use tamarin_testing::generate::{FAR, Reduced, cases, reduced_pair};

use super::{fixed, is_earliest_fix, run, way};

const FUEL: u64 = 60;

/// Two programs of which few inputs matter.
struct Small {
    images: [Rc<Image>; 2],
    options: Options,
    witness: [u32; 2],
    /// All that matter, and some beside them.
    inputs: Vec<[u32; 2]>,
    /// Whether words of the programs are the same on all inputs beside these.
    is_all: bool,
    /// Where the part begins that only inputs that matter come to: a fix there changes nothing on others.
    body: u32,
}

impl Small {
    /// None where they do not differ.
    fn new(reduced: Reduced, programs: &[Program; 2]) -> Option<Small> {
        let images = programs.each_ref().map(Image::new);
        let options = Options { fuel: FUEL, ..Options::default() };
        let [left, right] = &images;
        let differs = |inputs: &[u32; 2]| {
            let [a, b] = [left, right].map(|image| outcome(image, *inputs, FUEL));
            difference(&a, &b).is_some()
        };
        let witness = reduced.inputs().find(differs)?;
        let beside = [0, 3, 8, 100, u32::MAX, FAR + 1, FAR + 8];
        let beside = beside.into_iter().flat_map(|a| beside.map(|b| [a, b]));
        let inputs = reduced.inputs().chain(beside).collect();
        let is_all = reduced != Reduced::Masked;
        // Behind a bound of 8 and two guards, and for `Far` what takes the distance away.
        let body = match reduced {
            Reduced::Guarded => 4 * (2 + 4),
            Reduced::Far => 4 * (2 + 2 + 6 + 4),
            Reduced::Masked => u32::MAX,
        };
        Some(Small { images, options, witness, inputs, is_all, body })
    }

    fn pair(&self) -> [&Rc<Image>; 2] {
        self.images.each_ref()
    }

    fn difference(&self) -> Difference<'_> {
        let [left, right] = self.pair();
        Difference { images: [left, right], options: &self.options, inputs: self.witness.into() }
    }

    /// The inputs that count for a check: `HoldLeftPath`.
    fn counted(&self, check: Check) -> impl Iterator<Item = [u32; 2]> {
        let [left, _] = self.pair();
        let on_witness = way(left, self.witness, FUEL);
        let counts = move |inputs: &[u32; 2]| {
            check == Check::AllFix || way(left, *inputs, FUEL) == on_witness
        };
        self.inputs.iter().copied().filter(counts)
    }

    /// Whether the fixed programs agree.
    fn agree(&self, fix: Fix, inputs: [u32; 2]) -> bool {
        fixed(self.pair(), fix, inputs, FUEL) == Agreement::Agree
    }

    /// Whether the unchanged programs stop and differ.
    fn differ(&self, inputs: [u32; 2]) -> bool {
        let [a, b] = self.pair().map(|image| outcome(image, inputs, FUEL));
        difference(&a, &b).is_some()
    }

    fn stops(&self) -> bool {
        let stops = |image: &Rc<Image>| {
            self.inputs.iter().all(|it| outcome(image, *it, FUEL).stop != End::OutOfFuel)
        };
        self.images.iter().all(stops)
    }

    /// Whether a fix puts the words there that are there anyway.
    fn is_equal(&self, Fix { from, to }: Fix, inputs: [u32; 2]) -> bool {
        let [first, second] = self.pair().map(|image| run(image, inputs, FUEL).1);
        first.iter().filter(|one| from.contains(one.instance)).all(|taken| {
            let number = to.occurrence.unwrap_or(taken.instance.occurrence);
            let mut replaced = second
                .iter()
                .filter(|one| to.contains(one.instance) && one.instance.occurrence == number);
            replaced.all(|one| one.word.value == taken.word.value)
        })
    }

    fn caused(&self, how: &How) -> Search {
        caused_by(&self.difference(), how)
    }
}

fn caused_by(difference: &Difference<'_>, how: &How) -> Search {
    let (mut solver, mut observer, none) = (Bitblast::new(), (), Suspects::default());
    let found = cause_by(difference, &none, how, &mut solver, &Stop::NEVER, &mut observer);
    pollster::block_on(found)
}

fn paper(check: Check, without: &[Pruning]) -> How {
    How { strategy: Way::Paper, check: Some(check), filter: None, without: without.to_vec() }
}

/// The labels of a run, in the order of their first executions: scalar assignments, all executions of an
/// instruction and then the single one; and whether the instruction has no other.
fn labels(written: &[Written<()>]) -> Vec<(Site, bool)> {
    let is_scalar = |one: &&Written<()>| {
        let returns = (one.instance.slot, one.reg) == (Slot::Register, Some(Reg::RETURN_ADDRESS))
            && one.word.value == one.instance.at.0 + 4;
        matches!(one.instance.slot, Slot::Register | Slot::Hi | Slot::Lo) && !returns
    };
    let mut labels: Vec<(Site, bool)> = Vec::new();
    for one in written.iter().filter(is_scalar) {
        let (at, slot) = (one.instance.at, one.instance.slot);
        let all = Site { at, slot, occurrence: None };
        if labels.iter().all(|(label, _)| *label != all) {
            labels.push((all, false));
        }
        let count = written.iter().filter(|it| all.contains(it.instance)).count();
        labels.push((Site { occurrence: Some(one.instance.occurrence), ..all }, count == 1));
    }
    labels
}

/// All pairs, in the order of the algorithm.
fn pairs(small: &Small) -> Vec<Fix> {
    let [from, to] = small.pair().map(|image| labels(&run(image, small.witness, FUEL).1));
    let pairs = to.iter().flat_map(|to| from.iter().map(move |from| (from, to)));
    let is_alike = |(from, to): &(&(Site, bool), &(Site, bool))| {
        from.0.occurrence.is_some() == to.0.occurrence.is_some() && !(from.1 && to.1)
    };
    pairs.filter(is_alike).map(|(from, to)| Fix { from: from.0, to: to.0 }).collect()
}

fn sum(of: Candidates) -> u64 {
    let Candidates { equal, filtered, constrain_fix, binary_search, maxsat, .. } = of;
    equal
        + filtered
        + constrain_fix
        + binary_search
        + maxsat
        + of.runs
        + of.assign_fix()
        + of.untried
}

proptest! {
    #![proptest_config(cases(60))]

    /// The pair that is found passes its check, all pairs before it fail, and so do all where none is found.
    #[test]
    fn algorithm_1_finds_the_first_pair_that_passes((reduced, programs) in reduced_pair()) {
        let Some(small) = Small::new(reduced, &programs) else { return Ok(()) };
        let all = pairs(&small);
        for check in Check::ALL {
            let Search { found, candidates, .. } = small.caused(&paper(check, &[]));
            let candidates = candidates.expect("they are counted");
            prop_assert_eq!(candidates.pairs, all.len() as u64);
            prop_assert_eq!(sum(candidates), candidates.pairs, "{:?}", candidates);
            let before = match &found {
                Found::Unknown => continue,
                Found::None => &all[..],
                Found::Cause(cause) => {
                    prop_assert_eq!((cause.check, cause.reference), (check, Side::Left));
                    for inputs in small.counted(check) {
                        let holds = match cause.first {
                            Some(_) => is_earliest_fix(small.pair(), cause, inputs, FUEL),
                            None => small.agree(cause.fix, inputs),
                        };
                        prop_assert!(holds, "{:?}: {:?}", inputs, cause);
                    }
                    let place = all.iter().position(|fix| *fix == cause.fix);
                    &all[..place.expect("it is a pair of labels")]
                }
            };
            // What a pair up to the first point does is not known here.
            if candidates.undecided == 0 && check != Check::LeftPathEarliestFix {
                for &fix in before.iter().filter(|fix| fix.to.at.0 >= small.body) {
                    let fails = small.counted(check).any(|inputs| !small.agree(fix, inputs));
                    prop_assert!(fails, "{:?} of {:?} goes before {:?}", fix, check, found);
                }
            }
        }
    }

    /// Each pruning leaves out only pairs that fail, so the answer is the same without it (Theorem 1); and a
    /// pair that passes a check passes each weaker one (Theorem 2).
    #[test]
    fn no_pruning_changes_the_answer((reduced, programs) in reduced_pair()) {
        let Some(small) = Small::new(reduced, &programs) else { return Ok(()) };
        let mut is_found = false;
        for check in Check::ALL {
            let all = small.caused(&paper(check, &[])).found;
            is_found |= matches!(all, Found::Cause(_));
            prop_assert!(!is_found || all != Found::None, "{:?}", check);
            let alone = Pruning::ALL.map(|one| vec![one]);
            let fewer = alone.into_iter().chain([Pruning::ALL.to_vec()]);
            for without in fewer {
                let found = small.caused(&paper(check, &without)).found;
                let is_known = ![&found, &all].contains(&&Found::Unknown);
                prop_assert!(!is_known || found == all, "{:?}: {:?} {:?}", without, found, all);
            }
        }
    }

    /// `ConstrainFix` is valid where no input on which all pairs hold equal words shows a difference.
    #[test]
    fn constrain_fix_is_its_definition((reduced, programs) in reduced_pair(), some in any::<u64>()) {
        let Some(small) = Small::new(reduced, &programs) else { return Ok(()) };
        let all = pairs(&small);
        let of_bits = |bits: u64| -> Vec<Fix> {
            let chosen = (0..).zip(&all).filter(|(index, _)| bits >> (index % 64) & 1 == 1);
            chosen.map(|(_, fix)| *fix).collect()
        };
        let (few, more) = (of_bits(some & some >> 7 & some >> 13), of_bits(some));
        for check in [Check::AllFix, Check::LeftPathFix] {
            let answers = [&[][..], &few, &more].map(|fixes| {
                let (here, mut solver) = (small.difference(), Bitblast::new());
                let valid = pollster::block_on(constrain_fix(&here, check, fixes, &mut solver));
                let shows = |inputs: &[u32; 2]| {
                    small.differ(*inputs) && fixes.iter().all(|it| small.is_equal(*it, *inputs))
                };
                (valid, small.counted(check).find(shows))
            });
            for (valid, shown) in answers {
                prop_assert!(valid != Some(true) || shown.is_none(), "{:?}", shown);
                prop_assert!(valid != Some(false) || shown.is_some() || !small.is_all);
            }
            // The verification condition itself; and Lemma 1.
            let [without, with_few, with_more] = answers.map(|(valid, _)| valid);
            prop_assert!(without != Some(true));
            prop_assert!(with_few != Some(true) || with_more != Some(false));
        }
    }

    /// What `CheckMAXSAT` leaves out are no fixes, and they are as many as an input has with equal words.
    #[test]
    fn check_maxsat_leaves_out_the_most((reduced, programs) in reduced_pair()) {
        let Some(small) = Small::new(reduced, &programs) else { return Ok(()) };
        let all = pairs(&small);
        let mut rows: Vec<Site> = all.iter().map(|fix| fix.to).collect();
        rows.dedup();
        for to in rows {
            let row: Vec<Fix> = all.iter().copied().filter(|fix| fix.to == to).collect();
            let (here, mut solver) = (small.difference(), Bitblast::new());
            let pruned = check_maxsat(&here, Check::AllFix, &row, &mut solver);
            let pruned = pollster::block_on(pruned);
            for &fix in pruned.iter().filter(|fix| fix.to.at.0 >= small.body) {
                let fails = small.counted(Check::AllFix).any(|inputs| !small.agree(fix, inputs));
                prop_assert!(fails, "{:?}", fix);
            }
            if small.stops() {
                let count = |inputs: &[u32; 2]| {
                    row.iter().filter(|fix| small.is_equal(**fix, *inputs)).count()
                };
                let differing = small.inputs.iter().filter(|inputs| small.differ(**inputs));
                let most = differing.map(count).max().expect("the witness is one");
                prop_assert!(pruned.len() >= most, "{:?}: {} of {}", to, pruned.len(), most);
            }
        }
    }
}

/// A pair of `tests/corpus/causes`.
fn figure(name: &str) -> Differing {
    let all = Differing::of("tests/corpus/causes").into_iter();
    all.into_iter()
        .find(|pair| pair.expected.ends_with(format!("{name}.expected")))
        .expect("it is there")
}

/// The lines of the left and the right instruction of the cause that a search finds.
fn lines(pair: &Differing, inputs: &Inputs, how: &How) -> Option<[usize; 2]> {
    let here = Difference { inputs: inputs.clone(), ..pair.difference() };
    let cause = match caused_by(&here, how).found {
        Found::Cause(cause) => cause,
        Found::None => return None,
        Found::Unknown => panic!("it is not known"),
    };
    Some(Side::BOTH.map(|side| {
        let rows = listing(&[&pair.texts[side as usize]], &pair.programs[side as usize]);
        let mut words = rows.iter().filter(|row| row.word.is_some());
        let row = words.nth(cause.place(side).at.word_index()).expect("it is a word");
        row.line.expect("it has a line")
    }))
}

/// The lines with a text, from 1.
fn lines_of(text: &str, wanted: &str) -> Vec<usize> {
    let lines = text.lines().zip(1..);
    lines.filter(|(line, _)| line.contains(wanted)).map(|(_, number)| number).collect()
}

/// Fig. 1: (5, 7) is the first fix, that of the first load and of the load behind the call; (8, 7) is one,
/// too. Its lines are the only ones in which the texts differ, and the other search has it.
#[test]
fn fig_1_has_the_fix_of_both_loads() {
    let pair = figure("loads-around-a-call");
    let [left, right] = pair.texts.each_ref();
    let differing: Vec<usize> = left
        .lines()
        .zip(right.lines())
        .zip(1..)
        .filter(|((left, right), _)| !left.starts_with(';') && left != right)
        .map(|(_, number)| number)
        .collect();
    let load = "lw $1, -8($30)";
    let ([first], [_, second]) = (&lines_of(left, load)[..], &lines_of(right, load)[..]) else {
        panic!("it is loaded once on the left and twice on the right")
    };
    for filter in [None, Some(Filter::Load), Some(Filter::CallWind(1))] {
        let how = How { filter, ..paper(Check::AllFix, &[]) };
        assert_eq!(lines(&pair, &pair.witness, &how), Some([*first, *second]), "{filter:?}");
    }
    assert_eq!(differing, [*second]);
    let other = lines(&pair, &pair.witness, &How::default());
    assert_eq!(other, Some([*second, *second]));
    // The addresses that are called are the same words in both programs.
    let how = How { filter: Some(Filter::Callee), ..paper(Check::AllFix, &[]) };
    assert_eq!(lines(&pair, &pair.witness, &how), None);
}

/// Fig. 2: three fields are at other offsets, so no single pair makes the programs agree, not even on the path
/// of the witness; but one makes the calls of f agree. Of its two loads that is (7, 10) of the figure.
#[test]
fn fig_2_has_only_an_earliest_fix() {
    let pair = figure("fields-at-other-offsets");
    let witness = Inputs::from([42, 1]);
    let lines = |check| {
        let how = How { filter: Some(Filter::Load), ..paper(check, &[]) };
        lines(&pair, &witness, &how)
    };
    assert_eq!([Check::AllFix, Check::LeftPathFix].map(lines), [None, None]);
    let [left, right] = [("lw $1, 4($9)", 0), ("lw $1, 8($9)", 1)]
        .map(|(load, side)| *lines_of(&pair.texts[side], load).first().expect("it is there"));
    assert_eq!(lines(Check::LeftPathEarliestFix), Some([left, right]));
}

/// Fig. 4: the fix (6, 5) is of what the call returns and of the load in its place. Calls are run here, so no
/// assumption about what they change is needed.
#[test]
fn fig_4_has_the_fix_of_the_call_and_the_load() {
    let pair = figure("a-call-replaced-by-a-load");
    let [returned] = lines_of(&pair.texts[0], "add $3, $3, $3")[..] else { panic!("it is there") };
    let [loaded] = lines_of(&pair.texts[1], "lw $4, -8($30)")[..] else { panic!("it is there") };
    let how = paper(Check::AllFix, &[]);
    assert_eq!(lines(&pair, &pair.witness, &how), Some([returned, loaded]));
}

/// What passes a filter is told by the instruction, or by where it is between calls.
#[test]
fn filters_look_at_instructions_and_calls() {
    let pair = figure("fields-at-other-offsets");
    let here = pair.difference();
    let passing = |filter: Filter, strategy| {
        let how = How { strategy, filter: Some(filter), ..How::default() };
        let search = caused_by(&here, &how);
        let Found::Cause(cause) = search.found else { return None };
        Some(Side::BOTH.map(|side| {
            let rows = listing(&[&pair.texts[side as usize]], &pair.programs[side as usize]);
            let mut words = rows.iter().filter(|row| row.word.is_some());
            let row = words.nth(cause.place(side).at.word_index()).expect("it is a word");
            let line = row.line.expect("it has a line");
            let text = pair.texts[side as usize].lines().nth(line - 1).expect("it is there");
            text.split(';').next().expect("it has one").to_owned()
        }))
    };
    for strategy in [Way::Paper, Way::Likely] {
        let loads = passing(Filter::Load, strategy).expect("there is one");
        assert!(loads.iter().all(|text| text.contains("lw ")), "{loads:?}");
        if let Some(arithmetic) = passing(Filter::Imm, strategy) {
            let is_it = |text: &String| ["lis", "add", "sub"].iter().any(|op| text.contains(op));
            assert!(arithmetic.iter().all(is_it), "{arithmetic:?}");
        }
        if let Some(callees) = passing(Filter::Callee, strategy) {
            assert!(callees.iter().all(|text| text.contains("lis $10")), "{callees:?}");
        }
    }
    // Windows grow with the number of calls, and all pairs are in the largest.
    let filtered = |filter| {
        let how = How { filter, ..paper(Check::AllFix, &[]) };
        caused_by(&here, &how).candidates.expect("they are counted").filtered
    };
    let counts = [0, 1, 2, 9].map(|calls| filtered(Some(Filter::CallWind(calls))));
    assert!(counts.is_sorted_by(|a, b| a >= b), "{counts:?}");
    assert!(counts[0] >= counts[3] && filtered(Some(Filter::Load)) > 0, "{counts:?}");
}

/// A check that is asked for alone: nothing weaker is told, and nothing is told of sets.
#[test]
fn the_other_search_has_the_check_that_is_asked_for() {
    let pair = figure("fields-at-other-offsets");
    let asked = |check| {
        let how = How { check: Some(check), ..How::default() };
        caused_by(&pair.difference(), &how)
    };
    for check in [Check::AllFix, Check::LeftPathFix] {
        let Search { found, set, .. } = asked(check);
        assert_eq!((found, set), (Found::None, None), "{check:?}");
    }
    let Found::Cause(Cause { check, .. }) = asked(Check::LeftPathEarliestFix).found else {
        panic!("there is one")
    };
    assert_eq!(check, Check::LeftPathEarliestFix);
    // What makes the programs agree on all inputs does so under every check.
    let pair = figure("loads-around-a-call");
    for check in Check::ALL {
        let how = How { check: Some(check), ..How::default() };
        let Found::Cause(cause) = caused_by(&pair.difference(), &how).found else {
            panic!("there is one")
        };
        assert_eq!(cause.check, check);
    }
}
