//! The operands of one statement: where each ends, and what kind it must be.

use crate::diagnostic::Span;
use crate::machine::mips::{Op, Reg};

use super::findings::{Edit, Findings};
use super::lexer::{Token, TokenKind, register_by_name};
use super::number::Number;
use super::problem::{Expected, Problem, What};
use super::syntax::{Comparand, Name, Target};

/// An operand, as separated by commas.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operand<'a> {
    pub(super) kind: OperandKind<'a>,
    pub(super) span: Span,
    pub(super) text: &'a str,
    /// Whether the comma before it is missing.
    pub(super) lacks_comma: bool,
}

/// The kind of an operand. An operand without a value has been reported.
#[derive(Clone, Copy, Debug)]
pub(super) enum OperandKind<'a> {
    Register(Option<Reg>),
    Number(Option<Number>),
    Name,
    /// `0($5)`, with any tokens for the `0` and the `$5`.
    Address {
        offset: Option<Token<'a>>,
        base: Token<'a>,
    },
}

/// The operands of a statement.
#[derive(Debug)]
pub(super) struct Operands<'a> {
    pub(super) list: Vec<Operand<'a>>,
    /// Whether all operands were parsed. If not, an error has been reported.
    pub(super) is_complete: bool,
}

impl<'a> Operands<'a> {
    /// Parses what follows a mnemonic that takes `arity` operands.
    pub(super) fn parse(
        text: &'a str,
        arity: usize,
        tokens: &[Token<'a>],
        findings: &mut Findings<'a>,
    ) -> Operands<'a> {
        let mut operands = Operands { list: Vec::with_capacity(3), is_complete: true };
        let mut rest = tokens;
        let mut comma: Option<Token> = None;
        while let Some((first, behind)) = rest.split_first() {
            if first.kind == TokenKind::Comma {
                if comma.is_some() || operands.list.is_empty() {
                    operands.is_complete = false;
                    let problem = Problem::UnexpectedToken { found: ",", expected: "an operand" };
                    findings.report_with(first.span, problem, Edit::remove(first.span));
                }
                comma = Some(*first);
                rest = behind;
                continue;
            }
            let Some((kind, length)) = operand(rest, findings) else {
                operands.is_complete = false;
                return operands;
            };
            let span = first.span.to(rest[length - 1].span);
            let lacks_comma = comma.is_none() && !operands.list.is_empty();
            operands.list.push(Operand { kind, span, text: span.of(text), lacks_comma });
            comma = None;
            rest = &rest[length..];
        }
        // If an operand is missing, the report of too few operands says more.
        if let Some(Token { span, .. }) = comma
            && operands.is_complete
            && operands.list.len() >= arity
        {
            operands.is_complete = false;
            let problem = Problem::UnexpectedToken { found: ",", expected: "the end of the line" };
            findings.report_with(span, problem, Edit::remove(span));
        }
        operands
    }
}

/// The operand at the start of `tokens`, and how many tokens it has.
fn operand<'a>(
    tokens: &[Token<'a>],
    findings: &mut Findings<'a>,
) -> Option<(OperandKind<'a>, usize)> {
    let is_open = |token: Option<&Token>| token.is_some_and(|t| t.kind == TokenKind::Open);
    let first = tokens[0];
    let simple = match first.kind {
        TokenKind::Register(reg) => Some(OperandKind::Register(reg)),
        TokenKind::Number(number) => Some(OperandKind::Number(number)),
        TokenKind::Name => Some(OperandKind::Name),
        TokenKind::Open => None,
        TokenKind::Directive | TokenKind::Comma | TokenKind::Colon | TokenKind::Close => {
            let problem = Problem::UnexpectedToken { found: first.text, expected: "an operand" };
            findings.report(first.span, problem);
            return None;
        }
    };
    let offset = match simple {
        Some(kind) if !is_open(tokens.get(1)) => return Some((kind, 1)),
        Some(_) => Some(first),
        None => None,
    };
    let open = usize::from(offset.is_some());
    let Some(&base) = tokens.get(open + 1) else {
        let problem = Problem::UnexpectedToken { found: "(", expected: "a register after it" };
        findings.report(tokens[open].span, problem);
        return None;
    };
    if !matches!(base.kind, TokenKind::Register(_) | TokenKind::Number(_) | TokenKind::Name) {
        let problem = Problem::UnexpectedToken { found: base.text, expected: "a register" };
        findings.report(base.span, problem);
        return None;
    }
    let kind = OperandKind::Address { offset, base };
    if tokens.get(open + 2).is_some_and(|token| token.kind == TokenKind::Close) {
        Some((kind, open + 3))
    } else {
        let problem = Problem::MissingParenthesis { after: base.text };
        findings.report_with(base.span, problem, Edit::insert(base.span.end, ")"));
        Some((kind, open + 2))
    }
}

impl<'a> Operand<'a> {
    /// A register, a number or a name within an address.
    fn within_address(token: Token<'a>) -> Operand<'a> {
        let Token { kind, span, text } = token;
        let kind = match kind {
            TokenKind::Register(reg) => OperandKind::Register(reg),
            TokenKind::Number(number) => OperandKind::Number(number),
            _ => OperandKind::Name,
        };
        Operand { kind, span, text, lacks_comma: false }
    }

    pub(super) fn name(&self) -> Name<'a> {
        Name { text: self.text, span: self.span }
    }

    /// The register. Reports an operand of another kind.
    pub(super) fn register(&self, op: Op, findings: &mut Findings<'a>) -> Option<Reg> {
        match self.kind {
            OperandKind::Register(reg) => reg,
            OperandKind::Number(None) => None,
            _ => self.report_wrong(Expected::Register, Some(op), findings),
        }
    }

    /// The second operand of a branch. Reports an operand that is none.
    pub(super) fn comparand(&self, op: Op, findings: &mut Findings<'a>) -> Option<Comparand<'a>> {
        match self.kind {
            OperandKind::Register(reg) => reg.map(Comparand::Register),
            OperandKind::Number(number) => {
                let word = self.word(number?, findings)?;
                Some(Comparand::Number { word, written: self.name() })
            }
            _ => self.report_wrong(Expected::RegisterOrNumber, Some(op), findings),
        }
    }

    /// The target of a branch. Reports an operand that is none.
    pub(super) fn target(&self, op: Op, findings: &mut Findings<'a>) -> Option<Target<'a>> {
        match self.kind {
            OperandKind::Name => Some(Target::Label(self.name())),
            OperandKind::Number(number) => self.immediate(number?, findings).map(Target::Offset),
            OperandKind::Register(None) => None,
            _ => self.report_wrong(Expected::Target, Some(op), findings),
        }
    }

    /// The offset and the base of an address. Reports each part that is invalid.
    pub(super) fn address(
        &self,
        op: Op,
        findings: &mut Findings<'a>,
    ) -> (Option<i16>, Option<Reg>) {
        let OperandKind::Address { offset, base } = self.kind else {
            if !matches!(self.kind, OperandKind::Register(None) | OperandKind::Number(None)) {
                self.report_wrong::<()>(Expected::Address, Some(op), findings);
            }
            return (None, None);
        };
        let offset = match offset {
            Some(token) => Operand::within_address(token).offset(op, findings),
            None => {
                // Without a comma before it, a zero could join another number.
                let edit = (!self.lacks_comma).then(|| Edit::insert(self.span.start, "0"));
                let problem = Problem::MissingOffset { base: self.text };
                findings.report_maybe(self.span, problem, edit);
                None
            }
        };
        (offset, Operand::within_address(base).register(op, findings))
    }

    /// An offset in bytes. Reports an operand that is none.
    pub(super) fn offset(&self, op: Op, findings: &mut Findings<'a>) -> Option<i16> {
        match self.kind {
            OperandKind::Number(number) => self.immediate(number?, findings),
            OperandKind::Register(None) => None,
            _ => self.report_wrong(Expected::Offset, Some(op), findings),
        }
    }

    fn immediate(&self, number: Number, findings: &mut Findings<'a>) -> Option<i16> {
        let immediate = number.as_immediate();
        if immediate.is_none() {
            // `0xfffffffc` is -4 in 32 bits.
            let in_32_bits = number.as_word().map(|word| word as i32);
            let meant = in_32_bits.filter(|&value| value < 0 && i16::try_from(value).is_ok());
            let edit = meant.map(|value| Edit::replace(self.span, value));
            let problem = Problem::ImmediateOutOfRange { written: self.text };
            findings.report_maybe(self.span, problem, edit);
        }
        immediate
    }

    pub(super) fn word(&self, number: Number, findings: &mut Findings<'a>) -> Option<u32> {
        let word = number.as_word();
        if word.is_none() {
            findings.report(self.span, Problem::WordOutOfRange { written: self.text });
        }
        word
    }

    /// Reports an operand of the wrong kind, and returns `None`.
    pub(super) fn report_wrong<T>(
        &self,
        expected: Expected,
        op: Option<Op>,
        findings: &mut Findings<'a>,
    ) -> Option<T> {
        let what = match self.kind {
            OperandKind::Register(_) => What::Register,
            OperandKind::Number(_) => What::Number,
            OperandKind::Name => What::Name,
            OperandKind::Address { .. } => What::Address,
        };
        let meant = match (expected, self.kind) {
            (Expected::Register, OperandKind::Number(Some(number))) => {
                u32::try_from(number.value).ok().and_then(Reg::new).map(|reg| reg.to_string())
            }
            (Expected::Register | Expected::RegisterOrNumber, OperandKind::Name) => {
                register_by_name(self.text).map(|reg| reg.to_string())
            }
            (Expected::Address, OperandKind::Register(Some(reg))) => Some(format!("0({reg})")),
            _ => None,
        };
        let edit = meant.map(|text| Edit::replace(self.span, text));
        let problem = Problem::WrongOperand { expected, what, written: self.text, op };
        findings.report_maybe(self.span, problem, edit);
        None
    }
}
