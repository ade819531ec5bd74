//! Small edits of a program's text: of one token, or one statement.
//!
//! A *statement* is what the assembler turns into a word; a `lis` and the constant that it loads
//! are one. An [`Edit`] changes a token of a statement or swaps two, removes or duplicates a
//! statement, or swaps it with the next one. Labels and comments stay in place, so branches by
//! label keep their targets.
//!
//! [`edits`] are mistakes that a person makes in a program. Undoing one takes more ([`repairs`]): a
//! name that the mistake removed from the text, or a statement.

use std::collections::BTreeSet;
use std::ops::Range;

use super::language::{Language, MIPS, Mips};
use crate::diagnostic::{Positions, Span};
use crate::evidence::EditKind;
use crate::link::{Content, File};
use crate::machine::Image;
use crate::program::{Address, PartKind, Program};

/// An edit of a program's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The kind of edit.
    pub kind: EditKind,
    /// The index of the edited file among those that were linked.
    pub file: usize,
    /// The line in that file, from 1: that of the (first) changed statement.
    pub line: usize,
    /// The present text: the statement, or two, one per line.
    pub from: String,
    /// The new text; empty if a statement is removed.
    pub to: String,
    /// The words of the program that change.
    pub words: Range<usize>,
    /// Further changes, later in the same file.
    pub more: Vec<Change>,
    /// The replacements of text, in order.
    pub(super) replacements: Vec<(Span, String)>,
}

/// One change of an edit, with the fields of an [`Edit`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The line.
    pub line: usize,
    /// The present text.
    pub from: String,
    /// The new text.
    pub to: String,
    /// The words that change.
    pub words: Range<usize>,
}

impl Edit {
    /// The addresses of the words that change.
    pub fn addresses(&self) -> impl Iterator<Item = Address> {
        let more = self.more.iter().flat_map(|change| change.words.clone());
        self.words.clone().chain(more).map(Address::of_word)
    }

    /// Whether it names a register where nobody would ([`Language::is_odd`]). If such an edit makes
    /// programs agree, that is most likely an accident.
    pub(super) fn is_accidental(&self, language: &dyn Language) -> bool {
        let names =
            |text| tokens(language, text).into_iter().filter(|it| it.kind == TokenKind::Register);
        let is_new = |token: &Token| names(&self.from).all(|old| old.text != token.text);
        let is_odd = |token: Token| language.is_odd(&self.to, token.text);
        self.kind == EditKind::Register && names(&self.to).filter(is_new).any(is_odd)
    }

    /// The text of the file with this edit.
    pub fn apply(&self, text: &str) -> String {
        let mut edited = String::with_capacity(text.len() + 16);
        let mut at = 0;
        for (span, to) in &self.replacements {
            edited.push_str(&text[at..span.start]);
            edited.push_str(to);
            at = span.end;
        }
        edited.push_str(&text[at..]);
        edited
    }
}

/// A statement of a text in assembly.
pub(super) struct Statement<'t> {
    pub file: usize,
    pub span: Span,
    pub text: &'t str,
    /// The word of the statement, if the assembler made several of it.
    word: u32,
    pub words: Range<usize>,
    line: usize,
}

impl Statement<'_> {
    /// The edit that replaces it by this text.
    pub fn replaced(&self, kind: EditKind, to: String) -> Edit {
        let Statement { file, span, text, ref words, line, .. } = *self;
        let replacements = vec![(span, to.clone())];
        let (from, words, more) = (text.to_owned(), words.clone(), Vec::new());
        Edit { kind, file, line, from, to, words, more, replacements }
    }
}

/// The edits of a MIPS program that was linked from these files, likeliest first; `constants` are
/// the other program's numbers.
pub fn edits(program: &Program, files: &[File], constants: &[u32]) -> Vec<Edit> {
    let constants: Vec<i64> = constants.iter().map(|&it| signed(it)).collect();
    edits_for(MIPS, program, files, &constants)
}

/// As [`edits`], for a program in any of the assembly languages.
pub fn edits_for(
    language: &dyn Language,
    program: &Program,
    files: &[File],
    constants: &[i64],
) -> Vec<Edit> {
    let statements = statements(language, program, files);
    of_statements(language, &statements, program, files, &[], constants)
}

/// Edits that may undo a mistake in the right one of two MIPS programs, which was linked from these
/// files, likeliest first.
pub fn repairs(program: &Program, files: &[File], [left, right]: [&Image; 2]) -> Vec<Edit> {
    let named = Mips::named(right);
    repairs_for(MIPS, program, files, &named, [left.words(), right.words()])
}

/// Edits that may undo a mistake in a program, which was linked from these files, likeliest first.
/// In addition to [`edits_for`] with the numbers of both programs, these are edits that name one of
/// some registers, and insertions of statements from either program. `words` are those of the
/// reference and of the program.
pub fn repairs_for(
    language: &dyn Language,
    program: &Program,
    files: &[File],
    named: &[String],
    words: [&[u32]; 2],
) -> Vec<Edit> {
    let statements = statements(language, program, files);
    let mut numbers = language.constants(words[0]);
    let others = language.constants(words[1]);
    numbers
        .extend(others.into_iter().filter(|number| !numbers.contains(number)).collect::<Vec<_>>());
    let mut edits = of_statements(language, &statements, program, files, named, &numbers);
    edits.extend(insertions(&statements, language.statements(words[0])));
    edits
}

/// The edits of statements, using these registers and numbers in addition to those that the
/// statements name.
fn of_statements(
    language: &dyn Language,
    statements: &[Statement],
    program: &Program,
    files: &[File],
    more: &[String],
    constants: &[i64],
) -> Vec<Edit> {
    let tokens: Vec<Token> = statements.iter().flat_map(|it| tokens(language, it.text)).collect();
    let mut registers: BTreeSet<&str> =
        tokens.iter().filter(|token| token.kind == TokenKind::Register).map(|it| it.text).collect();
    registers.insert(language.zero());
    registers.extend(more.iter().map(String::as_str));
    let labels: Vec<BTreeSet<&str>> = (0..files.len()).map(|file| labels(program, file)).collect();
    let mut edits = Vec::new();
    for (index, statement) in statements.iter().enumerate() {
        let next = statements.get(index + 1).filter(|next| next.file == statement.file);
        let of_one = Statements { language, statement, next };
        of_one.tokens(&registers, &labels[statement.file], constants, &mut edits);
        of_one.whole(&mut edits);
    }
    edits.sort_by_key(|edit| edit.kind);
    edits
}

/// Maximum number of insertions that are tried.
const INSERTIONS: usize = 4_000;

/// Inserts a statement of either program before a statement, or after the last one. The last place
/// comes first, which is next to where a result is needed.
fn insertions(statements: &[Statement], of_left: Vec<String>) -> Vec<Edit> {
    let of_right = statements.iter().map(|it| it.text.to_owned());
    let mut seen = BTreeSet::new();
    let mut texts: Vec<String> = of_left.into_iter().chain(of_right).collect();
    texts.retain(|text| seen.insert(text.split_whitespace().collect::<Vec<_>>().join(" ")));
    let mut edits = Vec::new();
    for (index, at) in statements.iter().enumerate().rev() {
        let is_last = statements.get(index + 1).is_none_or(|next| next.file != at.file);
        let before = texts.iter().map(|text| format!("{text}\n{}", at.text));
        let behind = texts.iter().filter(|_| is_last).map(|text| format!("{}\n{text}", at.text));
        edits.extend(behind.chain(before).map(|to| at.replaced(EditKind::Inserted, to)));
    }
    edits.truncate(INSERTIONS);
    edits
}

/// The statements of the assembly files, in the order of their words.
pub(super) fn statements<'t>(
    language: &dyn Language,
    program: &Program,
    files: &[File<'t>],
) -> Vec<Statement<'t>> {
    let mut statements: Vec<Statement> = Vec::new();
    let mut positions = Vec::new();
    for file in files {
        let text = match file.content {
            Content::Text(text) => Some(text),
            _ => None,
        };
        positions.push(text.map(|text| (text, Positions::new(text))));
    }
    let mut is_loaded = false;
    for (index, &word) in program.words.iter().enumerate() {
        let file = program.part_of(index).unwrap_or_default();
        let is_assembly =
            program.parts.get(file).is_some_and(|part| part.kind == PartKind::Assembly);
        let Some(Some((text, positions))) = positions.get_mut(file).filter(|_| is_assembly) else {
            continue;
        };
        let (text, span) = (*text, program.spans[index]);
        // Words that the assembler adds belong to the branch after them.
        if program.expanded[index] || text.get(span.start..span.end).is_none() {
            continue;
        }
        // A directive may make several words.
        if let Some(same) = statements.last_mut().filter(|it| it.file == file && it.span == span) {
            same.words.end = index + 1;
            continue;
        }
        let first = (0..index).rev().take_while(|&before| program.expanded[before]).count();
        if is_loaded && let Some(lis) = statements.last_mut() {
            lis.span.end = span.end;
            lis.text = &text[lis.span.start..span.end];
            lis.words.end = index + 1;
            is_loaded = false;
            continue;
        }
        is_loaded = language.loads_next(word);
        let line = positions.at(span.start).line;
        let words = index - first..index + 1;
        statements.push(Statement { file, span, text: span.of(text), word, words, line });
    }
    statements
}

/// The names of a file's own labels.
pub(super) fn labels(program: &Program, file: usize) -> BTreeSet<&str> {
    let of_file = |address: Address| {
        let index = address.word_index().min(program.words.len().saturating_sub(1));
        program.part_of(index) == Some(file)
    };
    let labels = program.labels.iter().filter(|label| of_file(label.address));
    labels.map(|label| label.name.as_str()).collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TokenKind {
    Register,
    Number,
    Name,
}

/// A part of a statement that can be replaced.
#[derive(Clone, Copy, Debug)]
struct Token<'t> {
    kind: TokenKind,
    at: usize,
    text: &'t str,
}

impl Token<'_> {
    fn number(&self) -> Option<i64> {
        let (sign, digits) = match self.text.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None => (1, self.text),
        };
        match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
            Some(digits) => u64::from_str_radix(digits, 16).ok().map(|bits| bits as i64),
            None => digits.parse::<i64>().ok().map(|number| sign * number),
        }
    }

    /// Formats a number like this token: in hexadecimal if this one is and neither has a sign.
    fn like(&self, number: i64) -> String {
        let is_hex = self.text.starts_with("0x") || self.text.starts_with("0X");
        if is_hex && number >= 0 { format!("{number:#x}") } else { number.to_string() }
    }
}

/// The tokens of a statement that was assembled; comments in it, for example between a `lis` and
/// its constant, are skipped.
fn tokens<'t>(language: &dyn Language, text: &'t str) -> Vec<Token<'t>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    let is_name = |c: char| language.is_in_name(c);
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if language.comments().iter().any(|sign| rest.starts_with(sign)) {
            at += rest.find(['\n', '\r']).unwrap_or(rest.len());
            continue;
        }
        let first = c.len_utf8();
        let behind = rest[first..].find(|c| !is_name(c)).map_or(rest.len(), |end| first + end);
        let next = rest[first..].chars().next();
        let kind = match c {
            '$' => Some(TokenKind::Register),
            '-' if next.is_some_and(|c| c.is_ascii_digit()) => Some(TokenKind::Number),
            '0'..='9' => Some(TokenKind::Number),
            '.' => Some(TokenKind::Name),
            c if c.is_ascii_alphabetic() => Some(TokenKind::Name),
            _ => None,
        };
        // A label between a `lis` and its constant is a token of neither.
        let is_label =
            kind == Some(TokenKind::Name) && rest[behind..].trim_start().starts_with(':');
        match kind {
            Some(kind) => {
                let text = &rest[..behind];
                let kind = if language.is_register(text) { TokenKind::Register } else { kind };
                if !is_label {
                    tokens.push(Token { kind, at, text });
                }
                at += behind;
            }
            None => at += first,
        }
    }
    tokens
}

/// A statement and the next one in the same file.
struct Statements<'s, 't> {
    language: &'s dyn Language,
    statement: &'s Statement<'t>,
    next: Option<&'s Statement<'t>>,
}

impl Statements<'_, '_> {
    /// Replaces one token, or swaps two.
    fn tokens(
        &self,
        registers: &BTreeSet<&str>,
        labels: &BTreeSet<&str>,
        constants: &[i64],
        edits: &mut Vec<Edit>,
    ) {
        let Statement { text, word, .. } = *self.statement;
        let tokens = tokens(self.language, text);
        let mut push = |kind, changes: &[(Token, &str)]| edits.push(self.token_edit(kind, changes));
        for (index, &token) in tokens.iter().enumerate() {
            match token.kind {
                TokenKind::Name if index == 0 => {
                    let written = token.text.to_ascii_lowercase();
                    let others = self.language.confused_with(&written);
                    others.iter().for_each(|other| push(EditKind::Mnemonic, &[(token, other)]));
                }
                // The directive after a `lis`.
                TokenKind::Name if token.text.starts_with('.') => {}
                TokenKind::Name => {
                    let others = labels.iter().filter(|&&label| label != token.text);
                    others.for_each(|label| push(EditKind::Label, &[(token, label)]));
                }
                TokenKind::Register => {
                    let others = registers.iter().filter(|&&register| register != token.text);
                    others.for_each(|register| push(EditKind::Register, &[(token, register)]));
                }
                TokenKind::Number => {
                    let Some(number) = token.number() else { continue };
                    let words = self.language.strides().iter().map(|&by| (EditKind::Word, by));
                    let near = [(EditKind::Neighbour, 1)].into_iter().chain(words);
                    let near = near.flat_map(|(kind, by)| {
                        [number.wrapping_add(by), number.wrapping_sub(by)].map(|it| (kind, it))
                    });
                    let constants = constants.iter().map(|&it| (EditKind::Constant, it));
                    let mut seen = BTreeSet::from([number]);
                    for (kind, value) in near.chain(constants) {
                        if seen.insert(value) {
                            push(kind, &[(token, &token.like(value))]);
                        }
                    }
                }
            }
        }
        // The source operands: the last two registers.
        let order_matters = self.language.order_matters(word);
        let read: Vec<Token> =
            tokens.iter().filter(|it| it.kind == TokenKind::Register).copied().collect();
        if let [.., s, t] = read[..]
            && order_matters
            && s.text != t.text
        {
            push(EditKind::Swapped, &[(s, t.text), (t, s.text)]);
        }
    }

    fn token_edit(&self, kind: EditKind, changes: &[(Token, &str)]) -> Edit {
        let Statement { file, span, text, ref words, line, .. } = *self.statement;
        let replacements: Vec<(Span, String)> = changes
            .iter()
            .map(|(token, to)| {
                let start = span.start + token.at;
                (Span::new(start, start + token.text.len()), (*to).to_owned())
            })
            .collect();
        let within: Vec<(Span, String)> = replacements
            .iter()
            .map(|(at, to)| (Span::new(at.start - span.start, at.end - span.start), to.clone()))
            .collect();
        // For a `lis` and its constant, use the line of the token.
        let before = &text[..within[0].0.start];
        let line = line + before.replace("\r\n", "\n").matches(['\n', '\r']).count();
        let start = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
        let last = within[within.len() - 1].0.end;
        let end = text[last..].find(['\n', '\r']).map_or(text.len(), |at| last + at);
        let mut to = String::new();
        let mut at = start;
        for (span, with) in &within {
            to.push_str(&text[at..span.start]);
            to.push_str(with);
            at = span.end;
        }
        to.push_str(&text[at..end]);
        let tidy = |text: &str| text.trim().to_owned();
        let (from, to) = (tidy(&text[start..end]), tidy(&to));
        let (words, more) = (words.clone(), Vec::new());
        Edit { kind, file, line, from, to, words, more, replacements }
    }

    /// Removes the statement, duplicates it, or swaps it with the next one.
    fn whole(&self, edits: &mut Vec<Edit>) {
        let Statement { file, span, text, ref words, line, .. } = *self.statement;
        edits.push(self.statement.replaced(EditKind::Removed, String::new()));
        edits.push(self.statement.replaced(EditKind::Repeated, format!("{text}\n{text}")));
        if let Some(next) = self.next
            && next.text != text
            && span.end <= next.span.start
        {
            let replacements = vec![(span, next.text.to_owned()), (next.span, text.to_owned())];
            let (from, to) = (format!("{text}\n{}", next.text), format!("{}\n{text}", next.text));
            let words = words.start..next.words.end;
            let (kind, more) = (EditKind::Moved, Vec::new());
            edits.push(Edit { kind, file, line, from, to, words, more, replacements });
        }
    }
}

/// A word in the usual signed notation.
pub(super) fn signed(word: u32) -> i64 {
    i64::from(word as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link;

    /// The edits of a text, as `line: from -> to`.
    fn shown(text: &str, kind: EditKind) -> Vec<String> {
        let files = [File::text("", text)];
        let program = link::program(&files).output.expect("it is a program");
        let edits = edits(&program, &files, &[7]);
        let of_kind = edits.iter().filter(|edit| edit.kind == kind);
        of_kind
            .map(|edit| {
                let edited = edit.apply(text);
                assert_ne!(edited, text);
                format!("{}: {} -> {}", edit.line, edit.from, edit.to)
            })
            .collect()
    }

    #[test]
    fn mnemonics_operands_and_numbers() {
        let text = "a: slt $3, $1, $2 ; no sub here\nlis $4\n.word 5\nlw $5, -4($4)\njr $31";
        assert_eq!(shown(text, EditKind::Mnemonic), ["1: slt $3, $1, $2 -> sltu $3, $1, $2"]);
        assert_eq!(shown(text, EditKind::Swapped), ["1: slt $3, $1, $2 -> slt $3, $2, $1"]);
        let near = ["3: .word 5 -> .word 6", "3: .word 5 -> .word 4"];
        let far = ["4: lw $5, -4($4) -> lw $5, -3($4)", "4: lw $5, -4($4) -> lw $5, -5($4)"];
        assert_eq!(shown(text, EditKind::Neighbour), [near, far].concat());
        assert!(shown(text, EditKind::Constant).contains(&"3: .word 5 -> .word 7".to_owned()));
        assert!(shown(text, EditKind::Register).contains(&"5: jr $31 -> jr $5".to_owned()));
        let hexadecimal = shown("lis $4\n.word 0xa\njr $31", EditKind::Neighbour);
        assert_eq!(hexadecimal, ["2: .word 0xa -> .word 0xb", "2: .word 0xa -> .word 0x9"]);
    }

    #[test]
    fn what_a_mistake_took_out_of_the_text_is_put_back() {
        let left = "mult $1, $2\nmflo $3\nbeq $3, $0, 1\nlis $7\n.word 9\njr $31";
        let text = "add $5, $1, $1 ; twice\na: mflo $5\njr $31";
        let files = [File::text("", text)];
        let program = link::program(&files).output.expect("it is a program");
        let images = [left, text]
            .map(|text| Image::new(&link::assemble(text).program.expect("it is a program")));
        let repairs = repairs(&program, &files, images.each_ref().map(|image| &**image));
        let edited: BTreeSet<String> = repairs.iter().map(|edit| edit.apply(text)).collect();
        // An observed register, and an input register.
        assert!(edited.contains(&text.replace("mflo $5", "mflo $3")));
        assert!(edited.contains(&text.replace("add $5, $1, $1", "add $5, $1, $2")));
        // A statement of the other program, at the end.
        assert!(edited.contains(&text.replace("mflo $5", "mult $1, $2\nmflo $5")));
        assert!(edited.contains(&text.replace("mflo $5", "lis $7\n.word 9\nmflo $5")));
        assert!(edited.contains(&text.replace("jr $31", "jr $31\nadd $5, $1, $1")));
        assert!(edited.iter().all(|text| link::assemble(text).program.is_some()));
        assert!(repairs.iter().all(|edit| !edit.to.contains("beq")));
    }

    #[test]
    fn statements_keep_their_labels_and_comments() {
        let text = "beq $1, 9, b\na: add $3, $1, $2 ; sum\nb: lis $4\n.word a\njr $31";
        assert_eq!(
            shown(text, EditKind::Label),
            ["1: beq $1, 9, b -> beq $1, 9, a", "4: .word a -> .word b"]
        );
        let files = [File::text("", text)];
        let program = link::program(&files).output.expect("it is a program");
        let edits = edits(&program, &files, &[]);
        let moved = edits.iter().find(|edit| edit.kind == EditKind::Moved && edit.line == 2);
        let moved = moved.expect("the sum and the load can change places");
        let edited = "beq $1, 9, b\na: lis $4\n.word a ; sum\nb: add $3, $1, $2\njr $31";
        assert_eq!(moved.apply(text), edited);
        assert_eq!(moved.words, 3..6);
        let removed = edits.iter().find(|edit| edit.kind == EditKind::Removed && edit.line == 1);
        assert_eq!(removed.expect("the branch can go").words, 0..3);
    }
}
