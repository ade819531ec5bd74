//! The labelled pairs: their witnesses, run on the emulator in the modes of the labels.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;
use tamarin::machine::arm64::emulator::Array;
use tamarin::machine::arm64::{Given, Image, Machine, Mode, Stop};

use super::program;

pub(super) const FOLDER: &str = "tests/corpus/arm64";
const FUEL: u64 = 100_000;

/// How a run ended: with a fault, or done with `x0`; or it has not ended.
#[derive(Debug, PartialEq)]
enum End {
    Done(i64),
    Fault,
    Running,
}

/// The labels by the names of the pairs, which have the folder of the pair: `idioms/absolute`.
pub(super) fn labels() -> BTreeMap<String, Value> {
    let mut all = BTreeMap::new();
    for folder in ["", "idioms/"] {
        let path = tamarin_testing::root().join(FOLDER).join(format!("{folder}labels.json"));
        let text = fs::read_to_string(path).expect("it is in the folder");
        let labels: BTreeMap<String, Value> = serde_json::from_str(&text).expect("it is JSON");
        all.extend(labels.into_iter().map(|(name, label)| (format!("{folder}{name}"), label)));
    }
    all
}

/// Both words of each pair; the shorter one is filled up with zeros, so that both arrays
/// are at the same address.
pub(super) fn pair(name: &str) -> [Vec<u32>; 2] {
    let mut pair = ["left", "right"].map(|side| {
        let path = tamarin_testing::root().join(FOLDER).join(format!("{name}.{side}.s"));
        let text = fs::read_to_string(path).expect("it is in the folder");
        program(&[(name, &text)]).words
    });
    let length = pair[0].len().max(pair[1].len());
    pair.iter_mut().for_each(|words| words.resize(length, 0));
    pair
}

fn end(words: &[u32], mode: Mode, label: &Value, inputs: &[i64]) -> (End, Vec<u8>) {
    let words = Image::new(words.to_vec(), mode);
    let inputs: Vec<u64> = inputs.iter().map(|&input| input as u64).collect();
    let given = match label["inputs"].as_str() {
        Some("array") => {
            let array = Some(Array { address: None, elements: inputs });
            Given { array, ..Given::default() }
        }
        _ => Given { registers: inputs, ..Given::default() },
    };
    let mut machine = Machine::new(&words, &given).expect("the array fits");
    let end = match machine.run(FUEL) {
        Stop::Done => End::Done(machine.result() as i64),
        Stop::Fault(_) => End::Fault,
        Stop::OutOfFuel => End::Running,
    };
    (end, machine.output.bytes)
}

fn numbers(value: &Value) -> Option<Vec<i64>> {
    let number = |it: &Value| it.as_str()?.parse().ok();
    value.as_array()?.iter().map(number).collect()
}

pub(super) const MODES: [(&str, Mode); 3] =
    [("default", Mode::Usual), ("arm", Mode::Arm), ("course", Mode::Course)];

/// The label of a pair in a mode.
pub(super) fn said<'l>(label: &'l Value, mode: &str) -> &'l str {
    let of_mode = if mode == "default" { &label["label"] } else { &label["modes"][mode] };
    of_mode.as_str().expect("eq or neq")
}

/// Whether the engine does not decide a pair in a mode yet.
pub(super) fn is_open(label: &Value, mode: &str) -> bool {
    let open = label["open"].as_array();
    open.is_some_and(|open| open.iter().any(|it| it == mode))
}

#[test]
fn witnesses_show_the_differences_of_their_modes() {
    let labels = labels();
    assert!(labels.len() >= 100, "{}", labels.len());
    let mut shown = 0;
    for (name, label) in &labels {
        let pair = pair(name);
        for (mode_name, mode) in MODES {
            let of_mode = numbers(&label["mode_witness"][mode_name]);
            let witness = of_mode.or_else(|| numbers(&label["witness"]));
            let Some(witness) = witness else {
                assert_eq!(said(label, mode_name), "eq", "{name} has no witness for {mode_name}");
                continue;
            };
            let [left, right] = [0, 1].map(|side| end(&pair[side], mode, label, &witness));
            let differ = left != right;
            assert_eq!(
                differ,
                said(label, mode_name) == "neq",
                "{name} {mode_name} {left:?} {right:?}"
            );
            shown += u32::from(differ);
            if mode == Mode::Usual {
                for (side, found) in [("left", left.0), ("right", right.0)] {
                    let x0 = label[side]["x0"].as_str().map(|it| it.parse().expect("a number"));
                    let expected = match label[side]["end"].as_str() {
                        Some("done") => End::Done(x0.expect("what is done has a result")),
                        _ => End::Fault,
                    };
                    assert_eq!(found, expected, "{name} {side}");
                }
            }
        }
    }
    assert!(shown > 60, "{shown}");
}

/// Pairs whose label says that they agree do so on all pairs of edge values, where both are done or
/// both are still running.
#[test]
fn equal_pairs_agree_on_edge_values() {
    let edges = [0, 1, -1, 2, 7, -5, i64::MIN, i64::MIN + 1, i64::MAX, 1 << 32, u32::MAX.into()];
    for (name, label) in &labels() {
        let pair = pair(name);
        for (mode_name, mode) in MODES {
            if said(label, mode_name) == "neq" {
                continue;
            }
            for (a, b) in edges.iter().flat_map(|&a| edges.map(|b| (a, b))) {
                let ends = [0, 1].map(|side| end(&pair[side], mode, label, &[a, b]));
                assert_eq!(ends[0], ends[1], "{name} {mode_name} {a} {b}");
            }
        }
    }
}
