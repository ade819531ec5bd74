//! Tampered certificates, and tests of a certificate's claims by runs.

use std::rc::Rc;
use std::sync::OnceLock;

use serde_json::Value;
use tamarin::contract::{Contract, Spec};
use tamarin::engines::paths::outcome::{Outcome, ends};
use tamarin::engines::{certify, paths};
use tamarin::link::assemble;
use tamarin::machine::mips::Reg;
use tamarin::machine::setup::{Array, Beyond, Observable, Observation, Setup};
use tamarin::machine::{Image, Initial, Inputs, Stop};
use tamarin::program::{Address, Program};
use tamarin::solver::{self, bitblast::Bitblast};
use tamarin_checker::advisor::{Advisor, Step};
use tamarin_checker::algebra::Factor;
use tamarin_checker::certificate::{
    self, Among, Answer, Certificate, Measure, Name, Premise, Relation, Start, Stopping,
};
use tamarin_checker::check;
use tamarin_checker::deduction::{Deduction, Products, Shorter, Sum};
use tamarin_checker::obligation::{Obligation, Scene};
use tamarin_checker::terms::{Condition, Fact, Word};
use tamarin_checker::walk::walk;

use crate::examples::image;
use crate::questions::Random;

/// Maximum steps of a run.
const FUEL: u64 = 20_000;

/// The image of a program as a certificate has it.
pub fn image_of(certificate: &Certificate, side: usize) -> Rc<Image> {
    let program = &certificate.programs[side];
    let mut setup = Setup { names: certificate.inputs[..].into(), ..Setup::default() };
    setup.return_address = program.return_address;
    let initial = |start: &Start| match *start {
        Start::Word(word) => Initial::Word(word),
        Start::Input(index) => Initial::Input(index),
    };
    for reg in Reg::all() {
        let start = program.registers.get(&reg.number());
        setup.registers[reg.index()] = start.map_or(Initial::Word(0), initial);
    }
    setup.array = program.array.map(|array| Array {
        address: Address(array.address),
        length: array.length,
        first: array.first,
        capacity: array.capacity,
        beyond: Beyond::default(),
    });
    setup.stream = program.stream.iter().map(initial).collect();
    let observed = &certificate.observed;
    let register = |number: u8| Reg::new(number.into()).expect("there is such a register");
    setup.observation = Observation {
        result: observed.result,
        output: observed.output,
        others: observed
            .others
            .iter()
            .map(|observable| match *observable {
                certificate::Observable::Register(number) => Observable::Register(register(number)),
                certificate::Observable::Kept(number) => Observable::Kept(register(number)),
                certificate::Observable::Word(at) => Observable::Word(Address(at)),
                certificate::Observable::Array => Observable::Array,
            })
            .collect(),
    };
    Image::with(&Program::from_words(program.words.clone()), setup)
}

/// Inputs for which a certificate is.
fn is_among(among: &Among, inputs: &[u32]) -> bool {
    let key = |inputs: &[u32]| {
        let sizes = inputs.iter().map(|&word| ((word as i32).unsigned_abs(), (word as i32) < 0));
        let zeros = inputs.iter().filter(|word| **word == 0).count();
        (inputs.len() - zeros, sizes.collect::<Vec<_>>())
    };
    match among {
        Among::All => true,
        Among::OtherThan(others) => inputs != others,
        Among::Before(than) => key(inputs) < key(than),
    }
}

/// Whether a certificate's claim holds on an input, as far as runs show.
fn holds_on(certificate: &Certificate, images: [&Rc<Image>; 2], inputs: &Inputs) -> bool {
    let [left, right] = ends(images, inputs, FUEL);
    let is_open = |run: &Outcome| run.stop == Stop::OutOfFuel && !run.is_for_ever();
    if is_open(&left) || is_open(&right) {
        return true;
    }
    // Of later stops nothing is claimed.
    let within = certificate.procedures.as_ref().and_then(|claims| claims.steps);
    if within.is_some_and(|within| left.steps.min(right.steps) > within) {
        return true;
    }
    let is_late = |run: &Outcome, within| run.steps > within || run.is_for_ever();
    if certificate.within.is_some_and(|within| is_late(&left, within) || is_late(&right, within)) {
        return true;
    }
    let agree = match (left.is_for_ever(), right.is_for_ever()) {
        (true, true) => certificate.stopping < Stopping::Always,
        (true, false) | (false, true) => certificate.stopping == Stopping::Open,
        (false, false) => match (left.stop, right.stop) {
            (Stop::Done, Stop::Done) => {
                let observed = &certificate.observed;
                (!observed.result || left.result == right.result)
                    && (!observed.output || left.output == right.output)
                    && left.others == right.others
            }
            (a, b) => (a == Stop::Done) == (b == Stop::Done),
        },
    };
    agree || !is_among(&certificate.among, inputs)
}

/// Inputs of programs that are given arrays, of all lengths, and with elements that are
/// small, extreme and any.
fn arrays(certificate: &Certificate) -> Vec<Inputs> {
    let mut random = Random(11);
    let count = certificate.inputs.len();
    let arrays: Vec<_> = certificate.programs.iter().filter_map(|program| program.array).collect();
    let ends = |array: &certificate::Array| array.first.checked_add(array.capacity as usize);
    if arrays.iter().any(|array| ends(array).is_none_or(|end| end > count)) {
        return Vec::new();
    }
    let mut all = Vec::new();
    for round in 0..400 {
        let word = |_| match round % 3 {
            0 => random.word() % 4,
            1 => random.word(),
            _ => 0x7fff_fffe + random.word() % 4,
        };
        let mut inputs: Inputs = (0..count).map(word).collect();
        for array in &arrays {
            inputs[array.length] = (round as u32 / 3) % (array.capacity + 1);
            let behind = array.first + inputs[array.length] as usize;
            inputs[behind..array.first + array.capacity as usize].fill(0);
        }
        if certificate.premises.iter().all(|premise| holds(premise, &inputs)) {
            all.push(inputs);
        }
    }
    all
}

/// Whether inputs satisfy a premise.
fn holds(Premise(a, relation, b): &Premise, inputs: &Inputs) -> bool {
    let sum = |products: &[certificate::Product]| {
        products.iter().fold(0u32, |sum, certificate::Product(factor, names)| {
            let product = names.iter().fold(*factor, |product, name| match name {
                Name::Input(index) => product.wrapping_mul(inputs[*index]),
                _ => 0,
            });
            sum.wrapping_add(product)
        })
    };
    let (a, b) = (sum(a), sum(b));
    match relation {
        Relation::Ult => a < b,
        Relation::Ule => a <= b,
        Relation::Slt => (a as i32) < b as i32,
        Relation::Sle => a as i32 <= b as i32,
        Relation::Ne => a != b,
        Relation::Eq => a == b,
    }
}

/// An input that refutes a certificate's claim, if one is found.
pub fn counterexample(certificate: &Certificate) -> Option<Inputs> {
    let images = [0, 1].map(|side| image_of(certificate, side));
    let images = [&images[0], &images[1]];
    if certificate.programs.iter().any(|program| program.array.is_some()) {
        let mut all = arrays(certificate).into_iter();
        return all.find(|inputs| !holds_on(certificate, images, inputs));
    }
    let words: Vec<u32> = (0..9)
        .chain([10, 41, 42, 43, 97, 100, 255, 1 << 16, (1 << 31) - 1, 1 << 31, (1 << 31) + 1])
        .chain((1..5).map(|n: u32| n.wrapping_neg()))
        .collect();
    let count = certificate.inputs.len() as u32;
    let all = (0..words.len().pow(count.min(2))).map(|mut at| {
        let word = |_| {
            let word = words[at % words.len()];
            at /= words.len();
            word
        };
        (0..count).map(word).collect::<Inputs>()
    });
    all.into_iter().find(|inputs| !holds_on(certificate, images, inputs))
}

/// An input on which the engine finds the programs of a certificate to differ, if
/// it is one that the certificate is for.
fn by_the_engine(certificate: &Certificate) -> Option<Inputs> {
    // The engine's contract is of two integers in `$1` and `$2`.
    let images = [0, 1].map(|side| image_of(certificate, side));
    let usual = Setup::default();
    if images.iter().any(|image| *image.setup() != usual) {
        return None;
    }
    let options = paths::Options { max_runs: 60, ..paths::Options::default() };
    let mut solver = Bitblast::new();
    let mut nobody = ();
    let comparison = paths::compare(&images[0], &images[1], &options, &mut solver, &mut nobody);
    let witness = pollster::block_on(comparison).witness?;
    let images = [&images[0], &images[1]];
    (!holds_on(certificate, images, &witness.inputs)).then_some(witness.inputs)
}

/// Certificates of programs with an array: its sum, and its negation in place, by pointers that run to the end or by
/// a counter.
fn arrays_of_any_length() -> Vec<Result<certify::Certified, certify::Uncertified>> {
    let sums = [
        "lis $4\n.word 4\nadd $5, $2, $2\nadd $5, $5, $5\nadd $5, $5, $1\n\
         loop: beq $1, $5, done\nlw $7, 0($1)\nadd $3, $3, $7\nadd $1, $1, $4\n\
         beq $0, $0, loop\ndone: jr $31\n",
        "lis $4\n.word 4\nlis $11\n.word 1\nadd $8, $1, $0\n\
         loop: beq $2, $0, done\nlw $9, 0($8)\nadd $3, $9, $3\nadd $8, $8, $4\n\
         sub $2, $2, $11\nbeq $0, $0, loop\ndone: jr $31\n",
    ];
    let negatives = [
        "lis $4\n.word 4\nadd $5, $2, $2\nadd $5, $5, $5\nadd $5, $5, $1\n\
         loop: beq $1, $5, done\nlw $7, 0($1)\nsub $7, $0, $7\nsw $7, 0($1)\n\
         add $1, $1, $4\nbeq $0, $0, loop\ndone: jr $31\n",
        "lis $4\n.word 4\nlis $11\n.word 1\nadd $8, $1, $0\n\
         loop: beq $2, $0, done\nlw $9, 0($8)\nsub $9, $0, $9\nsw $9, 0($8)\n\
         add $8, $8, $4\nsub $2, $2, $11\nbeq $0, $0, loop\ndone: jr $31\n",
    ];
    let observe = |observed: &str| Spec {
        array: Some(6),
        observe: Some(vec![observed.to_owned()]),
        ..Spec::default()
    };
    let certified = |(texts, spec): ([&str; 2], Spec)| {
        let contract = Contract::new(&spec).expect("it is a contract");
        let images = [0, 1].map(|side| {
            let program = assemble(texts[side]).program.expect("it is a program");
            contract.image(side, &program).expect("it is short")
        });
        let images = [&images[0], &images[1]];
        let proved = crate::proved_under(&contract, images).expect("it is proved");
        certify::of_loops(images, &contract, &proved, &solver::Stop::NEVER)
    };
    [(sums, observe("$3")), (negatives, observe("a"))].map(certified).into()
}

/// The same certificate with deductions of all kinds in its answers by algebra, which then depend on one of them; none
/// without such answers.
fn deducing(certificate: &Certificate) -> Option<Certificate> {
    let mut all =
        Deducing { certificate, next: 0, measured: 0, answers: Vec::new(), kinds: [0; 3] };
    walk(certificate, &mut all).expect("it is accepted");
    let [zero, products, shorter] = all.kinds;
    let answers = all.answers;
    let is_richer = zero > 0 && products > 0 && shorter > 0;
    let richer = is_richer.then(|| Certificate { answers, ..certificate.clone() })?;
    check(&richer).expect("what is deduced is right");
    Some(richer)
}

/// Hands answers of a certificate on, and puts deductions in front of some.
struct Deducing<'c> {
    certificate: &'c Certificate,
    next: usize,
    measured: usize,
    answers: Vec<Option<Answer>>,
    /// Deductions of each kind.
    kinds: [u32; 3],
}

impl Advisor for Deducing<'_> {
    fn answer(&mut self, scene: &mut Scene, obligation: &Obligation<'_>) -> Option<Answer> {
        let answer = self.certificate.answers.get(self.next).cloned().flatten();
        self.next += 1;
        let richer = answer.as_ref().and_then(|answer| self.richer(scene, obligation, answer));
        let answer = richer.or(answer);
        self.answers.push(answer.clone());
        answer
    }

    fn measures(&mut self, _: &Scene, _: &[&Step]) -> Vec<Measure> {
        self.measured += 1;
        self.certificate.measures.get(self.measured - 1).copied().into_iter().collect()
    }

    fn begins_lap(&mut self, at: u64, _: u64) -> bool {
        self.certificate.begins_lap(at)
    }

    fn closes_lap(&mut self, _: &mut Scene, lap: [u64; 2], _: &[Obligation<'_>]) -> bool {
        self.certificate.laps.contains(&lap)
    }
}

impl Deducing<'_> {
    fn richer(
        &mut self,
        scene: &mut Scene,
        obligation: &Obligation<'_>,
        answer: &Answer,
    ) -> Option<Answer> {
        let Answer::Algebra { against: None, equal, shown, deduced, factors } = answer else {
            return None;
        };
        if !(equal.is_empty() && shown.is_empty() && deduced.is_empty()) {
            return None;
        }
        let number = |number: u32| vec![(vec![], number)];
        let word = obligation.zero_goal(&mut scene.terms)?;
        let zeros = obligation.zeros(&mut scene.terms).len();
        let of = factor(scene, word);
        let mut deduced = vec![Deduction::Zero(Sum { of, by: factors.clone() })];
        self.kinds[0] += 1;
        let (less, more, times) = (number(2), number(3), number(70_000));
        deduced.push(Deduction::Products(Products { less, more, times, bits: Vec::new() }));
        self.kinds[1] += 1;
        let order = |condition: &Condition| match condition.fact {
            Fact::Less(false, a, b) => Some([a, b]),
            _ => None,
        };
        let known = obligation.conditions.iter().enumerate();
        if let Some((of, [a, b])) = known.filter_map(|(at, it)| Some((at, order(it)?))).next() {
            let [first, second] = [a, b].map(|word| factor(scene, word));
            let (same, bits) = (Default::default(), Vec::new());
            let common = Vec::new();
            deduced.push(Deduction::Shorter(Shorter { of, first, second, common, same, bits }));
            self.kinds[2] += 1;
        }
        let factors = vec![(zeros, number(1))];
        let (equal, shown) = (Vec::new(), Vec::new());
        Some(Answer::Algebra { against: None, equal, shown, deduced, factors })
    }
}

/// A word as a polynomial over atoms.
fn factor(scene: &Scene, word: Word) -> Factor {
    let sum = scene.terms.polynomial(word).iter();
    sum.map(|(product, &by)| (product.iter().map(|atom| atom.0).collect(), by)).collect()
}

/// Accepted small certificates: of loops, of paths, and of claims about a difference.
pub fn accepted() -> &'static [Value] {
    static ALL: OnceLock<Vec<Value>> = OnceLock::new();
    ALL.get_or_init(|| {
        let rounds = |body: &str| {
            image(&format!(
                "lis $4\n.word 1\nloop: beq $1, $0, done\n{body}\nsub $1, $1, $4\n\
                 beq $0, $0, loop\ndone: jr $31\n"
            ))
        };
        let paths = [
            ("slt $3, $1, $2\njr $31", "slt $3, $2, $1\nbeq $1, $2, end\nlis $4\n.word 1\nsub $3, $4, $3\nend: jr $31"),
            ("divu $1, $2\nmfhi $3\njr $31", "divu $1, $2\nmflo $4\nmult $4, $2\nmflo $4\nsub $3, $1, $4\njr $31"),
            ("sw $1, -4($30)\nlw $3, -4($30)\njr $31", "add $3, $1, $0\njr $31"),
            // By high words of products with signs and without, by quotients of quotients, by intervals; and of a
            // program that writes its text.
            (
                include_str!("../corpus/oracle/mulhu_from_mulh.left.asm"),
                include_str!("../corpus/oracle/mulhu_from_mulh.right.asm"),
            ),
            (
                include_str!("../corpus/pairs/leap-nested-counted.left.asm"),
                include_str!("../corpus/pairs/leap-nested-counted.right.asm"),
            ),
            (
                "lis $4\n.word 50000000\ndivu $1, $4\nmflo $5\nlis $6\n.word 1\nadd $5, $5, $6\ndivu $1, $5\nmflo $7\nlis $8\n.word 49999999\nsltu $3, $8, $7\njr $31",
                "jr $31",
            ),
            (
                include_str!("../corpus/pairs/patched-instruction.left.asm"),
                include_str!("../corpus/pairs/patched-instruction.right.asm"),
            ),
        ];
        let differ = [
            ("add $3, $1, $0\njr $31", "add $3, $1, $0\nlis $4\n.word 5\nbne $1, $4, end\nadd $3, $0, $0\nend: jr $31", Among::Before(vec![5, 0])),
            ("add $3, $1, $2\njr $31", "add $3, $1, $2\nlis $4\n.word 7\nbne $1, $4, end\nbne $2, $4, end\nadd $3, $0, $0\nend: jr $31", Among::OtherThan(vec![7, 7])),
        ];
        let never = &solver::Stop::NEVER;
        let paths = paths.map(|(left, right)| {
            let [left, right] = [left, right].map(image);
            certify::of_paths([&left, &right], &Contract::default(), Among::All, never)
        });
        let differ = differ.map(|(left, right, among)| {
            let [left, right] = [left, right].map(image);
            certify::of_paths([&left, &right], &Contract::default(), among, never)
        });
        // The least on which a loop differs from another one, of those on which both stop soon.
        let within = {
            let [left, right] = ["add $3, $3, $4", "add $3, $3, $4\nlis $6\n.word 3\nbne $3, $6, other\nadd $3, $3, $4\nother: add $0, $0, $0"].map(rounds);
            let scope = certify::Scope { among: Among::Before(vec![3, 0]), within: Some(200) };
            certify::of_paths([&left, &right], &Contract::default(), scope, never)
        };
        let loops = [
            ("add $3, $3, $2", "add $5, $5, $2\nadd $3, $5, $0"),
            ("add $3, $3, $1", "add $3, $1, $3\nslt $6, $0, $1"),
        ];
        // The first pair needs lemmas about quotients; the second one is a Collatz loop.
        let richer = [
            (
                include_str!("../corpus/loops/quotient-subtraction.left.asm"),
                include_str!("../corpus/loops/quotient-subtraction.right.asm"),
            ),
            (
                include_str!("../corpus/loops/collatz-limit.left.asm"),
                include_str!("../corpus/loops/collatz-limit.right.asm"),
            ),
        ];
        let richer = richer.map(|(left, right)| [left, right].map(image));
        let loops = loops.map(|(left, right)| [left, right].map(rounds));
        let loops = loops.into_iter().chain(richer).map(|[left, right]| {
            let proved = crate::proved([&left, &right]).expect("it is proved");
            certify::of_loops([&left, &right], &Contract::default(), &proved, never)
        });
        let arrays = arrays_of_any_length();
        // Paths that run for ever, one by a part of its state.
        let for_ever = [
            ("beq $1, $0, done\nloop: add $3, $3, $1\nbeq $0, $0, loop\ndone: jr $31", "loop: bne $1, $0, loop\njr $31", Among::All),
            ("lis $5\n.word 2\nloop: divu $1, $5\nmflo $1\nbne $1, $1, loop\nslt $6, $0, $1\nbeq $6, $0, loop\njr $31", "lis $5\n.word 2\ndivu $1, $5\nmflo $1\nloop: beq $1, $0, loop\njr $31", Among::OtherThan(vec![7, 7])),
        ];
        let for_ever = for_ever.map(|(left, right, among)| {
            let [left, right] = [left, right].map(image);
            certify::of_paths([&left, &right], &Contract::default(), among, never)
        });
        // With facts at points: about a product, about a branch's outcome, and over a call.
        let with_facts = [
            (
                include_str!("../corpus/versions/hoisted-from-loop.left.asm"),
                include_str!("../corpus/versions/hoisted-from-loop.right.asm"),
            ),
            (
                include_str!("../corpus/versions/decided-branch.left.asm"),
                include_str!("../corpus/versions/decided-branch.right.asm"),
            ),
            (
                include_str!("../corpus/versions/kept-over-call.left.asm"),
                include_str!("../corpus/versions/kept-over-call.right.asm"),
            ),
        ];
        let with_facts =
            with_facts.map(|(left, right)| crate::recursions::certified([left, right]));
        let recursions = crate::recursions::all().into_iter().filter_map(|pair| pair.certified());
        let all = paths.into_iter().chain(differ).chain([within]).chain(loops).chain(arrays).chain(for_ever);
        let all = all.chain(recursions.map(Ok)).chain(with_facts);
        let all: Vec<Certificate> =
            all.map(|certified| certified.expect("it can be certified").certificate).collect();
        let deducing = all.iter().filter_map(deducing).take(3);
        let every = deducing.collect::<Vec<_>>().into_iter().chain(all.clone());
        let value = |certificate| serde_json::to_value(certificate).expect("it is plain data");
        every.map(value).collect()
    })
}

/// Changes something in a JSON value, anywhere.
pub fn tamper(value: &mut Value, random: &mut Random) {
    match value {
        Value::Object(fields) => {
            let at = random.below(fields.len().max(1));
            if let Some(field) = fields.values_mut().nth(at) {
                tamper(field, random);
            }
        }
        Value::Array(items) if items.is_empty() => {}
        Value::Array(items) => {
            let at = random.below(items.len());
            match random.below(8) {
                0 => _ = items.remove(at),
                1 => items.insert(at, items[at].clone()),
                2 => {
                    let other = random.below(items.len());
                    items.swap(at, other);
                }
                _ => tamper(&mut items[at], random),
            }
        }
        Value::Number(number) => {
            let word = number.as_u64().unwrap_or(0) as u32;
            let changed = match random.below(4) {
                0 => word.wrapping_add(1),
                1 => word.wrapping_sub(1),
                2 => word ^ 1 << random.below(32),
                _ => random.word(),
            };
            *value = Value::from(changed);
        }
        Value::Bool(bool) => *bool = !*bool,
        Value::Null => *value = serde_json::json!({ "bits": "0 1 0\n" }),
        Value::String(text) => *text = tampered(text, random),
    }
}

/// A text with another number in it, or without a line, or of another kind.
fn tampered(text: &str, random: &mut Random) -> String {
    const NAMES: [&str; 24] = [
        "left.$30",
        "right.$31",
        "left.stack[-4]",
        "right.stack[-8]",
        "all",
        "open",
        "alike",
        "always",
        "left.$3",
        "right.$3",
        "left.$1",
        "right.$5",
        "input.0",
        "<",
        "<=u",
        "!=",
        "quotient.0",
        "remainder.0",
        "value.0",
        "value.2",
        "left.$2",
        "+",
        "*",
        "<u",
    ];
    let lines: Vec<&str> = text.lines().collect();
    if lines.len() < 2 && !text.contains(' ') {
        return random.choose(&NAMES).to_owned();
    }
    let at = random.below(lines.len());
    let changed = |(number, line): (usize, &&str)| {
        if number != at {
            return Some((*line).to_owned());
        }
        let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let word = random.below(words.len());
        match random.below(4) {
            0 => return None,
            1 => _ = words.remove(word),
            2 => words[word] = (random.below(40) as i32 - 20).to_string(),
            _ => words.swap(0, word),
        }
        Some(words.join(" "))
    };
    let lines: Vec<String> = lines.iter().enumerate().filter_map(changed).collect();
    lines.join("\n") + "\n"
}

/// Tampers with a certificate, and checks that it is accepted only if its claim is then true, as far as runs show.
/// Returns whether it was accepted with another claim than before.
pub fn check_tampered(random: &mut Random) -> bool {
    let certificates = accepted();
    let before = &certificates[random.below(certificates.len())];
    let mut value = before.clone();
    for _ in 0..1 + random.below(2) {
        tamper(&mut value, random);
    }
    let Ok(certificate) = serde_json::from_value::<Certificate>(value.clone()) else {
        return false;
    };
    if check(&certificate).is_err() {
        return false;
    }
    let claim = |value: &Value| {
        ["programs", "among", "within", "stopping", "inputs"].map(|field| value[field].clone())
    };
    if claim(before) == claim(&value) {
        return false;
    }
    let counterexample = counterexample(&certificate).or_else(|| by_the_engine(&certificate));
    assert!(counterexample.is_none(), "{counterexample:?} refutes {value}");
    true
}
