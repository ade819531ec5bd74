//! Several solvers, asked in a fixed order within counted limits, or raced.
//!
//! In order, `bitblast` comes first, with a small budget of conflicts: it
//! answers most queries in a millisecond. What is left goes to the second
//! solver, if there is one; it knows more about arithmetic. Then `bitblast`
//! goes on from what it has learnt. Neither gets all of its limit at once: what
//! one does not end on, the other may find easy. The order and the limits do
//! not depend on the clock, so runs repeat. Whether there is a second solver turns out when it
//! is first asked: most comparisons never ask it, and so start no process.
//!
//! In a race `bitblast` goes on while the second solver is at work, slice by
//! slice, and the first answer counts. Which one that is depends on the
//! machine, and so does the model, so runs may differ.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::Poll;

use super::bitblast::{Bitblast, FIRST_CONFLICTS};
use super::{Answer, AssertionId, Capabilities, Check, Question, Reach, Solver, UnknownReason};
use crate::term::{Term, Terms};

/// What part of its limit the second solver gets, turn by turn, and what part
/// of its conflicts that are left `bitblast` gets after it.
const TURNS: [[u64; 2]; 2] = [[10, 2], [1, 1]];
/// Conflicts between two looks at the second solver in a race; each slice is
/// twice the one before, up to the last.
const SLICES: [u64; 2] = [500, 16_000];

/// Lets whatever else there is go on: in a browser, messages arrive.
pub type Turn = Box<dyn Fn() -> Pin<Box<dyn Future<Output = ()>>>>;

/// The solvers.
pub struct Portfolio {
    bitblast: Bitblast,
    second: Option<Box<dyn Solver>>,
    /// Whether the two race, and how others get their turn meanwhile.
    race: Option<Turn>,
    /// Whether the second solver gave the last answer.
    second_answered: bool,
    /// Whether there turned out to be no second solver.
    unavailable: bool,
}

impl Portfolio {
    /// `bitblast`, with another solver for what it finds hard.
    pub fn new(second: Option<Box<dyn Solver>>) -> Portfolio {
        let bitblast = Bitblast::new();
        Portfolio { bitblast, second, race: None, second_answered: false, unavailable: false }
    }

    /// `bitblast` and another solver at once, where `bitblast` finds a query
    /// hard. Runs may differ.
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

    /// Whether there is another solver that may be asked.
    fn has_second(&self, question: &Question<'_>) -> bool {
        self.second.is_some() && !self.unavailable && question.reach == Reach::All
    }

    /// The second solver's answer, where there is nothing to ask after it.
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
        // Dropped where it loses, and with that cancelled.
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

/// Whether an answer of the second solver's is one to leave it at. It checks
/// its own models; whoever wrote it, this one is checked.
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

/// Whether an answer of `bitblast` is one to leave it at. A model that was read
/// wrongly is no reason not to ask on.
fn is_final(answer: &Answer) -> bool {
    !matches!(answer, Answer::Unknown(_)) || is_cancelled(answer)
}

/// A caller that cancels wants no other solver asked.
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
        // Both hold the same, so an id is the same in both.
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

    /// Says that all is zero.
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
        // Factors of a product of two primes, within the first few conflicts.
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
