//! Source files: what language a file is in, told by how its name ends and
//! else by how its bytes begin.
//!
//! The command line and the page both ask here, so a file is the same to both.
//!
//! ```
//! use tamarin::source::Language;
//!
//! assert_eq!(Language::of("prog.wlp4", b"int wain("), Language::Wlp4);
//! assert_eq!(Language::of("out", b"\x10\x00\x00\x02"), Language::Code);
//! assert_eq!(Language::of("out", b"jr $31"), Language::Assembly);
//! ```

use crate::machine::mips::merl;

/// What a file is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Assembly, a text.
    Assembly,
    /// WLP4, a text.
    Wlp4,
    /// Words: an object file, or machine code.
    Code,
}

impl Language {
    /// The language of a file. Only one whose name does not tell is looked into.
    pub fn of(name: &str, bytes: &[u8]) -> Language {
        let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
        match ending.as_deref() {
            Some("asm" | "s") => Language::Assembly,
            Some("wlp4") => Language::Wlp4,
            Some("merl" | "mips") => Language::Code,
            _ if merl::is_merl(bytes) || bytes.contains(&0) => Language::Code,
            _ => Language::Assembly,
        }
    }
}
