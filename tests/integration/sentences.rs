//! The sentences of verdicts, as a reader sees them, over all verdicts and kinds of contract. Sentences about open
//! inputs are compared with runs.

use std::fmt::Write;
use std::sync::Arc;

use tamarin::contract::{Contract, Spec};
use tamarin::engines::paths::outcome::outcome;
use tamarin::engines::paths::{Options, Strategy, compare};
use tamarin::link::assemble;
use tamarin::report::{Names, NoteId, Report, Undecided};
use tamarin::solver::bitblast::Bitblast;

/// A comparison and its options.
struct Case {
    name: &'static str,
    programs: [&'static str; 2],
    spec: Spec,
    options: Options,
}

fn case(name: &'static str, programs: [&'static str; 2]) -> Case {
    Case { name, programs, spec: Spec::default(), options: Options::default() }
}

impl Case {
    fn under(self, spec: Spec) -> Case {
        Case { spec, ..self }
    }

    fn with(self, options: Options) -> Case {
        Case { options, ..self }
    }

    fn report(&self) -> Report {
        let contract = Arc::new(Contract::new(&self.spec).expect("it is a contract"));
        let [left, right] = [0, 1].map(|side| {
            let program = assemble(self.programs[side]).program.expect("it is a program");
            contract.image(side, &program).expect("it has an image")
        });
        let options = Options { contract, ..self.options.clone() };
        let mut solver = Bitblast::new();
        pollster::block_on(compare(&left, &right, &options, &mut solver, &mut ()))
    }

    /// The headline, the values, the notes and the steps, a line each.
    fn sentences(&self) -> String {
        let summary = self.report().summary;
        let mut text =
            format!("# {}\n{} {}\n", self.name, summary.headline.sign, summary.headline.text);
        for input in summary.values.iter().flat_map(|values| &values.inputs) {
            let _ = writeln!(text, "{}: {}", input.name, input.text);
        }
        if let Some(values) = &summary.values {
            let [left, right] = &values.programs;
            for it in &values.observed {
                let _ = writeln!(text, "{} | {left}: {} | {right}: {}", it.name, it.left, it.right);
            }
        }
        // How the search went is for another place.
        for note in summary.notes.iter().filter(|note| note.id != NoteId::Search) {
            let _ = writeln!(text, "{}", note.text);
        }
        let next: Vec<&str> = summary.next.iter().map(|step| step.text.as_str()).collect();
        let _ = writeln!(text, "[{}]", next.join("] ["));
        text
    }
}

const SUM: &str = "add $3, $1, $2\njr $31\n";
const MUS: &str = "add $3, $2, $1\njr $31\n";
const TWICE: &str = "add $3, $1, $1\njr $31\n";
const FAULT: &str = "lw $3, 1($0)\njr $31\n";
const FAULT_LATER: &str = "add $4, $1, $2\nlw $3, 1($0)\njr $31\n";
const EVER: &str = "loop: beq $0, $0, loop\n";
const EVER_LATER: &str = "add $3, $1, $2\nloop: beq $0, $0, loop\n";
const SILENT: &str = "add $4, $1, $2\njr $31\n";
const SILENT_TOO: &str = "add $4, $2, $1\njr $31\n";
const PRINT_A: &str = "lis $4\n.word 0xffff000c\nlis $5\n.word 97\nsw $5, 0($4)\njr $31\n";
const PRINT_B: &str = "lis $4\n.word 0xffff000c\nlis $5\n.word 98\nsw $5, 0($4)\njr $31\n";
const PRINT_AND_LEAVE: &str = "lis $3\n.word 0xffff000c\nlis $5\n.word 97\nsw $5, 0($3)\njr $31\n";
const FIRST: &str = "add $3, $0, $0\nbeq $2, $0, end\nlw $3, 0($1)\nend: jr $31\n";
const FIRST_TOO: &str = "bne $2, $0, get\nadd $3, $0, $0\njr $31\nget: lw $3, 0($1)\njr $31\n";
const SMASH: &str = "add $16, $0, $0\nadd $3, $0, $0\njr $31\n";
const KEEP: &str = "add $3, $0, $0\njr $31\n";
const LARGE: &str = "lis $4\n.word 0x80000032\nadd $3, $1, $4\njr $31\n";
/// Counts the rounds that it takes from `$1` down to 0.
const COUNT: &str = "lis $4\n.word 1\nadd $3, $0, $0\nloop: beq $1, $0, end\nadd $3, $3, $4\n\
                     sub $1, $1, $4\nbeq $0, $0, loop\nend: jr $31\n";
/// The same, but the 20,000,001st round counts twice.
const COUNT_WRONG: &str = "lis $4\n.word 1\nlis $5\n.word 20000000\nadd $3, $0, $0\n\
                           loop: beq $1, $0, end\nbne $3, $5, one\nadd $3, $3, $4\n\
                           one: add $3, $3, $4\nsub $1, $1, $4\nbeq $0, $0, loop\nend: jr $31\n";

fn little() -> Options {
    Options { fuel: 400, max_runs: 12, max_work: Some(60_000), ..Options::default() }
}

fn cases() -> Vec<Case> {
    let array = || Spec { array: Some(5), ..Spec::default() };
    let assume = |of: &[&str]| Spec {
        assume: of.iter().map(ToString::to_string).collect(),
        ..Spec::default()
    };
    let observe = |of: &str| Spec { observe: Some(vec![of.to_owned()]), ..Spec::default() };
    let names = Names::new(["Anna", "Model solution"]);
    let paper = || Options { strategy: Strategy::Paper, ..Options::default() };
    vec![
        case("differ", [SUM, TWICE]),
        case("differ, with names", [SUM, LARGE]).with(Options { names, ..Options::default() }),
        case("outputs differ", [PRINT_A, PRINT_B]),
        case("only the result differs", [PRINT_A, PRINT_AND_LEAVE]),
        case("only the output counts", [PRINT_A, PRINT_AND_LEAVE]).under(observe("output")),
        case("one faults", [SUM, FAULT]),
        case("one never stops", [EVER, SUM]),
        case("a register is not kept", [SMASH, KEEP]).under(observe("keeps $16")),
        case("proved", [SUM, MUS]),
        case("same machine code", [SUM, SUM]),
        case("arrays", [FIRST, FIRST_TOO]).under(array()),
        case("assumptions", [SUM, MUS]).under(assume(&["$1 >= 0", "$2 < 10"])),
        case("own inputs", [SILENT, SILENT])
            .under(Spec { separate: vec!["$2".to_owned()], ..Spec::default() }),
        case("bytes", [SUM, MUS]).under(Spec { stdin_bytes: Some(3), ..Spec::default() }),
        case("nothing written", [SILENT, SILENT_TOO]),
        case("both fault", [FAULT, FAULT_LATER]),
        case("both run for ever", [EVER, EVER_LATER]),
        case("loops", [COUNT, COUNT_WRONG]).with(little()),
        case("loops, assumed", [COUNT, COUNT_WRONG]).with(little()).under(assume(&["$1 >= 0"])),
        case("no input", [SUM, MUS]).under(assume(&["$1 < $1"])),
        case("run limit", [COUNT, COUNT_WRONG]).with(Options { max_runs: 1, ..little() }),
        case("the paper's search", [SUM, MUS]).with(paper()),
    ]
}

#[test]
fn sentences_of_all_verdicts_and_contracts() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/integration/sentences.txt");
    let found: Vec<String> = cases().iter().map(Case::sentences).collect();
    let found = found.join("\n");
    if std::env::var_os("TAMARIN_BLESS").is_some() {
        std::fs::write(path, &found).expect("it is written");
    }
    assert_eq!(found, std::fs::read_to_string(path).expect("it is there"));
}

/// Before the engine is loaded, the page describes links with its own copy of the sentences.
#[test]
fn the_page_has_the_sentences_of_links() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/www/src/links/sentences.json");
    let sentences = tamarin::report::words::receipt();
    let found = serde_json::to_string_pretty(&sentences).expect("they are texts") + "\n";
    if std::env::var_os("TAMARIN_BLESS").is_some() {
        std::fs::write(path, &found).expect("it is written");
    }
    assert_eq!(found, std::fs::read_to_string(path).expect("it is there"));
}

/// Inputs outside the condition are decided, so both programs do the same on them.
#[test]
fn what_is_not_said_to_be_open_agrees() {
    // Beyond `$1` = 9 the right program gives another result in a way that no run of the search meets.
    let odd = "lis $4\n.word 1\nlis $5\n.word 9\nlis $6\n.word 77777\nadd $3, $0, $0\n\
               loop: beq $1, $0, end\nslt $7, $5, $3\nbeq $7, $0, one\nbne $2, $6, one\n\
               add $3, $3, $4\none: add $3, $3, $4\nsub $1, $1, $4\nbeq $0, $0, loop\nend: jr $31\n";
    for (programs, fuel) in [([COUNT, COUNT_WRONG], 400), ([COUNT, odd], 500)] {
        let options = Options { fuel, ..little() };
        let case = case("open", programs).with(options);
        let report = case.report();
        let Some(Undecided { condition, assume, .. }) = report.summary.undecided else {
            // The proof about loops may find that they differ, or that they do not.
            assert!(report.witness.is_some(), "{report:?}");
            continue;
        };
        let of = |condition: &str| {
            let spec = Spec { assume: vec![condition.to_owned()], ..Spec::default() };
            Contract::new(&spec).expect("it is a contract")
        };
        let [open, decided] = [of(&condition), of(&assume)];
        let contract = Contract::default();
        let images = programs.map(|text| {
            let program = assemble(text).program.expect("it is a program");
            contract.image(0, &program).expect("it has an image")
        });
        let mut count = 0;
        for a in (-40..40).chain([i32::MIN, i32::MAX]) {
            for b in [0, 1, 77_777, -1i32] {
                let inputs = [a as u32, b as u32];
                let is_open = open.allows(&inputs);
                assert_eq!(is_open, !decided.allows(&inputs), "{condition}; {assume}");
                if !is_open {
                    let [left, right] = images.each_ref().map(|it| outcome(it, inputs, 1_000));
                    assert_eq!(left.result, right.result, "{condition}: {inputs:?}");
                    count += 1;
                }
            }
        }
        assert!(count > 0, "nothing is decided: {condition}");
    }
}
