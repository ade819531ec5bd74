//! How text from the program and numbers are displayed within a message.

use std::fmt;

use crate::machine::mips::Instruction;

/// Displays text of the user within a sentence: invisible characters are escaped, white space
/// becomes a space, and long text is truncated.
pub(super) struct Shown<'a>(pub(super) &'a str);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LONGEST: usize = 40;
        let mut characters = self.0.chars();
        for character in characters.by_ref().take(LONGEST) {
            match character {
                '\t' | '\u{b}' | '\u{c}' | '\r' | '\n' => f.write_str(" ")?,
                '\\' | '\'' | '"' => write!(f, "{character}")?,
                _ => write!(f, "{}", character.escape_debug())?,
            }
        }
        if characters.next().is_some() { f.write_str("...") } else { Ok(()) }
    }
}

/// Displays characters outside the language; unusual ones also by number.
pub(super) struct Characters<'a>(pub(super) &'a str);

impl fmt::Display for Characters<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut characters = self.0.chars();
        match (characters.next(), characters.next()) {
            (Some(only), None) if only.is_ascii_graphic() => write!(f, "character `{only}`"),
            (Some(only), None) => {
                write!(f, "character `{}` (U+{:04X})", Shown(self.0), only as u32)
            }
            _ => write!(f, "characters `{}`", Shown(self.0)),
        }
    }
}

pub(super) struct Operands(pub(super) usize);

impl fmt::Display for Operands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.0 == 1 { "" } else { "s" };
        write!(f, "{} operand{plural}", self.0)
    }
}

pub(super) struct LoadedInstead<'a>(pub(super) Option<&'a str>);

impl fmt::Display for LoadedInstead<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(next) => write!(f, "is the instruction `{}`", Shown(next)),
            None => f.write_str("is behind the end of the program"),
        }
    }
}

pub(super) struct ExecutedAs(pub(super) Option<Instruction>);

impl fmt::Display for ExecutedAs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(instruction) => write!(f, "which is executed as `{instruction}`"),
            None => f.write_str("which is not an instruction: executing it is a fault"),
        }
    }
}

/// A number with separators between thousands.
pub(super) struct Grouped(pub(super) usize);

impl fmt::Display for Grouped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                f.write_str(",")?;
            }
            write!(f, "{digit}")?;
        }
        Ok(())
    }
}
