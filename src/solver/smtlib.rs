//! The dialogue with a solver that reads SMT-LIB text: what is written, and
//! what its reply means.

use super::{Answer, Assertions, Limit, UnknownReason};
use crate::query::Query;
use crate::term::{Model, Script, Terms};

/// A check as text, and what is needed to read the reply.
#[derive(Clone, Debug)]
pub struct Dialogue {
    /// The text, for a solver in its initial state.
    pub text: String,
    script: Script,
}

impl Dialogue {
    /// The text of a check. The limit is z3's option; to other solvers it is
    /// unknown.
    pub fn new(terms: &Terms, assertions: &Assertions, query: &str, limit: Limit) -> Dialogue {
        let script = terms.script(assertions.iter());
        let text = format!(
            "; {query}\n(set-option :rlimit {})\n{}(get-info :reason-unknown)\n",
            limit.rlimit, script.text
        );
        Dialogue { text, script }
    }

    /// The text in which a solver is asked a query.
    pub fn of(terms: &Terms, query: &Query, limit: Limit) -> Dialogue {
        let mut assertions = Assertions::default();
        for (name, term) in &query.assertions {
            assertions.assert(name, *term);
        }
        Dialogue::new(terms, &assertions, &query.name, limit)
    }

    /// The answer in a solver's reply.
    pub fn read(&self, reply: &str, terms: &Terms, assertions: &Assertions) -> Answer {
        let garbage = || Answer::Unknown(UnknownReason::Garbage(excerpt(reply)));
        let mut tokens = Tokens { rest: reply };
        match tokens.next() {
            Some("unsat") => Answer::Unsat(None),
            Some("sat") => {
                let Some(model) = self.read_model(&mut tokens) else { return garbage() };
                assertions.answer(terms, model)
            }
            Some("unknown") => Answer::Unknown(reason(reply)),
            _ => garbage(),
        }
    }

    /// `((r1 #x0000002a) (r2 #x00000000))`, in the order of the question.
    fn read_model(&self, tokens: &mut Tokens<'_>) -> Option<Model> {
        let mut model = Model::new();
        if self.script.symbols.is_empty() {
            return Some(model);
        }
        tokens.expect("(")?;
        for &symbol in &self.script.symbols {
            tokens.expect("(")?;
            tokens.next()?;
            model.set(symbol, tokens.word()?);
            tokens.expect(")")?;
        }
        tokens.expect(")")?;
        Some(model)
    }
}

/// What a solver says about an unknown.
fn reason(reply: &str) -> UnknownReason {
    let marker = ":reason-unknown";
    let words = reply.find(marker).map(|at| &reply[at + marker.len()..]);
    let words = words.map(|words| words.split(')').next().unwrap_or("").trim().trim_matches('"'));
    match words {
        // z3's words for a limit that was reached, by its version and by how
        // far it had got.
        Some("canceled" | "max. resource limit exceeded" | "resource limits reached") => {
            UnknownReason::Limit
        }
        None | Some("" | "unknown") => UnknownReason::Limit,
        Some(words) => UnknownReason::Other(excerpt(words)),
    }
}

/// The beginning of a text that may be long.
fn excerpt(text: &str) -> String {
    const LONG: usize = 200;
    let text = text.trim();
    match text.char_indices().nth(LONG) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}

/// The tokens of an S-expression.
struct Tokens<'r> {
    rest: &'r str,
}

impl<'r> Tokens<'r> {
    fn next(&mut self) -> Option<&'r str> {
        self.rest = self.rest.trim_start();
        let first = self.rest.chars().next()?;
        let end = match first {
            '(' | ')' => 1,
            _ => self
                .rest
                .find(|c: char| c.is_whitespace() || c == '(' || c == ')')
                .unwrap_or(self.rest.len()),
        };
        let (token, rest) = self.rest.split_at(end);
        self.rest = rest;
        Some(token)
    }

    fn expect(&mut self, token: &str) -> Option<()> {
        (self.next()? == token).then_some(())
    }

    /// A word in any of SMT-LIB's spellings.
    fn word(&mut self) -> Option<u32> {
        let token = self.next()?;
        if let Some(digits) = token.strip_prefix("#x") {
            u32::from_str_radix(digits, 16).ok()
        } else if let Some(digits) = token.strip_prefix("#b") {
            u32::from_str_radix(digits, 2).ok()
        } else {
            // (_ bv42 32)
            (token == "(").then_some(())?;
            self.expect("_")?;
            let value = self.next()?.strip_prefix("bv")?.parse().ok()?;
            self.expect("32")?;
            self.expect(")")?;
            Some(value)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Node;

    /// The answer to "x = 42" in a reply.
    fn answer(reply: &str) -> Answer {
        let mut terms = Terms::new();
        let (x, value) = (terms.symbol("$1"), terms.word(42));
        let equal = terms.eq(x, value);
        let mut assertions = Assertions::default();
        assertions.assert("goal", equal);
        let dialogue = Dialogue::new(&terms, &assertions, "test", Limit::default());
        let answer = dialogue.read(reply, &terms, &assertions);
        if let Answer::Sat(model) = &answer {
            let Node::Symbol(x) = terms.node(x) else { panic!("x is a symbol") };
            assert_eq!(model.get(x), 42);
        }
        answer
    }

    #[test]
    fn models_in_all_spellings() {
        for reply in [
            "sat\n((r1 #x0000002a))",
            "sat ( ( r1 #b00000000000000000000000000101010 ) )\n(:reason-unknown \"\")",
            "sat\n((r1 (_ bv42 32)))\n",
        ] {
            assert!(matches!(answer(reply), Answer::Sat(_)), "{reply}");
        }
    }

    #[test]
    fn a_model_is_never_believed() {
        let reply = "sat\n((r1 #x0000002b))";
        assert_eq!(answer(reply), Answer::Unknown(UnknownReason::WrongModel));
    }

    #[test]
    fn nonsense_is_unknown() {
        for reply in
            ["", "maybe", "sat", "sat\n((r1 ", "sat ((r1 #xzz))", "(error \"no\")", "\u{0}"]
        {
            let answer = answer(reply);
            assert!(matches!(answer, Answer::Unknown(UnknownReason::Garbage(_))), "{reply:?}");
        }
    }

    #[test]
    fn limits_are_limits() {
        let reply = "unknown\n(error \"no model\")\n(:reason-unknown \"canceled\")";
        assert_eq!(answer(reply), Answer::Unknown(UnknownReason::Limit));
        let reply = "unknown\n(:reason-unknown \"(incomplete (theory array))\")";
        assert!(matches!(answer(reply), Answer::Unknown(UnknownReason::Other(_))));
    }

    #[test]
    fn the_text_of_a_check() {
        let mut terms = Terms::new();
        let (x, value) = (terms.symbol("$1"), terms.word(42));
        let equal = terms.eq(x, value);
        let mut assertions = Assertions::default();
        assertions.assert("goal", equal);
        let dialogue =
            Dialogue::new(&terms, &assertions, "test", Limit { rlimit: 5, ..Limit::default() });
        assert_eq!(
            dialogue.text,
            "; test\n\
             (set-option :rlimit 5)\n\
             (set-option :produce-models true)\n\
             (set-logic QF_BV)\n\
             (declare-const r1 (_ BitVec 32))\n\
             (assert (! (= r1 #x0000002a) :named goal))\n\
             (check-sat)\n\
             (get-value (r1))\n\
             (get-info :reason-unknown)\n"
        );
    }
}
