//! Verdicts about pairs of ARM64 programs, compared with labels and with runs.

use std::fs;

use serde_json::Value;
use tamarin::engines::arm64::{Options, Stream, compare};
use tamarin::evidence::Termination;
use tamarin::machine::arm64::agreement::{Both, difference};
use tamarin::machine::arm64::{Mode, Stop};
use tamarin::report::arm64::{Answer, Findings};
use tamarin::solver;
use tamarin_testing::random::Random;
use tamarin_testing::{many, sample};

use super::labelled::{FOLDER, MODES, is_open, labels, said};
use super::program;

/// Work of a search that is to find evidence for small programs.
const WORK: u64 = 40_000_000;

fn words(text: &str) -> Vec<u32> {
    program(&[("program.s", text)]).words
}

fn compared(words: [&[u32]; 2], options: &Options) -> Findings {
    compare(words, options, &solver::Stop::NEVER).0
}

/// The answer of a comparison of a labelled pair. It must not contradict its label.
fn answer(name: &str, label: &Value, (mode_name, mode): (&str, Mode), work: u64) -> Answer {
    let pair = ["left", "right"].map(|side| {
        let path = tamarin_testing::root().join(FOLDER).join(format!("{name}.{side}.s"));
        words(&fs::read_to_string(path).expect("it is in the folder"))
    });
    let array = (label["inputs"] == "array").then_some(4);
    let options = Options { mode, array, work, ..Options::default() };
    let answer = compared(pair.each_ref().map(Vec::as_slice), &options).answer;
    let is_wrong = match (&answer, said(label, mode_name)) {
        (Answer::Differ(..), label) => label != "neq",
        (Answer::SameMachineCode | Answer::Agree { .. }, label) => label != "eq",
        (Answer::Open(_), _) => false,
    };
    assert!(!is_wrong, "{name} {mode_name}: {answer:?}");
    answer
}

/// What is open by its label is compared with less work. A sample of one in eight has each mode as often.
#[test]
fn labelled_pairs_have_their_verdicts_in_all_modes() {
    let labels = labels();
    let pairs = labels.iter().flat_map(|pair| MODES.map(|mode| (pair, mode)));
    let mut open = Vec::new();
    for ((name, label), mode) in sample(pairs.collect(), 16) {
        let is_open = is_open(label, mode.0);
        let work = if is_open { WORK / 400 } else { WORK };
        let answer = answer(name, label, mode, work);
        if matches!(answer, Answer::Open(_)) && !is_open {
            open.push(format!("{name} {}", mode.0));
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

/// As soon as one is decided, its label has to say so.
#[test]
#[ignore = "long"]
fn open_labelled_pairs_are_open() {
    let mut decided = Vec::new();
    for (name, label) in &labels() {
        for mode in MODES.into_iter().filter(|mode| is_open(label, mode.0)) {
            if !matches!(answer(name, label, mode, WORK), Answer::Open(_)) {
                decided.push(format!("{name} {}", mode.0));
            }
        }
    }
    assert!(decided.is_empty(), "{decided:?}");
}

/// A line of the prover's tests: `mov d, number` is short for the three lines that load a constant.
fn expanded(line: &str) -> String {
    let Some((labels, rest)) = line.split_once("mov ") else { return format!("{line}\n") };
    let (register, number) = rest.split_once(',').expect("it has two operands");
    let number = number.split("//").next().unwrap_or_default();
    format!("{labels}ldr {register}, 8\nb 12\n.8byte {number}\n")
}

/// A file of pairs: programs after the lines `== left`, `== right` and `== wrong`; `wrong` differs from both.
struct Pair {
    name: String,
    options: Options,
    programs: Vec<(String, Vec<u32>)>,
}

impl Pair {
    /// All files of the prover's tests.
    fn all() -> Vec<Pair> {
        Pair::of("arm64")
    }

    /// All files of a folder of the prover's tests.
    fn of(folder: &str) -> Vec<Pair> {
        let folder = tamarin_testing::root().join("prove/tests").join(folder);
        let files = fs::read_dir(folder).expect("there is such a folder");
        let mut paths: Vec<_> = files.map(|it| it.expect("it can be read").path()).collect();
        paths.sort();
        paths
            .iter()
            .map(|path| {
                let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
                Pair::read(name, &fs::read_to_string(path).expect("it is text"))
            })
            .collect()
    }

    fn read(name: String, text: &str) -> Pair {
        let mut parts = text.split("== ");
        let head = parts.next().unwrap_or_default();
        let said = |key: &str| {
            let mut lines = head.lines();
            lines.find_map(|line| line.strip_prefix(&format!("// {key}: ")[..]))
        };
        let stream = said("stream").unwrap_or_default().split_whitespace();
        let options = Options {
            array: said("array").map(|it| it.parse().expect("a number")),
            stream: Stream::Text(stream.map(|it| it.parse().expect("a byte")).collect()),
            work: WORK / 40,
            ..Options::default()
        };
        let program = |part: &str| {
            let (name, text) = part.split_once('\n').expect("a program");
            (name.to_owned(), words(&text.lines().map(expanded).collect::<String>()))
        };
        Pair { name, options, programs: parts.map(program).collect() }
    }

    fn words(&self, program: &str) -> Option<&[u32]> {
        let found = self.programs.iter().find(|(name, _)| name == program);
        found.map(|(_, words)| words.as_slice())
    }
}

#[test]
fn wrong_programs_are_told_from_right_ones() {
    let [mut found, mut wrong] = [0, 0];
    for pair in sample(Pair::all(), 16) {
        let left = pair.words("left").expect("each has one");
        if let Some(right) = pair.words("right") {
            let findings =
                compared([left, right], &Options { work: 1_000, ..pair.options.clone() });
            assert!(!matches!(findings.answer, Answer::Differ(..)), "{}: {findings:?}", pair.name);
        }
        let Some(other) = pair.words("wrong") else { continue };
        wrong += 1;
        match compared([left, other], &pair.options).answer {
            Answer::Differ(tried, _) => {
                assert!(difference(&tried.runs[0], &tried.runs[1]).is_some(), "{}", pair.name);
                found += 1;
            }
            // Some loops part only after more rounds than a run has.
            Answer::Open(why) => println!("{} is open: {why}", pair.name),
            answer => panic!("{}: {answer:?}", pair.name),
        }
    }
    println!("{found} of {wrong} wrong programs are told from right ones");
    assert!(found * 10 >= wrong * 8 && wrong > many(2, 30), "{found} of {wrong}");
}

/// Programs that differ only on inputs that meet computed conditions, each with a program that agrees. A sample of one
/// in five has each mode as often.
#[test]
fn differences_behind_conditions_are_found_in_all_modes() {
    let [mut found, mut wrong] = [0, 0];
    let pairs = Pair::of("hidden");
    let pairs = pairs.iter().flat_map(|pair| MODES.map(|mode| (pair, mode)));
    for (pair, (mode_name, mode)) in sample(pairs.collect(), 5) {
        let [left, right, other] =
            ["left", "right", "wrong"].map(|it| pair.words(it).expect("each has one"));
        let options = Options { mode, work: WORK / 2, ..pair.options.clone() };
        wrong += 1;
        match compared([left, other], &options).answer {
            Answer::Differ(tried, _) => {
                let again = Both::new([left, other], mode).witness(&tried.given, 10_000);
                assert!(again.is_some(), "{} {mode_name}: {tried:?}", pair.name);
                found += 1;
            }
            Answer::Open(why) => println!("{} {mode_name} is open: {why}", pair.name),
            answer => panic!("{} {mode_name}: {answer:?}", pair.name),
        }
        let answer = compared([left, right], &Options { work: WORK / 80, ..options }).answer;
        assert!(!matches!(answer, Answer::Differ(..)), "{} {mode_name}: {answer:?}", pair.name);
    }
    println!("{found} of {wrong} differences behind conditions are found");
    assert!(wrong >= many(18, 60) && found * 20 >= wrong * many(18, 19), "{found} of {wrong}");
}

/// A bit of a program is changed. The verdict is checked with runs on inputs that the comparison did not try. What would
/// take more work in `npm test` stays open, and claims nothing.
#[test]
fn what_is_claimed_of_mutants_holds_in_runs() {
    let mut random = Random::new(64);
    let mut number = || u64::from(random.word()) << 32 | u64::from(random.word());
    let [mut proved, mut differ] = [0, 0];
    for pair in sample(Pair::all(), 12) {
        let left = pair.words("left").expect("each has one");
        let options = Options { work: many(WORK / 100, WORK / 40), ..pair.options.clone() };
        for _ in 0..8 {
            let mut mutant = left.to_vec();
            let at = number() as usize % mutant.len();
            mutant[at] ^= 1 << (number() % 32);
            let words = [left, &mutant];
            let termination = match compared(words, &options).answer {
                Answer::Agree { termination, .. } => termination,
                Answer::Differ(..) => {
                    differ += 1;
                    continue;
                }
                _ => continue,
            };
            proved += 1;
            let mut both = Both::new(words, Mode::Usual);
            for round in 0..300 {
                // Small numbers, and any.
                let mut number =
                    || if round % 2 == 0 { number() % 64 } else { number() >> (number() % 64) };
                let words = match pair.options.array {
                    Some(capacity) => (0..number() % (capacity + 1)).map(|_| number()).collect(),
                    None => vec![number(), number()],
                };
                let given = pair.options.given(words, 4 * left.len() as u64);
                let tried = both.run(&given, 50_000).expect("the array fits");
                let [left, right] = &tried.runs;
                assert_eq!(difference(left, right), None, "{} word {at}: {given:?}", pair.name);
                let ends = [left, right].map(|run| run.stop == Stop::OutOfFuel);
                let is_claimed = termination != Termination::Open;
                assert!(!is_claimed || ends[0] == ends[1], "{} word {at}: {given:?}", pair.name);
            }
        }
    }
    println!("{proved} mutants are proved equal, {differ} differ");
    assert!(proved > 0 && differ > many(5, 10), "{proved} {differ}");
}

#[test]
fn the_order_of_programs_does_not_matter() {
    let opposite = |answer: &Answer| match answer {
        Answer::Differ(..) => "differ",
        Answer::Agree { .. } | Answer::SameMachineCode => "agree",
        Answer::Open(_) => "open",
    };
    for pair in sample(Pair::all(), 32) {
        let (left, wrong) = (pair.words("left"), pair.words("wrong"));
        let Some((left, wrong)) = left.zip(wrong) else { continue };
        let [one, other] = [[left, wrong], [wrong, left]].map(|it| compared(it, &pair.options));
        assert_eq!(opposite(&one.answer), opposite(&other.answer), "{}", pair.name);
    }
}
