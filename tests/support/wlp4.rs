//! An interpreter of WLP4 for numbers of any width, which shares nothing with the compiler: a parser of its own, values
//! that carry their types, and memory in which only variables and allocated words exist.
//!
//! Programs must be valid. What the language leaves open is as in `tamarin::wlp4`.

use std::collections::HashMap;

mod parser;
pub mod random;

use parser::{Expression, Place, Procedure, Statement, parse};

/// What depends on the machine.
#[derive(Clone, Copy, Debug)]
pub struct Width {
    /// The type of numbers.
    pub integer: &'static str,
    /// The bits of a number.
    pub bits: u32,
    /// The value of `NULL`.
    pub null: i64,
    /// Words of the heap; a block takes one more than was asked for.
    pub room: i64,
}

impl Width {
    /// A text with this type of numbers instead of `int`.
    pub fn text(&self, text: &str) -> String {
        let words = text.split_inclusive(|c: char| !c.is_ascii_alphanumeric());
        words
            .map(|piece| match piece.strip_prefix("int") {
                Some(rest) if !rest.starts_with(|c: char| c.is_ascii_alphanumeric()) => {
                    format!("{}{rest}", self.integer)
                }
                _ => piece.to_owned(),
            })
            .collect()
    }
}

/// Numbers of MIPS.
pub const INT: Width = Width { integer: "int", bits: 32, null: 1, room: 1024 };

/// Numbers of ARM64.
pub const LONG: Width = Width { integer: "long", bits: 64, null: -65536, room: 0xf_0000 };

/// Why a run ended without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A division by zero, or an access through `NULL`.
    Fault,
    /// An access to a word that is neither a variable nor allocated: what happens depends on where things are.
    Undefined,
    /// It took too many steps.
    TooLong,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub end: Result<i64, Stop>,
    pub output: Vec<u8>,
}

/// What `wain` is given.
pub enum Inputs<'a> {
    Numbers([i64; 2]),
    Array(&'a [i64]),
}

/// A value, with its type. The number is sign-extended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Number(i64),
    Pointer(i64),
}

/// Statements and calls that a run may take.
const STEPS: u32 = 20_000;
/// Calls within each other.
const DEPTH: u32 = 100;
/// Where the stack begins, the heap, and the array.
const STACK: i64 = 0x100_0000;
const HEAP: i64 = 0x2_0000;
const ARRAY: i64 = 0x1_0000;

/// Runs a program.
pub fn run(width: Width, text: &str, inputs: &Inputs, stream: &[u8]) -> Run {
    let procedures = parse(width.integer, text);
    let mut machine = Machine {
        width,
        procedures: procedures.iter().map(|it| (it.name.as_str(), it)).collect(),
        memory: HashMap::new(),
        blocks: HashMap::new(),
        used: 0,
        heap_end: HEAP,
        stack: STACK,
        stream,
        output: Vec::new(),
        steps: 0,
        depth: 0,
    };
    let arguments = match inputs {
        Inputs::Numbers(numbers) => numbers.map(Value::Number),
        Inputs::Array(elements) => {
            for (element, at) in elements.iter().zip((ARRAY..).step_by(machine.word() as usize)) {
                machine.memory.insert(at, Value::Number(*element));
            }
            [Value::Pointer(ARRAY), Value::Number(elements.len() as i64)]
        }
    };
    let end = machine.call("wain", &arguments);
    Run { end, output: machine.output }
}

struct Machine<'p> {
    width: Width,
    procedures: HashMap<&'p str, &'p Procedure>,
    /// The words that exist, by address.
    memory: HashMap<i64, Value>,
    /// The number of words of each allocated block, by address.
    blocks: HashMap<i64, i64>,
    /// Words of the heap that are taken.
    used: i64,
    heap_end: i64,
    stack: i64,
    stream: &'p [u8],
    output: Vec<u8>,
    steps: u32,
    depth: u32,
}

type Variables<'p> = HashMap<&'p str, i64>;

impl<'p> Machine<'p> {
    fn word(&self) -> i64 {
        i64::from(self.width.bits / 8)
    }

    fn wrap(&self, value: i64) -> i64 {
        match self.width.bits {
            32 => i64::from(value as i32),
            _ => value,
        }
    }

    /// A pointer as a number without a sign.
    fn unsigned(&self, value: i64) -> u64 {
        value as u64 & (u64::MAX >> (64 - self.width.bits))
    }

    fn step(&mut self) -> Result<(), Stop> {
        self.steps += 1;
        if self.steps > STEPS { Err(Stop::TooLong) } else { Ok(()) }
    }

    fn call(&mut self, name: &str, arguments: &[Value]) -> Result<i64, Stop> {
        self.step()?;
        if self.depth == DEPTH {
            return Err(Stop::TooLong);
        }
        self.depth += 1;
        let procedure = self.procedures[name];
        let (stack, mut variables) = (self.stack, HashMap::new());
        let mut values = arguments.to_vec();
        for initial in &procedure.initial {
            values.push(self.value(&HashMap::new(), initial)?);
        }
        for (name, value) in procedure.variables.iter().zip(values) {
            self.stack -= self.word();
            self.memory.insert(self.stack, value);
            variables.insert(name.as_str(), self.stack);
        }
        self.statements(&variables, &procedure.body)?;
        let result = self.number(&variables, &procedure.result)?;
        for address in variables.values() {
            self.memory.remove(address);
        }
        self.stack = stack;
        self.depth -= 1;
        Ok(result)
    }

    fn statements(&mut self, variables: &Variables, list: &'p [Statement]) -> Result<(), Stop> {
        list.iter().try_for_each(|statement| self.statement(variables, statement))
    }

    fn statement(&mut self, variables: &Variables, statement: &'p Statement) -> Result<(), Stop> {
        self.step()?;
        match statement {
            Statement::Assign(place, value) => {
                let value = self.value(variables, value)?;
                let address = self.address(variables, place)?;
                self.check(address)?;
                self.memory.insert(address, value);
            }
            Statement::If(test, then, otherwise) => {
                let taken = if self.holds(variables, test)? { then } else { otherwise };
                self.statements(variables, taken)?;
            }
            Statement::While(test, body) => {
                while self.holds(variables, test)? {
                    self.step()?;
                    self.statements(variables, body)?;
                }
            }
            Statement::Print(value) => {
                let value = self.number(variables, value)?;
                self.output.extend(format!("{value}\n").bytes());
            }
            Statement::PutChar(value) => {
                let value = self.number(variables, value)?;
                self.output.push(value as u8);
            }
            Statement::Delete(pointer) => {
                let Value::Pointer(at) = self.value(variables, pointer)? else { panic!("a type") };
                if at != self.width.null {
                    let words = self.blocks.remove(&at).ok_or(Stop::Undefined)?;
                    self.used -= words + 1;
                    for index in 0..words {
                        self.memory.remove(&(at + index * self.word()));
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether there is a word at an address.
    fn check(&self, address: i64) -> Result<Value, Stop> {
        let missing = if address == self.width.null { Stop::Fault } else { Stop::Undefined };
        self.memory.get(&address).copied().ok_or(missing)
    }

    fn address(&mut self, variables: &Variables, place: &'p Place) -> Result<i64, Stop> {
        match place {
            Place::Variable(name) => Ok(variables[name.as_str()]),
            Place::Behind(pointer) => match self.value(variables, pointer)? {
                Value::Pointer(address) => Ok(address),
                Value::Number(_) => panic!("the type of {pointer:?}"),
            },
        }
    }

    fn holds(&mut self, variables: &Variables, test: &'p parser::Test) -> Result<bool, Stop> {
        let parser::Test { left, sign, right } = test;
        let left = self.value(variables, left)?;
        let order = match (left, self.value(variables, right)?) {
            (Value::Number(left), Value::Number(right)) => left.cmp(&right),
            (Value::Pointer(left), Value::Pointer(right)) => {
                self.unsigned(left).cmp(&self.unsigned(right))
            }
            _ => panic!("the types of {test:?}"),
        };
        Ok(match sign.as_str() {
            "==" => order.is_eq(),
            "!=" => order.is_ne(),
            "<" => order.is_lt(),
            "<=" => order.is_le(),
            ">" => order.is_gt(),
            _ => order.is_ge(),
        })
    }

    fn number(&mut self, variables: &Variables, value: &'p Expression) -> Result<i64, Stop> {
        match self.value(variables, value)? {
            Value::Number(value) => Ok(value),
            Value::Pointer(_) => panic!("the type of {value:?}"),
        }
    }

    fn value(&mut self, variables: &Variables, value: &'p Expression) -> Result<Value, Stop> {
        Ok(match value {
            Expression::Number(value) => Value::Number(*value),
            Expression::Null => Value::Pointer(self.width.null),
            Expression::GetChar => {
                let next = self.stream.split_first();
                next.inspect(|(_, rest)| self.stream = rest);
                Value::Number(next.map_or(-1, |(&byte, _)| byte.into()))
            }
            Expression::Variable(name) => self.memory[&variables[name.as_str()]],
            Expression::Binary(sign, left, right) => {
                let left = self.value(variables, left)?;
                let right = self.value(variables, right)?;
                self.binary(*sign, left, right)?
            }
            Expression::AddressOf(place) => Value::Pointer(self.address(variables, place)?),
            Expression::Behind(pointer) => match self.value(variables, pointer)? {
                Value::Pointer(address) => self.check(address)?,
                Value::Number(_) => panic!("the type of {pointer:?}"),
            },
            Expression::New(words) => {
                let words = self.number(variables, words)?;
                Value::Pointer(self.allocate(words))
            }
            Expression::Call(name, arguments) => {
                let values = arguments.iter().map(|it| self.value(variables, it));
                let values = values.collect::<Result<Vec<_>, _>>()?;
                Value::Number(self.call(name, &values)?)
            }
        })
    }

    fn allocate(&mut self, words: i64) -> i64 {
        if words <= 0 || words >= self.width.room - self.used {
            return self.width.null;
        }
        self.used += words + 1;
        let address = self.heap_end + self.word();
        for index in 0..words {
            self.memory.insert(address + index * self.word(), Value::Number(0));
        }
        self.heap_end = address + words * self.word();
        self.blocks.insert(address, words);
        address
    }

    fn binary(&self, sign: char, left: Value, right: Value) -> Result<Value, Stop> {
        use Value::{Number, Pointer};
        let scaled = |number: i64| number.wrapping_mul(self.word());
        Ok(match (sign, left, right) {
            ('+', Number(a), Number(b)) => Number(self.wrap(a.wrapping_add(b))),
            ('-', Number(a), Number(b)) => Number(self.wrap(a.wrapping_sub(b))),
            ('*', Number(a), Number(b)) => Number(self.wrap(a.wrapping_mul(b))),
            ('/' | '%', Number(_), Number(0)) => return Err(Stop::Fault),
            ('/', Number(a), Number(b)) => Number(self.wrap(a.wrapping_div(b))),
            ('%', Number(a), Number(b)) => Number(a.wrapping_rem(b)),
            ('+', Pointer(a), Number(b)) | ('+', Number(b), Pointer(a)) => {
                Pointer(self.wrap(a.wrapping_add(scaled(b))))
            }
            ('-', Pointer(a), Number(b)) => Pointer(self.wrap(a.wrapping_sub(scaled(b)))),
            ('-', Pointer(a), Pointer(b)) => Number(self.wrap(a.wrapping_sub(b)) / self.word()),
            _ => panic!("the types of {left:?} {sign} {right:?}"),
        })
    }
}
