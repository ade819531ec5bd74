//! How the steps of a proof fit together, without what they are about.
//!
//! Each left side of a fact is one integer of which nothing is known, and each step is an implication between bounds on
//! such integers. That suffices for the kernel's proofs: it closes a case only where two bounds on one left side
//! contradict each other. So any solver for linear integer arithmetic decides these queries at once.

use std::collections::HashMap;
use std::fmt::Write as _;

use tamarin_kernel::fact::Fact;
use tamarin_kernel::term::{Term, Terms};

use crate::integers::integer;
use crate::language::all;

/// Prints facts as bounds on unknown integers.
pub struct Skeleton<'t> {
    terms: &'t Terms,
    text: String,
    sums: HashMap<Vec<(Term, i128)>, String>,
}

impl<'t> Skeleton<'t> {
    /// No text yet.
    pub fn new(terms: &'t Terms) -> Skeleton<'t> {
        Skeleton { terms, text: String::new(), sums: HashMap::new() }
    }

    /// A fact; a left side and its negation are one integer.
    pub fn fact(&mut self, fact: &Fact) -> String {
        let Some(&(_, first)) = fact.sum.first() else { return (fact.most >= 0).to_string() };
        let sign = first.signum();
        let sum: Vec<(Term, i128)> = fact.sum.iter().map(|&(term, by)| (term, by * sign)).collect();
        let count = self.sums.len();
        let name = self.sums.entry(sum.clone()).or_insert_with(|| {
            let comment = self.terms.print_fact(&Fact { sum, most: 0 });
            let comment: String = comment.chars().filter(|it| !it.is_control()).collect();
            let comment = comment.strip_suffix(" <= 0").unwrap_or(&comment);
            let _ = writeln!(self.text, "(declare-const s{count} Int) ; {comment}");
            format!("s{count}")
        });
        match sign {
            1 => format!("(<= {name} {})", integer(fact.most)),
            _ => format!("(>= {name} {})", integer(-fact.most)),
        }
    }

    /// All of these facts hold.
    pub fn conjunction(&mut self, facts: &[Fact]) -> String {
        let facts: Vec<String> = facts.iter().map(|fact| self.fact(fact)).collect();
        all(&facts)
    }

    /// If the premises hold, one of the cases does.
    pub fn step(&mut self, premises: &[Fact], cases: &[Vec<Fact>]) -> String {
        let premises = self.conjunction(premises);
        format!("(=> {premises} {})", self.disjunction(cases.iter()))
    }

    /// All facts of one of the cases hold.
    pub fn disjunction<'c>(&mut self, cases: impl Iterator<Item = &'c Vec<Fact>>) -> String {
        let cases: Vec<String> = cases.map(|case| self.conjunction(case)).collect();
        if cases.is_empty() { "false".to_owned() } else { format!("(or {})", cases.join(" ")) }
    }

    /// A query: whether these formulas can hold together.
    pub fn query(mut self, comment: &str, formulas: &[String]) -> String {
        for formula in formulas {
            let _ = writeln!(self.text, "(assert {formula})");
        }
        format!("{comment}(set-logic QF_LIA)\n{}(check-sat)\n", self.text)
    }
}
