//! Why wrong programs are wrong, and which have the same cause.
//!
//! The cause of a program is the strongest of these:
//!
//! - an edit of one token that is proved to make it equivalent to the reference;
//! - a pair of instructions, one of the reference and one of its own, that should compute the same
//!   word, with what is proved about it;
//! - for ARM64, such pairs with which the programs agree on the inputs that were run;
//! - its *signature*: the set of common inputs on which it differs.
//!
//! Programs have the same cause if these are equal in the names that students choose freely
//! ([`in_common`]).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::engines::mend::{ARM64, Language, MIPS, form, in_common};
use crate::machine::mips::decode;
use crate::report::arm64::{Arm64Cause, Arm64Place};
use crate::report::words::regions_in_short;
use crate::report::{CauseReport, CheckKind, MendReport, RegionsReport, Side, WordKind, WordOf};

/// The kind of a known cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CauseKind {
    /// An edit of one token is a proved fix.
    Mend,
    /// A pair of instructions should compute the same word.
    Pair,
    /// Instructions should give the same as others; that was run on inputs, and is not proved.
    Tried,
    /// Only the inputs on which the program differs.
    Signature,
}

/// Why a program is wrong.
#[derive(Clone, Debug)]
pub struct Reason {
    /// Its kind.
    pub kind: CauseKind,
    /// The normalized cause; programs with an equal key have the same cause.
    key: String,
    /// The cause in words, for this program.
    pub says: String,
    /// The cause in words, for all programs with the same key.
    in_general: String,
}

/// Programs with the same cause.
#[derive(Clone, Debug)]
pub struct Group {
    /// The kind of the cause.
    pub kind: CauseKind,
    /// The cause in words.
    pub says: String,
    /// The programs, by index.
    pub programs: Vec<usize>,
}

impl Reason {
    /// The cause given by a proved edit.
    pub fn of_mend(language: &dyn Language, mend: &MendReport) -> Reason {
        let MendReport { line, from, to, more, .. } = mend;
        let more = more.iter().map(|change| (change.line, &change.from, &change.to));
        let changes = std::iter::once((*line, from, to)).chain(more);
        let places: Vec<(u32, String)> =
            changes.map(|(line, from, to)| (line, of_edit(from, to))).collect();
        let of_file = mend.file.as_ref().map(|file| format!(" of {file}")).unwrap_or_default();
        let says: Vec<String> = places
            .iter()
            .map(|(line, in_general)| format!("{in_general} in line {line}{of_file}"))
            .collect();
        let all: Vec<&str> = places.iter().map(|(_, in_general)| in_general.as_str()).collect();
        let (key, in_general) = (form_of(language, mend), all.join(", and "));
        Reason { kind: CauseKind::Mend, key, says: says.join(", and "), in_general }
    }

    /// The cause given by a pair of instructions; `words` are those of the reference and of the
    /// program.
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
            in_common(MIPS, &of_right),
            cause.more.len()
        );
        let [says, in_general] = [&mine[..], ""].map(|mine| format!("{}{proved}", should(mine)));
        Some(Reason { kind: CauseKind::Pair, key, says, in_general })
    }

    /// The cause given by pairs of instructions that were tried on inputs.
    pub fn of_tried(cause: &Arm64Cause) -> Option<Reason> {
        let Arm64Cause { check, reference, pairs, tried, .. } = cause;
        let first = pairs.first()?;
        let (from, to) = match reference {
            Side::Left => (&first.left, &first.right),
            Side::Right => (&first.right, &first.left),
        };
        let line = |place: &Arm64Place| match place.line {
            Some(line) => format!(" in line {line}"),
            None => format!(" at {:#x}", place.address),
        };
        let (mine, theirs) =
            (short(to), format!("`{}`{} of the reference", short(from), line(from)));
        let does = match (to.word, from.word) {
            (WordKind::Taken | WordKind::NotTaken, WordKind::NotTaken) => {
                format!("should branch where {theirs} does not")
            }
            (WordKind::Taken | WordKind::NotTaken, _) => {
                format!("should branch where {theirs} does")
            }
            _ => match [to, from].map(is_operand) {
                [true, true] => format!("should read what {theirs} reads"),
                [true, false] => format!("should read what {theirs} gives"),
                [false, true] => format!("should give what {theirs} reads"),
                [false, false] => format!("should give the same as {theirs}"),
            },
        };
        let more = match pairs.len() - 1 {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        let path = if *check == CheckKind::AllFix { "" } else { ", which go the same way" };
        let key =
            format!("{check:?} {reference:?} {does} {} {}", in_common(ARM64, mine), pairs.len());
        Some(Reason {
            kind: CauseKind::Tried,
            key,
            says: format!(
                "`{mine}`{} {does}{more}: then they agree on {tried} inputs that were run{path}",
                line(to)
            ),
            in_general: format!(
                "`{mine}` {does}{more}: then they agree on inputs that were run{path}"
            ),
        })
    }

    /// The cause given by the indices of the inputs on which it differs; `of` is the number of all
    /// common inputs.
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

/// A description of the edit.
fn of_edit(from: &str, to: &str) -> String {
    let lines = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join("; ");
    let (from, to) = (lines(from), lines(to));
    let [a, b] = [&from, &to].map(|text| text.split_once(char::is_whitespace));
    match (a, b) {
        (Some((one, same)), Some((other, operands))) if same == operands => {
            format!("`{one}` should be `{other}`")
        }
        _ if to.is_empty() => format!("`{from}` should not be there"),
        _ if to == format!("{from}; {from}") => format!("`{from}` should be there twice"),
        _ => format!("`{from}` should be `{to}`"),
    }
}

/// An instruction, without the offset of a conditional branch, which depends on the program.
fn short(Arm64Place { text, of, .. }: &Arm64Place) -> &str {
    match of {
        WordOf::Branch => text.split_whitespace().next().unwrap_or_default(),
        _ => text,
    }
}

/// Whether the word is one that the instruction reads.
fn is_operand(place: &Arm64Place) -> bool {
    matches!(place.word, WordKind::FirstOperand | WordKind::SecondOperand)
}

/// The [form](crate::engines::mend::form) of an edit.
pub fn form_of(language: &dyn Language, mend: &MendReport) -> String {
    let first = (mend.from.as_str(), mend.to.as_str());
    let more = mend.more.iter().map(|change| (change.from.as_str(), change.to.as_str()));
    form(language, std::iter::once(first).chain(more))
}

/// Groups programs by cause, the largest groups first; `weight` is the number of submissions of a
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

/// The inputs on which programs differ, if they are known and the same for all of them.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::arm64::Arm64Pair;

    fn mend(from: &str, to: &str) -> Reason {
        let (from, to) = (from.to_owned(), to.to_owned());
        Reason::of_mend(
            MIPS,
            &MendReport {
                side: Side::Right,
                file: None,
                line: 3,
                from,
                to,
                more: Vec::new(),
                proved: true,
            },
        )
    }

    #[test]
    fn edits_are_shortened() {
        let one = mend("sltu $4, $1, $2", "slt $4, $1, $2");
        assert_eq!(one.says, "`sltu` should be `slt` in line 3");
        assert_eq!(one.key, mend("sltu $5, $2, $1", "slt $5, $2, $1").key);
        assert_ne!(one.key, mend("slt $5, $2, $1", "sltu $5, $2, $1").key);
        assert_eq!(mend("add $3, $0, $0", "").in_general, "`add $3, $0, $0` should not be there");
        let twice = mend("add $3, $3, $1", "add $3, $3, $1\nadd $3, $3, $1");
        assert_eq!(twice.in_general, "`add $3, $3, $1` should be there twice");
    }

    #[test]
    fn the_largest_group_is_first() {
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

    #[test]
    fn what_was_tried_is_not_called_proved() {
        let place = |line: u32, text: &str, word: WordKind, of: WordOf| Arm64Place {
            address: 4 * line,
            line: Some(line),
            text: text.to_owned(),
            occurrence: None,
            word,
            of,
            register: None,
            memory: None,
            value: "1".to_owned(),
            execution: 1,
        };
        let cause = |left: Arm64Place, right: Arm64Place| Arm64Cause {
            check: CheckKind::AllFix,
            reference: Side::Left,
            pairs: vec![Arm64Pair { left, right, inputs: None, elements: None }],
            trivial: false,
            tried: 900,
            differing: 3,
            unfinished: 0,
            proved: None,
        };
        let branch = |line, text, word| place(line, text, word, WordOf::Branch);
        let of = |left, right| Reason::of_tried(&cause(left, right)).expect("it has a pair");
        let opposite =
            of(branch(7, "b.ge 12", WordKind::NotTaken), branch(5, "b.lt -8", WordKind::Taken));
        assert_eq!(
            opposite.says,
            "`b.lt` in line 5 should branch where `b.ge` in line 7 of the reference does not: then \
             they agree on 900 inputs that were run"
        );
        // Offsets and names of registers depend on the program.
        let far =
            of(branch(7, "b.ge 40", WordKind::NotTaken), branch(9, "b.lt 64", WordKind::Taken));
        assert_eq!(far.key, opposite.key);
        let read = |line, text| place(line, text, WordKind::FirstOperand, WordOf::Register);
        let add = of(read(2, "cmp x0, x1"), read(3, "add x4, x5, x5"));
        assert!(add.says.contains("should read what `cmp x0, x1` in line 2"), "{}", add.says);
        assert_eq!(add.key, of(read(2, "cmp x0, x1"), read(8, "add x9, x3, x3")).key);
        assert_ne!(add.key, of(read(2, "cmp x0, x1"), read(8, "sub x9, x3, x3")).key);
    }
}
