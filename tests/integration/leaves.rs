//! Leaves of the tree of path pairs that rewriting alone decides are checked with z3.
//!
//! If both results on a pair of paths are the same term, no solver is asked; nor if a path's conditions leave only one
//! side of a branch. So a verdict `equivalent` can depend on rewriting in part, or completely. Here the engine decides
//! the pairs of the corpus. Then each run that the verdict depends on is repeated, and its raw trace is written out
//! (`tamarin_testing::raw`), without any pass, term or simplification. For each leaf decided without a solver, z3 is
//! asked whether its inputs can give different results; for each pair, whether some input takes none of the leaves. A
//! proof by merged formulas has no leaves; only those seen before it are checked.
//!
//! `cargo test` covers the examples; `npm run test:long` all pairs that are decided.

use std::collections::BTreeMap;
use std::future::ready;
use std::ops::AddAssign;
use std::rc::Rc;
use std::thread;

use tamarin::engines::paths::{Observer, Options, Signal, Signalled, Strategy, compare};
use tamarin::machine::{Image, Inputs, Machine};
use tamarin::report::{Event, OutcomeKind, ReasonCode, Verdict};
use tamarin::solver::bitblast::Bitblast;
use tamarin::solver::process::Process;
use tamarin::trace::TraceRecorder;
use tamarin_testing::examples::{Example, image};
use tamarin_testing::pairs::{Label, Pair};
use tamarin_testing::raw::raw;
use tamarin_testing::smt::Refuter;
use tamarin_testing::{figure, is_long, progress, z3_or_skip};

/// The effort limit of z3 for a query.
const RLIMIT: u64 = 6_000_000;
/// Steps of a pair's leaves that are put to z3. Of a loop's thousands of
/// leaves every second one is, or every third and so on, as far as that goes.
const STEPS: u64 = 400_000;
/// Maximum number of steps of leaves in one query.
const STEPS_AT_ONCE: u64 = 200_000;

/// Two programs, by name.
struct Programs {
    name: String,
    texts: [String; 2],
    options: Options,
}

/// The pairs of the corpus that may be equivalent; in the short test, the examples.
fn programs() -> Vec<Programs> {
    let examples = Example::of_two_integers().into_iter().filter_map(|example| {
        let expected = example.expectation(Strategy::Product);
        // The same machine code has no leaves: nothing is rewritten.
        let has_none = expected.reason == "same-machine-code";
        let differ = expected.verdict == "disequivalent" || has_none;
        let options = example.options(Strategy::Product);
        (!differ).then_some(Programs { name: example.name, texts: example.texts, options })
    });
    if !is_long() {
        return examples.collect();
    }
    let equal = |pair: &Pair| pair.labels.label() == Label::Eq && !pair.labels.undecided;
    let pairs = Pair::all().into_iter().filter(equal).map(|pair| {
        let options = pair.options();
        Programs { name: pair.labels.name, texts: pair.texts, options }
    });
    examples.chain(pairs).collect()
}

/// A run whose path was new.
struct Leaf {
    inputs: Inputs,
    /// Both programs stop.
    stops: bool,
    /// Steps of both runs.
    steps: u64,
    /// A solver was asked whether the results can differ.
    asked: bool,
}

/// Keeps the leaves of a comparison.
#[derive(Default)]
struct Leaves {
    /// By run.
    leaves: BTreeMap<u32, Leaf>,
    /// The run whose leaf was asked about last, with the query.
    question: Option<(u32, u32)>,
}

impl Observer for Leaves {
    fn event<'a>(&'a mut self, event: &'a Event) -> Signalled<'a> {
        match event {
            Event::Run { number, inputs, left, right, growth, .. } => {
                let stops = [left, right].iter().all(|run| run.outcome == OutcomeKind::Done);
                if *number == 1 || !growth.decisions.is_empty() {
                    let steps = left.steps + right.steps;
                    let leaf = Leaf { inputs: inputs.clone(), stops, steps, asked: false };
                    self.leaves.insert(*number, leaf);
                }
            }
            Event::Query { number, run, flip: None, .. } => self.question = Some((*number, *run)),
            Event::Answer { query, by, .. } => {
                if let Some((number, run)) = self.question
                    && number == *query
                    && by != "rewriting"
                {
                    self.leaves.get_mut(&run).expect("a query is about a new path").asked = true;
                }
            }
            _ => {}
        }
        Box::pin(ready(Signal::Continue(())))
    }
}

/// What became of pairs.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    /// Pairs that are equivalent, within the fuel or at all, by their paths.
    pairs: usize,
    /// Those that are so as merged formulas.
    merged: usize,
    /// Leaves of both that no solver was asked about.
    leaves: usize,
    /// The leaves posed to z3, and those that it could not decide.
    leaves_put: usize,
    leaves_unknown: usize,
    /// Pairs of which z3 was asked whether their leaves cover all inputs.
    covers: usize,
    covers_unknown: usize,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.pairs += other.pairs;
        self.merged += other.merged;
        self.leaves += other.leaves;
        self.leaves_put += other.leaves_put;
        self.leaves_unknown += other.leaves_unknown;
        self.covers += other.covers;
        self.covers_unknown += other.covers_unknown;
    }
}

/// The runs of both programs on an input as text.
struct Runs {
    definitions: String,
    /// That an input takes the same paths.
    taken: String,
    /// That it gives different results.
    differ: String,
}

impl Runs {
    /// The names of definitions begin with `prefix`.
    fn new(images: &[Rc<Image>; 2], inputs: &Inputs, fuel: u64, prefix: &str) -> Runs {
        let [left, right] = [0, 1].map(|side| {
            let image = &images[side];
            let mut recorder = TraceRecorder::new(image);
            Machine::new(image, inputs).run(fuel, &mut recorder);
            let trace = recorder.finish();
            assert!(trace.complete, "no run of the corpus is that long");
            raw(&trace, &format!("{prefix}{}", ["left", "right"][side]))
        });
        let conditions = [left.conditions, right.conditions].concat();
        Runs {
            definitions: left.text + &right.text,
            taken: format!("(and true {})", conditions.join(" ")),
            differ: format!("(distinct {} {})", left.result, right.result),
        }
    }
}

/// Compares a pair, and puts what rewriting decided to z3.
fn check(pair: &Programs, refuter: &mut Refuter) -> Counts {
    let images = pair.texts.each_ref().map(|text| image(text));
    let fuel = pair.options.fuel;
    let (mut seen, mut solver) = (Leaves::default(), Bitblast::new());
    let [left, right] = &images;
    let report = pollster::block_on(compare(left, right, &pair.options, &mut solver, &mut seen));
    let mut counts = Counts::default();
    match (report.verdict, report.reason.code) {
        (Verdict::Equivalent, ReasonCode::FormulasAgree) => counts.merged = 1,
        // What such proofs show rests on no leaf.
        (_, ReasonCode::InvariantsHold | ReasonCode::ProceduresAgree) => return counts,
        (Verdict::Equivalent | Verdict::EquivalentUpTo, _) => counts.pairs = 1,
        _ => return counts,
    }

    let leaves: Vec<&Leaf> = seen.leaves.values().collect();
    let rewritten: Vec<&Leaf> =
        leaves.iter().filter(|leaf| leaf.stops && !leaf.asked).copied().collect();
    counts.leaves = rewritten.len();
    for Leaf { inputs, .. } in
        rewritten.iter().step_by(steps(&rewritten).div_ceil(STEPS).max(1) as usize)
    {
        let Runs { definitions, taken, differ } = Runs::new(&images, inputs, fuel, "");
        let text = format!("{definitions}(assert {taken})\n(assert {differ})\n");
        let settled = refuter.refute(&format!("{} as on {inputs:?}", pair.name), &text);
        counts.leaves_put += 1;
        counts.leaves_unknown += usize::from(!settled);
    }
    if counts.pairs == 1 && steps(&leaves) <= STEPS_AT_ONCE {
        let others = leaves.iter().enumerate().map(|(index, leaf)| {
            let runs = Runs::new(&images, &leaf.inputs, fuel, &format!("leaf{index}"));
            format!("{}(assert (not {}))\n", runs.definitions, runs.taken)
        });
        let settled =
            refuter.refute(&format!("{} elsewhere", pair.name), &others.collect::<String>());
        counts.covers = 1;
        counts.covers_unknown = usize::from(!settled);
    }
    counts
}

fn steps(leaves: &[&Leaf]) -> u64 {
    leaves.iter().map(|leaf| leaf.steps).sum()
}

fn check_all<'p>(pairs: impl Iterator<Item = &'p Programs>) -> Counts {
    let mut refuter = Refuter::new(Process::z3(), RLIMIT);
    let mut all = Counts::default();
    for pair in pairs {
        let counts = check(pair, &mut refuter);
        progress(&format!("{}: {counts:?}", pair.name));
        all += counts;
    }
    all
}

#[test]
fn leaves_that_rewriting_decides_are_so_to_z3() {
    if z3_or_skip().is_none() {
        return;
    }
    let pairs = programs();
    let work = |first: usize| check_all(pairs.iter().skip(first).step_by(2));
    let counts = thread::scope(|scope| {
        let other = scope.spawn(|| work(1));
        let mut counts = work(0);
        counts += other.join().expect("what it found wrong is told above");
        counts
    });
    let Counts { pairs, merged, leaves, leaves_put, leaves_unknown, covers, covers_unknown } =
        counts;
    figure(&format!(
        "corpus: {pairs} pairs equivalent by their paths, {merged} as formulas; of {leaves} leaves \
         decided by rewriting, {leaves_put} put to z3: {leaves_unknown} unknown"
    ));
    figure(&format!(
        "    z3 asked of {covers} pairs whether their leaves cover all inputs: {covers_unknown} unknown"
    ));
    assert!(pairs > 0 && leaves_put > 0 && covers > 0, "{counts:?}");
    assert!(leaves_unknown * 20 <= leaves_put && covers_unknown * 10 <= covers, "{counts:?}");
}
