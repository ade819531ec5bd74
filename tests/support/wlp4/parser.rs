//! A parser of valid WLP4 programs.

#[derive(Debug)]
pub struct Procedure {
    pub name: String,
    /// The parameters, then the other variables.
    pub variables: Vec<String>,
    /// The initial values of the other variables.
    pub initial: Vec<Expression>,
    pub body: Vec<Statement>,
    pub result: Expression,
}

#[derive(Debug)]
pub enum Statement {
    Assign(Place, Expression),
    If(Test, Vec<Statement>, Vec<Statement>),
    While(Test, Vec<Statement>),
    Print(Expression),
    PutChar(Expression),
    Delete(Expression),
}

#[derive(Debug)]
pub struct Test {
    pub left: Expression,
    pub sign: String,
    pub right: Expression,
}

#[derive(Debug)]
pub enum Place {
    Variable(String),
    Behind(Expression),
}

#[derive(Debug)]
pub enum Expression {
    Number(i64),
    Null,
    GetChar,
    Variable(String),
    Binary(char, Box<Expression>, Box<Expression>),
    AddressOf(Box<Place>),
    Behind(Box<Expression>),
    New(Box<Expression>),
    Call(String, Vec<Expression>),
}

/// The procedures of a program whose type of numbers is `integer`.
pub fn parse(integer: &str, text: &str) -> Vec<Procedure> {
    let text: String = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or(""))
        .collect::<Vec<_>>()
        .join("\n");
    let mut parser = Parser { integer, tokens: tokens(&text), at: 0 };
    let mut procedures = Vec::new();
    while parser.at < parser.tokens.len() {
        procedures.push(parser.procedure());
    }
    procedures
}

fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            _ if first.is_alphanumeric() => {
                rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len())
            }
            '=' | '!' | '<' | '>' if rest[1..].starts_with('=') => 2,
            _ => 1,
        };
        let (token, behind) = rest.split_at(length);
        tokens.push(token);
        rest = behind.trim_start();
    }
    tokens
}

struct Parser<'a> {
    integer: &'a str,
    tokens: Vec<&'a str>,
    at: usize,
}

impl<'a> Parser<'a> {
    fn next(&self) -> &'a str {
        self.tokens.get(self.at).copied().unwrap_or("")
    }

    fn take(&mut self) -> &'a str {
        let token = self.next();
        self.at += 1;
        token
    }

    fn takes(&mut self, token: &str) -> bool {
        let is = self.next() == token;
        self.at += usize::from(is);
        is
    }

    fn expect(&mut self, tokens: &[&str]) {
        for token in tokens {
            assert!(self.takes(token), "{} instead of {token}", self.next());
        }
    }

    fn variable(&mut self) -> String {
        self.expect(&[self.integer]);
        self.takes("*");
        self.take().to_owned()
    }

    fn procedure(&mut self) -> Procedure {
        self.expect(&[self.integer]);
        let name = self.take().to_owned();
        self.expect(&["("]);
        let (mut variables, mut initial) = (Vec::new(), Vec::new());
        while !self.takes(")") {
            variables.push(self.variable());
            self.takes(",");
        }
        self.expect(&["{"]);
        while self.next() == self.integer {
            variables.push(self.variable());
            self.expect(&["="]);
            initial.push(self.factor());
            self.expect(&[";"]);
        }
        let body = self.statements("return");
        let result = self.expression();
        self.expect(&[";", "}"]);
        Procedure { name, variables, initial, body, result }
    }

    /// Statements, and the token behind them.
    fn statements(&mut self, end: &str) -> Vec<Statement> {
        let mut statements = Vec::new();
        while !self.takes(end) {
            statements.push(self.statement());
        }
        statements
    }

    fn statement(&mut self) -> Statement {
        match self.next() {
            "if" => {
                self.take();
                let test = self.test();
                self.expect(&["{"]);
                let then = self.statements("}");
                self.expect(&["else", "{"]);
                Statement::If(test, then, self.statements("}"))
            }
            "while" => {
                self.take();
                let test = self.test();
                self.expect(&["{"]);
                Statement::While(test, self.statements("}"))
            }
            "println" | "putchar" => {
                let is_number = self.take() == "println";
                let value = self.factor();
                self.expect(&[";"]);
                if is_number { Statement::Print(value) } else { Statement::PutChar(value) }
            }
            "delete" => {
                self.expect(&["delete", "[", "]"]);
                let pointer = self.expression();
                self.expect(&[";"]);
                Statement::Delete(pointer)
            }
            _ => {
                let place = self.place();
                self.expect(&["="]);
                let value = self.expression();
                self.expect(&[";"]);
                Statement::Assign(place, value)
            }
        }
    }

    fn place(&mut self) -> Place {
        match self.take() {
            "*" => Place::Behind(self.factor()),
            "(" => {
                let place = self.place();
                self.expect(&[")"]);
                place
            }
            name => Place::Variable(name.to_owned()),
        }
    }

    fn test(&mut self) -> Test {
        self.expect(&["("]);
        let left = self.expression();
        let sign = self.take().to_owned();
        let right = self.expression();
        self.expect(&[")"]);
        Test { left, sign, right }
    }

    fn expression(&mut self) -> Expression {
        self.chain("+-", |parser| parser.chain("*/%", Parser::factor))
    }

    fn chain(&mut self, signs: &str, operand: impl Fn(&mut Self) -> Expression) -> Expression {
        let mut left = operand(self);
        while let Some(sign) = self.next().chars().next().filter(|&sign| signs.contains(sign)) {
            self.take();
            left = Expression::Binary(sign, Box::new(left), Box::new(operand(self)));
        }
        left
    }

    fn factor(&mut self) -> Expression {
        match self.take() {
            "(" => {
                let inner = self.expression();
                self.expect(&[")"]);
                inner
            }
            "NULL" => Expression::Null,
            "getchar" => {
                self.expect(&["(", ")"]);
                Expression::GetChar
            }
            "&" => Expression::AddressOf(Box::new(self.place())),
            "*" => Expression::Behind(Box::new(self.factor())),
            "new" => {
                self.expect(&[self.integer, "["]);
                let words = self.expression();
                self.expect(&["]"]);
                Expression::New(Box::new(words))
            }
            word if word.starts_with(|c: char| c.is_ascii_digit()) => {
                Expression::Number(word.parse().expect("a number"))
            }
            name if self.takes("(") => {
                let mut arguments = Vec::new();
                while !self.takes(")") {
                    arguments.push(self.expression());
                    self.takes(",");
                }
                Expression::Call(name.to_owned(), arguments)
            }
            name => Expression::Variable(name.to_owned()),
        }
    }
}
