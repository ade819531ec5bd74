//! The parser: lines of tokens to labels and statements.
//!
//! After an error, parsing continues with the next operand, the next statement on the line, or the
//! next line.

use crate::asm::findings::Edit;
use crate::asm::problem::Given;
use crate::asm::suggest::Suggestions;
use crate::asm::syntax::Name;
use crate::diagnostic::Span;
use crate::machine::arm64::{Condition, Instruction, Op};

use super::Findings;
use super::foreign;
use super::lexer::{Lexer, Line, Token, TokenKind};
use super::operand::{Operands, bad_label, starts_statement};
use super::problem::{Expected, LabelFault, MnemonicHint, Problem, Usage, What};
use super::syntax::{Item, Statement, Value};

/// Parses a whole text.
pub(super) fn parse<'a>(
    text: &'a str,
    findings: &mut Findings<'a>,
    suggestions: &mut Suggestions,
) -> Vec<Item<'a>> {
    let mut lexer = Lexer::new(text);
    // Reserves one item for each line, which suffices for most texts.
    let lines = text.bytes().filter(|&byte| byte == b'\n').count() + 1;
    let items = Vec::with_capacity(lines);
    let mut parser = Parser { text, findings, suggestions, items, line: 0 };
    while let Some(line) = lexer.next_line(parser.findings) {
        parser.line(line);
    }
    parser.items
}

struct Parser<'a, 'p> {
    text: &'a str,
    findings: &'p mut Findings<'a>,
    suggestions: &'p mut Suggestions,
    items: Vec<Item<'a>>,
    /// The number of the current line.
    line: usize,
}

impl<'a> Parser<'a, '_> {
    fn line(&mut self, line: &Line<'a>) {
        self.line = line.number;
        let mut tokens = &line.tokens[..];
        let mut is_first = true;
        loop {
            tokens = self.labels(tokens);
            let Some(&first) = tokens.first() else { return };
            if line.garbled {
                // The labels of a garbled line are known. One word replaces its statement.
                return self.push(span_of(tokens), Statement::Broken);
            }
            if !is_first {
                let edit = Edit::insert(first.span.start, "\n");
                let problem = Problem::SecondStatement { second: first.text };
                self.findings.report_with(first.span, problem, edit);
            }
            let length = self.statement(tokens);
            tokens = &tokens[length..];
            // A name on its own was parsed as a label.
            is_first = matches!(self.items.last(), Some(Item::Label { .. }));
            if !tokens.is_empty() && !starts_statement(tokens) {
                return;
            }
            // A label after a statement also starts a second statement.
            if let [label, colon, ..] = tokens
                && !is_first
                && colon.kind == TokenKind::Colon
            {
                let edit = Edit::insert(label.span.start, "\n");
                let problem = Problem::SecondStatement { second: label.text };
                self.findings.report_with(label.span, problem, edit);
                is_first = true;
            }
        }
    }

    /// Parses the labels at the start of `tokens` and returns the rest.
    fn labels<'t>(&mut self, mut tokens: &'t [Token<'a>]) -> &'t [Token<'a>] {
        while let [name, colon, rest @ ..] = tokens {
            let is_name = matches!(name.kind, TokenKind::Name | TokenKind::Register(_));
            if !is_name || colon.kind != TokenKind::Colon {
                break;
            }
            let Token { span, text, .. } = *name;
            if let Some((fault, meant)) = bad_label(text) {
                let edit = meant.map(|meant| Edit::replace(span, meant));
                self.findings.report_maybe(span, Problem::BadLabel { name: text, fault }, edit);
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

    fn define(&mut self, name: Name<'a>, span: Span) {
        self.items.push(Item::Label { name, line: self.line, span });
    }

    fn push(&mut self, span: Span, statement: Statement<'a>) {
        self.items.push(Item::Statement { span, statement });
    }

    /// Parses the statement at the start of `tokens`, which is not empty. Returns how many tokens
    /// were read; a second statement may follow.
    fn statement(&mut self, tokens: &[Token<'a>]) -> usize {
        let (first, rest) = (tokens[0], &tokens[1..]);
        match first.kind {
            TokenKind::Name => match Op::from_mnemonic(first.text) {
                Some(Op::B) => self.branch(tokens),
                Some(op) => self.instruction(Instruction::of(op), tokens, 1),
                None => self.unknown_mnemonic(tokens),
            },
            TokenKind::Dotted => self.directive(first, rest),
            _ => {
                let is_number = matches!(first.kind, TokenKind::Number(Some(_)));
                let edit = is_number && rest.is_empty();
                let edit = edit.then(|| Edit::insert(first.span.start, ".8byte "));
                let expected = "an instruction, a label or `.8byte`";
                let problem = Problem::UnexpectedToken { found: first.text, expected };
                self.findings.report_maybe(first.span, problem, edit);
                self.broken(tokens)
            }
        }
    }

    fn broken(&mut self, tokens: &[Token<'a>]) -> usize {
        self.push(span_of(tokens), Statement::Broken);
        tokens.len()
    }

    /// `b` or `b.cond`
    fn branch(&mut self, tokens: &[Token<'a>]) -> usize {
        match tokens {
            [_, condition, ..] if condition.kind == TokenKind::Dotted => {
                let name = &condition.text[1..];
                let instruction = Instruction::of(Op::BCond);
                match Condition::from_name(name) {
                    Some(condition) => {
                        self.instruction(Instruction { condition, ..instruction }, tokens, 2)
                    }
                    None => {
                        self.unknown_condition(tokens[0].span, *condition);
                        // Checks the operands as those of the instruction that was meant.
                        let length = self.instruction(instruction, tokens, 2);
                        if let Some(Item::Statement { statement, .. }) = self.items.last_mut() {
                            *statement = Statement::Broken;
                        }
                        length
                    }
                }
            }
            [b, condition, target, ..]
                if Condition::from_name(condition.text).is_some()
                    && matches!(target.kind, TokenKind::Name | TokenKind::Number(_))
                    && !starts_statement(&tokens[2..]) =>
            {
                let span = b.span.to(condition.span);
                let edit = Edit::replace(span, format_args!("b.{}", condition.text));
                let problem = Problem::MissingDot { name: condition.text };
                self.findings.report_with(span, problem, edit);
                self.broken(tokens)
            }
            _ => self.instruction(Instruction::of(Op::B), tokens, 1),
        }
    }

    fn unknown_condition(&mut self, b: Span, condition: Token<'a>) {
        let name = condition.text[1..].to_ascii_lowercase();
        let instead = match name.as_str() {
            "cs" => Some(".hs".to_owned()),
            "cc" => Some(".lo".to_owned()),
            name => Condition::from_name(name).map(|_| format!(".{name}")),
        };
        let edit = match instead {
            Some(instead) => Some(Edit::replace(condition.span, instead)),
            // The condition `al` holds always.
            None if name == "al" => Some(Edit::replace(b.to(condition.span), "b")),
            None => None,
        };
        let problem = Problem::UnknownCondition { name: &condition.text[1..] };
        self.findings.report_maybe(condition.span, problem, edit);
    }

    /// An instruction whose mnemonic and condition are the first `head` tokens.
    fn instruction(
        &mut self,
        instruction: Instruction,
        tokens: &[Token<'a>],
        head: usize,
    ) -> usize {
        let (named, rest) = tokens.split_at(head);
        let operands = Operands::new(self.text, instruction, span_of(named), rest, self.findings);
        let (statement, length) = operands.statement();
        let usage = Usage::of(instruction.op);
        let length = head + length;
        self.push(span_of(&tokens[..length]), statement);
        self.nothing_more(usage, tokens, length)
    }

    /// Reports tokens that follow a statement and do not start another one. Returns how many tokens
    /// were read.
    fn nothing_more(&mut self, usage: Usage, tokens: &[Token<'a>], length: usize) -> usize {
        let rest = &tokens[length..];
        if rest.is_empty() || starts_statement(rest) {
            return length;
        }
        let behind = Span::new(tokens[length - 1].span.end, span_of(rest).end);
        let edit = match rest {
            [comma, value]
                if usage == Usage::WORD
                    && comma.kind == TokenKind::Comma
                    && matches!(value.kind, TokenKind::Number(Some(_)) | TokenKind::Name) =>
            {
                Edit::replace(behind, format_args!("\n.8byte {}", value.text))
            }
            _ => Edit::remove(behind),
        };
        let problem = match rest {
            [comma] if comma.kind == TokenKind::Comma => {
                Problem::UnexpectedToken { found: ",", expected: "the end of the line" }
            }
            _ => Problem::TooManyOperands { usage },
        };
        self.findings.report_with(span_of(rest), problem, edit);
        tokens.len()
    }

    fn directive(&mut self, first: Token<'a>, rest: &[Token<'a>]) -> usize {
        let known = Usage::DIRECTIVES.into_iter().find(|usage| usage.name == first.text);
        let Some(usage) = known else {
            let lower = first.text.to_ascii_lowercase();
            let names = Usage::DIRECTIVES.map(|usage| usage.name);
            let near = match lower.as_str() {
                ".word" | ".quad" | ".xword" | ".dword" => Some(Usage::WORD.name),
                _ => self.suggestions.nearest(&lower, names),
            };
            let edit = near.map(|name| Edit::replace(first.span, name));
            let problem = Problem::UnknownDirective { name: first.text };
            self.findings.report_maybe(first.span, problem, edit);
            self.push(first.span, Statement::Broken);
            return 1 + rest.len();
        };
        let tokens: Vec<_> = std::iter::once(first).chain(rest.iter().copied()).collect();
        let Some(&operand) = rest.first().filter(|_| !is_label_next(rest)) else {
            let problem = Problem::TooFewOperands { usage, given: Given(0) };
            self.findings.report(first.span, problem);
            self.push(first.span, Statement::Broken);
            return 1;
        };
        let span = first.span.to(operand.span);
        match usage {
            Usage::WORD => {
                let statement = self.word(operand).map_or(Statement::Broken, Statement::Word);
                self.push(span, statement);
            }
            _ => {
                let name = self.name(usage, operand);
                let item = if usage == Usage::IMPORT { Item::Import } else { Item::Export };
                self.items.extend(name.map(item));
            }
        }
        self.nothing_more(usage, &tokens, 2)
    }

    /// The value of an `.8byte`. Reports an operand that is none.
    fn word(&mut self, operand: Token<'a>) -> Option<Value<'a>> {
        match operand.kind {
            TokenKind::Number(number) => {
                let value = number?.value;
                let fits = (i128::from(i64::MIN)..=i128::from(u64::MAX)).contains(&value);
                if !fits {
                    let problem = Problem::WordOutOfRange { written: operand.text };
                    self.findings.report(operand.span, problem);
                }
                fits.then_some(Value::Number(value as u64))
            }
            TokenKind::Register(None) => None,
            TokenKind::Name => self.label(operand).map(Value::Label),
            _ => self.wrong(Expected::Word, Usage::WORD, operand),
        }
    }

    /// The name in a directive. Reports an operand that is none.
    fn name(&mut self, usage: Usage, operand: Token<'a>) -> Option<Name<'a>> {
        match operand.kind {
            TokenKind::Name => self.label(operand),
            TokenKind::Register(Some(_)) => {
                let problem = Problem::BadLabel { name: operand.text, fault: LabelFault::Register };
                self.findings.report(operand.span, problem);
                None
            }
            TokenKind::Register(None) | TokenKind::Number(None) => None,
            _ => self.wrong(Expected::Name, usage, operand),
        }
    }

    fn label(&mut self, token: Token<'a>) -> Option<Name<'a>> {
        let Token { span, text, .. } = token;
        if let Some((fault, meant)) = bad_label(text) {
            let edit = meant.map(|meant| Edit::replace(span, meant));
            self.findings.report_maybe(span, Problem::BadLabel { name: text, fault }, edit);
            return None;
        }
        Some(Name { text, span })
    }

    fn wrong<T>(&mut self, expected: Expected, usage: Usage, token: Token<'a>) -> Option<T> {
        let problem = match token.kind {
            TokenKind::Register(_) | TokenKind::Number(_) | TokenKind::Name => {
                let what = match token.kind {
                    TokenKind::Register(_) => What::Register,
                    TokenKind::Number(_) => What::Number,
                    _ => What::Name,
                };
                Problem::WrongOperand { expected, what, written: token.text, usage }
            }
            _ => Problem::UnexpectedToken { found: token.text, expected: "an operand" },
        };
        self.findings.report(token.span, problem);
        None
    }

    fn unknown_mnemonic(&mut self, tokens: &[Token<'a>]) -> usize {
        let (name, rest) = (tokens[0], &tokens[1..]);
        let lower = name.text.to_ascii_lowercase();
        let in_lower_case = Op::from_mnemonic(&lower).map(Op::mnemonic);
        let (hint, edit) = if let Some(mnemonic) = in_lower_case {
            (MnemonicHint::Case, Some(Edit::replace(name.span, mnemonic)))
        } else if let Some(foreign) = foreign::find(name.text) {
            let operands = rest.split(|token| token.kind == TokenKind::Comma);
            let operands: Vec<_> = operands
                .filter(|operand| !operand.is_empty())
                .map(|operand| span_of(operand).of(self.text))
                .collect();
            let instead = foreign.instead(&operands);
            let span = span_of(tokens);
            (MnemonicHint::Foreign(foreign), instead.map(|text| Edit::replace(span, text)))
        } else {
            let known = Op::ALL.iter().map(|op| op.mnemonic());
            match self.suggestions.nearest(name.text, known) {
                Some(near) => {
                    (MnemonicHint::DidYouMean(near), Some(Edit::replace(name.span, near)))
                }
                None if rest.is_empty() || starts_statement(rest) => {
                    return self.missing_colon(name);
                }
                None => (MnemonicHint::None, None),
            }
        };
        let problem = Problem::UnknownMnemonic { name: name.text, hint };
        self.findings.report_maybe(name.span, problem, edit);
        self.broken(tokens)
    }

    /// Treats a name on its own as a label and reports its missing colon.
    fn missing_colon(&mut self, name: Token<'a>) -> usize {
        let Token { span, text, .. } = name;
        // Suggests no colon if the name may be the beginning of a mnemonic that is being typed.
        let half_typed = Op::ALL.iter().any(|op| op.mnemonic().starts_with(text));
        let can_be = bad_label(text).is_none() && !half_typed;
        let edit = can_be.then(|| Edit::insert(span.end, ":"));
        self.findings.report_maybe(span, Problem::MissingColon { name: text }, edit);
        self.define(Name { text, span }, span);
        1
    }
}

/// Whether the tokens start with a label.
fn is_label_next(tokens: &[Token]) -> bool {
    matches!(tokens, [_, colon, ..] if colon.kind == TokenKind::Colon)
}

/// The span from the first token to the last.
fn span_of(tokens: &[Token]) -> Span {
    match tokens {
        [first, .., last] => first.span.to(last.span),
        [only] => only.span,
        [] => Span::default(),
    }
}
