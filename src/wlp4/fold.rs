//! Constant folding: evaluates what is known at compile time.

use super::target::Target;
use super::tree::{
    Compare, Does, Expression, Is, Lvalue, Operator, Program, Statement, Test, Type,
};

/// Folds constant expressions and removes branches that are never taken.
pub(super) fn fold(target: &Target, mut program: Program) -> Program {
    for procedure in &mut program.procedures {
        let body = std::mem::take(&mut procedure.body);
        procedure.body = statements(target, body);
        expression(target, &mut procedure.result);
    }
    program
}

fn statements(target: &Target, list: Vec<Statement>) -> Vec<Statement> {
    list.into_iter().flat_map(|it| statement(target, it)).collect()
}

fn statement(target: &Target, Statement { span, mut does }: Statement) -> Vec<Statement> {
    match &mut does {
        Does::Assign(place, value) => {
            if let Lvalue::Behind(pointer) = place {
                expression(target, pointer);
            }
            expression(target, value);
        }
        Does::Print(value) | Does::PutChar(value) | Does::Delete(value) => {
            expression(target, value);
        }
        Does::If(test, then, otherwise) => {
            let [then, otherwise] =
                [then, otherwise].map(|list| statements(target, std::mem::take(list)));
            match known(target, test) {
                Some(true) => return then,
                Some(false) => return otherwise,
                None => {
                    let Does::If(test, ..) = does else { unreachable!("it is one") };
                    return vec![Statement { span, does: Does::If(test, then, otherwise) }];
                }
            }
        }
        Does::While(test, body) => {
            *body = statements(target, std::mem::take(body));
            if known(target, test) == Some(false) {
                return Vec::new();
            }
        }
    }
    vec![Statement { span, does }]
}

/// The result of a test, if it is constant.
fn known(target: &Target, test: &mut Test) -> Option<bool> {
    expression(target, &mut test.left);
    expression(target, &mut test.right);
    let (Is::Number(left), Is::Number(right)) = (&test.left.is, &test.right.is) else {
        return None;
    };
    Some(match test.compare {
        Compare::Equal => left == right,
        Compare::NotEqual => left != right,
        Compare::Less => left < right,
        Compare::LessOrEqual => left <= right,
        Compare::Greater => left > right,
        Compare::GreaterOrEqual => left >= right,
    })
}

fn expression(target: &Target, folded: &mut Expression) {
    match &mut folded.is {
        Is::Number(_)
        | Is::Null
        | Is::GetChar
        | Is::Variable(_)
        | Is::AddressOf(Lvalue::Variable(_)) => {}
        Is::AddressOf(Lvalue::Behind(inner)) | Is::Behind(inner) | Is::New(inner) => {
            expression(target, inner);
        }
        Is::Call(_, arguments) => arguments.iter_mut().for_each(|it| expression(target, it)),
        Is::Binary(operator, left, right) => {
            expression(target, left);
            expression(target, right);
            let same = match (*operator, &left.is, &right.is) {
                (operator, Is::Number(a), Is::Number(b)) => {
                    let Some(value) = apply(target, operator, *a, *b) else { return };
                    folded.is = Is::Number(value);
                    return;
                }
                (Operator::Add | Operator::Subtract, _, Is::Number(0))
                | (Operator::Multiply | Operator::Divide, _, Is::Number(1)) => left,
                (Operator::Add, Is::Number(0), _) | (Operator::Multiply, Is::Number(1), _) => right,
                _ => return,
            };
            // A number that is added to a pointer is not a pointer.
            let unused = Expression { span: folded.span, of: Type::Integer, is: Is::Null };
            let same = std::mem::replace(&mut **same, unused);
            *folded = Expression { span: folded.span, ..same };
        }
    }
}

/// The result of an operation on two numbers. `None` for a division by zero, which faults at run
/// time.
fn apply(target: &Target, operator: Operator, a: i64, b: i64) -> Option<i64> {
    Some(target.wrap(match operator {
        Operator::Add => a.wrapping_add(b),
        Operator::Subtract => a.wrapping_sub(b),
        Operator::Multiply => a.wrapping_mul(b),
        Operator::Divide if b != 0 => a.wrapping_div(b),
        Operator::Remainder if b != 0 => a.wrapping_rem(b),
        Operator::Divide | Operator::Remainder => return None,
    }))
}
