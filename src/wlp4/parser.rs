//! The parser: recursive descent with one function per grammar rule. The first token that does not
//! fit ends it with an error.

use super::Problem;
use super::scanner::{Kind, Token};
use super::target::Target;
use super::tree::{
    Compare, Does, Expression, Is, Lvalue, Name, Operator, Procedure, Program, Statement, Test,
    Type, Use, Variable,
};
use crate::diagnostic::{Code, Fix, Span};

/// The maximal nesting depth of statements and expressions.
const DEPTH: usize = 200;
/// The maximal number of operands in a chain.
const OPERANDS: usize = 1_000;

pub(super) fn parse(target: &Target, text: &str, tokens: &[Token]) -> Result<Program, Problem> {
    let mut parser = Parser { target, text, tokens, at: 0, depth: 0 };
    let mut procedures = Vec::new();
    loop {
        let procedure = parser.procedure()?;
        let is_last = procedure.name.text == "wain";
        procedures.push(procedure);
        if is_last {
            break;
        }
    }
    match parser.next().kind {
        Kind::End => Ok(Program { procedures }),
        _ => Err(parser.unexpected("the end of the program behind `wain`")),
    }
}

struct Parser<'a, 't> {
    target: &'t Target,
    text: &'a str,
    tokens: &'t [Token<'a>],
    at: usize,
    depth: usize,
}

type Parsed<T> = Result<T, Problem>;

impl<'a> Parser<'a, '_> {
    fn next(&self) -> Token<'a> {
        self.tokens[self.at]
    }

    fn is(&self, text: &str) -> bool {
        let next = self.next();
        matches!(next.kind, Kind::Keyword | Kind::Sign) && next.text == text
    }

    fn take(&mut self) -> Token<'a> {
        let token = self.next();
        self.at += usize::from(token.kind != Kind::End);
        token
    }

    fn takes(&mut self, text: &str) -> bool {
        let is = self.is(text);
        if is {
            self.take();
        }
        is
    }

    fn expect(&mut self, text: &str) -> Parsed<Token<'a>> {
        match self.is(text) {
            true => Ok(self.take()),
            false => Err(self.unexpected(&format!("`{text}`"))),
        }
    }

    fn unexpected(&self, expected: &str) -> Problem {
        let Token { kind, text, span } = self.next();
        let found = match kind {
            Kind::End => "the text ends".to_owned(),
            _ => format!("unexpected `{text}`"),
        };
        Problem::new(span, Code::UnexpectedToken, format!("{found}, expected {expected}"))
    }

    /// The machine whose type of numbers is next, if it is another one.
    fn foreign_integer(&self) -> Option<&'static Target> {
        let Token { kind, text, .. } = self.next();
        // The type of numbers of one machine is a name on the others.
        Target::with_integer(text).filter(|_| kind == Kind::Name)
    }

    /// Consumes the type of numbers.
    fn integer(&mut self) -> Parsed<()> {
        match self.foreign_integer() {
            Some(other) => Err(self.wrong_integer(other)),
            None => self.expect(self.target.integer).map(drop),
        }
    }

    fn wrong_integer(&self, other: &Target) -> Problem {
        let Token { text, span, .. } = self.next();
        let Target { name, integer, .. } = *self.target;
        let message = format!(
            "`{text}` is the type of numbers for {}, and this is compiled for {name}, where it is \
             `{integer}`",
            other.name
        );
        let title = format!("replace `{text}` with `{integer}`");
        let fix = Fix { title, span, replacement: integer.to_owned() };
        let help = format!("write `{integer}` all through, or compile it for {}", other.name);
        let advice = Some(Box::new((help, fix)));
        Problem { advice, ..Problem::new(span, Code::WrongType, message) }
    }

    /// The span from `start` to the end of the last consumed token.
    fn from(&self, start: usize) -> Span {
        Span::new(start, self.tokens[self.at.saturating_sub(1)].span.end.max(start))
    }

    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == DEPTH {
            let message = format!("more than {DEPTH} expressions or statements in each other");
            return Err(Problem::new(self.next().span, Code::UnexpectedToken, message));
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    fn name(&mut self, expected: &str) -> Parsed<Name> {
        match self.next() {
            Token { kind: Kind::Name, text, span } => {
                self.take();
                Ok(Name { text: text.to_owned(), span })
            }
            _ => Err(self.unexpected(expected)),
        }
    }

    fn procedure(&mut self) -> Parsed<Procedure> {
        self.integer()?;
        let is_wain = self.is("wain");
        let name = match is_wain {
            true => {
                let Token { text, span, .. } = self.take();
                Name { text: text.to_owned(), span }
            }
            false => self.name("the name of a procedure, or `wain`")?,
        };
        self.expect("(")?;
        let mut variables = Vec::new();
        while !self.is(")") {
            if !variables.is_empty() {
                self.expect(",")?;
            }
            variables.push(self.variable()?);
        }
        self.expect(")")?;
        self.expect("{")?;
        let parameters = variables.len();
        while self.is(self.target.integer) {
            let variable = self.variable()?;
            self.expect("=")?;
            let initial = match self.next().kind {
                Kind::Number(_) => self.factor()?,
                Kind::Keyword if self.is("NULL") => self.factor()?,
                _ => return Err(self.unexpected("a number or `NULL`")),
            };
            self.expect(";")?;
            variables.push(Variable { initial: Some(initial), ..variable });
        }
        let body = self.statements("return")?;
        self.expect("return")?;
        let result = self.expression()?;
        self.expect(";")?;
        self.expect("}")?;
        Ok(Procedure { name, variables, parameters, body, result })
    }

    fn variable(&mut self) -> Parsed<Variable> {
        self.integer()?;
        let of = if self.takes("*") { Type::Pointer } else { Type::Integer };
        let name = self.name("the name of a variable")?;
        Ok(Variable { name, of, initial: None })
    }

    fn statements(&mut self, end: &str) -> Parsed<Vec<Statement>> {
        let mut statements = Vec::new();
        while !self.is(end) {
            statements.push(self.nested(Parser::statement)?);
        }
        Ok(statements)
    }

    fn block(&mut self) -> Parsed<Vec<Statement>> {
        self.expect("{")?;
        let statements = self.statements("}")?;
        self.expect("}")?;
        Ok(statements)
    }

    fn statement(&mut self) -> Parsed<Statement> {
        let start = self.next().span.start;
        if let Some(other) = self.foreign_integer()
            && self.tokens[self.at + 1].text != "="
        {
            // It is a declaration, not an assignment to a variable of this name.
            return Err(self.wrong_integer(other));
        }
        // The span of a compound statement is that of its first line.
        let mut head = None;
        let does = if self.takes("if") {
            let test = self.test()?;
            head = Some(self.from(start));
            let then = self.block()?;
            self.expect("else")?;
            Does::If(test, then, self.block()?)
        } else if self.takes("while") {
            let test = self.test()?;
            head = Some(self.from(start));
            Does::While(test, self.block()?)
        } else if self.takes("println") {
            Does::Print(self.argument()?)
        } else if self.takes("putchar") {
            Does::PutChar(self.argument()?)
        } else if self.takes("delete") {
            self.expect("[")?;
            self.expect("]")?;
            let value = self.expression()?;
            self.expect(";")?;
            Does::Delete(value)
        } else if matches!(self.next().kind, Kind::Name) || self.is("*") || self.is("(") {
            let place = self.place()?;
            self.expect("=")?;
            let value = self.expression()?;
            self.expect(";")?;
            Does::Assign(place, value)
        } else {
            return Err(self.unexpected("a statement, or `return`"));
        };
        Ok(Statement { span: head.unwrap_or_else(|| self.from(start)), does })
    }

    /// The argument of an output statement.
    fn argument(&mut self) -> Parsed<Expression> {
        self.expect("(")?;
        let value = self.expression()?;
        self.expect(")")?;
        self.expect(";")?;
        Ok(value)
    }

    fn place(&mut self) -> Parsed<Lvalue> {
        if self.takes("*") {
            return Ok(Lvalue::Behind(Box::new(self.nested(Parser::factor)?)));
        }
        if self.takes("(") {
            let place = self.nested(Parser::place)?;
            self.expect(")")?;
            return Ok(place);
        }
        let name = self.name("a variable, or `*` and a pointer")?;
        Ok(Lvalue::Variable(Use { name, index: 0 }))
    }

    fn test(&mut self) -> Parsed<Test> {
        self.expect("(")?;
        let left = self.expression()?;
        let compare = match self.next().text {
            "==" => Compare::Equal,
            "!=" => Compare::NotEqual,
            "<" => Compare::Less,
            "<=" => Compare::LessOrEqual,
            ">" => Compare::Greater,
            ">=" => Compare::GreaterOrEqual,
            _ => return Err(self.unexpected("`==`, `!=`, `<`, `<=`, `>` or `>=`")),
        };
        self.take();
        let right = self.expression()?;
        self.expect(")")?;
        Ok(Test { compare, left, right })
    }

    fn expression(&mut self) -> Parsed<Expression> {
        self.nested(|parser| {
            parser.chain(Parser::term, &[("+", Operator::Add), ("-", Operator::Subtract)])
        })
    }

    fn term(&mut self) -> Parsed<Expression> {
        let operators =
            [("*", Operator::Multiply), ("/", Operator::Divide), ("%", Operator::Remainder)];
        self.chain(Parser::factor, &operators)
    }

    /// Parses operands separated by operators, left-associatively.
    fn chain(
        &mut self,
        operand: fn(&mut Self) -> Parsed<Expression>,
        operators: &[(&str, Operator)],
    ) -> Parsed<Expression> {
        let start = self.next().span.start;
        let mut left = operand(self)?;
        let mut operands = 1;
        while let Some(&(sign, operator)) = operators.iter().find(|(sign, _)| self.is(sign)) {
            operands += 1;
            if operands > OPERANDS {
                let message = format!("more than {OPERANDS} operands in a row");
                return Err(Problem::new(self.next().span, Code::UnexpectedToken, message));
            }
            self.expect(sign)?;
            let right = operand(self)?;
            let is = Is::Binary(operator, Box::new(left), Box::new(right));
            left = Expression { span: self.from(start), of: Type::Integer, is };
        }
        Ok(left)
    }

    fn factor(&mut self) -> Parsed<Expression> {
        let start = self.next().span.start;
        let token = self.next();
        let is = match token.kind {
            Kind::Number(value) => {
                self.take();
                Is::Number(value)
            }
            Kind::Name => {
                let name = self.name("a name")?;
                match self.takes("(") {
                    true => Is::Call(name, self.arguments()?),
                    false => Is::Variable(Use { name, index: 0 }),
                }
            }
            _ if self.takes("NULL") => Is::Null,
            _ if self.takes("getchar") => {
                self.expect("(")?;
                self.expect(")")?;
                Is::GetChar
            }
            _ if self.takes("(") => {
                let inner = self.expression()?;
                self.expect(")")?;
                return Ok(Expression { span: self.from(start), ..inner });
            }
            _ if self.takes("&") => Is::AddressOf(self.nested(Parser::place)?),
            _ if self.takes("*") => Is::Behind(Box::new(self.nested(Parser::factor)?)),
            _ if self.takes("new") => {
                self.integer()?;
                self.expect("[")?;
                let words = self.expression()?;
                self.expect("]")?;
                Is::New(Box::new(words))
            }
            _ => return Err(self.unexpected("an expression")),
        };
        debug_assert!(self.from(start).end <= self.text.len());
        Ok(Expression { span: self.from(start), of: Type::Integer, is })
    }

    fn arguments(&mut self) -> Parsed<Vec<Expression>> {
        let mut arguments = Vec::new();
        while !self.is(")") {
            if !arguments.is_empty() {
                self.expect(",")?;
            }
            arguments.push(self.expression()?);
        }
        self.expect(")")?;
        Ok(arguments)
    }
}
