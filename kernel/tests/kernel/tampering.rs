//! Changed evidence is never accepted for a false claim.

use crate::support::{PAIRS, claim};
use serde_json::Value;
use tamarin_kernel::{Evidence, check};

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

#[test]
fn no_change_makes_evidence_for_a_wrong_program() {
    let mut random = oorandom::Rand64::new(3);
    let (mut tried, mut still_right) = (0, 0);
    for pair in PAIRS {
        let text = crate::support::read(pair, "evidence.json");
        let whole: Value = serde_json::from_str(&text).expect("it is JSON");
        let (right, wrong) = (claim(pair, "right"), claim(pair, "wrong"));
        let places = count(&whole);
        for _ in 0..1000 {
            let mut changed = whole.clone();
            for _ in 0..=random.rand_range(0..3) {
                // The text of another place.
                let mut other = Value::Null;
                at(&mut changed, &mut random.rand_range(0..places), &mut |it| other = it.clone());
                let mut n = random.rand_range(1..places);
                at(&mut changed, &mut n, &mut |it| change(it, &other, &mut random));
            }
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

#[test]
fn evidence_of_one_pair_is_none_of_another() {
    for pair in PAIRS {
        for other in PAIRS.into_iter().filter(|other| *other != pair) {
            check(&claim(pair, "right"), &crate::support::evidence(other)).unwrap_err();
        }
    }
}
