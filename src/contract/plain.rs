//! Plain names of inputs.

use std::collections::BTreeSet;

/// Names of inputs for claims: the kernel's grammar has no `$1`. So registers become `a`, `b` and so on, which are also
/// the names that `tamarin-check` uses.
pub fn plain_names(names: &[String]) -> Vec<String> {
    let plain = |(index, name): (usize, &String)| match name.strip_prefix('$') {
        Some(_) if index < 26 => char::from(b'a' + index as u8).to_string(),
        Some(number) => format!("register{number}"),
        // A byte of the input stream: `left.in[0]`.
        None if name.contains("in[") => name.replace('[', ".").replace(']', ""),
        None => name.clone(),
    };
    let plain: Vec<String> = names.iter().enumerate().map(plain).collect();
    let are_apart = plain.iter().collect::<BTreeSet<_>>().len() == plain.len();
    if are_apart { plain } else { names.to_vec() }
}
