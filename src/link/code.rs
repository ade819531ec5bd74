//! Reads machine code: object files, and bare words.

use crate::machine::Architecture;
use crate::machine::arm64::armcom;
use crate::machine::mips::merl;
use crate::object::Object;

/// Reads a file of machine code: an object file, or words as bytes or in hexadecimal.
///
/// # Errors
///
/// A message that says why the file cannot be read.
pub fn machine_code(bytes: &[u8]) -> Result<Object, String> {
    if merl::is_merl(bytes) {
        return merl::read(bytes).map_err(|why| why.to_string());
    }
    fixed(words(bytes, u32::from_be_bytes))
}

/// As [`machine_code`], for one of the machines.
///
/// # Errors
///
/// A message that says why the file cannot be read.
pub fn machine_code_for(architecture: Architecture, bytes: &[u8]) -> Result<Object, String> {
    match architecture {
        Architecture::Mips => machine_code(bytes),
        Architecture::Arm64 if armcom::is_armcom(bytes) => {
            armcom::read(bytes).map_err(|why| why.to_string())
        }
        Architecture::Arm64 => fixed(words(bytes, u32::from_le_bytes)),
    }
}

/// An object of bare words. Nothing shows which of them hold addresses, so it cannot be moved.
fn fixed(words: Result<Vec<u32>, String>) -> Result<Object, String> {
    Ok(Object { words: words?, is_fixed: true, ..Object::default() })
}

/// The words of a file: as hexadecimal text if the whole file is that, and as bytes otherwise.
fn words(bytes: &[u8], from_bytes: fn([u8; 4]) -> u32) -> Result<Vec<u32>, String> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        let word = |token: &str| {
            let digits = token.strip_prefix("0x").unwrap_or(token);
            (digits.len() == 8).then(|| u32::from_str_radix(digits, 16).ok()).flatten()
        };
        if let Some(words) = text.split_whitespace().map(word).collect() {
            return Ok(words);
        }
    }
    if !bytes.len().is_multiple_of(4) {
        return Err(format!(
            "neither words of 8 hexadecimal digits nor a whole number of 4-byte words: {} bytes",
            bytes.len()
        ));
    }
    let word = |bytes: &[u8]| from_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    Ok(bytes.chunks_exact(4).map(word).collect())
}
