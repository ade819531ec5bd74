//! The syntax tree of a program. The parser makes it with names; the checker adds the variable of
//! each name and the type of each expression.

use crate::diagnostic::Span;

/// The procedures, in order; the last one is `wain`.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    pub(super) procedures: Vec<Procedure>,
}

#[derive(Clone, Debug)]
pub(super) struct Procedure {
    pub(super) name: Name,
    /// The parameters, then the local variables.
    pub(super) variables: Vec<Variable>,
    pub(super) parameters: usize,
    pub(super) body: Vec<Statement>,
    pub(super) result: Expression,
}

impl Program {
    /// Whether `wain` takes an array.
    pub(super) fn takes_array(&self) -> bool {
        let first = self.procedures.last().and_then(|wain| wain.variables.first());
        first.is_some_and(|parameter| parameter.of == Type::Pointer)
    }
}

impl Procedure {
    /// The local variables, each with its index among all variables.
    pub(super) fn locals(&self) -> impl Iterator<Item = (usize, &Variable)> {
        self.variables.iter().enumerate().skip(self.parameters)
    }
}

#[derive(Clone, Debug)]
pub(super) struct Name {
    pub(super) text: String,
    pub(super) span: Span,
}

#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) name: Name,
    pub(super) of: Type,
    /// The initial value of a local variable, with its span.
    pub(super) initial: Option<Expression>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Type {
    #[default]
    Integer,
    Pointer,
}

#[derive(Clone, Debug)]
pub(super) struct Statement {
    pub(super) span: Span,
    pub(super) does: Does,
}

#[derive(Clone, Debug)]
pub(super) enum Does {
    Assign(Lvalue, Expression),
    If(Test, Vec<Statement>, Vec<Statement>),
    While(Test, Vec<Statement>),
    Print(Expression),
    PutChar(Expression),
    Delete(Expression),
}

/// An lvalue: something that can be assigned to or have its address taken.
#[derive(Clone, Debug)]
pub(super) enum Lvalue {
    Variable(Use),
    /// The target of a pointer.
    Behind(Box<Expression>),
}

/// A use of a variable.
#[derive(Clone, Debug)]
pub(super) struct Use {
    pub(super) name: Name,
    /// Its index among the procedure's variables, set by the checker.
    pub(super) index: usize,
}

#[derive(Clone, Debug)]
pub(super) struct Test {
    pub(super) compare: Compare,
    pub(super) left: Expression,
    pub(super) right: Expression,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compare {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Compare {
    /// The comparison that holds exactly where this one does not.
    pub(super) fn negated(self) -> Compare {
        match self {
            Compare::Equal => Compare::NotEqual,
            Compare::NotEqual => Compare::Equal,
            Compare::Less => Compare::GreaterOrEqual,
            Compare::LessOrEqual => Compare::Greater,
            Compare::Greater => Compare::LessOrEqual,
            Compare::GreaterOrEqual => Compare::Less,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Expression {
    pub(super) span: Span,
    pub(super) of: Type,
    pub(super) is: Is,
}

#[derive(Clone, Debug)]
pub(super) enum Is {
    /// A number of the machine, with its sign.
    Number(i64),
    Null,
    GetChar,
    Variable(Use),
    Binary(Operator, Box<Expression>, Box<Expression>),
    AddressOf(Lvalue),
    Behind(Box<Expression>),
    New(Box<Expression>),
    Call(Name, Vec<Expression>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}
