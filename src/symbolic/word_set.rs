//! Exact sets of words, and the set of words that satisfy a condition on one input.

use crate::term::{Node, Symbol, Term, Terms};

/// A set of words: disjoint unsigned intervals, in order, with gaps between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordSet(Vec<[u32; 2]>);

impl WordSet {
    /// The empty set.
    pub fn none() -> WordSet {
        WordSet(Vec::new())
    }

    /// The set of all words.
    pub fn all() -> WordSet {
        WordSet(vec![[0, u32::MAX]])
    }

    /// The words from `first` to `last`, wrapping around where the first is larger than the last.
    pub fn between(first: u32, last: u32) -> WordSet {
        match first <= last {
            true => WordSet(vec![[first, last]]),
            false => WordSet(vec![[0, last], [first, u32::MAX]]).joined(),
        }
    }

    /// The intervals.
    pub fn intervals(&self) -> &[[u32; 2]] {
        &self.0
    }

    /// Whether there is no word in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The words that are not in it.
    pub fn complement(&self) -> WordSet {
        let mut gaps = Vec::new();
        let mut next = Some(0u32);
        for &[first, last] in &self.0 {
            if let Some(from) = next.filter(|&from| from < first) {
                gaps.push([from, first - 1]);
            }
            next = last.checked_add(1);
        }
        gaps.extend(next.map(|from| [from, u32::MAX]));
        WordSet(gaps)
    }

    /// The words in both.
    pub fn and(&self, other: &WordSet) -> WordSet {
        let (mut a, mut b) = (self.0.iter().peekable(), other.0.iter().peekable());
        let mut both = Vec::new();
        while let (Some(&&[a_first, a_last]), Some(&&[b_first, b_last])) = (a.peek(), b.peek()) {
            let (first, last) = (a_first.max(b_first), a_last.min(b_last));
            if first <= last {
                both.push([first, last]);
            }
            if a_last <= b_last {
                a.next()
            } else {
                b.next()
            };
        }
        WordSet(both)
    }

    /// The words in either.
    pub fn or(&self, other: &WordSet) -> WordSet {
        let mut all = [&self.0[..], &other.0[..]].concat();
        all.sort_unstable();
        WordSet(all).joined()
    }

    /// Each word plus a constant, modulo 2^32.
    pub fn plus(&self, constant: u32) -> WordSet {
        let moved = |&[first, last]: &[u32; 2]| {
            WordSet::between(first.wrapping_add(constant), last.wrapping_add(constant))
        };
        self.0.iter().map(moved).fold(WordSet::none(), |all, one| all.or(&one))
    }

    /// A superset with at most this many intervals: the smallest gaps are closed.
    pub fn widened(&self, most: usize) -> WordSet {
        let mut intervals = self.0.clone();
        while intervals.len() > most.max(1) {
            let gap = |at: usize| intervals[at + 1][0] - intervals[at][1];
            let at = (0..intervals.len() - 1).min_by_key(|&at| gap(at)).unwrap_or(0);
            intervals[at][1] = intervals[at + 1][1];
            intervals.remove(at + 1);
        }
        WordSet(intervals)
    }

    /// A superset in which gaps of at most this many words are closed.
    pub fn without_gaps(&self, words: u32) -> WordSet {
        let mut intervals: Vec<[u32; 2]> = Vec::with_capacity(self.0.len());
        for &[first, last] in &self.0 {
            match intervals.last_mut() {
                Some([_, end]) if first - *end - 1 <= words => *end = last,
                _ => intervals.push([first, last]),
            }
        }
        WordSet(intervals)
    }

    /// Sorted intervals with adjacent ones merged.
    fn joined(self) -> WordSet {
        let mut joined: Vec<[u32; 2]> = Vec::with_capacity(self.0.len());
        for [first, last] in self.0 {
            match joined.last_mut() {
                Some([_, end]) if first <= end.saturating_add(1) => *end = last.max(*end),
                _ => joined.push([first, last]),
            }
        }
        WordSet(joined)
    }
}

/// The words of an input that satisfy a condition, if the condition is built of comparisons of the
/// input (plus a constant) with a constant; `None` for any other condition.
pub fn satisfying(terms: &Terms, condition: Term, input: Symbol) -> Option<WordSet> {
    let of = |term| satisfying(terms, term, input);
    match terms.node(condition) {
        Node::Bool(true) => Some(WordSet::all()),
        Node::Bool(false) => Some(WordSet::none()),
        Node::Not(a) => of(a).map(|set| set.complement()),
        Node::And(a, b) => Some(of(a)?.and(&of(b)?)),
        Node::Or(a, b) => Some(of(a)?.or(&of(b)?)),
        Node::Eq(a, b) => compared(terms, [a, b], input, |_, b| WordSet::between(b, b)),
        Node::Ult(a, b) => compared(terms, [a, b], input, |is_first, b| match is_first {
            true => b.checked_sub(1).map_or_else(WordSet::none, |last| WordSet::between(0, last)),
            false => b
                .checked_add(1)
                .map_or_else(WordSet::none, |first| WordSet::between(first, u32::MAX)),
        }),
        Node::Slt(a, b) => compared(terms, [a, b], input, |is_first, b| {
            let (least, greatest) = (i32::MIN as u32, i32::MAX as u32);
            match is_first {
                true if b == least => WordSet::none(),
                true => WordSet::between(least, b.wrapping_sub(1)),
                false if b == greatest => WordSet::none(),
                false => WordSet::between(b.wrapping_add(1), greatest),
            }
        }),
        _ => None,
    }
}

/// The words of an input that satisfy a comparison; `set` gives the required values of the side
/// that is not constant, the first or the second.
fn compared(
    terms: &Terms,
    [a, b]: [Term; 2],
    input: Symbol,
    set: impl Fn(bool, u32) -> WordSet,
) -> Option<WordSet> {
    let (is_first, word, constant) = match (terms.as_const(a), terms.as_const(b)) {
        (None, Some(constant)) => (true, a, constant),
        (Some(constant), None) => (false, b, constant),
        _ => return None,
    };
    let constant = u32::try_from(constant).ok()?;
    let wanted = set(is_first, constant);
    match terms.node(word) {
        Node::Symbol(symbol) => (symbol == input).then_some(wanted),
        Node::Add(_, c) => {
            let (sum, more) = (terms.split_sum(word).0, terms.as_const(c)?);
            let is_input = terms.node(sum) == Node::Symbol(input);
            is_input.then(|| wanted.plus((more as u32).wrapping_neg()))
        }
        Node::Sub(c, x) if terms.node(x) == Node::Symbol(input) => {
            // `c - x` is in a set exactly if `x` is in the set of `c` minus its members.
            let c = u32::try_from(terms.as_const(c)?).ok()?;
            let mirrored = wanted
                .intervals()
                .iter()
                .map(|&[first, last]| WordSet::between(c.wrapping_sub(last), c.wrapping_sub(first)))
                .fold(WordSet::none(), |all, one| all.or(&one));
            Some(mirrored)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words around every bound of a set below, and around the ends of the signed and unsigned
    /// orders.
    fn samples(constants: &[u32]) -> Vec<u32> {
        let ends = [0, 1, i32::MAX as u32, i32::MIN as u32, u32::MAX];
        let near = |&word: &u32| [word.wrapping_sub(1), word, word.wrapping_add(1)];
        constants.iter().chain(&ends).flat_map(near).collect()
    }

    fn has(set: &WordSet, word: u32) -> bool {
        set.intervals().iter().any(|&[first, last]| first <= word && word <= last)
    }

    #[test]
    fn a_set_holds_the_words_that_satisfy_the_condition() {
        let constants = [0u32, 1, 5, 100, i32::MAX as u32, i32::MIN as u32, u32::MAX - 3, u32::MAX];
        let mut terms = Terms::new();
        let x = terms.symbol("x");
        let Node::Symbol(input) = terms.node(x) else { panic!("a symbol") };
        for &c in &constants {
            for &d in &constants {
                let (of_c, of_d) = (terms.word(c), terms.word(d));
                let (sum, rest) = (terms.add(x, of_c), terms.sub(of_c, x));
                let conditions = [
                    terms.eq(sum, of_d),
                    terms.ult(sum, of_d),
                    terms.ult(of_d, sum),
                    terms.slt(sum, of_d),
                    terms.slt(of_d, sum),
                    terms.slt(rest, of_d),
                ];
                for condition in conditions {
                    let not = terms.not(condition);
                    for condition in [condition, not] {
                        let Some(set) = satisfying(&terms, condition, input) else { continue };
                        for word in samples(&[c, d, d.wrapping_sub(c), c.wrapping_sub(d)]) {
                            let mut model = crate::term::Model::new();
                            model.set(input, word);
                            let holds = terms.holds(condition, &model);
                            assert_eq!(has(&set, word), holds, "{c} {d} {word} {set:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn sets_join_meet_and_widen() {
        let (a, b) = (WordSet::between(3, 9), WordSet::between(8, 20));
        assert_eq!(a.or(&b).intervals(), [[3, 20]]);
        assert_eq!(a.and(&b).intervals(), [[8, 9]]);
        assert_eq!(a.complement().intervals(), [[0, 2], [10, u32::MAX]]);
        assert_eq!(WordSet::all().complement(), WordSet::none());
        assert_eq!(a.plus(u32::MAX - 4).intervals(), [[0, 4], [u32::MAX - 1, u32::MAX]]);
        let three = a.or(&WordSet::between(12, 12)).or(&WordSet::between(90, 91));
        assert_eq!(three.widened(2).intervals(), [[3, 12], [90, 91]]);
    }
}
