//! Detects the language of a source file, by its file extension or else by its first bytes, and its
//! machine, if that is certain.
//!
//! The command line and the page both use this module, so they treat a file alike.
//!
//! ```
//! use tamarin::source::Language;
//!
//! assert_eq!(Language::of("prog.wlp4", b"int wain("), Language::Wlp4);
//! assert_eq!(Language::of("out", b"\x10\x00\x00\x02"), Language::Code);
//! assert_eq!(Language::of("out", b"jr $31"), Language::Assembly);
//! ```

use crate::asm;
use crate::machine::Architecture;
use crate::machine::arm64::armcom;
use crate::machine::mips::merl;
use crate::wlp4;

/// The language of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Assembly text.
    Assembly,
    /// WLP4 text.
    Wlp4,
    /// Words: an object file, or bare machine code.
    Code,
}

impl Language {
    /// The language of a file. The bytes matter only if the extension is unknown.
    pub fn of(name: &str, bytes: &[u8]) -> Language {
        let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
        match ending.as_deref() {
            Some("asm" | "s") => Language::Assembly,
            Some("wlp4") => Language::Wlp4,
            Some("merl" | "mips" | "com") => Language::Code,
            _ if merl::is_merl(bytes) || armcom::is_armcom(bytes) => Language::Code,
            _ if bytes.contains(&0) => Language::Code,
            _ => Language::Assembly,
        }
    }
}

/// The machine that a file is for, if that is certain. The first word of an object file shows it,
/// WLP4 is for the machine whose [type of numbers](wlp4::architecture) it uses, and a text in
/// assembly is for the machine whose assembler accepts it if the other assembler does not.
///
/// ```
/// use tamarin::machine::Architecture;
/// use tamarin::source::architecture;
///
/// assert_eq!(architecture("a.s", b"br x30"), Some(Architecture::Arm64));
/// assert_eq!(architecture("a.s", b"jr $31"), Some(Architecture::Mips));
/// assert_eq!(architecture("a.wlp4", b"long wain("), Some(Architecture::Arm64));
/// assert_eq!(architecture("a.s", b"br x31"), None);
/// assert_eq!(architecture("a.s", b""), None);
/// ```
pub fn architecture(name: &str, bytes: &[u8]) -> Option<Architecture> {
    match Language::of(name, bytes) {
        Language::Wlp4 => wlp4::architecture(&String::from_utf8_lossy(bytes)),
        Language::Code if merl::is_merl(bytes) => Some(Architecture::Mips),
        Language::Code if armcom::is_armcom(bytes) => Some(Architecture::Arm64),
        Language::Code => None,
        Language::Assembly => {
            let text = str::from_utf8(bytes).ok()?;
            let accepts = |it| asm::assemble_for(it, text).object.is_some();
            if mentions_mips_register(text) {
                // Assembling a large text twice would take long.
                return accepts(Architecture::Mips).then_some(Architecture::Mips);
            }
            match [Architecture::Mips, Architecture::Arm64].map(accepts) {
                [true, false] => Some(Architecture::Mips),
                [false, true] => Some(Architecture::Arm64),
                [true, true] | [false, false] => None,
            }
        }
    }
}

/// Whether a file is certainly for ARM64. Agrees with [`architecture`], but is cheap for MIPS
/// texts.
pub fn is_arm64(name: &str, bytes: &[u8]) -> bool {
    let is_mips = || str::from_utf8(bytes).is_ok_and(mentions_mips_register);
    let is_text = Language::of(name, bytes) == Language::Assembly;
    !(is_text && is_mips()) && architecture(name, bytes) == Some(Architecture::Arm64)
}

/// Whether a text has a `$` outside ARM64 comments. Then the ARM64 assembler does not accept it.
fn mentions_mips_register(text: &str) -> bool {
    text.lines().any(|line| line.split("//").next().is_some_and(|code| code.contains('$')))
}
