//! The form of evidence.
//!
//! Evidence is a product of both programs. A *node* is a location of each program with an invariant.
//! From the start and from each node a *script* says how both programs go on: it executes a number of
//! instructions of one of them, distinguishes cases, applies rules, calls a *contract*, and arrives at a
//! node or at the end of both. A contract says what happens from one location to a later one, such as
//! from the entry of a procedure to its return, and is proved by a script of its own. *Functions* and
//! *lemmas* about them are mathematics that scripts may use.
//!
//! A script is a list of steps. A rule that has several open cases holds a script for each case except
//! for the last one, which continues the list. Cases that contradict known facts are dropped by the
//! kernel.
//!
//! Evidence holds no program, no contract of inputs and no statement: the reader has these.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Evidence for a claim.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Evidence {
    /// The work that checking takes at most; a unit is about an instruction, a monomial or a literal.
    pub work: u64,
    /// An allowed input which shows that the claim is about something.
    pub exercise: Exercise,
    /// Functions that the kernel proves to exist, each from those before it.
    pub functions: Vec<Function>,
    /// Facts about all words, each proved from those before it.
    pub lemmas: Vec<Lemma>,
    /// What happens from one location to a later one, such as in a procedure.
    pub contracts: BTreeMap<String, Contract>,
    /// Locations of both programs with their invariants.
    pub nodes: BTreeMap<String, Node>,
    /// How both programs go on from the start.
    pub start: Script,
}

/// An input, and how long the kernel runs both programs on it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Exercise {
    /// The input.
    pub input: Input,
    /// Steps of each program at most.
    pub steps: u64,
}

/// The words that programs are given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Input {
    /// The inputs, in the order of the claim.
    pub words: Vec<u64>,
    /// The elements of each array, by its name.
    pub arrays: BTreeMap<String, Vec<u64>>,
}

/// A function from words to a word. Where its domain holds it is what its body says, and the kernel
/// proves that there is such a function: what it applies itself to is in the domain and smaller by the
/// measure. Elsewhere nothing is known about it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Facts about the arguments.
    pub domain: Vec<FactText>,
    /// Words that get smaller, in lexicographic order.
    pub measure: Vec<String>,
    /// Its value.
    pub body: Body,
}

/// The value of a function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Body {
    /// One of two values.
    Choice {
        /// The fact that decides.
        #[serde(rename = "if")]
        fact: FactText,
        /// The value where it holds.
        then: Box<Body>,
        /// The value where it does not.
        #[serde(rename = "else")]
        otherwise: Box<Body>,
    },
    /// A term. The proofs show that the n-th application of the function to itself, counted from 0, is
    /// admissible: `domain.i.n` that the i-th fact of the domain holds, `measure.n` that the measure gets
    /// smaller, and `measure.n.j` that a component before does not get larger.
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
    /// The words that it is about.
    pub any: Vec<String>,
    /// What is assumed.
    pub assume: Vec<FactText>,
    /// What follows.
    pub show: FactText,
    /// The measure: the proof may use the lemma itself only where these words are smaller, in
    /// lexicographic order.
    pub measure: Vec<String>,
    /// The proof. Hypotheses are `assume`, `assume.1` and so on; the negated conclusion is `goal`.
    pub by: Script,
}

/// What one or both programs do from one location to a later one. It always ends.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Contract {
    /// Contracts of lower groups may be called freely, those of the same group only with a smaller
    /// measure, others not at all.
    pub group: u32,
    /// What holds at the beginning.
    pub before: Invariant,
    /// What holds at the end.
    pub after: Invariant,
    /// Words that get smaller with each call within the group, in lexicographic order.
    pub measure: Vec<String>,
    /// How the programs go from the beginning to the end.
    pub script: Script,
}

/// A location of both programs, what holds there, and how both go on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Node {
    /// What holds.
    pub holds: Invariant,
    /// Words that get smaller, in lexicographic order, from node to node: wherever a program waits if
    /// it is claimed that both programs stop or neither, and always if it is claimed that both stop.
    pub measure: Vec<String>,
    /// How both programs go on.
    pub script: Script,
}

/// What holds at a location, for some values of the words that it names. Registers and memories that it
/// does not mention may be anything.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Invariant {
    /// The address of each program's next instruction, or `fault`. A contract of one program leaves
    /// the other one out.
    pub at: BTreeMap<Side, String>,
    /// Names of words.
    pub any: Vec<String>,
    /// What registers hold, by their names: `left.$3`.
    #[serde(rename = "where")]
    pub registers: BTreeMap<String, String>,
    /// Facts about all of these words, by labels.
    pub facts: BTreeMap<String, FactText>,
    /// Programs that have not stored anything since the start.
    pub untouched: Vec<Side>,
    /// Parts on which two memories are the same, by labels.
    pub regions: BTreeMap<String, RegionText>,
    /// How many bytes of the input stream each program has read; 0 if it is not mentioned.
    pub taken: BTreeMap<Side, usize>,
}

/// A part of two memories: each address `x` with `x - from` below `size`, as unsigned numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RegionText {
    /// The memories: `left`, `right`, `start.left`, `start.right`; behind a contract also
    /// `entry.left` and `entry.right`.
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
    /// A sum of unsigned values of words with integer factors is at most a number.
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
    /// Executes so many instructions of a program.
    Run {
        /// The program, and how many.
        run: (Side, u64),
    },
    /// Says which number the address of a program's next instruction is; the proof is `jump`.
    Jump {
        /// The program, and the number.
        jump: (Side, String),
        /// The proof.
        #[serde(flatten)]
        how: How,
    },
    /// Goes from the beginning of a contract to its end.
    Call {
        /// The contract.
        call: String,
        /// What has to hold at its beginning.
        #[serde(flatten)]
        how: How,
    },
    /// Ends the script at a node.
    Arrive {
        /// The node.
        arrive: String,
        /// What has to hold there.
        #[serde(flatten)]
        how: How,
    },
    /// Ends the script elsewhere.
    End {
        /// Why it ends.
        end: End,
        /// What has to hold.
        #[serde(flatten)]
        how: How,
    },
}

/// Why something holds that has to hold.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct How {
    /// The values of the words that an invariant names.
    pub with: BTreeMap<String, String>,
    /// Which component of a measure gets smaller; those before it do not get larger.
    pub component: usize,
    /// Proofs by what they are for: a register's name, a label, `output.0`, `measure`. What is known
    /// already needs none.
    pub by: BTreeMap<String, Script>,
    /// Names for the words that the end of a contract names.
    pub names: BTreeMap<String, String>,
    /// What is put before the labels of the end of a contract: `x` gives `x.kept`. The contract's
    /// name, if nothing is said.
    #[serde(rename = "as")]
    pub label: Option<String>,
}

/// Why a script ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum End {
    /// Both programs have ended, alike.
    Both,
    /// The contract ends.
    Return,
    /// They have executed more steps than the claim is about.
    Late,
    /// The left program's stack is deeper than the claim allows; the proof is `deep`.
    DeepLeft,
    /// The right program's stack is deeper than the claim allows; the proof is `deep`.
    DeepRight,
    /// The input is one that the claim leaves out. For `only`, each input's name is the label of a proof that
    /// it is the witness's. For `least`, the key of the witness is smaller than that of the input
    /// ([`key`](crate::walk::key)), as for measures, or the same: then `component` is one behind the last.
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
    /// Integer factors with terms.
    pub sum: Vec<(i64, String)>,
    /// A number that is added to the sum.
    pub plus: i64,
    /// A fact.
    pub fact: FactText,
    /// A function, a lemma, a memory or a region.
    pub name: String,
    /// Values of a lemma's words.
    pub with: BTreeMap<String, String>,
    /// Which component of a lemma's measure gets smaller.
    pub component: usize,
    /// A proof in LRAT.
    pub proof: String,
    /// The label of the facts that it adds: `x`, then `x.1`, `x.2` and so on.
    #[serde(rename = "as")]
    pub label: String,
    /// A script for each case that is open, except for the last one.
    pub cases: Vec<Script>,
}
