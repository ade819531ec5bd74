//! Makes links to the page that contain a comparison and its result.
//!
//! The page's `links/schema.ts` defines the format: fields joined by zero bytes, in which common
//! words are single bytes, deflated with a preset dictionary, preceded by three bytes of a CRC-32,
//! in base64url. The words and the dictionary only make links shorter. The page also reads streams
//! that use neither, and this module writes such streams.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use serde_json::{Map, Value, json};

use super::contents::{Content, Contents};
use super::difference::{Arm64Ran, InputWord, Ran};
use super::question::Question;
use super::report::{Difference, Grade};
use crate::report::OutcomeKind;
use crate::source::Language;

/// Precedes a character that is not ASCII, in UTF-8, and a zero.
const ESCAPE: u8 = 0xff;
/// The maximal length of a link that the page reads, in characters.
const CHARACTERS: usize = 100_000;
/// The maximal unpacked size, in bytes.
const BYTES: usize = 400_000;
/// The maximal number of files of a program.
const FILES: usize = 32;
/// The maximal length of a file name, in UTF-16 units.
const NAME: usize = 60;
/// The default fuel, if a link contains no options.
const FUEL: u64 = 10_000;

/// The maximal fuel that the page accepts.
const MAX_FUEL: u64 = 1_000_000;

/// A comparison to link to.
pub struct Linked<'l> {
    /// The reference and a submission.
    pub programs: [&'l Contents; 2],
    /// Their names.
    pub names: [&'l str; 2],
    /// The question.
    pub question: Question<'l>,
    /// The fuel of a run.
    pub fuel: u64,
    /// The grade of the submission.
    pub grade: Grade,
    /// The difference between them.
    pub difference: Option<&'l Difference>,
}

/// The fragment after the `#`. `None` if a file is no text, or if the link would be too long.
pub fn fragment(linked: &Linked<'_>) -> Option<String> {
    let mut texts = Vec::new();
    let mut files = Vec::new();
    for contents in linked.programs {
        let mut names = Vec::new();
        for Content { name, bytes } in &contents.files {
            if Language::of(name, bytes) == Language::Code {
                return None;
            }
            texts.push(std::str::from_utf8(bytes).ok()?);
            names.push(file_name(name));
        }
        let mut unique = names.clone();
        unique.sort();
        unique.dedup();
        if unique.len() < names.len() || names.len() > FILES || names.iter().any(String::is_empty) {
            return None;
        }
        files.push(names);
    }
    let mut head = Map::new();
    head.insert("files".to_owned(), json!(files));
    head.insert("names".to_owned(), json!(linked.names));
    // The page must reach the same verdict, so the fuel must suffice.
    let runs = linked.difference.iter().flat_map(|it| [&it.reference, &it.submission]);
    let needed = runs.filter_map(steps).max().unwrap_or(0);
    insert_question(&mut head, &linked.question, linked.fuel.max(needed));
    if let Some(receipt) = receipt(linked).filter(|_| needed <= MAX_FUEL) {
        head.insert("receipt".to_owned(), receipt);
    }
    let head = Value::Object(head).to_string();
    pack(texts.into_iter().chain([head.as_str()]))
}

/// Inserts the question into the record of a link, and the fuel.
fn insert_question(head: &mut Map<String, Value>, question: &Question<'_>, fuel: u64) {
    let (name, value) = match question {
        Question::Arm64(question) => ("arm64", Value::Object(question.clone())),
        Question::Contract(spec) => {
            if fuel != FUEL {
                head.insert("options".to_owned(), json!({ "fuel": fuel.min(MAX_FUEL) }));
            }
            if spec.is_default() {
                return;
            }
            ("contract", said(serde_json::to_value(spec).expect("it is plain data")))
        }
    };
    head.insert(name.to_owned(), value);
    head.insert("needs".to_owned(), json!([name]));
}

/// The result of a comparison, if it is certain.
fn receipt(linked: &Linked<'_>) -> Option<Value> {
    let engine = env!("CARGO_PKG_VERSION");
    match (linked.grade, linked.difference) {
        (Grade::Differs, Some(Difference { inputs, reference, submission })) => Some(json!({
            "engine": engine,
            "verdict": "disequivalent",
            "inputs": inputs.words.iter().flat_map(words).collect::<Vec<_>>(),
            "left": ending(reference),
            "right": ending(submission),
        })),
        (Grade::ProvedEqual, _) => Some(json!({ "engine": engine, "verdict": "equivalent" })),
        _ => None,
    }
}

/// The words of an input: one, or those of an ARM64 program's array.
fn words(InputWord { value, .. }: &InputWord) -> Vec<&Value> {
    value.as_array().map_or_else(|| vec![value], |elements| elements.iter().collect())
}

/// The parts of a contract that differ from the default.
fn said(spec: Value) -> Value {
    let Value::Object(parts) = spec else { return spec };
    let is_said = |value: &Value| match value {
        Value::Null => false,
        Value::Array(items) => !items.is_empty(),
        _ => true,
    };
    let said =
        |(name, value): &(String, Value)| is_said(value) || name == "observe" && value.is_array();
    Value::Object(parts.into_iter().filter(said).collect())
}

/// The steps of a run that has ended. The page runs ARM64 programs on a link's input for as long as they need.
fn steps(run: &Ran) -> Option<u64> {
    match run {
        Ran::Mips(run) if run.outcome != OutcomeKind::OutOfFuel => Some(run.steps),
        Ran::Mips(_) | Ran::Arm64(_) => None,
    }
}

/// How a program ended.
fn ending(run: &Ran) -> Value {
    let (outcome, result, fault) = match run {
        Ran::Mips(run) => {
            let fault = serde_json::to_value(&run.fault).expect("it is plain data");
            (run.outcome, json!(run.result.unwrap_or(0)), fault["kind"].clone())
        }
        Ran::Arm64(Arm64Ran { report, .. }) => {
            (report.outcome, json!(report.result), json!(report.fault_kind))
        }
    };
    match outcome {
        OutcomeKind::Done => json!(["done", result]),
        OutcomeKind::Fault => json!(["fault", fault]),
        OutcomeKind::OutOfFuel => json!(["out-of-fuel"]),
    }
}

/// A file name that the page accepts: no path, and not long.
fn file_name(name: &str) -> String {
    let base = name.rsplit('/').next().unwrap_or(name);
    let is_taken = |c: &char| {
        !c.is_control()
            && !"/\\,\u{ad}\u{200b}\u{200c}\u{200d}\u{2028}\u{2029}\u{feff}".contains(*c)
    };
    let mut taken: String = base.chars().filter(is_taken).collect();
    while taken.encode_utf16().count() > NAME {
        // Shortens the name from the front, because the extension determines the language.
        taken.remove(0);
    }
    taken.trim().to_owned()
}

/// Encodes fields as the characters of a fragment.
fn pack<'f>(fields: impl Iterator<Item = &'f str>) -> Option<String> {
    let mut bytes = Vec::new();
    for (index, field) in fields.enumerate() {
        if index > 0 {
            bytes.push(0);
        }
        for c in field.chars() {
            if !c.is_ascii() || c == '\0' {
                bytes.push(ESCAPE);
            }
            bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
    if bytes.len() > BYTES {
        return None;
    }
    let mut crc = Crc::new();
    crc.update(&bytes);
    let mut packed = crc.sum().to_be_bytes()[..3].to_vec();
    let mut encoder = DeflateEncoder::new(&mut packed, Compression::best());
    encoder.write_all(&bytes).and_then(|()| encoder.try_finish()).expect("there is memory");
    drop(encoder);
    let characters = URL_SAFE_NO_PAD.encode(packed);
    (characters.len() <= CHARACTERS).then(|| format!("v2.{characters}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_that_the_page_takes() {
        assert_eq!(file_name("a/b/max.asm"), "max.asm");
        assert_eq!(file_name(" ma,x.asm"), "max.asm");
        assert!(file_name(&format!("{}.wlp4", "x".repeat(100))).ends_with("x.wlp4"));
    }
}
