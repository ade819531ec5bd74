//! A loop in one program paired with recursion in the other: proved pairs and their step limits, wrong twins that must
//! not be proved, and refused certificates with other claims.

use std::rc::Rc;

use tamarin::contract::Contract;
use tamarin::engines::certify::{Certified, of_procedure_claims};
use tamarin::engines::mend::{constants, edits};
use tamarin::engines::paths::outcome::{agreement, difference, ends, watched};
use tamarin::link::{self, File};
use tamarin::machine::{Image, Inputs, Stop};
use tamarin::report::Agreement;
use tamarin::solver;
use tamarin_checker::certificate::{Certificate, Relation, Stopping};
use tamarin_checker::procedures::claim::{
    Expression, Fact, Goes, Operator, PairClaim, Procedures, Until, Value, Variant,
};
use tamarin_checker::{Refusal, check};
use tamarin_testing::certificates::counterexample;
use tamarin_testing::examples::program;
use tamarin_testing::questions::Random;
use tamarin_testing::recursions::certified;
use tamarin_testing::{many, sample};

use crate::versions::linked;

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
    add("digits", false, [left, unsigned, signed]);
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
    // Output before a call is in the order of the loop's output; after a call it is reversed.
    let device = "lis $9\n.word 0xffff000c\n";
    let printed = |down, up| recursive(8, device, zero, [down, up], &[1]);
    let round = "sw $1, 0($9)\nadd $3, $3, $2\nsub $1, $1, $4";
    let left = looping(device, "beq $1, $0, done", round, "add $0, $0, $0");
    let before = printed("sw $1, 0($9)\nsub $1, $1, $4", "add $3, $3, $2");
    let behind = printed(down, "sw $1, 0($9)\nadd $3, $3, $2");
    add("output", false, [left, before, behind]);
    all
}

fn claims(certificate: &Certificate) -> Procedures {
    certificate.procedures.clone().expect("it is by procedures")
}

fn steps(certified: &Certified) -> Option<u64> {
    claims(&certified.certificate).steps
}

#[test]
fn loops_and_recursion_that_do_the_same_have_certificates() {
    for pair in sample(pairs(), 3) {
        let [left, right, wrong] = &pair.texts;
        for texts in [[left, right], [right, left]] {
            let found = certified(texts.map(String::as_str));
            let found = found.unwrap_or_else(|why| panic!("{}: {why}", pair.name));
            assert_eq!(found.checked.stopping, Stopping::Alike);
            assert_eq!(steps(&found).is_none(), pair.is_for_all, "{}", pair.name);
            assert!(steps(&found).is_none_or(|steps| steps > 1_000_000), "{}", pair.name);
            assert_eq!(counterexample(&found.certificate), None, "{}", pair.name);
        }
        for texts in [[left, wrong], [wrong, left]] {
            assert!(certified(texts.map(String::as_str)).is_err(), "{}", pair.name);
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
        let found = certified(texts.map(String::as_str)).expect("they do the same for a while");
        let steps = steps(&found).expect("it is bounded");
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

/// A bound of the recursion for which there is no room gives no claim for every number of steps, and
/// one for which there is just room does.
#[test]
fn a_bound_needs_room() {
    for (number, is_for_all) in [(512, true), (510, true), (520, false), (4_096, false)] {
        let before = modulo(1, number);
        let round = "add $3, $3, $2\nsub $1, $1, $4";
        let left = looping(&before, "beq $1, $0, done", round, "add $0, $0, $0");
        let base = ["add $3, $0, $0", "beq $1, $0, done"];
        // With the program's own frame there is room for 511 of them.
        let frame = if number == 512 { 32_000 } else { 32_768 };
        let right = recursive(frame, &before, base, ["sub $1, $1, $4", "add $3, $3, $2"], &[]);
        let found = certified([&left, &right]).expect("they do the same for a while");
        assert_eq!(steps(&found).is_none(), is_for_all, "{number}");
        let images = [&left, &right].map(|text| Image::new(&program(text)));
        let differs = (0..number).find(|&rounds| {
            let [left, right] = ends(images.each_ref(), &Inputs::from([rounds, 3]), 100_000);
            difference(&left, &right).is_some()
                && steps(&found).is_none_or(|it| left.steps.min(right.steps) <= it)
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
    assert!(certified([&plain, &good]).is_ok());
    // Loops forever after the loop; for one input only; if the counter is negative.
    for wrong in [
        left("beq $1, $0, done", "beq $0, $0, done"),
        left("beq $1, $0, done", "beq $3, $4, done"),
        left("slt $5, $0, $1\nbeq $5, $0, done", "add $0, $0, $0"),
    ] {
        assert!(certified([&wrong, &good]).is_err(), "{wrong}");
        assert!(certified([&good, &wrong]).is_err(), "{wrong}");
    }
    for wrong in [
        right(["base: add $3, $0, $0", "beq $1, $0, base"], "add $3, $3, $2"),
        right(base, "spin: add $3, $3, $2\nbeq $3, $4, spin"),
        right(base, "div $2, $3\nadd $3, $3, $2"),
    ] {
        assert!(certified([&plain, &wrong]).is_err(), "{wrong}");
        assert!(certified([&wrong, &plain]).is_err(), "{wrong}");
    }
}

/// A loop that was left does not move any more, so the recursion must not loop after a call: certificates that claim it
/// may, with points of their own, are refused.
#[test]
fn nothing_waits_at_the_exit() {
    let base = ["add $3, $0, $0", "beq $1, $0, done"];
    let right = |up| recursive(4, "", base, ["sub $1, $1, $4", up], &[]);
    let round = "add $3, $3, $2\nsub $1, $1, $4";
    let left = looping("", "beq $1, $0, done", round, "add $0, $0, $0");
    let good = right("add $3, $3, $2\nadd $0, $0, $0");
    let spins = right("add $3, $3, $2\nspin: beq $2, $4, spin");
    let claims = claims(&certified([&left, &good]).expect("they do the same").certificate);
    let images = |right: &str| [&left[..], right].map(|text| Image::new(&program(text)));
    let stop = &solver::Stop::NEVER;
    let contract = Contract::default();
    let again = of_procedure_claims(images(&good).each_ref(), &contract, claims.clone(), stop);
    assert!(again.is_ok());
    let both = images(&spins);
    let as_it_is = of_procedure_claims(both.each_ref(), &contract, claims.clone(), stop);
    assert!(as_it_is.is_err());
    let mut with_point = claims;
    let pair = &mut with_point.pairs[1];
    let mut point = pair.points[0].clone();
    // The instruction after the addition.
    let spin = point.at[1] + 4;
    let until = [None, Some(Until { executed: spin, times: 1 })];
    pair.points[0].goes.until = until;
    point.goes.until = until;
    point.at[1] = spin;
    pair.points.push(point);
    assert!(of_procedure_claims(both.each_ref(), &contract, with_point, stop).is_err());
}

/// Of every field that the proof rests on, another value is refused.
#[test]
fn other_claims_are_refused() {
    let pairs = pairs();
    for name in ["sum-bounded", "counted-up", "factorial", "digits"] {
        let pair = pairs.iter().find(|pair| pair.name == name).expect("there is one");
        let good = certified([&pair.texts[0], &pair.texts[1]]).expect("it has one").certificate;
        assert!(check(&good).is_ok());
        let refused = |change: &dyn Fn(&mut Procedures)| {
            let mut certificate = good.clone();
            let mut claims = claims(&good);
            change(&mut claims);
            assert_ne!(claims, self::claims(&good), "{name}: nothing was changed");
            certificate.procedures = Some(claims);
            check(&certificate).expect_err("it was changed")
        };
        let of_loop = |change: &dyn Fn(&mut PairClaim)| refused(&|it| change(&mut it.pairs[1]));
        // Where the loop begins and ends, and that it is a loop.
        of_loop(&|pair| pair.exits = [None; 2]);
        of_loop(&|pair| pair.exits.reverse());
        of_loop(&|pair| pair.exits[1] = Some(pair.entries[1] + 4));
        of_loop(&|pair| pair.exits[0] = Some(pair.entries[0]));
        for by in [4, 8, 12] {
            of_loop(&|pair| pair.exits[0] = pair.exits[0].map(|exit| exit + by));
            of_loop(&|pair| pair.exits[0] = pair.exits[0].map(|exit| exit - by));
            of_loop(&|pair| pair.entries[0] += by);
        }
        refused(&|claims| {
            let pairs = claims.pairs.iter_mut();
            let points = pairs.flat_map(|pair| {
                pair.points.iter_mut().map(|point| &mut point.goes).chain([&mut pair.goes])
            });
            points.for_each(|goes: &mut Goes| goes.loops = Default::default());
        });
        refused(&|claims| claims.pairs[0].goes.loops = Default::default());
        of_loop(&|pair| pair.goes.loops = Default::default());
        of_loop(&|pair| pair.goes.loops.reverse());
        // The ensured facts, and the facts after a call.
        assert!(!claims(&good).pairs[1].ensures.is_empty(), "{name}");
        of_loop(&|pair| pair.ensures.clear());
        of_loop(&|pair| pair.points[0].facts.clear());
        of_loop(&|pair| pair.behind = None);
        let one = || Expression::Number(1);
        let more = |fact: &mut Fact| {
            fact.2 = Expression::of(Operator::Add, fact.2.clone(), one());
        };
        of_loop(&|pair| more(&mut pair.ensures[0]));
        of_loop(&|pair| more(&mut pair.points[0].facts[0]));
        of_loop(&|pair| {
            more(&mut pair.ensures[0]);
            more(&mut pair.points[0].facts[0]);
        });
        of_loop(&|pair| pair.ensures[0].1 = Relation::Ule);
        of_loop(&|pair| pair.ensures.push(Fact(one(), Relation::Ult, one())));
        let stack = Expression::Word("right.stack[0]".parse().expect("a word"));
        of_loop(&|pair| pair.ensures.push(Fact(stack.clone(), Relation::Eq, stack.clone())));
        of_loop(&|pair| pair.ensures.push(Fact(one(), Relation::Eq, Expression::Value(Value(77)))));
        // How deep it gets.
        let room = |refusal| assert!(matches!(refusal, Refusal::Room(_)), "{name}: {refusal:?}");
        if pair.is_for_all {
            let variant = |change: &dyn Fn(&mut Variant)| {
                of_loop(&|pair| change(pair.variant.as_mut().expect("it is bounded")))
            };
            of_loop(&|pair| pair.variant = None);
            let most = claims(&good).pairs[1].variant.clone().expect("it is bounded").most;
            for other in [0, 1, most / 2, most - 2, 1 << 24, u32::MAX] {
                variant(&|variant| variant.most = other);
            }
            // With answers of their own they claim no more than there is room for.
            let again = |variant: Option<Variant>| {
                let mut claims = claims(&good);
                claims.pairs[1].variant = variant;
                let images = [0, 1].map(|side| Image::new(&program(&pair.texts[side])));
                let stop = &solver::Stop::NEVER;
                of_procedure_claims(images.each_ref(), &Contract::default(), claims, stop)
            };
            let with =
                |most| claims(&good).pairs[1].variant.clone().map(|it| Variant { most, ..it });
            assert_eq!(again(with(most)).ok().map(|it| steps(&it)), Some(None), "{name}");
            assert!(again(None).is_ok_and(|it| steps(&it).is_some()), "{name}");
            for much in [1 << 24, u32::MAX] {
                assert!(again(with(much)).map_or(true, |it| steps(&it).is_some()), "{name}");
            }
            for little in [0, 1, most / 2] {
                assert!(again(with(little)).is_err(), "{name}");
            }
            variant(&|variant| variant.of = one());
            let word = Expression::Word("left.$1".parse().expect("a word"));
            variant(&|variant| variant.of = word.clone());
            variant(&|variant| {
                variant.of = Expression::of(Operator::Sub, one(), variant.of.clone());
            });
            refused(&|claims| {
                let of = claims.pairs[1].variant.clone();
                claims.pairs[0].variant = of;
            });
        } else {
            room(refused(&|claims| claims.steps = None));
            room(refused(&|claims| claims.steps = claims.steps.map(|steps| steps + 1)));
        }
    }
}

/// A token of one program is changed: if there is a certificate, both run alike.
#[test]
fn what_has_a_certificate_runs_alike() {
    let count = many(50, 3_000);
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
        let found = certified(texts);
        let images = texts.map(|text| Image::new(&program(text)));
        let witness = inputs.iter().find(|inputs| {
            let [left, right] =
                images.each_ref().map(|image: &Rc<Image>| watched(image, inputs, 20_000));
            let is_open = left.stop == Stop::OutOfFuel && right.stop == Stop::OutOfFuel;
            let within = found.as_ref().ok().and_then(steps).unwrap_or(u64::MAX);
            let stops =
                [&left, &right].iter().any(|it| it.stop != Stop::OutOfFuel && it.steps <= within);
            !is_open && stops && agreement(&left, &right) == Agreement::Differ
        });
        different += usize::from(witness.is_some());
        if found.is_ok() {
            have += 1;
            assert_eq!(witness, None, "{}, {edit:?}:\n{text}", pair.name);
        }
    }
    println!("of {count}: {have} have certificates, {different} were seen to differ");
    assert!(have * 60 > count, "only {have} of {count} have certificates");
    assert!(different * 4 > count, "only {different} of {count} differ");
}
