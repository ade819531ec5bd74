//! Intervals of a word as a contract's assumptions, in the shortest notation: signed or unsigned,
//! as intervals or as their complements.

use num_traits::Bounded;

use crate::word::Word;

/// Unsigned intervals of a word, in order, as assumptions.
pub fn in_words<W: Word>(name: &str, intervals: &[[W; 2]]) -> Vec<String> {
    // The intervals at both ends of the circle of words are one interval.
    if let [[zero, last], .., [first, most]] = *intervals
        && zero.is_zero()
        && most == W::max_value()
        && intervals.len() > 1
    {
        let between = &intervals[1..intervals.len() - 1];
        let outer = match (last.wrapping_add(&W::one()), first.wrapping_sub(&W::one())) {
            (a, b) if a == b => format!("{name} != {}", a.signed()),
            _ if !last.is_negative() && first.is_negative() => {
                signed::<W>(name, first.signed(), last.signed())
            }
            (a, b) => format!("not ({})", interval(name, [a, b])),
        };
        return std::iter::once(outer)
            .chain(between.iter().map(|it| interval(name, *it)))
            .collect();
    }
    intervals.iter().map(|it| interval(name, *it)).collect()
}

fn interval<W: Word>(name: &str, [first, last]: [W; 2]) -> String {
    let [low, high] = [first.signed(), last.signed()];
    let has_one_sign = low <= high;
    let is_open = low == Bounded::min_value() || high == Bounded::max_value();
    let after = last.wrapping_add(&W::one());
    match (first, last) {
        _ if first == last => format!("{name} == {low}"),
        // All words but one.
        _ if after.wrapping_add(&W::one()) == first => format!("{name} != {}", after.signed()),
        _ if has_one_sign && is_open => signed::<W>(name, low, high),
        (zero, last) if zero.is_zero() => format!("{name} <=u {last}"),
        (first, most) if most == W::max_value() => format!("{name} >=u {first}"),
        _ if has_one_sign => signed::<W>(name, low, high),
        _ => format!("{first} <=u {name} <=u {last}"),
    }
}

fn signed<W: Word>(name: &str, first: W::Signed, last: W::Signed) -> String {
    match () {
        () if first == Bounded::min_value() => format!("{name} <= {last}"),
        () if last == Bounded::max_value() => format!("{name} >= {first}"),
        () => format!("{first} <= {name} <= {last}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_written_the_short_way() {
        let words = |intervals: &[[u32; 2]]| in_words("$1", intervals).join(", ");
        let max = u32::MAX;
        let middle = i32::MAX as u32;
        assert_eq!(words(&[[7, 7], [max, max]]), "$1 == 7, $1 == -1");
        assert_eq!(words(&[[0, 9]]), "$1 <=u 9");
        assert_eq!(words(&[[1, max]]), "$1 != 0");
        assert_eq!(words(&[[0, max - 1]]), "$1 != -1");
        assert_eq!(words(&[[3, middle], [middle + 1, middle + 2]]), "$1 >= 3, $1 <= -2147483647");
        assert_eq!(words(&[[3, 9]]), "3 <= $1 <= 9");
        assert_eq!(words(&[[3, max - 1]]), "3 <=u $1 <=u 4294967294");
        assert_eq!(words(&[[0, 4], [6, max]]), "$1 != 5");
        assert_eq!(words(&[[0, 4], [max - 4, max]]), "-5 <= $1 <= 4");
        assert_eq!(words(&[[0, 4], [7, 8], [11, max]]), "not (5 <= $1 <= 10), 7 <= $1 <= 8");
        let wide = |intervals: &[[u64; 2]]| in_words("x0", intervals).join(", ");
        assert_eq!(wide(&[[3, u64::MAX >> 1]]), "x0 >= 3");
        assert_eq!(wide(&[[0, 4], [u64::MAX - 4, u64::MAX]]), "-5 <= x0 <= 4");
        assert_eq!(wide(&[[3, 1 << 63]]), "3 <=u x0 <=u 9223372036854775808");
    }
}
