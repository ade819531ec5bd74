//! Jumps to computed addresses in certificates: claims are compared with runs on all relevant inputs, and a table with
//! other targets is refused.

use std::rc::Rc;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use tamarin::contract::Contract;
use tamarin::engines::certify::{self, Certified, Uncertified};
use tamarin::engines::paths::outcome::{agreement, ends};
use tamarin::machine::{Image, Inputs};
use tamarin::program::Program;
use tamarin::report::Agreement;
use tamarin::solver;
use tamarin_checker::certificate::{Among, Answer, Certificate, Stopping};
use tamarin_checker::check;
use tamarin_checker::obligation::Kind;
use tamarin_testing::certificates::counterexample;
use tamarin_testing::examples::image;
use tamarin_testing::generate::Reduced;
use tamarin_testing::jumps::{jumping_pair, table};
use tamarin_testing::{many, sample};

fn of_paths(pair: [&Rc<Image>; 2]) -> Result<Certified, Uncertified> {
    let looks = std::cell::Cell::new(0);
    let due = solver::Stop::when(move || looks.replace(looks.get() + 1) > 20_000);
    certify::of_paths(pair, &Contract::default(), Among::All, &due)
}

fn corpus(name: &str) -> [Rc<Image>; 2] {
    ["left", "right"].map(|side| {
        let path = format!("{}/tests/corpus/{name}.{side}.asm", env!("CARGO_MANIFEST_DIR"));
        image(&std::fs::read_to_string(path).expect("it is there"))
    })
}

fn certified([left, right]: &[Rc<Image>; 2]) -> Certificate {
    let Certified { certificate, .. } = of_paths([left, right]).expect("it can be certified");
    assert_eq!(counterexample(&certificate), None);
    certificate
}

/// The targets of a jump to a sum of two words, and where it cannot lead.
#[test]
fn pairs_of_the_corpus_with_computed_jumps_have_certificates() {
    let fig08 = certified(&corpus("fig08"));
    assert_eq!(fig08.stopping, Stopping::Alike);
    assert!(!fig08.laps.is_empty(), "it may jump to its beginning");
    let with_table = certified(&corpus("pairs/call-table"));
    assert_eq!(with_table.stopping, Stopping::Always);
    assert!(of_paths(corpus("fig08-one-label").each_ref()).is_err());
    assert!(of_paths(corpus("pairs/call-table-bound").each_ref()).is_err());
}

/// Every target of a jump counts: a pair that differs at one target has no certificate.
#[test]
fn each_target_counts() {
    let jump = |of: &str, rest: &str| image(&format!("{of}\njr $4\n{rest}\njr $31\n"));
    let sum = "add $4, $1, $2";
    let never = image("jr $31");
    let cases = [
        // To the beginning, to the jump, and to the return.
        (jump(sum, ""), jump(sum, "")),
        (jump(sum, "add $3, $1, $2"), jump(sum, "add $3, $2, $1")),
        // By another sum, and of the product with 1.
        (jump(sum, "add $3, $1, $1"), jump("add $4, $2, $1", "add $3, $1, $1")),
        // What was stored is fetched as it was: an instruction that adds, and no instruction.
        (
            jump("sw $31, -4($30)\nadd $4, $1, $2", "add $3, $1, $0"),
            jump("sw $31, -4($30)\nadd $4, $2, $1", "add $3, $1, $0"),
        ),
        (
            jump(
                "lis $5\nadd $3, $1, $1\nsw $5, -8($30)\nlis $5\njr $31\nsw $5, -4($30)\nadd $4, $1, $2",
                "",
            ),
            jump(
                "lis $5\nadd $3, $1, $1\nsw $5, -8($30)\nlis $5\njr $31\nsw $5, -4($30)\nadd $4, $1, $2",
                "",
            ),
        ),
    ];
    for (left, right) in &cases {
        let certificate = certified(&[left.clone(), right.clone()]);
        assert!(check(&certificate).is_ok());
        assert!(of_paths([left, &never]).is_err());
    }
    let stored = |word: &str| {
        let text = format!(
            "lis $5\n{word}\nsw $5, -8($30)\nlis $5\njr $31\nsw $5, -4($30)\nadd $4, $1, $2"
        );
        jump(&text, "")
    };
    let different = [
        // After the text, where only one program has an instruction.
        (stored("add $3, $1, $1"), stored("add $3, $1, $2")),
        (stored("add $3, $1, $1"), stored(".word 0")),
        // The right text has one more word.
        (jump(sum, "add $3, $0, $1"), jump(sum, "add $3, $0, $1\njr $31")),
        // To an address one word further, and with the value that `jalr` leaves in `$31`.
        (jump(sum, "add $3, $0, $1"), jump("add $4, $1, $2\nadd $4, $4, $0", "add $3, $0, $1")),
        (
            image("add $4, $1, $2\njalr $4\nadd $3, $31, $0\nlis $31\n.word 0x8123456c\njr $31"),
            image("add $4, $1, $2\njr $4\nadd $3, $31, $0\nlis $31\n.word 0x8123456c\njr $31"),
        ),
    ];
    for (left, right) in &different {
        assert!(of_paths([left, right]).is_err());
        assert!(of_paths([right, left]).is_err());
    }
}

#[test]
fn a_table_of_other_places_is_refused() {
    for name in ["fig08", "pairs/call-table"] {
        let good = certified(&corpus(name));
        for side in [0, 1] {
            let count = good.programs[side].words.len();
            let mut refused = 0;
            let swaps = (0..count).flat_map(|at| (0..at).map(move |other| (at, other)));
            for (at, other) in sample(swaps.collect(), 3) {
                let mut bad = good.clone();
                bad.programs[side].words.swap(at, other);
                if bad == good {
                    continue;
                }
                match check(&bad) {
                    Ok(_) => assert_eq!(counterexample(&bad), None, "{name} {at} {other}"),
                    Err(_) => refused += 1,
                }
            }
            assert!(2 * refused > count, "{name}: {refused}");
        }
        // A target that is claimed impossible, and one without an answer.
        for at in 0..good.answers.len() {
            let mut bad = good.clone();
            bad.answers[at] = match bad.answers[at] {
                None => Some(Answer::Bits("1 0 1 0\n".to_owned())),
                Some(_) => None,
            };
            if check(&bad).is_ok() {
                assert_eq!(counterexample(&bad), None, "{name} {at}");
            }
            bad.answers[at] = good.answers[(at + 1) % good.answers.len()].clone();
            if bad != good && check(&bad).is_ok() {
                assert_eq!(counterexample(&bad), None, "{name} {at}");
            }
        }
        // An address that ends the program elsewhere.
        for address in (0..48).step_by(2) {
            let mut other = good.clone();
            other.programs[1].return_address = address;
            assert!(check(&other).is_err(), "{name} {address}");
        }
    }
}

/// A certificate is had of pairs that agree on all inputs that count, and of no others.
#[test]
fn certificates_of_generated_jumps_are_true() {
    let (mut shown, mut differ, mut open) = (0, 0, 0);
    let mut runner = TestRunner::deterministic();
    let pairs = jumping_pair();
    for _ in 0..many(40, 2_000) {
        let pair = pairs.new_tree(&mut runner).expect("there is one").current();
        let [left, right] = pair.each_ref().map(Image::new);
        let difference = Reduced::Masked.inputs().find(|inputs| {
            let [a, b] = ends([&left, &right], &Inputs::from(*inputs), 2_000);
            agreement(&a, &b) == Agreement::Differ
        });
        match (of_paths([&left, &right]), difference) {
            (Ok(Certified { certificate, .. }), None) => {
                assert_eq!(counterexample(&certificate), None);
                shown += 1;
            }
            (Ok(_), Some(inputs)) => panic!("{inputs:?} {pair:x?}"),
            (Err(_), Some(_)) => differ += 1,
            (Err(why), None) => {
                println!("{why}");
                open += 1;
            }
        }
    }
    println!("{shown} shown, {differ} differ, {open} open");
    assert!(
        shown > many(8, 40) && differ > many(6, 30) && open * 8 < shown,
        "{shown} {differ} {open}"
    );
}

/// A table of two hundred words is searched by halving: the obligations are about twice its words.
#[test]
fn large_tables_stay_small() {
    let targets: u32 = many(30, 200);
    let (most, least) = (targets as usize + 60, targets as usize + 1);
    let program = |is_loaded| Image::new(&table(targets, is_loaded));
    let [places, loaded] = [false, true].map(program);
    for image in [&places, &loaded] {
        let Certified { certificate, checked } = of_paths([image, image]).expect("it is the same");
        let ways = checked.shown.get(&Kind::Path).copied().unwrap_or(0);
        println!("{} answers, {ways} of ways, {} pairs", certificate.answers.len(), checked.pairs);
        assert!((least..=most).contains(&checked.pairs), "{}", checked.pairs);
        assert!(certificate.answers.len() < 13 * targets as usize, "{}", certificate.answers.len());
        assert_eq!(certificate.stopping, Stopping::Always);
    }
    // Each program tells its own targets apart, so here all questions are asked of both.
    let Certified { certificate, checked } = of_paths([&places, &loaded]).expect("they agree");
    println!("{} answers, {} pairs", certificate.answers.len(), checked.pairs);
    assert!(certificate.answers.len() < 25 * targets as usize, "{}", certificate.answers.len());
    // One place does something else.
    let mut words = table(targets, false).words.clone();
    let last = words.len() - 2;
    words[last] += 1;
    let other = Image::new(&Program::from_words(words));
    assert!(of_paths([&places, &other]).is_err());
}
