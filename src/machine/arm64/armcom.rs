//! ARMCOM, the course's object file format for this machine.
//!
//! A file is little-endian. All numbers except the first have 8 bytes:
//!
//! | at | number | meaning |
//! |---|---|---|
//! | 0 | `0x14000005`, 4 bytes | `b 20`: at address 0 the file runs as it is |
//! | 4 | length | of the file, in bytes |
//! | 12 | end of code | where the table begins, in bytes |
//! | 20 | code | |
//! | | `1, location` | the 8 bytes there hold an address of this file |
//! | | `0x11, location, n, n characters` | the 8 bytes there are to hold the address of that name |
//! | | `0x12, address, n, n characters` | this file exports that name for that address |
//!
//! Locations and addresses count from the beginning of the file, so 20 is added to those of code
//! that was assembled at 0. A location is a multiple of 4. Each character is stored as one number.

use thiserror::Error;

use super::table::is_label;
use crate::object::{Export, Import, Object, Reference};
use crate::program::Address;

/// The first word of a file in this format.
pub const COOKIE: u32 = 0x1400_0005;

/// The bytes before the code.
const HEADER: usize = 20;

const RELOCATION: u64 = 0x01;
const REFERENCE: u64 = 0x11;
const EXPORT: u64 = 0x12;

/// Why bytes are not a valid object file. Positions are in bytes from the beginning.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Malformed {
    /// The file does not begin with the cookie.
    #[error("it does not begin with 0x14000005, least significant byte first")]
    NoCookie,
    /// The file is shorter than its header. The value is its length.
    #[error("it is {0} bytes long, which is shorter than a header")]
    Length(usize),
    /// The length in the header is wrong.
    #[error("it says that it is {said} bytes long, and it is {found}")]
    OtherLength {
        /// The length in the header.
        said: u64,
        /// The actual length.
        found: usize,
    },
    /// The end of the code in the header lies before the code, behind the file, or within a word.
    #[error("it says that its code ends at byte {0}")]
    CodeEnd(u64),
    /// An entry of the table has an unknown kind.
    #[error("the entry at byte {at} of its table is of the unknown kind {kind:#x}")]
    UnknownEntry {
        /// The position of the entry.
        at: usize,
        /// The kind in the entry.
        kind: u64,
    },
    /// An entry extends beyond the end of the file.
    #[error("the entry at byte {0} of its table goes on behind its end")]
    Truncated(usize),
    /// The location in an entry is not that of 8 bytes of code.
    #[error(
        "the entry at byte {at} of its table is about byte {location}, where there are no 8 bytes of code"
    )]
    Location {
        /// The position of the entry.
        at: usize,
        /// The location in the entry.
        location: u64,
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
        address: u64,
    },
    /// The name in an entry is not a valid label.
    #[error(
        "the name in the entry at byte {0} of its table is not a letter that letters and digits follow"
    )]
    Name(usize),
    /// Two entries have the same location.
    #[error("the entry at byte {0} of its table is about bytes that another entry is about, too")]
    Twice(usize),
}

/// Whether the bytes start like a file in this format.
pub fn is_armcom(bytes: &[u8]) -> bool {
    bytes.starts_with(&COOKIE.to_le_bytes())
}

/// Reads an object file. Each relocation and each reference of the object is the index of the lower
/// of two words; the upper word is zero.
///
/// # Errors
///
/// The first defect found.
pub fn read(bytes: &[u8]) -> Result<Object, Malformed> {
    if !is_armcom(bytes) {
        return Err(Malformed::NoCookie);
    }
    let header = bytes.get(4..12).zip(bytes.get(12..HEADER));
    let (length, end) = header.ok_or(Malformed::Length(bytes.len()))?;
    let (length, end) = (number(length), number(end));
    if length != bytes.len() as u64 {
        return Err(Malformed::OtherLength { said: length, found: bytes.len() });
    }
    let is_in_file = (HEADER as u64..=length).contains(&end) && end.is_multiple_of(4);
    // Addresses have 32 bits here, which exceeds the size of memory.
    let end = usize::try_from(end).ok().filter(|&end| is_in_file && u32::try_from(end).is_ok());
    let end = end.ok_or(Malformed::CodeEnd(number(&bytes[12..HEADER])))?;
    let word = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    let words: Vec<u32> = bytes[HEADER..end].chunks_exact(4).map(word).collect();
    let taken = vec![false; words.len()];
    let object = Object { words, ..Object::default() };
    let mut reader = Reader { bytes, next: end, end, object, taken };
    while reader.next < bytes.len() {
        reader.entry()?;
    }
    Ok(reader.object)
}

/// The number stored in 8 bytes.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

struct Reader<'a> {
    bytes: &'a [u8],
    /// The position of the next number of the table.
    next: usize,
    /// The end of the code.
    end: usize,
    object: Object,
    /// For each word of the code, whether an entry refers to it.
    taken: Vec<bool>,
}

impl Reader<'_> {
    fn entry(&mut self) -> Result<(), Malformed> {
        let at = self.next;
        match self.take(at)? {
            RELOCATION => {
                let word = self.location(at)?;
                let [low, high] = [self.object.words[word], self.object.words[word + 1]];
                let address = self.address(at, u64::from(low) | u64::from(high) << 32)?;
                self.object.words[word] = address.0;
                self.object.relocations.push(word);
            }
            REFERENCE => {
                let word = self.location(at)?;
                self.object.words[word..word + 2].fill(0);
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

    fn take(&mut self, at: usize) -> Result<u64, Malformed> {
        let bytes = self.bytes.get(self.next..self.next + 8).ok_or(Malformed::Truncated(at))?;
        self.next += 8;
        Ok(number(bytes))
    }

    /// The index of the first of the two words of code that an entry refers to.
    fn location(&mut self, at: usize) -> Result<usize, Malformed> {
        let location = self.take(at)?;
        let last = (self.end as u64).saturating_sub(8);
        if !location.is_multiple_of(4) || !(HEADER as u64..=last).contains(&location) {
            return Err(Malformed::Location { at, location });
        }
        let word = (location as usize - HEADER) / 4;
        let pair = &mut self.taken[word..word + 2];
        if pair.contains(&true) {
            return Err(Malformed::Twice(at));
        }
        pair.fill(true);
        Ok(word)
    }

    /// Converts an address in the file to an address of the code.
    fn address(&self, at: usize, address: u64) -> Result<Address, Malformed> {
        let is_in_code = (HEADER as u64..=self.end as u64).contains(&address);
        if !address.is_multiple_of(4) || !is_in_code {
            return Err(Malformed::Address { at, address });
        }
        Ok(Address(address as u32 - HEADER as u32))
    }

    fn name(&mut self, at: usize) -> Result<String, Malformed> {
        let length = self.take(at)?;
        let left = (self.bytes.len() - self.next) / 8;
        if length > left as u64 {
            return Err(Malformed::Truncated(at));
        }
        let mut name = String::with_capacity(length as usize);
        for _ in 0..length {
            let character = u32::try_from(self.take(at)?).ok().and_then(char::from_u32);
            name.push(character.ok_or(Malformed::Name(at))?);
        }
        if is_label(&name) { Ok(name) } else { Err(Malformed::Name(at)) }
    }
}

/// Writes an object whose relocations and references are the lower words of pairs. The table lists
/// these by location, then the exports in their order.
pub fn write(object: &Object) -> Vec<u8> {
    let mut words = object.words.clone();
    for &word in &object.relocations {
        words[word] = words[word].wrapping_add(HEADER as u32);
    }
    let location = |word: usize| (HEADER + 4 * word) as u64;
    let relocations = object.relocations.iter().map(|&word| (word, None));
    let references = object.references.iter().map(|it| (it.word, Some(it.import)));
    let mut places: Vec<(usize, Option<usize>)> = relocations.chain(references).collect();
    places.sort_unstable();
    let mut table = Vec::new();
    for (word, import) in places {
        match import {
            None => table.extend([RELOCATION, location(word)]),
            Some(import) => {
                table.extend([REFERENCE, location(word)]);
                write_name(&mut table, &object.imports[import].name);
            }
        }
    }
    for export in &object.exports {
        table.extend([EXPORT, u64::from(export.address.0) + HEADER as u64]);
        write_name(&mut table, &export.name);
    }
    let code_end = HEADER + 4 * words.len();
    let length = code_end + 8 * table.len();
    let mut bytes = Vec::with_capacity(length);
    bytes.extend(COOKIE.to_le_bytes());
    bytes.extend((length as u64).to_le_bytes());
    bytes.extend((code_end as u64).to_le_bytes());
    bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    bytes.extend(table.iter().flat_map(|number| number.to_le_bytes()));
    bytes
}

fn write_name(table: &mut Vec<u64>, name: &str) {
    table.push(name.chars().count() as u64);
    table.extend(name.chars().map(u64::from));
}
