//! Random programs through the emulator, the passes and the terms.
//!
//! The emulator is checked against an evaluator of traces that shares no code
//! with it, and terms against both.

use std::rc::Rc;

use proptest::prelude::*;
use tamarin::machine::{Image, Machine, Stop};
use tamarin::symbolic::path;
use tamarin::term::{Model, Node, Terms};
use tamarin::trace::{Trace, TraceRecorder, passes};
use tamarin_testing::evaluate::check_passes;
use tamarin_testing::generate::{inputs, program};

const FUEL: u64 = 300;

fn trace(image: &Rc<Image>, inputs: [u32; 2]) -> (Stop, u32, Trace) {
    let mut machine = Machine::new(image, inputs);
    let mut recorder = TraceRecorder::new(image);
    let stop = machine.run(FUEL, &mut recorder);
    (stop, machine.state.result(), recorder.finish())
}

/// How a run ended, as far as a comparison observes.
fn kind(stop: Stop) -> &'static str {
    match stop {
        Stop::Done => "done",
        Stop::OutOfFuel => "out of fuel",
        Stop::Fault(_) => "fault",
    }
}

proptest! {
    #![proptest_config(tamarin_testing::generate::cases(2000))]

    /// Recording changes nothing.
    #[test]
    fn a_run_is_the_same_with_and_without_a_trace(program in program(), inputs in inputs()) {
        let image = Image::new(&program);
        let (stop, result, _) = trace(&image, inputs);
        let mut machine = Machine::new(&image, inputs);
        prop_assert_eq!(machine.run(FUEL, &mut ()), stop);
        prop_assert_eq!(machine.state.result(), result);
    }

    /// The lowered trace computes what the emulator did, and the inputs satisfy every condition; also after trimming.
    #[test]
    fn passes_keep_the_meaning(program in program(), inputs in inputs(), depth in 0usize..12) {
        check_passes(&program, inputs, depth);
    }

    /// The terms of a trace are true of the inputs, and give the result.
    #[test]
    fn terms_keep_the_meaning(program in program(), inputs in inputs()) {
        let image = Image::new(&program);
        let (_, result, raw) = trace(&image, inputs);
        let mut terms = Terms::new();
        let path = path::translate(&mut terms, &passes::lower(&raw, usize::MAX));
        let model = model(&terms, &path, inputs);
        for condition in &path.conditions {
            prop_assert!(terms.holds(condition.term, &model), "{condition:?}");
        }
        prop_assert_eq!(terms.eval(&[path.result], &model)[0], u64::from(result));
    }

    /// A trace contains everything that a run depends on: an input that satisfies the path conditions takes the same
    /// path to the same kind of end, and the terms give its result; any other input does not.
    #[test]
    fn conditions_decide_the_path(
        program in program(),
        inputs in inputs(),
        others in proptest::collection::vec(inputs(), 8),
    ) {
        let image = Image::new(&program);
        let (stop, _, raw) = trace(&image, inputs);
        let mut terms = Terms::new();
        let path = path::translate(&mut terms, &passes::lower(&raw, usize::MAX));
        for other in others {
            let model = model(&terms, &path, other);
            let same = path.conditions.iter().all(|c| terms.holds(c.term, &model));
            let (other_stop, result, other_raw) = trace(&image, other);
            let texts = [&raw, &other_raw].map(|raw| {
                let trace = passes::lower(raw, usize::MAX);
                trace.conditions().map(|(at, c)| format!("{at} {c}")).collect::<Vec<_>>()
            });
            if same {
                prop_assert_eq!(kind(stop), kind(other_stop), "{:?} and {:?}", inputs, other);
                prop_assert_eq!(terms.eval(&[path.result], &model)[0], u64::from(result));
                prop_assert_eq!(&texts[0], &texts[1]);
            } else {
                prop_assert_ne!(&texts[0], &texts[1]);
            }
        }
    }

    /// A trace's recorder may stop early; the result is a prefix.
    #[test]
    fn a_limited_trace_is_a_prefix(program in program(), inputs in inputs(), limit in 0usize..40) {
        let image = Image::new(&program);
        let (_, _, whole) = trace(&image, inputs);
        let mut recorder = TraceRecorder::with_limit(&image, limit);
        Machine::new(&image, inputs).run(FUEL, &mut recorder);
        let cut = recorder.finish();
        prop_assert_eq!(&cut.entries[..], &whole.entries[..limit.min(whole.entries.len())]);
        prop_assert_eq!(cut.complete, whole.entries.len() <= limit);
    }
}

fn model(terms: &Terms, path: &path::Path, inputs: [u32; 2]) -> Model {
    let mut model = Model::new();
    for (term, value) in path.inputs.iter().zip(inputs) {
        let Node::Symbol(symbol) = terms.node(*term) else { panic!("an input is a symbol") };
        model.set(symbol, value);
    }
    model
}
