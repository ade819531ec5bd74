//! Matching lines of two versions: compared with runs, and with known refactorings.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use tamarin::asm::SourceLines;
use tamarin::engines::pause::Pause;
use tamarin::engines::versions::{Comparison, Match, Pattern, Verdict, compare};
use tamarin::machine::mips::{Op, decode};
use tamarin::machine::{Image, Inputs, Machine, Stop};
use tamarin::program::{Address, Program};
use tamarin::solver;
use tamarin::solver::bitblast::Bitblast;
use tamarin::views::versions::{RowView, VersionsView, report};
use tamarin_testing::examples::program;
use tamarin_testing::pairs::{FOLDERS, Pair};
use tamarin_testing::questions::Random;

use crate::versions::{STYLES, assembly, linked, sources};

const FUEL: u64 = 3_000;

fn compared(programs: [&Program; 2]) -> Comparison {
    let images = programs.map(Image::new);
    let labels = programs.map(|program| &program.labels[..]);
    let mut solver = Bitblast::new();
    let going_on = Pause::never();
    let never = solver::Stop::NEVER;
    let patterns = Rc::default();
    let comparing =
        compare([&images[0], &images[1]], labels, &patterns, &mut solver, &never, going_on);
    pollster::block_on(comparing).expect("nobody ends it")
}

fn view(found: &Comparison, programs: [&Program; 2], texts: [&str; 2]) -> VersionsView {
    let texts = [[texts[0]], [texts[1]]];
    let lines = [0, 1].map(|side| SourceLines::new(&texts[side], programs[side]));
    let report = report(found, programs, &lines);
    VersionsView::of(report, programs, [&texts[0], &texts[1]])
}

fn of_texts(left: &str, right: &str) -> VersionsView {
    let programs = [program(left), program(right)];
    let programs = [&programs[0], &programs[1]];
    view(&compared(programs), programs, [left, right])
}

/// The marked rows: their left and right texts.
fn marked(view: &VersionsView, mark: &str) -> Vec<[String; 2]> {
    let texts = |row: &RowView| {
        row.sides.each_ref().map(|side| side.as_ref().map(|it| it.text.clone()).unwrap_or_default())
    };
    view.rows().filter(|row| row.mark == mark).map(texts).collect()
}

/// Each word of both programs is in one row, and in the order of its section's text.
fn check_rows(view: &VersionsView, programs: [&Program; 2]) {
    for (side, program) in programs.into_iter().enumerate() {
        let mut seen = BTreeSet::new();
        for section in &view.sections {
            let lines = section.rows().filter_map(|row| row.sides[side].as_ref());
            let at: Vec<Address> = lines.map(|line| line.address).collect();
            assert!(at.is_sorted(), "{section:#?}");
            at.into_iter().for_each(|at| assert!(seen.insert(at), "{at:?} is there twice"));
        }
        let all = (0..program.words.len()).map(Address::of_word);
        assert!(all.clone().all(|at| seen.contains(&at)), "of {side} not all are there");
    }
    let marks: usize = view.marks.iter().map(|mark| mark.rows).sum();
    assert_eq!(marks, view.rows().count(), "each mark is told: {:?}", view.marks);
}

/// What instructions write and store on a run, by their addresses, in their order.
fn written(image: &Rc<Image>, inputs: &Inputs) -> Option<BTreeMap<Address, Vec<u32>>> {
    let mut machine = Machine::new(image, inputs);
    let mut written: BTreeMap<Address, Vec<u32>> = BTreeMap::new();
    for _ in 0..FUEL {
        let at = Address(machine.state.pc);
        let it = image.words().get(at.word_index()).and_then(|&word| decode(word));
        match machine.run(1, &mut ()) {
            Stop::OutOfFuel => {}
            Stop::Done => return Some(written),
            Stop::Fault(_) => return None,
        }
        let it = it?;
        let about = match it.op {
            Op::Sw => Some(it.t),
            Op::Jalr | Op::Jr | Op::Beq | Op::Bne => None,
            Op::Mult | Op::Multu | Op::Div | Op::Divu => None,
            Op::Lw => Some(it.t),
            _ => Some(it.d),
        };
        if let Some(reg) = about.filter(|reg| reg.index() != 0) {
            written.entry(at).or_default().push(machine.state.reg(reg));
        } else if matches!(it.op, Op::Mult | Op::Multu | Op::Div | Op::Divu) {
            written.entry(at).or_default().extend([machine.state.hi, machine.state.lo]);
        }
    }
    None
}

/// Matched instructions of equivalent programs write and store the same words on runs, if each belongs to the other
/// alone. Returns how many were checked.
fn check_pairs(found: &Comparison, images: &[Rc<Image>; 2], inputs: &[Inputs]) -> usize {
    assert_ne!(found.verdict, Verdict::Unknown);
    let mut pairs: BTreeSet<[Address; 2]> = BTreeSet::new();
    let mut none: [BTreeSet<Address>; 2] = Default::default();
    for procedure in &found.procedures {
        let unequal = procedure.together.iter().filter(|it| !it.is_equal);
        let unequal: BTreeSet<[Address; 2]> = unequal.map(|it| it.at).collect();
        let others = procedure.together.iter().map(|it| it.at);
        let all = procedure.pairs.iter().copied().chain(others);
        pairs.extend(all.filter(|at| !unequal.contains(at)));
        for side in 0..2 {
            none[side].extend(unequal.iter().map(|at| at[side]));
            none[side].extend(procedure.apart.iter().flat_map(|it| &it.at[side]));
            none[side].extend(procedure.blocks.iter().flat_map(|it| &it.instructions[side]));
        }
    }
    let mut partners: [BTreeMap<Address, usize>; 2] = Default::default();
    for pair in &pairs {
        (0..2).for_each(|side| *partners[side].entry(pair[side]).or_default() += 1);
    }
    let is_one = |at: &[Address; 2]| {
        (0..2).all(|side| partners[side][&at[side]] == 1 && !none[side].contains(&at[side]))
    };
    let entries: BTreeSet<[u32; 2]> =
        found.procedures.iter().map(|it| it.entries.map(|at| at.0)).collect();
    let mut looked = 0;
    for inputs in inputs {
        let runs = images.each_ref().map(|image| written(image, inputs));
        let [Some(left), Some(right)] = &runs else { continue };
        for at in pairs.iter().filter(|at| is_one(at)) {
            let [a, b] = [left.get(&at[0]), right.get(&at[1])];
            let [a, b] = [a, b].map(|words| words.cloned().unwrap_or_default());
            assert_eq!(a.len(), b.len(), "{at:?} on {inputs:?}");
            let printers = [0, 1].map(|side| images[side].printer().map(|it| it.routine[0].0));
            for (a, b) in a.into_iter().zip(b) {
                let returns = |side: usize, at: u32| {
                    let call = images[side].words().get(Address(at.wrapping_sub(4)).word_index());
                    at == images[side].return_address()
                        || call.and_then(|&word| decode(word)).is_some_and(|it| it.op == Op::Jalr)
                };
                let belong = entries.contains(&[a, b])
                    || printers == [Some(a), Some(b)]
                    || returns(0, a) && returns(1, b);
                assert!(a == b || belong, "{at:?} on {inputs:?}: {a}, {b}");
                looked += 1;
            }
        }
    }
    looked
}

fn inputs(random: &mut Random) -> Vec<Inputs> {
    let mut all = vec![[0, 0], [1, 2], [7, 3], [2, 7], [u32::MAX, 5]];
    all.extend((0..3).map(|_| [random.below(30) as u32, random.below(30) as u32]));
    all.into_iter().map(Inputs::from).collect()
}

/// Instructions that belong together are about the same words: on runs of the corpus's pairs that do
/// the same, and of the styles of a compiler.
#[test]
fn what_belongs_together_is_about_the_same_words() {
    let inputs = inputs(&mut Random(3));
    let (mut looked, mut renamed) = (0, 0);
    let mut check = |programs: [&Program; 2]| {
        let found = compared(programs);
        if found.verdict == Verdict::Unknown {
            return;
        }
        looked += check_pairs(&found, &programs.map(Image::new), &inputs);
        let others = found.procedures.iter().flat_map(|it| &it.together);
        let is_renamed = |known| known == Match::Pattern(Pattern::RenamedRegisters);
        renamed += others.filter(|it| is_renamed(it.known)).count();
        check_rows(&view(&found, programs, ["", ""]), programs);
    };
    for pair in FOLDERS.iter().flat_map(|folder| Pair::of(folder)) {
        let programs = pair.texts.each_ref().map(|text| program(text));
        check([&programs[0], &programs[1]]);
    }
    for (_, source) in sources() {
        let programs = STYLES.map(|style| linked(&assembly(&source, style)).expect("it links"));
        check([&programs[0], &programs[1]]);
        check([&programs[1], &programs[2]]);
    }
    println!("{looked} words, {renamed} instructions with other registers");
    assert!(looked > 10_000 && renamed > 300, "{looked}, {renamed}");
}

/// A program beside itself: each line is level with itself, and the executed lines are the same.
#[test]
fn a_program_is_level_with_itself() {
    let pairs = FOLDERS.iter().flat_map(|folder| Pair::of(folder));
    let texts = pairs.map(|pair| pair.texts[0].clone());
    let compiled = sources().into_iter().map(|(_, source)| assembly(&source, STYLES[0]));
    for text in texts.chain(compiled) {
        let whole = linked(&text).unwrap_or_else(|| program(&text));
        let programs = [&whole, &whole];
        let found = compared(programs);
        let view = view(&found, programs, [&text, &text]);
        check_rows(&view, programs);
        for row in view.rows() {
            let at = row.sides.each_ref().map(|side| side.as_ref().map(|line| line.address));
            assert_eq!(at[0], at[1], "{row:?}\n{text}");
            let is_behind = found.procedures.iter().any(|it| it.open.is_some());
            assert!(["same", "unseen"].contains(&row.mark) || is_behind, "{row:?}\n{text}");
        }
        let executed: BTreeSet<Address> =
            found.procedures.iter().flat_map(|it| it.pairs.iter().map(|pair| pair[0])).collect();
        let same = view.rows().filter(|row| row.mark == "same").count();
        assert!(same >= executed.len(), "{same} of {}", executed.len());
    }
}

const SUM: &str = "lis $5\n.word 1\nadd $3, $0, $0\nloop: beq $1, $0, end\nadd $3, $3, $2\n\
                   sub $1, $1, $5\nbeq $0, $0, loop\nend: jr $31\n";

#[test]
fn renamed_registers_are_level() {
    let view = of_texts(SUM, &SUM.replace("$5", "$9"));
    assert_eq!(view.report.verdict, tamarin::report::VersionsVerdict::Equal);
    assert!(view.rows().all(|row| row.sides.iter().all(Option::is_some)), "{view:#?}");
    assert_eq!(
        marked(&view, "renamed-registers"),
        [["lis $5", "lis $9"], ["sub $1, $1, $5", "sub $1, $1, $9"]]
    );
    assert_eq!(marked(&view, "same").len(), 6);
    assert_eq!(view.procedures[0].shares, ["5 instructions as they were", "renamed registers (2)"]);
}

#[test]
fn an_inverted_branch_is_told() {
    let larger = "slt $5, $1, $2\nbne $5, $0, less\nadd $3, $1, $0\njr $31\nless: add $3, $2, $0\n\
                  jr $31\n";
    let inverted = "slt $5, $1, $2\nbeq $5, $0, more\nadd $3, $2, $0\njr $31\nmore: \
                    add $3, $1, $0\njr $31\n";
    let view = of_texts(larger, inverted);
    assert_eq!(
        marked(&view, "inverse-branch"),
        [["bne $5, $0, less", "beq $5, $0, more"]],
        "{view:#?}"
    );
    assert!(marked(&view, "changed").is_empty(), "{view:#?}");
    // The two branches are swapped: the lines of one are level, and for those of the other the view gives their
    // location.
    let elsewhere: Vec<&str> = view
        .rows()
        .flat_map(|row| row.sides.iter().flatten())
        .filter_map(|line| line.elsewhere.as_deref())
        .collect();
    assert!(!elsewhere.is_empty(), "{view:#?}");
}

/// What may be the reason for a difference is lit, and nothing else.
#[test]
fn a_changed_constant_lights_its_line() {
    // After a branch, and its word is kept until then.
    let view = of_texts(SUM, &SUM.replace(".word 1", ".word 2"));
    assert_eq!(marked(&view, "changed"), [[".word 1", ".word 2"]], "{view:#?}");
    let view = of_texts(
        "lis $4\n.word 5\nadd $3, $1, $4\njr $31\n",
        "lis $4\n.word 6\nadd $3, $1, $4\njr $31\n",
    );
    assert_eq!(marked(&view, "changed"), [[".word 5", ".word 6"]], "{view:#?}");
    assert_eq!(
        marked(&view, "carried"),
        [["lis $4", "lis $4"], ["add $3, $1, $4", "add $3, $1, $4"], ["jr $31", "jr $31"]]
    );
    // An operand, with a refactoring beside it that is none.
    let old = "add $6, $1, $2\nadd $7, $6, $6\nsub $3, $7, $1\njr $31\n";
    let new = "add $8, $1, $2\nadd $7, $8, $8\nsub $3, $7, $2\njr $31\n";
    let view = of_texts(old, new);
    assert_eq!(marked(&view, "changed"), [["sub $3, $7, $1", "sub $3, $7, $2"]], "{view:#?}");
    assert_eq!(marked(&view, "renamed-registers").len(), 2);
}

/// Instructions that only pass a difference on are not highlighted, whatever their registers.
#[test]
fn what_carries_a_difference_is_not_lit() {
    let text = |word: u32, held: &str| {
        format!("lis {held}\n.word {word}\nadd $6, $1, {held}\nadd $3, $6, $6\njr $31\n")
    };
    let view = of_texts(&text(5, "$4"), &text(6, "$9"));
    assert_eq!(marked(&view, "changed"), [[".word 5", ".word 6"]], "{view:#?}");
    let carried = marked(&view, "carried");
    assert!(
        carried.contains(&["add $6, $1, $4", "add $6, $1, $9"].map(str::to_owned)),
        "{view:#?}"
    );
    // Another operand that nothing before has made another one.
    let view = of_texts(&text(5, "$4"), &text(5, "$4").replace("$6, $1", "$6, $2"));
    let changed = ["add $6, $1, $4", "add $6, $2, $4"].map(str::to_owned);
    assert_eq!(marked(&view, "changed"), [changed], "{view:#?}");
}

/// Addresses of matched procedures count as equal.
#[test]
fn addresses_of_procedures_that_belong_together_are_the_same() {
    let text = |more: &str| {
        format!(
            "sw $31, -4($30)\nlis $4\n.word 4\nsub $30, $30, $4\n{more}lis $5\n.word twice\n\
             jalr $5\nlis $4\n.word 4\nadd $30, $30, $4\nlw $31, -4($30)\njr $31\n\
             twice: add $3, $1, $1\njr $31\n"
        )
    };
    let view = of_texts(&text(""), &text("add $9, $1, $2\n"));
    assert_eq!(view.report.verdict, tamarin::report::VersionsVerdict::Equal, "{view:#?}");
    assert_eq!(marked(&view, "dead-code"), [["", "add $9, $1, $2"]]);
    let words = [".word twice", ".word twice"].map(str::to_owned);
    assert!(marked(&view, "same").contains(&words), "{view:#?}");
    assert_eq!(view.sections.len(), 2);
    assert_eq!(view.procedures[1].section, Some(1));
}

/// The view states which block a solver compared, and which words are equal after it.
#[test]
fn a_block_says_what_was_shown() {
    let larger = "slt $5, $2, $1\nadd $3, $1, $0\nbne $5, $0, end\nadd $3, $2, $0\nend: jr $31\n";
    let other = "slt $6, $1, $2\nbne $6, $0, second\nadd $3, $1, $0\njr $31\nsecond: \
                 add $3, $2, $0\njr $31\n";
    let view = of_texts(larger, other);
    let [block] = &view.report.procedures[0].blocks[..] else { panic!("{view:#?}") };
    assert!(block.before[0].starts_with("the same in both: $1, $2"), "{block:#?}");
    assert!(block.after[0].starts_with("the same in both: $1, $2, $3"), "{block:#?}");
    assert!(view.rows().any(|row| row.mark == "block" && row.block == Some(0)), "{view:#?}");
    // The difference before the branches is decided by the block, and by no other pattern.
    assert!(view.report.procedures[0].by.patterns.is_empty(), "{view:#?}");
    let slt = ["slt $5, $2, $1", "slt $6, $1, $2"].map(str::to_owned);
    assert!(marked(&view, "block").contains(&slt), "{view:#?}");
    // What differs is no block.
    let view = of_texts(larger, &other.replace("slt $6, $1, $2", "slt $6, $2, $1"));
    assert!(view.report.procedures[0].blocks.is_empty());
    assert!(view.rows().any(|row| row.open), "{view:#?}");
}
