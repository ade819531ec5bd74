//! Inputs of an ARM64 program as a table: a row for each, as a person types them.
//!
//! A row has two numbers and the free bytes of the input stream, or the elements of an array, `[]` for none. A first row may
//! name the numbers.
//! Empty rows and rows that begin with `#` are ignored. Arrays begin at [`ARRAY_AT`].

use super::{ARRAY_AT, Options};
use crate::contract::table::NOT_ALLOWED;
use crate::machine::arm64::Given;

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its line, from 1.
    pub line: usize,
    /// The input, or the error in the row.
    pub given: Result<Given, String>,
}

/// Reads and writes inputs of a question.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'o>(pub &'o Options);

impl Rows<'_> {
    /// What programs are given: numbers, or the elements of an array.
    pub fn given(&self, words: Vec<u64>) -> Given {
        self.0.given(words, ARRAY_AT)
    }

    /// Reads a row: numbers, or the elements of an array.
    ///
    /// # Errors
    ///
    /// What is wrong with the row.
    pub fn read(&self, row: &str) -> Result<Given, String> {
        let row = row.replace('"', "");
        self.checked(words(if row.trim() == EMPTY { "" } else { &row })?)
    }

    /// What programs are given, if the question allows it.
    ///
    /// # Errors
    ///
    /// How many numbers there should be, or that they violate what is assumed.
    pub fn checked(&self, words: Vec<u64>) -> Result<Given, String> {
        self.0.check_words(&words)?;
        let given = self.given(words);
        match self.0.assumed.allows(&given) {
            true => Ok(given),
            false => Err(NOT_ALLOWED.to_owned()),
        }
    }

    /// Writes an input as a row.
    pub fn write(&self, given: &Given) -> String {
        let texts: Vec<String> =
            given.words().into_iter().map(|it| (it as i64).to_string()).collect();
        match texts.is_empty() {
            true => EMPTY.to_owned(),
            false => texts.join(","),
        }
    }

    /// The names in the first row of a table. Empty if rows have no fixed length.
    pub fn columns(&self) -> Vec<String> {
        self.0.input_names()
    }

    /// The rows of a table.
    pub fn table(&self, text: &str) -> Vec<Row> {
        let rows = text.trim_start_matches('\u{feff}').lines().map(str::trim).enumerate();
        let mut rows = rows.filter(|(_, row)| !row.is_empty() && !row.starts_with('#')).peekable();
        let names = self.columns();
        rows.next_if(|(_, row)| !names.is_empty() && row.split(',').map(str::trim).eq(&names));
        rows.map(|(at, row)| Row { line: at + 1, given: self.read(row) }).collect()
    }
}

/// The row of an array without elements.
const EMPTY: &str = "[]";

/// Parses words separated by commas: decimal, negative or `0x...`.
///
/// # Errors
///
/// Names the first text that is no word.
pub fn words(text: &str) -> Result<Vec<u64>, String> {
    match text.trim() {
        "" => Ok(Vec::new()),
        text => text.split(',').map(word).collect(),
    }
}

/// Parses a word: decimal, negative or `0x...`.
///
/// # Errors
///
/// The text is no number from -2^63 to 2^64 - 1.
pub fn word(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let value = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16).map(i128::from),
        None => text.parse(),
    };
    let value: i128 = value.map_err(|_| format!("`{text}` is not a number of 64 bits"))?;
    let fits = (i128::from(i64::MIN)..=i128::from(u64::MAX)).contains(&value);
    fits.then_some(value as u64).ok_or_else(|| format!("`{text}` does not fit in 64 bits"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_into_a_table_is_read_from_it() {
        let numbers = Options::default();
        let array = Options { array: Some(2), ..Options::default() };
        let cases: [(&Options, &[u64]); 4] =
            [(&numbers, &[1 << 63, 7]), (&array, &[]), (&array, &[u64::MAX]), (&array, &[1, 2])];
        for (options, words) in cases {
            let rows = Rows(options);
            let given = rows.given(words.to_vec());
            let table = format!("# tests\n\n{}\n", rows.write(&given));
            assert_eq!(rows.table(&table), [Row { line: 3, given: Ok(given) }]);
        }
    }

    #[test]
    fn each_error_has_its_line_and_the_rest_is_read() {
        let options = Options::default();
        let table = Rows(&options).table("x0,x1\n1,2\n3\n18446744073709551616,0\n-1, 0x10");
        let read = table.into_iter().map(|row| (row.line, row.given.ok().map(|it| it.registers)));
        let expected = [(2, Some(vec![1, 2])), (3, None), (4, None), (5, Some(vec![u64::MAX, 16]))];
        assert!(read.eq(expected));
    }
}
