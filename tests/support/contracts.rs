//! Random programs under contracts with few enough inputs to try all.

use std::sync::Arc;

use tamarin::contract::{ArrayAt, Contract, Spec};
use tamarin::engines::paths::order::Key;
use tamarin::engines::paths::outcome::{agreement, outcome};
use tamarin::engines::paths::{MergeAfter, Options, compare};
use tamarin::link::assemble;
use tamarin::machine::{Inputs, Stop};
use tamarin::report::{Agreement, Report, Verdict};
use tamarin::solver::bitblast::Bitblast;
use tamarin::symbolic::contract::premises;
use tamarin::symbolic::path;
use tamarin::term::{Model, Node, Terms};

use crate::questions::Random;

const FUEL: u64 = 120;

/// A contract, and the words below which all of its inputs are.
pub struct Few {
    pub contract: Arc<Contract>,
    bound: u32,
}

impl Few {
    /// Contracts of each kind.
    pub fn all() -> Vec<Few> {
        let texts = |items: &[&str]| items.iter().map(|item| (*item).to_owned()).collect();
        let observe = |items: &[&str]| Some(texts(items));
        let few = |bound, spec| {
            let contract = Contract::new(&spec).unwrap_or_else(|why| panic!("{why:?}"));
            Few { contract: Arc::new(contract), bound }
        };
        let none = Spec::default;
        vec![
            few(4, Spec { array: Some(3), assume: texts(&["a[*] <u 3"]), ..none() }),
            few(
                4,
                Spec {
                    array: Some(3),
                    assume: texts(&["0 <= a[*] < 3", "sorted(a)"]),
                    observe: observe(&["$3", "a", "output"]),
                    ..none()
                },
            ),
            few(
                4,
                Spec {
                    array: Some(3),
                    array_at: Some(ArrayAt::Behind),
                    assume: texts(&["a[*] <u 3"]),
                    observe: observe(&["$3", "a", "output"]),
                    ..none()
                },
            ),
            few(
                3,
                Spec {
                    array: Some(2),
                    array_beyond: Some(2),
                    assume: texts(&["a[*] <u 3 and beyond[0] <u 3"]),
                    observe: observe(&["$3", "a", "[0x800008]", "output"]),
                    ..none()
                },
            ),
            few(
                3,
                Spec {
                    array: Some(2),
                    array_beyond: Some(1),
                    separate: texts(&["beyond"]),
                    assume: texts(&["a[*] <u 2"]),
                    ..none()
                },
            ),
            few(
                3,
                Spec {
                    array: Some(2),
                    separate: texts(&["a"]),
                    assume: texts(&["a[*] <u 2", "left.a[0] == right.a[0]"]),
                    ..none()
                },
            ),
            few(
                5,
                Spec {
                    separate: texts(&["$2"]),
                    assume: texts(&["$1 <u 4 and $2 <=u 4", "not left.$2 > right.$2 or $1 == 0"]),
                    ..none()
                },
            ),
            few(
                4,
                Spec {
                    stdin_bytes: Some(2),
                    assume: texts(&["in[0] < 3", "in[1] <u 4", "$1 <u 3", "$2 == $1 + 1"]),
                    observe: observe(&["output", "$5..$6"]),
                    ..none()
                },
            ),
            few(
                4,
                Spec {
                    assume: texts(&["$1 <u 3 and $2 <u 3", "$5 <u 3 && $6 != 2", "$6 <u 4"]),
                    observe: observe(&["keeps $5..$6", "$3", "[0x800000]"]),
                    ..none()
                },
            ),
        ]
    }

    /// All inputs that it allows.
    pub fn inputs(&self) -> Vec<Inputs> {
        let count = self.contract.names().len();
        let mut all = vec![Inputs::default()];
        for _ in 0..count {
            let words = |inputs: Inputs| {
                (0..self.bound).map(move |word| inputs.iter().copied().chain([word]).collect())
            };
            all = all.into_iter().flat_map(words).collect();
        }
        all.retain(|inputs: &Inputs| self.contract.allows(inputs));
        all
    }
}

/// A program: loads, stores, sums and short branches, and a loop over what `$2`
/// counts now and then.
pub fn lines(random: &mut Random) -> Vec<String> {
    let mut lines: Vec<String> = ["lis $11", ".word 1", "lis $4", ".word 4"]
        .into_iter()
        .chain(["lis $12", ".word 0xffff0004", "lis $13", ".word 0xffff000c"])
        .map(str::to_owned)
        .collect();
    let count = 3 + random.below(6);
    if random.chance(2) {
        let body = (0..1 + random.below(3)).map(|_| line(random, 0)).collect::<Vec<_>>();
        lines.extend(["add $7, $0, $0".to_owned(), "loop: beq $7, $2, end".to_owned()]);
        lines.extend(body);
        lines.extend(["add $7, $7, $11".to_owned(), "bne $7, $4, loop".to_owned()]);
        lines.push("end: add $0, $0, $0".to_owned());
    }
    for index in 0..count {
        let line = line(random, count - index - 1);
        lines.push(line);
    }
    lines.push("jr $31".to_owned());
    lines
}

/// One instruction, with this many behind it to branch over.
fn line(random: &mut Random, behind: usize) -> String {
    let read = [2, 3, 5, 6, 8, 11];
    let written = [3, 5, 6, 8];
    let (s, t) = (random.choose(&read), random.choose(&read));
    let d = random.choose(&written);
    let slot = 4 * random.below(3);
    match random.below(11) {
        0 | 1 => format!("lw ${d}, {slot}($1)"),
        2 => format!("sw ${s}, {slot}($1)"),
        3 | 4 => format!("add ${d}, ${s}, ${t}"),
        5 => format!("sub ${d}, ${s}, ${t}"),
        6 => format!("slt ${d}, ${s}, ${t}"),
        7 => format!("lw ${d}, 0($12)"),
        8 => format!("sw ${s}, 0($13)"),
        _ if behind == 0 => format!("sltu ${d}, ${s}, ${t}"),
        9 => format!("beq ${s}, ${t}, {}", 1 + random.below(behind)),
        _ => format!("bne ${s}, ${t}, {}", 1 + random.below(behind)),
    }
}

/// The same program with one instruction changed.
pub fn mutant(random: &mut Random, lines: &[String]) -> Vec<String> {
    let mut mutant = lines.to_vec();
    let at = 8 + random.below(lines.len() - 9);
    if !mutant[at].contains(':') {
        mutant[at] = line(random, 0);
    }
    mutant
}

/// Whether a text is a condition or not, nothing breaks: see
/// [`crate::targets::contract`].
pub fn check_text(text: &str, data: &[u8]) {
    for separate in [Vec::new(), vec!["a".to_owned()]] {
        let spec = Spec {
            array: Some(2),
            stdin_bytes: Some(1),
            separate,
            assume: vec![text.to_owned()],
            ..Spec::default()
        };
        match Contract::new(&spec) {
            Err(problems) => {
                for problem in &problems {
                    let place = problem.span.start..problem.span.end;
                    assert!(text.get(place).is_some(), "{text:?}: {problem:?}");
                    assert!(!problem.message.is_empty());
                }
            }
            Ok(contract) => {
                let word = |index: usize| data.get(index).map_or(0, |&byte| (byte % 4).into());
                let inputs: Vec<u32> = (0..contract.names().len()).map(word).collect();
                assert_eq!(
                    holds_as_terms(&contract, &inputs),
                    contract.allows(&inputs),
                    "{text:?}"
                );
                assert_eq!(contract.fit(&contract.fit(&inputs)), contract.fit(&inputs));
            }
        }
    }
}

/// Whether inputs satisfy a contract, by its premises as terms.
pub fn holds_as_terms(contract: &Contract, inputs: &[u32]) -> bool {
    let mut terms = Terms::new();
    let words = path::inputs(&mut terms, contract.names());
    let premises = premises(&mut terms, contract, &words);
    let mut model = Model::new();
    for (&word, &value) in words.iter().zip(inputs) {
        let Node::Symbol(symbol) = terms.node(word) else { panic!("an input is a symbol") };
        model.set(symbol, value);
    }
    premises.iter().all(|&premise| terms.holds(premise, &model))
}

/// Compares two programs under a contract, with their paths merged once there
/// are this many, and holds what is claimed against all inputs. Returns the
/// answer.
pub fn check(few: &Few, programs: [&[String]; 2], paths: u32) -> Report {
    let contract = &few.contract;
    let images = [0, 1].map(|program| {
        let text = programs[program].join("\n");
        let words = assemble(&text).program.unwrap_or_else(|| panic!("{text}"));
        contract.image(program, &words).expect("it is short")
    });
    let merge_after = MergeAfter { paths, ..MergeAfter::default() };
    let inputs = contract.first_inputs();
    let contract = Arc::clone(contract);
    let options = Options { contract, inputs, fuel: FUEL, merge_after, ..Options::default() };
    let mut solver = Bitblast::new();
    let [left, right] = &images;
    let report = pollster::block_on(compare(left, right, &options, &mut solver, &mut ()));
    let context =
        || format!("{:?}\n{}\n\n{}", few.contract, programs[0].join("\n"), programs[1].join("\n"));
    assert_eq!(report.reason.cuts.diverged, 0, "a run left its predicted path: {}", context());
    let (mut differing, mut running, mut least) = (0, 0, None);
    for inputs in few.inputs() {
        let [a, b] = images.each_ref().map(|image| outcome(image, &inputs, FUEL));
        running += u32::from([&a, &b].iter().any(|run| run.stop == Stop::OutOfFuel));
        if agreement(&a, &b) == Agreement::Differ {
            differing += 1;
            let key = Key::of(&inputs);
            least = Some(least.map_or(key.clone(), |least: Key| least.min(key)));
        }
    }
    match &report.witness {
        None if report.verdict == Verdict::PossiblyEquivalent => {}
        None => assert_eq!(differing, 0, "{:?} of {}", report.verdict, context()),
        Some(witness) => {
            assert!(few.contract.allows(&witness.inputs), "{witness:?} of {}", context());
            assert!(differing > 0 || running > 0, "{witness:?} of {}", context());
            if witness.minimal == Some(true)
                && let Some(least) = least
            {
                assert!(Key::of(&witness.inputs) <= least, "{witness:?} of {}", context());
            }
            let [a, b] = images.each_ref().map(|image| outcome(image, &witness.inputs, FUEL));
            let others = differing - u32::from(agreement(&a, &b) == Agreement::Differ);
            if let Some(unique) = witness.unique_within_fuel {
                assert_eq!(unique, others == 0, "{witness:?} of {}", context());
            }
            if witness.unique == Some(true) {
                assert!(others == 0 && running == 0, "{witness:?} of {}", context());
            }
        }
    }
    report
}
