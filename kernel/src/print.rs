//! Terms and facts as text, for messages.

use crate::fact::Fact;
use crate::term::{Atom, Contents, Memory, Node, Term, Terms};

/// Characters of a message at most; the rest is left out.
const LENGTH: usize = 300;

impl Terms {
    /// A fact as text.
    pub fn print_fact(&self, fact: &Fact) -> String {
        let sum: Vec<String> = fact
            .sum
            .iter()
            .map(|(term, factor)| format!("{factor}·U({})", self.print(*term)))
            .collect();
        shorten(format!("{} <= {}", sum.join(" + "), fact.most))
    }

    /// A term as text.
    pub fn print(&self, term: Term) -> String {
        let mut sum: Vec<String> = Vec::new();
        for (monomial, factor) in self.polynomial(term) {
            let value = self.width.signed(*factor);
            let atoms: Vec<String> = monomial.iter().map(|atom| self.print_atom(*atom)).collect();
            sum.push(match (value, atoms.is_empty()) {
                (_, true) => value.to_string(),
                (1, _) => atoms.join("*"),
                _ => format!("{value}*{}", atoms.join("*")),
            });
            if sum.iter().map(String::len).sum::<usize>() > LENGTH {
                break;
            }
        }
        if sum.is_empty() { "0".into() } else { shorten(sum.join(" + ")) }
    }

    fn print_atom(&self, atom: Atom) -> String {
        let (name, operands) = match self.node(atom) {
            Node::Symbol(name) => return name.clone(),
            Node::Load(memory, address) => {
                return format!("load({}, {})", self.print_memory(*memory), self.print(*address));
            }
            Node::Less(a, b) => ("less".to_owned(), vec![*a, *b]),
            Node::High(a, b) => ("high".to_owned(), vec![*a, *b]),
            Node::Quotient(a, b) => ("quotient".to_owned(), vec![*a, *b]),
            Node::Remainder(a, b) => ("remainder".to_owned(), vec![*a, *b]),
            Node::Apply(function, arguments) => (format!("f{function}"), arguments.clone()),
        };
        let operands: Vec<String> = operands.iter().map(|operand| self.print(*operand)).collect();
        format!("{name}({})", operands.join(", "))
    }

    fn print_memory(&self, memory: Memory) -> String {
        match self.contents(memory) {
            Contents::Start(0) => "start.left".into(),
            Contents::Start(_) => "start.right".into(),
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
