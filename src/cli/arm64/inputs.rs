//! Inputs of ARM64 programs in tables of tests and options.

use std::fs;

use super::words as parse;
use crate::cli::contract::AsTests;
use crate::cli::trouble::Trouble;
use crate::engines::arm64::{ARRAY_AT, Options};
use crate::machine::arm64::Given;
use crate::machine::arm64::emulator::Array;

/// Reads inputs of a question whose arrays begin at [`ARRAY_AT`].
pub struct Rows<'o>(pub &'o Options);

impl Rows<'_> {
    /// What programs are given: two numbers, or the elements of an array.
    pub fn given(&self, numbers: Vec<u64>) -> Given {
        let stream = self.0.stream.clone();
        match self.0.array {
            None => Given { registers: numbers, array: None, stream },
            Some(_) => {
                let array = Array { address: Some(ARRAY_AT), elements: numbers };
                Given { registers: Vec::new(), array: Some(array), stream }
            }
        }
    }

    /// Reads a row of a table of tests: two numbers, or the elements of an array, `[]` for none.
    fn read(&self, row: &str) -> Result<Given, String> {
        let row = row.replace('"', "");
        let numbers = parse(if row.trim() == "[]" { "" } else { &row })?;
        let (count, most) = (numbers.len() as u64, self.0.array);
        match most {
            None if count != 2 => Err(format!("expected two numbers, x0 and x1, not {count}")),
            Some(most) if count > most => {
                Err(format!("there are {count} elements, and the contract has up to {most}"))
            }
            _ => Ok(self.given(numbers)),
        }
    }

    /// The names in the first row of a table. Empty if rows have no fixed length.
    pub fn columns(&self) -> Vec<String> {
        match self.0.array {
            None => vec!["x0".to_owned(), "x1".to_owned()],
            Some(_) => Vec::new(),
        }
    }

    /// The rows of a table of tests.
    fn table(&self, text: &str) -> Result<Vec<Given>, String> {
        let rows = text.trim_start_matches('\u{feff}').lines().map(str::trim).enumerate();
        let mut rows = rows.filter(|(_, row)| !row.is_empty() && !row.starts_with('#')).peekable();
        let names = self.columns();
        rows.next_if(|(_, row)| !names.is_empty() && row.split(',').map(str::trim).eq(&names));
        rows.map(|(at, row)| self.read(row).map_err(|why| format!("line {}: {why}", at + 1)))
            .collect()
    }

    /// The tests from a table and from single options.
    pub fn tests(&self, given: &AsTests<'_>) -> Result<Vec<Given>, Trouble> {
        let mut tests = Vec::new();
        if let Some(path) = given.table {
            let trouble = |why: String| Trouble::new(format!("{}: {why}", path.display()));
            let text = fs::read_to_string(path).map_err(|why| trouble(why.to_string()))?;
            tests = self.table(&text).map_err(trouble)?;
        }
        for text in given.single {
            let test = self.read(text);
            tests.push(test.map_err(|why| Trouble::argument(format!("--test {text}: {why}")))?);
        }
        Ok(tests)
    }
}
