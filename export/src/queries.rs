//! The query for each row of the index.

use std::fmt::Write as _;

use tamarin_kernel::Refusal;
use tamarin_kernel::evidence::Rule;
use tamarin_kernel::fact::Fact;
use tamarin_kernel::proof::Prover;
use tamarin_kernel::rules::bits::clauses;
use tamarin_kernel::scope::Point;
use tamarin_kernel::term::{Head, Node, Term, Terms};
use tamarin_kernel::word::Operator;

use crate::definition::{Definition, definition};
use crate::integers::{Integers, Meaning};
use crate::language::{Language, no_case};
use crate::record::{Goal, Record, Step};
use crate::skeleton::Skeleton;
use crate::words::Words;
use crate::{Export, Kind, Row};

/// Makes the rows for everything that was recorded.
///
/// # Errors
///
/// A text of the evidence has no meaning, which the kernel would have refused.
pub fn all(
    export: &mut Export,
    prover: &mut Prover<'_>,
    mut record: Record,
) -> Result<(), Refusal> {
    let mut definitions = Vec::new();
    for step in &mut record.steps {
        let Some(point) = &step.point else {
            definitions.push(None);
            continue;
        };
        definitions.push(definition(prover, point, &step.rule)?);
        if step.rule.rule == "ring" {
            step.premises.extend(orders(prover, point, &step.rule)?);
        }
    }
    let record = &record;
    let mut within = vec![None; record.steps.len()];
    for (number, goal) in record.goals.iter().enumerate() {
        goal.steps.iter().for_each(|&step| within[step] = Some(number));
        let used = goal.steps.iter().filter_map(|&step| definitions[step].as_ref());
        obligation(export, &prover.terms, number, goal, used);
        proof(export, &prover.terms, number, goal, record);
    }
    for (number, step) in record.steps.iter().enumerate() {
        let (definition, obligation) = (definitions[number].as_ref(), within[number]);
        let files = match &step.rule.rule[..] {
            "bits" => bits(export, prover, step, obligation)?,
            "ring" => ring(export, prover, step)?,
            _ => instance(export, &prover.terms, step, definition),
        };
        row(export, Kind::Step, obligation, step, files);
        if let Some(facts) = step.facts.as_ref().filter(|_| !step.dropped.is_empty()) {
            let mut skeleton = Skeleton::new(&prover.terms);
            let known = skeleton.conjunction(facts);
            let dropped = step.dropped.iter().map(|&case| &step.cases[case]);
            let dropped = skeleton.disjunction(dropped);
            let comment = "; No dropped case can hold where the known facts do.\n";
            let text = skeleton.query(comment, &[known, dropped]);
            let file = export.file("cases", "smt2", text);
            row(export, Kind::Cases, obligation, step, vec![file]);
        }
    }
    Ok(())
}

fn row(
    export: &mut Export,
    kind: Kind,
    obligation: Option<usize>,
    step: &Step,
    files: Vec<String>,
) {
    let (place, name) = (step.place.clone(), step.rule.rule.clone());
    export.rows.push(Row { kind, obligation, place, name, files });
}

/// The known facts, the definitions that the proof uses, and the negated goal, as bit-vectors.
fn obligation<'d>(
    export: &mut Export,
    terms: &Terms,
    number: usize,
    goal: &Goal,
    definitions: impl Iterator<Item = &'d Definition>,
) {
    let mut words = Words::new(terms);
    let mut formulas: Vec<String> = goal.facts.iter().map(|fact| words.fact(fact)).collect();
    formulas.extend(definitions.map(|definition| words.definition(definition)));
    formulas.push(format!("(not {})", words.fact(&goal.goal)));
    let text = words.query("; The goal follows from the known facts.\n", &formulas);
    let file = export.file("obligation", "smt2", text);
    let (place, name) = (goal.place.clone(), goal.label.clone());
    let (kind, obligation, files) = (Kind::Obligation, Some(number), vec![file]);
    export.rows.push(Row { kind, obligation, place, name, files });
}

/// The known facts, the steps of the proof, and the negated goal, as bounds on unknown integers.
fn proof(export: &mut Export, terms: &Terms, number: usize, goal: &Goal, record: &Record) {
    let mut skeleton = Skeleton::new(terms);
    let mut formulas: Vec<String> = goal.facts.iter().map(|fact| skeleton.fact(fact)).collect();
    for &step in &goal.steps {
        let step = &record.steps[step];
        formulas.push(skeleton.step(&step.premises, &step.cases));
    }
    formulas.push(skeleton.fact(&goal.goal.negated()));
    let text = skeleton.query("; The goal follows from the steps of its proof.\n", &formulas);
    let file = export.file("proof", "smt2", text);
    let (place, name) = (goal.place.clone(), goal.label.clone());
    let (kind, obligation, files) = (Kind::Proof, Some(number), vec![file]);
    export.rows.push(Row { kind, obligation, place, name, files });
}

/// What the query for a rule says about atoms.
fn meaning(rule: &str) -> Meaning {
    let is_order = |head: &Head| *head == Head::Operator(Operator::Less);
    let is_operator = |head: &Head| matches!(head, Head::Operator(_));
    let is_memory = |head: &Head| {
        let is_part = matches!(head, Head::Operator(Operator::Quotient | Operator::Remainder));
        is_part || matches!(head, Head::Load(_))
    };
    match rule {
        "divide" | "quotient" | "monotone" | "product" => {
            Meaning { depth: 1, of: is_operator, multiplies: true }
        }
        "congruence" => Meaning { depth: 1, of: |_| true, multiplies: false },
        "unfold" => Meaning { depth: 1, of: |_| true, multiplies: false },
        "memory.store" | "memory.region" | "memory.array" | "memory.blank" => {
            Meaning { depth: 4, of: is_memory, multiplies: false }
        }
        _ => Meaning { depth: 1, of: is_order, multiplies: false },
    }
}

/// The premises of a rule, its definition, and the negation of each case: as integers, but as bit-vectors for memories
/// whose words overlap by half, since a word is then two cells.
fn instance(
    export: &mut Export,
    terms: &Terms,
    step: &Step,
    definition: Option<&Definition>,
) -> Vec<String> {
    let comment = format!("; Rule `{}`: one of the cases holds.\n", step.rule.rule);
    let overlaps = terms.layout.cell < terms.layout.word;
    let text = if overlaps && step.rule.rule.starts_with("memory.") {
        let mut words = Words::new(terms);
        let formulas = formulas(&mut words, step, definition);
        words.query(&comment, &formulas)
    } else {
        let mut integers = Integers::new(terms, meaning(&step.rule.rule));
        let formulas = formulas(&mut integers, step, definition);
        integers.query(&comment, &formulas)
    };
    vec![export.file(&step.rule.rule, "smt2", text)]
}

fn formulas(
    language: &mut impl Language,
    step: &Step,
    definition: Option<&Definition>,
) -> Vec<String> {
    let mut formulas: Vec<String> = step.premises.iter().map(|fact| language.fact(fact)).collect();
    formulas.extend(definition.map(|definition| language.definition(definition)));
    formulas.extend(no_case(language, &step.cases));
    formulas
}

/// The facts of a step by `bits`, as bit-vectors; their clauses; and the refutation.
fn bits(
    export: &mut Export,
    prover: &mut Prover<'_>,
    step: &Step,
    obligation: Option<usize>,
) -> Result<Vec<String>, Refusal> {
    let mut words = Words::new(&prover.terms);
    let formulas: Vec<String> = step.premises.iter().map(|fact| words.fact(fact)).collect();
    let text = words.query("; Rule `bits`: the facts contradict each other.\n", &formulas);
    let file = export.file("bits", "smt2", text);
    let clauses = clauses(&mut prover.terms, &step.premises)?;
    let (cnf, lrat) = (dimacs(&clauses), lrat(clauses.len(), &step.rule.proof));
    let files = vec![export.file("bits", "cnf", cnf), export.file("bits", "lrat", lrat)];
    row(export, Kind::Clauses, obligation, step, files);
    Ok(vec![file])
}

/// Clauses in the DIMACS format.
fn dimacs(clauses: &[Vec<i32>]) -> String {
    let variables = clauses.iter().flatten().map(|literal| literal.unsigned_abs()).max();
    let mut text = format!("p cnf {} {}\n", variables.unwrap_or(0), clauses.len());
    for clause in clauses {
        clause.iter().for_each(|literal| text += &format!("{literal} "));
        text += "0\n";
    }
    text
}

/// A proof in LRAT: evidence leaves out the numbers of its steps, which follow those of the clauses.
fn lrat(clauses: usize, proof: &str) -> String {
    let mut text = String::new();
    for (index, line) in proof.lines().enumerate() {
        let _ = writeln!(text, "{} {}", clauses + index + 1, line.trim());
    }
    text
}

/// The polynomial identity of a step by `ring`, over integers modulo 2^width, and that its fact says so.
fn ring(export: &mut Export, prover: &mut Prover<'_>, step: &Step) -> Result<Vec<String>, Refusal> {
    let Some(point) = &step.point else { return Ok(Vec::new()) };
    let (summands, sum) = combination(prover, point, &step.rule)?;
    let terms = &prover.terms;
    let is_order = |head: &Head| *head == Head::Operator(Operator::Less);
    let meaning = Meaning { depth: 1, of: is_order, multiplies: true };
    let mut integers = Integers::new(terms, meaning);
    let mut identity = vec![integers.polynomial(sum)];
    for (zero, factor) in summands {
        let (zero, factor) = (integers.polynomial(zero), integers.polynomial(factor));
        identity.push(format!("(* (- 1) {zero} {factor})"));
    }
    let modulus = terms.width.modulus();
    let identity = format!("(= 0 (mod (+ 0 {}) {modulus}))", identity.join(" "));
    let sum = integers.word(sum);
    let cases = no_case(&mut integers, &step.cases);
    let formula = format!("(or (not {identity}) (and (= {sum} 0) {}))", cases[0]);
    let comment = "; Rule `ring`: the sum of zeros times factors is the polynomial of the fact.\n";
    let text = integers.query(comment, &[formula]);
    Ok(vec![export.file("ring", "smt2", text)])
}

/// The polynomials that are known to be zero, each with the factor that the rule gives it, and the sum of all products.
fn combination(
    prover: &mut Prover<'_>,
    point: &Point,
    rule: &Rule,
) -> Result<(Vec<(Term, Term)>, Term), Refusal> {
    let known = orders(prover, point, rule)?;
    let mut scope = prover.scope(point);
    let mut zeros = Vec::new();
    for label in &rule.on {
        zeros.extend(scope.labelled(label)?.as_zero());
    }
    for (order, fact) in scope.all_terms(&rule.terms)?.into_iter().zip(known) {
        let holds = order_fact(scope.terms, order)?.is_some_and(|order| order == fact);
        let value = scope.terms.constant(u64::from(holds));
        zeros.push(scope.terms.sub(order, value)?);
    }
    let (mut summands, mut sum) = (Vec::new(), Terms::ZERO);
    for (zero, factor) in zeros.into_iter().zip(&rule.factors) {
        let factor = scope.term(factor)?;
        let product = scope.terms.mul(zero, factor)?;
        sum = scope.terms.add(sum, product)?;
        summands.push((zero, factor));
    }
    Ok((summands, sum))
}

/// The orders that a step by `ring` uses, each as the fact that it holds or fails.
fn orders(prover: &mut Prover<'_>, point: &Point, rule: &Rule) -> Result<Vec<Fact>, Refusal> {
    let mut scope = prover.scope(point);
    let mut facts = Vec::new();
    for order in scope.all_terms(&rule.terms)? {
        let Some(fact) = order_fact(scope.terms, order)? else { continue };
        let holds = point.context.knows(&fact) == Some(true);
        facts.push(if holds { fact } else { fact.negated() });
    }
    Ok(facts)
}

/// The fact that an order atom is 1.
fn order_fact(terms: &mut Terms, order: Term) -> Result<Option<Fact>, Refusal> {
    let node = terms.as_atom(order).map(|atom| terms.node(atom).clone());
    let Some(Node { operands, .. }) = node else { return Ok(None) };
    Fact::below(terms, operands[0], operands[1]).map(Some)
}
