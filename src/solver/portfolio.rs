//! Several solvers, asked in a fixed order within counted limits, or raced.
//!
//! In order, `bitblast` comes first, with a small budget of conflicts: it answers most
//! queries in a millisecond. What is left goes to the second solver, if there
//! is one, within its own limit; it knows more about arithmetic. Then
//! `bitblast` goes on with the larger budget, from what it has learnt. The
//! order and the limits do not depend on the clock, so runs repeat.
//!
//! In a race `bitblast` goes on while the second solver is at work, slice by
//! slice, and the first answer counts. Which one that is depends on the
//! machine, and so does the model, so runs may differ.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::Poll;

use super::bitblast::Bitblast;
use super::{Answer, Capabilities, Check, Limit, Solver, UnknownReason};
use crate::term::{Term, Terms};

/// Conflicts that the first attempt may cost.
const FIRST: u64 = 1_000;
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
    /// Why there turned out to be no second solver.
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

    async fn ask(&mut self, terms: &Terms, query: &str, limit: Limit) -> Answer {
        self.second_answered = false;
        let small = Limit { conflicts: limit.conflicts.min(FIRST), ..limit };
        let first = self.bitblast.check(terms, query, small).await;
        if !matches!(first, Answer::Unknown(_)) {
            return first;
        }
        if self.race.is_some() && self.second.is_some() && !self.unavailable {
            return self.run_race(terms, query, limit).await;
        }
        if let Some(second) = &mut self.second
            && !self.unavailable
        {
            match second.check(terms, query, limit).await {
                // A caller that cancels wants no other solver asked.
                cancelled @ Answer::Unknown(UnknownReason::Cancelled) => return cancelled,
                Answer::Unknown(UnknownReason::Unavailable(_)) => self.unavailable = true,
                Answer::Unknown(_) => {}
                // It checks its own models; whoever wrote it, this one is checked.
                Answer::Sat(model) if !self.bitblast.accepts(terms, &model) => {}
                answer => {
                    self.second_answered = true;
                    return answer;
                }
            }
        }
        if limit.conflicts <= FIRST {
            return first;
        }
        self.bitblast.check(terms, query, limit).await
    }

    async fn run_race(&mut self, terms: &Terms, query: &str, limit: Limit) -> Answer {
        let (Some(second), Some(turn)) = (&mut self.second, &self.race) else {
            unreachable!("a race is between two");
        };
        // Dropped where it loses, and with that cancelled.
        let mut second = Some(second.check(terms, query, limit));
        let mut last = Answer::Unknown(UnknownReason::Limit);
        let (mut slice, mut left) = (SLICES[0], limit.conflicts);
        while left > 0 || second.is_some() {
            let answer = match &mut second {
                Some(check) => poll_fn(|cx| Poll::Ready(check.as_mut().poll(cx))).await,
                None => Poll::Pending,
            };
            if let Poll::Ready(answer) = answer {
                second = None;
                match answer {
                    cancelled @ Answer::Unknown(UnknownReason::Cancelled) => return cancelled,
                    Answer::Unknown(UnknownReason::Unavailable(_)) => self.unavailable = true,
                    Answer::Unknown(_) => {}
                    Answer::Sat(model) if !self.bitblast.accepts(terms, &model) => {}
                    answer => {
                        self.second_answered = true;
                        return answer;
                    }
                }
            }
            if left > 0 {
                let conflicts = slice.min(left);
                last = self.bitblast.check(terms, query, Limit { conflicts, ..limit }).await;
                if !matches!(last, Answer::Unknown(_)) {
                    return last;
                }
                left -= conflicts;
                slice = (2 * slice).min(SLICES[1]);
            }
            turn().await;
        }
        last
    }
}

impl Solver for Portfolio {
    fn name(&self) -> &str {
        match &self.second {
            Some(second) if self.second_answered => second.name(),
            _ => self.bitblast.name(),
        }
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { incremental: true, unsat_cores: false }
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

    fn assert(&mut self, name: &str, term: Term) {
        self.bitblast.assert(name, term);
        if let Some(second) = &mut self.second {
            second.assert(name, term);
        }
    }

    fn check<'a>(&'a mut self, terms: &'a Terms, query: &'a str, limit: Limit) -> Check<'a> {
        Box::pin(self.ask(terms, query, limit))
    }
}

#[cfg(all(test, feature = "cli"))]
mod tests {
    use super::*;
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
        fn assert(&mut self, _: &str, _: Term) {}
        fn check<'a>(&'a mut self, _: &'a Terms, _: &'a str, _: Limit) -> Check<'a> {
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
        solver.assert("product", claim);
        let limit = Limit { conflicts: 20, ..Limit::default() };
        let answer = pollster::block_on(solver.check(&terms, "test", limit));
        assert_eq!(answer, Answer::Unknown(UnknownReason::Limit));
        assert_eq!(solver.name(), "bitblast");
    }
}
