//! A portfolio of solvers, asked in a fixed order within counted limits, or raced.
//!
//! In order, `bitblast` comes first, with a small budget of conflicts; it answers most queries in a
//! millisecond. The rest goes to the second solver, if there is one, which has more arithmetic
//! reasoning. Then `bitblast` continues with what it has learnt. The two alternate in several
//! turns, because a query on which one does not finish may be easy for the other. The order and the
//! limits do not depend on the clock, so runs are reproducible. The second solver is started at its
//! first query; most comparisons never need it and start no process.
//!
//! In a race `bitblast` continues in slices while the second solver is at work, and the first
//! answer counts. Which one that is depends on the machine, and so does the model, so runs may
//! differ.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::Poll;

use super::bitblast::{Bitblast, FIRST_CONFLICTS};
use super::{Answer, AssertionId, Capabilities, Check, Question, Reach, Solver, UnknownReason};
use crate::term::{Term, Terms};

/// For each turn, the fraction of its limit that the second solver gets, then the fraction of its
/// remaining conflicts that `bitblast` gets.
const TURNS: [[u64; 2]; 2] = [[10, 2], [1, 1]];
/// Conflicts between two polls of the second solver in a race: the first slice and the largest one.
/// Each slice is twice the one before.
const SLICES: [u64; 2] = [500, 16_000];

/// Yields to the event loop: in a browser, messages arrive meanwhile.
pub type Turn = Box<dyn Fn() -> Pin<Box<dyn Future<Output = ()>>>>;

/// The portfolio.
pub struct Portfolio {
    bitblast: Bitblast,
    second: Option<Box<dyn Solver>>,
    /// If the two race, the function that yields to the event loop.
    race: Option<Turn>,
    /// Whether the second solver gave the last answer.
    second_answered: bool,
    /// Whether the second solver is known to be unavailable.
    unavailable: bool,
}

impl Portfolio {
    /// `bitblast`, followed by another solver for hard queries.
    pub fn new(second: Option<Box<dyn Solver>>) -> Portfolio {
        let bitblast = Bitblast::new();
        Portfolio { bitblast, second, race: None, second_answered: false, unavailable: false }
    }

    /// `bitblast` and another solver at once for hard queries. Runs may differ.
    pub fn racing(second: Option<Box<dyn Solver>>, turn: Turn) -> Portfolio {
        Portfolio { race: Some(turn), ..Portfolio::new(second) }
    }

    async fn ask(&mut self, terms: &Terms, question: Question<'_>) -> Answer {
        self.second_answered = false;
        if let Some(answer) = self.bitblast.begin(terms, &question).filter(is_final) {
            return answer;
        }
        if self.race.is_some() && self.has_second(&question) {
            return self.run_race(terms, question).await;
        }
        let mut rest = question.effort.0.saturating_sub(FIRST_CONFLICTS);
        let turns = if self.has_second(&question) { &TURNS[..] } else { &TURNS[1..] };
        for &[second, first] in turns {
            if self.has_second(&question) {
                let part = question.clone().within(question.effort.divided(second));
                if let Some(answer) = self.ask_second(terms, part).await {
                    return answer;
                }
            }
            let conflicts = rest / first;
            rest -= conflicts;
            let answer = self.bitblast.go_on(terms, conflicts, &question);
            if let Some(answer) = answer.filter(is_final) {
                return answer;
            }
        }
        Answer::Unknown(UnknownReason::Limit)
    }

    /// Whether there is another solver that this question may use.
    fn has_second(&self, question: &Question<'_>) -> bool {
        self.second.is_some() && !self.unavailable && question.reach == Reach::All
    }

    /// The second solver's answer, if it is final.
    async fn ask_second(&mut self, terms: &Terms, question: Question<'_>) -> Option<Answer> {
        let answer = self.second.as_mut()?.check(terms, question).await;
        self.unavailable |= says_unavailable(&answer);
        self.second_answered = is_settled(&self.bitblast, terms, &answer);
        (self.second_answered || is_cancelled(&answer)).then_some(answer)
    }

    async fn run_race(&mut self, terms: &Terms, question: Question<'_>) -> Answer {
        let (Some(second), Some(turn)) = (&mut self.second, &self.race) else {
            unreachable!("a race is between two");
        };
        // Dropping it cancels it where it loses.
        let mut second = Some(second.check(terms, question.clone()));
        let (mut slice, mut left) = (SLICES[0], question.effort.0.saturating_sub(FIRST_CONFLICTS));
        while left > 0 || second.is_some() {
            if question.stop.is_due() {
                return Answer::Unknown(UnknownReason::Cancelled);
            }
            let answer = match &mut second {
                Some(check) => poll_fn(|cx| Poll::Ready(check.as_mut().poll(cx))).await,
                None => Poll::Pending,
            };
            if let Poll::Ready(answer) = answer {
                second = None;
                self.unavailable |= says_unavailable(&answer);
                self.second_answered = is_settled(&self.bitblast, terms, &answer);
                if self.second_answered || is_cancelled(&answer) {
                    return answer;
                }
            }
            if left > 0 {
                let conflicts = slice.min(left);
                let answer = self.bitblast.go_on(terms, conflicts, &question);
                if let Some(answer) = answer.filter(is_final) {
                    return answer;
                }
                left -= conflicts;
                slice = (2 * slice).min(SLICES[1]);
            }
            turn().await;
        }
        Answer::Unknown(UnknownReason::Limit)
    }
}

/// Whether an answer of the second solver is final. It checks its own models, but they are checked
/// here again, whatever backend it is.
fn is_settled(bitblast: &Bitblast, terms: &Terms, answer: &Answer) -> bool {
    match answer {
        Answer::Sat(model) => bitblast.accepts(terms, model),
        Answer::Unsat(_) => true,
        Answer::Unknown(_) => false,
    }
}

fn says_unavailable(answer: &Answer) -> bool {
    matches!(answer, Answer::Unknown(UnknownReason::Unavailable(_)))
}

/// Whether an answer of `bitblast` is final. After a model that was read wrongly, the next solver
/// is asked.
fn is_final(answer: &Answer) -> bool {
    !matches!(answer, Answer::Unknown(_)) || is_cancelled(answer)
}

/// After a cancellation no other solver is asked.
fn is_cancelled(answer: &Answer) -> bool {
    *answer == Answer::Unknown(UnknownReason::Cancelled)
}

impl Solver for Portfolio {
    fn name(&self) -> &str {
        match &self.second {
            Some(second) if self.second_answered => second.name(),
            _ => self.bitblast.name(),
        }
    }

    fn capabilities(&self) -> Capabilities {
        let second = self.second.as_ref().map(|second| second.capabilities());
        let cores = second.is_none_or(|second| second.cores);
        Capabilities { incremental: true, cores }
    }

    fn spent(&self) -> u64 {
        self.bitblast.spent()
    }

    fn push(&mut self) {
        self.bitblast.push();
        if let Some(second) = &mut self.second {
            second.push();
        }
    }

    fn pop(&mut self) {
        self.bitblast.pop();
        if let Some(second) = &mut self.second {
            second.pop();
        }
    }

    fn assert(&mut self, term: Term) -> AssertionId {
        if let Some(second) = &mut self.second {
            second.assert(term);
        }
        // Both hold the same assertions, so ids agree.
        self.bitblast.assert(term)
    }

    fn check<'a>(&'a mut self, terms: &'a Terms, question: Question<'a>) -> Check<'a> {
        Box::pin(self.ask(terms, question))
    }
}

#[cfg(all(test, feature = "cli"))]
mod tests {
    use super::*;
    use crate::solver::Effort;
    use crate::term::Model;

    /// A solver that always answers with the zero model.
    struct Liar;

    impl Solver for Liar {
        fn name(&self) -> &str {
            "liar"
        }
        fn capabilities(&self) -> Capabilities {
            Capabilities::default()
        }
        fn push(&mut self) {}
        fn pop(&mut self) {}
        fn assert(&mut self, _: Term) -> AssertionId {
            AssertionId::at(0)
        }
        fn check<'a>(&'a mut self, _: &'a Terms, _: Question<'a>) -> Check<'a> {
            Box::pin(std::future::ready(Answer::Sat(Model::new())))
        }
    }

    #[test]
    fn a_lie_of_the_second_solver_does_not_leave() {
        // Factors of a product of two primes, not found within the first few conflicts.
        let mut terms = Terms::new();
        let (x, y) = (terms.symbol("$1"), terms.symbol("$2"));
        let (wide_x, wide_y) = (terms.zero_extend(x), terms.zero_extend(y));
        let product = terms.mul(wide_x, wide_y);
        let number = terms.double(2_654_435_761 * 3_037_000_493);
        let claim = terms.eq(product, number);
        let mut solver = Portfolio::new(Some(Box::new(Liar)));
        solver.assert(claim);
        let question = Question::new("test").within(Effort(20));
        let answer = pollster::block_on(solver.check(&terms, question));
        assert_eq!(answer, Answer::Unknown(UnknownReason::Limit));
        assert_eq!(solver.name(), "bitblast");
    }
}
