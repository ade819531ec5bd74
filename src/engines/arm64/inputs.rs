//! What the programs of a question are given, and the words of it that are inputs.
//!
//! Inputs are numbered as in the kernel's claim: numbers in registers from `x0` on, or the elements of an array; behind
//! numbers the free bytes of the input stream.

use super::Options;
use crate::contract::{MAX_BYTES, Problem, Spec};
use crate::diagnostic::Span;
use crate::machine::arm64::Given;
use crate::machine::arm64::emulator::Array;

/// The input stream of both programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stream {
    /// These bytes.
    Text(Vec<u8>),
    /// So many bytes, each any. They are inputs.
    Free(usize),
}

impl Default for Stream {
    fn default() -> Stream {
        Stream::Text(Vec::new())
    }
}

impl Stream {
    /// The stream of a contract.
    ///
    /// # Errors
    ///
    /// There are both a text and free bytes, too many of these, or also an array.
    pub fn of(spec: &Spec) -> Result<Stream, Problem> {
        let problem =
            |part, message: String| Problem { part, index: 0, span: Span::default(), message };
        match (&spec.stdin, spec.stdin_bytes) {
            (text, None) => Ok(Stream::Text(text.clone().unwrap_or_default().into_bytes())),
            (Some(_), Some(_)) => Err(problem(
                "stdin_bytes",
                "the input stream is either a text or free bytes".into(),
            )),
            (None, Some(bytes)) if bytes > MAX_BYTES => {
                let why = format!("{bytes} free bytes are too many; the most is {MAX_BYTES}");
                Err(problem("stdin_bytes", why))
            }
            (None, Some(bytes)) if bytes > 0 && spec.array.is_some() => {
                let why = "for ARM64, free bytes do not work together with an array yet";
                Err(problem("stdin_bytes", why.into()))
            }
            (None, Some(bytes)) => Ok(Stream::Free(bytes as usize)),
        }
    }

    /// The number of free bytes.
    pub fn free(&self) -> usize {
        match self {
            Stream::Text(_) => 0,
            Stream::Free(bytes) => *bytes,
        }
    }

    /// The bytes that are no inputs.
    pub fn text(&self) -> &[u8] {
        match self {
            Stream::Text(text) => text,
            Stream::Free(_) => &[],
        }
    }
}

impl Options {
    /// What programs are given by the words of an input; an array begins at the address. Of a byte only the last 8 bits count.
    pub fn given(&self, words: Vec<u64>, address: u64) -> Given {
        let stream = match &self.stream {
            Stream::Text(text) => text.clone(),
            Stream::Free(bytes) => vec![0; *bytes],
        };
        let array = self.array.map(|_| Array { address: Some(address), elements: Vec::new() });
        let is_stream_free = self.stream.free() > 0;
        Given { registers: Vec::new(), array, stream, is_stream_free }.with_words(words)
    }

    /// The names of the inputs: `x0`, `x1`, `in[0]`. An array has none, since it may have any length.
    pub fn input_names(&self) -> Vec<String> {
        if self.array.is_some() {
            return Vec::new();
        }
        let registers = (0..self.numbers).map(|register| format!("x{register}"));
        registers.chain((0..self.stream.free()).map(|byte| format!("in[{byte}]"))).collect()
    }

    /// Checks the words of an input: how many there are, and that free bytes are bytes.
    ///
    /// # Errors
    ///
    /// What is wrong, as a sentence without a full stop.
    pub fn check_words(&self, words: &[u64]) -> Result<(), String> {
        let count = words.len();
        if let Some(most) = self.array {
            return match count as u64 <= most {
                true => Ok(()),
                false => {
                    Err(format!("there are {count} elements, and the contract has up to {most}"))
                }
            };
        }
        let names = self.input_names();
        if count != names.len() {
            let wanted = match self.stream.free() {
                0 => "two numbers, x0 and x1".to_owned(),
                _ => format!("the numbers {}", names.join(", ")),
            };
            return Err(format!("expected {wanted}, not {count}"));
        }
        let bytes = names.iter().zip(words).skip(self.numbers);
        match bytes.into_iter().find(|(_, word)| **word > 255) {
            Some((name, word)) => Err(format!("{name} is a byte, and {word} is more than 255")),
            None => Ok(()),
        }
    }
}
