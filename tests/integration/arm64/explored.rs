//! The runs, paths and queries that a comparison reports, compared with the emulator and with the texts of conditions.

use tamarin::contract::condition_of_numbers;
use tamarin::engines::arm64::explored::{explore, query_text};
use tamarin::engines::arm64::{Options, array_address, compare, samples_of};
use tamarin::machine::arm64::agreement::{Both, difference};
use tamarin::machine::arm64::{Given, Stop};
use tamarin::report::arm64::{Answer, Arm64Explored, Arm64ExploredRun, Arm64Query};
use tamarin::report::{Agreement, AnswerKind, Decision, Side};
use tamarin::solver;
use tamarin::solver::process::Process;
use tamarin_testing::{many, sample, z3_or_skip};

use super::labelled::{labels, pair};
use super::program;

/// Begins the text that replaces a condition without one.
const NO_TEXT: &str = "a condition that";

fn options(array: Option<u64>) -> Options {
    Options { array, work: 2_000_000, ..Options::default() }
}

fn words(run: &[String]) -> Vec<u64> {
    run.iter().map(|word| word.parse().expect("it is a number")).collect()
}

fn inputs(run: &Arm64ExploredRun) -> Vec<u64> {
    words(run.inputs.as_ref().expect("no array"))
}

/// Whether a condition holds, by the language of contracts; true for one without a text.
fn holds(condition: &str, inputs: &[u64]) -> bool {
    if condition.starts_with(NO_TEXT) {
        return true;
    }
    let formula = condition_of_numbers(condition, 2, 0);
    let formula = formula.unwrap_or_else(|why| panic!("{condition}: {}", why.message));
    formula.holds(inputs)
}

/// The decisions of each run, from what each adds to the tree. None for samples.
fn paths(explored: &Arm64Explored) -> Vec<Option<Vec<&Decision>>> {
    let mut nodes: Vec<Vec<&Decision>> = vec![Vec::new()];
    let mut all = Vec::new();
    for Arm64ExploredRun { growth, .. } in &explored.runs {
        let Some(growth) = growth else {
            all.push(None);
            continue;
        };
        let mut path = nodes[growth.from as usize].clone();
        for decision in &growth.decisions {
            path.push(decision);
            nodes.push(path.clone());
        }
        assert_eq!(growth.untold, 0, "no path here is that long");
        all.push(Some(path));
    }
    all
}

/// Checks each query against the inputs that were run.
fn check_queries(name: &str, explored: &Arm64Explored, all: &[(Vec<u64>, bool)]) -> [usize; 3] {
    let paths = paths(explored);
    let mut counts = [0; 3];
    for query in &explored.queries {
        let Arm64Query { run, flip, is_alone, condition, answer, .. } = query;
        let path = paths[*run as usize - 1].as_ref().expect("queries are about paths");
        let before = &path[..flip.map_or(path.len(), |flip| flip as usize)];
        let own = before.iter().filter(|it| {
            let side = flip.map(|flip| path[flip as usize].side);
            !is_alone || side == Some(it.side) || it.side == Side::Left && side == Some(Side::Left)
        });
        let own: Vec<&str> = own.map(|it| it.condition.as_str()).collect();
        let meets = |inputs: &[u64], differ: bool| {
            let takes = own.iter().all(|condition| holds(condition, inputs));
            takes && if flip.is_some() { holds(condition, inputs) } else { differ }
        };
        let is_printed = own.iter().all(|it| !it.starts_with(NO_TEXT));
        match answer {
            AnswerKind::Sat if flip.is_some() => {
                let input = words(query.inputs.as_ref().expect("sat has an input"));
                assert!(meets(&input, true), "{name} {query:?} {own:?}");
                counts[0] += 1;
            }
            AnswerKind::Unsat if is_printed && !condition.starts_with(NO_TEXT) && !is_alone => {
                let met = all.iter().find(|(inputs, differ)| meets(inputs, *differ));
                assert_eq!(met, None, "{name} {query:?} {own:?}");
                counts[1] += 1;
            }
            _ => counts[2] += 1,
        }
    }
    counts
}

#[test]
fn paths_and_queries_of_the_labelled_pairs_are_those_of_runs() {
    let (mut runs, mut answered, mut decided) = (0, [0; 3], 0);
    for (name, label) in sample(labels().into_iter().collect(), 9) {
        if label["inputs"] == "array" {
            continue;
        }
        let pair = pair(&name);
        let programs = pair.each_ref().map(Vec::as_slice);
        let options = options(None);
        let never = solver::Stop::NEVER;
        let (findings, _, explored) = explore(programs, &options, &never);
        // The report changes nothing of the answer.
        let (same, _) = compare(programs, &options, &never);
        assert_eq!(format!("{:?}", findings.answer), format!("{:?}", same.answer), "{name}");
        let mut both = Both::new(programs, options.mode);
        let mut run = |registers: Vec<u64>| {
            let given = Given { registers: registers.clone(), ..Given::default() };
            let tried = both.run(&given, options.fuel).expect("no array");
            let differ = difference(&tried.runs[0], &tried.runs[1]).is_some();
            let ended = tried.runs.iter().all(|it| it.stop != Stop::OutOfFuel);
            ((registers, differ), ended)
        };
        for (shown, path) in explored.runs.iter().zip(paths(&explored)) {
            let ((inputs, differ), ended) = run(inputs(shown));
            let agreement = match (differ, ended) {
                (true, _) => Agreement::Differ,
                (false, true) => Agreement::Agree,
                (false, false) => Agreement::Inconclusive,
            };
            assert_eq!(shown.agreement, agreement, "{name} {shown:?}");
            for decision in path.iter().flatten() {
                assert!(holds(&decision.condition, &inputs), "{name} {inputs:?} {decision:?}");
                decided += 1;
            }
            runs += usize::from(path.is_some());
        }
        if let Answer::Differ(tried, _) = &findings.answer {
            let last = explored.runs.last().expect("the witness was run");
            assert_eq!(inputs(last), tried.given.registers, "{name}");
            assert!(last.growth.is_some(), "{name}");
        }
        let known = explored.runs.iter().map(inputs);
        let known = known.chain(samples_of(programs, &options).into_iter().map(|it| it.registers));
        let all: Vec<(Vec<u64>, bool)> = known.map(|inputs| run(inputs).0).collect();
        let counts = check_queries(&name, &explored, &all);
        (0..3).for_each(|at| answered[at] += counts[at]);
    }
    let text = format!("{runs} {answered:?} {decided}");
    let [few, more, most] = [many(15, 50), many(30, 100), many(100, 300)];
    assert!(runs > more && answered[0] > few && answered[1] > few && decided > most, "{text}");
}

/// The tree of two branches: each program decides by its own, and a fault is a path.
#[test]
fn a_path_has_the_conditions_of_both_programs() {
    let left = "cmp x0, x1\nb.lt 8\nbr x30\nudiv x0, x0, x1\nbr x30\n";
    let right = "cmp x0, x1\nb.ge 12\nudiv x0, x0, x1\nbr x30\nbr x30\n";
    let pair = [left, right].map(|text| program(&[("main.s", text)]).words);
    let programs = pair.each_ref().map(Vec::as_slice);
    let (findings, _, explored) = explore(programs, &options(None), &solver::Stop::NEVER);
    assert!(matches!(findings.answer, Answer::Agree { .. }), "{findings:?}");
    assert_eq!((explored.more_runs, explored.more_queries), (0, 0));
    let paths: Vec<String> = paths(&explored)
        .iter()
        .flatten()
        .map(|path| path.iter().map(|it| it.condition.as_str()).collect::<Vec<_>>().join(", "))
        .collect();
    for path in ["x0 >= x1", "x0 < x1, x1 == 0", "x0 < x1, x1 != 0"] {
        assert!(paths.iter().any(|it| it == path), "{path}: {paths:#?}");
    }
    // Both programs decide the same conditions, so the right one adds none.
    let sides = explored.runs.iter().filter_map(|run| run.growth.as_ref());
    assert!(sides.flat_map(|it| &it.decisions).all(|it| it.side == Side::Left));
}

/// Elements are named, and an answer for short arrays is no answer for all.
#[test]
fn conditions_on_arrays_name_elements() {
    // The larger of the length and the first element, if there is one.
    let larger = "cmp x1, xzr\nb.eq end\nldur x2, [x0, 0]\ncmp x2, x1\nb.le end\n\
                  add x1, x2, xzr\nend: add x0, x1, xzr\nbr x30\n";
    let other = larger.replace("cmp x2, x1\nb.le", "cmp x1, x2\nb.ge");
    let pair = [larger, &other].map(|text| program(&[("main.s", text)]).words);
    let programs = pair.each_ref().map(Vec::as_slice);
    for (most, answer) in [(3, AnswerKind::Unsat), (100, AnswerKind::Unknown)] {
        let explored = explore(programs, &options(Some(most)), &solver::Stop::NEVER).2;
        let conditions: Vec<&str> = paths(&explored)
            .iter()
            .flatten()
            .flatten()
            .map(|decision| decision.condition.as_str())
            .collect();
        assert!(conditions.iter().any(|it| it.contains("a[0]")), "{conditions:?}");
        let unmet = explored.queries.iter().filter(|it| it.answer != AnswerKind::Sat);
        assert!(unmet.clone().count() > 0 && unmet.clone().any(|it| it.answer == answer));
        assert!(most == 3 || unmet.clone().all(|it| it.answer == AnswerKind::Unknown));
    }
}

/// z3 gives the same answers to the texts of queries, and each new input satisfies its query.
#[test]
fn the_text_of_a_query_has_the_answer_that_was_given() {
    let Some(mut z3) = z3_or_skip() else { return };
    let mut reply = |text: &str| {
        let text = format!("(set-option :rlimit 3000000)\n{text}");
        let reply = pollster::block_on(z3.reply(&text, &solver::Stop::NEVER));
        if reply.is_err() {
            z3 = Process::z3();
        }
        reply.unwrap_or_else(|_| "unknown".to_owned())
    };
    let mut counts = [0; 3];
    for (name, label) in sample(labels().into_iter().collect(), 12) {
        let array = (label["inputs"] == "array").then_some(4);
        let pair = pair(&name);
        let programs = pair.each_ref().map(Vec::as_slice);
        let options = options(array);
        let explored = explore(programs, &options, &solver::Stop::NEVER).2;
        for query in explored.queries.iter().take(12) {
            let run = &explored.runs[query.run as usize - 1];
            let given = given(&options, programs, run.elements.as_ref().or(run.inputs.as_ref()));
            let text = query_text(programs, &options, &given, (query.flip, query.is_alone));
            let text = text.unwrap_or_else(|| panic!("{name} {query:?}"));
            let answer = reply(&text);
            let answer = answer.lines().next().unwrap_or_default();
            match query.answer {
                AnswerKind::Sat => {
                    assert!(
                        ["sat", "unknown"].contains(&answer),
                        "{name} {answer} {query:?}\n{text}"
                    );
                    let values = query.elements.as_ref().or(query.inputs.as_ref());
                    let model =
                        reply(&with_values(&text, words(values.expect("it is sat")), array));
                    assert!(model.starts_with("sat"), "{name} {model} {query:?}\n{text}");
                    counts[0] += 1;
                }
                AnswerKind::Unsat => {
                    assert!(
                        ["unsat", "unknown"].contains(&answer),
                        "{name} {answer} {query:?}\n{text}"
                    );
                    counts[1] += usize::from(answer == "unsat");
                }
                AnswerKind::Unknown => counts[2] += 1,
            }
        }
    }
    assert!(counts[..2].iter().all(|&it| it > many(4, 20)), "{counts:?}");
    // A run has no condition with this number.
    let pair = [&[0xd61f_03c0][..]; 2];
    assert_eq!(query_text(pair, &options(None), &Given::default(), (Some(7), false)), None);
}

/// An input of a run.
fn given(options: &Options, programs: [&[u32]; 2], texts: Option<&Vec<String>>) -> Given {
    options.given(words(texts.expect("a run has an input")), array_address(programs))
}

/// A text in which the inputs have these values. Declared names are `x0` and `x1`, or the length `x1` and elements.
fn with_values(text: &str, words: Vec<u64>, array: Option<u64>) -> String {
    let length = words.len() as u64;
    let named: Vec<(String, u64)> = match array {
        None => words.into_iter().enumerate().map(|(at, it)| (format!("x{at}"), it)).collect(),
        Some(_) => {
            let elements = words.into_iter().enumerate();
            let elements = elements.map(|(at, it)| (format!("|a[{at}]|"), it));
            std::iter::once(("x1".to_owned(), length)).chain(elements).collect()
        }
    };
    let declared =
        named.iter().filter(|(name, _)| text.contains(&format!("(declare-const {name} ")));
    let values: String =
        declared.map(|(name, value)| format!("(assert (= {name} #x{value:016x}))\n")).collect();
    text.replace("(check-sat)\n", &format!("{values}(check-sat)\n"))
}
