//! The form of an edit: what it changes, without the names that a person chooses freely.
//!
//! Programs of many people contain the same mistake in other registers and with other labels. Two
//! edits have the same form if they are equal up to these names. So if an edit repairs one program,
//! the edits of its form are tried first in programs that behave like it. The form is not proof:
//! each edit is compared with the reference.
//!
//! Temporary registers are renamed by order of occurrence, and all labels get the same name.
//! Registers with a meaning ([`Language::has_role`]) keep their names.

use super::edits::Edit;
use super::language::Language;

impl Edit {
    /// Its form.
    pub fn form(&self, language: &dyn Language) -> String {
        let first = (self.from.as_str(), self.to.as_str());
        let more = self.more.iter().map(|change| (change.from.as_str(), change.to.as_str()));
        form(language, std::iter::once(first).chain(more))
    }
}

/// The form of an edit that changes these texts, each to another one.
pub fn form<'t>(
    language: &dyn Language,
    changes: impl Iterator<Item = (&'t str, &'t str)>,
) -> String {
    let one = |(from, to): (&str, &str)| {
        let lines = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join("; ");
        let (from, to) = (lines(from), lines(to));
        let [a, b] = [&from, &to].map(|text| text.split_once(char::is_whitespace));
        match (a, b) {
            // Only another instruction: the operands do not matter.
            (Some((one, same)), Some((other, operands))) if same == operands => {
                format!("{one} / {other}")
            }
            _ => in_common(language, &format!("{from} / {to}")),
        }
    };
    changes.map(one).collect::<Vec<_>>().join(", and ")
}

/// Normalizes the temporary registers and labels in a text.
pub fn in_common(language: &dyn Language, text: &str) -> String {
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
        match language.is_register(token) {
            true if language.has_role(token) => common.push_str(token),
            true => {
                let place = names.iter().position(|name| *name == token);
                let place = place.unwrap_or_else(|| {
                    names.push(token);
                    names.len() - 1
                });
                common.push_str(&language.temporary(place));
            }
            false
                if is_first
                    || token.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '.') =>
            {
                common.push_str(token);
            }
            false => common.push_str("label"),
        }
        is_first = false;
    }
    common.push_str(rest);
    common
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::mend::{ARM64, MIPS};

    #[test]
    fn what_students_call_as_they_like_is_called_alike() {
        assert_eq!(in_common(MIPS, "slt $9, $1, $2"), "slt $t0, $1, $2");
        assert_eq!(
            in_common(MIPS, "bne $5, $0, over / bne $5, $0, end"),
            "bne $t0, $0, label / bne $t0, $0, label"
        );
        assert_eq!(
            in_common(MIPS, "add $3, $7, $8 / add $3, $8, $7"),
            "add $3, $t0, $t1 / add $3, $t1, $t0"
        );
        assert_eq!(
            in_common(MIPS, "lis $4; .word -5 / lis $4; .word 0x5"),
            "lis $t0; .word -5 / lis $t0; .word 0x5"
        );
        assert_eq!(in_common(MIPS, "sw $4, -4($30) / "), "sw $t0, -4($30) / ");
    }

    #[test]
    fn registers_and_labels_of_arm64_are_called_alike() {
        let common = |text| in_common(ARM64, text);
        assert_eq!(common("add x0, x9, x1"), "add x0, t0, x1");
        assert_eq!(common("b.ge end / b.gt over"), "b.ge label / b.gt label");
        assert_eq!(common("sub sp, sp, x8 / sub sp, x8, x9"), "sub sp, sp, t0 / sub sp, t0, t1");
        assert_eq!(common("ldur x4, [x29, -8] / "), "ldur t0, [x29, -8] / ");
        assert_eq!(common(".8byte 7 / .8byte 0x8"), ".8byte 7 / .8byte 0x8");
        assert_eq!(common("cmp x3, xzr"), "cmp t0, xzr");
    }
}
