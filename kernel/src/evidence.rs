//! The format of evidence.
//!
//! Evidence describes a product of both programs. A *node* is a location of each program with an invariant. From the
//! start and from each node a *script* describes how both programs continue: it executes instructions of one of them,
//! distinguishes cases, applies rules, calls a *contract*, and arrives at a node or at the end of both. A contract
//! describes execution from one location to a later one, such as from the entry of a procedure to its return, and has a
//! script of its own. *Functions* and *lemmas* about them are mathematics that scripts may use.
//!
//! A script is a list of steps. A rule with several open cases holds a script for each case except the last one, which
//! continues the list. The kernel drops cases that contradict known facts.
//!
//! Evidence contains no program and no claim: the reader supplies these.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Evidence for a claim.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Evidence {
    /// The maximum work of checking; a unit is about one instruction, monomial or literal.
    pub work: u64,
    /// An allowed input that shows that the claim is not vacuous.
    pub exercise: Exercise,
    /// The address after the protected text of a program; the whole text if not mentioned. Evidence proves that no store
    /// is below it. The text behind it is memory like any other.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub protected: BTreeMap<Side, u64>,
    /// Functions that the kernel proves well defined, each from those before it.
    pub functions: Vec<Function>,
    /// Lemmas about arbitrary words, each proved from those before it.
    pub lemmas: Vec<Lemma>,
    /// Contracts by name.
    pub contracts: BTreeMap<String, Contract>,
    /// Nodes by name.
    pub nodes: BTreeMap<String, Node>,
    /// How both programs continue from the start.
    pub start: Script,
}

/// An input, and how long the kernel runs both programs on it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Exercise {
    /// The input.
    pub input: Input,
    /// Maximum steps of each program.
    pub steps: u64,
}

/// The values of the inputs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Input {
    /// The inputs, in the order of the claim.
    pub words: Vec<u64>,
    /// The elements of each array, by its name.
    pub arrays: BTreeMap<String, Vec<u64>>,
}

/// A function from words to a word. On its domain it equals its body. The kernel proves that such a function exists:
/// every recursive application is in the domain and has a smaller measure. Outside the domain nothing is known about
/// it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Facts about the arguments; where they hold, the function equals its body.
    pub domain: Vec<FactText>,
    /// The measure: words that decrease with each recursive application, in lexicographic order.
    pub measure: Vec<String>,
    /// Its value.
    pub body: Body,
}

/// The value of a function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Body {
    /// A case distinction.
    Choice {
        /// The fact that decides.
        #[serde(rename = "if")]
        fact: FactText,
        /// The value if it holds.
        then: Box<Body>,
        /// The value if it does not.
        #[serde(rename = "else")]
        otherwise: Box<Body>,
    },
    /// A term. Proofs show that the n-th recursive application, counted from 0, is admissible: `domain.i.n` that the
    /// i-th fact of the domain holds, `measure.n` that the measure decreases, and `measure.n.j` that an earlier
    /// component j does not increase.
    Value {
        /// The term.
        is: String,
        /// The proofs.
        #[serde(flatten)]
        how: How,
    },
}

impl Default for Body {
    fn default() -> Body {
        Body::Value { is: String::new(), how: How::default() }
    }
}

/// A fact about all words that satisfy the hypotheses.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Lemma {
    /// Its name.
    pub name: String,
    /// The universally quantified words.
    pub any: Vec<String>,
    /// The hypotheses.
    pub assume: Vec<FactText>,
    /// The conclusion.
    pub show: FactText,
    /// The induction measure, in lexicographic order: the proof may use the lemma itself only at words with a smaller
    /// measure.
    pub measure: Vec<String>,
    /// The proof. Hypotheses are `assume`, `assume.1` and so on; the negated conclusion is `goal`.
    pub by: Script,
}

/// What one or both programs do from one location to a later one. A contract always terminates.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Contract {
    /// The recursion group: contracts of lower groups may be called freely, those of the same group only with a smaller
    /// measure, others not at all.
    pub group: u32,
    /// The precondition.
    pub before: Invariant,
    /// The postcondition.
    pub after: Invariant,
    /// Words that decrease with each call within the group, in lexicographic order.
    pub measure: Vec<String>,
    /// How the programs go from the beginning to the end.
    pub script: Script,
}

/// A location of both programs, its invariant, and how both programs continue.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Node {
    /// The invariant.
    pub holds: Invariant,
    /// Words that decrease from node to node, in lexicographic order. Required if a program waits and the claim is that
    /// both programs stop or neither does, and always if the claim is that both stop.
    pub measure: Vec<String>,
    /// How both programs continue.
    pub script: Script,
}

/// The invariant of a location, for some values of its named words. Registers and memories that it does not mention are
/// arbitrary.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Invariant {
    /// The address of each program's next instruction, or `fault`. A contract of one program leaves
    /// the other one out.
    pub at: BTreeMap<Side, String>,
    /// Names of existentially quantified words.
    pub any: Vec<String>,
    /// The values of registers, by name such as `left.$3`.
    #[serde(rename = "where")]
    pub registers: BTreeMap<String, String>,
    /// Facts about these words, by label.
    pub facts: BTreeMap<String, FactText>,
    /// Programs that have stored nothing since the start.
    pub untouched: Vec<Side>,
    /// Regions on which two memories agree, by label.
    pub regions: BTreeMap<String, RegionText>,
    /// The number of input bytes that each program has read; 0 if not mentioned.
    pub taken: BTreeMap<Side, usize>,
}

/// A region of two memories: each address `x` with `x - from` below `size`, as unsigned numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RegionText {
    /// The memories: `left`, `right`, `start.left`, `start.right`; in a postcondition also `entry.left` and
    /// `entry.right`.
    pub of: [String; 2],
    /// The first address.
    pub from: String,
    /// The number of bytes.
    pub size: String,
}

/// A fact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum FactText {
    /// A relation of words, such as `left.$3 = n`.
    Text(String),
    /// A linear inequality: the sum of unsigned values of words, times integer factors, is at most a number.
    Sum {
        /// Factors and words.
        sum: Vec<(i64, String)>,
        /// The number.
        most: i64,
    },
}

impl From<&str> for FactText {
    fn from(text: &str) -> FactText {
        FactText::Text(text.to_owned())
    }
}

impl Default for FactText {
    fn default() -> FactText {
        "".into()
    }
}

/// The left or the right program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Side {
    /// The left one.
    Left,
    /// The right one.
    Right,
}

impl Side {
    /// Both, left first.
    pub const BOTH: [Side; 2] = [Side::Left, Side::Right];

    /// 0 for the left one, 1 for the right one.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name in terms.
    pub const fn name(self) -> &'static str {
        ["left", "right"][self as usize]
    }
}

/// Steps, one after the other.
pub type Script = Vec<Step>;

/// A step of a script.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Step {
    /// Applies a rule.
    Rule(Rule),
    /// Names terms.
    Let {
        /// The terms by their names.
        #[serde(rename = "let")]
        names: BTreeMap<String, String>,
    },
    /// Names memories.
    Memories {
        /// The memories by their names.
        memories: BTreeMap<String, String>,
    },
    /// Executes instructions of a program.
    Run {
        /// The program, and the number of instructions.
        run: (Side, u64),
    },
    /// States the constant address of a program's next instruction; its proof has the label `jump`.
    Jump {
        /// The program, and the address.
        jump: (Side, String),
        /// The proof.
        #[serde(flatten)]
        how: How,
    },
    /// Replaces the word in a register by an equal one; its proof has the label `word`.
    Word {
        /// The program, the register, and the word.
        word: (Side, String, String),
        /// The proof.
        #[serde(flatten)]
        how: How,
    },
    /// Calls a contract: continues from its precondition to its postcondition.
    Call {
        /// The contract.
        call: String,
        /// Proofs of its precondition.
        #[serde(flatten)]
        how: How,
    },
    /// Ends the script at a node.
    Arrive {
        /// The node.
        arrive: String,
        /// Proofs of the node's invariant.
        #[serde(flatten)]
        how: How,
    },
    /// Ends the script at an end other than a node.
    End {
        /// Why it ends.
        end: End,
        /// Proofs of what this end requires.
        #[serde(flatten)]
        how: How,
    },
}

/// The proofs and values that a step supplies for its obligations.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct How {
    /// The values of the words that an invariant names.
    pub with: BTreeMap<String, String>,
    /// The component of a measure that decreases; those before it do not increase.
    pub component: usize,
    /// Proofs by goal: a register's name, a label, `output.0`, `measure`. Known facts need no proof.
    pub by: BTreeMap<String, Script>,
    /// Names in this script for the words that a postcondition names.
    pub names: BTreeMap<String, String>,
    /// Prefix for the labels of a postcondition: `x` gives `x.kept`. Defaults to the contract's name.
    #[serde(rename = "as")]
    pub label: Option<String>,
}

/// Why a script ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum End {
    /// Both programs have ended, in the same way.
    Both,
    /// The contract ends.
    Return,
    /// Both programs are the same one, and start alike, so their runs are the same.
    Same,
    /// Both programs have executed more steps than the claim covers.
    Late,
    /// The left program's stack is deeper than the claim allows; the proof is `deep`.
    DeepLeft,
    /// The right program's stack is deeper than the claim allows; the proof is `deep`.
    DeepRight,
    /// The claim exempts the input. For `only`, each input's name labels a proof that it equals the witness's. For
    /// `least`, the key of the witness ([`key`](crate::walk::key)) is smaller than that of the input, proved like a
    /// measure, or equal; if equal, `component` is one past the last.
    Exempt,
}

/// An application of a rule. Each rule reads the fields that it needs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rule {
    /// Its name in the table of rules.
    pub rule: String,
    /// Labels of facts.
    pub on: Vec<String>,
    /// Factors of these facts, as integers.
    pub times: Vec<i64>,
    /// Factors of these facts, and of the orders of `ring`, as terms.
    pub factors: Vec<String>,
    /// Terms.
    pub terms: Vec<String>,
    /// Terms with integer factors.
    pub sum: Vec<(i64, String)>,
    /// A constant that is added to the sum.
    pub plus: i64,
    /// A fact.
    pub fact: FactText,
    /// The name of a function, lemma, memory or region.
    pub name: String,
    /// Values of a lemma's words.
    pub with: BTreeMap<String, String>,
    /// The component of a lemma's measure that decreases.
    pub component: usize,
    /// A proof in LRAT.
    pub proof: String,
    /// The label for the facts that it adds: `x`, then `x.1`, `x.2` and so on.
    #[serde(rename = "as")]
    pub label: String,
    /// A script for each open case except the last one.
    pub cases: Vec<Script>,
}
