//! Causes of differences if a program runs forever: it writes endlessly many words, and infinitely many words of the
//! other program may be replaced by them.

use std::collections::BTreeMap;
use std::rc::Rc;

use proptest::collection::vec;
use proptest::prelude::*;
use tamarin::engines::cause::{Cause, Check, Found, Search};
use tamarin::engines::paths::Options;
use tamarin::engines::paths::outcome::{Outcome, agreement, difference, ends};
use tamarin::engines::tree::{Fix, Site, overrides};
use tamarin::link;
use tamarin::machine::mips::{Instruction, Op, Reg};
use tamarin::machine::{Image, Machine, Slot, Stop as End};
use tamarin::report::{Agreement, Side};
use tamarin::symbolic::concolic::{Rest, ValueRecorder, Written};
use tamarin_testing::generate::{Reduced, sampled};
use tamarin_testing::{figure, many};

use super::{are_alike, are_labels, caused, in_order, places, run, way};

/// The step limit of a run in a cause.
const FUEL: u64 = 200;
/// What takes longer runs for ever: of these programs, that is.
const LONG: u64 = 600;

/// Two programs, the reference first, and its runs.
struct Pair<'p> {
    images: [&'p Rc<Image>; 2],
    runs: BTreeMap<[u32; 2], (Outcome, Vec<Written<()>>)>,
}

impl Pair<'_> {
    fn new(images: [&Rc<Image>; 2]) -> Pair<'_> {
        Pair { images, runs: BTreeMap::new() }
    }

    /// The definition of a fix: runs the fixed program and compares it with the reference. The recorded run of the
    /// reference is longer than any fixed run.
    fn agree(&mut self, fix: Fix, inputs: [u32; 2]) -> bool {
        let [first, second] = self.images;
        let (outcome, written) =
            self.runs.entry(inputs).or_insert_with(|| run(first, inputs, 30 * LONG));
        let overrides = overrides(&[fix], written, &Rest::Ended);
        let mut recorder = ValueRecorder::overriding(second, &overrides);
        let mut machine = Machine::new(second, inputs);
        let stop = machine.run(LONG, &mut recorder);
        match (outcome.stop, stop) {
            (End::OutOfFuel, End::OutOfFuel) => true,
            (End::OutOfFuel, _) | (_, End::OutOfFuel) => false,
            _ => agreement(outcome, &Outcome::of(&machine, stop)) == Agreement::Agree,
        }
    }
}

/// A body with branches to anywhere within it, and the same with one instruction replaced.
fn body_pair() -> impl Strategy<Value = [Vec<Instruction>; 2]> {
    let reg = || (0u32..6).prop_map(|reg| Reg::new(reg).expect("there is one"));
    let ops = [Op::Add, Op::Sub, Op::Slt, Op::Sltu, Op::Add, Op::Beq, Op::Bne, Op::Beq];
    let one = (prop::sample::select(ops.to_vec()), reg(), reg(), reg(), any::<u8>());
    let one = one.prop_map(|(op, s, t, d, to)| (Instruction { op, s, t, d, i: 0 }, to));
    (vec(one.clone(), 4..9), any::<prop::sample::Index>(), one).prop_map(|(body, at, other)| {
        let mut right = body.clone();
        let at = at.index(right.len());
        right[at] = other;
        [body, right].map(|body| {
            let end = body.len() as i16;
            let placed = (0..).zip(&body).map(|(at, &(instruction, to))| match instruction.op {
                Op::Beq | Op::Bne => {
                    // Not to the next instruction, since then both branches have the same target.
                    let i = match i16::from(to) % (end + 1) - (at + 1) {
                        0 => -1,
                        i => i,
                    };
                    Instruction { d: Reg::ZERO, i, ..instruction }
                }
                _ => instruction,
            });
            placed.collect()
        })
    })
}

/// The fixes of all executions and of single ones; few per instruction if one of the two has several executions.
fn fixes(runs: [&[Written<()>]; 2]) -> Vec<Fix> {
    let all = |written, is_from| places(written, is_from).into_iter().map(|of| (of, None));
    let single = |written: &[Written<()>], is_from| {
        let labels = written.iter().zip(are_labels(written, is_from));
        let kept = labels.filter(|(one, is_label)| {
            *is_label && !one.instance.slot.is_operand() && one.instance.occurrence <= 4
        });
        let kept = kept.map(|(one, _)| one.instance);
        kept.map(|it| ((it.at, it.slot), Some(it.occurrence))).collect::<Vec<_>>()
    };
    let [from, to] = [(runs[0], true), (runs[1], false)]
        .map(|(run, is_from)| all(run, is_from).chain(single(run, is_from)).collect::<Vec<_>>());
    let place = |((at, slot), occurrence)| Site { at, slot, occurrence };
    let pairs = from.iter().flat_map(|&l| to.iter().map(move |&r| (place(l), place(r))));
    let is_again = |written: &[Written<()>], place: Site| {
        written.iter().any(|it| {
            let it = it.instance;
            (it.at, it.slot, it.occurrence) == (place.at, place.slot, 2)
        })
    };
    pairs
        .filter(|&(from, to)| {
            are_alike(from.slot, to.slot)
                && match [from, to].map(|it| it.occurrence) {
                    [None, None] => true,
                    [Some(_), Some(_)] => is_again(runs[0], from) || is_again(runs[1], to),
                    _ => false,
                }
        })
        .map(|(from, to)| Fix { from, to })
        .collect()
}

/// Of these programs few inputs matter, and each is tried.
#[test]
fn a_cause_of_a_run_for_ever_is_its_definition() {
    let count = many(300, 6_000);
    let options = Options { fuel: FUEL, ..Options::default() };
    let inputs: Vec<[u32; 2]> = Reduced::Guarded.inputs().collect();
    let (mut held, mut none, mut open) = ([0; 3], 0, 0);
    for bodies in sampled(body_pair(), count) {
        let images = bodies.map(|body| {
            let body = body.into_iter().map(Instruction::encode).collect();
            Image::new(&Reduced::Guarded.before(body))
        });
        let [left, right] = &images;
        let is_endless = |inputs: &&[u32; 2]| {
            let [a, b] = ends([left, right], &(**inputs).into(), LONG);
            difference(&a, &b).is_some() && (a.is_for_ever() || b.is_for_ever())
        };
        let Some(&witness) = inputs.iter().find(is_endless) else { continue };
        let Search { found, .. } = caused([left, right], &witness.into(), &options);
        let counted = |check: Check, side: Side| {
            let [first, _] = in_order([left, right], side);
            let on_witness = way(first, witness, LONG);
            let counts = move |inputs: &&[u32; 2]| {
                check == Check::AllFix || way(first, **inputs, LONG) == on_witness
            };
            inputs.iter().filter(counts)
        };
        let words = || [left, right].map(|image| format!("{:x?}", image.words()));
        match found {
            Found::Unknown => open += 1,
            Found::Cause(Cause { check: Check::LeftPathEarliestFix, .. }) => held[2] += 1,
            Found::Cause(Cause { check, reference, fix, .. }) => {
                let mut pair = Pair::new(in_order([left, right], reference));
                for &inputs in counted(check, reference) {
                    assert!(
                        pair.agree(fix, inputs),
                        "{inputs:?}: {check:?} {reference:?} {fix:?}: {:?}",
                        words()
                    );
                }
                held[check as usize] += 1;
            }
            Found::None => {
                for side in Side::BOTH {
                    let mut pair = Pair::new(in_order([left, right], side));
                    let runs = pair.images.map(|image| run(image, witness, LONG).1);
                    let counted: Vec<_> = counted(Check::LeftPathFix, side).collect();
                    for fix in fixes([&runs[0], &runs[1]]) {
                        let mut all = [&witness].into_iter().chain(counted.iter().copied());
                        let fails = all.any(|&inputs| !pair.agree(fix, inputs));
                        assert!(fails, "{side:?} {fix:?} is a fix: {:?}", words());
                    }
                }
                none += 1;
            }
        }
    }
    figure(&format!(
        "cause: of runs for ever {held:?} have a cause, by the checks, {none} provably none, {open} neither"
    ));
    let least = many(1, 3);
    assert!(held[0] >= least && held[1] >= least, "{held:?} {none} {open}");
}

/// The left program counts forever if `$1` is 3 * 2^30 or more; the right one never does. Only the right one's jump
/// target corresponds to that: with the left one's branch words, it does not return while the left one runs, which is
/// forever.
#[test]
fn words_without_end_stand_for_others_without_end() {
    let left = "lis $4\n.word 0x40000000\nadd $3, $0, $0\nadd $5, $4, $0\n\
                loop: sltu $6, $1, $5\nbne $6, $0, done\nadd $3, $3, $4\nadd $5, $5, $4\n\
                beq $0, $0, loop\ndone: jr $31\n";
    let right = "lis $4\n.word 0x40000000\ndivu $1, $4\nmflo $5\nmult $5, $4\nmflo $3\njr $31\n";
    let [left, right] =
        [left, right].map(|text| Image::new(&link::assemble(text).program.expect("it is one")));
    let witness = [0xc000_0000, 0];
    let Search { found, .. } = caused([&left, &right], &witness.into(), &Options::default());
    let Found::Cause(Cause { check, reference, fix, .. }) = found else { panic!("{found:?}") };
    assert_eq!((check, reference), (Check::AllFix, Side::Left), "{fix:?}");
    assert_eq!((fix.to.at.0, fix.to.slot), (24, Slot::FirstOperand), "{fix:?}");
    let mut pair = Pair::new([&left, &right]);
    for high in 0..16u32 {
        for low in [0, 1, u32::MAX >> 4] {
            let inputs = [high << 28 | low, 7];
            assert!(pair.agree(fix, inputs), "{inputs:x?}: {fix:?}");
        }
    }
}
