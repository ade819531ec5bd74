//! Terms and facts of evidence as a person writes them: `2·left $3 - input $1`, and `left $1 = 4·left $2 (modulo 8)` for
//! an equation whose factors share a power of two.

use tamarin_kernel::text::{self, Comparison, Expression, Sign};

/// Constants of at least this size are probably addresses, and written in hexadecimal digits.
const ADDRESS: i128 = 1 << 20;

/// How names read, and the size of words.
pub(super) struct Writer<'n> {
    pub name: &'n dyn Fn(&str) -> String,
    /// Half the number of words.
    pub half: i128,
}

/// Products by their factors, each with its coefficient, a signed word other than zero. The constant has no factors.
type Sum = Vec<(Vec<String>, i128)>;

impl Writer<'_> {
    /// A term; as it is if it is none of the kernel's grammar.
    pub fn term(&self, text: &str) -> String {
        let term = text::term(text).map(|term| self.plain(&term));
        term.unwrap_or_else(|_| text.to_owned())
    }

    /// A fact; as it is if it is none of the kernel's grammar.
    pub fn fact(&self, text: &str) -> String {
        let Ok(Comparison { words: [a, b], order, is_negated }) = text::fact(text) else {
            return text.to_owned();
        };
        let both = || [&a, &b].map(|word| self.plain(word));
        match (order, is_negated) {
            (None, false) => self.equation(&a, &b),
            (None, true) => both().join(" != "),
            (Some(sign), _) => {
                let [a, b] = both();
                let how = if sign == Sign::Unsigned { " (unsigned)" } else { "" };
                if is_negated { format!("{b} <= {a}{how}") } else { format!("{a} < {b}{how}") }
            }
        }
    }

    /// An equation, solved for a word if its factors share a power of two, or if its right side is zero.
    fn equation(&self, a: &Expression, b: &Expression) -> String {
        let [a, b] = [a, b].map(|word| self.sum(word));
        let mut apart = a.clone();
        b.iter().for_each(|(factors, by)| self.add(&mut apart, factors.clone(), -by));
        let twos = apart.iter().map(|(_, by)| by.trailing_zeros()).min().unwrap_or(0);
        if twos == 0 && (!b.is_empty() || apart.len() < 2) {
            return format!("{} = {}", self.written(&a), self.written(&b));
        }
        let modulus = (2 * self.half) >> twos;
        let scaled = apart.into_iter().map(|(factors, by)| (factors, by >> twos));
        let mut scaled: Sum = scaled.map(|(factors, by)| (factors, near(by, modulus))).collect();
        let is_word = |(factors, by): &(Vec<String>, i128)| factors.len() == 1 && by.abs() == 1;
        let solved = scaled.iter().position(is_word).or_else(|| {
            // Nothing is left to solve for but a constant.
            scaled.iter().position(|(factors, _)| !factors.is_empty())
        });
        let Some(solved) = solved else { return format!("{} = 0", self.written(&scaled)) };
        let (factors, by) = scaled.remove(solved);
        let sign = if by < 0 { 1 } else { -1 };
        scaled.iter_mut().for_each(|(_, other)| *other = near(*other * sign, modulus));
        let equation =
            format!("{} = {}", self.written(&vec![(factors, by.abs())]), self.written(&scaled));
        if twos == 0 { equation } else { format!("{equation} (modulo {modulus})") }
    }

    fn written(&self, sum: &Sum) -> String {
        written(sum, 2 * self.half)
    }

    fn grouped(&self, sum: &Sum) -> String {
        grouped(sum, 2 * self.half)
    }

    /// A term without parentheses around it.
    fn plain(&self, term: &Expression) -> String {
        let text = self.written(&self.sum(term));
        let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        inner.filter(|inner| is_balanced(inner)).unwrap_or(&text).to_owned()
    }

    fn sum(&self, term: &Expression) -> Sum {
        let atom = |text: String| vec![(vec![text], 1)];
        let (name, operands) = match term {
            Expression::Number(number) => {
                let mut sum = Sum::new();
                self.add(&mut sum, Vec::new(), i128::from(*number));
                return sum;
            }
            Expression::Name(name) => return atom((self.name)(name)),
            Expression::Apply(name, operands) => (&name[..], &operands[..]),
        };
        match (name, operands) {
            ("+" | "-", [a, b]) => {
                let mut sum = self.sum(a);
                let sign = if name == "+" { 1 } else { -1 };
                let other = self.sum(b);
                other.into_iter().for_each(|(factors, by)| self.add(&mut sum, factors, sign * by));
                sum
            }
            ("*", [a, b]) => self.product(self.sum(a), self.sum(b)),
            ("/" | "%", [a, b]) => {
                let [a, b] = [a, b].map(|operand| self.grouped(&self.sum(operand)));
                atom(format!("({a} {name} {b})"))
            }
            ("load", [Expression::Name(memory), address]) => {
                atom(format!("{} [{}]", (self.name)(memory), self.plain(address)))
            }
            _ => {
                let operands: Vec<String> = operands.iter().map(|it| self.plain(it)).collect();
                atom(format!("{}({})", (self.name)(name), operands.join(", ")))
            }
        }
    }

    fn product(&self, a: Sum, b: Sum) -> Sum {
        let mut product = Sum::new();
        match (&a[..], &b[..]) {
            ([], _) | (_, []) => {}
            ([(factors, by)], _) if factors.is_empty() || b.len() == 1 => {
                for (others, other) in b {
                    let all = sorted([factors.clone(), others].concat());
                    self.add(&mut product, all, by * other);
                }
            }
            (_, [(factors, by)]) if factors.is_empty() => {
                a.into_iter()
                    .for_each(|(others, other)| self.add(&mut product, others, by * other));
            }
            _ => product.push((sorted(vec![self.grouped(&a), self.grouped(&b)]), 1)),
        }
        product
    }

    /// Adds a product to a sum.
    fn add(&self, sum: &mut Sum, factors: Vec<String>, by: i128) {
        let modulus = 2 * self.half;
        match sum.iter_mut().find(|(others, _)| *others == factors) {
            Some((_, of)) => *of = near(*of + by, modulus),
            None => sum.push((factors, near(by, modulus))),
        }
        sum.retain(|(_, by)| *by != 0);
    }
}

/// Whether each parenthesis is closed by a later one.
fn is_balanced(text: &str) -> bool {
    let mut depth = 0;
    let stays = text.chars().all(|it| {
        depth += i32::from(it == '(') - i32::from(it == ')');
        depth >= 0
    });
    stays && depth == 0
}

fn sorted(mut factors: Vec<String>) -> Vec<String> {
    factors.sort();
    factors
}

/// The number next to zero that is the same modulo a power of two; half of it is positive.
fn near(number: i128, modulus: i128) -> i128 {
    let number = number.rem_euclid(modulus);
    if number > modulus / 2 { number - modulus } else { number }
}

/// A sum of words below `modulus` with its signs, the constant last; 0 if it is empty.
fn written(sum: &Sum, modulus: i128) -> String {
    let (words, constants): (Vec<_>, Vec<_>) =
        sum.iter().partition(|(factors, _)| !factors.is_empty());
    let mut text = String::new();
    for (factors, by) in words.into_iter().chain(constants) {
        let is_address = factors.is_empty() && by.abs() >= ADDRESS;
        text += match (text.is_empty(), *by < 0 && !is_address) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        };
        text += &match (by.unsigned_abs(), factors.join("·")) {
            (_, _) if is_address => format!("{:#x}", by.rem_euclid(modulus)),
            (number, words) if words.is_empty() => number.to_string(),
            (1, words) => words,
            (number, words) => format!("{number}·{words}"),
        };
    }
    if text.is_empty() { "0".to_owned() } else { text }
}

/// A sum with parentheses around it if it is none of a single word.
fn grouped(sum: &Sum, modulus: i128) -> String {
    let text = written(sum, modulus);
    let is_alone = matches!(&sum[..], [] | [(_, 1)]) || sum.iter().all(|(it, _)| it.is_empty());
    if is_alone { text } else { format!("({text})") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn writer() -> Writer<'static> {
        Writer { name: &|name| name.replacen('.', " ", 1), half: 1 << 31 }
    }

    #[test]
    fn terms_have_signs_and_no_needless_parentheses() {
        for (text, expected) in [
            ("4294967294*right.lo + n", "-2·right lo + n"),
            ("n + 4294967295", "n - 1"),
            ("(left.$3)*(n + 1)", "(n + 1)·left $3"),
            ("3*(x - y) + y", "3·x - 2·y"),
            ("4*n + 8388608", "4·n + 0x800000"),
            ("2166572396", "0x8123456c"),
            ("n + 4293918720", "n + 0xfff00000"),
            ("f(((x0) % (1000)), x1)", "f(x0 % 1000, x1)"),
            ("(x + 1) / 2", "(x + 1) / 2"),
            ("2*(x / y)", "2·(x / y)"),
            ("load(left, left.$30 - 4)", "left [left $30 - 4]"),
            ("x - x", "0"),
            ("no term (", "no term ("),
        ] {
            assert_eq!(writer().term(text), expected, "{text}");
        }
    }

    #[test]
    fn equations_are_solved_and_have_the_modulus_that_they_hold_for() {
        for (text, expected) in [
            ("left.$5 = right.$5", "left $5 = right $5"),
            ("536870912*left.$1 + 2147483648*n = 0", "left $1 = 4·n (modulo 8)"),
            ("right.hi + 4294967295*n = 0", "right hi = n"),
            ("2147483648*x = 0", "x = 0 (modulo 2)"),
            ("2147483648*(x + 1) = 0", "x = 1 (modulo 2)"),
            ("x*y + 3*z = 0", "x·y = -3·z"),
            ("x != 0", "x != 0"),
            ("n <u 4*n", "n < 4·n (unsigned)"),
            ("n <=u 1", "n <= 1 (unsigned)"),
            ("1 <= n", "1 <= n"),
            ("x > y", "y < x"),
        ] {
            assert_eq!(writer().fact(text), expected, "{text}");
        }
    }

    /// What is written holds for exactly the words for which the fact does, with words of three bits.
    #[test]
    fn equations_mean_what_is_written() {
        let writer = Writer { name: &str::to_owned, half: 4 };
        for a in 0..8u64 {
            for b in 0..8 {
                for c in 0..8 {
                    let text = writer.fact(&format!("{a}*x + {b}*y + {c} = 0"));
                    let (text, modulus) = match text.split_once(" (modulo ") {
                        Some((text, modulus)) => (
                            text.to_owned(),
                            modulus.trim_end_matches(')').parse().expect("a number"),
                        ),
                        None => (text, 8),
                    };
                    let (left, right) = text.split_once(" = ").expect("an equation");
                    for (x, y) in (0..8).flat_map(|x| (0..8).map(move |y| (x, y))) {
                        let holds = (a * x + b * y + c) % 8 == 0;
                        let apart =
                            value(left, x as i64, y as i64) - value(right, x as i64, y as i64);
                        assert_eq!(apart.rem_euclid(modulus) == 0, holds, "{a} {b} {c}: {text}");
                    }
                }
            }
        }
    }

    /// The value of a sum in words.
    fn value(text: &str, x: i64, y: i64) -> i64 {
        let factor = |factor: &str| match factor {
            "x" => x,
            "y" => y,
            number => number.parse().expect("a number"),
        };
        text.replace(" - ", " + -")
            .split(" + ")
            .map(|summand| match summand.strip_prefix('-') {
                Some(rest) => -rest.split('·').map(factor).product::<i64>(),
                None => summand.split('·').map(factor).product(),
            })
            .sum()
    }
}
