//! Why two programs differ, in sentences.

use crate::report::MendReport;

/// What would make the programs agree.
pub fn mend(mend: Option<&MendReport>) -> String {
    let Some(MendReport { file, line, from, to, proved }) = mend else {
        return "No edit of one token in the right program makes the programs agree.".to_owned();
    };
    let of_file = file.as_ref().map(|file| format!(" of {file}")).unwrap_or_default();
    let line = format!("line {line}{of_file}");
    let statements = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let asked = match (&statements(from)[..], &statements(to)[..]) {
        (_, []) => format!("Did you mean to leave out {line}, `{from}`?"),
        ([one], [other]) => format!("Did you mean `{}` in {line}?", word(one, other)),
        ([once], [twice, _]) if once == twice => {
            format!("Did you mean to have {line}, `{from}`, twice?")
        }
        ([first, ..], _) => {
            format!("Did you mean {line}, `{first}`, to come one statement later?")
        }
        ([], _) => unreachable!("an edit changes something"),
    };
    let agree = match proved {
        true => "With it they agree on every input.",
        false => "With it they agree as far as was looked; it is not proved for every input.",
    };
    format!("{asked} {agree}")
}

/// What is to stand in a line, in short: its mnemonic, where only that changes.
fn word<'l>(from: &str, to: &'l str) -> &'l str {
    let split = |line: &'l str| line.split_once(char::is_whitespace);
    match (from.split_once(char::is_whitespace), split(to)) {
        (Some((_, operands)), Some((mnemonic, same))) if operands == same => mnemonic,
        _ => to,
    }
}
