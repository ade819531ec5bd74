//! A loop in one program and recursion in the other, as deep as an input says: proved pairs and for how many steps they
//! agree, wrong twins that must not be proved, and pairs with a changed token.

use std::rc::Rc;

use tamarin::contract::Contract;
use tamarin::engines::evidence::{search, within_room};
use tamarin::engines::mend::{constants, edits};
use tamarin::engines::paths::outcome::{agreement, difference, ends, watched};
use tamarin::engines::statement::Statement;
use tamarin::link::{self, File};
use tamarin::machine::{Image, Inputs, Stop};
use tamarin::report::Agreement;
use tamarin::solver;
use tamarin_testing::examples::program;
use tamarin_testing::questions::Random;
use tamarin_testing::{many, sample};

use crate::cli;
use crate::versions::linked;

/// Work limit of a search: pairs that are not proved take all of it.
const WORK: u64 = 8_000_000;

/// For how long two programs are proved to agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Agreed {
    /// For ever.
    Always,
    /// If one of them stops within this many steps.
    UpTo(u64),
}

impl Agreed {
    fn steps(self) -> u64 {
        match self {
            Agreed::Always => u64::MAX,
            Agreed::UpTo(steps) => steps,
        }
    }
}

/// What is proved about two programs.
fn agreed(texts: [&str; 2]) -> Option<Agreed> {
    let images = texts.map(|text| Image::new(&program(text)));
    let (both, contract, stop) = (images.each_ref(), Contract::default(), solver::Stop::NEVER);
    if let Ok(roomy) = within_room(both, &contract, WORK, &stop) {
        assert!(tamarin_kernel::check(&roomy.claim, &roomy.evidence).is_ok());
        return Some(Agreed::UpTo(roomy.steps));
    }
    search(both, &contract, &Statement::EQUIVALENT, WORK, &stop).ok().map(|_| Agreed::Always)
}

/// A loop, a recursion that does the same, and one that is subtly wrong.
struct Pair {
    name: &'static str,
    texts: [String; 3],
    /// Whether the recursion is bounded, so that the claim is for every number of steps.
    is_for_all: bool,
}

/// A program with a loop: the code before it, the test that ends it, the loop body, and the code after it.
fn looping(before: &str, test: &str, round: &str, behind: &str) -> String {
    format!(
        "lis $4\n.word 1\n{before}\nloop: {test}\n{round}\nbeq $0, $0, loop\ndone: {behind}\njr $31\n"
    )
}

/// A program with recursion, with frames of `frame` bytes: the code before the first call, the test that ends the
/// recursion and its result, the code before and after a recursive call, and the registers saved in the frame.
fn recursive(
    frame: u32,
    before: &str,
    [base, test]: [&str; 2],
    [down, up]: [&str; 2],
    kept: &[u32],
) -> String {
    assert!(frame as usize > 4 * kept.len());
    let slots = |op: &str| -> String {
        let slot = |(index, reg): (usize, &u32)| format!("{op} ${reg}, {}($30)\n", 4 * (index + 1));
        kept.iter().enumerate().map(slot).collect()
    };
    let (saves, loads) = (slots("sw"), slots("lw"));
    format!(
        "lis $4\n.word 1\nlis $20\n.word {frame}\nlis $21\n.word f\n{before}\n\
         sub $30, $30, $20\nsw $31, 0($30)\njalr $21\nlw $31, 0($30)\nadd $30, $30, $20\njr $31\n\
         f: {base}\n{test}\nsub $30, $30, $20\nsw $31, 0($30)\n{saves}{down}\njalr $21\n\
         {loads}{up}\nlw $31, 0($30)\nadd $30, $30, $20\ndone: jr $31\n"
    )
}

/// `$1` modulo a number.
fn modulo(of: u32, number: u32) -> String {
    format!("lis $7\n.word {number}\ndivu ${of}, $7\nmfhi ${of}")
}

fn pairs() -> Vec<Pair> {
    let zero = ["add $3, $0, $0", "beq $1, $0, done"];
    let one = ["add $3, $4, $0", "beq $1, $0, done"];
    let down = "sub $1, $1, $4";
    let mut all = Vec::new();
    let mut add = |name, is_for_all, texts| all.push(Pair { name, is_for_all, texts });
    // f(n) = n + f(n - 1).
    let sum = |up| recursive(8, "", zero, [down, up], &[1]);
    let left = looping("", "beq $1, $0, done", "add $3, $3, $1\nsub $1, $1, $4", "add $0, $0, $0");
    let skips = "lis $8\n.word 77\nbeq $1, $8, over\nadd $3, $3, $1\nover: add $0, $0, $0";
    add("sum", false, [left, sum("add $3, $1, $3"), sum(skips)]);
    // The same, bounded; another one is added at 900 alone.
    let bounded = modulo(1, 1_000);
    let sum = |up| recursive(16, &bounded, zero, [down, up], &[1]);
    let round = "add $3, $3, $1\nsub $1, $1, $4";
    let left = looping(&bounded, "beq $1, $0, done", round, "add $0, $0, $0");
    let late = "lis $8\n.word 900\nadd $3, $3, $1\nbne $1, $8, over\nadd $3, $3, $4\n\
                over: add $0, $0, $0";
    add("sum-bounded", true, [left, sum("add $3, $1, $3"), sum(late)]);
    // n!, signed and unsigned products, which have the same low words.
    let factorial = |up| recursive(8, "", one, [down, up], &[1]);
    let round = "multu $3, $1\nmflo $3\nsub $1, $1, $4";
    let left = looping("add $3, $4, $0", "beq $1, $0, done", round, "add $0, $0, $0");
    let high = "mult $1, $3\nmflo $3\nmfhi $6\nadd $3, $3, $6";
    add("factorial", false, [left, factorial("mult $1, $3\nmflo $3"), factorial(high)]);
    // Digits of a number; the wrong one has a signed remainder.
    let ten = "lis $10\n.word 10\n";
    let digits = |down, up| recursive(8, ten, zero, [down, up], &[1]);
    let round = "divu $1, $10\nmfhi $5\nmflo $1\nadd $3, $3, $5";
    let left = looping(ten, "beq $1, $0, done", round, "add $0, $0, $0");
    let down_ten = "divu $1, $10\nmflo $1";
    let unsigned = digits(down_ten, "divu $1, $10\nmfhi $5\nadd $3, $3, $5");
    let signed = digits(down_ten, "div $1, $10\nmfhi $5\nadd $3, $3, $5");
    add("digits", true, [left, unsigned, signed]);
    // The recursion also passes on an accumulator, so nothing is done after a call.
    let base = ["add $3, $5, $0", "beq $1, $0, done"];
    let handed = |down| recursive(4, "", base, [down, "add $0, $0, $0"], &[]);
    let round = "add $3, $3, $3\nadd $3, $3, $1\nsub $1, $1, $4";
    let left = looping("", "beq $1, $0, done", round, "add $0, $0, $0");
    let good = handed("add $5, $5, $5\nadd $5, $5, $1\nsub $1, $1, $4");
    let wrong = handed("add $5, $5, $1\nadd $5, $5, $5\nsub $1, $1, $4");
    add("handed-on", false, [left, good, wrong]);
    // Counted up to a bound: the variant is how far the counter is from it.
    let bounded = modulo(1, 512);
    let base = ["add $3, $0, $0", "beq $5, $1, done"];
    let up = |up| recursive(12, &bounded, base, ["add $5, $5, $4", up], &[5]);
    let round = "mult $5, $5\nmflo $6\nsub $6, $6, $2\nadd $3, $3, $6\nadd $5, $5, $4";
    let left = looping(&bounded, "beq $5, $1, done", round, "add $0, $0, $0");
    let square = "mult $5, $5\nmflo $6\nsub $6, $6, $2\nadd $3, $6, $3";
    let other = "mult $5, $5\nmflo $6\nadd $3, $6, $3\nadd $3, $3, $2";
    add("counted-up", true, [left, up(square), up(other)]);
    all
}

#[test]
fn loops_and_recursion_that_do_the_same_agree_as_long_as_there_is_room() {
    for pair in sample(pairs(), 3) {
        let [left, right, wrong] = &pair.texts;
        for texts in [[left, right], [right, left]] {
            let found = agreed(texts.map(String::as_str));
            let found = found.unwrap_or_else(|| panic!("{} is not proved", pair.name));
            assert_eq!(found == Agreed::Always, pair.is_for_all, "{}", pair.name);
            assert!(found.steps() > 1_000_000, "{}: {found:?}", pair.name);
        }
        for texts in [[left, wrong], [wrong, left]] {
            assert_eq!(agreed(texts.map(String::as_str)), None, "{}", pair.name);
        }
        let images = [left, right, wrong].map(|text| Image::new(&program(text)));
        let [left, right, wrong] = images.each_ref();
        let mut differs = false;
        for at in 0..1_400u32 {
            let inputs = match at {
                0..400 => [at / 5, at % 5],
                _ => [(at - 400).wrapping_mul(0x0043_0001), at.wrapping_mul(0x9e37_79b9)],
            };
            let inputs = Inputs::from(inputs);
            let both = [left, right].map(|image| watched(image, &inputs, 30_000));
            assert_ne!(agreement(&both[0], &both[1]), Agreement::Differ, "{} {at}", pair.name);
            differs = differs || {
                let other = watched(wrong, &inputs, 30_000);
                agreement(&both[0], &other) == Agreement::Differ
            };
        }
        assert!(differs, "{}: its wrong twin does the same", pair.name);
    }
}

/// Frames that reach the program's text: the claim ends before they do, and not long before.
#[test]
fn the_claim_ends_before_the_frames_meet_the_text() {
    let left = looping("", "beq $1, $0, done", "add $3, $3, $2\nsub $1, $1, $4", "add $0, $0, $0");
    let base = ["add $3, $0, $0", "beq $1, $0, done"];
    let right = recursive(32_768, "", base, ["sub $1, $1, $4", "add $3, $3, $2"], &[]);
    let images = [&left, &right].map(|text| Image::new(&program(text)));
    for (texts, images) in
        [([&left, &right], [&images[0], &images[1]]), ([&right, &left], [&images[1], &images[0]])]
    {
        let found = agreed(texts.map(String::as_str)).expect("they do the same for a while");
        let Agreed::UpTo(steps) = found else { panic!("there is always room") };
        let parts = |rounds: u32| {
            let [left, right] = ends(images, &Inputs::from([rounds, 3]), 1_000_000);
            (difference(&left, &right).is_some(), left.steps.min(right.steps))
        };
        let first = (1..1_000).find(|&rounds| parts(rounds).0).expect("they part");
        assert!((500..520).contains(&first), "{first}");
        assert!(steps < parts(first).1, "{steps}");
        assert!(2 * steps > parts(first - 1).1, "{steps}");
    }
}

/// The evidence that `prove` writes is for the inputs on which there is room, and shows nothing of others.
#[test]
fn evidence_is_written_for_the_inputs_on_which_there_is_room() {
    let pairs = pairs();
    let [left, right, _] = &pairs[0].texts;
    let files = [("room-left.asm", left), ("room-right.asm", right)];
    let [left, right] = files.map(|(name, text)| cli::File::new(name, text));
    let evidence = cli::File::new("room.json", "");
    let pair = [left.path(), right.path()];
    // The work ends the search, however slow the machine is.
    let prove = ["prove", pair[0], pair[1], "--certificate", evidence.path(), "--seconds", "600"];
    let run = cli::tamarin(&prove);
    assert!(run.status == 3 && run.out.contains("equivalent within"), "{} {}", run.status, run.out);
    let condition = run.out.split("--assume '").nth(1).and_then(|rest| rest.split('\'').next());
    let condition = condition.unwrap_or_else(|| panic!("no condition: {}", run.out));
    let check = |more: &[&str]| {
        let check = ["check", evidence.path(), left.path(), right.path()];
        cli::tamarin(&[&check[..], more].concat()).status
    };
    assert_eq!([check(&["--assume", condition]), check(&[])], [0, 1], "{condition}");
    let beyond = condition.replace("<=u ", "<=u 1");
    assert_eq!(check(&["--assume", &beyond]), 1, "{beyond}");
}

/// A proof by functions is listed with their definitions and what was proved of them by induction.
#[test]
fn a_proof_by_functions_lists_them() {
    let pairs = pairs();
    let [left, right, _] = &pairs[1].texts;
    let files = [("functions-left.asm", left), ("functions-right.asm", right)];
    let [left, right] = files.map(|(name, text)| cli::File::new(name, text));
    let evidence = cli::File::new("functions.json", "");
    let prove = ["prove", left.path(), right.path(), "--certificate", evidence.path(), "--list"];
    let run = cli::tamarin(&prove);
    let listed = run.out.split("The programs as functions\n").nth(1).unwrap_or_default();
    let lines: Vec<&str> = listed.lines().map(str::trim).collect();
    let is_of = |side: &str| lines.iter().any(|line| line.starts_with(side));
    assert!(is_of("left: f(") && is_of("right: "), "{}", run.out);
    // The sum that the loop has so far is added to what the recursion gives.
    let lemmas = listed.split("Proved of them by induction\n").nth(1).unwrap_or_default();
    assert!(lemmas.contains("f(w0, w1)") || lemmas.contains("f(w0, 0)"), "{}", run.out);
}

/// A bound of the recursion for which there is no room gives no claim for every number of steps, and
/// one for which there is just room does.
#[test]
fn a_bound_needs_room() {
    for (number, is_for_all) in [(512, true), (500, true), (520, false), (4_096, false)] {
        let before = modulo(1, number);
        let round = "add $3, $3, $2\nsub $1, $1, $4";
        let left = looping(&before, "beq $1, $0, done", round, "add $0, $0, $0");
        let base = ["add $3, $0, $0", "beq $1, $0, done"];
        // There is room for 511 of the larger ones, less what the proof leaves free.
        let frame = if number == 512 { 32_000 } else { 32_768 };
        let right = recursive(frame, &before, base, ["sub $1, $1, $4", "add $3, $3, $2"], &[]);
        let found = agreed([&left, &right]).expect("they do the same for a while");
        assert_eq!(found == Agreed::Always, is_for_all, "{number}");
        let images = [&left, &right].map(|text| Image::new(&program(text)));
        let differs = (0..number).find(|&rounds| {
            let [left, right] = ends(images.each_ref(), &Inputs::from([rounds, 3]), 100_000);
            difference(&left, &right).is_some() && left.steps.min(right.steps) <= found.steps()
        });
        assert_eq!(differs, None, "{number}");
    }
}

/// If one stops and the other does not, nothing is claimed.
#[test]
fn both_stop_on_the_same_inputs_or_nothing_is_claimed() {
    let base = ["add $3, $0, $0", "beq $1, $0, done"];
    let right = |base, up| recursive(4, "", base, ["sub $1, $1, $4", up], &[]);
    let good = right(base, "add $3, $3, $2");
    let round = "add $3, $3, $2\nsub $1, $1, $4";
    let left = |test, behind| looping("", test, round, behind);
    let plain = left("beq $1, $0, done", "add $0, $0, $0");
    assert!(agreed([&plain, &good]).is_some());
    // Loops forever after the loop; for one input only; if the counter is negative.
    let wrong = [
        left("beq $1, $0, done", "beq $0, $0, done"),
        left("beq $1, $0, done", "beq $3, $4, done"),
        left("slt $5, $0, $1\nbeq $5, $0, done", "add $0, $0, $0"),
    ];
    let mut pairs: Vec<[&str; 2]> =
        wrong.iter().flat_map(|wrong| [[wrong, &good[..]], [&good, wrong]]).collect();
    let wrong = [
        right(["base: add $3, $0, $0", "beq $1, $0, base"], "add $3, $3, $2"),
        right(base, "spin: add $3, $3, $2\nbeq $3, $4, spin"),
        right(base, "div $2, $3\nadd $3, $3, $2"),
    ];
    pairs.extend(wrong.iter().flat_map(|wrong| [[wrong, &plain[..]], [&plain, wrong]]));
    // `npm test` has two of the twelve, one of each kind.
    for pair in sample(pairs, 7) {
        assert_eq!(agreed(pair), None, "{pair:?}");
    }
}

/// A token of one program is changed: if they are still proved to agree, both run alike.
#[test]
fn what_is_proved_runs_alike() {
    let count = many(12, 3_000);
    let pairs = pairs();
    let mut random = Random(67);
    let (mut have, mut different) = (0, 0);
    let inputs: Vec<Inputs> = (0..90)
        .map(|at| match at {
            0..40 => [at / 5, at % 5],
            40..70 => [random.word() % 1_100, random.word()],
            _ => [random.word(), random.word() % 9],
        })
        .map(Inputs::from)
        .collect();
    for _ in 0..count {
        let pair = &pairs[random.below(pairs.len())];
        let edited = random.below(2);
        let files = [File::text("", &pair.texts[edited])];
        let before = link::program(&files).output.expect("it links");
        let others = program(&pair.texts[1 - edited]);
        let edits = edits(&before, &files, &constants(&others.words));
        let edit = &edits[random.below(edits.len())];
        let text = edit.apply(&pair.texts[edited]);
        if linked(&text).is_none() {
            continue;
        }
        let mut texts = [&pair.texts[0][..], &pair.texts[1]];
        texts[edited] = &text;
        let found = agreed(texts);
        let images = texts.map(|text| Image::new(&program(text)));
        let witness = inputs.iter().find(|inputs| {
            let [left, right] =
                images.each_ref().map(|image: &Rc<Image>| watched(image, inputs, 20_000));
            let is_open = left.stop == Stop::OutOfFuel && right.stop == Stop::OutOfFuel;
            let within = found.map_or(u64::MAX, Agreed::steps);
            let stops =
                [&left, &right].iter().any(|it| it.stop != Stop::OutOfFuel && it.steps <= within);
            !is_open && stops && agreement(&left, &right) == Agreement::Differ
        });
        different += usize::from(witness.is_some());
        if found.is_some() {
            have += 1;
            assert_eq!(witness, None, "{}, {edit:?}:\n{text}", pair.name);
        }
    }
    println!("of {count}: {have} are proved, {different} were seen to differ");
    assert!(have * 60 > count, "only {have} of {count} are proved");
    assert!(different * 4 > count, "only {different} of {count} differ");
}
