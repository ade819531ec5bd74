//! Differencing points of correlating programs: what is claimed there is compared with runs, on other inputs than the
//! analysis looks at.

use std::collections::BTreeSet;
use std::fs;
use std::rc::Rc;

use pollster::block_on;
use tamarin::contract::{Contract, Spec};
use tamarin::engines::alignment::differencing::{
    Differences, Options, Partition, Point, Sameness, Verdict, Widening, analyse,
};
use tamarin::engines::alignment::interleaving::{Interleaving, JoinAt};
use tamarin::engines::pause::Pause;
use tamarin::machine::mips::{Op, decode};
use tamarin::machine::{Image, Inputs, Machine, Stop as End};
use tamarin::program::Address;
use tamarin::solver::Stop;
use tamarin::views::correlating::pairs;
use tamarin_testing::examples::program;
use tamarin_testing::questions::Random;
use tamarin_testing::{many, sample};

const FUEL: u64 = 20_000;
const INPUTS: usize = 60;

const INTERLEAVINGS: [Interleaving; 3] =
    [Interleaving::Diff, Interleaving::Sequential, Interleaving::Rounds];
const PARTITIONS: [Partition; 3] = [Partition::Equivalence, Partition::All, Partition::Never];
const JOINS: [JoinAt; 5] =
    [JoinAt::Loops, JoinAt::Differences, JoinAt::Correlation, JoinAt::Joins, JoinAt::Labels];
const WIDENINGS: [Widening; 2] = [Widening::Everywhere, Widening::Loops];

/// Two programs under a contract.
struct Pair {
    name: String,
    contract: Contract,
    images: [Rc<Image>; 2],
}

impl Pair {
    fn new(name: &str, spec: &Spec, texts: [&str; 2]) -> Pair {
        let contract = Contract::new(spec).expect("it is a contract");
        let image = |side: usize| contract.image(side, &program(texts[side])).expect("it fits");
        let images = [image(0), image(1)];
        Pair { name: name.to_owned(), contract, images }
    }

    /// The pairs of a folder of the corpus.
    fn all(folder: &str) -> Vec<Pair> {
        let path = format!("{}/tests/corpus/{folder}", env!("CARGO_MANIFEST_DIR"));
        let files = fs::read_dir(&path).expect("it is there");
        let names: BTreeSet<String> = files
            .filter_map(|file| {
                let name = file.expect("it can be read").file_name().into_string().ok()?;
                name.strip_suffix(".left.asm").map(str::to_owned)
            })
            .collect();
        let pair = |name: &String| Pair::of(folder, name);
        names.iter().map(pair).collect()
    }

    fn of(folder: &str, name: &str) -> Pair {
        let path = format!("{}/tests/corpus/{folder}/{name}", env!("CARGO_MANIFEST_DIR"));
        let read =
            |side: &str| fs::read_to_string(format!("{path}.{side}.asm")).expect("it is there");
        let texts = ["left", "right"].map(read);
        let spec = texts[0].lines().find_map(|line| line.strip_prefix(";@ contract: "));
        let spec: Spec = serde_json::from_str(spec.unwrap_or("{}")).expect("it is a spec");
        Pair::new(name, &spec, [&texts[0], &texts[1]])
    }

    fn differences(&self, options: Options) -> Option<Differences> {
        let [left, right] = self.images.each_ref();
        let partner = pairs([left, right]);
        let stop = Stop::NEVER;
        let found =
            analyse([left, right], &self.contract, &partner, options, &stop, Pause::never());
        block_on(found).ok()
    }

    fn inputs(&self) -> Vec<Inputs> {
        let mut random = Random(23);
        let mut all = Vec::new();
        for _ in 0..INPUTS {
            let words: Vec<u32> = self.contract.names().iter().map(|_| random.word()).collect();
            let inputs = self.contract.fit(&words);
            if self.contract.allows(&inputs) {
                all.push(inputs);
            }
        }
        all
    }

    /// Both runs on an input.
    fn runs(&self, inputs: &Inputs) -> [Run; 2] {
        self.images.each_ref().map(|image| Run::of(image, inputs))
    }
}

/// A run, with its accesses of the array that is given.
struct Run {
    end: End,
    /// What the contract observes at the end, without the output.
    observed: Vec<u32>,
    output: Vec<u8>,
    accesses: Vec<u32>,
    all_accesses: Vec<u32>,
}

impl Run {
    fn of(image: &Rc<Image>, inputs: &Inputs) -> Run {
        let mut machine = Machine::new(image, inputs);
        let array = image.setup().array;
        let (mut accesses, mut all_accesses) = (Vec::new(), Vec::new());
        let end = loop {
            let word = image.words().get(Address(machine.state.pc).word_index());
            let access = word.and_then(|&word| decode(word));
            if let Some(access) = access.filter(|it| matches!(it.op, Op::Lw | Op::Sw)) {
                let at = machine.state.reg(access.s).wrapping_add(i32::from(access.i) as u32);
                all_accesses.push(at);
                let offset = array.map(|array| (at.wrapping_sub(array.address.0), array.capacity));
                if offset.is_some_and(|(offset, capacity)| offset < 4 * capacity) {
                    accesses.push(at);
                }
            }
            match machine.run(1, &mut ()) {
                End::OutOfFuel if machine.steps < FUEL => {}
                end => break end,
            }
        };
        let result = image.setup().observation.result.then(|| machine.state.result());
        let others = machine.observed().into_iter().map(|(_, word)| word);
        let observed = result.into_iter().chain(others).collect();
        Run { end, observed, output: machine.output.bytes.clone(), accesses, all_accesses }
    }
}

/// Whether these agree: one is the beginning of the other, and they are equal if both programs have stopped.
fn agree<T: PartialEq>(lists: [&[T]; 2], have_stopped: bool) -> bool {
    let [left, right] = lists;
    match have_stopped {
        true => left == right,
        false => left.starts_with(right) || right.starts_with(left),
    }
}

fn is_end(point: &Point) -> bool {
    point.at.iter().all(|at| at.is_final())
}

/// Whether all these verdicts are that both agree; there is one.
fn all_agree<'v>(verdicts: impl Iterator<Item = &'v Verdict>) -> bool {
    let verdicts: Vec<&Verdict> = verdicts.collect();
    !verdicts.is_empty() && verdicts.iter().all(|verdict| **verdict == Verdict::Agree)
}

/// What was claimed of pairs and agrees with runs.
#[derive(Debug, Default)]
struct Claims {
    ends: usize,
    outputs: usize,
    accesses: usize,
    witnesses: usize,
    open: usize,
}

impl Claims {
    /// Compares the claims about a pair with runs.
    fn check(&mut self, pair: &Pair, differences: &Differences, options: Options) {
        let Differences { points, .. } = differences;
        let ends = || points.iter().filter(|point| is_end(point)).map(|point| &point.words);
        let same_end = all_agree(ends());
        let same_output = all_agree(points.iter().filter_map(|point| point.output.as_ref()));
        let same_accesses = all_agree(points.iter().filter_map(|point| point.accesses.as_ref()));
        self.ends += usize::from(same_end);
        self.outputs += usize::from(same_output);
        self.accesses += usize::from(same_accesses);
        self.open += ends().filter(|verdict| **verdict == Verdict::Open).count();
        let name = &pair.name;
        for inputs in pair.inputs() {
            let runs = pair.runs(&inputs);
            let ends = runs.each_ref().map(|run| run.end);
            let have_stopped = ends.iter().all(|end| *end == End::Done);
            if same_end {
                let faults = ends.map(|end| matches!(end, End::Fault(_)));
                let is_one = ends.contains(&End::Done) && faults.contains(&true);
                let [left, right] = &runs;
                let differs = have_stopped && left.observed != right.observed;
                assert!(!differs && !is_one, "{name} at the end: {options:?} {inputs:?}");
            }
            let outputs = runs.each_ref().map(|run| &run.output[..]);
            assert!(
                !same_output || agree(outputs, have_stopped),
                "{name}, output: {options:?} {inputs:?}"
            );
            let accesses = runs.each_ref().map(|run| &run.accesses[..]);
            assert!(
                !same_accesses || agree(accesses, have_stopped),
                "{name}, accesses: {options:?} {inputs:?}"
            );
        }
        let moves = points.iter().flat_map(|point| [&point.output, &point.accesses]);
        for verdict in moves.flatten() {
            if let Verdict::Differ { witness, .. } = verdict {
                let [left, right] = pair.runs(witness);
                let differs =
                    left.output != right.output || left.all_accesses != right.all_accesses;
                assert!(differs, "{name}: {options:?} {witness:?}");
                self.witnesses += 1;
            }
        }
        for verdict in ends() {
            if let Verdict::Differ { witness, .. } = verdict {
                let [left, right] = pair.runs(witness);
                let differs = left.end != right.end || left.observed != right.observed;
                assert!(differs, "{name}: {options:?} {witness:?}");
                self.witnesses += 1;
            }
        }
    }
}

/// All strategies on DIZY's programs, and some on each loop of the corpus, with and without a mistake.
#[test]
fn claims_at_differencing_points_agree_with_runs() {
    let mut claims = Claims::default();
    let (mut analysed, mut refused) = (0, 0);
    let mut check = |pair: &Pair, options: Options| match pair.differences(options) {
        Some(differences) => {
            analysed += 1;
            claims.check(pair, &differences, options);
        }
        None => refused += 1,
    };
    let mut regions = Pair::all("regions");
    regions.retain(|pair| !pair.name.starts_with("usual"));
    for pair in &sample(regions, 4) {
        for interleaving in [Interleaving::Diff, Interleaving::Sequential] {
            for (partition, join_at) in PARTITIONS.iter().flat_map(|&p| JOINS.map(|j| (p, j))) {
                let widening = WIDENINGS[usize::from(join_at == JoinAt::Labels)];
                check(pair, Options { interleaving, join_at, partition, widening });
            }
        }
    }
    let loops = Pair::all("loops");
    for (index, pair) in sample(loops.iter().enumerate().collect(), 10) {
        let interleaving = INTERLEAVINGS[index % 3];
        let join_at = match interleaving {
            Interleaving::Rounds => JoinAt::Loops,
            _ => JOINS[index % 5],
        };
        let (partition, widening) = (PARTITIONS[index / 3 % 3], WIDENINGS[index / 2 % 2]);
        check(pair, Options { interleaving, join_at, partition, widening });
    }
    println!("{analysed} analysed, {refused} refused, {claims:?}");
    assert!(analysed > 10 * refused, "{analysed} {refused}");
    let Claims { ends, outputs, accesses, witnesses, open } = claims;
    let share = many(6, 1);
    assert!(ends > 10 / share && outputs > 0 && accesses > 20 / share);
    assert!(witnesses > 200 / share && open > 10 / share);
}

fn end(differences: &Differences) -> &Point {
    let is_end = |point: &&Point| point.at.iter().all(|at| at.is_final());
    differences.points.iter().find(is_end).expect("both stop")
}

fn sameness(point: &Point) -> BTreeSet<Sameness> {
    point.states.iter().map(|state| state.sameness()).collect()
}

/// Figs. 1 to 4: Join-Equiv keeps the sign of 0 apart, where both results are known; Join-All does not.
#[test]
fn signs_are_kept_apart_by_equivalence() {
    let pair = Pair::of("regions", "sign");
    let of = |partition: Partition| {
        let options = Options { partition, ..Options::default() };
        pair.differences(options).expect("it is short")
    };
    for partition in [Partition::Equivalence, Partition::Never] {
        let differences = of(partition);
        let end = end(&differences);
        assert_eq!(sameness(end), [Sameness::Equal, Sameness::Different].into());
        assert!(end.words.is_precise(), "{:?}", end.words);
    }
    let differences = of(Partition::All);
    let end = end(&differences);
    assert_eq!((end.states.len(), end.words.is_precise()), (1, false));
    assert!(matches!(end.words, Verdict::Differ { .. }), "{:?}", end.words);
}

/// Figs. 5 to 7: the sum of an array with itself. Interleaved, the results are equal at the end; one after the other,
/// nothing relates them.
#[test]
fn a_sum_agrees_with_itself_if_the_loops_are_interleaved() {
    let path = format!("{}/tests/corpus/regions/patched-sum.left.asm", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).expect("it is there");
    let spec = Spec { array: Some(64), ..Spec::default() };
    let pair = Pair::new("sum", &spec, [&text, &text]);
    let of = |interleaving: Interleaving| {
        let options = Options { interleaving, ..Options::default() };
        pair.differences(options).expect("it is short")
    };
    let interleaved = of(Interleaving::Diff);
    assert_eq!(end(&interleaved).words, Verdict::Agree);
    assert!(all_agree(interleaved.points.iter().filter_map(|point| point.accesses.as_ref())));
    let sequential = of(Interleaving::Sequential);
    assert_eq!(end(&sequential).words, Verdict::Open);
    let mut accesses = sequential.points.iter().filter_map(|point| point.accesses.as_ref());
    assert!(accesses.all(|verdict| matches!(verdict, Verdict::Agree | Verdict::Open)));
}

/// Fig. 9: the results are sums of inputs, so where they are equal is known: the delta is exact.
#[test]
fn a_doubled_result_has_an_exact_delta() {
    let differences = Pair::of("regions", "doubled").differences(Options::default());
    let differences = differences.expect("it is short");
    let end = end(&differences);
    assert_eq!(sameness(end), [Sameness::ByInput].into());
    assert!(end.words.is_precise() && end.states[0].where_equal.is_some());
}

/// Programs that print: a byte more, another byte, and the same.
#[test]
fn outputs_are_compared_where_they_are_printed() {
    let print = |number: u32, twice: &str| {
        format!(
            "lis $4\n.word 0xffff000c\nlis $5\n.word {number}\nlis $6\n.word 1\n\
             more: beq $1, $0, end\nsw $5, 0($4)\n{twice}sub $1, $1, $6\nbeq $0, $0, more\nend: jr $31\n"
        )
    };
    let texts = [print(65, ""), print(66, ""), print(65, "sw $5, 0($4)\n")];
    let of = |right: &str| {
        let pair = Pair::new("prints", &Spec::default(), [&texts[0], right]);
        let options = Options { join_at: JoinAt::Differences, ..Options::default() };
        let differences = pair.differences(options).expect("it is short");
        let outputs = differences.points.iter().filter_map(|point| point.output.clone());
        outputs.collect::<Vec<Verdict>>()
    };
    assert!(all_agree(of(&texts[0]).iter()));
    assert!(of(&texts[1]).iter().any(|verdict| matches!(verdict, Verdict::Differ { .. })));
    let more = of(&texts[2]);
    assert!(more.iter().any(|verdict| *verdict != Verdict::Agree), "{more:?}");
}

/// Words of memory, elements, whole arrays and preserved registers are compared at the end as the contract says.
#[test]
fn all_that_is_observed_is_compared_at_the_end() {
    let store =
        |word: &str| format!("add $4, $1, $2\nlis $5\n.word 0x1000\nsw {word}, 0($5)\njr $31\n");
    let put = |word: &str| format!("sw {word}, 0($1)\nlw $3, 4($1)\njr $31\n");
    let word = Spec { observe: Some(vec!["[0x1000]".to_owned()]), ..Spec::default() };
    let array = |what: &str| Spec {
        observe: Some(vec![what.to_owned()]),
        array: Some(3),
        ..Spec::default()
    };
    let kept = Spec { observe: Some(vec!["keeps $5".to_owned()]), ..Spec::default() };
    let set = |number: u32| format!("lis $5\n.word {number}\njr $31\n");
    let agrees = |spec: &Spec, left: &str, right: &str| {
        let pair = Pair::new("observed", spec, [left, right]);
        let differences = pair.differences(Options::default()).expect("it is short");
        Claims::default().check(&pair, &differences, Options::default());
        let ends = differences.points.iter().filter(|point| is_end(point));
        let verdicts: Vec<&Verdict> = ends.map(|point| &point.words).collect();
        let differs = verdicts.iter().any(|it| matches!(it, Verdict::Differ { .. }));
        (all_agree(verdicts.into_iter()), differs)
    };
    let (same, differ) = ((true, false), (false, true));
    assert_eq!(agrees(&word, &store("$4"), &store("$4")), same);
    assert_eq!(agrees(&word, &store("$4"), &store("$2")), differ);
    for what in ["a", "a[0]"] {
        assert_eq!(agrees(&array(what), &put("$2"), &put("$2")), same, "{what}");
        assert_eq!(agrees(&array(what), &put("$2"), &put("$0")), differ, "{what}");
    }
    // That another element is the same is not shown, and no difference is claimed.
    assert!(!agrees(&array("a[2]"), &put("$2"), &put("$0")).1);
    assert_eq!(agrees(&kept, &set(1), &set(1)), same);
    // It is an input: on 1 the left program keeps it.
    assert_eq!(agrees(&kept, &set(1), &set(2)), differ);
    assert_eq!(agrees(&kept, &set(1), "jr $31\n"), differ);
}
