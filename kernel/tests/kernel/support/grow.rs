//! Evidence that is made from scratch: choices build programs, facts, lemmas and scripts, and each refusal of the kernel
//! says where to go on.
//!
//! Evidence of random trees would be refused at its first step. So a script begins empty and grows: where a case is
//! open, a step is added; where a branch is not decided, a case distinction; where cases have no scripts, scripts. What
//! is added is chosen blindly, so the result leans on whatever the kernel is ready to accept.

use std::collections::BTreeMap;

use tamarin_kernel::claim::{Statement, Steps, Stopping};
use tamarin_kernel::evidence::{
    Body, End, FactText, Function, How, Invariant, Lemma, Node, Rule, Script, Side, Step,
};
use tamarin_kernel::rules::TABLE;
use tamarin_kernel::{Claim, Evidence, Refusal};

use super::two_numbers;

/// Choices from bytes, as a fuzzer gives them; zeros when they run out.
pub struct Choices<'d> {
    bytes: std::slice::Iter<'d, u8>,
}

impl<'d> Choices<'d> {
    /// The choices that bytes make.
    pub fn new(bytes: &'d [u8]) -> Choices<'d> {
        Choices { bytes: bytes.iter() }
    }

    /// A number below another one, at most 256.
    pub fn below(&mut self, end: usize) -> usize {
        self.bytes.next().map_or(0, |&byte| usize::from(byte)) % end
    }

    /// Whether something with a chance of one in `of` happens.
    pub fn one_in(&mut self, of: usize) -> bool {
        self.below(of) == of - 1
    }

    fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }

    fn is_empty(&self) -> bool {
        self.bytes.as_slice().is_empty()
    }
}

const RETURN: u64 = 0x03e0_0008;
const RETURN_ADDRESS: &str = "2166572396";

/// `op $d, $s, $t` as a word.
fn three(function: u64, d: usize, s: usize, t: usize) -> u64 {
    (s as u64) << 21 | (t as u64) << 16 | (d as u64) << 11 | function
}

/// Words that do something with `$0` to `$5`, without jumps back.
fn straight(choices: &mut Choices<'_>) -> Vec<u64> {
    let [d, s, t] = [0; 3].map(|_: u8| choices.below(6));
    match choices.below(10) {
        0..=2 => vec![three(0x20, d, s, t)],
        3 | 4 => vec![three(0x22, d, s, t)],
        5 => vec![three(0x2a + choices.below(2) as u64, d, s, t)],
        6 => vec![three(0x18 + choices.below(4) as u64, 0, s, t), three(0x12, d, 0, 0)],
        7 => vec![three(0x14, d, 0, 0), choices.below(4) as u64],
        // beq or bne over one instruction
        8 => {
            vec![(4 + choices.below(2) as u64) << 26 | three(0, 0, s, t) | 1, three(0x20, d, t, d)]
        }
        _ => vec![three(0x20, 3, s, t)],
    }
}

/// A loop whose guard is its first word, at the address of the second number.
fn rounds(choices: &mut Choices<'_>) -> (Vec<u64>, u64) {
    // lis $4, 1; add $3, $0, $0; beq $1, $0, +3; add $3, $3, $2; sub $1, $1, $4; beq $0, $0, -4; jr $31
    let body = three(0x20 + 2 * choices.below(2) as u64, 3, 3, choices.pick(&[2, 2, 1, 4]));
    let guard =
        0x1000_0000 | three(0, 0, choices.pick(&[1, 1, 1, 2]), choices.pick(&[0, 0, 3])) | 3;
    let step = three(0x22, 1, 1, 4);
    let words = vec![0x2014, 1, three(0x20, 3, 0, 0), guard, body, step, 0x1000_fffc, RETURN];
    (words, 12)
}

/// Two programs, and the addresses of their loops if they have some.
fn programs(choices: &mut Choices<'_>) -> ([Vec<u64>; 2], Option<[u64; 2]>) {
    let (mut left, heads) = if choices.one_in(3) {
        let (words, head) = rounds(choices);
        (words, Some([head; 2]))
    } else {
        let mut words = Vec::new();
        for _ in 0..1 + choices.below(3) {
            words.extend(straight(choices));
        }
        words.push(RETURN);
        (words, None)
    };
    let mut right = left.clone();
    for _ in 0..choices.below(3) {
        let at = choices.below(right.len() - 1);
        let word = right[at];
        let (s, t) = (word >> 21 & 31, word >> 16 & 31);
        right[at] = match choices.below(4) {
            // The same operation with its operands exchanged.
            0 | 1 => word & !0x03ff_0000 | t << 21 | s << 16,
            2 => word ^ 1 << choices.pick(&[0, 1, 11, 16, 21]),
            _ => three(0x20, 3, 1, 2),
        };
    }
    if choices.one_in(2) {
        std::mem::swap(&mut left, &mut right);
    }
    ([left, right], heads)
}

/// Terms of lemmas and scripts.
const LEMMA_TERMS: [&str; 16] = [
    "x",
    "y",
    "0",
    "1",
    "2",
    "x + y",
    "x - y",
    "x + 1",
    "y - 1",
    "x*y",
    "x/y",
    "x % y",
    "high(x, y)",
    "less(x, y)",
    "less(y, x)",
    "0x80000000",
];
const SCRIPT_TERMS: [&str; 12] = [
    "left.$3",
    "right.$3",
    "a",
    "b",
    "left.$1",
    "right.$1",
    "left.$2",
    "0",
    "1",
    "less(a, b)",
    "left.$1 - 1",
    "a*b",
];
const RELATIONS: [&str; 8] = ["=", "!=", "<u", "<=u", "<", "<=", "=", "<=u"];
const LABELS: [&str; 10] =
    ["goal", "assume", "it", "it.1", "assume.1", "it.2", "k", "k.1", "n", "m"];

fn some_fact(choices: &mut Choices<'_>, terms: &[&str]) -> FactText {
    if choices.one_in(6) {
        let mut sum = Vec::new();
        for _ in 0..1 + choices.below(3) {
            sum.push((choices.pick(&[1, -1, 2, -2]), choices.pick(terms).to_owned()));
        }
        return FactText::Sum { sum, most: choices.pick(&[0, -1, 1, 0xffff_ffff, 0x1_0000_0000]) };
    }
    let [a, b] = [choices.pick(terms), choices.pick(terms)];
    FactText::Text(format!("{a} {} {b}", choices.pick(&RELATIONS)))
}

/// An application of any rule to any operands.
fn some_rule(choices: &mut Choices<'_>, terms: &[&str]) -> Rule {
    let name = choices.pick(&TABLE).0;
    let text = |choices: &mut Choices<'_>| choices.pick(terms).to_owned();
    let mut rule =
        Rule { rule: name.to_owned(), label: choices.pick(&LABELS).into(), ..Rule::default() };
    let facts = match name {
        "ring" | "linear" | "bits" => 1 + choices.below(3),
        "carry" => choices.below(2),
        _ => 0,
    };
    for _ in 0..facts {
        rule.on.push(choices.pick(&LABELS[..7]).to_owned());
        rule.times.push(choices.pick(&[1, 1, 1, 2, 0]));
        rule.factors.push(choices.pick(&["1", "-1", "x", "2", "y"]).to_owned());
    }
    let operands = match name {
        "congruence" | "divide" | "product" => 2,
        "monotone" => 3,
        "quotient" => 4,
        "unfold" | "memory.store" | "memory.region" | "memory.array" | "memory.blank" => 1,
        _ => 0,
    };
    rule.terms = (0..operands).map(|_| text(choices)).collect();
    match name {
        "split" | "cut" => rule.fact = some_fact(choices, terms),
        "carry" => {
            for _ in 0..1 + choices.below(2) {
                rule.sum.push((choices.pick(&[1, -1, 2]), text(choices)));
            }
            rule.plus = choices.pick(&[0, 0, 1, -1, 1 << 31]);
        }
        "bits" => {
            let hints: Vec<String> = (0..3).map(|_| (1 + choices.below(40)).to_string()).collect();
            rule.proof = format!("0 {} 0", hints.join(" "));
        }
        "lemma" => {
            rule.name = "l".into();
            rule.with = BTreeMap::from([("x".into(), text(choices)), ("y".into(), text(choices))]);
        }
        "unfold" => rule.name = "f".into(),
        _ => rule.name = choices.pick(&["left", "right", "start.left", "start.right"]).into(),
    }
    rule
}

fn some_lemma(choices: &mut Choices<'_>) -> Lemma {
    let terms = &LEMMA_TERMS;
    let assume = (0..choices.below(3)).map(|_| some_fact(choices, terms)).collect();
    Lemma {
        name: "l".into(),
        any: vec!["x".into(), "y".into()],
        assume,
        show: some_fact(choices, terms),
        measure: vec![choices.pick(&["x", "y", "0"]).to_owned()],
        by: Vec::new(),
    }
}

/// A function that applies itself, perhaps without end.
fn some_function(choices: &mut Choices<'_>) -> Function {
    let value = |is: &str| Box::new(Body::Value { is: is.into(), how: How::default() });
    let recursive =
        choices.pick(&["f(x - 1)", "f(x + 1)", "f(x) + 1", "x + f(x - 2)", "f(x/2) + 1"]);
    Function {
        name: "f".into(),
        arguments: vec!["x".into()],
        domain: (0..choices.below(2))
            .map(|_| some_fact(choices, &["x", "0", "1", "100"]))
            .collect(),
        measure: vec![choices.pick(&["x", "0", "x + 1"]).to_owned()],
        body: Body::Choice {
            fact: some_fact(choices, &["x", "0", "1", "2"]),
            then: value(choices.pick(&["0", "x", "1"])),
            otherwise: value(recursive),
        },
    }
}

/// A node at the loops of both programs, with an invariant that says what is likely, and more or less.
fn some_node(choices: &mut Choices<'_>, heads: [u64; 2]) -> Node {
    let mut holds = Invariant {
        at: Side::BOTH.into_iter().zip(heads.map(|head| head.to_string())).collect(),
        any: vec!["n".into(), "s".into(), "t".into()],
        ..Invariant::default()
    };
    for (register, likely) in
        [("$1", "n"), ("$2", "b"), ("$3", "s"), ("$4", "1"), ("$31", RETURN_ADDRESS)]
    {
        for side in Side::BOTH {
            if choices.one_in(12) {
                continue;
            }
            let is = match choices.one_in(12) {
                true => choices.pick(&["n", "s", "t", "b", "0"]),
                false => likely,
            };
            holds.registers.insert(format!("{}.{register}", side.name()), is.into());
        }
    }
    if choices.one_in(3) {
        holds.facts.insert("k".into(), some_fact(choices, &["n", "s", "t", "a", "b", "0", "1"]));
    }
    Node { holds, measure: vec![choices.pick(&["n", "n", "s", "0"]).into()], script: Vec::new() }
}

/// A claim that may be false, and evidence that proves nothing yet.
pub fn seed(choices: &mut Choices<'_>) -> (Claim, Evidence) {
    let (programs, heads) = programs(choices);
    let stop = choices.pick(&[Stopping::Same, Stopping::Both, Stopping::Unclaimed]);
    let claim = two_numbers(programs, Statement::Agree { steps: Steps::All, stop });
    let mut evidence = Evidence { work: 300_000, ..Evidence::default() };
    evidence.exercise.input.words = vec![2, 1];
    evidence.exercise.steps = 100;
    if choices.one_in(2) {
        evidence.lemmas.push(some_lemma(choices));
    }
    if choices.one_in(4) {
        evidence.functions.push(some_function(choices));
    }
    if let Some(heads) = heads {
        evidence.nodes.insert("n".into(), some_node(choices, heads));
    }
    (claim, evidence)
}

/// Changes evidence where the kernel refuses it. None if there is nothing to change.
pub fn repair(
    choices: &mut Choices<'_>,
    claim: &Claim,
    evidence: &mut Evidence,
    refusal: &Refusal,
) -> Option<()> {
    let Refusal::Evidence { at, what } = refusal else { return None };
    if choices.is_empty() {
        return None;
    }
    let (place, rest) = at.split_first()?;
    // Lemmas and functions come first: what is not proved soon is given up, so that scripts get their turn.
    if !place.starts_with("start") && !place.starts_with("node") && choices.one_in(32) {
        evidence.lemmas.clear();
        evidence.functions.clear();
        return Some(());
    }
    let has_node = !evidence.nodes.is_empty();
    let is_lemma = place.starts_with("lemma");
    let script = if place == "start" {
        &mut evidence.start
    } else if place.starts_with("node") {
        &mut evidence.nodes.get_mut("n")?.script
    } else if is_lemma {
        // Its proof is for the label `show`.
        return grow(
            choices,
            claim,
            &mut evidence.lemmas[0].by,
            &rest[1.min(rest.len())..],
            what,
            &Place::PROOF_OF_LEMMA,
        );
    } else {
        let label = rest.iter().find(|part| part.starts_with('`'))?.trim_matches('`').to_owned();
        let script = by_of_body(&mut evidence.functions[0].body).by.entry(label).or_default();
        let rest = rest.iter().position(|part| part.starts_with('`')).map_or(0, |it| it + 1);
        return grow(choices, claim, script, &at[1 + rest..], what, &Place::PROOF_OF_LEMMA);
    };
    grow(choices, claim, script, rest, what, &Place { is_proof: false, is_lemma: false, has_node })
}

fn by_of_body(body: &mut Body) -> &mut How {
    match body {
        Body::Value { how, .. } => how,
        Body::Choice { otherwise, .. } => by_of_body(otherwise),
    }
}

/// What a script may do.
struct Place {
    is_proof: bool,
    is_lemma: bool,
    has_node: bool,
}

impl Place {
    const PROOF_OF_LEMMA: Place = Place { is_proof: true, is_lemma: true, has_node: false };

    fn terms(&self) -> &'static [&'static str] {
        if self.is_lemma { &LEMMA_TERMS } else { &SCRIPT_TERMS }
    }
}

/// Changes a script at a place within it.
fn grow(
    choices: &mut Choices<'_>,
    claim: &Claim,
    script: &mut Script,
    at: &[String],
    what: &str,
    place: &Place,
) -> Option<()> {
    let Some((step, rest)) = at.split_first() else {
        // A case is open at the end.
        let next = some_step(choices, place);
        script.push(next);
        return Some(());
    };
    let index: usize = step.strip_prefix("step ")?.parse().ok()?;
    let behind: Script = script.get(index + 1..)?.to_vec();
    let first = rest.first().map_or("", |part| &part[..]);
    if let (Step::Rule(rule), Some(case)) = (&mut script[index], first.strip_prefix("case ")) {
        let case = rule.cases.get_mut(case.parse::<usize>().ok()?)?;
        return grow(choices, claim, case, &rest[1..], what, place);
    }
    if first.starts_with('`') && how_of(&mut script[index]).is_some() {
        let label = first.trim_matches('`').to_owned();
        let side = Side::BOTH.into_iter().find(|side| label == format!("{}.pc", side.name()));
        if let Some(side) = side.filter(|_| !choices.one_in(8)) {
            // It is not there yet.
            script.insert(index, Step::Run { run: (side, 1) });
            return Some(());
        }
        if choices.one_in(8) {
            script.remove(index);
            return Some(());
        }
        let proof = how_of(&mut script[index])?.by.entry(label).or_default();
        if choices.one_in(6) {
            proof.clear();
        }
        let place = Place { is_proof: true, ..*place };
        let rest = if proof.is_empty() { &[] } else { &rest[1..] };
        return grow(choices, claim, proof, rest, what, &place);
    }
    let stands = ["a program has not ended", "no program moves on the way to it"];
    if stands.contains(&what) && !choices.one_in(8) {
        script.insert(index, Step::Run { run: (choices.pick(&Side::BOTH), 1) });
        return Some(());
    }
    if let (Step::Rule(rule), Some(open)) = (&mut script[index], open_cases(what)) {
        let wanted = open.saturating_sub(1);
        rule.cases.resize(wanted, behind);
        if open == 0 {
            script.truncate(index + 1);
        }
        return Some(());
    }
    if what.starts_with("all cases are closed") {
        script.truncate(index + 1);
        return Some(());
    }
    if what.starts_with("it is not known whether")
        && let Some(fact) = question(claim, first)
    {
        let split = Rule { rule: "split".into(), fact, cases: vec![behind], ..Rule::default() };
        script.insert(index, Step::Rule(split));
        return Some(());
    }
    if what.starts_with("the program ends") {
        script.remove(index);
        return Some(());
    }
    match choices.below(3) {
        0 => drop(script.remove(index)),
        1 => script.insert(index, some_step(choices, place)),
        _ => script[index] = some_step(choices, place),
    }
    Some(())
}

/// The number in "there are 2 open cases, 0 scripts".
fn open_cases(what: &str) -> Option<usize> {
    what.strip_prefix("there are ")?.split(' ').next()?.parse().ok()
}

fn how_of(step: &mut Step) -> Option<&mut How> {
    match step {
        Step::Jump { how, .. }
        | Step::Call { how, .. }
        | Step::Arrive { how, .. }
        | Step::End { how, .. } => Some(how),
        _ => None,
    }
}

/// The fact on which the instruction at "left at 0x8" depends.
fn question(claim: &Claim, place: &str) -> Option<FactText> {
    let (side, at) = place.split_once(" at 0x")?;
    let at = usize::from_str_radix(at, 16).ok()? / 4;
    let word = *claim.programs[usize::from(side == "right")].get(at)?;
    let [s, t] = [21, 16].map(|shift| format!("{side}.${}", word >> shift & 31));
    let is_zero = |word: &String| word.ends_with(".$0");
    let [a, b] = [&s, &t].map(|it| if is_zero(it) { "0" } else { it });
    Some(FactText::Text(match word >> 26 {
        0 => format!("{b} = 0"),
        _ => format!("{a} = {b}"),
    }))
}

fn some_step(choices: &mut Choices<'_>, place: &Place) -> Step {
    if place.is_proof || choices.one_in(16) {
        return Step::Rule(some_rule(choices, place.terms()));
    }
    let side = choices.pick(&Side::BOTH);
    match choices.below(8) {
        0 | 3 if place.has_node => {
            let word = |name: &str, is: &str| (name.to_owned(), is.to_owned());
            let mut with =
                BTreeMap::from([word("n", "left.$1"), word("s", "left.$3"), word("t", "right.$3")]);
            if choices.one_in(6) {
                with.insert("s".into(), choices.pick(&SCRIPT_TERMS).into());
            }
            let how = How { with, component: 0, ..How::default() };
            Step::Arrive { arrive: "n".into(), how }
        }
        1 => Step::End { end: End::Both, how: How::default() },
        2 if choices.one_in(6) => {
            let end =
                choices.pick(&[End::Same, End::Late, End::Exempt, End::DeepLeft, End::Return]);
            Step::End { end, how: How::default() }
        }
        _ => Step::Run { run: (side, 1) },
    }
}
