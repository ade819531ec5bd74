//! Explanations of differences of ARM64 programs: causes and fixes, checked by runs that know nothing of the engine.

use std::fs;

use serde_json::Value;
use tamarin::engines::arm64::{Differing, Options, compare};
use tamarin::engines::cause::Check;
use tamarin::engines::cause::arm64::{Cause, Fix, Site, Suspects, cause};
use tamarin::engines::mend::{self, ARM64, Arm64, Mend};
use tamarin::link::{self, File};
use tamarin::machine::Architecture;
use tamarin::machine::arm64::agreement::{Both, Tried, difference};
use tamarin::machine::arm64::record::{self, Observer, Slot};
use tamarin::machine::arm64::{Given, Image, Machine, Mode, Op, Stop, decode};
use tamarin::program::Program;
use tamarin::report::Side;
use tamarin::report::arm64::Answer;
use tamarin::solver;
use tamarin_testing::random::Random;
use tamarin_testing::{many, sample};

use super::labelled::{FOLDER, labels, pair};
use super::program;
use crate::cli::{File as Written, answered, tamarin};

const FUEL: u64 = 1_000;

fn options() -> Options {
    Options { fuel: FUEL, work: 4_000_000, ..Options::default() }
}

fn text_of(name: &str, side: &str) -> String {
    let path = tamarin_testing::root().join(FOLDER).join(format!("{name}.{side}.s"));
    fs::read_to_string(path).expect("it is in the folder")
}

/// The difference of two programs, if one is found.
fn differ(programs: [&Program; 2], options: &Options) -> Option<Tried> {
    let words = programs.map(|program| &program.words[..]);
    match compare(words, options, &solver::Stop::NEVER).0.answer {
        Answer::Differ(tried, _) => Some(*tried),
        _ => None,
    }
}

fn in_place(_: &mut [Program; 2]) {}

/// The fix of the right program.
fn mended(differing: &Differing<'_>, texts: [&str; 2]) -> Option<Mend> {
    let files = texts.map(|text| [File::text("", text)]);
    let mut workshop = Arm64::new(differing, Side::Right);
    let files = [&files[0][..], &files[1][..]];
    pollster::block_on(mend::search(
        &mut workshop,
        Side::Right,
        None,
        files,
        &solver::Stop::NEVER,
        &mut (),
    ))
}

struct Nothing;

impl Observer for Nothing {}

/// Without an observer that replaces words, a run that is watched is that of the emulator.
#[test]
fn a_watched_run_is_the_emulators() {
    let numbers = [0, 1, 5, 1 << 63, u64::MAX];
    let mut runs = 0;
    for name in labels().keys() {
        for words in pair(name) {
            for mode in [Mode::Usual, Mode::Arm, Mode::Course] {
                let image = Image::new(words.clone(), mode);
                for registers in numbers.iter().flat_map(|&a| numbers.map(|b| vec![a, b])) {
                    let given = Given { registers, ..Given::default() };
                    let [mut one, mut other] =
                        [(), ()].map(|()| Machine::new(&image, &given).expect("no array"));
                    // It stops in the middle and goes on.
                    let mut ends = [one.run(7), record::run(&mut other, 7, &mut Nothing)];
                    if ends[0] == Stop::OutOfFuel {
                        ends = [one.run(FUEL), record::run(&mut other, FUEL, &mut Nothing)];
                    }
                    assert_eq!(ends[0], ends[1], "{name} {mode:?} {given:?}");
                    let state = |machine: &Machine| {
                        (machine.steps, machine.result(), machine.output.clone(), machine.pc)
                    };
                    assert_eq!(state(&one), state(&other), "{name} {mode:?} {given:?}");
                    assert_eq!(one.remarks(), other.remarks(), "{name} {mode:?} {given:?}");
                    runs += 1;
                }
            }
        }
    }
    assert!(runs > 1_000, "{runs}");
}

/// A straight program over five registers, and the lines that compute.
fn straight(random: &mut Random) -> Vec<String> {
    let mut lines = Vec::new();
    for _ in 0..4 + random.word() % 4 {
        let reg = |random: &mut Random| random.word() % 5;
        let (d, n, m) = (reg(random), reg(random), reg(random));
        let op = ["add", "sub", "mul", "add", "umulh"][random.word() as usize % 5];
        lines.push(format!("{op} x{d}, x{n}, x{m}"));
    }
    lines
}

fn joined(lines: &[String]) -> String {
    lines.join("\n") + "\nbr x30\n"
}

/// What the instruction at an address writes on an input, by stepping the emulator.
fn computed(words: &[u32], given: &Given, at: u64) -> u64 {
    let image = Image::new(words.to_vec(), Mode::Usual);
    let mut machine = Machine::new(&image, given).expect("no array");
    while machine.pc != at {
        machine.run(1);
    }
    let register = decode(words[at as usize / 4]).expect("an instruction").d;
    machine.run(1);
    machine.register(register)
}

/// The right text with each line of a fix replaced by the number that the left program computes.
fn replaced(cause: &Cause, words: &[u32], right: &[String], given: &Given) -> Option<String> {
    let mut lines = right.to_vec();
    for member in &cause.members {
        let Fix { from, to, .. } = member.fix;
        let is_written = |place: Site| place.slot == Slot::Register;
        if !is_written(from) || !is_written(to) {
            return None;
        }
        let line = &mut lines[to.at as usize / 4];
        let (_, operands) = line.split_once(' ').expect("it has operands");
        let d = operands.split(',').next().expect("it has one").to_owned();
        let value = computed(words, given, from.at);
        *line = format!("ldr {d}, 8\nb 12\n.8byte {value}");
    }
    Some(joined(&lines))
}

/// A mistake in a straight program. The cause is checked by programs that have the left program's numbers in the text.
#[test]
fn causes_hold_in_programs_that_have_the_numbers() {
    let mut random = Random::new(17);
    let [mut found, mut checked, mut differing_runs] = [0, 0, 0];
    for _ in 0..120 {
        let left = straight(&mut random);
        let mut right = left.clone();
        let at = random.word() as usize % right.len();
        right[at] = straight(&mut random).swap_remove(0);
        let texts = [joined(&left), joined(&right)];
        let programs = texts.each_ref().map(|text| program(&[("", text)]));
        let options = options();
        let Some(tried) = differ(programs.each_ref(), &options) else { continue };
        let differing = Differing {
            programs: programs.each_ref(),
            options: &options,
            tried: &tried,
            place: &in_place,
        };
        let suspects = Suspects::default();
        let Some(cause) = cause(&differing, Side::Left, &suspects, &solver::Stop::NEVER) else {
            continue;
        };
        found += 1;
        assert!(
            cause.counts.tried > 100
                && cause.counts.differing > 0
                && cause.counts.differing <= cause.counts.tried
        );
        let words = programs.each_ref().map(|program| &program.words[..]);
        for round in 0..12u64 {
            let registers = vec![round * 3, u64::MAX - round * round];
            let given = Given { registers, ..Given::default() };
            let given = if round == 0 { tried.given.clone() } else { given };
            let Some(text) = replaced(&cause, words[0], &right, &given) else { break };
            let fixed = program(&[("", &text)]).words;
            let both = Both::new([words[0], &fixed], Mode::Usual).run(&given, FUEL);
            let both = both.expect("no array");
            assert_eq!(difference(&both.runs[0], &both.runs[1]), None, "{texts:?} {cause:?}");
            checked += 1;
            let before = Both::new(words, Mode::Usual).witness(&given, FUEL);
            differing_runs += u32::from(before.is_some());
        }
    }
    assert!(
        found >= 15 && checked >= 120 && differing_runs >= 100,
        "{found} {checked} {differing_runs}"
    );
}

/// The counts of a cause are those of runs.
#[test]
fn the_inputs_that_a_cause_counts_are_those_that_differ() {
    let texts = ["cmp x0, x1\nb.ge 8\nadd x0, x1, xzr\nbr x30\n", "add x0, x1, xzr\nbr x30\n"];
    let programs = texts.map(|text| program(&[("", text)]));
    let options = options();
    let tried = differ(programs.each_ref(), &options).expect("they differ");
    let differing = Differing {
        programs: programs.each_ref(),
        options: &options,
        tried: &tried,
        place: &in_place,
    };
    let suspects = Suspects::default();
    let found =
        cause(&differing, Side::Left, &suspects, &solver::Stop::NEVER).expect("there is one");
    let words = differing.words();
    let mut all = tamarin::engines::arm64::samples_of(words, &options);
    all.push(tried.given.clone());
    all.sort_by_key(|given| given.registers.clone());
    all.dedup();
    let mut both = Both::new(words, Mode::Usual);
    let differ = all.iter().filter(|given| both.witness(given, FUEL).is_some()).count() as u64;
    if found.check == Check::AllFix {
        assert_eq!([found.counts.tried, found.counts.differing], [all.len() as u64, differ]);
    } else {
        assert!(
            found.counts.differing <= differ && found.counts.tried < all.len() as u64,
            "{found:?}"
        );
    }
}

/// Programs of two mistakes need two fixes, and each of them is needed.
#[test]
fn two_mistakes_have_two_causes() {
    let left = "cmp x0, x1\nb.lt small\nmul x2, x0, x1\nadd x0, x2, x0\nbr x30\n\
                small: sub x3, x1, x0\nadd x0, x3, x3\nbr x30\n";
    let right = left
        .replace("mul x2, x0, x1", "mul x2, x0, x0")
        .replace("sub x3, x1, x0", "sub x3, x0, x1");
    let texts = [left, &right];
    let programs = texts.map(|text| program(&[("", text)]));
    let options = options();
    let tried = differ(programs.each_ref(), &options).expect("they differ");
    let differing = Differing {
        programs: programs.each_ref(),
        options: &options,
        tried: &tried,
        place: &in_place,
    };
    let suspects = Suspects::default();
    let found =
        cause(&differing, Side::Left, &suspects, &solver::Stop::NEVER).expect("there is one");
    assert_eq!((found.check, found.is_trivial), (Check::AllFix, false), "{found:?}");
    let mut at: Vec<u64> = found.members.iter().map(|it| it.fix.to.at).collect();
    at.sort_unstable();
    assert_eq!(at, [8, 20], "{found:?}");
}

/// Each pair of the corpus that differs with an explanation: what is called proved agrees in runs on numbers that the
/// comparison does not try, and the fixed text is what the report says.
#[test]
fn fixes_of_labelled_pairs_hold_in_runs() {
    let [mut proved, mut causes] = [0, 0];
    let mut random = Random::new(5);
    let is_explained = |label: &Value| label["label"] == "neq" && label["inputs"] != "array";
    let labels = labels().into_iter().filter(|(_, label)| is_explained(label));
    // One with a loop takes as long as twenty without.
    let has_loop = |name: &str| name.contains("loop") || name.contains("recursion");
    let (loops, others): (Vec<_>, Vec<_>) = labels.partition(|(name, _)| has_loop(name));
    for (name, _) in sample(others, 12).iter().chain(&sample(loops, 38)) {
        let texts = ["left", "right"].map(|side| text_of(name, side));
        let programs = texts.each_ref().map(|text| program(&[("", text)]));
        let options = Options { work: many(400_000, 4_000_000), ..options() };
        let tried = differ(programs.each_ref(), &options).expect("its label says so");
        let differing = Differing {
            programs: programs.each_ref(),
            options: &options,
            tried: &tried,
            place: &in_place,
        };
        let suspects = Suspects::default();
        let stop = solver::Stop::NEVER;
        causes += u32::from(cause(&differing, Side::Left, &suspects, &stop).is_some());
        let Some(mend) = mended(&differing, texts.each_ref().map(String::as_str)) else { continue };
        let edited = mend.edit.apply(&texts[1]);
        let fixed = program(&[("", &edited)]).words;
        let mut both = Both::new([&programs[0].words, &fixed], Mode::Usual);
        assert!(both.witness(&tried.given, FUEL).is_none(), "{name}: {mend:?}");
        proved += u32::from(mend.proved);
        for _ in 0..200 {
            let mut number = || {
                let wide = u64::from(random.word()) << 32 | u64::from(random.word());
                wide >> (random.word() % 64)
            };
            let given = Given { registers: vec![number(), number()], ..Given::default() };
            let differs = both.witness(&given, FUEL).is_some();
            assert!(!(differs && mend.proved), "{name} on {given:?}: {mend:?}");
        }
    }
    println!("{proved} fixes are proved, {causes} causes");
    assert!(proved >= many(1, 6) && causes >= many(1, 6), "{proved} {causes}");
}

/// Edits of ARM64 texts: the kinds of slips, and labels and comments that stay.
#[test]
fn edits_of_a_text_are_those_of_its_language() {
    let text = "a: cmp x0, x1 // b.lt is no statement here\nb.lt a\nldr x2, 8\nb end\n.8byte 5\nend: sub x0, x0, x2\nbr x30\n";
    let linked = program(&[("", text)]);
    let files = [File::text("", text)];
    let edits = mend::edits_for(ARM64, &linked, &files, &[7]);
    let shown = |line: usize| -> Vec<String> {
        let of_line = edits.iter().filter(|edit| edit.line == line);
        of_line.map(|edit| format!("{} -> {}", edit.from, edit.to)).collect()
    };
    for (line, expected) in [
        (1, "cmp x0, x1 -> cmp x1, x0"),
        (1, "cmp x0, x1 -> cmp x0, xzr"),
        (2, "b.lt a -> b.le a"),
        (2, "b.lt a -> b.lo a"),
        (2, "b.lt a -> b.lt end"),
        (5, ".8byte 5 -> .8byte 6"),
        (5, ".8byte 5 -> .8byte 7"),
        (6, "sub x0, x0, x2 -> add x0, x0, x2"),
        (6, "sub x0, x0, x2 -> sub x0, x2, x0"),
        (7, "br x30 -> "),
    ] {
        assert!(shown(line).iter().any(|it| it == expected), "{expected}: {:?}", shown(line));
    }
    let number = edits.iter().find(|edit| edit.line == 5).expect("there is one");
    assert_eq!(number.words, 4..6);
    for edit in &edits {
        let edited = edit.apply(text);
        assert_ne!(edited, text);
        assert!(edited.contains("// b.lt is no statement here"), "{edited}");
        let built = link::program_for(Architecture::Arm64, &[File::text("", &edited)]);
        // Some do not assemble, for example an offset that is no multiple of 4.
        let is_program =
            built.output.is_some_and(|it| decode(it.words[0]).map(|it| it.op) == Some(Op::Cmp));
        assert!(is_program || edit.line == 1 || built.diagnostics.iter().flatten().count() > 0);
    }
}

#[test]
fn the_command_explains_a_slip() {
    let left =
        Written::new("slip-left.s", "add x2, x0, x1\nmul x2, x2, x2\nsub x0, x2, x1\nbr x30\n");
    let right =
        Written::new("slip-right.s", "add x2, x0, x1\nmul x2, x2, x2\nsub x0, x1, x2\nbr x30\n");
    let run = tamarin(&["explain", left.path(), right.path()]);
    assert_eq!((run.status, run.err.as_str()), (1, ""), "{}", run.out);
    assert!(run.out.starts_with("disequivalent\n"), "{}", run.out);
    let fix = "Did you mean `sub x0, x2, x1` in line 3? With it they agree on every input. The kernel accepted evidence for it.";
    assert!(run.out.contains(fix), "{}", run.out);
    assert!(run.out.contains("The runs first compute different values at line 3"), "{}", run.out);
    let (status, value) = answered(&["explain", left.path(), right.path(), "--json"]);
    assert_eq!(
        (status, &value["machine"], &value["verdict"]),
        (1, &"arm64".into(), &"disequivalent".into())
    );
    assert_eq!((&value["mend"]["proved"], &value["mend"]["line"]), (&Value::Bool(true), &3.into()));
    assert_eq!(
        (&value["proof"]["kind"], &value["proof"]["checked"]),
        (&"evidence".into(), &Value::Bool(true))
    );
    assert_eq!(
        (&value["parting"]["kind"], &value["parting"]["right"]["line"]),
        (&"value".into(), &3.into())
    );
    assert_eq!(value["cause"]["proved"], Value::Null);
    assert_eq!(value["cause"]["pairs"][0]["right"]["line"], 3);
    // Only the part that was asked for.
    let (_, value) = answered(&["explain", left.path(), right.path(), "--mend", "--json"]);
    assert_eq!(value["cause"], Value::Null);
    let (_, value) = answered(&["explain", left.path(), right.path(), "--cause", "--json"]);
    assert_eq!((&value["mend"], &value["proof"]), (&Value::Null, &Value::Null));
    // The other program is right.
    let (_, value) =
        answered(&["explain", left.path(), right.path(), "--reference", "right", "--json"]);
    assert_eq!(value["mend"]["side"], "left");
    assert_eq!(value["cause"]["reference"], "right");
    // Nothing is explained where there is no difference.
    let run = tamarin(&["explain", left.path(), left.path()]);
    assert_eq!(run.status, 0);
    assert!(run.out.starts_with("equivalent\n") && !run.out.contains("Did you"), "{}", run.out);
}

#[test]
fn arrays_and_modes_are_explained() {
    let name = "array-max-start";
    let [left, right] = ["left", "right"]
        .map(|side| Written::new(&format!("explained-{side}.s"), text_of(name, side)));
    let (status, value) = answered(&[
        "explain",
        left.path(),
        right.path(),
        "--array",
        "3",
        "--json",
        "--reference",
        "right",
    ]);
    assert_eq!((status, &value["verdict"]), (1, &"disequivalent".into()));
    assert!(value["parting"].is_object(), "{value}");
    assert!(value["cause"].is_object(), "{value}");
    let pair = &value["cause"]["pairs"][0];
    assert!(pair["elements"].is_array() && pair["inputs"].is_null(), "{value}");
    // With a processor's division these two agree.
    let [left, right] = ["left", "right"]
        .map(|side| Written::new(&format!("guard-{side}.s"), text_of("div-by-zero-guard", side)));
    let (status, value) = answered(&["explain", left.path(), right.path(), "--json"]);
    assert_eq!((status, &value["parting"]["kind"]), (1, &"fault".into()), "{value}");
    let (status, value) = answered(&["explain", left.path(), right.path(), "--arm", "--json"]);
    assert_eq!(
        (status, &value["verdict"], &value["mode"]),
        (0, &"equivalent".into(), &"arm".into())
    );
}

#[test]
fn what_is_for_mips_is_refused() {
    let file = Written::new("refused.s", "br x30\n");
    for option in [&["--check", "all"][..], &["--strategy", "paper"], &["--solver", "bitblast"]] {
        let run = tamarin(&[&["explain", file.path(), file.path()], option].concat());
        assert_eq!(run.status, 2, "{option:?} {}", run.out);
        assert!(run.err.contains("not there for ARM64"), "{}", run.err);
    }
    let mips = Written::new("mips.asm", "jr $31\n");
    let run = tamarin(&["explain", mips.path(), mips.path(), "--arm"]);
    assert_eq!(run.status, 2, "{}", run.err);
}
