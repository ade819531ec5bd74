//! Terms as SMT-LIB 2.6 text.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Node, Sort, Symbol, Term, Terms};

/// Maximum depth of an expression without a definition.
const MAX_DEPTH: usize = 12;

/// A query as text: declarations, named assertions, `(check-sat)` and
/// `(get-value ...)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// The whole text.
    pub text: String,
    /// The variables whose values the text asks for, in its order.
    pub symbols: Vec<Symbol>,
}

impl Terms {
    /// Suggests a name for a term in scripts; the first suggestion is kept. A `$` becomes an `r`,
    /// as the Tamarin paper writes registers in formulas.
    pub fn suggest_name(&mut self, term: Term, name: impl FnOnce() -> String) {
        self.names.entry(term).or_insert_with(|| smt_name(&name()));
    }

    /// The script that asks whether all assertions are satisfiable together, and for the values of
    /// their variables. The name of an assertion consists of letters, digits, dots and underscores,
    /// starts with a letter, and is unique.
    pub fn script(&self, assertions: impl IntoIterator<Item = (String, Term)>) -> Script {
        let assertions: Vec<(String, Term)> = assertions.into_iter().collect();
        let terms = self.reachable(assertions.iter().map(|(_, term)| *term));
        let mut printer = Printer::new(self, &terms, &assertions);
        printer.header(&terms);
        let symbols = self.free_symbols(assertions.iter().map(|(_, term)| *term));
        for &symbol in &symbols {
            let name = smt_name(self.symbol_name(symbol));
            let sort = sort_name(self.symbol_sort(symbol));
            printer.line(format_args!("(declare-const {name} {sort})"));
        }
        for &term in &terms {
            printer.define(term);
        }
        for (name, term) in &assertions {
            let text = printer.use_of(*term).to_owned();
            printer.line(format_args!("(assert (! {text} :named {name}))"));
        }
        printer.line(format_args!("(check-sat)"));
        if !symbols.is_empty() {
            let names: Vec<String> =
                symbols.iter().map(|&symbol| smt_name(self.symbol_name(symbol))).collect();
            printer.line(format_args!("(get-value ({}))", names.join(" ")));
        }
        Script { text: printer.out, symbols }
    }
}

/// A trace's name as the Tamarin paper spells it in formulas: `$3_2` is `r3_2`. A name with
/// characters that a symbol must not contain, such as `a[0]`, is quoted with bars.
fn smt_name(name: &str) -> String {
    let name = name.replace('$', "r");
    match name.contains(['[', ']']) {
        true => format!("|{name}|"),
        false => name,
    }
}

fn sort_name(sort: Sort) -> &'static str {
    match sort {
        Sort::Bool => "Bool",
        Sort::Word => "(_ BitVec 32)",
        Sort::Double => "(_ BitVec 64)",
        Sort::Memory => "(Array (_ BitVec 32) (_ BitVec 32))",
    }
}

struct Printer<'t> {
    terms: &'t Terms,
    out: String,
    /// How often each term is used.
    uses: FxHashMap<Term, u32>,
    /// The text of a term, an expression or the name of its definition, and the depth of that
    /// expression.
    texts: FxHashMap<Term, (String, usize)>,
    /// Names in use.
    taken: FxHashSet<String>,
}

impl<'t> Printer<'t> {
    fn new(terms: &'t Terms, reachable: &[Term], assertions: &[(String, Term)]) -> Printer<'t> {
        let mut uses = FxHashMap::default();
        for arg in reachable.iter().flat_map(|&term| terms.node(term).args()) {
            *uses.entry(arg).or_insert(0) += 1;
        }
        for (_, term) in assertions {
            *uses.entry(*term).or_insert(0) += 1;
        }
        let mut taken: FxHashSet<String> =
            assertions.iter().map(|(name, _)| name.clone()).collect();
        taken.extend(terms.symbols.names().map(smt_name));
        Printer { terms, out: String::new(), uses, texts: FxHashMap::default(), taken }
    }

    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        writeln!(self.out, "{line}").expect("writing to a string does not fail");
    }

    fn header(&mut self, reachable: &[Term]) {
        let has_memory = reachable.iter().any(|&term| self.terms.sort(term) == Sort::Memory);
        self.line(format_args!("(set-option :produce-models true)"));
        // No standard logic contains a constant array.
        let logic = if has_memory { "ALL" } else { "QF_BV" };
        self.line(format_args!("(set-logic {logic})"));
    }

    /// Builds the text of a term whose arguments have theirs. Defines it by name if it has a name,
    /// is used more than once, or is deep.
    fn define(&mut self, term: Term) {
        let (text, depth) = self.expression(term);
        let node = self.terms.node(term);
        let leaf = node.args().next().is_none() && !matches!(node, Node::Image(_));
        let named = self.terms.names.contains_key(&term);
        if leaf || !named && self.uses[&term] < 2 && depth < MAX_DEPTH {
            self.texts.insert(term, (text, depth));
            return;
        }
        let name = self.fresh_name(term);
        let sort = sort_name(self.terms.sort(term));
        self.line(format_args!("(define-fun {name} () {sort} {text})"));
        self.texts.insert(term, (name, 0));
    }

    fn fresh_name(&mut self, term: Term) -> String {
        if let Some(name) = self.terms.names.get(&term)
            && self.taken.insert(name.clone())
        {
            return name.clone();
        }
        let name = format!("t{}", term.0);
        self.taken.insert(name.clone());
        name
    }

    fn use_of(&self, term: Term) -> &str {
        &self.texts[&term].0
    }

    /// The term over the texts of its arguments, and its depth.
    fn expression(&self, term: Term) -> (String, usize) {
        let node = self.terms.node(term);
        let operator = match node {
            Node::Bool(value) => return (value.to_string(), 0),
            Node::Word(value) => return (format!("#x{value:08x}"), 0),
            Node::Double(value) => return (format!("#x{value:016x}"), 0),
            Node::Symbol(symbol) => return (smt_name(self.terms.symbol_name(symbol)), 0),
            Node::Image(image) => return (self.image(image), MAX_DEPTH),
            Node::Not(_) => "not",
            Node::And(..) => "and",
            Node::Or(..) => "or",
            Node::Eq(..) => "=",
            Node::Ult(..) => "bvult",
            Node::Slt(..) => "bvslt",
            Node::Ite(..) => "ite",
            Node::Add(..) => "bvadd",
            Node::Sub(..) => "bvsub",
            Node::Mul(..) => "bvmul",
            Node::BitAnd(..) => "bvand",
            Node::Udiv(..) => "bvudiv",
            Node::Urem(..) => "bvurem",
            Node::Sdiv(..) => "bvsdiv",
            Node::Srem(..) => "bvsrem",
            Node::SignExtend(_) => "(_ sign_extend 32)",
            Node::ZeroExtend(_) => "(_ zero_extend 32)",
            Node::Low(_) => "(_ extract 31 0)",
            Node::High(_) => "(_ extract 63 32)",
            Node::Select(..) => "select",
            Node::Store(..) => "store",
        };
        let mut text = format!("({operator}");
        let mut depth = 0;
        for arg in node.args() {
            let (arg, arg_depth) = &self.texts[&arg];
            text.push(' ');
            text.push_str(arg);
            depth = depth.max(arg_depth + 1);
        }
        text.push(')');
        (text, depth)
    }

    /// An initial memory: stores of the program's nonzero words into the zero array.
    fn image(&self, image: u32) -> String {
        let zeros = "((as const (Array (_ BitVec 32) (_ BitVec 32))) #x00000000)";
        let words = self.terms.images[image as usize].iter().enumerate();
        let words: Vec<(usize, &u32)> = words.filter(|(_, word)| **word != 0).collect();
        let mut text = "(store ".repeat(words.len());
        text.push_str(zeros);
        for (index, word) in words {
            write!(text, " #x{:08x} #x{word:08x})", index * 4).expect("a string takes it");
        }
        text
    }
}
