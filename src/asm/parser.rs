//! The parser: lines of tokens to labels and statements.
//!
//! After an error, parsing continues with the next operand, the next statement on the line, or the
//! next line.

use crate::diagnostic::Span;
use crate::machine::mips::{Instruction, Op, Reg, Shape};

use super::findings::{Edit, Findings};
use super::foreign;
use super::lexer::{Lexer, Line, Token, TokenKind};
use super::operand::{Operand, OperandKind, Operands};
use super::problem::{Expected, Given, MnemonicHint, Problem, Usage};
use super::suggest::Suggestions;
use super::syntax::{Item, Name, Source, Statement, Value};

/// Parses a whole text.
pub(super) fn parse<'a>(
    text: &'a str,
    findings: &mut Findings<'a>,
    suggestions: &mut Suggestions,
) -> Source<'a> {
    let mut lexer = Lexer::new(text);
    // Reserves one item for each line, which suffices for most texts. A growing list would briefly
    // exist twice.
    let lines = text.bytes().filter(|&byte| byte == b'\n').count() + 1;
    let source = Source { items: Vec::with_capacity(lines), ..Source::default() };
    let mut parser = Parser { text, findings, suggestions, source, line: 0 };
    while let Some(line) = lexer.next_line(parser.findings) {
        parser.line(line);
    }
    parser.source
}

struct Parser<'a, 'p> {
    text: &'a str,
    findings: &'p mut Findings<'a>,
    suggestions: &'p mut Suggestions,
    source: Source<'a>,
    /// The number of the current line.
    line: usize,
}

impl<'a> Parser<'a, '_> {
    fn line(&mut self, line: &Line<'a>) {
        self.line = line.number;
        for token in &line.tokens {
            if let TokenKind::Register(Some(reg)) = token.kind {
                self.source.mentioned.insert(reg);
            }
        }
        let mut tokens = &line.tokens[..];
        loop {
            tokens = self.labels(tokens);
            if tokens.is_empty() {
                return;
            }
            if line.garbled {
                // The labels of a garbled line are known. One word replaces its statement.
                return self.push(span_of(tokens), Statement::Broken);
            }
            let (first, rest) = tokens.split_at(statement_length(tokens));
            match rest.first() {
                Some(_) if is_bare_name(first) => {
                    let edit = Edit::insert(first[0].span.end, ":");
                    self.missing_colon(first[0], Some(edit));
                }
                Some(&Token { span, text: second, .. }) => {
                    let edit = Edit::insert(span.start, "\n");
                    self.findings.report_with(span, Problem::SecondStatement { second }, edit);
                    self.statement(first);
                }
                None => self.statement(first),
            }
            tokens = rest;
        }
    }

    /// Parses the labels at the start of `tokens` and returns the rest.
    fn labels<'t>(&mut self, mut tokens: &'t [Token<'a>]) -> &'t [Token<'a>] {
        while let [name, colon, rest @ ..] = tokens {
            if name.kind != TokenKind::Name || colon.kind != TokenKind::Colon {
                break;
            }
            let Token { span, text, .. } = *name;
            if !text.starts_with(|c: char| c.is_ascii_alphabetic()) {
                self.findings.report(span, Problem::BadLabel { name: text });
            } else if span.end < colon.span.start {
                let gap = Span::new(span.end, colon.span.start);
                let problem = Problem::DetachedColon { name: text };
                self.findings.report_with(colon.span, problem, Edit::remove(gap));
            }
            self.define(Name { text, span }, span.to(colon.span));
            tokens = rest;
        }
        tokens
    }

    /// Treats a name on its own as a label and reports its missing colon.
    fn missing_colon(&mut self, name: Token<'a>, edit: Option<Edit>) {
        let Token { span, text, .. } = name;
        self.findings.report_maybe(span, Problem::MissingColon { name: text }, edit);
        self.define(Name { text, span }, span);
    }

    fn define(&mut self, name: Name<'a>, span: Span) {
        self.source.items.push(Item::Label { name, line: self.line, span });
    }

    fn push(&mut self, span: Span, statement: Statement<'a>) {
        self.source.items.push(Item::Statement { span, statement });
    }

    /// Parses one statement. `tokens` is not empty.
    fn statement(&mut self, tokens: &[Token<'a>]) {
        let (first, rest) = (tokens[0], &tokens[1..]);
        let span = span_of(tokens);
        let statement = match first.kind {
            TokenKind::Name => match Op::from_mnemonic(first.text) {
                Some(op) => self.instruction(op, span, rest),
                None => {
                    self.unknown_mnemonic(first, span, rest);
                    None
                }
            },
            TokenKind::Directive if first.text.eq_ignore_ascii_case(Usage::WORD.name) => {
                self.word(span, rest)
            }
            TokenKind::Directive if first.text.eq_ignore_ascii_case(Usage::IMPORT.name) => {
                let name = self.name(Usage::IMPORT, span, rest);
                return self.source.items.extend(name.map(Item::Import));
            }
            TokenKind::Directive if first.text.eq_ignore_ascii_case(Usage::EXPORT.name) => {
                let name = self.name(Usage::EXPORT, span, rest);
                return self.source.items.extend(name.map(Item::Export));
            }
            TokenKind::Number(_) => self.word(span, tokens),
            TokenKind::Directive => {
                let near =
                    self.suggestions.nearest(first.text, Usage::DIRECTIVES.map(|usage| usage.name));
                let edit = near.map(|name| Edit::replace(first.span, name));
                let problem = Problem::UnknownDirective { name: first.text };
                self.findings.report_maybe(first.span, problem, edit);
                None
            }
            _ => {
                let expected = "an instruction, a label or `.word`";
                let problem = Problem::UnexpectedToken { found: first.text, expected };
                self.findings.report(first.span, problem);
                None
            }
        };
        self.push(span, statement.unwrap_or(Statement::Broken));
    }

    fn unknown_mnemonic(&mut self, name: Token<'a>, span: Span, rest: &[Token<'a>]) {
        let (hint, edit) = if let Some(foreign) = foreign::find(name.text) {
            let operands = rest.split(|token| token.kind == TokenKind::Comma);
            let operands: Vec<_> = operands
                .filter(|operand| !operand.is_empty())
                .map(|operand| span_of(operand).of(self.text))
                .collect();
            let instead = foreign.instead(&operands);
            (MnemonicHint::Foreign(foreign), instead.map(|text| Edit::replace(span, text)))
        } else {
            let known = Op::ALL.iter().map(|op| op.mnemonic()).chain([Usage::WORD.name]);
            match self.suggestions.nearest(name.text, known) {
                Some(near) => {
                    (MnemonicHint::DidYouMean(near), Some(Edit::replace(name.span, near)))
                }
                None if rest.is_empty() && is_bare_name(&[name]) => {
                    // Suggests no colon if the name may be the beginning of a mnemonic that is
                    // being typed.
                    let start = name.text.to_ascii_lowercase();
                    let half_typed = Op::ALL.iter().any(|op| op.mnemonic().starts_with(&start));
                    let edit = (!half_typed).then(|| Edit::insert(name.span.end, ":"));
                    return self.missing_colon(name, edit);
                }
                None => (MnemonicHint::None, None),
            }
        };
        let problem = Problem::UnknownMnemonic { name: name.text, hint };
        self.findings.report_maybe(name.span, problem, edit);
    }

    /// The operands of a statement. Reports a wrong number of operands.
    fn operands(
        &mut self,
        usage: Usage,
        span: Span,
        tokens: &[Token<'a>],
    ) -> Option<Vec<Operand<'a>>> {
        let Operands { list, is_complete } =
            Operands::parse(self.text, usage.arity(), tokens, self.findings);
        // `lw $4, 0, $5` has one operand more than `lw $4, 0($5)`.
        let is_split = usage.takes_address()
            && list.len() > 2
            && !matches!(list[1].kind, OperandKind::Address { .. });
        let arity = usage.arity() + usize::from(is_split);
        // Surplus operands are reported as such, not for missing commas.
        for pair in list[..arity.min(list.len())].windows(2) {
            if pair[1].lacks_comma {
                let problem = Problem::MissingComma { next: pair[1].text };
                let edit = Edit::insert(pair[0].span.end, ",");
                self.findings.report_with(pair[1].span, problem, edit);
            }
        }
        if !is_complete {
            return None;
        }
        let given = Given(list.len());
        match (list.get(arity), list.last()) {
            (Some(extra), Some(last)) => {
                let behind = Span::new(list[arity - 1].span.end, last.span.end);
                let is_value = matches!(extra.kind, OperandKind::Number(_) | OperandKind::Name);
                let edit = if usage == Usage::of(Op::Lis) && list.len() == 2 && is_value {
                    Some(Edit::replace(behind, format!("\n.word {}", extra.text)))
                } else {
                    (!Usage::DIRECTIVES.contains(&usage)).then(|| Edit::remove(behind))
                };
                let problem = Problem::TooManyOperands { usage, given };
                self.findings.report_maybe(extra.span.to(last.span), problem, edit);
                None
            }
            _ if list.len() < arity => {
                self.findings.report(span, Problem::TooFewOperands { usage, given });
                None
            }
            _ => Some(list),
        }
    }

    fn word(&mut self, span: Span, tokens: &[Token<'a>]) -> Option<Statement<'a>> {
        let list = self.operands(Usage::WORD, span, tokens)?;
        let operand = &list[0];
        let value = match operand.kind {
            OperandKind::Name => Value::Label(operand.name()),
            OperandKind::Number(number) => Value::Number(operand.word(number?, self.findings)?),
            OperandKind::Register(None) => return None,
            _ => operand.report_wrong(Expected::Word, None, self.findings)?,
        };
        Some(Statement::Word(value))
    }

    /// The name in a directive.
    fn name(&mut self, usage: Usage, span: Span, tokens: &[Token<'a>]) -> Option<Name<'a>> {
        let list = self.operands(usage, span, tokens)?;
        let operand = &list[0];
        match operand.kind {
            OperandKind::Name if operand.text.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                Some(operand.name())
            }
            OperandKind::Name => {
                self.findings.report(operand.span, Problem::BadLabel { name: operand.text });
                None
            }
            OperandKind::Register(None) | OperandKind::Number(None) => None,
            _ => operand.report_wrong(Expected::Name, None, self.findings)?,
        }
    }

    fn instruction(&mut self, op: Op, span: Span, tokens: &[Token<'a>]) -> Option<Statement<'a>> {
        let list = self.operands(Usage::of(op), span, tokens)?;
        let findings = &mut *self.findings;
        let none = Instruction { op, s: Reg::ZERO, t: Reg::ZERO, d: Reg::ZERO, i: 0 };
        // All operands are checked before the first `?`, so that every error is reported.
        let instruction = match op.shape() {
            Shape::Dst => {
                let [d, s, t] = [0, 1, 2].map(|at| list[at].register(op, findings));
                Instruction { d: d?, s: s?, t: t?, ..none }
            }
            Shape::St => {
                let [s, t] = [0, 1].map(|at| list[at].register(op, findings));
                Instruction { s: s?, t: t?, ..none }
            }
            Shape::D => Instruction { d: list[0].register(op, findings)?, ..none },
            Shape::S => Instruction { s: list[0].register(op, findings)?, ..none },
            Shape::Memory => {
                let t = list[0].register(op, findings);
                let (i, s) = match list.get(2) {
                    Some(base) => (list[1].offset(op, findings), base.register(op, findings)),
                    None => list[1].address(op, findings),
                };
                Instruction { t: t?, i: i?, s: s?, ..none }
            }
            Shape::Branch => {
                let s = match list[0].kind {
                    OperandKind::Number(_) => {
                        self.number_first(op, &list);
                        None
                    }
                    _ => list[0].register(op, findings),
                };
                let t = list[1].comparand(op, self.findings);
                let target = list[2].target(op, self.findings);
                return Some(Statement::Branch { op, s: s?, t: t?, target: target? });
            }
        };
        Some(Statement::Instruction(instruction))
    }

    fn number_first(&mut self, op: Op, list: &[Operand<'a>]) {
        let (first, second) = (&list[0], &list[1]);
        let swap = matches!(second.kind, OperandKind::Register(_)).then(|| {
            let between = Span::new(first.span.end, second.span.start).of(self.text);
            let swapped = format!("{}{between}{}", second.text, first.text);
            Edit::replace(first.span.to(second.span), swapped)
        });
        let problem = Problem::NumberFirst { op, written: first.text };
        self.findings.report_maybe(first.span, problem, swap);
    }
}

/// The span from the first token to the last.
fn span_of(tokens: &[Token]) -> Span {
    match tokens {
        [first, .., last] => first.span.to(last.span),
        [only] => only.span,
        [] => Span::default(),
    }
}

/// The number of tokens before a second statement starts.
fn statement_length(tokens: &[Token]) -> usize {
    let starts_statement = |&at: &usize| {
        let is_operand = matches!(tokens[at - 1].kind, TokenKind::Comma | TokenKind::Open);
        !is_operand
            && match tokens[at].kind {
                TokenKind::Directive => true,
                TokenKind::Name => {
                    let is_label = tokens.get(at + 1).is_some_and(|t| t.kind == TokenKind::Colon);
                    is_label || Op::from_mnemonic(tokens[at].text).is_some()
                }
                _ => false,
            }
    };
    (1..tokens.len()).find(starts_statement).unwrap_or(tokens.len())
}

/// Whether this is a name on its own that could have been a label.
fn is_bare_name(tokens: &[Token]) -> bool {
    let [name] = tokens else { return false };
    name.kind == TokenKind::Name
        && name.text.starts_with(|c: char| c.is_ascii_alphabetic())
        && Op::from_mnemonic(name.text).is_none()
        && foreign::find(name.text).is_none()
}
