//! The code generator: a tree to assembly.
//!
//! The caller pushes a procedure's arguments from left to right and saves `$29` and `$31`. `$29` is
//! the frame pointer: the last argument is at `4($29)`, earlier ones are above, and the procedure's
//! own words are from `0($29)` downwards. The result is in `$3`. `$4` is always 4 and `$11` always
//! 1; `$5` is a scratch register.
//!
//! The value of an expression is computed into the temporary register of its depth. If there are no
//! more temporaries, the left operand is pushed on the stack: with a single temporary, `$3`, that
//! gives a stack machine. So the styles differ only in the available registers: [`Plan`].

use super::Bug;
use super::emit::Writer;
use super::tree::{
    Compare, Does, Expression, Is, Name, Operator, Place, Procedure, Program, Statement, Test,
    Type, Use,
};
use crate::asm::Generated;
use crate::machine::memory::{INPUT_ADDRESS, OUTPUT_ADDRESS};

/// The registers that the generated code may use.
pub(super) struct Plan {
    /// For values of expressions, by depth; the first is `$3`.
    pub(super) temporaries: &'static [u8],
    /// For variables whose address is never taken.
    pub(super) variables: &'static [u8],
}

pub(super) const STACK: Plan = Plan { temporaries: &[3], variables: &[] };

pub(super) const REGISTERS: Plan = Plan {
    temporaries: &[3, 6, 7, 8, 9, 12, 13, 14, 15],
    variables: &[16, 17, 18, 19, 20, 21, 22, 23, 24, 25],
};

/// The order of a procedure's variables in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// In the order of declaration: arguments stay where they were pushed, and each local variable
    /// is below the previous one.
    Declared,
    /// In reverse order, all of them below `$29`: arguments are copied.
    Reversed,
}

/// A scratch register.
const SCRATCH: u8 = 5;
const RESULT: u8 = 3;

/// Whether the program takes the address of any variable.
pub(super) fn takes_addresses(program: &Program) -> bool {
    program.procedures.iter().any(|procedure| taken(procedure).contains(&true))
}

/// For each variable, whether its address is taken.
fn taken(procedure: &Procedure) -> Vec<bool> {
    let mut taken = vec![false; procedure.variables.len()];
    walk_expressions(procedure, &mut |expression| {
        if let Is::AddressOf(Place::Variable(variable)) = &expression.is {
            taken[variable.index] = true;
        }
    });
    taken
}

pub(super) fn generate(
    program: &Program,
    plan: &Plan,
    order: Order,
    bug: Option<Bug>,
) -> Generated {
    let mut out = Writer::default();
    let uses = Uses::of(program);
    for (name, is_used) in
        [("print", uses.print), ("init", uses.heap), ("new", uses.heap), ("delete", uses.heap)]
    {
        if is_used {
            out.directive("import", name);
        }
    }
    // `wain` is last in the text and runs first.
    for procedure in program.procedures.iter().rev() {
        let frame = Frame::of(procedure, plan, order, bug);
        let needs_init = uses.heap;
        Generator { out: &mut out, plan, bug, procedure, frame, needs_init }.procedure();
    }
    out.finish()
}

/// The routines that a program uses.
#[derive(Default)]
struct Uses {
    print: bool,
    heap: bool,
}

impl Uses {
    fn of(program: &Program) -> Uses {
        let mut uses = Uses::default();
        for procedure in &program.procedures {
            walk_statements(&procedure.body, &mut |does| match does {
                Does::Print(_) => uses.print = true,
                Does::Delete(_) => uses.heap = true,
                _ => {}
            });
            walk_expressions(procedure, &mut |expression| {
                uses.heap |= matches!(expression.is, Is::New(_));
            });
        }
        uses
    }
}

fn walk_statements(statements: &[Statement], visit: &mut impl FnMut(&Does)) {
    for Statement { does, .. } in statements {
        visit(does);
        match does {
            Does::If(_, then, otherwise) => {
                walk_statements(then, visit);
                walk_statements(otherwise, visit);
            }
            Does::While(_, body) => walk_statements(body, visit),
            Does::Assign(..) | Does::Print(_) | Does::PutChar(_) | Does::Delete(_) => {}
        }
    }
}

/// Visits every expression of a procedure, including subexpressions.
fn walk_expressions(procedure: &Procedure, visit: &mut impl FnMut(&Expression)) {
    walk_statements(&procedure.body, &mut |does| match does {
        Does::Assign(place, value) => {
            if let Place::Behind(pointer) = place {
                walk_expression(pointer, visit);
            }
            walk_expression(value, visit);
        }
        Does::If(test, ..) | Does::While(test, _) => {
            walk_expression(&test.left, visit);
            walk_expression(&test.right, visit);
        }
        Does::Print(value) | Does::PutChar(value) | Does::Delete(value) => {
            walk_expression(value, visit);
        }
    });
    walk_expression(&procedure.result, visit);
}

fn walk_expression(expression: &Expression, visit: &mut impl FnMut(&Expression)) {
    visit(expression);
    match &expression.is {
        Is::Number(_)
        | Is::Null
        | Is::GetChar
        | Is::Variable(_)
        | Is::AddressOf(Place::Variable(_)) => {}
        Is::Binary(_, left, right) => {
            walk_expression(left, visit);
            walk_expression(right, visit);
        }
        Is::AddressOf(Place::Behind(inner)) | Is::Behind(inner) | Is::New(inner) => {
            walk_expression(inner, visit);
        }
        Is::Call(_, arguments) => arguments.iter().for_each(|value| walk_expression(value, visit)),
    }
}

/// The location of a variable.
#[derive(Clone, Copy)]
enum Home {
    Register(u8),
    /// The offset from `$29` in bytes.
    Memory(i32),
}

/// The locations of a procedure's variables.
struct Frame {
    homes: Vec<Home>,
    /// The number of words below `$29` for variables in memory.
    words: i32,
    /// The registers of variables, which are saved below those words.
    kept: Vec<u8>,
}

impl Frame {
    fn of(procedure: &Procedure, plan: &Plan, order: Order, bug: Option<Bug>) -> Frame {
        let taken = taken(procedure);
        let mut free = plan.variables.iter();
        let mut frame = Frame { homes: Vec::new(), words: 0, kept: Vec::new() };
        for (index, is_taken) in taken.into_iter().enumerate() {
            let register = if is_taken { None } else { free.next() };
            let home = match register {
                Some(&register) => {
                    frame.kept.push(register);
                    Home::Register(register)
                }
                None if index < procedure.parameters && order == Order::Declared => {
                    Home::Memory(4 * (procedure.parameters - index) as i32)
                }
                None => {
                    frame.words += 1;
                    Home::Memory(-4 * (frame.words - 1))
                }
            };
            frame.homes.push(home);
        }
        if order == Order::Reversed {
            for home in &mut frame.homes {
                if let Home::Memory(at) = home {
                    *at = -4 * (frame.words - 1) - *at;
                }
            }
        }
        let first = procedure.parameters;
        if bug == Some(Bug::FirstLocal)
            && let Some(&second) = frame.homes.get(first + 1)
        {
            frame.homes[first] = second;
        }
        frame
    }

    fn size(&self) -> i32 {
        4 * (self.words + self.kept.len() as i32)
    }

    /// The saved registers, each with its offset from `$29` in bytes.
    fn kept_at(&self) -> impl Iterator<Item = (u8, i32)> {
        let first = self.words;
        (first..).zip(&self.kept).map(|(word, &register)| (register, -4 * word))
    }
}

struct Generator<'p, 'w> {
    out: &'w mut Writer,
    plan: &'w Plan,
    bug: Option<Bug>,
    procedure: &'p Procedure,
    frame: Frame,
    needs_init: bool,
}

macro_rules! code {
    ($self:ident, $($instruction:tt)*) => {
        $self.out.code(format_args!($($instruction)*))
    };
}

impl<'p> Generator<'p, '_> {
    fn has(&self, bug: Bug) -> bool {
        self.bug == Some(bug)
    }

    fn is_wain(&self) -> bool {
        self.procedure.name.text == "wain"
    }

    fn procedure(&mut self) {
        let procedure = self.procedure;
        self.out.span = procedure.name.span;
        if !self.is_wain() {
            self.out.label(&label(&procedure.name));
        } else {
            self.out.load(4, 4);
            self.out.load(11, 1);
            self.out.push(1);
            self.out.push(2);
        }
        code!(self, "sub $29, $30, $4");
        if self.frame.size() > 0 {
            let size = self.frame.size();
            self.out.load(SCRATCH, size);
            code!(self, "sub $30, $30, ${SCRATCH}");
        }
        let kept: Vec<_> = self.frame.kept_at().collect();
        if self.is_wain() {
            if self.needs_init {
                let is_array = procedure.variables[0].of == Type::Pointer;
                if !is_array && !self.has(Bug::InitKeepsLength) {
                    code!(self, "add $2, $0, $0");
                }
                self.routine("init");
            }
        } else {
            for &(register, at) in &kept {
                code!(self, "sw ${register}, {at}($29)");
            }
        }
        for index in 0..procedure.parameters {
            let at = 4 * (procedure.parameters - index) as i32;
            match self.frame.homes[index] {
                Home::Register(register) => code!(self, "lw ${register}, {at}($29)"),
                Home::Memory(home) if home != at => {
                    code!(self, "lw ${SCRATCH}, {at}($29)");
                    code!(self, "sw ${SCRATCH}, {home}($29)");
                }
                Home::Memory(_) => {}
            }
        }
        for (index, variable) in procedure.locals() {
            self.out.span = variable.name.span;
            if let Some(initial) = &variable.initial {
                self.expression(initial, 0);
            }
            self.store(index);
        }
        let dropped = usize::from(self.has(Bug::DroppedStatements) && !self.is_wain());
        let body = &procedure.body[..procedure.body.len().saturating_sub(dropped)];
        self.statements(body);
        self.out.span = procedure.result.span;
        self.expression(&procedure.result, 0);
        if self.has(Bug::ReturnsArgument) && !self.is_wain() && procedure.parameters > 0 {
            let first = 4 * procedure.parameters;
            code!(self, "bne $3, $0, 1");
            code!(self, "lw $3, {first}($29)");
        }
        self.out.span = procedure.name.span;
        if !self.is_wain() {
            for (register, at) in kept {
                code!(self, "lw ${register}, {at}($29)");
            }
        }
        code!(self, "add $30, $29, $4");
        if self.is_wain() {
            code!(self, "add $30, $30, $4");
            code!(self, "add $30, $30, $4");
        }
        code!(self, "jr $31");
    }

    fn statements(&mut self, statements: &'p [Statement]) {
        for statement in statements {
            self.out.span = statement.span;
            self.statement(statement);
        }
    }

    fn statement(&mut self, Statement { span, does }: &'p Statement) {
        match does {
            Does::Assign(Place::Variable(variable), value) => {
                self.expression(value, 0);
                self.store(variable.index);
            }
            Does::Assign(Place::Behind(pointer), value) => {
                let [value, pointer] = self.operands(value, pointer, 0);
                code!(self, "sw ${value}, 0(${pointer})");
            }
            Does::If(test, then, otherwise) => {
                let [other, end] = ["else", "endif"].map(|what| self.out.fresh(what));
                self.branch_unless(test, &other);
                self.statements(then);
                self.out.span = *span;
                if !self.has(Bug::ElseAlways) {
                    code!(self, "beq $0, $0, {end}");
                }
                self.out.label(&other);
                self.statements(otherwise);
                self.out.span = *span;
                self.out.label(&end);
            }
            Does::While(test, body) => {
                let [again, end] = ["while", "endwhile"].map(|what| self.out.fresh(what));
                self.out.label(&again);
                self.branch_unless(test, &end);
                self.statements(body);
                self.out.span = *span;
                if !self.has(Bug::WhileOnce) {
                    code!(self, "beq $0, $0, {again}");
                }
                self.out.label(&end);
            }
            Does::Print(value) => {
                self.expression(value, 0);
                code!(self, "add $1, $3, $0");
                self.routine("print");
                if self.has(Bug::PrintTwice) && !self.is_wain() {
                    self.routine("print");
                }
            }
            Does::PutChar(value) => {
                self.expression(value, 0);
                self.out.load(SCRATCH, format_args!("{OUTPUT_ADDRESS:#x}"));
                code!(self, "sw $3, 0(${SCRATCH})");
            }
            Does::Delete(pointer) => {
                self.expression(pointer, 0);
                let end = self.out.fresh("deleted");
                if !self.has(Bug::DeleteNull) {
                    code!(self, "beq $3, $11, {end}");
                }
                code!(self, "add $1, $3, $0");
                self.routine("delete");
                self.out.label(&end);
            }
        }
    }

    /// Branches to a label if a test fails.
    fn branch_unless(&mut self, test: &'p Test, label: &str) {
        let is_pointer = test.left.of == Type::Pointer;
        let [a, b] = self.operands(&test.left, &test.right, 0);
        let is_unsigned = match is_pointer {
            true => !self.has(Bug::SignedPointers),
            false => self.has(Bug::UnsignedIntegers),
        };
        let less = if is_unsigned { "sltu" } else { "slt" };
        let compare = match test.compare {
            Compare::LessOrEqual if self.has(Bug::LessOrEqual) => Compare::Less,
            Compare::GreaterOrEqual if self.has(Bug::GreaterOrEqual) => Compare::Greater,
            Compare::NotEqual if self.has(Bug::NotEqual) => Compare::Equal,
            compare => compare,
        };
        match compare {
            Compare::Equal => return code!(self, "bne ${a}, ${b}, {label}"),
            Compare::NotEqual => return code!(self, "beq ${a}, ${b}, {label}"),
            Compare::Less | Compare::GreaterOrEqual => code!(self, "{less} $3, ${a}, ${b}"),
            Compare::Greater | Compare::LessOrEqual => code!(self, "{less} $3, ${b}, ${a}"),
        }
        match compare {
            Compare::Less | Compare::Greater => code!(self, "beq $3, $0, {label}"),
            _ => code!(self, "bne $3, $0, {label}"),
        }
    }

    /// Calls a routine, which takes `$1` and preserves all registers except `$3`.
    fn routine(&mut self, name: &str) {
        self.out.push(31);
        self.out.load(SCRATCH, name);
        code!(self, "jalr ${SCRATCH}");
        self.out.pop(31);
    }

    fn temporary(&self, depth: usize) -> u8 {
        self.plan.temporaries[depth]
    }

    /// Stores `$3` in a variable.
    fn store(&mut self, variable: usize) {
        match self.frame.homes[variable] {
            Home::Register(register) => self.out.copy(register, RESULT),
            Home::Memory(at) => code!(self, "sw $3, {at}($29)"),
        }
    }

    /// Computes two values, the left one first, and returns their registers. They are temporaries
    /// of this depth or deeper, or the scratch register.
    fn operands(&mut self, left: &'p Expression, right: &'p Expression, depth: usize) -> [u8; 2] {
        let here = self.temporary(depth);
        self.expression(left, depth);
        if depth + 1 < self.plan.temporaries.len() {
            self.expression(right, depth + 1);
            return [here, self.temporary(depth + 1)];
        }
        self.out.push(here);
        self.expression(right, depth);
        self.out.pop(SCRATCH);
        [SCRATCH, here]
    }

    /// Computes a value into the temporary of a depth. Temporaries of smaller depths are preserved.
    fn expression(&mut self, expression: &'p Expression, depth: usize) {
        let to = self.temporary(depth);
        match &expression.is {
            Is::Number(value) => self.out.load(to, *value as i32),
            Is::Null => code!(self, "add ${to}, $11, $0"),
            Is::GetChar => {
                self.out.load(to, format_args!("{INPUT_ADDRESS:#x}"));
                code!(self, "lw ${to}, 0(${to})");
            }
            Is::Variable(Use { index, .. }) => match self.frame.homes[*index] {
                Home::Register(register) => self.out.copy(to, register),
                Home::Memory(at) => code!(self, "lw ${to}, {at}($29)"),
            },
            Is::Binary(operator, left, right) => {
                let types = [left.of, right.of];
                let operands = self.operands(left, right, depth);
                self.binary(*operator, types, operands, to);
            }
            Is::AddressOf(Place::Variable(variable)) => {
                if let Home::Memory(at) = self.frame.homes[variable.index] {
                    self.out.load(to, at);
                    code!(self, "add ${to}, $29, ${to}");
                }
            }
            Is::AddressOf(Place::Behind(pointer)) => self.expression(pointer, depth),
            Is::Behind(pointer) => {
                self.expression(pointer, depth);
                code!(self, "lw ${to}, 0(${to})");
            }
            Is::New(words) => {
                self.expression(words, depth);
                code!(self, "add $1, ${to}, $0");
                let waiting = if depth > 0 { &[RESULT][..] } else { &[] };
                self.keep(waiting);
                self.routine("new");
                if !self.has(Bug::NewIsZero) {
                    code!(self, "bne $3, $0, 1");
                    code!(self, "add $3, $11, $0");
                }
                self.out.copy(to, RESULT);
                self.take_back(waiting);
            }
            Is::Call(name, arguments) => self.call(name, arguments, depth),
        }
    }

    fn keep(&mut self, registers: &[u8]) {
        registers.iter().for_each(|&register| self.out.push(register));
    }

    fn take_back(&mut self, registers: &[u8]) {
        registers.iter().rev().for_each(|&register| self.out.pop(register));
    }

    fn call(&mut self, name: &'p Name, arguments: &'p [Expression], depth: usize) {
        let waiting = &self.plan.temporaries[..depth];
        self.keep(waiting);
        let mut kept = vec![29, 31];
        kept.retain(|&register| {
            !(register == 29 && self.has(Bug::LostFramePointer)
                || register == 31 && self.has(Bug::LostReturnAddress))
        });
        self.keep(&kept);
        let reversed = self.has(Bug::ArgumentOrder);
        for index in 0..arguments.len() {
            let index = if reversed { arguments.len() - 1 - index } else { index };
            self.expression(&arguments[index], 0);
            self.out.push(RESULT);
        }
        self.out.load(SCRATCH, label(name));
        code!(self, "jalr ${SCRATCH}");
        if !arguments.is_empty() {
            self.out.load(SCRATCH, 4 * arguments.len());
            code!(self, "add $30, $30, ${SCRATCH}");
        }
        self.take_back(&kept);
        self.out.copy(self.plan.temporaries[depth], RESULT);
        self.take_back(waiting);
    }

    /// `to := a operator b`; the operand registers may be changed.
    fn binary(&mut self, operator: Operator, types: [Type; 2], [a, b]: [u8; 2], to: u8) {
        let scale = |generator: &mut Self, register: u8| {
            if !generator.has(Bug::PointerStep) {
                for _ in 0..2 {
                    code!(generator, "add ${register}, ${register}, ${register}");
                }
            }
        };
        match types {
            [Type::Pointer, Type::Integer] => scale(self, b),
            [Type::Integer, Type::Pointer] => scale(self, a),
            _ => {}
        }
        match operator {
            Operator::Add => code!(self, "add ${to}, ${a}, ${b}"),
            Operator::Subtract if types == [Type::Pointer; 2] => {
                code!(self, "sub ${to}, ${a}, ${b}");
                if !self.has(Bug::PointerDistance) {
                    code!(self, "div ${to}, $4");
                    code!(self, "mflo ${to}");
                }
            }
            Operator::Subtract if types == [Type::Integer; 2] && self.has(Bug::SwappedOperands) => {
                code!(self, "sub ${to}, ${b}, ${a}");
            }
            Operator::Subtract => code!(self, "sub ${to}, ${a}, ${b}"),
            Operator::Multiply => {
                code!(self, "mult ${a}, ${b}");
                code!(self, "mflo ${to}");
            }
            Operator::Divide | Operator::Remainder => {
                let (bug, mut half) = match operator {
                    Operator::Divide => (Bug::UnsignedDivision, "mflo"),
                    _ => (Bug::UnsignedRemainder, "mfhi"),
                };
                if self.has(Bug::RemainderIsQuotient) {
                    half = "mflo";
                }
                let divide = if self.has(bug) { "divu" } else { "div" };
                code!(self, "{divide} ${a}, ${b}");
                code!(self, "{half} ${to}");
            }
        }
    }
}

/// The label of a procedure. It contains an underscore, so it is not a name of the language. `wain`
/// needs no label, because it is never called.
fn label(name: &Name) -> String {
    format!("procedure_{}", name.text)
}
