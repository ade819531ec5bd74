//! The comparison of versions: checked with labelled pairs and with runs, and the properties it must prove.

mod corpus;
mod patterns;
mod reasons;

use std::fs;
use std::path::Path;
use std::rc::Rc;

use tamarin::engines::mend::{constants, edits};
use tamarin::engines::paths::outcome::{agreement, watched};
use tamarin::engines::paths::{self, Options};
use tamarin::engines::pause::Pause;
use tamarin::engines::versions::{Comparison, Match, Pattern, Verdict, Why, compare};
use tamarin::link::{self, File};
use tamarin::machine::{Image, Inputs};
use tamarin::program::{Label, Program};
use tamarin::report::Agreement;
use tamarin::solver::Stop;
use tamarin::solver::bitblast::Bitblast;
use tamarin::wlp4::{self, Style};
use tamarin_testing::examples::{Example, program};
use tamarin_testing::pairs::{FOLDERS, Label as Labelled, Pair};
use tamarin_testing::questions::Random;
use tamarin_testing::recursions::inverted;

pub const STYLES: [Style; 3] = [Style::Stack, Style::Registers, Style::Folded];
const FUEL: u64 = 20_000;

fn of_images(images: [&Rc<Image>; 2], labels: [&[Label]; 2]) -> Comparison {
    let (mut solver, patterns) = (Bitblast::new(), Rc::default());
    let comparing = compare(images, labels, &patterns, &mut solver, &Stop::NEVER, Pause::never());
    pollster::block_on(comparing).expect("nobody ends it")
}

fn of_programs([left, right]: [&Program; 2]) -> Comparison {
    let images = [left, right].map(Image::new);
    of_images([&images[0], &images[1]], [&left.labels, &right.labels])
}

fn of_texts(left: &str, right: &str) -> Comparison {
    let programs = [program(left), program(right)];
    of_programs(programs.each_ref())
}

fn is_equal(found: &Comparison) -> bool {
    found.verdict != Verdict::Unknown
}

/// Inputs at which programs of students part.
fn inputs(random: &mut Random) -> Vec<Inputs> {
    const NOTABLE: [u32; 11] =
        [0, 1, 2, 3, 10, 11, 12, u32::MAX, u32::MAX - 1, 0x7fff_ffff, 0x8000_0000];
    let crossed = NOTABLE.iter().flat_map(|&a| NOTABLE.iter().map(move |&b| [a, b]));
    let mut all: Vec<[u32; 2]> = crossed.collect();
    all.extend((0..40).map(|_| [random.below(200) as u32, random.below(200) as u32]));
    all.extend((0..40).map(|_| [random.word(), random.word()]));
    all.into_iter().map(Inputs::from).collect()
}

/// An input on which two programs are seen to differ.
fn difference(images: [&Rc<Image>; 2], inputs: &[Inputs]) -> Option<Inputs> {
    let differs = |inputs: &&Inputs| {
        let ends = images.map(|image| watched(image, inputs, FUEL));
        agreement(&ends[0], &ends[1]) == Agreement::Differ
    };
    inputs.iter().find(differs).cloned()
}

#[test]
fn no_pair_that_differs_is_called_equal() {
    for pair in FOLDERS.iter().flat_map(|folder| Pair::of(folder)) {
        let programs = pair.texts.each_ref().map(|text| program(text));
        for [left, right] in [[0, 1], [1, 0]] {
            let found = of_programs([&programs[left], &programs[right]]);
            if pair.labels.label() == Labelled::Neq {
                assert!(!is_equal(&found), "{}: {found:#?}", pair.labels.name);
            }
        }
    }
    for example in Example::all() {
        let images = example.images();
        let found = of_images([&images[0], &images[1]], [&[], &[]]);
        let expected = example.expectation(tamarin::engines::paths::Strategy::Product);
        if expected.verdict == "disequivalent" {
            assert!(!is_equal(&found), "{}: {found:#?}", example.name);
        }
    }
}

/// The WLP4 programs of the corpus, with their names.
pub fn sources() -> Vec<(String, String)> {
    let folder = tamarin_testing::root().join("tests/corpus/wlp4");
    let files = fs::read_dir(folder).expect("the folder is there");
    let paths = files.map(|file| file.expect("it can be read").path());
    let is_source = |path: &std::path::PathBuf| path.extension() == Some("wlp4".as_ref());
    let mut sources: Vec<(String, String)> = paths
        .filter(is_source)
        .map(|path: std::path::PathBuf| {
            let name = Path::new(path.file_stem().expect("a name")).display().to_string();
            (name, fs::read_to_string(&path).expect("it can be read"))
        })
        .collect();
    sources.sort();
    sources
}

pub fn assembly(source: &str, style: Style) -> String {
    wlp4::compile(source, style).assembly.expect("it compiles").text
}

pub fn linked(text: &str) -> Option<Program> {
    link::program(&[File::text("", text)]).output
}

/// The three styles in which the reference compiler writes have other registers, frames
/// and arithmetic, and all of it is equal where no address depends on an input.
#[test]
fn styles_of_a_compiler_are_equal() {
    let (mut proved, mut all) = (0, 0);
    for (name, source) in sources() {
        let programs = STYLES.map(|style| linked(&assembly(&source, style)).expect("it links"));
        for [left, right] in [[0, 1], [0, 2], [1, 2]] {
            let found = of_programs([&programs[left], &programs[right]]);
            all += 1;
            proved += usize::from(is_equal(&found));
            let has_pointers = source.contains('*') && source.contains("int*")
                || source.contains("int *")
                || source.contains("new")
                || source.contains('&');
            assert!(is_equal(&found) || has_pointers, "{name}: {found:#?}");
        }
    }
    println!("{proved} of {all} pairs of styles are equal");
    assert!(proved * 100 >= all * 75, "{proved} of {all}");
}

/// A token of one program is changed; procedures reported as equal must run alike.
#[test]
fn what_is_called_equal_runs_alike() {
    let count = if std::env::var_os("TAMARIN_LONG").is_some() { 6_000 } else { 400 };
    let sources = sources();
    let mut random = Random(16);
    let (mut equal, mut different) = (0, 0);
    let inputs = inputs(&mut random);
    for _ in 0..count {
        let (name, source) = &sources[random.below(sources.len())];
        let styles = [0, 1].map(|_| STYLES[random.below(3)]);
        let [left, before] = styles.map(|style| assembly(source, style));
        let left = linked(&left).expect("it links");
        let files = [File::text("", &before)];
        let program = link::program(&files).output.expect("it links");
        let edits = edits(&program, &files, &constants(&left.words));
        let edit = &edits[random.below(edits.len())];
        let text = edit.apply(&before);
        let Some(right) = linked(&text) else { continue };
        let found = of_programs([&left, &right]);
        let images = [&left, &right].map(Image::new);
        let witness = difference([&images[0], &images[1]], &inputs);
        different += usize::from(witness.is_some());
        if is_equal(&found) {
            equal += 1;
            assert_eq!(witness, None, "{name}, {edit:?}: {found:#?}\n{text}");
        }
    }
    println!("of {count}: {equal} called equal, {different} seen to differ");
    assert!(equal * 20 > count, "only {equal} of {count} were called equal");
    assert!(different * 4 > count, "only {different} of {count} differ");
}

/// McCarthy's function, with its branch inverted (DiffKemp's Fig. 4.3): equal as long as the stack
/// keeps off the text.
#[test]
fn recursion_is_equal_while_there_is_a_stack() {
    let [old, new] = inverted(101);
    let found = of_texts(&old, &new);
    let Verdict::EqualFor(steps) = found.verdict else { panic!("{found:#?}") };
    // 4 bytes a call, which takes three steps at least behind the branch or the call before it.
    assert!((11_000_000..3 << 22).contains(&steps), "{steps}");
    assert!(found.procedures[1].patterns.contains_key(&Pattern::InverseBranch), "{found:#?}");
    assert_eq!(of_texts(&old, &inverted(100)[1]).verdict, Verdict::Unknown);
}

/// The reason why a procedure is open is reported with its location.
#[test]
fn what_is_open_has_a_place_and_a_reason() {
    let text = |constant: i32| {
        format!(
            "lis $4\n.word {constant}\nslt $5, $1, $4\nbeq $5, $0, end\nadd $3, $1, $2\n\
             end: jr $31\n"
        )
    };
    let found = of_texts(&text(5), &text(6));
    let open = found.procedures[0].open.expect("it is open");
    assert_eq!(open.why, Why::Branches);
    assert_eq!(open.at.map(|at| at.0), [12, 12]);
    let found = of_texts("lw $3, 0($1)\njr $31\n", "add $4, $1, $0\nlw $3, 0($4)\njr $31\n");
    assert_eq!(found.verdict, Verdict::Unknown);
    assert_eq!(found.pointers.map(|at| at.len()), [1, 1]);
    assert!(found.procedures[0].open.is_none());
}

/// The words that a place of both programs holds where they part, by its name.
fn refuted(found: &Comparison, procedure: usize) -> (Why, Vec<(String, u32)>) {
    let one = &found.procedures[procedure];
    let refuted = one.refuted.as_ref().expect("words are known");
    let held = refuted.held.iter().filter(|(spot, _)| spot.side == 0);
    let held = held.map(|&(spot, number)| (spot.held.to_string(), number));
    (one.open.expect("it is open").why, held.collect())
}

/// If a result, a fault or a stack word differs, the report has inputs on which it does.
#[test]
fn what_is_open_comes_with_words() {
    let call = |body: &str| {
        format!(
            "sw $31, -4($30)\nlis $5\n.word f\njalr $5\nlw $31, -4($30)\njr $31\nf: {body}jr $31\n"
        )
    };
    let found = of_texts(&call("mult $1, $2\nmflo $3\n"), &call("add $3, $2, $2\n"));
    let (why, held) = refuted(&found, 1);
    let of = |name: &str| held.iter().find(|(held, _)| held == name).expect("it is told").1;
    assert_eq!(why, Why::Results);
    assert_ne!(of("$1").wrapping_mul(of("$2")), of("$2").wrapping_mul(2), "{held:?}");

    let divide = |by: &str| format!("lis $4\n.word 1\nsub $5, $2, $4\ndivu $1, {by}\njr $31\n");
    let (why, held) = refuted(&of_texts(&divide("$2"), &divide("$5")), 0);
    assert_eq!(why, Why::Faults);
    assert!(held.iter().any(|(name, word)| name == "$2" && *word < 2), "{held:?}");
    // Divisions by both, in either order, fault in the same cases; a division by their product, which is zero in more
    // cases, does not.
    let both = |a: &str, b: &str| format!("divu $1, {a}\ndivu $1, {b}\nadd $3, $1, $0\njr $31\n");
    assert!(is_equal(&of_texts(&both("$2", "$1"), &both("$1", "$2"))));
    let product = "mult $1, $2\nmflo $5\ndivu $1, $5\nadd $3, $1, $0\njr $31\n";
    assert!(!is_equal(&of_texts(&both("$2", "$1"), product)));

    let kept = |times: &str| {
        format!(
            "sw $1, -4($30)\nadd $1, $0, $0\nbeq $2, $0, on\nadd $1, $2, $0\non: lw $3, -4($30)\n\
             add $3, $3, {times}\njr $31\n"
        )
    };
    let (why, held) = refuted(&of_texts(&kept("$3"), &kept("$0")), 0);
    assert_eq!(why, Why::Results);
    assert!(held.iter().any(|(name, word)| name == "stack[-4]" && *word != 0), "{held:?}");
}

/// A difference is highlighted where it originates, and not where other registers pass it on, also after branches, in
/// loops and over calls.
#[test]
fn what_carries_a_difference_is_not_lit() {
    let program = |[sum, twice]: [&str; 2], constant: u32| {
        format!(
            "sw $31, -4($30)\nlis $9\n.word {constant}\nadd {sum}, $1, $9\nlis $9\n.word 1\n\
             beq $2, $0, on\nadd $8, $9, $9\non: add {twice}, {sum}, {sum}\n\
             lis $10\n.word 3\nloop: beq $10, $0, end\nadd {twice}, {twice}, {sum}\n\
             sub $10, $10, $9\nbeq $0, $0, loop\nend: lis $11\n.word f\njalr $11\n\
             sub $3, {twice}, {sum}\nlw $31, -4($30)\njr $31\nf: add $12, $2, $2\njr $31\n"
        )
    };
    let found = of_texts(&program(["$4", "$5"], 7), &program(["$6", "$7"], 8));
    assert_eq!(found.verdict, Verdict::Unknown);
    let together = &found.procedures[0].together;
    let changed = together.iter().filter(|it| it.known == Match::Changed).map(|it| it.at[0].0);
    // The constant.
    assert_eq!(changed.collect::<Vec<_>>(), [8], "{together:#?}");
    let renamed = |at: u32| {
        let one = together.iter().find(|it| it.at[0].0 == at).expect("it is told");
        (one.known, one.is_equal)
    };
    for at in [12, 32, 48, 72] {
        assert_eq!(renamed(at), (Match::Same, false), "{at}: {together:#?}");
    }
    // The mistake is after the branch, and nothing before it is highlighted.
    let wrong = program(["$6", "$7"], 7).replace("sub $3, $7, $6", "sub $3, $6, $7");
    let found = of_texts(&program(["$4", "$5"], 7), &wrong);
    let together = &found.procedures[0].together;
    let changed = together.iter().filter(|it| it.known == Match::Changed).map(|it| it.at[0].0);
    assert_eq!(changed.collect::<Vec<_>>(), [72], "{together:#?}");
}

/// Programs that end above the stack, below the text or in each other's words are not called
/// equal.
#[test]
fn what_is_taken_for_granted_of_the_stack_has_to_hold() {
    // The word at the start's $30 is not in memory: a fault in either.
    let above = "sw $1, 0($30)\nlw $3, 0($30)\njr $31\n";
    let found = of_texts(above, &format!("add $5, $1, $2\n{above}"));
    assert_eq!((found.verdict, found.stack_holds), (Verdict::Unknown, false));
    // A word at a known address, within the frame of a procedure.
    let fixed = |slot: i32| {
        format!("lis $4\n.word 0xfffffc\nsw $1, 0($4)\nsw $2, {slot}($30)\nlw $3, 0($4)\njr $31\n")
    };
    let found = of_texts(&fixed(-4), &fixed(-8));
    assert_eq!(found.verdict, Verdict::Unknown);
    // An argument that the callee has stored to.
    let call = |stored: &str| {
        format!(
            "sw $31, -4($30)\nlis $4\n.word 8\nsub $30, $30, $4\nsw $1, 0($30)\nlis $5\n.word f\n\
             jalr $5\nlw $3, 0($30)\nlis $4\n.word 8\nadd $30, $30, $4\nlw $31, -4($30)\njr $31\n\
             f: {stored}jr $31\n"
        )
    };
    assert_eq!(of_texts(&call(""), &call("sw $2, 0($30)\n")).verdict, Verdict::Unknown);
    assert_eq!(of_texts(&call(""), &call("sw $1, 0($30)\n")).verdict, Verdict::Equal);
    assert_eq!(of_texts(&call(""), &call("sw $2, -4($30)\n")).verdict, Verdict::Equal);
}

/// DiffKemp's examples, on words.
#[test]
fn arithmetic_is_compared_as_blocks() {
    let times_five = "lis $4\n.word 5\nmult $1, $4\nmflo $3\njr $31\n";
    let shifts = "add $3, $1, $1\nadd $3, $3, $3\nadd $3, $3, $1\njr $31\n";
    assert_eq!(of_texts(times_five, shifts).verdict, Verdict::Equal);
    let wrong = "add $3, $1, $1\nadd $3, $3, $1\nadd $3, $3, $3\njr $31\n";
    assert_eq!(of_texts(times_five, wrong).verdict, Verdict::Unknown);
    // Two ways to the larger one, which ends differ of.
    let larger = "slt $5, $2, $1\nadd $3, $1, $0\nbne $5, $0, end\nadd $3, $2, $0\nend: jr $31\n";
    let other = "slt $5, $1, $2\nbne $5, $0, second\nadd $3, $1, $0\njr $31\nsecond: \
                 add $3, $2, $0\njr $31\n";
    let found = of_texts(larger, other);
    assert_eq!(found.verdict, Verdict::Equal, "{found:#?}");
    assert_eq!(found.procedures[0].blocks.len(), 1);
    let smaller = other.replace("slt $5, $1, $2", "slt $5, $2, $1");
    assert_eq!(of_texts(larger, &smaller).verdict, Verdict::Unknown);
}

/// Two versions of a WLP4 program with many procedures, each of which calls the previous one; in the second version
/// `refactored` of them have a refactoring.
fn generated(procedures: usize, refactored: usize) -> [String; 2] {
    // A statement and its refactoring.
    const REFACTORINGS: [[&str; 2]; 6] = [
        ["c = a * 5;", "c = a + a * 4;"],
        ["c = (a + b) * 3;", "c = 3 * b + a * 3;"],
        ["if (a < b) { c = a; } else { c = b; }", "if (a >= b) { c = b; } else { c = a; }"],
        ["c = a - b - 7;", "c = a - (b + 7);"],
        ["while (c < a) { c = c + b * b + 1; }", "while (a > c) { c = 1 + (c + b * b); }"],
        ["c = a + b; d = a - b; c = c * d;", "d = a - b; c = (a + b) * d;"],
    ];
    let mut texts = [String::new(), String::new()];
    for number in 0..procedures {
        let is_refactored =
            number * refactored / procedures != (number + 1) * refactored / procedures;
        let statements = REFACTORINGS[number % REFACTORINGS.len()];
        let call = match number {
            0 => "c = c + d;".to_owned(),
            _ => format!("c = c + p{}(d, c);", number - 1),
        };
        for (side, text) in texts.iter_mut().enumerate() {
            let statement = statements[usize::from(is_refactored && side == 1)];
            text.push_str(&format!(
                "int p{number}(int a, int b) {{\n  int c = {number};\n  int d = 1;\n  {statement}\n  \
                 d = d + c * {number};\n  {call}\n  return c - d;\n}}\n"
            ));
        }
    }
    let last = procedures - 1;
    texts.map(|text| {
        format!("{text}int wain(int a, int b) {{\n  return p{last}(a, b) + p{last}(b, a);\n}}\n")
    })
}

fn assembled(texts: &[String; 2]) -> [Program; 2] {
    texts.each_ref().map(|text| linked(&assembly(text, Style::Stack)).expect("it links"))
}

/// Each refactoring is found equal, and the work is in proportion to the program.
#[test]
fn refactorings_of_many_procedures_are_equal() {
    let questions = [12, 24].map(|procedures| {
        let [old, new] = assembled(&generated(procedures, procedures));
        let found = of_programs([&old, &new]);
        assert_eq!(found.verdict, Verdict::Equal, "{found:#?}");
        assert_eq!(found.procedures.len(), procedures + 1);
        let changed =
            found.procedures.iter().filter(|it| !it.blocks.is_empty() || !it.patterns.is_empty());
        assert_eq!(changed.count(), procedures, "{found:#?}");
        found.questions
    });
    assert!(questions[1] <= 2 * questions[0] + 2, "{questions:?}");
}

/// A comparison of large programs with one changed procedure is decided as one of versions, instead of a
/// long search of paths.
#[test]
fn near_identical_programs_are_compared_as_versions() {
    let [old, new] = assembled(&generated(12, 1));
    assert_ne!(old, new);
    let images = [&old, &new].map(Image::new);
    let options = Options { time_limit_ms: None, ..Options::default() };
    let (mut solver, mut nobody) = (Bitblast::new(), ());
    let comparing = paths::compare(&images[0], &images[1], &options, &mut solver, &mut nobody);
    let report = pollster::block_on(comparing);
    assert_eq!(report.verdict, tamarin::report::Verdict::Equivalent, "{report:#?}");
    let kind = report.proof.map(|proof| proof.kind);
    assert_eq!(kind, Some(tamarin::report::ProofKind::Procedures));
    // Their texts were compared before any path was explored.
    assert_eq!(report.stats.runs, 0);
}

/// Small ones that are nearly the same are compared as versions before any proof about their loops.
#[test]
fn near_identical_loops_are_compared_as_versions() {
    let text = |last: &str| {
        format!(
            "lis $8\n.word 1\nloop: beq $1, $2, end\nslt $4, $1, $2\nbne $4, $0, less\n\
             sub $1, $1, $2\nadd $7, $7, $8\nbeq $0, $0, loop\nless: sub $2, $2, $1\n\
             add $7, $7, $8\nbeq $0, $0, loop\nend: mult $1, $7\nmflo $3\n{last}\njr $31\n"
        )
    };
    let kind = |last: &str| {
        let images = [text("add $3, $3, $7"), text(last)].map(|text| Image::new(&program(&text)));
        let options = Options { time_limit_ms: None, ..Options::default() };
        let (mut solver, mut nobody) = (Bitblast::new(), ());
        let comparing = paths::compare(&images[0], &images[1], &options, &mut solver, &mut nobody);
        let report = pollster::block_on(comparing);
        (report.verdict, report.proof.map(|proof| proof.kind))
    };
    let procedures = Some(tamarin::report::ProofKind::Procedures);
    assert_eq!(kind("add $3, $7, $3"), (tamarin::report::Verdict::Equivalent, procedures));
    assert_eq!(kind("sub $3, $3, $7").0, tamarin::report::Verdict::Disequivalent);
}

/// One procedure of many is wrong in one line: that one is reported, and not its callers.
#[test]
fn the_procedure_that_differs_is_told() {
    for [wrong, told] in [["return c - d;", "procedure_p0"], ["c = a * 5;", "procedure_p0"]] {
        let texts = generated(12, 6);
        let edited = texts[1].replacen(wrong, &wrong.replace(['*', '-'], "+"), 1);
        assert_ne!(edited, texts[1]);
        let [old, new] = assembled(&[texts[0].clone(), edited]);
        let found = of_programs([&old, &new]);
        assert_eq!(found.verdict, Verdict::Unknown);
        let open = found.procedures.iter().filter(|it| it.open.is_some());
        let open: Vec<&str> = open.filter_map(|it| old.label_at(it.entries[0])).collect();
        assert_eq!(open, [told]);
    }
}

/// Several procedures are wrong: at least eight of them are reported, and none that only gets what a wrong one returns,
/// or calls one.
#[test]
fn procedures_that_differ_are_blamed_and_no_other() {
    const COUNT: usize = 24;
    let save = "lis $4\n.word 4\nsub $30, $30, $4\nsw $31, 0($30)\n";
    let restore = "lw $31, 0($30)\nlis $4\n.word 4\nadd $30, $30, $4\njr $31\n";
    let call = |name: &str| format!("lis $6\n.word {name}\njalr $6\n");
    let text = |wrong: &dyn Fn(usize) -> bool| {
        let mut main = format!("{save}add $10, $1, $0\n");
        let mut procedures = String::new();
        for at in 0..COUNT {
            // `q` gets what `p` returns, and `r` calls it.
            let (p, q, r) = (format!("p{at}"), format!("q{at}"), format!("r{at}"));
            let input = "add $1, $10, $0\n";
            let calls = [call(&p), call(&q), call(&r)];
            let add = "add $11, $11, $3\n";
            let [first, second, third] = calls.each_ref().map(|call| format!("{call}{add}"));
            main += &format!("{input}{first}add $1, $3, $0\n{second}{input}{third}");
            let number = 3 + u32::from(wrong(at));
            procedures += &format!(
                "{p}: lis $5\n.word {number}\nmult $1, $5\nmflo $3\njr $31\n\
                 {q}: mult $1, $1\nmflo $3\nadd $3, $3, $2\njr $31\n\
                 {r}: {save}{}add $3, $3, $1\n{restore}",
                call(&p)
            );
        }
        main + "add $3, $11, $0\n" + restore + &procedures
    };
    let of_each: [&dyn Fn(usize) -> bool; 3] = [&|at| at == 5, &|at| at % 2 == 1, &|_| true];
    for wrong in of_each {
        let [old, new] = [program(&text(&|_| false)), program(&text(wrong))];
        let found = of_programs([&old, &new]);
        assert_eq!(found.verdict, Verdict::Unknown);
        let open = found.procedures.iter().filter(|it| it.open.is_some() && !it.is_program);
        let open: Vec<&str> = open.filter_map(|it| old.label_at(it.entries[0])).collect();
        let expected: Vec<String> =
            (0..COUNT).filter(|&at| wrong(at)).map(|at| format!("p{at}")).collect();
        assert!(open.iter().all(|name| expected.iter().any(|it| it == name)), "{open:?}");
        assert!(open.len() >= expected.len().min(8), "{open:?}");
    }
}

/// A block with loads at addresses that only a run knows: the same ones, in another order or in a branch.
#[test]
fn blocks_may_load_at_unknown_addresses() {
    let program_of = |block: &str| {
        format!(
            "add $10, $31, $0\nlis $5\n.word 4\nmult $2, $5\nmflo $5\nadd $1, $1, $5\nlis $6\n\
             .word larger\njalr $6\njr $10\nlarger: {block}jr $31\n"
        )
    };
    let by_branch = "lw $5, 0($1)\nlw $6, 4($1)\nslt $7, $5, $6\nbeq $7, $0, first\n\
                     lw $3, 4($1)\nbeq $0, $0, end\nfirst: lw $3, 0($1)\nend: ";
    let by_product = |from: i32| {
        format!(
            "lw $6, {from}($1)\nlw $5, 0($1)\nslt $7, $5, $6\nsub $8, $6, $5\nmult $8, $7\n\
             mflo $8\nadd $3, $5, $8\n"
        )
    };
    let is_same = |right: &str| {
        let programs = [by_branch, right].map(|block| program(&program_of(block)));
        let found = of_programs([&programs[0], &programs[1]]);
        let larger = found.procedures.iter().find(|it| !it.is_program).expect("it is called");
        larger.open.is_none()
    };
    assert!(is_same(&by_product(4)));
    assert!(!is_same(&by_product(8)));
    // Another word is loaded, which may fault.
    assert!(!is_same(&format!("{}lw $9, 400($1)\n", by_product(4))));
    let in_one_arm = by_branch.replace("lw $3, 4($1)\n", "lw $3, 4($1)\nlw $9, 400($1)\n");
    assert!(!is_same(&in_one_arm));
}
