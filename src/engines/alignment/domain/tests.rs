//! Checks the domain against single words and runs: the abstract state contains every concrete one.

use super::*;
use crate::contract::Contract;
use crate::engines::alignment::draws::Draws;
use crate::engines::alignment::equations::{Equations, Sparse};
use crate::engines::alignment::invariant::StateWord;
use crate::engines::alignment::memory::{Base, Space};
use crate::engines::alignment::schedule::Schedule;
use crate::engines::alignment::{runs, schedule};
use crate::engines::pause::Pause;
use crate::link::assemble;
use crate::machine::mips::Reg;
use crate::program::Program;
use crate::solver::Stop;
use crate::solver::bitblast::Bitblast;
use crate::symbolic::SymbolicState;
use crate::term::interval::{Interval, Width};
use crate::term::{self, Model};

/// Random conditions with words that satisfy them: the facts derived about random sums and products
/// hold for these words, and conditions with a contradiction are satisfied by none.
#[test]
fn what_is_known_along_a_path_holds_behind_it() {
    let image = Image::new(&Program::from_words(vec![0x03e0_0008]));
    let images = [&*image; 2];
    let words = Words::new(images, [vec![], vec![]]);
    let edges = [0, 1, 2, 5, (1 << 31) - 1, 1 << 31, u32::MAX - 1, u32::MAX];
    let mut draws = Draws::new(31);
    let (mut members, mut equations, mut bounded, mut contradictions) = (0, 0, 0, 0);
    for _ in 0..400 {
        let mut terms = Terms::new();
        let given = Rc::new(Given::new(&mut terms, images, &Contract::default()));
        let other = terms.symbol("other");
        let symbols = [given.inputs[0], given.inputs[1], other];
        let mut draw = |end: usize| draws.below(end as u32) as usize;
        let pick = |terms: &mut Terms, draw: &mut dyn FnMut(usize) -> usize| {
            let number = terms.word(edges[draw(8)]);
            let [a, b] = [(); 2].map(|()| symbols[draw(3)]);
            match draw(8) {
                0 | 1 => a,
                2 => number,
                3 => terms.add(a, number),
                4 => terms.sub(a, b),
                5 => terms.mul(a, b),
                6 => terms.mul(a, number),
                _ => terms.urem(a, number),
            }
        };
        let mut conditions = Vec::new();
        for _ in 0..draw(4) {
            let [a, b] = [(); 2].map(|()| pick(&mut terms, &mut draw));
            let condition = match draw(3) {
                0 => terms.eq(a, b),
                1 => terms.ult(a, b),
                _ => terms.slt(a, b),
            };
            conditions.push(if draw(2) == 0 { condition } else { terms.not(condition) });
        }
        let none = terms.word(0);
        let states = [0, 1].map(|side| {
            let memory = Space::new(&image, &given, side, Base::Start, none);
            let mut state =
                SymbolicState::at_start(&mut terms, &image, &given.inputs, None, memory);
            for number in 3..7 {
                let value = pick(&mut terms, &mut draw);
                state.set(Reg::new(number).expect("it is one"), value);
            }
            state
        });
        let after = crate::engines::alignment::invariant::values(
            &mut terms,
            &words,
            &given.inputs,
            states.each_ref(),
        );
        let known = Known::of(&mut terms, &conditions);
        let (correlated, states) = (words.correlated(), states.each_ref());
        let of_words = (&words, &correlated[..]);
        let behind =
            known.and_then(|known| known.behind(&mut terms, of_words, &given.inputs, states));
        contradictions += usize::from(behind.is_none());
        let state = behind.map(|(equations, equal, intervals)| SubState {
            equations,
            equal,
            intervals,
            is_initial: [true; 2],
            agreement: None,
            guards: Guards::new(),
            joined: 0,
        });
        assert!(state.iter().all(|state| state.equal == key(state, &correlated)));
        let is_bound = |it: &&Interval| (1..u64::from(u32::MAX)).contains(&it.more);
        bounded += state.iter().flat_map(|it| &it.intervals).filter(is_bound).count();
        equations += usize::from(state.as_ref().is_some_and(|it| it.equations != free(&words)));
        for values in (0..512).map(|at| [edges[at / 64], edges[at / 8 % 8], edges[at % 8]]) {
            let mut model = Model::new();
            for (word, value) in symbols.into_iter().zip(values) {
                let term::Node::Symbol(symbol) = terms.node(word) else { unreachable!() };
                model.set(symbol, value);
            }
            if terms.eval(&conditions, &model).iter().all(|&holds| holds != 0) {
                let values = terms.eval(&after, &model);
                let values: Vec<u32> = values.into_iter().map(|value| value as u32).collect();
                let state = state.as_ref().expect("words satisfy the conditions");
                assert!(state.contains(&values), "{values:?}");
                members += 1;
            }
        }
    }
    assert!(members > 10_000 && equations > 100 && bounded > 100, "{members} {equations}");
    assert!((10..300).contains(&contradictions), "{contradictions}");
}

/// No equations.
fn free(words: &Words) -> Equations {
    Equations::none(words.all.len() + 1)
}

fn of_samples(samples: &[Vec<u32>]) -> SubState {
    let mut equations = Equations::all(samples[0].len() + 1);
    let mut intervals: Option<Vec<Interval>> = None;
    for sample in samples {
        equations.add(&sample.iter().copied().chain([1]).collect::<Vec<u32>>());
        let single = sample.iter().map(|&value| Interval::single(value.into()));
        intervals = Some(match intervals {
            None => single.collect(),
            Some(old) => old.iter().zip(single).map(|(a, b)| a.union(b, Width::Word)).collect(),
        });
    }
    let intervals = intervals.expect("there are samples");
    let agreement = Some(Footprint::Everywhere);
    let equal = Vec::new();
    let (is_initial, guards) = ([true; 2], Guards::new());
    let state = SubState { equations, equal, intervals, is_initial, agreement, guards, joined: 0 };
    SubState { equal: key(&state, &neighbours(samples[0].len())), ..state }
}

/// Pairs of adjacent words.
fn neighbours(words: usize) -> Vec<[usize; 2]> {
    (1..words).map(|word| [word - 1, word]).collect()
}

/// Which of these pairs of words are equal in all of a state's solutions.
fn key(state: &SubState, pairs: &[[usize; 2]]) -> Vec<bool> {
    let solutions = state.equations.solutions();
    let are_equal = |&[a, b]: &[usize; 2]| solutions.iter().all(|it| it[a] == it[b]);
    pairs.iter().map(are_equal).collect()
}

#[test]
fn a_join_and_its_widening_have_the_members_of_both() {
    let mut draws = Draws::new(5);
    let numbers = BTreeSet::from([0, 3, 4, 7, (1 << 31) - 1, 1 << 31, u32::MAX]);
    let footprints = [None, Some(Footprint::Array), Some(Footprint::Everywhere)];
    let mut wider = 0;
    for _ in 0..500 {
        let mut samples = || -> Vec<Vec<u32>> {
            let more = draws.below(3);
            let mut word = || draws.below(9).wrapping_sub(4).wrapping_mul(1 << draws.below(30));
            (0..=more).map(|_| (0..3).map(|_| word()).collect()).collect()
        };
        let [these, those] = [samples(), samples()];
        let [before, mut other] = [&these, &those].map(|samples| of_samples(samples));
        other.is_initial[0] = draws.below(2) == 0;
        other.agreement = footprints[draws.below(3) as usize];
        let mut joined = before.clone();
        let has_more = those.iter().any(|sample| !before.contains(sample));
        assert!(joined.join(&other) || !has_more);
        assert!(!joined.clone().join(&other) && !joined.clone().join(&before), "{joined:?}");
        assert_eq!(
            (joined.is_initial[0], joined.agreement),
            (other.is_initial[0], other.agreement)
        );
        let mut widened = joined.clone();
        widened.widen(&before, Some(&numbers));
        assert!(!widened.clone().join(&joined));
        wider += usize::from(widened != joined);
        for sample in these.iter().chain(&those) {
            assert!(joined.contains(sample) && widened.contains(sample), "{sample:?}");
        }
        // Words that are equal in both states are equal in their join.
        let both: Vec<bool> =
            before.equal.iter().zip(&other.equal).map(|(a, b)| *a && *b).collect();
        assert_eq!(key(&joined, &neighbours(these[0].len())), both);
        assert_eq!(joined.equal, both);
    }
    assert!(wider > 100, "{wider}");
}

/// A word that increases by one for ever, and one that increases by four.
#[test]
fn what_grows_for_ever_is_widened_soon() {
    let numbers = BTreeSet::from([0, 1 << 31, u32::MAX]);
    let mut state = of_samples(&[vec![0, 0]]);
    let mut grown = 0;
    for round in 1..5_000 {
        grown +=
            u32::from(grow(&mut state, &of_samples(&[vec![round, 4 * round]]), Some(&numbers)));
    }
    assert!((2..40).contains(&grown), "{grown}");
    // The low two bits of the second word, a congruence, are preserved.
    let is_multiple = |vector: &Sparse| vector[1].is_multiple_of(4);
    assert!(state.equations.solutions().iter().all(is_multiple));
}

/// Two programs without a contract, with the inputs of their analysis.
struct Pair {
    images: [Rc<Image>; 2],
    words: Words,
}

impl Pair {
    fn new(texts: [&str; 2]) -> Pair {
        let program = |text| assemble(text).program.expect("it is a program");
        let images = texts.map(|text| Image::new(&program(text)));
        let words = Words::new(images.each_ref().map(|image| &**image), [vec![], vec![]]);
        Pair { images, words }
    }

    /// A pair of `tests/corpus/loops`.
    fn of_corpus(name: &str) -> Pair {
        let text = |side: &str| {
            let root = env!("CARGO_MANIFEST_DIR");
            let path = format!("{root}/tests/corpus/loops/{name}.{side}.asm");
            std::fs::read_to_string(path).expect("it is there")
        };
        Pair::new([&text("left"), &text("right")])
    }

    /// The fixpoint; also checks that it contains the successors of its sub-states.
    fn reached(&self, schedule: &Schedule) -> Option<Reached> {
        let (mut solver, stop) = (Bitblast::new(), Stop::NEVER);
        let mut decider = Decider::new(&mut solver, &stop, Pause::never());
        let images = self.images.each_ref().map(|image| &**image);
        let given = Rc::new(Given::new(&mut decider.terms, images, &Contract::default()));
        let of = Analysed { images, given: &given, words: &self.words, order: schedule };
        let mut found = [BTreeSet::new(), BTreeSet::new()];
        let reached =
            pollster::block_on(reached(&mut decider, &of, Strategy::default(), &mut found))
                .ok()??;
        let correlated = self.words.correlated();
        let states = reached.nodes.iter().flat_map(|(&node, states)| {
            let is_end = node.iter().all(|at| at.is_final());
            let inner = states.iter().filter(move |_| !is_end);
            inner.map(move |state| (node, Some(state)))
        });
        for from in states.chain([([Location::Entry; 2], None)]) {
            let refuting = Refuting::default();
            let next = behind(&mut decider, &of, refuting, &correlated, from, &mut found);
            for Step { to, state, .. } in pollster::block_on(next).ok()??.steps {
                let is_in = |known: &SubState| !known.clone().join(&state);
                assert!(reached.nodes[&to].iter().any(is_in), "{from:?} {to:?}");
            }
        }
        Some(reached)
    }

    fn column(&self, word: StateWord) -> usize {
        self.words.all.iter().position(|other| *other == word).expect("it is one")
    }
}

/// For equivalent pairs and for wrong ones.
#[test]
fn the_fixpoint_is_inductive_and_has_all_states_of_runs() {
    let names = "registers-renamed negative-counter fibonacci-wrong dead-code digit-sum \
                 nested le-bound-wrong output gcd-subtraction halvings-wrong";
    let (mut seen, mut fixpoints) = (0, 0);
    for name in names.split_whitespace() {
        let pair = Pair::of_corpus(name);
        let (contract, images) = (Contract::default(), pair.images.each_ref());
        let runs = runs::training(images, &contract, &pair.words, &contract.first_inputs());
        for schedule in schedule::candidates(&runs) {
            let Some(reached) = pair.reached(&schedule) else { continue };
            fixpoints += 1;
            for run in &runs {
                for at in schedule.positions(run).into_iter().skip(1) {
                    let [left, right] = [0, 1].map(|side| &run[side].cuts[at[side]]);
                    let values = runs::joined(&pair.words, left, right);
                    let states = &reached.nodes[&[left.at, right.at]];
                    assert!(states.iter().any(|state| state.contains(&values)), "{name}");
                    seen += 1;
                }
            }
        }
    }
    assert!(fixpoints >= 15 && seen > 10_000, "{fixpoints} {seen}");
}

/// Fig. 4: the patched program returns 0 for the sign of 0. One sub-state at the end has the paths
/// with equal results, the other one those with different results.
#[test]
fn the_signs_are_parted_by_where_they_are_equal() {
    let sign = "lis $3\n.word 1\nslt $4, $1, $0\nbeq $4, $0, more\nsub $3, $0, $3\n";
    let left = format!("{sign}more: jr $31\n");
    let right = format!("{sign}more: bne $1, $0, end\nadd $3, $0, $0\nend: jr $31\n");
    let pair = Pair::new([&left, &right]);
    let reached = pair.reached(&Schedule::plain([1, 1], [1, 1])).expect("it is short");
    let states = &reached.nodes[&[Location::Done; 2]];
    let result = [0, 1].map(|side| pair.column(StateWord::Reg(side, Reg::RESULT)));
    let input = pair.column(StateWord::Input(0));
    let (equal, others): (Vec<_>, Vec<_>) =
        states.iter().partition(|state| key(state, &[result]) == [true]);
    let [equal, other] = [&equal[..], &others[..]].map(|states| match states {
        [state] => *state,
        _ => panic!("{states:?}"),
    });
    assert_eq!(equal.intervals[input], Interval::between(1, u32::MAX));
    assert_eq!(other.intervals[input], Interval::single(0));
    assert_eq!(result.map(|column| other.intervals[column].only()), [Some(1), Some(0)]);
}

/// Fig. 9: the result is doubled.
#[test]
fn a_doubled_result_is_related_to_the_other() {
    let pair = Pair::new(["add $3, $1, $0\njr $31\n", "add $3, $1, $1\njr $31\n"]);
    let reached = pair.reached(&Schedule::plain([1, 1], [1, 1])).expect("it is short");
    let [state] = &reached.nodes[&[Location::Done; 2]][..] else { panic!("{reached:?}") };
    let [left, right] = [0, 1].map(|side| pair.column(StateWord::Reg(side, Reg::RESULT)));
    assert_eq!(key(state, &[[left, right]]), [false]);
    let is_doubled = |vector: &Sparse| vector[right] == vector[left].wrapping_mul(2);
    assert!(state.equations.solutions().iter().all(is_doubled));
}

/// Fig. 10: both are in the loop, or the patched program has returned -1. The node distinguishes
/// these, so equalities in the loop are kept.
#[test]
fn a_program_that_has_returned_is_apart_from_both_in_the_loop() {
    let sum = "more: beq $2, $0, end\nadd $3, $3, $1\nsub $2, $2, $7\nbeq $0, $0, more\n";
    let left = format!("lis $7\n.word 1\nadd $3, $0, $0\n{sum}end: jr $31\n");
    let right = format!(
        "lis $7\n.word 1\nadd $3, $0, $0\nlis $6\n.word 9\nsltu $5, $2, $6\nbne $5, $0, more\n\
         sub $3, $0, $7\njr $31\n{sum}end: jr $31\n"
    );
    let pair = Pair::new([&left, &right]);
    let reached = pair.reached(&Schedule::plain([1, 1], [1, 1])).expect("it is short");
    let result = [0, 1].map(|side| pair.column(StateWord::Reg(side, Reg::RESULT)));
    let length = pair.column(StateWord::Input(1));
    let inner = reached.nodes.iter().filter(|([left, _], _)| !left.is_final());
    let mut ends = Vec::new();
    for ([_, right], states) in inner {
        for state in states {
            assert_eq!(key(state, &[result]) == [true], !right.is_final(), "{state:?}");
            let most_in_loop = Interval::between(1, 8);
            assert_eq!(most_in_loop.contains(state.intervals[length]), !right.is_final());
        }
        ends.push(right.is_final());
    }
    ends.sort_unstable();
    assert_eq!(ends, [false, true]);
}
