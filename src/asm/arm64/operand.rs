//! The operands of one instruction, checked against what its shape takes.

use crate::asm::findings::Edit;
use crate::asm::number::{Base, Number};
use crate::asm::problem::Given;
use crate::asm::syntax::Name;
use crate::diagnostic::Span;
use crate::machine::arm64::table::is_label;
use crate::machine::arm64::{Instruction, Op, Reg, Shape, Slot};

use super::Findings;
use super::lexer::{Register, Token, TokenKind};
use super::problem::{Expected, LabelFault, Problem, Range, Usage, What};
use super::syntax::Statement;

/// One element of a statement's syntax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Element {
    Register(Slot),
    Comma,
    Open,
    Close,
    Offset,
    Target,
}

const fn elements(shape: Shape) -> &'static [Element] {
    use Element::{Close, Comma, Offset, Open, Register, Target};
    use Slot::{D, M, N};
    match shape {
        Shape::Dnm => &[Register(D), Comma, Register(N), Comma, Register(M)],
        Shape::Nm => &[Register(N), Comma, Register(M)],
        Shape::N => &[Register(N)],
        Shape::Memory => &[Register(D), Comma, Open, Register(N), Comma, Offset, Close],
        Shape::Literal => &[Register(D), Comma, Offset],
        Shape::Jump | Shape::Conditional => &[Target],
    }
}

/// Reads the operands of an instruction.
pub(super) struct Operands<'a, 't, 'f> {
    text: &'a str,
    /// The tokens after the mnemonic and its condition.
    tokens: &'t [Token<'a>],
    /// The index of the next token.
    at: usize,
    /// The span of the mnemonic and its condition.
    head: Span,
    instruction: Instruction,
    /// A label in the place of a number.
    label: Option<Name<'a>>,
    /// Whether an error was reported.
    is_broken: bool,
    /// The number of operands read so far.
    given: usize,
    findings: &'f mut Findings<'a>,
}

/// Returned when the rest of the statement is skipped.
struct GivenUp;

impl<'a, 't, 'f> Operands<'a, 't, 'f> {
    pub(super) fn new(
        text: &'a str,
        instruction: Instruction,
        head: Span,
        tokens: &'t [Token<'a>],
        findings: &'f mut Findings<'a>,
    ) -> Operands<'a, 't, 'f> {
        let (at, label, is_broken, given) = (0, None, false, 0);
        Operands { text, tokens, at, head, instruction, label, is_broken, given, findings }
    }

    /// Returns the statement and how many tokens were read. If the rest of the statement is
    /// skipped, all tokens count as read.
    pub(super) fn statement(mut self) -> (Statement<'a>, usize) {
        for &element in elements(self.shape()) {
            if let Err(GivenUp) = self.element(element) {
                return (Statement::Broken, self.second_statement());
            }
        }
        let statement = match self.label {
            _ if self.is_broken => Statement::Broken,
            None => Statement::Instruction(self.instruction),
            Some(name) if self.shape() == Shape::Literal => Statement::LiteralLabel(name),
            Some(name) => Statement::Branch(self.instruction, name),
        };
        (statement, self.at)
    }

    fn shape(&self) -> Shape {
        self.instruction.op.shape()
    }

    fn usage(&self) -> Usage {
        Usage::of(self.instruction.op)
    }

    /// Where the next statement starts on the line.
    fn second_statement(&self) -> usize {
        let starts = |&at: &usize| starts_statement(&self.tokens[at..]);
        (self.at..self.tokens.len()).find(starts).unwrap_or(self.tokens.len())
    }

    fn report(&mut self, span: Span, problem: Problem<'a>, edit: Option<Edit>) {
        self.is_broken = true;
        self.findings.report_maybe(span, problem, edit);
    }

    /// Returns the next token. Reports too few operands if there is none.
    fn next(&mut self, element: Element) -> Result<Token<'a>, GivenUp> {
        // Any name can be a target, even that of an instruction.
        let is_end = element != Element::Target && starts_statement(&self.tokens[self.at..]);
        match self.tokens.get(self.at) {
            Some(&token) if !is_end => Ok(token),
            _ if element == Element::Close => Err(self.missing_bracket()),
            _ => {
                let last = self.at.checked_sub(1).map_or(self.head, |at| self.tokens[at].span);
                let (usage, given) = (self.usage(), Given(self.given));
                let problem = Problem::TooFewOperands { usage, given };
                self.report(self.head.to(last), problem, None);
                Err(GivenUp)
            }
        }
    }

    fn missing_bracket(&mut self) -> GivenUp {
        let last = self.tokens[self.at - 1];
        let edit = Edit::insert(last.span.end, "]");
        self.report(last.span, Problem::MissingBracket { after: last.text }, Some(edit));
        GivenUp
    }

    fn element(&mut self, element: Element) -> Result<(), GivenUp> {
        let token = self.next(element)?;
        match element {
            Element::Comma => return self.comma(token),
            Element::Open => return self.open(token),
            Element::Close if token.kind == TokenKind::Close => {}
            Element::Close => return Err(self.missing_bracket()),
            Element::Register(slot) => {
                let token = self.operand(token)?;
                self.register(slot, token)?;
            }
            Element::Offset => {
                let token = self.operand(token)?;
                self.offset(token)?;
            }
            Element::Target => {
                let token = self.operand(token)?;
                self.target(token)?;
            }
        }
        self.at += 1;
        Ok(())
    }

    /// Returns the token if it can be an operand, and reports it otherwise.
    fn operand(&mut self, token: Token<'a>) -> Result<Token<'a>, GivenUp> {
        let expected = "an operand";
        match token.kind {
            TokenKind::Comma => {
                let problem = Problem::UnexpectedToken { found: ",", expected };
                self.report(token.span, problem, Some(Edit::remove(token.span)));
                Err(GivenUp)
            }
            TokenKind::Close | TokenKind::Colon | TokenKind::Dotted => {
                let problem = Problem::UnexpectedToken { found: token.text, expected };
                self.report(token.span, problem, None);
                Err(GivenUp)
            }
            _ => Ok(token),
        }
    }

    fn comma(&mut self, token: Token<'a>) -> Result<(), GivenUp> {
        match token.kind {
            TokenKind::Comma => self.at += 1,
            TokenKind::Close if self.shape() == Shape::Memory => {
                let edit = Edit::insert(token.span.start, ", 0");
                self.report(token.span, Problem::MissingOffset, Some(edit));
                return Err(GivenUp);
            }
            TokenKind::Close | TokenKind::Colon | TokenKind::Dotted => {
                let problem = Problem::UnexpectedToken { found: token.text, expected: "`,`" };
                self.report(token.span, problem, None);
                return Err(GivenUp);
            }
            _ => {
                let before = self.tokens[self.at - 1].span.end;
                let problem = Problem::MissingComma { next: token.text };
                self.report(token.span, problem, Some(Edit::insert(before, ",")));
            }
        }
        Ok(())
    }

    fn open(&mut self, token: Token<'a>) -> Result<(), GivenUp> {
        if token.kind == TokenKind::Open {
            self.at += 1;
            return Ok(());
        }
        let token = self.operand(token)?;
        let rest = &self.tokens[self.at..];
        let all = token.span.to(rest[rest.len() - 1].span);
        let edit = match rest {
            [only] if matches!(only.kind, TokenKind::Register(Some(_))) => {
                Some(Edit::replace(all, format_args!("[{}, 0]", only.text)))
            }
            [base, comma, offset]
                if matches!(base.kind, TokenKind::Register(Some(_)))
                    && comma.kind == TokenKind::Comma
                    && matches!(offset.kind, TokenKind::Number(Some(_))) =>
            {
                Some(Edit::replace(all, format_args!("[{}]", all.of(self.text))))
            }
            _ => None,
        };
        self.wrong(Expected::Address, token, edit);
        Err(GivenUp)
    }

    fn register(&mut self, slot: Slot, token: Token<'a>) -> Result<(), GivenUp> {
        self.given += usize::from(slot != Slot::N || self.shape() != Shape::Memory);
        match token.kind {
            TokenKind::Register(Some(register)) => self.put(slot, register, token),
            TokenKind::Register(None) | TokenKind::Number(None) => self.is_broken = true,
            TokenKind::Open => {
                self.wrong(Expected::Register, token, None);
                return Err(GivenUp);
            }
            _ => {
                let meant = meant_register(token.text);
                let edit = meant.map(|register| Edit::replace(token.span, register));
                self.wrong(Expected::Register, token, edit);
            }
        }
        Ok(())
    }

    fn put(&mut self, slot: Slot, register: Register, token: Token<'a>) {
        let reg = match (register, slot) {
            (Register::X(number), _) => Reg::new(number.into()),
            (Register::Sp, Slot::D | Slot::N) | (Register::Xzr, Slot::M) => Some(Reg::SP_OR_ZERO),
            _ => None,
        };
        let Some(reg) = reg else {
            let op = self.instruction.op;
            let problem = Problem::WrongSlot { written: token.text, slot, op };
            let edit = self.swapped(slot);
            return self.report(token.span, problem, edit);
        };
        match slot {
            Slot::D => self.instruction.d = reg,
            Slot::N => self.instruction.n = reg,
            Slot::M => self.instruction.m = reg,
        }
    }

    /// Swaps the operands of a commutative instruction, if that makes the statement valid.
    fn swapped(&self, slot: Slot) -> Option<Edit> {
        let is_commutative =
            matches!(self.instruction.op, Op::Add | Op::Mul | Op::Smulh | Op::Umulh);
        let first = if slot == Slot::M { self.at.checked_sub(2)? } else { self.at };
        let [n, comma, m, ..] = self.tokens.get(first..)? else { return None };
        let can_be = |token: &Token, other: Register| match token.kind {
            TokenKind::Register(Some(register)) => {
                matches!(register, Register::X(_)) || register == other
            }
            _ => false,
        };
        let is_right = slot != Slot::D
            && is_commutative
            && comma.kind == TokenKind::Comma
            && can_be(n, Register::Xzr)
            && can_be(m, Register::Sp);
        let between = Span::new(n.span.end, m.span.start).of(self.text);
        let swapped = format!("{}{between}{}", m.text, n.text);
        is_right.then(|| Edit::replace(n.span.to(m.span), swapped))
    }

    fn offset(&mut self, token: Token<'a>) -> Result<(), GivenUp> {
        self.given += 1;
        let is_literal = self.shape() == Shape::Literal;
        match token.kind {
            TokenKind::Number(Some(number)) => self.immediate(number, token),
            TokenKind::Number(None) | TokenKind::Register(None) => self.is_broken = true,
            TokenKind::Name if is_literal => self.name(token),
            TokenKind::Open => {
                let edit = is_literal.then(|| Edit::replace(self.head, Op::Ldur.mnemonic()));
                self.wrong(Expected::Offset, token, edit);
                return Err(GivenUp);
            }
            _ => self.wrong(Expected::Offset, token, None),
        }
        Ok(())
    }

    fn target(&mut self, token: Token<'a>) -> Result<(), GivenUp> {
        self.given += 1;
        match token.kind {
            TokenKind::Number(Some(number)) => self.immediate(number, token),
            TokenKind::Number(None) | TokenKind::Register(None) => self.is_broken = true,
            TokenKind::Name => self.name(token),
            TokenKind::Register(Some(_)) => {
                let edit = (self.instruction.op == Op::B)
                    .then(|| Edit::replace(self.head, Op::Br.mnemonic()));
                self.wrong(Expected::Target, token, edit);
            }
            _ => {
                self.wrong(Expected::Target, token, None);
                return Err(GivenUp);
            }
        }
        Ok(())
    }

    fn name(&mut self, token: Token<'a>) {
        match bad_label(token.text) {
            Some((fault, meant)) => {
                let edit = meant.map(|meant| Edit::replace(token.span, meant));
                self.report(token.span, Problem::BadLabel { name: token.text, fault }, edit);
            }
            None => self.label = Some(Name { text: token.text, span: token.span }),
        }
    }

    fn immediate(&mut self, number: Number, token: Token<'a>) {
        let Some(field) = self.shape().immediate() else { return };
        let range = range(self.shape());
        let value = match number.base {
            Base::Decimal => i128::from(range.least)..=i128::from(range.greatest),
            Base::Hexadecimal => 0..=i128::from(range.greatest_bits),
        };
        if !value.contains(&number.value) {
            let edit = meant_negative(number, range).map(|it| Edit::replace(token.span, it));
            let problem = Problem::ImmediateOutOfRange { written: token.text, range };
            return self.report(token.span, problem, edit);
        }
        if number.value % i128::from(field.scale) != 0 {
            let problem = Problem::MisalignedImmediate { written: token.text };
            return self.report(token.span, problem, None);
        }
        // A hexadecimal number gives all bits of the field, including the sign bit.
        let unused = 32 - field.width();
        self.instruction.i = ((number.value as i32) << unused) >> unused;
    }

    /// Reports an operand of the wrong kind.
    fn wrong(&mut self, expected: Expected, token: Token<'a>, edit: Option<Edit>) {
        let (what, written, span) = match token.kind {
            TokenKind::Register(_) => (What::Register, token.text, token.span),
            TokenKind::Number(_) => (What::Number, token.text, token.span),
            TokenKind::Open => {
                let rest = &self.tokens[self.at..];
                let close = rest.iter().find(|token| token.kind == TokenKind::Close);
                let span = close.map_or(token.span, |close| token.span.to(close.span));
                (What::Address, span.of(self.text), span)
            }
            _ => (What::Name, token.text, token.span),
        };
        let usage = self.usage();
        self.report(span, Problem::WrongOperand { expected, what, written, usage }, edit);
    }
}

/// The range of a shape's immediate, in bytes. Empty except for 0 if the shape has no immediate.
pub(super) fn range(shape: Shape) -> Range {
    shape.immediate().map_or(Range { least: 0, greatest: 0, greatest_bits: 0 }, |field| {
        let (least, greatest) = field.range();
        Range { least, greatest, greatest_bits: (1 << field.width()) - field.scale as u32 }
    })
}

/// The negative number in `range` that a hexadecimal number is in 64 or in 32 bits.
fn meant_negative(number: Number, range: Range) -> Option<i64> {
    let in_64_bits = u64::try_from(number.value).ok().map(|bits| bits as i64);
    let in_32_bits = u32::try_from(number.value).ok().map(|bits| i64::from(bits as i32));
    let is_meant = |value: &i64| {
        (i64::from(range.least)..0).contains(value) && number.base == Base::Hexadecimal
    };
    in_64_bits.filter(is_meant).or(in_32_bits.filter(is_meant))
}

/// Why a name cannot be a label, with a similar name that can.
pub(super) fn bad_label(name: &str) -> Option<(LabelFault, Option<String>)> {
    if is_label(name) {
        None
    } else if name.contains('_') && name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        let meant = name.replace('_', "");
        Some((LabelFault::Underscore, is_label(&meant).then_some(meant)))
    } else if name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        Some((LabelFault::Register, None))
    } else {
        Some((LabelFault::Start, None))
    }
}

/// The register that other assemblers call by this name, or a register in other case.
fn meant_register(name: &str) -> Option<String> {
    let lower = name.to_ascii_lowercase();
    match lower.as_str() {
        "lr" => return Some("x30".to_owned()),
        "fp" => return Some("x29".to_owned()),
        "sp" | "xzr" => return Some(lower),
        "wsp" => return Some("sp".to_owned()),
        "wzr" => return Some("xzr".to_owned()),
        _ => {}
    }
    let digits = lower.strip_prefix(['x', 'w', 'r'])?;
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number: u8 = digits.parse().ok().filter(|number| is_number && *number <= 30)?;
    Some(format!("x{number}"))
}

/// Whether these tokens start a statement or a label rather than an operand.
pub(super) fn starts_statement(tokens: &[Token]) -> bool {
    match tokens {
        [name, colon, ..] if colon.kind == TokenKind::Colon => {
            matches!(name.kind, TokenKind::Name | TokenKind::Register(_))
        }
        [name, ..] if name.kind == TokenKind::Name => Op::from_mnemonic(name.text).is_some(),
        [directive, ..] if directive.kind == TokenKind::Dotted => {
            Usage::DIRECTIVES.iter().any(|usage| usage.name == directive.text)
        }
        _ => false,
    }
}
