//! All queries are unsatisfiable for evidence that the kernel accepts; each omission that is tested makes one satisfiable.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::{self, Write as _};

use tamarin_export::record::{Record, Step, record};
use tamarin_export::{Export, Kind, export, queries};
use tamarin_kernel::check::inputs;
use tamarin_kernel::evidence::Rule;
use tamarin_kernel::rules;
use tamarin_kernel::scope::Point;
use tamarin_kernel::term::Contents;

use crate::evidence::{Proved, arm64_lemmas, by_hand, mips_lemmas, of_arm64};
use crate::{lrat, z3};

/// Pairs for both machines that need all rules between them.
fn pairs() -> Vec<Proved> {
    let arm64 = [
        "array-sum",
        "array-zeros",
        "count-not-equal",
        "counter-on-stack",
        "high-half",
        "itself",
        "product-down",
        "quarter",
        "recurrence",
        "signed-remainder",
        "square-high",
        "two-loops-other-order",
    ];
    let by_hand = ["unrolled", "squares", "scan", "fibonacci", "lcm"].map(by_hand);
    let lemmas = [mips_lemmas(), arm64_lemmas()];
    by_hand.into_iter().chain(arm64.map(of_arm64)).chain(lemmas).collect()
}

/// Prints a line even if the test passes.
fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Steps of z3 for the queries of a batch, and their number.
const BATCH: (u32, usize) = (400_000_000, 100);
/// Steps of z3 for an obligation without its proof, which may be hard.
const OBLIGATION: u32 = 1_000_000;
/// One of so many obligations is checked without its proof, if `TAMARIN_LONG` is not set.
const SAMPLE: usize = 4;

/// Texts of the queries of some kinds, each once, with the kinds of their rows.
fn texts(exports: &[Export], kinds: &[Kind]) -> Vec<(String, String)> {
    let mut found = BTreeMap::new();
    for export in exports {
        let files: HashMap<&str, &str> =
            export.files.iter().map(|(name, text)| (&name[..], &text[..])).collect();
        for row in export.rows.iter().filter(|row| kinds.contains(&row.kind)) {
            for file in &row.files {
                let name = format!("{} {}", row.kind.name(), row.name);
                found.insert(files[&file[..]].to_owned(), name);
            }
        }
    }
    found.into_iter().collect()
}

#[test]
fn z3_confirms_each_step_and_each_proof() {
    let exports: Vec<Export> = pairs()
        .iter()
        .map(|Proved { name, claim, evidence }| {
            export(claim, evidence).unwrap_or_else(|refusal| panic!("{name}: {refusal}"))
        })
        .collect();
    let rows = exports.iter().flat_map(|export| &export.rows);
    let steps = rows.filter(|row| row.kind == Kind::Step);
    let rules: BTreeSet<&str> = steps.map(|row| &row.name[..]).collect();
    assert_eq!(rules.len(), rules::TABLE.len(), "{rules:?}");
    let texts = texts(&exports, &[Kind::Proof, Kind::Step, Kind::Cases]);
    let mut count = 0;
    for batch in texts.chunks(BATCH.1) {
        let queries: Vec<&str> = batch.iter().map(|(text, _)| &text[..]).collect();
        let Some(answers) = z3::answers(&queries, BATCH.0) else { return };
        for ((text, name), answer) in batch.iter().zip(answers) {
            assert_eq!(answer, "unsat", "{name}: {text}");
            count += 1;
        }
    }
    let rows: usize = exports.iter().map(|export| export.rows.len()).sum();
    say(&format!(
        "z3 confirms {count} queries, in {rows} rows of {} pairs, of {} rules",
        exports.len(),
        rules.len()
    ));
    assert!(count > 400, "{count}");
}

#[test]
fn z3_refutes_no_obligation() {
    let exports: Vec<Export> =
        pairs().iter().map(|it| export(&it.claim, &it.evidence).expect("it is accepted")).collect();
    let is_long = std::env::var_os("TAMARIN_LONG").is_some();
    let texts = texts(&exports, &[Kind::Obligation]);
    let (mut confirmed, mut open) = (0, 0);
    for (text, name) in texts.iter().step_by(if is_long { 1 } else { SAMPLE }) {
        let Some(answer) = z3::answer(text, OBLIGATION) else { return };
        assert_ne!(answer, "sat", "{name}: {text}");
        *if answer == "unsat" { &mut confirmed } else { &mut open } += 1;
    }
    say(&format!("z3 confirms {confirmed} obligations without their proofs, {open} are open"));
    assert!(confirmed > 4 * open && confirmed > 40, "{confirmed} {open}");
}

#[test]
fn a_second_checker_accepts_the_sat_proofs() {
    for Proved { name, claim, evidence } in [mips_lemmas(), arm64_lemmas()] {
        let export = export(&claim, &evidence).expect("it is accepted");
        let row = export.rows.iter().find(|row| row.kind == Kind::Clauses).expect(&name);
        let [dimacs, lrat] = [0, 1].map(|index| {
            let file = export.files.iter().find(|(file, _)| *file == row.files[index]);
            &file.expect("the index names files").1[..]
        });
        assert!(lrat::refutes(dimacs, lrat), "{name}");
        // Without a clause that the proof uses, nothing is refuted.
        let used: Vec<&str> = lrat.lines().last().expect("a step").split(' ').collect();
        let used: usize = used[used.len() - 2].parse().expect("the last hint");
        let lines = dimacs.lines().enumerate().filter(|(index, _)| *index != used);
        let fewer: Vec<&str> = lines.map(|(_, line)| line).collect();
        assert!(!lrat::refutes(&fewer.join("\n"), lrat), "{name}");
        assert!(!lrat::refutes(dimacs, ""), "{name}");
    }
}

/// Answers of z3 to the queries of a kind, by the name of the row, for a record that was changed.
fn changed(
    pair: &Proved,
    kind: Kind,
    change: impl Fn(&mut Record),
) -> Option<BTreeMap<String, Vec<String>>> {
    let (mut prover, mut record) = record(&pair.claim, &pair.evidence).expect("it is accepted");
    change(&mut record);
    let mut export = Export::default();
    queries::all(&mut export, &mut prover, record).expect("all texts have meanings");
    let mut answers: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (text, name) in texts(&[export], &[kind]) {
        let name = name.split(' ').next_back().unwrap_or_default().to_owned();
        answers.entry(name).or_default().push(z3::answer(&text, OBLIGATION)?);
    }
    Some(answers)
}

#[test]
fn a_false_obligation_is_satisfiable() {
    for pair in [by_hand("unrolled"), of_arm64("array-sum")] {
        for kind in [Kind::Obligation, Kind::Proof] {
            // Some state satisfies the known facts, and so the goal: its negation does not follow.
            let negated = changed(&pair, kind, |record| {
                record.goals.iter_mut().for_each(|goal| goal.goal = goal.goal.negated());
            });
            let Some(answers) = negated else { return };
            let answers: Vec<String> = answers.into_values().flatten().collect();
            let sat = answers.iter().filter(|answer| *answer == "sat").count();
            assert!(2 * sat > answers.len(), "{}: {answers:?}", pair.name);
        }
        // Without the known facts and the proof, not all obligations hold.
        let forgotten = changed(&pair, Kind::Obligation, |record| {
            record.goals.iter_mut().for_each(|goal| {
                goal.facts.clear();
                goal.steps.clear();
            });
        });
        let Some(answers) = forgotten else { return };
        assert!(answers.values().flatten().any(|answer| answer == "sat"), "{answers:?}");
    }
}

#[test]
fn a_step_without_its_last_case_is_satisfiable() {
    let mut rules = BTreeSet::new();
    for pair in [by_hand("scan"), by_hand("lcm"), of_arm64("array-zeros"), arm64_lemmas()] {
        let fewer = changed(&pair, Kind::Step, |record| {
            for step in &mut record.steps {
                step.cases.pop();
                step.dropped.clear();
            }
            // Polynomial identities have one case, and SAT proofs none.
            record.steps.retain(|step| !["ring", "bits"].contains(&&step.rule.rule[..]));
            record.goals.clear();
        });
        let Some(answers) = fewer else { return };
        let sat = answers.into_iter().filter(|(_, of)| of.iter().any(|answer| answer == "sat"));
        rules.extend(sat.map(|(rule, _)| rule));
    }
    assert!(rules.len() >= 12, "{rules:?}");
    say(&format!("without their last cases, {} rules leave something out: {rules:?}", rules.len()));
}

/// A load behind a store, both at unknown addresses: on ARM64 the words may overlap by half.
#[test]
fn stores_at_unknown_addresses() {
    for (pair, cases) in [(mips_lemmas(), 2), (arm64_lemmas(), 4)] {
        let mut prover = inputs(&pair.claim, None, 1 << 20).expect("it is a claim");
        let mut point = Point::of(prover.inputs.clone());
        let names = ["at", "address", "value"];
        let [at, address, value] = names.map(|name| prover.terms.fresh(name).expect("it is cheap"));
        let before = prover.terms.fresh_memory("before");
        let stored = prover.terms.memory(Contents::Store { before, at, value });
        point.context.names.insert("address".into(), address);
        point.context.memories.insert("stored".into(), stored);
        let text = |text: &str| text.to_owned();
        let (rule, name, terms) = (text("memory.store"), text("stored"), vec![text("address")]);
        let rule = Rule { rule, name, terms, ..Rule::default() };
        let all = rules::apply(&mut prover.scope(&point), &rule).expect("it applies");
        assert_eq!(all.len(), cases, "{}", pair.name);
        let without = (0..all.len()).map(|index| {
            let mut fewer = all.clone();
            fewer.remove(index);
            (fewer, "sat")
        });
        for (cases, expected) in without.chain([(all.clone(), "unsat")]) {
            let step = Step {
                place: String::new(),
                rule: rule.clone(),
                premises: Vec::new(),
                cases,
                facts: None,
                dropped: Vec::new(),
                point: None,
            };
            let record = Record { goals: Vec::new(), steps: vec![step] };
            let mut export = Export::default();
            queries::all(&mut export, &mut prover, record).expect("all texts have meanings");
            let Some(answer) = z3::answer(&export.files[0].1, 10 * OBLIGATION) else { return };
            assert_eq!(answer, expected, "{}: {}", pair.name, export.files[0].1);
        }
    }
}
