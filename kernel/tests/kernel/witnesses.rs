//! Claims that an input is the only one, or the least one, on which programs differ are compared with runs on all
//! inputs.

use crate::support::{layout, two_numbers};
use serde_json::{Value, json};
use tamarin_kernel::claim::{Statement, Steps};
use tamarin_kernel::evidence::Input;
use tamarin_kernel::term::Terms;
use tamarin_kernel::walk::key;
use tamarin_kernel::word::Width;
use tamarin_kernel::{Claim, Evidence, check};

/// The place of an input in the order of witnesses, by a second definition: words come in the order 0, 1,
/// -1, 2, -2 and so on.
fn place(width: Width, words: &[u64]) -> (usize, Vec<i128>) {
    let rank = |&word: &u64| match width.signed(word) {
        value if value > 0 => 2 * value - 1,
        value => -2 * value,
    };
    (words.iter().filter(|&&word| word != 0).count(), words.iter().map(rank).collect())
}

/// The key of an input, by its definition in the kernel.
fn key_of(width: Width, words: &[u64]) -> Vec<u64> {
    let mut terms = Terms::new(width, layout(4), u64::MAX);
    let words: Vec<_> = words.iter().map(|&word| terms.constant(word)).collect();
    let key = key(&mut terms, &words).expect("there is work left");
    key.into_iter().map(|term| terms.as_constant(term).expect("it is a number")).collect()
}

#[test]
fn keys_are_in_the_order_of_witnesses() {
    for (bits, count) in [(5, 1), (3, 2), (2, 3)] {
        let width = Width::new(bits).unwrap();
        let input = |code: u64| -> Vec<u64> {
            (0..count).map(|index| width.wrap(code >> (bits * index))).collect()
        };
        let inputs: Vec<Vec<u64>> = (0..1 << (bits * count)).map(input).collect();
        let keys: Vec<Vec<u64>> = inputs.iter().map(|words| key_of(width, words)).collect();
        for (a, a_key) in inputs.iter().zip(&keys) {
            for (b, b_key) in inputs.iter().zip(&keys) {
                assert_eq!(a_key.cmp(b_key), place(width, a).cmp(&place(width, b)), "{a:?} {b:?}");
            }
        }
    }
}

/// A program that computes `of[0]·a + of[1]·b + of[2]·a·b + constant` in `$3`.
#[derive(Clone, Copy, Debug)]
struct Polynomial {
    of: [u32; 3],
    constant: u32,
}

impl Polynomial {
    fn random(random: &mut oorandom::Rand64) -> Polynomial {
        let mut small = || random.rand_range(0..3) as u32;
        Polynomial { of: [small(), small(), small()], constant: small() }
    }

    fn words(self) -> Vec<u64> {
        // lis $3; .word constant; mult $1, $2; mflo $4
        let mut words = vec![0x1814, u64::from(self.constant), 0x0022_0018, 0x2012];
        // add $3, $3, $1; add $3, $3, $2; add $3, $3, $4
        for (word, count) in [0x0061_1820, 0x0062_1820, 0x0064_1820].into_iter().zip(self.of) {
            words.extend(std::iter::repeat_n(word, count as usize));
        }
        words.push(0x03e0_0008);
        words
    }

    fn steps(self) -> u64 {
        4 + self.of.iter().map(|count| u64::from(*count)).sum::<u64>()
    }

    fn value(self, [a, b]: [u32; 2]) -> u32 {
        let [by_a, by_b, by_both] = self.of;
        let of_both = by_both.wrapping_mul(a).wrapping_mul(b);
        let sum = by_a.wrapping_mul(a).wrapping_add(by_b.wrapping_mul(b));
        sum.wrapping_add(of_both).wrapping_add(self.constant)
    }
}

/// The inputs of a claim: `count` numbers from `first` on for each word.
#[derive(Clone, Copy)]
struct Domain {
    first: [u32; 2],
    count: u32,
}

impl Domain {
    fn inputs(self) -> Vec<[u32; 2]> {
        let word = |index: usize, at: u32| self.first[index].wrapping_add(at);
        let all = (0..self.count * self.count).map(|at| (at / self.count, at % self.count));
        all.map(|(a, b)| [word(0, a), word(1, b)]).collect()
    }

    /// A premise for each word: its distance from the first one.
    fn distance(self, index: usize) -> String {
        format!("{} - {}", ["a", "b"][index], self.first[index])
    }
}

/// The factor of `word` in the normal form of `word - value = 0`, where the word has no constant.
fn sign(value: u32) -> i64 {
    if value != 0 && value < 1 << 31 { -1 } else { 1 }
}

/// Steps that bound a word from both sides by the number that it is, by an equation with a label, in which
/// the word has this factor.
fn bounds(word: &str, value: u32, zero: &str, factor: i64) -> Vec<Value> {
    if value == 0 {
        return Vec::new();
    }
    let by = |on: [&str; 2]| json!([{ "rule": "linear", "on": on, "times": [1, 1] }]);
    let cut = |fact: String| json!({ "rule": "cut", "fact": fact, "as": "cut", "cases": [by(["c", "cut"])] });
    let (most, least) = (format!("{word} <=u {value}"), format!("{word} >=u {value}"));
    let rest = match factor {
        1 => format!("{word} - {value}"),
        _ => format!("{value} - ({word})"),
    };
    let carry =
        json!({ "rule": "carry", "sum": [[factor, rest]], "plus": value, "on": [zero], "as": "c" });
    match factor {
        -1 => vec![
            carry,
            cut(most),
            json!({ "rule": "linear", "on": ["c.1", zero], "times": [1, 1] }),
        ],
        _ => {
            let mut least = cut(least);
            least["cases"][0][0]["on"] = json!(["c.1", "cut"]);
            vec![carry, json!({ "rule": "linear", "on": ["c", zero], "times": [1, 1] }), least]
        }
    }
}

/// Steps that name the facts about a word of an input that is a number: `a.is` is the equation.
fn known(domain: Domain, index: usize, value: u32) -> Vec<Value> {
    let (name, at) = (["a", "b"][index], value.wrapping_sub(domain.first[index]));
    let above = match at + 1 == domain.count {
        true => ["premise", "premise.1"][index].to_owned(),
        false => format!("{name}.{at}"),
    };
    let mut on = vec![above.clone()];
    if at > 0 {
        on.push(format!("{name}.{}", at - 1));
    }
    let zero = format!("{name}.is");
    let mut steps = vec![
        json!({ "rule": "carry", "sum": [[1, domain.distance(index)]], "plus": -i64::from(at), "on": on, "as": "c" }),
        json!({ "rule": "linear", "on": ["c", above], "times": [1, 1], "as": zero }),
    ];
    if domain.first[index] != 0 {
        steps.extend(bounds(name, value, &zero, sign(value)));
    }
    steps
}

/// Steps that bound the key of an input whose words are numbers.
fn known_key(input: [u32; 2]) -> Vec<Value> {
    let mut steps = Vec::new();
    for (name, value) in ["a", "b"].into_iter().zip(input) {
        let (order, zero) = (format!("less({name}, 0x80000000)"), format!("{name}.is"));
        let size = (value as i32).unsigned_abs();
        let factors = [format!("{}*(2*{order} - 1)", sign(value)), format!("2*{value}")];
        steps.push(json!({ "rule": "ring", "on": [zero], "terms": [order], "factors": factors, "as": "size" }));
        let word = format!("{name}*(2*{order} - 1)");
        steps.extend(bounds(&word, size, "size", sign(size)));
        if size > 1 {
            // The normal form of `word = 0` is that of the negated word.
            let factors = ["1".to_owned(), sign(size).to_string()];
            let refuted = json!([{ "rule": "ring", "on": ["size", "cut"], "factors": factors }]);
            let fact = format!("{word} != 0");
            steps.push(json!({ "rule": "cut", "fact": fact, "as": "cut", "cases": [refuted] }));
        }
    }
    let count = input.iter().filter(|&&word| word != 0).count() as u32;
    let orders = ["less(a, 1)", "less(b, 1)"];
    steps.push(json!({ "rule": "ring", "terms": orders, "factors": ["-1", "-1"], "as": "count" }));
    steps.extend(bounds("2 - less(a, 1) - less(b, 1)", count, "count", 3 - 2 * i64::from(count)));
    steps
}

/// What a claim states about an input of the domain.
enum Says {
    /// The programs agree.
    Agree,
    /// Nothing; for `least`, since the key of the witness is smaller in this component.
    Nothing(usize),
}

/// Evidence with a case for each input.
fn evidence(
    programs: [Polynomial; 2],
    domain: Domain,
    says: &dyn Fn([u32; 2]) -> Says,
) -> Evidence {
    let [left, right] = programs;
    let leaf = |input: [u32; 2]| {
        let mut steps = known(domain, 1, input[1]);
        match says(input) {
            Says::Agree => {
                let by = |at: usize| left.of[at].wrapping_sub(right.of[at]);
                let sign = |at: usize| sign(input[at]);
                let factors = [
                    format!("{}*({} + {}*b)", sign(0), by(0), by(2)),
                    format!("{}*({} + {}*{})", sign(1), by(1), by(2), input[0]),
                ];
                let equal = json!([{ "rule": "ring", "on": ["a.is", "b.is"], "factors": factors }]);
                steps.push(json!({ "run": ["left", left.steps()] }));
                steps.push(json!({ "run": ["right", right.steps()] }));
                steps.push(json!({ "end": "both", "by": { "$3": equal } }));
            }
            Says::Nothing(component) => {
                steps.extend(known_key(input));
                steps.push(json!({ "end": "exempt", "component": component }));
            }
        }
        steps
    };
    let cases = |index: usize, leaf: &dyn Fn(u32) -> Vec<Value>| {
        let mut steps = Vec::new();
        for at in 0..domain.count {
            let case = leaf(domain.first[index].wrapping_add(at));
            if at + 1 == domain.count {
                steps.extend(case);
                break;
            }
            let name = format!("{}.{at}", ["a", "b"][index]);
            let fact = format!("{} <=u {at}", domain.distance(index));
            steps.push(json!({ "rule": "split", "fact": fact, "as": name, "cases": [case] }));
        }
        steps
    };
    let start = cases(0, &|a| {
        let mut steps = known(domain, 0, a);
        steps.extend(cases(1, &|b| leaf([a, b])));
        steps
    });
    let other = domain.inputs().into_iter().find(|&input| matches!(says(input), Says::Agree));
    let words = other.unwrap_or(domain.first).map(u64::from);
    let exercise = json!({ "input": { "words": words }, "steps": 20 });
    let evidence = json!({ "work": 10_000_000, "exercise": exercise, "start": start });
    serde_json::from_value(evidence).expect("it is evidence")
}

fn claim(programs: [Polynomial; 2], domain: Domain, statement: Statement) -> Claim {
    let mut claim = two_numbers(programs.map(Polynomial::words), statement);
    let premise = |index| format!("{} <u {}", domain.distance(index), domain.count);
    claim.premises = [0, 1].map(|index| premise(index).as_str().into()).to_vec();
    claim
}

fn input(words: [u32; 2]) -> Input {
    Input { words: words.map(u64::from).to_vec(), ..Input::default() }
}

/// Programs that differ on at least one and at most `most` inputs of a domain, with these inputs.
fn differing(
    domain: Domain,
    most: usize,
    random: &mut oorandom::Rand64,
) -> ([Polynomial; 2], Vec<[u32; 2]>) {
    loop {
        let programs = [Polynomial::random(random), Polynomial::random(random)];
        let differ = |&input: &[u32; 2]| programs[0].value(input) != programs[1].value(input);
        let found: Vec<[u32; 2]> = domain.inputs().into_iter().filter(differ).collect();
        if !found.is_empty() && found.len() <= most {
            return (programs, found);
        }
    }
}

const DOMAINS: [Domain; 3] = [
    Domain { first: [u32::MAX - 1, u32::MAX], count: 3 },
    Domain { first: [0, 0], count: 3 },
    // The absolute value of the least number is no signed number.
    Domain { first: [1 << 31, u32::MAX], count: 2 },
];

#[test]
fn what_runs_show_is_accepted_and_nothing_else() {
    let width = Width::new(32).unwrap();
    let place = |words: [u32; 2]| place(width, &words.map(u64::from));
    let key = |words: [u32; 2]| key_of(width, &words.map(u64::from));
    let mut random = oorandom::Rand64::new(11);
    let (mut accepted, mut refused) = ([0; 2], [0; 2]);
    for round in 0..12 {
        // Such polynomials differ on one input of four at least, or on two of nine.
        let (domain, most) = match round % 4 {
            0 => (Domain { first: [0, 0], count: 2 }, 1),
            other => (DOMAINS[other - 1], 4),
        };
        let (programs, differ) = differing(domain, most, &mut random);
        for witness in domain.inputs() {
            let says = |other: [u32; 2]| match place(other) < place(witness) {
                true => Says::Agree,
                false => {
                    let mut components = key(witness).into_iter().zip(key(other));
                    Says::Nothing(components.position(|(a, b)| a != b).unwrap_or(5))
                }
            };
            let statement = Statement::Least { witness: input(witness), among: Steps::All };
            let least =
                check(&claim(programs, domain, statement), &evidence(programs, domain, &says));
            let is_least = differ.iter().min_by_key(|it| place(**it)) == Some(&witness);
            assert_eq!(least.is_ok(), is_least, "{programs:?} {differ:?} {witness:?} {least:?}");
            let says = |other| if other == witness { Says::Nothing(0) } else { Says::Agree };
            let statement = Statement::Only { witness: input(witness), among: Steps::All };
            let only =
                check(&claim(programs, domain, statement), &evidence(programs, domain, &says));
            assert_eq!(only.is_ok(), differ == [witness], "{programs:?} {differ:?} {only:?}");
            for (index, result) in [least.is_ok(), only.is_ok()].into_iter().enumerate() {
                let counts = if result { &mut accepted } else { &mut refused };
                counts[index] += 1;
            }
        }
    }
    println!("accepted: {accepted:?}, refused: {refused:?}");
    assert!(accepted[0] == 12 && accepted[1] > 2 && refused[0] > 50, "{accepted:?} {refused:?}");
}

#[test]
fn no_smaller_input_is_left_out() {
    let mut random = oorandom::Rand64::new(13);
    let width = Width::new(32).unwrap();
    let mut tried = 0;
    for round in 0..9 {
        let domain = DOMAINS[round % DOMAINS.len()];
        let (programs, differ) = differing(domain, 4, &mut random);
        let place = |words: &[u32; 2]| place(width, &words.map(u64::from));
        let greatest = *differ.iter().max_by_key(|it| place(it)).expect("there is one");
        if differ.len() == 1 {
            continue;
        }
        // The evidence exempts the inputs that differ, whatever component it names.
        for component in 0..7 {
            let says = |other| match differ.contains(&other) || place(&other) > place(&greatest) {
                true => Says::Nothing(component),
                false => Says::Agree,
            };
            for statement in [
                Statement::Least { witness: input(greatest), among: Steps::All },
                Statement::Only { witness: input(greatest), among: Steps::All },
            ] {
                let claim = claim(programs, domain, statement);
                check(&claim, &evidence(programs, domain, &says)).unwrap_err();
                tried += 1;
            }
        }
    }
    assert!(tried > 40, "{tried}");
}

#[test]
fn short_runs_only_where_the_reader_says_so() {
    let programs = [[1, 0, 0], [0, 1, 0]].map(|of| Polynomial { of, constant: 0 });
    let domain = Domain { first: [0, 0], count: 1 };
    // The only input is no witness, and on [1, 0] the programs differ.
    let wider = Domain { first: [0, 0], count: 2 };
    let least = |among| Statement::Least { witness: input([1, 0]), among };
    let late: Evidence = serde_json::from_value(json!({
        "work": 10_000,
        "exercise": { "input": { "words": [0, 0] }, "steps": 20 },
        "start": [{ "run": ["left", 2] }, { "run": ["right", 2] }, { "end": "late" }]
    }))
    .unwrap();
    assert!(check(&claim(programs, domain, least(Steps::All)), &late).is_err());
    for among in [Steps::All, Steps::Within(2), Steps::StackDepth(0)] {
        // Within two steps nothing stops, so that the claim is about nothing.
        check(&claim(programs, wider, least(among)), &late).unwrap_err();
    }
    let mut longer = late.clone();
    longer.start.clear();
    check(&claim(programs, wider, least(Steps::Within(9))), &longer).unwrap_err();
}
