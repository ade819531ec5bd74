//! The code generator: a tree to assembly, in [steps](Step) that each machine writes as its own
//! instructions.
//!
//! The caller pushes a procedure's arguments from left to right and saves the frame pointer and the
//! return address. The frame pointer is a word below the last argument, so that earlier ones are
//! above, and the procedure's own words are from the frame pointer downwards. Two registers always
//! hold the number of bytes of a word and `NULL`.
//!
//! The value of an expression is computed into the temporary register of its depth. If there are no
//! more temporaries, the left operand is pushed on the stack: with a single temporary, the register
//! of results, that gives a stack machine. So the styles differ only in the available registers:
//! [`Plan`].

use super::emit::Writer;
use super::frame::{Frame, Home, Order};
use super::target::{Constant, Half, Registers, Sign, Step, Target};
use super::tree::{
    Compare, Does, Expression, Is, Lvalue, Name, Operator, Procedure, Program, Statement, Test,
    Type, Use,
};
use super::walk::Uses;
use super::{Bug, Style};
use crate::asm::Generated;

/// The registers that the generated code may use.
struct Plan {
    /// For values of expressions, by depth; the first is the register of results.
    temporaries: &'static [u8],
    /// For variables whose address is never taken.
    variables: &'static [u8],
}

impl Plan {
    fn of(style: Style, target: &'static Target) -> Plan {
        let Registers { temporaries, variables, .. } = target.registers;
        match style {
            Style::Stack | Style::Folded => Plan { temporaries: &temporaries[..1], variables: &[] },
            Style::Registers => Plan { temporaries, variables },
        }
    }
}

pub(super) fn generate(
    program: &Program,
    target: &'static Target,
    style: Style,
    order: Order,
    bug: Option<Bug>,
) -> Generated {
    let mut out = Writer::default();
    let plan = Plan::of(style, target);
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
        let frame = Frame::of(procedure, target, plan.variables, order, bug);
        let (registers, needs_init) = (&target.registers, uses.heap);
        let plan = &plan;
        Generator { out: &mut out, target, registers, plan, bug, procedure, frame, needs_init }
            .procedure();
    }
    out.finish()
}

struct Generator<'p, 'w> {
    out: &'w mut Writer,
    target: &'static Target,
    registers: &'static Registers,
    plan: &'w Plan,
    bug: Option<Bug>,
    procedure: &'p Procedure,
    frame: Frame,
    needs_init: bool,
}

impl<'p> Generator<'p, '_> {
    fn has(&self, bug: Bug) -> bool {
        self.bug == Some(bug)
    }

    /// Writes a step as the machine's instructions.
    fn step(&mut self, step: Step) {
        (self.target.write)(self.out, step);
    }

    fn number(&mut self, register: u8, value: impl Into<i64>) {
        self.step(Step::Constant(register, Constant::Number(value.into())));
    }

    fn copy(&mut self, to: u8, from: u8) {
        if to != from {
            self.step(Step::Add([to, from, self.registers.zero]));
        }
    }

    fn push(&mut self, from: u8) {
        let Registers { stack, word, .. } = *self.registers;
        self.step(Step::Store { from, base: stack, offset: -self.target.word() });
        self.step(Step::Subtract([stack, stack, word]));
    }

    fn pop(&mut self, to: u8) {
        let Registers { stack, word, .. } = *self.registers;
        self.step(Step::Add([stack, stack, word]));
        self.step(Step::Load { to, base: stack, offset: -self.target.word() });
    }

    fn is_wain(&self) -> bool {
        self.procedure.name.text == "wain"
    }

    fn procedure(&mut self) {
        let procedure = self.procedure;
        self.out.span = procedure.name.span;
        self.prologue();
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
            let end = self.out.fresh("returns");
            let offset = self.frame.argument(procedure, 0);
            self.branch_unless_zero(&end);
            self.load_local(self.registers.result, offset);
            self.out.label(&end);
        }
        self.out.span = procedure.name.span;
        self.epilogue();
    }

    fn prologue(&mut self) {
        let Registers { inputs, scratch, frame, stack, word, null, .. } = *self.registers;
        let procedure = self.procedure;
        if !self.is_wain() {
            self.out.label(&self.label(&procedure.name));
        } else {
            self.number(word, self.target.word());
            self.number(null, self.target.null);
            self.keep(&inputs);
        }
        self.step(Step::Subtract([frame, stack, word]));
        if self.frame.size() > 0 {
            self.number(scratch, self.frame.size());
            self.step(Step::Subtract([stack, stack, scratch]));
        }
        if self.is_wain() {
            self.init();
        } else {
            for (register, offset) in self.frame.kept_at().collect::<Vec<_>>() {
                self.store_local(register, offset);
            }
        }
        for index in 0..procedure.parameters {
            let offset = self.frame.argument(procedure, index);
            match self.frame.homes[index] {
                Home::Register(register) => self.load_local(register, offset),
                Home::Memory(home) if home != offset => {
                    self.load_local(scratch, offset);
                    self.store_local(scratch, home);
                }
                Home::Memory(_) => {}
            }
        }
    }

    /// Calls `init` if the program needs it. Both inputs still are in their registers.
    fn init(&mut self) {
        if !self.needs_init {
            return;
        }
        let is_array = self.procedure.variables[0].of == Type::Pointer;
        if !is_array && !self.has(Bug::InitKeepsLength) {
            self.step(Step::Zero(self.registers.inputs[1]));
        }
        self.routine("init");
    }

    fn epilogue(&mut self) {
        let Registers { frame, stack, word, .. } = *self.registers;
        if !self.is_wain() {
            for (register, offset) in self.frame.kept_at().collect::<Vec<_>>() {
                self.load_local(register, offset);
            }
        }
        self.step(Step::Add([stack, frame, word]));
        if self.is_wain() {
            for _ in self.registers.inputs {
                self.step(Step::Add([stack, stack, word]));
            }
        }
        self.step(Step::Return);
    }

    fn statements(&mut self, statements: &'p [Statement]) {
        for statement in statements {
            self.out.span = statement.span;
            self.statement(statement);
        }
    }

    fn statement(&mut self, Statement { span, does }: &'p Statement) {
        let Registers { argument, result, scratch, .. } = *self.registers;
        match does {
            Does::Assign(Lvalue::Variable(variable), value) => {
                self.expression(value, 0);
                self.store(variable.index);
            }
            Does::Assign(Lvalue::Behind(pointer), value) => {
                let [from, base] = self.operands(value, pointer, 0);
                self.step(Step::Store { from, base, offset: 0 });
            }
            Does::If(test, then, otherwise) => {
                let [other, end] = ["else", "endif"].map(|what| self.out.fresh(what));
                self.branch_unless(test, &other);
                self.statements(then);
                self.out.span = *span;
                if !self.has(Bug::ElseAlways) {
                    self.step(Step::Jump(&end));
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
                    self.step(Step::Jump(&again));
                }
                self.out.label(&end);
            }
            Does::Print(value) => {
                self.expression(value, 0);
                self.copy(argument, result);
                self.routine("print");
                if self.has(Bug::PrintTwice) && !self.is_wain() {
                    self.routine("print");
                }
            }
            Does::PutChar(value) => {
                self.expression(value, 0);
                let output = Constant::Device(self.target.output);
                self.step(Step::Constant(scratch, output));
                self.step(Step::Store { from: result, base: scratch, offset: 0 });
            }
            Does::Delete(pointer) => self.delete(pointer),
        }
    }

    fn delete(&mut self, pointer: &'p Expression) {
        let Registers { argument, result, null, .. } = *self.registers;
        self.expression(pointer, 0);
        let end = self.out.fresh("deleted");
        if !self.has(Bug::DeleteNull) {
            self.branch(Compare::Equal, Sign::Unsigned, [result, null], &end);
        }
        self.copy(argument, result);
        self.routine("delete");
        self.out.label(&end);
    }

    fn branch(&mut self, compare: Compare, sign: Sign, operands: [u8; 2], to: &str) {
        self.step(Step::Branch { compare, sign, operands, to });
    }

    /// Branches to a label if the result is not 0.
    fn branch_unless_zero(&mut self, to: &str) {
        let Registers { result, zero, .. } = *self.registers;
        self.branch(Compare::NotEqual, Sign::Unsigned, [result, zero], to);
    }

    /// Branches to a label if a test fails.
    fn branch_unless(&mut self, test: &'p Test, label: &str) {
        let is_pointer = test.left.of == Type::Pointer;
        let operands = self.operands(&test.left, &test.right, 0);
        let is_unsigned = match is_pointer {
            true => !self.has(Bug::SignedPointers),
            false => self.has(Bug::UnsignedIntegers),
        };
        let sign = if is_unsigned { Sign::Unsigned } else { Sign::Signed };
        let compare = match test.compare {
            Compare::LessOrEqual if self.has(Bug::LessOrEqual) => Compare::Less,
            Compare::GreaterOrEqual if self.has(Bug::GreaterOrEqual) => Compare::Greater,
            Compare::NotEqual if self.has(Bug::NotEqual) => Compare::Equal,
            compare => compare,
        };
        self.branch(compare.negated(), sign, operands, label);
    }

    /// Calls a routine, which preserves all registers but those of its argument and of results.
    fn routine(&mut self, name: &str) {
        let Registers { scratch, link, .. } = *self.registers;
        self.push(link);
        self.step(Step::Constant(scratch, Constant::Address(name)));
        self.step(Step::Call(scratch));
        self.pop(link);
    }

    fn temporary(&self, depth: usize) -> u8 {
        self.plan.temporaries[depth]
    }

    /// Loads a word of the frame.
    fn load_local(&mut self, to: u8, offset: i32) {
        self.step(Step::Load { to, base: self.registers.frame, offset });
    }

    /// Stores a register in the frame.
    fn store_local(&mut self, from: u8, offset: i32) {
        self.step(Step::Store { from, base: self.registers.frame, offset });
    }

    /// Stores the result in a variable.
    fn store(&mut self, variable: usize) {
        let result = self.registers.result;
        match self.frame.homes[variable] {
            Home::Register(register) => self.copy(register, result),
            Home::Memory(offset) => self.store_local(result, offset),
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
        let scratch = self.registers.scratch;
        self.push(here);
        self.expression(right, depth);
        self.pop(scratch);
        [scratch, here]
    }

    /// Computes a value into the temporary of a depth. Temporaries of smaller depths are preserved.
    fn expression(&mut self, expression: &'p Expression, depth: usize) {
        let Registers { frame, null, .. } = *self.registers;
        let to = self.temporary(depth);
        match &expression.is {
            Is::Number(value) => self.number(to, *value),
            Is::Null => self.copy(to, null),
            Is::GetChar => {
                self.step(Step::Constant(to, Constant::Device(self.target.input)));
                self.step(Step::Load { to, base: to, offset: 0 });
            }
            Is::Variable(Use { index, .. }) => match self.frame.homes[*index] {
                Home::Register(register) => self.copy(to, register),
                Home::Memory(offset) => self.load_local(to, offset),
            },
            Is::Binary(operator, left, right) => {
                let types = [left.of, right.of];
                let operands = self.operands(left, right, depth);
                self.binary(*operator, types, operands, to);
            }
            Is::AddressOf(Lvalue::Variable(variable)) => {
                if let Home::Memory(offset) = self.frame.homes[variable.index] {
                    self.number(to, offset);
                    self.step(Step::Add([to, frame, to]));
                }
            }
            Is::AddressOf(Lvalue::Behind(pointer)) => self.expression(pointer, depth),
            Is::Behind(pointer) => {
                self.expression(pointer, depth);
                self.step(Step::Load { to, base: to, offset: 0 });
            }
            Is::New(words) => {
                self.expression(words, depth);
                self.new_words(depth);
            }
            Is::Call(name, arguments) => self.call(name, arguments, depth),
        }
    }

    /// Allocates an array (`new int[n]`): the temporary holds the length before and the address after.
    fn new_words(&mut self, depth: usize) {
        let Registers { argument, result, null, .. } = *self.registers;
        let to = self.temporary(depth);
        // The left operand of an expression around this one may be in the register of results,
        // which may be that of the argument.
        let waiting: &[u8] = if depth > 0 { &[result] } else { &[] };
        if argument == result {
            self.keep(waiting);
            self.copy(argument, to);
        } else {
            self.copy(argument, to);
            self.keep(waiting);
        }
        self.routine("new");
        if !self.has(Bug::NewIsZero) {
            self.branch_unless_zero(self.target.over_one);
            self.copy(result, null);
        }
        self.copy(to, result);
        self.take_back(waiting);
    }

    fn keep(&mut self, registers: &[u8]) {
        registers.iter().for_each(|&register| self.push(register));
    }

    fn take_back(&mut self, registers: &[u8]) {
        registers.iter().rev().for_each(|&register| self.pop(register));
    }

    fn call(&mut self, name: &'p Name, arguments: &'p [Expression], depth: usize) {
        let Registers { result, scratch, frame, stack, link, .. } = *self.registers;
        let waiting = &self.plan.temporaries[..depth];
        self.keep(waiting);
        let mut kept = vec![frame, link];
        kept.retain(|&register| {
            !(register == frame && self.has(Bug::LostFramePointer)
                || register == link && self.has(Bug::LostReturnAddress))
        });
        self.keep(&kept);
        let reversed = self.has(Bug::ArgumentOrder);
        for index in 0..arguments.len() {
            let index = if reversed { arguments.len() - 1 - index } else { index };
            self.expression(&arguments[index], 0);
            self.push(result);
        }
        self.step(Step::Constant(scratch, Constant::Address(&self.label(name))));
        self.step(Step::Call(scratch));
        if !arguments.is_empty() {
            self.number(scratch, self.target.word() * arguments.len() as i32);
            self.step(Step::Add([stack, stack, scratch]));
        }
        self.take_back(&kept);
        self.copy(self.plan.temporaries[depth], result);
        self.take_back(waiting);
    }

    /// `to := a operator b`; the operand registers may be changed.
    fn binary(&mut self, operator: Operator, types: [Type; 2], [a, b]: [u8; 2], to: u8) {
        let word = self.registers.word;
        if !self.has(Bug::PointerStep) {
            match types {
                [Type::Pointer, Type::Integer] => self.step(Step::Scale(b)),
                [Type::Integer, Type::Pointer] => self.step(Step::Scale(a)),
                _ => {}
            }
        }
        self.step(match operator {
            Operator::Add => Step::Add([to, a, b]),
            Operator::Subtract if types == [Type::Integer; 2] && self.has(Bug::SwappedOperands) => {
                Step::Subtract([to, b, a])
            }
            Operator::Subtract => Step::Subtract([to, a, b]),
            Operator::Multiply => Step::Multiply([to, a, b]),
            Operator::Divide | Operator::Remainder => {
                let (bug, mut half) = match operator {
                    Operator::Divide => (Bug::UnsignedDivision, Half::Quotient),
                    _ => (Bug::UnsignedRemainder, Half::Remainder),
                };
                if self.has(Bug::RemainderIsQuotient) {
                    half = Half::Quotient;
                }
                let sign = if self.has(bug) { Sign::Unsigned } else { Sign::Signed };
                Step::Divide(half, sign, [to, a, b])
            }
        });
        let is_distance = operator == Operator::Subtract && types == [Type::Pointer; 2];
        if is_distance && !self.has(Bug::PointerDistance) {
            self.step(Step::Divide(Half::Quotient, Sign::Signed, [to, to, word]));
        }
    }

    /// The label of a procedure. `wain` needs none, because it is never called.
    fn label(&self, name: &Name) -> String {
        format!("{}{}", self.target.procedure, name.text)
    }
}
