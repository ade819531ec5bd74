//! The form of an edit: what it changes, without the names that a person chooses freely.
//!
//! Programs of many people contain the same mistake in other registers and with other labels. Two
//! edits have the same form if they are equal up to these names. So if an edit repairs one program,
//! the edits of its form are tried first in programs that behave like it. The form is not proof:
//! each edit is compared with the reference.
//!
//! Temporary registers are renamed by order of occurrence, and all labels get the same name.
//! Registers with a meaning for the machine (`$0` to `$3`, `$29` to `$31`) keep their names.

use super::edits::Edit;

impl Edit {
    /// Its form.
    pub fn form(&self) -> String {
        let first = (self.from.as_str(), self.to.as_str());
        let more = self.more.iter().map(|change| (change.from.as_str(), change.to.as_str()));
        form(std::iter::once(first).chain(more))
    }
}

/// The form of an edit that changes these texts, each to another one.
pub fn form<'t>(changes: impl Iterator<Item = (&'t str, &'t str)>) -> String {
    let one = |(from, to): (&str, &str)| {
        let lines = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join("; ");
        let (from, to) = (lines(from), lines(to));
        let [a, b] = [&from, &to].map(|text| text.split_once(char::is_whitespace));
        match (a, b) {
            // Only another instruction: the operands do not matter.
            (Some((one, same)), Some((other, operands))) if same == operands => {
                format!("{one} / {other}")
            }
            _ => in_common(&format!("{from} / {to}")),
        }
    };
    changes.map(one).collect::<Vec<_>>().join(", and ")
}

/// Normalizes the temporary registers and labels in a text.
pub fn in_common(text: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    let mut common = String::new();
    let is_part = |c: char| c.is_alphanumeric() || "$._-".contains(c);
    let mut rest = text;
    let mut is_first = true;
    while let Some(start) = rest.find(is_part) {
        let between = &rest[..start];
        is_first |= between.contains([';', '/']);
        common.push_str(between);
        let end = rest[start..].find(|c| !is_part(c)).map_or(rest.len(), |end| start + end);
        let token = &rest[start..end];
        rest = &rest[end..];
        match token.strip_prefix('$') {
            Some("0" | "1" | "2" | "3" | "29" | "30" | "31") => common.push_str(token),
            Some(_) => {
                let place = names.iter().position(|name| *name == token);
                let place = place.unwrap_or_else(|| {
                    names.push(token);
                    names.len() - 1
                });
                common.push_str(&format!("$t{place}"));
            }
            None if is_first
                || token.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '.') =>
            {
                common.push_str(token);
            }
            None => common.push_str("label"),
        }
        is_first = false;
    }
    common.push_str(rest);
    common
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_students_call_as_they_like_is_called_alike() {
        assert_eq!(in_common("slt $9, $1, $2"), "slt $t0, $1, $2");
        assert_eq!(
            in_common("bne $5, $0, over / bne $5, $0, end"),
            "bne $t0, $0, label / bne $t0, $0, label"
        );
        assert_eq!(
            in_common("add $3, $7, $8 / add $3, $8, $7"),
            "add $3, $t0, $t1 / add $3, $t1, $t0"
        );
        assert_eq!(
            in_common("lis $4; .word -5 / lis $4; .word 0x5"),
            "lis $t0; .word -5 / lis $t0; .word 0x5"
        );
        assert_eq!(in_common("sw $4, -4($30) / "), "sw $t0, -4($30) / ");
    }
}
