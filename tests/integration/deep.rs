//! Programs with deep recursion and long loops over the heap: `tests/corpus/deep`.
//!
//! Labels are checked against an independent interpreter: what each style of a program does, and the input on which a
//! program with a mistake differs. `npm run evaluate deep` prints what a comparison decides.

use std::fs;
use std::rc::Rc;

use tamarin::engines::paths::outcome::{agreement, outcome};
use tamarin::link::{self, Content, File};
use tamarin::machine::{Image, Inputs, Stop};
use tamarin::report::Agreement;
use tamarin::wlp4::{Style, compile};
use tamarin_testing::wlp4::{self, INT, Run};

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

fn linked(text: &str, style: Style) -> Rc<Image> {
    let compiled = compile(text, style);
    let object = compiled.object.unwrap_or_else(|| panic!("{text}: {:?}", compiled.diagnostics));
    let program = link::program(&[File { name: "program", content: Content::Object(object) }]);
    Image::new(&program.output.expect("it imports what there is"))
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
