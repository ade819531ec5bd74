//! Parses and proves user-defined patterns. A text contains patterns one after the other:
//!
//! ```text
//! ; Division by ten, as a compiler writes it.
//! pattern: quotient-by-ten
//! entry: $1 = $1          ; the old one's register = the new one's
//! exit: $3 = $3
//! scratch old: $4 hi lo
//! scratch new: $4 $5 hi lo
//! any: k                  ; words behind lis that may be any
//! old:
//!     lis $4
//!     .word 10
//!     ...
//! new:
//!     ...
//! ```
//!
//! A line is a directive or belongs to the snippet above it. Errors are reported with their lines.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use serde::Serialize;

use crate::asm;
use crate::diagnostic::{Diagnostic, Severity};
use crate::engines::versions::custom::{Custom, Held, Parting, Refused, Snippets, prove};
use crate::machine::mips::Reg;
use crate::program::Address;
use crate::report::words;
use crate::solver::{Solver, Stop};
use crate::wire::wire;

/// The directives that begin the snippets.
const SNIPPETS: [&str; 2] = ["old", "new"];
/// The directive that begins a pattern.
const NAME: &str = "pattern";

wire! {
    /// Why patterns are not used.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct PatternProblem {
        /// The line of the error, from 1.
        pub line: usize,
        /// The error, or words with which the snippets differ.
        pub message: String,
    }
}

impl PatternProblem {
    fn new((line, message): LineError) -> PatternProblem {
        PatternProblem { line, message }
    }
}

/// Parses and proves the patterns of a text. If a pattern is proved by trying words, `going_on`
/// gets its index and the tried part of the words, and may stop the proof.
///
/// # Errors
///
/// The text is not a pattern, or a pattern cannot be proved, or its name is taken: the line, or the
/// words with which the snippets differ.
pub async fn proved(
    text: &str,
    known: &[Custom],
    solver: &mut dyn Solver,
    stop: &Stop,
    mut going_on: impl AsyncFnMut(&str, f64) -> ControlFlow<()>,
) -> Result<Vec<Custom>, PatternProblem> {
    let mut patterns: Vec<Custom> = Vec::new();
    // All patterns are parsed before the first proof, which may take long.
    let written: Result<Vec<(usize, Written)>, LineError> = sections(text)
        .into_iter()
        .map(|(from, text)| {
            let written = parse(&text).map_err(|(line, message)| (from + line, message))?;
            Ok((from, written))
        })
        .collect();
    for (from, Written { snippets, begins, lines }) in written.map_err(PatternProblem::new)? {
        let refuse = |line: usize, message: String| PatternProblem { line: from + line, message };
        let name = snippets.name.clone();
        if known.iter().chain(&patterns).any(|known| known.name() == name) {
            return Err(refuse(begins, format!("there are two patterns of the name `{name}`")));
        }
        let proving =
            prove(snippets.clone(), solver, stop, async |part| going_on(&name, part).await);
        patterns.push(proving.await.map_err(|refused| match refused {
            Refused::Unfit(side, at, why) => {
                refuse(lines[side].get(at).copied().unwrap_or(1), why.to_string())
            }
            Refused::Differ(parting) => refuse(
                begins,
                format!(
                    "the snippets of `{name}` do not do the same: {}",
                    in_words(&snippets, &parting)
                ),
            ),
            Refused::Open => refuse(
                begins,
                format!(
                    "it is not known whether the snippets of `{name}` do the same, so they are not used"
                ),
            ),
        })?);
    }
    Ok(patterns)
}

/// Splits a text into patterns, each with the number of lines before it. A pattern begins at its
/// name, the first one at the start of the text.
fn sections(text: &str) -> Vec<(usize, String)> {
    let mut sections: Vec<(usize, String)> = Vec::new();
    let mut has_name = false;
    for (index, line) in text.lines().enumerate() {
        let begins =
            line.trim_start().strip_prefix(NAME).is_some_and(|it| it.trim_start().starts_with(':'));
        if sections.is_empty() || begins && has_name {
            sections.push((index, String::new()));
            has_name = false;
        }
        has_name |= begins;
        let (_, section) = sections.last_mut().expect("there is one");
        section.push_str(line);
        section.push('\n');
    }
    if sections.is_empty() { vec![(0, String::new())] } else { sections }
}

/// The words with which two snippets differ, in a sentence.
fn in_words(snippets: &Snippets, Parting { entry, any, exit, faults }: &Parting) -> String {
    let numbers = |word: u32| match word as i32 {
        negative if negative < 0 => format!("{word} ({negative})"),
        _ => word.to_string(),
    };
    let entry = snippets.entry.iter().zip(entry).map(|([old, new], &word)| {
        let held = if old == new { old.to_string() } else { format!("old {old}, new {new}") };
        format!("{held} = {}", numbers(word))
    });
    let any = any
        .iter()
        .enumerate()
        .map(|(index, &word)| format!("any word {} = {}", index + 1, numbers(word)));
    let before: Vec<String> = entry.chain(any).collect();
    let before = if before.is_empty() { "always".to_owned() } else { before.join(", ") };
    let behind = match (exit, faults) {
        (Some(([old, new], [a, b])), _) => {
            format!("old {old} = {}, new {new} = {}", numbers(*a), numbers(*b))
        }
        (None, [true, _]) => "the old one divides by zero".to_owned(),
        (None, _) => "the new one divides by zero".to_owned(),
    };
    format!("{before} gives {behind}")
}

/// A line, and the error there.
type LineError = (usize, String);

/// A parsed pattern, with its line and the lines of the words of both snippets.
#[derive(Debug)]
struct Written {
    snippets: Snippets,
    /// The line of its name.
    begins: usize,
    lines: [Vec<usize>; 2],
}

/// The parts of a pattern's text.
#[derive(Default)]
struct TextParts {
    /// The value of each directive, with its line.
    directives: BTreeMap<String, (usize, String)>,
    /// The line at which each snippet begins.
    begins: [Option<usize>; 2],
    /// The snippets. Each keeps its line numbers: all other lines are empty, so that errors have the
    /// right lines.
    snippets: [String; 2],
}

/// Splits the text of a pattern.
fn text_parts(text: &str) -> Result<TextParts, LineError> {
    let mut parts = TextParts::default();
    let TextParts { directives, begins, snippets } = &mut parts;
    let mut inside = None;
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let said = line.split(';').next().unwrap_or_default().trim();
        let begun =
            said.strip_suffix(':').and_then(|name| SNIPPETS.iter().position(|it| *it == name));
        if let Some(side) = begun {
            if begins[side].replace(number).is_some() {
                return Err((number, format!("`{said}` stands there twice")));
            }
            inside = Some(side);
        }
        for (side, text) in snippets.iter_mut().enumerate() {
            if begun.is_none() && inside == Some(side) {
                text.push_str(line);
            }
            text.push('\n');
        }
        if inside.is_some() || said.is_empty() {
            continue;
        }
        let Some((key, value)) = said.split_once(':') else {
            return Err((number, format!("`{said}` is no directive, and no snippet has begun")));
        };
        let key = key.split_whitespace().collect::<Vec<_>>().join(" ");
        const KEYS: [&str; 6] = [NAME, "entry", "exit", "scratch old", "scratch new", "any"];
        if !KEYS.contains(&key.as_str()) {
            return Err((number, format!("`{key}` is none of {}", KEYS.join(", "))));
        }
        if directives.insert(key.clone(), (number, value.trim().to_owned())).is_some() {
            return Err((number, format!("`{key}` stands there twice")));
        }
    }
    Ok(parts)
}

/// Parses a pattern.
fn parse(text: &str) -> Result<Written, LineError> {
    let TextParts { mut directives, begins, snippets } = text_parts(text)?;
    let last = text.lines().count().max(1);
    let mut take = |key: &str| directives.remove(key);
    let (begins_at, name) = take(NAME).ok_or((1, "there is no `pattern: NAME`".to_owned()))?;
    let is_name =
        name.chars().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '-');
    if name.is_empty() || !is_name {
        return Err((begins_at, format!("`{name}` is no name: small letters, digits and `-`")));
    }
    if words::is_taken(&name) {
        return Err((begins_at, format!("`{name}` is a name that the comparison has itself")));
    }
    let (entry, exit) = (pairs(take("entry"))?, take("exit"));
    let exit = pairs(Some(exit.ok_or((last, "there is no `exit: OLD = NEW`".to_owned()))?))?;
    let scratch = [free(take("scratch old"))?, free(take("scratch new"))?];
    let names: Vec<String> = match take("any") {
        None => vec![],
        Some((at, names)) => {
            let names: Vec<String> = names.split_whitespace().map(str::to_owned).collect();
            let is_one =
                |name: &String| name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
            match names.iter().find(|name| !is_one(name)) {
                Some(name) => return Err((at, format!("`{name}` is no name of a word"))),
                None => names,
            }
        }
    };
    let of_side = |side: usize| -> Result<_, LineError> {
        if begins[side].is_none() {
            return Err((
                last,
                format!("there is no `{}:` with a snippet behind it", SNIPPETS[side]),
            ));
        }
        assembled(&snippets[side], &names)
    };
    let [old, new] = [of_side(0)?, of_side(1)?];
    let (words, any) = ([old.words, new.words], [old.any, new.any]);
    let snippets = Snippets { name, words, any, entry, exit, scratch };
    Ok(Written { snippets, begins: begins_at, lines: [old.lines, new.lines] })
}

/// The words of a snippet, those that may be any by index, and the lines of all.
struct Snippet {
    words: Vec<u32>,
    any: BTreeMap<usize, usize>,
    lines: Vec<usize>,
}

/// Assembles a snippet in which these names are words that may be any.
fn assembled(text: &str, names: &[String]) -> Result<Snippet, LineError> {
    // A word that may be any is assembled as a zero, and its name is recorded.
    let mut named: BTreeMap<usize, usize> = BTreeMap::new();
    let lines = text.lines().enumerate().map(|(index, line)| {
        let code = line.split(';').next().unwrap_or_default();
        let operand = code.split_once(".word").map(|(before, operand)| (before, operand.trim()));
        let any = operand.and_then(|(before, name)| {
            Some((before, names.iter().position(|known| known == name)?))
        });
        match any {
            Some((before, number)) => {
                named.insert(index + 1, number);
                format!("{before}.word 0\n")
            }
            None => format!("{line}\n"),
        }
    });
    let text: String = lines.collect();
    let assembly = asm::assemble(&text);
    // Warnings about programs do not apply to a snippet, which does not end at its last line.
    let is_error = |it: &Diagnostic| it.severity == Severity::Error;
    if let Some(first) = assembly.diagnostics.into_iter().find(is_error) {
        return Err((first.line, first.message));
    }
    let program = crate::link::assemble(&text).program;
    let Some(program) = program else { return Err((1, "a snippet uses nothing else".to_owned())) };
    let texts = [&text[..]];
    let source = asm::SourceLines::new(&texts, &program);
    let line_of =
        |index: usize| source.at(Address(4 * index as u32)).map_or(1, |it| it.line as usize);
    let lines: Vec<usize> = (0..program.words.len()).map(line_of).collect();
    let any = lines.iter().enumerate().filter_map(|(index, line)| Some((index, *named.get(line)?)));
    let any = any.collect();
    Ok(Snippet { words: program.words, any, lines })
}

/// `$1 = $4, lo = lo`
fn pairs(directive: Option<(usize, String)>) -> Result<Vec<[Held; 2]>, LineError> {
    let Some((line, text)) = directive else { return Ok(vec![]) };
    let mut pairs: Vec<[Held; 2]> = Vec::new();
    for pair in text.split(',').filter(|pair| !pair.trim().is_empty()) {
        let Some((old, new)) = pair.split_once('=') else {
            return Err((line, format!("`{}` is no `OLD = NEW`", pair.trim())));
        };
        let pair = [held(line, old)?, held(line, new)?];
        for side in 0..2 {
            if pairs.iter().any(|known| known[side] == pair[side]) {
                let which = SNIPPETS[side];
                return Err((line, format!("the {which} {} stands there twice", pair[side])));
            }
        }
        pairs.push(pair);
    }
    Ok(pairs)
}

/// `$4 $5 hi lo`
fn free(directive: Option<(usize, String)>) -> Result<BTreeSet<Held>, LineError> {
    let Some((line, text)) = directive else { return Ok(BTreeSet::new()) };
    text.split([' ', ',', '\t']).filter(|it| !it.is_empty()).map(|it| held(line, it)).collect()
}

fn held(line: usize, text: &str) -> Result<Held, LineError> {
    let text = text.trim();
    let register = text.strip_prefix('$').and_then(|number| number.parse().ok()).and_then(Reg::new);
    match (text, register) {
        ("hi", _) => Ok(Held::High),
        ("lo", _) => Ok(Held::Low),
        (_, Some(Reg::ZERO)) => Err((line, "$0 is always the same".to_owned())),
        (_, Some(register)) => Ok(Held::Register(register)),
        (_, None) => Err((line, format!("`{text}` is no register, `hi` or `lo`"))),
    }
}
