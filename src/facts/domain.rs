//! Wrapped intervals: words that lie on an arc of the circle of all words.
//!
//! An interval that may wrap around the largest word takes no side between
//! signed and unsigned, so sums and differences are exact, and a range of
//! either kind is an interval ("Interval Analysis and Machine Arithmetic: Why
//! Signedness Ignorance Is Bliss", Gange et al., 2015). Every operation gives
//! an interval that contains the results for all members of its arguments; on
//! single words it gives the single word that the ground evaluator gives.
//! Booleans are 0 and 1.
//!
//! This is the one domain of values: bounds by conditions ([`range`](super::range)),
//! numbers ([`numbers`](super::numbers)) and the intervals of the solver are made of it.

use crate::term::{Node, Sort, Term, Terms};

/// How many bits a value has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Width {
    /// 32
    Word,
    /// 64
    Double,
    /// 4, for which all there is can be tried.
    #[cfg(test)]
    Nibble,
}

impl Width {
    /// That of a sort; a boolean's does not matter.
    pub fn of(sort: Sort) -> Width {
        match sort {
            Sort::Double => Double,
            _ => Word,
        }
    }

    /// The largest value.
    fn mask(self) -> u64 {
        match self {
            Width::Word => u32::MAX.into(),
            Width::Double => u64::MAX,
            #[cfg(test)]
            Width::Nibble => 15,
        }
    }

    /// The value of the sign bit.
    fn sign(self) -> u64 {
        self.mask() ^ self.mask() >> 1
    }
}

/// The values from `start` on, `more` of them after the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Interval {
    pub start: u64,
    pub more: u64,
}

use Width::{Double, Word};

impl Interval {
    pub const FALSE: Interval = Interval::single(0);
    pub const TRUE: Interval = Interval::single(1);
    /// Either boolean.
    pub const EITHER: Interval = Interval { start: 0, more: 1 };
    /// Every word.
    pub const WORDS: Interval = Interval { start: 0, more: u32::MAX as u64 };

    pub const fn single(value: u64) -> Interval {
        Interval { start: value, more: 0 }
    }

    fn bool(value: bool) -> Interval {
        if value { Interval::TRUE } else { Interval::FALSE }
    }

    /// Its only member.
    pub fn only(self) -> Option<u64> {
        (self.more == 0).then_some(self.start)
    }

    fn all(width: Width) -> Interval {
        Interval { start: 0, more: width.mask() }
    }

    /// The words from `first` to `last`, both included, going up and around.
    pub fn between(first: u32, last: u32) -> Interval {
        Interval { start: first.into(), more: last.wrapping_sub(first).into() }
    }

    /// What a term of a sort may be.
    pub fn of_sort(sort: Sort) -> Interval {
        match sort {
            Sort::Bool => Interval::EITHER,
            Sort::Double => Interval::all(Double),
            _ => Interval::WORDS,
        }
    }

    /// What a term may be whose arguments are these.
    pub fn of_term(terms: &Terms, term: Term, of: impl Fn(Term) -> Interval) -> Interval {
        let node = terms.node(term);
        // Sides come last, and are of one sort.
        let sort = node.args().last().map_or(terms.sort(term), |arg| terms.sort(arg));
        let known = match sort {
            Sort::Memory => None,
            sort => Interval::of_node(node, Width::of(sort), of),
        };
        known.unwrap_or_else(|| Interval::of_sort(terms.sort(term)))
    }

    /// What an operator may give whose arguments, of this width if they are
    /// not booleans, are these; none for what is free or read from a memory.
    #[inline]
    pub fn of_node<T: Copy>(
        node: Node<T>,
        width: Width,
        of: impl Fn(T) -> Interval,
    ) -> Option<Interval> {
        Some(match node {
            Node::Word(value) => Interval::single(value.into()),
            Node::Double(value) => Interval::single(value),
            Node::Bool(value) => Interval::bool(value),
            Node::Not(a) => of(a).not(),
            Node::And(a, b) => of(a).and(of(b)),
            Node::Or(a, b) => of(a).or(of(b)),
            Node::Eq(a, b) => of(a).equal(of(b), width),
            Node::Ult(a, b) => of(a).below(of(b), width),
            Node::Slt(a, b) => of(a).below_signed(of(b), width),
            Node::Ite(test, a, b) => match of(test).only() {
                Some(1) => of(a),
                Some(_) => of(b),
                None => of(a).union(of(b), width),
            },
            Node::Add(a, b) => of(a).add(of(b), width),
            Node::Sub(a, b) => of(a).subtract(of(b), width),
            Node::Mul(a, b) => of(a).multiply(of(b), width),
            Node::BitAnd(a, b) => of(a).bit_and(of(b), width),
            Node::Udiv(a, b) => of(a).divide(of(b), width),
            Node::Urem(a, b) => of(a).remainder(of(b), width),
            Node::Sdiv(a, b) => of(a).divide_signed(of(b), width),
            Node::Srem(a, b) => of(a).remainder_signed(of(b), width),
            Node::SignExtend(a) => of(a).sign_extend(),
            Node::ZeroExtend(a) => of(a).zero_extend(),
            Node::Low(a) => of(a).low(),
            Node::High(a) => of(a).high(),
            Node::Symbol(_) | Node::Image(_) | Node::Select(..) | Node::Store(..) => return None,
        })
    }

    /// The words that are not in it; none where all are.
    pub fn complement(self) -> Option<Interval> {
        let more = Word.mask().checked_sub(self.more + 1)?;
        Some(Interval { start: (self.start + self.more + 1) & Word.mask(), more })
    }

    /// Whether every word of another interval is in this one.
    pub fn contains(self, other: Interval) -> bool {
        self.ahead(other.start, Word) + other.more <= self.more
    }

    /// As ranges of natural numbers, in order.
    pub fn words(self) -> Vec<(u32, u32)> {
        let (first, last) = (self.start as u32, (self.start + self.more) & Word.mask());
        match self.start + self.more <= Word.mask() {
            true => vec![(first, last as u32)],
            false => vec![(0, last as u32), (first, u32::MAX)],
        }
    }

    /// The members of a range of integers, modulo the number of words.
    fn modulo(first: i128, last: i128, width: Width) -> Interval {
        match last - first {
            more if more >= i128::from(width.mask()) => Interval::all(width),
            more => Interval { start: first as u64 & width.mask(), more: more as u64 },
        }
    }

    /// The least and the largest member as natural numbers.
    pub fn unsigned(self, width: Width) -> (u64, u64) {
        match self.start.checked_add(self.more) {
            Some(last) if last <= width.mask() => (self.start, last),
            _ => (0, width.mask()),
        }
    }

    /// The least and the largest member as two's complement.
    pub fn signed(self, width: Width) -> (i64, i64) {
        let sign = width.sign();
        let shifted = Interval { start: self.start ^ sign, more: self.more };
        let (first, last) = shifted.unsigned(width);
        let back = |value: u64| (i128::from(value) - i128::from(sign)) as i64;
        (back(first), back(last))
    }

    /// Whether no member has the sign bit.
    pub fn is_natural(self, width: Width) -> bool {
        self.signed(width).0 >= 0
    }

    /// How far ahead of the start a value is.
    fn ahead(self, value: u64, width: Width) -> u64 {
        value.wrapping_sub(self.start) & width.mask()
    }

    /// The smallest interval that starts as one of the two, with the members
    /// of both.
    pub fn union(self, other: Interval, width: Width) -> Interval {
        let from = |a: Interval, b: Interval| match a.ahead(b.start, width).checked_add(b.more) {
            Some(more) if more <= width.mask() => {
                Interval { start: a.start, more: more.max(a.more) }
            }
            _ => Interval::all(width),
        };
        let (one, two) = (from(self, other), from(other, self));
        if two.more < one.more { two } else { one }
    }

    /// Whether there are words with and without the sign bit, in this order.
    pub fn has_both_signs(self) -> bool {
        let sign = Word.sign();
        self.start < sign && self.start + self.more >= sign
    }

    /// Words in two parts: those without and those with the sign bit, or else
    /// the halves.
    pub fn split(self) -> [Interval; 2] {
        let more = match self.has_both_signs() {
            true => Word.sign() - 1 - self.start,
            false => self.more / 2,
        };
        let start = (self.start + more + 1) & Word.mask();
        [Interval { start: self.start, more }, Interval { start, more: self.more - more - 1 }]
    }

    pub fn not(self) -> Interval {
        self.only().map_or(self, |value| Interval::single(1 - value))
    }

    pub fn and(self, other: Interval) -> Interval {
        match (self.only(), other.only()) {
            (Some(0), _) | (_, Some(0)) => Interval::FALSE,
            (Some(1), Some(1)) => Interval::TRUE,
            _ => Interval::EITHER,
        }
    }

    pub fn or(self, other: Interval) -> Interval {
        self.not().and(other.not()).not()
    }

    pub fn equal(self, other: Interval, width: Width) -> Interval {
        if let (Some(a), Some(b)) = (self.only(), other.only()) {
            return Interval::bool(a == b);
        }
        let apart = self.ahead(other.start, width) > self.more
            && other.ahead(self.start, width) > other.more;
        if apart { Interval::FALSE } else { Interval::EITHER }
    }

    pub fn below(self, other: Interval, width: Width) -> Interval {
        Interval::ordered(self.unsigned(width), other.unsigned(width))
    }

    pub fn below_signed(self, other: Interval, width: Width) -> Interval {
        Interval::ordered(self.signed(width), other.signed(width))
    }

    fn ordered<T: Ord>(a: (T, T), b: (T, T)) -> Interval {
        match () {
            () if a.1 < b.0 => Interval::TRUE,
            () if a.0 >= b.1 => Interval::FALSE,
            () => Interval::EITHER,
        }
    }

    pub fn add(self, other: Interval, width: Width) -> Interval {
        match self.more.checked_add(other.more) {
            Some(more) if more <= width.mask() => {
                let start = self.start.wrapping_add(other.start) & width.mask();
                Interval { start, more }
            }
            _ => Interval::all(width),
        }
    }

    pub fn subtract(self, other: Interval, width: Width) -> Interval {
        let last = other.start.wrapping_add(other.more);
        let minus = Interval { start: last.wrapping_neg() & width.mask(), more: other.more };
        self.add(minus, width)
    }

    pub fn multiply(self, other: Interval, width: Width) -> Interval {
        // Neither kind of range is better always.
        let signed = {
            let ((a, b), (c, d)) = (self.signed(width), other.signed(width));
            let products =
                [(a, c), (a, d), (b, c), (b, d)].map(|(x, y)| i128::from(x) * i128::from(y));
            bounds(products, width)
        };
        let ((a, b), (c, d)) = (self.unsigned(width), other.unsigned(width));
        let (first, last) = (u128::from(a) * u128::from(c), u128::from(b) * u128::from(d));
        let more = last - first;
        if more < u128::from(signed.more) {
            return Interval { start: first as u64 & width.mask(), more: more as u64 };
        }
        signed
    }

    pub fn bit_and(self, other: Interval, width: Width) -> Interval {
        if let (Some(a), Some(b)) = (self.only(), other.only()) {
            return Interval::single(a & b);
        }
        let largest = self.unsigned(width).1.min(other.unsigned(width).1);
        Interval { start: 0, more: largest }
    }

    /// `bvudiv`
    pub fn divide(self, other: Interval, width: Width) -> Interval {
        let ((a, b), (c, d)) = (self.unsigned(width), other.unsigned(width));
        let quotients = |c: u64| Interval { start: a / d, more: b / c - a / d };
        match (c, d) {
            (0, 0) => Interval::single(width.mask()),
            // By zero: all ones.
            (0, _) => Interval { start: a / d, more: width.mask() - a / d },
            _ => quotients(c),
        }
    }

    /// `bvurem`
    pub fn remainder(self, other: Interval, width: Width) -> Interval {
        let ((a, b), (c, d)) = (self.unsigned(width), other.unsigned(width));
        if c == d && c > 0 && a / c == b / c {
            return Interval { start: a % c, more: b - a };
        }
        match c {
            // The dividend is smaller than every divisor.
            _ if b < c => Interval { start: a, more: b - a },
            // By zero: the dividend.
            0 if d == 0 => self,
            0 => Interval { start: 0, more: b },
            _ => Interval { start: 0, more: b.min(d - 1) },
        }
    }

    /// `bvsdiv`
    pub fn divide_signed(self, other: Interval, width: Width) -> Interval {
        let ((a, b), (c, d)) = (self.signed(width), other.signed(width));
        let mut quotients: Option<Interval> = None;
        let mut join = |more: Interval| {
            quotients = Some(quotients.map_or(more, |quotients| quotients.union(more, width)));
        };
        // A quotient is monotone in both, as long as the divisor keeps its sign.
        for (c, d) in [(c, d.min(-1)), (c.max(1), d)] {
            if c <= d {
                let corners = [(a, c), (a, d), (b, c), (b, d)].map(|(x, y)| i128::from(x / y));
                // Where the dividend changes sign, so do the corners.
                join(bounds(corners, width));
            }
        }
        if c <= 0 && d >= 0 {
            // By zero: 1 or -1.
            if a < 0 {
                join(Interval::single(1));
            }
            if b >= 0 {
                join(Interval::single(width.mask()));
            }
        }
        quotients.expect("a divisor is negative, positive or zero")
    }

    /// `bvsrem`
    pub fn remainder_signed(self, other: Interval, width: Width) -> Interval {
        let ((a, b), (c, d)) = (self.signed(width), other.signed(width));
        if a == b && c == d {
            let remainder = i128::from(a.checked_rem(c).unwrap_or(a));
            return Interval::modulo(remainder, remainder, width);
        }
        // It has the sign of the dividend and is nearer to zero; by zero it is
        // the dividend.
        let largest = c.unsigned_abs().max(d.unsigned_abs()) as i64 - 1;
        let (mut first, mut last) = (a.min(0), b.max(0));
        if c > 0 || d < 0 {
            (first, last) = (first.max(-largest), last.min(largest));
        }
        Interval::modulo(first.into(), last.into(), width)
    }

    /// `self + n / self`, unsigned, where the quotient is by this interval.
    ///
    /// For a fixed `n` the sum falls as long as `p * (p + 1) <= n` and rises
    /// from there on, so its least value is where it turns and its largest at
    /// an end; the bounds are exact, where those of two intervals that know
    /// nothing of one another are far apart. Without it nothing is known of a
    /// square root by Newton's method.
    pub fn plus_quotient(self, n: Interval) -> Option<Interval> {
        let ((p, q), (a, b)) = (self.unsigned(Word), n.unsigned(Word));
        if p == 0 {
            return None;
        }
        let turn = turning_point(a).clamp(p, q);
        let sum = |n: u64, p: u64| i128::from(p + n / p);
        Some(Interval::modulo(sum(a, turn), sum(b, p).max(sum(b, q)), Word))
    }

    /// `(_ sign_extend 32)`
    pub fn sign_extend(self) -> Interval {
        let (first, last) = self.signed(Word);
        Interval::modulo(first.into(), last.into(), Double)
    }

    /// `(_ zero_extend 32)`
    pub fn zero_extend(self) -> Interval {
        let (first, last) = self.unsigned(Word);
        Interval { start: first, more: last - first }
    }

    /// `(_ extract 31 0)`
    pub fn low(self) -> Interval {
        match self.more {
            more if more >= Word.mask() => Interval::WORDS,
            more => Interval { start: self.start & Word.mask(), more },
        }
    }

    /// `(_ extract 63 32)`
    pub fn high(self) -> Interval {
        let start = self.start >> 32;
        let last = (u128::from(self.start) + u128::from(self.more)) >> 32;
        Interval::modulo(start.into(), last as i128, Word)
    }
}

/// The range of integers between the least and the largest of four.
fn bounds(values: [i128; 4], width: Width) -> Interval {
    let first = values.into_iter().fold(i128::MAX, i128::min);
    let last = values.into_iter().fold(i128::MIN, i128::max);
    Interval::modulo(first, last, width)
}

/// The least `p` with `p * (p + 1) > n`.
fn turning_point(n: u64) -> u64 {
    // Off by one at most: the root of a number below 2^32 is exact enough.
    let mut p = (n as f64).sqrt() as u64;
    while p * (p + 1) > n && p > 0 {
        p -= 1;
    }
    while p * (p + 1) <= n {
        p += 1;
    }
    p
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::term::Model;

    /// Ends near which things happen, and any others.
    fn word() -> impl Strategy<Value = u32> {
        let near = (prop::sample::select(vec![0, 1 << 16, 1 << 31, u32::MAX]), -4i32..4);
        prop_oneof![near.prop_map(|(a, b): (u32, i32)| a.wrapping_add_signed(b)), any::<u32>()]
    }

    /// An interval with a member of it.
    fn member() -> impl Strategy<Value = (Interval, u32)> {
        let more = prop_oneof![Just(0), 0u32..9, any::<u32>()];
        (word(), more, any::<u32>()).prop_map(|(start, more, at)| {
            let at = (u64::from(at) % (u64::from(more) + 1)) as u32;
            (Interval { start: start.into(), more: more.into() }, start.wrapping_add(at))
        })
    }

    fn contains(interval: Interval, value: u64, width: Width) -> bool {
        interval.ahead(value, width) <= interval.more
    }

    type Op = (fn(&mut Terms, Term, Term) -> Term, fn(Interval, Interval) -> Interval, Width);

    /// Each operation, as a term and on intervals.
    const OPS: [Op; 16] = [
        (Terms::add, |a, b| a.add(b, Word), Word),
        (Terms::sub, |a, b| a.subtract(b, Word), Word),
        (Terms::mul, |a, b| a.multiply(b, Word), Word),
        (Terms::bit_and, |a, b| a.bit_and(b, Word), Word),
        (Terms::udiv, |a, b| a.divide(b, Word), Word),
        (Terms::urem, |a, b| a.remainder(b, Word), Word),
        (Terms::sdiv, |a, b| a.divide_signed(b, Word), Word),
        (Terms::srem, |a, b| a.remainder_signed(b, Word), Word),
        (Terms::eq, |a, b| a.equal(b, Word), Word),
        (Terms::ult, |a, b| a.below(b, Word), Word),
        (Terms::slt, |a, b| a.below_signed(b, Word), Word),
        (
            |t, a, b| wide(t, a, b, Terms::sign_extend),
            |a, b| high(a.sign_extend(), b.sign_extend()),
            Word,
        ),
        (
            |t, a, b| wide(t, a, b, Terms::zero_extend),
            |a, b| high(a.zero_extend(), b.zero_extend()),
            Word,
        ),
        (
            |t, a, b| {
                let (a, b) = (t.sign_extend(a), t.zero_extend(b));
                t.sub(a, b)
            },
            |a, b| a.sign_extend().subtract(b.zero_extend(), Double),
            Double,
        ),
        (
            |t, a, b| {
                let (a, b) = (t.sign_extend(a), t.sign_extend(b));
                let product = t.mul(a, b);
                t.low(product)
            },
            |a, b| a.sign_extend().multiply(b.sign_extend(), Double).low(),
            Word,
        ),
        (
            |t, a, b| {
                let quotient = t.udiv(b, a);
                t.add(a, quotient)
            },
            |a, b| a.plus_quotient(b).unwrap_or(Interval::WORDS),
            Word,
        ),
    ];

    fn wide(terms: &mut Terms, a: Term, b: Term, extend: fn(&mut Terms, Term) -> Term) -> Term {
        let (a, b) = (extend(terms, a), extend(terms, b));
        let product = terms.mul(a, b);
        terms.high(product)
    }

    fn high(a: Interval, b: Interval) -> Interval {
        a.multiply(b, Double).high()
    }

    /// All intervals of four bits: whatever members are put together, the result
    /// lies in the interval of the results.
    #[test]
    fn every_operation_holds_for_all_small_intervals() {
        type Small = (fn(Interval, Interval) -> Interval, fn(i64, i64) -> i64);
        const W: Width = Width::Nibble;
        const OPS: [Small; 11] = [
            (|a, b| a.add(b, W), |a, b| a + b),
            (|a, b| a.subtract(b, W), |a, b| a - b),
            (|a, b| a.multiply(b, W), |a, b| a * b),
            (|a, b| a.bit_and(b, W), |a, b| a & b),
            (|a, b| a.equal(b, W), |a, b| (a == b).into()),
            (|a, b| a.below(b, W), |a, b| (a < b).into()),
            (|a, b| a.below_signed(b, W), |a, b| (signed(a) < signed(b)).into()),
            (|a, b| a.divide(b, W), |a, b| a.checked_div(b).unwrap_or(15)),
            (|a, b| a.remainder(b, W), |a, b| a.checked_rem(b).unwrap_or(a)),
            (
                |a, b| a.divide_signed(b, W),
                |a, b| match signed(a).checked_div(signed(b)) {
                    Some(quotient) => quotient,
                    None => {
                        if signed(a) < 0 {
                            1
                        } else {
                            -1
                        }
                    }
                },
            ),
            (|a, b| a.remainder_signed(b, W), |a, b| signed(a).checked_rem(signed(b)).unwrap_or(a)),
        ];
        const fn signed(a: i64) -> i64 {
            if a < 8 { a } else { a - 16 }
        }
        let members = |a: Interval| (0..=a.more).map(move |k| ((a.start + k) & 15) as i64);
        let all = || (0..16).flat_map(|start| (0..16).map(move |more| Interval { start, more }));
        for (number, (interval, ground)) in OPS.into_iter().enumerate() {
            let mut results = [[0u64; 16]; 16];
            for (a, b) in (0..16).flat_map(|a| (0..16).map(move |b| (a, b))) {
                results[a][b] = ground(a as i64, b as i64) as u64 & 15;
            }
            for (a, b) in all().flat_map(|a| all().map(move |b| (a, b))) {
                let bounds = interval(a, b);
                for x in members(a) {
                    for y in members(b) {
                        let value = results[x as usize][y as usize];
                        assert!(
                            contains(bounds, value, W),
                            "{number}: {x} in {a:?}, {y} in {b:?}, {value} in {bounds:?}"
                        );
                    }
                }
            }
        }
        for (a, b) in all().flat_map(|a| all().map(move |b| (a, b))) {
            let both = a.union(b, W);
            assert!(
                members(a).chain(members(b)).all(|x| contains(both, x as u64, W)),
                "{a:?} {b:?}"
            );
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]

        #[test]
        fn results_lie_in_the_interval_of_the_results((a, x) in member(), (b, y) in member()) {
            let mut terms = Terms::new();
            let inputs = ["x", "y"].map(|name| terms.symbol(name));
            let mut model = Model::new();
            for (input, value) in inputs.into_iter().zip([x, y]) {
                let Node::Symbol(symbol) = terms.node(input) else { panic!("a symbol") };
                model.set(symbol, value);
            }
            for (number, (term, interval, width)) in OPS.into_iter().enumerate() {
                let term = term(&mut terms, inputs[0], inputs[1]);
                let value = terms.eval(&[term], &model)[0];
                let bounds = interval(a, b);
                prop_assert!(contains(bounds, value, width), "{number}: {value:#x} in {bounds:x?}");
                let of = |arg: Term| match inputs.iter().position(|&input| input == arg) {
                    Some(index) => [a, b][index],
                    None => Interval::of_sort(terms.sort(arg)),
                };
                let of_term = Interval::of_term(&terms, term, of);
                prop_assert!(contains(of_term, value, width), "{number}: {value:#x} in {of_term:x?}");
                let exact = interval(Interval::single(x.into()), Interval::single(y.into()));
                // The sum is not told of a zero divisor.
                if number != OPS.len() - 1 || x != 0 {
                    prop_assert_eq!(exact.only(), Some(value), "{}", number);
                }
            }
        }

        #[test]
        fn unions_and_parts_lose_nothing((a, x) in member(), (b, y) in member()) {
            let both = a.union(b, Word);
            prop_assert!(contains(both, x.into(), Word) && contains(both, y.into(), Word));
            if a.more > 0 {
                let parts = a.split();
                prop_assert!(parts.iter().any(|part| contains(*part, x.into(), Word)));
                prop_assert_eq!(parts[0].more + parts[1].more + 1, a.more);
                prop_assert!(!parts.iter().any(|part| part.has_both_signs()) || a.start > 1 << 31);
            }
        }
    }

    #[test]
    fn the_sum_of_a_divisor_and_its_quotient_has_exact_bounds() {
        for (p, q, a, b) in [(1, 9, 3, 70), (5, 40, 100, 120), (30, 40, 0, 9), (1, 1, 7, 7)] {
            let sums = (p..=q).flat_map(|p| (a..=b).map(move |n| p + n / p));
            let (least, largest) = sums.fold((u64::MAX, 0), |(l, m), s| (l.min(s), m.max(s)));
            let divisor = Interval { start: p, more: q - p };
            let sum = divisor.plus_quotient(Interval { start: a, more: b - a });
            assert_eq!(sum, Some(Interval { start: least, more: largest - least }));
        }
    }
}
