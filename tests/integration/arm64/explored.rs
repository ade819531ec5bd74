//! The runs, paths and queries that a comparison reports, compared with the emulator and with the texts of conditions.

use tamarin::contract::condition_of_registers;
use tamarin::engines::arm64::explored::explore;
use tamarin::engines::arm64::{Options, compare, samples_of};
use tamarin::machine::arm64::agreement::{Both, difference};
use tamarin::machine::arm64::{Given, Stop};
use tamarin::report::arm64::{Answer, Arm64Explored, Arm64ExploredRun, Arm64Query};
use tamarin::report::{Agreement, AnswerKind, Decision, Side};
use tamarin::solver;
use tamarin_testing::sample;

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
    let formula = condition_of_registers(condition, 2);
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
    for (name, label) in sample(labels().into_iter().collect(), 3) {
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
    assert!(runs > 100 && answered[0] > 50 && answered[1] > 50 && decided > 300, "{text}");
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
