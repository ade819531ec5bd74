//! Escapes text for XML.

use crate::cli::page::html;

/// Escapes text for XML 1.0, which does not allow most control characters.
pub fn xml(text: &str) -> String {
    let is_char = |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    html(&text.chars().map(|c| if is_char(c) { c } else { '\u{fffd}' }).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_name_is_markup() {
        assert_eq!(xml("a\0b\u{1b}<"), "a\u{fffd}b\u{fffd}&lt;");
    }
}
