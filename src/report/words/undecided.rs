//! The undecided inputs of a comparison, in the contract's language.

use crate::report::{OpenInput, Undecided};

/// Combines conditions on single inputs, all of which hold for the undecided inputs. `None` if
/// there are none.
pub fn undecided(parts: &[OpenInput]) -> Option<Undecided> {
    let all =
        |of: &dyn Fn(&OpenInput) -> String| parts.iter().map(of).collect::<Vec<_>>().join(" and ");
    let condition = all(&|part| {
        let text = one_of(&part.open);
        if parts.len() > 1 && part.open.len() > 1 { format!("({text})") } else { text }
    });
    let assume = match parts {
        [] => return None,
        [only] => one_of(&only.rest),
        _ => format!("not ({condition})"),
    };
    Some(Undecided { text: all(&phrase), condition, assume })
}

/// A disjunction, as an assumption.
fn one_of(alternatives: &[String]) -> String {
    alternatives.iter().map(|it| with_zero(it)).collect::<Vec<_>>().join(" or ")
}

/// `$1 < 0` instead of `$1 <= -1`: a comparison with zero is easier to read.
fn with_zero(condition: &str) -> String {
    match condition.strip_suffix(" <= -1") {
        Some(name) if !name.contains(' ') => format!("{name} < 0"),
        _ => condition.to_owned(),
    }
}

/// The values of an input as a noun phrase: `negative $1`, `$1 >= 5`.
fn phrase(part: &OpenInput) -> String {
    let name = &part.name;
    let of = |&[first, last]: &[i32; 2]| match (first, last) {
        (i32::MIN, -1) => format!("negative {name}"),
        (1, i32::MAX) => format!("positive {name}"),
        (i32::MIN, last) => format!("{name} <= {last}"),
        (first, i32::MAX) => format!("{name} >= {first}"),
        (first, last) if first == last => format!("{name} = {first}"),
        (first, last) => format!("{first} <= {name} <= {last}"),
    };
    match part.open.as_slice() {
        [only] if only.contains(" != ") => only.clone(),
        _ => part.signed.iter().map(of).collect::<Vec<_>>().join(" or "),
    }
}
