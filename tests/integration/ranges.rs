//! Bounds from assertions about single words.

use tamarin::facts::range::{Range, Ranges};
use tamarin::term::{Model, Node, Term, Terms};
use tamarin_testing::random::Random;

fn intervals(build: impl FnOnce(&mut Terms, Term) -> Vec<Term>) -> Vec<(u32, u32)> {
    let mut terms = Terms::new();
    let x = terms.symbol("x");
    let assertions = build(&mut terms, x);
    let count = assertions.len();
    let ranges = Ranges::new(&terms, assertions.into_iter());
    assert!(ranges.others.is_empty(), "{ranges:?}");
    assert_eq!(ranges.ranges[0].said_by.len(), count);
    ranges.ranges[0].intervals.clone()
}

#[test]
fn a_countdown_leaves_one_word() {
    let left = intervals(|t, x| {
        let zero = t.word(0);
        let mut conditions: Vec<Term> = (0..1970)
            .map(|k: u32| {
                let k = t.word(k);
                let rest = t.sub(x, k);
                t.slt(zero, rest)
            })
            .collect();
        let k = t.word(1970);
        let rest = t.sub(x, k);
        let more = t.slt(zero, rest);
        conditions.push(t.not(more));
        conditions
    });
    assert_eq!(left, [(1970, 1970)]);
}

#[test]
fn arcs_go_around() {
    let left = intervals(|t, x| {
        let (five, ten) = (t.word(5), t.word(10));
        let sum = t.add(x, five);
        vec![t.ult(sum, ten)]
    });
    assert_eq!(left, [(0, 4), (u32::MAX - 4, u32::MAX)]);
}

#[test]
fn an_operator_bounds_its_results() {
    // 3 <= x mod 10, and more is left by no remainder than 9.
    let left = intervals(|t, x| {
        let (three, ten) = (t.word(3), t.word(10));
        let digit = t.urem(x, ten);
        let below = t.ult(digit, three);
        vec![t.not(below)]
    });
    assert_eq!(left, [(3, 9)]);
    let left = intervals(|t, x| {
        let (zero, ten) = (t.word(0), t.word(10));
        let digit = t.srem(x, ten);
        vec![t.slt(digit, zero)]
    });
    assert_eq!(left, [(u32::MAX - 8, u32::MAX)]);
    // A sum is bounded only by assertions about itself.
    let left = intervals(|t, x| {
        let (y, seven) = (t.symbol("y"), t.word(7));
        let sum = t.add(x, y);
        vec![t.ult(sum, seven)]
    });
    assert_eq!(left, [(0, 6)]);
}

#[test]
fn contradictions_leave_nothing() {
    let left = intervals(|t, x| {
        let five = t.word(5);
        let equal = t.eq(x, five);
        vec![equal, t.not(equal)]
    });
    assert_eq!(left, []);
}

/// Bounds of any kind, in any order, leave the words that keep all of them, as intervals with gaps between.
#[test]
fn bounds_leave_what_keeps_them_all() {
    let mut random = Random::new(29);
    let near = |random: &mut Random| {
        let base = [0, 1 << 31][random.word() as usize % 2];
        random.word().wrapping_rem(120).wrapping_sub(60).wrapping_add(base)
    };
    for _ in 0..300 {
        let mut terms = Terms::new();
        let x = terms.symbol("x");
        let Node::Symbol(symbol) = terms.node(x) else { panic!("a symbol") };
        let count = 1 + random.word() % 40;
        let assertions = (0..count).map(|_| {
            let [a, b] = [(); 2].map(|()| near(&mut random));
            let (offset, bound) = (terms.word(a), terms.word(b));
            let sum = terms.add(x, offset);
            let asserted = match random.word() % 12 {
                0 => terms.ult(sum, bound),
                1 => terms.slt(bound, sum),
                _ => terms.eq(sum, bound),
            };
            let is_negated = !random.word().is_multiple_of(8);
            if is_negated { terms.not(asserted) } else { asserted }
        });
        let assertions: Vec<Term> = assertions.collect();
        let ranges = Ranges::new(&terms, assertions.iter().copied());
        let left = ranges.ranges.first().map_or(vec![(0, u32::MAX)], |it| it.intervals.clone());
        assert!(left.iter().all(|(first, last)| first <= last), "{left:?}");
        let gaps = left.windows(2).all(|pair| pair[0].1.checked_add(1) < Some(pair[1].0));
        assert!(gaps, "{left:?}");
        let edges = left.iter().flat_map(|&(first, last)| [first, last, last.wrapping_add(1)]);
        let near_bases = [0u32, 1 << 31].into_iter().flat_map(|base| {
            (0..260u32).map(move |more| base.wrapping_sub(130).wrapping_add(more))
        });
        for word in near_bases.chain(edges) {
            let mut model = Model::new();
            model.set(symbol, word);
            let holds = terms.eval(&assertions, &model).iter().all(|&value| value == 1);
            let is_in = left.iter().any(|&(first, last)| (first..=last).contains(&word));
            // A bound that is none or is never kept was folded.
            assert_eq!(is_in && holds_folded(&terms, &assertions), holds, "{word} in {left:?}");
        }
    }
}

/// Whether none of the assertions is known to be false.
fn holds_folded(terms: &Terms, assertions: &[Term]) -> bool {
    assertions.iter().all(|&assertion| terms.as_bool(assertion) != Some(false))
}

/// Whatever words the variable is given, one of those to be tried gives the
/// assertions the same values.
#[test]
fn a_period_stands_for_all_words() {
    type Read = fn(&mut Terms, Term, Term) -> Term;
    let reads: [Read; 5] = [Terms::urem, Terms::srem, Terms::bit_and, |_, x, _| x, Terms::add];
    let constants = [0, 1, 3, 4, 6, 7, 10, 1 << 31, u32::MAX];
    let mut found = 0;
    for (first, second) in reads.iter().flat_map(|a| reads.iter().map(move |b| (a, b))) {
        for (c, d) in constants.iter().flat_map(|a| constants.iter().map(move |b| (a, b))) {
            let mut terms = Terms::new();
            let (x, two) = (terms.symbol("x"), terms.word(2));
            let [c, d] = [*c, *d].map(|value| terms.word(value));
            let words = [first(&mut terms, x, c), second(&mut terms, x, d)];
            let roots = words.map(|word| terms.slt(word, two));
            let Node::Symbol(symbol) = terms.node(x) else { panic!("a symbol") };
            let candidates = Ranges::default().candidates(&terms, &roots, &[symbol]);
            if candidates[0] == [(0, u32::MAX)] {
                continue;
            }
            found += 1;
            let values = |word: u32| {
                let mut model = Model::new();
                model.set(symbol, word);
                terms.eval(&words, &model)
            };
            let tried = candidates[0].iter().flat_map(|&(first, last)| first..=last);
            let tried: Vec<Vec<u64>> = tried.map(values).collect();
            for word in (0..60u32).chain([1 << 31, 1 << 30, 0x1234_5677]) {
                for word in [word, word.wrapping_neg()] {
                    assert!(tried.contains(&values(word)), "{candidates:?} for {word}");
                }
            }
        }
    }
    assert!(found > 100, "{found} are too few to show anything");
}

#[test]
fn the_plain_word_is_near_zero() {
    let range = |intervals: &[(u32, u32)]| Range {
        term: Terms::new().symbol("x"),
        intervals: intervals.to_vec(),
        said_by: Vec::new(),
    };
    assert_eq!(range(&[(0, 9)]).plain_word(), Some(0));
    assert_eq!(range(&[(7, 9), (u32::MAX - 9, u32::MAX)]).plain_word(), Some(u32::MAX));
    assert_eq!(range(&[(7, 9), (u32::MAX - 9, u32::MAX - 6)]).plain_word(), Some(7));
    assert_eq!(range(&[]).plain_word(), None);
}
