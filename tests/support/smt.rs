//! Queries posed to z3 as text, independent of the crate's terms and solvers: each should be unsatisfiable.

use tamarin::solver::process::Process;
use tamarin::solver::{Stop, UnknownReason};
use tamarin::term::{Term, Terms};

/// Asks z3, within a limit for each question, and counts.
pub struct Refuter {
    z3: Process,
    rlimit: u64,
    /// Questions to which z3 said unsat.
    pub refuted: usize,
    /// Questions that it could not settle.
    pub unknown: usize,
}

impl Refuter {
    pub fn new(z3: Process, rlimit: u64) -> Refuter {
        Refuter { z3, rlimit, refuted: 0, unknown: 0 }
    }

    /// Asks whether the assertions of a text over the inputs `r1` and `r2` can
    /// hold. Returns whether z3 says that they cannot.
    ///
    /// # Panics
    ///
    /// When z3 has a model, or finds fault with the text.
    pub fn refute(&mut self, what: &str, text: &str) -> bool {
        let logic = if text.contains("(Array ") { "ALL" } else { "QF_BV" };
        let rlimit = self.rlimit;
        let text = format!(
            "; {what}\n(set-option :rlimit {rlimit})\n(set-logic {logic})\n\
             (declare-const r1 (_ BitVec 32))\n(declare-const r2 (_ BitVec 32))\n\
             {text}(check-sat)\n"
        );
        let reply = pollster::block_on(self.z3.reply(&text, &Stop::NEVER));
        match reply.as_deref() {
            Ok("unsat\n") => {
                self.refuted += 1;
                true
            }
            // A limit that was reached stays so; the next question gets another z3.
            Ok("unknown\n") | Err(UnknownReason::Hung) => {
                self.unknown += 1;
                self.z3 = Process::z3();
                false
            }
            reply => panic!("{what}: z3 says {reply:?} of\n{text}"),
        }
    }
}

/// The definitions that scripts have for these terms, and the text of each.
pub fn printed<const N: usize>(terms: &Terms, roots: [Term; N]) -> (String, [String; N]) {
    let names: Vec<String> = (0..N).map(|index| format!("root{index}")).collect();
    let script = terms.script(names.into_iter().zip(roots));
    let (mut definitions, mut texts) = (String::new(), Vec::with_capacity(N));
    for line in script.text.lines() {
        if line.starts_with("(define-fun ") {
            definitions.push_str(line);
            definitions.push('\n');
        } else if let Some(assertion) = line.strip_prefix("(assert (! ") {
            let end = format!(" :named root{}))", texts.len());
            texts.push(assertion.strip_suffix(&end).expect("in their order").to_owned());
        }
    }
    (definitions, texts.try_into().expect("an assertion for each"))
}
