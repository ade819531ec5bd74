//! Terms and facts as text, for messages.

use crate::evidence::Side;
use crate::fact::Fact;
use crate::term::{Atom, Contents, Head, Memory, Node, Term, Terms};

/// Maximum number of characters in a message; the rest is cut off.
const LENGTH: usize = 300;

impl Terms {
    /// A fact as text.
    pub fn print_fact(&self, fact: &Fact) -> String {
        let product = |(term, factor): &(Term, i128)| format!("{factor}·U({})", self.print(*term));
        let sum: Vec<String> = fact.sum.iter().map(product).collect();
        shorten(format!("{} <= {}", sum.join(" + "), fact.most))
    }

    /// A term as text.
    pub fn print(&self, term: Term) -> String {
        let mut sum = String::new();
        for (monomial, factor) in self.polynomial(term) {
            let plus = if sum.is_empty() { "" } else { " + " };
            sum += &format!("{plus}{}", self.width.signed(*factor));
            monomial.iter().for_each(|atom| sum += &format!("*{}", self.print_atom(*atom)));
            if sum.len() > LENGTH {
                break;
            }
        }
        if sum.is_empty() { "0".into() } else { shorten(sum) }
    }

    fn print_atom(&self, atom: Atom) -> String {
        let Node { head, operands } = self.node(atom);
        let name = match head {
            Head::Symbol(name) => return name.clone(),
            Head::Load(memory) => format!("load {}", self.print_memory(*memory)),
            Head::Operator(operator) => format!("{operator:?}"),
            Head::Function(number) => format!("f{number}"),
        };
        let operands: Vec<String> = operands.iter().map(|operand| self.print(*operand)).collect();
        format!("{name}({})", operands.join(", "))
    }

    fn print_memory(&self, memory: Memory) -> String {
        match self.contents(memory) {
            Contents::Start(side) => format!("start.{}", Side::BOTH[*side].name()),
            Contents::Symbol(name) | Contents::Elements(name) => name.clone(),
            Contents::Store { before, at, .. } => {
                format!("{}[{}]", self.print_memory(*before), self.print(*at))
            }
        }
    }
}

fn shorten(text: String) -> String {
    match text.char_indices().nth(LENGTH) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}
