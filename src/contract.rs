//! The contract of a comparison: which inputs the programs get, and what is observed.
//!
//! A contract defines the inputs (two integers, or an array of up to N elements; and the bytes of
//! the input stream), which of them the programs share and which are separate, what may be assumed
//! about them, and what is observed beside how a run ends. By default there are two free integers
//! in `$1` and `$2`, shared by both programs, and `$3` and the output are observed.
//!
//! A person writes a [`Spec`]: texts and numbers, as in JSON. It is compiled to a [`Contract`]: a
//! list of named input words, the [`Setup`] of each program's machine, and *premises*, which are
//! [`Formula`]s over the words that all inputs satisfy. Premises are the person's assumptions, and
//! conditions that follow from the kinds of inputs.
//!
//! Memory behind the array's last element is zero, except for a number of words that a contract may leave free.
//! A premise sets the input words of elements that the array does not have to zero. So inputs that a program cannot
//! distinguish are the same input, and "the only input" is unambiguous.

mod formula;
mod layout;
mod observe;
mod overflow;
mod plain;
mod resolve;
mod scope;
mod syntax;
pub mod table;
mod tokens;

use std::rc::Rc;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::diagnostic::Span;
use crate::machine::arm64;
use crate::machine::mips::Reg;
use crate::machine::setup::{ARRAY_ADDRESS, Array, Beyond, Initial, Observable, Setup};
use crate::machine::{Image, Inputs, RETURN_ADDRESS};
use crate::program::Program;
pub use formula::{Formula, Meaning, Operator, Relation, WordExpression};
use layout::Layout;
pub use plain::plain_names;

/// The maximal number of elements of an array.
pub const MAX_ELEMENTS: u32 = 64;
/// The maximal number of free bytes of the input stream.
pub const MAX_BYTES: u32 = 64;
/// The maximal number of bytes of a text that is the input stream.
pub const MAX_TEXT: usize = 1 << 16;

/// The names of the two programs.
pub const SIDES: [&str; 2] = ["left", "right"];

/// A contract as a person writes it. All parts are optional.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default, deny_unknown_fields)]
pub struct Spec {
    /// The maximal number of elements of an input array, at most 64. The array's address is in `$1`
    /// and its length in `$2`. `None` means two integers instead of an array.
    pub array: Option<u32>,
    /// Where the array is. `None` means apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub array_at: Option<ArrayAt>,
    /// The number of free words behind the array's last element, at most 64. `None` means that memory there is zero.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub array_beyond: Option<u32>,
    /// The text of the input stream.
    pub stdin: Option<String>,
    /// The number of free bytes of the input stream, at most 64.
    pub stdin_bytes: Option<u32>,
    /// Inputs that are separate for each program: `$1`, `$2`, `a` for the array with its length,
    /// `beyond` for the free words behind it, `in` for the input stream.
    pub separate: Vec<String>,
    /// Assumptions about the inputs. Inputs that violate one are ignored.
    pub assume: Vec<String>,
    /// What is observed: `$n`, `output`, `a` for the array's elements, `[address]`, and `keeps $n`.
    /// `None` means `$3` and `output`.
    pub observe: Option<Vec<String>>,
    /// The address that ends a program, which is the initial value of `$31`. `None` means
    /// 0x8123456c.
    pub return_address: Option<u32>,
}

/// Where an array is in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum ArrayAt {
    /// At [`ARRAY_ADDRESS`], the same address for both programs.
    Apart,
    /// Behind the last word of each program, where the course's loader puts it.
    Behind,
}

impl Spec {
    /// Whether nothing differs from the default, two integers.
    pub fn is_default(&self) -> bool {
        *self == Spec::default()
    }

    /// The text that a [`Problem`] refers to, if it refers to one.
    pub fn text(&self, part: &str, index: usize) -> Option<&str> {
        let texts = match part {
            "assume" => &self.assume,
            "separate" => &self.separate,
            "observe" => self.observe.as_ref()?,
            _ => return None,
        };
        texts.get(index).map(String::as_str)
    }
}

/// An error in a [`Spec`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Problem {
    /// The name of the part of the spec.
    pub part: &'static str,
    /// The index of the text, if the part has several.
    pub index: usize,
    /// The location of the error in that text, in bytes.
    #[serde(skip)]
    pub span: Span,
    /// The error message.
    pub message: String,
}

/// A condition that all inputs satisfy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Premise {
    /// The condition, over the input words.
    pub formula: Formula,
    /// The assumption that a person wrote. `None` if the premise follows from the kind of an input.
    pub text: Option<String>,
}

/// What a comparison is about: see the [module](self).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contract {
    spec: Spec,
    names: Arc<[String]>,
    setups: [Setup; 2],
    premises: Vec<Premise>,
}

impl Default for Contract {
    fn default() -> Contract {
        Contract::new(&Spec::default()).expect("two integers are a contract")
    }
}

/// The condition that a text expresses about numbers in the first registers of an ARM64 program, and about free bytes of
/// its input stream: `x0 < in[0]`. Input `n` of the formula is `xn` for `n` below `registers`; the bytes come behind.
///
/// # Errors
///
/// The first error in the text.
pub fn condition_of_numbers(
    text: &str,
    registers: usize,
    bytes: usize,
) -> Result<Formula<u64>, Problem> {
    condition(text, scope::Arm64::Numbers { registers, bytes })
}

/// The condition that a text expresses about an ARM64 program's array of at most `capacity` elements: `sorted(a)`. Input 0
/// of the formula is the length, the others are the elements. An element behind the last one is 0.
///
/// # Errors
///
/// The first error in the text.
pub fn condition_of_array(text: &str, capacity: u32) -> Result<Formula<u64>, Problem> {
    condition(text, scope::Arm64::Array(capacity))
}

/// What is observed of ARM64 programs by the items of a contract, such as `x19..x28`. `array` is the capacity of the array,
/// if there is one.
///
/// # Errors
///
/// All errors in the items.
pub fn observation_of_arm64(
    items: Option<&[String]>,
    array: Option<u64>,
) -> Result<arm64::Observation, Vec<Problem>> {
    let mut problems = Vec::new();
    let observation = observe::parse(items, array, &mut problems);
    if problems.is_empty() { Ok(observation) } else { Err(problems) }
}

fn condition(text: &str, of: scope::Arm64) -> Result<Formula<u64>, Problem> {
    let problem =
        |tokens::Error { span, message }| Problem { part: "assume", index: 0, span, message };
    resolve::condition(text, of).map_err(problem)
}

/// The inputs of a program, by where it finds them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// Registers that hold inputs, except those of the array.
    pub registers: Vec<(Reg, u32)>,
    /// The elements of the array.
    pub array: Option<Vec<u32>>,
    /// The words behind its last element, if they are free.
    pub beyond: Option<Vec<u32>>,
    /// The input stream, if its bytes are free.
    pub stdin: Option<Vec<u8>>,
}

impl Contract {
    /// Compiles a spec to a contract.
    ///
    /// # Errors
    ///
    /// All errors in the spec.
    pub fn new(spec: &Spec) -> Result<Contract, Vec<Problem>> {
        let mut problems = Vec::new();
        let observed =
            observe::parse(spec.observe.as_deref(), spec.array.map(u64::from), &mut problems);
        let separate = separate(spec, &mut problems);
        check(spec, &mut problems);
        if !problems.is_empty() {
            return Err(problems);
        }
        let mut layout = Layout::new(separate);
        match spec.array {
            Some(capacity) => {
                layout.add_array(capacity);
                layout.add_beyond(spec.array_beyond.unwrap_or(0));
            }
            None => {
                layout.add_register(Reg::FIRST_INPUT);
                layout.add_register(Reg::SECOND_INPUT);
            }
        }
        for reg in observed.others.iter().filter_map(kept_input) {
            layout.add_register(reg);
        }
        layout.add_stream(spec);
        let names: Arc<[String]> = layout.names.into();
        let return_address = spec.return_address.unwrap_or(RETURN_ADDRESS);
        let setups = layout.setups.map(|setup| {
            let setup = setup.returning_to(return_address);
            Setup { names: Arc::clone(&names), observation: observed.clone(), ..setup }
        });
        let mut premises = layout.premises;
        for (index, text) in spec.assume.iter().enumerate() {
            match resolve::premises(text, &setups) {
                Ok(formulas) => premises.extend(
                    formulas
                        .into_iter()
                        .map(|formula| Premise { formula, text: Some(text.clone()) }),
                ),
                Err(tokens::Error { span, message }) => {
                    problems.push(Problem { part: "assume", index, span, message });
                }
            }
        }
        match problems.is_empty() {
            true => Ok(Contract { spec: spec.clone(), names, setups, premises }),
            false => Err(problems),
        }
    }

    /// A contract under which both programs get what one program gets on this input, and that
    /// input. It turns a question about one run into a comparison. The output is not observed.
    #[cfg(feature = "alignment")]
    pub fn of_one(&self, program: usize, inputs: &[u32]) -> (Contract, Inputs) {
        let observed = self.spec.observe.iter().flatten().filter(|text| text.trim() != "output");
        let mut observe: Vec<String> = observed.cloned().collect();
        if observe.is_empty() {
            observe.push(Reg::RESULT.to_string());
        }
        let (separate, assume) = (Vec::new(), Vec::new());
        let mut spec = Spec { separate, assume, observe: Some(observe), ..self.spec.clone() };
        let bare = Contract::new(&spec).expect("parts of a contract are one");
        let own = |name: &String| {
            let of =
                |other: &String| other == name || *other == format!("{}.{name}", SIDES[program]);
            let index = self.names.iter().position(of).expect("a program is given its own inputs");
            inputs[index]
        };
        let inputs: Inputs = bare.names.iter().map(own).collect();
        let equal = |(name, word): (&String, &u32)| format!("{name} == {}", *word as i32);
        spec.assume = bare.names.iter().zip(inputs.iter()).map(equal).collect();
        (Contract::new(&spec).expect("inputs are words that may be compared"), inputs)
    }

    /// The spec as written.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The names of the input words, in order: `$2`, `a[0]`, `in[3]`, and `len` for the length of
    /// the array. The name of a separate input begins with `left.` or `right.`.
    pub fn names(&self) -> &Arc<[String]> {
        &self.names
    }

    /// The setup of a program's machine. The left program is 0, the right one 1.
    pub fn setup(&self, program: usize) -> &Setup {
        &self.setups[program]
    }

    /// A program on its machine. The left program is 0, the right one 1.
    ///
    /// # Errors
    ///
    /// A message if the program overlaps its array.
    pub fn image(&self, program: usize, words: &Program) -> Result<Rc<Image>, String> {
        let mut setup = self.setups[program].clone();
        if setup.array.is_some() && words.end().0 > ARRAY_ADDRESS {
            return Err(format!(
                "the {} program is too long to be given an array: it ends behind {ARRAY_ADDRESS:#x}",
                SIDES[program]
            ));
        }
        if self.spec.array_at == Some(ArrayAt::Behind) {
            setup = setup.with_array_at(words.end());
        }
        Ok(Image::with(words, setup))
    }

    /// The conditions that all inputs satisfy.
    pub fn premises(&self) -> &[Premise] {
        &self.premises
    }

    /// Whether a person assumes something about the inputs.
    pub fn has_assumptions(&self) -> bool {
        self.premises.iter().any(|premise| premise.text.is_some())
    }

    /// The numbers in the assumptions, also negated, in order and without duplicates. They are words for inputs to
    /// try: most assumptions are satisfied by some of them.
    pub fn numbers(&self) -> Vec<u32> {
        let mut found = Vec::new();
        let assumptions = self.premises.iter().filter(|premise| premise.text.is_some());
        assumptions.for_each(|premise| premise.formula.constants(&mut found));
        let negated: Vec<u32> = found.iter().map(|number| number.wrapping_neg()).collect();
        found.extend(negated);
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether inputs have the right number of words and satisfy the premises.
    pub fn allows(&self, inputs: &[u32]) -> bool {
        inputs.len() == self.names.len()
            && self.premises.iter().all(|premise| premise.formula.holds(inputs))
    }

    /// Inputs of this contract's kind that are close to these. They may still violate an
    /// assumption.
    pub fn fit(&self, inputs: &[u32]) -> Inputs {
        let given = |index: usize| inputs.get(index).copied().unwrap_or(0);
        let mut inputs: Inputs = (0..self.names.len()).map(given).collect();
        for setup in &self.setups {
            if let Some(Array { length, first, capacity, .. }) = setup.array {
                if inputs[length] > capacity {
                    inputs[length] %= capacity + 1;
                }
                let elements = inputs[length] as usize..capacity as usize;
                elements.for_each(|index| inputs[first + index] = 0);
            }
            for byte in &setup.stream {
                if let Initial::Input(index) = *byte {
                    inputs[index] &= 0xff;
                }
            }
        }
        inputs
    }

    /// The default first input of a comparison: 42 in each word, as in the tool of the Tamarin
    /// paper.
    pub fn first_inputs(&self) -> Inputs {
        self.fit(&vec![42; self.names.len()])
    }

    /// The inputs of a program.
    pub fn given(&self, program: usize, inputs: &[u32]) -> Given {
        let setup = &self.setups[program];
        let is_input = |reg: &Reg| matches!(setup.initial(*reg), Initial::Input(_));
        let is_length = |reg: &Reg| setup.array.is_some() && *reg == Reg::SECOND_INPUT;
        let registers = Reg::all().filter(|reg| is_input(reg) && !is_length(reg));
        let array = setup
            .array
            .map(|array| array.elements(inputs).map(|(_, index)| inputs[index]).collect());
        let beyond = setup.array.filter(|array| array.beyond.count > 0).map(|array| {
            let Beyond { first, count } = array.beyond;
            inputs[first..first + count as usize].to_vec()
        });
        let is_free = self.spec.stdin_bytes.is_some();
        let stdin = setup.stream.iter().map(|byte| byte.word(inputs) as u8);
        Given {
            registers: registers.map(|reg| (reg, setup.initial(reg).word(inputs))).collect(),
            array,
            beyond,
            stdin: is_free.then(|| stdin.collect()),
        }
    }

    /// Inputs as one line, `$1 = 4, a = [1, 2]`. `show` formats each word.
    pub fn describe<W: ToString>(&self, inputs: &[u32], show: impl Fn(u32) -> W) -> String {
        let named = self.named(inputs, show);
        let parts: Vec<String> =
            named.into_iter().map(|(name, value)| format!("{name} = {value}")).collect();
        match parts.is_empty() {
            true => "its only input".to_owned(),
            false => parts.join(", "),
        }
    }

    /// Inputs by name, `$1` or `left $2`. `show` formats each word.
    pub fn named<W: ToString>(
        &self,
        inputs: &[u32],
        show: impl Fn(u32) -> W,
    ) -> Vec<(String, String)> {
        let [left, right] = [0, 1].map(|program| self.equations(program, inputs, &show));
        let mut parts = Vec::new();
        for ((name, left), (_, right)) in left.into_iter().zip(right) {
            // Separate inputs get the name of their program.
            match self.spec.separate.contains(&name) {
                true => {
                    parts
                        .extend([(format!("left {name}"), left), (format!("right {name}"), right)]);
                }
                false => parts.push((name, left)),
            }
        }
        parts
    }

    /// The inputs of a program, by name, as text.
    fn equations<W: ToString>(
        &self,
        program: usize,
        inputs: &[u32],
        show: &impl Fn(u32) -> W,
    ) -> Vec<(String, String)> {
        let Given { registers, array, beyond, stdin } = self.given(program, inputs);
        let list = |name: &str, words: Vec<u32>| {
            let words: Vec<String> = words.into_iter().map(|word| show(word).to_string()).collect();
            (name.to_owned(), format!("[{}]", words.join(", ")))
        };
        let array = array.map(|words| list("a", words));
        let beyond = beyond.map(|words| list("beyond", words));
        let registers =
            registers.into_iter().map(|(reg, word)| (reg.to_string(), show(word).to_string()));
        let stdin = stdin.map(|bytes| ("in".to_owned(), format!("\"{}\"", bytes.escape_ascii())));
        array.into_iter().chain(beyond).chain(registers).chain(stdin).collect()
    }
}

/// Checks the numbers of a spec.
fn check(spec: &Spec, problems: &mut Vec<Problem>) {
    let mut problem = |part, message: String| {
        problems.push(Problem { part, index: 0, span: Span::default(), message });
    };
    if let Some(elements) = spec.array.filter(|&elements| elements > MAX_ELEMENTS) {
        problem(
            "array",
            format!("an array of {elements} elements is too long; the most is {MAX_ELEMENTS}"),
        );
    }
    if spec.array_at.is_some() && spec.array.is_none() {
        problem("array_at", "the programs are given no array that could be there".to_owned());
    }
    if spec.array_beyond.is_some() && spec.array.is_none() {
        problem("array_beyond", "the programs are given no array".to_owned());
    }
    if let Some(words) = spec.array_beyond.filter(|&words| words > MAX_ELEMENTS) {
        problem(
            "array_beyond",
            format!("{words} free words behind the array are too many; the most is {MAX_ELEMENTS}"),
        );
    }
    if let Some(bytes) = spec.stdin_bytes.filter(|&bytes| bytes > MAX_BYTES) {
        problem("stdin_bytes", format!("{bytes} free bytes are too many; the most is {MAX_BYTES}"));
    }
    if spec.stdin.is_some() && spec.stdin_bytes.is_some() {
        let message = "the input stream is either a text or free bytes";
        problem("stdin_bytes", message.to_owned());
    }
    if spec.stdin.as_ref().is_some_and(|text| text.len() > MAX_TEXT) {
        problem("stdin", format!("the input stream is too long; the most is {MAX_TEXT} bytes"));
    }
}

/// The names of the separate inputs.
fn separate(spec: &Spec, problems: &mut Vec<Problem>) -> Vec<String> {
    let mut names = Vec::new();
    for (index, text) in spec.separate.iter().enumerate() {
        let name = text.trim();
        let is_there = match name {
            "$1" | "$2" => spec.array.is_none(),
            "a" => spec.array.is_some(),
            "beyond" => spec.array.is_some() && spec.array_beyond.is_some(),
            "in" => spec.stdin_bytes.is_some(),
            _ => false,
        };
        if !is_there {
            let numbers: &[&str] = if spec.array.is_none() { &["`$1`", "`$2`"] } else { &["`a`"] };
            let beyond = spec.array.and(spec.array_beyond).map(|_| "`beyond`");
            let stream = spec.stdin_bytes.map(|_| "`in`");
            let names: Vec<&str> = numbers.iter().copied().chain(beyond).chain(stream).collect();
            let message = match names.split_last() {
                Some((last, rest)) if !rest.is_empty() => format!(
                    "`{name}` is no input that can be separate; there are {} and {last}",
                    rest.join(", ")
                ),
                _ => format!("`{name}` is no input that can be separate; there is {}", names[0]),
            };
            let span = Span { start: 0, end: text.len() };
            problems.push(Problem { part: "separate", index, span, message });
        }
        names.push(name.to_owned());
    }
    names
}

/// The register of a `keeps` observation, if its initial value is free.
fn kept_input(observable: &Observable) -> Option<Reg> {
    match *observable {
        Observable::Kept(reg) => (4..30).contains(&reg.number()).then_some(reg),
        _ => None,
    }
}
