//! Proved pairs with one token of the right program changed: another register or label, a number off by one, another
//! mnemonic of the same shape, an inverted branch. A proof about such a pair must hold on every tested input.
//!
//! `MUTANTS=500 cargo test --profile long --test integration alignment::mutants:: -- --nocapture` tests 500.

use std::rc::Rc;

use tamarin::contract::Contract;
use tamarin::engines::mend::{Edit, constants, edits};
use tamarin::engines::paths::outcome::{agreement, ends};
use tamarin::evidence::EditKind;
use tamarin::link::{self, File};
use tamarin::machine::{Image, Inputs};
use tamarin::program::Program;
use tamarin::report::Agreement;
use tamarin_testing::questions::Random;
use tamarin_testing::sample;

use super::corpus::{Claim, Pair};
use super::{attempt, attempt_under, image};

/// Steps of a run: enough for some 10,000 rounds.
const FUEL: u64 = 100_000;

/// The edits of the right program that change one token.
fn of_one_token(left: &Image, right: &str) -> Vec<Edit> {
    let files = [File::text("", right)];
    let program = link::program(&files).output.expect("a pair is of programs");
    let mut edits = edits(&program, &files, &constants(left.words()));
    edits.retain(|edit| {
        matches!(
            edit.kind,
            EditKind::Mnemonic | EditKind::Neighbour | EditKind::Register | EditKind::Label
        )
    });
    edits
}

/// Small and extreme words with each other, numbers of rounds that are near the
/// constants of both programs, and any.
fn inputs(images: [&Rc<Image>; 2], random: &mut Random) -> Vec<Inputs> {
    let extremes = [0, 1, 2, 3, 4, 7, 1 << 16, (1 << 31) - 1, 1 << 31, (1 << 31) + 1, u32::MAX];
    let crossed = extremes.iter().flat_map(|&a| extremes.map(|b| [a, b]));
    let mut near: Vec<u32> = images.iter().flat_map(|image| constants(image.words())).collect();
    near.retain(|&word| word < 10_000);
    let near = near.iter().flat_map(|&word| [word.wrapping_sub(1), word, word + 1]);
    let mut all: Vec<[u32; 2]> = crossed.collect();
    for word in near {
        all.push([word, random.word()]);
        all.push([random.word(), word]);
    }
    all.extend((0..100).map(|_| [random.below(10_000) as u32, random.word()]));
    all.extend((0..100).map(|_| [random.word(), random.word()]));
    all.into_iter().map(Inputs::from).collect()
}

#[test]
fn mutants_of_a_token_are_proved_only_if_they_agree() {
    let count = std::env::var("MUTANTS").map_or(4, |n| n.parse().expect("a number"));
    let mut pairs = Pair::quick();
    pairs.retain(|pair| !pair.is_undecided && !matches!(pair.claim, Claim::Differ(_)));
    pairs.retain(|pair| pair.contract == Contract::default());
    let mut random = Random(80);
    let (mut proved, mut tried) = (0, 0);
    while tried < count {
        let Pair { name, texts: [left, right], .. } = &pairs[random.below(pairs.len())];
        let left = image(left);
        let edits = of_one_token(&left, right);
        let edit = &edits[random.below(edits.len())];
        let mutant = image(&edit.apply(right));
        let pair = [&left, &mutant];
        if tried > 0 && tried % 50 == 0 {
            eprintln!("{proved} of {tried} mutants of a token are proved so far");
        }
        tried += 1;
        let Some(claim) = attempt(pair).proved else { continue };
        proved += 1;
        for inputs in inputs(pair, &mut random) {
            let [a, b] = ends(pair, &inputs, FUEL);
            let differ = agreement(&a, &b) == Agreement::Differ;
            let one_is_for_ever = a.is_for_ever() != b.is_for_ever();
            let holds = !differ || one_is_for_ever && !claim.stops_alike();
            assert!(holds, "{name} on {inputs:?}: {edit:?}: {a:?} {b:?}");
        }
    }
    eprintln!("figure: {proved} of {tried} mutants of a token are proved");
    // Of a few none may be.
    assert!((proved > 0 || count < 20) && proved < tried, "{proved} of {tried}");
}

/// One bit of a program is changed; its inputs are first reduced modulo 8. A proof about it must hold on all of them.
#[test]
fn mutants_are_proved_only_if_they_agree() {
    let small = "lis $28\n.word 8\ndivu $1, $28\nmfhi $1\ndivu $2, $28\nmfhi $2\n";
    let mut random = tamarin_testing::random::Random::new(14);
    let (mut proved, mut tried) = (0, 0);
    let pairs = sample(Pair::quick(), 5);
    // The total number, divided equally among the pairs.
    let count = std::env::var("MUTANTS").map_or(1, |n| n.parse().expect("a number"));
    let rounds = usize::div_ceil(count, pairs.len());
    for pair in pairs {
        let Pair { name, texts, contract, .. } = &pair;
        let of_words = *contract == Contract::default();
        let small = if of_words { small } else { "" };
        let [left, right] = [0, 1].map(|side| pair.image(side, &format!("{small}{}", texts[side])));
        let inputs: Vec<Inputs> = match of_words {
            true => (0..64).map(|n| [n % 8, n / 8].into()).collect(),
            false => pair.inputs(),
        };
        for _ in 0..rounds {
            let mut words = right.words().to_vec();
            let at = random.word() as usize % words.len();
            words[at] ^= 1 << (random.word() % 32);
            let program = Program::from_words(words);
            let mutant = contract.image(1, &program).expect("it is short");
            let both = [&left, &mutant];
            tried += 1;
            let Some(claim) = attempt_under(contract, both).proved else { continue };
            proved += 1;
            for inputs in &inputs {
                let [a, b] = ends(both, inputs, 2_000);
                let differ = agreement(&a, &b) == Agreement::Differ;
                let one_is_for_ever = a.is_for_ever() != b.is_for_ever();
                let holds = !differ || one_is_for_ever && !claim.stops_alike();
                assert!(holds, "{name}: word {at} on {inputs:?}: {a:?} {b:?}");
            }
        }
    }
    println!("{proved} of {tried} mutants are proved");
    assert!(proved > 0 && proved < tried, "{proved} of {tried}");
}
