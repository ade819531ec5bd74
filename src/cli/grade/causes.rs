//! Why wrong programs are wrong, and which are wrong for the same reason.
//!
//! What is known of a program is the strongest of these:
//!
//! - the edit of one token that is proved to make it do what the reference does;
//! - the pair of instructions, one of the reference's and one of its own, that should hold the
//!   same, with what is proved of it;
//! - its *signature*: on which of the inputs that all programs were run on it differs.
//!
//! Programs are wrong for the same reason where these are alike. Of an edit or an instruction
//! that is: with temporary registers called by the order in which they occur, and all labels
//! called one name, since students call them as they like. The registers that the machine gives a
//! meaning (`$0` to `$3`, `$29` to `$31`) stay as they are.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::machine::mips::decode;
use crate::report::words::regions_in_short;
use crate::report::{CauseReport, CheckKind, MendReport, RegionsReport};

/// What is known of why a program is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CauseKind {
    /// An edit of one token mends it: proved.
    Mend,
    /// A pair of instructions should hold the same.
    Pair,
    /// Only on which inputs it differs.
    Signature,
}

/// Why a program is wrong.
#[derive(Clone, Debug)]
pub struct Reason {
    /// What is known.
    pub kind: CauseKind,
    /// What programs have in common that are wrong for this reason.
    key: String,
    /// It in words, of this program.
    pub says: String,
    /// And of all that have it in common.
    in_general: String,
}

/// Programs that are wrong for the same reason.
#[derive(Clone, Debug)]
pub struct Group {
    /// The reason.
    pub kind: CauseKind,
    /// It in words.
    pub says: String,
    /// The programs, by their indexes.
    pub programs: Vec<usize>,
}

impl Reason {
    /// By a proved edit.
    pub fn of_mend(mend: &MendReport) -> Reason {
        let MendReport { line, from, to, more, .. } = mend;
        let more = more.iter().map(|change| (change.line, &change.from, &change.to));
        let places: Vec<(u32, [String; 2])> = std::iter::once((*line, from, to))
            .chain(more)
            .map(|(line, from, to)| (line, of_edit(from, to)))
            .collect();
        let of_file = mend.file.as_ref().map(|file| format!(" of {file}")).unwrap_or_default();
        let says: Vec<String> = places
            .iter()
            .map(|(line, [_, in_general])| format!("{in_general} in line {line}{of_file}"))
            .collect();
        let [key, in_general] = [0, 1].map(|which| {
            let parts: Vec<&str> = places.iter().map(|(_, both)| both[which].as_str()).collect();
            parts.join(", and ")
        });
        Reason { kind: CauseKind::Mend, key, says: says.join(", and "), in_general }
    }

    /// By a pair of instructions; `words` are those of the reference and of the program.
    pub fn of_pair(cause: &CauseReport, words: [&[u32]; 2]) -> Option<Reason> {
        if cause.check == CheckKind::None {
            return None;
        }
        let (left, right) = (cause.left.as_ref()?, cause.right.as_ref()?);
        let [of_left, of_right] = [(left, 0), (right, 1)].map(|(place, side)| {
            let word = words[side].get(place.address as usize / 4).copied();
            word.and_then(decode).map(|instruction| instruction.to_string()).unwrap_or_default()
        });
        let line = |line: Option<u32>| line.map(|line| format!(" in line {line}"));
        let at = line(left.line).unwrap_or_else(|| format!(" at {:#x}", left.address));
        let mine = line(right.line).unwrap_or_else(|| format!(" at {:#x}", right.address));
        let should = |mine: &str| {
            format!("`{of_right}`{mine} should give the same as `{of_left}`{at} of the reference")
        };
        let proved = match (cause.check, cause.more.len()) {
            (_, more @ 1..) => format!(", and {more} more"),
            (CheckKind::AllFix, 0) => ": then they agree on every input".to_owned(),
            _ => ", on the inputs that go the same way".to_owned(),
        };
        let key = format!(
            "{:?} {:?} {at} {} {}",
            cause.check,
            cause.reference,
            in_common(&of_right),
            cause.more.len()
        );
        let [says, in_general] = [&mine[..], ""].map(|mine| format!("{}{proved}", should(mine)));
        Some(Reason { kind: CauseKind::Pair, key, says, in_general })
    }

    /// By the inputs on which it differs, of so many.
    pub fn of_signature(places: &[usize], of: usize) -> Reason {
        let in_general = match places.len() {
            0 => "differs only on inputs that are rare".to_owned(),
            1 => format!("differs on one of {of} inputs that were run"),
            count => format!("differs on {count} of {of} inputs that were run"),
        };
        let key = format!("{places:?}");
        Reason { kind: CauseKind::Signature, key, says: in_general.clone(), in_general }
    }
}

/// What edits of a place have in common, and what one does, in words.
fn of_edit(from: &str, to: &str) -> [String; 2] {
    let lines = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join("; ");
    let (from, to) = (lines(from), lines(to));
    let [a, b] = [&from, &to].map(|text| text.split_once(char::is_whitespace));
    let in_general = match (a, b) {
        (Some((one, same)), Some((other, operands))) if same == operands => {
            format!("`{one}` should be `{other}`")
        }
        _ if to.is_empty() => format!("`{from}` should not be there"),
        _ if to == format!("{from}; {from}") => format!("`{from}` should be there twice"),
        _ => format!("`{from}` should be `{to}`"),
    };
    let key = match (a, b) {
        (Some((one, same)), Some((other, operands))) if same == operands => {
            format!("{one} / {other}")
        }
        _ => in_common(&format!("{from} / {to}")),
    };
    [key, in_general]
}

/// Programs by their reasons, the largest groups first; `weights` are the submissions of each
/// program.
pub fn groups(reasons: &BTreeMap<usize, Reason>, weight: impl Fn(usize) -> usize) -> Vec<Group> {
    let mut by_key: BTreeMap<(CauseKind, &str), Group> = BTreeMap::new();
    for (&program, reason) in reasons {
        let Reason { kind, key, in_general, .. } = reason;
        let group = by_key.entry((*kind, key)).or_insert_with(|| Group {
            kind: *kind,
            says: in_general.clone(),
            programs: Vec::new(),
        });
        group.programs.push(program);
    }
    let mut groups: Vec<Group> = by_key.into_values().collect();
    let size = |group: &Group| group.programs.iter().map(|&it| weight(it)).sum::<usize>();
    groups.sort_by_key(|group| (usize::MAX - size(group), group.programs[0]));
    groups
}

/// Where programs differ, if that is known of all of them and is the same.
pub fn common_regions<'r>(
    mut regions: impl Iterator<Item = Option<&'r RegionsReport>>,
) -> Option<String> {
    let first = regions.next().flatten()?;
    let is_same = |other: Option<&RegionsReport>| {
        other.is_some_and(|other| {
            let conditions = |of: &RegionsReport| -> Vec<String> {
                of.regions.iter().map(|region| region.condition.clone()).collect()
            };
            other.exact && conditions(other) == conditions(first)
        })
    };
    match first.exact && regions.all(is_same) {
        true => regions_in_short(first),
        false => None,
    }
}

/// A text of instructions with temporary registers and labels that are called alike.
fn in_common(text: &str) -> String {
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
    use crate::report::Side;

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

    fn mend(from: &str, to: &str) -> Reason {
        let (from, to) = (from.to_owned(), to.to_owned());
        Reason::of_mend(&MendReport {
            side: Side::Right,
            file: None,
            line: 3,
            from,
            to,
            more: Vec::new(),
            proved: true,
        })
    }

    #[test]
    fn edits_are_told_in_short() {
        let one = mend("sltu $4, $1, $2", "slt $4, $1, $2");
        assert_eq!(one.says, "`sltu` should be `slt` in line 3");
        assert_eq!(one.key, mend("sltu $5, $2, $1", "slt $5, $2, $1").key);
        assert_ne!(one.key, mend("slt $5, $2, $1", "sltu $5, $2, $1").key);
        assert_eq!(mend("add $3, $0, $0", "").in_general, "`add $3, $0, $0` should not be there");
        let twice = mend("add $3, $3, $1", "add $3, $3, $1\nadd $3, $3, $1");
        assert_eq!(twice.in_general, "`add $3, $3, $1` should be there twice");
    }

    #[test]
    fn the_largest_group_is_told_first() {
        let reasons = BTreeMap::from([
            (1, mend("a $1", "b $1")),
            (2, Reason::of_signature(&[4, 5], 9)),
            (3, mend("a $2", "b $2")),
            (4, Reason::of_signature(&[4], 9)),
        ]);
        let found = groups(&reasons, |program| if program == 4 { 5 } else { 1 });
        let programs: Vec<_> = found.iter().map(|group| group.programs.clone()).collect();
        assert_eq!(programs, [vec![4], vec![1, 3], vec![2]]);
    }
}
