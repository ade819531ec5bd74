//! Path facts, theory by theory.

use tamarin::facts::{Assumed, Facts, Redundancy};
use tamarin::term::{Term, Terms};

/// The context of these conditions.
fn context(terms: &mut Terms, conditions: &[Term]) -> Facts {
    let mut facts = Facts::default();
    facts.follow(terms, conditions.iter().copied());
    facts
}

/// Terms as they are where conditions hold.
fn assuming<const N: usize>(terms: &mut Terms, conditions: &[Term], roots: [Term; N]) -> [Term; N] {
    let mut facts = context(terms, conditions);
    roots.map(|root| facts.simplified(terms, root).0)
}

/// Whether two words are found to be equal where conditions hold.
fn are_equal(terms: &mut Terms, conditions: &[Term], [a, b]: [Term; 2]) -> bool {
    let goal = terms.eq(a, b);
    context(terms, conditions).prove(terms, goal).is_some()
}

/// What conditions say, as (new, superseded).
fn said(facts: &Facts) -> Vec<(bool, Option<u32>)> {
    facts.redundancies().map(|said| (said.is_new, said.superseded)).collect()
}

#[test]
fn a_bound_makes_looser_ones_superfluous() {
    let mut terms = Terms::new();
    let (x, y) = (terms.symbol("x"), terms.symbol("y"));
    let mut above = |bound| {
        let bound = terms.word(bound);
        terms.ult(bound, x)
    };
    let [three, five, seven] = [3, 5, 7].map(&mut above);
    let other = terms.ult(x, y);
    let mut facts = Facts::default();

    facts.follow(&mut terms, [three, five, three, other, other, seven].into_iter());
    let path = [
        (true, Some(1)),
        (true, Some(5)),
        (false, None),
        (true, None),
        (false, None),
        (true, None),
    ];
    assert_eq!(said(&facts), path);
    let needed = |facts: &Facts, end| -> Vec<usize> {
        let said = facts.redundancies().enumerate().take(end);
        said.filter(|(_, said)| said.is_needed_before(end)).map(|(at, _)| at).collect()
    };
    assert_eq!(needed(&facts, 1), [0]);
    assert_eq!(needed(&facts, 5), [1, 3]);
    assert_eq!(needed(&facts, 6), [3, 5]);

    // A path that parts before the last condition: removed conditions supersede nothing.
    let not_seven = terms.not(seven);
    facts.follow(&mut terms, [three, five, three, other, other, not_seven].into_iter());
    let mut path = path;
    path[1].1 = None;
    assert_eq!(said(&facts), path);
    facts.follow(&mut terms, [five, three].into_iter());
    assert_eq!(said(&facts), [(true, None), (false, None)]);
}

#[test]
fn a_countdown_needs_its_first_and_its_last_condition() {
    let mut terms = Terms::new();
    let x = terms.symbol("x");
    let conditions: Vec<Term> = (0..100)
        .map(|k| {
            let (zero, k) = (terms.word(0), terms.word(k));
            let rest = terms.sub(x, k);
            terms.slt(zero, rest)
        })
        .collect();
    let mut facts = Facts::default();
    facts.follow(&mut terms, conditions.iter().copied());
    let said: Vec<Redundancy> = facts.redundancies().collect();
    for end in 2..100 {
        let needed: Vec<usize> = (0..end).filter(|&at| said[at].is_needed_before(end)).collect();
        assert_eq!(needed, [0, end - 1]);
    }
}

#[test]
fn what_takes_nothing_away_says_the_same_each_time() {
    let mut terms = Terms::new();
    let (x, y, zero) = (terms.symbol("x"), terms.symbol("y"), terms.word(0));
    let eight = terms.word(8);
    let [mut rest, step] = [x, y].map(|input| terms.urem(input, eight));
    let none = terms.eq(step, zero);
    let mut loops = Vec::new();
    for _ in 0..3 {
        let done = terms.eq(rest, step);
        loops.push(terms.not(done));
        rest = terms.sub(rest, step);
    }
    let mut facts = Facts::default();
    facts.follow(&mut terms, std::iter::once(none).chain(loops.iter().copied()));
    assert_eq!(
        facts.redundancies().map(|said| said.is_new).collect::<Vec<_>>(),
        [true, true, false, false]
    );

    // If the step may differ, each condition adds information.
    let some = terms.not(none);
    facts.follow(&mut terms, std::iter::once(some).chain(loops.iter().copied()));
    assert!(facts.redundancies().all(|said| said.is_new));
}

#[test]
fn a_difference_from_a_constant_orders_sums() {
    let mut terms = Terms::new();
    let [hundred, seven, eight] = [100, 7, 8].map(|n| terms.word(n));
    let [x, y] = ["x", "y"].map(|name| {
        let word = terms.symbol(name);
        terms.urem(word, hundred)
    });
    // x - y < 7, so x < y + 7, and x < y + 8, but x < y need not be.
    let difference = terms.sub(x, y);
    let sums = [seven, eight].map(|n| terms.add(y, n));
    let near = terms.slt(difference, seven);
    for less in [Terms::slt, Terms::ult] {
        let mut facts = context(&mut terms, &[near]);
        for sum in sums {
            let below = less(&mut terms, x, sum);
            assert!(matches!(facts.assume(&mut terms, below), Assumed::Implied(_)));
        }
        let below = less(&mut terms, x, y);
        assert_eq!(facts.assume(&mut terms, below), Assumed::New);
    }
}

#[test]
fn a_condition_does_not_imply_itself() {
    let mut terms = Terms::new();
    let (eight, six) = (terms.word(8), terms.word(6));
    let words = ["x", "y"].map(|name| {
        let word = terms.symbol(name);
        terms.urem(word, eight)
    });
    let equal = terms.eq(words[0], words[1]);
    // The facts hold for each of them, through their common representative.
    for word in words {
        let is_six = terms.eq(word, six);
        for condition in [is_six, terms.not(is_six)] {
            let mut facts = context(&mut terms, &[equal]);
            assert_eq!(facts.assume(&mut terms, condition), Assumed::New);
            assert!(matches!(facts.assume(&mut terms, condition), Assumed::Implied(_)));
        }
    }
}

/// Whether each condition says something that those before it do not.
fn news(build: impl FnOnce(&mut Terms, [Term; 2]) -> Vec<Term>) -> Vec<bool> {
    let mut terms = Terms::new();
    let inputs = ["x", "y"].map(|name| terms.symbol(name));
    let conditions = build(&mut terms, inputs);
    context(&mut terms, &conditions).redundancies().map(|said| said.is_new).collect()
}

type Less = fn(&mut Terms, Term, Term) -> Term;
const ORDERS: [Less; 2] = [Terms::slt, Terms::ult];

#[test]
fn an_order_is_remembered() {
    for less in ORDERS {
        let found = news(|terms, inputs| {
            let (hundred, two) = (terms.word(100), terms.word(2));
            let [x, y] = inputs.map(|word| terms.urem(word, hundred));
            let more = terms.add(y, two);
            let [lower, not_higher, lower_yet, not_higher_yet] =
                [(x, y), (y, x), (x, more), (more, x)].map(|(a, b)| less(terms, a, b));
            let differ = terms.eq(x, y);
            let others = [not_higher, not_higher_yet, differ].map(|claim| terms.not(claim));
            [&[lower, lower_yet], &others[..]].concat()
        });
        assert_eq!(found, [true, false, false, false, false]);
    }
}

#[test]
fn sums_that_may_wrap_around_say_nothing() {
    let found = news(|terms, [x, y]| {
        let one = terms.word(1);
        let [more, less] = [terms.add(x, one), terms.sub(x, one)];
        vec![terms.slt(x, y), terms.slt(less, y), terms.slt(more, y), terms.ult(x, y)]
    });
    assert_eq!(found, [true; 4]);
    // 2^29 * x is 0 for x = 8, too.
    let found = news(|terms, [x, _]| {
        let (nine, factor, zero) = (terms.word(9), terms.word(1 << 29), terms.word(0));
        let x = terms.urem(x, nine);
        let product = terms.mul(x, factor);
        vec![terms.eq(product, zero), terms.eq(x, zero)]
    });
    assert_eq!(found, [true; 2]);
}

#[test]
fn an_equation_bounds_both_sides() {
    // 3 * x + y = 12 and y <= 3 leave x >= 3.
    let found = news(|terms, inputs| {
        let (five, four) = (terms.word(5), terms.word(4));
        let [x, y] = [(inputs[0], five), (inputs[1], four)].map(|(a, b)| terms.urem(a, b));
        let (three, twelve) = (terms.word(3), terms.word(12));
        let product = terms.mul(three, x);
        let sum = terms.add(product, y);
        let below = terms.slt(x, three);
        vec![terms.eq(sum, twelve), terms.not(below)]
    });
    assert_eq!(found, [true, false]);
}

#[test]
fn what_is_known_of_a_difference_moves_with_a_constant() {
    // x <= y - 3, so x + 4 may be more than y, or less.
    let found = news(|terms, inputs| {
        let (hundred, two, four) = (terms.word(100), terms.word(2), terms.word(4));
        let [x, y] = inputs.map(|input| terms.urem(input, hundred));
        let (more, less) = (terms.add(x, four), terms.sub(y, two));
        let (equal, above) = (terms.eq(more, y), terms.slt(y, more));
        vec![terms.slt(x, less), terms.not(equal), terms.not(above)]
    });
    assert_eq!(found, [true; 3]);
}

#[test]
fn conditions_may_contradict_each_other() {
    let found = news(|terms, inputs| {
        let (one, seven, eight) = (terms.word(1), terms.word(7), terms.word(8));
        let [x, y] = inputs.map(|input| terms.urem(input, eight));
        let [more, most] = [terms.add(x, one), terms.add(x, seven)];
        vec![terms.slt(most, y), terms.slt(y, x), terms.slt(more, y), terms.slt(x, y)]
    });
    assert_eq!(found.len(), 4);
}

#[test]
fn what_can_be_taken_away_eight_times_from_seven_is_nothing() {
    let mut terms = Terms::new();
    let (x, y) = (terms.symbol("x"), terms.symbol("y"));
    let eight = terms.word(8);
    let [mut rest, step] = [x, y].map(|input| terms.urem(input, eight));
    let mut path = Vec::new();
    for _ in 0..20 {
        let (done, less) = (terms.eq(rest, step), terms.slt(rest, step));
        path.extend([terms.not(done), terms.not(less)]);
        rest = terms.sub(rest, step);
    }
    let new = |facts: &Facts| facts.redundancies().filter(|said| said.is_new).count();
    let mut facts = Facts::default();
    facts.follow(&mut terms, path.iter().copied());
    let all = new(&facts);
    assert!((8..=17).contains(&all), "{all} of {}", path.len());
    // Whatever it leaves on the way back is forgotten.
    facts.follow(&mut terms, path[..4].iter().copied());
    assert_eq!(new(&facts), 4);
    facts.follow(&mut terms, path.iter().copied());
    assert_eq!(new(&facts), all);
}

#[test]
fn a_fact_settles_what_depends_on_it() {
    let mut terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.symbol(name));
    let (zero, one, two) = (terms.word(0), terms.word(1), terms.word(2));
    // x * (1 - 2 * sign), where sign is 1 if x < 0.
    let negative = terms.slt(x, zero);
    let sign = terms.ite(negative, one, zero);
    let double = terms.mul(two, sign);
    let factor = terms.sub(one, double);
    let product = terms.mul(x, factor);
    let minus = terms.sub(zero, x);
    let [known] = assuming(&mut terms, &[negative], [product]);
    let equal = terms.eq(known, minus);
    assert_eq!(terms.as_bool(equal), Some(true));
    let positive = terms.not(negative);
    assert_eq!(assuming(&mut terms, &[positive], [product]), [x]);
    assert_eq!(assuming(&mut terms, &[], [product]), [product]);

    let sum = terms.add(x, y);
    let is_two = terms.eq(y, two);
    let x_plus_two = terms.add(x, two);
    assert_eq!(assuming(&mut terms, &[is_two], [sum, x]), [x_plus_two, x]);
}

#[test]
fn words_that_are_equal_are_one() {
    let mut terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.symbol(name));
    let five = terms.word(5);
    // x + 5 * y, and the other way round.
    let [five_x, five_y] = [x, y].map(|word| terms.mul(five, word));
    let sums = [terms.add(x, five_y), terms.add(y, five_x)];
    let differ = |terms: &mut Terms, facts: &[Term]| {
        let [a, b] = assuming(terms, facts, sums);
        a != b
    };
    let equal = terms.eq(x, y);
    assert!(!differ(&mut terms, &[equal]));
    for less in [Terms::slt, Terms::ult] {
        let [one, other] = [less(&mut terms, x, y), less(&mut terms, y, x)];
        let [one, other] = [terms.not(one), terms.not(other)];
        assert!(!differ(&mut terms, &[one, other]));
        assert!(!differ(&mut terms, &[other, one]));
        assert!(differ(&mut terms, &[one]));
    }
    // One below and one above.
    let mut no_less = |a, b| {
        let less = terms.slt(a, b);
        terms.not(less)
    };
    let bounds = [no_less(x, five), no_less(five, x)];
    assert_eq!(assuming(&mut terms, &bounds, [x]), [five]);
    assert_eq!(assuming(&mut terms, &bounds[..1], [x]), [x]);
}

#[test]
fn the_last_digits_are_known_from_a_remainder() {
    let mut terms = Terms::new();
    let x = terms.symbol("x");
    let [ten, hundred, thousand] = [10, 100, 1000].map(|n| terms.word(n));
    for (remainder, expected) in [(0, [0, 0, 0]), (123, [3, 2, 1]), (-457, [-7, -5, -4])] {
        let last_three = terms.srem(x, thousand);
        let remainder = terms.word(remainder as u32);
        let fact = terms.eq(last_three, remainder);
        let digits = [x, terms.sdiv(x, ten), terms.sdiv(x, hundred)];
        let digits = digits.map(|number| terms.srem(number, ten));
        let expected = expected.map(|digit: i32| terms.word(digit as u32));
        assert_eq!(assuming(&mut terms, &[fact], digits), expected);
    }
    // Bits that are known one by one are known together.
    let [two, four, eight] = [2, 4, 8].map(|n| terms.word(n));
    let bits = [x, terms.udiv(x, two), terms.udiv(x, four)].map(|n| terms.urem(n, two));
    let zero = terms.word(0);
    let facts = bits.map(|bit| terms.eq(bit, zero));
    let facts = [facts[2], terms.not(facts[0]), terms.not(facts[1])];
    let last_three = terms.urem(x, eight);
    assert_eq!(assuming(&mut terms, &facts, [last_three]), [terms.word(3)]);

    // Of the fourth it says nothing, and nothing of unsigned ones.
    let fact = {
        let last_three = terms.srem(x, thousand);
        terms.eq(last_three, ten)
    };
    let fourth = terms.sdiv(x, thousand);
    let others = [terms.srem(fourth, ten), terms.urem(x, ten)];
    assert_eq!(assuming(&mut terms, &[fact], others), others);
}

/// The larger of `x` and `y`, as `y + (y < x) * (x - y)`.
fn larger(terms: &mut Terms, x: Term, y: Term) -> Term {
    let (zero, one) = (terms.word(0), terms.word(1));
    let less = terms.slt(y, x);
    let (bit, distance) = (terms.ite(less, one, zero), terms.sub(x, y));
    let more = terms.mul(bit, distance);
    terms.add(y, more)
}

#[test]
fn the_larger_one_without_a_branch() {
    let mut terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.symbol(name));
    let larger = larger(&mut terms, x, y);
    let [less, greater] = [terms.slt(x, y), terms.slt(y, x)];
    let no_less = terms.not(less);
    assert!(are_equal(&mut terms, &[no_less], [larger, x]));
    assert!(are_equal(&mut terms, &[less], [larger, y]));
    assert!(are_equal(&mut terms, &[greater], [larger, x]));
    assert!(!are_equal(&mut terms, &[], [larger, x]));
    assert!(!are_equal(&mut terms, &[greater], [larger, y]));
    let by_choice = terms.ite(less, y, x);
    assert!(are_equal(&mut terms, &[], [larger, by_choice]));
    let smaller = terms.ite(less, x, y);
    assert!(!are_equal(&mut terms, &[], [larger, smaller]));
}

#[test]
fn one_comparison_in_the_case_of_another() {
    let mut terms = Terms::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| terms.symbol(name));
    let pairs = [[x, y], [y, z]];
    let larger = pairs.map(|[a, b]| larger(&mut terms, a, b));
    let choices = pairs.map(|[a, b]| {
        let less = terms.slt(b, a);
        terms.ite(less, a, b)
    });
    let [sum, of_choices] = [larger, choices].map(|[a, b]| terms.add(a, b));
    assert!(are_equal(&mut terms, &[], [sum, of_choices]));
    assert!(!are_equal(&mut terms, &[], [sum, larger[0]]));
}

/// A term of two inputs.
type Build = fn(&mut Terms, [Term; 2]) -> Term;

fn are_equal_as_numbers(facts: &[Build], words: [Build; 2]) -> bool {
    let mut terms = Terms::new();
    let inputs = ["x", "y"].map(|name| terms.symbol(name));
    let facts: Vec<Term> = facts.iter().map(|fact| fact(&mut terms, inputs)).collect();
    let words = words.map(|word| word(&mut terms, inputs));
    are_equal(&mut terms, &facts, words)
}

fn is_positive(terms: &mut Terms, [x, _]: [Term; 2]) -> Term {
    let zero = terms.word(0);
    let negative = terms.slt(x, zero);
    terms.not(negative)
}

fn twelfth_rounded_up(terms: &mut Terms, [x, _]: [Term; 2]) -> Term {
    let (eleven, twelve) = (terms.word(11), terms.word(12));
    let sum = terms.add(x, eleven);
    terms.udiv(sum, twelve)
}

#[test]
fn a_quotient_is_rounded_up() {
    fn leaves_none(terms: &mut Terms, [x, _]: [Term; 2]) -> Term {
        let (zero, twelve) = (terms.word(0), terms.word(12));
        let remainder = terms.srem(x, twelve);
        terms.eq(remainder, zero)
    }
    let leaves_some: Build = |terms, inputs| {
        let none = leaves_none(terms, inputs);
        terms.not(none)
    };
    fn twelfth(terms: &mut Terms, [x, _]: [Term; 2]) -> Term {
        let twelve = terms.word(12);
        terms.sdiv(x, twelve)
    }
    let and_one: Build = |terms, inputs| {
        let (one, quotient) = (terms.word(1), twelfth(terms, inputs));
        terms.add(quotient, one)
    };
    let up: Build = twelfth_rounded_up;
    assert!(are_equal_as_numbers(&[is_positive, leaves_none], [up, twelfth]));
    assert!(are_equal_as_numbers(&[is_positive, leaves_some], [up, and_one]));
    assert!(!are_equal_as_numbers(&[is_positive, leaves_some], [up, twelfth]));
    assert!(!are_equal_as_numbers(&[leaves_none], [up, twelfth]), "it may be negative");
    assert!(!are_equal_as_numbers(&[is_positive], [up, and_one]), "it may leave nothing");
}

#[test]
fn the_mean_by_halves_and_by_the_distance() {
    let no_less: Build = |terms, [x, y]| {
        let less = terms.ult(x, y);
        terms.not(less)
    };
    let by_distance: Build = |terms, [x, y]| {
        let (two, distance) = (terms.word(2), terms.sub(x, y));
        let half = terms.udiv(distance, two);
        terms.add(y, half)
    };
    let by_halves: Build = |terms, inputs| {
        let two = terms.word(2);
        let [x, y] = inputs.map(|input| terms.udiv(input, two));
        let [a, b] = inputs.map(|input| terms.urem(input, two));
        let (halves, both) = (terms.add(x, y), terms.mul(a, b));
        terms.add(halves, both)
    };
    assert!(are_equal_as_numbers(&[no_less], [by_distance, by_halves]));
    assert!(!are_equal_as_numbers(&[], [by_distance, by_halves]));
}

/// A remainder of the last two digits.
fn left_by_number<const BY: u32>(terms: &mut Terms, [x, _]: [Term; 2]) -> Term {
    let (by, hundred) = (terms.word(BY), terms.word(100));
    let last = terms.urem(x, hundred);
    terms.urem(last, by)
}

/// What their sum leaves.
fn left_by_digits<const BY: u32>(terms: &mut Terms, [x, _]: [Term; 2]) -> Term {
    let (by, ten) = (terms.word(BY), terms.word(10));
    let tens = terms.udiv(x, ten);
    let [low, high] = [x, tens].map(|word| terms.urem(word, ten));
    let sum = terms.add(low, high);
    terms.urem(sum, by)
}

#[test]
fn a_number_leaves_what_its_digits_leave() {
    assert!(are_equal_as_numbers(&[], [left_by_number::<9>, left_by_digits::<9>]));
    assert!(!are_equal_as_numbers(&[], [left_by_number::<8>, left_by_digits::<8>]));
}
