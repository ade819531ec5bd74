//! Soundness of each rule, for all words of 3 to 6 bits: if the known facts hold, all facts of at least one case hold.
//! A second implementation evaluates the terms.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::support::setting::{labels, rule, setting, setting_in, text};
use crate::support::{layout, sat};
use tamarin_kernel::context::Region;
use tamarin_kernel::evidence::{Body, FactText, Function, How, Lemma, Rule};
use tamarin_kernel::execute::Domain;
use tamarin_kernel::fact::Fact;
use tamarin_kernel::machine::Layout;
use tamarin_kernel::rules::{self, TABLE, bits};
use tamarin_kernel::scope::descent;
use tamarin_kernel::symbolic::Symbolic;
use tamarin_kernel::term::{Contents, StartArray, StartMemory};
use tamarin_kernel::word::Operator;

/// Pseudo-random numbers that are the same in each run.
fn random() -> oorandom::Rand64 {
    oorandom::Rand64::new(7)
}

fn small(random: &mut oorandom::Rand64, least: i64, most: i64) -> i64 {
    least + random.rand_range(0..(most - least + 1) as u64) as i64
}

const TERMS: [&str; 9] =
    ["x", "y", "x + y", "x - y", "3*x + 5", "x*y", "less(x, y)", "x / y", "high(x, y) - x % y"];

#[test]
fn the_table_holds_the_rules_that_are_tested_here() {
    let tested = [
        "split",
        "cut",
        "ring",
        "congruence",
        "linear",
        "carry",
        "product",
        "monotone",
        "divide",
        "quotient",
        "bits",
        "memory.store",
        "memory.region",
        "memory.array",
        "memory.blank",
        "unfold",
        "lemma",
    ];
    assert_eq!(TABLE.map(|(name, _)| name), tested);
}

#[test]
fn facts_in_normal_form_say_the_same() {
    let mut random = random();
    let mut s = setting(3, &["x", "y"]);
    let terms: Vec<_> = TERMS.iter().map(|text| s.scope().term(text).unwrap()).collect();
    for _ in 0..400 {
        let count = small(&mut random, 1, 3);
        let sum: Vec<_> = (0..count)
            .map(|_| {
                let term = terms[random.rand_range(0..terms.len() as u64) as usize];
                (term, i128::from(small(&mut random, -4, 4)))
            })
            .collect();
        let most = i128::from(small(&mut random, -9, 9));
        let fact = Fact::new(&mut s.terms, sum.clone(), most).unwrap();
        s.each(|model| {
            let direct = Fact { sum: sum.clone(), most };
            let holds = model.holds(&s.terms, &direct);
            assert_eq!(model.holds(&s.terms, &fact), holds, "{direct:?} {fact:?}");
            assert_eq!(model.holds(&s.terms, &fact.negated()), !holds);
            assert!(fact.folded().is_none_or(|folded| folded == holds));
        });
    }
}

#[test]
fn operators_on_terms_are_those_on_words() {
    use Operator::*;
    let all = [
        Add,
        Sub,
        Mul,
        High,
        HighSigned,
        Quotient,
        Remainder,
        QuotientSigned,
        RemainderSigned,
        Less,
        LessSigned,
    ];
    for known in [None, Some("x < 0"), Some("x >= 0"), Some("x <u y"), Some("y < 0")] {
        let mut s = setting(4, &["x", "y"]);
        s.assume(&known.map(text).into_iter().collect::<Vec<_>>());
        let (x, y) = (s.point.context.names["x"], s.point.context.names["y"]);
        for operator in all {
            let mut domain = Symbolic { terms: &mut s.terms, context: &s.point.context, side: 0 };
            let term = domain.apply(operator, x, y).unwrap();
            s.each(|model| {
                let (x, y) = (model.symbols["x"], model.symbols["y"]);
                let is_allowed =
                    s.point.context.facts().iter().all(|fact| model.holds(&s.terms, fact));
                let divides =
                    !matches!(operator, Add | Sub | Mul | High | HighSigned | Less | LessSigned);
                if is_allowed && !(divides && y == 0) {
                    let value = operator.apply(s.terms.width, x, y);
                    assert_eq!(model.term(&s.terms, term), value, "{operator:?} {x} {y}");
                }
            });
        }
    }
}

#[test]
fn branches() {
    for fact in ["x = y", "x < y", "x <u 3", "less(x, y) = 1", "1 - less(x, y) = 0", "2*x != y"] {
        for name in ["split", "cut"] {
            let cases =
                setting(4, &["x", "y"]).sound(&Rule { fact: text(fact), ..rule(name, &[]) });
            assert_eq!(cases.len(), 2);
            assert_eq!(cases[0][0].negated(), cases[1][0]);
        }
    }
}

#[test]
fn ring() {
    for a in ["x = 3*y", "x*y = z", "x*x + y = 4*z"] {
        for b in ["x <u y", "y >=u x", "x >=u y", "y <u x", "x < y", "x >= y", "x = 2 - 2*y"] {
            let mut s = setting(3, &["x", "y", "z"]);
            s.assume(&[text(a), text(b)]);
            let rule = |on, factors: &[&str], orders: &[&str]| {
                let factors = factors.iter().map(|it| (*it).to_owned()).collect();
                Rule { on: labels(on), factors, ..rule("ring", orders) }
            };
            s.sound(&rule(1, &["x + 2*z"], &[]));
            let mut known = 0;
            for order in ["less(x, y)", "less(y, x)", "less(x + 4, y + 4)"] {
                let by = rule(1, &["x + 2*z", "5 - y"], &[order]);
                if rules::apply(&mut s.scope(), &by).is_ok() {
                    known += 1;
                    s.sound(&by);
                }
            }
            assert!((known > 0) != b.contains(" = "), "{b}: {known}");
            if b.contains(" = ") {
                s.sound(&rule(2, &["x + 2*z", "5 - y"], &[]));
            }
        }
    }
    let mut s = setting(3, &["x", "y"]);
    s.assume(&[FactText::Sum { sum: vec![(2, "x".into()), (1, "y".into())], most: 3 }]);
    let one = vec!["1".to_owned()];
    let no_equation = Rule { on: labels(1), factors: one.clone(), ..rule("ring", &[]) };
    assert!(rules::apply(&mut s.scope(), &no_equation).is_err());
    let no_order = Rule { factors: one, ..rule("ring", &["x*y"]) };
    assert!(rules::apply(&mut s.scope(), &no_order).is_err());
}

#[test]
fn congruence() {
    for operation in ["less", "high", "/", "%", "load", "f"] {
        let of = |a: &str, b: &str| match operation {
            "/" | "%" => format!("({a}) {operation} ({b})"),
            "load" => format!("load(m, {a} + {b})"),
            _ => format!("{operation}({a}, {b})"),
        };
        let mut s = setting(3, &["x", "y", "z"]);
        s.functions = vec![function("f", &["x", "y"])];
        s.model.functions = vec![|of| 3 * of[0] + of[1] * of[1]];
        s.model.memories.insert("m".into(), vec![5, 2, 7, 0, 1, 1, 3, 6]);
        let terms = [of("x", "y"), of("x + 2*z", "y*y")];
        s.sound(&rule("congruence", &[&terms[0], &terms[1]]));
        let other = rule("congruence", &[&terms[0], "x*y"]);
        assert!(rules::apply(&mut s.scope(), &other).is_err());
    }
    let different = rule("congruence", &["load(m, x)", "load(other, x)"]);
    assert!(rules::apply(&mut setting(3, &["x"]).scope(), &different).is_err());
    let different = rule("congruence", &["x / y", "x % y"]);
    assert!(rules::apply(&mut setting(3, &["x", "y"]).scope(), &different).is_err());
}

fn function(name: &str, arguments: &[&str]) -> Function {
    let arguments = arguments.iter().map(|name| (*name).to_owned()).collect();
    Function { name: name.into(), arguments, ..Function::default() }
}

#[test]
fn linear() {
    let mut random = random();
    let mut closed = 0;
    for _ in 0..1000 {
        let mut s = setting(3, &["x", "y"]);
        let facts: Vec<FactText> = (0..3)
            .map(|_| {
                let mut pair = || {
                    let text = TERMS[random.rand_range(0..4) as usize];
                    (small(&mut random, -3, 3), text.to_owned())
                };
                let sum = vec![pair(), pair()];
                FactText::Sum { sum, most: small(&mut random, -6, 6) }
            })
            .collect();
        s.assume(&facts);
        let times = (0..3).map(|_| small(&mut random, 0, 3)).collect();
        let rule = Rule { on: labels(3), times, ..rule("linear", &[]) };
        let cases = rules::apply(&mut s.scope(), &rule).unwrap();
        let mut is_possible = false;
        s.each(|model| {
            if s.point.context.facts().iter().all(|fact| model.holds(&s.terms, fact)) {
                is_possible = true;
                assert!(model.holds(&s.terms, &cases[0][0]));
            }
        });
        let is_closed = cases[0][0].folded() == Some(false);
        assert!(!(is_closed && is_possible));
        closed += u32::from(is_closed);
    }
    assert!(closed > 20, "{closed}");
    let mut s = setting(3, &["x"]);
    s.assume(&[text("x <u 3")]);
    let negative = Rule { on: labels(1), times: vec![-1], ..rule("linear", &[]) };
    assert!(rules::apply(&mut s.scope(), &negative).is_err());
}

#[test]
fn carry() {
    let mut random = random();
    for round in 0..300 {
        let mut s = setting(3, &["x", "y"]);
        let mut pair = || {
            let text = TERMS[random.rand_range(0..5) as usize];
            (small(&mut random, -3, 3), text.to_owned())
        };
        let sum = vec![pair(), pair()];
        let plus = small(&mut random, -9, 9);
        let mut on = Vec::new();
        if round % 2 == 0 {
            let most = small(&mut random, -4, 8);
            let negated = sum.iter().map(|(factor, text)| (-factor, text.clone())).collect();
            s.assume(&[
                FactText::Sum { sum: sum.clone(), most },
                FactText::Sum { sum: negated, most: small(&mut random, -most, 9) },
            ]);
            on = labels(2);
        }
        let rule = Rule { on, sum, plus, ..rule("carry", &[]) };
        if rules::apply(&mut s.scope(), &rule).is_ok() {
            let mut is_possible = false;
            s.each(|model| {
                is_possible |=
                    s.point.context.facts().iter().all(|fact| model.holds(&s.terms, fact));
            });
            if is_possible {
                s.sound(&rule);
            }
        }
    }
}

#[test]
fn products_and_divisions() {
    setting(4, &["x", "y", "z"]).sound(&rule("monotone", &["x", "y", "z"]));
    setting(4, &["x", "y"]).sound(&rule("monotone", &["x", "5", "y"]));
    setting(5, &["x", "y"]).sound(&rule("divide", &["x", "y"]));
    for c in ["0", "1", "3", "16", "21", "31"] {
        setting(5, &["x", "y"]).sound(&rule("product", &["x + y", c]));
    }
    assert!(rules::apply(&mut setting(3, &["x"]).scope(), &rule("product", &["5", "x"])).is_err());
    for d in ["1", "3", "8", "15"] {
        setting(4, &["x"]).sound(&rule("divide", &["x", d]));
        setting(4, &["x", "y", "z"]).sound(&rule("quotient", &["x", d, "y", "z"]));
    }
    setting(3, &["a", "d", "x", "y"]).sound(&rule("quotient", &["a", "d", "x", "y"]));
}

/// Facts over all operations: the clauses can hold together exactly if the facts can.
#[test]
fn bits_decide() {
    let mut refuted = 0;
    let constraints = [
        "x + 3*y = 2",
        "x*y = 5",
        "x / y = 2",
        "x % y >=u 2",
        "high(x, y) = 1",
        "less(x, y) = 1",
        "x < y",
        "2*x != y - 1",
        "y <u 2",
        "x >= 2",
    ];
    for (index, a) in constraints.iter().enumerate() {
        for b in &constraints[index..] {
            for most in [-4, 0, 3] {
                let mut s = setting(2, &["x", "y"]);
                let sum = vec![(2, "x".to_owned()), (-3, "x + y".to_owned())];
                s.assume(&[text(a), text(b), FactText::Sum { sum, most }]);
                let mut is_possible = false;
                s.each(|model| {
                    // A quotient by zero is any word for the clauses.
                    let holds = |fact: &Fact| model.holds(&s.terms, fact);
                    is_possible |= s.point.context.facts().iter().all(holds);
                });
                let facts = s.point.context.facts().to_vec();
                let clauses = bits::clauses(&mut s.terms, &facts).unwrap();
                match sat::refute(&clauses) {
                    Some(proof) => {
                        refuted += 1;
                        assert!(!is_possible, "{a}, {b}, {most}");
                        let rule = Rule { on: labels(3), proof, ..rule("bits", &[]) };
                        assert!(s.sound(&rule).is_empty());
                    }
                    None => {
                        let divides = [a, b].iter().any(|it| it.contains(['/', '%']));
                        assert!(is_possible || divides, "{a}, {b}, {most}");
                    }
                }
                let rule = Rule { on: labels(3), proof: "0 1 2 0".into(), ..rule("bits", &[]) };
                assert!(is_possible <= rules::apply(&mut s.scope(), &rule).is_err());
            }
        }
    }
    assert!(refuted > 30, "{refuted}");
}

#[test]
fn loads_behind_stores() {
    let mut random = random();
    for _ in 0..20 {
        let mut s = setting(3, &["p", "q", "b"]);
        let [p, q] = ["p", "q"].map(|name| s.point.context.names[name]);
        let before = s.point.context.memories["m"];
        let first = s.terms.memory(Contents::Store { before, at: p, value: q });
        let value = s.terms.constant(6);
        let memory = s.terms.memory(Contents::Store { before: first, at: q, value });
        s.point.context.memories.insert("now".into(), memory);
        s.model.memories.insert("m".into(), (0..8).map(|_| random.rand_range(0..8)).collect());
        let cases = s.sound(&Rule { name: "now".into(), ..rule("memory.store", &["b"]) });
        assert_eq!(cases.len(), 3);
        s.sound(&Rule { name: "now".into(), ..rule("memory.store", &["q + 1"]) });
    }
}

/// Words of two cells: a store changes the words that overlap with it by half.
#[test]
fn loads_behind_stores_that_overlap() {
    let mut random = random();
    let halves = Layout { cell: 1, ..layout(2) };
    for _ in 0..10 {
        let mut s = setting_in(halves, 4, &["p", "q", "b"]);
        let [p, q] = ["p", "q"].map(|name| s.point.context.names[name]);
        let mut memory = s.point.context.memories["m"];
        let next = s.scope().term("q + 1").unwrap();
        for (at, value) in [(p, q), (next, p), (q, next)] {
            memory = s.terms.memory(Contents::Store { before: memory, at, value });
        }
        s.point.context.memories.insert("now".into(), memory);
        s.model.memories.insert("m".into(), (0..16).map(|_| random.rand_range(0..4)).collect());
        let cases = s.sound(&Rule { name: "now".into(), ..rule("memory.store", &["b"]) });
        assert_eq!(cases.len(), 10);
        for near in ["q", "q + 1", "q + 2", "q - 1", "q - 2", "p + 1"] {
            let address = s.scope().term(near).unwrap();
            s.sound(&Rule { name: "now".into(), ..rule("memory.store", &[near]) });
            let loaded = s.terms.load(memory, address).unwrap();
            s.each(|model| {
                let at = model.term(&s.terms, address);
                let expected = model.load(&s.terms, memory, at);
                assert_eq!(model.term(&s.terms, loaded), expected, "{near} {:?}", model.symbols);
            });
        }
    }
}

#[test]
fn loads_within_equal_regions() {
    let mut random = random();
    for _ in 0..50 {
        let (from, size) = (random.rand_range(0..8), random.rand_range(0..8));
        let mut s = setting(3, &["b"]);
        let of = [s.point.context.memories["m"], s.point.context.memories["other"]];
        let region = Region { of, from: s.terms.constant(from), size: s.terms.constant(size) };
        s.point.context.regions.insert("r".into(), region);
        let m: Vec<u64> = (0..8).map(|_| random.rand_range(0..8)).collect();
        let outside = |at: u64| (at.wrapping_sub(from) & 7) >= size;
        let other = (0..8).map(|at| if outside(at) { m[at as usize] ^ 1 } else { m[at as usize] });
        s.model.memories = HashMap::from([("other".into(), other.collect()), ("m".into(), m)]);
        s.sound(&Rule { name: "r".into(), ..rule("memory.region", &["b"]) });
    }
}

/// 64 bytes of memory: two words of text, then an array of at most 5 words of 2 bytes from 20 on.
#[test]
fn loads_at_the_start() {
    let values = [7, 60, 1, 33, 12];
    for length in 0..=5 {
        let mut s = setting(6, &["b", "n"]);
        let elements = s.terms.memory(Contents::Elements("e".into()));
        let array =
            StartArray { address: 20, length: s.point.context.names["n"], capacity: 5, elements };
        s.terms.starts[0] =
            StartMemory { text: vec![33, 44], array: Some(array), ..StartMemory::default() };
        s.assume(&[text(&format!("n = {length}"))]);
        let element =
            |at: usize| if at.is_multiple_of(2) { values.get(at / 2).copied() } else { None };
        s.model.memories.insert("e".into(), (0..64).map(|at| element(at).unwrap_or(9)).collect());
        let mut start = vec![0; 64];
        (start[0], start[2]) = (33, 44);
        // No program accesses the odd addresses within the array.
        (0..length)
            .for_each(|index| start[20 + 2 * index..][..2].copy_from_slice(&[values[index], 9]));
        s.model.starts[0] = start.clone();
        for name in ["memory.array", "memory.blank"] {
            s.sound(&Rule { name: "start.left".into(), ..rule(name, &["b"]) });
        }
        // A load at a constant address is folded to the word there.
        let memory = s.terms.memory(Contents::Start(0));
        for (at, &word) in start.iter().enumerate() {
            let address = s.terms.constant(at as u64);
            let term = s.terms.load(memory, address).unwrap();
            let is_element = (20..30).contains(&at);
            let expected = if is_element { None } else { Some(word) };
            assert_eq!(s.terms.as_constant(term), expected, "{at}");
        }
    }
}

/// 16-bit words of two bytes that may overlap: three bytes of text, an array of at most 3 words at an odd address, and
/// reserved memory from 60 on.
#[test]
fn overlapping_loads_at_the_start() {
    let values = [0x0102, 0x3344, 0xf00f];
    let layout = Layout { word: 2, cell: 1, end: 80, kept: 60 };
    for length in 0..=3 {
        let mut s = setting_in(layout, 16, &["b"]);
        let elements = s.terms.memory(Contents::Elements("e".into()));
        let count = s.terms.constant(length as u64);
        let array = StartArray { address: 21, length: count, capacity: 3, elements };
        s.terms.starts[0] =
            StartMemory { text: vec![33, 44, 55], array: Some(array), ..StartMemory::default() };
        let mut start = vec![0; 1 << 16];
        start[..3].copy_from_slice(&[33, 44, 55]);
        let mut cells = vec![0; 8];
        for (index, value) in values.iter().enumerate().take(length) {
            let bytes = [value & 255, value >> 8];
            start[21 + 2 * index..][..2].copy_from_slice(&bytes);
            cells[2 * index..][..2].copy_from_slice(&bytes);
        }
        // Reserved memory is arbitrary.
        start[60..80].fill(201);
        s.model.starts[0] = start.clone();
        s.model.memories.insert("e".into(), cells);
        for name in ["memory.array", "memory.blank"] {
            s.sound(&Rule { name: "start.left".into(), ..rule(name, &["b"]) });
        }
        let memory = s.terms.memory(Contents::Start(0));
        for at in 0..100 {
            let address = s.terms.constant(at);
            let term = s.terms.load(memory, address).unwrap();
            let word = start[at as usize] | start[at as usize + 1] << 8;
            let is_known = !(20..27).contains(&at) && at < 59;
            assert_eq!(s.terms.as_constant(term), is_known.then_some(word), "{at}");
        }
    }
}

#[test]
fn functions_and_lemmas() {
    // f(n) = n + (n - 1) + ... + 1 on all words, and a lemma that is true of it.
    let mut s = setting(4, &["x", "y"]);
    let value = |is: &str| Box::new(Body::Value { is: is.into(), how: How::default() });
    let body =
        Body::Choice { fact: text("n = 0"), then: value("0"), otherwise: value("n + f(n - 1)") };
    let domain = vec![text("n <u 12")];
    s.functions = vec![Function { domain, body, ..function("f", &["n"]) }];
    // Outside its domain it is something else.
    s.model.functions = vec![|of| if of[0] < 12 { of[0] * (of[0] + 1) / 2 } else { 5 }];
    let cases = s.sound(&Rule { name: "f".into(), ..rule("unfold", &["x*y"]) });
    assert_eq!(cases.len(), 3);
    s.lemmas = vec![Lemma {
        name: "double".into(),
        any: vec!["k".into()],
        assume: vec![text("k <u 12")],
        show: text("2*f(k) = k*k + k"),
        ..Lemma::default()
    }];
    let with = BTreeMap::from([("k".to_owned(), "x - y".to_owned())]);
    let cases = s.sound(&Rule { name: "double".into(), with, ..rule("lemma", &[]) });
    assert_eq!(cases.len(), 2);
}

/// In its own proof, a lemma is also open where its measure gets no smaller.
#[test]
fn a_lemma_in_its_own_proof() {
    for (value, component) in [("x - y", 0), ("x - y", 1), ("y", 0)] {
        let mut s = setting(4, &["x", "y"]);
        // It is true of words below 12 only, and is used for a smaller measure only.
        s.lemmas = vec![Lemma {
            name: "small".into(),
            any: vec!["k".into()],
            show: text("k <u 12"),
            measure: vec!["k / 4".into(), "k".into()],
            ..Lemma::default()
        }];
        let measure = [text("x <u 12")];
        s.assume(&measure);
        let before = ["x / 4", "x"].map(|it| s.scope().term(it).unwrap());
        s.point.context.hypothesis = Some((0, before.to_vec()));
        let with = BTreeMap::from([("k".to_owned(), value.to_owned())]);
        let rule = Rule { name: "small".into(), with, component, ..rule("lemma", &[]) };
        assert_eq!(s.sound(&rule).len(), 2 + component);
    }
}

#[test]
fn descent_is_lexicographic() {
    let mut s = setting(2, &["a", "b", "c", "d"]);
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| s.point.context.names[name]);
    let ways = [0, 1].map(|component| descent(&mut s.terms, &[a, b], &[c, d], component).unwrap());
    s.each(|model| {
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| model.symbols[name]);
        let holds = |facts: &Vec<Fact>| facts.iter().all(|fact| model.holds(&s.terms, fact));
        assert_eq!(ways.iter().any(holds), (c, d) < (a, b), "{:?}", model.symbols);
    });
    assert!(descent(&mut s.terms, &[a, b], &[c, d], 2).is_err());
}

#[test]
fn rules_that_do_not_fit_are_refused() {
    let mut seen = HashSet::new();
    for (name, _) in TABLE {
        let mut s = setting(4, &["x"]);
        let result = rules::apply(&mut s.scope(), &rule(name, &["x", "x", "x", "x", "x"]));
        seen.insert((name, result.is_err()));
    }
    // These rules take any number of facts, none among them, and no terms.
    for name in ["linear", "carry"] {
        assert!(seen.remove(&(name, false)), "{name}");
    }
    assert!(seen.iter().all(|(_, is_refused)| *is_refused), "{seen:?}");
}
