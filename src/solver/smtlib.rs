//! The SMT-LIB dialogue with a solver: writes queries and reads replies.

use super::sexp::Sexp;
use super::{Answer, AssertionId, Assertions, Question, UnknownReason, Wanted};
use crate::symbolic::query::Query;
use crate::term::{Model, Script, Sort, Terms};

/// A check as text, with the data needed to read the reply.
#[derive(Clone, Debug)]
pub struct Dialogue {
    /// The text, for a solver in its initial state.
    pub text: String,
    script: Script,
}

/// The name of an assertion in a text.
pub(super) fn assertion_name(id: AssertionId) -> String {
    format!("a{}", id.position())
}

/// The assertion with this name.
fn assertion_id(name: &str) -> Option<AssertionId> {
    name.strip_prefix('a')?.parse().ok().map(AssertionId::at)
}

impl Dialogue {
    /// The text of a check. The limit is an option of z3; other solvers do not know it.
    pub fn new(terms: &Terms, assertions: &Assertions, question: &Question<'_>) -> Dialogue {
        let script = terms.script(assertions.iter().map(|(id, term)| (assertion_name(id), term)));
        // z3 computes a core only if that is requested beforehand, and is slower then.
        let (before, after) = match question.wanted {
            Wanted::AnyCore => ("", ""),
            Wanted::Core => ("(set-option :produce-unsat-cores true)\n", "(get-unsat-core)\n"),
        };
        let text = format!(
            "; {}\n(set-option :rlimit {})\n{before}{}{after}(get-info :reason-unknown)\n",
            question.name,
            question.effort.rlimit(),
            script.text
        );
        Dialogue { text, script }
    }

    /// The text of a query as a solver receives it.
    pub fn of(terms: &Terms, query: &Query, question: Question<'_>) -> Dialogue {
        Dialogue::new(terms, &query.terms().collect(), &question)
    }

    /// Parses the answer from a solver's reply.
    pub fn read(&self, reply: &str, terms: &Terms, assertions: &Assertions) -> Answer {
        let garbage = || Answer::Unknown(UnknownReason::Garbage(excerpt(reply)));
        let said = Sexp::all(reply);
        // Commands that do not apply to the answer produce errors.
        let mut rest = said.iter().skip(1).filter(|said| !said.is_error());
        match said.first().and_then(Sexp::as_atom) {
            Some("unsat") => {
                let core = rest.next().and_then(|core| read_core(core, assertions));
                Answer::Unsat(core.unwrap_or_else(|| assertions.ids()))
            }
            Some("sat") => match self.read_model(terms, rest.next()) {
                Some(model) => assertions.answer(terms, model),
                None => garbage(),
            },
            Some("unknown") => Answer::Unknown(reason(reply)),
            _ => garbage(),
        }
    }

    /// `((r1 #x0000002a) (r2 #x00000000))`, in the order of the question.
    fn read_model(&self, terms: &Terms, values: Option<&Sexp<'_>>) -> Option<Model> {
        let mut model = Model::new();
        if self.script.symbols.is_empty() {
            return Some(model);
        }
        let values = values?.as_list()?;
        if values.len() != self.script.symbols.len() {
            return None;
        }
        for (&symbol, value) in self.script.symbols.iter().zip(values) {
            let [_, value] = value.as_list()? else { return None };
            match terms.symbol_sort(symbol) {
                Sort::Memory => model.set_memory(symbol, value.as_contents()?),
                _ => model.set(symbol, value.as_word()?),
            }
        }
        Some(model)
    }
}

/// `(a0 a3)`, if it is a core of the assertions.
fn read_core(core: &Sexp<'_>, assertions: &Assertions) -> Option<Vec<AssertionId>> {
    let held = assertions.ids().len();
    let ids = core.as_list()?.iter().map(|name| {
        let id = assertion_id(name.as_atom()?)?;
        (id.position() < held).then_some(id)
    });
    let mut core: Vec<AssertionId> = ids.collect::<Option<_>>()?;
    core.sort_unstable();
    core.dedup();
    Some(core)
}

/// The reason for an unknown in a solver's reply.
fn reason(reply: &str) -> UnknownReason {
    let marker = ":reason-unknown";
    let words = reply.find(marker).map(|at| &reply[at + marker.len()..]);
    let words = words.map(|words| words.split(')').next().unwrap_or("").trim().trim_matches('"'));
    match words {
        // z3's messages for a reached limit, which depend on its version and on its progress.
        Some("max. resource limit exceeded" | "resource limits reached") => UnknownReason::Limit,
        Some(words) if words.ends_with("canceled") => UnknownReason::Limit,
        None | Some("" | "unknown") => UnknownReason::Limit,
        Some(words) => UnknownReason::Other(excerpt(words)),
    }
}

/// The beginning of a long text.
fn excerpt(text: &str) -> String {
    const LONG: usize = 200;
    let text = text.trim();
    match text.char_indices().nth(LONG) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Effort;
    use crate::term::Node;

    /// The answer to "x = 42" in a reply.
    fn answer(reply: &str) -> Answer {
        let mut terms = Terms::new();
        let (x, value) = (terms.symbol("$1"), terms.word(42));
        let equal = terms.eq(x, value);
        let mut assertions = Assertions::default();
        assertions.assert(equal);
        let dialogue = Dialogue::new(&terms, &assertions, &Question::new("test"));
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

    /// An invalid core is replaced by all assertions, which is always valid.
    #[test]
    fn cores() {
        let mut terms = Terms::new();
        let x = terms.symbol("$1");
        let words = [1, 2, 3].map(|value| terms.word(value));
        let assertions: Assertions = words.map(|word| terms.eq(x, word)).into_iter().collect();
        let question = Question::new("test").with_core();
        let dialogue = Dialogue::new(&terms, &assertions, &question);
        assert!(dialogue.text.contains("(get-unsat-core)"));
        for (reply, core) in [
            ("unsat\n(error \"no (model)\")\n(a2 a0)\n(:reason-unknown \"\")", vec![0, 2]),
            ("unsat\n(error \"no model\")\n(a2 a3)", vec![0, 1, 2]),
            ("unsat\n(:reason-unknown \"\")", vec![0, 1, 2]),
            ("unsat", vec![0, 1, 2]),
        ] {
            let core = core.into_iter().map(AssertionId::at).collect();
            assert_eq!(dialogue.read(reply, &terms, &assertions), Answer::Unsat(core), "{reply}");
        }
    }

    #[test]
    fn the_text_of_a_check() {
        let mut terms = Terms::new();
        let (x, value) = (terms.symbol("$1"), terms.word(42));
        let equal = terms.eq(x, value);
        let mut assertions = Assertions::default();
        assertions.assert(equal);
        let question = Question::new("test").within(Effort(5));
        let dialogue = Dialogue::new(&terms, &assertions, &question);
        assert_eq!(
            dialogue.text,
            "; test\n\
             (set-option :rlimit 500)\n\
             (set-option :produce-models true)\n\
             (set-logic QF_BV)\n\
             (declare-const r1 (_ BitVec 32))\n\
             (assert (! (= r1 #x0000002a) :named a0))\n\
             (check-sat)\n\
             (get-value (r1))\n\
             (get-info :reason-unknown)\n"
        );
    }
}
