//! Golden traces: for a program, its raw trace, the trace after each pass, and the query that leaves the path at its
//! last condition.
//!
//! The first line of a program gives its inputs: `; inputs 1, 2`.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use tamarin::link::assemble;
use tamarin::machine::Image;
use tamarin::report::words;
use tamarin::solver::smtlib::Dialogue;
use tamarin::solver::{Effort, Question};
use tamarin::symbolic::path;
use tamarin::term::Terms;
use tamarin::trace::{self, Run, passes};

#[test]
fn golden() {
    let programs = tamarin_testing::files("tests/traces", "asm");
    assert!(!programs.is_empty());
    tamarin_testing::check(
        programs.iter().map(|path| (path.with_extension("expected"), report(path))),
    );
}

fn report(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("the program can be read");
    let program =
        assemble(&text).program.unwrap_or_else(|| panic!("{} has errors", path.display()));
    let run = trace::run(&Image::new(&program), inputs(&text), 100);
    let (end, raw) = match run {
        Run::Done { machine, trace } => (format!("done, $3 = {}", machine.state.result()), trace),
        Run::OutOfFuel { trace } => ("out of fuel".to_owned(), trace),
        Run::Fault { kind, at, trace } => (format!("fault at {at}: {}", words::fault(kind)), trace),
    };
    let mut out = format!("{end}\n\n== raw\n{raw}");
    for (pass, trace) in passes::each(&raw, 50) {
        write!(out, "\n== {}\n{trace}", pass.name).unwrap();
    }
    let mut terms = Terms::new();
    let path = path::translate(&mut terms, &passes::lower(&raw, 50));
    out.push_str("\n== path\n");
    let shown: Vec<String> = path.conditions.iter().map(|c| format!("{:?}", c.cause)).collect();
    for (index, cause) in shown.iter().enumerate() {
        writeln!(
            out,
            "{:40}; {cause}",
            path.conditions[index].describe(&terms, || "(long)".to_owned())
        )
        .unwrap();
    }
    if let Some(last) = path.conditions.len().checked_sub(1) {
        let query = path.flip(&mut terms, "last".to_owned(), last, &[]);
        let question = Question::new(&query.name).within(Effort(10_000));
        let text = Dialogue::of(&terms, &query, question).text;
        write!(out, "\n== query\n{text}").unwrap();
    }
    out
}

fn inputs(text: &str) -> [u32; 2] {
    let line = text.lines().next().and_then(|line| line.strip_prefix("; inputs "));
    let line = line.expect("the first line gives the inputs");
    let words: Vec<u32> =
        line.split(", ").map(|n| n.parse::<i64>().expect("a number") as u32).collect();
    [words[0], words[1]]
}
