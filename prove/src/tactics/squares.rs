//! Squares of neighbours, as integers: where `x·x` does not wrap, `(x + 1)·(x + 1)` is greater by `2·x + 1`.
//!
//! The kernel knows of products of two words that they do not get smaller with a factor (`monotone`), and that the product
//! of a quotient and its divisor does not wrap (`divide`). With `y = x + 1`:
//!
//! - If `y·y` does not wrap, then `x·x <= x·y <= y·y`, and no step of `x·x + x = x·y` and `x·y + x + 1 = y·y` wraps.
//! - If `x·x + x` does not wrap, it is at least `y` times `x`: its quotient by `x` is greater than `x`, as `x` times `x` and a
//!   remainder below `x` are less. So `y·x` does not wrap. In the same way `y·y` does not, if `x·y + y` does not.

use tamarin_kernel::evidence::Rule;
use tamarin_kernel::fact::Fact;
use tamarin_kernel::refusal::Refusal;
use tamarin_kernel::term::{Atom, Head, Term};
use tamarin_kernel::word::Operator;

use super::rule;
use crate::world::{Here, World};

/// The rules for all pairs of squares of neighbours among the atoms, in the order to apply them.
pub fn rules(world: &mut World, here: &Here, atoms: &[Atom]) -> Result<Vec<Rule>, Refusal> {
    let mut squares: Vec<(Term, Option<bool>)> = Vec::new();
    for atom in atoms {
        let node = world.prover.terms.node(*atom);
        if let (Head::Operator(Operator::High), &[a, b]) = (&node.head, &node.operands[..])
            && a == b
        {
            let terms = &mut world.prover.terms;
            let high = terms.apply(Operator::High, a, b)?;
            squares.push((a, here.point.context.knows(&Fact::zero(terms, high)?)));
        }
    }
    let mut rules = Vec::new();
    for &(x, _) in squares.iter().filter(|(_, is_small)| *is_small == Some(true)) {
        for &(y, is_small) in &squares {
            let step = world.prover.terms.sub(y, x)?;
            if world.prover.terms.as_constant(step) == Some(1) {
                let texts = [world.text(x)?, world.text(y)?];
                rules.extend(below_half(world.prover.terms.width.half(), &texts[0]));
                rules.extend(match is_small {
                    Some(true) => grows(&texts),
                    _ => fits(world, [x, y], &texts)?,
                });
            }
        }
    }
    Ok(rules)
}

/// Rules that relate `y·y` to `x·x`, where neither wraps.
fn grows([x, y]: &[String; 2]) -> Vec<Rule> {
    vec![rule::monotone([x, y, y]), rule::monotone([x, y, x])]
}

/// Rules from which it follows that `y·y` does not wrap.
fn fits(world: &mut World, of: [Term; 2], [x, y]: &[String; 2]) -> Result<Vec<Rule>, Refusal> {
    let terms = &mut world.prover.terms;
    let products = [terms.mul(of[0], of[1])?, terms.mul(of[1], of[1])?];
    let sums = world.texts(products)?;
    let quotients = [format!("({}) / ({x})", sums[0]), format!("({}) / ({y})", sums[1])];
    Ok(vec![
        rule::monotone([y, "2", y]),
        rule::divide([&sums[0], x]),
        rule::monotone([&quotients[0], x, x]),
        rule::monotone([y, &quotients[0], x]),
        rule::divide([&sums[1], y]),
        rule::monotone([&quotients[1], x, y]),
        rule::monotone([y, &quotients[1], y]),
    ])
}

/// Rules from which it follows that `2·x` does not wrap: it is at most `x·x`, if `x` is not below 2.
fn below_half(half: u64, x: &str) -> [Rule; 3] {
    [rule::monotone(["2", x, x]), rule::product([x, "2"]), rule::cut(&*format!("{x} <u {half}"))]
}
