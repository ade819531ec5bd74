//! Queries as SMT-LIB 2 texts, for a person and for other solvers.
//!
//! An atom is a defined constant, so a text has about the size of the computation. What the kernel leaves undefined,
//! quotients by zero, has a value in SMT-LIB; the conditions of a path rule it out.

use tamarin_kernel::word::{Operator, Width};

use super::forms::{Atom, AtomId, Fact, Form, Forms};
use super::inputs_of;
use super::query::Query;

impl Query {
    /// The query as a script that asks whether an input meets it. `names` are the names of the inputs, by number.
    pub(super) fn smtlib(&self, forms: &Forms, names: &[String]) -> String {
        let writer = Writer { forms, names };
        let inputs = inputs_of(forms, self.forms());
        let symbols: Vec<String> =
            inputs.iter().map(|input| symbol(&names[*input as usize])).collect();
        let mut lines = vec!["(set-logic QF_BV)".to_owned()];
        let bits = forms.width.bits();
        lines.extend(symbols.iter().map(|it| format!("(declare-const {it} (_ BitVec {bits}))")));
        for atom in forms.atoms_below(self.forms()) {
            if let Atom::Apply(operator, a, b) = forms.atom(atom) {
                let value = writer.applied(operator, a, b);
                lines.push(format!("(define-fun t{atom} () (_ BitVec {bits}) {value})"));
            }
        }
        lines.extend(self.facts.iter().map(|it| format!("(assert {})", writer.fact(*it))));
        match &self.any[..] {
            [] => {}
            [form] => lines.push(format!("(assert {})", writer.is_nonzero(*form))),
            any => {
                let any: Vec<String> = any.iter().map(|form| writer.is_nonzero(*form)).collect();
                lines.push(format!("(assert (or {}))", any.join(" ")));
            }
        }
        lines.push("(check-sat)".to_owned());
        if !symbols.is_empty() {
            lines.push(format!("(get-value ({}))", symbols.join(" ")));
        }
        lines.join("\n") + "\n"
    }
}

/// A name as a symbol of SMT-LIB.
fn symbol(name: &str) -> String {
    match name.chars().all(|it| it.is_ascii_alphanumeric()) {
        true => name.to_owned(),
        false => format!("|{name}|"),
    }
}

struct Writer<'w> {
    forms: &'w Forms,
    names: &'w [String],
}

impl Writer<'_> {
    fn width(&self) -> Width {
        self.forms.width
    }

    fn number(&self, value: u64) -> String {
        let digits = self.width().bits() as usize / 4;
        format!("#x{value:0digits$x}")
    }

    fn fact(&self, (fact, holds): (Fact, bool)) -> String {
        let text = match fact {
            Fact::Zero(form) => format!("(= {} {})", self.form(form), self.number(0)),
            Fact::Below(a, b) => format!("(bvult {} {})", self.form(a), self.form(b)),
        };
        if holds { text } else { format!("(not {text})") }
    }

    fn is_nonzero(&self, form: Form) -> String {
        self.fact((Fact::Zero(form), false))
    }

    fn form(&self, form: Form) -> String {
        let sum = self.forms.sum(form);
        let all_ones = self.width().wrap(u64::MAX);
        let part = |&(atom, factor): &(AtomId, u64)| match (self.atom(atom), factor) {
            (atom, 1) => atom,
            (atom, factor) if factor == all_ones => format!("(bvneg {atom})"),
            (atom, factor) => format!("(bvmul {} {atom})", self.number(factor)),
        };
        let constant =
            (sum.constant != 0 || sum.parts.is_empty()).then(|| self.number(sum.constant));
        let summands = sum.parts.iter().map(part).chain(constant);
        summands.reduce(|a, b| format!("(bvadd {a} {b})")).unwrap_or_default()
    }

    fn atom(&self, atom: AtomId) -> String {
        match self.forms.atom(atom) {
            Atom::Input(input) => symbol(&self.names[input as usize]),
            Atom::Apply(..) => format!("t{atom}"),
        }
    }

    fn applied(&self, operator: Operator, a: Form, b: Form) -> String {
        let [a, b] = [a, b].map(|form| self.form(form));
        let binary = |name: &str| format!("({name} {a} {b})");
        let bits = self.width().bits();
        let high = |extend: &str| {
            let [a, b] = [&a, &b].map(|word| format!("((_ {extend} {bits}) {word})"));
            format!("((_ extract {} {bits}) (bvmul {a} {b}))", 2 * bits - 1)
        };
        let truth =
            |name: &str| format!("(ite {} {} {})", binary(name), self.number(1), self.number(0));
        match operator {
            Operator::Add => binary("bvadd"),
            Operator::Sub => binary("bvsub"),
            Operator::Mul => binary("bvmul"),
            Operator::High => high("zero_extend"),
            Operator::HighSigned => high("sign_extend"),
            Operator::Quotient => binary("bvudiv"),
            Operator::Remainder => binary("bvurem"),
            Operator::QuotientSigned => binary("bvsdiv"),
            Operator::RemainderSigned => binary("bvsrem"),
            Operator::Less => truth("bvult"),
            Operator::LessSigned => truth("bvslt"),
        }
    }
}
