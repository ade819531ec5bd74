//! MERL, the course's object file format for MIPS.
//!
//! A file is words, most significant byte first:
//!
//! | word | meaning |
//! |---|---|
//! | `0x10000002` | `beq $0, $0, 2`: at address 0 the file runs as it is |
//! | length | of the file, in bytes |
//! | end of code | where the table begins, in bytes |
//! | code | from byte 12 on |
//! | `1, location` | the word there holds an address of this file |
//! | `0x11, location, n, n characters` | the word there is to hold the address of that name |
//! | `5, value, n, n characters` | this file exports that name for that address |
//!
//! Locations and addresses count from the beginning of the file, so 12 is added to those of code
//! that was assembled at 0. Each character is stored as one word.

use thiserror::Error;

use crate::object::is_name;
use crate::object::{Export, Import, Object, Reference};
use crate::program::Address;

/// The first word of a file in this format.
pub const COOKIE: u32 = 0x1000_0002;

/// The words before the code.
const HEADER: usize = 3;

const RELOCATION: u32 = 0x01;
const REFERENCE: u32 = 0x11;
const EXPORT: u32 = 0x05;

/// Why bytes are not a valid object file. Positions are in bytes from the beginning.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Malformed {
    /// The file does not begin with the cookie.
    #[error("it does not begin with 0x10000002")]
    NoCookie,
    /// The length is not a whole number of words, or is less than the header's.
    #[error("it is {0} bytes long, which is no header and whole words behind it")]
    Length(usize),
    /// The length in the header is wrong.
    #[error("it says that it is {said} bytes long, and it is {found}")]
    OtherLength {
        /// The length in the header.
        said: u32,
        /// The actual length.
        found: usize,
    },
    /// The end of the code in the header lies before the code, behind the file, or within a word.
    #[error("it says that its code ends at byte {0}")]
    CodeEnd(u32),
    /// An entry of the table has an unknown kind.
    #[error("the entry at byte {at} of its table is of the unknown kind {kind:#x}")]
    UnknownEntry {
        /// The position of the entry.
        at: usize,
        /// The kind in the entry.
        kind: u32,
    },
    /// An entry extends beyond the end of the file.
    #[error("the entry at byte {0} of its table goes on behind its end")]
    Truncated(usize),
    /// The location in an entry is not that of a word of code.
    #[error(
        "the entry at byte {at} of its table is about byte {location}, where there is no word of code"
    )]
    Location {
        /// The position of the entry.
        at: usize,
        /// The location in the entry.
        location: u32,
    },
    /// The address in an entry is not one of the code: the value of a relocated word, or the
    /// address of an export.
    #[error(
        "the entry at byte {at} of its table is about the address {address:#x}, which is not in its code"
    )]
    Address {
        /// The position of the entry.
        at: usize,
        /// The address.
        address: u32,
    },
    /// The name in an entry is not a valid label.
    #[error(
        "the name in the entry at byte {0} of its table is not a letter that letters, digits and underscores follow"
    )]
    Name(usize),
    /// Two entries have the same location.
    #[error("the entry at byte {0} of its table is about a word that another entry is about, too")]
    Twice(usize),
}

/// Whether the bytes start like a file in this format.
pub fn is_merl(bytes: &[u8]) -> bool {
    bytes.starts_with(&COOKIE.to_be_bytes())
}

/// Reads an object file.
///
/// # Errors
///
/// The first defect found.
pub fn read(bytes: &[u8]) -> Result<Object, Malformed> {
    if !is_merl(bytes) {
        return Err(Malformed::NoCookie);
    }
    if !bytes.len().is_multiple_of(4) || bytes.len() < HEADER * 4 {
        return Err(Malformed::Length(bytes.len()));
    }
    let word = |bytes: &[u8]| u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    let words: Vec<u32> = bytes.chunks_exact(4).map(word).collect();
    let [_, length, code_end, ..] = words[..] else { return Err(Malformed::Length(bytes.len())) };
    if length as usize != bytes.len() {
        return Err(Malformed::OtherLength { said: length, found: bytes.len() });
    }
    let end = code_end as usize / 4;
    if !code_end.is_multiple_of(4) || end < HEADER || end > words.len() {
        return Err(Malformed::CodeEnd(code_end));
    }
    let object = Object { words: words[HEADER..end].to_vec(), ..Object::default() };
    let mut reader = Reader { words: &words, next: end, object, taken: vec![false; end] };
    while reader.next < words.len() {
        reader.entry()?;
    }
    Ok(reader.object)
}

struct Reader<'a> {
    words: &'a [u32],
    /// The index of the next word of the table.
    next: usize,
    object: Object,
    /// For each word before the table, whether an entry refers to it.
    taken: Vec<bool>,
}

impl Reader<'_> {
    fn entry(&mut self) -> Result<(), Malformed> {
        let at = self.next * 4;
        match self.take(at)? {
            RELOCATION => {
                let word = self.location(at)?;
                let address = self.address(at, self.object.words[word])?;
                self.object.words[word] = address.0;
                self.object.relocations.push(word);
            }
            REFERENCE => {
                let word = self.location(at)?;
                let name = self.name(at)?;
                let imports = &mut self.object.imports;
                let known = imports.iter().position(|import| import.name == name);
                let import = known.unwrap_or_else(|| {
                    imports.push(Import { name, span: None });
                    imports.len() - 1
                });
                self.object.references.push(Reference { word, import });
            }
            EXPORT => {
                let value = self.take(at)?;
                let address = self.address(at, value)?;
                let name = self.name(at)?;
                self.object.exports.push(Export { name, address, span: None });
            }
            kind => return Err(Malformed::UnknownEntry { at, kind }),
        }
        Ok(())
    }

    fn take(&mut self, at: usize) -> Result<u32, Malformed> {
        let word = self.words.get(self.next).copied().ok_or(Malformed::Truncated(at))?;
        self.next += 1;
        Ok(word)
    }

    /// The index of the word of code that an entry refers to.
    fn location(&mut self, at: usize) -> Result<usize, Malformed> {
        let location = self.take(at)?;
        let index = location as usize / 4;
        if !location.is_multiple_of(4) || index < HEADER || index >= self.taken.len() {
            return Err(Malformed::Location { at, location });
        }
        match std::mem::replace(&mut self.taken[index], true) {
            true => Err(Malformed::Twice(at)),
            false => Ok(index - HEADER),
        }
    }

    /// Converts an address in the file to an address of the code.
    fn address(&self, at: usize, address: u32) -> Result<Address, Malformed> {
        let index = address as usize / 4;
        if !address.is_multiple_of(4) || index < HEADER || index > self.taken.len() {
            return Err(Malformed::Address { at, address });
        }
        Ok(Address::of_word(index - HEADER))
    }

    fn name(&mut self, at: usize) -> Result<String, Malformed> {
        let length = self.take(at)? as usize;
        let end = self.next.saturating_add(length);
        let characters = self.words.get(self.next..end).ok_or(Malformed::Truncated(at))?;
        self.next = end;
        let name: Option<String> = characters.iter().map(|&word| char::from_u32(word)).collect();
        name.filter(|name| is_name(name)).ok_or(Malformed::Name(at))
    }
}

/// Writes an object file.
pub fn write(object: &Object) -> Vec<u8> {
    let header = (HEADER * 4) as u32;
    let mut words = vec![COOKIE, 0, 0];
    words.extend(&object.words);
    for &word in &object.relocations {
        words[HEADER + word] = words[HEADER + word].wrapping_add(header);
    }
    words[2] = words.len() as u32 * 4;
    let location = |word: usize| Address::of_word(HEADER + word).0;
    for &word in &object.relocations {
        words.extend([RELOCATION, location(word)]);
    }
    for reference in &object.references {
        words.extend([REFERENCE, location(reference.word)]);
        write_name(&mut words, &object.imports[reference.import].name);
    }
    for export in &object.exports {
        words.extend([EXPORT, export.address.0.wrapping_add(header)]);
        write_name(&mut words, &export.name);
    }
    words[1] = words.len() as u32 * 4;
    words.iter().flat_map(|word| word.to_be_bytes()).collect()
}

fn write_name(words: &mut Vec<u32>, name: &str) {
    words.push(name.chars().count() as u32);
    words.extend(name.chars().map(u32::from));
}
