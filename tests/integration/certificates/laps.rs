//! Nonterminating paths in certificates: claims about them are compared with runs, and a false claim of nontermination
//! is refused.

use std::rc::Rc;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use tamarin::contract::Contract;
use tamarin::engines::certify::{self, Certified, Uncertified};
use tamarin::machine::recurrence::{Watch, Watched};
use tamarin::machine::{Image, Machine, Stop};
use tamarin::solver;
use tamarin_checker::advisor::{Advisor, Step};
use tamarin_checker::certificate::{Among, Answer, Certificate, Measure, Stopping};
use tamarin_checker::obligation::{Obligation, Scene};
use tamarin_checker::walk::walk;
use tamarin_checker::{Refusal, check};
use tamarin_testing::certificates::counterexample;
use tamarin_testing::examples::image;
use tamarin_testing::generate;
use tamarin_testing::many;
use tamarin_testing::questions::Random;

use super::{bare, on_numbers};

fn of_paths(pair: [&Rc<Image>; 2], among: Among) -> Result<Certified, Uncertified> {
    certify::of_paths(pair, &Contract::default(), among, &solver::Stop::NEVER)
}

fn corpus(name: &str) -> [Rc<Image>; 2] {
    ["left", "right"].map(|side| {
        let path = format!("{}/tests/corpus/{name}.{side}.asm", env!("CARGO_MANIFEST_DIR"));
        image(&std::fs::read_to_string(path).expect("it is there"))
    })
}

/// A certificate by the tree of paths; some paths run forever.
fn certified(pair: [&Rc<Image>; 2], among: Among) -> Certificate {
    let Certified { certificate, checked } = of_paths(pair, among).expect("it can be certified");
    assert!(certificate.nodes.is_empty() && !certificate.laps.is_empty());
    assert_eq!(checked.stopping, Stopping::Alike);
    assert_eq!(counterexample(&certificate), None);
    certificate
}

/// Each path of either program loops forever or ends: because the state is unchanged, because of conditions (the word
/// is zero, and halves to zero), or because part of the state recurs, as with counted iterations.
#[test]
fn pairs_of_the_corpus_that_run_for_ever_have_certificates() {
    for name in ["infinite-loop-same", "loops/both-for-ever", "pairs/collatz-count"] {
        let [left, right] = corpus(name);
        certified([&left, &right], Among::All);
    }
    let [left, right] = corpus("infinite-loop");
    certified([&left, &right], Among::OtherThan(vec![7, 9]));
    certified([&left, &right], Among::Before(vec![7, 9]));
}

#[test]
fn certificates_that_were_tampered_with_are_refused() {
    let [left, right] = corpus("pairs/collatz-count");
    let good = certified([&left, &right], Among::All);
    let refused = |what: &str, change: &dyn Fn(&mut Certificate)| {
        let mut certificate = good.clone();
        change(&mut certificate);
        assert!(check(&certificate).is_err(), "{what}");
    };
    refused("always", &|it| it.stopping = Stopping::Always);
    refused("a lap less", &|it| _ = it.laps.pop());
    refused("one twice", &|it| it.laps.push(it.laps[0]));
    refused("an old format", &|it| it.version -= 1);
    for at in 0..good.laps.len() {
        for end in [0, 1] {
            for by in [-2, -1, 1] {
                refused("a lap elsewhere", &|it| {
                    it.laps[at][end] = it.laps[at][end].wrapping_add_signed(by);
                });
            }
        }
    }
    for at in (0..good.answers.len()).step_by(many(45, 9)) {
        // Some say only which ways there are not.
        let mut without = good.clone();
        without.answers[at] = None;
        if check(&without).is_ok() {
            assert_eq!(counterexample(&without), None, "{at}");
        }
        refused("an answer of nothing", &|it| {
            it.answers[at] = Some(Answer::Bits("1 0 1 0\n".to_owned()));
        });
    }
    // A branch back is a return.
    for side in [0, 1] {
        let mut other = good.clone();
        let words = &mut other.programs[side].words;
        let back = words.iter().rposition(|word| word >> 16 == 0x1000).expect("it branches back");
        words[back] = 0x03e0_0008;
        assert!(check(&other).is_err());
    }
}

/// Programs that look as if they went round, beside one that does.
#[test]
fn what_stops_in_the_end_is_not_said_to_run_for_ever() {
    let for_ever = image("loop: beq $0, $0, loop\n");
    let pairs = [
        // A counter that meets its end late, in a register, in memory, or by an address.
        "lis $4\n.word 1\nlis $5\n.word 3000\nloop: add $3, $3, $4\nbne $3, $5, loop\njr $31\n",
        "lis $4\n.word 1\nlis $5\n.word 3000\nloop: lw $3, 80($0)\nadd $3, $3, $4\n\
         sw $3, 80($0)\nadd $6, $3, $0\nadd $3, $0, $0\nbne $6, $5, loop\njr $31\n",
        "lis $4\n.word 4\nlis $5\n.word 0xfff000\nloop: sw $0, 0($5)\nadd $5, $5, $4\n\
         beq $0, $0, loop\n",
        // A word that is the same again, which another one decides a round later.
        "lis $4\n.word 1\nlis $5\n.word 7\nadd $7, $4, $0\nloop: add $6, $7, $0\nadd $7, $8, $0\n\
         add $8, $9, $0\nadd $9, $10, $0\nadd $10, $3, $0\nadd $3, $0, $0\nbne $6, $0, loop\njr $31\n",
        // A divisor that gets to zero, and a target.
        "lis $4\n.word 1\nlis $5\n.word 40\nloop: div $4, $5\nsub $5, $5, $4\nbeq $0, $0, loop\n",
        "lis $4\n.word 1\nlis $6\n.word 8\nlis $7\n.word loop\nloop: sub $6, $6, $4\nslt $8, $0, $6\n\
         beq $8, $0, end\njr $7\nend: jr $31\n",
    ];
    for text in pairs {
        let stops = image(text);
        for pair in [[&stops, &for_ever], [&for_ever, &stops]] {
            assert!(of_paths(pair, Among::All).is_err(), "{text}");
        }
        // Claims of recurrence at pseudo-random places are refused.
        let mut random = Random(3);
        for _ in 0..60 {
            let certificate =
                bare([&stops, &for_ever].map(|image| on_numbers(image.words().to_vec(), [0, 0])));
            let certificate = Certificate { stopping: Stopping::Alike, ..certificate };
            let mut liar = Liar { random: &mut random, asked: 0 };
            assert!(walk(&certificate, &mut liar).is_err(), "{text}");
        }
    }
}

/// Claims of every path at any time that it loops from there on, and answers nothing.
struct Liar<'r> {
    random: &'r mut Random,
    asked: u32,
}

impl Advisor for Liar<'_> {
    fn answer(&mut self, _: &mut Scene, _: &Obligation<'_>) -> Option<Answer> {
        None
    }

    fn gives_up(&self) -> bool {
        self.asked > 4_000
    }

    fn measures(&mut self, _: &Scene, _: &[&Step]) -> Vec<Measure> {
        Vec::new()
    }

    fn begins_lap(&mut self, _: u64, _: u64) -> bool {
        self.asked += 1;
        self.random.chance(20)
    }

    fn closes_lap(&mut self, _: &mut Scene, _: [u64; 2], _: &[Obligation<'_>]) -> bool {
        true
    }
}

/// On constants no proof is needed, so acceptance depends on the rule alone. It is compared with the emulator, which
/// detects states that recur completely.
#[test]
fn programs_on_numbers_go_round_as_the_emulator_does() {
    let (mut for_ever, mut stop, mut by_parts) = (0, 0, 0);
    let mut runner = TestRunner::deterministic();
    let mut random = Random(7);
    let programs = generate::program();
    for _ in 0..many(600, 3_000) {
        let case = (&programs, generate::inputs()).new_tree(&mut runner).expect("there is one");
        let (program, inputs) = ValueTree::current(&case);
        let image = Image::new(&program);
        let mut machine = Machine::new(&image, inputs);
        let ends = machine.run(20_000, &mut ()) != Stop::OutOfFuel;
        let loops = image_of_for_ever();
        let pair = [on_numbers(program.words.clone(), inputs), on_numbers(loops, [0, 0])];
        let certificate = Certificate { stopping: Stopping::Alike, ..bare(pair) };
        let mut liar = Liar { random: &mut random, asked: 0 };
        let walked = walk(&certificate, &mut liar);
        match walked {
            Ok(_) => {
                assert!(!ends, "{inputs:?} {:x?}", program.words);
                for_ever += 1;
                let mut machine = Machine::new(&image, inputs);
                let watched = Watch::new(&machine).run(&mut machine, 20_000);
                let Watched::Recurs(recurrence) = watched else { panic!("{:x?}", program.words) };
                by_parts += u32::from(!recurrence.is_whole);
            }
            Err(Refusal::Open(_) | Refusal::Limit(_)) => stop += u32::from(ends),
            Err(other) => panic!("{other}"),
        }
    }
    assert!(for_ever > 10 && stop > 100 && by_parts > 0, "{for_ever} {stop} {by_parts}");
}

fn image_of_for_ever() -> Vec<u32> {
    image("loop: beq $0, $0, loop\n").words().to_vec()
}
