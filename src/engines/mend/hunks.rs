//! Diff: the lines in which two texts in assembly differ, as hunks.
//!
//! If one program is an edited copy of the other, they have most lines in common. The other lines
//! are where to look first: for an edit that restores the other text, and for a cause.
//!
//! A line is its code: comments, spaces and the case of mnemonics are ignored. If two texts define
//! equally many labels, these are matched in order, so their names are ignored too. The common
//! lines are a longest common subsequence (Hunt and McIlroy, "An algorithm for differential file
//! comparison", 1976).

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::language::{Language, MIPS};
use crate::diagnostic::Span;
use crate::link::{Content, File};
use crate::program::{Address, PartKind, Program};

/// Maximum size of the table of common subsequences; in longer texts, everything between the common
/// lines at the start and at the end is one hunk.
const TABLE: usize = 1 << 22;

/// A line that has code.
#[derive(Clone, Debug)]
pub(super) struct Line<'t> {
    /// Its number, from 1.
    pub number: usize,
    /// Its code in the text.
    pub span: Span,
    /// The code.
    pub code: &'t str,
    /// The normalized code for comparisons.
    key: String,
}

/// Lines of the left text and the lines of the right one that replace them, by their indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hunk {
    pub left: Range<usize>,
    pub right: Range<usize>,
}

/// Two texts, line by line.
#[derive(Clone, Debug)]
pub(super) struct Diff<'t> {
    pub lines: [Vec<Line<'t>>; 2],
    pub hunks: Vec<Hunk>,
    /// The right text's names for labels of the left one.
    renamed: BTreeMap<&'t str, &'t str>,
}

impl<'t> Diff<'t> {
    /// The lines of two texts, and where they differ.
    pub fn of(language: &dyn Language, texts: [&'t str; 2]) -> Diff<'t> {
        let codes = texts.map(|text| codes(language, text));
        let labels = codes.each_ref().map(|codes| defined(codes));
        let renamed: BTreeMap<&str, &str> = match labels[0].len() == labels[1].len() {
            true => labels[0].iter().copied().zip(labels[1].iter().copied()).collect(),
            false => BTreeMap::new(),
        };
        let lines = [0, 1].map(|side| {
            let names = if side == 0 { Some(&renamed) } else { None };
            let line = |&Code { number, span, text }: &Code<'t>| Line {
                number,
                span,
                code: text,
                key: key(text, names),
            };
            codes[side].iter().map(line).collect()
        });
        let hunks = hunks(&lines);
        Diff { lines, hunks, renamed }
    }

    /// The number of lines of the right text that are also in the left one.
    pub fn common(&self) -> usize {
        self.lines[1].len() - self.hunks.iter().map(|hunk| hunk.right.len()).sum::<usize>()
    }

    /// Whether a line of the left text is equivalent to one of the right text.
    pub fn is_same(&self, left: usize, right: usize) -> bool {
        self.lines[0][left].key == self.lines[1][right].key
    }

    /// A line of the left text with the right one's label names.
    pub fn spelled(&self, line: &Line<'_>) -> String {
        let mut spelled = String::new();
        for (_, piece) in pieces(line.code) {
            spelled.push_str(self.renamed.get(piece).copied().unwrap_or(piece));
        }
        spelled
    }
}

/// The code of a line.
struct Code<'t> {
    /// The number of the line, from 1.
    number: usize,
    span: Span,
    text: &'t str,
}

/// The code of each line that has any.
fn codes<'t>(language: &dyn Language, text: &'t str) -> Vec<Code<'t>> {
    let mut codes = Vec::new();
    let mut start = 0;
    let mut number = 0;
    while start < text.len() {
        let rest = &text[start..];
        let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        number += 1;
        let line = &rest[..end];
        let comment = language.comments().iter().filter_map(|sign| line.find(sign)).min();
        let code = &line[..comment.unwrap_or(line.len())];
        let trimmed = code.trim();
        if !trimmed.is_empty() {
            let first = start + (code.len() - code.trim_start().len());
            let span = Span::new(first, first + trimmed.len());
            codes.push(Code { number, span, text: trimmed });
        }
        let is_crlf = rest[end..].starts_with("\r\n");
        start += end + if is_crlf { 2 } else { 1 };
    }
    codes
}

/// The labels that lines define, in order.
fn defined<'t>(codes: &[Code<'t>]) -> Vec<&'t str> {
    let mut defined = Vec::new();
    for code in codes {
        let mut rest = code.text;
        while let Some((label, behind)) = rest.split_once(':') {
            defined.push(label.trim());
            rest = behind;
        }
    }
    defined
}

/// The kind of a piece of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Piece {
    Space,
    Word,
    Sign,
}

/// Splits a line into pieces: words, spaces, and single signs.
fn pieces(code: &str) -> Vec<(Piece, &str)> {
    let kind = |c: char| match c {
        c if c.is_whitespace() => Piece::Space,
        c if c.is_ascii_alphanumeric() || "_$.-".contains(c) => Piece::Word,
        _ => Piece::Sign,
    };
    let mut pieces = Vec::new();
    let mut rest = code;
    while let Some(c) = rest.chars().next() {
        let of = kind(c);
        let end = match of {
            Piece::Sign => c.len_utf8(),
            _ => rest.find(|c| kind(c) != of).unwrap_or(rest.len()),
        };
        pieces.push((of, &rest[..end]));
        rest = &rest[end..];
    }
    pieces
}

/// A normal form of a line: equal for equivalent lines.
fn key(code: &str, names: Option<&BTreeMap<&str, &str>>) -> String {
    let statement = code.rsplit(':').next().unwrap_or(code).trim_start();
    let mnemonic = code.len() - statement.len();
    let mut key = String::new();
    let mut at = 0;
    let mut last = Piece::Sign;
    for (kind, piece) in pieces(code) {
        let word = match names.and_then(|names| names.get(piece)) {
            _ if at == mnemonic => piece.to_ascii_lowercase(),
            Some(name) => (*name).to_owned(),
            None => piece.to_owned(),
        };
        at += piece.len();
        if kind == Piece::Space {
            continue;
        }
        if (last, kind) == (Piece::Word, Piece::Word) {
            key.push(' ');
        }
        key.push_str(&word);
        last = kind;
    }
    key
}

fn hunks([left, right]: &[Vec<Line<'_>>; 2]) -> Vec<Hunk> {
    let is_same = |i: usize, j: usize| left[i].key == right[j].key;
    let most = left.len().min(right.len());
    let first = (0..most).take_while(|&index| is_same(index, index)).count();
    let last = (0..most - first)
        .take_while(|back| is_same(left.len() - 1 - back, right.len() - 1 - back))
        .count();
    let (rows, width) = (left.len() - last - first, right.len() - last - first + 1);
    if rows == 0 && width == 1 {
        return Vec::new();
    }
    if rows.saturating_mul(width) > TABLE {
        return vec![Hunk { left: first..first + rows, right: first..first + width - 1 }];
    }
    // The length of the longest common subsequence from each pair of lines on.
    let mut longest = vec![0u32; (rows + 1) * width];
    for i in (0..rows).rev() {
        for j in (0..width - 1).rev() {
            longest[i * width + j] = match is_same(first + i, first + j) {
                true => longest[(i + 1) * width + j + 1] + 1,
                false => longest[(i + 1) * width + j].max(longest[i * width + j + 1]),
            };
        }
    }
    let mut hunks: Vec<Hunk> = Vec::new();
    let (mut i, mut j) = (0, 0);
    let mut begin = None;
    while i < rows || j < width - 1 {
        if i < rows && j < width - 1 && is_same(first + i, first + j) {
            if let Some((a, b)) = begin.take() {
                hunks.push(Hunk { left: a..first + i, right: b..first + j });
            }
            (i, j) = (i + 1, j + 1);
            continue;
        }
        begin.get_or_insert((first + i, first + j));
        let skips_left = j == width - 1
            || i < rows && longest[(i + 1) * width + j] >= longest[i * width + j + 1];
        if skips_left {
            i += 1;
        } else {
            j += 1;
        }
    }
    if let Some((a, b)) = begin {
        hunks.push(Hunk { left: a..first + rows, right: b..first + width - 1 });
    }
    hunks
}

/// Assembly texts of two programs that correspond.
pub(super) struct TextPair<'t> {
    /// The index of the file in each program.
    pub files: [usize; 2],
    pub texts: [&'t str; 2],
}

/// The corresponding assembly texts of two programs: those with the same name, or, if both have
/// equally many files, with the same index.
pub(super) fn pairs<'t>([left, right]: [&[File<'t>]; 2], program: &Program) -> Vec<TextPair<'t>> {
    let text = |file: &File<'t>| match file.content {
        Content::Text(text) => Some(text),
        _ => None,
    };
    let mut pairs = Vec::new();
    for (index, file) in right.iter().enumerate() {
        let is_assembly =
            program.parts.get(index).is_some_and(|part| part.kind == PartKind::Assembly);
        let same_name = |other: &File<'_>| !file.name.is_empty() && other.name == file.name;
        let other = match left.len() == right.len() {
            true => Some(index),
            false => left.iter().position(same_name),
        };
        let Some(other) = other.filter(|_| is_assembly) else { continue };
        if let (Some(old), Some(new)) = (text(&left[other]), text(file)) {
            pairs.push(TextPair { files: [other, index], texts: [old, new] });
        }
    }
    pairs
}

/// The words of a program that these lines of a file were assembled to, if they are contiguous.
pub(super) fn words(program: &Program, file: usize, lines: &[Line<'_>]) -> Range<usize> {
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else { return 0..0 };
    let within = |&index: &usize| {
        let start = program.spans[index].start;
        program.part_of(index) == Some(file) && (first.span.start..last.span.end).contains(&start)
    };
    let mut of_lines = (0..program.spans.len().min(program.words.len())).filter(within);
    match of_lines.next() {
        Some(begin) => begin..of_lines.next_back().unwrap_or(begin) + 1,
        None => 0..0,
    }
}

/// The instruction that loads a constant behind it.
fn loading(language: &dyn Language, program: &Program, word: usize) -> Option<usize> {
    let before = word.checked_sub(1)?;
    program.words.get(before).filter(|&&word| language.loads_next(word)).map(|_| before)
}

/// The instructions of two MIPS programs, linked from these files, whose lines are not in both
/// texts. Empty if the texts have little in common: then the diff says nothing about an
/// instruction.
pub fn differing(programs: [&Program; 2], files: [&[File<'_>]; 2]) -> [BTreeSet<Address>; 2] {
    differing_for(MIPS, programs, files)
}

/// As [`differing`], for programs in any of the assembly languages.
pub fn differing_for(
    language: &dyn Language,
    programs: [&Program; 2],
    [left, right]: [&[File<'_>]; 2],
) -> [BTreeSet<Address>; 2] {
    let mut differing = [BTreeSet::new(), BTreeSet::new()];
    let (mut common, mut changed) = (0, 0);
    for TextPair { files, texts } in pairs([left, right], programs[1]) {
        let diff = Diff::of(language, texts);
        common += diff.common();
        for Hunk { left, right } in &diff.hunks {
            changed += left.len().max(right.len());
            for (side, range) in [left, right].into_iter().enumerate() {
                for line in &diff.lines[side][range.clone()] {
                    let one = std::slice::from_ref(line);
                    let words = words(programs[side], files[side], one);
                    let loading =
                        words.clone().filter_map(|word| loading(language, programs[side], word));
                    differing[side].extend(loading.chain(words).map(Address::of_word));
                }
            }
        }
    }
    if changed > common { Default::default() } else { differing }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hunks_of(left: &str, right: &str) -> Vec<(Vec<usize>, Vec<usize>)> {
        let diff = Diff::of(MIPS, [left, right]);
        let numbers = |side: usize, range: &Range<usize>| {
            diff.lines[side][range.clone()].iter().map(|line| line.number).collect()
        };
        diff.hunks.iter().map(|it| (numbers(0, &it.left), numbers(1, &it.right))).collect()
    }

    #[test]
    fn comments_spaces_and_names_of_labels_do_not_count() {
        let left = "; sum\nloop: add $3,$1, $2\nBNE $3, $0, loop # again\njr $31";
        let right = "again:  add $3, $1, $2\n\nbne $3,$0,again\r\njr $31 // done";
        assert_eq!(hunks_of(left, right), []);
        let other = right.replace("bne $3,$0,again", "bne $3,$0,1");
        assert_eq!(hunks_of(left, &other), [(vec![3], vec![3])]);
    }

    #[test]
    fn lines_are_changed_missing_or_more() {
        let text = "add $3, $1, $2\nsub $4, $3, $1\nslt $5, $4, $2\njr $31\n";
        assert_eq!(hunks_of(text, &text.replace("$4, $3", "$3, $4")), [(vec![2], vec![2])]);
        assert_eq!(hunks_of(text, &text.replace("jr", "add $3, $0, $0\njr")), [(vec![], vec![4])]);
        assert_eq!(hunks_of(text, &text.replace("add $3, $1, $2\n", "")), [(vec![1], vec![])]);
        assert_eq!(hunks_of(text, ""), [(vec![1, 2, 3, 4], vec![])]);
    }
}
