//! The reference compiler: its programs are compared with the same computations in Rust, in every style; and compiler
//! bugs that a comparison must find.

mod interpreted;
mod long;

use std::collections::BTreeMap;
use std::fs;
use std::num::Wrapping;
use std::rc::Rc;
use std::sync::Arc;

use proptest::prelude::*;
use tamarin::contract::{Contract, Spec};
use tamarin::diagnostic::Code;
use tamarin::engines::paths::outcome::{Outcome, agreement, outcome};
use tamarin::engines::paths::{Observer, Options, Signal, Signalled, Strategy as Search, compare};
use tamarin::link::{self, Compiled, Content, File};
use tamarin::machine::{Architecture, Image, Stop};
use tamarin::report::{Agreement, Event, Report, Verdict};
use tamarin::solver::bitblast::Bitblast;
use tamarin::wlp4::{Bug, Style, compile, compile_with};

const FUEL: u64 = 10_000;

type Number = Wrapping<i32>;

/// A program's behaviour in Rust: its result and output; no result if it faults.
type Does = fn(Number, Number, &mut Vec<Number>) -> Option<Number>;

fn n(value: i32) -> Number {
    Wrapping(value)
}

fn quotient(a: Number, b: Number) -> Option<Number> {
    (b.0 != 0).then(|| n(a.0.wrapping_div(b.0)))
}

fn remainder(a: Number, b: Number) -> Option<Number> {
    (b.0 != 0).then(|| n(a.0.wrapping_rem(b.0)))
}

fn sign(a: Number) -> Number {
    n(a.0.signum())
}

/// Each program of the folder, by its name.
const PROGRAMS: [(&str, Does); 40] = [
    ("add", |a, b, _| Some(a + b * n(3) - (a - b))),
    ("address-of-parameter", |a, b, _| {
        let (first, second) = (a + n(1), a + n(2));
        Some((first + second) * n(1000) + second - b)
    }),
    ("address-of-place", |a, b, _| Some(a - b + n(1))),
    ("arguments", |a, b, _| Some(a * n(100) + b * n(10) + n(123))),
    ("bits", |a, _, out| {
        let low = a.0.max(0) % 16;
        (0..4).rev().for_each(|bit| out.push(n(low >> bit & 1)));
        Some(n(0))
    }),
    ("call-in-operand", |a, b, _| {
        let f = |x: Number| x + n(1);
        let g = |x: Number, y: Number| x * f(y) - f(x) * y;
        Some(f(a) * n(2) - (f(b) + (n(3) - g(f(n(1)), f(f(a))))))
    }),
    ("clamp", |a, b, _| Some(n(a.0.clamp(-10, 10)) + n(b.0.clamp(0, 255)))),
    ("compare", |a, b, _| {
        let digit = |holds: bool, unit: i32| if holds { n(unit) } else { n(0) };
        let equal = digit(a == b, 1) + digit(a != b, 10);
        let less = digit(a < b, 100) + digit(a <= b, 1000);
        Some(equal + less + digit(a > b, 10_000) + digit(a >= b, 100_000))
    }),
    ("constant", |_, _, _| Some(n(i32::MIN) + n(3) - n(3))),
    ("count-down", |_, _, out| {
        (1..=5).rev().for_each(|i| out.push(n(i * 2 - 5)));
        Some(n(0))
    }),
    ("deep", |a, b, _| {
        let inner = a - (b - (a - (b - n(7))));
        Some((a + n(1)) * n(2) - b + n(3) - (b - inner))
    }),
    ("divide", |a, b, _| match b.0 {
        0 => Some(n(-1)),
        _ => Some(quotient(a, b)? * n(10) + remainder(a, b)?),
    }),
    ("even-odd", |_, _, _| Some(n(1))),
    ("factorial", |a, _, out| {
        out.push(n(120));
        Some(n(720) - a)
    }),
    ("fault", |a, b, out| {
        out.push(a);
        remainder(a, b)
    }),
    ("fibonacci", |_, b, _| Some(n(13) * b)),
    ("follow-null", |a, b, _| (a == b).then_some(a)),
    ("heap", |a, _, out| {
        out.push(n(2406));
        Some(n(2406) - a)
    }),
    ("identity", |a, b, _| Some(a + b + a)),
    ("leap", |a, _, _| {
        let year = a.0;
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        Some(if year < 0 { n(2) } else { n(leap.into()) })
    }),
    ("locals", |a, b, _| {
        let f = |a: Number| {
            let x = n(4) * a;
            let y = x + n(5);
            x + y * n(10) + (y - x) * n(100)
        };
        Some(f(a) - f(b))
    }),
    ("long-sum", |a, b, _| {
        let right = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
        let chain = right.into_iter().rev().fold(b, |sum, i| n(i) - sum);
        Some(a - n(21) + b + n(1) + n(6) + n(2) + n(2) - chain)
    }),
    ("many-locals", |a, b, out| {
        let (j, k, l, m, o_n, o) = (n(8), n(9), n(10), n(11), n(12), n(13));
        let c = a + o;
        let d = b + o_n;
        let e = c + m;
        let f = d - l;
        let g = e + k;
        let h = f - j;
        let i = g + n(7);
        out.push(h);
        Some(a + b + c + d + e + f + g + h + i + j + k + l + m + o_n + o)
    }),
    ("max", |a, b, _| Some(a.max(b))),
    ("minimum-of-array", |a, b, _| Some(a.min(b).min(n(-7)))),
    ("negative-room", |a, _, _| Some(n(70) + a)),
    ("new-in-operand", |a, b, _| Some(a + b * n(2))),
    ("no-room", |a, _, _| Some(a)),
    ("null", |a, b, _| Some(if a == b { a } else { n(1) })),
    ("order", |a, b, out| {
        out.extend([a, b, n(3)]);
        Some(a - b * n(3))
    }),
    ("parity", |a, b, _| {
        let parity = |x: Number| n(x.0 & 1);
        Some(parity(a) * n(2) + parity(b))
    }),
    ("pointers", |a, b, out| {
        out.extend([n(5), n(1), n(0)]);
        Some(a + b)
    }),
    ("power", |a, _, _| Some(a * a * a * a * a + n(1024))),
    ("print-procedure", |a, _, out| {
        out.extend([a, -a, a]);
        Some(n(0))
    }),
    ("reverse-in-place", |a, b, out| {
        out.extend([n(5), b, a]);
        Some(n(0))
    }),
    ("sign", |a, b, _| Some(sign(a) * n(10) + sign(b))),
    ("square-table", |a, _, _| Some((0..6).fold(n(0), |sum, i| sum * n(3) + n(i * i)) + a)),
    ("stack-pointers", |_, _, _| Some(n(212 + 5))),
    ("swap", |a, b, out| {
        out.extend([b, a]);
        Some(b - a)
    }),
    ("triangle", |a, b, _| {
        let r = match () {
            () if a.0 <= 0 || b.0 <= 0 => 1,
            () => (if a == b { 2 } else { 4 }) + i32::from(a.0 == 5 || b.0 == 5),
        };
        Some(n(r))
    }),
];

fn source(name: &str) -> String {
    let path = tamarin_testing::root().join(format!("tests/corpus/wlp4/{name}.wlp4"));
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn linked(text: &str, style: Style, bug: Option<Bug>) -> Rc<Image> {
    let compiled = compile_with(Architecture::Mips, text, style, bug);
    let object = compiled.object.unwrap_or_else(|| panic!("{text}: {:?}", compiled.diagnostics));
    let program = link::program(&[File { name: "program", content: Content::Object(object) }]);
    Image::new(&program.output.expect("it imports what there is"))
}

const SAMPLES: [i32; 14] = [0, 1, 2, 3, 5, 7, 10, 100, 2000, -1, -2, -7, i32::MAX, i32::MIN];

fn samples() -> impl Iterator<Item = [i32; 2]> {
    SAMPLES.into_iter().flat_map(|a| SAMPLES.map(|b| [a, b]))
}

#[test]
fn programs_do_what_they_do_in_rust() {
    let files = tamarin_testing::files("tests/corpus/wlp4", "wlp4");
    assert_eq!(files.len(), PROGRAMS.len());
    for (name, does) in PROGRAMS {
        let text = source(name);
        for style in Style::ALL {
            let image = linked(&text, style, None);
            for [a, b] in samples() {
                let mut printed = Vec::new();
                let result = does(n(a), n(b), &mut printed);
                let text: String = printed.iter().map(|number| format!("{number}\n")).collect();
                let ran = outcome(&image, [a as u32, b as u32], FUEL);
                let context = format!("{name}, {style:?}, {a}, {b}: {ran:?}");
                match result {
                    Some(Wrapping(result)) => {
                        assert_eq!(ran.stop, Stop::Done, "{context}");
                        assert_eq!(ran.result as i32, result, "{context}");
                        assert_eq!(ran.output.bytes, text.as_bytes(), "{context}");
                    }
                    None => assert!(matches!(ran.stop, Stop::Fault(_)), "{context}"),
                }
            }
        }
    }
}

fn compared(left: &Rc<Image>, right: &Rc<Image>) -> Report {
    let options = Options { strategy: Search::Product, ..Options::default() };
    let mut solver = Bitblast::new();
    pollster::block_on(compare(left, right, &options, &mut solver, &mut UntilDifference))
}

#[test]
fn styles_are_equivalent() {
    for (name, _) in PROGRAMS {
        let text = source(name);
        let stack = linked(&text, Style::Stack, None);
        for style in [Style::Registers, Style::Folded] {
            let report = compared(&stack, &linked(&text, style, None));
            assert_eq!(report.verdict, Verdict::Equivalent, "{name}, {style:?}: {report:#?}");
        }
    }
}

/// Ends a comparison once there is a difference: the least one is not asked for.
struct UntilDifference;

impl Observer for UntilDifference {
    fn event<'a>(&'a mut self, event: &'a Event) -> Signalled<'a> {
        let signal = match event {
            Event::Difference { .. } => Signal::Break(()),
            _ => Signal::Continue(()),
        };
        Box::pin(std::future::ready(signal))
    }

    fn pause(&mut self) -> Signalled<'_> {
        Box::pin(std::future::ready(Signal::Continue(())))
    }
}

#[test]
fn mistakes_of_compilers_are_found() {
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    for (name, _) in PROGRAMS {
        let text = source(name);
        let right = linked(&text, Style::Stack, None);
        for &bug in Bug::ALL {
            let wrong = linked(&text, Style::Stack, Some(bug));
            let ran = |image: &Rc<Image>, inputs: [i32; 2]| -> Outcome {
                outcome(image, inputs.map(|input| input as u32), FUEL)
            };
            let differs = samples().any(|inputs| {
                agreement(&ran(&right, inputs), &ran(&wrong, inputs)) == Agreement::Differ
            });
            if !differs {
                continue;
            }
            let report = compared(&wrong, &right);
            assert_eq!(report.verdict, Verdict::Disequivalent, "{name}, {bug:?}: {report:#?}");
            *found.entry(format!("{bug:?}")).or_default() += 1;
        }
    }
    let bugs: Vec<_> = Bug::ALL.iter().map(|bug| format!("{bug:?}")).collect();
    let missed: Vec<_> = bugs.iter().filter(|bug| !found.contains_key(*bug)).collect();
    assert!(missed.is_empty(), "no program shows {missed:?}: {found:?}");
}

#[test]
fn what_is_wrong_with_a_text_is_told_where_it_stands() {
    let wain = |body: &str| format!("int wain(int a, int b) {{ {body} }}");
    for (text, code, at, message) in [
        ("", Code::UnexpectedToken, "", "the text ends, expected `int`"),
        (
            "int wain(int a, int b) { return a @ b; }",
            Code::UnexpectedCharacter,
            "@",
            "unexpected `@`",
        ),
        (&wain("return 08;"), Code::MalformedNumber, "08", "it begins with a 0"),
        (&wain("return 1a;"), Code::MalformedNumber, "1a", "`a` is not a digit"),
        (&wain("return 2147483648;"), Code::WordOutOfRange, "2147483648", "up to 2147483647"),
        (&wain("return c;"), Code::UndefinedName, "c", "no variable `c`"),
        (&wain("return f();"), Code::UndefinedName, "f", "no procedure `f` above"),
        (&wain("int a = 1; return a;"), Code::DuplicateName, "a", "a variable `a` already"),
        (&wain("int* p = 1; return 1;"), Code::WrongType, "1", "`p` is `int*`, and this is `int`"),
        (&wain("return NULL;"), Code::WrongType, "NULL", "returns `int`, and this is `int*`"),
        (&wain("a = &b; return a;"), Code::WrongType, "a = &b;", "a `int*` is assigned to a `int`"),
        (&wain("println(&a); return 0;"), Code::WrongType, "&a", "`println` takes `int`"),
        (&wain("delete [] a; return 0;"), Code::WrongType, "a", "`delete` takes `int*`"),
        (&wain("return *a;"), Code::WrongType, "a", "`*` takes `int*`"),
        (&wain("return a + &a * 2;"), Code::WrongType, "&a * 2", "no `int*` * `int`"),
        (&wain("if (a == NULL) {} else {} return 0;"), Code::WrongType, "a == NULL", "compared"),
        (&wain("if (a) {} else {} return 0;"), Code::UnexpectedToken, ")", "expected `==`"),
        (&wain("if (a < b) {} return 0;"), Code::UnexpectedToken, "return", "expected `else`"),
        (&wain("return a; int c = 1;"), Code::UnexpectedToken, "int", "expected `}`"),
        ("int f() { return 1; }", Code::UnexpectedToken, "", "the text ends, expected `int`"),
        ("int wain(int a, int* b) { return a; }", Code::WrongType, "wain", "the second is `int`"),
        (
            "int f(int n) { return n; } int wain(int a, int b) { return f(); }",
            Code::WrongType,
            "f()",
            "`f` takes `int`, and is given nothing",
        ),
        (
            "int f() { return 1; } int f() { return 2; } int wain(int a, int b) { return 1; }",
            Code::DuplicateName,
            "f",
            "a procedure `f` already",
        ),
        (
            "int f() { return 1; } int wain(int f, int b) { return f(); }",
            Code::WrongType,
            "f",
            "`f` is a variable here",
        ),
    ] {
        let said = compile(text, Style::Stack).diagnostics;
        assert!(!said.is_empty(), "{text}");
        assert_eq!((said[0].code, said[0].span.of(text)), (code, at), "{text}: {said:?}");
        assert!(said[0].message.contains(message), "{text}: {said:?}");
    }
    // All type errors are reported at once.
    let several = wain("c = NULL; println(NULL); return &a;");
    assert_eq!(compile(&several, Style::Stack).diagnostics.len(), 4);
}

#[test]
fn characters_are_written_and_read_as_they_come() {
    // Copies its input with each character's number, until the end.
    let text = "int next(int d) { return getchar(); }
        int wain(int a, int b) { int c = 0; int n = 0; c = getchar();
        while (c >= 0) { putchar(c); putchar(58 + 256 * a); println(c); n = 10 * n + (c - next(b));
        c = getchar(); } putchar(b); return n + getchar(); }";
    for typed in ["", "x", "a\nB", "\u{e9}!~ "] {
        let spec = Spec { stdin: Some(typed.to_owned()), ..Spec::default() };
        let contract = Contract::new(&spec).expect("it is a contract");
        let (mut written, mut number) = (Vec::new(), n(0));
        let mut bytes = typed.bytes();
        while let Some(byte) = bytes.next() {
            written.extend([byte, b':']);
            written.extend(format!("{byte}\n").bytes());
            number = n(10) * number + n(byte.into()) - n(bytes.next().map_or(-1, i32::from));
        }
        written.push(7);
        for style in Style::ALL {
            let object = compile(text, style).object.expect("it has no errors");
            let file = File { name: "p", content: Content::Object(object) };
            let program = link::program(&[file]).output.expect("it imports what there is");
            let image = contract.image(0, &program).expect("it is short");
            let ran = outcome(&image, [3, 0xabcd_ef07], FUEL);
            assert_eq!(ran.stop, Stop::Done, "{typed:?}, {style:?}");
            assert_eq!((n(ran.result as i32), &ran.output.bytes), (number - n(1), &written));
        }
    }
    for (text, wrong) in [("putchar(&a);", "`putchar` takes"), ("putchar();", "an expression")] {
        let text = format!("int wain(int a, int b) {{ {text} return a; }}");
        let said = compile(&text, Style::Stack).diagnostics;
        assert!(said[0].message.contains(wrong), "{said:?}");
    }
}

#[test]
fn words_lead_back_to_the_source() {
    let text = "int wain(int a, int b) {\n  println(a);\n  return b;\n}\n";
    let object = compile(text, Style::Stack).object.expect("it has no errors");
    let built = link::program(&[File {
        name: "p.wlp4",
        content: Content::Compiled(Compiled { text, object, reordered: None }),
    }]);
    let program = built.output.expect("it has no errors");
    let rows = tamarin::asm::listing(&[text], &program);
    let line = |wanted: &str| {
        let row = rows.iter().find(|row| row.text.contains(wanted)).expect("it is there");
        row.line
    };
    assert_eq!((line("jalr $5"), line("jr $31")), (Some(2), Some(1)));
    assert!(rows.iter().any(|row| row.line == Some(3)));
    assert!(rows.iter().any(|row| row.line.is_none() && row.file == 1));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_compiled_or_refused(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "int ", "wain", "(", ")", "{", "}", "a", "b", "=", "==", "1", "NULL", ";", ",", "+",
            "-", "*", "&", "if", "else", "while", "println", "putchar", "getchar()", "delete", "[", "]", "new ", "return ",
            "int a", "int* b", "//", "\n", "\u{e9}", " ",
        ]), 0..60),
        whole in any::<bool>(),
    ) {
        let text = pieces.concat();
        let text = if whole { format!("int wain(int a, int b) {{ {text} return a; }}") } else { text };
        for style in Style::ALL {
            let compiled = compile(&text, style);
            prop_assert_eq!(compiled.object.is_some(), compiled.diagnostics.is_empty());
            for said in &compiled.diagnostics {
                prop_assert!(text.get(said.span.start..said.span.end).is_some(), "{:?}", said);
            }
        }
    }
}

/// A program that is given an array, and the same in Rust.
type OfArray = (&'static str, fn(&[i32]) -> i32);

const OF_ARRAYS: [OfArray; 3] = [
    (
        "int wain(int* a, int n) { int s = 0; int* end = NULL; end = a + n;
         while (a < end) { s = s + *a; a = a + 1; } return s; }",
        |array| array.iter().fold(0, |sum, &number| sum.wrapping_add(number)),
    ),
    (
        "int most(int* a, int n) { int m = 0; int i = 1; m = *a;
         while (i < n) { if (m < *(a + i)) { m = *(a + i); } else {} i = i + 1; } return m; }
         int wain(int* a, int n) { int m = 0; if (n > 0) { m = most(a, n); } else {} return m; }",
        |array| array.iter().copied().max().unwrap_or(0),
    ),
    (
        "int wain(int* a, int n) { int i = 0; int t = 0; int* p = NULL; int* q = NULL;
         p = a; q = a + n - 1;
         while (p < q) { t = *p; *p = *q; *q = t; p = p + 1; q = q - 1; }
         t = 0; while (i < n) { t = 3 * t + *(a + i); i = i + 1; } return t; }",
        |array| {
            let digits = array.iter().rev();
            digits.fold(0, |sum: i32, &number| sum.wrapping_mul(3).wrapping_add(number))
        },
    ),
];

#[test]
fn programs_that_are_given_an_array_do_what_they_say() {
    let contract = Contract::new(&Spec { array: Some(3), ..Spec::default() }).expect("an array");
    let contract = Arc::new(contract);
    for (text, meaning) in OF_ARRAYS {
        let images = [Style::Stack, Style::Registers, Style::Folded].map(|style| {
            let compiled = compile(text, style);
            assert!(compiled.takes_array, "{text}");
            let object = compiled.object.unwrap_or_else(|| panic!("{text}"));
            let file = Content::Compiled(Compiled { text, object, reordered: None });
            let built = link::program(&[File { name: "", content: file }]);
            let program = built.output.unwrap_or_else(|| panic!("{text}: {:?}", built.diagnostics));
            contract.image(0, &program).expect("it is short")
        });
        let words = [0, 1, 5, u32::MAX, 1 << 31];
        let arrays = (0..=3usize).flat_map(|length| {
            (0..words.len().pow(length as u32)).map(move |index| {
                let word =
                    |place: usize| words[index / words.len().pow(place as u32) % words.len()];
                (0..length).map(word).collect::<Vec<u32>>()
            })
        });
        for array in arrays {
            let signed: Vec<i32> = array.iter().map(|&word| word as i32).collect();
            let length = [array.len() as u32];
            let inputs: Vec<u32> = length.into_iter().chain(array).chain([0; 3]).take(4).collect();
            for image in &images {
                let outcome = outcome(image, &inputs, 10_000);
                assert_eq!(outcome.stop, Stop::Done, "{signed:?}: {text}");
                assert_eq!(outcome.result as i32, meaning(&signed), "{signed:?}: {text}");
            }
        }
        for (left, right) in [(0, 1), (0, 2), (1, 2)] {
            let (contract, inputs) = (Arc::clone(&contract), contract.first_inputs());
            let options = Options { contract, inputs, ..Options::default() };
            let mut solver = Bitblast::new();
            let (left, right) = (&images[left], &images[right]);
            let report = pollster::block_on(compare(left, right, &options, &mut solver, &mut ()));
            assert_eq!(report.verdict, Verdict::Equivalent, "{text}: {report:#?}");
        }
    }
}
