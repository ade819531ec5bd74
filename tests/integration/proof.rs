//! Proofs as shown to a reader: the facts at locations hold in the emulator's states there.

use std::collections::BTreeMap;

use proptest::prelude::*;
use tamarin::asm::SourceLines;
use tamarin::contract::Contract;
use tamarin::engines::alignment::Hints;
use tamarin::engines::alignment::claim::{
    Location, Name, NodeClaim, Operand, Order, Product, Relation,
};
use tamarin::engines::evidence::{Wanted, of_statement};
use tamarin::engines::pause::Pause;
use tamarin::engines::statement::Statement;
use tamarin::evidence::ProofKind;
use tamarin::solver::Stop;
use tamarin::views::lockstep::mips::Timeline;
use tamarin::views::proof::{Facts, ProofView, Reading, SpotKind, meetings};
use tamarin_kernel::Evidence;
use tamarin_kernel::evidence::FactText;
use tamarin_testing::examples::{image, in_corpus};
use tamarin_testing::generate::cases;

/// Inputs on which the loops of the corpus go around a few times.
const INPUTS: [[u32; 2]; 6] = [[0, 0], [1, 3], [5, 2], [12, 18], [40, 7], [97, 31]];

fn evidence(left: &str, right: &str) -> Evidence {
    let images = [image(left), image(right)];
    let (both, contract, hints) = (images.each_ref(), Contract::default(), Hints::default());
    let kind = Some(ProofKind::Invariants);
    let wanted = Wanted { statement: &Statement::EQUIVALENT, kind, hints: &hints };
    let found = of_statement(both, &contract, &wanted, &Stop::NEVER, Pause::never());
    pollster::block_on(found).unwrap_or_else(|why| panic!("{left}{right}{why}"))
}

fn reading() -> Reading {
    Reading::mips(&Statement::EQUIVALENT, &Contract::default())
}

fn view(evidence: &Evidence, lines: &[SourceLines; 2]) -> ProofView {
    ProofView::of(evidence, &Statement::EQUIVALENT, &reading(), lines)
}

fn loops(name: &str) -> [String; 2] {
    ["left", "right"].map(|side| {
        let path = in_corpus(&format!("loops/{name}"), &format!("{side}.asm"));
        std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
    })
}

/// The facts at locations hold whenever two runs meet there, and a false sentence is detected.
#[test]
fn what_is_said_of_places_holds_where_runs_meet() {
    let (mut met, mut judged, mut all) = (0, 0, 0);
    for name in ["two-rounds", "product-addition", "output", "nested", "sum-up-down", "peeled"] {
        let [left, right] = loops(name);
        let evidence = evidence(&left, &right);
        let view = view(&evidence, &Default::default());
        assert!(!view.rules.is_empty(), "{name}");
        for inputs in INPUTS {
            let runs = [&left, &right].map(|text| Timeline::record(&image(text), inputs, 20_000));
            let found = meetings(&evidence, &reading(), runs.each_ref());
            for meeting in &found {
                let place = &view.places[meeting.place as usize];
                assert_eq!(meeting.holds.len(), place.says.len());
                assert!(!meeting.holds.contains(&Some(false)), "{name} on {inputs:?}: {place:?}");
                judged += meeting.holds.iter().flatten().count();
                all += meeting.holds.len();
                // Both are at the location.
                for side in [0, 1] {
                    let Some(at) = place.spots[side].address else { continue };
                    let pc = runs[side].pc(meeting.steps[side] as usize).0;
                    assert_eq!(pc, at, "{name} on {inputs:?}");
                }
            }
            met += found.len();
        }
        // The same evidence with a sentence that is wrong.
        let mut wrong = evidence.clone();
        for node in wrong.nodes.values_mut() {
            node.holds.facts.insert("wrong".to_owned(), FactText::Text("1 = 2".to_owned()));
        }
        let runs = [&left, &right].map(|text| Timeline::record(&image(text), [40, 7], 20_000));
        let found = meetings(&wrong, &reading(), runs.each_ref());
        assert!(!found.is_empty(), "{name}");
        assert!(found.iter().all(|meeting| meeting.holds.contains(&Some(false))), "{name}");
    }
    assert!(met > 200, "{met} meetings are too few to tell");
    assert!(judged * 10 >= all * 9, "{judged} of {all} sentences are evaluated");
}

/// Programs without loops have a proof by all paths, and no place to meet.
#[test]
fn a_proof_by_paths_has_no_place_but_the_start_and_the_ends() {
    let left = "slt $3, $1, $2\njr $31\n";
    let right = "lis $3\n.word 1\nslt $4, $1, $2\nbne $4, $0, 1\nadd $3, $0, $0\njr $31\n";
    let evidence = evidence(left, right);
    let lines = [left, right].map(|text| {
        let program = tamarin::link::assemble(text).program.expect("it assembles");
        SourceLines::new(&[text], &program)
    });
    let view = view(&evidence, &lines);
    let kinds: Vec<_> = view.places.iter().map(|place| place.spots[0].kind).collect();
    assert_eq!(kinds, [SpotKind::Start, SpotKind::End]);
    let runs = [left, right].map(|text| Timeline::record(&image(text), [1, 2], 100));
    assert_eq!(meetings(&evidence, &reading(), runs.each_ref()), []);
    for facts in [Facts::Few, Facts::All] {
        assert!(view.text(facts).contains("both have stopped"), "{}", view.text(facts));
    }
}

/// The listing of a proof about loops has at most twelve lines about a place, and with all facts each of them.
#[test]
fn few_lines_about_a_place_or_all() {
    let folder = format!("{}/tests/corpus/loops", env!("CARGO_MANIFEST_DIR"));
    let path = |side: &str| format!("{folder}/flattened.{side}.asm");
    let out = std::env::temp_dir().join("tamarin-few-lines.json");
    let listed = |options: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tamarin"));
        command.args(["prove", &path("left"), &path("right"), "--list", "--certificate"]);
        let output = command.arg(&out).args(options).output().expect("it runs");
        String::from_utf8(output.stdout).expect("it is text")
    };
    let of_places = |text: &str| -> Vec<usize> {
        let places =
            text.split("Places: the states of the automaton\n").nth(1).expect("it is listed");
        let places = places.split("\nBetween them").next().unwrap_or_default();
        let mut counts = Vec::new();
        for line in places.lines() {
            match line.starts_with("      ") {
                true => *counts.last_mut().expect("it is about a place") += 1,
                false => counts.push(0),
            }
        }
        counts
    };
    let text = listed(&[]);
    let (few, all) = (of_places(&text), of_places(&listed(&["--all"])));
    assert!(few.iter().all(|count| *count <= 12), "{few:?}");
    assert_eq!(few.len(), all.len());
    // Constants have a line each.
    assert!(all.iter().max() > few.iter().max(), "{all:?} {few:?}");
    assert!(text.contains("both have the same"), "{text}");
}

/// The value of a side of an equation in words, modulo 2^32.
fn value(text: &str, values: &BTreeMap<String, u32>) -> u32 {
    let mut sum = 0u32;
    // A leading minus, then summands with a sign between.
    let text = text.replace(" - ", " + -");
    for summand in text.split(" + ") {
        let (sign, summand) = match summand.strip_prefix('-') {
            Some(rest) => (u32::MAX, rest),
            None => (1, summand),
        };
        let factor = |part: &str| match part.strip_prefix("0x") {
            Some(digits) => u32::from_str_radix(digits, 16).expect("a number"),
            None => part.parse().unwrap_or_else(|_| values[part]),
        };
        sum = sum.wrapping_add(
            sign.wrapping_mul(summand.split('·').map(factor).fold(1, u32::wrapping_mul)),
        );
    }
    sum
}

proptest! {
    #![proptest_config(cases(300))]

    /// A sentence holds for exactly the states that satisfy the claim.
    #[test]
    fn sentences_say_what_claims_do(
        sum in proptest::collection::vec((any::<u32>(), 0usize..4, 0usize..4), 1..5),
        shift in prop_oneof![Just(0u32), 0u32..32],
        small in any::<bool>(),
        words in proptest::array::uniform3(any::<u32>()),
        relation in 0usize..5,
    ) {
        let names = [Name::Register(0, 3), Name::Register(1, 5), Name::Input(0)];
        let shown = ["left $3", "right $5", "input $1"];
        let mut values: BTreeMap<String, u32> =
            shown.iter().map(|name| (*name).to_owned()).zip(words).collect();
        let mut products: Vec<Product> = Vec::new();
        for (factor, a, b) in sum {
            let factor = if small { factor % 7 + 1 } else { factor } << shift;
            let mut of: Vec<Name> = [a, b].into_iter().filter_map(|at| names.get(at).copied()).collect();
            of.sort();
            let is_new = products.iter().all(|Product(_, others)| *others != of);
            if factor != 0 && is_new {
                products.push(Product(factor, of));
            }
        }
        prop_assume!(!products.is_empty());
        let relation =
            [Relation::Ult, Relation::Ule, Relation::Slt, Relation::Sle, Relation::Ne][relation];
        let order = Order(Operand::Word(names[0]), relation, Operand::Number(words[1]));
        let node = NodeClaim {
            at: [Location::Cut { from: 8, at: 0, link: 0 }; 2],
            pieces: [Some(1); 2],
            lead: None,
            sums: vec![],
            divisions: vec![],
            equations: vec![products.clone()],
            orders: vec![order],
            is_initial: [false; 2],
            agreement: None,
        };
        let says = tamarin::views::proof::sentences(&["$1".to_owned()], &node);
        // One state as it comes, one in which the first word makes up for the rest.
        for makes_up in [false, true] {
            if makes_up {
                values.insert("left $3".to_owned(), 0);
            }
            let of = |name: &Name| {
                let at = names.iter().position(|other| other == name).expect("one of them");
                values[shown[at]]
            };
            let total = products.iter().fold(0u32, |sum, Product(factor, names)| {
                sum.wrapping_add(names.iter().map(of).fold(*factor, u32::wrapping_mul))
            });
            let (text, modulus) = match says[0].split_once(" (modulo ") {
                Some((text, modulus)) => {
                    (text, modulus.trim_end_matches(')').parse::<u64>().expect("a number"))
                }
                None => (&*says[0], 1 << 32),
            };
            let (left, right) = text.split_once(" = ").expect("an equation");
            let apart = value(left, &values).wrapping_sub(value(right, &values));
            prop_assert_eq!(total == 0, u64::from(apart) % modulus == 0, "{}", says[0]);
            let word = values["left $3"];
            let holds = match relation {
                Relation::Ult => word < words[1],
                Relation::Ule => word <= words[1],
                Relation::Slt => (word as i32) < words[1] as i32,
                Relation::Sle => word as i32 <= words[1] as i32,
                Relation::Ne => word != words[1],
                Relation::Eq => word == words[1],
            };
            let (left, rest) = says[1].split_once(' ').and_then(|(side, rest)| {
                let (name, rest) = rest.split_once(' ')?;
                Some((values[&format!("{side} {name}")], rest))
            }).expect("a word first");
            let (sign, number) = rest.split_once(' ').expect("a sign");
            let is_unsigned = number.ends_with(" (unsigned)") || sign == "≠";
            let number: i64 = number.trim_end_matches(" (unsigned)").parse().expect("a number");
            let left = if is_unsigned { i64::from(left) } else { i64::from(left as i32) };
            let said = match sign {
                "<" => left < number,
                "≤" => left <= number,
                "≠" => left != number,
                _ => unreachable!("{sign}"),
            };
            prop_assert_eq!(said, holds, "{}", says[1]);
        }
    }
}
