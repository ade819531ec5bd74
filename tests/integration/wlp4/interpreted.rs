//! Compiled programs in every style, on both machines, against an independent interpreter.

use std::rc::Rc;

use tamarin::contract::{Contract, Spec};
use tamarin::engines::paths::outcome::outcome;
use tamarin::link::{self, Content, File};
use tamarin::machine::arm64::emulator::Array;
use tamarin::machine::arm64::{self, Given, Mode};
use tamarin::machine::{Architecture, Image, Stop};
use tamarin::wlp4::{Style, compile_for};
use tamarin_testing::random::Random;
use tamarin_testing::wlp4::{INT, Inputs, LONG, Run, Width, random, run};
use tamarin_testing::{figure, many};

use super::{PROGRAMS, source};

/// Steps of a run, many more than the interpreter takes.
const FUEL: u64 = 5_000_000;

const SMALL: [i64; 12] = [0, 1, 2, 3, 5, 7, 10, 100, 2000, -1, -2, -7];
/// Where numbers of 32 bits have their corners, and those of 64 bits.
const CORNERS: [[i64; 4]; 2] = [
    [i32::MAX as i64, i32::MIN as i64, 46_341, -65_536],
    [i64::MAX, i64::MIN, 3_037_000_500, -0x1_0000_0000],
];

/// A machine with its numbers.
#[derive(Clone, Copy)]
struct Machine {
    architecture: Architecture,
    width: Width,
    corners: [i64; 4],
    large: &'static [&'static str],
}

const MACHINES: [Machine; 2] = [
    Machine {
        architecture: Architecture::Mips,
        width: INT,
        corners: CORNERS[0],
        large: &["2147483647", "65536", "46341"],
    },
    Machine {
        architecture: Architecture::Arm64,
        width: LONG,
        corners: CORNERS[1],
        large: &["9223372036854775807", "4294967296", "3037000500", "2147483648"],
    },
];

/// A compiled program, ready to run.
enum Compiled {
    Mips(Box<Contract>, Rc<Image>),
    Arm64(Rc<arm64::emulator::Image>),
}

impl Machine {
    /// Compiles a program that is given an array of at most so many elements, or two numbers.
    fn compiled(&self, text: &str, style: Style, array: Option<u32>, stream: &str) -> Compiled {
        let compiled = compile_for(self.architecture, text, style);
        let object =
            compiled.object.unwrap_or_else(|| panic!("{text}: {:?}", compiled.diagnostics));
        let file = File { name: "p.wlp4", content: Content::Object(object) };
        let built = link::program_for(self.architecture, &[file]);
        let program = built.output.expect("it imports what there is");
        match self.architecture {
            Architecture::Mips => {
                let spec = Spec { array, stdin: Some(stream.to_owned()), ..Spec::default() };
                let contract = Contract::new(&spec).expect("it is a contract");
                let image = contract.image(0, &program).expect("it is short");
                Compiled::Mips(Box::new(contract), image)
            }
            Architecture::Arm64 => {
                Compiled::Arm64(arm64::emulator::Image::new(program.words, Mode::Usual))
            }
        }
    }
}

impl Compiled {
    /// A run: the result, `None` if it faults, and the output.
    fn run(&self, inputs: &Inputs, stream: &str) -> (Option<i64>, Vec<u8>) {
        match self {
            Compiled::Mips(contract, image) => {
                let words: Vec<u32> = match inputs {
                    Inputs::Numbers(numbers) => numbers.map(|it| it as u32).to_vec(),
                    Inputs::Array(elements) => {
                        let length = [elements.len() as u32];
                        let elements = elements.iter().map(|&it| it as u32);
                        let all = length.into_iter().chain(elements).chain([0; 8]);
                        all.take(contract.names().len()).collect()
                    }
                };
                let ran = outcome(image, &words, FUEL);
                let result = match ran.stop {
                    Stop::Done => Some(i64::from(ran.result as i32)),
                    Stop::Fault(_) => None,
                    Stop::OutOfFuel => panic!("it does not stop"),
                };
                (result, ran.output.bytes)
            }
            Compiled::Arm64(image) => {
                let (registers, array) = match inputs {
                    Inputs::Numbers(numbers) => (numbers.map(|it| it as u64).to_vec(), None),
                    Inputs::Array(elements) => {
                        let elements = elements.iter().map(|&it| it as u64).collect();
                        (Vec::new(), Some(Array { address: None, elements }))
                    }
                };
                let given = Given {
                    registers,
                    array,
                    stream: stream.as_bytes().to_vec(),
                    ..Given::default()
                };
                let mut machine = arm64::Machine::new(image, &given).expect("the array fits");
                let result = match machine.run(FUEL) {
                    arm64::Stop::Done => Some(machine.result() as i64),
                    arm64::Stop::Fault(_) => None,
                    arm64::Stop::OutOfFuel => panic!("it does not stop"),
                };
                (result, machine.output.bytes)
            }
        }
    }
}

/// Checks all styles of a program on one input. Returns whether what it does is defined.
fn check(
    machine: &Machine,
    text: &str,
    styles: &[Compiled],
    inputs: &Inputs,
    stream: &str,
) -> bool {
    use tamarin_testing::wlp4::Stop::{Fault, TooLong, Undefined};
    let Run { end, output } = run(machine.width, text, inputs, stream.as_bytes());
    let expected = match end {
        Ok(result) => Some(result),
        Err(Fault) => None,
        Err(Undefined | TooLong) => return false,
    };
    for (style, compiled) in Style::ALL.iter().zip(styles) {
        let (result, written) = compiled.run(inputs, stream);
        let given = match inputs {
            Inputs::Numbers(numbers) => &numbers[..],
            Inputs::Array(elements) => elements,
        };
        let name = machine.width.integer;
        assert_eq!(result, expected, "{name}, {style:?}, {given:?}: {text}");
        assert_eq!(
            String::from_utf8_lossy(&written),
            String::from_utf8_lossy(&output),
            "{name}, {style:?}, {given:?}: {text}"
        );
    }
    true
}

#[test]
fn programs_of_the_corpus_do_what_the_interpreter_says() {
    for machine in &MACHINES {
        let numbers: Vec<i64> = SMALL.into_iter().chain(machine.corners).collect();
        for (name, _) in PROGRAMS {
            let text = machine.width.text(&source(name));
            let styles = Style::ALL.map(|style| machine.compiled(&text, style, None, ""));
            for &a in &numbers {
                for &b in &numbers {
                    let is_defined = check(machine, &text, &styles, &Inputs::Numbers([a, b]), "");
                    assert!(is_defined, "{name}, {a}, {b}");
                }
            }
        }
    }
}

#[test]
fn pseudo_random_programs_do_what_the_interpreter_says() {
    let [mut defined, mut all] = [0, 0];
    for machine in &MACHINES {
        let mut random = Random::new(241);
        for _ in 0..many(150, 5_000) {
            let text = random::program(&mut random, machine.width.integer, machine.large);
            let stream = "ab\n";
            let styles = Style::ALL.map(|style| machine.compiled(&text, style, None, stream));
            for index in 0..6 {
                let mut number = || match random.word() % 3 {
                    0 => machine.corners[random.word() as usize % 4],
                    _ => SMALL[random.word() as usize % SMALL.len()],
                };
                let inputs = Inputs::Numbers([number(), number()]);
                all += 1;
                if check(machine, &text, &styles, &inputs, stream) {
                    defined += 1;
                } else if index == 0 {
                    // The others most likely take as long.
                    break;
                }
            }
        }
    }
    figure(&format!("{defined} of {all} runs of pseudo-random WLP4 are compared"));
    assert!(defined * 10 > all * 8, "{defined} of {all}");
}

const OF_ARRAYS: [&str; 4] = [
    "int wain(int* a, int n) { int s = 0; int* end = NULL; end = a + n;
     while (a < end) { s = s * 3 + *a; println(end - a); a = a + 1; } return s; }",
    "int wain(int* a, int n) { int t = 0; int* p = NULL; int* q = NULL; p = a; q = a + n - 1;
     while (p < q) { t = *p; *p = *q; *q = t; p = p + 1; q = q - 1; }
     t = 0; while (n > 0) { n = n - 1; println(*(a + n)); t = 3 * t + *(a + n); } return t; }",
    // A copy on the heap, which is behind the array.
    "int wain(int* a, int n) { int* c = NULL; int i = 0; int s = 0; c = new int[n + 1];
     while (i < n) { *(c + i) = *(a + i) + 1; i = i + 1; } *(c + n) = 7;
     i = 0; while (i < n) { s = s * 5 + *(c + i) - *(a + i); i = i + 1; }
     delete [] c; return s + n; }",
    "int least(int* a, int* end) { int r = 0; r = *a; a = a + 1;
     while (a != end) { if (*a < r) { r = *a; } else {} a = a + 1; } return r; }
     int wain(int* a, int n) { int r = 0; if (n > 0) { r = least(a, a + n); } else {} return r; }",
];

#[test]
fn programs_of_arrays_do_what_the_interpreter_says() {
    for machine in &MACHINES {
        let [large, small, ..] = machine.corners;
        let arrays: [&[i64]; 8] = [
            &[],
            &[0],
            &[-1],
            &[large, 1],
            &[small, -1],
            &[5, small, large],
            &[1, 2, 3, 4],
            &[large, large, small, small, 0, 1, -1],
        ];
        for text in OF_ARRAYS {
            let text = machine.width.text(text);
            let styles = Style::ALL.map(|style| machine.compiled(&text, style, Some(7), ""));
            for array in arrays {
                assert!(check(machine, &text, &styles, &Inputs::Array(array), ""), "{text}");
            }
        }
    }
}
