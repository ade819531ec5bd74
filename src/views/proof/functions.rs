//! The functions that evidence defines, and its lemmas by induction, for display.
//!
//! Where programs are compared as recursive functions ([`tamarin_prove::recursion`]), the evidence has no pairs of
//! locations: this is what a reader follows instead.

use std::collections::HashMap;

use tamarin_kernel::Evidence;
use tamarin_kernel::evidence::{Body, FactText, Function, Lemma};
use tamarin_prove::recursion::renamed;

use crate::report::words::evidence::Names;

/// Short names of functions, in order.
const LETTERS: [&str; 8] = ["f", "g", "h", "k", "p", "q", "u", "v"];

/// Functions and lemmas as sentences.
pub(super) struct Theory {
    /// The definition of each function: `left: f(x0, x1) = x1 where x0 = 0; otherwise f(x0 - 1, x0 + x1)`.
    pub functions: Vec<String>,
    /// What was proved by induction: `f(w0, w1) = g(w0) + w1`.
    pub lemmas: Vec<String>,
}

/// The theory of evidence.
pub(super) fn theory(evidence: &Evidence, names: &Names) -> Theory {
    let short = |(at, function): (usize, &Function)| {
        let letter = LETTERS.get(at).map_or_else(|| format!("f{at}"), |&letter| letter.to_owned());
        (function.name.clone(), letter)
    };
    let letters: Vec<(String, String)> = evidence.functions.iter().enumerate().map(short).collect();
    let letters = letters.iter().map(|(name, letter)| (&name[..], &letter[..])).collect();
    let reader = Reader { names, letters };
    let is_by_induction = |lemma: &&Lemma| !lemma.measure.is_empty();
    Theory {
        functions: evidence.functions.iter().map(|it| reader.definition(it)).collect(),
        lemmas: evidence.lemmas.iter().filter(is_by_induction).map(|it| reader.lemma(it)).collect(),
    }
}

struct Reader<'r> {
    names: &'r Names,
    letters: HashMap<&'r str, &'r str>,
}

impl Reader<'_> {
    fn definition(&self, function: &Function) -> String {
        let side = ["left", "right"].into_iter().find(|side| function.name.starts_with(side));
        let side = side.map_or_else(String::new, |side| format!("{side}: "));
        let (name, arguments) = (self.letters[&function.name[..]], function.arguments.join(", "));
        format!("{side}{name}({arguments}) = {}", self.body(&function.body))
    }

    fn body(&self, body: &Body) -> String {
        match body {
            Body::Value { is, .. } => self.text(is),
            Body::Choice { fact, then, otherwise } => format!(
                "{} where {}; otherwise {}",
                self.body(then),
                self.fact(fact),
                self.body(otherwise)
            ),
        }
    }

    fn lemma(&self, lemma: &Lemma) -> String {
        let assumed: Vec<String> = lemma.assume.iter().map(|fact| self.fact(fact)).collect();
        match assumed.is_empty() {
            true => self.fact(&lemma.show),
            false => format!("{}, where {}", self.fact(&lemma.show), assumed.join(" and ")),
        }
    }

    fn text(&self, text: &str) -> String {
        self.fact(&FactText::Text(text.to_owned()))
    }

    fn fact(&self, fact: &FactText) -> String {
        without_needless(&self.names.fact(&renamed(fact, &self.letters)))
    }
}

/// A text without parentheses around a single word: `(x0) % (1000)` is `x0 % 1000`. Those of an application stay.
fn without_needless(text: &str) -> String {
    let is_word = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let mut result = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('(') {
        let (before, inner) = (&rest[..at], &rest[at + 1..]);
        result.push_str(before);
        let end = inner.find(|it| !is_word(it)).unwrap_or(inner.len());
        let is_needless = end > 0 && inner[end..].starts_with(')') && !result.ends_with(is_word);
        if is_needless {
            result.push_str(&inner[..end]);
            rest = &inner[end + 1..];
        } else {
            result.push('(');
            rest = inner;
        }
    }
    result + rest
}

#[cfg(test)]
mod tests {
    use super::without_needless;

    #[test]
    fn parentheses_around_words_are_left_out() {
        for (text, short) in [
            ("f(((x0) % (1000)), x1)", "f((x0 % 1000), x1)"),
            ("g(x0) + (w1)*(w2 + 1)", "g(x0) + w1*(w2 + 1)"),
            ("(2147483648 + w0) <= (5)", "(2147483648 + w0) <= 5"),
            ("()", "()"),
        ] {
            assert_eq!(without_needless(text), short);
        }
    }
}
