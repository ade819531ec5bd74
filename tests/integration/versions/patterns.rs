//! User-defined patterns: each is proved before use, and its applications are compared with runs.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::rc::Rc;

use tamarin::engines::paths::outcome::{agreement, watched};
use tamarin::engines::pause::Pause;
use tamarin::engines::versions::custom::{
    Custom, Held, Parting, Refused, Shown, Snippets, Unfit, prove,
};
use tamarin::engines::versions::{Comparison, Pattern, Verdict, compare};
use tamarin::machine::mips::{Op, Reg, decode};
use tamarin::machine::{Image, Inputs};
use tamarin::program::Program;
use tamarin::report::Agreement;
use tamarin::solver::Stop;
use tamarin::solver::bitblast::Bitblast;
use tamarin::term::Terms;
use tamarin_testing::examples::program;
use tamarin_testing::pairs::{Label, Pair};
use tamarin_testing::questions::Random;
use tamarin_testing::sample;

use super::{difference, inputs};

fn register(number: u32) -> Held {
    Held::Register(Reg::new(number).expect("it is one"))
}

/// Two texts as snippets: `$1` and `$2` correspond before them, `$3` after them, and the rest is free.
fn snippets(texts: [&str; 2]) -> Snippets {
    let free = (4..30).map(register).chain([1, 2].map(register)).chain([Held::High, Held::Low]);
    Snippets {
        name: "given".to_owned(),
        words: texts.map(|text| program(&format!("{text}\njr $31\n")).words).map(|mut words| {
            words.pop();
            words
        }),
        any: [BTreeMap::new(), BTreeMap::new()],
        entry: [1, 2, 3].map(|it| [register(it); 2]).to_vec(),
        exit: vec![[register(3); 2]],
        scratch: [free.clone().collect(), free.collect()],
    }
}

fn proved(snippets: Snippets) -> Result<Custom, Refused> {
    pollster::block_on(prove(snippets, &mut Bitblast::new(), &Stop::NEVER, async |_| {
        ControlFlow::Continue(())
    }))
}

fn compared(programs: [&Program; 2], patterns: &Rc<[Custom]>) -> Comparison {
    let images = programs.map(Image::new);
    let labels = programs.map(|program| &program.labels[..]);
    let mut solver = Bitblast::new();
    let going_on = Pause::never();
    let images = [&images[0], &images[1]];
    let comparing = compare(images, labels, patterns, &mut solver, &Stop::NEVER, going_on);
    pollster::block_on(comparing).expect("nobody ends it")
}

/// A quotient of 16 bits by ten, and what compilers make of it.
fn short_quotient() -> [String; 2] {
    let begin = "lis $4\n.word 0xffff\nsltu $5, $4, $1\nbne $5, $0, over\nlis $4\n";
    [
        format!("{begin}.word 10\ndivu $1, $4\nmflo $3\nover:\n"),
        format!(
            "{begin}.word 0xcccd\nmultu $1, $4\nmflo $5\nlis $6\n.word 524288\ndivu $5, $6\nmflo $3\n\
             over:\n"
        ),
    ]
}

/// `$1` rounds of a snippet whose registers are others.
fn rounds(snippet: &str) -> Program {
    let body = snippet
        .replace("$1", "$21")
        .replace("$4", "$24")
        .replace("$5", "$25")
        .replace("$6", "$26")
        .replace("$3", "$23");
    program(&format!(
        "lis $11\n.word 1\nadd $21, $2, $0\nloop: beq $1, $0, end\n{body}\nadd $3, $3, $23\n\
         add $21, $21, $11\nsub $1, $1, $11\nbeq $0, $0, loop\nend: jr $31\n"
    ))
}

/// A pattern is found in a loop under other names.
#[test]
fn a_proved_pattern_is_used_and_named() {
    let [old, new] = short_quotient();
    let pattern = proved(snippets([&old, &new])).expect("they do the same");
    assert_eq!(pattern.shown, Shown::Solver);
    let patterns: Rc<[Custom]> = vec![pattern].into();
    let programs = [&old, &new].map(|text| rounds(text));
    for [a, b] in sample(vec![[0, 1], [1, 0]], 2) {
        let pair = [&programs[a], &programs[b]];
        let found = compared(pair, &patterns);
        assert_eq!(found.verdict, Verdict::Equal, "{found:#?}");
        assert_eq!(found.procedures[0].patterns.get(&Pattern::Custom(0)), Some(&1), "{found:#?}");
        assert_eq!(found.customs, ["given"]);
    }
    // One that is not the snippet's is not found equal by it.
    let other = rounds(&new.replace("0xcccd", "0xcccc"));
    let found = compared([&programs[0], &other], &patterns);
    assert_eq!(found.verdict, Verdict::Unknown);
    assert!(!found.procedures[0].patterns.contains_key(&Pattern::Custom(0)));
}

/// A snippet does not match if the program uses one register for two of its registers, or if constants differ.
#[test]
fn a_snippet_is_found_up_to_the_names_of_registers_only() {
    let mut given = snippets([
        "lis $4\n.word 0\nadd $3, $1, $4\nmult $3, $3\nmflo $3\nadd $3, $3, $2",
        "lis $5\n.word 0\nadd $4, $5, $1\nmult $4, $4\nmflo $6\nadd $3, $2, $6",
    ]);
    given.any = [BTreeMap::from([(1, 0)]), BTreeMap::from([(1, 0)])];
    let patterns: Rc<[Custom]> = vec![proved(given).expect("they do the same")].into();
    let old = |word: i32, square: &str, second: &str| {
        program(&format!(
            "lis $14\n.word {word}\nadd {square}, $1, $14\nmult {square}, {square}\nmflo {square}\n\
             add {square}, {square}, {second}\nadd $3, {square}, $0\njr $31\n"
        ))
    };
    let new = |word: i32, sum: &str| {
        program(&format!(
            "lis $15\n.word {word}\nadd $14, $15, $1\nmult $14, $14\nmflo $16\nadd {sum}, $2, $16\n\
             add $3, {sum}, $0\njr $31\n"
        ))
    };
    let is_used = |programs: [&Program; 2]| {
        let found = compared(programs, &patterns);
        let is_equal = found.verdict == Verdict::Equal;
        let images = programs.map(Image::new);
        let all = inputs(&mut Random(3));
        let differ = difference([&images[0], &images[1]], &all).is_some();
        assert!(!(is_equal && differ), "{found:#?}");
        found.procedures[0].patterns.contains_key(&Pattern::Custom(0))
    };
    assert!(is_used([&old(7, "$13", "$2"), &new(7, "$20")]));
    assert!(is_used([&old(-9, "$20", "$2"), &new(-9, "$13")]));
    // Another word in one of them; two registers of the snippet in one of the program.
    assert!(!is_used([&old(7, "$13", "$2"), &new(8, "$20")]));
    assert!(!is_used([&old(7, "$2", "$2"), &new(7, "$20")]));
    assert!(!is_used([&old(7, "$13", "$14"), &new(7, "$20")]));
    assert!(!is_used([&old(7, "$13", "$2"), &new(7, "$14")]));
}

/// A register without a counterpart may hold anything: what depends on it is not proved.
#[test]
fn nothing_is_known_of_what_does_not_correspond() {
    let refused = proved(snippets(["add $3, $1, $7", "add $3, $1, $7"])).map(|_| ());
    let Err(Refused::Differ(parting)) = refused else { panic!("{refused:?}") };
    assert!(parting.exit.is_some());
    // Faults have to be the same.
    let refused = proved(snippets(["div $1, $2\nadd $3, $1, $0", "add $3, $1, $0"])).map(|_| ());
    let Err(Refused::Differ(Parting { entry, faults, .. })) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!((entry[1], faults), (0, [true, false]));
}

#[test]
fn what_is_no_snippet_is_told_by_its_word() {
    let refused = |old: &str, change: &dyn Fn(&mut Snippets)| {
        let mut given = snippets([old, "add $3, $1, $2"]);
        change(&mut given);
        match proved(given).map(|_| ()) {
            Err(Refused::Unfit(side, at, why)) => (side, at, why),
            other => panic!("{other:?}"),
        }
    };
    let nothing: &dyn Fn(&mut Snippets) = &|_| ();
    assert_eq!(refused("add $3, $1, $2\nlw $3, 0($30)", nothing), (0, 1, Unfit::Instruction));
    assert_eq!(refused("add $3, $1, $2\njr $31", nothing), (0, 1, Unfit::Instruction));
    assert_eq!(refused("back: add $3, $1, $2\nbeq $3, $0, back", nothing), (0, 1, Unfit::Branch));
    assert_eq!(refused("bne $1, $0, 2\nadd $3, $1, $2", nothing), (0, 0, Unfit::Branch));
    assert_eq!(
        refused("bne $1, $0, 1\nlis $4\nadd $3, $1, $2\nadd $3, $1, $4", nothing),
        (0, 0, Unfit::Branch)
    );
    let changes = Unfit::Changes(register(31));
    assert_eq!(refused("add $3, $1, $2\nadd $31, $1, $2", nothing), (0, 1, changes));
    let any = |given: &mut Snippets| _ = given.any[0].insert(0, 0);
    assert_eq!(refused("add $3, $1, $2", &any), (0, 0, Unfit::Any));
    let empty = |given: &mut Snippets| given.words[0].clear();
    assert_eq!(refused("add $3, $1, $2", &empty), (0, 0, Unfit::Empty));
    let cut = |given: &mut Snippets| _ = given.words[0].pop();
    assert_eq!(refused("add $3, $1, $2\nlis $4\n.word 5", &cut), (0, 1, Unfit::NoWord));
}

/// The refactorings of the corpus as patterns: none that differs is proved, and the words on which snippets are
/// reported to differ make their programs differ.
#[test]
fn no_pattern_is_proved_that_does_not_hold() {
    let (mut held, mut parted) = (0, 0);
    for pair in Pair::of(super::corpus::FOLDER) {
        let programs = pair.texts.each_ref().map(|text| program(text));
        let mut words = programs.each_ref().map(|program| program.words.clone());
        // What ends the programs is what follows the snippets.
        if words.each_mut().map(Vec::pop).iter().any(|last| *last != Some(0x03e0_0008)) {
            continue;
        }
        let is_plain = |words: &Vec<u32>| {
            words.iter().all(|&word| decode(word).is_none_or(|it| it.op != Op::Jr))
        };
        if !words.iter().all(is_plain) {
            continue;
        }
        let mut given = snippets(["add $3, $1, $2", "add $3, $1, $2"]);
        given.words = words;
        // The rest is zero at the start.
        given.entry.truncate(2);
        let name = &pair.labels.name;
        match (proved(given).map(|_| ()), pair.labels.label()) {
            (Ok(()), Label::Eq) => held += 1,
            (Ok(()), Label::Neq) => panic!("{name} is proved"),
            (Err(Refused::Differ(parting)), label) => {
                let images = programs.each_ref().map(Image::new);
                let inputs = Inputs::from([parting.entry[0], parting.entry[1]]);
                let ends = [0, 1].map(|side| watched(&images[side], &inputs, super::FUEL));
                let does_differ = agreement(&ends[0], &ends[1]) == Agreement::Differ;
                // A pair that is equal from the start's zeros on need not be so from any words.
                assert!(does_differ || label == Label::Eq, "{name}: {parting:?}");
                parted += usize::from(does_differ);
            }
            (Err(Refused::Unfit(..) | Refused::Open), _) => {}
        }
    }
    println!("{held} held, {parted} parted");
    assert!(held >= 8 && parted >= 6, "{held} held, {parted} parted");
}

/// Many values at once are what each is by itself.
#[test]
fn all_values_of_a_word_are_tried() {
    let terms = &mut Terms::new();
    let x = terms.symbol("x");
    let [ten, seven, magic] = [10, 7, 0xcccc_cccd].map(|word| terms.word(word));
    let quotient = terms.udiv(x, ten);
    let (wide, factor) = (terms.zero_extend(x), terms.zero_extend(magic));
    let product = terms.mul(wide, factor);
    let high = terms.high(product);
    let eight = terms.word(8);
    let by_product = terms.udiv(high, eight);
    let equal = terms.eq(quotient, by_product);
    let symbol = terms.free_symbols([x])[0];
    let never = || false;
    for range in [0..70_000, 0x7fff_0000..0x8001_0000, 0xffff_0000..1 << 32] {
        let tried = terms.first_that_fails(equal, symbol, range, never);
        assert_eq!(tried, ControlFlow::Continue(None));
    }
    let signed = terms.sdiv(x, seven);
    let remainder = terms.srem(x, seven);
    let smaller = terms.slt(signed, remainder);
    let goal = terms.not(smaller);
    for range in [0..5_000u64, 0xffff_ff00..1 << 32] {
        let one = range.clone().find(|&value| {
            let mut model = tamarin::term::Model::new();
            model.set(symbol, value as u32);
            !terms.holds(goal, &model)
        });
        let tried = terms.first_that_fails(goal, symbol, range, never);
        assert_eq!(tried, ControlFlow::Continue(one.map(|value| value as u32)));
    }
    let stopped = terms.first_that_fails(equal, symbol, 0..1 << 32, || true);
    assert_eq!(stopped, ControlFlow::Break(()));
}

/// No solver shows this one, in a block or with all the time that a pattern has; it takes a minute
/// to try all words.
#[test]
#[ignore = "it takes minutes: cargo test --release --test integration versions::patterns -- --ignored"]
fn a_quotient_by_ten_is_a_product() {
    let old = "lis $4\n.word 10\ndivu $1, $4\nmflo $3";
    let new =
        "lis $4\n.word 0xcccccccd\nmultu $1, $4\nmfhi $5\nlis $6\n.word 8\ndivu $5, $6\nmflo $3";
    let pattern = proved(snippets([old, new])).expect("they do the same");
    assert_eq!(pattern.shown, Shown::AllWords);
    let programs = [old, new].map(rounds);
    let both = [&programs[0], &programs[1]];
    assert_eq!(compared(both, &Rc::default()).verdict, Verdict::Unknown);
    assert_eq!(compared(both, &vec![pattern].into()).verdict, Verdict::Equal);
    let wrong = proved(snippets([old, &new.replace("0xcccccccd", "0xcccccccc")])).map(|_| ());
    assert!(matches!(wrong, Err(Refused::Differ(_))), "{wrong:?}");
}
