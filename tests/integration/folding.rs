//! Simplification in the constructors of terms, rule by rule.

use tamarin::term::{Model, Node, SymbolSet, Term, Terms};

/// The text of the term that `build` makes over two words and a memory.
fn text(build: impl FnOnce(&mut Terms, Term, Term, Term) -> Term) -> String {
    let mut terms = Terms::new();
    let (x, y) = (terms.symbol("x"), terms.symbol("y"));
    let memory = terms.image(&[7]);
    let term = build(&mut terms, x, y, memory);
    terms.infix(term, 1000).expect("short")
}

macro_rules! same {
    ($($name:ident: |$t:ident, $x:ident, $y:ident, $m:ident| $build:expr, $want:literal;)*) => {
        $(#[test]
        #[allow(unused_variables)]
        fn $name() {
            assert_eq!(text(|$t, $x, $y, $m| $build), $want);
        })*
    };
}

same! {
    constants_add: |t, x, y, m| { let (a, b) = (t.word(u32::MAX), t.word(3)); t.add(a, b) }, "2";
    constants_gather: |t, x, y, m| {
        let (one, two) = (t.word(1), t.word(2));
        let (a, b) = (t.add(x, one), t.add(y, two));
        t.add(a, b)
    }, "x + y + 3";
    sums_commute: |t, x, y, m| { let (a, b) = (t.add(x, y), t.add(y, x)); t.eq(a, b) }, "true";
    minus_itself: |t, x, y, m| t.sub(x, x), "0";
    minus_what_was_added: |t, x, y, m| { let a = t.add(x, y); t.sub(a, x) }, "y";
    minus_constant_is_plus: |t, x, y, m| { let c = t.word(4); t.sub(x, c) }, "x - 4";
    times_zero: |t, x, y, m| { let c = t.word(0); t.mul(c, x) }, "0";
    times_one: |t, x, y, m| { let c = t.word(1); t.mul(c, x) }, "x";
    equation_with_sum: |t, x, y, m| {
        let (c, d) = (t.word(4), t.word(10));
        let a = t.add(x, c);
        t.eq(a, d)
    }, "x == 6";
    offsets_differ: |t, x, y, m| { let c = t.word(4); let a = t.add(x, c); t.eq(a, x) }, "false";
    flag_is_its_test: |t, x, y, m| {
        let (one, zero) = (t.word(1), t.word(0));
        let less = t.slt(x, y);
        let flag = t.ite(less, one, zero);
        t.eq(flag, zero)
    }, "x >= y";
    flag_of_another_value: |t, x, y, m| {
        let (one, zero, two) = (t.word(1), t.word(0), t.word(2));
        let less = t.slt(x, y);
        let flag = t.ite(less, one, zero);
        t.eq(flag, two)
    }, "false";
    less_than_zero: |t, x, y, m| { let c = t.word(0); t.ult(x, c) }, "false";
    less_than_one: |t, x, y, m| { let c = t.word(1); t.ult(x, c) }, "x == 0";
    more_than_zero: |t, x, y, m| { let c = t.word(0); t.ult(c, x) }, "x != 0";
    flag_more_than_zero: |t, x, y, m| {
        let (one, zero) = (t.word(1), t.word(0));
        let less = t.slt(x, y);
        let flag = t.ite(less, one, zero);
        t.ult(zero, flag)
    }, "x < y";
    flag_less_than_minus_one: |t, x, y, m| {
        let (one, zero, minus_one) = (t.word(1), t.word(0), t.word(u32::MAX));
        let less = t.slt(x, y);
        let flag = t.ite(less, one, zero);
        t.slt(flag, minus_one)
    }, "false";
    one_minus_flag_is_zero: |t, x, y, m| {
        let (one, zero) = (t.word(1), t.word(0));
        let less = t.slt(x, y);
        let flag = t.ite(less, one, zero);
        let other = t.sub(one, flag);
        t.eq(other, zero)
    }, "x < y";
    less_than_as_double_words: |t, x, y, m| {
        let (a, b) = (t.double(0), t.double(0xffff_ffff));
        t.slt(a, b)
    }, "true";
    less_than_itself: |t, x, y, m| t.slt(x, x), "false";
    alignment_of_a_sum: |t, x, y, m| {
        let (c, three) = (t.word(8), t.word(3));
        let a = t.add(x, c);
        t.bit_and(a, three)
    }, "x %u 4";
    what_a_division_leaves: |t, x, y, m| {
        let quotient = t.udiv(x, y);
        let multiple = t.mul(y, quotient);
        t.sub(x, multiple)
    }, "x %u y";
    what_a_signed_division_leaves: |t, x, y, m| {
        let five = t.word(5);
        let sum = t.add(x, five);
        let quotient = t.sdiv(sum, y);
        let multiple = t.mul(quotient, y);
        t.sub(sum, multiple)
    }, "(x + 5) % y";
    what_a_division_of_another_leaves: |t, x, y, m| {
        let quotient = t.udiv(y, x);
        let multiple = t.mul(y, quotient);
        t.sub(x, multiple)
    }, "x - y * (y /u x)";
    low_of_a_product: |t, x, y, m| {
        let (a, b) = (t.sign_extend(x), t.sign_extend(y));
        let product = t.mul(a, b);
        t.low(product)
    }, "x * y";
    high_of_an_extension: |t, x, y, m| { let a = t.zero_extend(x); t.high(a) }, "0";
    divided_by_one: |t, x, y, m| { let c = t.word(1); t.sdiv(x, c) }, "x";
    remainder_by_one: |t, x, y, m| { let c = t.word(1); t.srem(x, c) }, "0";
    read_over_write: |t, x, y, m| {
        let (a, b) = (t.word(8), t.word(12));
        let m = t.store(m, a, x);
        let m = t.store(m, b, y);
        t.select(m, a)
    }, "x";
    read_beside_a_write: |t, x, y, m| {
        let four = t.word(4);
        let m = t.store(m, x, y);
        let b = t.add(x, four);
        let m2 = t.store(m, b, x);
        t.select(m2, x)
    }, "y";
    read_of_the_program: |t, x, y, m| {
        let (a, b) = (t.word(0), t.word(100));
        let (v, w) = (t.select(m, a), t.select(m, b));
        t.add(v, w)
    }, "7";
    both_ways: |t, x, y, m| { let a = t.eq(x, y); let b = t.not(a); t.and(a, b) }, "false";
}

/// Whether `a = b` is settled, over `x` and `y`.
fn settled(build: impl FnOnce(&mut Terms, Term, Term) -> (Term, Term)) -> Option<bool> {
    let mut terms = Terms::new();
    let (x, y) = (terms.symbol("x"), terms.symbol("y"));
    let (a, b) = build(&mut terms, x, y);
    let equal = terms.eq(a, b);
    terms.as_bool(equal)
}

#[test]
fn times_five_is_five_times() {
    let same = settled(|t, x, _| {
        let five = t.word(5);
        let sum = (0..4).fold(x, |sum, _| t.add(sum, x));
        (t.mul(x, five), sum)
    });
    assert_eq!(same, Some(true));
}

#[test]
fn the_distributive_law() {
    let same = settled(|t, x, y| {
        let seven = t.word(7);
        let sum = t.add(y, seven);
        let (xy, x7) = (t.mul(x, y), t.mul(x, seven));
        (t.mul(x, sum), t.add(x7, xy))
    });
    assert_eq!(same, Some(true));
}

#[test]
fn what_depends_on_equal_sums_is_one_term() {
    let mut terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.symbol(name));
    let (two, three) = (terms.word(2), terms.word(3));
    let twice = terms.add(x, x);
    let thrice = [terms.add(twice, x), terms.mul(three, x)];
    assert_ne!(thrice[0], thrice[1]);
    for operation in
        [Terms::udiv, Terms::urem, Terms::sdiv, Terms::srem, Terms::slt, Terms::ult, Terms::eq]
    {
        let [first, second] = thrice.map(|word| operation(&mut terms, word, y));
        assert_eq!(first, second);
        let [first, second] = thrice.map(|word| operation(&mut terms, y, word));
        assert_eq!(first, second);
        let other = operation(&mut terms, y, twice);
        assert_ne!(first, other);
    }
    // And so on, through what was built of them.
    let halves = thrice.map(|word| terms.udiv(word, two));
    let sums = halves.map(|half| terms.add(half, y));
    assert_eq!(terms.slt(sums[0], x), terms.slt(sums[1], x));
}

#[test]
fn what_cancels_out_is_gone() {
    let mut terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.symbol(name));
    let (zero, five) = (terms.word(0), terms.word(5));
    let minus_x = terms.sub(zero, x);
    let difference = terms.sub(y, x);
    assert_eq!(terms.sub(zero, minus_x), x);
    assert_eq!(terms.sub(y, difference), x);
    assert_eq!(terms.add(difference, x), y);
    assert_eq!(terms.sub(y, minus_x), terms.add(x, y));
    assert_eq!(terms.sub(difference, y), minus_x);
    let sum = terms.add(x, five);
    let rest = terms.sub(y, sum);
    assert_eq!(terms.sub(y, rest), sum);
    assert_eq!(terms.add(rest, x), terms.sub(y, five));
}

#[test]
fn a_sum_is_the_same_wherever_it_stands() {
    let mut terms = Terms::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| terms.symbol(name));
    let (yz, minus_one) = (terms.add(y, z), terms.word(u32::MAX));
    let y_less = terms.sub(x, y);
    let sums = [terms.sub(x, yz), terms.sub(y_less, z)];
    assert_ne!(sums[0], sums[1]);
    let product = |terms: &mut Terms, word, extend: fn(&mut Terms, Term) -> Term| {
        let (a, b) = (extend(terms, word), extend(terms, y));
        let product = terms.mul(a, b);
        terms.high(product)
    };
    for extend in [Terms::sign_extend, Terms::zero_extend] {
        let [a, b] = sums.map(|word| product(&mut terms, word, extend));
        assert_eq!(a, b);
    }
    // -1 * (-1 * x) = x
    let twice = terms.mul(minus_one, x);
    let twice = terms.mul(minus_one, twice);
    assert_eq!(terms.sdiv(twice, y), terms.sdiv(x, y));
    let memory = terms.image(&[1, 2, 3]);
    let [a, b] = sums.map(|address| terms.select(memory, address));
    assert_eq!(a, b);
    let [a, b] = sums.map(|word| terms.bit_and(word, z));
    assert_eq!(a, b);
}

#[test]
fn the_difference_of_squares() {
    let same = settled(|t, x, _| {
        let (five, square) = (t.word(5), t.word(25));
        let (plus, minus, xx) = (t.add(x, five), t.sub(x, five), t.mul(x, x));
        (t.mul(plus, minus), t.sub(xx, square))
    });
    assert_eq!(same, Some(true));
}

#[test]
fn a_remainder_is_what_division_leaves() {
    let same = settled(|t, x, y| {
        let quotient = t.sdiv(x, y);
        let multiple = t.mul(quotient, y);
        (t.sub(x, multiple), t.srem(x, y))
    });
    assert_eq!(same, Some(true));
}

#[test]
fn even_is_not_odd() {
    let same = settled(|t, x, y| {
        let (four, six, one) = (t.word(4), t.word(6), t.word(1));
        let (a, b) = (t.mul(x, four), t.mul(y, six));
        (t.add(a, b), one)
    });
    assert_eq!(same, Some(false));
}

#[test]
fn a_linear_equation_is_solved() {
    let mut terms = Terms::new();
    let (x, three, ten) = (terms.symbol("x"), terms.word(3), terms.word(10));
    let product = terms.mul(x, three);
    let equal = terms.eq(product, ten);
    // 3 * 0xaaaaaaae = 2^33 + 10
    assert_eq!(terms.infix(equal, 50).as_deref(), Some("x == 0xaaaaaaae"));
}

type Division = fn(&mut Terms, Term, Term) -> Term;

const DIVISIONS: [Division; 4] = [Terms::udiv, Terms::urem, Terms::sdiv, Terms::srem];
const DIVISORS: [u32; 14] = [
    0,
    1,
    2,
    3,
    10,
    100,
    1000,
    1 << 15,
    1 << 16,
    1 << 30,
    i32::MAX as u32,
    1 << 31,
    u32::MAX - 1,
    u32::MAX,
];

/// Simplification of two consecutive divisions keeps their value.
#[test]
fn folding_keeps_the_value() {
    let mut terms = Terms::new();
    let x = terms.symbol("x");
    let Node::Symbol(symbol) = terms.node(x) else { panic!("a symbol") };
    let mut cases = Vec::new();
    for first in DIVISIONS {
        for second in DIVISIONS {
            for c in DIVISORS {
                for d in DIVISORS {
                    let (by_c, by_d) = (terms.word(c), terms.word(d));
                    let inner = first(&mut terms, x, by_c);
                    let outer = second(&mut terms, inner, by_d);
                    cases.push((outer, first, second, c, d));
                }
            }
        }
    }
    let roots: Vec<Term> = cases.iter().map(|case| case.0).collect();
    for value in DIVISORS.into_iter().chain([7, 999, 12_345, 0x8000_0001, 0xffff_8000]) {
        let mut model = Model::new();
        model.set(symbol, value);
        let values = terms.eval(&roots, &model);
        for ((_, first, second, c, d), found) in cases.iter().zip(values) {
            // Constants are folded by the evaluator, one by one.
            let [value, c, d] = [value, *c, *d].map(|word| terms.word(word));
            let inner = first(&mut terms, value, c);
            let outer = second(&mut terms, inner, d);
            assert_eq!(terms.as_const(outer), Some(found), "{value:?} by {c:?} by {d:?}");
        }
    }
}

#[test]
fn where_neither_number_has_a_sign_a_division_has_none() {
    let mut terms = Terms::new();
    let (eight, nine) = (terms.word(8), terms.word(9));
    let [x, y] = ["x", "y"].map(|name| terms.symbol(name));
    let (a, b) = (terms.urem(x, eight), terms.urem(y, nine));
    assert_eq!(terms.sdiv(a, b), terms.udiv(a, b));
    assert_eq!(terms.srem(b, a), terms.urem(b, a));
    assert_ne!(terms.sdiv(a, y), terms.udiv(a, y));
}

#[test]
fn digits_are_the_same_from_the_front_and_from_the_back() {
    let mut terms = Terms::new();
    let x = terms.symbol("x");
    let [ten, hundred, thousand] = [10, 100, 1000].map(|n| terms.word(n));
    for [div, rem] in [[Terms::udiv, Terms::urem], [Terms::sdiv as Division, Terms::srem]] {
        let last_three = rem(&mut terms, x, thousand);
        let front = div(&mut terms, last_three, hundred);
        let twice = div(&mut terms, x, ten);
        let twice = div(&mut terms, twice, ten);
        let back = rem(&mut terms, twice, ten);
        assert_eq!(front, back);
        assert_eq!(rem(&mut terms, last_three, ten), rem(&mut terms, x, ten));
    }
}

#[test]
fn double_words_are_compared_with_all_their_bits() {
    let mut terms = Terms::new();
    let x = terms.symbol("x");
    let (wide, below) = (terms.zero_extend(x), terms.double(1));
    let (positive, sign) = (terms.slt(below, wide), terms.sign_extend(x));
    let negative = terms.slt(sign, below);
    let mut model = Model::new();
    let Node::Symbol(symbol) = terms.node(x) else { panic!("a symbol") };
    model.set(symbol, u32::MAX);
    assert_eq!(terms.eval(&[positive, negative], &model), [1, 1]);
}

#[test]
fn sets_of_any_number_of_symbols() {
    let mut terms = Terms::new();
    let symbols: Vec<Term> = (0..200).map(|k| terms.symbol(&format!("x{k}"))).collect();
    let zero = terms.word(0);
    let sum = |terms: &mut Terms, of: &mut dyn Iterator<Item = usize>| {
        of.fold(zero, |sum, k| terms.add(sum, symbols[k]))
    };
    let even = sum(&mut terms, &mut (0..200).step_by(2));
    let odd = sum(&mut terms, &mut (1..200).step_by(2));
    let late = sum(&mut terms, &mut (130..140));
    let [even, odd, late] = [even, odd, late].map(|term| terms.mentions(term));
    assert_eq!(terms.members(even).len(), 100);
    assert!(!terms.meet(even, odd) && terms.meet(even, late) && terms.meet(late, odd));
    assert!(!terms.meet(SymbolSet::EMPTY, SymbolSet::EMPTY));
    let all = terms.union(even, odd);
    assert_eq!((terms.union(all, late), terms.members(all).len()), (all, 200));
    // In whatever order they are put together.
    let again = sum(&mut terms, &mut (0..200).rev());
    assert_eq!(terms.mentions(again), all);
}

#[test]
fn a_name_is_one_symbol() {
    let mut terms = Terms::new();
    assert_eq!(terms.symbol("x"), terms.symbol("x"));
    assert_ne!(terms.symbol("x"), terms.symbol("y"));
}

#[test]
#[should_panic(expected = "`x` has one sort")]
fn a_name_has_one_sort() {
    let mut terms = Terms::new();
    terms.symbol("x");
    terms.memory_symbol("x");
}
