//! What is said of procedures, in words.

use tamarin_checker::certificate::Location;
use tamarin_checker::procedures::claim::{PairClaim, Procedures, Said, Spot, Sum};

/// What is said where both programs are, a sentence each.
pub(super) fn sentences(claims: &Procedures, at: &[Location; 2]) -> Vec<String> {
    let (of, said) = match *at {
        [Location::Entry, Location::Entry] => (0, None),
        [Location::Called { of, .. }, _] => (of, None),
        [Location::Point { of, at: left }, Location::Point { at: right, .. }] => {
            let points = claims.pairs.get(of).into_iter().flat_map(|pair| &pair.points);
            let point = points.into_iter().find(|point| point.at == [left, right]);
            match point {
                Some(point) => (of, Some(&point.says)),
                None => return Vec::new(),
            }
        }
        [Location::Return { of }, _] => match claims.pairs.get(of) {
            Some(PairClaim { behind: Some(behind), .. }) => (of, Some(behind)),
            _ => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    let Some(pair) = claims.pairs.get(of) else { return Vec::new() };
    match said {
        None => of_said(&pair.before, None),
        Some(said) => of_said(said, Some(&pair.before)),
    }
}

/// What is said, of words that were others at the entry.
fn of_said(said: &Said, before: Option<&Said>) -> Vec<String> {
    let known =
        said.known.iter().map(|Sum(spot, number)| format!("{} = {}", name(*spot), *number as i32));
    let values = said.values.iter().filter_map(|(value, sums)| {
        let first = before.and_then(|before| before.values.get(value)?.first());
        let at_entry = first.map(|sum| format!("{} at the entry", less(*sum)));
        equal(sums, at_entry)
    });
    let since = said.equal.iter().filter_map(|sums| equal(sums, None));
    let memory = said.memory;
    let kept = [("left", memory.kept[0]), ("right", memory.kept[1])]
        .into_iter()
        .filter(|(_, is_kept)| *is_kept)
        .map(|(side, _)| format!("{side} memory beside the stack is as at the entry"));
    let same = memory.same.then(|| "both memories are the same beside the stacks".to_owned());
    values.chain(since).chain(known).chain(kept).chain(same).collect()
}

/// That sums are equal; none where that says nothing.
fn equal(sums: &[Sum], at_entry: Option<String>) -> Option<String> {
    let words: Vec<String> = sums.iter().map(|sum| less(*sum)).chain(at_entry).collect();
    (words.len() > 1).then(|| words.join(" = "))
}

/// A word less a number.
fn less(Sum(spot, number): Sum) -> String {
    match number as i32 {
        0 => name(spot),
        number if number < 0 => format!("{} + {}", name(spot), number.unsigned_abs()),
        number => format!("{} - {number}", name(spot)),
    }
}

/// `left $3`, `right stack[-8]`.
fn name(spot: Spot) -> String {
    spot.to_string().replacen('.', " ", 1)
}
