//! The checker: resolves names and computes the type of each expression. It enforces the rules of
//! the language beyond the grammar.

use rustc_hash::FxHashMap;

use super::Problem;
use super::target::Target;
use super::tree::{
    Does, Expression, Is, Lvalue, Name, Operator, Procedure, Program, Statement, Test, Type, Use,
};
use crate::diagnostic::{Code, Span};

/// Writes variables and types into the tree; returns all errors.
pub(super) fn check(target: &Target, program: &mut Program) -> Vec<Problem> {
    let mut checker = Checker {
        target,
        procedures: FxHashMap::default(),
        variables: FxHashMap::default(),
        problems: Vec::new(),
    };
    for procedure in &mut program.procedures {
        checker.procedure(procedure);
    }
    checker.problems
}

struct Checker<'t> {
    target: &'t Target,
    /// The parameter types of the procedures defined so far.
    procedures: FxHashMap<String, Vec<Type>>,
    /// The variables of the current procedure, each with its index and type.
    variables: FxHashMap<String, (usize, Type)>,
    problems: Vec<Problem>,
}

impl Checker<'_> {
    /// A type, as the language spells it.
    fn spelled(&self, of: Type) -> &'static str {
        self.target.spelled(of)
    }

    fn report(&mut self, span: Span, code: Code, message: impl Into<String>) {
        self.problems.push(Problem::new(span, code, message));
    }

    fn procedure(&mut self, procedure: &mut Procedure) {
        let Procedure { name, variables, parameters, body, result } = procedure;
        let types = variables[..*parameters].iter().map(|variable| variable.of).collect();
        if self.procedures.insert(name.text.clone(), types).is_some() {
            let message = format!("there is a procedure `{}` already", name.text);
            self.report(name.span, Code::DuplicateName, message);
        }
        if name.text == "wain" {
            let second = variables.get(1).map(|variable| variable.of);
            if *parameters != 2 || second != Some(Type::Integer) {
                let integer = self.target.integer;
                let message =
                    format!("`wain` has two parameters, of which the second is `{integer}`");
                self.report(name.span, Code::WrongType, message);
            }
        }
        self.variables.clear();
        for (index, variable) in variables.iter_mut().enumerate() {
            let name = &variable.name;
            if self.variables.insert(name.text.clone(), (index, variable.of)).is_some() {
                let message = format!("there is a variable `{}` already", name.text);
                self.report(name.span, Code::DuplicateName, message);
            }
            if let Some(initial) = &mut variable.initial {
                let found = self.expression(initial);
                if found != variable.of {
                    let [wanted, found] = [variable.of, found].map(|of| self.spelled(of));
                    let message = format!("`{}` is `{wanted}`, and this is `{found}`", name.text);
                    self.report(initial.span, Code::WrongType, message);
                }
            }
        }
        self.statements(body);
        self.wants(result, Type::Integer, "a procedure returns");
    }

    fn statements(&mut self, statements: &mut [Statement]) {
        for Statement { span, does } in statements {
            match does {
                Does::Assign(place, value) => {
                    let (place, value) = (self.place(place), self.expression(value));
                    if place != value {
                        let [place, value] = [place, value].map(|of| self.spelled(of));
                        let message = format!("a `{value}` is assigned to a `{place}`");
                        self.report(*span, Code::WrongType, message);
                    }
                }
                Does::If(test, then, otherwise) => {
                    self.test(test);
                    self.statements(then);
                    self.statements(otherwise);
                }
                Does::While(test, body) => {
                    self.test(test);
                    self.statements(body);
                }
                Does::Print(value) => self.wants(value, Type::Integer, "`println` takes"),
                Does::PutChar(value) => self.wants(value, Type::Integer, "`putchar` takes"),
                Does::Delete(value) => self.wants(value, Type::Pointer, "`delete` takes"),
            }
        }
    }

    fn test(&mut self, Test { left, right, .. }: &mut Test) {
        let (a, b) = (self.expression(left), self.expression(right));
        if a != b {
            let [a, b] = [a, b].map(|of| self.spelled(of));
            let message = format!("a `{a}` is compared with a `{b}`");
            self.report(left.span.to(right.span), Code::WrongType, message);
        }
    }

    fn wants(&mut self, value: &mut Expression, wanted: Type, what: &str) {
        let found = self.expression(value);
        if found != wanted {
            let [wanted, found] = [wanted, found].map(|of| self.spelled(of));
            let message = format!("{what} `{wanted}`, and this is `{found}`");
            self.report(value.span, Code::WrongType, message);
        }
    }

    fn place(&mut self, place: &mut Lvalue) -> Type {
        match place {
            Lvalue::Variable(variable) => self.variable(variable),
            Lvalue::Behind(pointer) => {
                self.wants(pointer, Type::Pointer, "`*` takes");
                Type::Integer
            }
        }
    }

    fn variable(&mut self, Use { name, index }: &mut Use) -> Type {
        if let Some(&(known, of)) = self.variables.get(&name.text) {
            *index = known;
            return of;
        }
        let message = format!("there is no variable `{}`", name.text);
        self.report(name.span, Code::UndefinedName, message);
        Type::Integer
    }

    fn expression(&mut self, expression: &mut Expression) -> Type {
        let span = expression.span;
        expression.of = match &mut expression.is {
            Is::Number(_) | Is::GetChar => Type::Integer,
            Is::Null => Type::Pointer,
            Is::Variable(variable) => self.variable(variable),
            Is::Binary(operator, left, right) => {
                let types = [self.expression(left), self.expression(right)];
                self.binary(*operator, types, span)
            }
            Is::AddressOf(place) => {
                if self.place(place) == Type::Pointer {
                    let Target { integer, pointer, .. } = self.target;
                    let message = format!(
                        "`&` takes a place of type `{integer}`, and this is one of type `{pointer}`"
                    );
                    self.report(span, Code::WrongType, message);
                }
                Type::Pointer
            }
            Is::Behind(pointer) => {
                self.wants(pointer, Type::Pointer, "`*` takes");
                Type::Integer
            }
            Is::New(words) => {
                self.wants(words, Type::Integer, "`new` takes");
                Type::Pointer
            }
            Is::Call(name, arguments) => {
                self.call(name, arguments, span);
                Type::Integer
            }
        };
        expression.of
    }

    fn binary(&mut self, operator: Operator, types: [Type; 2], span: Span) -> Type {
        match (operator, types) {
            (_, [Type::Integer, Type::Integer])
            | (Operator::Subtract, [Type::Pointer, Type::Pointer]) => Type::Integer,
            (Operator::Add, [Type::Pointer, Type::Integer] | [Type::Integer, Type::Pointer])
            | (Operator::Subtract, [Type::Pointer, Type::Integer]) => Type::Pointer,
            (operator, [left, right]) => {
                let sign = match operator {
                    Operator::Add => "+",
                    Operator::Subtract => "-",
                    Operator::Multiply => "*",
                    Operator::Divide => "/",
                    Operator::Remainder => "%",
                };
                let [left, right] = [left, right].map(|of| self.spelled(of));
                let message = format!("there is no `{left}` {sign} `{right}`");
                self.report(span, Code::WrongType, message);
                Type::Integer
            }
        }
    }

    fn call(&mut self, name: &Name, arguments: &mut [Expression], span: Span) {
        let types: Vec<Type> = arguments.iter_mut().map(|value| self.expression(value)).collect();
        let Name { text, span: of_name } = name;
        if self.variables.contains_key(text) {
            let message = format!("`{text}` is a variable here, which cannot be called");
            return self.report(*of_name, Code::WrongType, message);
        }
        let Some(parameters) = self.procedures.get(text) else {
            let message = format!("there is no procedure `{text}` above");
            return self.report(*of_name, Code::UndefinedName, message);
        };
        if *parameters != types {
            let list = |types: &[Type]| {
                let types: Vec<_> =
                    types.iter().map(|&of| format!("`{}`", self.spelled(of))).collect();
                if types.is_empty() { "nothing".to_owned() } else { types.join(", ") }
            };
            let message =
                format!("`{text}` takes {}, and is given {}", list(parameters), list(&types));
            self.report(span, Code::WrongType, message);
        }
    }
}
