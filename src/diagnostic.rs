//! Errors and warnings about a text, as data.
//!
//! A [`Diagnostic`] has a span, a stable [`Code`], a message and, if one is known, a fix that an
//! editor can apply. The code that finds a problem writes the message. This module renders
//! diagnostics for a terminal (`render`); on the page the editor displays them.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A part of a text, in bytes: from `start` up to and not including `end`.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte behind the last one.
    pub end: usize,
}

impl Span {
    /// The bytes from `start` up to and not including `end`.
    pub const fn new(start: usize, end: usize) -> Span {
        Span { start, end }
    }

    /// The empty span before the byte `at`.
    pub const fn empty(at: usize) -> Span {
        Span { start: at, end: at }
    }

    /// The span from the start of this one to the end of `last`.
    pub const fn to(self, last: Span) -> Span {
        Span { start: self.start, end: last.end }
    }

    /// The part of `text` in this span.
    ///
    /// # Panics
    ///
    /// If the span is of another text and does not fit this one.
    pub fn of(self, text: &str) -> &str {
        &text[self.start..self.end]
    }
}

/// How severe a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// The text is not a program.
    Error,
    /// The text is a program, but perhaps not the intended one.
    Warning,
}

macro_rules! codes {
    ($($code:ident $name:literal $severity:ident $doc:literal;)*) => {
        /// The kind of a diagnostic. Its name is stable, so pages and scripts may rely on it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Code {
            $(#[doc = $doc] $code,)*
        }

        impl Code {
            /// Every kind, errors first.
            pub const ALL: &'static [Code] = &[$(Code::$code),*];

            /// Its name, in kebab-case.
            pub const fn name(self) -> &'static str {
                match self { $(Code::$code => $name),* }
            }

            /// The severity of this kind.
            pub const fn severity(self) -> Severity {
                match self { $(Code::$code => Severity::$severity),* }
            }
        }
    };
}

codes! {
    InvalidUtf8         "invalid-utf8"          Error "The bytes are not text.";
    UnexpectedCharacter "unexpected-character"  Error "A character that the language has no use for.";
    EscapedRegister     "escaped-register"      Error "`\\$1`, as papers are typeset.";
    MalformedNumber     "malformed-number"      Error "It starts as a number and does not go on as one.";
    NotARegister        "not-a-register"        Error "What is written as a register and is none.";
    UnknownMnemonic     "unknown-mnemonic"      Error "No instruction has this name.";
    UnknownDirective    "unknown-directive"     Error "A directive that the language does not have.";
    BadLabel            "bad-label"             Error "A label whose name is not a name.";
    MissingColon        "missing-colon"         Error "A label without its `:`.";
    UnexpectedToken     "unexpected-token"      Error "Something out of place on its line.";
    SecondStatement     "second-statement"      Error "Two instructions on one line.";
    MissingComma        "missing-comma"         Error "Two operands with nothing between them.";
    MissingParenthesis  "missing-parenthesis"   Error "A `(` that is never closed.";
    MissingBracket      "missing-bracket"       Error "A `[` that is never closed, or an address without one.";
    MissingOffset       "missing-offset"        Error "An address without its number of bytes.";
    WrongOperand        "wrong-operand"         Error "An operand of another kind than its place takes.";
    TooFewOperands      "too-few-operands"      Error "Fewer operands than the instruction takes.";
    TooManyOperands     "too-many-operands"     Error "More operands than the instruction takes.";
    WrongSlot           "wrong-slot"            Error "`sp` or `xzr` as an operand that cannot be it.";
    UnknownCondition    "unknown-condition"     Error "A branch on a condition that there is not.";
    ImmediateOutOfRange "immediate-out-of-range" Error "A number that does not fit in its field of the instruction.";
    MisalignedImmediate "misaligned-immediate"  Error "A number of bytes that is not a multiple of 4.";
    WordOutOfRange      "word-out-of-range"     Error "A number that does not fit in a word.";
    UndefinedLabel      "undefined-label"       Error "No line has this label.";
    DuplicateLabel      "duplicate-label"       Error "Two lines have the same label.";
    ImportedLabel       "imported-label"        Error "A name that is imported and a label of the same file.";
    DuplicateImport     "duplicate-import"      Error "A name that is imported twice.";
    ImportedTarget      "imported-target"       Error "A branch to a name of another file.";
    UnresolvedImport    "unresolved-import"     Error "A name that is imported, and that no file exports.";
    DuplicateExport     "duplicate-export"      Error "A name that two files export.";
    UndefinedName       "undefined-name"        Error "A variable or a procedure of WLP4 that there is not.";
    DuplicateName       "duplicate-name"        Error "A variable or a procedure of WLP4 that there is already.";
    WrongType           "wrong-type"            Error "An expression of WLP4 of another type than its place takes.";
    BranchTooFar        "branch-too-far"        Error "A branch target whose distance does not fit in the instruction.";
    NoFreeRegister      "no-free-register"      Error "A branch against a number, and every register is taken.";
    ProgramTooLarge     "program-too-large"     Error "More words than the memory has.";
    EmptyProgram        "empty-program"         Warning "There is no word in the text.";
    LisWithoutWord      "lis-without-word"      Warning "`lis` loads something that is not a `.word`.";
    ExecutedWord        "executed-word"         Warning "Data that the program runs into.";
    FallsOffEnd         "falls-off-end"         Warning "The program can run past its own end.";
    ZeroDestination     "zero-destination"      Warning "A result that is written to `$0`, and so dropped.";
    UnusedLabel         "unused-label"          Warning "A label that nothing refers to.";
    FlagsAtStart        "flags-at-start"        Warning "A branch on flags that nothing has compared yet.";
    FlagsAfterMemory    "flags-after-memory"    Warning "A branch on flags that the course's emulator overwrites before.";
    SpAsZero            "sp-as-zero"            Warning "An `sp` that a processor reads as zero.";
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A replacement of a part of the text that fixes the problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fix {
    /// What the fix does, as an instruction: "replace `lop` with `loop`".
    pub title: String,
    /// The part to replace; empty to insert.
    pub span: Span,
    /// The text to insert instead.
    pub replacement: String,
}

impl Fix {
    /// Applies the replacement to `text`.
    ///
    /// # Panics
    ///
    /// If the fix is for another text and its span does not fit this one.
    pub fn apply(&self, text: &str) -> String {
        let (before, after) = (&text[..self.span.start], &text[self.span.end..]);
        format!("{before}{}{after}", self.replacement)
    }
}

/// An error or a warning about a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// The kind of diagnostic; in JSON its stable name, in kebab-case.
    pub code: Code,
    /// The offending text.
    pub span: Span,
    /// The line of the span's start, from 1.
    pub line: usize,
    /// The column of the span's start, from 1, in characters.
    pub column: usize,
    /// The message: names the offending text and what was expected.
    pub message: String,
    /// Further advice, as a separate sentence.
    pub help: Option<String>,
    /// A replacement that fixes the problem.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// A diagnostic with a location and a message, and with neither help nor fix.
    pub fn new(code: Code, span: Span, position: Position, message: String) -> Diagnostic {
        let Position { line, column } = position;
        let severity = code.severity();
        Diagnostic { severity, code, span, line, column, message, help: None, fix: None }
    }

    /// Whether this is an error, so that there is no program.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// The byte order mark that some editors put at the start of a file; it is not part of the text.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// A position in a text as people count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line, from 1. A line ends with `\n`, `\r\n` or `\r`.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
}

/// Converts byte offsets of a text to positions, in one pass over the text.
///
/// With increasing offsets, all calls together take time linear in the length of the text. A
/// smaller offset starts again at the beginning.
#[derive(Clone, Debug)]
pub struct Positions<'a> {
    text: &'a str,
    offset: usize,
    position: Position,
}

impl<'a> Positions<'a> {
    /// At the start of `text`.
    pub fn new(text: &'a str) -> Positions<'a> {
        let offset = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
        Positions { text, offset, position: Position { line: 1, column: 1 } }
    }

    /// The position of the character that contains or follows the byte `offset`. Behind the end,
    /// the position of the end.
    pub fn at(&mut self, offset: usize) -> Position {
        if offset < self.offset {
            *self = Positions::new(self.text);
        }
        let bytes = self.text.as_bytes();
        for character in self.text[self.offset..].chars() {
            let next = self.offset + character.len_utf8();
            if next > offset {
                break;
            }
            self.offset = next;
            match character {
                '\r' if bytes.get(next) == Some(&b'\n') => {}
                '\n' | '\r' => {
                    self.position = Position { line: self.position.line + 1, column: 1 };
                }
                _ => self.position.column += 1,
            }
        }
        self.position
    }
}

/// Renders diagnostics as plain text for a terminal, each with its line of `text`.
///
/// `name` identifies the text: a file's path, or "left".
#[cfg(feature = "cli")]
pub fn render(name: &str, text: &str, diagnostics: &[Diagnostic]) -> String {
    terminal::render(annotate_snippets::Renderer::plain(), name, text, diagnostics)
}

/// As [`render`], in colours.
#[cfg(feature = "cli")]
pub fn render_styled(name: &str, text: &str, diagnostics: &[Diagnostic]) -> String {
    terminal::render(annotate_snippets::Renderer::styled(), name, text, diagnostics)
}

#[cfg(feature = "cli")]
mod terminal {
    use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

    use super::{BYTE_ORDER_MARK, Diagnostic, Severity, Span};

    pub(super) fn render(
        renderer: Renderer,
        name: &str,
        text: &str,
        diagnostics: &[Diagnostic],
    ) -> String {
        let mut out = String::new();
        for diagnostic in diagnostics {
            let level = match diagnostic.severity {
                Severity::Error => Level::ERROR,
                Severity::Warning => Level::WARNING,
            };
            // Only the lines of the span are passed on, so that a text with many diagnostics is not
            // scanned again for each of them.
            let (lines, span) = lines_around(text, diagnostic.span);
            let snippet = Snippet::source(lines)
                .line_start(diagnostic.line)
                .path(name)
                .annotation(AnnotationKind::Primary.span(span.start..span.end));
            let mut group = level
                .primary_title(diagnostic.message.as_str())
                .id(diagnostic.code.name())
                .element(snippet);
            if let Some(help) = &diagnostic.help {
                group = group.element(Level::HELP.message(help.as_str()));
            }
            if let Some(fix) = &diagnostic.fix {
                let title = fix.title.as_str();
                group = group.element(Level::HELP.with_name(Some("fix")).message(title));
            }
            out.push_str(&renderer.render(&[group]));
            out.push_str("\n\n");
        }
        out
    }

    /// The whole lines that contain `span`, and the span within them. A span that does not fit the
    /// text (its bytes were not UTF-8) is clipped.
    fn lines_around(text: &str, span: Span) -> (&str, Span) {
        let is_break = |c: char| c == '\n' || c == '\r';
        let start = boundary_at_or_before(text, span.start);
        let end = boundary_at_or_before(text, span.end).max(start);
        let first = text[..start].rfind(is_break).map_or(0, |at| at + 1);
        let last = text[end..].find(is_break).map_or(text.len(), |at| end + at);
        let lines = &text[first..last];
        let mark = if first == 0 && lines.starts_with(BYTE_ORDER_MARK) && start > 0 {
            BYTE_ORDER_MARK.len_utf8()
        } else {
            0
        };
        (&lines[mark..], Span::new(start - first - mark, end - first - mark))
    }

    fn boundary_at_or_before(text: &str, offset: usize) -> usize {
        let offset = offset.min(text.len());
        (0..=offset).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_of_every_kind_and_columns_in_characters() {
        for (text, offset, line, column) in [
            ("", 0, 1, 1),
            ("ab", 1, 1, 2),
            ("ab", 9, 1, 3),
            ("a\nb", 1, 1, 2),
            ("a\nb", 2, 2, 1),
            ("a\r\nb", 3, 2, 1),
            ("a\rb", 2, 2, 1),
            ("a\n\rb", 3, 3, 1),
            ("\u{e9}\u{20ac}x", 5, 1, 3),
            ("\u{feff}x", 0, 1, 1),
            ("\u{feff}x", 3, 1, 1),
        ] {
            let position = Positions::new(text).at(offset);
            assert_eq!(position, Position { line, column }, "{text:?} at {offset}");
        }
    }

    #[test]
    fn positions_may_go_back() {
        let mut positions = Positions::new("a\nb\nc");
        assert_eq!(positions.at(4).line, 3);
        assert_eq!(positions.at(0).line, 1);
        assert_eq!(positions.at(2).line, 2);
    }

    #[test]
    fn the_name_of_a_code_is_the_one_in_json() {
        for code in Code::ALL {
            assert_eq!(serde_json::to_value(code).expect("a code is a string"), code.name());
        }
    }
}
