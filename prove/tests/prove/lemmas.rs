//! Tactics: each is tested on lemmas that it proves, and on some that are false.

use tamarin_kernel::machine::Machine;
use tamarin_kernel::machine::arm64::ARM64;
use tamarin_kernel::machine::mips::MIPS;
use tamarin_prove::lemma::Statement;
use tamarin_prove::tactics::{Effort, Outcome, TABLE, Tools};
use tamarin_prove::world::accepts;
use tamarin_prove::{Budget, Solved};

use crate::sat;

fn statement(any: &[&str], assume: &[&str], show: &str) -> Statement {
    Statement {
        any: any.iter().map(|it| (*it).to_owned()).collect(),
        assume: assume.iter().map(|it| (*it).into()).collect(),
        show: Some(show.into()),
    }
}

/// Whether a tactic proves a lemma about words of 32 bits.
fn proves(tactic: &str, statement: &Statement) -> bool {
    proves_on(&MIPS, tactic, statement)
}

/// Whether a tactic proves a statement; the kernel must accept the proof.
fn proves_on(machine: &'static Machine, tactic: &str, statement: &Statement) -> bool {
    let (_, function) = TABLE.iter().find(|(name, _)| *name == tactic).expect("it is in the table");
    let solver = |clauses: &[Vec<i32>], _: u64| {
        sat::refute(clauses).map_or(Solved::Satisfiable, Solved::Refuted)
    };
    let mut budget = Budget::default();
    let mut tools = Tools { machine, solver: &solver, budget: &mut budget, effort: Effort::Full };
    match function(statement, &mut tools) {
        Outcome::Proved(script) => accepts(machine, statement, &script),
        Outcome::Fails | Outcome::Open => false,
    }
}

#[test]
fn rings() {
    let any = ["x", "y", "z"];
    let hold: [(&[&str], &str); 8] = [
        (&["2147483648*x = 0"], "x != 1"),
        (&["x = 2*y + 1", "4*z + 2*x = 2*y*z + 1"], "y = x"),
        (&["x = y", "y = z"], "x*x = z*y"),
        (&["x - x*y + 2*x*z = 0"], "x*y - 2*x*z = x"),
        (&["x*y - 2*x*z = 0"], "6*x*z - 3*x*y = 0"),
        (&["3*x = y + 1"], "9*x*x = y*y + 2*y + 1"),
        (&["x <u y"], "less(x, y)*z = z"),
        (&["x = 1", "x = 2"], "y = z"),
    ];
    for (assume, show) in hold {
        assert!(proves("ring", &statement(&any, assume, show)), "{show}");
    }
    let fail: [(&[&str], &str); 3] =
        [(&["x*x = y*y"], "x = y"), (&["2*x = 2*y"], "x = y"), (&["x <u y"], "less(y, x)*z = z")];
    for (assume, show) in fail {
        assert!(!proves("ring", &statement(&any, assume, show)), "{show}");
    }
}

#[test]
fn cases() {
    let any = ["x", "y", "z"];
    let hold: [(&[&str], &str); 23] = [
        (&["x <u y", "y <u z"], "x <u z"),
        (&["1048576*x - 1048576*y = 0", "x <u 4096", "y <u 4096", "x <=u y"], "x = y"),
        (&["1048576*x - 1048576*(y % 4096) = 0", "x <=u y % 4096"], "x = y % 4096"),
        (&["65536*x + 65536 = 0", "x <u 65535"], "y = z"),
        (&["2147483648*x = 0"], "x % 2 = 0"),
        (&["x % 2 != 0"], "(3*x + 1) % 2 = 0"),
        (&["x % 2 != 0"], "3*x + 1 != 1"),
        (&["x < y", "y <= z"], "x < z"),
        (&["x <u 10"], "x + 5 <u 15"),
        (&["0 <= x", "x < 100"], "x <u 100"),
        (&["x <=u y", "y <=u x"], "x = y"),
        (&["x <u 1000"], "x / 10 <u 100"),
        (&[], "(x / 10) / 10 = x / 100"),
        (&[], "((x / 10) / 10) / 10 = x / 1000"),
        (&["y != 0", "y <=u x"], "(x - y) / y = x / y - 1"),
        (&["y != 0", "y <=u x"], "(x - y) % y = x % y"),
        (&["x <u 700"], "(2*x) % 2 = 0"),
        (&["x <u 700"], "(6*x + 2) / 3 = 2*x"),
        (&["x <u 700", "1 <=u x"], "(4*x - 3) % 4 = 1"),
        (&["x % 2 = 1"], "(x - 1) / 2 = x / 2"),
        (&["x % 2 = 1"], "(x - 1) % 2 = 0"),
        (&["x % 2 = 0", "1 <=u x"], "(x - 1) % 2 = 1"),
        (&[], "less(x, y)*(y - x) + less(y, x)*(x - y) = (1 - 2*less(y, x))*(y - x)"),
    ];
    let open =
        hold.iter().filter(|(assume, show)| !proves("cases", &statement(&any, assume, show)));
    let open: Vec<&str> = open.map(|(_, show)| *show).collect();
    assert_eq!(open, [""; 0]);
    let fail: [(&[&str], &str); 10] = [
        (&[], "(3*x) / 3 = x"),
        (&["x <u 700"], "(3*x + 3) / 3 = x"),
        (&["x <u y"], "x + 1 <u y"),
        (&["x < y"], "x - y < 0"),
        (&["x <=u 10"], "x + 5 <u 15"),
        (&["x < 100"], "x <u 100"),
        (&["x <=u 1000"], "x / 10 <u 100"),
        (&[], "(x / 10) / 10 = x / 10"),
        (&[], "(x % 10) % 4 = x % 4"),
        (&["y != 0"], "(x - y) % y = x % y"),
    ];
    for (assume, show) in fail {
        for (tactic, _) in &TABLE[..4] {
            assert!(!proves(tactic, &statement(&any, assume, show)), "{tactic}: {show}");
        }
    }
}

/// A table of `x` rows of `y` words, where `q` words of row `p` are done.
#[test]
fn rows_of_tables() {
    let any = ["x", "y", "p", "q"];
    let within = ["high(x, y) = 0", "p <u x", "q <u y"];
    let more =
        [&within[..2], &["high(p, y) = 0", "q <=u y", "q != y", "p <=u 62", "x != 0"]].concat();
    let hold: [(&[&str], &str); 4] = [
        (&within, "p*y + q != x*y"),
        (&more, "p*y + q != x*y"),
        (&["x <u 64", "y <u 64", "p <u x", "q <u y"], "p*y + q != x*y"),
        (&[], "high(x % 64, y % 64) = 0"),
    ];
    let open =
        hold.iter().filter(|(assume, show)| !proves("cases", &statement(&any, assume, show)));
    let open: Vec<&str> = open.map(|(_, show)| *show).collect();
    assert_eq!(open, [""; 0]);
    for assume in [&within[1..], &[within[0], within[1], "q <=u y"]] {
        assert!(!proves("cases", &statement(&any, assume, "p*y + q != x*y")), "{assume:?}");
    }
    assert!(!proves("cases", &statement(&any, &[], "high(x % 65537, y % 65537) = 0")));
}

/// Squares of neighbours, as integers.
#[test]
fn squares() {
    let any = ["x", "y"];
    let small = ["high(x, x) = 0", "y - x*x <=u y", "x <=u y"];
    let both = [&small[..], &["high(x + 1, x + 1) = 0"]].concat();
    let less = [&both[..], &["y <u x*x + 2*x + 1"]].concat();
    let more = [&both[..], &["2*x + 1 <=u y - x*x"]].concat();
    let fits = [&small[..], &["2*x + 1 <=u y - x*x"]].concat();
    let hold = [
        (less, "y - x*x <u 2*x + 1"),
        (more, "x*x + 2*x + 1 <=u y"),
        (fits, "high(x + 1, x + 1) = 0"),
    ];
    let open = hold
        .iter()
        .filter(|(assume, show)| !proves("cases", &statement(&any, assume, show)))
        .map(|(_, show)| *show);
    assert_eq!(open.collect::<Vec<_>>(), [""; 0]);
    for assume in [&small[..1], &["y - x*x <=u y", "2*x + 1 <=u y - x*x"]] {
        assert!(!proves("cases", &statement(&any, assume, "high(x + 1, x + 1) = 0")));
    }
}

/// Divisions by constants as compilers write them: the upper half of a product, corrected and shifted.
#[test]
fn reciprocals() {
    let hold = [
        ("high(x, 3435973837) / 8", "x / 10"),
        ("high(x, 2863311531) / 2", "x / 3"),
        ("high(x, 3435973837) / 4", "x / 5"),
        ("high(x, 954437177) / 2", "x / 9"),
        ("(high(x, 613566757) + (x - high(x, 613566757)) / 2) / 4", "x / 7"),
        ("x - 10*(high(x, 3435973837) / 8)", "x % 10"),
        ("x - 641*high(x, 6700417)", "x % 641"),
        ("high(x, 1374389535) / 32", "x / 100"),
        ("high(x / 4, 1374389535) / 8", "x / 100"),
        ("high(x, 274877907) / 64", "x / 1000"),
        ("x / 1000", "high(x, 274877907) / 64"),
        ("(high(x, 2938661835) + (x - high(x, 2938661835)) / 2) / 16", "x / 19"),
        ("(x % 100) / 10", "(x / 10) % 10"),
        ("(x % 1000) % 10", "x % 10"),
        ("(x % 12) / 4", "(x / 4) % 3"),
        ("16777216*((x / 10) % 10)", "16777216*((x % 100) / 10)"),
        ("((x % 1000) / 10) / 10", "((x / 10) / 10) % 10"),
        ("((x % 1000) / 10) % 10", "(x / 10) % 10"),
        ("(((x % 1000) / 10) / 10) / 10", "0"),
        ("((x / 10) + x % 10) % 9", "x % 9"),
        ("(x / 16 + x % 16) % 15", "x % 15"),
        ("((x % 10) + ((x / 10) % 10) + ((x / 100) % 10)) % 9", "(x % 1000) % 9"),
        ("((x % 10) + ((x / 10) % 10) + ((x / 100) % 10)) % 3", "(x % 1000) % 3"),
    ];
    let open = hold.map(|(a, b)| format!("{a} = {b}"));
    let open: Vec<&String> =
        open.iter().filter(|show| !proves("cases", &statement(&["x"], &[], show))).collect();
    assert_eq!(open, [""; 0]);
    // The upper half of a signed product of a negative number, which is `x` - 2^32 here.
    let of_negative = "3*(high(x, 1431655766) - 1431655766 + 1)";
    let show = format!("x + (0 - x) % 3 - {of_negative} = 0");
    assert!(proves("cases", &statement(&["x"], &["x < 0"], &show)));
    let fail = [
        ("high(x, 3435973837) / 8", "x / 11"),
        ("high(x, 3435973836) / 8", "x / 10"),
        ("high(x, 2863311530) / 2", "x / 3"),
        ("high(x, 613566757) / 4", "x / 7"),
        ("(x % 100) / 10", "x / 10"),
        ("(x % 1001) % 10", "x % 10"),
    ];
    for (a, b) in fail {
        let show = format!("{a} = {b}");
        assert!(!proves("cases", &statement(&["x"], &[], &show)), "{show}");
    }
}

#[test]
fn bits() {
    assert!(proves("bits", &statement(&["x"], &["x <u 4"], "x <u 8")));
    assert!(!proves("bits", &statement(&["x"], &["x <u 8"], "x <u 4")));
}

/// Sums that may wrap, words that equations replace, and remainders of dividends that differ by multiples of the
/// divisor, together.
#[test]
fn words_and_remainders() {
    let any = ["x", "y", "r"];
    let hold: [(&[&str], &str); 6] = [
        (&["x % 8 = 0", "0 < x"], "7 < x"),
        (&["(x - r) % 2 = 0", "0 <= r", "r <= 0", "0 < x"], "(x - 2) % 2 = 0"),
        (&["(x + 1) % 2 = 0", "1 < x"], "(x - 3) % 2 = 0"),
        (&["0 < x"], "(x - x % 3) % 3 = 0"),
        (&["y - x = 0", "x % 2 = 0", "1 < x"], "1 < y"),
        (&["0 < x", "0 < x % 4"], "((x - 1) - (x % 4 - 1)) % 4 = 0"),
    ];
    for (assume, show) in hold {
        assert!(proves("cases", &statement(&any, assume, show)), "{show}");
    }
    let fail: [(&[&str], &str); 3] = [
        (&["x % 8 = 0"], "7 < x"),
        (&["x % 2 = 0"], "(x - 3) % 2 = 0"),
        (&[], "(x - x % 3) % 2 = 0"),
    ];
    for (assume, show) in fail {
        assert!(!proves("cases", &statement(&any, assume, show)), "{show}");
    }
}

/// Sums of multiples of a word's size, which no equation solves for a word.
#[test]
fn multiples() {
    let any = ["x", "y", "n"];
    let hold: [(&[&str], &str); 5] = [
        (&["8*x = 0", "x <u 64"], "x = 0"),
        (&["8*x = 0", "0 <= x", "x < n", "n <=u 64"], "x = 0"),
        (&["8*x = 8*n", "x <=u n", "n <=u 64"], "x = n"),
        (&["x <u n", "n <=u 64"], "8*x <u 8*n"),
        (&["x != 0", "x <u n", "n <=u 64"], "8*n - 8*x <u 8*n"),
    ];
    let fail: [(&[&str], &str); 3] = [
        (&["8*x = 0"], "x = 0"),
        (&["8*x = 8*n", "x <=u n"], "x = n"),
        (&["x <u n", "n <=u 64"], "8*n - 8*x <u 8*n"),
    ];
    for machine in [&MIPS, &ARM64] {
        for (assume, show) in hold {
            assert!(proves_on(machine, "cases", &statement(&any, assume, show)), "{show}");
        }
        for (assume, show) in fail {
            assert!(!proves_on(machine, "cases", &statement(&any, assume, show)), "{show}");
        }
    }
}

/// Divisions of words of 64 bits.
#[test]
fn divisions_at_64_bits() {
    let any = ["x", "y", "z"];
    let hold: [(&[&str], &str); 12] = [
        (&["x <u 10"], "x + 5 <u 15"),
        (&["0 <= x", "x < 100"], "x <u 100"),
        (&["y != 0"], "x % y <u y"),
        (&["x <u y"], "x / y = 0"),
        (&["x <u y"], "x - x / y * y = x"),
        (&["x != 0"], "x / x = 1"),
        (&[], "x / 4294967296 <u 4294967296"),
        (&[], "x / 4294967296 % 4294967296 = x / 4294967296"),
        (&["x < 0"], "x / 9223372036854775808 = 1"),
        (&["x >= 0"], "x / 9223372036854775808 = 0"),
        (&[], "x / 2 / 2 = x / 4"),
        (&[], "x / 9223372036854775808 <u 2"),
    ];
    for (assume, show) in hold {
        assert!(proves_on(&ARM64, "cases", &statement(&any, assume, show)), "{show}");
    }
    let fail: [(&[&str], &str); 4] = [
        (&["x <=u y"], "x / y = 0"),
        (&[], "x / x = 1"),
        (&["x <= 0"], "x / 9223372036854775808 = 1"),
        (&[], "x / 4294967296 % 2147483648 = x / 4294967296"),
    ];
    for (assume, show) in fail {
        assert!(!proves_on(&ARM64, "cases", &statement(&any, assume, show)), "{show}");
    }
}

/// Half of a sum that may wrap, where halves are added and the product of both remainders by 2.
#[test]
fn products_of_remainders_by_two() {
    let half = "x / 2 + y / 2 + (x - 2 * (x / 2)) * (y - 2 * (y / 2))";
    let wraps = "x + y <u x";
    let hold = [
        ("x <=u y", "(x % 2) * (y % 2) <u 2".to_owned()),
        ("x <=u y", "(x - 2 * (x / 2)) * (y - 2 * (y / 2)) <u 2".to_owned()),
        (wraps, format!("9223372036854775807 <u {half}")),
        (wraps, format!("({half}) / 9223372036854775808 = 1")),
    ];
    for (assume, show) in &hold {
        let statement = statement(&["x", "y"], &[assume], show);
        assert!(proves_on(&ARM64, "cases", &statement), "{show}");
    }
    let fail = [
        ("x <=u y", "(x % 2) * (y % 2) <u 1".to_owned()),
        ("y <=u x", format!("9223372036854775807 <u {half}")),
    ];
    for (assume, show) in &fail {
        let statement = statement(&["x", "y"], &[assume], show);
        assert!(!proves_on(&ARM64, "cases", &statement), "{show}");
    }
}
