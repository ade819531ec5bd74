//! S-expressions, as SMT-LIB solvers print them.

use rustc_hash::FxHashMap;

use crate::term::Contents;

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Sexp<'t> {
    /// A symbol, a number, or a string with its quotes.
    Atom(&'t str),
    /// The expressions between parentheses.
    List(Vec<Sexp<'t>>),
}

impl<'t> Sexp<'t> {
    /// The complete expressions of a text. Deep nesting needs no recursion.
    pub fn all(text: &'t str) -> Vec<Sexp<'t>> {
        let mut done = Vec::new();
        let mut open: Vec<Vec<Sexp<'t>>> = Vec::new();
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let end = match first {
                '(' | ')' => 1,
                '"' | '|' => rest[1..].find(first).map_or(rest.len(), |end| end + 2),
                _ => rest
                    .find(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"'))
                    .unwrap_or(rest.len()),
            };
            let (token, after) = rest.split_at(end);
            rest = after.trim_start();
            let expression = match token {
                "(" => {
                    open.push(Vec::new());
                    continue;
                }
                ")" => match open.pop() {
                    Some(list) => Sexp::List(list),
                    None => break,
                },
                atom => Sexp::Atom(atom),
            };
            open.last_mut().unwrap_or(&mut done).push(expression);
        }
        // Lists that were never closed are dropped with their parts.
        done
    }

    pub fn as_atom(&self) -> Option<&'t str> {
        match self {
            Sexp::Atom(atom) => Some(atom),
            Sexp::List(_) => None,
        }
    }

    pub fn as_list(&self) -> Option<&[Sexp<'t>]> {
        match self {
            Sexp::Atom(_) => None,
            Sexp::List(list) => Some(list),
        }
    }

    /// A word in any SMT-LIB notation.
    pub fn as_word(&self) -> Option<u32> {
        match self {
            Sexp::Atom(atom) => match atom.split_at_checked(2)? {
                ("#x", digits) => u32::from_str_radix(digits, 16).ok(),
                ("#b", digits) => u32::from_str_radix(digits, 2).ok(),
                _ => None,
            },
            // (_ bv42 32)
            Sexp::List(list) => match &list[..] {
                [Sexp::Atom("_"), Sexp::Atom(value), Sexp::Atom("32")] => {
                    value.strip_prefix("bv")?.parse().ok()
                }
                _ => None,
            },
        }
    }

    /// A memory: stores on a constant array. Parts may be names bound by an enclosing `let`.
    pub fn as_contents(&self) -> Option<Contents> {
        let mut names: FxHashMap<&str, &Sexp<'_>> = FxHashMap::default();
        let mut stores = Vec::new();
        let mut memory = self;
        let mut contents = loop {
            memory = match memory {
                Sexp::Atom(name) => names.get(name)?,
                Sexp::List(list) => match &list[..] {
                    [Sexp::Atom("store"), older, address, word] => {
                        stores.push((address.as_word()?, word.as_word()?));
                        older
                    }
                    // ((as const (Array ...)) #x00000000)
                    [Sexp::List(constant), word]
                        if constant.get(..2) == Some(&[Sexp::Atom("as"), Sexp::Atom("const")]) =>
                    {
                        break Contents::filled(word.as_word()?);
                    }
                    [Sexp::Atom("let"), bindings, body] => {
                        for binding in bindings.as_list()? {
                            let [Sexp::Atom(name), value] = binding.as_list()? else { return None };
                            names.insert(name, value);
                        }
                        body
                    }
                    _ => return None,
                },
            };
        };
        for (address, word) in stores.into_iter().rev() {
            contents.set(address, word);
        }
        Some(contents)
    }

    /// `(error "...")`
    pub fn is_error(&self) -> bool {
        self.as_list().and_then(|list| list.first()) == Some(&Sexp::Atom("error"))
    }
}

impl Drop for Sexp<'_> {
    /// Without recursion too.
    fn drop(&mut self) {
        let Sexp::List(list) = self else { return };
        let mut open = std::mem::take(list);
        while let Some(mut part) = open.pop() {
            if let Sexp::List(list) = &mut part {
                open.append(list);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_in_a_text() {
        let text = "sat ((r1 #x0a)(f \"a (b\")) |odd name| ) lost";
        let [sat, list, name] = &Sexp::all(text)[..] else { panic!("{:?}", Sexp::all(text)) };
        assert_eq!((sat.as_atom(), name.as_atom()), (Some("sat"), Some("|odd name|")));
        let pairs = list.as_list().expect("a list");
        let [r1, f] = pairs else { panic!("{pairs:?}") };
        assert_eq!(r1.as_list().and_then(|pair| pair[1].as_word()), Some(10));
        assert_eq!(f.as_list().and_then(|pair| pair[1].as_atom()), Some("\"a (b\""));
    }

    #[test]
    fn memories() {
        let zeros = "((as const (Array (_ BitVec 32) (_ BitVec 32))) #x00000000)";
        let mut expected = Contents::filled(0);
        expected.set(4, 7);
        expected.set(8, 9);
        for text in [
            format!("(store (store {zeros} #x00000004 #x00000007) #x00000008 #x00000009)"),
            format!(
                "(let ((a!1 (store (store {zeros} #x00000004 #x00000001) #x0000000c #x00000000)))
                   (let ((a!2 (store a!1 #x00000008 #x00000009))) (store a!2 #x00000004 #x00000007)))"
            ),
        ] {
            assert_eq!(Sexp::all(&text)[0].as_contents(), Some(expected.clone()), "{text}");
        }
        for text in ["a!1", "(_ as-array k!0)", "(lambda ((x Int)) x)", "(store m #x0 #x0)", "()"] {
            assert_eq!(Sexp::all(text)[0].as_contents(), None, "{text}");
        }
    }

    #[test]
    fn as_deep_as_it_may_be() {
        let deep = "(store ".repeat(1_000_000) + &")".repeat(1_000_000);
        assert_eq!(Sexp::all(&deep).len(), 1);
        assert_eq!(Sexp::all(&deep[..deep.len() - 1]).len(), 0);
    }
}
