//! Edits that restore lines of the left text in the right one.
//!
//! Whoever changes a copy of a program leaves most of its lines unchanged. Then the edit that
//! undoes a change is known in advance: it is a hunk of a [diff](super::hunks). All hunks together
//! make the programs identical, which needs no proof.

use std::ops::Range;

use super::edits::{Change, Edit};
use super::hunks::{Diff, Hunk, Line, TextPair, pairs, words};
use super::language::Language;
use crate::diagnostic::Span;
use crate::evidence::EditKind;
use crate::link::File;
use crate::program::Program;

/// Maximum number of hunks that are combined; with more, each is tried alone.
const FEW: usize = 4;
/// Maximum number of hunks of a text that are tried.
const HUNKS: usize = 64;
/// Maximum number of lines of a short edit, on the longer side.
const SHORT: usize = 4;
/// Maximum number of lines of any other edit: more would be another program.
const LONG: usize = 16;
/// Maximum number of lines that are moved past others.
const GAP: usize = 2;

/// Edits that restore lines of the left text.
pub(super) struct Restoring {
    /// Edits of one statement, if the texts have most lines in common: it is changed, missing,
    /// added or moved.
    pub first: Vec<Edit>,
    /// Other short edits of such texts, fewest hunks first.
    pub short: Vec<Edit>,
    /// Other short edits, and longer ones that leave more lines than they change.
    pub long: Vec<Edit>,
}

/// The edits of the right program, which was linked from the second list of files, that restore
/// lines of the first ones.
pub(super) fn restoring(
    language: &dyn Language,
    program: &Program,
    files: [&[File<'_>]; 2],
) -> Restoring {
    let mut restoring = Restoring { first: Vec::new(), short: Vec::new(), long: Vec::new() };
    for TextPair { files: [_, file], texts } in pairs(files, program) {
        let diff = Diff::of(language, texts);
        let context = Text { program, file, text: texts[1], diff: &diff };
        let all = with_moved(&diff);
        // If the text is not a copy, its lines say little: an edit of one token is likelier.
        let is_copy = all.iter().map(lines).sum::<usize>() <= diff.common();
        for chosen in choices(all.len()) {
            let hunks: Vec<Hunk> = chosen.iter().map(|&index| all[index].clone()).collect();
            let size: usize = hunks.iter().map(lines).sum();
            let edit = context.edit(&hunks);
            let is_first = is_copy && hunks.len() == 1 && is_of_statement(&diff, &hunks[0]);
            match size {
                0..=SHORT if is_first => restoring.first.extend(edit),
                0..=SHORT if is_copy => restoring.short.extend(edit),
                0..=SHORT => restoring.long.extend(edit),
                _ if size <= diff.common().min(LONG) => restoring.long.extend(edit),
                _ => {}
            }
        }
    }
    restoring
}

/// Whether a hunk concerns one statement.
fn is_of_statement(diff: &Diff<'_>, hunk: &Hunk) -> bool {
    let Hunk { left, right } = hunk;
    let is_moved = || {
        let is_there = |at: usize| left.clone().any(|other| diff.is_same(other, at));
        left.len() == right.len() && right.clone().all(is_there)
    };
    left.is_empty() || right.is_empty() || left.len().max(right.len()) == 1 || is_moved()
}

/// The number of lines of a hunk, on the longer side.
fn lines(hunk: &Hunk) -> usize {
    hunk.left.len().max(hunk.right.len())
}

/// The sets of hunks to try: all sets if there are few hunks, small ones first.
fn choices(count: usize) -> Vec<Vec<usize>> {
    if count > FEW {
        return (0..count.min(HUNKS)).map(|index| vec![index]).collect();
    }
    let of = |set: u32| (0..count).filter(move |index| set & 1 << index != 0).collect();
    let mut choices: Vec<Vec<usize>> = (1..1u32 << count).map(of).collect();
    choices.sort_by_key(Vec::len);
    choices
}

/// The right text, with its diff to the left one.
struct Text<'t> {
    program: &'t Program,
    file: usize,
    text: &'t str,
    diff: &'t Diff<'t>,
}

impl Text<'_> {
    /// The edit that applies some hunks, in order.
    fn edit(&self, hunks: &[Hunk]) -> Option<Edit> {
        let mut replacements = Vec::new();
        let mut changes = Vec::new();
        for hunk in hunks {
            let (change, parts) = self.change(hunk)?;
            changes.push(change);
            replacements.extend(parts);
        }
        let mut changes = changes.into_iter();
        let Change { line, from, to, words } = changes.next()?;
        let (kind, file, more) = (EditKind::Restored, self.file, changes.collect());
        Some(Edit { kind, file, line, from, to, words, more, replacements })
    }

    /// The change of a hunk's lines, and its replacements of text.
    fn change(&self, hunk: &Hunk) -> Option<(Change, Vec<(Span, String)>)> {
        let left: Vec<String> = self.diff.lines[0][hunk.left.clone()]
            .iter()
            .map(|line| self.diff.spelled(line))
            .collect();
        let right = &self.diff.lines[1][hunk.right.clone()];
        if right.is_empty() {
            return self.inserted(hunk.right.start, &left);
        }
        let both = left.len().min(right.len());
        let mut replacements = Vec::new();
        for (index, line) in right.iter().enumerate() {
            let parting = "\n".to_owned() + self.indentation(line);
            match left.get(index) {
                // The last line takes the remaining ones.
                Some(_) if index + 1 == right.len() => {
                    replacements.push((line.span, left[index..].join(&parting)));
                }
                Some(code) => replacements.push((line.span, code.clone())),
                None => replacements.push((self.whole(line), String::new())),
            }
        }
        let codes = |lines: Range<usize>| right[lines].iter().map(|line| line.code.to_owned());
        let mut from: Vec<String> = codes(0..right.len()).collect();
        let mut to = left;
        if both > 0 {
            strip_label(&mut from[0], &mut to[0]);
        }
        let words = words(self.program, self.file, right);
        let line = right[0].number;
        Some((Change { line, from: from.join("\n"), to: to.join("\n"), words }, replacements))
    }

    /// Inserts lines before the line with this index, or after the last one.
    fn inserted(&self, at: usize, left: &[String]) -> Option<(Change, Vec<(Span, String)>)> {
        let lines = &self.diff.lines[1];
        let new = left.join("\n");
        let (beside, written, to) = match lines.get(at) {
            Some(next) => {
                let parting = "\n".to_owned() + self.indentation(next);
                let written = left.join(&parting) + &parting;
                (next, (Span::empty(next.span.start), written), format!("{new}\n{}", next.code))
            }
            None => {
                let last = lines.last()?;
                let parting = "\n".to_owned() + self.indentation(last);
                let rest = &self.text[last.span.end..];
                let end = last.span.end + rest.find(['\n', '\r']).unwrap_or(rest.len());
                let written = parting.clone() + &left.join(&parting);
                (last, (Span::empty(end), written), format!("{}\n{new}", last.code))
            }
        };
        let words = words(self.program, self.file, std::slice::from_ref(beside));
        let (line, from) = (beside.number, beside.code.to_owned());
        Some((Change { line, from, to, words }, vec![written]))
    }

    /// The indentation of a line, if only space precedes its code.
    fn indentation(&self, line: &Line<'_>) -> &str {
        let before = &self.text[..line.span.start];
        let start = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
        let before = &before[start..];
        if before.trim().is_empty() { before } else { "" }
    }

    /// The whole line, if it has only code; otherwise its code.
    fn whole(&self, line: &Line<'_>) -> Span {
        let start = line.span.start - self.indentation(line).len();
        let rest = &self.text[line.span.end..];
        let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let parting = match &rest[end..] {
            rest if rest.starts_with("\r\n") => 2,
            "" => 0,
            _ => 1,
        };
        match rest[..end].trim().is_empty() {
            true => Span::new(start, line.span.end + end + parting),
            false => line.span,
        }
    }
}

/// The hunks of a diff. If lines are missing in one place and present in the next one, they were
/// moved past the lines in between: that is one change.
fn with_moved(diff: &Diff<'_>) -> Vec<Hunk> {
    let mut hunks: Vec<Hunk> = Vec::new();
    for hunk in &diff.hunks {
        match hunks.last_mut() {
            Some(last) if is_moved(diff, last, hunk) => {
                last.left.end = hunk.left.end;
                last.right.end = hunk.right.end;
            }
            _ => hunks.push(hunk.clone()),
        }
    }
    hunks
}

fn is_moved(diff: &Diff<'_>, first: &Hunk, second: &Hunk) -> bool {
    let is_same = |left: &Hunk, right: &Hunk| {
        left.right.is_empty()
            && right.left.is_empty()
            && left.left.len() == right.right.len()
            && left.left.clone().zip(right.right.clone()).all(|(a, b)| diff.is_same(a, b))
    };
    let is_near = second.right.start - first.right.end <= GAP;
    is_near && (is_same(first, second) || is_same(second, first))
}

/// A label at the beginning of both lines stays in place.
fn strip_label(from: &mut String, to: &mut String) {
    while let (Some((old, before)), Some((new, after))) = (from.split_once(':'), to.split_once(':'))
        && old.trim() == new.trim()
        && !before.trim().is_empty()
        && !after.trim().is_empty()
    {
        (*from, *to) = (before.trim_start().to_owned(), after.trim_start().to_owned());
    }
}
