//! A solver whose answers a second one checks, with statistics.

use std::collections::BTreeMap;
use std::fmt;

use tamarin::solver::smtlib::Dialogue;
use tamarin::solver::{
    Answer, AssertionId, Assertions, Capabilities, Check, Effort, Question, Solver, UnknownReason,
};
use tamarin::term::{Node, Term, Terms};

/// Which answers are judged.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Judged {
    All,
    Unsat,
}

/// What came of it, in numbers of queries.
#[derive(Default)]
pub struct Tally {
    pub queries: usize,
    pub sat: usize,
    pub unsat: usize,
    /// The solver could not tell.
    pub unknown: usize,
    /// The judge could not tell.
    pub judge_unknown: usize,
    /// Queries that the judge was spared.
    pub spared: usize,
    /// In how many queries each operator occurs.
    pub operators: BTreeMap<&'static str, usize>,
    /// The texts of queries on which they disagree, with both answers.
    pub disagreements: Vec<String>,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { queries, sat, unsat, unknown, judge_unknown, .. } = self;
        let disagreements = self.disagreements.len();
        write!(
            f,
            "{queries} queries ({sat} sat, {unsat} unsat, {unknown} unknown), \
             {judge_unknown} unknown to the judge, {disagreements} disagreements"
        )
    }
}

/// The solver. Its answers pass through.
pub struct Judge<'s> {
    solver: &'s mut dyn Solver,
    judge: &'s mut dyn Solver,
    judged: Judged,
    /// What the judge may spend on a query.
    effort: Effort,
    /// Queries that the judge may leave open before it is spared the others.
    pub patience: usize,
    assertions: Assertions,
    pub tally: Tally,
}

impl<'s> Judge<'s> {
    pub fn new(
        solver: &'s mut dyn Solver,
        judge: &'s mut dyn Solver,
        judged: Judged,
        effort: Effort,
    ) -> Judge<'s> {
        let (assertions, tally) = (Assertions::default(), Tally::default());
        Judge { solver, judge, judged, effort, patience: usize::MAX, assertions, tally }
    }

    async fn ask(&mut self, terms: &Terms, question: Question<'_>) -> Answer {
        let ours = self.solver.check(terms, question.clone()).await;
        if self.judged == Judged::Unsat && !matches!(ours, Answer::Unsat(_)) {
            return ours;
        }
        if self.tally.judge_unknown >= self.patience {
            self.tally.spared += 1;
            return ours;
        }
        self.judge.push();
        for term in self.assertions.terms() {
            self.judge.assert(term);
        }
        let theirs = self.judge.check(terms, question.clone().within(self.effort)).await;
        self.judge.pop();
        let tally = &mut self.tally;
        tally.queries += 1;
        for operator in operators(terms, self.assertions.terms()) {
            *tally.operators.entry(operator).or_insert(0) += 1;
        }
        match ours {
            Answer::Sat(_) => tally.sat += 1,
            Answer::Unsat(_) => tally.unsat += 1,
            Answer::Unknown(_) => tally.unknown += 1,
        }
        // What is garbage, wrong or dead is no limit: it is a fault of theirs or ours.
        let agree = match (&ours, &theirs) {
            (Answer::Sat(_), Answer::Sat(_)) | (Answer::Unsat(_), Answer::Unsat(_)) => true,
            (_, Answer::Unknown(why)) => {
                tally.judge_unknown += 1;
                is_limit(why)
            }
            (Answer::Unknown(why), _) => is_limit(why),
            _ => false,
        };
        if !agree {
            let text = Dialogue::new(terms, &self.assertions, &question).text;
            tally.disagreements.push(format!("{ours:?}, but judged {theirs:?}\n{text}"));
        }
        ours
    }
}

/// Whether it gave up, in whatever words; on a busy machine that can be a hang.
fn is_limit(why: &UnknownReason) -> bool {
    matches!(why, UnknownReason::Limit | UnknownReason::Hung | UnknownReason::Other(_))
}

impl Solver for Judge<'_> {
    fn name(&self) -> &str {
        self.solver.name()
    }

    fn capabilities(&self) -> Capabilities {
        self.solver.capabilities()
    }

    fn push(&mut self) {
        self.assertions.push();
        self.solver.push();
    }

    fn pop(&mut self) {
        self.assertions.pop();
        self.solver.pop();
    }

    fn assert(&mut self, term: Term) -> AssertionId {
        self.assertions.assert(term);
        self.solver.assert(term)
    }

    fn check<'a>(&'a mut self, terms: &'a Terms, question: Question<'a>) -> Check<'a> {
        Box::pin(self.ask(terms, question))
    }
}

/// The operators that occur in terms, each once. Those on double words that
/// are other circuits have names of their own.
fn operators(terms: &Terms, roots: impl Iterator<Item = Term>) -> Vec<&'static str> {
    let reachable = terms.reachable(roots);
    let mut found: Vec<_> = reachable.into_iter().map(|term| operator(terms, term)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// All that [`operator`] may say.
pub const OPERATORS: [&str; 33] = [
    "Bool",
    "Word",
    "Double",
    "Symbol",
    "Image",
    "Not",
    "And",
    "Or",
    "Eq",
    "Eq64",
    "Ult",
    "Ult64",
    "Slt",
    "Slt64",
    "Ite",
    "Add",
    "Add64",
    "Sub",
    "Sub64",
    "Mul",
    "Mul64",
    "BitAnd",
    "BitAnd64",
    "Udiv",
    "Urem",
    "Sdiv",
    "Srem",
    "SignExtend",
    "ZeroExtend",
    "Low",
    "High",
    "Select",
    "Store",
];

fn operator(terms: &Terms, term: Term) -> &'static str {
    use tamarin::term::Sort::Double;
    let wide = |a: Term| terms.sort(a) == Double;
    match terms.node(term) {
        Node::Bool(_) => "Bool",
        Node::Word(_) => "Word",
        Node::Double(_) => "Double",
        Node::Symbol(_) => "Symbol",
        Node::Image(_) => "Image",
        Node::Not(_) => "Not",
        Node::And(..) => "And",
        Node::Or(..) => "Or",
        Node::Eq(a, _) => {
            if wide(a) {
                "Eq64"
            } else {
                "Eq"
            }
        }
        Node::Ult(a, _) => {
            if wide(a) {
                "Ult64"
            } else {
                "Ult"
            }
        }
        Node::Slt(a, _) => {
            if wide(a) {
                "Slt64"
            } else {
                "Slt"
            }
        }
        Node::Ite(..) => "Ite",
        Node::Add(a, _) => {
            if wide(a) {
                "Add64"
            } else {
                "Add"
            }
        }
        Node::Sub(a, _) => {
            if wide(a) {
                "Sub64"
            } else {
                "Sub"
            }
        }
        Node::Mul(a, _) => {
            if wide(a) {
                "Mul64"
            } else {
                "Mul"
            }
        }
        Node::BitAnd(a, _) => {
            if wide(a) {
                "BitAnd64"
            } else {
                "BitAnd"
            }
        }
        Node::Udiv(..) => "Udiv",
        Node::Urem(..) => "Urem",
        Node::Sdiv(..) => "Sdiv",
        Node::Srem(..) => "Srem",
        Node::SignExtend(_) => "SignExtend",
        Node::ZeroExtend(_) => "ZeroExtend",
        Node::Low(_) => "Low",
        Node::High(_) => "High",
        Node::Select(..) => "Select",
        Node::Store(..) => "Store",
    }
}
