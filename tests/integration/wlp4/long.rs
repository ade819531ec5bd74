//! WLP4 for ARM64: its words and numbers, and comparing what it compiles to.

use std::collections::BTreeMap;

use tamarin::diagnostic::Code;
use tamarin::engines::arm64::{Options, compare};
use tamarin::link::routines::pad_alike;
use tamarin::link::{self, Content, File};
use tamarin::machine::Architecture::{self, Arm64, Mips};
use tamarin::machine::arm64::agreement::{Both, difference};
use tamarin::machine::arm64::{Given, Mode};
use tamarin::program::Program;
use tamarin::report::arm64::Answer;
use tamarin::solver;
use tamarin::wlp4::{Bug, Style, architecture, compile_for, compile_with};

use super::{PROGRAMS, source};

fn linked(text: &str, style: Style, bug: Option<Bug>) -> Program {
    let compiled = compile_with(Arm64, text, style, bug);
    let object = compiled.object.unwrap_or_else(|| panic!("{text}: {:?}", compiled.diagnostics));
    let file = File { name: "p.wlp4", content: Content::Object(object) };
    link::program_for(Arm64, &[file]).output.expect("it imports what there is")
}

/// A program of the corpus, with `long` for `int`.
fn long(name: &str) -> String {
    source(name).replace("int*", "long*").replace("int ", "long ").replace("int[", "long[")
}

fn answer(programs: [&Program; 2], options: &Options) -> Answer {
    let words = programs.map(|program| program.words.as_slice());
    compare(words, options, &solver::Stop::NEVER).0.answer
}

#[test]
fn the_machine_is_told_by_the_type_of_numbers() {
    for (text, expected) in [
        ("long wain(long a, long b) { return a; }", Some(Arm64)),
        ("int wain(int a, int b) { return a; }", Some(Mips)),
        // The type of numbers of one machine is a name on the other.
        ("long f(long int) { return int; } long wain(long a, long b) {", Some(Arm64)),
        ("int f(int long) { return long; } int wain(int a, int b) {", Some(Mips)),
        ("// int wain(\nlong\n// int\nwain", Some(Arm64)),
        ("int f() { return 1; } long wain(long a, long b) { return f(); }", Some(Arm64)),
        // Not all of it is there, or there are errors.
        ("  long f(", Some(Arm64)),
        ("@ \u{e9} int f(", Some(Mips)),
        ("integer wain() longer", None),
        ("", None),
    ] {
        assert_eq!(architecture(text), expected, "{text}");
    }
}

#[test]
fn the_type_of_another_machine_is_an_error_with_a_fix() {
    for (machine, text, at) in [
        (Arm64, "int wain(int a, int b) { return a; }", 0),
        (Arm64, "long wain(int a, long b) { return a; }", 10),
        (Arm64, "long wain(long a, int* b) { return a; }", 18),
        (Arm64, "long wain(long a, long b) { int c = 0; return a; }", 28),
        (Arm64, "long wain(long a, long b) { a = b; int* c = NULL; return a; }", 35),
        (Arm64, "long wain(long* a, long b) { a = new int[3]; return b; }", 37),
        (Mips, "long wain(long a, long b) { return a; }", 0),
        (Mips, "int f() { return 1; } long wain(int a, int b) { return a; }", 22),
        (Mips, "int wain(int* a, int b) { long c = 1; a = new long[3]; return b; }", 26),
    ] {
        let said = compile_for(machine, text, Style::Stack).diagnostics;
        let [said] = &said[..] else { panic!("{text}: {said:?}") };
        assert_eq!((said.code, said.span.start), (Code::WrongType, at), "{text}: {said:?}");
        let [wrong, right] = if machine == Arm64 { ["int", "long"] } else { ["long", "int"] };
        assert!(said.message.starts_with(&format!("`{wrong}` is the type")), "{said:?}");
        assert!(said.help.as_ref().is_some_and(|it| it.contains("or compile it for")), "{said:?}");
        // Applying the fix until there is none left gives a program.
        let mut text = text.to_owned();
        let end = (0..9).find_map(|_| {
            let compiled = compile_for(machine, &text, Style::Stack);
            let fix = compiled.diagnostics.first().and_then(|said| said.fix.clone());
            let Some(fix) = fix else { return Some(compiled) };
            assert_eq!((fix.span.of(&text), fix.replacement.as_str()), (wrong, right));
            text = fix.apply(&text);
            None
        });
        let end = end.expect("there are fewer than nine");
        let is_only_misplaced = end.diagnostics.iter().all(|said| {
            said.code != Code::WrongType || said.message.contains("`wain` has two parameters")
        });
        assert!(is_only_misplaced, "{text}: {:?}", end.diagnostics);
    }
    // It is a name there.
    for (machine, text) in [
        (
            Arm64,
            "long int(long long1) { return long1; } long wain(long int, long b) { int = 2; return int; }",
        ),
        (Mips, "int long() { return 1; } int wain(int a, int b) { return long(); }"),
    ] {
        let compiled = compile_for(machine, text, Style::Registers);
        assert_eq!(compiled.diagnostics, [], "{text}");
    }
}

#[test]
fn numbers_have_64_bits() {
    let wain = |result: &str| format!("long wain(long a, long b) {{ return {result}; }}");
    let largest = compile_for(Arm64, &wain("9223372036854775807"), Style::Stack);
    assert!(largest.object.is_some(), "{:?}", largest.diagnostics);
    for (number, code, message) in [
        ("9223372036854775808", Code::WordOutOfRange, "up to 9223372036854775807"),
        ("99999999999999999999999", Code::WordOutOfRange, "up to 9223372036854775807"),
        ("08", Code::MalformedNumber, "it begins with a 0"),
        ("7l", Code::MalformedNumber, "`l` is not a digit"),
    ] {
        let said = compile_for(Arm64, &wain(number), Style::Stack).diagnostics;
        assert_eq!(said[0].code, code, "{said:?}");
        assert!(said[0].message.contains(message), "{said:?}");
    }
    let [folded] = [compile_for(Arm64, &wain("9223372036854775807 + 1"), Style::Folded)];
    let assembly = folded.assembly.expect("it has no errors").text;
    assert!(assembly.contains(".8byte -9223372036854775808\n"), "{assembly}");
}

#[test]
fn errors_name_the_types_of_the_machine() {
    let wain = |body: &str| format!("long wain(long a, long b) {{ {body} }}");
    for (text, message) in [
        (wain("return NULL;"), "a procedure returns `long`, and this is `long*`"),
        (wain("a = &b; return a;"), "a `long*` is assigned to a `long`"),
        (wain("long* p = NULL; return *&p;"), "`&` takes a place of type `long`"),
        (wain("return a * &b;"), "there is no `long` * `long*`"),
        ("long wain(long a, long* b) { return a; }".to_owned(), "the second is `long`"),
        ("".to_owned(), "the text ends, expected `long`"),
        (
            format!("long f(long* p) {{ return 1; }} {}", wain("return f(a, b);")),
            "`f` takes `long*`, and is given `long`, `long`",
        ),
    ] {
        let said = compile_for(Arm64, &text, Style::Stack).diagnostics;
        assert!(said.iter().any(|it| it.message.contains(message)), "{text}: {said:?}");
    }
}

/// Work of a search for evidence.
const WORK: u64 = 2_000_000;

#[test]
fn styles_never_differ() {
    let mut answers: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, _) in PROGRAMS {
        let text = long(name);
        let stack = linked(&text, Style::Stack, None);
        for style in [Style::Registers, Style::Folded] {
            let other = linked(&text, style, None);
            let options = Options { work: WORK, ..Options::default() };
            let said = match answer([&stack, &other], &options) {
                Answer::SameMachineCode | Answer::Agree { .. } => "agree",
                Answer::Open(_) => "open",
                answer => panic!("{name}, {style:?}: {answer:?}"),
            };
            *answers.entry(said).or_default() += 1;
        }
    }
    println!("{answers:?}");
    assert!(answers["agree"] >= 70, "{answers:?}");
}

#[test]
fn mistakes_of_compilers_are_found() {
    let numbers = [0, 1, 2, 3, 5, 7, 100, -1, -2, -7, i64::MAX, i64::MIN];
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    for (name, _) in PROGRAMS {
        let text = long(name);
        let right = linked(&text, Style::Stack, None);
        for &bug in Bug::ALL {
            let wrong = linked(&text, Style::Stack, Some(bug));
            let words = [&right, &wrong].map(|program| program.words.as_slice());
            let mut both = Both::new(words, Mode::Usual);
            let pairs = numbers.iter().flat_map(|&a| numbers.map(|b| [a, b]));
            let differs = pairs.into_iter().any(|pair| {
                let registers = pair.map(|number| number as u64).to_vec();
                let given = Given { registers, ..Given::default() };
                let tried = both.run(&given, 10_000).expect("there is no array");
                difference(&tried.runs[0], &tried.runs[1]).is_some()
            });
            if !differs {
                continue;
            }
            let options = Options { work: 1, ..Options::default() };
            let answer = answer([&wrong, &right], &options);
            assert!(matches!(answer, Answer::Differ(..)), "{name}, {bug:?}: {answer:?}");
            *found.entry(format!("{bug:?}")).or_default() += 1;
        }
    }
    let bugs: Vec<_> = Bug::ALL.iter().map(|bug| format!("{bug:?}")).collect();
    let missed: Vec<_> = bugs.iter().filter(|bug| !found.contains_key(*bug)).collect();
    assert!(missed.is_empty(), "no program shows {missed:?}: {found:?}");
}

/// The array is behind the longer program, so the heap of the shorter one has to begin further behind.
#[test]
fn the_heap_begins_behind_the_array_of_both_programs() {
    let filled = |extra: &str| {
        format!(
            "long f(long* c, long n) {{ while (n > 0) {{ n = n - 1; *(c + n) = 9; }} {extra} return 0; }}
             long wain(long* a, long n) {{ long* c = NULL; long s = 0; c = new long[100];
             s = f(c, 100); while (n > 0) {{ n = n - 1; s = s * 3 + *(a + n); }} return s; }}"
        )
    };
    let never = "if (n > 0) { println(n); n = n * n * n * n * n * n * n * n * n * n; } else {}";
    let mut programs = [filled(""), filled(never)].map(|text| linked(&text, Style::Stack, None));
    let options = Options { array: Some(3), work: 1, ..Options::default() };
    assert_ne!(programs[0].words.len(), programs[1].words.len());
    let unpadded = answer([&programs[0], &programs[1]], &options);
    assert!(matches!(unpadded, Answer::Differ(..)), "the heap is not over the array: {unpadded:?}");
    pad_alike(&mut programs);
    let padded = answer([&programs[0], &programs[1]], &options);
    assert!(matches!(padded, Answer::Open(_)), "{padded:?}");
}

#[test]
fn many_parameters_and_variables_are_within_reach() {
    let names: Vec<String> = (0..70).map(|index| format!("p{index}")).collect();
    let parameters: Vec<String> = names.iter().map(|name| format!("long {name}")).collect();
    let locals: String = (0..70).map(|index| format!("long v{index} = {index}; ")).collect();
    let arguments: Vec<String> = (0..70).map(|index| format!("a * {index} + b")).collect();
    let sum: String =
        names.iter().enumerate().map(|(i, name)| format!(" + {} * {name}", i + 1)).collect();
    let text = format!(
        "long f({}) {{ {locals} v69 = v69 + *&v68; return v69 * 1000{sum}; }}
         long wain(long a, long b) {{ return f({}); }}",
        parameters.join(", "),
        arguments.join(", ")
    );
    for style in Style::ALL {
        let program = linked(&text, style, None);
        let mut both = Both::new([&program.words, &program.words], Mode::Usual);
        let given = Given { registers: vec![5, 1 << 40], ..Given::default() };
        let tried = both.run(&given, 100_000).expect("there is no array");
        let expected = (0..70u64).map(|i| (i + 1) * (5 * i + (1 << 40))).sum::<u64>() + 137_000;
        assert_eq!(tried.runs[0].result, expected, "{style:?}");
    }
}

#[test]
fn words_lead_back_to_the_source() {
    let text = "long wain(long a, long b) {\n  println(a);\n  return b;\n}\n";
    let object = compile_for(Architecture::Arm64, text, Style::Stack).object.expect("no errors");
    let content = Content::Compiled(link::Compiled { text, object, reordered: None });
    let built = link::program_for(Arm64, &[File { name: "p.wlp4", content }]);
    let program = built.output.expect("it has no errors");
    let rows = tamarin::asm::arm64::listing(&[text], &program);
    let line =
        |wanted: &str| rows.iter().find(|row| row.text.contains(wanted)).expect("it is there").line;
    assert_eq!((line("blr x2"), line("br x30")), (Some(2), Some(1)));
    assert!(rows.iter().any(|row| row.line == Some(3)));
}
