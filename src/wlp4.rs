//! The reference compiler from WLP4, the language that students of the course write a compiler for,
//! to assembly of one of the machines.
//!
//! Students' compilers are compared with it, so it generates simple code by simple rules, whose
//! correctness is easy to see. The language is the course's: `int` and `int*`, procedures and
//! `wain`, `if` and `while`, `println`, `new` and `delete`, `&` and `*`, arithmetic and comparison
//! of both types; and, as in the newer terms of the course, `putchar` and `getchar`. For ARM64
//! numbers have 64 bits and their type is `long` instead of `int`; `int` is a name there, as `long`
//! is one for MIPS.
//!
//! ```
//! use tamarin::wlp4::{self, Style};
//!
//! let text = "int wain(int a, int b) { println(a); return a / b; }";
//! let compiled = wlp4::compile(text, Style::Stack);
//! assert!(compiled.object.is_some());
//!
//! let wrong = wlp4::compile("int wain(int a, int b) { return &a; }", Style::Stack);
//! assert_eq!(wrong.diagnostics[0].message, "a procedure returns `int`, and this is `int*`");
//!
//! let text = "long wain(long a, long b) { return a * 4294967296 + b; }";
//! let architecture = wlp4::architecture(text).expect("its numbers are `long`");
//! assert!(wlp4::compile_for(architecture, text, Style::Registers).object.is_some());
//! ```
//!
//! What the language leaves open, and how this compiler defines it:
//!
//! - operands are evaluated from left to right; in an assignment, the value is evaluated before the
//!   location;
//! - `NULL` is 1 for MIPS, which is not a multiple of 4, and -65536 for ARM64, which is beyond the
//!   end of memory, so dereferencing it faults; `new` returns `NULL` if there is no room or the size
//!   is not positive; deleting `NULL` does nothing;
//! - `putchar` writes the low byte of a number, `getchar` returns -1 at the end of the input;
//! - arithmetic wraps around, and a division by zero faults;
//! - pointers are compared as unsigned numbers.
//!
//! The scanner splits a text into tokens, the parser makes a tree, and the checker resolves names
//! and types. [`Style`] selects how the code is generated; all styles have the same behaviour. A
//! machine is a row of a table, `Target`.

mod check;
mod emit;
mod fold;
mod frame;
mod generate;
mod parser;
mod scanner;
mod target;
mod tree;
mod walk;

use crate::asm::Generated;
use crate::diagnostic::{Code, Diagnostic, Fix, Positions, Span};
use crate::machine::Architecture;
use crate::object::Object;
use frame::Order;
use target::Target;

/// The style of the generated code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Operands are pushed on the stack and variables are in memory, as in most students' first
    /// compilers.
    #[default]
    Stack,
    /// Operands are in registers, and so are variables whose address is never taken.
    Registers,
    /// As [`Style::Stack`], with constant expressions evaluated by the compiler.
    Folded,
}

impl Style {
    /// All styles.
    pub const ALL: [Style; 3] = [Style::Stack, Style::Registers, Style::Folded];
}

macro_rules! bugs {
    ($($bug:ident $doc:literal;)*) => {
        /// A mistake that students' compilers make. Tests put it into this compiler, to see that it
        /// is found.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Bug {
            $(#[doc = $doc] $bug,)*
        }

        impl Bug {
            /// All mistakes.
            pub const ALL: &'static [Bug] = &[$(Bug::$bug),*];
        }
    };
}

bugs! {
    SignedPointers      "Pointers are compared as signed numbers.";
    UnsignedIntegers    "Integers are compared as unsigned numbers.";
    UnsignedDivision    "Division is unsigned.";
    UnsignedRemainder   "The remainder is unsigned.";
    RemainderIsQuotient "`%` gives the quotient.";
    SwappedOperands     "A difference has its operands the wrong way round.";
    ArgumentOrder       "Arguments are pushed in the wrong order.";
    LostReturnAddress   "The return address is not saved around a call of a procedure.";
    LostFramePointer    "The frame pointer is not saved around a call of a procedure.";
    InitKeepsLength     "`init` is called with the second input, where there is no array.";
    DroppedStatements   "The last statement of each procedure but `wain` is left out.";
    FirstLocal          "The first local variable has the place of the second.";
    LessOrEqual         "`<=` is `<`.";
    GreaterOrEqual      "`>=` is `>`.";
    NotEqual            "`!=` compares with `==`.";
    WhileOnce           "The body of `while` runs at most once.";
    ElseAlways          "The branch of `else` runs behind the other one, too.";
    PointerStep         "A number that is added to a pointer counts bytes.";
    PointerDistance     "The difference of two pointers counts bytes.";
    DeleteNull          "`NULL` is deleted like any other pointer.";
    NewIsZero           "Where there is no room `new` gives 0.";
    PrintTwice          "What is printed in a procedure is printed twice.";
    ReturnsArgument     "A procedure with an argument returns the first one where its result is 0.";
}

/// The result of compiling a text.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The object, whose spans refer to the text; `Some` exactly if no diagnostic is an error.
    pub object: Option<Object>,
    /// The generated assembly, if there is no error.
    pub assembly: Option<Generated>,
    /// The same program with the variables of each procedure in another order in memory, if the
    /// address of a variable is taken. The compiler is free to choose the order, so a program
    /// should not depend on it.
    pub reordered: Option<Generated>,
    /// Whether `wain` takes an array, whose length is the second input.
    pub takes_array: bool,
    /// All errors and warnings, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Compiles a text for MIPS.
pub fn compile(text: &str, style: Style) -> Compiled {
    compile_for(Architecture::Mips, text, style)
}

/// As [`compile`], for one of the machines.
pub fn compile_for(architecture: Architecture, text: &str, style: Style) -> Compiled {
    compile_with(architecture, text, style, None)
}

/// The machine that a text is written for, by the type of numbers before `wain`, or else by the one
/// that comes first. The text may have errors.
///
/// ```
/// use tamarin::machine::Architecture;
/// use tamarin::wlp4::architecture;
///
/// assert_eq!(architecture("long wain(long a, long b) {"), Some(Architecture::Arm64));
/// assert_eq!(architecture("int wain(int long, int b) {"), Some(Architecture::Mips));
/// assert_eq!(architecture("println(3);"), None);
/// ```
pub fn architecture(text: &str) -> Option<Architecture> {
    scanner::target(text).map(|target| target.architecture)
}

/// Compiles a text with a deliberate mistake, for tests.
pub fn compile_with(
    architecture: Architecture,
    text: &str,
    style: Style,
    bug: Option<Bug>,
) -> Compiled {
    let target = Target::of(architecture);
    let tokens = scanner::scan(target, text);
    let (tree, problems) = match tokens.and_then(|tokens| parser::parse(target, text, &tokens)) {
        Ok(mut tree) => {
            let problems = check::check(target, &mut tree);
            (tree, problems)
        }
        Err(problem) => (tree::Program::default(), vec![problem]),
    };
    if !problems.is_empty() {
        let diagnostics = diagnostics(text, problems);
        let (object, assembly, reordered) = (None, None, None);
        return Compiled { object, assembly, reordered, takes_array: false, diagnostics };
    }
    let takes_array = tree.takes_array();
    let tree = if style == Style::Folded { fold::fold(target, tree) } else { tree };
    let generated = generate::generate(&tree, target, style, Order::Declared, bug);
    let reordered = walk::takes_addresses(&tree)
        .then(|| generate::generate(&tree, target, style, Order::Reversed, bug));
    let object = match generated.assemble_for(architecture) {
        Ok(object) => object,
        Err(said) => {
            // The only error of generated assembly is that it is too long.
            let problems = said.iter().filter(|said| said.is_error()).map(|said| {
                let message =
                    "the code of this is too long for the machine's branches or its memory";
                Problem::new(generated.span_of(said.line), said.code, message)
            });
            let diagnostics = diagnostics(text, problems.collect());
            let (object, assembly) = (None, Some(generated));
            return Compiled { object, assembly, reordered, takes_array, diagnostics };
        }
    };
    let (object, assembly) = (Some(object), Some(generated));
    Compiled { object, assembly, reordered, takes_array, diagnostics: Vec::new() }
}

/// An error and its location.
#[derive(Debug)]
struct Problem {
    span: Span,
    code: Code,
    message: String,
    /// Further advice, and a fix.
    advice: Option<Box<(String, Fix)>>,
}

impl Problem {
    fn new(span: Span, code: Code, message: impl Into<String>) -> Problem {
        Problem { span, code, message: message.into(), advice: None }
    }
}

fn diagnostics(text: &str, mut problems: Vec<Problem>) -> Vec<Diagnostic> {
    problems.sort_by_key(|problem| problem.span);
    let mut positions = Positions::new(text);
    let said = problems.into_iter().map(|Problem { span, code, message, advice }| {
        let diagnostic = Diagnostic::new(code, span, positions.at(span.start), message);
        let (help, fix) = advice.map(|advice| *advice).unzip();
        Diagnostic { help, fix, ..diagnostic }
    });
    said.collect()
}
