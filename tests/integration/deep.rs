//! Programs with deep recursion and long loops over the heap: `tests/corpus/deep`.
//!
//! Labels are checked against an independent interpreter: what each style of a program does, and the input on which a
//! program with a mistake differs. `npm run evaluate deep` prints what a comparison decides.

use std::fs;
use std::rc::Rc;

use tamarin::engines::arm64;
use tamarin::engines::paths::outcome::{agreement, outcome};
use tamarin::engines::paths::{Options, compare};
use tamarin::link::{self, Content, File};
use tamarin::machine::arm64::agreement as words;
use tamarin::machine::{Architecture, Image, Inputs, Stop};
use tamarin::program::Program;
use tamarin::report::arm64::Answer;
use tamarin::report::{Agreement, Verdict};
use tamarin::solver;
use tamarin::solver::bitblast::Bitblast;
use tamarin::wlp4::{Style, compile_for};
use tamarin_testing::sample;
use tamarin_testing::wlp4::{self, INT, LONG, Run};

/// Steps of a run: more than the loops over the heap take, and the recursions on these inputs.
const FUEL: u64 = 3_000_000;
const SAMPLES: [i32; 7] = [0, 1, 2, 3, 12, 100, -1];

struct Deep {
    name: String,
    right: String,
    wrong: String,
    witness: Inputs,
}

fn all() -> Vec<Deep> {
    let files = tamarin_testing::files("tests/corpus/deep", "wlp4");
    let read = |path: &std::path::PathBuf| {
        let name = path.display().to_string();
        let right = fs::read_to_string(path).unwrap_or_else(|why| panic!("{name}: {why}"));
        let label = |key: &str| {
            let begin = format!("// {key}: ");
            let line = right.lines().find_map(|line| line.strip_prefix(&begin));
            line.unwrap_or_else(|| panic!("{name}: {key}")).to_owned()
        };
        let mistake = label("wrong");
        let (from, to) = mistake.split_once(" => ").expect("a mistake");
        let witness = label("witness");
        let words = witness.split(", ").map(|word| word.parse::<i32>().expect("a number") as u32);
        let witness = words.collect();
        let is_comment = |line: &&str| line.starts_with("//");
        let code: String = right
            .lines()
            .filter(|line| !is_comment(line))
            .map(|line| format!("{line}\n"))
            .collect();
        assert_eq!(code.matches(from).count(), 1, "{name}");
        let wrong = code.replace(from, to);
        Deep { name, right: code, wrong, witness }
    };
    files.iter().map(read).collect()
}

fn program(machine: Architecture, text: &str, style: Style) -> Program {
    let compiled = compile_for(machine, text, style);
    let object = compiled.object.unwrap_or_else(|| panic!("{text}: {:?}", compiled.diagnostics));
    let file = File { name: "program", content: Content::Object(object) };
    link::program_for(machine, &[file]).output.expect("it imports what there is")
}

fn linked(text: &str, style: Style) -> Rc<Image> {
    Image::new(&program(Architecture::Mips, text, style))
}

/// What a program does according to the interpreter; `None` if that takes it too long.
fn interpreted(text: &str, [a, b]: [i32; 2]) -> Option<Run> {
    let run = wlp4::run(INT, text, &wlp4::Inputs::Numbers([a.into(), b.into()]), b"");
    (run.end != Err(wlp4::Stop::TooLong)).then_some(run)
}

#[test]
fn programs_do_what_the_interpreter_does() {
    let programs = all();
    assert_eq!(programs.len(), 40);
    let mut ran = 0;
    for Deep { name, right, .. } in &programs {
        let images = Style::ALL.map(|style| linked(right, style));
        for inputs in SAMPLES.into_iter().flat_map(|a| SAMPLES.map(|b| [a, b])) {
            let Some(run) = interpreted(right, inputs) else { continue };
            ran += 1;
            for image in &images {
                let outcome = outcome(image, inputs.map(|word| word as u32), FUEL);
                let context = format!("{name}, {inputs:?}: {outcome:?}");
                assert_eq!(outcome.output.bytes, run.output, "{context}");
                match run.end {
                    Ok(result) => assert_eq!(i64::from(outcome.result as i32), result, "{context}"),
                    Err(_) => assert!(matches!(outcome.stop, Stop::Fault(_)), "{context}"),
                }
            }
        }
    }
    assert!(ran > 1_000, "{ran}");
}

/// Each mistake shows on its witness, in every style.
#[test]
fn mistakes_differ_on_their_witness() {
    for Deep { name, right, wrong, witness } in &all() {
        for style in Style::ALL {
            let ends = [right, wrong].map(|text| outcome(&linked(text, style), witness, FUEL));
            assert_eq!(agreement(&ends[0], &ends[1]), Agreement::Differ, "{name}: {ends:?}");
        }
    }
}

/// Programs with many paths, or with many queries for each: their proofs take longer.
const MANY_PATHS: [&str; 3] = ["heap-clamped", "heap-histogram", "heap-until"];

/// All programs that walk over the heap, for more steps than the fuel.
fn walks() -> Vec<Deep> {
    let walks: Vec<Deep> = all().into_iter().filter(|it| it.name.contains("heap-")).collect();
    assert_eq!(walks.len(), 16);
    walks
}

#[test]
fn walks_over_the_heap_are_decided_beyond_the_fuel() {
    let options = Options::default();
    let compared = |left: &Rc<Image>, right: &Rc<Image>| {
        let mut solver = Bitblast::new();
        pollster::block_on(compare(left, right, &options, &mut solver, &mut ()))
    };
    for Deep { name, right, wrong, .. } in walks() {
        let [stack, registers] = [Style::Stack, Style::Registers].map(|it| linked(&right, it));
        let at_zero = outcome(&stack, [0, 0], options.fuel);
        assert_eq!(at_zero.stop, Stop::OutOfFuel, "{name}");
        let wrong = linked(&wrong, Style::Registers);
        let report = compared(&stack, &wrong);
        assert_eq!(report.verdict, Verdict::Disequivalent, "{name}: {report:?}");
        let inputs = &report.witness.as_ref().expect("they differ").inputs;
        let ends = [&stack, &wrong].map(|image| outcome(image, inputs, FUEL));
        assert_eq!(agreement(&ends[0], &ends[1]), Agreement::Differ, "{name}: {ends:?}");
        if !MANY_PATHS.iter().any(|it| name.contains(it)) {
            let report = compared(&stack, &registers);
            assert_eq!(report.verdict, Verdict::Equivalent, "{name}: {report:?}");
        }
    }
}

#[test]
fn walks_over_the_heap_of_arm64_are_decided_beyond_the_fuel() {
    let options = arm64::Options::default();
    let compared = |pair: [&Program; 2]| {
        arm64::compare(pair.map(|it| &it.words[..]), &options, &solver::Stop::NEVER).0.answer
    };
    for Deep { name, right, wrong, .. } in sample(walks(), 4) {
        let compiled = |text: &str, style| program(Architecture::Arm64, &LONG.text(text), style);
        let stack = compiled(&right, Style::Stack);
        let wrong = compiled(&wrong, Style::Registers);
        let answer = compared([&stack, &wrong]);
        let Answer::Differ(tried, _) = &answer else { panic!("{name}: {answer:?}") };
        assert!(words::difference(&tried.runs[0], &tried.runs[1]).is_some(), "{name}: {tried:?}");
        // `print` is a loop of its own, which depends on the number.
        if !MANY_PATHS.iter().any(|it| name.contains(it)) && !name.contains("printed") {
            let answer = compared([&stack, &compiled(&right, Style::Registers)]);
            assert!(matches!(answer, Answer::Agree { .. }), "{name}: {answer:?}");
        }
    }
}
