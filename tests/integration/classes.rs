//! Programs are sorted into equivalence classes as all their runs show, with as few comparisons as possible.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use tamarin::engines::classes::{Ask, Compared, Contradiction, Cost, Sorting, is_renaming};
use tamarin::engines::paths::outcome::{agreement, difference, watched};
use tamarin::machine::mips::{Instruction, Op, Reg, decode};
use tamarin::machine::{Image, Inputs};
use tamarin::program::Program;
use tamarin::report::Agreement;
use tamarin_testing::examples::image;
use tamarin_testing::generate::{cases, looping, pair, program};
use tamarin_testing::random::Random;

/// All the inputs that there are, for these tests.
fn domain() -> Vec<Inputs> {
    let words = [0, 1, 2, 3, u32::MAX, 1 << 31];
    words.iter().flat_map(|&a| words.iter().map(move |&b| [a, b].into())).collect()
}

/// Programs of few kinds, written in many ways.
fn programs(random: &mut Random, count: usize) -> Vec<Rc<Image>> {
    let one = |random: &mut Random| {
        let mut lines = String::new();
        for _ in 0..1 + random.word() % 2 {
            let op = ["add", "sub", "slt", "sltu"][random.word() as usize % 4];
            let mut register = || random.word() % 4;
            lines += &format!("{op} $3, ${}, ${}\n", register(), register());
        }
        // On some inputs a few run for ever, and others have no end within the fuel.
        match random.word() % 16 {
            0 => lines += "beq $1, $2, -1\n",
            1 => lines += "lis $5\n.word 1\nadd $4, $4, $5\nbeq $1, $2, -2\n",
            _ => {}
        }
        image(&(lines + "jr $31\n"))
    };
    (0..count).map(|_| one(random)).collect()
}

const FUEL: u64 = 50;

/// A result that is open and could change with more work.
const OPEN: Compared = Compared::Open { by_limit: true };

/// The result of a comparison of all inputs, which is sometimes open.
fn compare(images: &[Rc<Image>], ask: Ask, is_open: &mut impl FnMut() -> bool) -> Compared {
    let both = [&images[ask.left], &images[ask.right]];
    let mut unknown = is_open();
    for inputs in domain() {
        let [a, b] = both.map(|image| watched(image, &inputs, FUEL));
        match agreement(&a, &b) {
            Agreement::Differ => return if unknown { OPEN } else { Compared::Differ(inputs) },
            Agreement::Inconclusive => unknown = true,
            Agreement::Agree => {}
        }
    }
    if unknown { OPEN } else { Compared::Same }
}

/// Answers until all is done, with some comparisons under way at a time.
fn sort(
    images: &[Rc<Image>],
    known: usize,
    at_a_time: usize,
    random: &mut Random,
    mut is_open: impl FnMut() -> bool,
) -> Sorting {
    let mut sorting = Sorting::new(images.to_vec(), domain()[..known].to_vec(), FUEL);
    let mut under_way = Vec::new();
    loop {
        while under_way.len() < at_a_time
            && let Some(ask) = sorting.ask()
        {
            under_way.push(ask);
        }
        if under_way.is_empty() {
            break;
        }
        let ask = under_way.remove(random.word() as usize % under_way.len());
        let result = compare(images, ask, &mut is_open);
        assert_eq!(sorting.tell(ask, result), Ok(()));
    }
    assert!(sorting.is_done());
    sorting
}

#[test]
fn classes_are_those_of_all_runs() {
    let mut random = Random::new(11);
    for round in 0..60 {
        let images = programs(&mut random, 24);
        let (at_a_time, known) = (1 + round % 3, round % 5 * 3);
        let sorting = sort(&images, known, at_a_time, &mut random, || false);
        let does = |image: &Rc<Image>| -> Vec<Option<u64>> {
            domain().iter().map(|inputs| watched(image, inputs, FUEL).fingerprint()).collect()
        };
        let classes = sorting.classes();
        let all: BTreeSet<usize> = classes.iter().flat_map(|class| class.iter().copied()).collect();
        assert_eq!(all, (0..images.len()).collect());
        assert_eq!(sorting.classes()[0][0], 0, "the first program is a representative");
        let doings: Vec<_> = images.iter().map(does).collect();
        let mut same = 0;
        for (class, members) in classes.iter().enumerate() {
            for (other, others) in classes.iter().enumerate() {
                let pairs = members.iter().flat_map(|&a| others.iter().map(move |&b| (a, b)));
                for (a, b) in pairs.filter(|(a, b)| a < b) {
                    let is_known = doings[a].iter().chain(&doings[b]).all(Option::is_some);
                    if class == other {
                        // Only programs that stop on all inputs are proved equal, or identical ones.
                        let is_same = images[a].words() == images[b].words();
                        assert!((is_known || is_same) && doings[a] == doings[b], "{a} and {b}");
                        same += 1;
                    } else if is_known {
                        assert_ne!(doings[a], doings[b], "{a} and {b}");
                        let inputs = sorting.difference(a, b).expect("they were told apart");
                        let both = [a, b].map(|it| watched(&images[it], inputs, FUEL));
                        assert!(difference(&both[0], &both[1]).is_some());
                    }
                }
            }
        }
        assert!(same > 0, "there is nothing to be united in round {round}");
        let [least, most] = sorting.bounds();
        assert_eq!(most, classes.len());
        let is_open = !sorting.open().is_empty();
        assert_eq!(least < most, is_open);
        // As few comparisons as there can be, where none is open.
        if !is_open && at_a_time == 1 {
            assert_eq!(sorting.proofs as usize, images.len() - classes.len());
            assert!((sorting.differences as usize) < classes.len());
            assert_eq!(sorting.asked, sorting.proofs + sorting.differences);
        }
    }
}

/// Open comparisons are reported, and the number of classes is the largest possible.
#[test]
fn what_is_open_is_an_edge() {
    let mut random = Random::new(5);
    let mut chance = Random::new(6);
    let mut were_open = 0;
    for _ in 0..60 {
        let images: Vec<_> = programs(&mut random, 20)
            .into_iter()
            .filter(|it| domain().iter().all(|at| watched(it, at, FUEL).fingerprint().is_some()))
            .collect();
        let sorting = sort(&images, 4, 2, &mut random, || chance.word().is_multiple_of(3));
        let does: BTreeSet<Vec<_>> = images
            .iter()
            .map(|it| domain().iter().map(|at| watched(it, at, FUEL).fingerprint()).collect())
            .collect();
        let [least, most] = sorting.bounds();
        assert!(least <= does.len() && does.len() <= most, "{least} to {most}: {}", does.len());
        assert_eq!(sorting.open().is_empty(), least == most);
        for [a, b] in sorting.open() {
            assert_eq!(sorting.difference(a, b), None);
        }
        were_open += sorting.open().len();
    }
    assert!(were_open > 10);
}

/// If nothing is known about programs, not every pair is compared. Renamings of registers are found all the same, and
/// pairs without a comparison are open.
#[test]
fn comparisons_in_vain_are_few() {
    let texts = (0..40).map(|index| {
        let register = 4 + index / 20;
        format!(
            "lis ${register}\n.word {}\nadd $3, $3, ${register}\nbeq $0, $0, -2\n",
            1 + index % 20
        )
    });
    let images: Vec<_> = [image("lis $9\n.word 99\nadd $3, $3, $9\nbeq $0, $0, -2\n")]
        .into_iter()
        .chain(texts.map(|text| image(&text)))
        .collect();
    let mut sorting = Sorting::new(images.clone(), vec![[1, 2].into()], FUEL);
    let mut again = 0;
    while let Some(ask) = sorting.ask() {
        let [left, right] = [ask.left, ask.right];
        again += usize::from(ask.cost == Cost::More);
        let is_twin = left > 0 && left % 20 == right % 20;
        let result = if is_twin { Compared::Same } else { OPEN };
        assert_eq!(sorting.tell(ask, result), Ok(()));
    }
    assert!(sorting.is_done());
    let classes = sorting.classes();
    assert_eq!(classes.len(), 1 + 20, "{classes:?}");
    assert_eq!(sorting.proofs, 20);
    // With the first class, and with a few others; those of one shape need no more than one.
    assert!(sorting.asked as usize <= 20 * 4 + 20 * 2 + again, "{}", sorting.asked);
    assert!(again <= 20 * 4, "{again}");
    // Any two of them may be one.
    assert_eq!(sorting.open().len(), 21 * 20 / 2);
    assert_eq!(sorting.bounds(), [1, 21]);
}

/// A program that runs much longer than the first one is compared with it once, with little effort, and with its own
/// kind. If those are seen to be the same, they are not compared.
#[test]
fn what_stops_late_is_compared_once() {
    for stores in [true, false] {
        let code = if stores { "sw $1, -4($30)\nadd $3, $1, $2" } else { "add $3, $1, $2" };
        let late = (4..8).map(|register| late(register, 9, code));
        let images: Vec<_> = [image("add $3, $1, $2\njr $31\n"), image("add $3, $2, $1\njr $31\n")]
            .into_iter()
            .chain(late)
            .collect();
        let mut sorting = Sorting::new(images, vec![[1, 2].into()], FUEL);
        let mut asked = Vec::new();
        while let Some(ask) = sorting.ask() {
            asked.push((ask.left, ask.right, ask.cost));
            let is_late = |program: usize| program > 1;
            let result = match is_late(ask.left) == is_late(ask.right) {
                true => Compared::Same,
                false => OPEN,
            };
            assert_eq!(sorting.tell(ask, result), Ok(()));
        }
        assert!(sorting.is_done());
        let little = Cost::Little;
        let mut expected = vec![(0, 1, Cost::Usual), (0, 2, little)];
        if stores {
            expected.extend([(2, 3, little), (2, 4, little), (2, 5, little)]);
        }
        assert_eq!(asked, expected);
        assert_eq!((sorting.asked, sorting.proofs), (5, 4));
        assert_eq!(sorting.open(), [[0, 2]]);
        assert_eq!(sorting.bounds(), [1, 2]);
    }
}

/// A counter that takes long to reach its end, in some registers.
fn late(register: u32, other: u32, code: &str) -> Rc<Image> {
    image(&format!(
        "lis ${register}\n.word 1\nadd ${other}, ${other}, ${register}\nbne ${other}, $0, -2\n\
         {code}\njr $31\n"
    ))
}

/// A program that stops is compared with a class that does not for long only where nothing else is
/// left, and for little.
#[test]
fn what_stops_is_compared_last_with_what_does_not() {
    // On the second input the others differ, so only the first input does not distinguish them.
    let of = |text: &str| image(&format!("{text}\njr $31\n"));
    let images = vec![
        of("add $3, $1, $2"),
        late(4, 9, "add $3, $1, $2"),
        of("beq $1, $2, 2\nadd $3, $1, $2\njr $31\nsub $3, $1, $2"),
    ];
    let mut sorting = Sorting::new(images, vec![[1, 2].into()], FUEL);
    let mut asked = Vec::new();
    while let Some(ask) = sorting.ask() {
        asked.push((ask.left, ask.right, ask.cost));
        let result = match (ask.left, ask.right) {
            (0, 2) => Compared::Differ([7, 7].into()),
            _ => OPEN,
        };
        assert_eq!(sorting.tell(ask, result), Ok(()));
    }
    assert!(sorting.is_done());
    assert_eq!(asked, [(0, 1, Cost::Little), (0, 2, Cost::Usual), (1, 2, Cost::Little)]);
    assert_eq!(sorting.bounds(), [2, 3]);
}

/// If a comparison finds an input on which a program loops forever, that is used, however many earlier runs found no
/// loop.
#[test]
fn what_goes_round_where_a_comparison_says_so_is_told_apart_once() {
    let walks = |register: u32| {
        image(&format!(
            "lis ${register}\n.word 1\nsw $1, -4($30)\nlis $8\n.word 9\nbeq $2, $8, 3\n\
             add $9, $9, ${register}\nbne $9, $0, -2\njr $31\nbeq $0, $0, -1\n"
        ))
    };
    let images: Vec<_> =
        [image("add $3, $1, $2\njr $31\n")].into_iter().chain((4..8).map(walks)).collect();
    let inputs = (0..40).map(|n| [n, 1].into()).collect();
    let mut sorting = Sorting::new(images, inputs, FUEL);
    let mut asked = Vec::new();
    while let Some(ask) = sorting.ask() {
        asked.push((ask.left, ask.right));
        let result = if ask.left == 0 { Compared::Differ([1, 9].into()) } else { Compared::Same };
        assert_eq!(sorting.tell(ask, result), Ok(()));
    }
    assert_eq!(asked, [(0, 1), (1, 2), (1, 3), (1, 4)]);
    assert_eq!(sorting.bounds(), [2, 2]);
}

/// What comparisons of the same programs in other registers left open is not asked again and again,
/// and is open all the same; what one of them proves is asked of all.
#[test]
fn comparisons_in_other_registers_tell_what_is_in_vain() {
    let sum = |register: u32| {
        // A store: else they would be seen to be the same.
        let text = "add $R, $1, $2\nsw $R, -4($30)\nadd $3, $R, $0\njr $31\n";
        image(&text.replace('R', &register.to_string()))
    };
    let images: Vec<_> =
        [image("add $3, $1, $2\njr $31\n")].into_iter().chain((4..28).map(sum)).collect();
    let sort = |of_two: fn(Cost) -> Compared, at_a_time: usize| {
        let mut sorting = Sorting::new(images.clone(), vec![], FUEL);
        let (mut under_way, mut again) = (Vec::new(), 0);
        loop {
            while under_way.len() < at_a_time
                && let Some(ask) = sorting.ask()
            {
                again += u32::from(ask.cost == Cost::More);
                under_way.push(ask);
            }
            let Some(ask) = under_way.pop() else { break };
            assert_eq!(sorting.tell(ask, of_two(ask.cost)), Ok(()));
        }
        assert!(sorting.is_done());
        (sorting, again)
    };
    for at_a_time in [1, 2, 8] {
        // More work might decide it: that is tried once for each two kinds.
        let (sorting, again) = sort(|_| OPEN, at_a_time);
        assert_eq!((sorting.asked - again, again), (2 * 2, 2), "{at_a_time}");
        assert_eq!(sorting.bounds(), [1, 25]);
        assert_eq!(sorting.open().len(), 25 * 24 / 2);
        // It does: all are asked once more then.
        let (sorting, again) =
            sort(|cost| if cost == Cost::More { Compared::Same } else { OPEN }, at_a_time);
        assert_eq!((sorting.asked - again, again), (2 * 2, 24), "{at_a_time}");
        assert_eq!(sorting.bounds(), [1, 1]);
        // More work would not decide it.
        let (sorting, again) = sort(|_| Compared::Open { by_limit: false }, at_a_time);
        assert_eq!((sorting.asked, again), (2 * 2, 0), "{at_a_time}");
        assert_eq!(sorting.bounds(), [1, 25]);
    }
}

#[test]
fn comparisons_are_under_way_at_a_time_and_wait_for_each_other() {
    let texts = ["add $3, $1, $2", "add $3, $2, $1", "sub $3, $1, $2"];
    let images = texts.map(|text| image(&format!("{text}\njr $31\n")));
    let mut sorting = Sorting::new(images.to_vec(), vec![[0, 0].into()], FUEL);
    let asks = [sorting.ask(), sorting.ask()].map(|ask| ask.expect("two have no class"));
    assert_eq!(asks.map(|ask| (ask.left, ask.right)), [(0, 1), (0, 2)]);
    assert_eq!((sorting.ask(), sorting.is_done()), (None, false));
    assert_eq!(sorting.tell(asks[1], Compared::Differ([1, 1].into())), Ok(()));
    assert_eq!((sorting.ask(), sorting.is_done()), (None, false));
    assert_eq!(sorting.tell(asks[0], Compared::Same), Ok(()));
    assert_eq!((sorting.ask(), sorting.is_done()), (None, true));
    assert_eq!(sorting.classes(), [&[0, 1][..], &[2]]);
}

#[test]
fn a_proof_of_what_is_not_so_is_told() {
    let texts = ["add $3, $1, $2", "sub $3, $1, $2", "add $3, $0, $0"];
    let images = texts.map(|text| image(&format!("{text}\njr $31\n")));
    let mut sorting = Sorting::new(images.to_vec(), vec![], FUEL);
    let asks = [sorting.ask(), sorting.ask()].map(|ask| ask.expect("two have no class"));
    assert_eq!(sorting.tell(asks[1], Compared::Differ([1, 1].into())), Ok(()));
    let result = sorting.tell(asks[0], Compared::Same);
    assert_eq!(result, Err(Contradiction { programs: [0, 1] }));
}

/// Programs reported as renamings of each other's registers do the same, step by step.
#[test]
fn renamings_do_the_same() {
    let names = Just((0..32).collect::<Vec<u32>>()).prop_shuffle();
    let programs = prop_oneof![program(), looping()];
    let said = Cell::new(0);
    let strategy = (programs, names, 0..4, any::<[[u32; 2]; 6]>());
    let run = |(program, mut names, kept, inputs): (Program, Vec<u32>, i32, [[u32; 2]; 6])| {
        // Maps of all registers are of special ones, too, as a rule.
        let special: &[u32] = if kept == 0 { &[0, 3, 31] } else { &[0, 1, 2, 3, 30, 31] };
        for &name in special {
            let at = names.iter().position(|&other| other == name).expect("it is there");
            names.swap(name as usize, at);
        }
        let renamed = |reg: Reg| Reg::new(names[reg.index()]).expect("there is one");
        let mut is_data = false;
        let word = |&word: &u32| match decode(word) {
            Some(Instruction { op, s, t, d, i }) if !std::mem::take(&mut is_data) => {
                is_data = op == Op::Lis;
                Instruction { op, s: renamed(s), t: renamed(t), d: renamed(d), i }.encode()
            }
            _ => word,
        };
        let words: Vec<u32> = program.words.iter().map(word).collect();
        let [left, right] = [program.words, words].map(|it| Image::new(&Program::from_words(it)));
        if is_renaming(&left, &right) {
            said.set(said.get() + 1);
            for inputs in inputs.into_iter().chain([[0, 0], [1, 2], [2, 1], [u32::MAX, 1]]) {
                let [a, b] = [&left, &right].map(|image| watched(image, inputs, 500));
                prop_assert_eq!((a.stop, a.steps), (b.stop, b.steps), "{:?}", inputs);
                prop_assert_eq!(a.fingerprint(), b.fingerprint(), "{:?}", inputs);
            }
        }
        Ok(())
    };
    TestRunner::new(cases(2_000)).run(&strategy, run).expect("they do");
    println!("{} are renamings", said.get());
    assert!(said.get() > 10, "{} of them", said.get());
}

/// Programs that look like renamings of each other, but are not.
#[test]
fn renamings_are_of_all_that_is_read_and_observed() {
    let is = |left: &str, right: &str| {
        is_renaming(&image(&format!("{left}\njr $31\n")), &image(&format!("{right}\njr $31\n")))
    };
    let sum = "add $R, $1, $2\nadd $3, $R, $R";
    assert!(is(&sum.replace('R', "4"), &sum.replace('R', "28")));
    let swapped = "lis $A\n.word 7\nlis $B\n.word 8\ndivu $A, $B\nmfhi $A\nadd $3, $A, $B";
    let named = |a: &str, b: &str| swapped.replace('A', a).replace('B', b);
    assert!(is(&named("4", "5"), &named("5", "4")));
    for (why, left, right) in [
        ("another result", "add $3, $1, $2\nadd $4, $1, $1", "add $4, $1, $2\nadd $3, $1, $1"),
        ("another input", "add $3, $1, $1", "add $3, $2, $2"),
        ("no word to begin with", "add $3, $1, $30", "add $3, $1, $4"),
        ("two are one", "add $4, $1, $2\nadd $3, $4, $5", "add $4, $1, $2\nadd $3, $4, $4"),
        ("one is two", "add $4, $1, $2\nadd $3, $4, $4", "add $4, $1, $2\nadd $3, $4, $5"),
        ("zero", "add $0, $1, $2\nadd $3, $0, $1", "add $4, $1, $2\nadd $3, $4, $1"),
        ("another constant", "lis $3\n.word 7", "lis $3\n.word 9"),
        ("where it returns", "add $31, $1, $0", "add $4, $1, $0"),
        // `lis` reads an instruction.
        ("words", "beq $0, $0, 1\nlis $3\nadd $4, $0, $0", "beq $0, $0, 1\nlis $3\nadd $5, $0, $0"),
        ("a load", "lw $3, 0($0)\nadd $4, $0, $0", "lw $3, 0($0)\nadd $5, $0, $0"),
        ("a store", "sw $4, 0($0)", "sw $5, 0($0)"),
    ] {
        assert!(!is(left, right), "{why}");
    }
}

proptest! {
    #![proptest_config(cases(300))]

    /// Fingerprints of observations differ exactly if the observations differ.
    #[test]
    fn fingerprints_say_what_agreement_does(pair in pair(), inputs: [u32; 2]) {
        let [a, b] = pair.each_ref().map(|program| watched(&Image::new(program), inputs, 200));
        let expected = match (a.fingerprint(), b.fingerprint()) {
            (None, _) | (_, None) => Agreement::Inconclusive,
            (a, b) if a == b => Agreement::Agree,
            _ => Agreement::Differ,
        };
        prop_assert_eq!(agreement(&a, &b), expected);
    }
}
