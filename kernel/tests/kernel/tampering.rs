//! Modified evidence is never accepted for a false claim.

use crate::support::plain::Plain;
use crate::support::{PAIRS, claim};
use serde_json::Value;
use tamarin_kernel::claim::{Statement, Steps, Stopping, Word};
use tamarin_kernel::evidence::FactText;
use tamarin_kernel::text::{Comparison, Expression, Sign, fact};
use tamarin_kernel::{Claim, Evidence, check};

/// Places of a value in it, as far as they can be changed.
fn count(value: &Value) -> u64 {
    1 + match value {
        Value::Array(items) => items.iter().map(count).sum::<u64>(),
        Value::Object(fields) => fields.values().map(count).sum(),
        _ => 0,
    }
}

/// Calls a function with the n-th place of a value in it.
fn at(value: &mut Value, n: &mut u64, change: &mut dyn FnMut(&mut Value)) {
    if *n == 0 {
        *n = u64::MAX;
        return change(value);
    }
    *n -= 1;
    let children: Vec<&mut Value> = match value {
        Value::Array(items) => items.iter_mut().collect(),
        Value::Object(fields) => fields.values_mut().collect(),
        _ => Vec::new(),
    };
    for child in children {
        if *n == u64::MAX {
            return;
        }
        at(child, n, change);
    }
}

/// A change of one place: another number, another text, or a list with less or more in it.
fn change(value: &mut Value, other: &Value, random: &mut oorandom::Rand64) {
    match value {
        Value::Number(number) => {
            let number = number.as_i64().unwrap_or(0);
            let deltas = [1, -1, 4, -4, 2, -2];
            let delta = deltas[random.rand_range(0..6) as usize];
            *value = number.saturating_add(delta).into();
        }
        Value::Array(items) if !items.is_empty() => {
            let index = random.rand_range(0..items.len() as u64) as usize;
            match random.rand_range(0..4) {
                0 => drop(items.remove(index)),
                1 => items.insert(index, items[index].clone()),
                2 => items.swap(0, index),
                _ => items.truncate(index),
            }
        }
        Value::Object(fields) if !fields.is_empty() => {
            let index = random.rand_range(0..fields.len() as u64) as usize;
            let key = fields.keys().nth(index).cloned().expect("there is such a key");
            fields.remove(&key);
        }
        _ => *value = other.clone(),
    }
}

/// The evidence with this number of changes.
fn tampered(whole: &Value, changes: u64, random: &mut oorandom::Rand64) -> Value {
    let places = count(whole);
    let mut changed = whole.clone();
    for _ in 0..changes {
        // A text may become that of another place.
        let mut other = Value::Null;
        at(&mut changed, &mut random.rand_range(0..places), &mut |it| other = it.clone());
        let mut n = random.rand_range(1..places);
        at(&mut changed, &mut n, &mut |it| change(it, &other, random));
    }
    changed
}

#[test]
fn no_change_makes_evidence_for_a_wrong_program() {
    let mut random = oorandom::Rand64::new(3);
    let (mut tried, mut still_right) = (0, 0);
    for pair in PAIRS {
        let text = crate::support::read(pair, "evidence.json");
        let whole: Value = serde_json::from_str(&text).expect("it is JSON");
        let (right, wrong) = (claim(pair, "right"), claim(pair, "wrong"));
        for _ in 0..1000 {
            let changes = 1 + random.rand_range(0..3);
            let changed = tampered(&whole, changes, &mut random);
            let Ok(evidence) = serde_json::from_value::<Evidence>(changed) else { continue };
            tried += 1;
            let accepted = check(&wrong, &evidence).is_ok();
            assert!(!accepted, "{pair}: {}", serde_json::to_string(&evidence).unwrap());
            still_right += u32::from(check(&right, &evidence).is_ok());
        }
    }
    println!("{tried} changed files, {still_right} of them still show the true claim");
    assert!(tried > 2000 && still_right > 20, "{tried} {still_right}");
}

/// Words at which programs tend to differ.
const EDGES: [u64; 10] = [0, 1, 2, 3, 5, 12, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff];
/// Maximum steps of a run.
const STEPS: u64 = 200;

/// The start state of a program for an input; none if the claim has an array.
fn start(claim: &Claim, side: usize, words: &[u64]) -> Option<Plain> {
    let given = &claim.start[side];
    let mut registers = [0; 32];
    for (name, word) in &given.registers {
        let word = match word {
            Word::Number(number) => *number,
            Word::Input(name) => words[claim.inputs.iter().position(|input| input == name)?],
        };
        registers[name.strip_prefix('$')?.parse::<usize>().ok()?] = word as u32;
    }
    let text = claim.programs[side].iter().enumerate();
    let memory = text.map(|(index, word)| (4 * index as u32, *word as u32)).collect();
    let state = Plain { pc: 0, registers, hi: 0, lo: 0, memory, output: Vec::new() };
    given.array.is_none().then_some(state)
}

/// How a run ends on an input, with its observed results. None if it does not stop soon.
fn result(claim: &Claim, side: usize, words: &[u64]) -> Option<(bool, Vec<u32>)> {
    let mut state = start(claim, side, words)?;
    let is_done = state.run(STEPS)? == tamarin_kernel::execute::Ending::Done;
    let register = |name: &String| name.strip_prefix('$').and_then(|it| it.parse::<usize>().ok());
    let observed = claim.observed.registers.iter().filter_map(register);
    let values = observed.filter(|_| is_done).map(|number| state.registers[number]);
    Some((is_done, state.output.iter().map(|word| word & 0xff).chain(values).collect()))
}

/// Whether an input satisfies a premise that compares an input with a number.
fn satisfies(claim: &Claim, premise: &FactText, words: &[u64]) -> bool {
    let FactText::Text(premise) = premise else { panic!("{premise:?}") };
    let Comparison { words: [a, b], order, is_negated } = fact(premise).expect("it is a fact");
    let value = |expression: &Expression| match expression {
        Expression::Number(number) => *number,
        Expression::Name(name) => {
            let index = claim.inputs.iter().position(|input| input == name);
            words[index.expect("it is an input")]
        }
        Expression::Apply(..) => panic!("{premise}"),
    };
    let (a, b) = (value(&a), value(&b));
    let holds = match order {
        None => a == b,
        Some(Sign::Unsigned) => a < b,
        Some(Sign::Signed) => (a as u32).cast_signed() < (b as u32).cast_signed(),
    };
    holds != is_negated
}

/// An allowed edge input of a claim on which the programs do not agree.
fn difference(claim: &Claim) -> Option<[u64; 2]> {
    let pairs = EDGES.into_iter().flat_map(|a| EDGES.map(|b| [a, b]));
    let mut allowed =
        pairs.filter(|words| claim.premises.iter().all(|premise| satisfies(claim, premise, words)));
    allowed.find(|words| {
        let [left, right] = [0, 1].map(|side| result(claim, side, words));
        left.is_some() && right.is_some() && left != right
    })
}

/// A change of an instruction: other registers, another operation, or another offset.
fn change_word(word: u64, random: &mut oorandom::Rand64) -> u64 {
    let shift = [0, 0, 1, 11, 16, 21][random.rand_range(0..6) as usize];
    word ^ (1 + random.rand_range(0..7)) << shift & 0xffff_ffff
}

#[test]
fn what_is_accepted_agrees_on_edge_inputs() {
    let mut random = oorandom::Rand64::new(5);
    let (mut tried, mut accepted, mut false_claims) = (0, 0, 0);
    for pair in ["unrolled", "squares", "fibonacci", "lcm"] {
        let text = crate::support::read(pair, "evidence.json");
        let whole: Value = serde_json::from_str(&text).expect("it is JSON");
        for round in 0..300 {
            let mut claim = claim(pair, "right");
            let stop = [Stopping::Same, Stopping::Both][round % 2];
            claim.statement = Statement::Agree { steps: Steps::All, stop };
            for _ in 0..random.rand_range(0..3) {
                let side = random.rand_range(0..2) as usize;
                let at = random.rand_range(0..claim.programs[side].len() as u64) as usize;
                let word = &mut claim.programs[side][at];
                *word = change_word(*word, &mut random);
            }
            let changes = random.rand_range(0..2);
            let changed = tampered(&whole, changes, &mut random);
            let Ok(evidence) = serde_json::from_value::<Evidence>(changed) else { continue };
            tried += 1;
            let is_accepted = check(&claim, &evidence).is_ok();
            if is_accepted || round % 4 == 0 {
                let differs = difference(&claim);
                false_claims += u32::from(differs.is_some());
                accepted += u32::from(is_accepted);
                assert!(!is_accepted || differs.is_none(), "{pair}: {claim:?} {evidence:?}");
            }
        }
    }
    println!(
        "{tried} claims, {accepted} accepted; a quarter: {false_claims} false on an edge input"
    );
    assert!(tried > 800 && accepted > 50 && false_claims > 80, "{tried} {accepted} {false_claims}");
}

#[test]
fn evidence_of_one_pair_is_none_of_another() {
    for pair in PAIRS {
        for other in PAIRS.into_iter().filter(|other| *other != pair) {
            check(&claim(pair, "right"), &crate::support::evidence(other)).unwrap_err();
        }
    }
}
