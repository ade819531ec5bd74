//! Unsat answers, which no model can confirm: z3 must agree, and each has a proof that independent checkers accept.
//!
//! The long tests compare all pairs of programs below `tests/corpus`, others one pair. `rate`, a checker from
//! crates.io, is used if `TAMARIN_RATE` gives its path; `dratify`, another one, always.

use std::collections::BTreeSet;
use std::future::ready;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, thread};

use serde_json::Value;
use tamarin::engines::paths::{Observer, Options, Signal, Signalled, Strategy, compare};
use tamarin::report::{AnswerKind, Event};
use tamarin::solver::bitblast::Bitblast;
use tamarin::solver::bitblast::proof::{Attempt, Proof, prove};
use tamarin::solver::process::Process;
use tamarin::solver::proving::Proving;
use tamarin::solver::rup::{self, Checked};
use tamarin::solver::{Assertions, Effort, Solver, Stop};
use tamarin::term::Terms;
use tamarin_testing::drat::checks;
use tamarin_testing::examples::image;
use tamarin_testing::judge::{Judge, Judged};
use tamarin_testing::{figure, is_long, progress, z3_or_skip};

/// The effort limit of our solver for a query.
const EFFORT: Effort = Effort(2_000);
/// Default step limit of a run: long runs give few new queries, only larger ones.
const FUEL: u64 = 500;
/// The effort limit of z3 for a query, about five seconds.
const GENEROUS: Effort = Effort(150_000);
/// Queries that may be left open before z3 is spared the others of a
/// comparison, or the comparison is ended: on some pairs few are settled.
const PATIENCE: usize = 4;
/// Steps of a proof that `dratify` gets to check: it goes through all of them.
const FORWARD: usize = 2_000;

/// The pair of the short test.
const SHORT: &str = "memory-same";

/// All pairs below a folder: each by its path without `.left.asm`.
fn pairs(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            found.extend(pairs(&path));
        } else if let Some(pair) = path.to_str().and_then(|path| path.strip_suffix(".left.asm")) {
            found.push(PathBuf::from(pair));
        }
    }
    found.sort();
    found
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}

/// The options of a pair: those in the file beside it, if there is one.
fn options(pair: &Path, strategy: Strategy) -> Options {
    let described = fs::read_to_string(pair.with_extension("json")).ok();
    let described: Option<Value> =
        described.map(|text| serde_json::from_str(&text).expect("a description is JSON"));
    let fuel = described.and_then(|described| described["options"]["fuel"].as_u64());
    let defaults = Options::default();
    Options { strategy, fuel: fuel.unwrap_or(FUEL), max_runs: 40, effort: EFFORT, ..defaults }
}

/// Ends a comparison when many of its queries are left open.
#[derive(Default)]
struct Patient {
    unknown: usize,
}

impl Observer for Patient {
    fn event<'a>(&'a mut self, event: &'a Event) -> Signalled<'a> {
        let unknown = matches!(event, Event::Answer { answer: AnswerKind::Unknown, .. });
        self.unknown += usize::from(unknown);
        let signal = match self.unknown < PATIENCE {
            true => Signal::Continue(()),
            false => Signal::Break(()),
        };
        Box::pin(ready(signal))
    }
}

fn compare_pair(pair: &Path, strategy: Strategy, solver: &mut dyn Solver) {
    let read = |side: &str| {
        let path = format!("{}.{side}.asm", pair.display());
        image(&fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}")))
    };
    let (left, right) = (read("left"), read("right"));
    let options = options(pair, strategy);
    pollster::block_on(compare(&left, &right, &options, solver, &mut Patient::default()));
}

/// What became of proofs, in numbers.
#[derive(Debug, Default)]
struct Proofs {
    by_dratify: usize,
    by_rate: usize,
    unchecked: usize,
    false_as_gates: usize,
    limit: usize,
}

impl Proofs {
    fn take(&mut self, what: &str, attempt: &Attempt) {
        match attempt {
            Attempt::Satisfiable => {
                panic!("{what} was answered unsat, and its clauses have a model")
            }
            Attempt::Refused => panic!("{what}: our own checker refuses the proof"),
            Attempt::FalseAsGates => self.false_as_gates += 1,
            Attempt::Limit => self.limit += 1,
            Attempt::Proved(proof) => self.check(what, proof),
        }
    }

    fn check(&mut self, what: &str, proof: &Proof) {
        // A clause is a set, to some checkers only after a fashion.
        for clause in &proof.clauses {
            let set: BTreeSet<i32> = clause.iter().map(|literal| literal.abs()).collect();
            assert_eq!(set.len(), clause.len(), "{what}: {clause:?}");
        }
        let (cnf, drat) = (proof.cnf(what), proof.drat());
        let mut checked = false;
        if proof.steps.len() <= FORWARD {
            assert!(checks(&cnf, &drat), "dratify refuses the proof of {what}");
            self.by_dratify += 1;
            checked = true;
        }
        if let Some(rate) = env::var_os("TAMARIN_RATE") {
            assert!(rate_accepts(&PathBuf::from(rate), &cnf, &drat), "rate refuses {what}");
            self.by_rate += 1;
            checked = true;
        }
        self.unchecked += usize::from(!checked);
    }
}

/// Whether the checker `rate` accepts a proof.
fn rate_accepts(rate: &Path, cnf: &str, drat: &str) -> bool {
    // Tests run at once, in threads of one process.
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = env::temp_dir().join(format!("tamarin-proof-{}-{number}", std::process::id()));
    let [formula, proof] = ["cnf", "drat"].map(|extension| name.with_extension(extension));
    fs::write(&formula, cnf).expect("the folder for temporary files is writable");
    fs::write(&proof, drat).expect("the folder for temporary files is writable");
    let output = Command::new(rate).args([&formula, &proof]).output().expect("it can be started");
    [formula, proof].iter().for_each(|file| fs::remove_file(file).expect("it was written"));
    String::from_utf8_lossy(&output.stdout).lines().any(|line| line == "s VERIFIED")
}

/// What became of the unsat answers on some pairs.
#[derive(Debug, Default)]
struct Counts {
    pairs: usize,
    /// The unsat answers posed to z3, and those that it could not decide.
    asked: usize,
    unknown: usize,
    /// The queries that it was spared, after many that it could not decide.
    spared: usize,
    disagreements: Vec<String>,
    proofs: Proofs,
}

/// Compares pairs with every unsat answer judged and proved.
fn check_pairs<'p>(pairs: impl Iterator<Item = &'p PathBuf>) -> Counts {
    let mut z3 = Process::z3();
    let mut counts = Counts::default();
    for pair in pairs {
        let name = pair.strip_prefix(corpus()).expect("it is in there").display();
        counts.pairs += 1;
        for strategy in [Strategy::Product, Strategy::Paper] {
            let mut bitblast = Bitblast::new();
            let mut proving = Proving::new(&mut bitblast, |unsat| {
                counts.proofs.take(&format!("{name} {}", unsat.query), &unsat.attempt)
            });
            let mut judge = Judge::new(&mut proving, &mut z3, Judged::Unsat, GENEROUS);
            judge.patience = PATIENCE;
            compare_pair(pair, strategy, &mut judge);
            let tally = judge.tally;
            progress(&format!("{name}, {strategy:?}: {tally}"));
            counts.asked += tally.queries;
            counts.unknown += tally.judge_unknown;
            counts.spared += tally.spared;
            counts.disagreements.extend(tally.disagreements);
        }
    }
    counts
}

/// The unsat answers on pairs of the corpus are z3's answers too, and their
/// proofs check.
#[test]
fn unsat_answers_are_unsat_to_z3_and_have_proofs() {
    if z3_or_skip().is_none() {
        return;
    }
    let all = pairs(&corpus());
    assert!(all.len() > 20, "the corpus is not all here: {all:?}");
    let chosen: Vec<PathBuf> =
        all.into_iter().filter(|pair| is_long() || pair.ends_with(SHORT)).collect();
    let work = |first: usize| check_pairs(chosen.iter().skip(first).step_by(2));
    let both = thread::scope(|scope| {
        let other = scope.spawn(|| work(1));
        [work(0), other.join().expect("what it found wrong is told above")]
    });
    let sum = |count: fn(&Counts) -> usize| both.iter().map(count).sum::<usize>();
    let (asked, unknown) = (sum(|counts| counts.asked), sum(|counts| counts.unknown));
    let disagreements: Vec<&String> =
        both.iter().flat_map(|counts| &counts.disagreements).collect();
    figure(&format!(
        "corpus: {} pairs, {asked} unsat answers put to z3: {} disagreements, {unknown} unknown; {} not put",
        sum(|counts| counts.pairs),
        disagreements.len(),
        sum(|counts| counts.spared),
    ));
    figure(&format!(
        "    proofs: {} checked by dratify, {} by rate, {} by neither; \
         none of {} that are false as gates, and {} at the limit",
        sum(|counts| counts.proofs.by_dratify),
        sum(|counts| counts.proofs.by_rate),
        sum(|counts| counts.proofs.unchecked),
        sum(|counts| counts.proofs.false_as_gates),
        sum(|counts| counts.proofs.limit),
    ));
    assert_eq!(disagreements.first(), None);
    assert!(asked > 0 && unknown * 5 <= asked, "{unknown} of {asked} are unknown to z3");
    assert!(sum(|counts| counts.proofs.by_dratify) > 0, "{both:?}");
}

/// A proof that needs more than unit propagation: no two bytes have the product 257, which is prime.
fn proof_in_steps() -> Proof {
    let mut terms = Terms::new();
    let (x, y) = (terms.symbol("$1"), terms.symbol("$2"));
    let (byte, prime) = (terms.word(255), terms.word(257));
    let (a, b) = (terms.bit_and(x, byte), terms.bit_and(y, byte));
    let product = terms.mul(a, b);
    let mut assertions = Assertions::default();
    assertions.assert(terms.eq(product, prime));
    match prove(&terms, &assertions, Effort(1_000), &Stop::NEVER) {
        Attempt::Proved(proof) if proof.steps.len() > 1 => proof,
        other => panic!("{other:?}"),
    }
}

/// Whether a formula and a proof are accepted.
type Checker = Box<dyn Fn(&str, &str) -> bool>;

/// The checkers that there are.
fn checkers() -> Vec<Checker> {
    let mut checkers: Vec<Checker> = vec![Box::new(checks)];
    if let Some(rate) = env::var_os("TAMARIN_RATE") {
        checkers.push(Box::new(move |cnf, drat| rate_accepts(&PathBuf::from(&rate), cnf, drat)));
    }
    checkers
}

#[test]
fn what_is_no_proof_is_refused() {
    let proof = proof_in_steps();
    for accepts in checkers() {
        assert!(accepts(&proof.cnf("product"), &proof.drat()));
        // Without the steps, the end does not follow.
        assert!(!accepts(&proof.cnf("product"), "0\n"));
        // Nor does it from fewer clauses: those of the gates alone have a model.
        let mut gates = proof.clone();
        gates.clauses.retain(|clause| clause.len() > 1);
        assert!(!accepts(&gates.cnf("product"), &proof.drat()));
    }
}

/// Our own checker refuses invalid proofs, too, and accepts nothing that another one refuses: proofs damaged at every
/// position.
#[test]
fn our_checker_accepts_no_more_than_others() {
    let proof = proof_in_steps();
    let accepts = |clauses: &[Vec<i32>], steps: &[Vec<i32>]| {
        rup::check(proof.variables, clauses, steps, u64::MAX, &Stop::NEVER) == Checked::Proof
    };
    assert!(accepts(&proof.clauses, &proof.steps) && !accepts(&proof.clauses, &[]));
    let mut gates = proof.clauses.clone();
    gates.retain(|clause| clause.len() > 1);
    assert!(!accepts(&gates, &proof.steps));
    let (mut accepted, mut refused) = (0, 0);
    let stride = (proof.steps.len() / 40).max(1);
    for place in (0..proof.steps.len()).step_by(stride) {
        for damage in 0..3 {
            let mut damaged = proof.clone();
            match damage {
                0 => drop(damaged.steps.remove(place)),
                1 => damaged.steps[place].iter_mut().take(1).for_each(|literal| *literal *= -1),
                _ => drop(damaged.steps[place].pop()),
            }
            if accepts(&damaged.clauses, &damaged.steps) {
                accepted += 1;
                assert!(checks(&damaged.cnf("damaged"), &damaged.drat()), "{place}: {damage}");
            } else {
                refused += 1;
            }
        }
    }
    assert!(accepted > 0 && refused > 0, "{accepted} accepted, {refused} refused");
}

#[test]
fn the_command_writes_proofs_and_says_what_has_none() {
    let folder = env::temp_dir().join(format!("tamarin-proofs-{}", std::process::id()));
    let pair = corpus().join(SHORT);
    let [left, right] = ["left", "right"].map(|side| format!("{}.{side}.asm", pair.display()));
    let status = Command::new(env!("CARGO_BIN_EXE_tamarin"))
        .args(["compare", &left, &right, "--solver", "bitblast", "--proofs"])
        .arg(&folder)
        .stdout(Stdio::null())
        .status()
        .expect("the binary was built");
    assert_eq!(status.code(), Some(0));
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("it was written");
    let index: Value = serde_json::from_str(&read("index.json")).expect("the index is JSON");
    let mut files = vec!["index.json".to_owned()];
    let mut without = 0;
    for entry in index["unsat"].as_array().expect("a list") {
        let text = |key: &str| entry[key].as_str().expect("a text").to_owned();
        assert_eq!(text("answered_by"), "bitblast");
        match text("proof").as_str() {
            "drat" => {
                assert!(checks(&read(&text("cnf")), &read(&text("drat"))), "{entry}");
                files.extend([text("cnf"), text("drat")]);
            }
            "none-false-as-gates" => without += 1,
            other => panic!("{other}"),
        }
    }
    assert!(files.len() > 1 && without > 0, "{index}");
    let mut written: Vec<String> = fs::read_dir(&folder)
        .expect("it was made")
        .map(|file| file.expect("readable").file_name().into_string().expect("UTF-8"))
        .collect();
    files.sort();
    written.sort();
    assert_eq!(written, files);
    fs::remove_dir_all(&folder).expect("it was made here");
}
