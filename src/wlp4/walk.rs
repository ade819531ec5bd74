//! What a program contains: its statements and expressions one by one, the routines that it uses,
//! and the variables whose address it takes.

use super::tree::{Does, Expression, Is, Lvalue, Procedure, Program, Statement};

/// Whether the program takes the address of any variable.
pub(super) fn takes_addresses(program: &Program) -> bool {
    program.procedures.iter().any(|procedure| taken(procedure).contains(&true))
}

/// For each variable, whether its address is taken.
pub(super) fn taken(procedure: &Procedure) -> Vec<bool> {
    let mut taken = vec![false; procedure.variables.len()];
    walk_expressions(procedure, &mut |expression| {
        if let Is::AddressOf(Lvalue::Variable(variable)) = &expression.is {
            taken[variable.index] = true;
        }
    });
    taken
}

/// The routines that a program uses.
#[derive(Default)]
pub(super) struct Uses {
    pub(super) print: bool,
    pub(super) heap: bool,
}

impl Uses {
    pub(super) fn of(program: &Program) -> Uses {
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
            if let Lvalue::Behind(pointer) = place {
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
        | Is::AddressOf(Lvalue::Variable(_)) => {}
        Is::Binary(_, left, right) => {
            walk_expression(left, visit);
            walk_expression(right, visit);
        }
        Is::AddressOf(Lvalue::Behind(inner)) | Is::Behind(inner) | Is::New(inner) => {
            walk_expression(inner, visit);
        }
        Is::Call(_, arguments) => arguments.iter().for_each(|value| walk_expression(value, visit)),
    }
}
