//! Tests of ARM64 programs, in a file and in options.

use std::fs;

use crate::cli::contract::AsTests;
use crate::cli::trouble::Trouble;
pub use crate::engines::arm64::table::Rows;
use crate::machine::arm64::Given;

impl Rows<'_> {
    /// The tests from a table and from single options.
    pub fn tests(&self, given: &AsTests<'_>) -> Result<Vec<Given>, Trouble> {
        let mut tests = Vec::new();
        if let Some(path) = given.table {
            let trouble = |why: String| Trouble::new(format!("{}: {why}", path.display()));
            let text = fs::read_to_string(path).map_err(|why| trouble(why.to_string()))?;
            for row in self.table(&text) {
                let wrong = |why| trouble(format!("line {}: {why}", row.line));
                tests.push(row.given.map_err(wrong)?);
            }
        }
        for text in given.single {
            let test = self.read(text);
            tests.push(test.map_err(|why| Trouble::argument(format!("--test {text}: {why}")))?);
        }
        Ok(tests)
    }
}
