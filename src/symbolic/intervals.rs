//! Intervals of a word as a contract's assumptions, in the shortest notation: signed or unsigned,
//! as intervals or as their complements.

/// Unsigned intervals of a word, in order, as assumptions.
pub fn in_words(name: &str, intervals: &[[u32; 2]]) -> Vec<String> {
    // The intervals at both ends of the circle of words are one interval.
    if let [[0, last], .., [first, u32::MAX]] = *intervals
        && intervals.len() > 1
    {
        let between = &intervals[1..intervals.len() - 1];
        let outer = match (last.wrapping_add(1), first.wrapping_sub(1)) {
            (a, b) if a == b => format!("{name} != {}", a as i32),
            _ if last <= i32::MAX as u32 && first > i32::MAX as u32 => {
                signed(name, first as i32, last as i32)
            }
            (a, b) => format!("not ({})", interval(name, [a, b])),
        };
        return std::iter::once(outer)
            .chain(between.iter().map(|it| interval(name, *it)))
            .collect();
    }
    intervals.iter().map(|it| interval(name, *it)).collect()
}

fn interval(name: &str, [first, last]: [u32; 2]) -> String {
    let has_one_sign = (first as i32) <= (last as i32);
    match (first, last) {
        _ if first == last => format!("{name} == {}", first as i32),
        // All words but one.
        _ if last.wrapping_add(2) == first => format!("{name} != {}", last.wrapping_add(1) as i32),
        _ if has_one_sign && (first as i32 == i32::MIN || last as i32 == i32::MAX) => {
            signed(name, first as i32, last as i32)
        }
        (0, last) => format!("{name} <=u {last}"),
        (first, u32::MAX) => format!("{name} >=u {first}"),
        _ if has_one_sign => signed(name, first as i32, last as i32),
        _ => format!("{first} <=u {name} <=u {last}"),
    }
}

fn signed(name: &str, first: i32, last: i32) -> String {
    match (first, last) {
        (i32::MIN, _) => format!("{name} <= {last}"),
        (_, i32::MAX) => format!("{name} >= {first}"),
        _ => format!("{first} <= {name} <= {last}"),
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
    }
}
