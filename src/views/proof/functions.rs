//! The functions that evidence defines, and its lemmas by induction, for display.
//!
//! Where programs are compared as recursive functions ([`tamarin_prove::recursion`]), the evidence has no pairs of
//! locations: this is what a reader follows instead.

use tamarin_kernel::Evidence;
use tamarin_kernel::evidence::{Body, FactText, Function, Lemma};

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
    let is_of_program =
        |function: &&Function| ["left", "right"].iter().any(|side| function.name.starts_with(side));
    let short = |(at, function): (usize, &Function)| {
        let letter = LETTERS.get(at).map_or_else(|| format!("f{at}"), |&letter| letter.to_owned());
        (function.name.clone(), letter)
    };
    // Other functions have readable names, such as `choose2`.
    let letters = evidence.functions.iter().filter(is_of_program).enumerate().map(short);
    let inputs = names.inputs.clone().into_iter().chain(letters).collect();
    let reader = Reader { names: Names { inputs, half: names.half } };
    let is_by_induction = |lemma: &&Lemma| !lemma.measure.is_empty();
    Theory {
        functions: evidence.functions.iter().map(|it| reader.definition(it)).collect(),
        lemmas: evidence.lemmas.iter().filter(is_by_induction).map(|it| reader.lemma(it)).collect(),
    }
}

/// Names of inputs, and letters for functions.
struct Reader {
    names: Names,
}

impl Reader {
    fn definition(&self, function: &Function) -> String {
        let side = ["left", "right"].into_iter().find(|side| function.name.starts_with(side));
        let side = side.map_or_else(String::new, |side| format!("{side}: "));
        let (name, arguments) =
            (self.names.in_words(&function.name), function.arguments.join(", "));
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
        self.names.in_words(text)
    }

    fn fact(&self, fact: &FactText) -> String {
        self.names.fact(fact)
    }
}
