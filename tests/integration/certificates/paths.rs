//! Certificates that are trees of all paths: for pairs of the corpus that bit-blasting alone does not prove, for
//! self-modifying programs, and for restricted inputs. Accepted certificates are compared with runs.

use std::rc::Rc;

use tamarin::contract::{Contract, Spec};
use tamarin::engines::alignment::Hints;
use tamarin::engines::certify::{self, Certified, Claimed, Scope, Uncertified};
use tamarin::engines::paths::{self, Options};
use tamarin::engines::pause::Pause;
use tamarin::link::assemble;
use tamarin::machine::{Image, Inputs};
use tamarin::report::Verdict;
use tamarin::solver::bitblast::Bitblast;
use tamarin::solver::{self, Stop};
use tamarin_checker::certificate::{Among, Answer, Certificate, Stopping};
use tamarin_checker::check;
use tamarin_checker::deduction::Deduction;
use tamarin_testing::certificates::counterexample;
use tamarin_testing::examples::image;
use tamarin_testing::is_long;
use tamarin_testing::pairs::{Pair, Proved};
use tamarin_testing::questions::Random;

fn of_paths(pair: [&Rc<Image>; 2], scope: impl Into<Scope>) -> Result<Certified, Uncertified> {
    certify::of_paths(pair, &Contract::default(), scope, &Stop::NEVER)
}

fn corpus(name: &str) -> [Rc<Image>; 2] {
    ["left", "right"].map(|side| {
        let path = format!("{}/tests/corpus/{name}.{side}.asm", env!("CARGO_MANIFEST_DIR"));
        image(&std::fs::read_to_string(path).expect("it is there"))
    })
}

/// Other right programs with one bit changed: the certificate is accepted only for those that agree as well, as far as
/// runs show.
fn is_of_no_other_program(name: &str, certificate: &Certificate) {
    let mut refused = 0;
    for at in 0..certificate.programs[1].words.len() {
        let mut other = certificate.clone();
        other.programs[1].words[at] ^= 1;
        match check(&other) {
            Ok(_) => assert_eq!(counterexample(&other), None, "{name}: {at}"),
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 0, "{name}");
}

/// What shows obligations of a certificate that bits alone do not.
fn means(certificate: &Certificate) -> Vec<&'static str> {
    let mut found = Vec::new();
    for answer in certificate.answers.iter().flatten() {
        let deduced = match answer {
            Answer::BitsAfter { deduced, .. } | Answer::Algebra { deduced, .. } => &deduced[..],
            Answer::Boxes(_) => {
                found.push("boxes");
                continue;
            }
            Answer::Bits(_) | Answer::BitsOfAll(_) => continue,
        };
        found.extend(deduced.iter().map(|deduction| match deduction {
            Deduction::Division(_) => "division",
            Deduction::Nested(_) => "nested",
            Deduction::SignedHigh(_) => "signed high word",
            _ => "another",
        }));
    }
    found
}

/// Each rests on something that bits see late: remainders by numbers that divide each other, digits,
/// signs of products, powers, and words of the text that are written.
#[test]
fn finite_pairs_that_are_hard_for_bits_have_certificates() {
    let pairs = [
        ("pairs/leap-nested-counted", "division"),
        ("pairs/digits-nines", "nested"),
        ("oracle/mulhu_from_mulh", "signed high word"),
        ("pairs/sign-opposite", ""),
        ("pairs/power-squaring-fifteen", ""),
        ("pairs/patched-constant", ""),
        ("pairs/patched-instruction", ""),
        ("pairs/array-sum-directions", ""),
        ("pairs/swap-elements", ""),
    ];
    for (name, by) in pairs {
        let [left, right] = corpus(name);
        let certified = of_paths([&left, &right], Among::All);
        let Certified { certificate, checked } =
            certified.unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_eq!(checked.stopping, Stopping::Always, "{name}");
        let means = means(&certificate);
        assert!(by.is_empty() || means.contains(&by), "{name}: {means:?}");
        assert_eq!(counterexample(&certificate), None, "{name}");
        is_of_no_other_program(name, &certificate);
    }
}

/// With `n` fifty millions, `x / (x / n + 1)` is below `n`, and so is never above `n - 1`: by intervals.
const BELOW: &str = "lis $4\n.word 50000000\ndivu $1, $4\nmflo $5\nlis $6\n.word 1\n\
    add $5, $5, $6\ndivu $1, $5\nmflo $7\nlis $8\n.word 49999999\nsltu $3, $8, $7\njr $31";

#[test]
fn chains_of_quotients_have_certificates_by_intervals() {
    let [left, right] = [BELOW, "jr $31"].map(image);
    let Certified { certificate, .. } = of_paths([&left, &right], Among::All).expect("it is found");
    assert!(means(&certificate).contains(&"boxes"), "{:?}", means(&certificate));
    // With fewer boxes, or more, it shows nothing.
    for change in [-1, 1] {
        let mut other = certificate.clone();
        for answer in other.answers.iter_mut().flatten() {
            if let Answer::Boxes(count) = answer {
                *count = count.wrapping_add_signed(change);
            }
        }
        assert!(check(&other).is_err());
    }
    let closer = BELOW.replace("49999999", "49999998");
    let [left, right] = [&closer, "jr $31"].map(image);
    assert!(of_paths([&left, &right], Among::All).is_err());
}

/// All pairs labelled equivalent have a certificate for the claim of their comparison: `npm run test:long`.
#[test]
fn each_equivalent_pair_has_a_certificate() {
    if !is_long() {
        return;
    }
    let equivalent = |pair: &Pair| pair.labels.verdict == Proved::Equivalent;
    let mut without = Vec::new();
    let mut count = 0;
    for Pair { labels, texts } in Pair::all().into_iter().filter(equivalent) {
        let images = texts.each_ref().map(|text| image(text));
        let both = images.each_ref();
        let (mut solver, mut nobody) = (Bitblast::new(), ());
        let options = Options::default();
        let report = pollster::block_on(paths::compare(
            both[0],
            both[1],
            &options,
            &mut solver,
            &mut nobody,
        ));
        if report.verdict != Verdict::Equivalent {
            continue;
        }
        count += 1;
        let claimed = Claimed::of(&report).expect("it claims something");
        let (first, hints) = (Inputs::from([42, 42]), Hints::default());
        let contract = Contract::default();
        let pause = Pause::never();
        let found =
            certify::of_claim(both, &contract, &claimed, (&first, &hints), &Stop::NEVER, pause);
        if let Err(why) = pollster::block_on(found) {
            without.push(format!("{}: {why}", labels.name));
        }
    }
    println!(
        "figure: {count} pairs are proved equivalent, {} without a certificate",
        without.len()
    );
    assert!(without.is_empty(), "{without:#?}");
}

/// A program that writes an instruction or a constant into its own text, maybe, at a place that may depend
/// on an input.
fn writer(random: &mut Random) -> String {
    const WORDS: [&str; 6] = [
        "0x00221820", // add $3, $1, $2
        "0x00221822", // sub $3, $1, $2
        "0x0022182a", // slt $3, $1, $2
        "0x00001814", // lis $3
        "0x03e00008", // jr $31
        "0",
    ];
    let word = random.choose(&WORDS);
    let (test, operands) =
        (random.choose(&["slt", "sltu"]), random.choose(&["$1, $2", "$2, $0", "$0, $1"]));
    let store = match random.below(4) {
        0 => "sw $5, 0($6)".to_owned(),
        1 => "sw $5, 4($6)".to_owned(),
        2 => "sw $1, 8($6)".to_owned(),
        // At one place or the next one.
        _ => "lis $8\n.word 2\ndivu $1, $8\nmfhi $9\nadd $9, $9, $9\nadd $9, $9, $9\nadd $9, $9, $6\n\
              sw $5, 0($9)"
            .to_owned(),
    };
    let branch = random.choose(&["beq $7, $0, place", "bne $7, $0, place", ""]);
    let rest = random.choose(&[
        "add $3, $1, $2\nadd $3, $3, $0",
        "lis $3\n.word 7",
        "sub $3, $2, $1\nlis $3",
    ]);
    format!(
        "{test} $7, {operands}\nlis $5\n.word {word}\nlis $6\n.word place\n{branch}\n{store}\n\
         place:\n{rest}\njr $31\njr $31\n"
    )
}

/// Programs that write their text: a certificate is had only of those that agree, and of each beside itself.
#[test]
fn programs_that_write_their_text_have_true_certificates() {
    let mut random = Random(41);
    let (mut alike, mut same, mut refused) = (0, 0, 0);
    for _ in 0..if is_long() { 2_000 } else { 150 } {
        let texts = [writer(&mut random), writer(&mut random)];
        let [left, right] = texts.each_ref().map(|text| image(text));
        match of_paths([&left, &left], Among::All) {
            Ok(Certified { certificate, .. }) => {
                assert_eq!(counterexample(&certificate), None, "{}", texts[0]);
                same += 1;
            }
            Err(why) => {
                // It executes a word that is any.
                assert!(texts[0].contains("sw $1"), "{why}\n{}", texts[0]);
            }
        }
        match of_paths([&left, &right], Among::All) {
            Ok(Certified { certificate, .. }) => {
                assert_eq!(counterexample(&certificate), None, "{texts:?}");
                alike += 1;
            }
            Err(_) => refused += 1,
        }
    }
    assert!(same > 100 && alike >= 2 && refused > 50, "{same} {alike} {refused}");
}

/// Of a loop that counts an input down: a witness is the least of the inputs on which both stop within a
/// number of steps, and no more than that is certified.
#[test]
fn witnesses_are_the_least_within_a_number_of_steps() {
    let rounds = |body: &str| {
        format!(
            "lis $4\n.word 1\nloop: beq $1, $0, done\n{body}\nsub $1, $1, $4\nbeq $0, $0, loop\n\
             done: jr $31"
        )
    };
    let left = image(&rounds("add $3, $3, $4"));
    // One more from five rounds on.
    let right = image(&rounds(
        "add $3, $3, $4\nlis $6\n.word 5\nbne $3, $6, other\nadd $3, $3, $4\nother: add $0, $0, $0",
    ));
    let both = [&left, &right];
    let within = |among, within| of_paths(both, Scope { among, within: Some(within) });
    let least = within(Among::Before(vec![5, 0]), 500).expect("they are few");
    assert_eq!((least.checked.within, least.checked.stopping), (Some(500), Stopping::Open));
    assert_eq!(counterexample(&least.certificate), None);
    // The witness itself is not before itself, but before the next one.
    assert!(within(Among::Before(vec![6, 0]), 500).is_err());
    // Too few steps for five rounds: then nothing differs within them.
    assert!(within(Among::Before(vec![6, 0]), 20).is_ok());
    // A claim within a step limit is no claim for all steps, nor about termination.
    for change in [
        Certificate { within: None, ..least.certificate.clone() },
        Certificate { stopping: Stopping::Alike, ..least.certificate.clone() },
        Certificate {
            within: Some(100_000),
            among: Among::Before(vec![6, 0]),
            ..least.certificate.clone()
        },
    ] {
        assert!(check(&change).is_err());
    }
}

/// Hundreds of cases, each a recursion of hundreds of calls: what counts is how much one of them takes.
#[test]
fn inputs_before_a_witness_may_recur_deeply() {
    let [left, right] = corpus("loops/recursion-squares-wrong");
    let scope = Scope { among: Among::Before(vec![200, 0]), within: Some(10_000) };
    let Certified { checked, certificate, .. } =
        of_paths([&left, &right], scope).expect("each is short");
    // Of $2 = 0 each number nearer to zero than 200; of $1 = 0 all in one.
    assert_eq!((checked.pairs, certificate.answers.len()), (400, 0));
}

/// Arrays: of the inputs before a witness, and of all others.
#[test]
fn witnesses_among_arrays_have_certificates() {
    let spec = Spec { array: Some(3), ..Spec::default() };
    let contract = Contract::new(&spec).expect("it is a contract");
    let of = |text: &str, side| {
        let program = assemble(text).program.expect("it is a program");
        contract.image(side, &program).expect("it is short")
    };
    let first = "lis $4\n.word 0\nbeq $2, $0, end\nlw $3, 0($1)\nend: jr $31";
    // Something else where the first of two elements is 9.
    let other = "beq $2, $0, end\nlw $3, 0($1)\nlis $5\n.word 2\nbne $2, $5, end\nlis $6\n.word 9\n\
                 bne $3, $6, end\nadd $3, $3, $3\nend: jr $31";
    let images = [of(first, 0), of(other, 1)];
    let certified = |among| certify::of_paths(images.each_ref(), &contract, among, &Stop::NEVER);
    // The length, then the elements.
    let witness = vec![2, 9, 0, 0];
    let least = certified(Among::Before(witness.clone())).expect("it is the least");
    assert_eq!(counterexample(&least.certificate), None);
    // One behind it, of as many words.
    assert!(certified(Among::Before(vec![2, 10, 0, 0])).is_err());
    assert!(certified(Among::Before(vec![3, 1, 1, 1])).is_err());
    // Others differ, too: whatever the second element is.
    assert!(certified(Among::OtherThan(witness)).is_err());
}

/// A search for a certificate ends when its stop is due.
#[test]
fn a_certificate_is_given_up_in_time() {
    let [left, right] = corpus("oracle/ccbug_newton_divu_reg");
    let looks = std::cell::Cell::new(0);
    let due = solver::Stop::when(move || looks.replace(looks.get() + 1) > 2_000);
    let found = certify::of_paths([&left, &right], &Contract::default(), Among::All, &due);
    assert_eq!(found.err(), Some(Uncertified::Stopped));
}
