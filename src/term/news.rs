//! Which conditions of a path say what no other says.
//!
//! A loop that counts up to an input leaves `0 < $1`, `1 < $1`, `2 < $1` and
//! so on. Each says more than all before it, and makes them superfluous. A
//! question about a path of thousands of conditions needs but a few of them.
//!
//! Where a condition says that a word is a constant, those behind it are read
//! with the constant in its place: a loop that takes away a number that is
//! known to be 0 says the same each time around. So do conditions over sums
//! that, put together, leave but one value to a word
//! ([`inequality`](super::inequality)).

use rustc_hash::FxHashMap;

use super::assume::Assumptions;
use super::inequality::{self, Finding, Inequalities, Limits, SIGNED};
use super::quotient::Divisions;
use super::range::{Arc, Range, arc};
use super::{Term, Terms};
use crate::trail::{Mark, TrailMap};

/// What a condition says beside those around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Said {
    /// It says something that those before it do not say.
    pub is_new: bool,
    /// The position of the first condition behind it that, with others that
    /// are needed, says as much, where there is one.
    pub superseded: Option<u32>,
}

impl Said {
    /// A condition of which nothing is known.
    pub const UNKNOWN: Said = Said { is_new: true, superseded: None };

    /// Whether a question about the first conditions up to `end` needs this one.
    pub fn is_needed_before(&self, end: usize) -> bool {
        self.is_new && self.superseded.is_none_or(|at| at as usize >= end)
    }
}

/// The conditions of a path, in order; those of the next path are taken from
/// where it leaves the last one.
#[derive(Debug, Default)]
pub struct News {
    conditions: Vec<Condition>,
    known: TrailMap<Term, ()>,
    bounds: Vec<Bounds>,
    /// The positions of words in `bounds`.
    index: FxHashMap<Term, usize>,
    inequalities: Inequalities,
    divisions: Divisions,
    /// By the conditions that they hold behind, in order.
    assumed: Vec<Assumed>,
}

#[derive(Debug)]
struct Condition {
    term: Term,
    said: Said,
    before: Before,
    narrowed: Option<Narrowed>,
}

/// The state before a condition.
#[derive(Clone, Copy, Debug)]
struct Before {
    known: Mark,
    inequalities: inequality::Mark,
}

/// What conditions come to, and terms where that and all before it holds.
#[derive(Debug)]
struct Assumed {
    /// How many conditions there were.
    since: usize,
    fact: Fact,
    all: Assumptions,
}

#[derive(Clone, Copy, Debug)]
enum Fact {
    /// That a word has a value.
    Value(Term),
    /// That a word is another one.
    Is(Term, Term),
}

/// What a condition did to a word's range.
#[derive(Debug)]
struct Narrowed {
    /// The word's position in [`News::bounds`].
    word: usize,
    arc: Arc,
    /// The range before.
    before: Vec<(u32, u32)>,
    /// Conditions that it superseded, by position.
    superseded: Vec<u32>,
}

/// What is said of a word alone.
#[derive(Debug)]
struct Bounds {
    range: Range,
    /// The conditions that no other supersedes, by position.
    needed: Vec<u32>,
}

/// What is taken for known, at most: each makes what is behind it be read anew.
const MAX_FACTS: usize = 32;
/// Bounds on a word of which each is tried without the others.
const FEW: usize = 4;

impl Condition {
    fn arc(&self) -> Option<Arc> {
        self.narrowed.as_ref().map(|narrowed| narrowed.arc)
    }
}

/// Between what integers a word lies, by what is said of it alone.
fn limits(terms: &Terms, bounds: &[Bounds], index: &FxHashMap<Term, usize>, word: Term) -> Limits {
    let limits = match index.get(&word) {
        Some(&at) => bounds[at].range.limits(),
        None => Range::natural(terms, word).limits(),
    };
    limits.unwrap_or(SIGNED)
}

/// Those of a few bounds that the others and a new one make superfluous, where
/// all together leave this range.
fn superfluous(
    terms: &Terms,
    conditions: &[Condition],
    bounds: &[u32],
    new: Arc,
    range: &Range,
) -> Vec<u32> {
    let mut kept = bounds.to_vec();
    for &bound in bounds {
        let mut rest = Range::natural(terms, range.term);
        rest.narrow(new);
        for &other in kept.iter().filter(|&&other| other != bound) {
            rest.narrow(conditions[other as usize].arc().expect("a bound is an arc"));
        }
        if rest.intervals == range.intervals {
            kept.retain(|&other| other != bound);
        }
    }
    bounds.iter().copied().filter(|bound| !kept.contains(bound)).collect()
}

impl News {
    /// Takes the next path.
    pub fn follow(&mut self, terms: &mut Terms, path: impl Iterator<Item = Term> + Clone) {
        let known = self.conditions.iter().map(|condition| condition.term);
        let common = known.zip(path.clone()).take_while(|(a, b)| a == b).count();
        self.go_back(common);
        for term in path.skip(common) {
            self.take(terms, term);
        }
    }

    /// What each condition says, in order.
    pub fn iter(&self) -> impl Iterator<Item = Said> {
        self.conditions.iter().map(|condition| condition.said)
    }

    fn take(&mut self, terms: &mut Terms, term: Term) {
        let before = Before { known: self.known.mark(), inequalities: self.inequalities.mark() };
        let mut said = Said::UNKNOWN;
        let mut narrowed = None;
        let short = self.simplified(terms, term);
        let is_known =
            |boolean| terms.as_bool(boolean).is_some() || self.known.get(boolean).is_some();
        if is_known(term) || is_known(short) {
            said.is_new = false;
        } else {
            self.known.insert(term, ());
            self.known.insert(short, ());
            self.assume(terms, term);
            match self.compare(terms, short) {
                Finding::Implied => said.is_new = false,
                Finding::Open(values) => {
                    for (word, value) in values {
                        let value = terms.word(value);
                        let fact = terms.eq(word, value);
                        self.assume(terms, fact);
                    }
                    if let Some((word, arc)) = arc(terms, term) {
                        narrowed = self.narrow(terms, word, arc);
                        said.is_new = narrowed.is_some();
                    }
                }
            }
        }
        self.conditions.push(Condition { term, said, before, narrowed });
    }

    /// A word as it is where all conditions hold, if it has divisions of which
    /// these may tell the quotient.
    pub fn with_quotients(&mut self, terms: &mut Terms, word: Term) -> Term {
        match self.divisions.of(terms, word) {
            Some(_) => self.simplified(terms, word),
            None => word,
        }
    }

    /// A term as it is where all conditions hold.
    fn simplified(&mut self, terms: &mut Terms, mut term: Term) -> Term {
        loop {
            if let Some(assumed) = self.assumed.last_mut() {
                term = assumed.all.simplified(terms, term);
            }
            let Some((division, quotient)) = self.quotient(terms, term) else { return term };
            if self.assumed.len() == MAX_FACTS {
                return term;
            }
            let value = terms.divided(division, quotient);
            self.take_for_known(terms, Fact::Is(division, value));
        }
    }

    /// A division in a term whose quotient the conditions tell, and the quotient.
    fn quotient(&mut self, terms: &Terms, term: Term) -> Option<(Term, u32)> {
        let divisions = self.divisions.of(terms, term)?;
        let News { bounds, index, inequalities, .. } = self;
        let alone = |word| limits(terms, bounds, index, word);
        let mut reader = inequalities.reader(terms, &alone);
        divisions.iter().find_map(|&division| Some((division, reader.quotient(division)?)))
    }

    /// Takes a condition for what it says about the words of sums.
    fn compare(&mut self, terms: &Terms, term: Term) -> Finding {
        let News { bounds, index, inequalities, .. } = self;
        inequalities.take(terms, term, &|word| limits(terms, bounds, index, word))
    }

    /// Takes what holds for what it says about a word.
    fn assume(&mut self, terms: &mut Terms, fact: Term) {
        if terms.as_value(fact).is_none() || self.assumed.len() == MAX_FACTS {
            return;
        }
        let known = self.assumed.last_mut().map(|assumed| assumed.all.simplified(terms, fact));
        if known.is_none_or(|known| terms.as_bool(known) != Some(true)) {
            self.take_for_known(terms, Fact::Value(fact));
        }
    }

    fn take_for_known(&mut self, terms: &mut Terms, fact: Fact) {
        let mut all = Assumptions::default();
        for fact in self.assumed.iter().map(|assumed| assumed.fact).chain([fact]) {
            match fact {
                Fact::Value(fact) => all.assume(terms, fact),
                Fact::Is(word, other) => all.replace(word, other),
            }
        }
        self.assumed.push(Assumed { since: self.conditions.len(), fact, all });
    }

    /// Takes a bound on a word, where it says anything new.
    fn narrow(&mut self, terms: &Terms, term: Term, arc: Arc) -> Option<Narrowed> {
        let position = self.conditions.len() as u32;
        let word = *self.index.entry(term).or_insert_with(|| {
            let range = Range::natural(terms, term);
            self.bounds.push(Bounds { range, needed: Vec::new() });
            self.bounds.len() - 1
        });
        let Bounds { range, needed } = &mut self.bounds[word];
        let before = range.intervals.clone();
        if !range.narrow(arc) {
            return None;
        }
        let superseded: Vec<u32> = match needed.len() {
            0..=FEW => superfluous(terms, &self.conditions, needed, arc, range),
            // Too many to try: those that the new one alone makes superfluous.
            _ => needed
                .iter()
                .copied()
                .filter(|&older| {
                    self.conditions[older as usize].arc().is_some_and(|a| a.contains(arc))
                })
                .collect(),
        };
        needed.retain(|older| !superseded.contains(older));
        needed.push(position);
        for &older in &superseded {
            self.conditions[older as usize].said.superseded = Some(position);
        }
        Some(Narrowed { word, arc, before, superseded })
    }

    /// Forgets the conditions from this position on.
    fn go_back(&mut self, position: usize) {
        while self.conditions.len() > position {
            let Some(Condition { before, narrowed, .. }) = self.conditions.pop() else { return };
            self.known.undo_to(before.known);
            self.inequalities.undo_to(before.inequalities);
            while self.assumed.pop_if(|assumed| assumed.since >= self.conditions.len()).is_some() {}
            let Some(narrowed) = narrowed else { continue };
            let Bounds { range, needed } = &mut self.bounds[narrowed.word];
            range.intervals = narrowed.before;
            needed.pop();
            for older in narrowed.superseded {
                self.conditions[older as usize].said.superseded = None;
                needed.push(older);
            }
            needed.sort_unstable();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What conditions say, as (new, superseded).
    fn said(news: &News) -> Vec<(bool, Option<u32>)> {
        news.iter().map(|said| (said.is_new, said.superseded)).collect()
    }

    #[test]
    fn a_bound_makes_looser_ones_superfluous() {
        let mut terms = Terms::new();
        let (x, y) = (terms.symbol("x"), terms.symbol("y"));
        let mut above = |bound| {
            let bound = terms.word(bound);
            terms.ult(bound, x)
        };
        let [three, five, seven] = [3, 5, 7].map(&mut above);
        let other = terms.ult(x, y);
        let mut news = News::default();

        news.follow(&mut terms, [three, five, three, other, other, seven].into_iter());
        let path = [
            (true, Some(1)),
            (true, Some(5)),
            (false, None),
            (true, None),
            (false, None),
            (true, None),
        ];
        assert_eq!(said(&news), path);
        let needed = |news: &News, end| -> Vec<usize> {
            let said = news.iter().enumerate().take(end);
            said.filter(|(_, said)| said.is_needed_before(end)).map(|(at, _)| at).collect()
        };
        assert_eq!(needed(&news, 1), [0]);
        assert_eq!(needed(&news, 5), [1, 3]);
        assert_eq!(needed(&news, 6), [3, 5]);

        // A path that leaves it before the last: nothing is superseded by what is gone.
        let not_seven = terms.not(seven);
        news.follow(&mut terms, [three, five, three, other, other, not_seven].into_iter());
        let mut path = path;
        path[1].1 = None;
        assert_eq!(said(&news), path);
        news.follow(&mut terms, [five, three].into_iter());
        assert_eq!(said(&news), [(true, None), (false, None)]);
    }

    #[test]
    fn a_countdown_needs_its_first_and_its_last_condition() {
        let mut terms = Terms::new();
        let x = terms.symbol("x");
        let conditions: Vec<Term> = (0..100)
            .map(|k| {
                let (zero, k) = (terms.word(0), terms.word(k));
                let rest = terms.sub(x, k);
                terms.slt(zero, rest)
            })
            .collect();
        let mut news = News::default();
        news.follow(&mut terms, conditions.iter().copied());
        let said: Vec<Said> = news.iter().collect();
        for end in 2..100 {
            let needed: Vec<usize> =
                (0..end).filter(|&at| said[at].is_needed_before(end)).collect();
            assert_eq!(needed, [0, end - 1]);
        }
    }

    #[test]
    fn what_takes_nothing_away_says_the_same_each_time() {
        let mut terms = Terms::new();
        let (x, y, zero) = (terms.symbol("x"), terms.symbol("y"), terms.word(0));
        let eight = terms.word(8);
        let [mut rest, step] = [x, y].map(|input| terms.urem(input, eight));
        let none = terms.eq(step, zero);
        let mut loops = Vec::new();
        for _ in 0..3 {
            let done = terms.eq(rest, step);
            loops.push(terms.not(done));
            rest = terms.sub(rest, step);
        }
        let mut news = News::default();
        news.follow(&mut terms, std::iter::once(none).chain(loops.iter().copied()));
        assert_eq!(
            news.iter().map(|said| said.is_new).collect::<Vec<_>>(),
            [true, true, false, false]
        );

        // Where the step may be another, each says something of its own.
        let some = terms.not(none);
        news.follow(&mut terms, std::iter::once(some).chain(loops.iter().copied()));
        assert!(news.iter().all(|said| said.is_new));
    }

    #[test]
    fn a_quotient_is_that_of_the_path() {
        let mut terms = Terms::new();
        let eight = terms.word(8);
        let [a, b] = ["x", "y"].map(|name| {
            let word = terms.symbol(name);
            terms.urem(word, eight)
        });
        let (quotient, remainder) = (terms.udiv(a, b), terms.urem(a, b));
        let mut news = News::default();
        // On the way there and back, and where it was gone before.
        for times in [1, 3, 0, 3, 2] {
            let (mut path, mut rest) = (Vec::new(), a);
            for _ in 0..times {
                let less = terms.slt(rest, b);
                path.push(terms.not(less));
                rest = terms.sub(rest, b);
            }
            path.push(terms.slt(rest, b));
            news.follow(&mut terms, path.into_iter());
            let known = news.with_quotients(&mut terms, quotient);
            assert_eq!(known, terms.word(times));
            let known = news.with_quotients(&mut terms, remainder);
            let equal = terms.eq(known, rest);
            assert_eq!(terms.as_bool(equal), Some(true));
        }
    }

    #[test]
    fn what_can_be_taken_away_eight_times_from_seven_is_nothing() {
        let mut terms = Terms::new();
        let (x, y) = (terms.symbol("x"), terms.symbol("y"));
        let eight = terms.word(8);
        let [mut rest, step] = [x, y].map(|input| terms.urem(input, eight));
        let mut path = Vec::new();
        for _ in 0..20 {
            let (done, less) = (terms.eq(rest, step), terms.slt(rest, step));
            path.extend([terms.not(done), terms.not(less)]);
            rest = terms.sub(rest, step);
        }
        let new = |news: &News| news.iter().filter(|said| said.is_new).count();
        let mut news = News::default();
        news.follow(&mut terms, path.iter().copied());
        let all = new(&news);
        assert!((8..=17).contains(&all), "{all} of {}", path.len());
        // Whatever it leaves on the way back is forgotten.
        news.follow(&mut terms, path[..4].iter().copied());
        assert_eq!(new(&news), 4);
        news.follow(&mut terms, path.iter().copied());
        assert_eq!(new(&news), all);
    }
}
