//! Reads a table of inputs in CSV (RFC 4180, without line breaks in quotes), one input in each row.
//!
//! The words of an input are in the order of the contract, or in the order of a first row that
//! names each word once. Empty rows and rows that begin with `#` are ignored.

use super::Contract;
use crate::machine::Inputs;

/// A table of inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// For each column, the index of its word in the contract, if the first row names them.
    columns: Option<Vec<usize>>,
    /// The rows with inputs, valid or not.
    pub rows: Vec<Row>,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its line, from 1.
    pub line: usize,
    /// The input, if the contract allows it; otherwise the error in the row.
    pub inputs: Result<Inputs, String>,
}

impl Table {
    /// Reads a table of inputs for a contract.
    pub fn read(contract: &Contract, text: &str) -> Table {
        let text = text.trim_start_matches('\u{feff}');
        let rows = text.lines().enumerate().map(|(index, row)| (index + 1, row.trim()));
        let mut rows = rows.filter(|(_, row)| !row.is_empty() && !row.starts_with('#')).peekable();
        let columns = rows.peek().and_then(|(_, row)| columns(contract.names(), row));
        if columns.is_some() {
            rows.next();
        }
        let read = |(line, row)| Row { line, inputs: inputs(contract, columns.as_deref(), row) };
        let rows = rows.map(read).collect();
        Table { columns, rows }
    }

    /// Writes an input as a row of this table.
    pub fn row(&self, inputs: &Inputs) -> String {
        let signed = |word: u32| (word as i32).to_string();
        let words: Vec<String> = match &self.columns {
            None => inputs.iter().copied().map(signed).collect(),
            Some(columns) => columns.iter().map(|&place| signed(inputs[place])).collect(),
        };
        words.join(",")
    }
}

/// Reads a single row in the order of the contract.
pub fn row(contract: &Contract, text: &str) -> Result<Inputs, String> {
    inputs(contract, None, text)
}

/// Parses a word: decimal, negative or `0x...`.
pub fn word(text: &str) -> Result<u32, String> {
    let text = text.trim();
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let value = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) => i64::from_str_radix(digits, 16),
        None => digits.parse(),
    };
    let value = value.map_err(|_| format!("`{text}` is not a number"))?;
    let value = if negative { -value } else { value };
    match (i32::try_from(value), u32::try_from(value)) {
        (_, Ok(value)) => Ok(value),
        (Ok(value), _) => Ok(value as u32),
        _ => Err(format!("`{text}` does not fit in 32 bits (-2147483648 to 4294967295)")),
    }
}

/// The indices of the words that a header row names, if it names each word once.
fn columns(names: &[String], row: &str) -> Option<Vec<usize>> {
    let fields = row.split(',').map(unquoted);
    let places = fields.map(|field| names.iter().position(|name| name == field));
    let places: Vec<usize> = places.collect::<Option<_>>()?;
    let mut sorted = places.clone();
    sorted.sort_unstable();
    sorted.into_iter().eq(0..names.len()).then_some(places)
}

/// The input in a row, with its fields in the order of `columns` or of the contract.
fn inputs(contract: &Contract, columns: Option<&[usize]>, row: &str) -> Result<Inputs, String> {
    let names = contract.names();
    let words: Vec<u32> = row.split(',').map(unquoted).map(word).collect::<Result<_, _>>()?;
    if words.len() != names.len() {
        let all = names.join(", ");
        let given = match words.len() {
            1 => "there is 1 number".to_owned(),
            count => format!("there are {count} numbers"),
        };
        return Err(format!("{given}, and an input has {}: {all}", names.len()));
    }
    let inputs: Inputs = match columns {
        None => words.into_iter().collect(),
        Some(columns) => {
            let mut placed = vec![0; words.len()];
            columns.iter().zip(words).for_each(|(&place, word)| placed[place] = word);
            placed.into_iter().collect()
        }
    };
    match contract.allows(&inputs) {
        true => Ok(inputs),
        false => Err(NOT_ALLOWED.to_owned()),
    }
}

/// What is wrong with an input that violates an assumption.
pub const NOT_ALLOWED: &str = "the contract does not allow this input";

/// A field without the quotes that some programs write.
fn unquoted(field: &str) -> &str {
    let field = field.trim();
    field.strip_prefix('"').and_then(|it| it.strip_suffix('"')).unwrap_or(field).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_into_a_table_is_read_from_it() {
        let contract = Contract::default();
        for head in ["", "$2,$1\n", "# tests\n\"$1\" , $2\r\n"] {
            let table = Table::read(&contract, head);
            assert_eq!(table.rows, []);
            let inputs = Inputs::from([7, 0x8000_0000]);
            let again = Table::read(&contract, &format!("{head}\n{}", table.row(&inputs)));
            assert_eq!(
                again.rows.into_iter().map(|row| row.inputs).collect::<Vec<_>>(),
                [Ok(inputs)]
            );
        }
    }

    #[test]
    fn each_error_has_its_line_and_the_rest_is_read() {
        let table = Table::read(&Contract::default(), "1,2\n\n1\n0xffffffff, -1\n4294967296,x");
        let errors =
            table.rows.into_iter().map(|row| (row.line, row.inputs.map_err(|why| why.len() > 9)));
        let minus_one = Inputs::from([u32::MAX, u32::MAX]);
        assert!(errors.eq([
            (1, Ok(Inputs::from([1, 2]))),
            (3, Err(true)),
            (4, Ok(minus_one)),
            (5, Err(true)),
        ]));
    }
}
