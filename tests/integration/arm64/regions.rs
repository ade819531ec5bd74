//! Regions of ARM64 programs: conditions, counts and differences, compared with runs on the emulator.

use std::fs;

use num_bigint::BigUint;
use tamarin::contract::condition_of_numbers;
use tamarin::engines::arm64::{Differing, Options, compare};
use tamarin::engines::regions::arm64::{self, Standing, regions, standing};
use tamarin::engines::regions::{Does, Kind, Regions};
use tamarin::machine::arm64::agreement::{Both, Run, Tried, difference};
use tamarin::machine::arm64::{FaultClass, FaultKind, Given, Mode, Stop};
use tamarin::program::Program;
use tamarin::report::arm64::Answer;
use tamarin::solver;
use tamarin_testing::random::Random;
use tamarin_testing::{many, sample};

use super::labelled::{FOLDER, labels, pair};
use super::program;
use crate::cli::{File as Written, answered, tamarin};

const FUEL: u64 = 10_000;

/// Numbers at which conditions change.
const CORNERS: [u64; 14] = [
    0,
    1,
    2,
    3,
    7,
    8,
    64,
    100,
    u64::MAX,
    u64::MAX - 1,
    1 << 63,
    (1 << 63) - 1,
    (1 << 63) + 1,
    1 << 32,
];

fn text_of(name: &str, side: &str) -> String {
    let path = tamarin_testing::root().join(FOLDER).join(format!("{name}.{side}.s"));
    fs::read_to_string(path).expect("it is in the folder")
}

fn of(mode: Mode) -> Options {
    Options { fuel: FUEL, work: 2_000_000, mode, ..Options::default() }
}

type Found = Regions<Vec<u64>, FaultClass>;

/// The regions of two programs, if a difference is found.
fn found(programs: [&Program; 2], options: &Options) -> Option<Found> {
    with_witness(programs, options).map(|(_, found)| found.regions)
}

/// The same with the witness, and whether it is the least or the only one.
fn with_witness(programs: [&Program; 2], options: &Options) -> Option<(Vec<u64>, arm64::Found)> {
    let words = programs.map(|program| &program.words[..]);
    let Answer::Differ(tried, _) = compare(words, options, &solver::Stop::NEVER).0.answer else {
        return None;
    };
    let differing = Differing { programs, options, tried: &tried, place: &|_| {} };
    let found = pollster::block_on(regions(&differing, &solver::Stop::NEVER))?;
    Some((tried.given.registers.clone(), found))
}

/// What is established of the witness of a difference, without regions.
fn standing_of(programs: [&Program; 2], options: &Options) -> Option<Standing> {
    let words = programs.map(|program| &program.words[..]);
    let Answer::Differ(tried, _) = compare(words, options, &solver::Stop::NEVER).0.answer else {
        return None;
    };
    let differing = Differing { programs, options, tried: &tried, place: &|_| {} };
    Some(standing(&differing, None, &solver::Stop::NEVER))
}

fn given(inputs: [u64; 2]) -> Given {
    Given { registers: inputs.to_vec(), ..Given::default() }
}

/// Whether a condition holds, by the contract's language.
fn holds(condition: &str, inputs: [u64; 2]) -> bool {
    let formula = condition_of_numbers(condition, 2, 0);
    let formula = formula.unwrap_or_else(|why| panic!("{condition}: {}", why.message));
    formula.holds(&inputs)
}

/// Whether a run is as a region says.
fn is_as_told(does: &Does<FaultClass>, run: &Run, inputs: [u64; 2]) -> bool {
    match (does, run.stop) {
        (Does::Gives(_, None) | Does::Stops, stop) => stop == Stop::Done,
        (Does::Gives(_, Some(text)), Stop::Done) => {
            let any = text.split(" or ").map(|text| format!("{text} == {}", run.result as i64));
            any.into_iter().any(|text| holds(&text, inputs))
        }
        (Does::Faults(fault), Stop::Fault(it)) => matches!(
            (fault, it.kind),
            (FaultClass::Division, FaultKind::DivisionByZero)
                | (FaultClass::Jump, FaultKind::BadPc(_))
                | (FaultClass::Instruction, FaultKind::InvalidInstruction(_))
                | (FaultClass::Access, FaultKind::MisalignedAddress(_))
                | (FaultClass::Access, FaultKind::AddressOutOfRange(_))
        ),
        (Does::Prints(_), _) => true,
        _ => false,
    }
}

fn kind(Tried { runs: [left, right], .. }: &Tried) -> Option<Kind> {
    difference(left, right)?;
    Some(match [left, right].map(|run| matches!(run.stop, Stop::Fault(_))) {
        [true, false] => Kind::LeftFaults,
        [false, true] => Kind::RightFaults,
        [false, false] if left.result != right.result => Kind::Result,
        _ => Kind::Output,
    })
}

/// Inputs: corners, the samples of regions with their neighbours, and arbitrary ones.
fn inputs(found: &Found, random: &mut Random) -> Vec<[u64; 2]> {
    let mut all: Vec<[u64; 2]> = CORNERS.iter().flat_map(|&a| CORNERS.map(|b| [a, b])).collect();
    for region in &found.regions {
        let [a, b] = [region.sample[0], region.sample[1]];
        let steps = [0, 1, 2, u64::MAX, 1 << 63];
        let near = |x: u64| steps.map(|step| x.wrapping_add(step));
        all.extend(near(a).into_iter().flat_map(|a| near(b).map(|b| [a, b])));
    }
    let mut word = || u64::from(random.word()) << 32 | u64::from(random.word());
    all.extend((0..200).map(|_| [word(), word()]));
    all.extend((0..100).map(|_| [word() % 300, word() % 300]));
    all
}

/// Compares regions with runs on many inputs: on those of a region the programs differ as it says,
/// and, if the regions are complete, on no others.
fn check(name: &str, programs: [&Program; 2], mode: Mode, found: &Found, random: &mut Random) {
    let words = programs.map(|program| &program.words[..]);
    let mut both = Both::new(words, mode);
    for input in inputs(found, random) {
        let tried = both.run(&given(input), FUEL).expect("no array");
        let differs = kind(&tried);
        let here: Vec<_> = found.regions.iter().filter(|it| holds(&it.condition, input)).collect();
        if found.is_exact && !tried.runs.iter().any(|run| run.stop == Stop::OutOfFuel) {
            assert_eq!(!here.is_empty(), differs.is_some(), "{name} {input:?} {:#?}", found);
        }
        for region in here {
            assert_eq!(differs, Some(region.kind), "{name} {input:?} {region:#?}");
            for (does, run) in region.does.iter().zip(&tried.runs) {
                assert!(is_as_told(does, run, input), "{name} {input:?} {run:?} {region:#?}");
            }
            if let Some(by) = &region.by {
                let [left, right] = tried.runs.each_ref().map(|run| run.result);
                let more = right.wrapping_sub(left) as i64;
                assert!(holds(&format!("{by} == {more}"), input), "{name} {input:?} {region:#?}");
            }
        }
    }
    let [least, most] = &found.bounds;
    assert!(least <= most, "{name}");
    if let Some(count) = &found.count {
        assert_eq!([count, count], [least, most], "{name}");
    }
}

#[test]
fn regions_of_the_labelled_pairs_are_those_of_runs() {
    let mut random = Random::new(11);
    let (mut with_regions, mut exact) = (0, 0);
    let labels = labels().into_iter().filter(|(_, label)| label["inputs"] != "array");
    for (name, _) in sample(labels.collect(), 50) {
        for mode in [Mode::Usual, Mode::Arm] {
            let programs = pair(&name).map(Program::from_words);
            let programs = programs.each_ref();
            // A pair with a loop that agrees needs all the work.
            let options = Options { work: many(200_000, 2_000_000), ..of(mode) };
            let Some(found) = found(programs, &options) else { continue };
            check(&name, programs, mode, &found, &mut random);
            with_regions += 1;
            exact += u32::from(found.is_exact);
        }
    }
    assert!(with_regions >= many(1, 8) && exact >= many(1, 6), "{with_regions} {exact}");
}

/// Registers that programs compute with.
const REGISTERS: [&str; 5] = ["x0", "x1", "x2", "x3", "x4"];

/// A random program: constants, sums, comparisons and forward branches. It ends with `x0`.
fn text(random: &mut Random) -> Vec<String> {
    let pick = |random: &mut Random, of: &[&str]| of[random.word() as usize % of.len()].to_owned();
    let constants = ["0", "1", "-1", "5", "100", "0x7fffffffffffffff", "-9223372036854775808"];
    let mut lines = Vec::new();
    for register in ["x2", "x3", "x4"] {
        let constant = pick(random, &constants);
        lines.push(format!("ldr {register}, 8\nb 12\n.8byte {constant}"));
    }
    for _ in 0..3 + random.word() % 4 {
        let [a, b, c] = [0; 3].map(|_| pick(random, &REGISTERS));
        match random.word() % 3 {
            0 => {
                let op = pick(random, &["add", "sub"]);
                lines.push(format!("{op} {a}, {b}, {c}"));
            }
            _ => {
                let conditions = ["eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs"];
                let (condition, op) = (pick(random, &conditions), pick(random, &["add", "sub"]));
                let [d, e] = [0; 2].map(|_| pick(random, &REGISTERS));
                lines.push(format!("cmp {a}, {b}\nb.{condition} 8\n{op} {c}, {d}, {e}"));
            }
        }
    }
    lines.push("br x30".to_owned());
    lines
}

/// The same with one line of another program.
fn changed(lines: &[String], random: &mut Random) -> Vec<String> {
    let other = text(random);
    let mut lines = lines.to_vec();
    let at = random.word() as usize % (lines.len() - 1);
    lines[at] = other[at.min(other.len() - 2)].clone();
    lines
}

#[test]
fn regions_of_random_programs_are_those_of_runs() {
    let mut random = Random::new(23);
    let (mut with_regions, mut exact, mut counted) = (0, 0, 0);
    for number in 0..120 {
        let left = text(&mut random);
        let right = changed(&left, &mut random);
        let [left, right] = [left, right].map(|lines| lines.join("\n") + "\n");
        let programs = [&left, &right].map(|text| program(&[("random", text)]));
        let programs = programs.each_ref();
        let Some(found) = found(programs, &of(Mode::Usual)) else { continue };
        check(&format!("{number}\n{left}\n{right}"), programs, Mode::Usual, &found, &mut random);
        with_regions += 1;
        exact += u32::from(found.is_exact);
        counted += u32::from(found.count.is_some());
    }
    assert!(with_regions >= 30, "{with_regions}");
    assert!(exact * 10 >= with_regions * 6, "{exact} of {with_regions}");
    assert!(counted * 10 >= with_regions * 9, "{counted} of {with_regions}");
}

/// The place of an input among all: fewer nonzero words, then the first word by its absolute value, a
/// positive one first, then the second one.
fn place(inputs: [u64; 2]) -> (usize, [(u64, bool); 2]) {
    let nonzero = inputs.iter().filter(|it| **it != 0).count();
    (nonzero, inputs.map(|it| ((it as i64).unsigned_abs(), (it as i64) < 0)))
}

/// Programs that only look at both inputs modulo 8: 64 runs decide how many inputs there are. The least
/// one is among those of a small absolute value.
#[test]
fn counts_are_those_of_all_residues() {
    let masked = |lines: &str| {
        let mut text = String::new();
        for register in ["x0", "x1"] {
            text.push_str(&format!(
                "ldr x5, 8\nb 12\n.8byte 8\nudiv x6, {register}, x5\nmul x6, x6, x5\n\
                 sub {register}, {register}, x6\n"
            ));
        }
        text + lines
    };
    let mut random = Random::new(31);
    let (mut differing, mut least_ones) = (0, 0);
    for number in 0..48 {
        let left = text(&mut random);
        let right = changed(&left, &mut random);
        let texts = [left, right].map(|lines| masked(&(lines.join("\n") + "\n")));
        let programs = texts.each_ref().map(|text| program(&[("masked", text)]));
        let words = programs.each_ref().map(|program| &program.words[..]);
        let mut both = Both::new(words, Mode::Usual);
        let residues = (0..64u64).filter(|&it| {
            let tried = both.run(&given([it / 8, it % 8]), FUEL).expect("no array");
            difference(&tried.runs[0], &tried.runs[1]).is_some()
        });
        let expected = BigUint::from(residues.count()) << 122;
        let found = with_witness(programs.each_ref(), &of(Mode::Usual));
        let Some((witness, found)) = found else {
            assert_eq!(expected, BigUint::ZERO, "{number} {texts:?}");
            continue;
        };
        assert_eq!(found.regions.count, Some(expected), "{number} {texts:?}");
        assert_eq!(found.standing.is_only, Some(false));
        // Each residue is that of a number up to 8, and of the negative ones, too.
        let near = |bound: i64| (-bound..=bound).map(|it| it as u64);
        let small = near(8).flat_map(|a| near(8).map(move |b| [a, b])).filter(|&input| {
            let tried = both.run(&given(input), FUEL).expect("no array");
            difference(&tried.runs[0], &tried.runs[1]).is_some()
        });
        let least = small.min_by_key(|&input| place(input)).expect("they differ");
        let is_least = place([witness[0], witness[1]]) <= place(least);
        assert_eq!(
            found.standing.is_least,
            Some(is_least),
            "{number} {witness:?} {least:?} {texts:?}"
        );
        let alone = standing_of(programs.each_ref(), &of(Mode::Usual));
        assert_eq!(alone, Some(found.standing), "{number} {texts:?}");
        least_ones += u32::from(is_least);
        differing += 1;
    }
    assert!(differing >= 8 && least_ones >= 4, "{differing} {least_ones}");
}

/// Programs that multiply their inputs, so that the paths decide nothing. The right one gives 1 instead of 0 where a
/// condition holds.
#[test]
fn runs_decide_about_small_witnesses_what_the_paths_leave_open() {
    let product = "mul x2, x0, x1\ncmp x2, x0\nb.eq 8\nadd x2, x2, x0\n";
    let where_it_holds = |condition: &str| {
        [
            format!("{product}sub x0, x0, x0\nbr x30\n"),
            format!(
                "{product}{condition}b.ne other\nldr x0, 8\nb 12\n.8byte 1\nbr x30\n\
                 other: sub x0, x0, x0\nbr x30\n"
            ),
        ]
    };
    let is = |number: i64| format!("ldr x5, 8\nb 12\n.8byte {number}\ncmp x1, x5\n");
    let everywhere = "cmp x1, x1\n".to_owned();
    for condition in [everywhere, is(1), is(-1), is(3), is(42), is(i64::MIN)] {
        let texts = where_it_holds(&condition);
        let programs = texts.each_ref().map(|text| program(&[("product", text)]));
        let programs = programs.each_ref();
        let options = of(Mode::Usual);
        let words = programs.map(|program| &program.words[..]);
        let Answer::Differ(tried, _) = compare(words, &options, &solver::Stop::NEVER).0.answer
        else {
            panic!("they differ: {condition}");
        };
        let second = tried.given.registers[1];
        assert_eq!(tried.given.registers[0], 0, "{condition}");
        let found = standing_of(programs, &options).expect("they differ");
        // Only so many smaller inputs are run.
        let expected = if (second as i64).unsigned_abs() > 500 { None } else { Some(true) };
        assert_eq!(found, Standing { is_least: expected, is_only: Some(false) }, "{condition}");
    }
}

/// Another sample that differs shows that an array is not the only one. No order of arrays is claimed.
#[test]
fn an_array_is_the_least_one_by_no_claim() {
    let programs = pair("array-max-start").map(Program::from_words);
    let options = Options { array: Some(2), ..of(Mode::Usual) };
    let found = standing_of(programs.each_ref(), &options).expect("they differ");
    assert_eq!(found, Standing { is_least: None, is_only: Some(false) });
}

#[test]
fn a_single_input_is_the_only_one() {
    let one = "ldr x2, 8\nb 12\n.8byte -7\nsub x3, x0, x1\ncmp x3, x2\nb.ne L\n\
               ldr x2, 8\nb 12\n.8byte 900\ncmp x0, x2\nb.ne L\nadd x0, x1, xzr\nL: br x30\n";
    let programs = ["br x30\n", one].map(|text| program(&[("one", text)]));
    let (witness, found) =
        with_witness(programs.each_ref(), &of(Mode::Usual)).expect("they differ");
    assert_eq!(witness, [900, 907]);
    assert_eq!((found.standing.is_least, found.standing.is_only), (Some(true), Some(true)));
    assert_eq!(found.regions.count, Some(BigUint::from(1u8)));
    let [left, right] =
        [("none.s", "br x30\n"), ("one.s", one)].map(|(name, text)| Written::new(name, text));
    let run = tamarin(&["explain", left.path(), right.path(), "--regions", "--machine", "arm64"]);
    assert!(run.out.contains("On all other inputs they agree."), "{}", run.out);
    let pair = [left.path(), right.path(), "--machine", "arm64"];
    let run = tamarin(&[&["compare"], &pair[..]].concat());
    assert!(run.out.contains("On all other inputs they agree."), "{}", run.out);
    let (_, value) = answered(&[&["compare", "--json"], &pair[..]].concat());
    assert_eq!(value["witness"]["minimal"], true, "{value}");
    assert_eq!(value["witness"]["unique"], true, "{value}");
}

/// A loop over the remainder by 64 has one path for each. The sum with one number more is greater by
/// that number.
#[test]
fn by_how_much_a_loop_is_wrong() {
    let programs = pair("loop-off-by-one").map(Program::from_words);
    let found = found(programs.each_ref(), &of(Mode::Usual)).expect("they differ");
    assert!(found.is_exact);
    assert_eq!(found.count, Some(BigUint::from(63u8) << 122));
    let [region] = &found.regions[..] else { panic!("{found:#?}") };
    assert_eq!(region.by.as_deref(), Some("x0 %u 64"), "{region:#?}");
}

/// A product of both inputs has no small diagram, and a loop too many paths: then there are bounds.
#[test]
fn what_is_not_counted_has_bounds_and_an_estimate() {
    let product = ["mul x0, x0, x1\nbr x30\n", "mul x0, x1, x0\nadd x0, x0, x1\nbr x30\n"];
    let squares = [
        "mul x2, x0, x1\ncmp x2, x0\nb.lt 8\nadd x0, x0, x1\nbr x30\n",
        "mul x2, x0, x1\ncmp x2, x0\nb.le 8\nadd x0, x0, x1\nbr x30\n",
    ];
    let of_texts = |texts: [&str; 2]| texts.map(|text| program(&[("product", text)]));
    // On one path the difference alone counts, which is x1.
    let programs = of_texts(product);
    let exact = found(programs.each_ref(), &of(Mode::Usual)).expect("they differ");
    let all = BigUint::from(1u8) << 128;
    assert_eq!(exact.count, Some(&all - (BigUint::from(1u8) << 64)));
    assert_eq!(exact.regions[0].by.as_deref(), None, "{exact:#?}");
    let programs = of_texts(squares);
    let open = found(programs.each_ref(), &of(Mode::Usual)).expect("they differ");
    assert_eq!((open.is_exact, &open.count), (false, &None));
    let [least, most] = &open.bounds;
    assert!(BigUint::ZERO < *least && least < most && *most <= all, "{open:#?}");
    let estimate = open.estimate.expect("runs are short");
    assert!(*least <= estimate.interval[0] && estimate.interval[1] <= *most);
}

#[test]
fn the_command_prints_regions() {
    let [left, right] = ["left", "right"]
        .map(|side| Written::new(&format!("guard-{side}.s"), text_of("div-by-zero-guard", side)));
    let (status, value) = answered(&["explain", left.path(), right.path(), "--regions", "--json"]);
    assert_eq!(status, 1);
    assert!(value["cause"].is_null() && value["mend"].is_null(), "{value}");
    let regions = &value["regions"];
    assert_eq!(regions["exact"], true, "{value}");
    assert_eq!(regions["count"], "18446744073709551616", "{value}");
    assert_eq!(regions["all"], "340282366920938463463374607431768211456", "{value}");
    assert_eq!(regions["regions"][0]["condition"], "x1 == 0", "{value}");
    assert_eq!(regions["regions"][0]["kind"], "left-faults", "{value}");
    assert!(regions["regions"][0]["inputs"][1].is_string(), "{value}");
    let run = tamarin(&["explain", left.path(), right.path()]);
    let sentence = "Where x1 == 0: left faults (division by zero), right x0 = ";
    assert!(run.out.contains(sentence), "{}", run.out);
    // Arrays have no regions.
    let array = [&["explain", left.path(), right.path(), "--array", "2"][..], &["--json"]];
    let (_, value) = answered(&array.concat());
    assert!(value["regions"].is_null(), "{value}");
}
