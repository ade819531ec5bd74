//! Statements: what a reader claims about two programs, in the words of the verdicts.
//!
//! A file of evidence has no claim. Whoever checks it states one, and the kernel decides whether the file shows it.

use std::fmt;
use std::str::FromStr;

use crate::engines::paths::order::Key;
use crate::evidence::Verdict;
use crate::report::Report;

/// How far two programs agree on an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Both or neither stop or fault, with the same observations if they do.
    Always,
    /// The observations are the same if both stop or fault.
    IfBothStop,
    /// If one of them stops or faults within this many steps, the other one finally does too, with
    /// the same observations.
    UpTo(u64),
    /// The observations are the same if both stop or fault within this many steps.
    IfBothStopWithin(u64),
}

/// A set of inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Among {
    /// All inputs.
    All,
    /// All inputs except this one.
    OtherThan(Vec<u32>),
    /// The inputs smaller than this one. The order is that of [`order`](crate::engines::paths::order): by the number of
    /// nonzero words, then by the absolute value of the first word, positive before negative, then likewise by the
    /// other words.
    Before(Vec<u32>),
}

/// The statement that two programs agree on some inputs, to some extent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The extent.
    pub extent: Extent,
    /// The inputs.
    pub inputs: Among,
}

impl Statement {
    /// Equivalence.
    pub const EQUIVALENT: Statement = Statement { extent: Extent::Always, inputs: Among::All };

    /// The strongest statement of a report: about all inputs or, if the programs differ, about those other than the
    /// only witness or smaller than the least one. `None` if it states nothing of the kind.
    pub fn of(report: &Report) -> Option<Statement> {
        let about_all = |extent| Some(Statement { extent, inputs: Among::All });
        match report.verdict {
            Verdict::Equivalent => about_all(Extent::Always),
            Verdict::EquivalentIfBothStop => about_all(Extent::IfBothStop),
            Verdict::EquivalentUpTo => {
                let steps = report.proof.as_ref()?.claim.steps?;
                about_all(Extent::UpTo(steps))
            }
            Verdict::PossiblyEquivalent => None,
            Verdict::Disequivalent => {
                let witness = report.witness.as_ref()?;
                let words = witness.inputs.to_vec();
                let is_only = [witness.unique, witness.unique_within_fuel].contains(&Some(true));
                let inputs = match witness.minimal {
                    _ if is_only => Among::OtherThan(words),
                    // Nothing is smaller than the input of zeros.
                    Some(true) if words.iter().any(|&word| word != 0) => Among::Before(words),
                    _ => return None,
                };
                let extent = witness.within.map_or(Extent::Always, Extent::UpTo);
                Some(Statement { extent, inputs })
            }
        }
    }

    /// Whether this statement implies another one.
    pub fn implies(&self, other: &Statement) -> bool {
        self.extent.implies(other.extent) && includes(&self.inputs, &other.inputs)
    }

    /// The number of words of the input that it names, if it names one.
    pub fn words(&self) -> Option<usize> {
        match &self.inputs {
            Among::All => None,
            Among::OtherThan(inputs) | Among::Before(inputs) => Some(inputs.len()),
        }
    }

    /// Whether an allowed input alone does not show that it claims something: it is about inputs on which programs stop.
    pub fn needs_example(&self) -> bool {
        self.inputs == Among::All && self.extent != Extent::Always
    }

    /// The corresponding verdict; `None` if it is weaker than all of them.
    pub fn verdict(&self) -> Option<Verdict> {
        match (self.extent, &self.inputs) {
            (_, Among::OtherThan(_) | Among::Before(_)) => None,
            (Extent::Always, Among::All) => Some(Verdict::Equivalent),
            (Extent::IfBothStop, Among::All) => Some(Verdict::EquivalentIfBothStop),
            (Extent::UpTo(_), Among::All) => Some(Verdict::EquivalentUpTo),
            (Extent::IfBothStopWithin(_), Among::All) => None,
        }
    }
}

impl Extent {
    fn implies(self, other: Extent) -> bool {
        match (self, other) {
            (Extent::Always, _) => true,
            (Extent::IfBothStop, Extent::IfBothStop | Extent::IfBothStopWithin(_)) => true,
            (Extent::UpTo(shown), Extent::UpTo(claimed) | Extent::IfBothStopWithin(claimed))
            | (Extent::IfBothStopWithin(shown), Extent::IfBothStopWithin(claimed)) => {
                claimed <= shown
            }
            _ => false,
        }
    }
}

/// Whether a set of inputs includes another.
fn includes(these: &Among, others: &Among) -> bool {
    match (these, others) {
        (Among::All, _) => true,
        (Among::OtherThan(these), Among::OtherThan(others)) => these == others,
        // Excluding an input matters only if it is before the bound.
        (Among::OtherThan(these), Among::Before(bound)) => Key::of(these) >= Key::of(bound),
        (Among::Before(these), Among::Before(bound)) => Key::of(bound) <= Key::of(these),
        _ => false,
    }
}

/// The names of statements about all inputs, for a message.
pub const NAMES: &str = "`equivalent`, `equivalent-if-both-stop`, `equivalent-up-to N`, \
                         `equivalent-if-both-stop-within N`";

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.extent {
            Extent::Always => f.write_str("equivalent"),
            Extent::IfBothStop => f.write_str("equivalent-if-both-stop"),
            Extent::UpTo(steps) => write!(f, "equivalent-up-to {steps}"),
            Extent::IfBothStopWithin(steps) => {
                write!(f, "equivalent-if-both-stop-within {steps}")
            }
        }?;
        let (word, inputs) = match &self.inputs {
            Among::All => return Ok(()),
            Among::OtherThan(inputs) => ("except", inputs),
            Among::Before(inputs) => ("before", inputs),
        };
        let inputs: Vec<String> = inputs.iter().map(|&word| (word as i32).to_string()).collect();
        write!(f, " {word} {}", inputs.join(","))
    }
}

impl FromStr for Statement {
    type Err = String;

    fn from_str(text: &str) -> Result<Statement, String> {
        let mut words = text.split_whitespace();
        let extent = match words.next().unwrap_or_default() {
            "equivalent" => Extent::Always,
            "equivalent-if-both-stop" => Extent::IfBothStop,
            "equivalent-up-to" => Extent::UpTo(steps(words.next())?),
            "equivalent-if-both-stop-within" => Extent::IfBothStopWithin(steps(words.next())?),
            _ => return Err(format!("a claim is one of {NAMES}")),
        };
        let inputs = match words.next() {
            None => Among::All,
            Some("except") => Among::OtherThan(values(words.next())?),
            Some("before") => Among::Before(values(words.next())?),
            Some(other) => {
                return Err(format!("expected `except A,B` or `before A,B`, not `{other}`"));
            }
        };
        match words.next() {
            None => Ok(Statement { extent, inputs }),
            Some(other) => Err(format!("`{other}` is behind the end of the claim")),
        }
    }
}

fn steps(word: Option<&str>) -> Result<u64, String> {
    let steps = word.and_then(|word| word.parse().ok());
    steps.ok_or_else(|| "expected a number of steps behind `up-to` or `within`".to_owned())
}

/// The words of an input, separated by commas.
fn values(text: Option<&str>) -> Result<Vec<u32>, String> {
    let text = text.ok_or("expected the words of an input, with commas between")?;
    text.split(',').map(crate::contract::table::word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn statement(text: &str) -> Statement {
        text.parse().unwrap_or_else(|why| panic!("{text}: {why}"))
    }

    #[test]
    fn a_statement_is_written_as_it_is_read() {
        for text in [
            "equivalent",
            "equivalent-if-both-stop",
            "equivalent-up-to 0",
            "equivalent-if-both-stop-within 10000",
            "equivalent except 3,-4",
            "equivalent-if-both-stop-within 7 before 0,-2147483648",
        ] {
            assert_eq!(statement(text).to_string(), text);
        }
        for text in ["", "equal", "equivalent-up-to", "equivalent-up-to -1", "equivalent before"] {
            assert!(text.parse::<Statement>().is_err(), "{text}");
        }
        assert!("equivalent except 1,2 before 3,4".parse::<Statement>().is_err());
    }

    /// One statement implies another exactly if it covers at least the same inputs and runs,
    /// checked for all inputs of two words and runs of few steps.
    #[test]
    fn a_statement_implies_those_that_are_about_less() {
        let extents = ["equivalent", "equivalent-if-both-stop"].map(str::to_owned);
        let bounded = ["equivalent-up-to", "equivalent-if-both-stop-within"];
        let bounded = bounded.iter().flat_map(|name| [0, 1, 2].map(|n| format!("{name} {n}")));
        let sets = ["", " except 0,1", " except 1,0", " before 0,0", " before 0,1", " before 1,1"];
        let all: Vec<Statement> = extents
            .into_iter()
            .chain(bounded)
            .flat_map(|extent| sets.map(|set| statement(&format!("{extent}{set}"))))
            .collect();
        for one in &all {
            for other in &all {
                let (implies, is_less) = (one.implies(other), is_about_less(other, one));
                assert!(!implies || is_less, "{one} implies {other}");
                // An empty set is included in any; the implementation does not detect that.
                let is_empty = other.inputs == Among::Before(vec![0, 0]);
                assert!(implies || !is_less || is_empty, "{one} does not imply {other}");
            }
        }
    }

    /// Whether each counterexample of one statement is one of the other.
    fn is_about_less(one: &Statement, other: &Statement) -> bool {
        let words = [0, 1, u32::MAX, 2];
        let inputs = words.iter().flat_map(|&a| words.map(|b| [a, b]));
        // Steps of either program; `None` if it never stops.
        let steps = [None, Some(0), Some(1), Some(2), Some(3)];
        let runs = steps.iter().flat_map(|&a| steps.map(|b| [a, b]));
        let runs: Vec<_> = runs.flat_map(|steps| [(steps, true), (steps, false)]).collect();
        inputs.into_iter().all(|inputs| {
            runs.iter().all(|&(steps, same)| {
                !refutes(one, inputs, steps, same) || refutes(other, inputs, steps, same)
            })
        })
    }

    fn is_in(set: &Among, inputs: &[u32]) -> bool {
        match set {
            Among::All => true,
            Among::OtherThan(others) => inputs != &others[..],
            Among::Before(bound) => Key::of(inputs) < Key::of(bound),
        }
    }

    /// Whether this behaviour of programs on an input refutes a statement.
    fn refutes(of: &Statement, inputs: [u32; 2], steps: [Option<u64>; 2], same: bool) -> bool {
        let both = |most: u64| steps.iter().all(|it| it.is_some_and(|it| it <= most));
        let either = |most: u64| steps.iter().any(|it| it.is_some_and(|it| it <= most));
        let agree = steps[0].is_some() == steps[1].is_some() && (same || steps[0].is_none());
        is_in(&of.inputs, &inputs)
            && match of.extent {
                Extent::Always => !agree,
                Extent::IfBothStop => both(u64::MAX) && !same,
                Extent::UpTo(most) => either(most) && !agree,
                Extent::IfBothStopWithin(most) => both(most) && !same,
            }
    }
}
